"""The approximate edit distance of two dependency trees, by an assignment of their nodes.

Riesen and Bunke 2009, *Approximate graph edit distance computation by means of bipartite graph
matching*, in the form of Marsi and others 2013, *NTNU-CORE*, section 2.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

# The cost of half an edge: each edge is counted at both its ends.
HALF = 0.5


def tree_similarity(
    labels: tuple[Sequence[str], Sequence[str]],
    heads: tuple[Sequence[int], Sequence[int]],
    relations: tuple[Sequence[str], Sequence[str]],
) -> float:
    """Return 1 - (distance of two trees) / (cost of inserting all nodes and edges of both).

    Inserting or deleting costs 1 for a node and .5 for half an edge; substituting a node costs 1 if
    the label differs, and .5 for each edge that the other node lacks. The distance by the best
    assignment is a lower bound of the exact one.

    Args:
        labels: Labels of the nodes of each tree, such as lemmas.
        heads: Head of each node, -1 for a root.
        relations: Label of the edge from each node to its head.

    Returns:
        0 to 1; 1 for two empty trees.

    Example:
        >>> dogs = ["dog", "bark", "loudly"], [1, -1, 1], ["nsubj", "root", "advmod"]
        >>> bark = ["dog", "bark"], [1, -1], ["nsubj", "root"]
        >>> tree_similarity(*zip(dogs, bark))
        0.75
    """
    total = sum(map(_size, heads))
    return 1 - tree_distance(labels, heads, relations) / total if total else 1.0


def tree_distance(
    labels: tuple[Sequence[str], Sequence[str]],
    heads: tuple[Sequence[int], Sequence[int]],
    relations: tuple[Sequence[str], Sequence[str]],
) -> float:
    """Return the distance of two trees; see `tree_similarity`."""
    edges = [_edges(*tree) for tree in zip(heads, relations, strict=True)]
    known = sorted({label for side in edges for counts in side for label in counts})
    counted = ([[counts[label] for label in known] for counts in side] for side in edges)
    a, b = (np.array(rows, np.float64).reshape(len(rows), len(known)) for rows in counted)
    n, m = len(a), len(b)
    sizes = a.sum(axis=1), b.sum(axis=1)
    shared = np.minimum(a[:, None, :], b[None, :, :]).sum(axis=2)
    names: dict[str, int] = {}
    ids = [np.array([names.setdefault(x, len(names)) for x in side], int) for side in labels]
    swap = (ids[0][:, None] != ids[1][None, :]) + HALF * (
        np.maximum(sizes[0][:, None], sizes[1][None, :]) - shared
    )
    never = n + m + HALF * (sizes[0].sum() + sizes[1].sum()) + 1
    costs = np.zeros((n + m, n + m))
    costs[:n, :m] = swap
    costs[:n, m:] = np.where(np.eye(n, dtype=bool), (1 + HALF * sizes[0])[:, None], never)
    costs[n:, :m] = np.where(np.eye(m, dtype=bool), (1 + HALF * sizes[1])[None, :], never)
    rows, columns = linear_sum_assignment(costs)
    return float(costs[rows, columns].sum())


def _edges(heads: Sequence[int], relations: Sequence[str]) -> list[Counter[str]]:
    """Return the labels of the edges at each node; "^" marks the edge to its head."""
    found: list[Counter[str]] = [Counter() for _ in heads]
    for i, (head, label) in enumerate(zip(heads, relations, strict=True)):
        if head >= 0:
            found[i][f"^{label}"] += 1
            found[head][label] += 1
    return found


def _size(heads: Sequence[int]) -> float:
    """Return the cost of inserting a tree: its nodes, and both halves of its edges."""
    return len(heads) + 2 * HALF * sum(head >= 0 for head in heads)
