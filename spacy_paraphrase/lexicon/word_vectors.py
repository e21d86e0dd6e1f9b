"""Vectors of frequent words, distilled from a sentence encoder, for similarity of usage.

Unlike the vectors of `vectors`, they come with the package and need no ONNX runtime. They do not
distinguish the senses of a word, and exclusive words ("red", "blue") have similar vectors. Code
that uses them must combine them with other evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..jobs.arrays import Float32Array, read_data, unpack_arrays

KIND = b"vectors"


class WordVectors:
    """Vectors of words, of length 1.

    Args:
        path: A file that `python -m weights judge.word_vectors` wrote.

    Raises:
        ParaphraseError: P300 if there is no such file, P301 if it is damaged.
    """

    def __init__(self, path: Path | str) -> None:
        meta, arrays = unpack_arrays(KIND, read_data(path), str(path))
        words, rows = meta["words"], arrays["vectors"].astype(np.float32)
        self._row = {word: k for k, word in enumerate(words)}
        self._vectors = np.zeros((len(words) + 1, rows.shape[1]), np.float32)
        self._vectors[:-1] = rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def cosines(self, source: Sequence[str], target: Sequence[str]) -> Float32Array:
        """Return the cosines of words, shape (n, m); 0 for pairs with an unknown word.

        Args:
            source: n words, in lower case.
            target: m words, in lower case.
        """
        found: Float32Array = self.rows(source) @ self.rows(target).T
        return found

    def rows(self, words: Sequence[str]) -> Float32Array:
        """Return the vectors of n words in lower case, shape (n, d); unknown words get zeros."""
        found: Float32Array = self._vectors[[self._row.get(word, -1) for word in words]]
        return found
