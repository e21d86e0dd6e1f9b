"""Rows of files whatever their form: tables with tabs or commas, Parquet, lines of JSON.

A row is its values by column. One that cannot be read is its error, with its place: what is done
with it is for others to say.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from typing import Any, TypeAlias

from ..errors import ParaphraseError
from .files import PathLike, coded, decode, json_object, lines_of_json, numbered_lines
from .records import Place, unfit

Row: TypeAlias = tuple[Place, "dict[str, Any] | ParaphraseError"]
PARQUET = ".parquet"
# Lines that a row with quoted cells may go on over.
_LONGEST_ROW = 20
# Rows of Parquet that are read at once.
_READ = 1_000


def is_parquet(path: PathLike) -> bool:
    """Return whether a file is one of Parquet by its name."""
    return str(path).endswith(PARQUET)


def open_table(path: PathLike, names: Sequence[str] = ()) -> tuple[tuple[str, ...], Iterator[Row]]:
    """Return the names of the columns of a table, and its rows, read as they are asked for.

    Cells between commas may be quoted, those between tabs are taken as they are.

    Args:
        path: A file with tabs or commas between its columns, or one of Parquet; "-" is the standard
            input.
        names: The names of all columns, of a table that has no header.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P513 if one of Parquet is damaged; P852
            without the package for it.
    """
    if is_parquet(path):
        with coded(str(path)):
            file = open_parquet(path)
        header = tuple(file.schema_arrow.names)
        return header, parquet_rows(path, file, header)
    lines = ((place, line) for place, line in numbered_lines(path) if line.strip())
    first = next(lines, None)
    if first is None:
        return tuple(names), iter(())
    tabs = b"\t" in first[1]
    whole = chain([first], lines)
    rows: Iterator[tuple[Place, bytes]] = whole if tabs else _quoted(whole)
    header = tuple(names or _cells(*next(rows), tabs))
    return header, (_row(place, line, header, tabs) for place, line in rows)


def json_rows(path: PathLike) -> Iterator[Row]:
    """Yield the objects of JSON lines.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    for place, line in lines_of_json(path):
        try:
            yield place, json_object(place, line)
        except ParaphraseError as error:
            yield place, error


def _row(place: Place, line: bytes, header: Sequence[str], tabs: bool) -> Row:
    try:
        cells = _cells(place, line, tabs)
        if len(cells) != len(header):
            raise unfit(place, f"{len(cells)} cells", f"{len(header)} cells")
    except ParaphraseError as error:
        return place, error
    return place, dict(zip(header, cells, strict=True))


def _quoted(lines: Iterator[tuple[Place, bytes]]) -> Iterator[tuple[Place, bytes]]:
    """Yield the rows of a table with commas: a quoted cell may go on over lines."""
    # Where a quote is not closed within `_LONGEST_ROW` lines, its line is a row of its own.
    waiting = deque(islice(lines, _LONGEST_ROW))
    while waiting:
        place, row = waiting[0]
        end = 1
        for _, line in islice(waiting, 1, None):
            if row.count(b'"') % 2 == 0:
                break
            row += b"\n" + line
            end += 1
        if row.count(b'"') % 2:
            row, end = waiting[0][1], 1
        yield place, row
        for _ in range(end):
            waiting.popleft()
        waiting.extend(islice(lines, end))


def _cells(place: Place, line: bytes, tabs: bool) -> list[str]:
    text = decode(place, line)
    if tabs:
        return text.split("\t")
    try:
        (cells,) = csv.reader([text], strict=True)
    except (csv.Error, ValueError) as error:
        expected = "cells with commas between them, quotes closed"
        raise unfit(place, f"({error})", expected) from error
    return cells


# -- Parquet ---------------------------------------------------------------------------------------


def packages() -> tuple[Any, Any]:
    """Return the modules pyarrow and pyarrow.parquet.

    Raises:
        ParaphraseError: P852 if they are not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ParaphraseError("P852", package="pyarrow", extra="parquet") from error
    return pyarrow, pyarrow.parquet


def open_parquet(path: PathLike) -> Any:
    """Return a `pyarrow.parquet.ParquetFile`.

    Raises:
        ParaphraseError: P513 if it is damaged, P852 without pyarrow.
        OSError: If there is no such file, or no right to read it.
    """
    arrow, parquet = packages()
    with open(path, "rb"):  # what the package says of a missing file is of another kind
        pass
    try:
        return parquet.ParquetFile(str(path), pre_buffer=False, page_checksum_verification=True)
    except (arrow.ArrowException, OSError) as error:
        raise ParaphraseError("P513", path=path, got=f"damaged ({error})") from error


def parquet_rows(path: PathLike, file: Any, wanted: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of a Parquet file, some columns of them.

    Raises:
        ParaphraseError: P513 if it turns out to be damaged.
    """
    arrow, _ = packages()
    numbers = count(1)
    try:
        for batch in file.iter_batches(_READ, columns=list(wanted), use_threads=False):
            for row in zip(*(values_of(column) for column in batch.columns), strict=True):
                place = Place(str(path), next(numbers), unit="row")
                yield place, dict(zip(batch.schema.names, row, strict=True))
    except (arrow.ArrowException, OSError) as error:
        raise ParaphraseError("P513", path=path, got=f"damaged ({error})") from error


def values_of(column: Any) -> list[Any]:
    """Return the values of an Arrow array; bytes that are no UTF-8 become lone surrogates.

    So they are an error of the row, as in a JSON line, and not of all rows.
    """
    try:
        return list(column.to_pylist())
    except UnicodeDecodeError:
        return [_value(cell) for cell in column]


def _value(cell: Any) -> Any:
    try:
        return cell.as_py()
    except UnicodeDecodeError:
        if hasattr(cell, "as_buffer"):
            return cell.as_buffer().to_pybytes().decode("utf-8", "surrogateescape")
        return [_value(item) for item in cell.values]
