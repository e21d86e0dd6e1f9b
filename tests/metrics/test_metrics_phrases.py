from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import (
    GoldLinks,
    ParaMetric,
    PhraseMeasure,
    TableMeasure,
    atomic,
    evaluate,
    non_identical,
    phrase_pairs,
    unaligned_ratio,
)

N, M = 5, 6
link_sets = st.frozensets(st.tuples(st.integers(0, N - 1), st.integers(0, M - 1)), max_size=9)
SOURCE, TARGET = list("abcde"), list("Acbxda")


@st.composite
def pairs(draw):
    """Two link records over the same words."""
    return tuple(GoldLinks(draw(link_sets), draw(link_sets), SOURCE, TARGET) for _ in range(2))


def brute_force(links, n, m, boundary):
    """Return the consistent span pairs by trying all of them."""
    found = set()
    for i1, i2 in combinations_with_replacement(range(n), 2):
        for j1, j2 in combinations_with_replacement(range(m), 2):
            inside = [(i, j) for i, j in links if i1 <= i <= i2 and j1 <= j <= j2]
            touching = [(i, j) for i, j in links if i1 <= i <= i2 or j1 <= j <= j2]
            edges = {i1, i2} <= {i for i, _ in inside} and {j1, j2} <= {j for _, j in inside}
            if inside and inside == touching and (edges or boundary == "free"):
                found.add((i1, i2, j1, j2))
    return found


def tiled(pair, tiles):
    """Return whether tiles cover each word of both sides of the pair once."""
    i1, i2, j1, j2 = pair

    @cache
    def rest(start, free):
        if start > i2:
            return not free
        return any(
            rest(b + 1, free - set(range(c, d + 1)))
            for a, b, c, d in tiles
            if a == start and b <= i2 and set(range(c, d + 1)) <= free
        )

    return rest(i1, frozenset(range(j1, j2 + 1)))


def test_composite_and_atomic():
    pairs = phrase_pairs({(0, 0), (1, 1), (2, 1)}, 3, 2)
    assert pairs == {(0, 0, 0, 0), (1, 2, 1, 1), (0, 2, 0, 1)}
    assert pairs - atomic(pairs) == {(0, 2, 0, 1)}


def test_a_block_of_links_is_one_atomic_pair():
    pairs = phrase_pairs({(0, 0), (1, 1), (0, 1), (1, 0)}, 2, 2)
    assert pairs == atomic(pairs) == {(0, 1, 0, 1)}


def test_an_unaligned_word_inside_makes_a_pair_atomic():
    pairs = phrase_pairs({(0, 0), (2, 1)}, 3, 2)
    assert atomic(pairs) == pairs == {(0, 0, 0, 0), (2, 2, 1, 1), (0, 2, 0, 1)}
    pairs = phrase_pairs({(0, 0), (1, 2)}, 2, 3)
    assert (0, 1, 0, 2) in atomic(pairs)


def test_a_permutation_that_no_two_parts_tile_is_composite():
    pairs = phrase_pairs({(0, 1), (1, 3), (2, 0), (3, 2)}, 4, 4)
    assert (0, 3, 0, 3) in pairs
    assert len(atomic(pairs)) == 4


def test_the_worked_pair(ccl08):
    a = ccl08[0]
    pairs = [phrase_pairs(side.possible, 12, 13) for side in ccl08]
    atoms = [atomic(side) for side in pairs]
    assert [len(side) for side in pairs] == [55, 57]
    assert len(pairs[0] | pairs[1]) == 72
    assert len(atoms[0] | atoms[1]) == 15
    assert [len(non_identical(side, a.source, a.target)) for side in atoms] == [7, 7]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gold.train.sure.json", (98_806, 14_588, 4_931)),
        ("gold.train.sure+poss.json", (104_686, 14_676, 5_111)),
    ],
)
def test_phrase_pairs_of_edinburgh(edinburgh, name, expected):
    counts = [0, 0, 0]
    for gold in edinburgh(name):
        pairs = phrase_pairs(gold.sure, len(gold.source), len(gold.target))
        atoms = atomic(pairs)
        counts[0] += len(pairs)
        counts[1] += len(atoms)
        counts[2] += len(non_identical(atoms, gold.source, gold.target))
    assert tuple(counts) == expected


@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        ({(0, 0), (1, 1), (2, 1)}, (1 / 2, 1 / 2, 1 / 2)),
        ({(0, 0), (1, 1), (0, 1), (1, 0)}, (1, 0, 0)),
    ],
)
def test_precision_and_recall(pred, expected):
    gold = GoldLinks({(0, 0), (1, 1)}, source=("a", "b", "c"), target=("x", "y"))
    scores = evaluate(PhraseMeasure(), [pred], [gold]).scores
    found = [scores[f"micro_{key}"] for key in ("precision", "recall", "f")]
    assert found == pytest.approx(expected)


def test_precision_and_recall_of_the_worked_pair(ccl08):
    measure = PhraseMeasure(reference="possible")
    stats = measure.stats(*ccl08)
    assert stats[:4] == (7, 7, 5, 3)
    scores = measure.score(stats)
    found = [scores[f"micro_{key}"] for key in ("precision", "recall", "f")]
    assert found == pytest.approx([0.714, 0.429, 0.536], abs=5e-4)


def test_sure_and_possible_links_give_the_two_sets(ccl08):
    a, b = ccl08
    atoms, every = [], []
    for side in ccl08:
        sure = atomic(phrase_pairs(side.sure, 12, 13))
        atoms.append(non_identical(sure, side.source, side.target))
        every.append(phrase_pairs(side.possible, 12, 13))
    stats = PhraseMeasure(reference="sure+possible").stats(a, b)
    assert stats[:2] == (len(atoms[1]), len(atoms[0]))
    assert stats[2:4] == (len(atoms[0] & every[1]), len(every[0] & atoms[1]))
    assert stats[2] > 0


@settings(deadline=None)
@given(link_sets, st.sampled_from(["aligned", "free"]))
def test_extraction_equals_brute_force(links, boundary):
    assert phrase_pairs(links, N, M, boundary=boundary) == brute_force(links, N, M, boundary)


@settings(deadline=None)
@given(link_sets, st.sampled_from(["aligned", "free"]), st.integers(1, 5))
def test_max_len_only_drops_long_pairs(links, boundary, max_len):
    expected = {
        (i1, i2, j1, j2)
        for i1, i2, j1, j2 in brute_force(links, N, M, boundary)
        if i2 - i1 < max_len and j2 - j1 < max_len
    }
    assert phrase_pairs(links, N, M, boundary=boundary, max_len=max_len) == expected


@settings(deadline=None)
@given(link_sets)
def test_atomic_equals_brute_force(links):
    pairs = phrase_pairs(links, N, M)
    assert atomic(pairs) == {p for p in pairs if not tiled(p, tuple(pairs - {p}))}


@settings(deadline=None)
@given(st.lists(pairs(), min_size=1, max_size=4), st.sampled_from(["sure", "sure+possible"]))
def test_sides_swap_and_order_has_no_effect(corpus, reference):
    measure = PhraseMeasure(reference)
    preds, golds = zip(*corpus, strict=True)
    there, back = evaluate(measure, preds, golds).scores, evaluate(measure, golds, preds).scores
    assert there["micro_precision"] == back["micro_recall"]
    assert there["macro_precision"] == back["macro_recall"]
    assert there == evaluate(measure, preds[::-1], golds[::-1]).scores
    assert all(value is None or 0 <= value <= 1 + 1e-12 for value in there.values())


@settings(deadline=None)
@given(pairs())
def test_a_side_agrees_with_itself(pair):
    assert evaluate(PhraseMeasure(), pair[:1], pair[:1]).scores["exact"] == 1


def test_unaligned_ratio_counts_both_sides():
    links = {(0, 0), (2, 1), (3, 3)}
    assert unaligned_ratio((0, 3, 0, 3), links) == 2 / 8
    assert unaligned_ratio((0, 0, 0, 0), links) == 0


def test_no_links_no_phrases():
    assert phrase_pairs(set(), 3, 3) == phrase_pairs(set(), 3, 3, boundary="free") == set()
    assert atomic(set()) == set()


def test_signature():
    assert PhraseMeasure("possible").signature() == (
        "phrases:atomic|ref:possible|boundary:aligned|nonident:yes|avg:macro+micro|case:lower|v:1"
    )


def test_bad_input():
    with pytest.raises(ParaphraseError, match="P201"):
        phrase_pairs({(0, -1)}, 2, 2)
    with pytest.raises(ParaphraseError, match=r"P205.*target index 2"):
        phrase_pairs({(0, 2)}, 2, 2)
    with pytest.raises(ParaphraseError, match="P206"):
        PhraseMeasure().stats({(0, 0)}, set())
    with pytest.raises(ParaphraseError, match="P207"):
        phrase_pairs({(0, 0)}, 2, 2, boundary="loose")
    with pytest.raises(ParaphraseError, match="P207"):
        PhraseMeasure(reference="maybe")
    with pytest.raises(ParaphraseError, match="P208"):
        atomic(phrase_pairs({(0, 0)}, 1, 2, boundary="free"))


def words(n):
    return tuple(f"s{i}" for i in range(n)), tuple(f"t{i}" for i in range(n))


def test_spec_test_11_parametric():
    gold = GoldLinks({(0, 0), (1, 1), (2, 2)}, frozenset(), *words(3))
    stats = ParaMetric().stats({(0, 0), (1, 2), (2, 1)}, gold)
    assert stats[:4] == (6, 5, 3, 3)
    scores = ParaMetric().score(stats)
    found = [round(scores[f"micro_{name}"], 3) for name in ("precision", "recall", "f")]
    assert found == [0.6, 0.5, 0.545]


def test_parametric_grows_spans_over_unlinked_edges_and_leaves_the_same_words_out():
    gold = GoldLinks({(0, 0)}, frozenset(), ("a", "b"), ("a",))
    assert ParaMetric().stats({(0, 0)}, gold)[:4] == (1, 1, 1, 1)  # "a b" for "a"
    assert ParaMetric(identical=True).stats({(0, 0)}, gold)[:4] == (2, 2, 2, 2)
    assert ParaMetric().signature() != ParaMetric(identical=True).signature()


def test_a_table_is_scored_by_the_pairs_that_occur():
    gold = GoldLinks({(0, 0), (1, 1)}, frozenset(), ("Big", "dog"), ("large", "dog"))
    table = {("big",): {("large",), ("dog",), ("huge",)}, ("cat",): {("dog",)}}
    stats = TableMeasure().stats(table, gold)
    assert stats[:4] == (2, 2, 1, 1)  # gold has "big dog" for "large dog", too
    assert TableMeasure().stats({}, gold)[:4] == (2, 0, 0, 0)
    with pytest.raises(ParaphraseError, match="P206"):
        TableMeasure().stats(table, GoldLinks({(0, 0)}))
