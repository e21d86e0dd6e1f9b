"""Fit the score of mined rows (`acquire.row_score`), and print what it is worth on held-out folds.

How alike two phrases are is fitted by ridge regression to the grades of words/raw, to the fifth of
them that the pair encoder was not taught by; how much the number of places adds, by logistic
regression to the rows of `benchmarks/readings` that were read. Folds are by the first phrase.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from scripts.door import ROOT, Data
from scripts.records import table
from spacy_paraphrase.acquire.row_score import (
    ENCODER_FEATURES,
    FAST_FEATURES,
    WEIGHTS,
    features,
    grade,
    read,
)
from spacy_paraphrase.jobs.arrays import FloatArray
from spacy_paraphrase.metrics import spearman
from spacy_paraphrase.ml.encoder import PairEncoder
from weights.judge.judged_pairs import bucket

FILES = {"PPDB": "words/raw/ppdb-sample.tsv", "Wikipedia": "words/raw/wiki-sample.tsv"}
# Into how many parts the encoder's teaching divides the phrases, of which it leaves the first out.
PARTS, FOLDS = 5, 5
# Sheets of phrase rows that were read, with the licence to be printed.
SHEETS = ("mined_phrases", "mined_anchors")
TIERS = {"fast": len(FAST_FEATURES), "accurate": len(FAST_FEATURES + ENCODER_FEATURES)}


def graded_pairs(data: Path) -> Iterator[tuple[str, list[str], list[str], float]]:
    """Yield file, phrases and grade (0 to 1) of the pairs that the encoder does not know."""
    for name, path in FILES.items():
        with (data / path).open(encoding="utf-8", newline="") as file:
            for mean, _, *sides in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if bucket(sides[0], PARTS) == 0:
                    one, other = (side.lower().split() for side in sides[:2])
                    yield name, one, other, (float(mean) - 1) / 4


def read_rows() -> Iterator[tuple[list[str], list[str], float, bool]]:
    """Yield phrases, count and verdict of the rows that were read."""
    for sheet in SHEETS:
        for row in table(ROOT / "benchmarks" / "readings" / f"{sheet}.tsv"):
            one, other = row["source"].split(), row["target"].split()
            yield one, other, float(row["count"]), row["verdict"] == "correct"


def all_features(pairs: Sequence[tuple[list[str], list[str]]], cache: Path | None) -> FloatArray:
    """Return the features of pairs in the accurate tier, kept in a file if one is named."""
    if cache is not None and cache.exists():
        return np.load(cache)["features"]
    encoder = PairEncoder()
    found = np.array([features(*pair, "en", read(encoder, *pair)) for pair in pairs])
    if cache is not None:
        np.savez_compressed(cache, features=found)
    return found


def fitted(values: FloatArray, grades: FloatArray) -> dict[str, Any]:
    """Return the weights that ridge regression finds, for values as they are."""
    from sklearn.linear_model import RidgeCV
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(values)
    model = RidgeCV(np.logspace(-1, 3, 9)).fit(scaler.transform(values), grades)
    weights = model.coef_ / scaler.scale_
    names = (*FAST_FEATURES, *ENCODER_FEATURES)[: values.shape[1]]
    bias = float(model.intercept_ - weights @ scaler.mean_)
    told = {name: round(float(w), 6) for name, w in zip(names, weights, strict=True)}
    return {"bias": round(bias, 6), "features": told}


def held_out(values: FloatArray, grades: FloatArray, groups: Sequence[str]) -> FloatArray:
    """Return the grade of each pair by weights that were fitted to the other folds."""
    from sklearn.model_selection import GroupKFold

    found = np.zeros(len(grades))
    for train, test in GroupKFold(FOLDS).split(values, grades, groups):
        weights = fitted(values[train], grades[train])
        found[test] = [grade(value, weights) for value in values[test]]
    return found


def support(grades: Sequence[float], counts: FloatArray, right: Sequence[bool]) -> list[float]:
    """Return bias, weight of the grade and weight of each doubling of the count."""
    from sklearn.linear_model import LogisticRegression

    seen = np.stack([grades, np.log2(1 + counts)], axis=1)
    model = LogisticRegression(C=10.0).fit(seen, right)
    return [round(float(x), 6) for x in (*model.intercept_, *model.coef_[0])]


def main(
    data: Data,
    *,
    cache: Annotated[Path | None, "file (.npz) that keeps the features"] = None,
    keep: Annotated[bool, "leave the shipped weights as they are"] = False,
) -> None:
    """Fit, print and write."""
    pairs, read = list(graded_pairs(data)), list(read_rows())
    sides = [*((one, other) for _, one, other, _ in pairs), *(row[:2] for row in read)]
    values = all_features(sides, cache)
    grades = np.array([pair[3] for pair in pairs])
    counts, right = np.array([row[2] for row in read]), [row[3] for row in read]
    weights = {}
    print(f"{'tier':10}" + "".join(f"{name:>12}" for name in FILES) + f"{'all':>12}")
    for tier, width in TIERS.items():
        some = values[:, :width]
        found = held_out(some[: len(pairs)], grades, [" ".join(one) for _, one, _, _ in pairs])
        cells = []
        for name in (*FILES, None):
            at = [k for k, pair in enumerate(pairs) if name in (None, pair[0])]
            cells.append(spearman(found[at].tolist(), grades[at].tolist()) or 0.0)
        print(f"{tier:10}" + "".join(f"{cell:12.3f}" for cell in cells))
        weights[tier] = fitted(some[: len(pairs)], grades)
        graded = [grade(value, weights[tier]) for value in some[len(pairs) :]]
        weights[tier]["support"] = support(graded, counts, right)
        print(f"{'':10}support {weights[tier]['support']}")
    if not keep:
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf8")
