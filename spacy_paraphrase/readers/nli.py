"""Sentence pairs with judgements: tables, Parquet, JSON lines.

The meaning of their columns or keys is described in `readers.columns`. Papers: Marelli and others
2014, *A SICK cure for the evaluation of compositional distributional semantic models*; Bowman,
Angeli, Potts and Manning 2015, *A large annotated corpus for learning natural language inference*.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import tee
from typing import Any

from spacy.language import Language

from ..errors import ParaphraseError, short_repr
from ..pairs.alignment import LEVELS
from ..pairs.pair import SIDES, make_pair, sides
from .columns import SIDE_NAMES, Columns, Meaning, find_meaning, judgement, without_sides
from .files import OnError, PathLike, at_place, build_records
from .records import PairRecord, Place, unfit
from .rows import Row, is_parquet, json_rows, open_table


def read_table(
    path: PathLike, nlp: Language, on_error: OnError | None = None, columns: Columns | None = None
) -> Iterator[PairRecord]:
    r"""Read a table of sentence pairs, one per row, with a header (`readers.columns`).

    Cells between commas may be quoted, those between tabs are used as they are. The file is read
    twice, or held in memory if that is impossible, since the meaning of a label depends on all its
    values.

    Args:
        path: A file with tabs or commas, or one of Parquet; "-" is the standard input.
        nlp: The pipeline whose tokeniser splits the sentences.
        on_error: As in `read_jsonl`.
        columns: Settings for columns that cannot be recognised by name.

    Raises:
        ParaphraseError: P101 if the file cannot be read or its header has no source or target;
            P102 or P104 for a row, if there is no `on_error`; P513 or P852 for Parquet.

    Example:
        >>> import spacy, tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "pairs.csv"
        >>> _ = path.write_text('source,target,forward\n"A cat, asleep",A cat,entailment\n')
        >>> [(record.source, record.entails) for record in read_table(path, spacy.blank("en"))]
        [(('A', 'cat', ',', 'asleep'), 'entailment')]
    """
    columns = columns or Columns()
    header, rows = open_table(path, columns.names)
    if None in columns.sides(header):
        raise without_sides(path, header)
    return _records(path, rows, lambda: open_table(path, columns.names)[1], nlp, columns, on_error)


def read_nli(
    path: PathLike, nlp: Language, on_error: OnError | None = None, columns: Columns | None = None
) -> Iterator[PairRecord]:
    r"""Read lines of JSON in the form of SNLI and MultiNLI (`readers.columns`).

    Args:
        path: The file, read twice as by `read_table`; "-" is the standard input.
        nlp: The pipeline whose tokeniser splits the sentences.
        on_error: As in `read_jsonl`.
        columns: As in `read_table`.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 or P104 for a line, if there is no
            `on_error`.

    Example:
        >>> import spacy, tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "dev.jsonl"
        >>> _ = path.write_text('{"premise": "A cat", "hypothesis": "A dog", "label": 2}\n')
        >>> [record.entails for record in read_nli(path, spacy.blank("en"))]
        ['contradiction']
    """
    rows, again = json_rows(path), lambda: json_rows(path)
    return _records(path, rows, again, nlp, columns or Columns(), on_error)


def is_sentence_table(path: PathLike) -> bool:
    """Return whether a file begins with a header that `read_table` reads.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    return None not in Columns().sides(open_table(path)[0])


def has_judged_lines(path: PathLike) -> bool:
    """Return whether lines of JSON are for `read_nli`, by the first of them, and not `read_jsonl`.

    So they are where two texts have other names than source and target, or a judgement beside them.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    row = next((row for _, row in json_rows(path)), {})
    if isinstance(row, ParaphraseError) or {"relation", *LEVELS} & row.keys():
        return False
    fields = Columns().fields(row)
    texts = all(isinstance(fields.get(name), str) for name in SIDES)
    return texts and (not {*SIDES} <= row.keys() or bool(fields.keys() - {*SIDES, "id", "domain"}))


def _records(
    path: PathLike,
    rows: Iterator[Row],
    again: Callable[[], Iterator[Row]],
    nlp: Language,
    columns: Columns,
    on_error: OnError | None,
) -> Iterator[PairRecord]:
    """Yield the records of rows, once all of them have told what the columns mean."""
    # What comes through a pipe is not read twice.
    seen, rows = (rows, again()) if os.path.isfile(path) else tee(rows)
    values = (row for _, row in seen if not isinstance(row, ParaphraseError))
    meaning = find_meaning(path, values, columns)
    return build_records(
        rows, lambda place, row: _record(place, row, nlp, columns, meaning), on_error
    )


def _record(
    place: Place,
    row: dict[str, Any] | ParaphraseError,
    nlp: Language,
    columns: Columns,
    meaning: Meaning,
) -> PairRecord:
    if isinstance(row, ParaphraseError):
        raise row
    fields = columns.fields(row)
    place = replace(place, id=fields.get("id"))
    for k, name in enumerate(SIDES):
        listed = isinstance(fields.get(name), list) and is_parquet(place.path)
        if not isinstance(fields.get(name), str) and not listed:
            got = f"no {name!r}" if name not in fields else f"{name} {short_repr(fields[name])}"
            raise unfit(place, got, f"a string under one of {', '.join(p[k] for p in SIDE_NAMES)}")
    with at_place(place):
        source, target = sides(make_pair(nlp, fields["source"], fields["target"]))
    return PairRecord(
        place.id,
        tuple(token.text for token in source),
        tuple(token.text for token in target),
        **judgement(place, fields, meaning),
        domain=fields.get("domain"),
        place=place,
    )
