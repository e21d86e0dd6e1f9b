"""The networks: for word pairs, for units and for sentences.

It sees every pair from both sides, so that swapping source and target inverts what it says. Groups
of features whose resource is missing are left out, in training at random, so that one set of
weights serves pipelines with and without them.

A few networks, each with two hidden layers and a softmax over the classes, are averaged. Inputs are
brought to mean 0 and deviation 1 beforehand. Groups of features whose resource is missing are 0;
that is trained too, by leaving groups out at random.

One network scores a pair both as it is and with the sides exchanged, so that "specifies" of the one
is exactly "generalizes" of the other. A pair whose gold is known in one direction only, as in SNLI,
teaches that the class is one of those that fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from thinc.api import Adam, Dropout, Linear, Model, Relu, Softmax, chain, fix_random_seed

from ..alignment import RELATIONS
from ..arrays import Float32Array, IntArray
from ..registry import registered
from ..results import invert_relation
from .features import Network, mirror, set_scale, standardise, swap_rows

# The logits: whether two words are aligned, and by which relation if they are.
OUTPUTS = ("aligned", *RELATIONS)
_INVERSE = [OUTPUTS.index(invert_relation(name)) for name in OUTPUTS]
# Groups of features that a pipeline may lack, by how their names begin, and how often they are left
# out in training.
WORD_DROPOUT = {
    ("encoder",): 0.4,
    ("wordnet.", "expert.wordnet"): 0.1,
    ("expert.vectors",): 0.1,
    ("rarity.",): 0.1,
}


# Pairs that are judged at once. A product over another number of rows may be rounded otherwise, and
# no result may depend on what else is in the batch.
BLOCK = 192


@registered("PairNetwork.v1", "architectures")
def build_network(hidden: list[int], dropout: float = 0.1) -> Network:
    """Return a network that maps features, shape (pairs, features), to logits of `OUTPUTS`.

    The features are standardised first, by the data that `set_features` saw; NaN stands for one
    that is not there.

    Args:
        hidden: Widths of the hidden layers.
        dropout: Share of hidden units left out in training.
    """
    layers: list[Network] = [standardise()]
    for width in hidden:
        layers += [Relu(width), Dropout(dropout)]
    inner: Network = chain(*layers, Linear(len(OUTPUTS)))
    return Model(
        "pair_network",
        _forward_both,
        init=_init,
        layers=[inner],
        attrs={"features": [], "taught": False, "labelled": False},
    )


def set_features(network: Network, names: Sequence[str], rows: Float32Array) -> None:
    """Tell a network its features, and take mean and deviation from data, (pairs, features)."""
    network.attrs["features"] = list(names)
    set_scale(network.layers[0], np.concatenate([rows, swap_rows(names, rows)]))


def is_optional(name: str) -> bool:
    """Tell whether a pipeline may lack a feature."""
    return any(name.startswith(group) for group in WORD_DROPOUT)


def _init(model: Network, X: Any = None, Y: Any = None) -> None:  # noqa: N803 (names of thinc)
    model.layers[0].initialize(X=X, Y=Y)


def _forward_both(
    model: Network, rows: Float32Array, is_train: bool
) -> tuple[Float32Array, Callable[[Float32Array], Float32Array]]:
    (inner,) = model.layers
    names = tuple(model.attrs["features"])
    if not is_train:
        one, other = _both_readings(inner.layers, names, rows)
        found: Float32Array = (one + other[:, _INVERSE]) / np.float32(2)
        return found, lambda gradient: gradient
    is_swapped = np.random.rand() < 0.5
    inputs = swap_rows(names, rows) if is_swapped else np.array(rows)
    for columns, share in _optional_columns(names):
        inputs[np.ix_(np.random.rand(len(inputs)) < share, columns)] = np.nan
    logits, backprop = inner.begin_update(inputs)

    def back(gradient: Float32Array) -> Float32Array:
        return np.asarray(backprop(gradient[:, _INVERSE] if is_swapped else gradient))

    return (logits[:, _INVERSE] if is_swapped else logits), back


def _both_readings(
    layers: Sequence[Network], names: tuple[str, ...], rows: Float32Array
) -> tuple[Float32Array, Float32Array]:
    """Return the logits of pairs as they are, and with source and target exchanged.

    The scale is the same for both readings, see `set_features`, so that the features stay where
    they are and the weights of the first layer that has any change places.
    """
    scale, first, *rest = layers
    ops: Any = first.ops
    mean, factor = np.asarray(scale.get_param("scale"))
    order, signs = mirror(names)
    weights, bias = (np.asarray(first.get_param(name)) for name in ("W", "b"))
    exchanged = np.empty_like(weights)
    exchanged[:, order] = weights * signs
    # The scale is taken into the weights.
    both = np.concatenate([weights, exchanged]) * factor
    shift = np.tile(bias, 2) - both @ mean
    found = []
    for start in range(0, len(rows), BLOCK):
        some = rows[start : start + BLOCK].T
        block = np.zeros((len(names), BLOCK), dtype=np.float32)
        block[:, : some.shape[1]] = some
        np.copyto(block, mean[:, None], where=np.isnan(block))
        hidden = ops.gemm(block, both, trans1=True, trans2=True)
        hidden += shift
        if first.name == "relu":
            np.maximum(hidden, 0.0, out=hidden)
        # Two rows for each pair, so that the other layers are passed once.
        reading: Float32Array = hidden.reshape(2 * BLOCK, -1)
        for layer in rest:
            reading = layer.predict(reading)
        found.append(reading)
    every = np.concatenate(found)[: 2 * len(rows)]
    return every[::2], every[1::2]


@lru_cache(maxsize=8)
def _optional_columns(names: tuple[str, ...]) -> list[tuple[npt.NDArray[np.int64], float]]:
    return [
        (np.flatnonzero([name.startswith(group) for name in names]), share)
        for group, share in WORD_DROPOUT.items()
    ]


# A small network over the features of span pairs, and how it is trained without spaCy.

# Groups of features that may be missing, and the share of rows without them in training.
UNIT_DROPOUT = {"wordnet": 0.1, "tensor": 0.1, "vectors": 0.1, "encoder": 0.4}
# Steps that a network needs at least.
LEAST_STEPS = 300
LEXICON_SCALE = 2.0
"""What a word of the lexicon counts as input: less than its rarity would make of it."""


@dataclass(frozen=True, eq=False)
class Scaling:
    """Mean and inverse deviation of every feature, by which inputs are scaled."""

    mean: Float32Array
    factor: Float32Array

    @classmethod
    def of(cls, names: Sequence[str], rows: Float32Array) -> Scaling:
        """Return the scaling of training data; words of the lexicon are not centred."""
        deviation = rows.std(0)
        # What was never there in the data says nothing.
        constant = np.where(rows.any(axis=0), 1.0, 0.0)
        factor = np.where(deviation < 1e-3, constant, 1.0 / np.maximum(deviation, 1e-3))
        words = np.array([name.startswith("lexicon.") for name in names])
        mean = np.where(words, 0.0, rows.mean(0))
        factor = np.where(words, LEXICON_SCALE, factor)
        return cls(mean.astype(np.float32), factor.astype(np.float32))

    def __call__(self, rows: Float32Array) -> Float32Array:
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
    drop_groups: Mapping[str, float] = field(default_factory=UNIT_DROPOUT.copy)
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
    inverse: IntArray

    def __call__(self, rows: Float32Array) -> Float32Array:
        """Return the probabilities of the classes; shape (rows, classes)."""
        straight, swapped = self.scaling(rows), self.scaling(swap_rows(self.names, rows))
        found = [
            net.predict(straight) + net.predict(swapped)[:, self.inverse] for net in self.networks
        ]
        return np.asarray(np.mean(found, axis=0) / 2, dtype=np.float32)


def train(
    names: Sequence[str],
    rows: Float32Array,
    classes: IntArray,
    inverse: IntArray,
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

    dense: Float32Array
    words: csr_matrix
    classes: IntArray

    @classmethod
    def of(cls, rows: Float32Array, words: int, classes: IntArray) -> _View:
        """Return the view of scaled features, the last of which are of the lexicon."""
        count = rows.shape[1] - words
        return cls(np.ascontiguousarray(rows[:, :count]), csr_matrix(rows[:, count:]), classes)


def _train_one(
    names: Sequence[str],
    views: Sequence[_View],
    count: int,
    empty: Float32Array,
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
    return chain(Model("split_relu", _forward_sparse, layers=[hidden]), *dropout, *rest)


def _forward_sparse(
    model: Network, inputs: tuple[Float32Array, csr_matrix], is_train: bool
) -> tuple[Float32Array, Callable[[Float32Array], None]]:
    dense, sparse = inputs
    ops: Any = model.ops
    hidden: Any = model.layers[0]
    of_dense, of_sparse = np.split(hidden.get_param("W"), [dense.shape[1]], axis=1)
    found: Float32Array = ops.gemm(dense, np.ascontiguousarray(of_dense), trans2=True)
    found += sparse @ of_sparse.T + hidden.get_param("b")
    np.maximum(found, 0.0, out=found)

    def backprop(gradient: Float32Array) -> None:
        gradient = gradient * (found > 0.0)
        parts = ops.gemm(gradient, dense, trans1=True), (sparse.T @ gradient).T
        hidden.inc_grad("W", np.concatenate(parts, axis=1))
        hidden.inc_grad("b", gradient.sum(axis=0))

    return found, backprop


# What two sentences say of each other, learnt: classes, network, training signal.

CLASSES = ("restates", "specifies", "generalizes", "neither", "contradiction")
"""What there is to tell apart: who entails whom, and whether both can be true."""
MIRROR = np.array([0, 2, 1, 3, 4])
# What each class says of either direction, source to target and back.
_VERDICTS = (
    ("entailment", "entailment"),
    ("entailment", "neutral"),
    ("neutral", "entailment"),
    ("neutral", "neutral"),
    ("contradiction", "contradiction"),
)


@registered("RelationNetwork.v1", "architectures")
def build_relation_network(hidden: list[int], dropout: float = 0.25) -> Network:
    """Return a network that maps features, shape (pairs, features), to probabilities of `CLASSES`.

    The features are standardised first (`standardise.set_scale`).

    Args:
        hidden: Widths of the hidden layers.
        dropout: Share of hidden units left out in training.
    """
    layers: list[Model[Any, Any]] = [standardise()]
    for width in hidden:
        layers += [Relu(width), Dropout(dropout)]
    network: Network = chain(*layers, Softmax(len(CLASSES)))
    return network


def fitting(entails: str | None, entailed: str | None) -> Float32Array | None:
    """Return 1 for each class that agrees with what is known of a pair, 0 for the others.

    A contradiction in either direction is one: that both sides cannot be true has no direction.

    Args:
        entails: What the source says of the target, of `metrics.labels.NLI`; None if not known.
        entailed: What the target says of the source.

    Returns:
        Shape (classes,); None if nothing is known.

    Example:
        >>> fitting("entailment", None).tolist(), fitting("neutral", "contradiction").tolist()
        ([1.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0])
    """
    if entails is None and entailed is None:
        return None
    if "contradiction" in (entails, entailed):
        entails = entailed = "contradiction"
    fits = [entails in (None, forth) and entailed in (None, back) for forth, back in _VERDICTS]
    return np.array(fits, dtype=np.float32)


def both_ways(
    names: Sequence[str], rows: Float32Array, fits: Float32Array
) -> tuple[Float32Array, Float32Array]:
    """Return training data as they are, and then with the sides exchanged.

    Args:
        names: Names of the features.
        rows: Features, shape (pairs, features).
        fits: What `fitting` gave, shape (pairs, classes).
    """
    return (
        np.concatenate([rows, swap_rows(names, rows)]),
        np.concatenate([fits, fits[:, MIRROR]]),
    )


def gradient(found: Float32Array, fits: Float32Array) -> tuple[Float32Array, float]:
    """Return the gradient of the loss by the logits, and the loss, summed over pairs.

    The loss is -log of the probability that the classes which fit have together.

    Args:
        found: Probabilities, shape (pairs, classes).
        fits: What `fitting` gave, shape (pairs, classes).
    """
    inside = found * fits
    mass = np.maximum(inside.sum(1, keepdims=True), 1e-8)
    return np.asarray(found - inside / mass, dtype=np.float32), float(-np.log(mass).sum())


def probabilities(network: Network, names: Sequence[str], rows: Float32Array) -> Float32Array:
    """Return the probabilities of the classes, the mean over both readings of each pair."""
    swapped = cast("Float32Array", network.predict(swap_rows(names, rows)))
    found = np.asarray(network.predict(rows)) + swapped[:, MIRROR]
    return np.asarray(found / 2, dtype=np.float32)
