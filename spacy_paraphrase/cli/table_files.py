"""Tables as input and output of commands: CSV, TSV and Parquet, by file suffix.

A row in is read as a JSON line with the same keys. A row out has the keys of an output line; words
are lists in Parquet and have blanks between them elsewhere, and what is nested is JSON text.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import ParaphraseError, short_repr
from ..jobs.atomic import whole_file
from ..jobs.lines import Line, json_lines, parse_record
from ..pairs.pair import SIDES
from ..readers.columns import Columns, named, with_sides, without_sides
from ..readers.records import Place
from ..readers.rows import is_parquet, open_table, packages
from . import parquet, streams

Write: TypeAlias = Callable[[dict[str, Any]], None]
DELIMITERS = {".csv": ",", ".tsv": "\t"}
# What else a row with tabs or commas says of a pair or of a text.
_OPTIONAL = ("id", "question")


def is_table(path: str) -> bool:
    """Return whether a file is a table by its name."""
    return is_parquet(path) or Path(path).suffix in DELIMITERS


@contextmanager
def lines_of(
    path: str, keys: tuple[str, ...], columns: Columns | None = None
) -> Iterator[Iterator[Line]]:
    """Open a file of any form and give its lines, or its rows as lines, with their numbers.

    Of lines of JSON blank ones are passed over.

    Args:
        path: The file; "-" is the standard input, lines of JSON.
        keys: What a row has to have. Sources and targets may have other names.
        columns: What is said of the columns.

    Raises:
        ParaphraseError: P101 or P513 if a table cannot be read or lacks a column; P852 for Parquet
            without pyarrow.
        OSError: If the file cannot be read.
    """
    if not is_table(path) and not (columns and columns.names):
        with streams.lines_of(path) as numbered:
            lines = json_lines(numbered, path, int)
            yield (_renamed(line, columns) for line in lines) if columns else lines
        return
    columns = columns or Columns()
    if is_parquet(path):
        with parquet.rows_of(path, keys, columns) as (names, rows):
            yield (_line(place, row, names) for place, row in rows)
        return
    header, rows = open_table(path, columns.names)
    names = named(header, keys, _OPTIONAL, columns)
    if not {*keys} <= names.keys():
        if keys == SIDES:
            raise without_sides(path, header)
        expected = f"a table whose header names {' and '.join(keys)}"
        raise ParaphraseError("P101", path=path, got=short_repr(list(header)), expected=expected)
    yield (_line(place, row, names) for place, row in rows)


def _renamed(line: tuple[int, bytes], columns: Columns) -> Line:
    number, text = line
    try:
        record = parse_record(text)
        for name in columns.missing(record):
            known = short_repr([*record])
            expected = f"a key of the line (--source-column, --target-column): one of {known}"
            raise ParaphraseError("P503", key=name, got="not there", expected=expected)
        return number, json.dumps(with_sides(record, columns)).encode()
    except ParaphraseError as error:
        return number, error


def _line(place: Place, row: dict[str, Any] | ParaphraseError, names: dict[str, str]) -> Line:
    if isinstance(row, ParaphraseError):
        return place.line, row
    return place.line, json.dumps({key: row[name] for key, name in names.items()}).encode()


def count_rows(path: str) -> int | None:
    """Return the number of rows or lines of a file, None for standard input."""
    if is_parquet(path):
        return int(packages()[1].read_metadata(path).num_rows)
    if path == streams.STANDARD:
        return None
    with streams.lines_of(path) as numbered:
        return sum(1 for _ in numbered)


def writer(
    path: str,
    columns: tuple[str, ...],
    input: str,
    ids: tuple[str, ...] = ("id",),
    offset: int | None = None,
) -> AbstractContextManager[Write]:
    """Give a function that takes an output record; the file is there when the block has ended.

    Args:
        path: A table, or a file of JSON lines.
        columns: Keys of records, of which one may lack some; ids come before them.
        input: The file that the records come of; in Parquet ids keep their type.
        ids: Which keys these are.
        offset: Of JSON lines, as for `streams.jsonl_writer`.
    """
    if is_parquet(path):
        return parquet.writer(path, columns, parquet.id_type(input), ids)
    if is_table(path):
        return _delimited(path, (*ids, *columns))
    return streams.jsonl_writer(path, offset=offset)


@contextmanager
def _delimited(path: str, names: tuple[str, ...]) -> Iterator[Write]:
    tabs = Path(path).suffix == ".tsv"
    with whole_file(path) as stream:
        text = io.TextIOWrapper(stream, "utf-8", "backslashreplace", newline="")
        rows = csv.writer(text, lineterminator="\n")

        def write(cells: Sequence[str]) -> None:
            if tabs:  # cells between tabs are not quoted
                text.write("\t".join(" ".join(cell.split()) for cell in cells) + "\n")
            else:
                rows.writerow(cells)

        write(names)
        yield lambda record: write([_cell(name, record.get(name)) for name in names])
        text.flush()
        text.detach()


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name in SIDES and not isinstance(value, str):
        return " ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
