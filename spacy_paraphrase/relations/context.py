"""Calculus and encoder together: what one side entails of the other in the accurate tier.

The calculus (`relations.entailment`) knows operators, numbers, negation and hyponyms of aligned
words; an encoder that has read both sides (`ml.pair_encoder`) knows that a beekeeper keeps bees.
The calculus leads: the encoder is asked only where the calculus finds neither entailment nor
conflict, and a content word of the side in question has no counterpart, or one of which it knows
nothing. How far the encoder is believed there is learnt: a logistic curve over what both say, and
the products of any two of these. Weights: `scripts/train_gate.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import exp, inf, log
from pathlib import Path

import numpy as np

from ..arrays import FloatArray, read_data
from ..results import EncoderOutput
from .comparison import Comparison
from .lexical import word_costs

GATE = Path(__file__).parent / "gate.json"
# What is looked at for one direction of entailment.
FEATURES = (
    *("calculus", "encoder", "against", "unknown", "aligned", "restated", "operator", "difference"),
)
# Log-odds beyond this tell no more.
MOST = 5.0
# Digits of a probability.
DIGITS = 6
# Least that the calculus believes of an entailment that it finds.
FOUND = 0.5


def judge_in_context(
    compared: Comparison,
    chances: tuple[float, float],
    reading: EncoderOutput,
    reasons: Sequence[str],
    differences: Sequence[str],
) -> tuple[float, float]:
    """Return how probable it is that the source entails the target, and the other way round.

    Args:
        compared: The comparison of the words.
        chances: The same as the calculus alone has it.
        reading: What the encoder read.
        reasons: Why both cannot be true by the calculus.
        differences: In what they may contradict each other.
    """
    if reasons:
        return chances
    rows = features(compared, chances, reading, differences)
    weights = shipped_gate()
    found = [
        chance if row is None else _probability(weights, row)
        for chance, row in zip(chances, rows, strict=True)
    ]
    return found[0], found[1]


def features(
    compared: Comparison,
    chances: tuple[float, float],
    reading: EncoderOutput,
    differences: Sequence[str],
) -> tuple[FloatArray | None, FloatArray | None]:
    """Return what is looked at for the target by the source, and the other way round.

    Shape (`FEATURES`,) each; None where the calculus has the last word.
    """
    operator = float(any(side.active for side in compared.sides))
    rows: list[FloatArray | None] = []
    for k, (chance, scores) in enumerate(
        zip(chances, (reading.entails, reading.entailed), strict=True)
    ):
        words = _unknown(compared, 1 - k)
        if chance > FOUND or not words or _says_more(compared, 1 - k):
            rows.append(None)
            continue
        read = [_odds(scores.entailment), _odds(scores.contradiction)]
        weight = sum(compared.sides[1 - k].weight(i) for i in words)
        tables = (reading.alignment, reading.restates)
        near = [min((t.T if k == 0 else t)[words].max(1, initial=0.0)) for t in tables]
        marks = [min(weight, 4.0) / 4, *near, operator, float(bool(differences))]
        rows.append(np.array([_odds(chance), *read, *marks]))
    return rows[0], rows[1]


def with_products(rows: FloatArray) -> FloatArray:
    """Return features with the products of any two, and a constant; (k, n) to (k, 1 + n + …)."""
    n = rows.shape[1]
    products = [rows[:, i] * rows[:, j] for i, j in combinations(range(n), 2)]
    return np.column_stack([np.ones(len(rows)), rows, *products])


@lru_cache(maxsize=1)
def shipped_gate() -> FloatArray:
    """Return the weights that `scripts/train_gate.py` fitted."""
    return np.array(json.loads(read_data(GATE)))


def _probability(weights: FloatArray, row: FloatArray) -> float:
    found = float(with_products(row[None])[0] @ weights)
    return round(1 / (1 + exp(-min(max(found, -30.0), 30.0))), DIGITS)


def _odds(chance: float) -> float:
    """Return the log-odds of a probability, within limits, about -1 to 1."""
    kept = min(max(chance, 1e-4), 1 - 1e-4)
    return min(max(log(kept / (1 - kept)), -MOST), MOST) / MOST


def _unknown(compared: Comparison, k: int) -> list[int]:
    """Return the content words of a side of whose counterparts the calculus knows nothing."""
    side = compared.sides[k]
    known = {pair[k] for pair, relation in compared.relations.items() if relation != "none"}
    known |= side.linked - {pair[k] for pair in compared.relations}  # parts of amounts and names
    content = side.sentence.content
    return [i for i in range(len(side.sentence)) if content[i] and i not in known]


def _says_more(compared: Comparison, k: int) -> bool:
    """Return whether a side is known to say more.

    By a word that says more than its counterpart, or by a name, date or amount that has none:
    nobody can tell these from the rest.
    """
    side = compared.sides[k]
    if side.analysis.additions.named - side.linked:
        return True
    one, other = (side.sentence for side in compared.sides)
    best: dict[int, float] = {}
    for (i, j), relation in compared.relations.items():
        cost = word_costs(relation, one, i, other, j)[k]
        word = (i, j)[k]
        if compared.sides[k].sentence.content[word]:
            best[word] = min(best.get(word, inf), 0.0 if relation == "none" else cost)
    return any(cost > log(2) for cost in best.values())
