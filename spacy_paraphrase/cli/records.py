"""The JSON records of the command line: read as Docs of pairs, and written from them."""

from __future__ import annotations

import json
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from ..alignment import Alignment
from ..errors import ParaphraseError
from ..extensions import PREFIX
from ..pair import SIDES, UNITS, make_pair, sides

_CHUNKS = "[[start, end), ...], pairs of word indices"


def parse(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises:
        ParaphraseError: P501 if the line is no JSON in UTF-8, P502 if it is no object.

    Example:
        >>> parse(b'{"source": "A cat", "target": "The cat"}')
        {'source': 'A cat', 'target': 'The cat'}
    """
    try:
        record = json.loads(line.decode("utf-8"))
        if isinstance(record, dict):
            # The id is written again; numbers beyond JSON and very deep nesting could not be.
            json.dumps([record.get("id")], allow_nan=False)
            return record
    except (ValueError, RecursionError) as error:
        raise ParaphraseError("P501", got=f"{type(error).__name__}: {error}") from error
    raise ParaphraseError("P502", got=f"the JSON {type(record).__name__} {_shorten(record)}")


def make_doc(nlp: Language, record: dict[str, Any]) -> Doc:
    """Return the Doc of a record, not yet processed.

    Args:
        nlp: The pipeline that the Doc is for.
        record: "source" and "target", each a string or a list of words; maybe "source_chunks" and
            "target_chunks", kept in `doc.spans["chunk_units"]`, and "question", kept in
            `doc.user_data`.

    Raises:
        ParaphraseError: P001 to P003 for a bad side (see `make_pair`), P502 if there is none, P503
            for a value of the wrong type, P504 for chunks out of range, P505 for a pair longer
            than `nlp.max_length`.

    Example:
        >>> import spacy
        >>> record = {"source": ["A", "cat"], "target": "The cat", "source_chunks": [[0, 2]]}
        >>> doc = make_doc(spacy.blank("en"), record)
        >>> [span.text for span in doc.spans["chunk_units"]]
        ['A cat']
    """
    for name in SIDES:
        if name not in record:
            raise ParaphraseError("P502", got=f"an object without {name!r}")
        if not isinstance(record[name], str | list):
            raise ParaphraseError("P002", side=name, got=type(record[name]).__name__)
    length = sum(_length(record[name]) for name in SIDES)
    if length > nlp.max_length:
        raise ParaphraseError("P505", got=length, limit=nlp.max_length)
    doc = make_pair(nlp, record["source"], record["target"])
    units = []
    for name, side in zip(SIDES, sides(doc), strict=True):
        units += _chunks(record.get(f"{name}_chunks"), name, side)
    if units:
        doc.spans[UNITS] = SpanGroup(doc, name=UNITS, attrs={"length": len(doc)}, spans=units)
    question = record.get("question")
    if question is not None:
        if not isinstance(question, str) or not _storable(question):
            got = _shorten(question)
            raise ParaphraseError("P503", key="question", got=got, expected="a string")
        doc.user_data["question"] = question
    return doc


def to_record(doc: Doc, id: Any) -> dict[str, Any]:
    """Return what the components wrote about a pair, as one output record."""
    data = Alignment.from_doc(doc).to_json()
    relation = _view(doc, "relation")
    fusions = _view(doc, "fusions") or []
    return {
        "id": id,
        **data,
        "relation": relation.to_json() if relation else {},
        "overlap": round(doc._.get(f"{PREFIX}overlap"), 4),
        "fusions": [fusion.to_json() for fusion in fusions],
    }


def to_bytes(doc: Doc, id: Any) -> bytes:
    """Return the Doc in binary form, the id in its user data.

    Raises:
        ParaphraseError: P503 if the id has no binary form.
    """
    if not _storable(id):
        expected = "a value that a .spacy file can hold: integers of 64 bits, text that is Unicode"
        raise ParaphraseError("P503", key="id", got=_shorten(id), expected=expected)
    doc.user_data["id"] = id
    data: bytes = doc.to_bytes()
    return data


def _chunks(chunks: Any, name: str, side: Span) -> list[Span]:
    if chunks is None:
        return []
    key = f"{name}_chunks"
    if not isinstance(chunks, list):
        raise ParaphraseError("P503", key=key, got=_shorten(chunks), expected=_CHUNKS)
    spans = []
    for chunk in chunks:
        pair = isinstance(chunk, list) and len(chunk) == 2 and all(type(i) is int for i in chunk)
        if not pair:
            raise ParaphraseError("P503", key=key, got=_shorten(chunk), expected=_CHUNKS)
        start, end = chunk
        if not 0 <= start < end <= len(side):
            raise ParaphraseError("P504", side=name, length=len(side), got=chunk)
        spans.append(side[start:end])
    return spans


def _view(doc: Doc, name: str) -> Any:
    """Return the value of an extension that not every pipeline has."""
    return doc._.get(PREFIX + name) if Doc.has_extension(PREFIX + name) else None


def _length(side: str | list[Any]) -> int:
    if isinstance(side, str):
        return len(side)
    return sum(len(word) + 1 for word in side if isinstance(word, str))


def _storable(value: Any) -> bool:
    try:
        srsly.msgpack_dumps(value)
    except (ValueError, OverflowError):
        return False
    return True


def _shorten(value: Any, limit: int = 60) -> str:
    text = json.dumps(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
