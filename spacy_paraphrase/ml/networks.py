"""The networks of word pairs and of sentences.

Both see every pair from either side, so that swapping source and target inverts what they say:
"specifies" of the one is exactly "generalizes" of the other. Features are standardised first, and
NaN stands for one whose resource is missing; the network of words sees such gaps in training at
random, so that one set of weights serves pipelines with and without an encoder, WordNet and so on.
A pair of sentences whose gold is known in one direction only, as in SNLI, teaches that the class is
one of those that fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from thinc.api import Linear, Model, Softmax, chain

from ..alignment import RELATIONS
from ..arrays import Float32Array
from ..registry import registered
from ..results import invert_relation
from .feature_tables import Network, hidden_layers, mirror, set_scale, swap_rows

# The logits: whether two words are aligned, and by which relation if they are.
OUTPUTS = ("aligned", *RELATIONS)
# The name of the model that stores pairs in place of a network (`papers.memory`).
MEMORY = "pair_memory"
_INVERSE = [OUTPUTS.index(invert_relation(name)) for name in OUTPUTS]
# Groups of features that a pipeline may lack, by how their names begin, and how often they are left
# out in training.
WORD_DROPOUT = {
    ("encoder",): 0.4,
    ("wordnet.", "expert.wordnet"): 0.1,
    ("expert.vectors",): 0.1,
    ("rarity.",): 0.1,
}


# Rows that are multiplied at once. A product may be rounded otherwise elsewhere in a tile, and
# no result may depend on what else is in the batch: what belongs to a pair of sentences begins one.
# Products of this size take one thread, and little time.
TILE = 16


@registered("PairNetwork.v1", "architectures")
def build_network(hidden: list[int], dropout: float = 0.1) -> Network:
    """Return a network that maps features, shape (pairs, features), to logits of `OUTPUTS`.

    The features are standardised first, by the data that `set_features` saw; NaN stands for one
    that is not there.

    Args:
        hidden: Widths of the hidden layers.
        dropout: Share of hidden units left out in training.
    """
    layers = hidden_layers(hidden, dropout)
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
    """Return whether a pipeline may lack a feature."""
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
    """Return the logits of pairs as they are, and with source and target exchanged."""
    # The scale is the same for both readings, see `set_features`, so that the features stay where
    # they are and the weights of the first layer that has any change places.
    scale, first, *rest = layers
    mean, factor = np.asarray(scale.get_param("scale"))
    order, signs = mirror(names)
    weights, bias = (np.asarray(first.get_param(name)) for name in ("W", "b"))
    exchanged = np.empty_like(weights)
    exchanged[:, order] = weights * signs
    # The scale is taken into the weights.
    both = np.concatenate([weights, exchanged]) * factor
    shift = np.tile(bias, 2) - both @ mean
    columns = np.zeros((len(names), -(-len(rows) // TILE) * TILE), dtype=np.float32)
    columns[:, : len(rows)] = rows.T
    np.copyto(columns, mean[:, None], where=np.isnan(columns))
    tiles = columns.reshape(len(names), -1, TILE).transpose(1, 2, 0)
    # Two rows for each pair, so that the other layers are passed once.
    reading = _pass(first, tiles, both, shift).reshape(len(tiles), 2 * TILE, -1)
    for layer in rest:
        if layer.has_param("W"):  # not one of dropout
            weights, bias = (np.asarray(layer.get_param(name)) for name in ("W", "b"))
            reading = _pass(layer, reading, weights, bias)
    every = reading.reshape(-1, reading.shape[-1])[: 2 * len(rows)]
    return every[::2], every[1::2]


def _pass(
    layer: Network, tiles: Float32Array, weights: Float32Array, bias: Float32Array
) -> Float32Array:
    found = tiles @ np.ascontiguousarray(weights.T)
    found += bias
    return np.maximum(found, 0.0, out=found) if layer.name == "relu" else found


@lru_cache(maxsize=8)
def _optional_columns(names: tuple[str, ...]) -> list[tuple[npt.NDArray[np.int64], float]]:
    return [
        (np.flatnonzero([name.startswith(group) for name in names]), share)
        for group, share in WORD_DROPOUT.items()
    ]


# -- The network of pairs of sentences -------------------------------------------------------------

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

    The features are standardised first (`feature_tables.set_scale`).

    Args:
        hidden: Widths of the hidden layers.
        dropout: Share of hidden units left out in training.
    """
    layers = hidden_layers(hidden, dropout)
    network: Network = chain(*layers, Softmax(len(CLASSES)))
    return network


def fitting(entails: str | None, entailed: str | None) -> Float32Array | None:
    """Return 1 for each class that agrees with what is known of a pair, 0 for the others.

    A contradiction in either direction is one: that both sides cannot be true has no direction.

    Args:
        entails: What the source says of the target, of `metrics.NLI`; None if not known.
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
    return (np.concatenate([rows, swap_rows(names, rows)]), np.concatenate([fits, fits[:, MIRROR]]))


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
