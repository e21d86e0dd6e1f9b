"""Several vectors of a word: multi-sense Random Indexing, and how such words are compared.

A word keeps a vector for each of its senses, and they grow while texts are read: what stands beside
an occurrence is added to the sense that it is near to; senses that it is near to alike become one.
The sum of all senses of a word is its vector without senses.

Moen, Marsi and Gambäck 2013, *Towards dynamic word sense discrimination with random indexing*;
Reisinger and Mooney 2010, *Multi-prototype vector-space models of word meaning*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np

from ..arrays import Array, FloatArray, IntArray
from ..checked import checked
from ..errors import ParaphraseError
from ..lexicon.strings import cosines
from ..trees.assignment import assign
from .spaces import WordSpace, nearest_sense

Compared: TypeAlias = Literal["centroid", "average", "max", "hungarian", "context"]
MEASURES: tuple[Compared, ...] = get_args(Compared)


def fold(
    windows: Iterable[Array], threshold: float = 0.2, most: int = 30
) -> tuple[IntArray, IntArray]:
    """Return the senses of a word from what stands beside its occurrences, in the order of these.

    Args:
        windows: For each occurrence the sum of the vectors of its neighbours, whole numbers, shape
            (dim,); one of 0 is left out.
        threshold: From which cosine on an occurrence belongs to a sense; -1 or less gives one
            sense.
        most: How many senses there may be; beyond that the rarest goes into the nearest.

    Returns:
        The vectors of the senses, shape (senses, dim), and how many occurrences each has.

    Example:
        >>> fold([np.array([1, 0]), np.array([0, 1]), np.array([1, 1])], threshold=0.7)
        (array([[2, 2]]), array([3]))
    """
    rows: FloatArray | None = None  # whole numbers, exact up to 2^53
    uses = np.zeros(0, np.int64)
    for window in windows:
        vector = np.asarray(window, np.float64)
        norm = float(vector @ vector)
        if not norm:
            continue
        if rows is None:
            rows = np.zeros((0, len(vector)))
        near = np.sqrt(np.einsum("ij,ij->i", rows, rows) * norm)
        cosine = np.divide(rows @ vector, near, out=np.zeros(len(rows)), where=near > 0)
        hits = np.flatnonzero(cosine >= threshold)
        if len(hits) == 1:
            rows[hits[0]] += vector
            uses[hits[0]] += 1
            continue
        if len(hits):
            vector, count = vector + rows[hits].sum(axis=0), 1 + int(uses[hits].sum())
            rows, uses = np.delete(rows, hits, axis=0), np.delete(uses, hits)
        else:
            count = 1
        rows, uses = np.vstack([rows, vector]), np.append(uses, count)
        if len(rows) > most:
            rows, uses = _without_rarest(rows, uses)
    return (np.zeros((0, 0), np.int64) if rows is None else rows.astype(np.int64)), uses


def _without_rarest(rows: FloatArray, uses: IntArray) -> tuple[FloatArray, IntArray]:
    """Add the rarest sense, the oldest of such, to the nearest."""
    rare = int(uses.argmin())
    cosine = cosines(rows[rare : rare + 1], rows)[0]
    cosine[rare] = -np.inf
    near = int(cosine.argmax())
    rows[near] += rows[rare]
    uses[near] += uses[rare]
    return np.delete(rows, rare, axis=0), np.delete(uses, rare)


def _of_sums(one: FloatArray, other: FloatArray) -> float:
    return float(cosines(one.sum(axis=0)[None], other.sum(axis=0)[None])[0, 0])


def _of_nearest(one: FloatArray, other: FloatArray) -> float:
    table = cosines(one, other)
    return float((table.max(axis=1).mean() + table.max(axis=0).mean()) / 2)


def _of_best(one: FloatArray, other: FloatArray) -> float:
    return float(cosines(one, other).max())


def _of_pairs(one: FloatArray, other: FloatArray) -> float:
    table = cosines(one, other)
    pairs = assign(table + 2.0)  # cosines of -1 are paired, too
    return float(sum(table[i, j] for i, j in pairs) / min(table.shape))


_OF_ROWS: dict[str, Callable[[FloatArray, FloatArray], float]] = dict(
    zip(MEASURES, (_of_sums, _of_nearest, _of_best, _of_pairs), strict=False)
)


def compare_senses(
    one: FloatArray,
    other: FloatArray,
    measure: Compared = "hungarian",
    windows: tuple[Array, Array] | None = None,
) -> float:
    """Return how similar two words are by their senses.

    Args:
        one: Vectors of the n senses of a word, shape (n, dim).
        other: Those of the m senses of the other one, shape (m, dim).
        measure: "centroid", the cosine of the sums; "average", the mean over the senses of both of
            the cosine with the nearest one of the other word; "max", the largest cosine;
            "hungarian", the mean over the one-to-one pairs of largest total; "context", the cosine
            of the senses nearest to what stands beside the two words.
        windows: What stands beside the two, for "context" (`indexing.window_vector`).

    Raises:
        ParaphraseError: P960 for a measure that there is not, or "context" without windows.

    Example:
        >>> one, other = np.eye(2), np.ones((1, 2))
        >>> [round(compare_senses(one, other, m), 4) for m in MEASURES[:4]]
        [1.0, 0.7071, 0.7071, 0.7071]
    """
    if measure not in MEASURES:
        raise ParaphraseError("P960", setting="measure", got=measure, expected=", ".join(MEASURES))
    if measure in _OF_ROWS:
        return _OF_ROWS[measure](one, other)
    if windows is None:
        raise ParaphraseError("P960", setting="windows", got=None, expected="two windows")
    table = cosines(one, other)
    chosen = [
        nearest_sense(rows, window) for rows, window in zip((one, other), windows, strict=True)
    ]
    return float(table[chosen[0], chosen[1]])


@checked()
def sense_similarity(
    space: WordSpace,
    word: str,
    other: str,
    measure: Compared = "hungarian",
    *,
    windows: tuple[Array, Array] | None = None,
    least: int | None = None,
) -> float:
    """Return how similar two terms are; where one has no senses, 1 if they are the same, else 0.

    Args:
        space: A space with senses.
        word: A term.
        other: Another one.
        measure: As in `compare_senses`.
        windows: Likewise.
        least: As in `WordSpace.sense_numbers`.

    Raises:
        ParaphraseError: P960 for a measure that there is not, P968 for a space without senses.
    """
    one, two = (space.sense_rows(w, least) for w in (word, other))
    if not len(one) or not len(two):
        return float(word == other)
    return compare_senses(one, two, measure, windows)


def sense_table(
    space: WordSpace, words: Sequence[str], others: Sequence[str], measure: Compared = "hungarian"
) -> FloatArray:
    """Return `sense_similarity` of all pairs; shape (n, m)."""
    rows = [[sense_similarity(space, one, other, measure) for other in others] for one in words]
    return np.array(rows).reshape(len(words), len(others))
