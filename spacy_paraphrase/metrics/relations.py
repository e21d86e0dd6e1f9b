"""Scores of links that carry a semantic relation.

Paper: Marsi and Krahmer 2010, *Automatic analysis of semantic similarity in comparable text
through syntactic tree matching*, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics.agreement import cohen_kappa
from spacy_paraphrase.metrics.alignment import Level, Link, check_links, check_option
from spacy_paraphrase.metrics.base import Scores, Stats, pooled_prf, prf_keys

RELATIONS = ("equals", "restates", "specifies", "generalizes", "intersects")
CONFUSION_LABELS = (*RELATIONS, "", "none")
"""Rows and columns of the confusion matrix: "" is a link without a relation, "none" no link."""

_NONE = len(CONFUSION_LABELS) - 1
_INDEX = {label: k for k, label in enumerate(CONFUSION_LABELS[:_NONE])}


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

    level: Level = "phrases"

    def __post_init__(self) -> None:
        check_option("level", self.level, get_args(Level))

    @property
    def name(self) -> str:
        """The name of the measure."""
        return "rel"

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
            row, column = _index(gold, link), _index(pred, link)
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
        scores: Scores = {}
        present = []
        for k, relation in enumerate(RELATIONS):
            values = pooled_prf(float(gold[k]), float(predicted[k]), float(correct[k]))
            scores |= prf_keys(relation, values)
            present += [values] if values else []
        for k, key in enumerate(("macro_precision", "macro_recall", "macro_f")):
            scores[key] = sum(v[k] for v in present) / len(present) if present else None
        scores["n_relations"] = float(len(present))
        five = slice(len(RELATIONS))
        counts = gold[five].sum(), predicted[five].sum(), correct[five].sum()
        scores |= prf_keys("micro", pooled_prf(*map(float, counts)))
        counts = gold[:_NONE].sum(), predicted[:_NONE].sum(), matrix[:_NONE, :_NONE].sum()
        scores |= prf_keys("align", pooled_prf(*map(float, counts)))
        up, down = _INDEX["specifies"], _INDEX["generalizes"]
        directed = float(gold[up] + gold[down])
        turned = float(matrix[up, down] + matrix[down, up])
        scores["direction_errors"] = turned / directed if directed else None
        scores["kappa"] = cohen_kappa(matrix[five, five])
        return scores

    def confusion(self, sums: Sequence[float]) -> NDArray[np.float64]:
        """Return the statistics as a matrix, gold by predicted, ordered as CONFUSION_LABELS."""
        size = len(CONFUSION_LABELS)
        return np.asarray(sums, dtype=np.float64).reshape(size, size)

    def signature(self) -> str:
        """Return the settings behind a number."""
        return f"relations:{self.level}|labels:{len(RELATIONS)}|avg:macro+micro|v:1"


def _index(relations: Mapping[Link, str], link: Link) -> int:
    """Return the row or column of a link."""
    if link not in relations:
        return _NONE
    relation = relations[link]
    if relation not in _INDEX:
        raise ParaphraseError("P204", got=relation, link=link, expected=", ".join(RELATIONS))
    return _INDEX[relation]
