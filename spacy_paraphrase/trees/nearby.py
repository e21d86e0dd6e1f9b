"""What stands near linked words, found from the links: they are few, the pairs of words many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .assignment import BoolArray, FloatArray


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
    links: FloatArray, steps: Steps, ends: float, combine: np.ufunc = np.maximum
) -> tuple[FloatArray, FloatArray]:
    """Return how much is linked before each pair of words, and behind it; shape (k, n, m) each.

    The cost grows with the number of links.

    Args:
        links: Strengths of k sets of links, shape (k, n, m).
        steps: How far away links count, and for what.
        ends: How strongly the beginnings of both sentences, and their ends, count as linked.
        combine: What becomes of several links near a pair.

    Example:
        >>> before, behind = near(np.eye(3)[None], steps({0.5: [(1, 1)]}), ends=0.8)
        >>> before[0].diagonal().tolist(), behind[0].diagonal().tolist()
        ([0.4, 0.5, 0.5], [0.5, 0.5, 0.4])
    """
    k, n, m = links.shape
    margin = int(max(steps.down.max(), steps.right.max())) + 1
    height, width = n + 2 * margin, m + 2 * margin
    which, i, j = np.nonzero(links)
    strength = np.append(links[which, i, j], np.full(2 * k, ends))
    every = np.arange(k)
    which = np.concatenate([which, every, every])
    i = np.concatenate([i, np.full(k, -1), np.full(k, n)])
    j = np.concatenate([j, np.full(k, -1), np.full(k, m)])
    place = (which * height + i + margin) * width + j + margin
    forth = (steps.down * width + steps.right)[:, None]
    size = k * height * width
    frames = np.zeros(2 * size)
    cells = np.concatenate([place + forth, place - forth + size]).reshape(-1)
    values = (steps.worth[:, None] * strength).reshape(-1)
    combine.at(frames, cells, np.concatenate([values, values]))
    inside = frames.reshape(2, k, height, width)[..., margin:-margin, margin:-margin]
    return inside[0], inside[1]


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
