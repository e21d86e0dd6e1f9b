"""Sides shortened to what the other side says too, as candidates of an intersection.

Whatever the judge does not find in the other side is left out, in the smallest part of the sentence
that can be left out (`deletion`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.omission import is_left_incomplete
from ..analysis.sentence import Sentence
from .deletion import CLASSES, SubtreeDeletion
from .draft import Draft, draft_of
from .graph import PairGraph, unsupported


def shortened_sides(graph: PairGraph) -> Iterator[Draft]:
    """Yield each side without the parts that say what the other side does not say.

    A side of which something cannot be left out is not given, nor one that the other side supports
    as it stands, nor one that would be left incomplete.
    """
    alone = unsupported(graph.doc)
    for side in graph.sides:
        words = {t - side.start for t in alone if side.start <= t < side.end}
        gone = _parts(graph, side, words)
        if gone and not is_left_incomplete(side, gone):
            kept = (side.start + t for t in range(len(side)) if t not in gone)
            yield draft_of(graph, side, kept)


def _parts(graph: PairGraph, side: Sentence, words: set[int]) -> set[int]:
    """Return the tokens of the smallest parts that hold some words; none if a word has no part."""
    deletable = SubtreeDeletion(lexicon=graph.lexicon)
    parts = [range(start, end) for start, end, _ in deletable(side, CLASSES)] if words else []
    gone: set[int] = set()
    for word in words:
        around = [part for part in parts if word in part]
        if not around:
            return set()
        gone.update(min(around, key=len))
    return gone
