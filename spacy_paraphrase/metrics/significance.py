"""Confidence intervals and paired tests for any measure with additive statistics.

Papers: Efron and Tibshirani 1993, *An introduction to the bootstrap* (percentile intervals);
Noreen 1989, *Computer-intensive methods for testing hypotheses* (approximate randomisation).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ..checked import checked
from ..errors import ParaphraseError
from .measures import stats_matrix, sum_stats

Score = Callable[[Sequence[float]], Mapping[str, float | None]]

# Up to this many pairs all swaps are enumerated: 4,096 of them, fewer than the usual trials.
EXACT_UP_TO = 12

# Differences that are equal but for rounding are equal.
_TOLERANCE = 1e-10


class Interval(NamedTuple):
    """A score with its confidence interval; append `signature` to that of the measure."""

    value: float
    low: float
    high: float
    signature: str


class ScoreDifference(NamedTuple):
    """Score of A minus score of B, and the two-sided p of a difference that large by chance."""

    difference: float
    p: float
    signature: str


@checked()
def bootstrap(
    stats: Any, score: Score, *, trials: int = 1000, seed: int = 0, level: float = 0.95
) -> dict[str, Interval | None]:
    """Return a percentile interval for every score.

    Each trial draws as many pairs as there are, with replacement, sums their statistics and
    scores the sum. The same seed draws the same pairs from any system's statistics.

    Args:
        stats: Array of shape (pairs, statistics). Where pairs come from shared documents, sum the
            rows of each document first.
        score: Scores from sums, such as the method of a measure.
        trials: Number of resamples.
        seed: Seed of the generator.
        level: Share of the resampled scores inside the interval.

    Returns:
        An interval per key, `None` for a score that is `None`. Resamples in which a score is not
        defined (a relation that was not drawn) are left out of its interval.

    Raises:
        ParaphraseError: On malformed statistics (P203), trials or level (P207).

    Example:
        >>> stats = [(0, 1)] * 5 + [(1, 1)] * 5
        >>> bootstrap(stats, lambda sums: {"mean": sums[0] / sums[1]})["mean"]
        Interval(value=0.5, low=0.2, high=0.8, signature='bootstrap:1000|level:0.95|seed:0')
    """
    matrix = stats_matrix(stats)
    _check_trials(trials)
    if not 0 < level < 1:
        raise ParaphraseError("P207", name="level", got=level, expected="a number between 0 and 1")
    # Drawing from the different rows makes constant statistics give exactly the same sum each time.
    rows, which = np.unique(matrix, axis=0, return_inverse=True)
    which = which.ravel()
    generator = np.random.default_rng(seed)
    drawn: dict[str, list[float]] = defaultdict(list)
    for _ in range(trials):
        sample = which[generator.integers(len(matrix), size=len(matrix))]
        sums = np.bincount(sample, minlength=len(rows)) @ rows
        for key, value in score(sums.tolist()).items():
            if value is not None:
                drawn[key].append(value)
    signature = f"bootstrap:{trials}|level:{level:g}|seed:{seed}"
    tail = (1 - level) / 2
    intervals: dict[str, Interval | None] = {}
    for key, value in score(sum_stats(matrix)).items():
        if value is None or not drawn[key]:
            intervals[key] = None
        else:
            low, high = np.quantile(drawn[key], [tail, 1 - tail]).tolist()
            intervals[key] = Interval(value, low, high, signature)
    return intervals


@checked()
def paired_randomisation(
    stats_a: Any, stats_b: Any, score: Score, key: str, *, trials: int = 10_000, seed: int = 0
) -> ScoreDifference:
    """Test whether two systems differ in a score, by swapping their outputs pair by pair.

    If the systems were alike, it would not matter which of them a pair's statistics came from.
    Each trial swaps those of each pair with probability 1/2; p is the share of trials with a
    difference as large as the observed one, (hits + 1) / (trials + 1). Up to 12 pairs, all swaps
    are enumerated instead and p is exact.

    Args:
        stats_a: Statistics of system A, shape (pairs, statistics).
        stats_b: Statistics of system B on the same pairs.
        score: Scores from sums, such as the method of a measure.
        key: The score to compare.
        trials: Number of trials.
        seed: Seed of the generator.

    Raises:
        ParaphraseError: On malformed statistics (P203), statistics of different shape (P209),
            trials (P207), or a score that does not exist or is `None` for A or B (P210).

    Example:
        >>> a, b = [(0.3,), (0.1,), (0.2,), (0.0,)], [(0.0,), (0.0,), (0.0,), (0.1,)]
        >>> paired_randomisation(a, b, lambda sums: {"mean": sums[0] / 4}, "mean").p
        0.375
    """
    found = paired_randomisations(stats_a, stats_b, score, trials=trials, seed=seed)
    if key not in found:
        known = ", ".join(score(sum_stats(stats_matrix(stats_a))))
        raise ParaphraseError("P210", key=key, known=known)
    return found[key]


def paired_randomisations(
    stats_a: Any, stats_b: Any, score: Score, *, trials: int = 10_000, seed: int = 0
) -> dict[str, ScoreDifference]:
    """Test all scores that are defined for both systems, with the same swaps.

    The arguments and what is returned for each score are those of `paired_randomisation`.

    Raises:
        ParaphraseError: On malformed statistics (P203), statistics of different shape (P209), or
            trials (P207).
    """
    a, b = stats_matrix(stats_a), stats_matrix(stats_b)
    _check_trials(trials)
    if a.shape != b.shape:
        raise ParaphraseError("P209", a=a.shape, b=b.shape)
    sums_a, sums_b, change = np.array(sum_stats(a)), np.array(sum_stats(b)), b - a

    def differences(moved: Any) -> dict[str, float]:
        ours, theirs = score((sums_a + moved).tolist()), score((sums_b - moved).tolist())
        values = ((key, value, theirs.get(key)) for key, value in ours.items())
        return {key: x - y for key, x, y in values if x is not None and y is not None}

    observed = differences(0.0)
    bounds = {key: abs(d) - _TOLERANCE * max(1.0, abs(d)) for key, d in observed.items()}
    exact = len(a) <= EXACT_UP_TO
    swaps: Iterable[Any]
    if exact:
        swaps = product((0, 1), repeat=len(a))
    else:
        generator = np.random.default_rng(seed)
        swaps = (generator.integers(2, size=len(a)) for _ in range(trials))
    hits = dict.fromkeys(observed, 0)
    for swap in swaps:
        swapped = differences(np.asarray(swap) @ change)
        for key, bound in bounds.items():
            # An undefined difference counts as a hit: it may raise p, never lower it.
            hits[key] += key not in swapped or abs(swapped[key]) >= bound
    signature = "randomisation:exact" if exact else f"randomisation:{trials}|seed:{seed}"
    return {
        key: ScoreDifference(
            observed[key], count / 2 ** len(a) if exact else (count + 1) / (trials + 1), signature
        )
        for key, count in hits.items()
    }


def _check_trials(trials: int) -> None:
    if trials < 1:
        raise ParaphraseError("P207", name="trials", got=trials, expected="a positive number")
