"""The candidates of a kind, or why there is none."""

import pytest

from spacy_paraphrase.fusion.candidates import propose, refusal, repairs

PAIR = "The old dog barked at the postman.", "The dog of the baker barked loudly on Monday."


@pytest.fixture(scope="module")
def judge(fuser):
    return fuser.get_pipe("sentence_fuser").judge


def test_unions_have_candidates_or_a_reason(graphs, judge):
    """One side alone is the last one where it says a good part of the other."""
    last = set()
    for pair in graphs:
        found, reason = propose(pair, "union", judge)
        assert reason == ("" if found else "too_little")
        last.update(proposal.path for proposal in found[-1:])
    assert {"contained", "longer"} & last


@pytest.mark.parametrize("kind", ["intersection", "restate", "specify", "generalize"])
def test_other_kinds_have_candidates_in_order_or_a_reason(graphs, judge, kind):
    for pair in graphs:
        found, reason = propose(pair, kind, judge)
        assert bool(found) == (reason == "")
        shares = [proposal.fidelity for proposal in found]
        assert shares == sorted(shares, reverse=True)
        assert all(proposal.path == "" for proposal in found)


def test_repairs_do_without_what_was_misread(graph, judge):
    pair = graph(*PAIR)
    best = propose(pair, "union", judge)[0][0]
    assert best.repairable
    for head in best.draft.attached:
        some = repairs(pair, best, judge, [head])
        assert some
        assert all(head not in other.draft.attached for other in some)
        assert best.surface.words not in [other.surface.words for other in some]
    alone = propose(pair, "union", judge)[0][-1]
    assert repairs(pair, alone, judge, best.draft.attached) == []


def test_refusals(graph):
    assert refusal(graph(*PAIR)) == ""
    assert refusal(graph("Two dogs barked.", "Three dogs barked.")) == "conflict:number"
    # no more is denied than was
    denied = graph(
        "He has no firm plans for television advertising, thinking it is useless this year.",
        "A Miller aide said there were no firm plans for television advertising.",
    )
    assert refusal(denied) == "differs:negation"


def test_several_sentences_a_side(fuse):
    fusion = fuse("A cat sleeps. It rains.", "A black cat sleeps on the sofa.")["union"]
    assert fusion.text in (
        "A black cat sleeps on the sofa. It rains.",
        "A black cat sleeps on the sofa.",
    )
