"""Merged words: groups of words that are written differently on the two sides.

An amount or a date in another form, and a compound in one word and in two, are units of which no
word stands for a word of the other side alone: "half past three" and "3:30", "e-mail" and "email".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ..analysis.amounts import amounts, equal_amounts
from ..analysis.dates import dates, equal_dates, figures_end
from ..analysis.sentence import Sentence
from .spelling import joined_words

# The words of a unit of the source, and of the target.
Merged = tuple[list[int], list[int]]


def merged_words(source: Sentence, target: Sentence) -> Iterator[Merged]:
    """Yield the amounts, dates and compounds of both sides that say the same.

    Both are runs of words, of which at least one has several.
    """
    found = [amounts(side.words, side.lang) for side in (source, target)]
    for one, other in product(*found):
        if equal_amounts(one, other) and max(one.end - one.start, other.end - other.start) > 1:
            yield list(range(one.start, one.end)), list(range(other.start, other.end))
    yield from merged_compounds(source, target)


def merged_compounds(source: Sentence, target: Sentence) -> Iterator[Merged]:
    """Yield compounds in one word and in two, and dates, of which one is in figures alone."""
    yield from merged_dates(source, target)
    yield from joined_words(source, target)


def merged_dates(source: Sentence, target: Sentence) -> Iterator[Merged]:
    """Yield equal dates of which one is in figures alone, and that are not written in one way."""
    sides = source, target
    if any(figures_end(side.texts, i) for side in sides for i in range(len(side))):
        for one, other in product(*(dates(side.texts, side.lang) for side in sides)):
            runs = list(range(one.start, one.end)), list(range(other.start, other.end))
            written = [[side.texts[t] for t in run] for side, run in zip(sides, runs, strict=True)]
            figures = max(map(len, runs)) > 1 and any(figures_end(some, 0) for some in written)
            if figures and written[0] != written[1] and equal_dates(one, other):
                yield runs
