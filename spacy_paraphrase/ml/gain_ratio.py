"""Entropy, and how much a feature says about the class.

Papers: Quinlan 1993, *C4.5: programs for machine learning*, section 2.2 (gain ratio); Daelemans and
van den Bosch 2005, *Memory-based language processing*, chapter 3 (gain ratio as the weight of a
feature; numeric features in 20 intervals).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

INTERVALS = 20


def entropy(counts: npt.ArrayLike) -> FloatArray:
    """Return the entropy in bits of each row of counts, 0 for a row of zeros.

    Args:
        counts: Not negative, shape (..., classes).

    Example:
        >>> entropy([[1, 1, 0, 0], [3, 0, 0, 0], [1, 1, 1, 1]]).tolist()
        [1.0, 0.0, 2.0]
    """
    counts = np.asarray(counts, dtype=np.float64)
    total = counts.sum(axis=-1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    logs = np.log2(share, out=np.zeros_like(share), where=share > 0)
    return np.asarray(np.abs((share * logs).sum(axis=-1)))


def normalised_entropy(counts: npt.ArrayLike) -> FloatArray:
    """Return the entropy of each row as a share of the largest one for its classes, 0 to 1.

    That is H = - sum_c p(c) log2 p(c) / log2 |C| with C the classes whose count is not 0; 0 if
    there is one class alone. The cost of a prediction in Marsi and Krahmer 2010, *Automatic
    analysis of semantic similarity in comparable text through syntactic tree matching*.

    Args:
        counts: Not negative, shape (..., classes).

    Example:
        >>> normalised_entropy([[2, 2, 0], [4, 0, 0], [1, 1, 1]]).round(4).tolist()
        [1.0, 0.0, 1.0]
    """
    present = np.count_nonzero(counts, axis=-1)
    return np.asarray(entropy(counts) / np.log2(np.maximum(present, 2)))


def gain_ratio(values: npt.NDArray[Any], classes: npt.NDArray[Any]) -> float:
    """Return the gain ratio of a symbolic feature.

    The information gain, H(C) - sum_v P(v) H(C|v), divided by the entropy of the values,
    - sum_v P(v) log2 P(v); 0 for a feature of one value.

    Args:
        values: Value of the feature in each instance, shape (n,).
        classes: Class of each instance, shape (n,).

    Example:
        >>> gain_ratio(np.array(["a", "a", "b", "b"]), np.array([0, 0, 1, 1]))
        1.0
    """
    names, rows = np.unique(values, return_inverse=True)
    labels, columns = np.unique(classes, return_inverse=True)
    cells = np.bincount(rows * len(labels) + columns, minlength=len(names) * len(labels))
    table = cells.reshape(len(names), len(labels))
    sizes = table.sum(axis=1)
    split = float(entropy(sizes))
    gain = float(entropy(table.sum(axis=0)) - sizes @ entropy(table) / sizes.sum())
    # What is left of rounding would count as information.
    return max(gain, 0.0) / split if split > 0 and gain > 1e-12 else 0.0


def intervals(numbers: npt.NDArray[Any], count: int = INTERVALS) -> IntArray:
    """Return the interval of each number, of intervals that hold about as many numbers each.

    Equal numbers are in one interval, that of the first of them.

    Args:
        numbers: Shape (n,).
        count: Number of intervals.

    Example:
        >>> intervals(np.array([0.5, 0.1, 0.1, 9.0]), 2).tolist()
        [1, 0, 0, 1]
    """
    rank = np.searchsorted(np.sort(numbers), numbers)
    return np.asarray(rank * count // len(numbers), dtype=np.int64)
