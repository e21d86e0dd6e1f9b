"""What a first pass over single units says about pairs of units, single and joint, and their place.

The two steps of Marsi and Krahmer 2010 (COLING), section 4.4: the links of the first are evidence
for the second. Here the first pass gives probabilities of single units, the second one decides on
joint units too: two units of a side that stand in one link ("Former Nazi death camp guard
Demjanjuk" / "John Demjanjuk" + "convicted Nazi death camp guard").
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..trees.assignment import assign
from .span_labels import RELATION_MASS, RELATIONS, SCORES
from .table import FeatureTable, stack

FloatArray = npt.NDArray[np.floating]
BoolArray = npt.NDArray[np.bool_]
Part = tuple[int, ...]
Named = dict[str, npt.NDArray[np.generic]]

# How far apart two units of one link may stand, in units.
REACH = 3
# A joint unit is a candidate where the best of its parts, and the worst, are that likely.
BEST_PART, WORST_PART = 0.15, 0.02
# From here on a pair of units is taken for linked, as context of the others.
SURE = 0.4


def joint_parts(count: int, reach: int = REACH) -> list[Part]:
    """Return the single units, then the pairs of units that may stand in one link.

    Example:
        >>> joint_parts(3, reach=1)
        [(0,), (1,), (2,), (0, 1), (1, 2)]
    """
    singles: list[Part] = [(i,) for i in range(count)]
    pairs = [(i, j) for i in range(count) for j in range(i + 1, min(count, i + 1 + reach))]
    return [*singles, *pairs]


def joint_units(units: Sequence[Sequence[int]], parts: Sequence[Part]) -> list[list[int]]:
    """Return the tokens of each joint unit.

    Example:
        >>> joint_units([[0, 1], [2]], [(0,), (1,), (0, 1)])
        [[0, 1], [2], [0, 1, 2]]
    """
    return [sorted(i for part in joint for i in units[part]) for joint in parts]


def candidates(
    source: Sequence[Part], target: Sequence[Part], probabilities: FloatArray
) -> BoolArray:
    """Return which pairs of units the second pass looks at; shape (u, v).

    All pairs of single units, and those of a joint and a single one in which every part is likely
    enough in the first pass.

    Args:
        source: Parts of the u source units, single and joint.
        target: Parts of the v target units.
        probabilities: Of the single units, shape (n, m, classes); "none" comes first.
    """
    aligned = 1.0 - probabilities[..., 0]
    best, worst = _best(aligned, source, target), -_best(-aligned, source, target)
    joint = [np.array([len(part) > 1 for part in parts]) for parts in (source, target)]
    likely = (best >= BEST_PART) & (worst >= WORST_PART)
    single = ~joint[0][:, None] & ~joint[1][None, :]
    both = joint[0][:, None] & joint[1][None, :]
    return np.asarray(single | (likely & ~both))


def second_pass(
    source: Sequence[Part], target: Sequence[Part], probabilities: FloatArray
) -> FeatureTable:
    """Return what the first pass says of every pair of units, its rivals and its neighbours.

    Args:
        source: Parts of the u source units, single and joint.
        target: Parts of the v target units.
        probabilities: Of the single units, shape (n, m, classes); "none" comes first.

    Returns:
        Table of shape (u, v, features), group "pass".
    """
    n, m, _ = probabilities.shape
    aligned = 1.0 - probabilities[..., 0]
    inside = _members(source, n), _members(target, m)
    cells = inside[0].sum(1)[:, None] * inside[1].sum(1)[None, :]
    best = _best(aligned, source, target)
    mean = inside[0] @ aligned @ inside[1].T / cells
    features: Named = {
        "pass.best": best,
        "pass.worst": -_best(-aligned, source, target),
        "pass.mean": mean,
    }
    masses = np.einsum("xa,abr,yb->rxy", inside[0], probabilities @ RELATION_MASS, inside[1])
    for k, name in enumerate(RELATIONS):
        features[f"pass.{name}"] = masses[k] / cells
    features["pass.score"] = inside[0] @ (probabilities @ SCORES) @ inside[1].T / cells / 5

    features |= _rivals(aligned, best, source, inside[0], inside[1], "source")
    features |= _transposed(_rivals(aligned.T, best.T, target, inside[1], inside[0], "target"))
    features |= _beside(source, target, aligned)
    # How the rest of the two sentences is aligned, as far as the first pass can say.
    links = np.zeros((n, m))
    for i, j in assign(aligned.astype(np.float64)):
        links[i, j] = float(aligned[i, j] > SURE)
    known = links[..., None] * (probabilities @ RELATION_MASS)
    own = np.einsum("xa,abr,yb->rxy", inside[0], known, inside[1])
    features["pass.assigned"] = _best(links, source, target)
    for k, name in enumerate(RELATIONS):
        if name != "none":
            features[f"pass.elsewhere.{name}"] = (known[..., k].sum() - own[k]) / max(n, m)
    return stack(len(source), len(target), features)


def _rivals(
    aligned: FloatArray,
    best: FloatArray,
    parts: Sequence[Part],
    one: FloatArray,
    other: FloatArray,
    name: str,
) -> Named:
    """What the parts of a unit are likely to be linked to apart from the other unit."""
    rows = np.array([aligned[list(part)].max(0) for part in parts])
    rival = (rows[:, None, :] * (1.0 - other)[None]).max(2, initial=0.0)
    rest = (one @ aligned.sum(1))[:, None] - one @ aligned @ other.T
    most = aligned.max(1)
    return {
        f"pass.lead.{name}": best - rival,
        f"pass.rest.{name}": np.minimum(rest, 2.0),
        f"pass.weakest.{name}": np.array([[most[list(part)].min()] for part in parts]),
        f"pass.joint.{name}": np.array([[len(part) > 1] for part in parts]),
        f"pass.gap.{name}": np.array([[part[-1] - part[0] >= len(part)] for part in parts]),
    }


def _transposed(features: Named) -> Named:
    return {name: values.T for name, values in features.items()}


def _beside(source: Sequence[Part], target: Sequence[Part], aligned: FloatArray) -> Named:
    """Whether the units before and after are linked; the ends of the sentences are."""
    n, m = aligned.shape
    framed = np.zeros((n + 2, m + 2))
    framed[1:-1, 1:-1] = aligned
    framed[0, 0] = framed[-1, -1] = 1.0
    before = framed[np.ix_([p[0] for p in source], [p[0] for p in target])]
    after = framed[np.ix_([p[-1] + 2 for p in source], [p[-1] + 2 for p in target])]
    return {"pass.before": before, "pass.after": after, "pass.beside": (before + after) / 2}


def _members(parts: Sequence[Part], count: int) -> FloatArray:
    members = np.zeros((len(parts), count))
    for row, part in zip(members, parts, strict=True):
        row[list(part)] = 1.0
    return members


def _best(cells: FloatArray, source: Sequence[Part], target: Sequence[Part]) -> FloatArray:
    """Return the largest cell of any part of one unit with any part of the other."""
    rows = np.array([cells[list(part)].max(0) for part in source])
    return np.array([rows[:, list(part)].max(1) for part in target]).T
