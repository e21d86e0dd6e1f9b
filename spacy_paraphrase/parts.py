"""What a job reads: files cut into parts, each of which anyone can read alone.

A part is a file, or a stretch of whole lines of one. It is known by what it holds, not by its name,
so that a part that is done is known again after an interruption.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import spacy
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from .errors import ParaphraseError
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
    P501, P503, P512 or P904.
    """
    for number, line in numbered(part):
        try:
            yield number, parse_record(line)
        except ParaphraseError as error:
            yield number, error


def numbered(part: Part) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a part that are not blank, with their numbers in the file."""
    with opened(part.path) as stream:
        if part.start:
            stream.seek(part.start)
        place = part.start
        for number, line in lines_of(stream, part.line):
            if part.end is not None and place >= part.end:
                return
            place = stream.tell() if part.end is not None else 0
            if line.strip():
                yield number, line


def read_docs(part: Part, language: str = "en") -> Iterator[tuple[int, Any]]:
    """Yield the Docs of a DocBin with their numbers, from 1; they share a vocabulary of their own.

    Args:
        part: A whole file.
        language: Whose words they are, which a DocBin does not say.

    Raises:
        ParaphraseError: P101 if the file is none, or damaged.
    """
    yield from docs_of(part.path, spacy.blank(language).vocab)


def docs_of(path: str | Path, vocab: Vocab) -> Iterator[tuple[int, Doc]]:
    """Yield the Docs of a DocBin with their numbers, from 1.

    Raises:
        ParaphraseError: P101 if the file is none, or damaged.
        OSError: If it cannot be read.
    """
    try:
        docs = DocBin(store_user_data=True).from_disk(Path(path))
        for number, doc in enumerate(docs.get_docs(vocab), 1):
            for group in doc.spans.values():
                list(group)  # a span that leads out of its Doc raises only here
            yield number, doc
    except OSError:
        raise
    except Exception as error:  # whatever zlib, msgpack and spaCy say of bytes that are not theirs
        got = f"{type(error).__name__}: {error}"
        raise ParaphraseError("P101", path=path, got=got, expected="a DocBin file") from error
