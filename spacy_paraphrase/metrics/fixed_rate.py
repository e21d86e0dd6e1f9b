"""Comparison of sentence compression systems at the same compression rate.

Human ratings of compressions are lower for shorter ones, for every system, so quality can be
compared only at the same rate (Napoles 2018, *Monolingual sentence rewriting as machine
translation*). The rate is the length of the output divided by that of the source; higher is longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from statistics import fmean
from typing import Literal, NamedTuple, TypeAlias

from ..checked import checked
from ..errors import ParaphraseError

Verdict: TypeAlias = Literal["A", "B", "tie", "inconclusive"]
# Rates that differ by less are the same.
SAME_RATE = 0.05


@checked()
def verdict(
    rate_a: float, quality_a: float, rate_b: float, quality_b: float, tolerance: float = SAME_RATE
) -> Verdict:
    """Return which of two systems is better, if this can be decided.

    It is the one with higher quality at the same rate; else a shorter one that is at least as good.

    Example:
        >>> verdict(0.78, 3.76, 0.69, 3.5), verdict(0.64, 3.83, 0.64, 3.94)
        ('inconclusive', 'B')
        >>> verdict(0.8, 3.9, 0.7, 3.9)
        'B'
    """
    if abs(rate_a - rate_b) < tolerance:
        if quality_a == quality_b:
            return "tie"
        return "A" if quality_a > quality_b else "B"
    if rate_a < rate_b:
        return "A" if quality_a >= quality_b else "inconclusive"
    return "B" if quality_b >= quality_a else "inconclusive"


class Rated(NamedTuple):
    """The rate and the quality of an output; higher quality is better."""

    rate: float
    quality: float


@dataclass(frozen=True)
class RateComparison:
    """The comparison of two systems on the sentences with the same rate.

    Attributes:
        kept: Number of these sentences.
        dropped: Number of other sentences.
        wins: Number of sentences on which A is better.
        losses: Number of sentences on which B is better.
        p: Two-sided p of the sign test; 1 if all are ties.
        rates: Mean rates of both on the sentences kept; None without any.
        qualities: Their mean quality there.
    """

    kept: int
    dropped: int
    wins: int
    losses: int
    p: float
    rates: tuple[float, float] | None
    qualities: tuple[float, float] | None


@checked()
def compare_at_rate(
    a: Sequence[Rated], b: Sequence[Rated], tolerance: float = SAME_RATE
) -> RateComparison:
    """Compare two systems on the sentences whose rates differ by less than a tolerance.

    Args:
        a: The outputs of one system.
        b: Those of the other, for the same sentences.
        tolerance: Greatest difference of rates that count as the same.

    Raises:
        ParaphraseError: P202 if the numbers of outputs differ.

    Example:
        >>> a, b = [Rated(0.7, 4), Rated(0.5, 2)], [Rated(0.72, 3), Rated(0.9, 5)]
        >>> found = compare_at_rate(a, b)
        >>> found.kept, found.dropped, found.wins
        (1, 1, 1)
    """
    from scipy.stats import binomtest  # the help of the commands does without scipy

    if len(a) != len(b):
        raise ParaphraseError("P202", got=len(a), expected=len(b))
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if abs(x.rate - y.rate) < tolerance]
    wins = sum(bool(x.quality > y.quality) for x, y in pairs)
    losses = sum(bool(x.quality < y.quality) for x, y in pairs)
    p = float(binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0
    rates = qualities = None
    if pairs:
        ours, theirs = zip(*pairs, strict=True)
        rates = fmean(x.rate for x in ours), fmean(y.rate for y in theirs)
        qualities = fmean(x.quality for x in ours), fmean(y.quality for y in theirs)
    return RateComparison(len(pairs), len(a) - len(pairs), wins, losses, p, rates, qualities)


class RateBand(NamedTuple):
    """Outputs of similar rates: from `low` to below `high`, their number and mean quality."""

    low: float
    high: float
    n: int
    quality: float


@checked()
def quality_by_rate(outputs: Sequence[Rated], step: float = SAME_RATE) -> list[RateBand]:
    """Return the mean quality of outputs in bands of rates; bands without outputs are left out.

    Example:
        >>> quality_by_rate([Rated(0.5, 2), Rated(0.52, 4), Rated(0.9, 5)], step=0.1)[0].quality
        3.0
    """
    bands: dict[int, list[float]] = {}
    for rate, quality in outputs:
        bands.setdefault(int(rate / step + 1e-9), []).append(quality)
    return [
        RateBand(round(k * step, 9), round((k + 1) * step, 9), len(some), fsum(some) / len(some))
        for k, some in sorted(bands.items())
    ]
