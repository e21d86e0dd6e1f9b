"""Scores of one label per pair: entailment in a direction, the relation of two sentences.

The measures are those of recognising textual entailment (accuracy) and of Marsi and Krahmer 2005,
*Classification of semantic relations by humans and machines* (per relation).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics.agreement import cohen_kappa
from spacy_paraphrase.metrics.base import Scores, Stats, pooled_prf, prf_keys

NLI = ("entailment", "neutral", "contradiction")
"""What a sentence may say of another one."""


@dataclass(frozen=True)
class LabelMeasure:
    """Score one label per pair.

    The statistics are the cells of a confusion matrix, gold by predicted, row by row, and the
    number of pairs without gold, which count for nothing else.

    Attributes:
        of: What the labels say, such as "entails"; for name and signature only.
        labels: All labels that there are.

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
        total = float(matrix.sum())
        gold, predicted, correct = matrix.sum(axis=1), matrix.sum(axis=0), matrix.diagonal()
        scores: Scores = {"accuracy": float(correct.sum()) / total if total else None}
        present = []
        for k, label in enumerate(self.labels):
            values = pooled_prf(float(gold[k]), float(predicted[k]), float(correct[k]))
            scores |= prf_keys(label, values)
            present += [values] if values else []
        for k, key in enumerate(("macro_precision", "macro_recall", "macro_f")):
            scores[key] = sum(v[k] for v in present) / len(present) if present else None
        scores["majority"] = float(gold.max()) / total if total else None
        scores["kappa"] = cohen_kappa(matrix)
        return scores | {"n_pairs": total}

    def confusion(self, sums: Sequence[float]) -> NDArray[np.float64]:
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


def relation_of(entails: str, entailed: str, identical: bool = False) -> str:
    """Return which of the five relations two directions of entailment make of two sentences.

    Mutual entailment is `restates`, or `equals` for the same words; that of one direction says
    which side is the more specific one (Marsi and Krahmer 2005). Without entailment two sentences
    have no more than some information in common: `intersects`.

    Args:
        entails: What the source says of the target, of `NLI`.
        entailed: What the target says of the source.
        identical: Whether both have the same words.

    Example:
        >>> relation_of("entailment", "neutral"), relation_of("neutral", "contradiction")
        ('specifies', 'intersects')
    """
    forth, back = entails == "entailment", entailed == "entailment"
    if forth and back:
        return "equals" if identical else "restates"
    return "specifies" if forth else "generalizes" if back else "intersects"
