"""Rooted ordered trees as integer arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..jobs.arrays import IntArray

# The number of cached trees, for a few batches.
CACHE_SIZE = 1024


@dataclass(frozen=True, eq=False)
class Tree:
    """A dependency tree over the nodes 0..n-1.

    Attributes:
        heads: Head of each node, -1 for the root; shape (n,).
        children: Dependents of each node, in order.
        order: The nodes in post-order; shape (n,).
        first: The index in `order` at which each subtree begins; it ends at the node. Shape (n,).
        place: The index in `order` of each node; shape (n,).
        virtual: Whether the last node is a virtual root over several real ones.
        extents: The subtree of each node as a range, without a virtual root; None if it is not
            contiguous.

    Example:
        >>> tree = tree_from_heads([1, -1, 1])
        >>> tree.children[1], tree.order.tolist(), tree.subtree(1)
        ((0, 2), [0, 2, 1], [0, 1, 2])
    """

    heads: IntArray
    children: tuple[tuple[int, ...], ...]
    order: IntArray
    first: IntArray
    place: IntArray
    virtual: bool
    extents: tuple[range | None, ...]

    def __len__(self) -> int:
        return len(self.heads)

    @property
    def root(self) -> int:
        """The node that has no head."""
        return int(self.order[-1])

    def subtree(self, node: int) -> list[int]:
        """Return the nodes that `node` dominates, including itself, in linear order.

        They may be discontinuous. A virtual root is left out.
        """
        extent = self.extents[node]
        if extent is not None:
            return list(extent)
        nodes: list[int] = self.order[self.first[node] : self.place[node] + 1].tolist()
        nodes.sort()
        if self.virtual and nodes[-1] == len(self) - 1:
            nodes.pop()
        return nodes

    def dominance(self) -> npt.NDArray[np.bool_]:
        """Return the n×n matrix that is true where the row's node dominates the column's."""
        place = self.place[None, :]
        return (self.first[:, None] <= place) & (place <= self.place[:, None])


def tree_from_heads(heads: Sequence[int]) -> Tree:
    """Return the tree in which node i depends on node `heads[i]`.

    A node is a root if its head is itself, -1, or out of range; several roots get a virtual root as
    node n. In a cycle the first node becomes a root. Linear time.

    Args:
        heads: Heads of the nodes 0..n-1.
    """
    n = len(heads)
    clean = [h if 0 <= h < n and h != i else -1 for i, h in enumerate(heads)]
    _break_cycles(clean)
    return _tree(tuple(clean))


@lru_cache(maxsize=CACHE_SIZE)
def _tree(heads: tuple[int, ...]) -> Tree:
    """Return the tree with these heads, -1 for roots; cached, as every component needs it."""
    n = len(heads)
    clean = list(heads)
    roots = [i for i, h in enumerate(clean) if h < 0]
    virtual = len(roots) != 1
    if virtual:
        clean = [n if h < 0 else h for h in clean] + [-1]
    children: list[list[int]] = [[] for _ in clean]
    for i, h in enumerate(clean):
        if h >= 0:
            children[h].append(i)
    order = _post_order(children, n if virtual else roots[0])
    sizes, extents = _extents(clean, order, n)
    place = np.empty(len(clean), dtype=np.int64)
    place[order] = np.arange(len(clean))
    arrays = np.array(clean, dtype=np.int64), np.array(order, dtype=np.int64)
    first = place + 1 - np.array(sizes, dtype=np.int64)
    for array in (*arrays, first, place):
        array.flags.writeable = False
    rest = tuple(map(tuple, children)), arrays[1], first, place, virtual, tuple(extents)
    return Tree(arrays[0], *rest)


def _extents(
    heads: Sequence[int], order: Sequence[int], n: int
) -> tuple[list[int], list[range | None]]:
    """Return the size of each subtree, and its range among the first n nodes, None with gaps."""
    sizes, lows, highs = [1] * len(heads), list(range(len(heads))), list(range(len(heads)))
    for node in order[:-1]:
        head = heads[node]
        sizes[head] += sizes[node]
        if lows[node] < lows[head]:
            lows[head] = lows[node]
        if highs[node] > highs[head]:
            highs[head] = highs[node]
    return sizes, [
        range(low, min(high + 1, n)) if high - low < size else None
        for low, high, size in zip(lows, highs, sizes, strict=True)
    ]


def _break_cycles(heads: list[int]) -> None:
    seen = [0] * len(heads)
    for start in range(len(heads)):
        node = start
        while node >= 0 and not seen[node]:
            seen[node] = start + 1
            node = heads[node]
        if node >= 0 and seen[node] == start + 1:
            heads[node] = -1


def _post_order(children: list[list[int]], root: int) -> list[int]:
    """Return the nodes in post-order: each after its children."""
    order: list[int] = []
    stack = [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack += children[node]
    return order[::-1]
