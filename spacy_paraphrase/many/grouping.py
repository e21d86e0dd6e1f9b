"""Four methods to form groups from scored pairs; `average` is robust against single wrong links.

One wrong link can chain many sentences into one large cluster (Wubben, van den Bosch, Krahmer and
Marsi 2009, *Clustering and matching headlines for automatic paraphrase acquisition*). Thus
`average` merges two groups only if the mean score of all pairs between them is high enough.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import squareform

from ..checked import SettingCheck
from ..jobs.arrays import IntArray
from .blocking import Candidates

Method: TypeAlias = Literal["average", "complete", "star", "components"]
METHODS: tuple[Method, ...] = get_args(Method)


def partition(
    size: int, pairs: Candidates, threshold: float, method: Method = "average"
) -> list[list[int]]:
    """Partition rows into groups: every row is in exactly one group.

    Args:
        size: Number of rows; they must be in the order of their ids, which decides ties.
        pairs: Scored pairs, including those below the threshold; a missing pair has score 0.
        threshold: Minimum score of two rows in one group.
        method: "average" merges two groups if the mean score of all pairs between them reaches the
            threshold, "complete" if every pair reaches it. "star" groups rows around a centre, with
            which their scores reach it. "components" groups all connected rows; since it chains, it
            needs a threshold of at least .9.

    Raises:
        ParaphraseError: P950 for an unknown method.

    Example:
        >>> abc = Candidates(*map(np.array, ([0, 1, 0], [1, 2, 2], [0.9, 0.6, 0.1])))
        >>> partition(3, abc, 0.5), partition(3, abc, 0.5, "components")
        ([[0, 1], [2]], [[0, 1, 2]])
    """
    SettingCheck("P950").one_of("method", method, METHODS)
    accepted = pairs.where(pairs.scores >= threshold)
    accepted = accepted.where(np.lexsort((accepted.second, accepted.first, -accepted.scores)))
    if method == "components":
        labels = components(size, accepted).tolist()
    elif method == "star":
        labels = _stars(size, accepted)
    else:
        labels = _linked(size, pairs, accepted, threshold, method).tolist()
    groups: dict[int, list[int]] = {}
    for row, label in enumerate(labels):
        groups.setdefault(label, []).append(row)
    return sorted(groups.values())


def components(size: int, pairs: Candidates) -> IntArray:
    """Return the index of the connected component of each row; shape (size,)."""
    graph = coo_array((np.ones(len(pairs.first), bool), (pairs.first, pairs.second)), (size, size))
    labels: IntArray = connected_components(graph, directed=False)[1]
    return labels


def _linked(size: int, pairs: Candidates, accepted: Candidates, least: float, method: str) -> Any:
    """Return the first row of the group of each row by average or complete linkage; (size,)."""
    found = np.arange(size)
    labels = components(size, accepted)
    inside = pairs.where(labels[pairs.first] == labels[pairs.second])
    number = labels.max(initial=0) + 1
    split = (by_label(some, number) for some in (labels, labels[inside.first]))
    for rows, places in zip(*split, strict=True):
        some = inside.where(places)
        one, other = np.searchsorted(rows, some.first), np.searchsorted(rows, some.second)
        distances = np.ones((len(rows), len(rows)))
        distances[one, other] = distances[other, one] = 1 - some.scores
        np.fill_diagonal(distances, 0.0)
        if len(rows) > 1:
            tree = linkage(squareform(distances, checks=False), method)
            groups = fcluster(tree, 1 - least + _NOISE, "distance")
            found[rows] = [rows[groups == group].min() for group in groups]
    return found


_NOISE = 1e-9


def by_label(labels: IntArray, number: int) -> list[IntArray]:
    """Return the places of each label from 0 to below a number, in order."""
    ends = np.cumsum(np.bincount(labels, minlength=number))
    return np.split(np.argsort(labels, kind="stable"), ends[:-1])


def _stars(size: int, accepted: Candidates) -> list[int]:
    """Return the centre of each row; rows with greater sums of scores become centres first."""
    near: list[list[int]] = [[] for _ in range(size)]
    sums = np.zeros(size)
    for a, b, score in zip(*(column.tolist() for column in accepted), strict=True):
        near[a].append(b)
        near[b].append(a)
        sums[a] += score
        sums[b] += score
    group = [-1] * size
    for row in sorted(range(size), key=lambda row: (-sums[row], row)):
        if group[row] < 0:
            for each in (row, *near[row]):
                if group[each] < 0:
                    group[each] = row
    return group
