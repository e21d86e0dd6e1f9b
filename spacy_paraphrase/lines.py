"""What is read: the lines of files, and the JSON object of a line.

All commands, readers and jobs read by this module. So what no line may hold is refused in one
place: numbers that are not finite, text without a UTF-8 form, values nested without end.
"""

from __future__ import annotations

import codecs
import gzip
import json
import math
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from .errors import ParaphraseError
from .limits import MAX_DEPTH, MAX_LINE, bounded_lines, is_cut, is_deep

# As the name of a file: standard input or output.
STANDARD = "-"


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file to be read; "-" is the standard input, and what ends in .gz is unpacked.

    Raises:
        ParaphraseError: P101 if a packed file is damaged.
        OSError: If the file cannot be read.
    """
    name = str(path)
    unpacks: Any = gzip.open if name.endswith(".gz") else open
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD else unpacks(path, "rb") as stream:
            yield stream
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        got = f"it is damaged ({error})"
        raise ParaphraseError("P101", path=name, got=got, expected="a whole .gz file") from error


def lines_of(stream: BinaryIO, first: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a stream with their numbers, as they are asked for.

    Byte-order marks go: files put together from several have them before any line, and some tools
    write more than one. Of a line that is too long there is the beginning (`limits.is_cut`).

    Args:
        stream: The stream.
        first: The number of its first line.
    """
    for number, line in enumerate(bounded_lines(stream), first):
        yield number, without_mark(line)


def without_mark(text: bytes) -> bytes:
    """Return bytes without the byte-order marks of UTF-8 before them."""
    while text.startswith(codecs.BOM_UTF8):
        text = text[len(codecs.BOM_UTF8) :]
    return text


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; numbers that are not finite are none of JSON.

    Raises:
        ValueError: If it is no JSON in UTF-8, or nested deeper than Python reads.

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


def parse_record(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises:
        ParaphraseError: P501 if the line is no JSON in UTF-8, P503 if a value is nested too deep or
            is text without a UTF-8 form (an id may be), P512 if the line is longer than
            `limits.MAX_LINE`, P904 if it is no object. `values["id"]` of P503 is that of the line.

    Example:
        >>> parse_record(b'{"source": "A cat", "target": "The cat"}')
        {'source': 'A cat', 'target': 'The cat'}
    """
    if is_cut(line):
        raise ParaphraseError("P512", limit=MAX_LINE)
    try:
        record = parse_json(line)
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
    r"""Return whether all text of a JSON value has a UTF-8 form.

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
    got = shorten(record[key])
    raise ParaphraseError("P503", key=key, got=got, expected=expected, id=id)


def shorten(value: Any, limit: int = 60) -> str:
    """Return the beginning of a JSON value as text."""
    text = json.dumps(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        _refuse(text)
    return number


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"the number {name} is not finite")
