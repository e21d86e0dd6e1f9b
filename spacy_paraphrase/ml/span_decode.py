"""Decoding of links from probabilities of unit pairs: classes, joint candidates, assignment.

Relation and similarity depend on each other: `restates` has score 5, "related" (by topic) seldom
more than 3. Thus one distribution over both is predicted, and all results derive from it. The
relations are those of Marsi and Krahmer 2010 (COLING), and "related" and "opposes" of iSTS (Agirre
and others 2016, SemEval task 2), which count as `intersects`.

There are two passes, as in Marsi and Krahmer 2010 (COLING), section 4.4: the result of the first is
evidence for the second. The first pass predicts probabilities of single units. The second also
decides on joint units: two units of one side in one link ("Former Nazi death camp guard
Demjanjuk" / "John Demjanjuk" + "convicted Nazi death camp guard").

As in Marsi and Krahmer 2010 (COLING), section 4.5, an assignment finds the links of least total
cost, at most one for each unit. In addition, two units may form a joint unit if its link has a
greater value than the links of its parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..jobs.arrays import BoolArray, FloatArray, FloatingArray, IntArray
from ..trees.assignment import assign
from .feature_tables import FeatureTable, stack


class SpanClass(NamedTuple):
    """A class of span links.

    Attributes:
        relation: One of `UNIT_RELATIONS`.
        score: Similarity, 0 to 5.
    """

    relation: str
    score: int


# The frequent scores of each relation; a rarer score becomes the nearest of these.
_SCORES = {
    "none": (0,),
    "restates": (5,),
    "specifies": (4, 3, 2),
    "generalizes": (4, 3, 2),
    "intersects": (4, 3, 2, 1),
    "related": (4, 3, 2),
    "opposes": (4,),
}
UNIT_RELATIONS = tuple(_SCORES)
CLASSES = tuple(SpanClass(name, score) for name in UNIT_RELATIONS for score in _SCORES[name])
SCORES = np.array([kind.score for kind in CLASSES], dtype=np.float64)
MAX_SCORE = float(SCORES.max())
# 1 for the relation of each class, else 0; shape (classes, relations).
RELATION_MASS = np.array([[float(k.relation == name) for name in UNIT_RELATIONS] for k in CLASSES])
_INVERSE = {"specifies": "generalizes", "generalizes": "specifies"}
# The index of each class's inverse (source and target exchanged).
MIRROR = np.array([CLASSES.index(SpanClass(_INVERSE.get(r, r), s)) for r, s in CLASSES])
# The score of a predicted class (row) for a true class (column), by the measure of iSTS.
_DISTANCES = np.abs(np.subtract.outer(SCORES, SCORES))
_GAINS = RELATION_MASS @ RELATION_MASS.T * (1 - _DISTANCES / MAX_SCORE)
_GAINS[0] = 0.0  # "none"
# The names of the relations in iSTS, in the order of `UNIT_RELATIONS`.
_TYPES = ("EQUI", "SPE1", "SPE2", "SIMI", "REL", "OPPO")
RELATION_OF_TYPE = dict(zip(_TYPES, UNIT_RELATIONS[1:], strict=True))
TYPE_OF_RELATION = dict(zip(UNIT_RELATIONS[1:], _TYPES, strict=True))


def class_of(relation: str, score: float) -> int:
    """Return the class of a relation with the score that is nearest to a given one.

    Example:
        >>> CLASSES[class_of("specifies", 1)]
        SpanClass(relation='specifies', score=2)
    """
    scores = _SCORES[relation]
    return CLASSES.index(SpanClass(relation, min(scores, key=lambda known: abs(known - score))))


def decide(probabilities: FloatingArray) -> tuple[IntArray, FloatingArray]:
    """Return the class with the greatest expected gain, and this gain, 0 to 1.

    The gain is 1 - |difference of scores| / 5 if the relation is right, else 0.

    Args:
        probabilities: Over `CLASSES`, shape (..., classes).
    """
    gains = probabilities @ _GAINS.T
    return gains.argmax(-1), gains.max(-1)


def decide_linked(probabilities: FloatingArray) -> IntArray:
    """Return the class of given links: the most probable relation, with its best score.

    Args:
        probabilities: Over `CLASSES`, shape (links, classes).

    Example:
        >>> probabilities = np.zeros((1, len(CLASSES)))
        >>> for score, probability in ((4, 0.3), (3, 0.2), (2, 0.1)):
        ...     probabilities[0, class_of("intersects", score)] = probability
        >>> probabilities[0, class_of("restates", 5)] = 0.4
        >>> CLASSES[decide_linked(probabilities)[0]]
        SpanClass(relation='intersects', score=4)
    """
    mass = probabilities @ RELATION_MASS
    relations = mass[:, 1:].argmax(1) + 1
    inside = RELATION_MASS[:, relations].T > 0
    return np.asarray(np.where(inside, probabilities @ _GAINS.T, -1.0).argmax(1))


def similarity(probabilities: FloatingArray) -> FloatingArray:
    """Return the expected similarity of units, 0 to 1, given that they are linked.

    Args:
        probabilities: Over `CLASSES`, shape (..., classes).
    """
    linked = np.maximum(1.0 - probabilities[..., 0], 1e-6)
    return np.asarray(np.clip(probabilities @ SCORES / linked / MAX_SCORE, 0.0, 1.0))


# -- Candidate pairs of units, and the features of the second pass ---------------------------------

Part = tuple[int, ...]
Named = dict[str, npt.NDArray[np.generic]]

# Maximum distance of the two parts of a joint unit, in units.
REACH = 3
# Minimum link probabilities of the best and of the worst part of a joint candidate.
BEST_PART, WORST_PART = 0.15, 0.02
# Minimum probability of a pair of units that counts as linked in the context of other pairs.
SURE = 0.4


def joint_parts(count: int, reach: int = REACH) -> list[Part]:
    """Return the single units, then the pairs of units that may form a joint unit.

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
    source: Sequence[Part], target: Sequence[Part], probabilities: FloatingArray
) -> BoolArray:
    """Return the candidate pairs of units for the second pass; shape (u, v).

    These are all pairs of single units, and those pairs of a joint unit and a single one whose
    parts are all likely enough in the first pass.

    Args:
        source: Parts of the u source units, single and joint.
        target: Parts of the v target units.
        probabilities: Class probabilities of single units, (n, m, classes); "none" comes first.
    """
    aligned = 1.0 - probabilities[..., 0]
    best, worst = _best(aligned, source, target), -_best(-aligned, source, target)
    joint = [np.array([len(part) > 1 for part in parts]) for parts in (source, target)]
    likely = (best >= BEST_PART) & (worst >= WORST_PART)
    single = ~joint[0][:, None] & ~joint[1][None, :]
    both = joint[0][:, None] & joint[1][None, :]
    return np.asarray(single | (likely & ~both))


def second_pass(
    source: Sequence[Part], target: Sequence[Part], probabilities: FloatingArray
) -> FeatureTable:
    """Return features of each pair of units, its rivals and its neighbours from the first pass.

    Args:
        source: Parts of the u source units, single and joint.
        target: Parts of the v target units.
        probabilities: Class probabilities of single units, (n, m, classes); "none" comes first.

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
    for k, name in enumerate(UNIT_RELATIONS):
        features[f"pass.{name}"] = masses[k] / cells
    features["pass.score"] = inside[0] @ (probabilities @ SCORES) @ inside[1].T / cells / 5

    features |= _rivals(aligned, best, source, inside[0], inside[1], "source")
    turned = _rivals(aligned.T, best.T, target, inside[1], inside[0], "target")
    features |= {name: values.T for name, values in turned.items()}
    features |= _beside(source, target, aligned)
    # The alignment of the rest of the two sentences by the first pass.
    links = np.zeros((n, m))
    for i, j in assign(aligned.astype(np.float64)):
        links[i, j] = float(aligned[i, j] > SURE)
    known = links[..., None] * (probabilities @ RELATION_MASS)
    own = np.einsum("xa,abr,yb->rxy", inside[0], known, inside[1])
    features["pass.assigned"] = _best(links, source, target)
    for k, name in enumerate(UNIT_RELATIONS):
        if name != "none":
            features[f"pass.elsewhere.{name}"] = (known[..., k].sum() - own[k]) / max(n, m)
    return stack(len(source), len(target), features)


def _rivals(
    aligned: FloatingArray,
    best: FloatingArray,
    parts: Sequence[Part],
    one: FloatingArray,
    other: FloatingArray,
    name: str,
) -> Named:
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


def _beside(source: Sequence[Part], target: Sequence[Part], aligned: FloatingArray) -> Named:
    n, m = aligned.shape
    framed = np.zeros((n + 2, m + 2))
    framed[1:-1, 1:-1] = aligned
    framed[0, 0] = framed[-1, -1] = 1.0
    before = framed[np.ix_([p[0] for p in source], [p[0] for p in target])]
    after = framed[np.ix_([p[-1] + 2 for p in source], [p[-1] + 2 for p in target])]
    return {"pass.before": before, "pass.after": after, "pass.beside": (before + after) / 2}


def _members(parts: Sequence[Part], count: int) -> FloatingArray:
    members = np.zeros((len(parts), count))
    for row, part in zip(members, parts, strict=True):
        row[list(part)] = 1.0
    return members


def _best(cells: FloatingArray, source: Sequence[Part], target: Sequence[Part]) -> FloatingArray:
    rows = np.array([cells[list(part)].max(0) for part in source])
    return np.array([rows[:, list(part)].max(1) for part in target]).T


# -- Decoding: one-to-one links, and joint units with a greater value ------------------------------


@dataclass(frozen=True)
class SpanLink:
    """A link between units, single or joint.

    Attributes:
        source: Index of the source unit.
        target: Index of the target unit.
        kind: Its class, an index of `span_decode.CLASSES`.
        score: Probability that the units are linked.
        similarity: Graded similarity, 0 to 1.
        probabilities: Of all classes given a link: "none" is 0, the sum is 1; shape (classes,).
    """

    source: int
    target: int
    kind: int
    score: float
    similarity: float
    probabilities: FloatArray = field(compare=False, repr=False)


@dataclass(frozen=True)
class Balance:
    """Parameters of the value of a link: its expected gain minus a threshold.

    The set of links with the best expected F measure has the links with an expected gain above half
    of this F measure.

    Attributes:
        alignment: Weight of the alignment in the gain; the rest is for relation and score.
        aligned: Threshold of the link probability.
        labelled: Threshold of the expected gain of relation and score.
        joint: Bonus of a joint link.
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
    """Return links in source order; every single unit is in at most one link.

    An assignment finds the best set of links of single units. Then joint links are tried in the
    order of their values; a joint link is kept if it increases the value of the whole set.

    Args:
        source: Parts of the u source units; the single ones come first, in order.
        target: Parts of the v target units; the single ones come first, in order.
        probabilities: Over the classes, shape (u, v, classes).
        candidates: Pairs of units that may be linked, shape (u, v).
        source_sizes: Number of words of each source unit, shape (u,).
        target_sizes: Number of words of each target unit, shape (v,).
        balance: The parameters of a link's value.
    """
    kinds, gains = decide(probabilities)
    aligned = 1.0 - probabilities[..., 0]
    values = balance.alignment * (aligned - balance.aligned)
    values = values + (1.0 - balance.alignment) * (gains - balance.labelled)
    values = values * np.minimum(source_sizes[:, None], target_sizes[None, :])
    # Units of size 0, such as a full stop, are linked if their probability is above 0.5.
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
    decided = []
    for i, j in sorted(links, key=lambda link: (source[link[0]], target[link[1]])):
        kind, score, near = int(kinds[i, j]), float(aligned[i, j]), float(close[i, j])
        decided.append(SpanLink(i, j, kind, score, near, _given_linked(probabilities[i, j])))
    return decided


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
    """Return value and links of the best set that contains the chosen joint links."""
    free = singles.copy()
    for i, j in chosen:
        free[list(source[i])] = 0.0
        free[:, list(target[j])] = 0.0
    rest = assign(free)
    utility = sum(values[i, j] + bonus for i, j in chosen) + sum(free[i, j] for i, j in rest)
    return float(utility), [*chosen, *rest]


def _overlap(
    one: tuple[int, int], two: tuple[int, int], source: Sequence[Part], target: Sequence[Part]
) -> bool:
    shared = set(source[one[0]]) & set(source[two[0]]), set(target[one[1]]) & set(target[two[1]])
    return any(shared)
