"""Lines of files with their numbers, and what happens to a record that cannot be read."""

from __future__ import annotations

import codecs
import gzip
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, TypeVar

from ..atomic import json_line as json_line
from ..errors import ParaphraseError
from ..limits import MAX_LINE, bounded_lines, is_cut
from ..parts import json_lines
from .records import Place, unfit

T = TypeVar("T")
Built = TypeVar("Built")
OnError: TypeAlias = Callable[[ParaphraseError], None]
PathLike: TypeAlias = str | Path

STDIN = "-"
# ASCII only: a no-break space belongs to its word ("10 000").
_WORD = re.compile(r"\S+", re.ASCII)


def read_bytes(path: PathLike) -> bytes:
    """Return what a file holds, without a UTF-8 byte-order mark; "-" is the standard input.

    Raises:
        ParaphraseError: P101 if it cannot be read.
    """
    with _opened(path) as (_, stream):
        return _without_mark(stream.read())


def numbered_lines(path: PathLike) -> Iterator[tuple[Place, bytes]]:
    """Yield the lines of a file; "-" is the standard input, and one that ends in .gz is unpacked.

    Byte-order marks go: files put together from several have them before any line, and some tools
    write more than one.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    with _opened(path) as (name, stream):
        for number, line in enumerate(bounded_lines(stream), 1):
            # One that is too long stays so, for `decode` to tell.
            line = line if is_cut(line) else line.rstrip(b"\r\n")
            yield Place(name, number), _without_mark(line)


def lines_of_json(path: PathLike) -> Iterator[tuple[Place, bytes]]:
    """Yield the lines of a file that are not blank, or the items of the one JSON array that it is.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    yield from json_lines(
        numbered_lines(path), str(path), lambda n: Place(str(path), n, unit="item")
    )


def _without_mark(text: bytes) -> bytes:
    while text.startswith(codecs.BOM_UTF8):
        text = text[len(codecs.BOM_UTF8) :]
    return text


@contextmanager
def _opened(path: PathLike) -> Iterator[tuple[str, BinaryIO]]:
    """Open a file, or the standard input, and give its name for messages besides."""
    name = "standard input" if str(path) == STDIN else str(path)
    try:
        opened: Any = gzip.open if name.endswith(".gz") else open
        with nullcontext(sys.stdin.buffer) if name != str(path) else opened(path, "rb") as stream:
            yield name, stream
    except (OSError, EOFError, zlib.error) as error:  # the last two of packed files
        got = getattr(error, "strerror", None) or str(error)
        raise ParaphraseError("P101", path=name, got=got, expected="a file") from error


def decode(place: Place, line: bytes) -> str:
    """Return a line as text.

    Raises:
        ParaphraseError: P102 if it is not UTF-8, or longer than `limits.MAX_LINE`.
    """
    if is_cut(line):
        raise unfit(place, "a line that goes on", f"at most {MAX_LINE} bytes a line")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        got = f"the byte 0x{line[error.start]:02x} at position {error.start + 1}"
        raise unfit(place, got, "UTF-8") from error


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that has blanks between all of them."""
    return tuple(_WORD.findall(text))


def json_object(place: Place, line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises:
        ParaphraseError: P102 if it is no JSON object in UTF-8.
    """
    text = decode(place, line)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise unfit(place, f"({error})", "JSON") from error
    if not isinstance(data, dict):
        raise unfit(place, f"JSON of type {type(data).__name__}", "an object")
    return data


@contextmanager
def at_place(place: Place) -> Iterator[None]:
    """Add the place to an error that has none.

    Raises:
        ParaphraseError: P104 for any other error of this package that comes up inside.
    """
    try:
        yield
    except ParaphraseError as error:
        if "place" in error.values:
            raise
        raise ParaphraseError("P104", place=place, reason=str(error)) from error


def build_records(
    items: Iterable[tuple[Place, T]],
    build: Callable[[Place, T], Built],
    on_error: OnError | None,
) -> Iterator[Built]:
    """Yield the record, or what else is built, of each item; one that fails goes to `on_error`."""
    for place, item in items:
        try:
            record = build(place, item)
        except ParaphraseError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield record
