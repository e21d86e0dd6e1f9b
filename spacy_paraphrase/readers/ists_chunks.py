"""Chunks written as `[ a chunk ] [ the next ]`, fitted to the words of their sentence."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from spacy_paraphrase.errors import ParaphraseError, warning
from spacy_paraphrase.readers.links import split_words
from spacy_paraphrase.readers.records import IndexPair, Place

# Two texts that share fewer of their words are not the same sentence.
_SAME_SENTENCE = 0.5


def parse_chunks(place: Place, line: str, words: Sequence[str]) -> tuple[IndexPair, ...]:
    """Return the chunks of a sentence as `(start, end)` over its words, end exclusive.

    A line whose words differ a little from those of the sentence, or that lacks a bracket, is
    fitted to them with a warning (W110): a word that the line does not have goes with the chunk
    of the word before it.

    Args:
        place: Where the line stands.
        line: The line.
        words: The words of the sentence.

    Raises:
        ParaphraseError: P102 if the line is of another sentence.

    Example:
        >>> parse_chunks(Place("x.chunk", 1), "[ A cat ] [ sleeps ]", ["A", "cat", "sleeps"])
        ((0, 2), (2, 3))
    """
    units, own = _units(line)
    matcher = SequenceMatcher(None, own, list(words), autojunk=False)
    if matcher.ratio() < _SAME_SENTENCE:
        expected = f"the chunks of {' '.join(words)!r}"
        raise ParaphraseError("P102", place=place, got=repr(line), expected=expected)
    chunks = list(_spans(_fitted(matcher, units)))
    brackets = (f"[ {' '.join(words[start:end])} ]" for start, end in chunks)
    if " ".join(brackets) != " ".join(split_words(line)):
        warnings.warn(warning("W110", place=place, got=line, words=" ".join(words)), stacklevel=2)
    return tuple(chunks)


def _units(line: str) -> tuple[list[int], list[str]]:
    """Return the words of a line, and for each one the number of brackets before it."""
    units, words = [], []
    brackets = 0
    for item in split_words(line):
        if item in ("[", "]"):
            brackets += 1
        else:
            units.append(brackets)
            words.append(item)
    return units, words


def _fitted(matcher: SequenceMatcher[str], units: list[int]) -> Iterator[int]:
    """Yield the unit of each word of the sentence."""
    for _, first, last, start, end in matcher.get_opcodes():
        for offset in range(end - start):
            yield units[max(0, min(first + offset, last - 1))]


def _spans(units: Iterable[int]) -> Iterator[IndexPair]:
    start = 0
    for _, group in groupby(units):
        end = start + sum(1 for _ in group)
        yield start, end
        start = end
