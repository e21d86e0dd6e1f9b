"""Test 14 of acquisition: lattices with slots."""

from functools import reduce

import numpy as np
import pytest
import spacy
from spacy.tokens import Span

from spacy_paraphrase.jobs import Dropped
from spacy_paraphrase.papers.lattices import (
    LatticeSettings,
    align_sentences,
    groups,
    items_of,
    lattice_job,
    lattice_of,
    match_lattices,
    mine_lattices,
    overlaps,
    rewrite_by_lattices,
    successors,
)

BLANK = spacy.blank("en")
TOWNS = ("Lund", "Marsh", "Berg", "Wood", "Holm", "Dahl", "Stone", "Field", "Hill", "Brook")


@pytest.mark.parametrize(
    ("counts", "kept"),
    [
        ((3, 3, 4), ["0", "1", "2"]),
        ((1, 2, 1, 1, 2, 3), None),
        ((5, 4, 1), ["0", "1"]),
        ((), None),
    ],
)
def test_14_synonyms_and_slots(counts, kept):
    assert successors({str(k): count for k, count in enumerate(counts)}) == kept


def sentence(text, name=None, **known):
    doc = BLANK(text)
    places = [token.i for token in doc if token.text == name]
    doc.ents = [Span(doc, i, i + 1, label="GPE") for i in places]
    doc[0].is_sent_start = True
    for token in doc[1:]:
        token.is_sent_start = False
    doc.user_data |= known
    return doc


def aligned(texts):
    items = [items_of(sentence(text)[:]) for text in texts]
    return align_sentences(items, overlaps(items))


def test_alignment_keeps_every_word_in_order():
    texts = ["a bomb blew up near a bus", "a car bomb exploded", "two bombs blew up near buses"]
    columns = aligned(texts)
    for k, text in enumerate(texts):
        assert " ".join(column[k][1] for column in columns if column[k]) == text
    assert ["bomb", "bomb"] in [[c[k][1] for k in (0, 1) if c[k]] for c in columns]


def test_names_dates_and_numbers_are_classes():
    doc = sentence("In Lund 12 people met", "Lund")
    assert [kind for kind, _ in items_of(doc[:])] == ["in", "GPE", "NUM", "people", "met"]


def test_groups_are_similar_throughout():
    similarity = np.array([[0, 0.9, 0.1], [0.9, 0, 0.6], [0.1, 0.6, 0]])
    assert groups(similarity, LatticeSettings(min_group=2, similar=0.5)) == [[0, 1]]
    assert groups(similarity, LatticeSettings(min_group=3, similar=0.5)) == []
    assert groups(similarity, LatticeSettings(min_group=3, similar=0.1)) == [[0, 1, 2]]


def test_few_ways_are_choices_and_many_are_a_slot():
    words = ["red", "green", "blue", "brown", "black", "white"]
    texts = [
        f"the {w} dog {v} home" for w, v in zip(words, ["ran", "walked", "came"] * 2, strict=True)
    ]
    segments, fillers = lattice_of(aligned(texts), LatticeSettings())
    assert segments == [
        {"word": "the"},
        {"slot": 0},
        {"word": "dog"},
        {"choices": [["came"], ["ran"], ["walked"]]},
        {"word": "home"},
    ]
    assert fillers == [[word] for word in words]


def test_ways_that_begin_alike_and_go_on_in_many_are_a_slot_behind_the_word():
    things = "harp lute horn drum bell viol".split()
    texts = [f"the man played a {thing}" for thing in things]
    segments, fillers = lattice_of(aligned(texts), LatticeSettings(backbone=0.9))
    assert segments[-2:] == [{"word": "a"}, {"slot": 0}]
    assert fillers == [[thing] for thing in things]
    ways = ["in a park", "in a park", "on ice", "near home", "at sea", "under trees"]
    segments, _ = lattice_of(aligned([f"she sat {way}" for way in ways]), LatticeSettings())
    assert segments == [{"word": "she"}, {"word": "sat"}, {"slot": 0}]


def news():
    for k, town in enumerate(TOWNS):
        day = f"2001-05-{k + 1:02}"
        yield sentence(f"a bomb exploded in {town}", town, id=f"a{k}", date=day, cluster="a")
        text = f"{town} was shaken by a blast"
        yield sentence(text, town, id=f"b{k}", date=day, cluster="b")


def test_lattices_of_the_same_days_rewrite_each_other():
    settings = LatticeSettings()
    rows = list(mine_lattices(news(), settings))
    assert [row["reads"] for row in rows] == ["a bomb exploded in [0]", "[0] was shaken by a blast"]
    assert rows[0]["sentences"][0] == {"id": "a0", "date": "2001-05-01", "fillers": ["Lund"]}
    links = list(match_lattices(rows, settings))
    assert [(link["source"], link["target"], link["slots"]) for link in links] == [
        ("a/0", "b/0", [0]),
        ("b/0", "a/0", [0]),
    ]
    new = sentence("a bomb exploded in Oslo", "Oslo")
    assert rewrite_by_lattices(new[:], rows, links) == [("Oslo was shaken by a blast", 1.0)]
    assert rewrite_by_lattices(sentence("no bomb fell")[:], rows, links) == []


def test_other_days_are_no_evidence():
    docs = list(news())
    for doc in docs[1::2]:
        doc.user_data["date"] = "2001-06-" + doc.user_data["date"][-2:]
    rows = list(mine_lattices(docs))
    assert list(match_lattices(rows, LatticeSettings())) == []
    assert len(list(match_lattices(rows, LatticeSettings(window_days=31)))) == 2


def test_one_word_in_both_slots_is_no_evidence():
    rows = list(mine_lattices(news()))
    for row in rows:
        for each in row["sentences"]:
            each["fillers"] = ["two"]
    assert list(match_lattices(rows, LatticeSettings())) == []


def test_the_order_of_sentences_does_not_matter():
    docs = list(news())
    assert list(mine_lattices(docs)) == list(mine_lattices(reversed(docs)))
    assert list(mine_lattices(docs[:4])) == []


def test_clusters_beyond_the_cap_are_told():
    job = lattice_job(LatticeSettings(cap=15, min_group=2))
    values = [value for doc in news() for _, value in job.map(doc)]
    kept = reduce(job.combine, values)
    assert kept == reduce(job.combine, reversed(values))
    found = list(job.reduce("c", kept))
    assert found[0] == Dropped("sentences over cap")
    assert sum(len(row["sentences"]) for row in found[1:]) == 15
