"""Examples on whatever device they are trained on, as batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from weights.encoder.network import Batch
from weights.encoder.rows import COUNTED, FLAT, ONE, UNKNOWN

# What there is no arithmetic for on every device.
WIDER = {"ids": np.int32}


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
