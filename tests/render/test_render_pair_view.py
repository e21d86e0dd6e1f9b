import json
from itertools import pairwise

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from render.render_pairs import coffee, flat, link, pair

from spacy_paraphrase import Alignment, ParaphraseError, make_pair
from spacy_paraphrase.render import render
from spacy_paraphrase.render.pair_view import make_view, runs


def verdicts(view):
    return {(edge.level, edge.source, edge.target): edge.verdict for edge in view.edges}


@pytest.fixture
def small():
    doc = pair(["a", "b", "c"], ["a", "x", "y"])
    return Alignment(doc, [link(doc, 0, 0), link(doc, 1, 1)])


def test_doc_alignment_and_json_give_the_same_links():
    alignment = coffee()
    views = [
        make_view(each)
        for each in (alignment, alignment.store(), json.loads(json.dumps(alignment.to_json())))
    ]
    assert views[0] == views[1]
    assert views[0].edges == views[2].edges
    assert views[0].source.tree
    assert not views[2].source.tree


def test_phrases_without_a_parse_keep_their_yields():
    edge = make_view(coffee().to_json(), levels="phrases").edges[0]
    assert edge.source == (0, 1)
    assert edge.tops == (1, 1)


def test_gaps_in_a_phrase_are_shown():
    doc = pair(
        ["picked", "it", "up"],
        ["took", "it"],
        ([0, 2, 0], [0, 0]),
        (["ROOT", "x", "prt"], ["ROOT", "dobj"]),
    )
    view = make_view(Alignment(doc))
    assert view.phrase("source", (0, 2)) == "picked … up"


def test_heads_outside_the_side_count_as_roots():
    doc = pair(["a", "b"], ["c"], ([1, 3], [0]), (["x", "y"], ["ROOT"]))
    assert [each.above for each in make_view(doc).source.tree] == [1, 1]


def test_gold_tells_hits_misses_and_false_alarms(small):
    right = {
        ("words", (0,), (0,)): "hit",
        ("words", (1,), (1,)): "false alarm",
        ("words", (2,), (2,)): "miss",
    }
    doc = small.doc
    gold = Alignment(doc, [link(doc, 0, 0), link(doc, 2, 2)])
    for form in (gold, gold.store(), gold.to_json(), list(gold), set(gold), {(0, 0), (2, 2)}):
        assert verdicts(make_view(small, form)) == right


def test_possible_links_are_hit_but_not_missed(small):
    doc = small.doc
    gold = Alignment(doc, [link(doc, 0, 0, score=0.5), link(doc, 2, 2, score=0.5)])
    assert verdicts(make_view(small, gold)) == {
        ("words", (0,), (0,)): "hit",
        ("words", (1,), (1,)): "false alarm",
    }


def test_empty_gold_makes_all_words_false_alarms(small):
    assert set(verdicts(make_view(small, [])).values()) == {"false alarm"}


def test_levels_the_gold_has_no_links_of_are_not_judged():
    view = make_view(coffee(), [(1, 3)])
    kinds = {edge.level: set() for edge in view.edges}
    for edge in view.edges:
        kinds[edge.level].add(edge.verdict)
    assert kinds == {"words": {"hit", "false alarm"}, "phrases": {"not judged"}}


def test_missed_words_count_as_unaligned(small):
    assert make_view(small, {(0, 0), (2, 2)}).unaligned("source") == [2]


def test_white_space_is_shown_but_never_unaligned():
    view = make_view(make_pair(spacy.blank("en"), ["a", " ", "\t"], ["b"]))
    assert view.source.words == ("a", "␣", "⇥")
    assert view.unaligned("source") == [0]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda a: render(3), "P400"),
        (lambda a: render(a, "pdf"), "P401"),
        (lambda a: render(a, levels=[]), "P402"),
        (lambda a: render(a, levels=["words", "letters"]), "P402"),
        (lambda a: render(a, gold=coffee()), "P403"),
        (lambda a: render(a, gold=[(0, 3)]), "P403"),
        (lambda a: render(a, gold=[(-1, 0)]), "P403"),
        (lambda a: render(a, gold=[("0", "0")]), "P403"),
        (lambda a: render(a, gold=[5]), "P403"),
        (lambda a: render(a, gold=5), "P403"),
        (lambda a: render(a, gold=list(flat())), "P403"),
        (lambda a: render(spacy.blank("en")("no pair here")), "P004"),
        (lambda a: render({"words": []}), "P002"),
        (lambda a: render({"source": ["a"], "target": "b"}), "P010"),
        (lambda a: render({**coffee().to_json(), "words": [{"source": [99]}]}), "P010"),
    ],
)
def test_bad_input_is_told(small, call, code):
    with pytest.raises(ParaphraseError, match=code):
        call(small)


def test_bad_yields_are_told():
    data = coffee().to_json()
    for bad in ([], [99], ["0"], None):
        data["phrases"][0]["source"] = bad
        with pytest.raises(ParaphraseError, match="P010"):
            render(data)


@given(st.lists(st.integers(0, 60), min_size=1, unique=True).map(sorted))
def test_runs_hold_the_same_numbers(indices):
    found = runs(indices)
    assert [i for first, last in found for i in range(first, last + 1)] == indices
    assert all(b + 1 < c for (_, b), (c, _) in pairwise(found))
