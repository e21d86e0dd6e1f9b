"""From probabilities of unit pairs to links."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..trees.assignment import FloatArray, assign
from ..trees.nearby import joined
from .table import FeatureTable

# A proposed link between content words must be that similar, and that likely.
SIMILAR, UNLIKELY = 0.5, 0.1
# What a proposed link counts beside the network's probability.
PRIOR = 0.05
# How likely a link must be at least where no expert holds the words for similar.
STRANGE = 0.55
CONTENT = ("source.content", "target.content")
Cost: TypeAlias = Literal["probability", "entropy"]


def sigmoid(logits: npt.NDArray[np.floating]) -> FloatArray:
    """Return probabilities for logits."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -30, 30))), dtype=np.float64)


def logit(probabilities: npt.NDArray[np.floating]) -> FloatArray:
    """Return logits of probabilities."""
    inside = np.clip(np.asarray(probabilities, dtype=np.float64), 1e-9, 1 - 1e-9)
    return np.asarray(np.log(inside / (1.0 - inside)))


def softmax(logits: npt.NDArray[np.floating]) -> FloatArray:
    """Return the probabilities of classes that exclude each other, for logits, (pairs, classes)."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float64)


def worth(probabilities: FloatArray, threshold: float, cost: Cost = "probability") -> FloatArray:
    """Return what links are worth in an assignment, 0 for those below the threshold.

    Step 4 of Marsi and Krahmer 2010 (COLING), section 4: the one-to-one links of least total cost.
    A word without a link costs as much as the dearest one.

    Args:
        probabilities: That two units are aligned.
        threshold: Least probability of a link.
        cost: "probability" for 1 - p, or "entropy", as in the paper, for the entropy of p and 1 - p
            in bits where a link is the likelier, and 2 less that where it is not.
    """
    values = probabilities
    if cost == "entropy":
        p = np.clip(probabilities, 1e-12, 1 - 1e-12)
        doubt = -(p * np.log2(p) + (1 - p) * np.log2(1 - p))
        values = np.where(p >= 0.5, 2 - doubt, doubt) / 2
    return np.where(probabilities >= threshold, values, 0.0)


def with_proposals(probabilities: FloatArray, table: FeatureTable) -> FloatArray:
    """Return the probabilities in the light of what the experts say.

    What experts and context propose gets a little weight, and of words that no expert holds for
    similar only those stay that are likely enough.

    Args:
        probabilities: That two words are aligned, shape (n, m).
        table: Features of the word pairs; without those of the experts nothing changes.
    """
    proposed, similarity = table.column("linked.score"), table.column("similarity")
    if proposed is None or similarity is None:
        return probabilities
    found = (1 - PRIOR) * probabilities + PRIOR * proposed
    return np.where((similarity > 0) | (found >= STRANGE), found, 0.0)


def spare(probabilities: FloatArray, table: FeatureTable) -> FloatArray:
    """Return how likely links between content words are that experts and context propose, else 0.

    The network has seen few constructions; what says the same word elsewhere in the sentence, such
    as the verb of a passive, may be less likely to it than it is. And it has seen no
    contradictions: opposites in the same place are for the experts to link.

    Args:
        probabilities: That two words are aligned, shape (n, m).
        table: Features of the word pairs; without those of the proposed links there are none.
    """
    columns = [table.column(name) for name in ("linked.score", "similarity", *CONTENT)]
    if any(column is None for column in columns):
        return np.zeros_like(probabilities)
    proposed, similarity, source, target = map(np.asarray, columns)
    antonyms, below = table.column("wordnet.antonym"), table.column("linked.dependents")
    opposite = np.zeros_like(similarity, dtype=bool) if antonyms is None else antonyms > 0
    if below is not None:
        # Opposites are in the same place where what depends on them is linked, too.
        proposed = np.where(opposite, np.maximum(proposed, below), proposed)
    free = (proposed > 0) & ((similarity >= SIMILAR) | opposite) & (source > 0) & (target > 0)
    likely = np.where(opposite, np.maximum(probabilities, proposed), probabilities)
    return np.where(free & (likely >= UNLIKELY), likely, 0.0)


def left_over(spare: FloatArray, links: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return links between words that have none.

    Args:
        spare: How likely these are, see the function of that name; shape (n, m).
        links: One-to-one links.
    """
    if not spare.any():
        return []
    free = spare.copy()
    for i, j in links:
        free[i, :] = free[:, j] = 0.0
    return assign(free)


def many_to_many(
    probabilities: FloatArray, links: list[tuple[int, int]], threshold: float
) -> list[tuple[int, int]]:
    """Return the links, and those of free words that join the link of the word beside them.

    Args:
        probabilities: That two units are aligned, shape (n, m).
        links: One-to-one links.
        threshold: Least probability of a link that joins.
    """
    chosen = np.zeros(probabilities.shape, dtype=bool)
    if links:
        chosen[tuple(zip(*links, strict=True))] = True
    return [(i, j) for i, j in np.argwhere(joined(chosen, probabilities >= threshold)).tolist()]
