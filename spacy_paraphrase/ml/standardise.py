"""A layer that brings features to mean 0 and deviation 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from thinc.api import Model

FloatArray = npt.NDArray[np.float32]
Network = Model[Any, Any]


def standardise() -> Network:
    """Return a layer that subtracts the mean of every feature and divides by its deviation.

    NaN stands for a feature that is not there, and becomes 0.
    """
    return Model("standardise", _forward, dims={"nO": None, "nI": None}, params={"scale": None})


def set_scale(network: Network, features: FloatArray) -> None:
    """Take mean and deviation from data, shape (pairs, features), for a network's first layer.

    A feature that never changes in the data says nothing.
    """
    deviation = features.std(axis=0)
    factor = np.where(deviation > 1e-3, 1.0 / np.maximum(deviation, 1e-3), 0.0)
    scale: Any = np.stack([features.mean(axis=0), factor]).astype(np.float32)
    layer = network.layers[0]
    layer.set_param("scale", scale)
    for name in ("nI", "nO"):
        layer.set_dim(name, features.shape[1], force=True)


def _forward(
    model: Network, features: FloatArray, is_train: bool
) -> tuple[FloatArray, Callable[[FloatArray], FloatArray]]:
    scale = model.get_param("scale")

    def backprop(gradient: FloatArray) -> FloatArray:
        return gradient * scale[1]

    scaled = (features - scale[0]) * scale[1]
    np.copyto(scaled, 0.0, where=np.isnan(scaled))
    return scaled, backprop
