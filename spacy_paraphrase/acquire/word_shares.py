"""Relative frequencies of linked words, in arrays that processes share."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..jobs import Row
from ..jobs.arrays import FloatArray
from ..jobs.atomic import whole_file

# Factor of the given word's key, so that the two directions of a pair have different keys.
_MIX = 0x9E3779B97F4A7C15
_BITS = (1 << 64) - 1


class WordShares(NamedTuple):
    """P(word | given word) of linked words.

    Attributes:
        keys: Sorted 64-bit keys, one for each pair of a given word and another word.
        shares: The probabilities of the pairs, parallel to the keys.
    """

    keys: np.ndarray[Any, np.dtype[np.uint64]]
    shares: FloatArray

    def get(self, given: str, none: Any = None) -> _Given:
        """Return the shares of the words that are linked with a word."""
        return _Given(self, _key(given) * _MIX)

    def save(self, folder: str | Path) -> str:
        """Write the arrays into a file named by a hash of its contents; return its path."""
        table = np.stack([self.keys, self.shares.view(np.uint64)])
        path = Path(folder).absolute() / f"{sha256(table.tobytes()).hexdigest()[:16]}.npy"
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as stream:
            np.save(stream, table)
        return str(path)


class _Given(NamedTuple):
    table: WordShares
    start: int

    def get(self, word: str, none: float) -> float:
        """Return the share of a word."""
        key = np.uint64((self.start + _key(word)) & _BITS)
        place = self.table.keys.searchsorted(key)
        known = place < len(self.table.keys) and self.table.keys[place] == key
        return float(self.table.shares[place]) if known else none


@lru_cache(maxsize=2)
def load_shares(path: str) -> WordShares:
    """Load a file written by `WordShares.save`, memory-mapped."""
    keys, shares = np.asarray(np.load(path, mmap_mode="r"))
    return WordShares(keys, shares.view(np.float64))


def word_shares(rows: Iterable[Row]) -> tuple[WordShares, WordShares]:
    """Return P(target word | source word) and P(source word | target word) from counts.

    Args:
        rows: Objects with "source" and "target", a word each, and "count".

    Example:
        >>> rows = [("a", "x", 3), ("a", "y", 1), ("b", "y", 1)]
        >>> forth, back = word_shares(dict(zip(("source", "target", "count"), r)) for r in rows)
        >>> forth.get("a").get("x", 0.0), back.get("y").get("b", 0.0), forth.get("b").get("x", 0.0)
        (0.75, 0.5, 0.0)
    """
    columns = array("Q"), array("Q"), array("Q")
    for row in rows:
        found = _key(row["source"]), _key(row["target"]), row["count"]
        for column, value in zip(columns, found, strict=True):
            column.append(value)
    sources, targets, counts = (np.array(column, np.uint64) for column in columns)
    return _shares(sources, targets, counts), _shares(targets, sources, counts)


def _shares(given: Any, words: Any, counts: Any) -> WordShares:
    places = np.unique(given, return_inverse=True)[1]
    shares = counts / np.bincount(places, counts)[places]
    keys = given * np.uint64(_MIX) + words
    order = keys.argsort()
    return WordShares(keys[order], shares[order])


@lru_cache(maxsize=1 << 14)
def _key(word: str) -> int:
    text = word.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
