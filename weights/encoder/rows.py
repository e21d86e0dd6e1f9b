"""Examples as arrays: what `encoder.prepare` writes and `encoder.train` reads.

Everything that belongs to a piece, a word, a link or a unit stands in one flat array each. The
sides of a pair stand in the order in which the package reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

PAIR, GAP, ACCEPT = range(3)
# Nothing is known; of a judgement only that it is no contradiction, or no entailment.
UNKNOWN, NO_CONTRADICTION, NO_ENTAILMENT = -1, 3, 4
# Pieces of a sequence, at most.
LONGEST = 192
FLAT = {
    **{"ids": np.uint16, "begin": np.uint8, "size": np.uint8, "support": np.int8},
    **{"links": np.uint8, "units": np.uint8, "codes": np.int8, "grades": np.float16},
}
# Which count says how much of each flat array belongs to an example.
COUNTED = {
    **{"ids": "pieces", "begin": "words", "size": "words", "support": "words"},
    **{"links": "linked", "units": "unit words", "codes": "units", "grades": "units"},
}
ONE = {
    **{"task": np.uint8, "set": np.uint8, "half": np.uint8, "held": np.uint8, "first": np.uint8},
    **{"source": np.uint8, "target": np.uint8, "entails": np.int8, "entailed": np.int8},
    **{"pieces": np.uint8, "words": np.uint16, "linked": np.int16, "units": np.uint8},
    **{"unit words": np.uint16, "gold": np.uint8, "turned": np.uint8},
}


@dataclass
class Row:
    """One example.

    Attributes:
        task: `PAIR`, `GAP` or `ACCEPT`.
        set: Where it is from.
        half: Which half of the data it belongs to.
        held: Whether it is for measuring alone.
        ids: Pieces, at most `LONGEST`.
        first: How many of them belong to the first side, marks included.
        places: For each side where the pieces of each word begin, and how many there are.
        entails: What the first side says of the second; `UNKNOWN` and so on.
        entailed: The other way round.
        support: For each word of both sides 1 if the other side says it, 0 if not, or `UNKNOWN`.
        links: Which words are aligned; None where not known.
        units: Words of two units, their relation or `UNKNOWN`, and their similarity or NaN.
        gold: Of a gap the piece before which it is; of a sentence 1 if it is a good one.
        turned: Whether the sides stand in another order than they did.
    """

    task: int
    set: str
    half: int
    held: bool
    ids: list[int]
    first: int
    places: tuple[list[tuple[int, int]], list[tuple[int, int]]]
    entails: int = UNKNOWN
    entailed: int = UNKNOWN
    support: Sequence[int] = ()
    links: Sequence[tuple[int, int]] | None = None
    units: Sequence[tuple[list[int], list[int], int, float]] = ()
    gold: int = 0
    turned: bool = False


def write(path: Path, rows: Iterable[Row], names: list[str]) -> int:
    """Write examples, and the pieces that their numbers stand for; return how many."""
    flat: dict[str, list[Any]] = {name: [] for name in FLAT}
    single: dict[str, list[int]] = {name: [] for name in ONE}
    sets: dict[str, int] = {}
    for row in rows:
        words = [*row.places[0], *row.places[1]]
        flat["ids"] += row.ids
        flat["begin"] += [start for start, _ in words]
        flat["size"] += [size for _, size in words]
        flat["support"] += row.support or [UNKNOWN] * len(words)
        linked = [place for link in row.links or () for place in link]
        flat["links"] += linked
        of_units = [k for a, b, _, _ in row.units for k in (len(a), len(b), *a, *b)]
        flat["units"] += of_units
        flat["codes"] += [unit[2] for unit in row.units]
        flat["grades"] += [unit[3] for unit in row.units]
        told = {
            **{"task": row.task, "set": sets.setdefault(row.set, len(sets)), "half": row.half},
            **{"held": row.held, "first": row.first, "source": len(row.places[0])},
            **{"target": len(row.places[1]), "entails": row.entails, "entailed": row.entailed},
            **{"pieces": len(row.ids), "words": len(words), "units": len(row.units)},
            **{"linked": -1 if row.links is None else len(linked), "gold": row.gold},
            **{"unit words": len(of_units), "turned": row.turned},
        }
        for name, value in told.items():
            single[name].append(int(value))
    arrays = {name: np.array(flat[name], kind) for name, kind in FLAT.items()}
    arrays |= {f"of {name}": np.array(single[name], kind) for name, kind in ONE.items()}
    np.savez_compressed(path, **arrays, sets=np.array(list(sets)), names=np.array(names))
    return len(single["task"])
