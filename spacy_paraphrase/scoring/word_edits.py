"""Typed edits of a pair as plain data: what must be done to the source to read as the target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

# A letter for each kind of edit (Snover, Madnani, Dorr and Schwartz 2009): match, insertion,
# deletion, substitution, stem match, synonym match, phrase substitution.
Kind: TypeAlias = Literal["M", "I", "D", "S", "T", "Y", "P"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SHIFT = "shift"
# What the kinds are called where they are stored.
LABELS: dict[Kind, str] = {
    "M": "MATCH",
    "I": "INSERT",
    "D": "DELETE",
    "S": "SUBST",
    "T": "STEM",
    "Y": "SYNONYM",
    "P": "PHRASE",
}


class WordEdit(NamedTuple):
    """One edit.

    Attributes:
        kind: One of `KINDS`.
        source: Words of the source that it takes, numbered from 0; none for an insertion.
        target: Words of the target likewise, as it was given; none for a deletion. Those of a
            phrase that was shifted together need not stand in a row.
        cost: What it costs.
        probability: Of a phrase substitution, that of the entry of the phrase table; else 1.
        inner: Of a phrase substitution, what its words cost without the phrase table; else 0.
    """

    kind: Kind
    source: tuple[int, ...]
    target: tuple[int, ...]
    cost: float
    probability: float = 1.0
    inner: float = 0.0


class Shift(NamedTuple):
    """A block of the target that was moved, in the order in which it stood by then.

    Attributes:
        start: Place of its first word.
        end: Place behind its last word.
        dest: Place of the word that it goes right behind, -1 for the front.
        cost: What that costs.
    """

    start: int
    end: int
    dest: int
    cost: float


@dataclass(frozen=True)
class EditAlignment:
    """How two sides align by edits, and what it costs.

    Attributes:
        cost: What all edits and shifts cost together.
        length: Words of the source.
        score: Cost for each word of the source, 0 for the same, at most 1 if it was capped.
        ops: The edits but for shifts, in the order of the source.
        shifts: The shifts, in the order in which they were made.
        order: The words of the target in the order in which they ended up; a permutation.
    """

    cost: float
    length: int
    score: float
    ops: tuple[WordEdit, ...]
    shifts: tuple[Shift, ...] = ()
    order: tuple[int, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return how many edits there are of each kind, shifts among them.

        Example:
            >>> EditAlignment(0.0, 1, 0.0, (WordEdit("M", (0,), (0,), 0.0),)).counts()["M"]
            1
        """
        found = Counter(edit.kind for edit in self.ops)
        return {**{kind: found[kind] for kind in KINDS}, SHIFT: len(self.shifts)}

    def opstring(self) -> str:
        """Return a letter for each edit in the order of the source, a blank for a match."""
        return "".join(edit.kind for edit in self.ops).replace("M", " ")

    def to_json(self) -> dict[str, Any]:
        """Return the edits as plain data, without what a matched word costs: nothing."""
        return {
            "cost": round(self.cost, 4),
            "score": round(self.score, 4),
            "edits": [
                {
                    "kind": LABELS[edit.kind],
                    "source": list(edit.source),
                    "target": list(edit.target),
                    "cost": round(edit.cost, 4),
                }
                for edit in self.ops
            ],
            "shifts": [[shift.start, shift.end, shift.dest] for shift in self.shifts],
        }


def ordered(size: int, shifts: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return the words of a side, numbered from 0, as shifts (start, end, dest) leave them.

    Example:
        >>> ordered(4, [(2, 4, -1)])
        [2, 3, 0, 1]
    """
    order = list(range(size))
    for start, end, dest in shifts:
        order = moved(order, start, end, dest)
    return order


def moved(order: list[int], start: int, end: int, dest: int) -> list[int]:
    """Return an order with the block from `start` to before `end` right behind place `dest`.

    `dest` is outside of the block.
    """
    block = order[start:end]
    if dest < start:
        return order[: dest + 1] + block + order[dest + 1 : start] + order[end:]
    return order[:start] + order[end : dest + 1] + block + order[dest + 1 :]
