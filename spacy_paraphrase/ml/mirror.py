"""What the features of a pair of units become when source and target change places.

The name of a feature says it: parts of names, cut at full stops, change places. Networks use it to
see every pair from both sides, so that `specifies` of the one is `generalizes` of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

# Pairs of words in the names of features that change places with source and target.
_PAIRS = (
    *(("source", "target"), ("within", "around"), ("more", "less"), ("row", "column")),
    *(("hyponym-of", "hypernym-of"), ("specifies", "generalizes")),
)
_SWAP = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
# Features of the difference between the sides.
_SIGNED = frozenset({"place.shift", "place.ratio"})


def mirror_name(name: str) -> str:
    """Return the name of the feature that takes the place of another when the sides are swapped.

    Example:
        >>> mirror_name("left.noun.source"), mirror_name("wordnet.hyponym-of.target")
        ('left.noun.target', 'wordnet.hypernym-of.source')
    """
    parts = name.split(".", 2) if name.startswith("lexicon.") else name.split(".")
    if name.startswith("lexicon."):
        return ".".join([parts[0], _SWAP.get(parts[1], parts[1]), *parts[2:]])
    return ".".join(_SWAP.get(part, part) for part in parts)


@lru_cache(maxsize=8)
def mirror(names: tuple[str, ...]) -> tuple[Ints, Array]:
    """Return where each feature is found, and with which sign, if the sides are swapped."""
    places = {name: k for k, name in enumerate(names)}
    order = np.array([places[mirror_name(name)] for name in names], dtype=np.int64)
    signs = np.array([-1.0 if name in _SIGNED else 1.0 for name in names], dtype=np.float32)
    return order, signs


def swap_rows(names: Sequence[str], rows: Array) -> Array:
    """Return the features of the same unit pairs with source and target exchanged."""
    order, signs = mirror(tuple(names))
    return np.asarray(rows[:, order] * signs, dtype=np.float32)
