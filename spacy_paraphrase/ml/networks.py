"""The networks of word pairs and of sentences.

Both read every pair in both directions, so that swapping source and target exactly inverts the
result: "specifies" becomes "generalizes". Features are standardised first. NaN marks a feature
whose resource is missing; training of the word network sets features to NaN at random, so that one
set of weights serves pipelines with and without an encoder, WordNet and so on. If the gold label of
a sentence pair is known in one direction only, as in SNLI, the loss uses all classes that agree
with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from thinc.api import Linear, Model, Softmax, chain

from ..jobs.arrays import Float32Array
from ..pairs.alignment import RELATIONS
from ..pairs.results import invert_relation
from ..registry import registered
from .feature_tables import Network, hidden_layers, mirror, set_scale, swap_rows

# The logits: whether two words are aligned, and by which relation if they are.
OUTPUTS = ("aligned", *RELATIONS)
# The name of the model that stores pairs in place of a network (`papers.memory`).
MEMORY = "pair_memory"
_INVERSE = [OUTPUTS.index(invert_relation(name)) for name in OUTPUTS]
# Groups of features that a pipeline may lack, by prefixes of their names, and the share of training
# rows in which they are dropped.
WORD_DROPOUT = {
    ("encoder",): 0.4,
    ("wordnet.", "expert.wordnet"): 0.1,
    ("expert.vectors",): 0.1,
    ("rarity.",): 0.1,
}

# Number of rows in one matrix product. The rounding of a row may depend on its position in a tile,
# and results must not depend on the rest of the batch; thus each pair of sentences begins a tile.
# Products of this size run fast, in one thread.
TILE = 16


@registered("PairNetwork.v1", "architectures")
def build_network(hidden: list[int], dropout: float = 0.1) -> Network:
    """Return a network that maps features, shape (pairs, features), to logits of `OUTPUTS`.

    The features are standardised first, by the data given to `set_features`. NaN marks a missing
    feature.

    Args:
        hidden: Widths of the hidden layers.
        dropout: Share of hidden units dropped in training.
    """
    inner: Network = chain(*hidden_layers(hidden, dropout), Linear(len(OUTPUTS)))
    attrs = {"features": [], "taught": False, "labelled": False}
    return Model("pair_network", _forward_both, init=_init, layers=[inner], attrs=attrs)


def set_features(network: Network, names: Sequence[str], rows: Float32Array) -> None:
    """Set a network's feature names, and its mean and deviation from data, (pairs, features)."""
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
    """Return the logits of pairs as given, and with source and target exchanged."""
    # The scale is the same for both readings (see `set_features`). Thus, instead of exchanging the
    # features, this exchanges the weights of the first layer with weights.
    scale, first, *rest = layers
    mean, factor = np.asarray(scale.get_param("scale"))
    order, signs = mirror(names)
    weights, bias = (np.asarray(first.get_param(name)) for name in ("W", "b"))
    exchanged = np.empty_like(weights)
    exchanged[:, order] = weights * signs
    # The weights include the scale.
    both = np.concatenate([weights, exchanged]) * factor
    shift = np.tile(bias, 2) - both @ mean
    columns = np.zeros((len(names), -(-len(rows) // TILE) * TILE), dtype=np.float32)
    columns[:, : len(rows)] = rows.T
    np.copyto(columns, mean[:, None], where=np.isnan(columns))
    tiles = columns.reshape(len(names), -1, TILE).transpose(1, 2, 0)
    # Each pair has two rows, so that one pass through the other layers suffices.
    reading = _pass(first, tiles, both, shift).reshape(len(tiles), 2 * TILE, -1)
    for layer in rest:
        if layer.has_param("W"):  # dropout layers have no weights
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
"""The classes: which sentence entails the other, and whether both can be true."""
MIRROR = np.array([0, 2, 1, 3, 4])
# The NLI labels of each class, from source to target and from target to source.
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
        dropout: Share of hidden units dropped in training.
    """
    network: Network = chain(*hidden_layers(hidden, dropout), Softmax(len(CLASSES)))
    return network


def fitting(entails: str | None, entailed: str | None) -> Float32Array | None:
    """Return 1 for each class that agrees with the known labels of a pair, 0 for the others.

    A contradiction in one direction is a contradiction in both: it has no direction.

    Args:
        entails: Label with the source as premise (one of `metrics.NLI`); None if unknown.
        entailed: Label with the target as premise; None if unknown.

    Returns:
        Shape (classes,); None if both labels are unknown.

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
    """Return training data as given, followed by the same data with the sides exchanged.

    Args:
        names: Names of the features.
        rows: Features, shape (pairs, features).
        fits: Results of `fitting`, shape (pairs, classes).
    """
    return (np.concatenate([rows, swap_rows(names, rows)]), np.concatenate([fits, fits[:, MIRROR]]))


def gradient(found: Float32Array, fits: Float32Array) -> tuple[Float32Array, float]:
    """Return the gradient of the loss with respect to the logits, and the loss, summed over pairs.

    The loss is the negative log of the total probability of the fitting classes.

    Args:
        found: Probabilities, shape (pairs, classes).
        fits: Results of `fitting`, shape (pairs, classes).
    """
    inside = found * fits
    mass = np.maximum(inside.sum(1, keepdims=True), 1e-8)
    return np.asarray(found - inside / mass, dtype=np.float32), float(-np.log(mass).sum())


def probabilities(network: Network, names: Sequence[str], rows: Float32Array) -> Float32Array:
    """Return the probabilities of the classes: the mean over both readings of each pair."""
    swapped = cast("Float32Array", network.predict(swap_rows(names, rows)))
    found = np.asarray(network.predict(rows)) + swapped[:, MIRROR]
    return np.asarray(found / 2, dtype=np.float32)
