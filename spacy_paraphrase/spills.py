"""Keys with values that need not fit into memory: sorted files of them, merged as they are read.

A run is a file of lines, a key and a value each, in the order of buckets and, inside them, of keys.
Buckets divide the keys among those who reduce them, by a hash that is the same everywhere.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from sys import getsizeof
from typing import Any, TypeAlias
from zlib import crc32

Combine: TypeAlias = Callable[[Any, Any], Any]
Entry: TypeAlias = tuple[str, Any]
# Bytes of keys and values in memory at once, and files that are merged at once.
KEPT = 32 << 20
MERGED = 64


class Spills:
    """Values by key, combined as they come; what is more than `kept` goes into sorted files.

    Args:
        folder: Where the files go.
        combine: Makes one value of two of the same key.
        buckets: Number of buckets.
        kept: Bytes of keys and values that are in memory at once, about.
    """

    def __init__(self, folder: Path, combine: Combine, buckets: int, kept: int = KEPT) -> None:
        self._folder, self._combine, self._buckets, self._kept = folder, combine, buckets, kept
        self._values: dict[str, Any] = {}
        self._size = 0
        self._runs: list[Path] = []

    def add(self, key: str, value: Any) -> None:
        """Add a value of a key."""
        if key not in self._values:
            self._values[key] = value
            self._size += getsizeof(key) + size_of(value)
        else:
            self._values[key] = self._combine(self._values[key], value)
            if isinstance(value, list):  # the one kind of value that grows
                self._size += size_of(value)
        if self._size >= self._kept:
            self._spill()

    def write(self, path: Path) -> list[int]:
        """Write all there is as one run and return where its buckets begin, and where it ends."""
        self._spill()
        entries = merged([entries_of(run) for run in self._runs], self._order)
        if len(self._runs) > 1:
            entries = combined(entries, self._combine)
        return self._write(path, entries)

    def _order(self, entry: Entry) -> tuple[int, str]:
        return bucket_of(entry[0], self._buckets), entry[0]

    def _spill(self) -> None:
        path = self._folder / f"run-{len(self._runs):05}"
        self._write(path, sorted(self._values.items(), key=self._order))
        self._runs.append(path)
        self._values.clear()
        self._size = 0

    def _write(self, path: Path, entries: Iterable[Entry]) -> list[int]:
        starts: list[int] = []
        size = 0
        with open(path, "wb") as stream:
            for key, value in entries:
                bucket = bucket_of(key, self._buckets)
                starts += [size] * (bucket + 1 - len(starts))
                size += stream.write(_line(key, value))
        return starts + [size] * (self._buckets + 1 - len(starts))


def size_of(value: Any) -> int:
    """Return about how many bytes a value of lists, dicts, texts and numbers takes."""
    size = getsizeof(value)
    if isinstance(value, dict):
        return size + sum(size_of(each) for each in value.values())
    if isinstance(value, list | tuple):
        return size + sum(map(size_of, value))
    return size


def bucket_of(key: str, buckets: int) -> int:
    """Return the bucket of a key, the same in every process.

    Example:
        >>> bucket_of("news", 7)
        2
    """
    return crc32(key.encode("utf-8", "surrogatepass")) % buckets


def entries_of(path: Path, start: int = 0, end: int | None = None) -> Iterator[Entry]:
    """Yield the keys and values of a run, or of what lies between two places of it, in bytes."""
    with open(path, "rb") as stream:
        stream.seek(start)
        for line in stream:
            if end is not None and start >= end:
                return
            start += len(line)
            key, _, value = line.partition(b"\t")
            yield json.loads(key), json.loads(value)


def merged(runs: list[Iterator[Entry]], order: Callable[[Entry], Any]) -> Iterator[Entry]:
    """Yield the entries of sorted runs in order."""
    return heapq.merge(*runs, key=order)


def combined(entries: Iterable[Entry], combine: Combine) -> Iterator[Entry]:
    """Yield each key of sorted entries once, with its values combined."""
    for key, group in groupby(entries, itemgetter(0)):
        yield key, reduce(combine, (value for _, value in group))


def sorted_bucket(
    runs: list[tuple[Path, int, int]], combine: Combine, folder: Path
) -> Iterator[Entry]:
    """Yield the entries of one bucket of many runs, by key, equal keys one after another.

    Args:
        runs: The files, each with where the bucket begins and ends.
        combine: Makes one value of two of the same key.
        folder: Where files may go that are merged first, since not all can be open at once.
    """
    count = 0
    while len(runs) > MERGED:
        some, runs = runs[:MERGED], runs[MERGED:]
        path = folder / f"merged-{count:05}"
        entries = combined(merged([entries_of(*run) for run in some], itemgetter(0)), combine)
        with open(path, "wb") as stream:
            size = sum(stream.write(_line(*entry)) for entry in entries)
        runs.append((path, 0, size))
        count += 1
    yield from merged([entries_of(*run) for run in runs], itemgetter(0))


def _line(key: str, value: Any) -> bytes:
    return f"{json.dumps(key)}\t{json.dumps(value)}\n".encode()
