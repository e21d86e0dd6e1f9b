"""The network that judges pairs of words: are they aligned, and by which relation?

It sees every pair from both sides, so that swapping source and target inverts what it says. Groups
of features whose resource is missing are left out, in training at random, so that one set of
weights serves pipelines with and without them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from thinc.api import Dropout, Linear, Model, Relu, chain

from ..alignment import RELATIONS
from ..registry import registered
from ..relation import invert_relation
from .mirror import mirror, swap_rows
from .standardise import FloatArray, Network, set_scale, standardise

# The logits: whether two words are aligned, and by which relation if they are.
OUTPUTS = ("aligned", *RELATIONS)
_INVERSE = [OUTPUTS.index(invert_relation(name)) for name in OUTPUTS]
# Groups of features that a pipeline may lack, by how their names begin, and how often they are left
# out in training.
OPTIONAL = {
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
        _forward,
        init=_init,
        layers=[inner],
        attrs={"features": [], "taught": False, "labelled": False},
    )


def set_features(network: Network, names: Sequence[str], rows: FloatArray) -> None:
    """Tell a network its features, and take mean and deviation from data, (pairs, features)."""
    network.attrs["features"] = list(names)
    set_scale(network.layers[0], np.concatenate([rows, swap_rows(names, rows)]))


def is_optional(name: str) -> bool:
    """Tell whether a pipeline may lack a feature."""
    return any(name.startswith(group) for group in OPTIONAL)


def _init(model: Network, X: Any = None, Y: Any = None) -> None:  # noqa: N803 (names of thinc)
    model.layers[0].initialize(X=X, Y=Y)


def _forward(
    model: Network, rows: FloatArray, is_train: bool
) -> tuple[FloatArray, Callable[[FloatArray], FloatArray]]:
    (inner,) = model.layers
    names = tuple(model.attrs["features"])
    if not is_train:
        one, other = _both_readings(inner.layers, names, rows)
        found: FloatArray = (one + other[:, _INVERSE]) / np.float32(2)
        return found, lambda gradient: gradient
    is_swapped = np.random.rand() < 0.5
    inputs = swap_rows(names, rows) if is_swapped else np.array(rows)
    for columns, share in _optional_columns(names):
        inputs[np.ix_(np.random.rand(len(inputs)) < share, columns)] = np.nan
    logits, backprop = inner.begin_update(inputs)

    def back(gradient: FloatArray) -> FloatArray:
        return np.asarray(backprop(gradient[:, _INVERSE] if is_swapped else gradient))

    return (logits[:, _INVERSE] if is_swapped else logits), back


def _both_readings(
    layers: Sequence[Network], names: tuple[str, ...], rows: FloatArray
) -> tuple[FloatArray, FloatArray]:
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
        reading: FloatArray = hidden.reshape(2 * BLOCK, -1)
        for layer in rest:
            reading = layer.predict(reading)
        found.append(reading)
    every = np.concatenate(found)[: 2 * len(rows)]
    return every[::2], every[1::2]


@lru_cache(maxsize=8)
def _optional_columns(names: tuple[str, ...]) -> list[tuple[npt.NDArray[np.int64], float]]:
    return [
        (np.flatnonzero([name.startswith(group) for name in names]), share)
        for group, share in OPTIONAL.items()
    ]
