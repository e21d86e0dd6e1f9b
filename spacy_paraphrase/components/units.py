"""The units that a matcher aligns: the words, phrases and chunks of a side.

A unit function maps a side to its units, each a sorted list of token indices counted from the start
of the side. Units contain no white space, and none is empty. The functions are registered, so that
a config can choose between them: words and phrases are the units of Marsi and Krahmer 2010,
*Automatic analysis of semantic similarity in comparable text through syntactic tree matching*;
chunks are those of the iSTS corpora (`analysis.chunks`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

from ..analysis.chunks import chunk
from ..analysis.sentence import Sentence
from ..errors import ParaphraseError
from ..pairs.pair import UNITS, sides
from ..registry import registered

Unit: TypeAlias = list[int]
UnitFunction: TypeAlias = Callable[[Sentence], list[Unit]]


@registered("Words.v1")
def make_words() -> UnitFunction:
    """Return the function that makes every word and punctuation mark a unit."""
    return words


@registered("Phrases.v1")
def make_phrases() -> UnitFunction:
    """Return the function that makes the subtree of every word a unit."""
    return phrases


@registered("ChunkUnits.v1")
def make_chunk_units() -> UnitFunction:
    """Return the function that reads the units the user set in `doc.spans["chunk_units"]`."""
    return chunk_units


@registered("Chunks.v1")
def make_chunks() -> UnitFunction:
    """Return the function that divides a parsed side into chunks (see `analysis.chunks`)."""
    return chunks


def words(side: Sentence) -> list[Unit]:
    """Return every token except white space.

    Example:
        >>> import spacy
        >>> words(Sentence(spacy.blank("en")("A cat  sleeps.")[:]))
        [[0], [1], [3], [4]]
    """
    return [[i] for i, token in enumerate(side) if not token.is_space]


def phrases(side: Sentence) -> list[Unit]:
    """Return the subtree of every word; the k-th unit is headed by the k-th word.

    They overlap, and may be discontinuous.

    Raises:
        ParaphraseError: P020 if the side has no parse.
    """
    _check_parse(side, "Phrases.v1")
    is_space = [token.is_space for token in side]
    return [[j for j in side.tree.subtree(i) if not is_space[j]] for (i,) in words(side)]


def chunks(side: Sentence) -> list[Unit]:
    """Return chunks made from the parse; every word is in one of them.

    Raises:
        ParaphraseError: P020 if the side has no parse.
    """
    _check_parse(side, "Chunks.v1")
    return chunk(side)


def chunk_units(side: Sentence) -> list[Unit]:
    """Return the units that `doc.spans["chunk_units"]` has in this side, in linear order.

    Words outside of all these spans belong to no unit. White space is removed from units, and units
    of white space only are dropped.

    Raises:
        ParaphraseError: P021 if the Doc has no such spans or was retokenised since, P022 if a span
            is not inside one of the sides, P023 if two spans overlap.
    """
    doc = side.span.doc
    if UNITS not in doc.spans:
        raise ParaphraseError("P021", got="no such spans")
    group = doc.spans[UNITS]
    if group.attrs.get("length", len(doc)) != len(doc):
        got = f"spans over {group.attrs['length']} tokens in a Doc of {len(doc)}"
        raise ParaphraseError("P021", got=got)
    spans = sorted(group, key=lambda span: (span.start, span.end))
    for span in spans:
        if not any(s.start <= span.start < span.end <= s.end for s in sides(doc)):
            raise ParaphraseError("P022", got=span.text, start=span.start, end=span.end)
    for first, second in pairwise(spans):
        if second.start < first.end:
            raise ParaphraseError("P023", first=first.text, second=second.text)
    offset = side.span.start
    inside = (span for span in spans if offset <= span.start < side.span.end)
    units = ([token.i - offset for token in span if not token.is_space] for span in inside)
    return [unit for unit in units if unit]


def _check_parse(side: Sentence, name: str) -> None:
    if not side.parsed:
        label = side.span.label_.lower() or "side"
        raise ParaphraseError("P020", name=name, side=label, text=repr(side.span.text[:80]))
