"""Writing of JSON lines, of files that are complete or not there, and of checksums."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

# Line breaks of Unicode that JSON allows in a string, and some readers of lines do not.
_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"}
# What stands between a file and its checksum; how much of it is summed: blocks of so many bytes.
_SEAL = b"\nspacy-paraphrase sum "
_BLOCK, _MOST_BLOCKS = 1 << 16, 256


def json_line(record: Any) -> bytes:
    r"""Return a JSON value as one line of UTF-8.

    Example:
        >>> json_line({"id": "é", "lone surrogate": "\ud800"}).decode()
        '{"id": "é", "lone surrogate": "\\ud800"}\n'
    """
    text = json.dumps(record, ensure_ascii=False, allow_nan=False).translate(_ESCAPES)
    return (text + "\n").encode("utf-8", "backslashreplace")


@contextmanager
def named(path: str | Path, part: str | Path | None = None) -> Iterator[None]:
    """Say in an error of the system to which file it belongs, and not to what stands for it."""
    try:
        yield
    except OSError as error:
        if error.filename is None or error.filename == str(part):
            error.filename = str(path)
        raise


@contextmanager
def whole_file(path: str | Path, *, durable: bool = False) -> Iterator[BinaryIO]:
    """Give a stream whose content replaces a file when the block ends, and only then.

    If it ends in an error, or the process is killed, an earlier file is left as it was. What is no
    regular file (a pipe) is written to at once.

    Args:
        path: The file; of a link what it leads to.
        durable: Whether the content is on the disk when the block has ended, so that it outlives
            the machine, too.

    Raises:
        OSError: If it cannot be written.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with named(path), open(path, "wb") as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))
    part = target.with_name(f"{target.name}.{uuid4().hex[:8]}.part")
    try:
        with named(path, part), open(part, "wb") as stream:
            yield stream
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    if durable and hasattr(os, "O_DIRECTORY"):  # a folder cannot be opened on Windows
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def checksum(stream: BinaryIO, size: int | None = None) -> int:
    """Return a checksum (CRC-32) of the beginning of a file, as it is stored.

    Up to 16 MB all of it is summed, which takes 12 ms. Of more it is 256 blocks of 64 KB, evenly
    spread from the beginning on, the last block, and the length: so a table of gigabytes opens as
    soon. Damage between these blocks is not seen.

    Args:
        stream: The file, open to be read.
        size: How many bytes; all of them by default.
    """
    size = stream.seek(0, os.SEEK_END) if size is None else size
    found = zlib.crc32(b"%d" % size)
    step = max(_BLOCK, -(-size // _MOST_BLOCKS))
    for start in (*range(0, size, step), max(0, size - _BLOCK)):
        stream.seek(start)
        found = zlib.crc32(stream.read(min(_BLOCK, size - start)), found)
    return found


def seal(path: str | Path) -> None:
    """Append its checksum to a file, for `content_size`; what is no regular file stays as it is."""
    if os.path.isfile(path):
        with open(path, "r+b") as stream:
            found = checksum(stream)
            stream.seek(0, os.SEEK_END)
            stream.write(_SEAL + found.to_bytes(4, "big"))


def content_size(stream: BinaryIO) -> tuple[int, bool]:
    """Return how many bytes of a file were there when it was sealed, and whether it is sealed.

    Raises:
        ValueError: If they are not those that were there.
    """
    whole = stream.seek(0, os.SEEK_END)
    size = max(0, whole - len(_SEAL) - 4)
    stream.seek(size)
    end = stream.read()
    if not end.startswith(_SEAL):
        return whole, False
    if checksum(stream, size).to_bytes(4, "big") != end[len(_SEAL) :]:
        raise ValueError("a checksum that is not that of its content")
    return size, True
