"""Which of many sentences are worth comparing, and a first score, without comparing all.

Sentences are rows of sparse matrices over their stems; two are candidates if they share rare stems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from ..arrays import FloatArray

IntArray: TypeAlias = npt.NDArray[np.int64]
# A stem in more texts than that joins no candidates; so many rarer ones have to be shared, and one
# by a text with fewer content words than that.
RARE, SHARED, SHORT = 200, 2, 4
# Rows that are compared with all others at once.
ROWS = 1000
# Digits of a score: sums in another order differ beyond them.
DIGITS = 9


class Candidates(NamedTuple):
    """Pairs of rows, the first before the second, and their scores.

    Attributes:
        first: (k,) rows.
        second: (k,) rows.
        scores: (k,) scores, 0 to 1.
    """

    first: IntArray
    second: IntArray
    scores: FloatArray

    def where(self, wanted: npt.NDArray[Any]) -> Candidates:
        """Return those of a mask, or of indices."""
        return Candidates(*(column[wanted] for column in self))


@dataclass(frozen=True)
class Index:
    """n distinct sentences over their stems.

    Attributes:
        weights: (n, stems) rows of length 1: idf = ln(N / df) of each stem that a sentence has.
        posted: (n, rare stems) 1 for each rare stem that a sentence has.
        short: (n,) whether it has few content words.
    """

    weights: Any
    posted: Any
    short: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.short)

    @classmethod
    def of(
        cls, terms: Iterable[Iterable[str]], lengths: Iterable[int], rare: int | None = RARE
    ) -> Index:
        """Return the index of sentences.

        Args:
            terms: The stems of each sentence.
            lengths: How many content words each has.
            rare: In how many sentences a stem stands at most that joins candidates; None for any.
        """
        rows = [sorted({*each}) for each in terms]
        frequencies: dict[str, int] = {}
        for row in rows:
            for stem in row:
                frequencies[stem] = frequencies.get(stem, 0) + 1
        weights = _matrix(rows, {stem: log(len(rows) / df) for stem, df in frequencies.items()})
        norms = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).ravel())
        weights.data /= np.repeat(np.where(norms > 0, norms, 1.0), np.diff(weights.indptr))
        most = len(rows) if rare is None else rare
        posted = _matrix(rows, {stem: 1.0 for stem, df in frequencies.items() if df <= most})
        short = np.fromiter((length < SHORT for length in lengths), bool, len(rows))
        return cls(weights, posted.astype(np.float32), short)


def _matrix(rows: Sequence[Sequence[str]], values: dict[str, float]) -> Any:
    """Return rows of stems as a sparse matrix; its columns are in the order of the alphabet."""
    columns = {stem: k for k, stem in enumerate(sorted(values))}
    known = [[columns[stem] for stem in row if stem in columns] for row in rows]
    ends = np.cumsum([0, *map(len, known)])
    places = np.fromiter((k for row in known for k in row), np.int32, ends[-1])
    by_column = np.array([values[stem] for stem in sorted(values)])
    return csr_array((by_column[places], places, ends), shape=(len(rows), len(columns)))


def candidates(
    index: Index, start: int = 0, end: int | None = None, shared: int | None = SHARED
) -> Iterator[Candidates]:
    """Yield the candidates whose first row is one of a range, some rows at a time.

    Args:
        index: The sentences.
        start: First row.
        end: Row after the last one; None for all.
        shared: How many rare stems two sentences share at least; None to compare all with all.
    """
    end = len(index) if end is None else end
    for row in range(start, end, ROWS):
        last = min(row + ROWS, end)
        if shared is None:
            first, second = (k.ravel() for k in np.indices((last - row, len(index))))
        else:
            both = (index.posted[row:last] @ index.posted.T).tocoo()
            first, second = both.row, both.col
            few = index.short[first + row] | index.short[second]
            enough = both.data >= np.where(few, 1, shared)
            first, second = first[enough], second[enough]
        first = first.astype(np.int64) + row
        ahead = second > first
        order = np.lexsort((second[ahead], first[ahead]))
        found = first[ahead][order], second[ahead][order].astype(np.int64)
        yield Candidates(*found, cosines(index, *found))


def cosines(index: Index, first: IntArray, second: IntArray) -> FloatArray:
    """Return the cosine of each pair of rows by binary tf·idf; shape (k,)."""
    products = index.weights[first].multiply(index.weights[second]).sum(axis=1)
    return np.round(np.minimum(np.asarray(products, np.float64).ravel(), 1.0), DIGITS)
