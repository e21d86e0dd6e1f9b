"""Fit how far calculus and encoder are believed: `python scripts/train_gate.py DATA TAUGHT`.

Learnt from pairs that the encoder was not taught: SNLI and HELP (the parts `gate` of
`encoder/examples.py`), the train part of the embedded sample in both directions, and a tenth of the
pairs that the calculus judged (TAUGHT, what `encoder/teach.py` wrote), each source with a weight of
its own. Writes the numbers that the package ships (`relations.context`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import spacy_paraphrase
from spacy_paraphrase.components.relation_classifier import RelationClassifier
from spacy_paraphrase.readers import read_jsonl
from spacy_paraphrase.relations.context import GATE, features, with_products
from spacy_paraphrase.results import read_reading

sys.path.insert(0, str(Path(__file__).parent / "encoder"))
from examples import SAMPLE, help_pairs, is_held, snli

# How much all pairs of a source count together.
WEIGHTS = {"snli": 1.0, "help": 0.7, "sample": 1.5, "taught": 1.0}
PENALTY = 3e-3
MOST_TAUGHT = 700

Case = tuple[str, str | list[str], str | list[str], str | None, str | None]


def cases(data: Path, taught: Path) -> Iterator[Case]:
    """Yield source of the data, both sides, and what each says of the other, if that is known."""
    for name, rows in (("snli", snli(data).gate), ("help", help_pairs(data).gate)):
        for one, other, label in rows:
            yield name, one, other, label, label if label == "contradiction" else None
    for record in read_jsonl(SAMPLE):
        sides = list(record.source), list(record.target)
        yield "sample", *sides, record.entails, record.entailed
    rows = (json.loads(line) for line in taught.read_text(encoding="utf-8").splitlines())
    held = [row for row in rows if is_held(row["source"])]
    for row in held[:MOST_TAUGHT]:
        yield "taught", row["source"], row["target"], row["entails"], row["entailed"]


def table(found: list[Case]) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return features, gold and weight of each case, by question."""
    nlp = spacy_paraphrase.load(tier="accurate", exclude=["sentence_fuser"])
    component = nlp.get_pipe("relation_classifier")
    assert isinstance(component, RelationClassifier)
    rows: dict[str, list[tuple[np.ndarray, bool, str]]] = {"entailment": [], "contradiction": []}
    with nlp.select_pipes(disable=["relation_classifier"]):
        docs = spacy_paraphrase.pipe_pairs(nlp, [(one, other) for _, one, other, *_ in found])
        for doc, (name, _, _, entails, entailed) in zip(docs, found, strict=True):
            seen, reading = component.composition(doc), read_reading(doc)
            if seen.same or reading is None:
                continue
            marks = seen.reasons, seen.differences
            forth, back, both = features(seen.compared, seen.composed().chances, reading, *marks)
            for row, label in ((forth, entails), (back, entailed)):
                if label is not None:
                    rows["entailment"].append((row, label == "entailment", name))
            rows["contradiction"].append((both, entails == "contradiction", name))
    made = {}
    for question, some in rows.items():
        names = [name for _, _, name in some]
        weights = np.array([WEIGHTS[name] / names.count(name) for name in names])
        gold = np.array([right for _, right, _ in some])
        made[question] = np.array([row for row, _, _ in some]), gold, weights / weights.sum()
    return made


def fit(rows: np.ndarray, gold: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weights of greatest likelihood, large ones punished."""
    given, signs = with_products(rows), np.where(gold, 1.0, -1.0)

    def loss(numbers: np.ndarray) -> tuple[float, np.ndarray]:
        margins = signs * (given @ numbers)
        chance = 1 / (1 + np.exp(margins))
        slope = -(given * (weights * signs * chance)[:, None]).sum(0)
        free = np.concatenate([[0.0], numbers[1:]])
        punished = PENALTY * float(free @ free) / 2
        return float(weights @ np.logaddexp(0, -margins)) + punished, slope + PENALTY * free

    return np.asarray(minimize(loss, np.zeros(given.shape[1]), jac=True).x)


def main() -> None:
    """Fit, write, and print how often each is right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of the corpora")
    parser.add_argument("taught", type=Path, help="pairs of teach.py")
    args = parser.parse_args()
    found = {}
    for question, (rows, gold, weights) in table(list(cases(args.data, args.taught))).items():
        fitted = fit(rows, gold, weights)
        found[question] = [round(number, 4) for number in fitted.tolist()]
        right = ((with_products(rows) @ fitted > 0) == gold) @ weights
        print(f"{question}: {len(rows)} cases, {right:.3f} right, by weight")
    GATE.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
