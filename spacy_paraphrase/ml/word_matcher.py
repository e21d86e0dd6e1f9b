"""Decoding of links from probabilities of word pairs, and training on links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from thinc.api import Adam, fix_random_seed

from ..jobs.arrays import BoolArray, Float32Array, FloatArray
from ..trees.assignment import assign
from ..trees.word_alignment import joined
from .feature_tables import FeatureTable, Network
from .networks import set_features

# Minimum similarity, and minimum probability, of a proposed link between content words.
SIMILAR, UNLIKELY = 0.5, 0.1
# Weight of a proposed link; the network's probability has the rest.
PRIOR = 0.05
# Minimum probability of a link if all experts give the words similarity 0.
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
    """Return probabilities of mutually exclusive classes for logits, shape (pairs, classes)."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float64)


def utilities(
    probabilities: FloatArray, threshold: float, cost: Cost = "probability"
) -> FloatArray:
    """Return the utility of each link in an assignment, 0 for those below the threshold.

    This prepares step 4 of Marsi and Krahmer 2010 (COLING), section 4: one-to-one links of least
    total cost. A word without a link costs as much as the most expensive link.

    Args:
        probabilities: Probabilities p that two units are aligned.
        threshold: Minimum probability of a link.
        cost: "probability" for the cost 1 - p; or "entropy", as in the paper, for the entropy of p
            and 1 - p in bits if p >= 0.5, and 2 minus this entropy if p < 0.5.
    """
    values = probabilities
    if cost == "entropy":
        p = np.clip(probabilities, 1e-12, 1 - 1e-12)
        doubt = -(p * np.log2(p) + (1 - p) * np.log2(1 - p))
        values = np.where(p >= 0.5, 2 - doubt, doubt) / 2
    return np.where(probabilities >= threshold, values, 0.0)


def with_proposals(probabilities: FloatArray, table: FeatureTable) -> FloatArray:
    """Return the probabilities adjusted by the experts.

    Links that experts and context propose have a small weight. If all experts give two words
    similarity 0, their probability becomes 0 unless it is high.

    Args:
        probabilities: Probabilities that two words are aligned, shape (n, m).
        table: Features of the word pairs; without the experts' features nothing changes.
    """
    proposed, similarity = table.column("linked.score"), table.column("similarity")
    if proposed is None or similarity is None:
        return probabilities
    found = (1 - PRIOR) * probabilities + PRIOR * proposed
    return np.where((similarity > 0) | (found >= STRANGE), found, 0.0)


def fallback_probabilities(probabilities: FloatArray, table: FeatureTable) -> FloatArray:
    """Return the probabilities of links of content words that experts and context propose, else 0.

    The training data of the network have few constructions. Thus its probability may be too low for
    the same word in another position, such as the verb of a passive. They have no contradictions;
    thus the experts alone decide on links of opposites in the same position.

    Args:
        probabilities: Probabilities that two words are aligned, shape (n, m).
        table: Features of the word pairs; without those of the proposed links all are 0.
    """
    columns = [table.column(name) for name in ("linked.score", "similarity", *CONTENT)]
    if any(column is None for column in columns):
        return np.zeros_like(probabilities)
    proposed, similarity, source, target = map(np.asarray, columns)
    antonyms, below = table.column("wordnet.antonym"), table.column("linked.dependents")
    opposite = np.zeros_like(similarity, dtype=bool) if antonyms is None else antonyms > 0
    if below is not None:
        # Opposites with linked dependents count as in the same position, too.
        proposed = np.where(opposite, np.maximum(proposed, below), proposed)
    free = (proposed > 0) & ((similarity >= SIMILAR) | opposite) & (source > 0) & (target > 0)
    likely = np.where(opposite, np.maximum(probabilities, proposed), probabilities)
    return np.where(free & (likely >= UNLIKELY), likely, 0.0)


def fallback_links(fallback: FloatArray, links: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return proposed links between words that have no link yet.

    Args:
        fallback: Probabilities of `fallback_probabilities`; shape (n, m).
        links: One-to-one links.
    """
    chosen = _linked(links, fallback.shape)
    used = chosen.any(axis=1, keepdims=True) | chosen.any(axis=0)
    free = np.where(used, 0.0, fallback)
    return assign(free) if free.any() else []


def many_to_many(
    probabilities: FloatArray, links: list[tuple[int, int]], threshold: float
) -> list[tuple[int, int]]:
    """Return the links, and links of unlinked words that join the link of an adjacent word.

    Args:
        probabilities: Probabilities that two units are aligned, shape (n, m).
        links: One-to-one links.
        threshold: Minimum probability of a joining link.
    """
    chosen = _linked(links, probabilities.shape)
    return [(i, j) for i, j in np.argwhere(joined(chosen, probabilities >= threshold)).tolist()]


def with_expansions(expands: BoolArray, links: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the links, and links of each linked acronym to all unlinked words of its expansion.

    Args:
        expands: Whether one word is an acronym, and the other a word of its expansion; (n, m).
        links: Links of words; an acronym gets more links only if one word of its expansion is
            linked to it.
    """
    linked = _linked(links, expands.shape)
    found = linked & expands
    more = expands & (
        (found.any(axis=1, keepdims=True) & ~linked.any(axis=0))
        | (found.any(axis=0) & ~linked.any(axis=1, keepdims=True))
    )
    return [(i, j) for i, j in np.argwhere(linked | more).tolist()]


def _linked(links: Iterable[tuple[int, int]], shape: tuple[int, ...]) -> BoolArray:
    """Return whether each pair of words is linked; shape (n, m)."""
    linked = np.zeros(shape, dtype=bool)
    for i, j in links:
        linked[i, j] = True
    return linked


# -- Training --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Targets:
    """The gold labels of some pairs of words.

    Attributes:
        aligned: 1 for aligned pairs, else 0; shape (pairs,).
        counted: 0 for pairs that the loss ignores, else 1; shape (pairs,).
        relations: The relation of each pair, an index of `alignment.RELATIONS`, or -1 if it is
            unknown; shape (pairs,).
    """

    aligned: Float32Array
    counted: Float32Array
    relations: npt.NDArray[np.int64]

    @classmethod
    def join(cls, parts: Sequence[Targets]) -> Targets:
        """Return the concatenated targets of all parts."""
        columns = zip(*((p.aligned, p.counted, p.relations) for p in parts), strict=True)
        return cls(*map(np.concatenate, columns))

    def take(self, chosen: npt.NDArray[np.int64]) -> Targets:
        """Return the targets of some of the pairs."""
        return Targets(self.aligned[chosen], self.counted[chosen], self.relations[chosen])


def targets_of_links(
    links: Iterable[tuple[int, int]], similarity: npt.NDArray[np.floating]
) -> Targets:
    """Return the targets of all n × m pairs of words, for one-to-one links.

    Args:
        links: Gold links: index of the source word, index of the target word.
        similarity: Similarities of the experts, shape (n, m).
    """
    flat = _linked(links, similarity.shape).reshape(-1).astype(np.float32)
    counted, relations = np.ones_like(flat), np.full(len(flat), -1)
    return one_to_one_targets(Targets(flat, counted, relations), similarity)


def one_to_one_targets(targets: Targets, similarity: npt.NDArray[np.floating]) -> Targets:
    """Return the targets for one-to-one links.

    If several gold links share a word, and some of them link similar words, the loss ignores those
    of dissimilar words. Example: gold links join both words of "is carrying" to "carries"; the loss
    ignores the link of "is".

    Args:
        targets: The gold labels of all n × m pairs of words.
        similarity: Similarities of the experts, shape (n, m).
    """
    linked = targets.aligned.reshape(similarity.shape) > 0
    similar = linked & (similarity > 0)
    rivals = similar.any(axis=1, keepdims=True) | similar.any(axis=0, keepdims=True)
    ignored = (linked & ~similar & rivals).reshape(-1)
    return replace(targets, counted=np.where(ignored, np.float32(0), targets.counted))


def gradient(logits: Float32Array, targets: Targets) -> Float32Array:
    """Return the gradient of the loss with respect to the logits, shape (pairs, outputs).

    The loss is the cross-entropy of "aligned" over all counted pairs, plus that of the relation
    over all pairs with a known relation.
    """
    result = np.zeros_like(logits)
    result[:, 0] = (sigmoid(logits[:, 0]) - targets.aligned) * targets.counted
    known = np.flatnonzero(targets.relations >= 0)
    result[known, 1:] = softmax(logits[known, 1:])
    result[known, 1 + targets.relations[known]] -= 1.0
    return result


def fit(
    network: Network,
    names: Sequence[str],
    rows: Float32Array,
    targets: Targets,
    *,
    epochs: int = 16,
    batch: int = 512,
    rate: float = 0.002,
    seed: int = 0,
) -> Network:
    """Train a network, and return it.

    Args:
        network: An untrained network (`networks.build_network`).
        names: Names of the features.
        rows: Features, shape (pairs, features).
        targets: The gold labels of the pairs.
        epochs: Number of passes over the pairs.
        batch: Number of pairs per step.
        rate: Initial learning rate; it decreases linearly to 0.
        seed: Seed of initial weights, dropout and order.
    """
    fix_random_seed(seed)
    set_features(network, names, rows)
    network.attrs["taught"] = True
    network.attrs["labelled"] = bool((targets.relations >= 0).any())
    network.initialize(X=rows[:1])
    optimizer: Any = Adam(rate, L2=1e-5)
    random = np.random.RandomState(seed)
    steps = max(1, epochs * (len(rows) // batch + 1))
    step = 0
    for _ in range(epochs):
        order = random.permutation(len(rows))
        for start in range(0, len(rows), batch):
            chosen = order[start : start + batch]
            logits, backprop = network.begin_update(rows[chosen])
            backprop(gradient(logits, targets.take(chosen)) / len(chosen))
            optimizer.learn_rate = rate * (1 - step / steps)
            network.finish_update(optimizer)
            step += 1
    return network
