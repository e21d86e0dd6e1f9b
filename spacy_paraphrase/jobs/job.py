"""Jobs over many records: each is three pure functions, run in a loop or on a cluster.

A job maps a record to keys with values, combines the values of a key in any order, and reduces the
combined value of a key to rows (Dean and Ghemawat 2004, *MapReduce: simplified data processing on
large clusters*). The rows depend only on the records: not on their order, their division into
parts, or the way the job is run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, is_dataclass
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pickle import dumps
from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]
# A setting that is longer, or has more keys, is described by its digest.
_SHORT, _FEW = 1_000, 50


@dataclass(frozen=True)
class Dropped:
    """Returned by `map` or `reduce` in place of something that is left out on purpose.

    Attributes:
        reason: The reason in a word or two; dropped items are counted by reason.
    """

    reason: str


@dataclass(frozen=True)
class Job:
    """Three functions of a module, with their settings bound by `functools.partial`.

    Attributes:
        name: Name of the job in manifests and messages.
        map: Returns the keys of a record, each with a value that can be written as JSON.
        combine: Combines two values of the same key: associative, commutative, bounded in size.
        reduce: Returns the rows of a key.
        ordered: Whether the rows of all parts are sorted by key.
    """

    name: str
    map: Callable[[Any], Iterable[tuple[str, Any] | Dropped]]
    combine: Callable[[Any, Any], Any]
    reduce: Callable[[str, Any], Iterable[Row | Dropped]]
    ordered: bool = False


def run_loop(job: Job, records: Iterable[Any]) -> Iterator[Row]:
    """Yield the rows of a job over records in memory, by key.

    Example:
        >>> def words(text):
        ...     return ((word, 1) for word in text.split())
        >>> count = Job("count", words, int.__add__, lambda word, n: [{"word": word, "n": n}])
        >>> list(run_loop(count, ["a b", "b"]))
        [{'word': 'a', 'n': 1}, {'word': 'b', 'n': 2}]
    """
    values: dict[str, Any] = {}
    for record in records:
        for found in job.map(record):
            if not isinstance(found, Dropped):
                key, value = found
                values[key] = job.combine(values[key], value) if key in values else value
    for key in sorted(values):
        yield from (row for row in job.reduce(key, values[key]) if not isinstance(row, Dropped))


def as_rows(key: str, value: Row) -> Iterable[Row]:
    """Return the only row of a key."""
    return (value,)


def digest(*of: Any) -> str:
    """Return a hash that identifies the result for an input, with this version."""
    text = json.dumps([version("spacy-paraphrase"), *map(described, of)])
    return sha256(text.encode()).hexdigest()[:16]


def described(value: Any) -> Any:
    """Return a JSON description of a value: functions by name, with their bound arguments."""
    if isinstance(value, partial):
        bound = {"function": value.func, "args": list(value.args), **value.keywords}
        return {name: described(each) for name, each in bound.items()}
    if isinstance(value, list) and len(value) <= _FEW:
        return [described(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {"type": described(type(value)), **described(asdict(value))}
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{getattr(value, '__module__', 'builtins')}.{value.__qualname__}"
    if isinstance(value, dict) and len(value) <= _FEW and all(isinstance(k, str) for k in value):
        return {k: described(v) for k, v in value.items()}
    return _short(value)


def _short(value: Any) -> Any:
    """Return a value as JSON, or the digest of one that is long or that JSON cannot hold."""
    if isinstance(value, set | frozenset):
        value = sorted(value)
    try:
        text = json.dumps(value, sort_keys=True).encode()
    except (TypeError, ValueError):
        text = dumps(value)
    else:
        if len(text) <= _SHORT:
            return json.loads(text)
    return {"sha256": sha256(text).hexdigest()}
