"""Results of a task in an SQLite file, which is written completely or not at all.

A file has entries (keys with values, each in a bucket) or lines of rows; lines of failures; and
counts. Buckets divide the keys among the processes that reduce them.
"""

from __future__ import annotations

import errno
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from sys import getsizeof
from typing import Any
from uuid import uuid4
from zlib import crc32

from threadpoolctl import threadpool_limits

from .atomic import content_size, seal

# Maximum number of bytes of keys and values in memory at once.
CAP = 32 << 20
_TABLES = """
    CREATE TABLE entry (bucket INTEGER, key BLOB, value TEXT);
    CREATE INDEX of_bucket ON entry (bucket);
    CREATE TABLE row (line BLOB);
    CREATE TABLE error (line BLOB);
    CREATE TABLE count (name TEXT, number INTEGER);
"""


def make(path: Path, work: Callable[[sqlite3.Connection], Counter[str]]) -> Counter[str]:
    """Have a file filled, if it is not there yet, and return the counts in it.

    Two processes may be about the same one: a cluster starts tasks again that it takes for lost.
    What a machine that went down has left in part, or a disk has changed, is made again.

    Raises:
        OSError: If it cannot be written.
    """
    if not _is_whole(path):
        part = path.with_name(f"{path.name}.{uuid4().hex}")
        try:
            # Each task is to have a core, not all of them.
            with as_system(path), closing(_opened(part)) as file, file, threadpool_limits(1):
                file.executescript(_TABLES)
                file.executemany("INSERT INTO count VALUES (?, ?)", work(file).items())
            seal(part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    with closing(_opened(path)) as file:
        return Counter(dict(file.execute("SELECT name, number FROM count")))


def _is_whole(path: Path) -> bool:
    """Return whether a file is there, as it was sealed."""
    with suppress(FileNotFoundError, ValueError), open(path, "rb") as stream:
        return content_size(stream)[1]
    return False


@contextmanager
def as_system(path: Path) -> Iterator[None]:
    """Raise what SQLite says where it cannot write, as on a full disk, as the system would."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise OSError(errno.EIO, str(error), str(path)) from error


def lines_in(path: Path, table: str) -> Iterator[bytes]:
    """Yield the lines of a file: those of "row", or of "error"."""
    with closing(_opened(path)) as file:
        yield from (line for (line,) in file.execute(f"SELECT line FROM {table} ORDER BY rowid"))


class Entries:
    """Values by key, combined as they come, on their way into a file.

    Args:
        file: Made by `make`.
        combine: Makes one value of two of the same key.
        buckets: Number of buckets.
        cap: About how many bytes of keys and values are in memory at once.
    """

    def __init__(
        self, file: sqlite3.Connection, combine: Callable[..., Any], buckets: int, cap: int = CAP
    ) -> None:
        self.values: dict[str, Any] = {}
        self._file, self._combine, self._buckets, self._cap = file, combine, buckets, cap
        self._most = 0

    def add(self, key: str, value: Any) -> None:
        """Add a value of a key."""
        self._most += getsizeof(key) + size_of(value)
        known = key in self.values
        self.values[key] = self._combine(self.values[key], value) if known else value

    def full(self) -> bool:
        """Return whether so much is in memory that it has to be written."""
        if self._most < self._cap:
            return False
        # That was all that was added: combined it may be much less.
        self._most = sum(getsizeof(key) + size_of(value) for key, value in self.values.items())
        return self._most >= self._cap / 2

    def write(self) -> None:
        """Write what is in memory."""
        coded = ((key.encode("utf-8", "surrogatepass"), key) for key in self.values)
        places = sorted((crc32(raw) % self._buckets, raw, key) for raw, key in coded)
        rows = ((bucket, raw, json.dumps(self.values[key])) for bucket, raw, key in places)
        self._file.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
        self.values.clear()
        self._most = 0


def size_of(value: Any) -> int:
    """Return about how many bytes a value of lists, dicts, texts and numbers takes."""
    held = value.values() if isinstance(value, dict) else value
    inner = held if isinstance(value, dict | list | tuple) else ()
    return getsizeof(value) + sum(map(size_of, inner))


def entries_of(
    paths: Iterable[Path], bucket: int, file: sqlite3.Connection
) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a bucket, by key, those of one key in the order of the files.

    Args:
        paths: Files made by `make`.
        bucket: The number of the bucket.
        file: The one that is made of them; what is sorted lies where SQLite puts such files.
    """
    file.execute("CREATE TEMP TABLE found (key BLOB, value TEXT)")
    for path in paths:
        file.commit()
        file.execute("ATTACH ? AS part", (_address(path),))
        wanted = "SELECT key, value FROM part.entry WHERE bucket = ? ORDER BY rowid"
        file.execute(f"INSERT INTO found {wanted}", (bucket,))
        file.commit()
        file.execute("DETACH part")
    for key, value in file.execute("SELECT key, value FROM found ORDER BY key, rowid"):
        yield key.decode("utf-8", "surrogatepass"), json.loads(value)


def _opened(path: Path) -> sqlite3.Connection:
    """Open a file that one process writes: without a journal, since it is whole or thrown away."""
    file = sqlite3.connect(_address(path), uri=True)
    size = f"cache_size=-{CAP >> 10}"
    file.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA {size}")
    return file


def _address(path: Path) -> str:
    """Return how SQLite opens a file without a lock, which not all disks of clusters have."""
    return f"{path.absolute().as_uri()}?nolock=1"
