"""Classes of span links: a relation together with a graded similarity, and how to choose one.

Relation and similarity depend on each other: what restates scores 5, what is related by topic
seldom more than 3. So one distribution over both is predicted, from which all else follows. The
relations are those of Marsi and Krahmer 2010 (COLING), with two more that iSTS tells apart (Agirre
and others 2016, SemEval task 2) and that count as `intersects`: "related" and "opposes".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..metrics.ists import MAX_SCORE

FloatArray = npt.NDArray[np.floating]
IntArray = npt.NDArray[np.int64]


class SpanClass(NamedTuple):
    """A class of span links.

    Attributes:
        relation: One of `RELATIONS`.
        score: Similarity, 0 to 5.
    """

    relation: str
    score: int


RELATIONS = ("none", "restates", "specifies", "generalizes", "intersects", "related", "opposes")
# The scores that occur with each relation; rarer ones count as the nearest of them.
_SCORES = {
    "none": (0,),
    "restates": (5,),
    "specifies": (4, 3, 2),
    "generalizes": (4, 3, 2),
    "intersects": (4, 3, 2, 1),
    "related": (4, 3, 2),
    "opposes": (4,),
}
CLASSES = tuple(SpanClass(name, score) for name in RELATIONS for score in _SCORES[name])
SCORES = np.array([kind.score for kind in CLASSES], dtype=np.float64)
# Which relation each class belongs to; shape (classes, relations).
RELATION_MASS = np.array([[float(k.relation == name) for name in RELATIONS] for k in CLASSES])
_INVERSE = {"specifies": "generalizes", "generalizes": "specifies"}
# Where each class stands when source and target change places.
MIRROR = np.array([CLASSES.index(SpanClass(_INVERSE.get(r, r), s)) for r, s in CLASSES])
# What a decision (row) gains if another class is true (column), by the measure of iSTS.
_GAINS = np.array(
    [
        [
            float(one.relation == two.relation != "none")
            * (1 - abs(one.score - two.score) / MAX_SCORE)
            for two in CLASSES
        ]
        for one in CLASSES
    ]
)
RELATION_OF_TYPE = {
    "EQUI": "restates",
    "SPE1": "specifies",
    "SPE2": "generalizes",
    "SIMI": "intersects",
    "REL": "related",
    "OPPO": "opposes",
}
TYPE_OF_RELATION = {relation: kind for kind, relation in RELATION_OF_TYPE.items()}


def class_of(relation: str, score: float) -> int:
    """Return the class of a relation and a score, the nearest score that the relation has.

    Example:
        >>> CLASSES[class_of("specifies", 1)]
        SpanClass(relation='specifies', score=2)
    """
    scores = _SCORES[relation]
    return CLASSES.index(SpanClass(relation, min(scores, key=lambda known: abs(known - score))))


def decide(probabilities: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the class that gains most, and what it is expected to gain, 0 to 1.

    Relation and score are right together or not at all: the gain is 1 - |difference of scores| / 5
    where the relation is right, else 0.

    Args:
        probabilities: Over `CLASSES`, shape (..., classes).
    """
    gains = probabilities @ _GAINS.T
    return gains.argmax(-1), gains.max(-1)


def decide_linked(probabilities: FloatArray) -> IntArray:
    """Return the class of links that are there: of the most probable relation the best score.

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


def similarity(probabilities: FloatArray) -> FloatArray:
    """Return the similarity that is expected of a link, 0 to 1, given that there is one.

    Args:
        probabilities: Over `CLASSES`, shape (..., classes).
    """
    linked = np.maximum(1.0 - probabilities[..., 0], 1e-6)
    return np.asarray(np.clip(probabilities @ SCORES / linked / MAX_SCORE, 0.0, 1.0))
