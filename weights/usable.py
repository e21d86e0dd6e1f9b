"""Fit how probable it is that an editor would print a fusion, on outputs that were read one by one.

A logistic curve over `fusion.usable.FIGURES` for unions, one for intersections, and one for all
sentences in which phrases are replaced. Prints, by ten folds over pairs, how well usable outputs
are told from others, and of those that pass a score how many are usable, and of the usable how many
pass. --dry writes nothing.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated

import numpy as np
import srsly

from scripts.records import table
from spacy_paraphrase.generation.usable import CURVES, FIGURES
from spacy_paraphrase.scoring.linear import folds, logistic
from weights.judge.measures import auc, calibration_error

SHEET = Path(__file__).parents[1] / "benchmarks" / "readings" / "usable.tsv"
# Figures of intersections that outputs which were read earlier do not have.
LATER = ("shortened", "entailed", "entailed_odds")
# By which figures each kind is told; of sentences with replaced phrases the others say nothing.
GROUPS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("union",): tuple(name for name in FIGURES if name not in LATER),
    ("intersection",): tuple(name for name in FIGURES if name != "length"),
    ("restate", "specify", "generalize"): ("fidelity", "parse_back"),
}
PENALTY, FOLDS = 10.0, 10
SCORES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
Array = np.ndarray


def fitted(x: Array, y: Array) -> tuple[Array, float]:
    """Return weights and bias; the penalty is on figures of one scale."""
    scale = x.std(axis=0) + 1e-9
    weights, bias = logistic(x / scale, y, PENALTY, True)
    return weights / scale, bias


def across_folds(x: Array, y: Array, pairs: list[str]) -> Array:
    """Return the probability of each row, by the rows of other pairs."""
    known = sorted(set(pairs))
    part = dict(zip(known, folds(len(known), 0, FOLDS).tolist(), strict=True))
    own = np.array([part[pair] for pair in pairs])
    found = np.zeros(len(y))
    for k in range(FOLDS):
        weights, bias = fitted(x[own != k], y[own != k])
        found[own == k] = 1 / (1 + np.exp(-(x[own == k] @ weights + bias)))
    return found


def main(*, sheet: Path = SHEET, dry: Annotated[bool, "write nothing"] = False) -> None:
    """Fit, measure, write."""
    rows = table(sheet, csv.QUOTE_MINIMAL)
    curves = {}
    for kinds, names in GROUPS.items():
        known = [row for row in rows if row["entailed"]] if "entailed" in names else rows
        some = [row for row in known if row["kind"] in kinds]
        x = np.array([[float(row[name]) for name in names] for row in some])
        y = np.array([row["verdict"] == "usable" for row in some])
        p = across_folds(x, y.astype(float), [f"{row['corpus']} {row['pair']}" for row in some])
        error = calibration_error(np.maximum(p, 1 - p), (p > 0.5) == y)
        print(
            f"{', '.join(kinds)}: {len(y)} read, usable {y.mean():.3f}; by {FOLDS} folds: "
            f"auc {auc(p, y):.3f}, calibration error {error:.3f}"
        )
        for score in SCORES:
            passed = p >= score
            print(
                f"  {score}: {passed.sum():4} pass, usable {y[passed].mean():.2f}; "
                f"of the usable {passed[y].mean():.2f} pass"
            )
        weights, bias = fitted(x, y.astype(float))
        told = dict(zip(names, weights.round(3).tolist(), strict=True))
        curve = dict.fromkeys(FIGURES, 0.0) | told | {"bias": round(bias, 3)}
        curves |= dict.fromkeys(kinds, curve)
    if not dry:
        CURVES.write_text(srsly.json_dumps(curves, indent=2) + "\n", encoding="utf-8")
