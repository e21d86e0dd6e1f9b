"""Measures of graded similarity and of paraphrase recognition.

Papers: Agirre and others 2012, *SemEval-2012 Task 6: A Pilot on Semantic Textual Similarity*
(Pearson correlation, the mean weighted by the size of the sets); Madnani, Tetreault and Chodorow
2012, *Re-examining Machine Translation Metrics for Paraphrase Identification* (accuracy and F of
the class of paraphrases).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..checked import checked
from ..errors import ParaphraseError
from ..jobs.arrays import FloatArray
from .measures import Scores, Stats, pooled_prf


@checked()
def pearson(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Return the correlation of two lists of values; None if one of them never varies.

    Raises:
        ParaphraseError: P202 if they differ in length.

    Example:
        >>> round(pearson([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]), 4)
        0.8
    """
    if len(x) != len(y):
        raise ParaphraseError("P202", got=len(x), expected=len(y))
    a, b = (np.asarray(v, dtype=np.float64) - np.mean(v) if len(v) else np.zeros(0) for v in (x, y))
    below = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / below if below > 1e-12 else None


@checked()
def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Return the correlation of the ranks, equal values sharing their mean rank."""
    return pearson(ranks(x).tolist(), ranks(y).tolist())


@checked()
def ranks(values: Sequence[float]) -> FloatArray:
    """Return the rank of each value from 1, equal ones sharing their mean.

    Example:
        >>> ranks([3.0, 1.0, 3.0]).tolist()
        [2.5, 1.0, 2.5]
    """
    _, inverse, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse.reshape(-1)], dtype=np.float64)


@checked()
def weighted_mean(correlations: Mapping[str, float], sizes: Mapping[str, int]) -> float:
    """Return the mean of the correlations of several sets, each weighted by its size.

    Example:
        >>> sizes = {"a": 750, "b": 250}
        >>> weighted_mean({"a": 0.8, "b": 0.4}, sizes)
        0.7
    """
    return sum(sizes[k] * r for k, r in correlations.items()) / sum(sizes[k] for k in correlations)


@dataclass(frozen=True)
class SimilarityMeasure:
    """Score graded similarities against human grades.

    The statistics are the sums that Pearson's correlation is made of, so it can be resampled.

    Example:
        >>> measure = SimilarityMeasure()
        >>> pairs = [(0.1, 0.2), (0.2, 0.1), (0.3, 0.4), (0.4, 0.3), (0.5, 0.5)]
        >>> sums = [sum(column) for column in zip(*(measure.stats(*pair) for pair in pairs))]
        >>> round(measure.score(sums)["pearson"], 4)
        0.8
    """

    name: ClassVar = "sts"

    def stats(self, pred: float, gold: float | None) -> Stats:
        """Return the sums of one pair; nothing for one without gold.

        Args:
            pred: The predicted similarity.
            gold: The human grade; None without one.
        """
        if gold is None:
            return (0.0,) * 7
        return (1.0, pred, gold, pred * pred, gold * gold, pred * gold, abs(pred - gold))

    def score(self, sums: Sequence[float]) -> Scores:
        """Return `pearson`, `mae` (mean absolute error) and `n_pairs`; None where not defined."""
        n, x, y, xx, yy, xy, error = sums
        if not n:
            return {"pearson": None, "mae": None, "n_pairs": 0.0}
        spread = (xx - x * x / n) * (yy - y * y / n)
        found = (xy - x * y / n) / spread**0.5 if spread > 1e-18 else None
        return {"pearson": found, "mae": error / n, "n_pairs": n}

    def signature(self) -> str:
        """Return the settings behind a number."""
        return "similarity|pearson|v:1"


@dataclass(frozen=True)
class ParaphraseMeasure:
    """Score the recognition of paraphrases.

    Example:
        >>> measure = ParaphraseMeasure()
        >>> pairs = [(True, True), (True, False), (False, True), (False, False)]
        >>> sums = [sum(column) for column in zip(*(measure.stats(*pair) for pair in pairs))]
        >>> measure.score(sums)["accuracy"], measure.score(sums)["f"]
        (0.5, 0.5)
    """

    name: ClassVar = "paraphrase"

    def stats(self, pred: bool, gold: bool | None) -> Stats:
        """Return the counts of one pair: gold, predicted, both, right, pairs."""
        if gold is None:
            return (0.0,) * 5
        return tuple(map(float, (gold, pred, gold and pred, gold == pred, 1)))

    def score(self, sums: Sequence[float]) -> Scores:
        """Return accuracy, precision, recall and F of the paraphrases, and two simple baselines.

        Returns:
            `majority` is the accuracy of the larger class, `majority_f` the F of calling every pair
            a paraphrase.
        """
        gold, predicted, correct, right, n = sums
        keys = ("accuracy", "precision", "recall", "f", "majority", "majority_f")
        if not n:
            return {**dict.fromkeys(keys), "n_pairs": 0.0}
        found = pooled_prf(gold, predicted, correct)
        three = found[:3] if found else (None, None, None)
        easy = max(gold, n - gold) / n, 2 * gold / (gold + n)
        return {**dict(zip(keys, (right / n, *three, *easy), strict=True)), "n_pairs": n}

    def signature(self) -> str:
        """Return the settings behind a number."""
        return "paraphrase|class:positive|v:1"
