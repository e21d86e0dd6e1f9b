"""Parquet files as input and output of commands, read and written in batches of rows.

A row in has the keys of a JSON line for columns, and is read as that line. A row out has the keys
of an output line: words are lists of strings, overlap is a number, and what is nested (links,
relation, fusions, edits) is JSON text, which every engine reads and which needs no schema that
changes with what is found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import ParaphraseError
from ..jobs.atomic import whole_file
from ..pairs.pair import SIDES
from ..readers.columns import Columns, named
from ..readers.rows import Row, is_parquet, open_parquet, packages, parquet_rows

# What a row may say of a pair, or of a text, besides what is to be read.
OPTIONAL = ("id", "question", *(f"{side}_chunks" for side in SIDES))
# Columns that are no JSON text: lists of words, text, numbers, yes or no.
WORDS, NUMBERS, FLAGS = SIDES, ("overlap", "similarity"), ("kept", "paraphrase")
TEXT = ("text", "verdict", "entails", "entailed", "domain", "question")
# Rows of a row group that is written.
_WRITTEN = 5_000


@contextmanager
def rows_of(
    path: str, keys: tuple[str, ...], columns: Columns
) -> Iterator[tuple[dict[str, str], Iterator[Row]]]:
    """Open a file and give the column of each key, and its rows, read as they are asked for.

    Args:
        path: The file.
        keys: What it has to have; of other columns those of `OPTIONAL` are read.
        columns: What is said of the columns.

    Raises:
        ParaphraseError: P513 if it is damaged, lacks a column, or has one that JSON cannot hold;
            P852 without pyarrow.
        OSError: If there is no such file, or no right to read it.
    """
    with open_parquet(path) as file:
        schema = file.schema_arrow
        names = named(schema.names, keys, OPTIONAL, columns)
        _check_columns(path, schema, keys, names)
        yield names, parquet_rows(path, file, list(dict.fromkeys(names.values())))


def id_type(path: str) -> Any:
    """Return the type of the ids of an input: that of its column, text where it has none."""
    arrow, parquet = packages()
    schema = parquet.read_schema(path) if is_parquet(path) else arrow.schema([])
    return schema.field("id").type if "id" in schema.names else arrow.string()


@contextmanager
def writer(
    path: str, columns: tuple[str, ...], id_type: Any, ids: tuple[str, ...] = ("id",)
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Give a function that takes an output record; the file is there when the block has ended.

    If the block ends in an error, an earlier file is left as it was: rows without the end of a
    Parquet file cannot be read.

    Args:
        path: The file.
        columns: Keys of records, of which one may lack some; ids come before them.
        id_type: Of the columns of ids. In one of text, what is no text is JSON.
        ids: Which these are.
    """
    arrow, parquet = packages()
    fields = [(name, id_type) for name in ids]
    fields += [(name, type_of(name)) for name in columns]
    schema = arrow.schema(fields)
    rows: list[dict[str, Any]] = []
    with (
        whole_file(path) as stream,
        parquet.ParquetWriter(stream, schema, write_page_checksum=True) as file,
    ):

        def flush() -> None:
            file.write_table(arrow.Table.from_pylist(rows, schema))
            rows.clear()

        def write(record: dict[str, Any]) -> None:
            known = {name: record.get(name) for name in ids}
            if id_type == arrow.string():
                known = {name: None if id is None else _plain(id) for name, id in known.items()}
            rows.append({**known, **to_cells(record, columns)})
            if len(rows) == _WRITTEN:
                flush()

        yield write
        if rows:
            flush()


def to_cells(record: dict[str, Any], columns: tuple[str, ...]) -> dict[str, Any]:
    """Return what stands in these columns of the row of an output record.

    Example:
        >>> to_cells({"source": ["A", "cat"], "relation": {"label": "equals"}, "overlap": 0.5},
        ...          ("source", "relation", "overlap", "fusions"))
        {'source': ['A', 'cat'], 'relation': '{"label": "equals"}', 'overlap': 0.5, 'fusions': None}
    """
    return {name: _cell(name, record.get(name)) for name in columns}


def to_text(value: Any) -> str:
    """Return a value as JSON text."""
    return _encodable(json.dumps(value, ensure_ascii=False))


def _plain(id: Any) -> str:
    return _encodable(id) if isinstance(id, str) else to_text(id)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def type_of(name: str) -> Any:
    """Return the type of a column that is not the id."""
    arrow, _ = packages()
    if name in NUMBERS:
        return arrow.float64()
    if name in FLAGS:
        return arrow.bool_()
    return arrow.list_(arrow.string()) if name in WORDS else arrow.string()


def _cell(name: str, value: Any) -> Any:
    if value is None or name in (*WORDS, *NUMBERS, *FLAGS):
        return value
    return _encodable(value) if name in TEXT else to_text(value)


def _check_columns(path: str, schema: Any, keys: tuple[str, ...], names: dict[str, str]) -> None:
    for key in keys:
        if key not in names:
            got = f"without the column {key!r}: it has {', '.join(schema.names)}"
            raise ParaphraseError("P513", path=path, got=got)
    for key, name in names.items():
        kind = schema.field(name).type
        if not _is_plain(kind, lists=key != "id"):
            got = f"one whose column {name!r} is of type {kind}"
            raise ParaphraseError("P513", path=path, got=got)


def _is_plain(kind: Any, lists: bool = True) -> bool:
    types = packages()[0].types
    if types.is_dictionary(kind) or (lists and (types.is_list(kind) or types.is_large_list(kind))):
        return _is_plain(kind.value_type)
    tests = (types.is_string, types.is_large_string, types.is_integer, types.is_floating)
    return any(test(kind) for test in (*tests, types.is_boolean, types.is_null))
