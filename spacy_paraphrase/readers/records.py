"""A pair with its links as plain data: what every reader yields and every writer takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from spacy_paraphrase.alignment import LEVELS, Level
from spacy_paraphrase.pair import SIDES
from spacy_paraphrase.readers.checks import (
    check_values,
    checked_chunks,
    checked_links,
    checked_tree,
    checked_words,
)

SURE = 1.0
POSSIBLE = 0.5

IndexPair = tuple[int, int]
Arc = tuple[int, str]


@dataclass(frozen=True)
class Place:
    """Where a record stands; each error of a reader has one under `error.values["place"]`.

    Attributes:
        path: The file.
        line: Number of the line where the record begins, or of the Doc, from 1.
        id: The record's own name, if it was readable.
        unit: What `line` counts.
    """

    path: str
    line: int
    id: Any = None
    unit: str = "line"

    def __str__(self) -> str:
        return f"{self.path}, {self.unit} {self.line}"


@dataclass(frozen=True)
class LinkRecord:
    """One link; words are counted from 0 within the side.

    Attributes:
        source: Indices of the source words that it joins: neighbours for a chunk, the yield for a
            phrase.
        target: Likewise of the target words.
        relation: One of `alignment.RELATIONS`, or "".
        score: Confidence, 0 to 1; in gold data 1.0 for a sure link, 0.5 for a possible one.
        similarity: Graded similarity, 0 to 1.
        conflict: Whether both sides cannot be true.
        source_head: For a phrase, the index of its head.
        target_head: Likewise of the target phrase.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    relation: str = ""
    score: float = SURE
    similarity: float = 1.0
    conflict: bool = False
    source_head: int | None = None
    target_head: int | None = None

    @property
    def units(self) -> tuple[Any, ...]:
        """What the link joins, to compare and to sort by."""
        heads = [-1 if head is None else head for head in (self.source_head, self.target_head)]
        return (self.source, self.target, *heads)


@dataclass(frozen=True)
class PairRecord:
    """A pair of word lists with links on up to three levels.

    A level that is `None` was never annotated; an empty one was, and has no links. Links come out
    sorted, duplicates folded: of a sure and a possible link of the same words the sure one stays.
    A word link that lists several words becomes a link between any two of them.

    Attributes:
        id: The name of the pair: any JSON value.
        source: Words of the source.
        target: Words of the target.
        words: Links between words.
        phrases: Links between phrases.
        chunks: Links between chunks.
        source_chunks: `(start, end)` of each chunk of the source, end exclusive, or None.
        target_chunks: Likewise of the target.
        source_tree: `(head, label)` of each word of the source, a root its own head, or None; both
            sides have trees or neither.
        target_tree: Likewise of the target.
        question: What the two sentences answer, or None.
        entails: What the source says of the target: one of `metrics.labels.NLI`, or None where that
            is not known.
        entailed: What the target says of the source, likewise.
        similarity: Graded similarity of the two sentences, 0 to 1, or None.
        fusions: One sentence made of both, by its kind; "" for a refusal. None if there are none.
        place: Where the record comes from, for error messages.

    Raises:
        ParaphraseError: P103 if an index points outside its side, P102 for anything else amiss.

    Example:
        >>> from spacy_paraphrase.readers import PairRecord, word_links
        >>> links = word_links(sure=[(1, 1)], possible=[(0, 0), (1, 1)])
        >>> record = PairRecord("a", ("a", "cat"), ("the", "cat"), words=links)
        >>> sorted(record.sure), sorted(record.possible)
        ([(1, 1)], [(0, 0), (1, 1)])
    """

    id: Any
    source: tuple[str, ...]
    target: tuple[str, ...]
    words: tuple[LinkRecord, ...] | None = None
    phrases: tuple[LinkRecord, ...] | None = None
    chunks: tuple[LinkRecord, ...] | None = None
    source_chunks: tuple[IndexPair, ...] | None = None
    target_chunks: tuple[IndexPair, ...] | None = None
    source_tree: tuple[Arc, ...] | None = None
    target_tree: tuple[Arc, ...] | None = None
    question: str | None = None
    entails: str | None = None
    entailed: str | None = None
    similarity: float | None = None
    fusions: Mapping[str, str] | None = None
    place: Place | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_values(self)
        for name in SIDES:
            object.__setattr__(self, name, checked_words(self, name))
        for level in LEVELS:
            if self.links(level) is not None:
                object.__setattr__(self, level, checked_links(self, level))
        for name in SIDES:
            if getattr(self, f"{name}_chunks") is not None:
                object.__setattr__(self, f"{name}_chunks", checked_chunks(self, name))
            if getattr(self, f"{name}_tree") is not None:
                object.__setattr__(self, f"{name}_tree", checked_tree(self, name))

    @property
    def sure(self) -> frozenset[IndexPair]:
        """The sure word links as pairs (source index, target index)."""
        links = self.words or ()
        return frozenset((k.source[0], k.target[0]) for k in links if k.score > POSSIBLE)

    @property
    def possible(self) -> frozenset[IndexPair]:
        """All word links, the sure ones among them."""
        return frozenset((link.source[0], link.target[0]) for link in self.words or ())

    def links(self, level: Level) -> tuple[LinkRecord, ...] | None:
        """Return the links of a level, None if it was not annotated."""
        links: tuple[LinkRecord, ...] | None = getattr(self, level)
        return links


def word_links(
    sure: Iterable[IndexPair], possible: Iterable[IndexPair] = ()
) -> tuple[LinkRecord, ...]:
    """Return gold word links: score 1.0 for the sure ones, 0.5 for those that are only possible."""
    return tuple(
        LinkRecord((i,), (j,), score=score)
        for score, pairs in ((SURE, sure), (POSSIBLE, possible))
        for i, j in pairs
    )
