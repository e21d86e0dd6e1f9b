"""Vectors of frequent words, distilled from a sentence encoder, for similarity of usage.

Unlike those of `vectors` they come with the package and need no runtime. They do not know which
sense is meant, and words that exclude each other ("red", "blue") are alike: they are evidence
beside other evidence, and decide nothing alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..arrays import Float32Array, read_data, unpack_arrays

KIND = b"vectors"


class WordVectors:
    """Vectors of words, of length 1.

    Args:
        path: A file that `python -m weights judge.word_vectors` wrote.

    Raises:
        ParaphraseError: P300 if there is none, P301 if it is damaged.
    """

    def __init__(self, path: Path | str) -> None:
        meta, arrays = unpack_arrays(KIND, read_data(path), str(path))
        words, rows = meta["words"], arrays["vectors"].astype(np.float32)
        self._row = {word: k for k, word in enumerate(words)}
        self._vectors = np.zeros((len(words) + 1, rows.shape[1]), np.float32)
        self._vectors[:-1] = rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def cosines(self, source: Sequence[str], target: Sequence[str]) -> Float32Array:
        """Return how alike words are, shape (n, m); 0 where one is not known.

        Args:
            source: n words, in lower case.
            target: m words.
        """
        found: Float32Array = self.rows(source) @ self.rows(target).T
        return found

    def rows(self, words: Sequence[str]) -> Float32Array:
        """Return the vectors of n words in lower case, zeros where one is not known; (n, d)."""
        found: Float32Array = self._vectors[[self._row.get(word, -1) for word in words]]
        return found
