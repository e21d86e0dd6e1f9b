"""Fit how probable the relation of two sentences is.

Learnt from pairs that people judged: the train part of the embedded sample, which is news, in both
directions, and SNLI (the part that `benchmarks.relations` does not measure), of which each
premise and hypothesis is a case. Writes the numbers that the package ships. No label changes by
them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from math import exp, log
from pathlib import Path

from scipy.optimize import minimize

import spacy_paraphrase
from scripts.door import ROOT, Data
from scripts.records import table
from spacy_paraphrase.components.relation_classifier import RelationClassifier
from spacy_paraphrase.metrics import CalibrationMeasure, evaluate
from spacy_paraphrase.pairs.results import CALIBRATION, Calibration
from spacy_paraphrase.readers import read_jsonl

DATA = ROOT / "assets"
SNLI = "relations/snli/snli.test.tsv"
# Where the search begins: slope, rise, power, least value.
START = (1.0, 1.0, 1.0, 0.05)

# What is fitted.
NUMBERS = ("slope", "rise", "power", "least")

Sides = tuple[str | list[str], str | list[str]]
Case = tuple[float, float, bool]


def pairs(data: Path) -> Iterator[tuple[Sides, bool, bool | None]]:
    """Yield the sides of each pair, and whether the source entails the target and is entailed.

    The latter is None where nobody was asked.
    """
    for record in read_jsonl(DATA / "sample/train.jsonl"):
        says = record.entails == "entailment", record.entailed == "entailment"
        yield (list(record.source), list(record.target)), *says
    for row in table(data / SNLI, csv.QUOTE_MINIMAL):
        yield (row["premise"], row["hypothesis"]), row["label"] == "entailment", None


def cases(data: Path) -> list[Case]:
    """Return cost, length, and whether the side is entailed, of each direction that was judged."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    component = nlp.get_pipe("relation_classifier")
    assert isinstance(component, RelationClassifier)
    judged = list(pairs(data))
    found: list[Case] = []
    with nlp.select_pipes(disable=["relation_classifier"]):
        docs = spacy_paraphrase.pipe_pairs(nlp, [sides for sides, *_ in judged])
        for doc, (_, entails, entailed) in zip(docs, judged, strict=True):
            seen = component.composition(doc)
            if seen.same:
                continue
            found.append((seen.costs[1], seen.words, entails))
            if entailed is not None:
                found.append((seen.costs[0], seen.words, entailed))
    return found


def fit(data: list[Case]) -> Calibration:
    """Return the calibration of greatest likelihood, the offset left alone."""

    def made(numbers: Sequence[float]) -> Calibration:
        slope, rise, power, least = numbers
        return Calibration(slope=exp(slope), rise=exp(rise), power=power, least=least)

    def loss(numbers: Sequence[float]) -> float:
        if not 0 < numbers[-1] < 0.5:
            return 1e6
        calibration = made(numbers)
        chances = ((calibration(cost, words), right) for cost, words, right in data)
        return -sum(log(max(p if right else 1 - p, 1e-9)) for p, right in chances)

    start = [log(START[0]), log(START[1]), *START[2:]]
    fitted = made(minimize(loss, start, method="Nelder-Mead").x.tolist())
    return Calibration(**{name: round(getattr(fitted, name), 3) for name in NUMBERS})


def main(*, data: Data = DATA) -> None:
    """Fit, write, and print the calibration error before and after."""
    known = cases(data)
    fitted = fit(known)
    numbers = {name: getattr(fitted, name) for name in NUMBERS}
    CALIBRATION.write_text(json.dumps(numbers) + "\n", encoding="utf-8")
    print(f"wrote {CALIBRATION.relative_to(ROOT)}: {numbers}, from {len(known)} directions")
    right = [entailed for *_, entailed in known]
    for name, calibration in (("before", Calibration()), ("after", fitted)):
        chances = [calibration(cost, words) for cost, words, _ in known]
        scores = evaluate(CalibrationMeasure(), chances, right).scores
        print(f"{name:8} ECE {scores['ece']:.3f}  Brier {scores['brier']:.3f}")
