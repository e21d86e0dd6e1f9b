"""Named features of all pairs of n source units and m target units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

FeatureArray = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """Features of n × m pairs of units.

    Attributes:
        names: What each feature is called.
        values: Shape (n, m, features), about 0 to 1 each; in memory, feature by feature.
    """

    names: tuple[str, ...]
    values: FeatureArray

    @property
    def rows(self) -> FeatureArray:
        """The features as one row per pair, shape (n·m, features)."""
        n, m, width = self.values.shape
        return self.values.reshape(n * m, width)

    def column(self, name: str) -> FeatureArray | None:
        """Return a feature, shape (n, m); None if it is not here."""
        return self.values[:, :, self.names.index(name)] if name in self.names else None

    def columns(self, names: Sequence[str], pairs: IntArray | None = None) -> FeatureArray:
        """Return the rows of the features named, NaN for those that are not here.

        Args:
            names: Features.
            pairs: Which rows, in terms of `rows`; all by default.
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
    """Return which names are there, and where."""
    places = {name: k for k, name in enumerate(there)}
    found = [(k, places[name]) for k, name in enumerate(names) if name in places]
    known, where = zip(*found, strict=True) if found else ((), ())
    return np.array(known, dtype=np.int64), np.array(where, dtype=np.int64)


def stack(n: int, m: int, features: Mapping[str, npt.NDArray[np.generic]]) -> FeatureTable:
    """Return the table of features that are given by name, each of a shape that fits (n, m).

    Example:
        >>> table = stack(2, 3, {"a": np.ones((2, 1)), "b": np.zeros((1, 3))})
        >>> table.names, table.values.shape
        (('a', 'b'), (2, 3, 2))
    """
    values = np.empty((len(features), n, m), dtype=np.float32)
    for k, feature in enumerate(features.values()):
        values[k] = feature
    return FeatureTable(tuple(features), values.transpose(1, 2, 0))
