"""Tests 10 and 11 of acquisition: paths between linked words, and between names of one day."""

import pytest
from papers.parses import parsed
from spacy.tokens import Span

from spacy_paraphrase import Link, make_pair, sides
from spacy_paraphrase.jobs.atomic import json_line
from spacy_paraphrase.pairs.alignment import write_links
from spacy_paraphrase.papers.anchored import mine_anchored, mine_entities
from spacy_paraphrase.papers.dirt import read_rules

BOUGHT, SOLD = "N:subj:V<buy>V:obj:N", "N:subj:V<acquire>V:obj:N"


def said(x, verb, lemma, y, pos="PROPN"):
    return parsed(f"{x} {x} {pos} 1 nsubj\n{verb} {lemma} VERB 1 ROOT\n{y} {y} PROPN 1 dobj\n")


def pair(blank, x, y, pos="PROPN", id=None):
    doc = make_pair(blank, said(x, "bought", "buy", y, pos), said(x, "acquired", "acquire", y, pos))
    source, target = sides(doc)
    write_links(doc, "words", [Link("words", source[k : k + 1], target[k : k + 1]) for k in (0, 2)])
    doc.user_data["id"] = id
    return doc


def found(rows):
    return {(row["source"], row["target"]): row["count"] for row in rows}


def test_10_the_same_anchors_count_less_each_time(blank):
    same = [pair(blank, "Lund", "Marsh", id=k) for k in range(3)]
    assert found(mine_anchored(same)) == {(BOUGHT, SOLD): 1.75, (SOLD, BOUGHT): 1.75}
    others = [pair(blank, x, "Marsh", id=k) for k, x in enumerate(("Lund", "Berg", "Wood"))]
    assert found(mine_anchored(others)) == {(BOUGHT, SOLD): 3, (SOLD, BOUGHT): 3}
    row = next(iter(mine_anchored(others)))
    assert row["examples"] == ["0", "1", "2"]
    assert row["reads"] == ["X <nsubj< acquire >dobj> Y", "X <nsubj< buy >dobj> Y"]


def test_10_pronouns_are_anchors_and_what_is_not_linked_is_none(blank):
    assert len(found(mine_anchored([pair(blank, "she", "Marsh", "PRON")]))) == 2
    doc = pair(blank, "Lund", "Marsh")
    source, target = sides(doc)
    write_links(doc, "words", [Link("words", source[:1], target[:1])])
    assert found(mine_anchored([doc])) == {}


def test_10_a_passive_keeps_the_ends_apart(blank):
    passive = parsed("""
Marsh Marsh PROPN 2 nsubjpass
was be AUX 2 auxpass
bought buy VERB 2 ROOT
by by ADP 2 agent
Lund Lund PROPN 3 pobj
""")
    doc = make_pair(blank, said("Lund", "bought", "buy", "Marsh"), passive)
    source, target = sides(doc)
    links = [Link("words", source[i : i + 1], target[j : j + 1]) for i, j in ((0, 4), (2, 0))]
    write_links(doc, "words", links)
    assert set(found(mine_anchored([doc]))) == {
        (BOUGHT, "N:by:V<buy>V:obj:N"),
        ("N:by:V<buy>V:obj:N", BOUGHT),
    }


def test_10_rows_are_rules(blank, tmp_path):
    path = tmp_path / "rules.jsonl"
    path.write_bytes(b"".join(map(json_line, mine_anchored([pair(blank, "Lund", "Marsh")]))))
    rules = read_rules(path)
    assert [(rule.path.lemma, rule.score) for rule in rules["buy"][0][1]] == [("acquire", 1.0)]


RESIGNED = """
Berg Berg PROPN 1 nsubj
resigned resign VERB 1 ROOT
as as ADP 1 prep
chairman chairman NOUN 2 pobj
"""
QUIT = """
Berg Berg PROPN 1 nsubj
quit quit VERB 1 ROOT
the the DET 3 det
chairman chairman NOUN 1 dobj
"""


def article(table, id, date="2001-05-04"):
    doc = parsed(table)
    doc.ents = [Span(doc, 0, 1, label="PERSON"), Span(doc, 3, 4, label="POST")]
    doc.user_data |= {"id": id, "date": date}
    return doc


def test_11_patterns_of_two_articles():
    rows = list(mine_entities([article(RESIGNED, "a"), article(QUIT, "b")]))
    assert {tuple(sorted(row["reads"])) for row in rows} == {
        ("PERSON <nsubj< quit >dobj> POST", "PERSON <nsubj< resign >prep> as >pobj> POST")
    }
    assert [row["types"] for row in rows] == [["PERSON", "POST"]] * 2
    assert [row["examples"] for row in rows] == [["a", "b"]] * 2
    assert list(mine_entities([article(QUIT, "b"), article(RESIGNED, "a")])) == rows


@pytest.mark.parametrize(
    "other",
    [
        article(QUIT.replace("Berg", "Lund"), "b"),  # somebody else
        article(QUIT, "b", "2001-05-05"),  # another day
        article(RESIGNED, "b"),  # the same words
    ],
)
def test_11_what_is_no_pair(other):
    assert list(mine_entities([article(RESIGNED, "a"), other])) == []


SAID = """
Berg Berg PROPN 1 nsubj
said say VERB 1 ROOT
that that SCONJ 5 mark
the the DET 4 det
chairman chairman NOUN 5 nsubj
quit quit VERB 1 ccomp
"""


def test_11_patterns_stay_in_one_clause_and_dates_are_no_names():
    told = parsed(SAID)
    told.ents = [Span(told, 0, 1, label="PERSON"), Span(told, 4, 5, label="POST")]
    told.user_data |= {"id": "b", "date": "2001-05-04"}
    assert list(mine_entities([article(RESIGNED, "a"), told])) == []
    dated = [article(RESIGNED, "a"), article(QUIT, "b")]
    for doc in dated:
        doc.ents = [Span(doc, 0, 1, label="PERSON"), Span(doc, 3, 4, label="DATE")]
    assert list(mine_entities(dated)) == []


def test_11_relations_are_told_by_a_lexicon():
    other = article(QUIT.replace("quit quit", "left leave"), "b")
    rows = list(mine_entities([article(QUIT, "a"), other], language="en"))
    assert {row["relation"] for row in rows} <= {"specifies", "generalizes", "restates", None}
    assert len(rows) == 2


def test_11_names_of_another_kind_are_other_names():
    other = article(QUIT, "b")
    other.ents = [Span(other, 0, 1, label="ORG"), Span(other, 3, 4, label="POST")]
    assert list(mine_entities([article(RESIGNED, "a"), other])) == []
