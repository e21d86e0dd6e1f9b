"""From probabilities of span links to the links: one-to-one, and joint units where these win.

The matching of Marsi and Krahmer 2010 (COLING), section 4.5, a set of links of least cost in which
each unit takes part once, by assignment; here a unit may also join the link of another one, if the
link of both together is worth more than what its parts are worth apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..trees.assignment import assign
from .span_context import Part
from .span_labels import decide, similarity

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SpanLink:
    """A link between units, single or joint.

    Attributes:
        source: Which of the source units, an index.
        target: Which of the target units.
        kind: Its class, an index of `span_labels.CLASSES`.
        score: Probability that the units are linked.
        similarity: Graded similarity, 0 to 1.
        probabilities: Of all classes, "none" left out and the rest summing to 1; (classes,).
    """

    source: int
    target: int
    kind: int
    score: float
    similarity: float
    probabilities: FloatArray = field(compare=False, repr=False)


@dataclass(frozen=True)
class Balance:
    """What a link is worth: what is gained if it is right, less what it must gain to be worth it.

    The best set of links under an F measure holds those whose expected gain is above half of the
    F that is reached.

    Attributes:
        alignment: Share of the alignment in the gain, the rest is for relation and score.
        aligned: Least probability of a link.
        labelled: Least expected gain by relation and score.
        joint: What a joint link is worth beyond that.
    """

    alignment: float = 0.5
    aligned: float = 0.45
    labelled: float = 0.35
    joint: float = 0.3


def decode(
    source: Sequence[Part],
    target: Sequence[Part],
    probabilities: FloatArray,
    candidates: npt.NDArray[np.bool_],
    source_sizes: FloatArray,
    target_sizes: FloatArray,
    balance: Balance = Balance(),
) -> list[SpanLink]:
    """Return links in which every single unit takes part once at most, in source order.

    Best set over single units by assignment; then joint links, the most valuable first, each of
    which is kept if the whole set gains by it.

    Args:
        source: Parts of the u source units; the single ones come first, in order.
        target: Parts of the v target units, likewise.
        probabilities: Over the classes, shape (u, v, classes).
        candidates: Which pairs of units count, shape (u, v).
        source_sizes: How many words the source units have, shape (u,).
        target_sizes: Likewise, shape (v,).
        balance: What a link is worth.
    """
    kinds, gains = decide(probabilities)
    aligned = 1.0 - probabilities[..., 0]
    values = balance.alignment * (aligned - balance.aligned)
    values = values + (1.0 - balance.alignment) * (gains - balance.labelled)
    values = values * np.minimum(source_sizes[:, None], target_sizes[None, :])
    # Units of no size, such as a full stop, are linked where that is likely.
    values = np.where(candidates, values + 1e-3 * (aligned - 0.5), 0.0)
    n, m = (max(len(part) == 1 and part[0] + 1 for part in parts) for parts in (source, target))
    singles = np.maximum(values[:n, :m], 0.0)
    joints = _joint_cells(values, n, m)

    chosen: list[tuple[int, int]] = []
    total, links = _complete(chosen, singles, values, source, target, balance.joint)
    for cell in joints:
        if any(_overlap(cell, other, source, target) for other in chosen):
            continue
        more, found = _complete([*chosen, cell], singles, values, source, target, balance.joint)
        if more > total + 1e-9:
            chosen, total, links = [*chosen, cell], more, found
    close = similarity(probabilities)
    return [
        SpanLink(
            i,
            j,
            int(kinds[i, j]),
            float(aligned[i, j]),
            float(close[i, j]),
            _given_linked(probabilities[i, j]),
        )
        for i, j in sorted(links, key=lambda link: (source[link[0]], target[link[1]]))
    ]


def _given_linked(probabilities: FloatArray) -> FloatArray:
    rest = probabilities.copy()
    rest[0] = 0.0
    return np.asarray(rest / max(rest.sum(), 1e-9))


def _joint_cells(values: FloatArray, n: int, m: int) -> list[tuple[int, int]]:
    joint = values.copy()
    joint[:n, :m] = 0.0
    cells = np.argwhere(joint > 0)
    order = np.argsort(-joint[cells[:, 0], cells[:, 1]], kind="stable")
    return [(int(i), int(j)) for i, j in cells[order]]


def _complete(
    chosen: list[tuple[int, int]],
    singles: FloatArray,
    values: FloatArray,
    source: Sequence[Part],
    target: Sequence[Part],
    bonus: float,
) -> tuple[float, list[tuple[int, int]]]:
    """Return value and links of the best set that holds the chosen joint links."""
    free = singles.copy()
    for i, j in chosen:
        free[list(source[i])] = 0.0
        free[:, list(target[j])] = 0.0
    rest = assign(free)
    worth = sum(values[i, j] + bonus for i, j in chosen) + sum(free[i, j] for i, j in rest)
    return float(worth), [*chosen, *rest]


def _overlap(
    one: tuple[int, int], two: tuple[int, int], source: Sequence[Part], target: Sequence[Part]
) -> bool:
    shared = set(source[one[0]]) & set(source[two[0]]), set(target[one[1]]) & set(target[two[1]])
    return any(shared)
