"""Relations of aligned phrases by phrase tables; they override all other evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from spacy.tokens import Span

from ..analysis.sentence import Sentence
from ..lexicon.phrase_table import TableMatch
from ..pairs.alignment import Link, Relation
from ..pairs.results import EncoderOutput, Label
from .lexical import TokenPair

# The least probabilities of a pair encoder that count as evidence for an equal meaning: of the
# meaning, and of the alignment.
LIKELY, ALIGNED = 0.85, 0.6
# The reason of a relation from a table.
TABLE_REASON = "table {}"


class Table(Protocol):
    """Protocol of a table that finds related phrases of two sides.

    Attributes:
        path: Its file; explanations show the name.
    """

    path: str

    def matches(self, one: Sentence, other: Sentence) -> Iterator[TableMatch]:
        """Yield the entries of the table that match two sides."""

    def to_bytes(self) -> bytes:
        """Return the table."""

    def from_bytes(self, data: bytes) -> Any:
        """Load the result of `to_bytes`."""


class TableEntry(NamedTuple):
    """The relation of a source phrase and a target phrase by a phrase table.

    Attributes:
        source: The words of the source.
        target: The words of the target.
        relation: The relation of source to target.
        table: The name of the table.
    """

    source: range
    target: range
    relation: Label
    table: str

    def tops(self, source: Sentence, target: Sentence) -> TokenPair:
        """Return the head of each phrase, the last one if it has several."""
        return source.span_heads(self.source)[-1], target.span_heads(self.target)[-1]

    def content(self, source: Sentence, target: Sentence) -> list[TokenPair]:
        """Return pairs of their content words: in order if equally many, else all pairs."""
        one = [i for i in self.source if source.content[i]]
        other = [j for j in self.target if target.content[j]]
        pairs = zip(one, other, strict=True) if len(one) == len(other) else product(one, other)
        return list(pairs)


def matching_entries(
    tables: Iterable[Table],
    source: Sentence,
    target: Sentence,
    words: Sequence[tuple[int, int, str]],
) -> list[TableEntry]:
    """Return the table entries for aligned phrases, longer phrases first."""
    found: list[TableEntry] = []
    matches = [
        (each, Path(table.path).name) for table in tables for each in table.matches(source, target)
    ]
    for (one, other, row), name in sorted(matches, key=lambda m: -len(m[0][0]) - len(m[0][1])):
        linked = any(i in one and j in other for i, j, _ in words)
        free = all(_apart(one, t.source) and _apart(other, t.target) for t in found)
        if linked and free and row.relation:
            found.append(TableEntry(one, other, row.relation, name))
    return found


def _apart(one: range, other: range) -> bool:
    """Return whether two runs of words do not overlap."""
    return one.stop <= other.start or other.stop <= one.start


def is_news(entry: TableEntry, reading: EncoderOutput, sides: tuple[Sentence, Sentence]) -> bool:
    """Return whether a table entry has a relation that the encoder does not find."""
    known = entry.relation in ("equals", "restates")
    return not (known and all(reads_alike(reading, cell) for cell in entry.content(*sides)))


def reads_alike(reading: EncoderOutput, cell: TokenPair) -> bool:
    """Return whether an encoder aligns two words and reads that they mean the same."""
    likely: bool = reading.restates[cell] >= LIKELY and reading.alignment[cell] >= ALIGNED
    return likely


def with_entries(
    links: Sequence[Link], entries: Sequence[TableEntry], sides: tuple[Sentence, Sentence]
) -> list[Link]:
    """Return the links, with relation and reason from a table if it has an entry.

    Phrases without equal words are linked as one unit.
    """
    found = list(links)
    for entry in entries:
        spans = [
            side.span[some.start : some.stop] for side, some in zip(sides, entry[:2], strict=True)
        ]
        inside = [link for link in found if link.level == "words" and _is_inside(link, spans)]
        if inside and all(link.relation != "equals" for link in inside):
            best = max(inside, key=lambda link: link.score)
            found = [link for link in found if link not in inside]
            found.append(replace(best, source=spans[0], target=spans[1]))
            inside = found[-1:]
        inside += [link for link in found if _is_whole(link, sides, entry)]
        found = _with_relation(found, inside, entry)
    return found


def _with_relation(links: Sequence[Link], inside: Sequence[Link], entry: TableEntry) -> list[Link]:
    """Return the links; those in `inside` get the relation of a table, except conflicts."""
    relation, reason = cast(Relation, entry.relation), TABLE_REASON.format(entry.table)
    return [
        replace(link, relation=relation, reason=reason)
        if any(link is other for other in inside) and not link.conflict
        else link
        for link in links
    ]


def _is_inside(link: Link, spans: Sequence[Span]) -> bool:
    ends = zip((link.source, link.target), spans, strict=True)
    return all(own.start >= span.start and own.end <= span.end for own, span in ends)


def _is_whole(link: Link, sides: tuple[Sentence, Sentence], entry: TableEntry) -> bool:
    """Return whether two linked phrases are those of a table entry, ignoring stop words."""
    if link.level != "phrases":
        return False
    tops = zip(sides, entry.tops(*sides), strict=True)
    if [link.source.start, link.target.start] != [side.start + top for side, top in tops]:
        return False
    units = link.source_tokens, link.target_tokens
    return all(
        side.stops[token.i - side.start] or token.i - side.start in some
        for side, tokens, some in zip(sides, units, entry[:2], strict=True)
        for token in tokens
    )
