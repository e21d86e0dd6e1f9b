"""The assignment problem: exact optimal one-to-one pairings."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from ..jobs.arrays import FloatArray
from .pair_batch import RaggedBatch


def assign(weights: FloatArray) -> list[tuple[int, int]]:
    """Return the one-to-one set of cells with the largest sum, without weights of 0 or less.

    Cubic in the smaller side (Crouse 2016, as implemented by scipy).

    Args:
        weights: Shape (n, m).

    Example:
        >>> assign(np.array([[2.0, 3.0], [0.0, 2.0]]))
        [(0, 0), (1, 1)]
    """
    rows, columns = _chosen(weights)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _chosen(weights: FloatArray) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    rows, columns = _solve(np.maximum(weights, 0.0))
    positive = weights[rows, columns] > 0
    return rows[positive], columns[positive]


def _solve(weights: FloatArray) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    from scipy.optimize import linear_sum_assignment  # a slow import

    rows, columns = linear_sum_assignment(weights, maximize=True)
    return rows, columns


def assign_all(batch: RaggedBatch, weights: FloatArray) -> npt.NDArray[np.int64]:
    """Return the cells that `assign` chooses in each table of a batch, in ascending order.

    A table in which the best cells of all rows are in different columns needs no optimisation.

    Args:
        batch: The tables.
        weights: Shape (cells,).
    """
    best = batch.reduce_rows(np.maximum, weights)
    cells = np.flatnonzero(weights > 0)
    cells = cells[weights[cells] == best[batch.source[cells]]]
    source, target = batch.source[cells], batch.target[cells]
    rival = np.diff(source, prepend=-1) == 0
    rival |= np.bincount(target, minlength=1)[target] > 1
    tables = batch.tables_of[cells]
    hard = np.zeros(len(batch.n), dtype=bool)
    hard[tables[rival]] = True
    chosen = [cells[~hard[tables]]]
    every = np.arange(len(batch))
    for k in np.flatnonzero(hard).tolist():
        chosen.append(batch.table(every, k)[_chosen(batch.table(weights, k))])
    return np.sort(np.concatenate(chosen))


def best_pairing(weights: Sequence[Sequence[float]]) -> tuple[float, list[tuple[int, int]]]:
    """Return value and cells of the best one-to-one set, in closed form for small tables.

    Args:
        weights: Non-negative, at least one row and one column.

    Example:
        >>> best_pairing([[2.0, 3.0], [0.0, 2.0]])
        (4.0, [(0, 0), (1, 1)])
    """
    n, m = len(weights), len(weights[0])
    if n == 1:
        row = weights[0]
        best = max(row)
        return best, [(0, row.index(best))]
    if m == 1:
        column = [row[0] for row in weights]
        best = max(column)
        return best, [(column.index(best), 0)]
    if n == m == 2:
        straight = weights[0][0] + weights[1][1]
        crossed = weights[0][1] + weights[1][0]
        if straight >= crossed:
            return straight, [(0, 0), (1, 1)]
        return crossed, [(0, 1), (1, 0)]
    array = np.array(weights)
    rows, columns = _solve(array)
    return float(array[rows, columns].sum()), list(
        zip(rows.tolist(), columns.tolist(), strict=True)
    )


def greedy(source: Sequence[Hashable], target: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Link every source item, left to right, to the first unused target item equal to it.

    The baseline of Marsi and Krahmer 2010 (COLING), section 5, for words, or for phrases if the
    items are yields. None equals no item. Linear time.

    Example:
        >>> greedy(["a", "b", "a"], ["a", "a", "c"])
        [(0, 0), (2, 1)]
    """
    free: dict[Hashable, list[int]] = {}
    for j in reversed(range(len(target))):
        free.setdefault(target[j], []).append(j)
    return [
        (i, free[item].pop())
        for i, item in enumerate(source)
        if item is not None and free.get(item)
    ]
