"""What stands near linked words, found from the links: they are few, the pairs of words many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .assignment import BoolArray, FloatArray
from .grid import Grid


class Steps(NamedTuple):
    """From what is linked to what stands behind it.

    Attributes:
        down: How many words further on in the source.
        right: How many words further on in the target.
        worth: What a link counts for so far from it.
    """

    down: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    worth: FloatArray


def steps(places: Mapping[float, Sequence[tuple[int, int]]]) -> Steps:
    """Return steps, each at least one word further on in both sentences, by what they are worth."""
    rows = [(down, right, worth) for worth, some in places.items() for down, right in some]
    down, right, worth = zip(*rows, strict=True)
    return Steps(np.array(down), np.array(right), np.array(worth))


def near(
    grid: Grid, links: FloatArray, steps: Steps, ends: float, combine: np.ufunc = np.maximum
) -> tuple[FloatArray, FloatArray]:
    """Return how much is linked before each pair of words, and behind it; (k, cells) each.

    The cost grows with the number of links.

    Args:
        grid: The pairs of words.
        links: Strengths of k sets of links, shape (k, cells).
        steps: How far away links count, and for what.
        ends: How strongly the beginnings of both sentences, and their ends, count as linked.
        combine: What becomes of several links near a pair.

    Example:
        >>> links = np.eye(3).reshape(1, 9)
        >>> before, behind = near(Grid([(3, 3)]), links, steps({0.5: [(1, 1)]}), ends=0.8)
        >>> before[0, ::4].tolist(), behind[0, ::4].tolist()
        ([0.4, 0.5, 0.5], [0.5, 0.5, 0.4])
    """
    frame, k = grid.frame, len(links)
    which, cell = np.nonzero(links)
    linked = np.concatenate([frame.cells[cell], *[frame.first, frame.last] * k])
    widths = np.concatenate([grid.each(frame.widths)[cell], *[frame.widths] * (2 * k)])
    sets = np.concatenate([which, np.repeat(np.arange(k), 2 * len(grid.n))])
    strength = np.concatenate([links[which, cell], np.full(len(sets) - len(which), ends)])
    forth = steps.down[:, None] * widths + steps.right[:, None]
    places = sets * frame.size + linked
    frames = np.zeros((2, k, frame.size))
    for found, there in zip(frames, (places + forth, places - forth), strict=True):
        combine.at(
            found.reshape(-1), there.reshape(-1), (steps.worth[:, None] * strength).reshape(-1)
        )
    before, behind = frames[:, :, frame.cells]
    return before, behind


def joined(links: BoolArray, alike: BoolArray) -> BoolArray:
    """Return links where words without one join that of the word beside them, on either side.

    Args:
        links: One-to-one links, shape (n, m).
        alike: Which words may join, shape (n, m).
    """
    result = links.copy()
    for old, new, close in ((links, result, alike), (links.T, result.T, alike.T)):
        free = np.asarray(~old.any(axis=1))
        beside = np.zeros_like(old)
        beside[1:] |= old[:-1]
        beside[:-1] |= old[1:]
        new[free[:, None] & beside & close] = True
    return result
