"""Word vectors of the pipeline."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from spacy.tokens import Token

from .dates import calendar_name
from .matrix import FloatArray, Tokens, cosines, words_of
from .numerals import read_word


def vectors(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return the cosines of the word vectors (see `close`); all 0 where the pipeline has none.

    Args:
        source: n tokens.
        target: m tokens.
        least: What is less similar counts 0.
    """
    if not source or not target or not source[0].vocab.vectors_length:
        return np.zeros((len(source), len(target)))
    rows, columns = (np.array([t.vector for t in side], np.float32) for side in (source, target))
    return close(source, target, rows, columns, least)


def close(
    source: Tokens,
    target: Tokens,
    source_rows: npt.NDArray[np.float32],
    target_rows: npt.NDArray[np.float32],
    least: float,
) -> FloatArray:
    """Return the cosines of content words; shape (n, m).

    Vectors of names and of numbers are close because they stand in the same places, not because
    they mean the same: between two of them, and with function words, the similarity is 0.

    Args:
        source: n tokens.
        target: m tokens.
        source_rows: Their vectors, shape (n, d).
        target_rows: Likewise, shape (m, d).
        least: What is less similar counts 0.
    """
    similar = np.minimum(cosines(source_rows, target_rows), 1.0)
    content = [
        np.array([not (t.is_stop or t.is_punct or t.is_space) for t in side], dtype=bool)
        for side in (source, target)
    ]
    names = [
        np.array(list(map(_is_exact, side, words_of(side).names)), dtype=bool)
        for side in (source, target)
    ]
    ok = np.logical_and.outer(*content) & ~np.logical_and.outer(*names) & (similar >= least)
    return np.where(ok, similar, 0.0)


def _is_exact(token: Token, is_name: bool) -> bool:
    """Return whether another word of its kind means something else: a name, a number, a month."""
    return is_name or read_word(token.lower_) is not None or calendar_name(token.text) is not None
