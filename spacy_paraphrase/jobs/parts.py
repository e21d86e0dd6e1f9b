"""The input of jobs: files divided into parts that can be read independently.

A part is a file, or a range of its lines. It is identified by a hash of its contents, not by its
name, so that finished parts are recognised after an interruption.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from os.path import getsize
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import ParaphraseError
from .lines import lines_of, opened, parse_record

# The size at which a file of lines is cut into parts, in bytes.
PART_SIZE = 8 << 20
# What a job writes into a folder.
ROWS = "part-*.jsonl.gz"
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Part:
    """A part of the input of a job.

    Attributes:
        path: The file.
        digest: SHA-256 of the contents of the part.
        start: Where it begins in the file, in bytes.
        end: Where it ends.
        line: Number of its first line, from 1.
    """

    path: str
    digest: str
    start: int
    end: int
    line: int = 1


# Gives the numbered records of a part, errors in the place of those that cannot be read.
Read: TypeAlias = Callable[[Part], Iterable[tuple[int, Any]]]


def parts_of(inputs: Iterable[str | Path], size: int = PART_SIZE) -> list[Part]:
    """Return the parts of files.

    Args:
        inputs: Files, or output folders of jobs, whose parts are used.
        size: Approximate size in bytes of the parts of uncompressed files.

    Raises:
        ParaphraseError: P903 for a folder without parts.
        OSError: If a file cannot be read.
    """
    found: list[Part] = []
    for path in map(Path, inputs):
        files = sorted(path.glob(ROWS)) if path.is_dir() else [path]
        if not files:
            raise ParaphraseError("P903", path=str(path), expected=ROWS)
        for file in files:
            if file.suffix in (".jsonl", ".txt"):
                found += _cut(file, size)
            else:
                found.append(Part(str(file), digest_of(file), 0, getsize(file)))
    return found


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    digest = sha256()
    with open(path, "rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _cut(path: Path, size: int) -> Iterator[Part]:
    start, line = 0, 1
    with open(path, "rb") as stream:
        while True:
            digest, end, lines = sha256(), start, 0
            while text := stream.readline(_BLOCK):
                digest.update(text)
                end, lines = end + len(text), lines + text.endswith(b"\n")
                if end - start >= size and text.endswith(b"\n"):
                    break
            if end > start or not start:
                yield Part(str(path), digest.hexdigest(), start, end, line)
            if not text:
                return
            start, line = end, line + lines


def read_json(part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the JSON objects of a part with the numbers of their lines.

    Blank lines are skipped; a line that is not a JSON object is replaced by its error: P501, P503,
    P512 or P904.
    """
    for number, line in numbered(part):
        try:
            yield number, parse_record(line)
        except ParaphraseError as error:
            yield number, error


def numbered(part: Part) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a part that are not blank, with their numbers in the file."""
    packed = part.path.endswith(".gz")  # one part, whose lines end elsewhere than its bytes
    with opened(part.path) as stream:
        stream.seek(part.start)
        place = part.start
        for number, line in lines_of(stream, part.line):
            if place >= part.end and not packed:
                return
            place = stream.tell()
            if line.strip():
                yield number, line
