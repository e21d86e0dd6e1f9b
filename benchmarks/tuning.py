"""Weights of presets learnt from pairs of the Microsoft paraphrase corpus, by SARI and PRECIS.

Of the paraphrases in its training part those whose shorter side has at most 85 % of the characters
of the longer one: the longer side is the source, the shorter one its reference. On one half weights
of "compress" are learnt, on the other both those and the ones of the preset are measured, with p by
paired approximate randomisation. Nothing is read by people here, so no preset follows from it.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import spacy_paraphrase
from benchmarks.data import DATA, msrp
from scripts.door import Data, Limit
from spacy_paraphrase.generation.edit_features import PRESETS
from spacy_paraphrase.metrics import paired_randomisation
from spacy_paraphrase.papers.rewrite_tuning import OBJECTIVES, Example, tune, values_of

RATE = 0.85
LIMITS = {"max_ratio": RATE, "min_ratio": 0.4}


def read(data: Path) -> list[tuple[str, str]]:
    """Return the longer and the shorter side of paraphrases that differ in length."""
    pairs = [sorted((one, other), key=len) for one, other, label in msrp(data) if label == "1"]
    return [(long, short) for short, long in pairs if len(short) <= RATE * len(long)]


def main(*, data: Data = DATA, limit: Limit = None) -> None:
    """Print what is learnt, and what it is worth."""
    pairs = read(data)[:limit]
    left_out = ["graph_matcher", "relation_classifier", "sentence_fuser"]
    nlp = spacy_paraphrase.load(tier="fast", exclude=left_out)
    docs = nlp.pipe([source for source, _ in pairs])
    examples = [Example(doc, (short,)) for doc, (_, short) in zip(docs, pairs, strict=True)]
    half = len(examples) // 2
    for name in ("sari", "precis"):
        found = tune(examples[:half], "compress", name, **LIMITS)
        both = [
            values_of(examples[half:], "compress", OBJECTIVES[name], weights, **LIMITS)
            for weights in (PRESETS["compress"].weights, found.weights)
        ]
        stats = [[(value,) for value in values] for values in both]
        p = paired_randomisation(
            stats[1], stats[0], lambda sums: {"sum": sums[0]}, "sum", trials=1000
        ).p
        print(f"{name}, {half} pairs to learn from: {found.weights}")
        print(f"  there {', '.join(f'{value:.4f}' for value in found.history)}")
        print(f"  on {len(examples) - half} others {fmean(both[0]):.4f} before, ", end="")
        print(f"{fmean(both[1]):.4f} after, p {p:.4f}")
