"""Calculus and encoder together: what one side entails of the other in the accurate tier.

The calculus (`relations.entailment`) knows operators, numbers, negation and hyponyms of aligned
words; an encoder that has read both sides (`ml.pair_encoder`) knows that who is wealthier is better
off. Which of them to believe is learnt: a logistic curve over what both say, what has no
counterpart, and the products of any two of these, so that the encoder counts more where words have
no counterpart, and less under operators. Weights: `scripts/train_gate.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import exp, log
from pathlib import Path

import numpy as np

from ..arrays import FloatArray
from ..results import PairReading
from .comparison import AnnotatedSentence, Comparison

GATE = Path(__file__).parent / "gate.json"
# What is looked at for one direction of entailment, and for contradiction.
ENTAILMENT = ("calculus", "encoder", "against", "free", "operator", "conflict", "difference")
CONTRADICTION = ("encoder", "entailment", "common", "operator", "conflict", "difference")
# Log-odds beyond this tell no more.
MOST = 5.0


@dataclass(frozen=True)
class Context:
    """What calculus and encoder say together, as probabilities.

    Attributes:
        entails: That the source entails the target.
        entailed: That the target entails the source.
        conflict: That both cannot be true.
    """

    entails: float
    entailed: float
    conflict: float


def judge_in_context(
    compared: Comparison,
    chances: tuple[float, float],
    reading: PairReading,
    reasons: Sequence[str],
    differences: Sequence[str],
) -> Context:
    """Return what calculus and encoder say together.

    Args:
        compared: The comparison of the words.
        chances: Probability that the source entails the target, and the other way round, as the
            calculus has it.
        reading: What the encoder read.
        reasons: Why both cannot be true by the calculus.
        differences: In what they may contradict each other.
    """
    rows = features(compared, chances, reading, reasons, differences)
    gate = shipped_gate()
    entails, entailed = (_probability(gate["entailment"], row) for row in rows[:2])
    return Context(entails, entailed, _probability(gate["contradiction"], rows[2]))


def features(
    compared: Comparison,
    chances: tuple[float, float],
    reading: PairReading,
    reasons: Sequence[str],
    differences: Sequence[str],
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return what is looked at: for the target by the source, the other way round, for conflict.

    Shapes (`ENTAILMENT`,), likewise, and (`CONTRADICTION`,).
    """
    operator = float(any(side.active for side in compared.sides))
    marks = [operator, float(bool(reasons)), float(bool(differences))]
    rows = []
    said = (compared.sides[1], reading.entails), (compared.sides[0], reading.entailed)
    for chance, (side, scores) in zip(chances, said, strict=True):
        read = [_odds(scores.entailment), _odds(scores.contradiction)]
        rows.append(np.array([_odds(chance), *read, _free(side), *marks]))
    against = _odds(reading.entails.contradiction)
    likely = max(_odds(each.entailment) for each in (reading.entails, reading.entailed))
    conflict = np.array([against, likely, compared.in_common(), *marks])
    return rows[0], rows[1], conflict


def with_products(rows: FloatArray) -> FloatArray:
    """Return features with the products of any two, and a constant; (k, n) to (k, 1 + n + …)."""
    n = rows.shape[1]
    products = [rows[:, i] * rows[:, j] for i, j in combinations(range(n), 2)]
    return np.column_stack([np.ones(len(rows)), rows, *products])


@lru_cache(maxsize=1)
def shipped_gate() -> Mapping[str, FloatArray]:
    """Return the weights that `scripts/train_gate.py` fitted, by question."""
    weights = json.loads(GATE.read_text(encoding="utf-8"))
    return {name: np.array(values) for name, values in weights.items()}


def _probability(weights: FloatArray, row: FloatArray) -> float:
    found = float(with_products(row[None])[0] @ weights)
    return 1 / (1 + exp(-min(max(found, -30.0), 30.0)))


def _odds(chance: float) -> float:
    """Return the log-odds of a probability, within limits, about -1 to 1."""
    kept = min(max(chance, 1e-4), 1 - 1e-4)
    return min(max(log(kept / (1 - kept)), -MOST), MOST) / MOST


def _free(side: AnnotatedSentence) -> float:
    """Return how much the words of a side without a counterpart say, 0 to 1."""
    sentence, weights = side.sentence, side.weights
    free = (
        weights[i] for i in range(len(sentence)) if sentence.content[i] and i not in side.linked
    )
    return min(sum(free), 4.0) / 4
