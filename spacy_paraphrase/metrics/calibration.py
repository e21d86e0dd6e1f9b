"""Whether a confidence means what it says: reliability, calibration error, Brier score.

Papers: Brier 1950, *Verification of forecasts expressed in terms of probability*; Guo, Pleiss, Sun
and Weinberger 2017, *On calibration of modern neural networks* (expected calibration error).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics.base import Scores, Stats


class Bin(NamedTuple):
    """Predictions of about the same confidence.

    Attributes:
        low: Least confidence of the bin.
        high: Largest confidence.
        size: How many predictions there are.
        confidence: Their mean confidence; None if there are none.
        accuracy: The share of them that is right; None if there are none.
    """

    low: float
    high: float
    size: int
    confidence: float | None
    accuracy: float | None


@dataclass(frozen=True)
class CalibrationMeasure:
    """Compare confidences with how often what they speak for is right.

    Attributes:
        bins: Number of bins of the same width between 0 and 1.

    Example:
        >>> measure = CalibrationMeasure(bins=2)
        >>> pairs = [(0.9, True), (0.7, False), (0.2, False)]
        >>> sums = [sum(column) for column in zip(*(measure.stats(*pair) for pair in pairs))]
        >>> round(measure.score(sums)["ece"], 4), round(measure.score(sums)["brier"], 4)
        (0.2667, 0.18)
        >>> measure.reliability(sums)[1]
        Bin(low=0.5, high=1.0, size=2, confidence=0.8, accuracy=0.5)
    """

    bins: int = 10

    def __post_init__(self) -> None:
        if type(self.bins) is not int or self.bins < 1:
            expected = "a positive number"
            raise ParaphraseError("P207", name="bins", got=self.bins, expected=expected)

    @property
    def name(self) -> str:
        """The name of the measure."""
        return "calibration"

    def stats(self, pred: float, gold: bool) -> Stats:
        """Return count, confidence and success of one prediction in its bin, and its Brier score.

        Args:
            pred: Confidence, 0 to 1.
            gold: Whether the prediction is right.

        Raises:
            ParaphraseError: P207 if the confidence is none.
        """
        if not 0 <= pred <= 1:
            raise ParaphraseError(
                "P207", name="confidence", got=pred, expected="a number of 0 to 1"
            )
        cells = np.zeros((self.bins, 3))
        cells[min(int(pred * self.bins), self.bins - 1)] = 1.0, pred, float(gold)
        return (*cells.ravel().tolist(), (pred - float(gold)) ** 2)

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the scores of summed statistics.

        Returns:
            `ece`: expected calibration error, the mean over predictions of how far confidence and
            accuracy of their bin lie apart; `max_error`: the largest such distance of a bin;
            `brier`: mean squared difference of confidence and outcome; `confidence` and
            `accuracy`: means. All are `None` without predictions.
        """
        count, confidence, right = self._cells(sums).T
        total = float(count.sum())
        if not total:
            return dict.fromkeys(("ece", "max_error", "brier", "confidence", "accuracy"))
        gaps = np.abs(confidence - right)
        return {
            "ece": float(gaps.sum()) / total,
            "max_error": float((gaps / np.maximum(count, 1.0)).max()),
            "brier": sums[-1] / total,
            "confidence": float(confidence.sum()) / total,
            "accuracy": float(right.sum()) / total,
        }

    def reliability(self, sums: Sequence[float]) -> list[Bin]:
        """Return what a reliability diagram shows."""
        edges = np.linspace(0.0, 1.0, self.bins + 1).tolist()
        rows = zip(edges, edges[1:], self._cells(sums).tolist(), strict=False)
        return [
            Bin(low, high, int(n), *((round(c / n, 12), r / n) if n else (None, None)))
            for low, high, (n, c, r) in rows
        ]

    def signature(self) -> str:
        """Return the settings behind a number."""
        return f"calibration|bins:{self.bins}|v:1"

    def _cells(self, sums: Sequence[float]) -> NDArray[np.float64]:
        return np.asarray(sums[:-1], dtype=np.float64).reshape(self.bins, 3)
