import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import (
    ChunkLink,
    ChunkMeasure,
    GoldChunks,
    evaluate,
)

KINDS = ("align", "type", "score", "type_score")
WORDS = ("a", ".", "b", "-", "c")
indices = st.lists(st.integers(0, len(WORDS) - 1), min_size=1, max_size=3, unique=True)
tags = st.sampled_from("EQUI SPE1 SPE2 SIMI REL OPPO SIMI_FACT rel EQUI_POL".split())
links = st.lists(
    st.builds(
        ChunkLink, indices, indices, tags.map(lambda t: set(t.split("_"))), st.integers(0, 5)
    ),
    max_size=4,
)
cases = st.sampled_from(["released", "documented"])


def link(source, target, kind, score):
    """Read a link as a .wa file has it: tokens from 1, tags joined by "_"."""
    ends = ([int(i) - 1 for i in side.split()] for side in (source, target))
    return ChunkLink(*ends, set(kind.split("_")), score)


def gold(source, target, *links):
    return GoldChunks(links, source.split(), target.split())


GOLD = [
    gold("red car .", "car .", link("1 2", "1", "SPE1", 4), link("3", "2", "EQUI", 5)),
    gold("he left", "she left", link("1", "1", "SIMI_FACT", 2), link("2", "2", "EQUI", 5)),
]


def run(preds, golds=GOLD, special_cases="released"):
    return evaluate(ChunkMeasure(special_cases), preds, golds).scores


def prediction(pronouns):
    return [
        [link("2", "1", "EQUI", 5), link("3", "2", "EQUI", 5)],
        [link("1", "1", pronouns, 1), link("2", "2", "EQUI", 5)],
    ]


@pytest.mark.parametrize(
    ("pronouns", "special_cases", "expected"),
    [
        ("REL", "released", (0.9091, 0.3333, 0.7944, 0.3333)),
        ("REL", "documented", (0.9091, 0.3333, 0.7944, 0.7944)),
        ("SIMI", "released", (0.9091, 0.5, 0.7944, 0.4667)),
        ("SIMI", "documented", (0.9091, 0.5, 0.7944, 0.66)),
    ],
)
def test_the_worked_pairs(pronouns, special_cases, expected):
    scores = run(prediction(pronouns), special_cases=special_cases)
    assert [round(scores[f"{kind}_f"], 4) for kind in KINDS] == list(expected)
    assert scores["align_precision"] == 1
    assert scores["align_recall"] == pytest.approx(2.5 / 3)
    assert scores["score_precision"] == pytest.approx(2.6 / 3)
    assert scores["score_recall"] == pytest.approx(2.2 / 3)


@pytest.mark.parametrize(
    ("one", "other", "spared"),
    [
        (("EQUI", 5), ("SPE1", 4), True),
        (("EQUI", 5), ("SIMI", 3.9), False),
        (("EQUI", 0), ("SPE2", 4), True),
        (("EQUI", 5), ("REL", 4), False),
        (("EQUI", 5), ("OPPO", 4), False),
        (("SPE1", 2), ("SPE2", 2.9), True),
        (("SPE1", 2), ("SPE2", 3), False),
        (("REL", 0), ("SIMI_FACT", 1), True),
        (("SIMI", 1), ("SIMI_FACT", 1), False),
        (("OPPO", 1), ("SIMI", 1), False),
    ],
)
def test_the_documented_cases_hold_both_ways(one, other, spared):
    for pred, expected in ((one, other), (other, one)):
        pairs = [[link("1", "1", *pred)]], [gold("a", "b", link("1", "1", *expected))]
        released, documented = run(*pairs), run(*pairs, "documented")
        assert released["type_score_f"] == pytest.approx(
            released["type_f"] * released["score_f"], abs=1e-9
        )
        assert (documented["type_score_f"] == documented["score_f"]) is spared
        for kind in KINDS[:3]:
            assert documented[f"{kind}_f"] == released[f"{kind}_f"]


def test_only_single_marks_of_the_gold_words_are_punctuation():
    marks = ". , : ' ` ? ; \" -".split()
    others = "! ... '' -- ( %".split()
    for mark in marks + others:
        pair = gold(f"{mark} a", "b", link("1", "1", "EQUI", 5))
        assert ChunkMeasure().stats(pair.links, pair)[:2] == (mark in others, mark in others)


def test_fan_out():
    """Three source tokens on two target tokens: six links that weigh a third each."""
    whole = gold("a b c", "d e", link("1 2 3", "1 2", "EQUI", 5))
    one = [link("1 2", "1", "EQUI", 5)]
    sums = ChunkMeasure().stats(one, whole)
    assert sums[:4] == pytest.approx((2 / 2, 6 / 3, 2 / 2, 2 / 3))


def test_a_later_link_overwrites_and_no_score_is_zero():
    twice = [link("1", "1", "EQUI", 5), link("1", "1", "REL", 2)]
    expected = [gold("a", "b", link("1", "1", "REL", 2))]
    assert run([twice], expected)["type_score_f"] == 1
    assert run([twice[::-1]], expected)["type_f"] == 0
    assert run([[link("1", "1", "rel", None)]], expected)["type_score_f"] == pytest.approx(0.6)


@given(links)
def test_the_gold_itself_is_perfect(found):
    expected = GoldChunks(found, WORDS, WORDS)
    scores = run([found], [expected])
    empty = not ChunkMeasure().stats(found, expected)[0]
    assert {round(scores[f"{kind}_f"], 9) for kind in KINDS} == {0.0 if empty else 1.0}


@given(links, links, cases)
def test_precision_and_recall_swap(a, b, special_cases):
    one = run([a], [GoldChunks(b, WORDS, WORDS)], special_cases)
    other = run([b], [GoldChunks(a, WORDS, WORDS)], special_cases)
    for kind in KINDS:
        assert one[f"{kind}_precision"] == pytest.approx(other[f"{kind}_recall"])
        assert 0 <= one[f"{kind}_f"] <= 1 + 1e-9


@given(links, links, cases)
def test_a_link_may_be_taken_apart(a, b, special_cases):
    """Chunks joined in one link say the same as links between any two of them."""
    apart = [
        ChunkLink([i], target, kind, score) for source, target, kind, score in a for i in source
    ]
    expected = GoldChunks(b, WORDS, WORDS)
    measure = ChunkMeasure(special_cases)
    assert measure.stats(apart, expected) == pytest.approx(measure.stats(a, expected))


def naive(pred, expected, kind):
    """The definition, read aloud: precision and recall sums of one pair."""
    marks = set(".,:'`?;\"-")

    def expand(chunk_links):
        return {
            (i, j): ({t.lower() for t in kinds}, score)
            for source, target, kinds, score in chunk_links
            for i in source
            for j in target
            if WORDS[i] not in marks and WORDS[j] not in marks
        }

    def weight(held, i, j):
        row = sum(1 for k, _ in held if k == i)
        column = sum(1 for _, k in held if k == j)
        return 1 / max(row, column)

    s, g = expand(pred), expand(expected)
    total = 0
    for pair in set(s) & set(g):
        (x, p), (y, q) = s[pair], g[pair]
        jaccard, near = len(x & y) / len(x | y), 1 - abs(p - q) / 5
        gain = {"align": 1, "type": jaccard, "score": near, "type_score": jaccard * near}[kind]
        total += gain * weight(s, *pair)
    size = sum(weight(s, *pair) for pair in s)
    return total / size if size else 0


@given(links, links)
def test_against_the_definition(a, b):
    scores = run([a], [GoldChunks(b, WORDS, WORDS)])
    for kind in KINDS:
        assert scores[f"{kind}_precision"] == pytest.approx(naive(a, b, kind))
        assert scores[f"{kind}_recall"] == pytest.approx(naive(b, a, kind))


def test_the_order_of_pairs_has_no_effect_and_counts_are_pooled():
    pairs = list(zip(prediction("REL"), GOLD, strict=True))
    random.Random(1).shuffle(pairs)
    assert run([p for p, _ in pairs], [g for _, g in pairs]) == run(prediction("REL"))
    extra = run([*prediction("REL"), []], [*GOLD, gold("x y", "z", link("1 2", "1", "EQUI", 5))])
    assert extra["align_recall"] == pytest.approx(2.5 / 4)


def test_nothing_to_score_is_zero_as_in_the_released_program():
    assert set(run([[]], [gold("a", "b")]).values()) == {0.0}


def test_signature():
    assert ChunkMeasure().name == "ists"
    assert "special:released" in ChunkMeasure().signature()
    assert ChunkMeasure("documented").signature() != ChunkMeasure().signature()
    with pytest.raises(ParaphraseError, match="P207"):
        ChunkMeasure("printed")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (ChunkLink([0], [2], {"EQUI"}, 5), "P205"),
        (ChunkLink([0], [-1], {"EQUI"}, 5), "P120"),
        (ChunkLink([0], [], {"EQUI"}, 5), "P120"),
        (ChunkLink([0.5], [0], {"EQUI"}, 5), "P120"),
        (ChunkLink([0], [0], "EQUI", 5), "P120"),
        (ChunkLink([0], [0], {1}, 5), "P120"),
        (ChunkLink([0], [0], {"EQUI"}, 6), "P120"),
        (ChunkLink([0], [0], {"EQUI"}, "5"), "P120"),
        (([0], [0]), "P120"),
        (7, "P120"),
    ],
)
def test_bad_links(bad, code):
    with pytest.raises(ParaphraseError, match=code):
        ChunkMeasure().stats([bad], gold("he left", "she left"))
    with pytest.raises(ParaphraseError, match=code):
        ChunkMeasure().stats([], gold("he left", "she left", bad))
