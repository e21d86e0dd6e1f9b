"""Lexical relations between words, over all their senses.

| relation | holds iff some senses of the two words |
|---|---|
| synonym | are the same synset |
| antonym | are opposites, as spelled |
| near-synonym | are similar, or derived from one another ("invade", "invasion") |
| hyponym-of | the first is below the second in the hierarchy of hypernyms |
| hypernym-of | the first is above the second |
| sister | share a close hypernym |

If several relations hold, the highest in the table is returned; of hyponym-of and hypernym-of the
one with fewer steps. Words without a relation, or sisters, are near-synonyms if they share a group
of `index.groups`. Words on the two sides of a pair of opposites in `index.sides` are antonyms.
The relations are those of Hendrickx, Daelemans, Marsi and Krahmer 2009, "Reducing redundancy in
multi-document summarization using lexical semantic similarity", section 3.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import chain, count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .index import UPOS, Groups, LexicalIndex, gather, groups, sides

LEXICAL_RELATIONS = (
    "none",
    "sister",
    "hypernym-of",
    "hyponym-of",
    "near-synonym",
    "antonym",
    "synonym",
)
Word = tuple[str, str]  # lemma, part of speech (Universal Dependencies, "" for any)
# Maximum steps of rows of the hypernym closure; the other kinds of rows have a mark as steps.
MAX_STEPS, TOGETHER, NEAR, ANTONYM = 61, 62, 63, 64
# Relations by increasing strength; fewer steps between hyponym and hypernym are stronger.
CODES = np.array([0, 1, 4, *[2, 3] * MAX_STEPS, 4, 5, 6], dtype=np.int8)


class RelationMatrix(NamedTuple):
    """Relations and similarities of n words with m words.

    Attributes:
        relations: Positions in `LEXICAL_RELATIONS` (int8, n x m).
        similarities: Similarities of Lin (float32, n x m, 0 to 1).
    """

    relations: NDArray[np.int8]
    similarities: NDArray[np.float32]


# Maximum number of words in the cache of an index.
REMEMBERED = 16384


class _Rows(NamedTuple):
    ids: NDArray[np.int64]
    steps: NDArray[np.uint8]
    information: NDArray[np.float32]  # the least among the word's senses that lead to this id

    def at(self, places: NDArray[np.int64] | slice) -> _Rows:
        """Return some of the rows."""
        return _Rows(self.ids[places], self.steps[places], self.information[places])


class _Table:
    """The rows of many words, word by word; more words may be added.

    Attributes:
        starts: The offsets at which the rows of each word begin and end; shape (words + 1,).
        rows: The rows, followed by free space.
    """

    def __init__(self) -> None:
        self.starts = np.zeros(1, dtype=np.int64)
        self.rows = _Rows(np.zeros(0, np.int64), np.zeros(0, np.uint8), np.zeros(0, np.float32))

    def add(self, starts: NDArray[np.int64], rows: _Rows) -> None:
        """Append words; `starts` are the offsets at which the rows of each begin and end."""
        size, more = int(self.starts[-1]), len(rows.ids)
        if size + more > len(self.rows.ids):
            # Doubling the size avoids a copy on every call.
            old, room = self.rows.at(slice(size)), (0, size + more)
            self.rows = _Rows(
                np.pad(np.concatenate((old.ids, rows.ids)), room),
                np.pad(np.concatenate((old.steps, rows.steps)), room),
                np.pad(np.concatenate((old.information, rows.information)), room),
            )
        else:
            free = self.rows.at(slice(size, size + more))
            free.ids[:], free.steps[:], free.information[:] = rows
        self.starts = np.concatenate((self.starts, size + starts[1:] - starts[0]))

    def of(self, words: NDArray[np.int64]) -> tuple[_Rows, NDArray[np.int64]]:
        """Return the rows of some words, and for each row the position of its word."""
        which, places = gather(self.starts, words)
        return self.rows.at(places), which


class Reached:
    """A cache of the rows of words, as words of the first list and of the second list.

    Attributes:
        numbers: The cached words, numbered in order of arrival.
        sides: Their rows as words of the first list, and as words of the second.
    """

    def __init__(self) -> None:
        self.numbers: dict[Word, int] = {}
        self.sides = _Table(), _Table()


def relation(
    index: LexicalIndex,
    lemma: str,
    pos: str,
    lemma2: str,
    pos2: str,
    *,
    max_senses: int | None = None,
    sister_steps: int = 1,
) -> str:
    """Return the relation of one word to another (see the top of the module).

    Args:
        index: The lexical index.
        lemma: The first word.
        pos: Its part of speech (Universal Dependencies, "" for any).
        lemma2: The other word.
        pos2: Its part of speech.
        max_senses: Number of senses of each word, the most frequent first; by default all.
        sister_steps: Maximum number of steps from sisters up to their shared hypernym.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> relation(default_lexicon("en"), "coffee", "NOUN", "drink", "NOUN")
        'hyponym-of'
    """
    left, right = (
        _known(index, [word], max_senses, side)[0]
        for side, word in enumerate(((lemma, pos), (lemma2, pos2)))
    )
    _, i, j = np.intersect1d(left.ids, right.ids, assume_unique=True, return_indices=True)
    strengths = _strengths(sister_steps)[left.steps[i], right.steps[j]]
    return LEXICAL_RELATIONS[CODES[strengths.max(initial=0)]]


def _numbers(known: Groups, lemma: str, pos: str) -> set[int]:
    return {number for letter in UPOS.get(pos, "") for number in known.get((lemma, letter), ())}


def relation_matrix(
    index: LexicalIndex,
    words1: Sequence[Word],
    words2: Sequence[Word],
    *,
    max_senses: int | None = None,
    sister_steps: int = 1,
) -> RelationMatrix:
    """Return the relations between all words of two lists.

    Args:
        index: The lexical index.
        words1: Lemmas with their parts of speech.
        words2: Lemmas with their parts of speech.
        max_senses: As in `relation`.
        sister_steps: As in `relation`.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> matrix = relation_matrix(
        ...     default_lexicon("en"), [("dog", "NOUN")], [("animal", "NOUN"), ("run", "VERB")]
        ... )
        >>> [LEXICAL_RELATIONS[code] for code in matrix.relations[0]]
        ['hyponym-of', 'none']
    """
    pair = words1, words2
    return relation_matrices(index, [pair], max_senses=max_senses, sister_steps=sister_steps)[0]


def relation_matrices(
    index: LexicalIndex,
    pairs: Sequence[tuple[Sequence[Word], Sequence[Word]]],
    *,
    max_senses: int | None = None,
    sister_steps: int = 1,
) -> list[RelationMatrix]:
    """Return `relation_matrix` of each pair of lists; one call for all pairs is faster.

    Each word has rows: the synsets above its senses, the near synsets of its senses, its antonyms.
    One join of the rows of all lists finds all shared ids. The cost thus grows with the number of
    shared ids, and not with the square of the number of senses.
    """
    n, m = np.array([(len(one), len(other)) for one, other in pairs], dtype=np.int64).T
    ends = np.cumsum(n * m)
    strengths = np.zeros(int(ends[-1]), dtype=np.int8)
    similarities = np.zeros(len(strengths), dtype=np.float32)
    if len(strengths):
        # The offset of the matrix row of each left word; below, the column of each right word.
        rows = np.repeat(ends - n * m, n) + np.repeat(m, n) * _count(n)
        left, pair, row = _joined(index, [one for one, _ in pairs], 0, max_senses, rows)
        right, pair2, column = _joined(index, [two for _, two in pairs], 1, max_senses, _count(m))
        span = 1 + max(left.ids.max(initial=0), right.ids.max(initial=0))
        keys = right.ids + span * pair2
        order = np.argsort(keys)
        keys, wanted = keys[order], left.ids + span * pair
        lows = np.searchsorted(keys, wanted, side="left")
        counts = np.searchsorted(keys, wanted, side="right") - lows
        i = np.repeat(np.arange(len(wanted)), counts)
        j = order[np.repeat(lows, counts) + _count(counts)]
        cells = row[i] + column[j]
        np.maximum.at(strengths, cells, _strengths(sister_steps)[left.steps[i], right.steps[j]])
        shared = index.shared_information[np.minimum(left.ids[i], index.n_synsets)]
        both = np.maximum(left.information[i] + right.information[j], np.finfo(np.float32).tiny)
        np.maximum.at(similarities, cells, 2 * shared / both)
    found = []
    for end, height, width in zip(ends.tolist(), n.tolist(), m.tolist(), strict=True):
        part, shape = slice(end - height * width, end), (height, width)
        codes = CODES[strengths[part]].reshape(shape)
        found.append(RelationMatrix(codes, similarities[part].reshape(shape)))
    return found


def _count(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 0, 1, 2 ... for each of several parts, concatenated."""
    return np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def _joined(
    index: LexicalIndex,
    lists: Sequence[Sequence[Word]],
    side: int,
    max_senses: int | None,
    places: NDArray[np.int64],
) -> tuple[_Rows, NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of all words of some lists, with the list number and the word's place."""
    every = [word for words in lists for word in words]
    owners = np.repeat(np.arange(len(lists)), [len(words) for words in lists])
    rows, which = _known(index, every, max_senses, side)
    return rows, owners[which], places[which]


def _known(
    index: LexicalIndex, words: Sequence[Word], max_senses: int | None, side: int
) -> tuple[_Rows, NDArray[np.int64]]:
    """Return the rows of words on a side, and the word of each row; both are cached.

    Args:
        index: The lexical index.
        words: The words.
        max_senses: Number of senses of each word; all if None.
        side: 0 for words of the first list, 1 for those of the second.
    """
    reached: Reached = index.reached.setdefault(max_senses, Reached())
    missing = list(dict.fromkeys(word for word in words if word not in reached.numbers))
    if missing and len(reached.numbers) + len(missing) > REMEMBERED:
        reached = index.reached[max_senses] = Reached()
        missing = list(dict.fromkeys(words))
    if missing:
        starts, rows = _find_rows(index, missing, max_senses)
        for k, table in enumerate(reached.sides):
            own = starts[k * len(missing) : (k + 1) * len(missing) + 1]
            table.add(own, rows.at(slice(own[0], own[-1])))
        reached.numbers.update(zip(missing, count(len(reached.numbers)), strict=False))
    numbers = np.array([reached.numbers[word] for word in words], dtype=np.int64)
    return reached.sides[side].of(numbers)


def _find_rows(
    index: LexicalIndex, words: Sequence[Word], max_senses: int | None
) -> tuple[NDArray[np.int64], _Rows]:
    """Return the rows of each word as one of the first list, then those as one of the second."""
    # Both kinds of rows have the closures of a word's senses, and its synonym groups. Near synsets,
    # antonyms, groups and sides of opposites get ids of their own, above those of the synsets. The
    # rows of the first list have the near synsets, antonyms and opposite sides; those of the second
    # list have the word's own senses, entries and sides. Thus a join finds both directions.
    language, n = index.meta["language"], index.n_synsets
    last = 2 * n + len(index.lemmas)
    entry_of, entries = _flat([index.entries(*word) for word in words])
    source, places = gather(index.senses.starts, entries, max_senses)
    sense_of, senses = entry_of[source], index.senses.values[places].astype(np.int64)
    group_of, together = _flat([_numbers(groups(language), *word) for word in words])
    side_of, stand = _flat([_numbers(sides(language), *word) for word in words])
    source, places = gather(index.closure.starts, senses)
    above = sense_of[source], index.closure.values[places].astype(np.int64)
    columns = index.distances[places], index.information[senses][source]
    source, places = gather(index.near.starts, senses)
    near = sense_of[source], n + index.near.values[places]
    source, places = gather(index.antonyms.starts, entries)
    antonyms = entry_of[source], 2 * n + index.antonyms.values[places]
    # The ids in both kinds of rows, only in the first, only in the second; each with its mark.
    shared = [(group_of, last + 2 * together, TOGETHER)]
    first = [(*near, NEAR), (*antonyms, ANTONYM), (side_of, last + 2 * (stand ^ 1) + 1, ANTONYM)]
    second = [
        (sense_of, n + senses, NEAR),
        (entry_of, 2 * n + entries, ANTONYM),
        (side_of, last + 2 * stand + 1, ANTONYM),
    ]
    size = len(words)
    parts = [*shared, *first]
    parts += [(of + size, ids, mark) for of, ids, mark in (*shared, *second)]
    marks = np.repeat([mark for *_, mark in parts], [len(ids) for _, ids, _ in parts])
    return _by_word(
        2 * size,
        np.concatenate((above[0], above[0] + size, *(of for of, _, _ in parts))),
        np.concatenate((above[1], above[1], *(ids for _, ids, _ in parts))),
        np.concatenate((columns[0], columns[0], marks.astype(np.uint8))),
        np.concatenate((columns[1], columns[1], np.zeros(len(marks), dtype=np.float32))),
    )


def _flat(lists: Sequence[Collection[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the list number of each item, and all items concatenated."""
    sizes = [len(some) for some in lists]
    items = np.fromiter(chain.from_iterable(lists), np.int64, sum(sizes))
    return np.repeat(np.arange(len(lists)), sizes), items


def _by_word(
    n_words: int,
    words: NDArray[np.int64],
    ids: NDArray[np.int64],
    steps: NDArray[np.uint8],
    information: NDArray[np.float32],
) -> tuple[NDArray[np.int64], _Rows]:
    """Return the rows of each word: every id once, with the least steps and information.

    Returns:
        The offsets at which the rows of each word begin and end, shape (words + 1,), and the rows.
    """
    if not len(ids):
        return np.zeros(n_words + 1, dtype=np.int64), _Rows(ids, steps, information)
    keys = words * (1 + int(ids.max())) + ids
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    first = order[starts]
    ids, words = ids[first], words[first]
    steps = np.minimum.reduceat(steps[order], starts)
    information = np.minimum.reduceat(information[order], starts)
    return np.searchsorted(words, np.arange(n_words + 1)), _Rows(ids, steps, information)


@cache
def _strengths(sister_steps: int) -> NDArray[np.int8]:
    """Return the strength (index of `CODES`) of two rows with the same id, by their steps."""
    table = np.zeros((ANTONYM + 1, ANTONYM + 1), dtype=np.int8)
    strengths = 3 + 2 * np.arange(MAX_STEPS)[::-1]
    table[1 : sister_steps + 1, 1 : sister_steps + 1] = 1
    table[0, 1 : MAX_STEPS + 1] = strengths
    table[1 : MAX_STEPS + 1, 0] = strengths + 1
    table[TOGETHER, TOGETHER] = 2
    table[NEAR, NEAR] = len(CODES) - 3
    table[ANTONYM, ANTONYM] = len(CODES) - 2
    table[0, 0] = len(CODES) - 1
    return table
