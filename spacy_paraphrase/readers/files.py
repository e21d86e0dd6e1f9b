"""Lines of files with their numbers, and what happens to a record that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from ..errors import ParaphraseError
from ..jobs.limits import MAX_LINE, is_cut
from ..jobs.lines import STANDARD, UTF_8, json_lines, lines_of, opened, parse_record, without_mark
from .records import Place, unfit

T = TypeVar("T")
Built = TypeVar("Built")
OnError: TypeAlias = Callable[[ParaphraseError], None]
PathLike: TypeAlias = str | Path

# ASCII only: a no-break space belongs to its word ("10 000").
_WORD = re.compile(r"\S+", re.ASCII)


def read_bytes(path: PathLike) -> bytes:
    """Return what a file holds, without a UTF-8 byte-order mark; "-" is the standard input.

    Raises:
        ParaphraseError: P101 if it cannot be read.
    """
    with coded(_name(path)), opened(path) as stream:
        return without_mark(stream.read())


def numbered_lines(path: PathLike) -> Iterator[tuple[Place, bytes]]:
    """Yield the lines of a file; "-" is the standard input, and one that ends in .gz is unpacked.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    name = _name(path)
    with coded(name), opened(path) as stream:
        for number, line in lines_of(stream):
            # One that is too long stays so, for `decode` to tell.
            yield Place(name, number), line if is_cut(line) else line.rstrip(b"\r\n")


def lines_of_json(path: PathLike) -> Iterator[tuple[Place, bytes]]:
    """Yield the lines of a file that are not blank, or the items of the one JSON array that it is.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    name = str(path)
    return json_lines(numbered_lines(path), name, lambda n: Place(name, n, unit="item"))


def _name(path: PathLike) -> str:
    return "standard input" if str(path) == STANDARD else str(path)


@contextmanager
def coded(path: str) -> Iterator[None]:
    """Give an error of the system the code of a file that cannot be read.

    Raises:
        ParaphraseError: P101.
    """
    try:
        yield
    except OSError as error:
        got = error.strerror or str(error)
        raise ParaphraseError("P101", path=path, got=got, expected="a file") from error


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
        raise unfit(place, got, UTF_8) from error


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that has blanks between all of them."""
    return tuple(_WORD.findall(text))


def json_object(place: Place, line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises:
        ParaphraseError: P102 if it is no JSON object in UTF-8.
    """
    try:
        return parse_record(line)
    except ParaphraseError as error:
        place = replace(place, id=error.values.get("id"))
        reason = str(error).removeprefix(f"[{error.code}] ")
        raise unfit(place, f"({reason})", "a JSON object") from error


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
    items: Iterable[tuple[Place, T]], build: Callable[[Place, T], Built], on_error: OnError | None
) -> Iterator[Built]:
    """Yield the record, or what else is built, of each item; one that fails goes to `on_error`."""
    for place, item in items:
        try:
            record = build(place, item)
        except Exception as error:
            failure = _as_failure(place, error)
            if on_error is None:
                raise failure from error
            on_error(failure)
        else:
            yield record


def _as_failure(place: Place, error: Exception) -> ParaphraseError:
    """Return an error of a record with a code: whatever one raises concerns this record alone."""
    if isinstance(error, ParaphraseError):
        return error
    return unfit(place, f"({type(error).__name__}: {error})", "what can be read")
