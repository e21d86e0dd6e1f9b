"""Blocking: finds and scores candidate pairs of many sentences without comparing all pairs.

Sentences are rows of sparse matrices over their stems; two are candidates if they share rare stems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import log
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, load_npz, save_npz

from ..jobs.arrays import FloatArray, IntArray

Similarity: TypeAlias = Literal["coverage", "cosine"]
# Maximum number of texts of a rare stem; minimum number of shared rare stems of candidates; with
# fewer content words than SHORT in a text, one shared stem suffices.
RARE, SHARED, SHORT = 200, 2, 4
# The degree to which a synonym covers a stem.
SYNONYM = 0.7
# Number of rows that are compared with all others at once; number of pairs that are scored at once.
ROWS, PAIRS = 1000, 50_000
# Decimal places of a score; further digits would depend on the order of summation.
DIGITS = 9
# The sparse matrices of an index.
_MATRICES = ("weights", "told", "said", "posted")


class Candidates(NamedTuple):
    """Pairs of rows and their scores.

    Attributes:
        first: (k,) rows.
        second: (k,) rows.
        scores: (k,) scores, 0 to 1.
    """

    first: IntArray
    second: IntArray
    scores: FloatArray

    def where(self, wanted: npt.NDArray[Any]) -> Candidates:
        """Return the candidates selected by a mask or by indices."""
        return Candidates(*(column[wanted] for column in self))


@dataclass(frozen=True)
class StemIndex:
    """An index of n distinct sentences by their stems.

    Attributes:
        weights: (n, stems) ln(N / df) of each stem of a sentence, normalised to rows of length 1.
        told: (n, stems) ln((N + 1) / df), normalised to row sums of 1: the share of a stem in the
            information of a sentence, which is above 0 even for stems of all sentences.
        said: (n, stems) 1 for each stem of a sentence, `SYNONYM` for each synonym of a stem.
        posted: (n, rare stems) 1 for each rare stem of a sentence.
        short: (n,) whether a sentence has few content words.
    """

    weights: Any
    told: Any
    said: Any
    posted: Any
    short: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.short)

    @classmethod
    def of(
        cls,
        terms: Iterable[Iterable[str]],
        lengths: Iterable[int],
        rare: int | None = RARE,
        senses: Mapping[str, Collection[Hashable]] | None = None,
    ) -> StemIndex:
        """Return the index of sentences.

        Args:
            terms: The stems of each sentence.
            lengths: Number of content words of each sentence.
            rare: The maximum number of sentences with a rare stem; None for no limit.
            senses: The groups of synonyms of each stem that has synonyms.
        """
        rows = [sorted({*each}) for each in terms]
        frequencies = Counter(stem for row in rows for stem in row)
        number = len(rows)
        weights = _matrix(rows, {stem: log(number / df) for stem, df in frequencies.items()})
        shares = _matrix(rows, {stem: log((number + 1) / df) for stem, df in frequencies.items()})
        said = _matrix(rows, dict.fromkeys(frequencies, 1.0))
        if senses:
            said = said.maximum((said @ _synonyms(sorted(frequencies), senses) > 0) * SYNONYM)
        most = number if rare is None else rare
        posted = _matrix(rows, {stem: 1.0 for stem, df in frequencies.items() if df <= most})
        short = np.fromiter((length < SHORT for length in lengths), bool, number)
        norms = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).ravel())
        weights = _scaled(weights, norms)
        shares = _scaled(shares, np.asarray(shares.sum(axis=1)).ravel())
        return cls(weights, shares, said.tocsr(), posted.astype(np.float32), short)

    def take(self, rows: IntArray) -> StemIndex:
        """Return the index of some rows, with the weights of stems from all rows."""
        return replace(self, **{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def save(self, folder: Path) -> None:
        """Write the index as array files into an existing folder."""
        for name in _MATRICES:
            save_npz(folder / f"{name}.npz", getattr(self, name), compressed=False)
        np.savez(folder / "short.npz", short=self.short)

    @classmethod
    def load(cls, folder: Path) -> StemIndex:
        """Load an index written by `save`."""
        matrices = {name: load_npz(folder / f"{name}.npz") for name in _MATRICES}
        with np.load(folder / "short.npz") as archive:
            return cls(**matrices, short=archive["short"])


def _scaled(matrix: Any, by: FloatArray) -> Any:
    """Return a matrix with each row divided by its number in `by`, or by 1 if that is 0."""
    found = matrix.copy()
    found.data /= np.repeat(np.where(by > 0, by, 1.0), np.diff(matrix.indptr))
    return found


def _synonyms(stems: Sequence[str], senses: Mapping[str, Collection[Hashable]]) -> Any:
    """Return the number of shared synonym groups of each two stems; shape (stems, stems)."""
    numbers: dict[Hashable, int] = {}
    places = [
        (k, numbers.setdefault(group, len(numbers)))
        for k, stem in enumerate(stems)
        for group in senses.get(stem, ())
    ]
    rows, columns = np.array(places, np.int64).reshape(-1, 2).T
    values = np.ones(len(rows), np.float32)
    groups = csr_array((values, (rows, columns)), shape=(len(stems), len(numbers)))
    return groups @ groups.T


def _matrix(rows: Sequence[Sequence[str]], values: dict[str, float]) -> Any:
    """Return rows of stems as a sparse matrix; its columns are in alphabetical order."""
    columns = {stem: k for k, stem in enumerate(sorted(values))}
    known = [[columns[stem] for stem in row if stem in columns] for row in rows]
    ends = np.cumsum([0, *map(len, known)])
    places = np.fromiter((k for row in known for k in row), np.int32, ends[-1])
    by_column = np.array([values[stem] for stem in sorted(values)])
    return csr_array((by_column[places], places, ends), shape=(len(rows), len(columns)))


def candidates(
    index: StemIndex,
    start: int = 0,
    end: int | None = None,
    shared: int | None = SHARED,
    similarity: Similarity = "coverage",
) -> Iterator[Candidates]:
    """Yield the candidates whose first row is in a range, by blocks of rows.

    Args:
        index: The sentences.
        start: First row.
        end: Row after the last one; None for all.
        shared: Minimum number of shared rare stems of a candidate pair; None to compare all pairs.
        similarity: The score: see `coverages` and `cosines`.
    """
    end = len(index) if end is None else end
    score = cosines if similarity == "cosine" else coverages
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
        first, second = first.astype(np.int64) + row, second.astype(np.int64)
        other = second != first
        first, second = first[other], second[other]
        yield Candidates(first, second, score(index, first, second))


def cosines(index: StemIndex, first: IntArray, second: IntArray) -> FloatArray:
    """Return the cosine of each pair of rows by binary tf·idf; shape (k,).

    Binary as in Wubben, van den Bosch, Krahmer and Marsi 2009, section 3.1.
    """
    return _rounded(_products(index.weights, index.weights, first, second))


def coverages(index: StemIndex, first: IntArray, second: IntArray) -> FloatArray:
    """Return the share of each row's information that the other row covers: the minimum of both.

    The result has shape (k,). Stems are weighted by idf; a synonym covers a part of a stem
    (`SYNONYM`).
    """
    ways = ((first, second), (second, first))
    return _rounded(np.minimum(*(_products(index.told, index.said, *way) for way in ways)))


def _products(one: Any, other: Any, first: IntArray, second: IntArray) -> FloatArray:
    found = np.empty(len(first))
    for k in range(0, len(first), PAIRS):
        part = slice(k, k + PAIRS)
        products = one[first[part]].multiply(other[second[part]])
        found[part] = np.asarray(products.sum(axis=1)).ravel()
    return found


def _rounded(scores: FloatArray) -> FloatArray:
    return np.asarray(np.round(np.minimum(scores, 1.0), DIGITS), np.float64)
