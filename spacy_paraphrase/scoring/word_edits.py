"""Typed edits of a pair as plain data: the changes that turn the source into the target."""

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
# Names of the kinds in stored data.
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
        source: Words of the source, as indices from 0; empty for an insertion.
        target: Words of the target in its original order, as indices from 0; empty for a deletion.
            The words of a shifted phrase need not be contiguous.
        cost: The cost of the edit.
        probability: For a phrase substitution, the probability of the phrase table entry; else 1.
        inner: For a phrase substitution, the cost of its words without the phrase table; else 0.
    """

    kind: Kind
    source: tuple[int, ...]
    target: tuple[int, ...]
    cost: float
    probability: float = 1.0
    inner: float = 0.0


class Shift(NamedTuple):
    """A shifted block of the target; positions refer to the order before this shift.

    Attributes:
        start: Position of its first word.
        end: Position after its last word.
        dest: Position of the word after which it is moved, -1 for the front.
        cost: The cost of the shift.
    """

    start: int
    end: int
    dest: int
    cost: float


@dataclass(frozen=True)
class EditAlignment:
    """The alignment of two sides by edits, and its cost.

    Attributes:
        cost: Total cost of all edits and shifts.
        length: Number of words of the source.
        score: Cost per word of the source, 0 for identical sides, at most 1 if capped.
        ops: The edits except shifts, in the order of the source.
        shifts: The shifts, in the order in which they were made.
        order: The final order of the target words; a permutation.
    """

    cost: float
    length: int
    score: float
    ops: tuple[WordEdit, ...]
    shifts: tuple[Shift, ...] = ()
    order: tuple[int, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return the number of edits of each kind, including shifts.

        Example:
            >>> EditAlignment(0.0, 1, 0.0, (WordEdit("M", (0,), (0,), 0.0),)).counts()["M"]
            1
        """
        found = Counter(edit.kind for edit in self.ops)
        return {**{kind: found[kind] for kind in KINDS}, SHIFT: len(self.shifts)}

    def opstring(self) -> str:
        """Return a letter for each edit in the order of the source, a space for a match."""
        return "".join(edit.kind for edit in self.ops).replace("M", " ")

    def to_json(self) -> dict[str, Any]:
        """Return the edits as plain data, without the cost of matches, which is 0."""
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
    """Return the order of the words of a side, as indices from 0, after shifts (start, end, dest).

    Example:
        >>> ordered(4, [(2, 4, -1)])
        [2, 3, 0, 1]
    """
    order = list(range(size))
    for start, end, dest in shifts:
        order = moved(order, start, end, dest)
    return order


def moved(order: list[int], start: int, end: int, dest: int) -> list[int]:
    """Return an order with the block from `start` to before `end` moved to after `dest`.

    `dest` must be outside the block.
    """
    block = order[start:end]
    if dest < start:
        return order[: dest + 1] + block + order[dest + 1 : start] + order[end:]
    return order[:start] + order[end : dest + 1] + block + order[dest + 1 :]
