"""Scores of candidates in the accurate tier: what the pair encoder reads in both sentences."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..ml.pair_encoder import PairEncoder
from .blocking import Candidates, IntArray
from .terms import words_of

# Candidates below are not read: an encoder takes milliseconds for each.
READ = 0.2


@lru_cache(maxsize=1)
def _encoder() -> PairEncoder:
    return PairEncoder()


@lru_cache(maxsize=1)
def _texts(folder: str) -> Any:
    return np.load(Path(folder) / "texts.npy", allow_pickle=False)


def rescored(pairs: Candidates, folder: str, rows: IntArray | None = None) -> FloatArray:
    """Return scores of pairs, half of which is what the encoder reads.

    Args:
        pairs: Candidates with scores of their words.
        folder: Where their texts lie.
        rows: Which texts they are, if not all.

    Returns:
        Shape (k,): the score of a pair below `READ` stays.
    """
    texts = _texts(folder)
    scores = pairs.scores.copy()
    for k in np.flatnonzero(scores >= READ).tolist():
        first, second = int(pairs.first[k]), int(pairs.second[k])
        if rows is not None:
            first, second = int(rows[first]), int(rows[second])
        scores[k] = (scores[k] + read(texts[first], texts[second])) / 2
    return np.round(scores, 9)


@lru_cache(maxsize=1 << 16)
def read(source: str, target: str) -> float:
    """Return how far two sentences say the same in context, 0 to 1, in either order."""
    one, other = sorted((source, target))
    return _encoder().read(words_of(one, True), words_of(other, True)).similarity
