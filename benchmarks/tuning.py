"""Weights of presets learnt from pairs of the Microsoft paraphrase corpus, by SARI and PRECIS.

    python benchmarks/tuning.py [--data FOLDER] [--limit N]

Of the paraphrases in its training part those whose shorter side has at most 85 % of the characters
of the longer one: the longer side is the source, the shorter one its reference. On one half weights
of "compress" are learnt, on the other both those and the ones of the preset are measured, with p by
paired approximate randomisation. Nothing is read by people here, so no preset follows from it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean

import spacy_paraphrase
from benchmarks.corpora import DATA, run
from spacy_paraphrase.metrics import paired_randomisation
from spacy_paraphrase.rewrite.features import PRESETS
from spacy_paraphrase.rewrite.tuning import OBJECTIVES, Example, tune, values_of

MSRP = "paraphrase/msrp/msr-para-train.tsv"
RATE = 0.85
LIMITS = {"max_ratio": RATE, "min_ratio": 0.4}


def read(path: Path) -> list[tuple[str, str]]:
    """Return the longer and the shorter side of paraphrases that differ in length."""
    rows = [line.split("\t") for line in path.read_text("utf-8-sig").split("\n")[1:] if line]
    pairs = [sorted((row[3], row[4].rstrip("\r")), key=len) for row in rows if row[0] == "1"]
    return [(long, short) for short, long in pairs if len(short) <= RATE * len(long)]


def main() -> None:
    """Print what is learnt, and what it is worth."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    pairs = read(arguments.data / MSRP)[: arguments.limit]
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


if __name__ == "__main__":
    run(main)
