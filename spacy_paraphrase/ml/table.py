"""Named features of all pairs of n source units and m target units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FeatureArray = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """Features of n × m pairs of units.

    Attributes:
        names: What each feature is called.
        values: Shape (n, m, features), about 0 to 1 each.
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

    def columns(self, names: Sequence[str]) -> FeatureArray:
        """Return the rows of the features named, NaN for those that are not here."""
        if tuple(names) == self.names:
            return self.rows
        places = {name: k for k, name in enumerate(self.names)}
        known = [k for k, name in enumerate(names) if name in places]
        chosen = np.full((len(self.rows), len(names)), np.nan, dtype=np.float32)
        chosen[:, known] = self.rows[:, [places[names[k]] for k in known]]
        return chosen

    def __add__(self, other: FeatureTable) -> FeatureTable:
        values = np.concatenate([self.values, other.values], axis=2)
        return FeatureTable(self.names + other.names, values)


def stack(n: int, m: int, features: Mapping[str, npt.NDArray[np.generic]]) -> FeatureTable:
    """Return the table of features that are given by name, each of a shape that fits (n, m).

    Example:
        >>> table = stack(2, 3, {"a": np.ones((2, 1)), "b": np.zeros((1, 3))})
        >>> table.names, table.values.shape
        (('a', 'b'), (2, 3, 2))
    """
    values = np.empty((n, m, len(features)), dtype=np.float32)
    for k, feature in enumerate(features.values()):
        values[:, :, k] = feature
    return FeatureTable(tuple(features), values)
