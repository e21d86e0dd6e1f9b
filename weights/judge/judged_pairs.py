"""The judged pairs that the judge of entailment is taught with, and those that are held out.

A judgement of one direction is a set of classes, one of which is right: what is only known not to
follow is neutral or a contradiction. Words that the other side does not support are marked in made
pairs and in everyday pairs.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import srsly
from sklearn.feature_extraction.text import TfidfVectorizer

from scripts.records import table

ENTAILMENT, NEUTRAL, CONTRADICTION = 1, 2, 4
NOT_ENTAILED, NOT_CONTRARY, UNKNOWN = 6, 3, 7
CLASSES = {"entailment": ENTAILMENT, "neutral": NEUTRAL, "contradiction": CONTRADICTION}
EVERYDAY = Path(__file__).parents[2] / "assets" / "everyday" / "pairs.tsv"
REPORTS = Path(__file__).parents[2] / "assets" / "sample" / "fusions.jsonl"
# Kinds of everyday pairs of which nothing is taught.
HELD_KINDS = frozenset(
    (
        *("work and jobs", "houses and repairs", "school and exams", "shopping and returns"),
        *("flights and trains", "health and habits", "software in use", "family and neighbours"),
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
        joined_by: Of a pair of `joined` the third sentence, by which it was judged.
    """

    set: str
    part: str
    kind: str
    source: str
    target: str
    forward: int
    backward: int
    marks: tuple[SPANS | None, SPANS | None]
    joined_by: str = ""

    @property
    def origin(self) -> str:
        """The text that decides which half a pair is of: of two targets of one source that."""
        return self.joined_by or self.source


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
        yield _pair("mnli-dev", part, row)
    for name in ALL:
        for row in _read(folder / f"{name}.jsonl.gz"):
            yield _pair(name, "taught", row)
    for row in _read(folder / "conjnli-human.jsonl.gz"):
        yield _pair("conjnli-human", "held", row)
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


def _pair(name: str, part: str, row: dict[str, str]) -> Pair:
    label = CLASSES[row["label"]]
    back = CONTRADICTION if label == CONTRADICTION else NOT_CONTRARY
    return Pair(name, part, "", row["source"], row["target"], label, back, (None, None))


def snli(data: Path) -> Iterator[Pair]:
    """Yield SNLI's development part taught, and a fifth of its premises held out."""
    for row in table(data / "relations/snli/snli.dev.tsv"):
        if row["label"] in CLASSES:
            part = "held" if bucket(row["premise"], 5) == 0 else "taught"
            sides = {"source": row["premise"], "target": row["hypothesis"]}
            yield _pair("snli", part, sides | {"label": row["label"]})


def reports() -> Iterator[Pair]:
    """Yield reports of one event in pairs, and with what editors wrote of both: no conflicts.

    A union says all that either report says, an intersection what both say, and two unions of one
    pair say the same. Where a union only adds to a report, the words that it adds are marked, and
    the other report, which they are from, says more than this one.
    """
    unions: dict[tuple[str, str], list[str]] = {}
    for row in srsly.read_jsonl(REPORTS):
        source, target = row["source"], row["target"]
        part = "held" if bucket(source) == 0 else "taught"

        def pair(kind: str, a: str, b: str, forward: int, backward: int, marks: _Marks) -> Pair:
            return Pair("reports", part, kind, a, b, forward, backward, marks)  # noqa: B023

        written = {each["kind"]: each["text"] for each in row["fusions"]}
        union, common = written["union"], written.get("intersection")
        earlier = unions.setdefault((source, target), [])
        for other in earlier:
            yield pair("two unions", other, union, ENTAILMENT, ENTAILMENT, ((), ()))
        added = [_added(union, report) for report in (source, target)]
        if not earlier:
            # What the union adds to one report, the other one says.
            more = [
                bool(words) or _has_more_names(other, report)
                for words, report, other in zip(
                    added, (source, target), (target, source), strict=True
                )
            ]
            said = [NEUTRAL if each else NOT_CONTRARY for each in more]
            yield pair("two reports", source, target, *said, (None, None))
        earlier.append(union)
        for report, words in zip((source, target), added, strict=True):
            if words:
                yield pair("union", union, report, ENTAILMENT, NEUTRAL, (words, ()))
            if common is not None:
                lacks = _added(report, common) or _has_more_names(report, common)
                back = NEUTRAL if lacks else NOT_CONTRARY
                yield pair("common", report, common, ENTAILMENT, back, (None, ()))


def two_events() -> Iterator[Pair]:
    """Yield each report with the two of other events that are most like it.

    Only those that have a name or a number which the other has not, so that it cannot follow.
    """
    events = dict.fromkeys((row["source"], row["target"]) for row in srsly.read_jsonl(REPORTS))
    texts = [text for event in events for text in event]
    rows = TfidfVectorizer(sublinear_tf=True).fit_transform(texts)
    alike = (rows @ rows.T).toarray()
    for k, source in enumerate(texts):
        alike[k, [k - k % 2, k - k % 2 + 1]] = 0  # of the same event
        for other in alike[k].argsort()[-2:]:
            target = texts[other]
            if _has_more_names(target, source):
                # Whether both can be true is not known: of one event they would be in conflict.
                back = NOT_ENTAILED if _has_more_names(source, target) else UNKNOWN
                part = "held" if bucket(source) == 0 else "taught"
                sides = source, target
                yield Pair("two events", part, "", *sides, NOT_ENTAILED, back, (None, None))


_Marks = tuple[SPANS | None, SPANS | None]
# Words that say little by themselves.
_LIGHT = frozenset(
    (
        *("about", "after", "also", "been", "before", "being", "during", "from", "have", "into"),
        *("more", "over", "said", "than", "that", "their", "them", "then", "there", "they"),
        *("this", "were", "what", "when", "where", "which", "while", "with", "would", "will"),
        *("who", "whose", "whom", "has", "had", "was", "are", "and", "the", "for", "its", "his"),
        *("her", "not", "but", "says", "saying", "since", "under", "until", "because", "being"),
    )
)


def _added(text: str, to: str) -> SPANS:
    """Return the words of weight that a text adds to another one of which it keeps all.

    Nothing is returned where a word of weight of the other was replaced or left out.
    """
    mine, theirs = _words_of_weight(text), _words_of_weight(to)
    if set(theirs) - set(mine):
        return ()
    return tuple(span for stem, spans in mine.items() if stem not in theirs for span in spans)


def _has_more_names(text: str, than: str) -> bool:
    """Return whether a text has a name or a number of two digits that another one has not."""
    known = {word[:4].lower() for word in re.findall(r"\w+", than)}
    words = re.findall(r"(?<![.!?] )(?<!^)\b(?:[A-Z][a-z]{2,}|\d{2,})\b", text)
    return any(word[:4].lower() not in known for word in words)


def _words_of_weight(text: str) -> dict[str, list[tuple[int, int]]]:
    """Return the stems of words of weight, each with where it stands."""
    found: dict[str, list[tuple[int, int]]] = {}
    for match in re.finditer(r"\w+", text):
        word = match.group().lower()
        if word not in _LIGHT and (len(word) > 2 or word.isdigit()):
            found.setdefault(word[:5], []).append(match.span())
    return found


def made(path: Path) -> Iterator[Pair]:
    """Yield pairs of `judge.made_pairs`; some are held out."""
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
        kind = row["kind"].split(",")[0]
        held = kind in HELD_MADE or bucket(row["source"]) == 0
        spans = tuple(tuple(map(tuple, row[name])) for name in ("missing", "unsupported"))
        part = "held" if held else "taught"
        sides = row["source"], row["target"]
        yield Pair("made", part, row["kind"], *sides, forward, back, (spans[0], spans[1]))


LETTERS = {"e": ENTAILMENT, "n": NEUTRAL, "c": CONTRADICTION}


def unmarked(text: str) -> tuple[str, SPANS]:
    """Return a text without its square brackets, and the characters that stood within them."""
    plain, spans, start = "", [], 0
    for letter in text:
        if letter == "[":
            start = len(plain)
        elif letter == "]":
            inside = plain[start:]
            start += len(inside) - len(inside.lstrip())
            spans.append((start, start + len(inside.strip())))
        else:
            plain += letter
    return plain, tuple(spans)


def everyday(path: Path = EVERYDAY) -> Iterator[Pair]:
    """Yield the everyday pairs; some kinds, and a fifth of the others, are held out."""
    for row in table(path):
        (source, missing), (target, unsupported) = map(unmarked, (row["source"], row["target"]))
        held = row["kind"] in HELD_KINDS or bucket(source, 5) == 0
        part = "held" if held else "taught"
        both = LETTERS[row["forward"]], LETTERS[row["backward"]]
        yield Pair("everyday", part, row["kind"], source, target, *both, (missing, unsupported))


def joined(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield pairs of two targets of one source, where its two judgements decide the third.

    What entails the source entails all that the source entails, and contradicts all that it
    contradicts; what says the same says of every other target what the source does. Written sets of
    contrast keep the words of the source where they contradict it and change them where they follow
    from it; joined pairs do not.

    Args:
        pairs: Pairs judged in both directions, with marks.
    """
    targets: dict[str, list[Pair]] = {}
    for pair in pairs:
        targets.setdefault(pair.source, []).append(pair)
    for source, some in targets.items():
        for one, other in combinations(some, 2):
            # The one that says the same, if any, comes first.
            if other.forward == other.backward == ENTAILMENT:
                one, other = other, one
            forward, backward = _said_by(one, other), _said_by(other, one)
            if forward == backward == UNKNOWN or one.target == other.target:
                continue
            same = one.forward == one.backward == ENTAILMENT
            part = "held" if "held" in (one.part, other.part) else "taught"
            marks = (
                () if backward == ENTAILMENT else None,
                () if forward == ENTAILMENT else other.marks[1] if same else None,
            )
            sides = one.target, other.target
            yield Pair("joined", part, one.kind, *sides, forward, backward, marks, source)


def strangers(pairs: Iterable[Pair], count: int = 7000) -> Iterator[Pair]:
    """Yield texts in pairs that have nothing to do with each other: neither follows.

    A source stands with the target of another pair; half of these have one word of weight or two in
    common, and each has more that the other has not.
    """
    chance = random.Random(0)
    some = list({pair.source: pair for pair in pairs}.values())
    chance.shuffle(some)
    words = [[set(_words_of_weight(text)) for text in (p.source, p.target)] for p in some]
    by_word: dict[str, list[int]] = {}
    for k, (_, target) in enumerate(words):
        for word in sorted(target):
            by_word.setdefault(word, []).append(k)
    for n, (pair, (mine, _)) in enumerate(zip(some[:count], words, strict=False)):
        others = range(len(some))
        if n % 2 and (shared := [word for word in sorted(mine) if len(by_word.get(word, ())) > 1]):
            others = by_word[chance.choice(shared)]
        k = chance.choice(others)
        theirs, other = words[k][1], some[k]
        common = len(mine & theirs)
        if other.part != pair.part:
            continue
        if common <= 2 * (n % 2) and len(mine - theirs) > common and len(theirs - mine) > common:
            sides = pair.source, other.target
            one, two = (((0, len(side.rstrip("."))),) for side in sides)
            both = (None, None) if common else (one, two)
            yield Pair("strangers", pair.part, "", *sides, NEUTRAL, NEUTRAL, both)


def _said_by(one: Pair, other: Pair) -> int:
    """Return what the target of a pair says of that of another with the same source."""
    if one.forward == one.backward == ENTAILMENT:
        return other.forward
    if other.forward == other.backward == ENTAILMENT:
        return one.backward
    if one.backward == ENTAILMENT and other.forward in (ENTAILMENT, CONTRADICTION):
        return other.forward
    if other.backward == ENTAILMENT and one.forward == CONTRADICTION:
        return CONTRADICTION
    if other.backward == ENTAILMENT and one.forward == ENTAILMENT:
        return NOT_CONTRARY
    return UNKNOWN
