"""Fit how probable the relation of two sentences is: `python scripts/calibrate.py`.

Learnt from the train part of the embedded sample, which has long pairs, and the minimal pairs of
the tests, which are short: for each direction, whether one side entails the other, and by how much
it says more. Writes the numbers that the package ships. No label changes by them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from math import exp, log
from pathlib import Path

from scipy.optimize import minimize

import spacy_paraphrase
from spacy_paraphrase.components.relation_classifier import RelationClassifier
from spacy_paraphrase.metrics import CalibrationMeasure, evaluate
from spacy_paraphrase.readers import read_jsonl
from spacy_paraphrase.results import CALIBRATION, Calibration, judgement_of

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "assets" / "sample" / "train.jsonl"
MINIMAL = ROOT / "tests" / "relations" / "minimal_pairs.tsv"
# Where the search begins: slope, power, least value.
START = (1.0, 1.0, 0.05)

Case = tuple[float, float, bool]


def pairs() -> Iterator[tuple[str | list[str], str | list[str], bool, bool]]:
    """Yield the sides of each pair, and whether the source entails the target, and is entailed."""
    for record in read_jsonl(SAMPLE):
        says = record.entails == "entailment", record.entailed == "entailment"
        yield list(record.source), list(record.target), *says
    for row in csv.DictReader(MINIMAL.read_text("utf-8").splitlines(), delimiter="\t"):
        label, conflict = row["relation"], bool(row["conflict"])
        relation = spacy_paraphrase.results.SentenceRelation(label, {}, conflict)
        judged = judgement_of(relation)
        yield (
            row["source"],
            row["target"],
            judged.entails == "entailment",
            judged.entailed == "entailment",
        )


def cases() -> list[Case]:
    """Return cost, length, and whether the side is entailed, of both directions of each pair."""
    nlp = spacy_paraphrase.load(exclude=["sentence_fuser"])
    component = nlp.get_pipe("relation_classifier")
    assert isinstance(component, RelationClassifier)
    found: list[Case] = []
    with nlp.select_pipes(disable=["relation_classifier"]):
        for source, target, entails, entailed in pairs():
            seen = component.composition(nlp(spacy_paraphrase.make_pair(nlp, source, target)))
            if not seen.same:
                found.append((seen.costs[1], seen.words, entails))
                found.append((seen.costs[0], seen.words, entailed))
    return found


def fit(data: list[Case]) -> Calibration:
    """Return the calibration of greatest likelihood, the offset left alone."""

    def loss(numbers: list[float]) -> float:
        slope, power, least = numbers
        if not 0 < least < 0.5:
            return 1e6
        calibration = Calibration(slope=exp(slope), power=power, least=least)
        chances = ((calibration(cost, words), right) for cost, words, right in data)
        return -sum(log(max(p if right else 1 - p, 1e-9)) for p, right in chances)

    start = [log(START[0]), *START[1:]]
    slope, power, least = minimize(loss, start, method="Nelder-Mead").x.tolist()
    numbers = {"slope": round(exp(slope), 3), "power": round(power, 3), "least": round(least, 3)}
    return replace(Calibration(), **numbers)


def main() -> None:
    """Fit, write, and print the calibration error before and after."""
    data = cases()
    fitted = fit(data)
    numbers = {name: getattr(fitted, name) for name in ("slope", "power", "least")}
    CALIBRATION.write_text(json.dumps(numbers) + "\n", encoding="utf-8")
    print(f"wrote {CALIBRATION.relative_to(ROOT)}: {numbers}, from {len(data)} directions")
    right = [entailed for *_, entailed in data]
    for name, calibration in (("before", Calibration()), ("after", fitted)):
        chances = [calibration(cost, words) for cost, words, _ in data]
        scores = evaluate(CalibrationMeasure(), chances, right).scores
        print(f"{name:8} ECE {scores['ece']:.3f}  Brier {scores['brier']:.3f}")


if __name__ == "__main__":
    main()
