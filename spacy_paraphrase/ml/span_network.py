"""A small network over the features of span pairs, and how it is trained without spaCy.

A few networks, each with two hidden layers and a softmax over the classes, are averaged. Inputs are
brought to mean 0 and deviation 1 beforehand. Groups of features whose resource is missing are 0;
that is trained too, by leaving groups out at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from thinc.api import Adam, Model, Relu, Softmax, chain, fix_random_seed

Array = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Network: TypeAlias = Model[Any, Any]  # rows of floats to rows of floats

# Pairs of words in the names of features that change places with source and target.
_PAIRS = (
    *(("source", "target"), ("within", "around"), ("more", "less"), ("row", "column")),
    *(("hyponym-of", "hypernym-of"), ("specifies", "generalizes")),
)
_SWAP = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
# Features of the difference between the sides.
_SIGNED = frozenset({"place.shift"})
LEXICON_SCALE = 2.0
"""What a word of the lexicon counts as input: less than its rarity would make of it."""


def mirror_name(name: str) -> str:
    """Return the name of the feature that takes the place of another when the sides are swapped.

    Example:
        >>> mirror_name("left.noun.source"), mirror_name("wordnet.hyponym-of.target")
        ('left.noun.target', 'wordnet.hypernym-of.source')
    """
    parts = name.split(".", 2) if name.startswith("lexicon.") else name.split(".")
    if name.startswith("lexicon."):
        return ".".join([parts[0], _SWAP.get(parts[1], parts[1]), *parts[2:]])
    return ".".join(_SWAP.get(part, part) for part in parts)


@lru_cache(maxsize=8)
def mirror(names: tuple[str, ...]) -> tuple[Ints, Array]:
    """Return where each feature is found, and with which sign, if the sides are swapped."""
    places = {name: k for k, name in enumerate(names)}
    order = np.array([places[mirror_name(name)] for name in names], dtype=np.int64)
    signs = np.array([-1.0 if name in _SIGNED else 1.0 for name in names], dtype=np.float32)
    return order, signs


def swap_rows(names: Sequence[str], rows: Array) -> Array:
    """Return the features of the same unit pairs with source and target exchanged."""
    order, signs = mirror(tuple(names))
    return np.asarray(rows[:, order] * signs, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Scaling:
    """Mean and inverse deviation of every feature, by which inputs are scaled."""

    mean: Array
    factor: Array

    @classmethod
    def of(cls, names: Sequence[str], rows: Array) -> Scaling:
        """Return the scaling of training data; words of the lexicon are not centred."""
        deviation = rows.std(0)
        factor = 1.0 / np.where(deviation < 1e-3, 1.0, deviation)
        words = np.array([name.startswith("lexicon.") for name in names])
        mean = np.where(words, 0.0, rows.mean(0))
        factor = np.where(words, LEXICON_SCALE, factor)
        return cls(mean.astype(np.float32), factor.astype(np.float32))

    def __call__(self, rows: Array) -> Array:
        """Return scaled features."""
        return (rows - self.mean) * self.factor


@dataclass(frozen=True)
class Training:
    """How a network is trained.

    Attributes:
        epochs: Passes over the data.
        batch: Rows per step.
        rate: First learning rate; it falls to 0 in a straight line.
        decay: Weight decay.
        dropout: Share of the hidden units left out.
        drop_words: Share of the lexicon's features left out of each row.
        drop_groups: Share of the rows that go without a group, for each group that may be missing.
        optional: Groups that may be missing.
        hidden: Width of the hidden layers.
        networks: Number of networks.
    """

    epochs: int = 24
    batch: int = 256
    rate: float = 0.002
    decay: float = 0.001
    dropout: float = 0.25
    drop_words: float = 0.5
    drop_groups: float = 0.1
    optional: tuple[str, ...] = ("wordnet", "tensor", "vectors", "encoder")
    hidden: int = 64
    networks: int = 2


def make_network(width: int, classes: int, hidden: int, dropout: float) -> Network:
    """Return a network of two hidden layers; rows of features to rows of probabilities."""
    return chain(
        Relu(hidden, width, dropout=dropout),
        Relu(hidden, hidden, dropout=dropout),
        Softmax(classes, hidden),
    )


@dataclass(frozen=True, eq=False)
class Ensemble:
    """Networks whose probabilities are averaged, over the pair as it is and over the swapped one.

    So `specifies` of the one is exactly `generalizes` of the other.

    Attributes:
        names: Names of the features.
        scaling: How rows are scaled.
        networks: Rows of scaled features to rows of probabilities.
        inverse: Where each class stands when source and target change places.
    """

    names: tuple[str, ...]
    scaling: Scaling
    networks: tuple[Network, ...]
    inverse: Ints

    def __call__(self, rows: Array) -> Array:
        """Return the probabilities of the classes; shape (rows, classes)."""
        straight, swapped = self.scaling(rows), self.scaling(swap_rows(self.names, rows))
        found = [
            net.predict(straight) + net.predict(swapped)[:, self.inverse] for net in self.networks
        ]
        return np.asarray(np.mean(found, axis=0) / 2, dtype=np.float32)


def train(
    names: Sequence[str],
    rows: Array,
    classes: Ints,
    inverse: Ints,
    settings: Training = Training(),
    seed: int = 0,
) -> Ensemble:
    """Return trained networks. Batches are shown as they are or swapped, at random.

    Args:
        names: Names of the features, those of the lexicon last.
        rows: Features, shape (rows, features).
        classes: Class of each row.
        inverse: Where each class stands when source and target change places.
        settings: How to train.
        seed: Seed of the first network; the next ones count on.
    """
    swapped = swap_rows(names, rows)
    scaling = Scaling.of(names, np.concatenate([rows, swapped]))
    views = (scaling(rows), classes), (scaling(swapped), inverse[classes])
    empty = scaling(np.zeros((1, len(names)), np.float32))[0]
    networks = [
        _train_one(names, views, len(inverse), empty, settings, seed + k)
        for k in range(settings.networks)
    ]
    return Ensemble(tuple(names), scaling, tuple(networks), inverse)


def _train_one(
    names: Sequence[str],
    views: tuple[tuple[Array, Ints], tuple[Array, Ints]],
    count: int,
    empty: Array,
    settings: Training,
    seed: int,
) -> Network:
    fix_random_seed(seed)
    random = np.random.default_rng(seed)
    size, width = views[0][0].shape
    network = make_network(width, count, settings.hidden, settings.dropout)
    network.initialize(X=views[0][0][:1])
    optimizer = Adam(settings.rate, L2=settings.decay, L2_is_weight_decay=True, grad_clip=1.0)
    groups = [
        np.flatnonzero([name.startswith(f"{group}.") for name in names])
        for group in settings.optional
    ]
    words = sum(name.startswith("lexicon.") for name in names)
    ones = np.eye(count, dtype=np.float32)
    starts = range(0, size, settings.batch)
    for epoch in range(settings.epochs):
        order = random.permutation(size)
        for step, start in enumerate(starts):
            batch = order[start : start + settings.batch]
            rows, classes = views[random.integers(2)]
            inputs = rows[batch]
            for columns in groups:
                gone = random.random(len(inputs)) < settings.drop_groups
                inputs[np.ix_(gone, columns)] = empty[columns]
            if words:
                kept = random.random((len(inputs), words), dtype=np.float32) >= settings.drop_words
                inputs[:, -words:] *= kept / np.float32(1.0 - settings.drop_words)
            found, backprop = network.begin_update(inputs)
            backprop((found - ones[classes[batch]]) / len(batch))
            done = (epoch * len(starts) + step) / (settings.epochs * len(starts))
            optimizer.learn_rate = settings.rate * (1.0 - done)
            network.finish_update(optimizer)
    return network
