"""What a job reads: files cut into parts, each of which anyone can read alone.

A part is a file, or a stretch of whole lines of one. It is known by what it holds, not by its name,
so that a part that is done is known again after an interruption.
"""

from __future__ import annotations

import codecs
import gzip
import json
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import spacy
from spacy.tokens import DocBin

from .errors import ParaphraseError, warning
from .limits import MAX_LINE, bounded_lines, is_cut

Place = TypeVar("Place")
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
        digest: SHA-256 of what the part holds.
        start: Where it begins in the file, in bytes.
        end: Where it ends; None for the end of the file.
        line: Number of its first line, from 1.
    """

    path: str
    digest: str
    start: int = 0
    end: int | None = None
    line: int = 1


def parts_of(inputs: Iterable[str | Path], size: int = PART_SIZE) -> list[Part]:
    """Return the parts of files.

    Args:
        inputs: Files, or folders that a job has written; of these the parts.
        size: Plain files of lines are cut into parts of about so many bytes.

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
            found += (
                _cut(file, size)
                if file.suffix in (".jsonl", ".txt")
                else [Part(str(file), digest_of(file))]
            )
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
            digest, lines, block = sha256(), 0, b""
            while stream.tell() - start < size and (block := stream.read(min(size, _BLOCK))):
                digest.update(block)
                lines += block.count(b"\n")
            while block and not block.endswith(b"\n") and (block := stream.readline(_BLOCK)):
                digest.update(block)
                lines += block.count(b"\n")
            end = stream.tell()
            if end > start or not start:
                yield Part(str(path), digest.hexdigest(), start, end, line)
            if end == start:
                return
            start, line = end, line + lines


def read_json(part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the JSON objects of a part with the numbers of their lines.

    Blank lines are passed over; in the place of a line that is no JSON object stands its error:
    P501, P512 or P904.
    """
    with _opened(part) as stream:
        for number, line in enumerate(_lines(stream, part.end), part.line):
            if line.strip():
                yield number, _parse(line)


def json_lines(
    lines: Iterator[tuple[Place, bytes]], path: str, at: Callable[[int], Place]
) -> Iterator[tuple[Place, bytes]]:
    r"""Yield the lines of a file that are not blank, or the items of the one array that it is.

    Of an array it is warned (W115); it is held in memory.

    Args:
        lines: The lines with their places.
        path: Name of the file.
        at: Gives the place of an item by its number.

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


def read_docs(part: Part, language: str = "en") -> Iterator[tuple[int, Any]]:
    """Yield the Docs of a DocBin with their numbers, from 1; they share a vocabulary of their own.

    Args:
        part: A whole file.
        language: Whose words they are, which a DocBin does not say.

    Raises:
        ParaphraseError: P903 if the file is none.
    """
    try:
        docs = DocBin(store_user_data=True).from_disk(part.path)
    except OSError:
        raise
    except Exception as error:  # whatever zlib and msgpack say of a file of another kind
        raise ParaphraseError("P903", path=part.path, expected="a DocBin") from error
    yield from enumerate(docs.get_docs(spacy.blank(language).vocab), 1)


def _opened(part: Part) -> BinaryIO:
    if part.path.endswith(".gz"):
        return cast("BinaryIO", gzip.open(part.path, "rb"))
    stream = open(part.path, "rb")  # noqa: SIM115 - the caller closes it
    stream.seek(part.start)
    return stream


def _lines(stream: BinaryIO, end: int | None) -> Iterator[bytes]:
    lines = bounded_lines(stream)
    while end is None or stream.tell() < end:
        line = next(lines, None)
        if line is None:
            return
        yield line


def _parse(line: bytes) -> Any:
    if is_cut(line):
        return ParaphraseError("P512", limit=MAX_LINE)
    try:
        record = json.loads(line.removeprefix(codecs.BOM_UTF8).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return ParaphraseError("P501", got=str(error))
    if not isinstance(record, dict):
        return ParaphraseError("P904", got=type(record).__name__)
    return record
