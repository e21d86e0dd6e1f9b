"""Scores of labels: of sentence pairs, of links, and of the confidence of labels.

Papers: Marsi and Krahmer 2005, *Classification of semantic relations by humans and machines*
(scores per relation; Cohen's kappa, each annotator with marginals of their own); Marsi and Krahmer
2010, *Automatic analysis of semantic similarity in comparable text through syntactic tree
matching*, section 4 (labelled links); Brier 1950, *Verification of forecasts expressed in terms of
probability*; Guo, Pleiss, Sun and Weinberger 2017, *On calibration of modern neural networks*
(expected calibration error).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..checked import checked
from ..errors import ParaphraseError
from ..pairs.alignment import LEVELS, RELATIONS, Level
from .link_measures import Link, check_links, check_option
from .measures import PRF, Matrix, Scores, Stats, pooled_prf, prf_keys

NLI = ("entailment", "neutral", "contradiction")
"""What a sentence may say of another one."""

CONFUSION_LABELS = (*RELATIONS, "", "none")
"""Rows and columns of the confusion matrix: "" is a link without a relation, "none" no link."""

_NO_LINK = len(CONFUSION_LABELS) - 1
_INDEX = {label: k for k, label in enumerate(CONFUSION_LABELS[:_NO_LINK])}


@dataclass(frozen=True)
class LabelMeasure:
    """Score one label per pair.

    The statistics are the cells of a confusion matrix, gold by predicted, row by row, and the
    number of pairs without gold, which are otherwise ignored.

    Attributes:
        of: What the labels mean, such as "entails"; for name and signature only.
        labels: All possible labels.

    Example:
        >>> measure = LabelMeasure("entails")
        >>> pairs = [("entailment", "entailment"), ("neutral", "contradiction"), ("neutral", None)]
        >>> sums = [sum(column) for column in zip(*(measure.stats(*pair) for pair in pairs))]
        >>> scores = measure.score(sums)
        >>> scores["accuracy"], scores["entailment_f"], scores["neutral_f"]
        (0.5, 1.0, 0.0)
    """

    of: str = "entails"
    labels: tuple[str, ...] = NLI

    def __post_init__(self) -> None:
        if not self.labels or len(set(self.labels)) != len(self.labels):
            expected = "different labels, at least one"
            raise ParaphraseError("P207", name="labels", got=self.labels, expected=expected)

    @property
    def name(self) -> str:
        """The name of the measure."""
        return self.of

    def stats(self, pred: str, gold: str | None) -> Stats:
        """Return the cells of the confusion matrix of one pair, then 1 if it has no gold.

        Args:
            pred: The predicted label.
            gold: The gold label; None if there is none.

        Raises:
            ParaphraseError: P211 if a label is unknown.
        """
        cells = [0.0] * (len(self.labels) ** 2 + 1)
        column = self._index(pred)
        place = -1 if gold is None else self._index(gold) * len(self.labels) + column
        cells[place] = 1.0
        return tuple(cells)

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the scores of a summed confusion matrix.

        Returns:
            `accuracy`; `{label}_*`, precision, recall and F, `None` for a label that is absent from
            gold and prediction; `macro_*`, their plain means over the labels present; `majority`,
            the accuracy of always giving the most frequent gold label; `kappa`, Cohen's kappa;
            `n_pairs`, those with gold.
            All are `None` but the last if no pair has gold.
        """
        matrix = self.confusion(sums)
        total, gold = float(matrix.sum()), matrix.sum(axis=1)
        scores: Scores = {"accuracy": float(matrix.trace()) / total if total else None}
        scores |= _label_scores(matrix, self.labels)[0]
        scores["majority"] = float(gold.max()) / total if total else None
        scores["kappa"] = cohen_kappa(matrix)
        return scores | {"n_pairs": total}

    def confusion(self, sums: Sequence[float]) -> Matrix:
        """Return the statistics as a matrix, gold by predicted, ordered as `labels`."""
        size = len(self.labels)
        return np.asarray(sums[: size * size], dtype=np.float64).reshape(size, size)

    def signature(self) -> str:
        """Return the settings behind a number."""
        return f"sentence:{self.of}|labels:{len(self.labels)}|avg:macro+micro|v:1"

    def _index(self, label: str) -> int:
        if label not in self.labels:
            raise ParaphraseError("P211", got=label, expected=", ".join(self.labels))
        return self.labels.index(label)


@dataclass(frozen=True)
class RelationMeasure:
    """Score labelled links; a hit needs the same link with the same relation.

    The statistics are the cells of a confusion matrix (gold by predicted), row by row, so all
    scores are pooled over the corpus.

    Attributes:
        level: What the indices stand for; for the signature only.

    Example:
        >>> measure = RelationMeasure()
        >>> stats = measure.stats({(0, 0): "equals"}, {(0, 0): "equals", (1, 1): "restates"})
        >>> measure.score(stats)["micro_recall"], measure.score(stats)["restates_f"]
        (0.5, 0.0)
    """

    name: ClassVar = "rel"
    level: Level = "phrases"

    def __post_init__(self) -> None:
        check_option("level", self.level, LEVELS)

    def stats(self, pred: Mapping[Link, str], gold: Mapping[Link, str]) -> Stats:
        """Return the cells of the confusion matrix of one pair.

        Args:
            pred: Relation of each predicted link, "" if it has none.
            gold: Relation of each gold link, "" if it has none.

        Raises:
            ParaphraseError: If a link is malformed (P201) or a relation is unknown (P204).
        """
        cells = [0.0] * len(CONFUSION_LABELS) ** 2
        for link in check_links(pred) | check_links(gold):
            row, column = _label_index(gold, link), _label_index(pred, link)
            cells[row * len(CONFUSION_LABELS) + column] += 1
        return tuple(cells)

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the scores of a summed confusion matrix.

        Returns:
            `{relation}_*`, precision, recall and F of the links with this relation on either
            side; `None` for one that is absent from gold and prediction. `macro_*`: their plain
            means over the relations present, whose number is `n_relations`. `micro_*`: pooled
            over the relations. `align_*`: the links, whatever their relation.
            `direction_errors`: share of gold specifies and generalizes predicted as the other.
            `kappa`: Cohen's kappa over the links that both sides give a relation.
        """
        matrix = self.confusion(sums)
        gold, predicted, correct = matrix.sum(axis=1), matrix.sum(axis=0), matrix.diagonal()
        scores, present = _label_scores(matrix, RELATIONS)
        scores["n_relations"] = float(present)
        five = slice(len(RELATIONS))
        counts = gold[five].sum(), predicted[five].sum(), correct[five].sum()
        scores |= prf_keys("micro", pooled_prf(*map(float, counts)))
        linked = slice(_NO_LINK)
        counts = gold[linked].sum(), predicted[linked].sum(), matrix[linked, linked].sum()
        scores |= prf_keys("align", pooled_prf(*map(float, counts)))
        up, down = _INDEX["specifies"], _INDEX["generalizes"]
        directed = float(gold[up] + gold[down])
        turned = float(matrix[up, down] + matrix[down, up])
        scores["direction_errors"] = turned / directed if directed else None
        scores["kappa"] = cohen_kappa(matrix[five, five])
        return scores

    def confusion(self, sums: Sequence[float]) -> Matrix:
        """Return the statistics as a matrix, gold by predicted, ordered as CONFUSION_LABELS."""
        size = len(CONFUSION_LABELS)
        return np.asarray(sums, dtype=np.float64).reshape(size, size)

    def signature(self) -> str:
        """Return the settings behind a number."""
        return f"relations:{self.level}|labels:{len(RELATIONS)}|avg:macro+micro|v:1"


class Bin(NamedTuple):
    """Predictions of about the same confidence.

    Attributes:
        low: Least confidence of the bin.
        high: Largest confidence.
        size: Number of predictions.
        confidence: Their mean confidence; None if there are none.
        accuracy: Share of right predictions; None if there are none.
    """

    low: float
    high: float
    size: int
    confidence: float | None
    accuracy: float | None


@dataclass(frozen=True)
class CalibrationMeasure:
    """Compare confidences with how often the predictions are right.

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

    name: ClassVar = "calibration"
    bins: int = 10

    def __post_init__(self) -> None:
        if type(self.bins) is not int or self.bins < 1:
            expected = "a positive number"
            raise ParaphraseError("P207", name="bins", got=self.bins, expected=expected)

    def stats(self, pred: float, gold: bool) -> Stats:
        """Return count, confidence and success of one prediction in its bin, and its Brier score.

        Args:
            pred: Confidence, 0 to 1.
            gold: Whether the prediction is right.

        Raises:
            ParaphraseError: P207 if the confidence is not a number from 0 to 1.
        """
        if not 0 <= pred <= 1:
            expected = "a number of 0 to 1"
            raise ParaphraseError("P207", name="confidence", got=pred, expected=expected)
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
        """Return the bins of a reliability diagram."""
        edges = np.linspace(0.0, 1.0, self.bins + 1).tolist()
        rows = zip(edges, edges[1:], self._cells(sums).tolist(), strict=False)
        return [
            Bin(low, high, int(n), *((round(c / n, 12), r / n) if n else (None, None)))
            for low, high, (n, c, r) in rows
        ]

    def signature(self) -> str:
        """Return the settings behind a number."""
        return f"calibration|bins:{self.bins}|v:1"

    def _cells(self, sums: Sequence[float]) -> Matrix:
        return np.asarray(sums[:-1], dtype=np.float64).reshape(self.bins, 3)


@checked()
def relation_of(entails: str, entailed: str, identical: bool = False) -> str:
    """Return which of the five relations follows from entailment in both directions.

    Mutual entailment is `restates`, or `equals` for the same words; in one direction, it shows
    which side is more specific (Marsi and Krahmer 2005). Without entailment the sentences share at
    most some information: `intersects`.

    Args:
        entails: The relation from source to target, one of `NLI`.
        entailed: The relation from target to source.
        identical: Whether both have the same words.

    Example:
        >>> relation_of("entailment", "neutral"), relation_of("neutral", "contradiction")
        ('specifies', 'intersects')
    """
    forth, back = entails == "entailment", entailed == "entailment"
    if forth and back:
        return "equals" if identical else "restates"
    return "specifies" if forth else "generalizes" if back else "intersects"


def judged_relation(
    entails: str | None, entailed: str | None, source: Sequence[str], target: Sequence[str]
) -> tuple[str, bool]:
    """Return the relation and the conflict of two sentences from their words and two judgements.

    The relation is "" if a judgement is missing; case is ignored.

    Example:
        >>> judged_relation("entailment", "contradiction", ["A"], ["B"])
        ('specifies', True)
    """
    conflict = "contradiction" in (entails, entailed)
    if entails not in NLI or entailed not in NLI:
        return "", conflict
    same = [word.lower() for word in source] == [word.lower() for word in target]
    return relation_of(entails, entailed, same), conflict


@checked()
def cohen_kappa(confusion: NDArray[Any]) -> float | None:
    """Return Cohen's kappa; None without items, or if the agreement by chance is 1.

    Args:
        confusion: How many items the annotators gave each pair of labels; shape (labels, labels).

    Example:
        >>> import numpy as np
        >>> cohen_kappa(np.array([[2, 0], [1, 1]]))
        0.5
    """
    total = confusion.sum()
    if not total:
        return None
    observed = float(confusion.trace() / total)
    expected = float(confusion.sum(axis=0) @ confusion.sum(axis=1) / total**2)
    # Marginals of one label in common; sums of shares may miss 1 by a rounding error.
    if np.isclose(expected, 1.0):
        return None
    return (observed - expected) / (1 - expected)


def _label_index(relations: Mapping[Link, str], link: Link) -> int:
    if link not in relations:
        return _NO_LINK
    relation = relations[link]
    if relation not in _INDEX:
        raise ParaphraseError("P204", got=relation, link=link, expected=", ".join(RELATIONS))
    return _INDEX[relation]


def _label_scores(matrix: Matrix, labels: Sequence[str]) -> tuple[Scores, int]:
    """Return precision, recall and F of each label, their means, and how many labels occur."""
    gold, predicted, correct = matrix.sum(axis=1), matrix.sum(axis=0), matrix.diagonal()
    scores: Scores = {}
    present = []
    for k, label in enumerate(labels):
        values = pooled_prf(float(gold[k]), float(predicted[k]), float(correct[k]))
        scores |= prf_keys(label, values)
        present += [values] if values else []
    macro = [sum(column) / len(present) for column in zip(*present, strict=True)]
    return scores | prf_keys("macro", PRF(*macro) if present else None), len(present)
