"""Tuning of edit costs to human judgements, by hill climbing.

Snover, Madnani, Dorr and Schwartz 2009, section 4: find the costs for which the scores of pairs
correlate best with their grades (Pearson). With fixed edits, a score is a sum over counts, so that
thousands of costs can be tried in a second; then the pairs are aligned again with the best costs.
As in the paper, edits may be found with other costs than those of the score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, product
from typing import Any

import numpy as np

from ..errors import ParaphraseError
from ..jobs.arrays import FloatArray, IntArray
from .terp import DEFAULT, LEAST_SHIFT, Costs, EditPhrases, TextOrWords, terp
from .word_edits import SHIFT, EditAlignment
from .words import NOTHING, WordLookup

# Steps by which costs are changed.
_STEPS = (0.05, 0.02, 0.01)
_LEAST_GAIN = 1e-4
# The kind of edit of each cost, in the order of the fields of `Costs`.
_KINDS = ("I", "D", "S", "T", "Y", SHIFT)
_NAMES = tuple(field.name for field in fields(Costs))[: len(_KINDS)]


@dataclass(frozen=True)
class TunedCosts:
    """The tuned costs: `terp(source, target, found.align, score_costs=found.costs)`.

    Attributes:
        align: The costs with which edits are found.
        costs: The costs with which they are scored.
        correlation: Pearson's r between the negative score and the grades.
        start: The same for the initial costs.
        rounds: The number of times that the pairs were aligned.
    """

    align: Costs
    costs: Costs
    correlation: float
    start: float
    rounds: int


def tune(
    pairs: Sequence[tuple[TextOrWords, TextOrWords]],
    gold: Sequence[float],
    start: Costs = DEFAULT,
    rounds: int = 5,
    *,
    lookup: WordLookup = NOTHING,
    phrases: EditPhrases | None = None,
) -> TunedCosts:
    """Return the edit costs that agree best with grades.

    Args:
        pairs: Sources and targets.
        gold: Human similarity grades on any scale; higher is more similar.
        start: Initial costs; kinds of edits that they disable stay disabled.
        rounds: Maximum number of alignments; tuning ends if the correlation increases by less than
            .0001.
        lookup: Stems and synonyms of words.
        phrases: A phrase table.

    Raises:
        ParaphraseError: P222 for pairs and grades that do not match.

    Example:
        >>> pairs = [("a b c".split(), t.split()) for t in ("a b c", "a b", "a b c d", "x y z")]
        >>> tune(pairs, [5, 1, 4, 0]).correlation > 0.9
        True
    """
    grades = np.array(gold, dtype=np.float64)
    if len(pairs) != len(grades) or len(grades) < 2 or not np.isfinite(grades).all():
        raise ParaphraseError("P222", got=f"{len(pairs)} pairs and {len(grades)} grades")

    def aligned(align: Costs, costs: Costs) -> list[EditAlignment]:
        options: dict[str, Any] = {"lookup": lookup, "phrases": phrases, "cap": False}
        return [terp(*pair, align, score_costs=costs, **options) for pair in pairs]

    found = aligned(start, start)
    first = correlation(_scores(found), grades)
    best = TunedCosts(start, start, first, first, 0)
    align = start
    for done in range(1, rounds + 1):
        costs = _climb(_Counts.of(found), best.costs, grades)
        r = correlation(_scores(aligned(align, costs)), grades)
        if r < best.correlation + _LEAST_GAIN:
            break
        best = TunedCosts(align, costs, r, first, done)
        align = costs
        found = aligned(align, align)
    return best


def correlation(scores: FloatArray, grades: FloatArray) -> float:
    """Return Pearson's r between negative error rates and grades; 0 if either is constant."""
    scores, grades = scores - scores.mean(), grades - grades.mean()
    size = float(np.linalg.norm(scores) * np.linalg.norm(grades))
    return -float(scores @ grades) / size if size > 1e-12 else 0.0


def _scores(found: Sequence[EditAlignment]) -> FloatArray:
    return np.array([one.score for one in found])


@dataclass(frozen=True)
class _Counts:
    """The edits of all pairs, per word of their sources.

    Attributes:
        edits: Number of edits of each kind (`_KINDS`) per source word; shape (pairs, 6).
        pair: The pair of each phrase; shape (phrases,).
        share: 1 / (number of words of its source) of each phrase; shape (phrases,).
        terms: 1, q log10 p, p q and q of each phrase; shape (phrases, 4).
    """

    edits: FloatArray
    pair: IntArray
    share: FloatArray
    terms: FloatArray

    @classmethod
    def of(cls, found: Sequence[EditAlignment]) -> _Counts:
        lengths = np.array([max(1, one.length) for one in found], dtype=np.float64)
        counts = [[one.counts()[kind] for kind in _KINDS] for one in found]
        phrases = [(k, edit) for k, one in enumerate(found) for edit in one.ops if edit.kind == "P"]
        terms = [
            (1.0, e.inner * np.log10(e.probability), e.inner * e.probability, e.inner)
            for _, e in phrases
        ]
        pair = np.array([k for k, _ in phrases], dtype=np.int64)
        edits = np.array(counts, dtype=np.float64) / lengths[:, None]
        return cls(edits, pair, 1 / lengths[pair], np.array(terms).reshape(len(phrases), 4))

    def scores(self, values: FloatArray) -> FloatArray:
        """Return the cost per word of each pair; the last four `values` are those of phrases."""
        totals: FloatArray = self.edits @ values[: len(_KINDS)]
        if len(self.pair):
            prices = np.maximum(0.0, self.terms @ values[len(_KINDS) :]) * self.share
            totals = totals + np.bincount(self.pair, prices, len(totals))
        return totals


def _climb(counts: _Counts, start: Costs, grades: FloatArray) -> Costs:
    """Return costs at a local maximum: no step of one or two costs increases the correlation."""
    given = [getattr(start, name) for name in _NAMES] + list(start.phrase or [None] * 4)
    tuned = [k for k, value in enumerate(given) if value is not None]
    least = np.full(len(given), -np.inf)
    least[: len(_KINDS)] = 0.0
    least[_NAMES.index("shift")] = LEAST_SHIFT
    values = np.array([value or 0.0 for value in given])
    reached = correlation(counts.scores(values), grades)
    climbing = True
    while climbing:
        climbing = False
        for together in (1, 2):
            best, r = values, reached
            for other in _steps(values, tuned, together):
                other = np.maximum(other, least)
                found = correlation(counts.scores(other), grades)
                if found > r:
                    best, r = other, found
            if r > reached + _LEAST_GAIN / 10:
                values, reached, climbing = best, r, True
                break
    costs = [float(value) if k in tuned else None for k, value in enumerate(values.round(4))]
    phrase = None if start.phrase is None else tuple(costs[len(_KINDS) :])
    edits: dict[str, Any] = dict(zip(_NAMES, costs, strict=False))
    return Costs(**edits | {"phrase": phrase})


def _steps(values: FloatArray, tuned: Sequence[int], together: int) -> Iterator[FloatArray]:
    """Yield copies of the costs with `together` of them changed."""
    for some in combinations(tuned, together):
        for step, signs in product(_STEPS, product((1, -1), repeat=together)):
            other = values.copy()
            other[list(some)] += step * np.array(signs)
            yield other
