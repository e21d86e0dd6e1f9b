"""Composition and overlap on corpora of monotonicity, inference and paraphrase.

Parts of `benchmarks.relations`: "help" (two-way accuracy on the conjunction and disjunction pairs
of HELP), "snli" (precision, recall and F of entailment and contradiction), "msrp" (paraphrases that
are said to be in conflict, and overlap as their score), "stsb" (overlap beside graded similarity,
and of pairs put together at random). Nothing here is trained.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from benchmarks import data as corpora
from benchmarks.data import Row
from scripts.records import table
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.pairs.results import judgement_of
from weights.encoder import taught_examples
from weights.judge.measures import auc

SEED = 0
HELP = {"conjunction": "relations/help/and.tsv", "disjunction": "relations/help/or.tsv"}

# What was measured, by name.
Figures = dict[str, float]


def help_pairs(nlp: Language, data: Path, limit: int, held_out: bool) -> Figures:
    """Print the accuracy of entailment against neutral on HELP, and return it by part."""
    print(f"\nHELP|entailment or not|held out:{held_out}")
    figures = {}
    if held_out:
        parts = {"both": taught_examples.help_pairs(data).measured}
    else:
        names = ("ori_sentence", "new_sentence", "gold_label")
        parts = {
            part: [
                tuple(row[name] for name in names) for row in table(data / path, csv.QUOTE_MINIMAL)
            ]
            for part, path in HELP.items()
        }
    for name, rows in parts.items():
        found = [entails(doc) == "entailment" for doc, _ in related(nlp, rows, limit)]
        gold = [label == "entailment" for _, _, label in rows[: limit or None]]
        right = np.array(found) == np.array(gold)
        of_gold = (f"{right[np.array(gold) == kind].mean():.3f}" for kind in (True, False))
        print(f"{name:14}pairs {len(right):5}  accuracy {right.mean():.3f}", end="")
        print("  of entailment {}, of neutral {}".format(*of_gold), flush=True)
        figures[f"HELP {name}, accuracy"] = float(right.mean())
    return figures


def snli(nlp: Language, data: Path, limit: int, held_out: bool) -> Figures:
    """Print what is found of entailment and contradiction in SNLI, and return their F."""
    figures = {}
    rows = taught_examples.snli(data).measured if held_out else corpora.snli(data)
    found = np.array([entails(doc) for doc, _ in related(nlp, rows, limit)])
    gold = np.array([label for _, _, label in rows[: len(found)]])
    print(f"\nSNLI|held out:{held_out}|pairs:{len(gold)}|accuracy {(found == gold).mean():.3f}")
    print(f"{'':16}{'P':>7}{'R':>7}{'F':>7}{'said':>7}")
    for label in ("entailment", "contradiction"):
        both = int(((found == label) & (gold == label)).sum())
        said, there = int((found == label).sum()), int((gold == label).sum())
        numbers = both / max(said, 1), both / max(there, 1), 2 * both / max(said + there, 1)
        print(f"{label:16}" + "".join(f"{n:7.3f}" for n in numbers) + f"{said:7}", flush=True)
        figures[f"SNLI {label}, F"] = numbers[2]
    return figures


def msrp(nlp: Language, data: Path, limit: int, held_out: bool) -> Figures:
    """Print how many paraphrases of MSRP conflict, and how well overlap tells them apart.

    The shares in conflict, and what overlap is worth, are returned.
    """
    rows = corpora.msrp(data)
    docs = related(nlp, rows, limit)
    found = [
        (doc._.overlap, said.conflict, max(said.scores.values()), row[2] == "1")
        for doc, row in docs
        for said in [doc._.relation]
    ]
    overlap, conflict, likely, same = (np.array(column) for column in zip(*found, strict=True))
    print(f"\nMSRP train|pairs:{len(found)}|paraphrases:{same.sum()}")
    print(f"in conflict: of paraphrases {conflict[same].mean():.3f}, ", end="")
    print(f"of others {conflict[~same].mean():.3f}")
    print(f"no label above .40: {(likely < 0.4).mean():.3f}")
    print(f"AUC of overlap {auc(overlap, same):.3f}", flush=True)
    return {
        "MSRP paraphrases in conflict": float(conflict[same].mean()),
        "MSRP others in conflict": float(conflict[~same].mean()),
        "MSRP overlap, AUC": auc(overlap, same),
    }


def stsb(nlp: Language, data: Path, limit: int, held_out: bool) -> None:
    """Print how overlap goes with graded similarity, and what it is of unrelated sentences."""
    rows = [(*pair, grade) for pair, grade in zip(*corpora.sts(data, "dev"), strict=True)]
    scored = [(doc._.overlap, row[2]) for doc, row in related(nlp, rows, limit)]
    order = np.random.default_rng(SEED).permutation(len(rows))
    mixed = [(rows[i][0], rows[k][1], "") for i, k in enumerate(order.tolist()) if i != k]
    apart = np.array([doc._.overlap for doc, _ in related(nlp, mixed, limit)])
    print(f"\nSTS benchmark dev|pairs:{len(scored)}|seed:{SEED}")
    print(f"Pearson of overlap {np.corrcoef(np.array(scored).T)[0, 1]:.3f}; ", end="")
    print(
        f"at most .2 in {(apart <= 0.2).mean():.3f} of {len(apart)} pairings at random", flush=True
    )


def related(nlp: Language, rows: Sequence[Row], limit: int) -> Iterator[tuple[Doc, Row]]:
    """Yield the Doc of each pair, and its row."""
    some = rows[: limit or None]
    yield from zip(pipe_pairs(nlp, [row[:2] for row in some]), some, strict=True)


def entails(doc: Doc) -> str:
    """Return what the source says of the target: entailment, neutral or contradiction."""
    return judgement_of(doc._.relation).entails
