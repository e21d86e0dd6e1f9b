"""The judged pairs that the judge of entailment is taught with, and those that are held out.

A judgement of one direction is a set of classes, one of which is right: what is only known not to
follow is neutral or a contradiction. Words that the other side does not support are marked in made
pairs and in everyday pairs.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ENTAILMENT, NEUTRAL, CONTRADICTION = 1, 2, 4
NOT_ENTAILED, NOT_CONTRARY, UNKNOWN = 6, 3, 7
CLASSES = {"entailment": ENTAILMENT, "neutral": NEUTRAL, "contradiction": CONTRADICTION}
EVERYDAY = Path(__file__).parents[2] / "assets" / "everyday" / "pairs.tsv"
# Kinds of everyday pairs of which nothing is taught.
HELD_KINDS = frozenset(
    (
        *("deadlines and limits", "who does it to whom exchanged", "units and currencies"),
        *("exceptions: except, but, apart from", "technical prose", "pronouns and who is meant"),
        *("factive and implicative verbs", "part and whole, group and member"),
    )
)
# Kinds of made pairs of which nothing is taught, by themselves or with something dropped.
HELD_MADE = frozenset(("adjectives exchanged", "intention told as done", "clauses exchanged"))
# Ready judgements of which all but a held-out part are taught; those of which all are.
ALL = (
    *("snli-train-sample", "snli-counterfactual", "wiki-semi-automatic", "conjnli-automatic"),
    *("negation", "fever-symmetric", "mnli-train-sample"),
)
# A part in so many is held out, by premise or by statement.
PARTS = 10
SPANS = tuple[tuple[int, int], ...]


class Pair(NamedTuple):
    """A judged pair.

    Attributes:
        set: Where it is from.
        part: "taught" or "held".
        kind: Its kind, "" for none.
        source: The source text.
        target: The target text.
        forward: What the source says of the target, a sum of classes that may be right.
        backward: The other way round.
        marks: Characters of source and target that the other side does not support; None where
            nothing is known of the words.
    """

    set: str
    part: str
    kind: str
    source: str
    target: str
    forward: int
    backward: int
    marks: tuple[SPANS | None, SPANS | None]


def is_marked(low: int, high: int, marks: SPANS) -> bool:
    """Return whether some of the characters from `low` to `high` are marked."""
    return any(start < high and low < end for start, end in marks)


def bucket(text: str, parts: int = PARTS) -> int:
    """Return the part, 0 to `parts` - 1, that a text belongs to, whatever the run."""
    key = " ".join(text.lower().split())
    return int(hashlib.md5(key.encode()).hexdigest(), 16) % parts


def _read(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def judgements(data: Path) -> Iterator[Pair]:
    """Yield the ready judgements."""
    folder = data / "judgements"
    nothing = (None, None)
    rows = list(_read(folder / "mnli-dev.jsonl.gz"))
    for n, row in enumerate(rows):
        far = n >= len(rows) // 2  # the mismatched genres
        part = "held" if far and bucket(row["source"], 5) == 0 else "taught"
        yield _pair("mnli-dev", part, row, nothing)
    for name in ALL:
        for row in _read(folder / f"{name}.jsonl.gz"):
            yield _pair(name, "taught", row, nothing)
    for row in _read(folder / "conjnli-human.jsonl.gz"):
        yield _pair("conjnli-human", "held", row, nothing)
    for row in _read(folder / "news-summary-units.jsonl.gz"):
        said = ENTAILMENT if row["label"] == "said" else NOT_ENTAILED
        part = "held" if bucket(row["target"]) == 0 else "taught"
        sides = row["source"], row["target"]
        yield Pair("news-summary-units", part, "", *sides, said, UNKNOWN, nothing)
    for row in _read(folder / "paws-dev.jsonl.gz"):
        same = ENTAILMENT if row["label"] == "paraphrase" else NOT_ENTAILED
        sides = row["source"], row["target"]
        part = "held" if bucket(row["source"], 5) == 0 else "taught"
        # Of what is no paraphrase one side may still follow.
        back = same if same == ENTAILMENT else UNKNOWN
        yield Pair("paws", part, "", *sides, same, back, nothing)


def _pair(name: str, part: str, row: dict[str, str], marks: tuple[None, None]) -> Pair:
    label = CLASSES[row["label"]]
    back = CONTRADICTION if label == CONTRADICTION else NOT_CONTRARY
    return Pair(name, part, "", row["source"], row["target"], label, back, marks)


def snli(data: Path) -> Iterator[Pair]:
    """Yield SNLI's development part taught, and a fifth of its premises held out."""
    path = data / "relations" / "snli" / "snli.dev.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["label"] in CLASSES:
                part = "held" if bucket(row["premise"], 5) == 0 else "taught"
                sides = {"source": row["premise"], "target": row["hypothesis"]}
                yield _pair("snli", part, sides | {"label": row["label"]}, (None, None))


def made(path: Path) -> Iterator[Pair]:
    """Yield the pairs of `made_pairs.py`; some kinds, and a part by the sentence, are held out."""
    for row in _read(path):
        if row["entails"]:
            forward = ENTAILMENT
        else:
            conflict = row["conflict"]
            forward = NOT_ENTAILED if conflict is None else CONTRADICTION if conflict else NEUTRAL
        entailed = row["entailed"]
        back = UNKNOWN if entailed is None else ENTAILMENT if entailed else NOT_ENTAILED
        if forward == CONTRADICTION:
            back = CONTRADICTION
        held = row["kind"].split(",")[0] in HELD_MADE or bucket(row["source"]) == 0
        spans = tuple(tuple(map(tuple, row[name])) for name in ("missing", "unsupported"))
        part = "held" if held else "taught"
        sides = row["source"], row["target"]
        yield Pair("made", part, row["kind"], *sides, forward, back, (spans[0], spans[1]))


_LETTERS = {"e": ENTAILMENT, "n": NEUTRAL, "c": CONTRADICTION}


def unmarked(text: str) -> tuple[str, SPANS]:
    """Return a text without its square brackets, and the characters that stood within them."""
    plain, spans, start = "", [], 0
    for letter in text:
        if letter == "[":
            start = len(plain)
        elif letter == "]":
            spans.append((start, len(plain)))
        else:
            plain += letter
    return plain, tuple(spans)


def everyday(path: Path = EVERYDAY) -> Iterator[Pair]:
    """Yield the everyday pairs; some kinds, and a fifth of the others, are held out."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            (source, missing), (target, unsupported) = map(unmarked, (row["source"], row["target"]))
            held = row["kind"] in HELD_KINDS or bucket(source, 5) == 0
            part = "held" if held else "taught"
            both = _LETTERS[row["forward"]], _LETTERS[row["backward"]]
            yield Pair("everyday", part, row["kind"], source, target, *both, (missing, unsupported))
