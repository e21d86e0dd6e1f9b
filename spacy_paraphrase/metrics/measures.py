"""The common interface of all measures, and pooled precision, recall and F.

A measure computes additive statistics of each pair, and scores from their sum. Corpus scores,
confidence intervals and paired tests (`significance`) need only these. The design is that of Post
2018, *A call for clarity in reporting BLEU scores* (sacrebleu).

All scores are fractions in 0..1; `None` means that there was nothing to score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..checked import checked
from ..errors import ParaphraseError

Stats = tuple[float, ...]
Scores = dict[str, float | None]
Matrix = NDArray[np.float64]

P_contra = TypeVar("P_contra", contravariant=True)
G_contra = TypeVar("G_contra", contravariant=True)
P = TypeVar("P")
G = TypeVar("G")


class Measure(Protocol[P_contra, G_contra]):
    """Protocol of a measure."""

    @property
    def name(self) -> str:
        """A short name, such as "align"."""

    def stats(self, pred: P_contra, gold: G_contra) -> Stats:
        """Return the additive statistics of one pair; their number is the same for all pairs."""

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the scores for statistics summed over pairs."""

    def signature(self) -> str:
        """Return all settings that must be equal to compare two numbers of this measure."""


class PRF(NamedTuple):
    """Precision, recall, their harmonic mean, and whether both sides are the same."""

    precision: float
    recall: float
    f: float
    exact: float


@dataclass(frozen=True, eq=False)
class Result:
    """The outcome of a measure on a corpus.

    Attributes:
        name: Name of the measure.
        stats: Statistics per pair, shape (pairs, statistics).
        scores: Scores of their sum.
        signature: Signature of the measure; no score should be printed without it.
    """

    name: str
    stats: Matrix
    scores: Scores
    signature: str


@checked()
def prf(gold: float, predicted: float, correct: float, found: float | None = None) -> PRF:
    """Return precision, recall, F and exactness from counts, with the rules for empty sets.

    A value with a zero denominator is 1 if the other value is perfect, else 0. So an empty
    prediction for an empty gold set has all scores 1, and a single empty side has 0.

    Args:
        gold: Number of gold items.
        predicted: Number of predicted items.
        correct: Number of predicted items that the gold allows.
        found: Number of gold items in the prediction, if that differs from `correct` (sure and
            possible links, atomic and other phrase pairs).

    Example:
        >>> prf(gold=3, predicted=2, correct=1)
        PRF(precision=0.5, recall=0.3333333333333333, f=0.4, exact=0.0)
        >>> prf(gold=0, predicted=0, correct=0).f, prf(gold=2, predicted=0, correct=0).f
        (1.0, 0.0)
    """
    found = correct if found is None else found
    precision = correct / predicted if predicted else float(found == gold)
    recall = found / gold if gold else float(correct == predicted)
    exact = float(correct == predicted and found == gold)
    return PRF(precision, recall, harmonic(precision, recall), exact)


@checked()
def pooled_prf(
    gold: float, predicted: float, correct: float, found: float | None = None
) -> PRF | None:
    """Return `prf` of counts pooled over a corpus, or `None` if both sides are empty."""
    return prf(gold, predicted, correct, found) if gold or predicted else None


def harmonic(precision: float, recall: float) -> float:
    """Return the harmonic mean, 0 if both are 0."""
    return share(2 * precision * recall, precision + recall)


def share(part: float, whole: float) -> float:
    """Return a part of a whole as a share; 0 of nothing."""
    return part / whole if whole else 0.0


def means(names: Sequence[str], sums: Sequence[float]) -> Scores:
    """Return sums over pairs as means, by name; the last of the sums is the number of pairs."""
    *totals, pairs = sums
    return {k: v / pairs if pairs else None for k, v in zip(names, totals, strict=True)}


def prf_keys(prefix: str, values: PRF | None) -> Scores:
    """Return `values` as `{prefix}_precision`, `{prefix}_recall` and `{prefix}_f`."""
    keys = (f"{prefix}_precision", f"{prefix}_recall", f"{prefix}_f")
    return dict(zip(keys, values[:3] if values else (None, None, None), strict=True))


def set_stats(gold: int, predicted: int, correct: int, found: int) -> Stats:
    """Return the nine statistics of one pair of sets, to be summed for `set_scores`.

    They are the four counts of `prf`, then precision, recall, F and exactness of this pair, then 1.
    """
    return (gold, predicted, correct, found, *prf(gold, predicted, correct, found), 1.0)


def set_scores(sums: Sequence[float]) -> Scores:
    """Return micro and macro scores from summed `set_stats`.

    Returns:
        `micro_*` from pooled counts. `macro_precision` and `macro_recall` are means over pairs,
        `macro_f` is the harmonic mean of these two, as in the published tables of word aligners;
        `macro_mean_f` is the mean of F over pairs. `exact` is the share of completely correct
        pairs.

    Example:
        >>> pairs = [set_stats(2, 2, 1, 1), set_stats(3, 3, 3, 3), set_stats(1, 0, 0, 0)]
        >>> scores = set_scores([sum(column) for column in zip(*pairs)])
        >>> round(scores["micro_f"], 4), scores["macro_f"], round(scores["exact"], 4)
        (0.7273, 0.5, 0.3333)
    """
    *counts, precision, recall, f, exact, pairs = sums
    scores = prf_keys("micro", pooled_prf(*counts))
    macro = None
    if pairs:
        precision, recall = precision / pairs, recall / pairs
        macro = PRF(precision, recall, harmonic(precision, recall), exact / pairs)
    scores |= prf_keys("macro", macro)
    scores["macro_mean_f"] = f / pairs if pairs else None
    scores["exact"] = macro.exact if macro else None
    return scores


@checked("preds", "golds")
def evaluate(measure: Measure[P, G], preds: Sequence[P], golds: Sequence[G]) -> Result:
    """Apply a measure to a corpus.

    Args:
        measure: The measure.
        preds: One prediction per pair.
        golds: The gold of the same pairs, in the same order.

    Raises:
        ParaphraseError: If the two differ in length (P202) or are empty (P203).

    Example:
        >>> from spacy_paraphrase.metrics import AlignmentMeasure
        >>> result = evaluate(AlignmentMeasure(), [{(0, 0), (1, 2)}], [{(0, 0), (1, 1)}])
        >>> result.scores["micro_f"]
        0.5
    """
    if len(preds) != len(golds):
        raise ParaphraseError("P202", got=len(preds), expected=len(golds))
    stats = stats_matrix(list(map(measure.stats, preds, golds)))
    return Result(measure.name, stats, measure.score(sum_stats(stats)), measure.signature())


def stats_matrix(stats: Any) -> Matrix:
    """Return the statistics of pairs as an array of shape (pairs, statistics).

    Raises:
        ParaphraseError: P203, if there is no pair, if the pairs differ in their number of
            statistics, or if a statistic is no finite number.
    """
    try:
        matrix = np.asarray(stats, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ParaphraseError("P203", got=str(error)) from error
    if matrix.ndim != 2 or not matrix.size:
        raise ParaphraseError("P203", got=f"an array of shape {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ParaphraseError("P203", got="a value that is not finite")
    return matrix


def sum_stats(matrix: Matrix) -> list[float]:
    """Return exactly rounded sums over pairs, which do not depend on the order of the pairs."""
    return [math.fsum(column) for column in matrix.T]
