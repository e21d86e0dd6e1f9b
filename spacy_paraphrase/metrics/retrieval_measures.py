"""Measures of retrieval: ranked lists against what is relevant.

Papers: Moen and others 2014, *Care episode retrieval* (MAP and P@10); Voorhees 1999, *The TREC-8
question answering track report* (the mean reciprocal rank).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..checked import checked
from ..errors import ParaphraseError, not_that
from .measures import Scores, Stats, means, share


@checked()
def average_precision(ranked: Sequence[Hashable], relevant: Collection[Hashable]) -> float:
    """Return the mean precision at the ranks of the relevant items, 0 for an item not found.

    Example:
        >>> round(average_precision("axbyc", "abc"), 4)
        0.7556
    """
    found, total = 0, 0.0
    for rank, item in enumerate(ranked, 1):
        if item in relevant:
            found += 1
            total += found / rank
    return share(total, len(relevant))


@checked()
def precision_at(ranked: Sequence[Hashable], relevant: Collection[Hashable], k: int) -> float:
    """Return the share of relevant items among the first k, at least 1.

    Raises:
        ParaphraseError: P029 for another k.

    Example:
        >>> precision_at("axbyc", "abc", 5)
        0.6
    """
    if k < 1:
        raise not_that("The argument k of precision_at", k, "a number of at least 1")
    return sum(item in relevant for item in ranked[:k]) / k


@checked()
def recall_at(ranked: Sequence[Hashable], relevant: Collection[Hashable], k: int) -> float:
    """Return the share of the relevant items that is among the first k.

    Example:
        >>> recall_at("axbyc", "abcd", 3)
        0.5
    """
    return share(sum(item in relevant for item in ranked[:k]), len(relevant))


@checked()
def reciprocal_rank(ranked: Sequence[Hashable], relevant: Collection[Hashable]) -> float:
    """Return 1 / rank of the first relevant item, 0 if there is none.

    Example:
        >>> reciprocal_rank("xa", "ab")
        0.5
    """
    return next((1 / rank for rank, item in enumerate(ranked, 1) if item in relevant), 0.0)


@dataclass(frozen=True)
class RankingMeasure:
    """Score ranked lists: means over queries of average precision, P@k, recall@k, reciprocal rank.

    A prediction is a list of items, the best first; its gold are the relevant ones. Queries without
    relevant items are ignored.

    Args:
        k: Number of items for "@k".

    Raises:
        ParaphraseError: P207 for k below 1; of `stats`, P203 for an item that comes twice.

    Example:
        >>> measure = RankingMeasure(k=5)
        >>> {name: round(v, 4) for name, v in measure.score(measure.stats("axbyc", "abc")).items()}
        {'map': 0.7556, 'p@5': 0.6, 'recall@5': 1.0, 'mrr': 1.0}
    """

    k: int = 10
    name: ClassVar[str] = "ranking"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise ParaphraseError("P207", name="k", got=self.k, expected="1 or more")

    def stats(self, pred: Sequence[Hashable], gold: Collection[Hashable]) -> Stats:
        """Return the four scores of a query, and 1; zeros if nothing is relevant."""
        if len(set(pred)) != len(pred):
            raise ParaphraseError("P203", got="a ranked list with an item that comes twice")
        if not gold:
            return (0.0,) * 5
        return (
            average_precision(pred, gold),
            precision_at(pred, gold, self.k),
            recall_at(pred, gold, self.k),
            reciprocal_rank(pred, gold),
            1.0,
        )

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the means over queries."""
        return means(("map", f"p@{self.k}", f"recall@{self.k}", "mrr"), sums)

    def signature(self) -> str:
        """Return the settings."""
        return f"ranking|k:{self.k}|queries:with relevant items"


@checked()
def label_overlap(
    queries: Mapping[str, Hashable], texts: Mapping[str, Hashable]
) -> dict[str, set[str]]:
    """Return for each query the texts with the same label, which count as relevant.

    This replaces human judgements for texts with labels, such as diagnosis codes (the first
    experiment of the paper). It overrates spaces trained on the same labels.

    Args:
        queries: The label of each query.
        texts: The label of each text that is searched.

    Example:
        >>> label_overlap({"q": "J21"}, {"a": "J21", "b": "J22", "q": "J21"})
        {'q': {'a'}}
    """
    members: dict[Hashable, set[str]] = {}
    for id, label in texts.items():
        members.setdefault(label, set()).add(id)
    return {id: members.get(label, set()) - {id} for id, label in queries.items()}


@checked()
def means_of_others(table: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the mean score of each model over the relevance judgements of all other models.

    A model would be overrated on a test set made by itself.

    Args:
        table: For each model that retrieves its score by each model that judges.

    Example:
        >>> means_of_others({"a": {"a": 0.9, "b": 0.5}, "b": {"a": 0.4, "b": 0.8}})
        {'a': 0.5, 'b': 0.4}
    """
    found = {}
    for model, row in table.items():
        others = [score for judge, score in row.items() if judge != model]
        found[model] = sum(others) / len(others)
    return found
