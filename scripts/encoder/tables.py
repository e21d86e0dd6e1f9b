"""Examples as arrays: what `train.py` reads, on whatever device, without anything but torch.

Everything that belongs to a piece, a word, a link or a unit stands in one flat array each, with the
place where each example begins. The sides of a pair stand in the order in which the package reads
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from network import Batch
from torch import Tensor

PAIR, GAP, ACCEPT = range(3)
# Nothing is known; of a judgement only that it is no contradiction, or no entailment.
UNKNOWN, NO_CONTRADICTION, NO_ENTAILMENT = -1, 3, 4
# Pieces of a sequence, at most.
LONGEST = 192
FLAT = {
    **{"ids": np.uint16, "begin": np.uint8, "size": np.uint8, "support": np.int8},
    **{"links": np.uint8, "units": np.uint8, "codes": np.int8, "grades": np.float16},
}
# What there is no arithmetic for on every device.
WIDER = {"ids": np.int32}
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


class Table:
    """Examples on a device.

    Args:
        path: File that `write` made.
        device: Where they are to be.
    """

    def __init__(self, path: Path, device: str = "cpu") -> None:
        with np.load(path) as file:
            found = {name: file[name] for name in file.files}
        self.sets: list[str] = found.pop("sets").tolist()
        self.names: list[str] = found.pop("names").tolist()
        self.device = device
        starts = {
            name: _starts(np.maximum(found[f"of {count}"].astype(np.int64), 0))
            for name, count in COUNTED.items()
        }
        self.begins = starts
        self.of_units = {name: found[name] for name in ("units", "codes", "grades")}
        self.flat = {
            name: torch.from_numpy(found[name].astype(WIDER.get(name, FLAT[name]))).to(device)
            for name in FLAT
            if name not in self.of_units
        }
        self.one = {
            name: torch.from_numpy(found[f"of {name}"].astype(np.int64)).to(device) for name in ONE
        }
        self.starts = {name: torch.from_numpy(at).to(device) for name, at in starts.items()}
        self.numbers = {name: found[f"of {name}"].astype(np.int64) for name in ONE}

    def __len__(self) -> int:
        return len(self.numbers["task"])

    def pieces(self, some: Tensor) -> Batch:
        """Return examples as one batch of sequences."""
        lengths = self.one["pieces"][some]
        longest = -8 * (-int(lengths.max()) // 8)
        at = torch.arange(longest, device=self.device)[None]
        mask = at < lengths[:, None]
        ids = self.taken("ids", some, at, mask)
        return Batch(ids, (at >= self.one["first"][some][:, None]).long() * mask, mask)

    def side(self, some: Tensor, which: int) -> Batch:
        """Return one side of each example alone, as one batch."""
        first, whole = self.one["first"][some], self.one["pieces"][some]
        # The first side has marks at both ends; to the second is lent the first of the first one.
        begin = first - 1 if which else torch.zeros_like(first)
        lengths = (whole - begin) if which else first
        at = torch.arange(-8 * (-int(lengths.max()) // 8), device=self.device)[None]
        mask = at < lengths[:, None]
        ids = self.taken("ids", some, at + begin[:, None], mask)
        ids[:, 0] = self.flat["ids"][self.starts["ids"][some]].long()
        return Batch(ids, torch.zeros_like(ids), mask)

    def words(self, some: Tensor) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
        """Return for each side the weights of the pieces in its words, and which words there are.

        Shapes (batch, words, pieces) and (batch, words).
        """
        longest = -8 * (-int(self.one["pieces"][some].max()) // 8)
        at = torch.arange(longest, device=self.device)
        found = []
        for begin, size, there in (self._places(some, which) for which in (0, 1)):
            within = (at >= begin[..., None]) & (at < (begin + size)[..., None]) & there[..., None]
            found.append((within / size.clamp(min=1)[..., None], there))
        return found[0], found[1]

    def support(self, some: Tensor, which: int) -> Tensor:
        """Return what is known of the support of the words of a side, (batch, words)."""
        places, there = self.word_places(some, which)
        return self.flat["support"][places].long().masked_fill(~there, UNKNOWN)

    def of_words(self, flat: Tensor, some: Tensor, which: int) -> Tensor:
        """Return numbers that stand at each word, of the words of a side, (batch, words)."""
        return flat[self.word_places(some, which)[0]]

    def starts_of_words(self, some: Tensor, which: int) -> tuple[Tensor, Tensor]:
        """Return the first piece of each word of a side, and which words there are."""
        begin, _, there = self._places(some, which)
        return begin, there

    def links(self, some: Tensor, n: int, m: int) -> tuple[Tensor, Tensor]:
        """Return which words are aligned, (batch, n, m), and of which examples it is known."""
        count = self.one["linked"][some]
        gold = torch.zeros(len(some), n, m, device=self.device)
        most = max(int(count.max()), 0)
        at = torch.arange(0, most, 2, device=self.device)[None]
        mask = at < count[:, None]
        i, j = (self.taken("links", some, at + k, mask) for k in (0, 1))
        batch = torch.arange(len(some), device=self.device)[:, None].expand_as(i)
        gold[batch[mask], i[mask], j[mask]] = 1.0
        return gold, count >= 0

    def unit_pairs(
        self, some: np.ndarray
    ) -> Iterator[tuple[int, list[int], list[int], int, float]]:
        """Yield the place in the batch, words, relation and grade of each pair of units."""
        units, codes, grades = (self.of_units[name] for name in ("units", "codes", "grades"))
        counts = self.numbers["units"][some]
        for k in np.flatnonzero(counts).tolist():
            at = int(self.begins["units"][some[k]])
            first = int(self.begins["codes"][some[k]])
            for u in range(first, first + int(counts[k])):
                n, m = units[at : at + 2].tolist()
                words = units[at + 2 : at + 2 + n + m].tolist()
                at += 2 + n + m
                yield k, words[:n], words[n:], int(codes[u]), float(grades[u])

    def taken(self, name: str, some: Tensor, at: Tensor, mask: Tensor, none: int = 0) -> Tensor:
        """Return numbers of a flat array at places within each example, `none` beyond the mask."""
        places = (self.starts[name][some][:, None] + at).clamp(max=len(self.flat[name]) - 1)
        return self.flat[name][places].long().masked_fill(~mask, none)

    def word_places(self, some: Tensor, which: int) -> tuple[Tensor, Tensor]:
        """Return where the words of a side stand among all words, and which there are."""
        before = self.one["source"][some] if which else torch.zeros_like(some)
        count = self.one["target" if which else "source"][some]
        at = torch.arange(int(count.max()), device=self.device)[None]
        places = (self.starts["begin"][some] + before)[:, None] + at
        return places.clamp(max=len(self.flat["begin"]) - 1), at < count[:, None]

    def _places(self, some: Tensor, which: int) -> tuple[Tensor, Tensor, Tensor]:
        places, there = self.word_places(some, which)
        begin, size = (
            self.flat[name][places].long().masked_fill(~there, 0) for name in ("begin", "size")
        )
        return begin, size, there


def _starts(counts: np.ndarray) -> np.ndarray:
    return np.cumsum(counts) - counts


def batches(
    lengths: Sequence[int] | np.ndarray, order: np.ndarray, pieces: int, seed: int
) -> list[np.ndarray]:
    """Return batches of examples of like length with about so many pieces, in random order.

    Args:
        lengths: Pieces of every example.
        order: The examples, shuffled.
        pieces: Pieces of a batch, padding included.
        seed: For the order of the batches.
    """
    lengths = np.asarray(lengths)
    found = []
    run = max(1, pieces // 4)
    for k in range(0, len(order), run):
        some = order[k : k + run]
        some = some[np.argsort(lengths[some], kind="stable")]
        start = 0
        while start < len(some):
            stop = start + 1
            # The last one is the longest.
            most = max(1, pieces // max(int(lengths[some[start]]), 8))
            stop = min(len(some), start + most)
            while stop > start + 1 and (stop - start) * int(lengths[some[stop - 1]]) > pieces:
                stop -= max(1, (stop - start) // 8)
            found.append(some[start:stop])
            start = stop
    np.random.default_rng(seed).shuffle(found)  # type: ignore[arg-type]
    return found
