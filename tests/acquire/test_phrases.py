"""Phrase pairs from aligned pairs: spec 06 §6, tests 5 to 8 of the extraction (04 §3.1)."""

import json

import pytest

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, make_pair, swap
from spacy_paraphrase.acquire.phrase_component import read_phrase_pairs
from spacy_paraphrase.acquire.phrases import (
    PhraseSettings,
    harvest,
    lexical_score,
    mine_phrases,
    phrase_job,
)
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.readers import LinkRecord, PairRecord, record_to_json, word_links

CRY = PairRecord(
    "cry",
    tuple("she suddenly burst into tears .".split()),
    tuple("She cried all at once .".split()),
    words=word_links([(0, 0), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1), (4, 1), (5, 5)]),
)
MODAL = PairRecord(
    "modal",
    tuple("they have to leave now".split()),
    tuple("they must go".split()),
    words=word_links([(0, 0), (1, 1), (3, 2)]),
    source_tree=((3, "nsubj"), (3, "aux"), (3, "aux"), (3, "ROOT"), (3, "advmod")),
    target_tree=((2, "nsubj"), (2, "aux"), (2, "ROOT")),
    source_tokens={"pos": ("PRON", "VERB", "PART", "VERB", "ADV")},
    target_tokens={"pos": ("PRON", "AUX", "VERB")},
)


def texts(record, **settings):
    pairs = harvest(record, PhraseSettings(**settings))
    return {
        (" ".join(record.source[i : j + 1]), " ".join(record.target[k : m + 1])): pair.kind
        for pair in pairs
        for i, j, k, m in [pair.span]
    }


def test_spec_test_5_lexical_score():
    given = {"cried": {"burst": 0.3, "into": 0.2, "tears": 0.4}}
    assert lexical_score(["burst", "into", "tears"], ["cried"], given) == pytest.approx(0.024)
    assert lexical_score(["burst"], ["wept"], given) == 0


def test_a_strict_pair_has_links_at_its_edges_and_is_atomic_unless_it_is_tiled():
    assert texts(CRY) == {
        ("suddenly", "all at once"): "atomic",
        ("burst into tears", "cried"): "atomic",
        ("suddenly burst into tears", "cried all at once"): "composite",
    }
    assert "composite" not in texts(CRY, composites_up_to=3).values()
    assert texts(MODAL)["have to leave", "must go"] == "atomic"  # "to" has no link


def test_full_pairs_have_no_unlinked_word():
    assert ("have to leave", "must go") not in texts(MODAL, variant="full")
    assert ("have to leave", "must go") not in texts(MODAL, max_unaligned_ratio=0)
    assert texts(MODAL, variant="full") == {
        ("have", "must"): "atomic",
        ("they have", "they must"): "composite",
        ("leave", "go"): "atomic",
    }


def test_free_pairs_take_unlinked_words_in_at_their_edges():
    free = texts(MODAL, variant="free")
    assert free["have to", "must"] == "atomic"
    assert free["to leave now", "go"] == "atomic"
    assert set(texts(MODAL)) < set(free)


def test_no_pair_is_identical_or_has_punctuation_at_an_edge():
    for source, target in texts(CRY, composites_up_to=7):
        assert source.lower() != target.lower()
        assert not (source + target).endswith(".")


def test_rows_have_shares_scores_and_heads():
    (row,) = [r for r in mine_phrases([MODAL], origin="mine") if r["source"] == ["leave"]]
    assert row == {
        "source": ["leave"],
        "target": ["go"],
        "count": 1,
        "score": 1.0,
        "unaligned": 0.0,
        "relation": None,
        "share": None,
        "pos": "VERB",
        "dep": "ROOT",
        "kind": "atomic",
        "origin": "mine",
        "examples": ["modal"],
        "p_target": 1.0,
        "lexical_target": 1.0,
        "p_source": 1.0,
        "lexical_source": 1.0,
    }


def relation_of(record, source):
    (row,) = [row for row in mine_phrases([record]) if row["source"] == source.split()]
    return row["relation"], row["share"]


def test_the_relation_is_that_of_links_of_just_these_spans():
    words = (
        LinkRecord((0,), (0,), "specifies", 0.9),
        LinkRecord((1,), (1,), "intersects", 0.8, conflict=True),
    )
    record = PairRecord("x", ("poodle", "won"), ("dog", "lost"), words=words)
    assert relation_of(record, "poodle") == ("specifies", 1.0)
    assert relation_of(record, "won") == ("conflict", 1.0)
    assert relation_of(record, "poodle won") == ("conflict", 1.0)
    phrase = LinkRecord((0, 1), (0, 1), "restates", source_head=1, target_head=1)
    sound = PairRecord(
        "x", ("a", "b"), ("c", "d"), words=word_links([(0, 0), (1, 1)]), phrases=(phrase,)
    )
    assert relation_of(sound, "a b") == ("restates", 1.0)


def test_rows_do_not_depend_on_order_parts_or_form():
    records = [CRY, MODAL, CRY, PairRecord(7, ("go",), ("leave",), words=word_links([(0, 0)]))]
    expected = list(mine_phrases(records))
    assert list(mine_phrases(iter(records[::-1]))) == expected
    as_json = json.loads(json.dumps([record_to_json(record) for record in records]))
    assert list(mine_phrases(as_json)) == expected
    (row,) = [row for row in expected if row["target"] == ["cried"]]
    assert (row["count"], row["examples"]) == (2, ["cry"])
    job = phrase_job(PhraseSettings())
    values = dict(job.map(CRY))
    for value in values.values():
        json.dumps(value)
    assert [r["count"] for r in run_loop(job, [CRY] * 3)] == [3] * len(values)


def test_links_below_the_least_score_do_not_count():
    weak = PairRecord(1, ("a", "b"), ("c", "d"), words=(LinkRecord((0,), (0,), score=0.4),))
    assert not texts(weak)
    assert texts(weak, min_link_score=0.3)


@pytest.mark.parametrize(
    "setting", [{"variant": "loose"}, {"max_len": 0}, {"max_unaligned_ratio": 2.0}]
)
def test_settings_that_make_no_sense(setting):
    with pytest.raises(ParaphraseError, match=next(iter(setting))) as caught:
        PhraseSettings(**setting)
    assert caught.value.code == "P901"


def test_a_record_that_is_no_pair():
    with pytest.raises(ParaphraseError) as caught:
        list(mine_phrases([{"source": ["a"], "target": ["b"], "words": [{"source": [3]}]}]))
    assert caught.value.code == "P102"


def test_the_component_writes_what_harvest_finds():
    nlp = spacy_paraphrase.load(
        tier="fast",
        tree_aligner={"method": "words"},
        exclude=["sentence_fuser"],
        phrase_harvester={},
    )
    assert nlp.pipe_names[-1] == "phrase_harvester"
    doc = nlp(make_pair(nlp, "He purchased a big car.", "He bought a large car."))
    found = read_phrase_pairs(doc)
    told = {(pair.source.text, pair.target.text): pair.source.label_ for pair in found}
    assert told["big", "large"] == "atomic"
    assert told["a big car", "a large car"] == "composite"
    assert all(0 <= pair.score <= 1 for pair in found)
    assert read_phrase_pairs(swap(doc)) == []
    assert read_phrase_pairs(nlp.make_doc("no pair")) == []


def told(links, source="a b c", target="x y z", pos=("NOUN", "NOUN", "ADP")):
    """Return what `harvest` says of phrases, by their words."""
    record = PairRecord(
        "x",
        tuple(source.split()),
        tuple(target.split()),
        words=tuple(LinkRecord((i,), (j,), relation) for i, j, relation in links),
        source_tokens={"pos": pos},
        target_tokens={"pos": pos},
    )
    return {
        " ".join(record.source[pair.span[0] : pair.span[1] + 1]): pair.relation
        for pair in harvest(record)
    }


def test_the_relation_of_a_phrase_adds_up_what_its_words_say():
    assert told([(0, 0, "restates"), (1, 1, "equals")])["a b"] == "restates"
    assert told([(0, 0, "specifies"), (1, 1, "equals")])["a b"] == "specifies"
    assert told([(0, 0, "generalizes"), (1, 1, "restates")])["a b"] == "generalizes"
    assert told([(0, 0, "specifies"), (1, 1, "generalizes")])["a b"] == "intersects"
    assert told([(0, 0, "intersects"), (1, 1, "equals")])["a b"] == "intersects"
    assert told([(0, 0, "restates"), (1, 1, "")])["a b"] == ""


def test_a_content_word_without_a_link_says_more():
    ends = [(0, 0, "restates"), (2, 1, "equals")]
    assert told(ends, pos=("NOUN",) * 3)["a b c"] == "specifies"
    assert told(ends, pos=("NOUN", "DET", "NOUN"))["a b c"] == "restates"


def test_different_function_words_say_nothing():
    assert told([(2, 2, "restates")])["c"] == ""
    assert told([(1, 1, "restates"), (2, 2, "restates")])["b c"] == ""
    assert told([(2, 2, "equals")], target="x y c") == {}


def test_only_other_forms_of_a_function_word_keep_their_relation():
    tokens = {"pos": ("AUX",), "lemmas": ("be",)}
    words = (LinkRecord((0,), (0,), "restates"),)
    both = {"source_tokens": tokens, "target_tokens": tokens}
    (pair,) = harvest(PairRecord("x", ("is",), ("was",), words=words, **both))
    assert pair.relation == "restates"
