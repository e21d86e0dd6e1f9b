"""Lines for `align`, ordinary and hostile, without end, and the book that is kept of them.

`line(number, seed)` is the same on every machine. Of each line is known what must become of it: a
result, an error with one of some codes, or nothing, if it is blank. `book` holds what a run wrote
against that: every other line ends once, as a result or an error, in the order of the input.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

# Source and target; what stands in braces is drawn anew for every line.
PATTERNS = (
    ("The {thing} in {place} was sold.", "A {thing} was sold in {place}."),
    ("{name} bought {number} {things}.", "{name} bought many {things}."),
    ("The {person} saw a {animal}.", "A {animal} was seen by the {person}."),
    ("Every {animal} slept.", "No {animal} slept."),
    ("{name} met the {person} in {place}.", "The {person} was met by {name}."),
    ("The price rose by {number} percent.", "The price fell by {number} percent."),
    ("A {person} feeds the {animal}.", "The {animal} is fed."),
    ("{name} lost the {thing}.", "{name} did not lose a {thing}."),
    ("The old {thing} broke on {day}.", "On {day} the {thing} broke."),
    ("{place} has {number} {things}.", "There are {number} {things} in {place}."),
    ("The {person} told {name} to rest.", "{name} was told to rest by a {person}."),
    ("Some {things} are in the {thing}.", "{things} are here."),
)
THINGS = [
    *("bridge", "house", "letter", "lamp", "boat", "table", "engine", "piano", "clock", "bottle"),
]
WORDS = {
    "thing": THINGS,
    "things": [f"{thing}s" for thing in THINGS],
    "person": ["teacher", "doctor", "farmer", "baker", "judge", "singer", "nurse", "painter"],
    "animal": ["dog", "cat", "horse", "squirrel", "goat", "duck", "puppy", "cow"],
    "day": ["Monday", "Tuesday", "Friday", "Sunday"],
}
SYLLABLES = [
    *("ka", "lo", "mir", "ta", "ven", "dor", "si", "bel"),
    *("nu", "gar", "pe", "lin", "o", "fa", "rus", "tol"),
]
# What becomes of a line: a result, nothing since it is blank, or a code.
RESULT, PASSED = "result", "passed over"
# The exit status of a run in which lines were refused.
SOME_FAILED = 3
# So many lines of a hundred are refused, or are odd and must not be.
REFUSED, ODD = 50, 10


class Line(NamedTuple):
    """A line of an input.

    Attributes:
        raw: Its bytes, without the line break.
        id: The id of its record, None if it has none that can be read.
        kind: What it is.
        expected: What must become of it: `RESULT`, `PASSED`, or codes of errors.
    """

    raw: bytes
    id: Any
    kind: str
    expected: frozenset[str]


def line(number: int, seed: int = 0, hostile: bool = True) -> Line:
    """Return a line by its number, from 1.

    Args:
        number: The number; it is the id, too, or is in it.
        seed: Another seed gives other lines.
        hostile: Whether some lines are bad or odd; else all are ordinary pairs.
    """
    draw = Random(seed * 10**9 + number)
    source, target = pair(draw)
    record: dict[str, Any] = {"id": number, "source": source, "target": target}
    share = draw.randrange(100) if hostile else 100
    if share < REFUSED:
        kind = draw.choice(_OFTEN if draw.randrange(2000) else _SELDOM)
        return _BAD[kind](kind, record, draw)
    if share < REFUSED + ODD:
        kind = draw.choice(tuple(_LEGAL))
        return _made(kind, _LEGAL[kind](record, draw), RESULT)
    return _made("ordinary", record, RESULT)


def pair(draw: Random) -> tuple[str, str]:
    """Return two sentences that have to do with each other."""
    words: dict[str, Any] = {name: draw.choice(some) for name, some in WORDS.items()}
    words |= {name: "".join(draw.choices(SYLLABLES, k=3)).title() for name in ("name", "place")}
    words["number"] = draw.randrange(2, 10 ** draw.randrange(1, 7))
    source, target = draw.choice(PATTERNS)
    return source.format(**words), target.format(**words)


def _made(kind: str, record: dict[str, Any], *expected: str) -> Line:
    return Line(json.dumps(record).encode(), record.get("id"), kind, frozenset(expected))


def _without(name: str, record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != name}


def _long(record: dict[str, Any], words: int) -> dict[str, Any]:
    return record | {"source": f"{record['source']} " * (words // 6)}


# Lines that are odd, and pairs all the same.
_LEGAL: dict[str, Callable[[dict[str, Any], Random], dict[str, Any]]] = {
    "control characters": lambda r, d: r | {"source": f"\x00{chr(d.randrange(32))}{r['source']}"},
    "escapes of a terminal": lambda r, d: r | {"id": f"\x1b[2J{r['id']}", "target": "\x1b]0;x\x07"},
    "marks alone": lambda r, d: r | {"source": "".join(d.choices("!?.,;…—", k=d.randrange(1, 9)))},
    "other scripts": lambda r, d: (
        r | {"target": "ثلاثة أكواب 猫が 😀 ﷽ e\u0301\u200d\u202e" + r["target"]}
    ),
    "words given": lambda r, d: r | {"source": r["source"].split(), "source_chunks": [[0, 1]]},
    "blanks among words": lambda r, d: r | {"source": ["two words", " ", "\t", "x"]},
    "line breaks": lambda r, d: r | {"source": f"\u2028{r['source']}\r\n\x85{r['source']}"},
    "a number of many digits": lambda r, d: (
        r | {"source": f"He has {'9' * d.randrange(300, 999)}."}
    ),
    "an id of many digits": lambda r, d: r | {"id": 10**400 + r["id"]},
    "an id with structure": lambda r, d: r | {"id": [r["id"], {"": [None, 0.5]}]},
    "keys unknown": lambda r, d: r | {"words": 7, "__class__": {"a": [[[[]]]]}, "question": "Who?"},
    "alike": lambda r, d: r | {"target": r["source"]},
    "a long word": lambda r, d: r | {"source": "x" * d.randrange(100, 2000)},
}


def _code(*codes: str, **changes: Callable[[dict[str, Any], Random], Any]) -> Callable[..., Line]:
    """Return what makes a bad line of a record by putting other values into it."""

    def make(kind: str, record: dict[str, Any], draw: Random) -> Line:
        made = record | {name: change(record, draw) for name, change in changes.items()}
        return _made(kind, made, *codes)

    return make


def _raw(*codes: str, text: Callable[[bytes, Random], bytes]) -> Callable[..., Line]:
    """Return what makes of a record a line that is no JSON, or of another type."""

    def make(kind: str, record: dict[str, Any], draw: Random) -> Line:
        raw = text(json.dumps(record).encode(), draw).replace(b"\n", b" ")
        return Line(raw, None, kind, frozenset(codes))

    return make


_BAD: dict[str, Callable[..., Line]] = {
    "cut JSON": _raw("P501", text=lambda raw, d: raw[: d.randrange(1, len(raw))]),
    "bytes": _raw("P501", text=lambda raw, d: b"\xff" + d.randbytes(d.randrange(200))),
    "no UTF-8": _raw("P501", text=lambda raw, d: raw.replace(b" ", b" \xe9", 1)),
    "an empty line": _raw(PASSED, text=lambda raw, d: b" " * d.randrange(3)),
    "two values": _raw("P501", text=lambda raw, d: raw * 2),
    "no object": _raw(
        "P904", text=lambda raw, d: d.choice((b"[1, 2]", b"7", b"null", b'"a"', b"-0.0", b"true"))
    ),
    "deep": _raw("P501", text=lambda raw, d: b"[" * 100_000),
    "a number without measure": _raw("P501", text=lambda raw, d: b'{"id": ' + b"9" * 5000 + b"}"),
    "an id that is no number": _raw(
        "P501", text=lambda raw, d: b'{"id": NaN' + raw[raw.find(b",") :]
    ),
    "no source": lambda kind, r, d: _made(kind, _without("source", r), "P502"),
    "no target": lambda kind, r, d: _made(kind, _without("target", r), "P502"),
    "a side of another type": _code(
        "P002", source=lambda r, d: d.choice((7, None, {}, True, 1e308))
    ),
    "words of another type": _code("P002", target=lambda r, d: ["a", d.choice((7, None, [], {}))]),
    "an empty side": _code("P001", source=lambda r, d: d.choice(("", " ", "\n\t", []))),
    "half a character": _code("P503", source=lambda r, d: f"{r['source']} \ud83d"),
    "a deep id": lambda kind, r, d: Line(
        json.dumps(r | {"id": 0}).replace("0", "[" * 150 + "]" * 150, 1).encode(),
        None,
        kind,
        frozenset({"P503"}),
    ),
    "chunks out of range": _code(
        "P504", source_chunks=lambda r, d: [[0, 10 ** d.randrange(2, 30)]]
    ),
    "chunks that overlap": _code("P503", source_chunks=lambda r, d: [[0, 2], [1, 2]]),
    "chunks of another type": _code("P503", target_chunks=lambda r, d: d.choice((7, ["a"], [[0]]))),
    "a question of another type": _code("P503", question=lambda r, d: [r["source"]]),
    "a side of many words": lambda kind, r, d: _made(kind, _long(r, 8000), "P033"),
    "a side without measure": lambda kind, r, d: _made(kind, _long(r, 400_000), "P505"),
}
_SELDOM = ("a side of many words", "a side without measure", "deep")
_OFTEN = tuple(kind for kind in _BAD if kind not in _SELDOM)


def lines(number: int, seed: int = 0, hostile: bool = True) -> Iterator[Line]:
    """Return lines 1 to a number."""
    return map(partial(line, seed=seed, hostile=hostile), range(1, number + 1))


def write(path: Path, some: Iterable[Line]) -> None:
    """Write lines into a file."""
    with open(path, "wb") as stream:
        stream.writelines(each.raw + b"\n" for each in some)


@dataclass
class Book:
    """What became of the lines of an input.

    Attributes:
        results: Lines that ended as a result.
        passed: Blank lines, which end as nothing.
        errors: Lines that ended as an error, by code.
        kinds: Lines by kind and what became of them.
        lost: Lines that ended as nothing, though later ones did.
        doubled: Results and errors that belong to no line, or to one that has ended already, or
            stand out of order.
        unexpected: Kinds with what became of them and must not.
    """

    results: int = 0
    passed: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    lost: int = 0
    doubled: int = 0
    unexpected: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def ended(self) -> int:
        """Return how many lines ended."""
        return self.results + self.passed + self.errors.total()


def book(some: Iterable[Line], output: Path, errors: Path) -> Book:
    """Hold what a run wrote against the lines of its input.

    Of a run that is not at its end, the lines behind the last one that ended are neither ended nor
    lost; a last line without a line break is none.
    """
    found = Book()
    with open(output, "rb") as written, open(errors, "rb") as refused:
        results, failures = _whole(written), _whole(refused)
        result, failure = next(results, None), next(failures, None)
        waiting = 0
        for number, each in enumerate(some, 1):
            blank = PASSED in each.expected
            if result is None and failure is None and not blank:
                break
            if failure is not None and failure["line"] == number:
                outcome = failure["code"]
                found.errors[outcome] += 1
                failure = next(failures, None)
            elif result is not None and _same(result["id"], each.id):
                outcome = RESULT
                found.results += 1
                result = next(results, None)
            elif blank:
                outcome = PASSED
                found.passed += 1
            else:
                waiting += 1
                continue
            found.lost, waiting = found.lost + waiting, 0
            found.kinds[each.kind, outcome] += 1
            if outcome not in each.expected:
                found.unexpected[each.kind, outcome] += 1
        left = (result is not None) + (failure is not None)
        found.doubled = left + sum(1 for _ in results) + sum(1 for _ in failures)
    return found


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _whole(stream: Iterable[bytes]) -> Iterator[Any]:
    return (json.loads(raw) for raw in stream if raw.endswith(b"\n"))
