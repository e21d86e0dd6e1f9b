"""From scored pairs to groups: four ways, of which `average` is not misled by one wrong link.

Wubben, van den Bosch, Krahmer and Marsi 2009, *Clustering and matching headlines for automatic
paraphrase acquisition*: one wrong link chains many sentences in a large cluster. A group therefore
grows only where the mean over all pairs between two groups is high enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ..errors import ParaphraseError
from .blocking import Candidates, IntArray

Method: TypeAlias = Literal["average", "complete", "star", "components"]
METHODS: tuple[Method, ...] = get_args(Method)


def partition(
    size: int,
    pairs: Candidates,
    threshold: float,
    method: Method = "average",
    counts: Sequence[int] | None = None,
) -> list[list[int]]:
    """Return groups of rows: every row is in exactly one.

    Args:
        size: Number of rows; they are to be in the order of their ids, which ends ties.
        pairs: Scored pairs, those below the threshold among them; a pair that is missing scores 0.
        threshold: From which score two rows may be in one group.
        method: "average" merges two groups if the mean over all pairs between them reaches the
            threshold, "complete" if every pair does, "star" puts around a centre what reaches it
            with that, "components" takes all that pairs connect (only for thresholds of .9 and
            more: it chains).
        counts: How many sentences each row stands for.

    Raises:
        ParaphraseError: P950 for a method that there is not.

    Example:
        >>> abc = Candidates(*map(np.array, ([0, 1, 0], [1, 2, 2], [0.9, 0.6, 0.1])))
        >>> partition(3, abc, 0.5), partition(3, abc, 0.5, "components")
        ([[0, 1], [2]], [[0, 1, 2]])
    """
    if method not in METHODS:
        expected = f"one of {', '.join(METHODS)}"
        raise ParaphraseError("P950", setting="method", got=method, expected=expected)
    accepted = pairs.where(pairs.scores >= threshold)
    accepted = accepted.where(np.lexsort((accepted.second, accepted.first, -accepted.scores)))
    if method == "components":
        labels = components(size, accepted).tolist()
    elif method == "star":
        labels = _stars(size, accepted)
    else:
        given = (
            pairs
            if method == "average"
            else accepted._replace(scores=np.ones(len(accepted.scores)))
        )
        least = threshold if method == "average" else 1.0
        labels = _merged(given, accepted, least, np.array(counts or [1] * size))
    groups: dict[int, list[int]] = {}
    for row, label in enumerate(labels):
        groups.setdefault(label, []).append(row)
    return sorted(groups.values())


def components(size: int, pairs: Candidates) -> IntArray:
    """Return the number of the component that each row is in; shape (size,)."""
    graph = coo_array((np.ones(len(pairs.first), bool), (pairs.first, pairs.second)), (size, size))
    labels: IntArray = connected_components(graph, directed=False)[1]
    return labels


def _merged(given: Candidates, accepted: Candidates, least: float, counts: IntArray) -> list[int]:
    """Return the group of each row after merging what is close enough on average.

    The sums of scores between groups are kept for each group that has some: a merger costs as many
    steps as the smaller of two groups has neighbours.
    """
    group = list(range(len(counts)))
    members = {row: [row] for row in group}
    weight = {row: int(count) for row, count in enumerate(counts)}
    sums: dict[int, dict[int, float]] = {row: {} for row in group}
    for a, b, score in zip(*(column.tolist() for column in given), strict=True):
        value = score * weight[a] * weight[b]
        sums[a][b] = sums[a].get(b, 0.0) + value
        sums[b][a] = sums[b].get(a, 0.0) + value
    for a, b in zip(accepted.first.tolist(), accepted.second.tolist(), strict=True):
        one, other = group[a], group[b]
        if one == other:
            continue
        total = sums[one].get(other, 0.0)
        if total < least * weight[one] * weight[other] - _NOISE:
            continue
        if len(sums[one]) < len(sums[other]):
            one, other = other, one
        for third, value in sums.pop(other).items():
            del sums[third][other]
            if third != one:
                sums[one][third] = sums[third][one] = sums[one].get(third, 0.0) + value
        for row in members[other]:
            group[row] = one
        members[one] += members.pop(other)
        weight[one] += weight.pop(other)
    return group


_NOISE = 1e-9


def _stars(size: int, accepted: Candidates) -> list[int]:
    """Return the centre of each row: what has the greatest sum of scores comes first."""
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
