"""A ragged batch: the word pairs of several pairs of sentences in one row of cells.

numpy is called once for all of them, since for the few hundred word pairs of one pair of sentences
the overhead of a call exceeds the computation. The result for a pair does not depend on the other
pairs of the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..jobs.arrays import Array, FloatArray, IntArray

# The greatest distance of context words, in words of either sentence.
REACH = 5


class PaddedLayout(NamedTuple):
    """The tables in one row, each padded with a margin of one word more than `REACH`.

    Attributes:
        cells: The position of each cell of the batch; shape (cells,).
        widths: The number of cells in a row of each table; shape (pairs,).
        first: The position before the first words of both sides; shape (pairs,).
        last: The position after the last words of both sides; shape (pairs,).
        size: Number of cells.
    """

    cells: IntArray
    widths: IntArray
    first: IntArray
    last: IntArray
    size: int


class ChosenCells(NamedTuple):
    """Some pairs of words of a batch.

    Attributes:
        batch: The batch.
        cells: Its cells, in ascending order.
        source: Source word of each, counted over all tables.
        target: Target word of each.
    """

    batch: RaggedBatch
    cells: IntArray
    source: IntArray
    target: IntArray


class RaggedBatch:
    """Tables of n source words by m target words each, row after row, table after table.

    Source words are numbered over all tables, and so are target words.

    Args:
        sizes: Numbers of source and target words, n and m, of each table; at least 1.

    Attributes:
        n: Source words of each table; shape (pairs,).
        m: Target words of each table; shape (pairs,).
        source: Source word of each cell; shape (cells,).
        target: Target word of each cell; shape (cells,).
    """

    def __init__(self, sizes: Sequence[tuple[int, int]]) -> None:
        self.n, self.m = np.array(sizes, dtype=np.int64).T
        self._widths = np.repeat(self.m, self.n)
        self._rows = _starts(self._widths)
        self._size = int(self._widths.sum())
        self.source = np.repeat(np.arange(len(self._widths)), self._widths)
        self.target = np.arange(len(self)) - np.repeat(self._rows - self._columns, self._widths)

    def __len__(self) -> int:
        return self._size

    @cached_property
    def source_starts(self) -> IntArray:
        """First source word of each table."""
        return _starts(self.n)

    @cached_property
    def target_starts(self) -> IntArray:
        """First target word of each table."""
        return _starts(self.m)

    @cached_property
    def _columns(self) -> IntArray:
        """First target word of the table of each source word."""
        return np.repeat(self.target_starts, self.n)

    @cached_property
    def transposed(self) -> RaggedBatch:
        """The batch with source and target exchanged."""
        return RaggedBatch(list(zip(self.m.tolist(), self.n.tolist(), strict=True)))

    @cached_property
    def transposition(self) -> IntArray:
        """The cell for each cell of the transposed batch; shape (cells,)."""
        return self.cell(self.transposed.target, self.transposed.source)

    def cell(self, source: IntArray, target: IntArray) -> IntArray:
        """Return the cells of source and target words of the same tables."""
        return (self._rows - self._columns)[source] + target

    @cached_property
    def tables_of(self) -> IntArray:
        """The table of each cell; shape (cells,)."""
        return np.repeat(np.arange(len(self.n)), self.n * self.m)

    def choose(self, cells: IntArray) -> ChosenCells:
        """Return some cells, in ascending order, with their words."""
        return ChosenCells(self, cells, self.source[cells], self.target[cells])

    def spread(self, cells: IntArray, values: Array | float) -> FloatArray:
        """Return values of some cells, with 0 for all others; shape (cells,)."""
        every = np.zeros(len(self))
        every[cells] = values
        return every

    def reduce_rows(self, combine: np.ufunc, values: Array) -> Array:
        """Combine the values of all target words of each source word; shape (..., words)."""
        found: Array = combine.reduceat(values, self._rows, axis=-1)
        return found

    def reduce_columns(self, combine: np.ufunc, values: Array) -> Array:
        """Combine the values of all source words of each target word; shape (..., words)."""
        return self.transposed.reduce_rows(combine, values[..., self.transposition])

    @cached_property
    def _bounds(self) -> list[tuple[int, int, int, int]]:
        """The first cell, the end and the shape of each table."""
        ends = np.cumsum(self.n * self.m)
        columns = (ends - self.n * self.m, ends, self.n, self.m)
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def bounds(self, k: int) -> tuple[int, int]:
        """Return the first cell and the end of a table."""
        return self._bounds[k][:2]

    def table(self, values: Array, k: int) -> Array:
        """Return the values of the cells, shape (..., cells), of one table; shape (..., n, m)."""
        start, end, n, m = self._bounds[k]
        return values[..., start:end].reshape(*values.shape[:-1], n, m)

    def tables(self, values: Array) -> list[Array]:
        """Return the values of the cells, shape (..., cells), as tables; (..., n, m) each."""
        return [self.table(values, k) for k in range(len(self.n))]

    def places(self, cells: IntArray) -> list[list[tuple[int, int]]]:
        """Return row and column of some cells in ascending order, a list for each table."""
        table = self.tables_of[cells]
        rows = (self.source[cells] - self.source_starts[table]).tolist()
        columns = (self.target[cells] - self.target_starts[table]).tolist()
        bounds = np.searchsorted(table, np.arange(len(self.n) + 1)).tolist()
        places = list(zip(rows, columns, strict=True))
        return [places[start:end] for start, end in pairwise(bounds)]

    def cells(self, places: Sequence[Sequence[tuple[int, int]]]) -> IntArray:
        """Return the cells at some rows and columns, a list for each table."""
        bounds = zip(places, self._bounds, strict=True)
        cells = [start + i * m + j for some, (start, _, _, m) in bounds for i, j in some]
        return np.array(cells, dtype=np.int64)

    @cached_property
    def padded(self) -> PaddedLayout:
        """The tables with a margin."""
        margin = REACH + 1
        widths = self.m + 2 * margin
        heights = self.n + 2 * margin
        corners = _starts(widths * heights) + margin * widths + margin
        # The first cell of each row in the padded tables.
        tables = np.repeat(np.arange(len(self.n)), self.n)
        down = np.arange(len(tables)) - self.source_starts[tables]
        rows = corners[tables] + down * widths[tables]
        cells = (rows - self._rows)[self.source] + np.arange(len(self))
        last = corners + self.n * widths + self.m
        return PaddedLayout(
            cells, widths, corners - widths - 1, last, int((widths * heights).sum())
        )


def _starts(sizes: IntArray) -> IntArray:
    """Return the start of each of several consecutive parts."""
    return np.asarray(np.cumsum(sizes) - sizes, dtype=np.int64)
