"""Splitting of a text into sentences, each with its place in the text.

Paragraphs, headings, list items and table rows end a sentence; a wrapped line does not. Within
them, the pipeline's parser finds the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from unicodedata import category

from spacy.language import Language
from spacy.tokens import Doc, Span

from ..errors import ParaphraseError, coded, short_repr
from ..lang import language_data
from ..pairs.line_breaks import BREAKS, MARK, goes_on
from ..readers.records import is_binary
from ..registry import FACTORIES

# The longest piece that is read at once, in characters; longer ones are cut between words.
LONGEST = 3_000
_RULED = re.compile(r"[ \t]*(?:[-=*_|: \t]{3,})$")


class TextPlace(NamedTuple):
    """A span of characters of a text.

    Attributes:
        start_char: Offset of the first character.
        end_char: Offset after the last character.
        text: The characters.
    """

    start_char: int
    end_char: int
    text: str

    def part(self, start: int, end: int) -> TextPlace:
        """Return the place of some of its characters, by their offsets in the text."""
        return TextPlace(start, end, self.text[start - self.start_char : end - self.start_char])

    def to_json(self) -> dict[str, Any]:
        """Return the place as plain data."""
        return {"start": self.start_char, "end": self.end_char, "text": self.text}

    @classmethod
    @coded("P042", what="Place")
    def from_json(cls, data: dict[str, Any]) -> TextPlace:
        """Return the place from the data that `to_json` returned."""
        return cls(data["start"], data["end"], data["text"])


def places_of(data: list[dict[str, Any]]) -> tuple[TextPlace, ...]:
    """Return places from plain data."""
    return tuple(map(TextPlace.from_json, data))


class Reference(NamedTuple):
    """A word that refers to something named before.

    Attributes:
        place: Its place in the text.
        name: The name that it refers to.
    """

    place: TextPlace
    name: str


@dataclass(frozen=True, eq=False)
class TextSentence:
    """A sentence of a text.

    Attributes:
        place: Its place in the text.
        span: The sentence as it was parsed.
        read_as: References that are replaced by names in the comparison, in order.
    """

    place: TextPlace
    span: Span
    read_as: tuple[Reference, ...] = ()

    @property
    def text(self) -> str:
        """The sentence as compared: line breaks and repeated spaces become one space."""
        return "".join(c for c, *_ in self.characters())

    def characters(self) -> Iterator[tuple[str, int, int]]:
        """Yield each compared character with the start and end of its origin in the text.

        All characters of an inserted name have the replaced word as their origin.
        """
        starts = {each.place.start_char: each for each in self.read_as}
        blank, gap, end = True, -1, -1
        for at, c in enumerate(self.place.text, self.place.start_char):
            if at < end:
                continue
            if c.isspace():
                gap = gap if blank else at
                blank = True
                continue
            if gap >= 0:
                yield " ", gap, gap + 1
            blank, gap = False, -1
            if at in starts:
                end = starts[at].place.end_char
                yield from ((letter, at, end) for letter in starts[at].name)
            else:
                yield c, at, at + 1


def joined(sentences: Iterable[TextSentence]) -> str:
    """Return sentences as compared, with blanks between them."""
    return " ".join(sentence.text for sentence in sentences)


def read_text(text: str | Doc, nlp: Language) -> list[TextSentence]:
    """Split a text into sentences; a blank text has none.

    Args:
        text: A string, or a Doc, whose own sentences are used if it has any.
        nlp: The pipeline that finds sentences.

    Raises:
        ParaphraseError: P040 for another type.
    """
    if isinstance(text, Doc):
        if text.has_annotation("SENT_START") and text.has_annotation("DEP"):
            return [
                TextSentence(TextPlace(s.start_char, s.end_char, s.text), s)
                for s in map(_stripped, text.sents)
                if s.text.strip()
            ]
        text = text.text
    if not isinstance(text, str) or not is_binary(text):
        raise ParaphraseError("P040", got=short_repr(text))
    return list(_parsed(text, nlp))


def _parsed(text: str, nlp: Language) -> Iterator[TextSentence]:
    """Yield the sentences that a pipeline finds in a text."""
    pieces = [part for start, end in _pieces(text) for part in _cut(text, start, end)]
    ours = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory in FACTORIES]
    with nlp.select_pipes(disable=ours):
        docs = nlp.pipe(text[low:high].translate(_BLANKS) for low, high in pieces)
        for (low, _), doc in zip(pieces, docs, strict=True):
            spans = doc.sents if doc.has_annotation("SENT_START") else [doc[:]]
            for span in _with_words(part for sentence in spans for part in _split(sentence)):
                start, end = low + span.start_char, low + span.end_char
                yield TextSentence(TextPlace(start, end, text[start:end]), span)


def _with_words(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the sentences that have words; emoji behind one belong to it."""
    last: Span | None = None
    for span in map(_stripped, spans):
        if any(c.isalnum() for c in span.text):
            if last is not None:
                yield last
            last = span
        elif last is not None and any(category(c) == "So" for c in span.text):
            last = span.doc[last.start : span.end]
    if last is not None:
        yield last


# What is no word and no blank to a tokenizer, each a single blank so that places stay the same.
_BLANKS = {ord(c): " " for c in "\n\r\t\v\f\u00a0\u200b\ufeff"}


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield where pieces of a text begin and end that no sentence goes beyond."""
    start = end = -1
    for low, high in _lines(text):
        line = text[low:high]
        begin = low + MARK.match(line).end()  # type: ignore[union-attr]
        empty = begin >= high or _RULED.match(line)
        last = max(text.rfind("\n", 0, end) + 1, start)
        if start >= 0 and (empty or not goes_on(text[last:end], line)):
            yield start, end
            start = -1
        if not empty:
            start, end = begin if start < 0 else start, high
    if start >= 0:
        yield start, end


def _lines(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, at + len(line.rstrip(BREAKS))
        at += len(line)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a piece in parts that are not too long, cut between words where there are any."""
    while end - start > LONGEST:
        blank = text.rfind(" ", start, start + LONGEST)
        at = blank if blank > start else start + LONGEST
        yield start, at
        start = at
    yield start, end


def _split(span: Span) -> Iterator[Span]:
    """Yield the parts of a sentence that a full stop divides which also ends "9 p.m."."""
    start, doc = span.start, span.doc
    ends = {word for word in language_data(doc.lang_).meridiems if word.endswith(".")}
    for i in range(span.start + 1, span.end):
        if doc[i - 1].lower_ in ends and doc[i].is_title and doc[i].pos_ != "PROPN":
            yield doc[start:i]
            start = i
    yield doc[start : span.end]


def _stripped(span: Span) -> Span:
    words = [token.i for token in span if not token.is_space]
    return span.doc[words[0] : words[-1] + 1] if words else span[:0]
