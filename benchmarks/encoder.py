"""The pair encoder alone, head by head.

Judgements: three-way accuracy on pairs of SNLI whose premises were held out, entailment or not on
documents of HELP that were, both directions of SICK, of which nothing was taught, and precision and
recall on the embedded sample. Similarity: Pearson on the STS benchmark. Alignment of words: F of
the links that both words hold for the best, on corpora that were not taught. With --errors some
wrong judgements are printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Annotated

import numpy as np
import spacy

from benchmarks.alignment import MEASURE
from benchmarks.data import DATA, SICK, sample, sts, word_alignments
from benchmarks.report import gold_links
from scripts.door import Data, Limit
from scripts.records import table
from spacy_paraphrase.metrics import evaluate
from spacy_paraphrase.ml.encoder import SHIPPED, PairEncoder
from spacy_paraphrase.pairs.results import EncoderOutput
from weights.encoder.taught_examples import CLASSES, help_pairs, snli

# Least alignment of a link.
THRESHOLD = 0.3
Sides = tuple[Sequence[str], Sequence[str]]


class Judge:
    """Reads pairs of texts with an encoder."""

    def __init__(self, encoder: PairEncoder) -> None:
        self.encoder = encoder
        self._tokenizer = spacy.blank("en").tokenizer
        self.seconds = self.pairs = 0.0

    def words(self, text: str) -> list[str]:
        """Return the words of a text."""
        return [token.text for token in self._tokenizer(text)]

    def read(self, one: str | Sequence[str], other: str | Sequence[str]) -> EncoderOutput:
        """Return the reading of a pair."""
        words = [self.words(side) if isinstance(side, str) else side for side in (one, other)]
        start = perf_counter()
        found = self.encoder.read(*words)
        self.seconds += perf_counter() - start
        self.pairs += 1
        return found


def likeliest(scores: Sequence[float]) -> str:
    """Return the class of greatest probability."""
    return CLASSES[int(np.argmax(scores))]


def judgements(judge: Judge, data: Path, limit: int, errors: int) -> None:
    """Print how often what one side says of the other is right."""
    print(f"{'':26}{'pairs':>7}{'accuracy':>10}")
    held = {"SNLI, held-out premises": snli(data), "HELP, held-out documents": help_pairs(data)}
    for name, parts in held.items():
        rows = parts.measured[: limit or None]
        found = [likeliest(judge.read(one, other).entails) for one, other, _ in rows]
        two_way = not any(label == "contradiction" for *_, label in rows)
        gold = [label for *_, label in rows]
        if two_way:
            found = [label if label == "entailment" else "neutral" for label in found]
        right = np.array(found) == np.array(gold)
        print(f"{name:26}{len(rows):7}{right.mean():10.3f}", flush=True)
        for k in np.flatnonzero(~right)[:errors].tolist():
            print(f"    {gold[k]}, said {found[k]}: {rows[k][0]} / {rows[k][1]}")
    rows = table(data / SICK)[: limit or None]
    readings = [judge.read(row["sentence_A"], row["sentence_B"]) for row in rows]
    for name, column in (("SICK, A to B", "entailment_AB"), ("SICK, B to A", "entailment_BA")):
        field = "entails" if column.endswith("AB") else "entailed"
        found = [likeliest(getattr(reading, field)) for reading in readings]
        gold = [sick_class(row[column]) for row in rows]
        print(f"{name:26}{len(gold):7}{(np.array(found) == np.array(gold)).mean():10.3f}")


def sick_class(label: str) -> str:
    """Return a label of SICK such as "A_entails_B" as a class."""
    kinds = {"entails": "entailment", "contradicts": "contradiction", "neutral": "neutral"}
    return kinds[label.split("_")[1]]


def own_sample(judge: Judge) -> None:
    """Print precision and recall on dev and test of the embedded sample, both directions."""
    records = sample("dev", "test")
    readings = [judge.read(record.source, record.target) for record in records]
    found = [likeliest(r.entails) for r in readings] + [likeliest(r.entailed) for r in readings]
    gold = [str(r.entails) for r in records] + [str(r.entailed) for r in records]
    print(f"{'sample, dev and test':26}{len(gold):7}", end="")
    print(f"{np.mean([one == other for one, other in zip(found, gold, strict=True)]):10.3f}")
    for label in ("entailment", "contradiction"):
        both = sum(a == b == label for a, b in zip(found, gold, strict=True))
        said, there = found.count(label), gold.count(label)
        print(f"    {label:14} P {both / max(said, 1):.2f}  R {both / max(there, 1):.2f}")


def similarity(judge: Judge, data: Path, limit: int) -> None:
    """Print how the similarity of the sentences goes with the graded one."""
    pairs, grades = (each[: limit or None] for each in sts(data, "dev"))
    found = [judge.read(one, other).similarity for one, other in pairs]
    pearson = np.corrcoef(found, grades)[0, 1]
    print(f"\nSTS benchmark dev, {len(pairs)} pairs: Pearson of similarity {pearson:.3f}")


def alignment(judge: Judge, data: Path, limit: int) -> None:
    """Print F of the links that both words hold for the best."""
    print(f"\n{MEASURE.signature()}|least alignment {THRESHOLD}")
    for name, records in word_alignments(data):
        links, some = [], records[: limit or None]
        for record in some:
            table = judge.read(record.source, record.target).alignment
            best = (table == table.max(1, keepdims=True)) & (table == table.max(0, keepdims=True))
            links.append({tuple(cell) for cell in np.argwhere(best & (table > THRESHOLD)).tolist()})
        scores = evaluate(MEASURE, links, gold_links(some)).scores
        print(f"{name:26}{len(some):7}{100 * (scores['macro_f'] or 0):10.1f}", flush=True)


def main(
    *,
    data: Data = DATA,
    encoder: Annotated[Path | None, "folder of another encoder"] = None,
    limit: Limit = 0,
    errors: Annotated[int, "wrong judgements to print"] = 0,
) -> None:
    """Print the tables."""
    start = perf_counter()
    judge = Judge(PairEncoder(encoder))
    folder = encoder or SHIPPED
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    print(f"{size:.1f} MB, loaded in {perf_counter() - start:.2f} s")
    judgements(judge, data, limit, errors)
    own_sample(judge)
    similarity(judge, data, limit)
    alignment(judge, data, limit)
    print(f"\n{1000 * judge.seconds / judge.pairs:.1f} ms a pair over {judge.pairs:.0f} pairs")
