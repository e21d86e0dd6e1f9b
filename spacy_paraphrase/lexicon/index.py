"""The lexical index: a wordnet as compact arrays, its multi-word entries, and additions to it.

Synsets and entries are integers. An *entry* is one spelling with one part of speech. *Synsets* and
entries are numbered by part of speech (nouns, verbs, adjectives, adverbs). Lists of varying length
(the senses of an entry, the hypernyms of a synset) are stored as one array of all items and one
array of the list lengths. The closure of the hypernyms is computed on loading.

| array | per | content |
|---|---|---|
| lemmas | | UTF-8 text (uint8), one entry a line, sorted within a part of speech |
| entry_counts, synset_counts | part of speech | number of entries and synsets |
| senses, senses_counts | entry | synsets, the most frequent sense first |
| hypernyms, hypernyms_counts | synset | direct hypernyms, instance hypernyms too |
| near, near_counts | synset | similar and derivationally related synsets, both ways |
| antonyms, antonyms_counts | entry | opposite entries, both ways |
| information | synset | information content in nats (float32) |

For some languages (BCP 47 codes), the package has lists of what a wordnet lacks, for example that
Bob is short for Robert. Each line of a list is one group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jobs.arrays import Int32Array, checksums, pack_arrays, read_data, unpack_arrays, write_file

POS = ("n", "v", "a", "r")
UPOS = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r", "": "nvar"}
KIND = b"wordnet"


class Rows:
    """Lists of varying length: list i is `values[starts[i] : starts[i + 1]]`."""

    def __init__(self, counts: NDArray[Any], values: NDArray[Any]) -> None:
        self.starts = np.zeros(len(counts) + 1, dtype=np.int64)
        np.cumsum(counts, out=self.starts[1:])
        self.values = values
        # For a single list, memory views are several times faster than arrays.
        self._starts, self._values = self.starts.data, values.data

    def __len__(self) -> int:
        return len(self.starts) - 1

    def row(self, i: int) -> list[int]:
        """Return list i."""
        row: list[int] = self._values[self._starts[i] : self._starts[i + 1]].tolist()
        return row


class LexicalIndex:
    """Words, their senses, and the relations between the senses.

    Args:
        meta: `language` (BCP 47), `name` (lexicon and version) and `license` of the wordnet.
        arrays: The arrays of the table at the top of this module.

    Attributes:
        senses: Synsets of each entry.
        hypernyms: Direct hypernyms of each synset.
        closure: Each synset itself and all its direct and indirect hypernyms.
        distances: Steps to each member of the closure, parallel to `closure.values`.
        near: Similar and derivationally related synsets of each synset.
        antonyms: Entries opposite to each entry.
        information: Information content of each synset, in nats.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> index = default_lexicon("en")
        >>> [index.lemmas[entry] for entry in index.entries("DOG", "NOUN")]
        ['dog']
    """

    def __init__(self, meta: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        self.meta = dict(meta)
        self.arrays = dict(arrays)
        self.lemmas = arrays["lemmas"].tobytes().decode("utf8").split("\n")
        self.senses = _rows(arrays, "senses")
        self.hypernyms = _rows(arrays, "hypernyms")
        self.near = _rows(arrays, "near")
        self.antonyms = _rows(arrays, "antonyms")
        self.information = arrays["information"]
        self.closure, self.distances = hypernym_closure(self.hypernyms)
        self._steps = Rows(np.diff(self.closure.starts), self.distances)
        # A cache of `relations`: the rows of words, by `max_senses`; `relations` limits its size.
        self.reached: dict[int | None, Any] = {}
        self._tables = {}
        self._variants = {}
        bounds = [0, *np.cumsum(arrays["entry_counts"]).tolist()]
        for pos, start, end in zip(POS, bounds, bounds[1:], strict=False):
            lemmas = self.lemmas[start:end]
            self._tables[pos] = dict(zip(lemmas, range(start, end), strict=True))
            # The entries with capital letters, by their lower-case spelling.
            variants: dict[str, list[int]] = defaultdict(list)
            for entry, lemma in enumerate(lemmas, start):
                if lemma != (lower := lemma.lower()):
                    variants[lower].append(entry)
            # The garbage collector does not track tuples of numbers, as it does lists.
            self._variants[pos] = {lower: tuple(some) for lower, some in variants.items()}

    @property
    def n_synsets(self) -> int:
        """Number of synsets."""
        return len(self.information)

    @cached_property
    def synset_pos(self) -> NDArray[np.int8]:
        """Part of speech of each synset, as a position in `POS`."""
        return np.repeat(np.arange(len(POS), dtype=np.int8), self.arrays["synset_counts"])

    @cached_property
    def shared_information(self) -> NDArray[np.float32]:
        """Information content of each synset; the last element, 0, is for all that is no synset."""
        return np.append(self.information, np.float32(0))

    @cached_property
    def depths(self) -> Int32Array:
        """Length of the longest path from each synset to a root, in steps."""
        children = np.repeat(np.arange(self.n_synsets), np.diff(self.hypernyms.starts))
        depths = np.zeros(self.n_synsets, dtype=np.int32)
        while True:
            deeper = depths.copy()
            np.maximum.at(deeper, children, depths[self.hypernyms.values] + 1)
            if np.array_equal(deeper, depths):
                return depths
            depths = deeper

    @cached_property
    def taxonomy_depths(self) -> list[int]:
        """Greatest depth in each part of speech, in the order of `POS`."""
        return [int(self.depths[self.synset_pos == i].max(initial=0)) for i, _ in enumerate(POS)]

    def entries(self, lemma: str, pos: str) -> list[int]:
        """Return the entries of a lemma, spelled as given, else in lower case, else in any case.

        Args:
            lemma: A lemma; the words of a multi-word one are separated by blanks.
            pos: Part of speech (Universal Dependencies), "" for any.
        """
        found: list[int] = []
        lower = lemma.lower()
        for letter in UPOS.get(pos, ""):
            entry = self._tables[letter].get(lemma, self._tables[letter].get(lower))
            found += self._variants[letter].get(lower, ()) if entry is None else (entry,)
        return found

    def synsets(self, lemma: str, pos: str, limit: int | None = None) -> list[int]:
        """Return the synsets of a lemma (see `entries`), the most frequent sense first.

        `limit` is the number of senses of each entry; by default all.
        """
        return self.synsets_of(self.entries(lemma, pos), limit)

    def synsets_of(self, entries: Iterable[int], limit: int | None = None) -> list[int]:
        """Return the synsets of some entries, as `synsets` does."""
        return [s for entry in entries for s in self.senses.row(entry)[:limit]]

    def is_of_kind(self, synset: int, kinds: tuple[str, ...], pos: str) -> bool:
        """Return whether a synset is the first sense of one of the lemmas `kinds`, or below it."""
        return not _firsts(self, kinds, pos).isdisjoint(self.closure.row(synset))

    def hypernym_steps(self, synset: int) -> list[tuple[int, int]]:
        """Return a synset and all synsets above it, with the least number of steps to each."""
        return list(zip(self.closure.row(synset), self._steps.row(synset), strict=True))

    @cached_property
    def multiword_lengths(self) -> dict[str, dict[str, dict[str, int]]]:
        """Number of words of the longest lemma, by its first, second and third word in lower case.

        The third word of a lemma of two words is "".
        """
        lengths: dict[str, dict[str, dict[str, int]]] = {}
        for lemma in self.lemmas:
            if " " in lemma:
                first, second, *others = lemma.lower().split(" ")
                third = others[0] if others else ""
                thirds = lengths.setdefault(first, {}).setdefault(second, {})
                thirds[third] = max(thirds.get(third, 0), 2 + len(others))
        # Most lemmas have no third word; these share one table.
        alone = {"": 2}
        for seconds in lengths.values():
            seconds.update({second: alone for second, some in seconds.items() if some == alone})
        return lengths

    def to_bytes(self) -> bytes:
        """Return the index as bytes; equal indexes give equal bytes."""
        return pack_arrays(KIND, self.meta, self.arrays)

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "the bytes given") -> LexicalIndex:
        """Return the index that `to_bytes` saved.

        Args:
            data: What `to_bytes` returned.
            source: Where it comes from, for the error message.

        Raises:
            ParaphraseError: P301 if the bytes are damaged.
        """
        return cls(*unpack_arrays(KIND, data, source))

    def to_disk(self, path: Path | str) -> None:
        """Write the index to a file."""
        write_file(path, self.to_bytes())

    @classmethod
    def from_disk(cls, path: Path | str) -> LexicalIndex:
        """Read the index from a file.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        return cls.from_bytes(read_data(path), str(path))

    def __reduce__(self) -> tuple[Any, ...]:
        return LexicalIndex.from_bytes, (self.to_bytes(),)


def hypernym_closure(hypernyms: Rows) -> tuple[Rows, NDArray[np.uint8]]:
    """Return, for each synset, itself and all synsets above it, with the least steps to each.

    Args:
        hypernyms: Direct hypernyms of each synset, without cycles.

    Returns:
        The closure, each list sorted by synset number, and the steps, parallel to its values. A
        synset of the English WordNet has about nine members.
    """
    n = len(hypernyms)
    below = above = np.arange(n, dtype=np.int64)
    keys: list[NDArray[np.int64]] = []
    steps: list[NDArray[np.uint8]] = []
    while len(below):
        keys.append(below * n + above)
        steps.append(np.full(len(below), len(steps), dtype=np.uint8))
        source, positions = gather(hypernyms.starts, above)
        below, above = below[source], hypernyms.values[positions].astype(np.int64)
    every, first = np.unique(np.concatenate(keys), return_index=True)  # first = fewest steps
    counts = np.bincount(every // n, minlength=n)
    return Rows(counts, (every % n).astype(np.int32)), np.concatenate(steps)[first]


def gather(
    starts: NDArray[np.int64], which: NDArray[Any], limit: int | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the positions of the values of some lists.

    Args:
        starts: Where the lists start in the values: the `starts` of `Rows`.
        which: The numbers of the wanted lists.
        limit: Maximum number of values of each list; by default all.

    Returns:
        For each value, the position of its list in `which`, and its own position in all values.
    """
    first = starts[which]
    counts = starts[which + 1] - first
    if limit is not None:
        counts = np.minimum(counts, limit)
    source = np.repeat(np.arange(len(which)), counts)
    shifts = first - (np.cumsum(counts) - counts)
    return source, np.arange(len(source)) + shifts[source]


def _rows(arrays: Mapping[str, NDArray[Any]], name: str) -> Rows:
    return Rows(arrays[f"{name}_counts"], arrays[name])


# Multi-word lemmas of the lexical index in a sentence.


class Multiword(NamedTuple):
    """A multi-word lemma and its position in a sentence.

    Attributes:
        start: Index of its first token.
        end: Index of the token after its last one.
        lemma: Its spelling in the index.
    """

    start: int
    end: int
    lemma: str


def multiword_spans(
    index: LexicalIndex, lemmas: Sequence[str], words: Sequence[str] | None = None
) -> list[Multiword]:
    """Find the multi-word lemmas in a sentence, from left to right, the longest first.

    A span matches a lemma by its lemmas. If `words` is given, it may also match by its words
    ("United States") or by words and a last ("savings banks") or first lemma ("makes ends meet").

    Args:
        index: The lexical index.
        lemmas: The lemmas of the tokens.
        words: The texts of the tokens.

    Returns:
        Spans that do not overlap. To look up a lemma in the index, use the part of speech of the
        span's root, or "" for any.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> multiword_spans(default_lexicon("en"), ["they", "cut", "back", "on", "sugar"])
        [Multiword(start=1, end=3, lemma='cut back')]
    """
    return list(_multiwords(index, tuple(lemmas), tuple(lemmas if words is None else words)))


@lru_cache(maxsize=1 << 12)
def _multiwords(
    index: LexicalIndex, lemmas: tuple[str, ...], words: tuple[str, ...]
) -> tuple[Multiword, ...]:
    found = []
    start = 0
    # A multi-word lemma may have the lemma or the text of a token.
    spellings = [{lemma.lower(), word.lower()} for lemma, word in zip(lemmas, words, strict=True)]
    lengths = index.multiword_lengths
    spellings.append({""})
    while start < len(lemmas) - 1:
        longest = 0
        for first in spellings[start]:
            seconds = lengths.get(first, {})
            for second in spellings[start + 1]:
                if thirds := seconds.get(second):
                    known = [thirds[third] for third in spellings[start + 2] if third in thirds]
                    longest = max(longest, thirds.get("", 0), *known)
        for end in range(min(start + longest, len(lemmas)), start + 1, -1):
            entries = _entries(index, lemmas[start:end], words[start:end])
            if entries:
                found.append(Multiword(start, end, index.lemmas[entries[0]]))
                start = end - 1
                break
        start += 1
    return tuple(found)


def _entries(index: LexicalIndex, lemmas: Sequence[str], words: Sequence[str]) -> list[int]:
    ways = (lemmas, words, [*words[:-1], lemmas[-1]], [lemmas[0], *words[1:]])
    found = (index.entries(spelled, "") for spelled in dict.fromkeys(map(" ".join, ways)))
    return next(filter(None, found), [])


# Relations that a wordnet lacks: "firm" and "company" are synonyms, "raise" and "cut" opposites.

DATA = Path(__file__).parent / "data"
# Maps a lemma and its part of speech in WordNet to the numbers of its groups.
Groups = dict[tuple[str, str], frozenset[int]]


@cache
def groups(language: str) -> Groups:
    """Return the numbers of the synonym groups of each word.

    Example:
        >>> found = groups("en")
        >>> found["firm", "n"].isdisjoint(found["company", "n"])
        False
    """
    return _numbered((pos, words) for pos, words in _lines(language, "synonyms"))


@cache
def sides(language: str) -> Groups:
    """Return the numbers of the sides of each word in pairs of opposites; k is opposite to k ^ 1.

    Example:
        >>> found = sides("en")
        >>> {side ^ 1 for side in found["raise", "v"]}.isdisjoint(found["cut", "v"])
        False
    """
    return _numbered((pos, side) for pos, *both in _lines(language, "opposites") for side in both)


@cache
def nicknames(language: str) -> dict[str, frozenset[int]]:
    """Return the group numbers of given names and their short forms, all in lower case.

    Example:
        >>> found = nicknames("en")
        >>> found["bob"].isdisjoint(found["robert"])
        False
    """
    numbered = _numbered(("", names) for (names,) in _lines(language, "nicknames"))
    return {name: numbers for (name, _), numbers in numbered.items()}


def _lines(language: str, kind: str) -> Iterator[list[str]]:
    path = DATA / f"{language}.{kind}"
    if not path.exists() and path not in checksums():
        return  # a language without such a list
    for line in read_data(path).decode("utf8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def _numbered(rows: Iterator[tuple[str, str]]) -> Groups:
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, (pos, words) in enumerate(rows):
        for word in words.split(", "):
            found[word, pos].add(number)
    return {key: frozenset(numbers) for key, numbers in found.items()}


@lru_cache(maxsize=64)
def _firsts(index: LexicalIndex, kinds: tuple[str, ...], pos: str) -> frozenset[int]:
    return frozenset(s for kind in kinds for s in index.synsets(kind, pos)[:1])
