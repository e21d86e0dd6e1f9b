"""Reading of files line by line, and of the JSON object of a line.

All commands, readers and jobs read through this module, so that invalid lines are refused in one
place: infinite numbers, text that cannot be encoded in UTF-8, values nested too deeply.
"""

from __future__ import annotations

import codecs
import gzip
import json
import math
import sys
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeAlias, TypeVar

from ..errors import ParaphraseError, short_repr, warning
from .limits import MAX_DEPTH, MAX_LINE, bounded_lines, is_cut, is_deep

Place = TypeVar("Place")
# Its number, and what stands there or why that cannot be read.
Line: TypeAlias = tuple[int, "bytes | ParaphraseError"]
# As the name of a file: standard input or output.
STANDARD = "-"
# What is expected of a text in another encoding.
UTF_8 = "UTF-8 (to convert Latin-1: iconv -f latin1 -t utf-8 FILE)"
# How files begin that are no text.
_PACKED = {b"PK\x03\x04": "a Word document or another .zip file", b"%PDF": "a PDF file"}


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for reading; "-" is the standard input, and .gz files are decompressed.

    Raises:
        ParaphraseError: P101 if a compressed file is damaged.
        OSError: If the file cannot be read.
    """
    name = str(path)
    unpacks: Any = gzip.open if name.endswith(".gz") else open
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD else unpacks(path, "rb") as stream:
            if kind := packed_as(stream.peek(4) if hasattr(stream, "peek") else b""):
                expected = "lines in UTF-8, such as its text saved as a plain file"
                raise ParaphraseError("P101", path=name, got=f"it is {kind}", expected=expected)
            yield stream
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        got = f"it is damaged ({error})"
        raise ParaphraseError("P101", path=name, got=got, expected="a whole .gz file") from error


def packed_as(data: bytes) -> str:
    """Return what a file is by how it begins, "" for what may be text."""
    return next((kind for start, kind in _PACKED.items() if data.startswith(start)), "")


def lines_of(stream: BinaryIO, first: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a stream lazily, with their numbers.

    Byte-order marks are removed: concatenated files can have them before any line, and some tools
    write more than one. Of a line that is too long only the beginning is kept (`limits.is_cut`).

    Args:
        stream: The stream.
        first: The number of its first line.
    """
    for number, line in enumerate(bounded_lines(stream), first):
        yield number, without_mark(line)


def without_mark(text: bytes) -> bytes:
    """Return bytes without leading UTF-8 byte-order marks."""
    while text.startswith(codecs.BOM_UTF8):
        text = text[len(codecs.BOM_UTF8) :]
    return text


def json_lines(
    lines: Iterator[tuple[Place, bytes]], path: str, at: Callable[[int], Place]
) -> Iterator[tuple[Place, bytes]]:
    r"""Yield the lines of a file that are not blank; if the file is one JSON array, its items.

    An array gives the warning W115 and is held in memory.

    Args:
        lines: The lines with their places.
        path: Name of the file.
        at: Function that returns the place of an item by its number.

    Example:
        >>> list(json_lines(iter([(1, b"{}\n"), (2, b"\n"), (3, b"{}")]), "-", int))
        [(1, b'{}\n'), (3, b'{}')]
    """
    whole = ((place, line) for place, line in lines if line.strip())
    first = next(whole, None)
    if first is None:
        return
    if not first[1].lstrip().startswith(b"["):
        yield first
        yield from whole
        return
    held = [first, *whole]
    try:
        items = json.loads(b"\n".join(line for _, line in held))
    except (ValueError, RecursionError):
        items = None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        yield from held
        return
    warnings.warn(warning("W115", path=path), stacklevel=2)
    yield from ((at(number), json.dumps(item).encode()) for number, item in enumerate(items, 1))


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; infinite numbers and NaN are not allowed.

    Raises:
        ValueError: If the text is not JSON in UTF-8, or is nested deeper than Python can read.

    Example:
        >>> parse_json('{"id": 1e999}')
        Traceback (most recent call last):
        ...
        ValueError: the number 1e999 is not finite
    """
    try:
        text = text if isinstance(text, str) else text.decode("utf-8")
        return json.loads(text, parse_float=_finite, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def parse_record(line: bytes | ParaphraseError) -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises:
        ParaphraseError: The error given in place of the line, if it could not be read; P501 if the
            line is not JSON in UTF-8, P503 if a value is nested too deeply or is text that cannot
            be encoded in UTF-8 (except an id), P512 if the line is longer than `limits.MAX_LINE`,
            P904 if it is not an object. `values["id"]` of P503 is the id of the line.

    Example:
        >>> parse_record(b'{"source": "A cat", "target": "The cat"}')
        {'source': 'A cat', 'target': 'The cat'}
    """
    if isinstance(line, ParaphraseError):
        raise line
    if is_cut(line):
        raise ParaphraseError("P512", limit=MAX_LINE)
    try:
        record = parse_json(line)
    except UnicodeDecodeError as error:
        got = f"its byte {error.start + 1} (0x{line[error.start]:02x}) is not {UTF_8}"
        raise ParaphraseError("P501", got=got) from error
    except ValueError as error:
        raise ParaphraseError("P501", got=error) from error
    if not isinstance(record, dict):
        raise ParaphraseError("P904", got=type(record).__name__)
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH:
        for key, value in record.items():
            if is_deep(value):
                _unfit(record, key, f"a value nested at most {MAX_DEPTH} deep")
    if rb"\ud" in line.lower():  # else nothing in it stands for half a character
        for key, value in record.items():
            if key != "id" and not is_encodable([key, value]):
                _unfit(record, key, "text with a UTF-8 form")
    return record


def is_encodable(value: Any) -> bool:
    r"""Return whether all text of a JSON value can be encoded in UTF-8.

    Example:
        >>> is_encodable(["é"]), is_encodable({"id": "\ud800"})
        (True, False)
    """
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _unfit(record: dict[str, Any], key: str, expected: str) -> NoReturn:
    id = None if key == "id" else record.get("id")
    got = short_repr(record[key])
    raise ParaphraseError("P503", key=key, got=got, expected=expected, id=id)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        _refuse(text)
    return number


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"the number {name} is not finite")
