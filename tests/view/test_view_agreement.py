"""Agreement against figures made by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view.serving import write_lines

from spacy_paraphrase.cli import main
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.pairs.alignment import RELATIONS
from spacy_paraphrase.readers import LinkRecord, PairRecord
from spacy_paraphrase.view.agreement import agreement, differences, matched

WORDS = tuple("abcde")


def record(links, id=1, **more):
    words = tuple(LinkRecord((i,), (j,), relation) for (i, j), relation in links.items())
    return PairRecord(id, WORDS, WORDS, words=words, **more)


# Test 15 and 17 of the specification of the measures, over words: gold 0 equals, 1 restates,
# 2 specifies, 3 equals; predicted 0 equals, 1 equals, 2 specifies, 3 equals, 4 intersects.
GOLD = {(0, 0): "equals", (1, 1): "restates", (2, 2): "specifies", (3, 3): "equals"}
PRED = {**GOLD, (1, 1): "equals", (4, 4): "intersects"}


def test_the_worked_example():
    report = agreement([record(GOLD)], [record(PRED)])
    words = report["levels"]["words"]
    assert words["links"] == {
        "first": 4,
        "second": 5,
        "both": 4,
        "precision": 0.8,
        "recall": 1.0,
        "f": pytest.approx(8 / 9),
    }
    assert words["kappa"] == pytest.approx(0.5556, abs=1e-4)
    told = {label: (f["precision"], f["recall"], f["f"]) for label, f in words["relations"].items()}
    assert told == {
        "equals": (pytest.approx(2 / 3), 1.0, pytest.approx(0.8)),
        "restates": (0.0, 0.0, 0.0),
        "specifies": (1.0, 1.0, 1.0),
        "intersects": (0.0, 0.0, 0.0),
    }
    # Equals against all others on the four common links: 2 times both say so, once the second
    # alone, once neither: observed 3/4, expected (2/4 * 3/4) + (2/4 * 1/4) = 1/2.
    assert words["relations"]["equals"]["kappa"] == pytest.approx(0.5)
    # Specifies: both on one link, neither on the other three.
    assert words["relations"]["specifies"]["kappa"] == pytest.approx(1.0)
    # Restates: the first on one link, the second on none: expected 3/4, observed 3/4.
    assert words["relations"]["restates"]["kappa"] == pytest.approx(0.0)
    # No common link has it.
    assert words["relations"]["intersects"]["kappa"] is None
    assert [(d["key"], d["kind"]) for d in report["different"][0]["differences"]] == [
        ("words:1:1", "relation"),
        ("words:4:4", "only second"),
    ]


def test_counts_are_pooled_over_pairs():
    other = record({(0, 1): "equals"}, id=2)
    report = agreement([record(GOLD), other], [other, record(PRED)])
    assert report["pairs"] == 2
    assert report["levels"]["words"]["links"]["both"] == 5
    assert report["levels"]["words"]["links"]["recall"] == 1.0
    assert [pair["id"] for pair in report["different"]] == [1]


def test_judgements_and_conflicts():
    def judged(id, entails, conflict):
        words = (LinkRecord((0,), (0,), "intersects", conflict=conflict),)
        return PairRecord(id, WORDS, WORDS, words=words, entails=entails, entailed="neutral")

    first = [judged(1, "entailment", True), judged(2, "neutral", True), judged(3, "neutral", False)]
    second = [judged(1, "entailment", True), judged(2, "neutral", False), judged(3, None, False)]
    report = agreement(first, second)
    assert report["sentences"]["entails"] == {"pairs": 2, "agreement": 1.0, "kappa": 1.0}
    # Both always say neutral: chance alone would make them agree.
    assert report["sentences"]["entailed"] == {"pairs": 3, "agreement": 1.0, "kappa": None}
    conflicts = report["levels"]["words"]["conflicts"]
    assert (conflicts["precision"], conflicts["recall"]) == (1.0, 0.5)
    [pair] = report["different"]
    assert pair["differences"] == [
        {"level": "words", "key": "words:0:0", "kind": "conflict", "first": "yes", "second": "no"}
    ]


def test_a_level_that_one_lacks_is_no_disagreement():
    bare = PairRecord(1, WORDS, WORDS)
    report = agreement([record(GOLD)], [bare])
    assert (report["levels"], report["different"]) == ({}, [])


def test_pairs_of_one_alone_are_told():
    one, other = record(GOLD, "x"), record(GOLD, "y")
    report = agreement([record({}), one], [other, record({})])
    assert (report["pairs"], report["only_first"], report["only_second"]) == (1, ["x"], ["y"])
    assert report["levels"]["words"]["links"]["f"] is None


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ([record({})], [record({}), record({})], "P713"),
        ([record({})], [PairRecord(1, ("a",), ("b",))], "P713"),
        ([record({}, "x")], [record({}, "y")], "P714"),
        ([], [], "P714"),
    ],
)
def test_what_does_not_belong_together(first, second, code):
    with pytest.raises(ParaphraseError) as caught:
        agreement(first, second)
    assert caught.value.code == code


LINKS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.sampled_from(["", *RELATIONS])
)


@given(st.lists(st.tuples(LINKS, LINKS), min_size=1, max_size=4))
def test_turned_round_precision_and_recall_change_places(pairs):
    first, second = (
        [record(links, k) for k, links in enumerate(side)] for side in zip(*pairs, strict=True)
    )
    there, back = agreement(first, second), agreement(second, first)
    for level, figures in there["levels"].items():
        turned = back["levels"][level]
        assert figures["links"]["precision"] == turned["links"]["recall"]
        assert figures["links"]["f"] == turned["links"]["f"]
        assert figures["kappa"] == pytest.approx(turned["kappa"])
        for label, told in figures["relations"].items():
            assert told["kappa"] == pytest.approx(turned["relations"][label]["kappa"])
    assert len(there["different"]) == sum(
        bool(differences(*pair)) for pair in matched(first, second)[0]
    )


def test_whoever_agrees_with_oneself_agrees():
    report = agreement([record(GOLD)], [record(GOLD)])
    assert report["levels"]["words"]["kappa"] == 1.0
    assert report["different"] == []


def line(id, links, **more):
    words = [{"source": [i], "target": [j], "relation": r} for (i, j), r in links.items()]
    return {"id": id, "source": [*WORDS], "target": [*WORDS], "words": words, **more}


def test_the_command(tmp_path, capsys):
    first = write_lines(tmp_path / "a.jsonl", [line(1, GOLD), line(2, {}, state="started")])
    second = write_lines(tmp_path / "b.jsonl", [line(1, PRED, state="done"), line(2, {})])
    assert main(["agree", str(first), str(second)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1 pairs, 1 differ\nin the first alone: 0, not done: 1\n")
    assert "links           4       5     4      0.800   1.000  0.889  0.556" in told
    assert told.endswith("  1: words:1:1 restates / equals, words:4:4 only second\n")
    assert main(["agree", str(first), str(second), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["levels"]["words"]["relations"]["equals"]["kappa"] == 0.5
    assert report["not_done"] == [1, 0]
