"""Draw lines of explanations, to be read blind: `python benchmarks/reading_sheet.py conflict`.

Writes a table of corpus, source, target and line, with an empty column for yes or no. "conflict"
draws from MSRP and STS benchmark train, "same" ("means the same as") from SNLI dev too. The texts
are not ours: keep a filled sheet beside the corpora, not in the project.
"""

from __future__ import annotations

import argparse
import csv
import random
from pathlib import Path

import spacy_paraphrase
from benchmarks.corpora import DATA, run
from benchmarks.relations_corpora import MSRP, SNLI, Row, read_rows, related
from spacy_paraphrase.explain import statements
from spacy_paraphrase.relations.statements import Statement

STSB = "paraphrase/stsb/stsb-en-train.csv"


def pairs(data: Path, kind: str) -> list[Row]:
    """Return source, target and corpus of each pair to draw from."""
    found = [(one, other, "msrp") for one, other, _ in read_rows(data / MSRP)]
    with open(data / STSB, encoding="utf-8", newline="") as file:
        found += [(one, other, "stsb") for one, other, _ in csv.reader(file)]
    if kind == "same":
        found += [(one, other, "snli") for one, other, _ in read_rows(data / SNLI)]
    return found


def is_wanted(statement: Statement, kind: str) -> bool:
    """Return whether a line is one of those to be read."""
    return (
        statement.kind == "conflict" if kind == "conflict" else "means the same" in statement.text
    )


def main() -> None:
    """Print the sheet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("conflict", "same"))
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=5000, help="pairs to draw from")
    parser.add_argument("--lines", type=int, default=60)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    drawn = pairs(args.data, args.kind)
    chance.shuffle(drawn)
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    lines = [
        (corpus, one, other, statement.text, "")
        for doc, (one, other, corpus) in related(nlp, drawn, args.pairs)
        for statement in statements(doc._.alignment)
        if is_wanted(statement, args.kind)
    ]
    chance.shuffle(lines)
    print("corpus", "source", "target", "line", "right", sep="\t")
    for line in lines[: args.lines]:
        print(*(cell.replace("\t", " ") for cell in line), sep="\t")


if __name__ == "__main__":
    run(main)
