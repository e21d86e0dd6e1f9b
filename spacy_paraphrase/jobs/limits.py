"""Limits for input: the length of lines and sentences, and the nesting depth of values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

MAX_LINE = 1 << 25  # bytes
MAX_DEPTH = 100
MAX_WORDS = 1000  # of a side, unless set (`sentence_pair`)
MAX_SIGNS = 1000  # other than letters and digits, with no blank between them


def most_signs(text: str) -> int:
    """Return the number of symbols (no letters or digits) in the longest text without a space.

    The time of a tokeniser grows with the square of this number.

    Example:
        >>> most_signs("The price ($5!) is fine.")
        4
    """
    return max((len(run) - sum(map(str.isalnum, run)) for run in text.split()), default=0)


def bounded_lines(stream: BinaryIO, limit: int = MAX_LINE) -> Iterator[bytes]:
    r"""Yield the lines of a stream; a line longer than the limit is cut off.

    A line cut off is one byte longer than the limit, so that it can be recognised (`is_cut`).

    Example:
        >>> from io import BytesIO
        >>> list(bounded_lines(BytesIO(b"one\nseventeen\ntwo"), limit=4))
        [b'one\n', b'seven', b'two']
    """
    while line := stream.readline(limit + 1):
        rest = line
        while len(rest) > limit and not rest.endswith(b"\n"):
            rest = stream.readline(limit + 1)
        yield line


def is_cut(line: bytes, limit: int = MAX_LINE) -> bool:
    """Return whether a line was cut off because it was longer than the limit."""
    return len(line) > limit


def is_deep(value: Any, limit: int = MAX_DEPTH) -> bool:
    """Return whether the lists and objects of a JSON value are nested deeper than a limit.

    Example:
        >>> is_deep([[1]], limit=1), is_deep([[1]], limit=2)
        (True, False)
    """
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return limit == 0 or any(
        is_deep(each, limit - 1) for each in inner if isinstance(each, dict | list)
    )
