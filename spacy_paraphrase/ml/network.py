"""A small network over the features of unit pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from thinc.api import Dropout, Linear, Model, Relu, chain

from ..registry import registered

FloatArray = npt.NDArray[np.float32]
Network = Model[Any, Any]  # both arrays of shape (pairs, ...), float32


@registered("PairNetwork.v1", "architectures")
def build_network(hidden: list[int], outputs: int = 1, dropout: float = 0.1) -> Network:
    """Return a network that maps features, shape (pairs, features), to logits, (pairs, outputs).

    The features are standardised first, by mean and deviation of the data that `set_scale` saw.

    Args:
        hidden: Widths of the hidden layers.
        outputs: Number of logits.
        dropout: Share of hidden units left out in training.
    """
    layers: list[Model[Any, Any]] = [standardise()]
    for width in hidden:
        layers += [Relu(width), Dropout(dropout)]
    network: Network = chain(*layers, Linear(outputs))
    return network


def standardise() -> Network:
    """Return a layer that subtracts the mean of every feature and divides by its deviation."""
    return Model("standardise", _forward, dims={"nO": None, "nI": None}, params={"scale": None})


def set_scale(network: Network, features: FloatArray) -> None:
    """Take mean and deviation of the features from data, shape (pairs, features)."""
    scale = np.stack([features.mean(axis=0), 1.0 / (features.std(axis=0) + 1e-3)])
    layer = network.layers[0]
    layer.set_param("scale", cast("Any", scale.astype(np.float32)))
    for name in ("nI", "nO"):
        layer.set_dim(name, features.shape[1], force=True)


def mean_of(network: Network) -> FloatArray:
    """Return the mean of every feature in the data that `set_scale` saw."""
    mean: FloatArray = np.asarray(network.layers[0].get_param("scale"))[0]
    return mean


def _forward(
    model: Network, features: FloatArray, is_train: bool
) -> tuple[FloatArray, Callable[[FloatArray], FloatArray]]:
    scale = model.get_param("scale")

    def backprop(gradient: FloatArray) -> FloatArray:
        return gradient * scale[1]

    return (features - scale[0]) * scale[1], backprop
