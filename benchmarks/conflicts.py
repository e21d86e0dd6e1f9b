"""Pairs that nothing was taught by: captions, minimal pairs, news, questions, and ten by hand.

Parts of `benchmarks.judge`. Paraphrases and questions are no contradictions: of them the share in
conflict is told, which should be 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from spacy.language import Language

from benchmarks import data as corpora
from benchmarks.data import DATA, SICK
from benchmarks.relations import hand_made, is_right, scored
from benchmarks.verdicts import Figure, Said, Trial, conflicts_found, drawn, shares_right
from scripts.records import table
from spacy_paraphrase.pairs.results import SentenceRelation, judgement_of
from spacy_paraphrase.readers import read_table

QUESTIONS = DATA / "everyday" / "questions.tsv"
SICK_PART = "TRAIN"

# What is right of a pair of the table, in a few words.
RULES: dict[str, Callable[[SentenceRelation], bool]] = {
    "conflict": lambda said: said.conflict,
    "source does not entail": lambda said: not said.entails,
    "target says more": lambda said: said.entailed and not said.entails,
    "neither entails": lambda said: not (said.entails or said.entailed),
    "conflict, or neither entails": lambda said: said.conflict or said.label == "intersects",
}
TABLE = (
    ("It is false that the firm is insolvent.", "The firm is insolvent.", "conflict"),
    ("Guests may park here overnight.", "Guests must park here overnight.", "target says more"),
    ("The ship is due to sail in May.", "The ship sailed in May.", "source does not entail"),
    (
        "The mayor of Lodby, Ana Ruiz, thanked Karl Holm.",
        "Karl Holm is the mayor of Lodby.",
        "source does not entail",
    ),
    (
        "Profit rose to $9 million from $7 million.",
        "Profit was $7 million after the rise.",
        "conflict",
    ),
    ("Visitors under 12 enter free.", "Visitors enter free.", "target says more"),
    (
        "The court did not uphold the ban.",
        "The court overturned the ban.",
        "source does not entail",
    ),
    ("The flight was moved from noon to three o'clock.", "The flight leaves at noon.", "conflict"),
    (
        "Returns are accepted within 10 days.",
        "Returns are accepted within 60 days.",
        "conflict, or neither entails",
    ),
    ("Dog bites man.", "Man bites dog.", "neither entails"),
)


def sick(nlp: Language, data: Path, most: int) -> Trial:
    """Return the training part of SICK, both directions of which people judged."""
    parts = [row["SemEval_set"] for row in table(data / SICK)]
    every = zip(read_table(data / SICK, nlp), parts, strict=True)
    records = drawn([record for record, part in every if part == SICK_PART], most)

    def figures(said: Sequence[Said]) -> Iterator[Figure]:
        names = ("A to B", "B to A", "A to B, macro F", "B to A, macro F", "relation")
        numbers = scored(records, [judgement_of(each.relation) for each in said])
        for name, value in zip(names, numbers, strict=True):
            yield Figure("SICK train", len(records), name, value)
        found = np.array([each.relation.conflict for each in said])
        gold = np.array([record.entails == "contradiction" for record in records])
        yield from conflicts_found("SICK train", found, gold)

    def right(k: int, said: Said) -> bool:
        judged = judgement_of(said.relation)
        return (judged.entails, judged.entailed) == (records[k].entails, records[k].entailed)

    texts = [(record.source, record.target) for record in records]
    gold = [f"{record.entails}, {record.entailed}" for record in records]
    return Trial("sick", texts, [""] * len(texts), gold, right, figures)


def minimal() -> Iterator[Trial]:
    """Yield the pairs of the tests: label and conflict must be right."""
    for name, rows in hand_made().items():
        yield _by_rule(
            name.replace("_", " "),
            [(row["source"], row["target"]) for row in rows],
            [row["kind"] for row in rows],
            [" ".join((row["relation"], row["conflict"])) for row in rows],
            [lambda said, row=row: is_right(said, row) for row in rows],
        )


def by_hand() -> Trial:
    """Return the table of this module."""
    texts = [(source, target) for source, target, _ in TABLE]
    rules = [rule for *_, rule in TABLE]
    return _by_rule("table", texts, [""] * len(TABLE), rules, [RULES[rule] for rule in rules])


def _by_rule(
    name: str,
    texts: list[tuple[str, str]],
    kinds: list[str],
    gold: list[str],
    rules: Sequence[Callable[[SentenceRelation], bool]],
) -> Trial:
    """Return a trial in which a pair is right if its rule holds for the relation."""

    def right(k: int, said: Said) -> bool:
        return rules[k](said.relation)

    def figures(said: Sequence[Said]) -> Iterator[Figure]:
        return shares_right(trial, said)

    trial = Trial(name, texts, kinds, gold, right, figures)
    return trial


def questions() -> Trial:
    """Return pairs of questions, none of which conflict."""
    pairs = [(row["source"], row["target"]) for row in table(QUESTIONS)]
    return _peaceful("questions", pairs, ["both"] * len(pairs))


def msrp(data: Path, most: int) -> Trial:
    """Return the paraphrases of the training part of MSRP, none of which should conflict."""
    rows = drawn([row for row in corpora.msrp(data, "train") if row[2] == "1"], most)
    return _peaceful("msrp", [row[:2] for row in rows], ["paraphrases"] * len(rows))


def _peaceful(name: str, texts: list[tuple[str, str]], kinds: list[str]) -> Trial:
    """Return a trial of which the share in conflict is told."""

    def figures(said: Sequence[Said]) -> Iterator[Figure]:
        share = float(np.mean([each.relation.conflict for each in said]))
        yield Figure(name, len(said), "in conflict", share)

    gold = ["no conflict"] * len(texts)
    return Trial(name, texts, kinds, gold, lambda k, said: not said.relation.conflict, figures)
