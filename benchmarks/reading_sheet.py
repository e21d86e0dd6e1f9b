"""Draw lines of explanations, to be read blind.

Writes a table of corpus, source, target and line, with an empty column for yes or no. "conflict"
draws from MSRP and STS benchmark train, "same" ("means the same as") from SNLI dev too. The texts
are not ours: keep a filled sheet beside the corpora, not in the project.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

import spacy_paraphrase
from benchmarks.data import DATA, Row, paraphrases, snli, sts
from benchmarks.relations_corpora import related
from benchmarks.report import print_sheet
from scripts.door import Data, Pairs, Seed
from spacy_paraphrase.relations.explain import statements
from spacy_paraphrase.relations.statements import Statement


def corpora(data: Path, kind: str) -> list[Row]:
    """Return source, target and corpus of each pair to draw from."""
    found = [(*pair, "msrp") for pair in paraphrases(data)[0]]
    found += [(*pair, "stsb") for pair in sts(data, "train")[0]]
    if kind == "same":
        found += [(one, other, "snli") for one, other, _ in snli(data)]
    return found


def is_wanted(statement: Statement, kind: str) -> bool:
    """Return whether a line is one of those to be read."""
    return (
        statement.kind == "conflict" if kind == "conflict" else "means the same" in statement.text
    )


def main(
    kind: Literal["conflict", "same"],
    *,
    data: Data = DATA,
    seed: Seed = 0,
    pairs: Pairs = 5000,
    lines: int = 60,
) -> None:
    """Print the sheet."""
    chance = random.Random(seed)
    drawn = corpora(data, kind)
    chance.shuffle(drawn)
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    told = [
        (corpus, one, other, statement.text, "")
        for doc, (one, other, corpus) in related(nlp, drawn, pairs)
        for statement in statements(doc._.alignment)
        if is_wanted(statement, kind)
    ]
    chance.shuffle(told)
    print_sheet(told[:lines], "corpus", "source", "target", "line", "right")
