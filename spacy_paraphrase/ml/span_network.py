"""A small network over the features of span pairs, and how it is trained without spaCy.

A few networks, each with two hidden layers and a softmax over the classes, are averaged. Inputs are
brought to mean 0 and deviation 1 beforehand. Groups of features whose resource is missing are 0;
that is trained too, by leaving groups out at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_matrix
from thinc.api import Adam, Model, Relu, Softmax, chain, fix_random_seed

from .standardise import Network
from .mirror import Array, Ints, swap_rows


# Groups of features that may be missing, and the share of rows without them in training.
OPTIONAL = {"wordnet": 0.1, "tensor": 0.1, "vectors": 0.1, "encoder": 0.4}
# Steps that a network needs at least.
LEAST_STEPS = 300
LEXICON_SCALE = 2.0
"""What a word of the lexicon counts as input: less than its rarity would make of it."""


@dataclass(frozen=True, eq=False)
class Scaling:
    """Mean and inverse deviation of every feature, by which inputs are scaled."""

    mean: Array
    factor: Array

    @classmethod
    def of(cls, names: Sequence[str], rows: Array) -> Scaling:
        """Return the scaling of training data; words of the lexicon are not centred."""
        deviation = rows.std(0)
        # What was never there in the data says nothing.
        constant = np.where(rows.any(axis=0), 1.0, 0.0)
        factor = np.where(deviation < 1e-3, constant, 1.0 / np.maximum(deviation, 1e-3))
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
        epochs: Passes over the data; more of them over little data, up to `LEAST_STEPS`.
        batch: Rows per step.
        rate: First learning rate; it falls to 0 in a straight line.
        decay: Weight decay.
        dropout: Share of the hidden units left out.
        drop_words: Share of the lexicon's features left out of each row.
        drop_groups: Share of the rows that go without a group, for each that may be missing.
        hidden: Width of the hidden layers.
        networks: Number of networks.
    """

    epochs: int = 24
    batch: int = 256
    rate: float = 0.002
    decay: float = 0.001
    dropout: float = 0.25
    drop_words: float = 0.5
    drop_groups: Mapping[str, float] = field(default_factory=OPTIONAL.copy)
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
    words = sum(name.startswith("lexicon.") for name in names)
    views = [
        _View.of(scaling(seen), words, known)
        for seen, known in ((rows, classes), (swapped, inverse[classes]))
    ]
    empty = scaling(np.zeros((1, len(names)), np.float32))[0]
    networks = [
        _train_one(names, views, len(inverse), empty, settings, seed + k)
        for k in range(settings.networks)
    ]
    return Ensemble(tuple(names), scaling, tuple(networks), inverse)


@dataclass(frozen=True, eq=False)
class _View:
    """Training data: features, those of the lexicon apart, and classes."""

    dense: Array
    words: csr_matrix
    classes: Ints

    @classmethod
    def of(cls, rows: Array, words: int, classes: Ints) -> _View:
        """Return the view of scaled features, the last of which are of the lexicon."""
        count = rows.shape[1] - words
        return cls(np.ascontiguousarray(rows[:, :count]), csr_matrix(rows[:, count:]), classes)


def _train_one(
    names: Sequence[str],
    views: Sequence[_View],
    count: int,
    empty: Array,
    settings: Training,
    seed: int,
) -> Network:
    fix_random_seed(seed)
    random = np.random.default_rng(seed)
    size, width = len(views[0].classes), len(names)
    network = make_network(width, count, settings.hidden, settings.dropout)
    network.initialize(X=empty[None])
    taught = sparse_learner(network)
    optimizer = Adam(settings.rate, L2=settings.decay, L2_is_weight_decay=True, grad_clip=1.0)
    groups = [
        (np.flatnonzero([name.startswith(f"{group}.") for name in names]), share)
        for group, share in settings.drop_groups.items()
    ]
    ones = np.eye(count, dtype=np.float32)
    starts = range(0, size, settings.batch)
    epochs = max(settings.epochs, math.ceil(LEAST_STEPS / len(starts)))
    for epoch in range(epochs):
        order = random.permutation(size)
        for step, start in enumerate(starts):
            batch = order[start : start + settings.batch]
            view = views[int(random.integers(2))]
            inputs, words = view.dense[batch], view.words[batch]
            for columns, share in groups:
                gone = random.random(len(inputs)) < share
                inputs[np.ix_(gone, columns)] = empty[columns]
            kept = random.random(len(words.data), dtype=np.float32) >= settings.drop_words
            words.data *= kept / np.float32(1.0 - settings.drop_words)
            found, backprop = taught.begin_update((inputs, words))
            backprop((found - ones[view.classes[batch]]) / len(batch))
            done = (epoch * len(starts) + step) / (epochs * len(starts))
            optimizer.learn_rate = settings.rate * (1.0 - done)
            taught.finish_update(optimizer)
    return network


def sparse_learner(network: Network) -> Network:
    """Return a network with the same weights whose inputs are dense and sparse columns.

    Of the features of the lexicon, most of all, nearly all are 0: to multiply these takes more
    than half of the time of training.
    """
    first, *rest = network.layers
    hidden, *dropout = first.layers
    return chain(Model("split_relu", _forward, layers=[hidden]), *dropout, *rest)


def _forward(
    model: Network, inputs: tuple[Array, csr_matrix], is_train: bool
) -> tuple[Array, Callable[[Array], None]]:
    dense, sparse = inputs
    ops: Any = model.ops
    hidden: Any = model.layers[0]
    of_dense, of_sparse = np.split(hidden.get_param("W"), [dense.shape[1]], axis=1)
    found: Array = ops.gemm(dense, np.ascontiguousarray(of_dense), trans2=True)
    found += sparse @ of_sparse.T + hidden.get_param("b")
    np.maximum(found, 0.0, out=found)

    def backprop(gradient: Array) -> None:
        gradient = gradient * (found > 0.0)
        parts = ops.gemm(gradient, dense, trans1=True), (sparse.T @ gradient).T
        hidden.inc_grad("W", np.concatenate(parts, axis=1))
        hidden.inc_grad("b", gradient.sum(axis=0))

    return found, backprop
