"""Jobs over many records: three pure functions each, which a plain loop or a cluster can run.

A job maps a record to keys with values, combines the values of a key in any order, and reduces what
there is of a key to rows (Dean and Ghemawat 2004, *MapReduce: simplified data processing on large
clusters*). What comes out depends on the records alone: not on their order, on how many parts they
come in, or on who runs them.
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
# A setting that is longer, or has more keys, is told by its digest.
_SHORT, _FEW = 1_000, 50


@dataclass(frozen=True)
class Dropped:
    """What `map` or `reduce` give in the place of something that is left out on purpose.

    Attributes:
        reason: Why, in a word or two: what is dropped is counted by it.
    """

    reason: str


@dataclass(frozen=True)
class Job:
    """Three functions of a module, with their settings bound by `functools.partial`.

    Attributes:
        name: What the job is called, in manifests and messages.
        map: Gives the keys of a record, each with a value that JSON can hold.
        combine: Makes one value of two of the same key: associative, commutative, bounded in size.
        reduce: Gives the rows of a key.
        ordered: Whether the rows of all parts stand in the order of their keys.
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


def digest(*of: Any) -> str:
    """Return a name for what comes of something, with this version."""
    text = json.dumps([version("spacy-paraphrase"), *map(described, of)])
    return sha256(text.encode()).hexdigest()[:16]


def described(value: Any) -> Any:
    """Return a value as JSON that tells it: functions by name, with what is bound to them."""
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
