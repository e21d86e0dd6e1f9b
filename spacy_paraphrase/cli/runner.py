"""Runs pairs through a pipeline: each line gives a result or a failure, in order.

A line is a JSON record; it is read as the Doc of a pair, and a record is written from the Doc that
comes out of the pipeline.

Where a component fails, spaCy drops Docs, or a batch of them, or ends the stream. So pairs that do
not come back are run again alone, which gives either their result or the reason. Lines are taken
in blocks, each in a memory zone of its own: what new words leave behind in the vocabulary is freed.

With several processes, lines go to the workers and results come back, so that no Doc has to travel:
spaCy's own processes send Docs both ways, which costs more than aligning them.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import Any, NamedTuple, NoReturn, cast

from spacy.language import Language
from spacy.pipeline import Lemmatizer
from spacy.tokens import Doc, Span, SpanGroup

from ..errors import ParaphraseError, short_repr
from ..jobs.lines import Line, parse_record
from ..jobs.processes import spread
from ..pairs.alignment import Alignment
from ..pairs.extensions import PREFIX
from ..pairs.pair import SIDES, UNITS, check_length, fetch_data, make_pair, sides
from ..pairs.results import read_fusions, read_relation
from ..readers.columns import Columns, with_sides
from ..readers.records import is_binary
from ..registry import by_sides
from .streams import Failure, coded

# Lines of a memory zone, and after how many of them Docs that refer to each other are let go: by
# itself Python does so when there are a quarter more of them than of all that is loaded.
BLOCK = 10_000
COLLECTED = 500
# Lines that go to a process at once, unless set. Each chunk is a memory zone: in the next one all
# words are new again.
CHUNK = 250
_CHUNK_FORM = "[[start, end), ...], pairs of word indices"
_APART = "chunks that do not overlap"


def make_doc(nlp: Language, record: dict[str, Any]) -> Doc:
    """Return the Doc of a record, not yet processed.

    Args:
        nlp: The pipeline that the Doc is for.
        record: "source" and "target", or another pair of `readers.columns.SIDE_NAMES`, each a
            string or a list of words; maybe "source_chunks" and "target_chunks", kept in
            `doc.spans["chunk_units"]`, and "question", kept in `doc.user_data`.

    Raises:
        ParaphraseError: P001 to P003 for a bad side (see `make_pair`), P502 if there is none, P503
            for a value of the wrong type or chunks that overlap, P504 for chunks out of range, P505
            for a pair that is longer, with its question, than `nlp.max_length`.

    Example:
        >>> import spacy
        >>> record = {"source": ["A", "cat"], "target": "The cat", "source_chunks": [[0, 2]]}
        >>> doc = make_doc(spacy.blank("en"), record)
        >>> [span.text for span in doc.spans["chunk_units"]]
        ['A cat']
    """
    if not record.keys() >= {*SIDES}:
        record = with_sides(record, Columns())
    for name in SIDES:
        if name not in record:
            raise ParaphraseError("P502", got=f"an object without {name!r}")
        if not isinstance(record[name], str | list):
            raise ParaphraseError("P002", side=name, got=type(record[name]).__name__)
    question = record.get("question")
    length = sum(_length(record[name]) for name in SIDES)
    length += len(question) if isinstance(question, str) else 0
    if length > nlp.max_length:
        raise ParaphraseError("P505", got=length, limit=nlp.max_length)
    doc = make_pair(nlp, record["source"], record["target"])
    units = []
    for name, side in zip(SIDES, sides(doc), strict=True):
        units += _chunks(record.get(f"{name}_chunks"), name, side)
    if units:
        doc.spans[UNITS] = SpanGroup(doc, name=UNITS, attrs={"length": len(doc)}, spans=units)
    if question is not None:
        if not isinstance(question, str) or not is_binary(question):
            got = short_repr(question)
            raise ParaphraseError("P503", key="question", got=got, expected="a string")
        doc.user_data["question"] = question
    return doc


def make_text(nlp: Language, record: dict[str, Any]) -> Doc:
    """Return the Doc of a record with a "text", not yet processed.

    Raises:
        ParaphraseError: P503 if there is no such text, P505 if it is longer than `nlp.max_length`.
    """
    text = record.get("text")
    if not isinstance(text, str) or not text.strip() or not is_binary(text):
        expected = "a string with words in it"
        raise ParaphraseError("P503", key="text", got=short_repr(text), expected=expected)
    check_length(nlp, text, "text")
    return nlp.make_doc(text)


def words_of_sides(doc: Doc) -> list[Any]:
    """Return the words of both sides of a pair."""
    return [[token.text for token in side] for side in sides(doc)]


def text_alone(doc: Doc) -> list[Any]:
    """Return the text of a Doc."""
    return [doc.text]


def as_they_are(nlp: Language) -> dict[str, Any]:
    """Return the settings for Docs that are no pairs: none."""
    return {}


class Form(NamedTuple):
    """What lines are, and how they are processed.

    Attributes:
        make: Makes the Doc of a record.
        settings: Gives the settings of `nlp.pipe`.
        keys: What a record of the output repeats of the input.
        identity: What that is, by the Doc.
    """

    make: Callable[[Language, dict[str, Any]], Doc] = make_doc
    settings: Callable[[Language], dict[str, Any]] = by_sides
    keys: tuple[str, ...] = SIDES
    identity: Callable[[Doc], list[Any]] = words_of_sides


PAIRS = Form()
TEXTS = Form(make_text, as_they_are, ("text",), text_alone)


def to_record(doc: Doc, id: Any) -> dict[str, Any]:
    """Return what the components wrote about a pair, as one output record."""
    data = Alignment.from_doc(doc).to_json()
    relation = read_relation(doc)
    return {
        "id": id,
        **data,
        "relation": relation.to_json() if relation else {},
        "overlap": round(doc._.get(f"{PREFIX}overlap"), 4),
        "fusions": [fusion.to_json() for fusion in read_fusions(doc)],
    }


def to_bytes(doc: Doc, id: Any) -> bytes:
    """Return the Doc in binary form, the id in its user data.

    Raises:
        ParaphraseError: P503 if the id has no binary form.
    """
    if not is_binary(id):
        expected = "a value that a .spacy file can hold: integers of 64 bits, text that is Unicode"
        raise ParaphraseError("P503", key="id", got=short_repr(id), expected=expected)
    doc.user_data["id"] = id
    data: bytes = doc.to_bytes()
    return data


@dataclass(frozen=True)
class Runner:
    """A pipeline, and what is made of the Docs that come out of it.

    Attributes:
        nlp: The pipeline; its default error handler is replaced.
        finish: Makes a result of a Doc and of the id of its record.
        batch_size: Pairs per batch; the pipeline's own if None.
        form: What the lines are.
    """

    nlp: Language
    finish: Callable[[Doc, Any], Any]
    batch_size: int | None = None
    form: Form = PAIRS

    def run(self, lines: Iterator[Line], n_process: int = 1) -> Iterator[Any]:
        """Yield, for every line in order, what `finish` makes of it, or a `Failure`.

        Args:
            lines: With several processes, read as far ahead as there are chunks under way; a chunk
                is a batch.
            n_process: Number of processes; with 1, everything happens in this one. With more, what
                `finish` makes has to be something small that can be pickled.

        Raises:
            ParaphraseError: P511 if a process ends before its time.
        """
        if n_process > 1:
            fetch_data(self.nlp)
            yield from spread(self._chunk, lines, n_process, self.batch_size or CHUNK)
            return
        # spaCy's own handlers may return; the type that it declares forgets them.
        self.nlp.default_error_handler = cast(Callable[..., NoReturn], _skip)
        for first in lines:
            block = chain([first], islice(lines, BLOCK - 1))
            with self.nlp.memory_zone():
                for each in block:
                    yield from self._block(chain([each], islice(block, COLLECTED - 1)))
                    gc.collect()
            # What a zone does not free: spaCy's lemmatizer keeps the lemmas of all its words.
            for _, pipe in self.nlp.pipeline:
                if isinstance(pipe, Lemmatizer):
                    pipe.cache.clear()

    def alone(self, line: Line) -> Any:
        """Return what `finish` makes of one line, or a `Failure`."""
        number, raw = line
        id = None
        try:
            record = parse_record(raw)
            id = record.get("id")
            result: Any = self.form.make(self.nlp, record)
        except ParaphraseError as error:
            return Failure.of(number, id, error)
        for name, step in (*self.nlp.pipeline, ("output", lambda doc: self.finish(doc, id))):
            try:
                result = step(result)
            except Exception as error:
                # Components may be anybody's; whatever one raises concerns this line alone.
                return Failure.of(number, id, coded(error, "P506", name=name))
        return result

    def _chunk(self, lines: list[Line]) -> list[Any]:
        return list(self.run(iter(lines)))

    def _block(self, lines: Iterator[Line]) -> Iterator[Any]:
        waiting: deque[Line] = deque()
        unreadable: list[Exception] = []

        def docs() -> Iterator[tuple[Doc, tuple[int, Any]]]:
            for line in _until_error(lines, unreadable):
                waiting.append(line)
                try:
                    record = parse_record(line[1])
                    yield self.form.make(self.nlp, record), (line[0], record.get("id"))
                except ParaphraseError:
                    continue  # `alone` will say why

        stopped = True
        while stopped:
            stopped = False
            try:
                settings = self.form.settings(self.nlp)
                done = self.nlp.pipe(docs(), as_tuples=True, batch_size=self.batch_size, **settings)
                for doc, (number, id) in done:
                    while waiting[0][0] < number:
                        yield self.alone(waiting.popleft())
                    line = waiting.popleft()
                    try:
                        result = self.finish(doc, id)
                    except Exception:
                        result = self.alone(line)
                    yield result
            except Exception:
                if not waiting:
                    raise
                stopped = True
            while waiting:
                yield self.alone(waiting.popleft())
        if unreadable:
            raise unreadable[0]


def _until_error(lines: Iterator[Line], errors: list[Exception]) -> Iterator[Line]:
    """Yield the lines up to one that cannot be read, and note the error."""
    # Raised inside the pipeline, it would be taken for one of a component.
    try:
        yield from lines
    except Exception as error:
        errors.append(error)


def _skip(name: str, component: Any, docs: list[Doc], error: Exception) -> None:
    """Let Docs go that a component failed in: their pairs are run again alone.

    A function of this module, so that worker processes find it by name.
    """


def _chunks(chunks: Any, name: str, side: Span) -> list[Span]:
    if chunks is None:
        return []
    key = f"{name}_chunks"
    if not isinstance(chunks, list):
        raise ParaphraseError("P503", key=key, got=short_repr(chunks), expected=_CHUNK_FORM)
    spans = []
    for chunk in chunks:
        if not (isinstance(chunk, list) and len(chunk) == 2 and all(type(i) is int for i in chunk)):
            raise ParaphraseError("P503", key=key, got=short_repr(chunk), expected=_CHUNK_FORM)
        start, end = chunk
        if not 0 <= start < end <= len(side):
            raise ParaphraseError("P504", side=name, length=len(side), got=chunk)
        spans.append(side[start:end])
    for one, other in pairwise(sorted(chunks)):
        if one[1] > other[0]:
            raise ParaphraseError("P503", key=key, got=f"{one} and {other}", expected=_APART)
    return spans


def _length(side: str | list[Any]) -> int:
    if isinstance(side, str):
        return len(side)
    return sum(len(word) + 1 for word in side if isinstance(word, str))
