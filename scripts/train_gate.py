"""Fit how far calculus and encoder are believed: `python scripts/train_gate.py DATA TAUGHT`.

Learnt from pairs that the encoder was not taught: SNLI and HELP (the parts `gate` of
`encoder/taught_examples.py`), the train part of the embedded sample in both directions, and a tenth
of the pairs that the calculus judged (TAUGHT, what `encoder/teach.py` wrote), each source with a
weight of its own. Writes the numbers that the package ships (`relations.context`).
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

sys.path.insert(0, str(Path(__file__).parent / "encoder"))
from taught_examples import SAMPLE, help_pairs, is_held, snli

# How much all pairs of a source count together.
WEIGHTS = {"snli": 1.0, "help": 1.0, "sample": 2.0, "taught": 1.5}
# How much more one counts that is not entailed: precision comes first.
CAUTION = 1.7
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


def table(found: list[Case]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return features, gold and weight of each direction that the calculus leaves open."""
    nlp = spacy_paraphrase.load(tier="accurate", exclude=["sentence_fuser"])
    component = nlp.get_pipe("relation_classifier")
    assert isinstance(component, RelationClassifier)
    rows: list[tuple[np.ndarray, bool, str]] = []
    with nlp.select_pipes(disable=["relation_classifier"]):
        docs = spacy_paraphrase.pipe_pairs(nlp, [(one, other) for _, one, other, *_ in found])
        for doc, (name, _, _, *labels) in zip(docs, found, strict=True):
            seen = component.composition(doc)
            if seen.same or seen.reasons or seen.reading is None:
                continue
            chances = seen.composed().chances
            both = features(seen.compared, chances, seen.reading, seen.differences)
            for row, label in zip(both, labels, strict=True):
                if row is not None and label is not None:
                    rows.append((row, label == "entailment", name))
    names = [name for _, _, name in rows]
    weights = np.array([WEIGHTS[name] / names.count(name) for name in names])
    gold = np.array([right for _, right, _ in rows])
    weights *= np.where(gold, 1.0, CAUTION)
    return np.array([row for row, _, _ in rows]), gold, weights / weights.sum()


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
    rows, gold, weights = table(list(cases(args.data, args.taught)))
    fitted = fit(rows, gold, weights)
    said = with_products(rows) @ fitted > 0
    print(f"{len(rows)} directions, {gold.sum()} of them entailed; by weight ", end="")
    print(f"{(said == gold) @ weights:.3f} right, {(~gold) @ weights:.3f} if none were")
    GATE.write_text(json.dumps([round(number, 4) for number in fitted.tolist()]) + "\n")


if __name__ == "__main__":
    main()
