"""Input and output of commands: JSON lines, failed lines, tables.

"-" as a file's name is standard input or output.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeVar

from spacy.tokens import Doc, DocBin
from tqdm import tqdm
from wasabi.tables import table

from ..errors import ParaphraseError
from ..jobs import lines
from ..jobs.atomic import json_line, named, whole_file
from ..jobs.lines import STANDARD as STANDARD
from ..jobs.lines import Line
from ..jobs.paths import is_special

Made = TypeVar("Made")
SOME_FAILED = 3
# The suffix of a file that holds many pairs of texts.
MANY = ".jsonl"


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
        """Return the failure that an error stands for; an id that is no JSON becomes text.

        Args:
            line: Number of the line.
            id: The id of its record; None for that which the error knows.
            error: The error.
        """
        id = error.values.get("id") if id is None else id
        try:
            json_line(id)
        except (TypeError, ValueError, RecursionError):
            id = repr(id)
        return cls(line, id, error.code, str(error).removeprefix(f"[{error.code}] "))


@contextmanager
def lines_of(path: str) -> Iterator[Iterator[tuple[int, bytes]]]:
    """Open a file and give its lines with their numbers, read as they are asked for.

    Raises:
        ParaphraseError: P101 if a packed file is damaged, when that is met.
        OSError: If the file cannot be read.
    """
    with lines.opened(path) as stream:
        yield lines.lines_of(stream)


def results(
    numbered: Iterable[Line], make: Callable[[dict[str, Any]], Made], id: str = "id"
) -> Iterator[tuple[int, Made | Failure]]:
    """Yield what is made of the record of each line, or why nothing is.

    Args:
        numbered: Lines with their numbers.
        make: Makes it; whatever it raises concerns this line alone.
        id: The key of the id of a record.
    """
    for number, line in numbered:
        record: dict[str, Any] = {}
        try:
            record = lines.parse_record(line)
            found: Made | Failure = make(record)
        except Exception as error:
            found = Failure.of(number, record.get(id), coded(error))
        yield number, found


def coded(error: Exception, code: str = "P515", **values: Any) -> ParaphraseError:
    """Return an error with a code: with this one, if it has none."""
    if isinstance(error, ParaphraseError):
        return error
    return ParaphraseError(code, got=f"{type(error).__name__}: {error}", **values)


def misused(option: str, got: Any, expected: str) -> ParaphraseError:
    """Return the error of an option that does not go with the rest of a command line."""
    return ParaphraseError("P508", option=option, got=got, expected=expected)


def unknown(option: str, got: Any, known: Iterable[str]) -> ParaphraseError:
    """Return the error of an option whose value is none of those that there are."""
    return ParaphraseError("P517", option=option, got=got, expected=f"some of: {', '.join(known)}")


def begun(path: str | Path) -> Path:
    """Return where what an interrupted run has written of a file is, or the file."""
    part = part_of(path)
    return part if part.exists() else Path(path)


def part_of(path: str | Path) -> Path:
    """Return the file that a run writes that can be gone on with, before it has ended."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ".part")


@contextmanager
def jsonl_writer(path: str, *, offset: int | None = None) -> Iterator[Callable[[Any], None]]:
    """Give a function that writes a JSON value as a line; the file is there when the block ends.

    Args:
        path: The file. If the block ends in an error, an earlier one is left as it was.
        offset: For a run that can be resumed: how many bytes of an interrupted run (`begun`) stay.
            Lines are written after them, each at once, into `part_of(path)`, which stays
            there if the block ends in an error.
    """
    if path == STANDARD:
        yield _to(sys.stdout.buffer, "standard output")
    elif offset is None or is_special(path):
        with whole_file(path) as stream:
            yield _to(stream, path)
    else:
        part = part_of(path)
        with named(path, part):
            if offset:
                os.replace(begun(path), part)
            with open(part, "ab" if offset else "wb") as stream:
                stream.truncate(offset)
                yield _to(stream, path)
            if os.path.exists(path):
                shutil.copymode(path, part)
            os.replace(part, os.path.realpath(path))


def _to(stream: BinaryIO, path: str) -> Callable[[Any], None]:
    def write(record: Any) -> None:
        with named(path):
            stream.write(json_line(record))
            stream.flush()

    return write


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
def failure_writer(
    path: str | None, *, offset: int | None = None
) -> Iterator[Callable[[Failure], None]]:
    """Give a function that writes a failure as a line, to standard error if there is no path.

    Args:
        path: The file.
        offset: As for `jsonl_writer`.
    """
    if path is None:
        # tqdm's writer keeps clear of the progress bar.
        yield lambda failure: tqdm.write(json_line(vars(failure)).decode(), sys.stderr, end="")
        return
    with jsonl_writer(path, offset=offset) as write:
        yield lambda failure: write(vars(failure))


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
