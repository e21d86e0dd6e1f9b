"""How good judgements are: what training and benchmarks both measure.

All functions take arrays of one length, an entry for each judgement, and return NaN where there is
nothing to measure. Papers: Guo, Pleiss, Sun and Weinberger 2017, *On calibration of modern neural
networks* (expected calibration error); Hanley and McNeil 1982, *The meaning and use of the area
under a receiver operating characteristic curve*.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, nan
from typing import Any, NamedTuple

import numpy as np

from spacy_paraphrase.metrics import PRF, CalibrationMeasure, evaluate, prf, ranks

Array = np.ndarray[Any, Any]
BINS = 10


class Before(NamedTuple):
    """How often a true statement stands before a false one, and of how many such pairs."""

    share: float
    pairs: int


def calibration_error(sure: Array, right: Array, bins: int = BINS) -> float:
    """Return the expected calibration error of confidences, 0 to 1, in bins of one width."""
    if not len(sure):
        return nan
    confidences = np.clip(sure, 0.0, 1.0).tolist()
    return float(evaluate(CalibrationMeasure(bins), confidences, right.tolist()).scores["ece"])


def balanced(found: Array, yes: Array) -> float:
    """Return how often two classes are met, the mean of both; those found and those that are so."""
    if yes.all() or not yes.any():
        return nan
    return float((found[yes].mean() + (~found[~yes]).mean()) / 2)


def auc(scores: Array, positive: Array) -> float:
    """Return how often a positive item has a higher score than a negative one; ties count half."""
    return before(scores, positive).share


def before(scores: Array, positive: Array, groups: Sequence[object] | None = None) -> Before:
    """Return how often a positive item has a higher score than a negative one; ties count half.

    Args:
        scores: The scores.
        positive: Whether an item is positive.
        groups: What the items belong to; those of one group alone are compared. By default all are.
    """
    members: dict[object, list[int]] = {}
    for k in range(len(scores)):
        members.setdefault(None if groups is None else groups[k], []).append(k)
    won, pairs = 0.0, 0
    for places in members.values():
        mine = positive[places]
        ups = int(mine.sum())
        if 0 < ups < len(mine):
            won += float(ranks(scores[places].tolist())[mine].sum()) - ups * (ups + 1) / 2
            pairs += ups * (len(mine) - ups)
    return Before(won / pairs if pairs else nan, pairs)


def threshold_keeping(scores: Array, share: float) -> float:
    """Return the highest threshold which so large a share of scores reaches."""
    if not len(scores):
        return nan
    # A rounding error must not ask for one score more.
    wanted = max(ceil(share * len(scores) - 1e-9), 1)
    return float(np.sort(scores)[len(scores) - wanted])


def words_found(found: Array, marked: Array) -> PRF:
    """Return precision, recall and F of the words that are found beside those that are marked."""
    return prf(float(marked.sum()), float(found.sum()), float((found & marked).sum()))
