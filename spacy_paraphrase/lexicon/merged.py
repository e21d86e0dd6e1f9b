"""Merged words: groups of words that are written differently on the two sides.

Examples are amounts and dates in two notations ("half past three" and "3:30"), and compounds in
one word and in two ("e-mail" and "email"). Such units can only be aligned as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ..analysis.amounts import amounts, equal_amounts
from ..analysis.dates import dates, equal_dates, figures_end
from ..analysis.sentence import Sentence
from .spelling import joined_words

# The word indices of a unit in the source, and of its equivalent in the target.
Merged = tuple[list[int], list[int]]


def merged_words(source: Sentence, target: Sentence) -> Iterator[Merged]:
    """Yield the amounts, dates and compounds that are equal on both sides.

    Both units are runs of words, and at least one of them has several words.
    """
    found = [amounts(side.words, side.lang) for side in (source, target)]
    for one, other in product(*found):
        if equal_amounts(one, other) and max(one.end - one.start, other.end - other.start) > 1:
            yield list(range(one.start, one.end)), list(range(other.start, other.end))
    yield from merged_compounds(source, target)


def merged_compounds(source: Sentence, target: Sentence) -> Iterator[Merged]:
    """Yield the results of `merged_dates` and `joined_words`."""
    yield from merged_dates(source, target)
    yield from joined_words(source, target)


def merged_dates(source: Sentence, target: Sentence) -> Iterator[Merged]:
    """Yield equal dates with different wording if one of them is in digits only."""
    sides = source, target
    if any(figures_end(side.texts, i) for side in sides for i in range(len(side))):
        for one, other in product(*(dates(side.texts, side.lang) for side in sides)):
            runs = list(range(one.start, one.end)), list(range(other.start, other.end))
            written = [[side.texts[t] for t in run] for side, run in zip(sides, runs, strict=True)]
            figures = max(map(len, runs)) > 1 and any(figures_end(some, 0) for some in written)
            if figures and written[0] != written[1] and equal_dates(one, other):
                yield runs
