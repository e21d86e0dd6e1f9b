"""Vectors of frequent words, distilled from a sentence encoder: how alike two words are used.

Unlike those of `vectors` they come with the package and need no runtime. They do not know which
sense is meant, and words that exclude each other ("red", "blue") are alike: they are evidence
beside other evidence, and decide nothing alone.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..arrays import Float32Array, read_data

DATA = Path(__file__).parent / "data" / "en.vectors.npz"


class WordVectors:
    """Vectors of words, of length 1.

    Args:
        data: What `scripts/judge/word_vectors.py` wrote.
    """

    def __init__(self, data: bytes) -> None:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            words, rows = str(archive["words"]).split("\n"), archive["vectors"].astype(np.float32)
        self._row = {word: k for k, word in enumerate(words)}
        self._vectors = np.zeros((len(words) + 1, rows.shape[1]), np.float32)
        self._vectors[:-1] = rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def cosines(self, source: Sequence[str], target: Sequence[str]) -> Float32Array:
        """Return how alike words are, shape (n, m); 0 where one is not known.

        Args:
            source: n words, in lower case.
            target: m words.
        """
        one, other = (
            self._vectors[[self._row.get(word, -1) for word in side]] for side in (source, target)
        )
        found: Float32Array = one @ other.T
        return found


@lru_cache(maxsize=1)
def english_vectors() -> WordVectors:
    """Return the vectors of the package."""
    return WordVectors(read_data(DATA))
