"""Decoding of links from probabilities of word pairs, and training on links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from thinc.api import Adam, fix_random_seed

from ..arrays import BoolArray, Float32Array, FloatArray
from ..trees.assignment import assign
from ..trees.word_alignment import joined
from .feature_tables import FeatureTable, Network
from .networks import set_features

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


def utilities(
    probabilities: FloatArray, threshold: float, cost: Cost = "probability"
) -> FloatArray:
    """Return the utility of each link in an assignment, 0 for those below the threshold.

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


def fallback_probabilities(probabilities: FloatArray, table: FeatureTable) -> FloatArray:
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


def fallback_links(fallback: FloatArray, links: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return links between words that have none, of those that experts and context propose.

    Args:
        fallback: How likely these are, see `fallback_probabilities`; shape (n, m).
        links: One-to-one links.
    """
    free = fallback.copy()
    if links:
        rows, columns = zip(*links, strict=True)
        free[rows, :] = free[:, columns] = 0.0
    return assign(free) if free.any() else []


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


def with_expansions(expands: BoolArray, links: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the links, those of an acronym with all free words of the name that it stands for.

    Args:
        expands: Which word of one side is an acronym of a name that a word of the other is in;
            shape (n, m).
        links: Links of words; the acronym is linked with one word of the name.
    """
    linked = np.zeros(expands.shape, dtype=bool)
    if links:
        linked[tuple(zip(*links, strict=True))] = True
    more = expands & (
        ((linked & expands).any(axis=1, keepdims=True) & ~linked.any(axis=0))
        | ((linked & expands).any(axis=0) & ~linked.any(axis=1, keepdims=True))
    )
    return [(i, j) for i, j in np.argwhere(linked | more).tolist()]


# -- Training --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Targets:
    """What is known of some pairs of words.

    Attributes:
        aligned: 1 for aligned pairs, else 0; shape (pairs,).
        counted: 0 for pairs that teach nothing, else 1; shape (pairs,).
        relations: The relation of each pair, an index of `alignment.RELATIONS`; -1 for one that is
            unknown; shape (pairs,).
    """

    aligned: Float32Array
    counted: Float32Array
    relations: npt.NDArray[np.int64]

    @classmethod
    def join(cls, parts: Sequence[Targets]) -> Targets:
        """Return the targets of all pairs, one part after the other."""
        columns = zip(*((p.aligned, p.counted, p.relations) for p in parts), strict=True)
        return cls(*map(np.concatenate, columns))

    def take(self, chosen: npt.NDArray[np.int64]) -> Targets:
        """Return the targets of some of the pairs."""
        return Targets(self.aligned[chosen], self.counted[chosen], self.relations[chosen])


def targets_of_links(
    links: Iterable[tuple[int, int]], similarity: npt.NDArray[np.floating]
) -> Targets:
    """Return the targets of all n × m pairs of words, for links that are to be one to one.

    Args:
        links: Gold links, index of the source word and of the target word.
        similarity: What the experts say, shape (n, m).
    """
    aligned = np.zeros(similarity.shape, dtype=np.float32)
    for i, j in links:
        aligned[i, j] = 1.0
    flat = aligned.reshape(-1)
    counted, relations = np.ones_like(flat), np.full(len(flat), -1)
    return one_to_one_targets(Targets(flat, counted, relations), similarity)


def one_to_one_targets(targets: Targets, similarity: npt.NDArray[np.floating]) -> Targets:
    """Return the targets for links that are to be one to one.

    Of the gold links that share a word, those of words that no expert holds for similar teach
    nothing where there is one of similar words: of "is carrying" and "carries", which are linked
    each to each, "carrying" is to be linked.

    Args:
        targets: What is known of all n × m pairs of words.
        similarity: What the experts say, shape (n, m).
    """
    linked = targets.aligned.reshape(similarity.shape) > 0
    similar = linked & (similarity > 0)
    rivals = similar.any(axis=1, keepdims=True) | similar.any(axis=0, keepdims=True)
    ignored = (linked & ~similar & rivals).reshape(-1)
    return Targets(
        targets.aligned, np.where(ignored, np.float32(0), targets.counted), targets.relations
    )


def gradient(logits: Float32Array, targets: Targets) -> Float32Array:
    """Return the gradient of the loss with respect to the logits, shape (pairs, outputs).

    The loss is cross-entropy: of "aligned" over all pairs that count, of the relation over those
    whose relation is known.
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
        network: A fresh network (`networks.build_network`).
        names: Names of the features.
        rows: Features, shape (pairs, features).
        targets: What is known of the pairs.
        epochs: How often every pair is seen.
        batch: Pairs per step.
        rate: Learning rate at the start; it falls to 0 in a straight line.
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
