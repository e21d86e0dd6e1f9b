"""The reason of a conflict that the judge finds: how the words that it misses differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import product

from ..analysis.scope_extent import DENIAL, NEGATION
from ..lexicon.index import LexicalIndex
from ..lexicon.relations import relation
from .side_comparison import AnnotatedSentence, Comparison


def conflict_reasons(
    compared: Comparison, apart: tuple[Collection[int], Collection[int]], index: LexicalIndex | None
) -> tuple[str, ...]:
    """Return one of `contradiction.REASONS`, or nothing if none fits.

    Args:
        compared: The comparison of two sides in conflict.
        apart: The words of source and target that the other side does not express.
        index: The lexical index.
    """
    return tuple(_reasons(compared, apart, index))[:1]


def _reasons(
    compared: Comparison, apart: tuple[Collection[int], Collection[int]], index: LexicalIndex | None
) -> Iterator[str]:
    sides = compared.sides
    if len({frozenset(_lemmas(side).items()) for side in sides}) == 1:
        yield "roles"  # the same words in other places
    if any(_denies(side, words) for side, words in zip(sides, apart, strict=True)):
        yield "negation"
    if all(side.analysis.times(words) for side, words in zip(sides, apart, strict=True)):
        yield "date"
    for category in ("number", "name"):
        if all(_has(side, words, category) for side, words in zip(sides, apart, strict=True)):
            yield category
    if index is not None and _opposites(compared, apart, index):
        yield "antonym"


def _lemmas(side: AnnotatedSentence) -> Counter[str]:
    """Return the lemmas of the content words of a side."""
    words = zip(side.sentence.lemmas, side.sentence.content, strict=True)
    return Counter(lemma for lemma, content in words if content)


def _denies(side: AnnotatedSentence, words: Collection[int]) -> bool:
    """Return whether one of some words is a negation."""
    return any(op.kind in (NEGATION, DENIAL) and op.token in words for op in side.operators)


def _has(side: AnnotatedSentence, words: Collection[int], category: str) -> bool:
    """Return whether one of some words has a category."""
    return any(side.analysis.words[i].category == category for i in words)


def _opposites(
    compared: Comparison, apart: tuple[Collection[int], Collection[int]], index: LexicalIndex
) -> bool:
    """Return whether a word of one side is an antonym of a word of the other side."""
    one, other = (side.sentence for side in compared.sides)
    return any(
        relation(index, one.lemmas[i], one.pos[i], other.lemmas[j], other.pos[j]) == "antonym"
        for i, j in product(*apart)
    )
