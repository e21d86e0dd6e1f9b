"""Word vectors of the pipeline."""

from __future__ import annotations

import numpy as np

from .matrix import FloatArray, Tokens, above, cosines


def vectors(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return the cosines of the word vectors; all 0 where the pipeline has none.

    Args:
        source: n tokens.
        target: m tokens.
        least: What is less similar counts 0.
    """
    if not source or not target or not source[0].vocab.vectors_length:
        return np.zeros((len(source), len(target)))
    rows = [np.array([token.vector for token in side], np.float32) for side in (source, target)]
    return above(cosines(*rows), least)
