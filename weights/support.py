"""Fit how probable it is that a text supports a statement.

Learnt from units of news summaries that people judged: of those that were held out of all other
training (`judged_pairs.judgements`) one half, since what the encoder knows by heart is surer than
it will ever be of other texts; by the other half `benchmarks.support` measures. Besides, from
shortened or changed sentences (`judge.made_pairs`) whose source stands among twenty others. A
logistic curve over the measures of `texts.support`, the same for both tiers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np

import spacy_paraphrase
from scripts.door import Data, Made
from spacy_paraphrase.texts.support import CALIBRATION, Measures, check_support
from weights.judge.judged_pairs import ENTAILMENT, PARTS, Pair, bucket, judgements, made
from weights.judge.measures import auc, balanced, calibration_error

Array = np.ndarray[Any, Any]
# A text, a statement, and whether it is said.
Case = tuple[str, str, bool]
OTHERS = 20
SEED = 0


def planted(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Case]:
    """Yield made pairs, the source of each among sentences of others."""
    sources = list(dict.fromkeys(pair.source for pair in pairs))
    for pair in pairs:
        others = [text for text in rng.sample(sources, OTHERS) if text != pair.source]
        others.insert(rng.randrange(len(others) + 1), pair.source)
        yield "\n\n".join(others), pair.target, pair.forward == ENTAILMENT


def cases(data: Path, made_file: Path, part: str, count: int) -> dict[str, list[Case]]:
    """Return cases of both kinds, of those that are "taught" here or of those that are "held"."""
    rng = random.Random(SEED)
    units = [p for p in judgements(data) if p.set == "news-summary-units" and p.part == "held"]
    halves = ("taught", "held")
    units = [p for p in units if halves[bucket(p.target, 2 * PARTS) // PARTS] == part]
    changed = [p for p in made(made_file) if p.part == part and p.forward in (1, 2, 4, 6)]
    some = rng.sample(units, min(count, len(units)))
    few = rng.sample(changed, min(count, len(changed)))
    return {
        "units": [(pair.source, pair.target, pair.forward == ENTAILMENT) for pair in some],
        "planted": list(planted(few, rng)),
    }


def measured(some: Sequence[Case], tier: Any) -> tuple[Array, Array]:
    """Return the measures of cases, shape (n, measures), and whether each statement is said."""
    nlp = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])
    rows = [check_support(text, [statement], nlp)[0].measures for text, statement, _ in some]
    return np.array(rows, float), np.array([said for *_, said in some])


def fitted(rows: Array, said: Array, weights: Array, ridge: float = 1.0) -> Array:
    """Return bias and weights of a logistic curve, by Newton's method."""
    x = np.concatenate([np.ones((len(rows), 1)), rows], 1)
    found = np.zeros(x.shape[1])
    penalty = ridge * np.eye(x.shape[1])
    penalty[0, 0] = 0.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(x @ found)))
        gradient = x.T @ (weights * (p - said)) + penalty @ found
        step = np.linalg.solve((x * (weights * p * (1 - p))[:, None]).T @ x + penalty, gradient)
        found -= step
        if np.abs(step).max() < 1e-8:
            break
    return found


def main(
    data: Data,
    *,
    made: Made,
    pairs: Annotated[int, "cases of each kind and tier"] = 1500,
    out: Path = CALIBRATION,
) -> None:
    """Fit, measure by five folds, write."""
    rows, said, kinds = [], [], []
    for tier in ("fast", "accurate"):
        for kind, some in cases(data, made, "taught", pairs).items():
            found = measured(some, tier)
            rows.append(found[0])
            said.append(found[1])
            kinds += [f"{kind}, {tier}"] * len(some)
            print(kind, tier, len(some), f"{found[1].mean():.3f} said", flush=True)
    x, y, names = np.concatenate(rows), np.concatenate(said), np.array(kinds)
    # Both answers of every kind count as much as any other.
    weights = np.zeros(len(y))
    for name in dict.fromkeys(kinds):
        for answer in (True, False):
            mine = (names == name) & (y == answer)
            weights[mine] = len(y) / max(mine.sum(), 1) / (2 * len(set(kinds)))
    folds = np.random.default_rng(SEED).integers(0, 5, len(y))
    chances = np.zeros(len(y))
    for fold in range(5):
        kept = folds != fold
        found = fitted(x[kept], y[kept], weights[kept])
        chances[~kept] = 1 / (1 + np.exp(-(found[0] + x[~kept] @ found[1:])))
    for name in dict.fromkeys(kinds):
        mine = names == name
        sure = np.maximum(chances, 1 - chances)[mine]
        print(
            f"{name:20} balanced {balanced(chances[mine] > 0.5, y[mine]):.3f}, "
            f"auc {auc(chances[mine], y[mine]):.3f}, "
            f"ece {calibration_error(sure, (chances[mine] > 0.5) == y[mine]):.3f}"
        )
    bias, *by_measure = fitted(x, y, weights).round(4).tolist()
    found_weights = dict(zip(Measures._fields, by_measure, strict=True))
    out.write_text(json.dumps({"bias": bias, "weights": found_weights}, indent=1) + "\n")
    print(bias, found_weights)
