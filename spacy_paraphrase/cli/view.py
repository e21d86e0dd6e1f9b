"""`view`: pairs on a local page, to be looked at and corrected."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial

import spacy

from ..errors import ParaphraseError
from ..pipeline import load
from ..readers import PairRecord, doc_to_record, read_docs
from ..readers.files import at_place, numbered_lines
from ..view.pairs import OpenPair, pair_of_doc, pair_of_record
from . import formats


def view(pairs: str | None, gold: str | None, model: str, port: int, browser: bool) -> int:
    """Serve pairs until the user ends it; return the exit status.

    Raises:
        ParaphraseError: P700 if the packages of the extra are missing, P521 if the gold has not as
            many pairs, P523 for an unknown suffix; what a reader raises.
        OSError: If a file cannot be read, or the port is taken.
    """
    try:
        from ..view.server import serve
        from ..view.session import Session
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        raise ParaphraseError("P700", package=error.name) from error
    opened = list(_open(pairs)) if pairs is not None else []
    golds = [pair.record for pair in _open(gold)] if gold is not None else None
    if golds is not None and len(golds) != len(opened):
        got = f"{len(opened)} pairs for {len(golds)}"
        raise ParaphraseError("P521", pred=pairs, gold=gold, got=got)
    serve(Session(opened, partial(load, model), golds), port, browser)
    return 0


def _open(path: str) -> Iterator[OpenPair]:
    """Yield the pairs of a file; what cannot be read is told on standard error.

    Raises:
        ParaphraseError: P101 if the file cannot be read, P523 for an unknown suffix.
    """
    format = formats.format_of(path)
    if format is None:
        raise ParaphraseError("P523", path=path, expected=formats.kinds())

    def on_error(error: ParaphraseError) -> None:
        sys.stderr.write(f"{error}\n")

    if format == "spacy":
        for place, doc in read_docs(path, spacy.blank("xx")):
            try:
                with at_place(place):
                    yield pair_of_doc(doc, doc_to_record(doc, place))
            except ParaphraseError as error:
                on_error(error)
        return
    records: Iterator[PairRecord] = formats.read_format(format, path, spacy.blank("en"), on_error)
    if format != "jsonl":
        yield from map(pair_of_record, records)
        return
    lines = {place.line: line for place, line in numbered_lines(path)}
    for record in records:
        assert record.place is not None
        yield pair_of_record(record, json.loads(lines[record.place.line]))
