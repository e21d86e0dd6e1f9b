"""Tables that can be asked, and what WordNet says of rows (spec 06, section 15; test 18)."""

import random
import sqlite3

import pytest

from spacy_paraphrase.acquire.labels import WORDNET_LABELS, label_pairs
from spacy_paraphrase.acquire.store import Query, RowIndex, compile_rows, index_rows, table_rows
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.phrase_table import PhraseTable
from spacy_paraphrase.lexicon.relations import relation
from spacy_paraphrase.readers.table_rows import compiled_row, phrase_row

ROWS = [
    phrase_row(["man"], ["person"], score=0.75, pivots={"personne": 0.2}, pos="NOUN"),
    phrase_row(["man"], ["guy"], score=0.5, relation="restates", examples=["d1", "d2"], count=2.0),
    phrase_row(["man"], ["woman"], score=0.25),
    phrase_row(["in", "order", "to"], ["to"]),
    phrase_row(["bought"], ["purchase"], score=0.125, pos="VERB/NOUN"),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("stores") / "index"
    assert index_rows([*ROWS, {**ROWS[0], "score": 0.1}], path, default_lexicon("en")) == 5
    with RowIndex(path) as found:
        yield found


def targets(store, **query):
    return [" ".join(row["target"]) for row in store.rows(Query(**query))]


def test_18_explain_shows_the_pivot_with_its_share(store):
    (told,) = store.explain(Query("man", "person"))
    assert told["pivots"] == {"personne": 1.0}
    assert next(store.explain(Query(target="guy")))["examples"] == ["d1", "d2"]


def test_18_compiled_and_read_again_it_is_the_same(store, tmp_path):
    rows = [row for row in ROWS if row["target"] != ["woman"]]
    assert compile_rows(rows, tmp_path / "table") == (4, 0)
    assert sorted(PhraseTable(tmp_path / "table")) == sorted(map(compiled_row, rows))
    # Of the index, what is a conflict is left out.
    assert compile_rows(table_rows(store.path), tmp_path / "table") == (4, 1)
    found = {row.target: row.relation for row in PhraseTable(tmp_path / "table")}
    assert found == {"person": "specifies", "guy": "restates", "to": "", "purchase": "restates"}


def test_18_an_unknown_phrase_has_no_rows(store):
    assert list(store.rows(Query("xyzzy"))) == []
    assert store.count(Query("xyzzy")) == 0
    assert list(store.explain(Query("xyzzy"))) == []


def test_rows_come_best_first_with_what_wordnet_says(store):
    assert targets(store) == ["to", "person", "guy", "woman", "purchase"]
    (row,) = store.rows(Query(target="person"))
    assert (row["wordnet"], row["distance"], row["relation"]) == ("hyponym", 1, "specifies")
    assert row["score"] == 0.75
    (row,) = store.rows(Query("in order to"))
    assert (row["score"], row["wordnet"], row["relation"]) == (None, "unknown", None)
    assert len(list(store.rows(limit=2))) == 2


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"source": "Man", "least": 0.5}, ["person", "guy"]),
        ({"source": "m*", "most": 0.5}, ["guy", "woman"]),
        ({"target": "*r*o*"}, ["person"]),
        ({"longest": 1, "relation": "restates"}, ["guy", "purchase"]),
        ({"wordnet": "antonym"}, ["woman"]),
        ({"distance": 0}, ["purchase"]),
        ({"pivots": 1}, ["person"]),
        ({"same_pos": False}, ["purchase"]),
        ({"same_pos": True}, ["person"]),
        ({"source": "m?n"}, []),
        ({"source": "[a-z]*"}, []),
        ({"source": "man' OR 1=1 --"}, []),
    ],
)
def test_queries(store, query, expected):
    assert targets(store, **query) == expected
    assert store.count(Query(**query)) == len(expected)


def test_an_unknown_label_is_told(store):
    with pytest.raises(ParaphraseError, match="P923"):
        list(store.rows(Query(wordnet="friend")))


def test_what_is_in_a_table(store):
    found = store.analyze()
    assert (found["rows"], found["sources"], found["targets"]) == (5, 3, 5)
    assert found["relations"] == {"restates": 2, "": 1, "conflict": 1, "specifies": 1}
    assert found["in_wordnet"] == 0.8
    covered = store.coverage(["Man", "in  order to", "man", "dog"])
    assert covered == {"terms": 3, "known": 2, "mean": 2.0, "unknown": ["dog"]}


@pytest.mark.parametrize(("better", "expected"), [("near", True), ("far", False), ("all", False)])
def test_whether_scores_are_informative(tmp_path, better, expected):
    near = [("car", "automobile"), ("big", "large"), ("man", "person"), ("buy", "purchase")]
    far = [("car", "idea"), ("big", "round"), ("man", "sky"), ("buy", "swim")]
    rows = [
        phrase_row([a], [b], score=0.5 if better == "all" else 0.9 if kind == better else 0.1)
        for kind, pairs in (("near", near), ("far", far))
        for a, b in pairs
    ]
    index_rows(rows, tmp_path / "index", default_lexicon("en"))
    with RowIndex(tmp_path / "index") as found:
        assert found.analyze()["informative"] is expected


def test_an_empty_table_has_nothing_to_say(tmp_path):
    assert index_rows([], tmp_path / "index", default_lexicon("en")) == 0
    with RowIndex(tmp_path / "index") as found:
        told = found.analyze()
    assert (told["rows"], told["thirds"], told["informative"]) == (0, [], None)


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"x" * 99])
def test_a_file_that_is_no_index_is_told(tmp_path, content):
    (tmp_path / "index").write_bytes(content)
    with pytest.raises(ParaphraseError, match="P920"):
        RowIndex(tmp_path / "index")


def test_other_databases_and_cut_ones_are_told(tmp_path, store):
    with sqlite3.connect(tmp_path / "other") as base:
        base.execute("CREATE TABLE phrases (source)")
    base.close()
    with pytest.raises(ParaphraseError, match="P920"):
        RowIndex(tmp_path / "other")
    (tmp_path / "cut").write_bytes(store.path.read_bytes()[:9000])
    # Some versions of SQLite notice when it is opened, others when it is asked.
    with pytest.raises(ParaphraseError, match="P920"), RowIndex(tmp_path / "cut") as found:
        list(found.rows(Query(least=0.0)))
    with pytest.raises(ParaphraseError, match="P300"):
        RowIndex(tmp_path / "none")


def test_an_index_that_fails_leaves_the_old_one(tmp_path):
    path = tmp_path / "index"
    path.write_text("old")

    def rows():
        yield ROWS[0]
        raise ParaphraseError("P104", place="here", reason="no more")

    with pytest.raises(ParaphraseError, match="P104"):
        index_rows(rows(), path, None)
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["index"]


def test_labels_of_pairs_are_those_of_one_pair_alone():
    """All at once it is as one by one, and as the relations of the lexicon have it."""
    index = default_lexicon("en")
    rng = random.Random(1)
    words = [w for w in rng.sample(index.lemmas, 3000) if w.isalpha() and w.islower()][:120]
    pairs = [(a, b) for a in words[:40] for b in rng.sample(words, 5)]
    for word in words:
        for sense in index.synsets(word, ""):
            for up in index.hypernyms.row(sense)[:1]:
                other = next((e for e in words if up in index.synsets(e, "")), None)
                pairs += [(word, other), (other, word)] if other else []
    together = label_pairs(index, pairs)
    assert together == [label_pairs(index, [pair])[0] for pair in pairs]
    swapped = label_pairs(index, [(b, a) for a, b in pairs])
    mirror = {"hyponym": "hypernym", "hypernym": "hyponym"}
    assert [mirror.get(f.label, f.label) for f in swapped] == [f.label for f in together]
    for (a, b), found in zip(pairs, together, strict=True):
        if found.label == "synonym":
            assert relation(index, a, "", b, "") in ("synonym", "antonym", "near-synonym")


def test_labels():
    pairs = {
        ("big", "large"): "synonym",
        ("boys", "girls"): "antonym",
        ("invasion", "invade"): "derivation",
        ("huge", "big"): "similar",
        ("men", "person"): "hyponym",
        ("dog", "poodles"): "hypernym",
        ("oak", "elm"): "co-hyponym",
        ("dog", "cat"): "related",
        ("dog", "quickly"): "undefined",
        ("dog", "xyzzy"): "unknown",
    }
    found = label_pairs(default_lexicon("en"), list(pairs))
    assert [each.label for each in found] == list(pairs.values())
    assert set(pairs.values()) == set(WORDNET_LABELS)
    assert label_pairs(default_lexicon("en"), []) == []
