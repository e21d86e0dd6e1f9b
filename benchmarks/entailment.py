"""Entailment by coverage on RTE and SICK: stem overlap as a floor, and the aligner above it.

Accuracy with the best threshold on the same (development) pairs, as the papers fitted theirs: RTE-3
dev with one threshold and with one for each task, RTE-1 and RTE-2 dev with one threshold; SICK
train and trial with the threshold .9, entailment against the rest. The floor is the share of the
hypothesis' words, stop words left out, whose Porter stem the text has: in its best sentence ("max")
or anywhere ("union"). "cross" is the accuracy with thresholds from the other four of five folds,
which alone may be compared with other systems. `--floors`: stem overlap alone, on RTE-3 and SICK.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span

import spacy_paraphrase
from benchmarks.data import DATA, SICK
from scripts.door import Data, Limit
from scripts.records import table
from spacy_paraphrase import pipe_pairs, sides
from spacy_paraphrase.lang import language_data
from spacy_paraphrase.papers.coverage import coverage, entails, fit_threshold
from spacy_paraphrase.scoring.words import porter_stem

RTE = ("rte3_dev.xml", "rte2_dev.xml", "rte1_dev.xml")
SICK_THRESHOLD, FOLDS = 0.9, 5


class Pair(NamedTuple):
    """A text, a hypothesis, whether the one entails the other, and the task it is from."""

    text: str
    hypothesis: str
    gold: bool
    task: str


def read_rte(path: Path) -> list[Pair]:
    """Return the pairs of a file of RTE; in the first task "TRUE" stands for "YES"."""
    pairs = []
    for item in ElementTree.parse(path).getroot():
        gold = item.get("entailment") or item.get("value") or ""
        sides = (" ".join((item.findtext(tag) or "").split()) for tag in ("t", "h"))
        pairs.append(Pair(*sides, gold in ("YES", "TRUE"), item.get("task") or ""))
    return pairs


def read_sick(data: Path, part: str) -> list[Pair]:
    """Return the pairs of a part of SICK."""
    return [
        Pair(row["sentence_A"], row["sentence_B"], row["entailment_label"] == "ENTAILMENT", part)
        for row in table(data / SICK)
        if row["SemEval_set"] == part
    ]


def stems(tokens: Span | Doc) -> list[str]:
    """Return the stems of the words that are no stop words."""
    return [porter_stem(t.lower_) for t in tokens if not (t.is_stop or t.is_punct or t.is_space)]


def overlap(doc: Doc, per: str = "union") -> float:
    """Return the share of the hypothesis' stems that the text has."""
    text, hypothesis = sides(doc)
    wanted = stems(hypothesis)
    parts = [set(stems(part)) for part in (text.sents if per == "max" else [text])]
    shares = [sum(stem in part for stem in wanted) / len(wanted) for part in parts if wanted]
    return max(shares, default=0.0)


def denies(side: Span) -> bool:
    """Return whether a side has a negation."""
    negations = language_data("en").negations
    return any(token.lower_ in negations for token in side)


def accuracy(values: Sequence[float], gold: Sequence[bool], threshold: float) -> float:
    """Return how many pairs are decided rightly."""
    right = [(value >= threshold) == each for value, each in zip(values, gold, strict=True)]
    return sum(right) / len(right)


def crossed(values: Sequence[float], gold: Sequence[bool]) -> float:
    """Return the accuracy with thresholds that were fitted to other pairs."""
    order = list(range(len(gold)))
    random.Random(0).shuffle(order)
    right = 0.0
    for fold in range(FOLDS):
        inside = order[fold::FOLDS]
        outside = [k for at, k in enumerate(order) if at % FOLDS != fold]
        threshold = fit_threshold([values[k] for k in outside], [gold[k] for k in outside])
        right += len(inside) * accuracy(
            [values[k] for k in inside], [gold[k] for k in inside], threshold
        )
    return right / len(order)


def told(name: str, values: Sequence[float], pairs: Sequence[Pair], tasks: bool) -> None:
    """Print the accuracy of values with the best threshold, and by task."""
    gold = [pair.gold for pair in pairs]
    threshold = fit_threshold(values, gold)
    best, honest = accuracy(values, gold, threshold), crossed(values, gold)
    line = f"  {name:26} {best:.3f} (threshold {threshold:.3f}), cross {honest:.3f}"
    if tasks:
        total = 0.0
        for task in sorted({pair.task for pair in pairs}):
            some = [k for k, pair in enumerate(pairs) if pair.task == task]
            own, theirs = [values[k] for k in some], [gold[k] for k in some]
            value = accuracy(own, theirs, fit_threshold(own, theirs))
            total += value * len(some)
            line += f", {task} {value:.3f}"
        line += f", mean {total / len(pairs):.3f}"
    print(line)


def docs_of(nlp: Language, pairs: Sequence[Pair]) -> list[Doc]:
    """Return the pairs as a pipeline gives them."""
    return list(pipe_pairs(nlp, [(pair.text, pair.hypothesis) for pair in pairs]))


def rte(nlp: Language, name: str, pairs: Sequence[Pair], floors: bool) -> None:
    """Print what coverage decides rightly on a part of RTE."""
    docs = docs_of(nlp, pairs)
    tasks = name == RTE[0]
    print(f"{name}, {len(pairs)} pairs")
    told("stems, max", [overlap(doc, "max") for doc in docs], pairs, tasks)
    told("stems, union", [overlap(doc) for doc in docs], pairs, tasks)
    if floors:
        return
    told("aligner, max", [coverage(doc, per="max") for doc in docs], pairs, tasks)
    told("aligner, union", [coverage(doc) for doc in docs], pairs, tasks)
    told("aligner, weighted", [coverage(doc, weighted=True) for doc in docs], pairs, tasks)
    vetoes = [vetoed(doc) for doc in docs]
    ours = [coverage(doc) + veto for doc, veto in zip(docs, vetoes, strict=True)]
    told("aligner, with vetoes", ours, pairs, tasks)
    both = [
        (coverage(doc) + overlap(doc)) / 2 + veto for doc, veto in zip(docs, vetoes, strict=True)
    ]
    told("mean of both, with vetoes", both, pairs, tasks)
    told("doc._.relation.entails", [float(d._.relation.entails) for d in docs], pairs, tasks)


def sick(nlp: Language, part: str, pairs: Sequence[Pair], floors: bool) -> None:
    """Print what coverage decides rightly on a part of SICK, with one threshold."""
    gold = [pair.gold for pair in pairs]
    blank = spacy.blank("en")
    plain = [spacy_paraphrase.make_pair(blank, *pair[:2]) for pair in pairs]
    share = [overlap(doc) for doc in plain]
    kept = [
        value if denies(sides(doc)[0]) == denies(sides(doc)[1]) else -1.0
        for value, doc in zip(share, plain, strict=True)
    ]
    values = {"stems": share, "stems, negation veto": kept}
    if not floors:
        docs = docs_of(nlp, pairs)
        values["aligner"] = [coverage(doc) for doc in docs]
        values["aligner, weighted, vetoes"] = [
            coverage(doc, weighted=True) + vetoed(doc) for doc in docs
        ]
    print(f"SICK {part}, {len(pairs)} pairs, threshold {SICK_THRESHOLD}")
    print(f"  majority {1 - sum(gold) / len(gold):.3f}")
    for name, shares in values.items():
        print(f"  {name:26} {accuracy(shares, gold, SICK_THRESHOLD):.3f}")


def vetoed(doc: Doc) -> float:
    """Return what makes the coverage of a pair too low if something speaks against it."""
    return -1.0 if entails(doc, threshold=0).vetoes else 0.0


def main(
    *, data: Data = DATA, tier: str = "fast", limit: Limit = None, floors: bool = False
) -> None:
    """Print what coverage decides rightly."""
    left_out = ["sentence_fuser"]
    left_out += ["graph_matcher", "relation_classifier"] if floors else []
    nlp = spacy_paraphrase.load(tier=tier, exclude=left_out)
    for name in RTE[:1] if floors else RTE:
        pairs = read_rte(data / "relations" / "rte" / name)[:limit]
        rte(nlp, name, pairs, floors)
    for part in ("TRAIN", "TRIAL"):
        pairs = read_sick(data, part)[:limit]
        sick(nlp, part, pairs, floors)
