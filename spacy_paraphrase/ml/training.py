"""What pairs of words teach, and training on features that fit into memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from thinc.api import Adam, fix_random_seed

from .decode import sigmoid, softmax
from .network import set_features
from .standardise import FloatArray, Network


@dataclass(frozen=True, eq=False)
class Targets:
    """What is known of some pairs of words.

    Attributes:
        aligned: 1 for aligned pairs, else 0; shape (pairs,).
        counted: 0 for pairs that teach nothing, else 1; shape (pairs,).
        relations: The relation of each pair, an index of `alignment.RELATIONS`; -1 for one that is
            unknown; shape (pairs,).
    """

    aligned: FloatArray
    counted: FloatArray
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
    spare = (linked & ~similar & rivals).reshape(-1)
    return Targets(
        targets.aligned, np.where(spare, np.float32(0), targets.counted), targets.relations
    )


def gradient(logits: FloatArray, targets: Targets) -> FloatArray:
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
    rows: FloatArray,
    targets: Targets,
    *,
    epochs: int = 16,
    batch: int = 512,
    rate: float = 0.002,
    seed: int = 0,
) -> Network:
    """Train a network, and return it.

    Args:
        network: A fresh network (`network.build_network`).
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
