from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import (
    AlignmentMeasure,
    RelationMeasure,
    bootstrap,
    evaluate,
    paired_randomisation,
    paired_randomisations,
)

numbers = st.floats(0, 1).map(lambda x: round(x, 3))


def mean(sums):
    return {"mean": sums[0] / sums[1]}


def column(*values):
    """Statistics that `mean` scores."""
    return [(value, 1.0) for value in values]


def links(*predictions):
    """Statistics of the alignment measure; the gold is always 0-0 and 1-1."""
    return evaluate(
        AlignmentMeasure(), list(predictions), [{(0, 0), (1, 1)}] * len(predictions)
    ).stats


def test_five_zeros_and_five_ones():
    interval = bootstrap(column(*[0] * 5, *[1] * 5), mean)["mean"]
    assert interval[:3] == pytest.approx((0.5, 0.2, 0.8))
    assert interval.signature == "bootstrap:1000|level:0.95|seed:0"


@pytest.mark.parametrize("constant", [1.0, 0.1, 1 / 3, 1e-9])
def test_constant_statistics_have_no_width(constant):
    interval = bootstrap(column(*[constant] * 7), mean, trials=50)["mean"]
    assert interval.low == interval.value == interval.high


def test_bootstrap_resamples_pairs():
    rng = np.random.default_rng(5)
    stats = np.column_stack([rng.random(30), np.ones(30)])
    draws = np.random.default_rng(5)
    means = [stats[draws.integers(30, size=30)].sum(axis=0)[0] / 30 for _ in range(200)]
    interval = bootstrap(stats, mean, trials=200, seed=5, level=0.9)["mean"]
    assert interval[1:3] == pytest.approx(np.quantile(means, [0.05, 0.95]))
    assert bootstrap(stats, mean, trials=200, seed=5, level=0.9)["mean"] == interval
    assert bootstrap(stats, mean, trials=200, seed=6, level=0.9)["mean"] != interval


def test_two_systems_get_the_same_resamples():
    values = np.random.default_rng(1).random(20)
    one = bootstrap(column(*values), mean, trials=100)["mean"]
    two = bootstrap(column(*(1 - values)), mean, trials=100)["mean"]
    assert (two.low, two.high) == pytest.approx((1 - one.high, 1 - one.low))


def test_every_key_of_a_measure_gets_an_interval():
    stats = links({(0, 0)}, {(0, 0), (1, 1)}, set(), {(0, 1)})
    scores = AlignmentMeasure().score(stats.sum(axis=0).tolist())
    intervals = bootstrap(stats, AlignmentMeasure().score, trials=100)
    assert intervals.keys() == scores.keys()
    for key, interval in intervals.items():
        assert interval.value == pytest.approx(scores[key])
        assert 0 <= interval.low <= interval.high <= 1


def test_a_score_that_is_not_defined_has_no_interval():
    measure = RelationMeasure()
    pairs = [{(0, 0): "equals"}] * 5 + [{(0, 0): "restates"}]
    stats = evaluate(measure, pairs, pairs).stats
    intervals = bootstrap(stats, measure.score, trials=50)
    assert intervals["intersects_f"] is None
    assert intervals["restates_f"][:3] == (1, 1, 1)  # resamples without one are left out


@pytest.mark.parametrize(
    ("differences", "p"),
    [((0.3, 0.1, 0.2, -0.1), 6 / 16), ((1, 1, 1, 1, 1), 2 / 32), ((0, 0, 0), 1)],
)
def test_exact_randomisation(differences, p):
    comparison = paired_randomisation(
        column(*differences), column(*[0] * len(differences)), mean, "mean"
    )
    assert comparison.p == p
    assert comparison.difference == pytest.approx(np.mean(differences))
    assert comparison.signature == "randomisation:exact"


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=6))
def test_exact_randomisation_equals_brute_force(pairs):
    a, b = zip(*pairs, strict=True)
    observed = abs(sum(a) - sum(b))
    hits = 0
    for signs in product((1, -1), repeat=len(pairs)):
        moved = abs(sum(s * (x - y) for s, (x, y) in zip(signs, pairs, strict=True)))
        hits += moved >= observed - 1e-9
    there = paired_randomisation(column(*a), column(*b), mean, "mean")
    back = paired_randomisation(column(*b), column(*a), mean, "mean")
    assert there.p == back.p == hits / 2 ** len(pairs)
    assert there.difference == -back.difference


def test_sampled_randomisation():
    a, b = column(*[1] * 13), column(*[0] * 13)
    comparison = paired_randomisation(a, b, mean, "mean", trials=2000, seed=3)
    assert comparison.signature == "randomisation:2000|seed:3"
    assert 1 / 2001 <= comparison.p <= 5 / 2001
    assert comparison == paired_randomisation(a, b, mean, "mean", trials=2000, seed=3)
    assert paired_randomisation(a, a, mean, "mean", trials=50).p == 1


def test_sampled_agrees_with_exact():
    rng = np.random.default_rng(2)
    a, b = rng.random(12) + 0.2, rng.random(12)
    exact = paired_randomisation(column(*a), column(*b), mean, "mean").p
    # a thirteenth pair without a difference leaves p as it is
    sampled = paired_randomisation(
        column(*a, 0), column(*b, 0), mean, "mean", trials=4000, seed=1
    ).p
    assert sampled == pytest.approx(exact, abs=0.03)


@pytest.mark.parametrize("key", ["micro_f", "macro_f", "exact", "aer"])
def test_randomisation_of_a_measure(key):
    good, bad = links(*[{(0, 0), (1, 1)}] * 6), links(*[{(0, 0), (0, 1)}] * 6)
    comparison = paired_randomisation(good, bad, AlignmentMeasure().score, key)
    assert comparison.p == 2 / 64
    assert (comparison.difference < 0) == (key == "aer")


def test_an_undefined_difference_does_not_lower_p():
    def ratio(sums):
        return {"ratio": sums[0] / sums[1] if sums[1] else None}

    a, b = [(1, 1), (0, 0)], [(0, 0), (0, 1)]
    assert paired_randomisation(a, b, ratio, "ratio").p == 1


def test_all_scores_at_once():
    """Each as if it were compared alone; one that is not defined for both systems is left out."""
    a = [(k % 3 / 2, k % 2) for k in range(20)]
    b = [(k % 5 / 4, 1) for k in range(20)]

    def score(sums):
        return {"first": sums[0] / 20, "ratio": sums[0] / sums[1], "part": sums[1] < 15 or None}

    found = paired_randomisations(a, b, score, trials=300)
    assert list(found) == ["first", "ratio"]
    for key, comparison in found.items():
        assert comparison == paired_randomisation(a, b, score, key, trials=300)


def test_bad_input():
    one, two = column(1), column(1, 2)
    with pytest.raises(ParaphraseError, match="P203"):
        bootstrap([], mean)
    with pytest.raises(ParaphraseError, match="P203"):
        paired_randomisation([1, 2], [1, 2], mean, "mean")
    for setting in ({"trials": 0}, {"level": 1}, {"level": 95}):
        with pytest.raises(ParaphraseError, match="P207"):
            bootstrap(one, mean, **setting)
    with pytest.raises(ParaphraseError, match="P207"):
        paired_randomisation(one, one, mean, "mean", trials=0)
    with pytest.raises(ParaphraseError, match=r"P209.*\(1, 2\) and \(2, 2\)"):
        paired_randomisation(one, two, mean, "mean")
    with pytest.raises(ParaphraseError, match=r"P210.*'median'.*one of mean"):
        paired_randomisation(one, one, mean, "median")
    with pytest.raises(ParaphraseError, match="P210"):
        paired_randomisation(one, one, lambda sums: {"mean": None}, "mean")
