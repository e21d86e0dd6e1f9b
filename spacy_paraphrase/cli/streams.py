"""What commands read and write: files of one JSON value per line, lines that failed, tables.

"-" as a file's name is standard input or output.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal

from spacy.tokens import Doc, DocBin
from tqdm import tqdm
from wasabi.tables import table

from ..atomic import json_line, named, whole_file
from ..errors import ParaphraseError
from ..limits import bounded_lines

STANDARD = "-"
SOME_FAILED = 3


@dataclass(frozen=True)
class Failure:
    """An input line that could not be processed.

    Attributes:
        line: Number of the line, from 1.
        id: The "id" of its record, None if it has none or cannot be read.
        code: Code of the error.
        reason: Its message.
    """

    line: int
    id: Any
    code: str
    reason: str

    @classmethod
    def of(cls, line: int, id: Any, error: ParaphraseError) -> Failure:
        """Return the failure that an error stands for."""
        return cls(line, id, error.code, str(error).removeprefix(f"[{error.code}] "))


def to_line(record: Any) -> bytes:
    """Return a JSON value as one line of UTF-8; see `atomic.json_line`."""
    return json_line(record)


@contextmanager
def lines_of(path: str) -> Iterator[Iterator[tuple[int, bytes]]]:
    """Open a file and give its lines with their numbers, read as they are asked for.

    Raises:
        OSError: If the file cannot be read.
    """
    with nullcontext(sys.stdin.buffer) if path == STANDARD else open(path, "rb") as stream:
        yield (
            (number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line)
            for number, line in enumerate(bounded_lines(stream), 1)
        )


def count_lines(path: str) -> int | None:
    """Return the number of lines of a file, None for standard input."""
    if path == STANDARD:
        return None
    with open(path, "rb") as stream:
        return sum(1 for _ in bounded_lines(stream))


@contextmanager
def jsonl_writer(path: str, *, append: bool = False) -> Iterator[Callable[[Any], None]]:
    """Give a function that writes a JSON value as a line.

    Every line is flushed, so that after a crash no earlier line is missing from any file.
    """
    stream = sys.stdout.buffer if path == STANDARD else open(path, "ab" if append else "wb")  # noqa: SIM115

    def write(record: Any) -> None:
        with named(path):
            stream.write(to_line(record))
            stream.flush()

    try:
        yield write
    finally:
        if path != STANDARD:
            with named(path):
                stream.close()


@contextmanager
def docbin_writer(path: str) -> Iterator[Callable[[Doc], None]]:
    """Give a function that takes a Doc; the DocBin of all is kept in memory and written at the end.

    If the block ends in an error, an earlier file is left as it was.
    """
    docs = DocBin(store_user_data=True)
    with whole_file(path) as stream:
        yield docs.add
        stream.write(docs.to_bytes())


@contextmanager
def failure_writer(path: str | None) -> Iterator[Callable[[Failure], None]]:
    """Give a function that writes a failure as a line, to standard error if there is no path."""
    if path is None:
        # tqdm's writer keeps clear of the progress bar.
        yield lambda failure: tqdm.write(to_line(vars(failure)).decode(), sys.stderr, end="")
        return
    with jsonl_writer(path) as write:
        yield lambda failure: write(vars(failure))


def check_different(**paths: str | None) -> None:
    """Check that no two of the files named are the same one.

    Raises:
        ParaphraseError: P510 if two are.
    """
    seen: dict[Any, str] = {}
    for name, path in paths.items():
        if path and path != STANDARD:
            first = seen.setdefault(_file_of(path), name)
            if first != name:
                raise ParaphraseError("P510", first=first, second=name, path=path)


def _file_of(path: str) -> Any:
    """Return what two names of one file, hard links too, have in common."""
    try:
        found = os.stat(path)
    except OSError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino


def table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table whose first row are heads and whose first column is text.

    Example:
        >>> list(table_lines([["", "score"], ["recall", "0.50"], ["f", "0.7"]]))
        ['          score', '  recall   0.50', '  f         0.7']
    """
    aligns: list[Literal["l", "r"]] = ["r" if k else "l" for k in range(len(rows[0]))]
    text = table(rows, spacing=2, aligns=aligns, max_col=sys.maxsize)
    for line in text.strip("\n").split("\n"):
        yield f"  {line}".rstrip()
