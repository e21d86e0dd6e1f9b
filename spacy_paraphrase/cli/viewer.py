"""`view`: a local web page to inspect and correct pairs, or to browse a phrase table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import spacy

from ..acquire.store import Query, RowIndex, is_index
from ..errors import ParaphraseError
from ..pipeline import load
from ..readers import PairRecord, doc_to_record, read_docs
from ..readers.files import at_place, lines_of_json
from ..readers.table_rows import PhraseRow
from ..render.phrase_picture import DRAWN
from ..view.annotation_file import Store as Annotations
from ..view.annotation_file import id_key, read_annotations
from ..view.learning import Learning
from ..view.merged_annotations import consensus
from ..view.pairs import OpenPair, pair_of_doc, pair_of_record
from ..view.session import Session
from . import formats, streams
from .annotated import done_pairs

if TYPE_CHECKING:
    from .commands import Viewing

# Rows of a table that are listed, where many fit.
_LISTED = 50


def view(viewing: Viewing) -> int:
    """Serve pairs, or a table, until the user ends it; return the exit status.

    Raises:
        ParaphraseError: P508 if options do not go together, P521 if the gold has not as
            many pairs, P523 for an unknown suffix, P700 if the packages of the extra are missing,
            what a reader or the file of annotations raises.
        OSError: If a file cannot be read or written, or the port is taken.
    """
    try:
        from ..view.server import make_app, serve
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        raise ParaphraseError("P700", package=error.name) from error
    _check(viewing)
    if viewing.pairs is not None and is_index(viewing.pairs):
        from ..view.table_app import make_table_app

        _check_table(viewing)
        with RowIndex(viewing.pairs):  # what is no table of ours is told now
            table = partial(make_table_app, Path(viewing.pairs).name, partial(_rows, viewing.pairs))
        serve(table, viewing.port, viewing.browser)
        return 0
    with ExitStack() as stack:
        store = learning = None
        if viewing.annotate is not None:
            store = Annotations(viewing.annotate, viewing.annotator or "")
            stack.callback(store.close)
            learning = Learning(store.path, viewing.model)
            stack.callback(learning.stop)
        session = _session(viewing, store, learning)
        if viewing.order == "uncertain":
            # The page is there at once; the list comes to know how sure the aligner is.
            Thread(target=session.complete, daemon=True).start()
        serve(partial(make_app, session), viewing.port, viewing.browser)
    return 0


def _check(viewing: Viewing) -> None:
    if viewing.annotate and not viewing.annotate.endswith(".jsonl"):
        raise streams.misused("--annotate", viewing.annotate, "a .jsonl file")
    for option, given, other, wanted in (
        ("--annotate", viewing.annotate, "--annotator", viewing.annotator),
        ("--annotator", viewing.annotator, "--annotate", viewing.annotate),
        ("--consensus", viewing.consensus, "--annotate", viewing.annotate),
        ("--gold", viewing.gold, "PAIRS", viewing.pairs),
    ):
        if given and not wanted:
            raise streams.misused(option, f"no {other}", f"{other} as well")
    for option, given in (("PAIRS", viewing.pairs), ("--gold", viewing.gold)):
        if viewing.consensus and given:
            raise streams.misused("--consensus", option, "two annotated files alone")


def _check_table(viewing: Viewing) -> None:
    for option, given in (
        ("--gold", viewing.gold is not None),
        ("--annotate", viewing.annotate is not None),
        ("--order", viewing.order == "uncertain"),
    ):
        if given:
            raise streams.misused(option, viewing.pairs, "pairs")


def _rows(path: str, phrase: str) -> list[PhraseRow]:
    """Return the rows of a table around a phrase, or the best of those that fit one with `*`."""
    with RowIndex(path) as table:  # opened anew, since requests come in several threads
        if "*" in phrase:
            return list(table.rows(Query(phrase), _LISTED))
        return table.around(phrase, limit=DRAWN)


def _session(viewing: Viewing, store: Annotations | None, learning: Learning | None) -> Session:
    nlp = partial(load, viewing.model)
    if viewing.consensus is not None and store is not None:
        first, second = (done_pairs(path)[0] for path in viewing.consensus)
        disputes, agreed = consensus(first, second, _notes(viewing.consensus))
        store.add(agreed)
        return Session(
            [dispute.pair for dispute in disputes],
            nlp,
            store=store,
            disputes={id_key(dispute.pair.record.id): dispute for dispute in disputes},
            learning=learning,
            compared=lambda: (first, second),
        )
    opened = list(_open(viewing.pairs)) if viewing.pairs is not None else []
    golds, compared = None, None
    if viewing.gold is not None:
        golds = [pair.record for pair in _open(viewing.gold)]
        if len(golds) != len(opened):
            got = f"{len(opened)} pairs for {len(golds)}"
            raise ParaphraseError("P521", pred=viewing.pairs, gold=viewing.gold, got=got)
        if viewing.annotate is not None:
            compared = partial(_beside_gold, golds, viewing.annotate)
    # No pipeline tells the language of trees that it did not make.
    treebank = viewing.pairs is not None and formats.format_of(viewing.pairs) == "daeso"
    lang = "en" if viewing.model == "en" and not treebank else "xx"
    return Session(
        opened, nlp, golds, store, None, viewing.order == "uncertain", learning, compared, lang
    )


def _notes(paths: Iterable[str]) -> dict[str, str]:
    notes: dict[str, list[str]] = {}
    for path in paths:
        if formats.format_of(path) == "jsonl":
            for record, line in read_annotations(path):
                if note := line.get("note"):
                    said = f"{line.get('annotator')}: {note}"
                    notes.setdefault(id_key(record.id), []).append(said)
    return {key: "\n".join(some) for key, some in notes.items()}


def _beside_gold(golds: list[PairRecord], path: str) -> tuple[list[PairRecord], list[PairRecord]]:
    return golds, done_pairs(path)[0]


def _open(path: str) -> Iterator[OpenPair]:
    """Yield the pairs of a file; what cannot be read is told on standard error."""
    format = formats.format_of(path)
    if format is None:
        raise ParaphraseError("P523", path=path, expected=formats.kinds())

    def on_error(error: ParaphraseError) -> None:
        sys.stderr.write(f"{error}\n")

    if format == "spacy":
        for place, doc in read_docs(path, spacy.blank("en")):
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
    lines = {place.line: line for place, line in lines_of_json(path)}
    for record in records:
        assert record.place is not None
        yield pair_of_record(record, json.loads(lines[record.place.line]))
