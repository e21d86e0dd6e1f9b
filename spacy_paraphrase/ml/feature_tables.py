"""Tables of named features: mirroring (exchange of the sides) and standardisation.

Names of features have parts, separated by full stops; mirroring swaps parts such as `source` and
`target`. Networks use it to read pairs in both directions: `specifies` becomes `generalizes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from thinc.api import Dropout, Model, Relu

from ..checked import SettingCheck
from ..jobs.arrays import Float32Array, IntArray


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """Features of n × m pairs of units.

    Attributes:
        names: The name of each feature.
        values: Shape (n, m, features), each about 0 to 1; stored feature by feature in memory.
    """

    names: tuple[str, ...]
    values: Float32Array

    @property
    def rows(self) -> Float32Array:
        """The features with one row per pair, shape (n·m, features)."""
        n, m, width = self.values.shape
        return self.values.reshape(n * m, width)

    def column(self, name: str) -> Float32Array | None:
        """Return a feature, shape (n, m); None if the table lacks it."""
        return self.values[:, :, self.names.index(name)] if name in self.names else None

    def columns(self, names: Sequence[str], pairs: IntArray | None = None) -> Float32Array:
        """Return the rows of the named features, NaN for features that the table lacks.

        Args:
            names: Names of features.
            pairs: Indices of the wanted rows of `rows`; by default all.
        """
        columns = self.rows.T
        if pairs is not None:
            columns = columns.take(pairs, axis=1)
        if tuple(names) == self.names:
            return columns.T
        known, places = _found(tuple(names), self.names)
        chosen = np.full((len(names), columns.shape[1]), np.nan, dtype=np.float32)
        chosen[known] = columns[places]
        return chosen.T


@lru_cache(maxsize=8)
def _found(names: tuple[str, ...], there: tuple[str, ...]) -> tuple[IntArray, IntArray]:
    places = {name: k for k, name in enumerate(there)}
    known = [k for k, name in enumerate(names) if name in places]
    where = [places[names[k]] for k in known]
    return np.array(known, dtype=np.int64), np.array(where, dtype=np.int64)


def stack(n: int, m: int, features: Mapping[str, npt.NDArray[np.generic]]) -> FeatureTable:
    """Return a table of named features, each with a shape that broadcasts to (n, m).

    Example:
        >>> table = stack(2, 3, {"a": np.ones((2, 1)), "b": np.zeros((1, 3))})
        >>> table.names, table.values.shape
        (('a', 'b'), (2, 3, 2))
    """
    values = np.empty((len(features), n, m), dtype=np.float32)
    for k, feature in enumerate(features.values()):
        values[k] = feature
    return FeatureTable(tuple(features), values.transpose(1, 2, 0))


# -- Exchanging source and target ------------------------------------------------------------------

# Pairs of name parts that are exchanged when source and target are exchanged.
_PAIRS = (
    *(("source", "target"), ("within", "around"), ("more", "less"), ("row", "column")),
    *(("hyponym-of", "hypernym-of"), ("specifies", "generalizes")),
)
_SWAP = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
# Features that are differences between source and target; mirroring changes their sign.
_SIGNED = frozenset({"place.shift", "place.ratio"})


def mirror_name(name: str) -> str:
    """Return the name of the feature that replaces another when source and target are swapped.

    Example:
        >>> mirror_name("left.noun.source"), mirror_name("wordnet.hyponym-of.target")
        ('left.noun.target', 'wordnet.hypernym-of.source')
    """
    if name.startswith("lexicon."):  # the rest is a word, which may be one of the parts
        group, who, *word = name.split(".", 2)
        return ".".join([group, _SWAP.get(who, who), *word])
    return ".".join(_SWAP.get(part, part) for part in name.split("."))


@lru_cache(maxsize=8)
def mirror(names: tuple[str, ...]) -> tuple[IntArray, Float32Array]:
    """Return the index of the mirrored feature of each feature, and the sign of its values."""
    places = {name: k for k, name in enumerate(names)}
    order = np.array([places[mirror_name(name)] for name in names], dtype=np.int64)
    signs = np.array([-1.0 if name in _SIGNED else 1.0 for name in names], dtype=np.float32)
    return order, signs


def swap_rows(names: Sequence[str], rows: Float32Array) -> Float32Array:
    """Return the features of the same unit pairs with source and target exchanged."""
    order, signs = mirror(tuple(names))
    return np.asarray(rows[:, order] * signs, dtype=np.float32)


_WIDEST = 1 << 14  # maximum width of a hidden layer


# -- A layer that standardises features ------------------------------------------------------------

Network = Model[Any, Any]


def hidden_layers(widths: Sequence[int], dropout: float) -> list[Model[Any, Any]]:
    """Return all layers except the last: standardised features, then hidden layers with dropout.

    Raises:
        ParaphraseError: P025 for an invalid width or dropout.
    """
    check = SettingCheck("P025")
    fit = all(1 <= width <= _WIDEST for width in widths)
    check.sound("hidden", list(widths), fit, f"widths from 1 to {_WIDEST}")
    check.sound("dropout", dropout, 0 <= dropout < 1, "a share from 0 to below 1")
    layers: list[Model[Any, Any]] = [standardise()]
    for width in widths:
        layers += [Relu(width), Dropout(dropout)]
    return layers


def standardise() -> Network:
    """Return a layer that subtracts the mean of each feature and divides by its deviation.

    NaN marks a missing feature, and becomes 0.
    """
    return Model("standardise", _forward, dims={"nO": None, "nI": None}, params={"scale": None})


def set_scale(network: Network, features: Float32Array) -> None:
    """Set mean and deviation of a network's first layer from data, shape (pairs, features).

    A feature that is constant in the data gets factor 0.
    """
    deviation = features.std(axis=0)
    factor = np.where(deviation > 1e-3, 1.0 / np.maximum(deviation, 1e-3), 0.0)
    scale: Any = np.stack([features.mean(axis=0), factor]).astype(np.float32)
    layer = network.layers[0]
    layer.set_param("scale", scale)
    for name in ("nI", "nO"):
        layer.set_dim(name, features.shape[1], force=True)


def _forward(
    model: Network, features: Float32Array, is_train: bool
) -> tuple[Float32Array, Callable[[Float32Array], Float32Array]]:
    scale = model.get_param("scale")

    def backprop(gradient: Float32Array) -> Float32Array:
        return gradient * scale[1]

    scaled = (features - scale[0]) * scale[1]
    np.copyto(scaled, 0.0, where=np.isnan(scaled))
    return scaled, backprop
