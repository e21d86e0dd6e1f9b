"""Tests 7 to 9 of acquisition: dependency paths that mean something similar."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from papers.parses import parsed
from spacy.tokens import DocBin, Span

from spacy_paraphrase import make_pair
from spacy_paraphrase.acquire.mining_jobs import Chain, Files, read_docs
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.papers.dependency_paths import (
    arrows,
    match_path,
    parse_path,
    path_tree,
    write_path,
)
from spacy_paraphrase.papers.dirt import read_rules
from spacy_paraphrase.papers.path_rules import (
    apply_paths,
    filler_job,
    marginal_job,
    mine_paths,
    rules_of_counts,
    triples,
)
from spacy_paraphrase.papers.path_space import (
    PathSettings,
    Space,
    build_space,
    path_relation,
)

FIND, SOLVE, EAT = (
    "N:subj:V<find>V:obj:N>answer>N:to:N",
    "N:subj:V<solve>V:obj:N",
    "N:subj:V<eat>V:obj:N",
)
TRIPLES = [
    *[("John", FIND, "problem")] * 2,
    ("Mary", FIND, "riddle"),
    ("John", SOLVE, "problem"),
    ("Mary", SOLVE, "riddle"),
    ("Bob", SOLVE, "crisis"),
    ("Bob", EAT, "apple"),
    ("John", EAT, "apple"),
]
EVERYTHING = PathSettings(min_path_count=1, min_fillers=1, min_sim=0)


def counted(found):
    counts = Counter()
    for x, path, y in found:
        counts.update([(path, "", ""), (path, "x", x), (path, "y", y)])
    rows = [
        {"path": path, "slot": slot, "word": word, "count": n}
        for (path, slot, word), n in sorted(counts.items())
    ]
    return [row | {"examples": []} if not row["slot"] else row for row in rows]


def space_of(rows, positive_only) -> Space:
    marginals = list(run_loop(marginal_job(), rows))
    paths = frozenset(row["path"] for row in marginals)
    return build_space(marginals, run_loop(filler_job(paths), rows), positive_only)


FOUND = """
John John PROPN 1 nsubj
found find VERB 1 ROOT
an a DET 3 det
answer answer NOUN 1 dobj
to to ADP 3 prep
the the DET 6 det
problem problem NOUN 4 pobj
"""
SOLVED = """
John John PROPN 1 nsubj
solved solve VERB 1 ROOT
the the DET 3 det
problem problem NOUN 1 dobj
"""
WAS_SOLVED = """
The the DET 1 det
problem problem NOUN 3 nsubjpass
was be AUX 3 auxpass
solved solve VERB 3 ROOT
by by ADP 3 agent
John John PROPN 4 pobj
"""


def test_7_information():
    space = space_of(counted(TRIPLES), positive_only=False)
    words = [row["word"] for row in run_loop(filler_job(frozenset(space.paths)), counted(TRIPLES))]

    def information(path, slot, word):
        found = dict(zip(*space.information(space.paths.index(path), slot), strict=True))
        return found[words.index(word)]

    assert information(FIND, 0, "John") == pytest.approx(0.2877, abs=5e-5)
    assert information(FIND, 1, "problem") == pytest.approx(0.5754, abs=5e-5)
    assert information(SOLVE, 1, "crisis") == pytest.approx(0.9808, abs=5e-5)
    assert information(EAT, 1, "apple") == pytest.approx(1.3863, abs=5e-5)
    assert information(SOLVE, 0, "John") == pytest.approx(-0.4055, abs=5e-5)


@pytest.mark.parametrize(("positive_only", "expected"), [(False, 0.5612), (True, 0.6363)])
def test_7_similarity(positive_only, expected):
    settings = replace(EVERYTHING, positive_only=positive_only)
    rules = {
        (row["source"], row["target"]): row["score"]
        for row in rules_of_counts(counted(TRIPLES), settings)
    }
    assert rules[FIND, SOLVE] == rules[SOLVE, FIND] == pytest.approx(expected, abs=5e-5)
    assert not {rules.get((FIND, EAT), 0), rules.get((EAT, FIND), 0)} - {0}


def test_8_keys():
    found = [list(triples(parsed(table))) for table in (FOUND, SOLVED, WAS_SOLVED)]
    assert [[arrows(each.path) for each in some] for some in found] == [
        ["X <nsubj< find >dobj> Y", "X <nsubj< find >dobj> answer >prep> to >pobj> Y"],
        ["X <nsubj< solve >dobj> Y"],
        ["X <pobj< by <agent< solve >nsubjpass> Y"],
    ]
    # The passive fills the slots as the active does, though its Y comes first.
    assert {(some[-1].x, some[-1].y) for some in found} == {(("john",), ("problem",))}
    assert [some[-1].swapped for some in found] == [False, False, True]


def test_8_what_is_mined_can_be_read_and_matched():
    for table in (FOUND, SOLVED, WAS_SOLVED):
        doc = parsed(table)
        tree = path_tree(Sentence(doc[:]))
        for each in triples(doc):
            path = parse_path(write_path(each.path))
            assert path == each.path
            matches = [match_path(tree, path, top) for top in range(len(tree.lemmas))]
            assert [tree.lemmas[m.x] for m in matches if m] == ["john"]


@pytest.mark.parametrize(
    "table",
    [
        SOLVED.replace("John John PROPN", "He he PRON"),  # a pronoun fills nothing
        SOLVED + "not not PART 1 neg\n",  # what is denied is not said
        SOLVED + "up up ADP 1 prt\n",  # another verb
        SOLVED.replace("dobj", "nsubj"),  # two subjects
        SOLVED.replace("solve VERB", "solve PROPN"),  # over a name
        SOLVED.replace("solve VERB", "be AUX").replace("dobj", "attr"),  # no word with content
    ],
)
def test_8_what_is_no_path(table):
    assert list(triples(parsed(table))) == []


def test_8_names_fill_slots_by_their_kind():
    doc = parsed(SOLVED)
    doc.ents = [Span(doc, 0, 1, label="PERSON")]
    assert next(triples(doc)).x == ("john", "PERSON")


def test_8_a_part_of_a_name_fills_nothing():
    table = SOLVED.replace("John John PROPN 1 nsubj", "John John PROPN 4 compound")
    assert {each.x for each in triples(parsed(f"{table}Smith Smith PROPN 1 nsubj"))} == {("smith",)}


def test_8_long_paths_are_left_out():
    assert [len(list(triples(parsed(FOUND), max_edges=k))) for k in (1, 2, 3, 4)] == [0, 1, 1, 2]


BOUGHT = """
The the DET 1 det
bakery bakery NOUN 3 nsubjpass
was be AUX 3 auxpass
bought buy VERB 3 ROOT
by by ADP 3 agent
Marsh Marsh PROPN 4 pobj
"""
SOLD = """
The the DET 1 det
bakery bakery NOUN 3 nsubjpass
was be AUX 3 auxpass
sold sell VERB 3 ROOT
to to ADP 3 prep
Marsh Marsh PROPN 4 pobj
"""
BETWEEN = "tried try VERB 3 xcomp\n"


@pytest.mark.parametrize(
    ("source", "target", "fires"),
    [
        (BOUGHT, SOLD, True),
        (BOUGHT, SOLD.replace("to to", "by by"), False),  # the target has no "sell to"
        (BOUGHT, SOLD.replace("Marsh Marsh PROPN", "him he PRON"), False),  # no noun
        (BOUGHT.replace("Marsh Marsh PROPN", "him he PRON"), SOLD, False),
        (BOUGHT, SOLD.replace("ADP 3 prep", "ADP 6 prep") + BETWEEN, False),  # a verb between
    ],
)
def test_9_candidate_links(blank, tmp_path, source, target, fires):
    path = tmp_path / "rules.jsonl"
    row = {"source": "N:by:V<buy>V:obj:N", "target": "N:to:V<sell>V:obj:N", "score": 0.21}
    path.write_text(json.dumps(row) + "\n")
    doc = make_pair(blank, parsed(source), parsed(target))
    before = [token.head.i for token in doc]
    links = apply_paths(doc, read_rules(path))
    found = [(link.source.text, link.target.text, link.relation, link.score) for link in links]
    assert found == ([("bought", "sold", "", 0.21)] if fires else [])
    assert [token.head.i for token in doc] == before


ENDS = [("Lund", "bakery"), ("Marsh", "brewery"), ("Berg", "hotel")]


def news(nlp):
    texts = [
        f"{who} {verb} the {what}." for who, what in ENDS for verb in ("acquired", "purchased")
    ]
    texts += ["The boy ate an apple.", "The girl ate a pear.", "The man ate an orange."]
    docs = list(nlp.pipe(texts))
    for k, doc in enumerate(docs):
        doc.user_data["id"] = f"d{k}"
    return docs


def test_rules_of_text(nlp):
    """From text to rules that another sentence can be read by."""
    docs = news(nlp)
    rows = list(mine_paths(docs, PathSettings(min_path_count=3)))
    found = {(row["reads"][0], row["reads"][1]): row for row in rows}
    one, other = "X <nsubj< acquire >dobj> Y", "X <nsubj< purchase >dobj> Y"
    assert set(found) == {(one, other), (other, one)}
    row = found[one, other]
    assert (row["count"], row["examples"], row["relation"]) == (3, ["d0", "d2", "d4"], None)
    assert row["score"] > 0.5
    assert list(mine_paths(reversed(docs), PathSettings(min_path_count=3))) == rows


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("N:subj:V<buy>V:obj:N", "N:subj:V<purchase>V:obj:N", "restates"),
        ("N:by:V<buy>V:obj:N", "N:subj:V<buy>V:obj:N", "restates"),  # a passive
        ("N:subj:V<whisper>V:to:N", "N:subj:V<talk>V:to:N", "specifies"),
        ("N:subj:V<talk>V:to:N", "N:subj:V<whisper>V:to:N", "generalizes"),
        ("N:subj:V<eat>V:obj:N", "N:subj:V<have>V:obj:N", "specifies"),
        ("N:subj:V<do>V:obj:N", "N:subj:V<perform>V:obj:N", "generalizes"),
        ("N:subj:V<raise>V:obj:N", "N:subj:V<lower>V:obj:N", "conflict"),
        ("N:subj:V<buy>V:obj:N", "N:obj:V<purchase>V:subj:N", None),  # roles exchanged
        ("N:by:V<rise>V:in:N", "N:subj:V<rise>V:in:N", None),  # "by" how much, not by whom
        ("N:subj:V<sit>V:on:N", "N:subj:V<sit>V:under:N", None),
        ("N:subj:V<find>V:obj:N>answer>N:to:N", "N:subj:V<solve>V:obj:N", None),
    ],
)
def test_relations_of_paths(one, other, expected):
    index = default_lexicon("en")
    assert path_relation(index, parse_path(one), parse_path(other)) == expected


@pytest.mark.parametrize("partitions", [1, 3])
def test_rules_of_files(nlp, tmp_path, partitions):
    docs = news(nlp)
    expected = list(mine_paths(docs, PathSettings(min_path_count=3)))
    assert len(expected) == 2
    files = []
    for k, some in enumerate((docs[:2], docs[2:])):
        files.append(tmp_path / f"{k}.spacy")
        DocBin(docs=some, store_user_data=True).to_disk(files[-1])
    chain = Chain(tmp_path / "out.jsonl", "paths.similar", partitions=partitions)
    settings = PathSettings(min_path_count=3)
    read, store = Files(tuple(files), read_docs), chain.steps / "space"
    found = mine_paths(read, settings, language="en", store=store, run=chain)
    rows = sorted(found, key=lambda row: row["source"])
    assert not chain.finish()
    relations = ("generalizes", "specifies")  # who purchases something acquires it
    both = zip(expected, relations, strict=True)
    assert rows == [row | {"relation": relation} for row, relation in both]
