"""What is said of pairs, by composition or by judges, and a table of figures of it.

A `Trial` is a set of pairs with a judgement each, and says which figures are asked for. `read`
parses and aligns its pairs once, and has each of several judges say what it says of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import isnan, nan
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.components.relation_classifier import RelationClassifier
from spacy_paraphrase.jobs.arrays import read_data
from spacy_paraphrase.pairs.results import SentenceRelation
from spacy_paraphrase.relations.evidence import Evidence
from spacy_paraphrase.relations.judge import SHIPPED, Judge, PairVerdict

SEED = 0
NO_JUDGE, SHIPPED_JUDGE = "none", "en"
RELATIONS = "relation_classifier"
Item = TypeVar("Item")


class Words(NamedTuple):
    """What a judge says of the words of a side.

    Attributes:
        places: Where each begins and ends, in characters of the side.
        support: How probable it is that the other side says it.
        guard: How probable it is that leaving it out, on the other side, takes nothing back.
    """

    places: list[tuple[int, int]]
    support: np.ndarray[Any, Any]
    guard: np.ndarray[Any, Any]


class Said(NamedTuple):
    """What is said of a pair.

    Attributes:
        relation: The relation that a user sees.
        chances: Probabilities of entailment, neither and contradiction, of both directions.
        words: What is said of the words of both sides; None where no judge was asked.
    """

    relation: SentenceRelation
    chances: tuple[tuple[float, float, float], tuple[float, float, float]]
    words: tuple[Words, Words] | None = None

    @property
    def classes(self) -> tuple[int, int]:
        """Which of the three is said of both directions, 0 to 2, as a user sees it."""
        if self.relation.conflict:
            return 2, 2
        return 1 - self.relation.entails, 1 - self.relation.entailed

    @property
    def likeliest(self) -> int:
        """Which of the three is the most probable of the first direction."""
        return max(range(3), key=self.chances[0].__getitem__)


class Figure(NamedTuple):
    """A figure of a trial: of which part and how many pairs it is, what it is, and its value."""

    part: str
    pairs: int
    name: str
    value: float


class Trial(NamedTuple):
    """Pairs, what is known of them, and what is measured.

    Attributes:
        name: Its name.
        texts: Source and target, each a text or words.
        kinds: A kind of each pair, "" for none.
        gold: What is known of each pair, in a few words.
        right: Whether what is said of a pair, by its number, is right.
        figures: The figures of what is said of all.
    """

    name: str
    texts: list[tuple[Any, Any]]
    kinds: list[str]
    gold: list[str]
    right: Callable[[int, Said], bool]
    figures: Callable[[Sequence[Said]], Iterable[Figure]]


class Listener(Judge):
    """A judge that keeps what it was asked last, and what it said."""

    heard: tuple[Evidence, PairVerdict] | None = None

    def __call__(self, evidence: Evidence) -> PairVerdict:
        """Return what is said of a pair."""
        verdict = super().__call__(evidence)
        self.heard = evidence, verdict
        return verdict


def listener(name: str, accurate: bool = False) -> Listener | None:
    """Return the judge of a name: "none", "en" for that of the package and a tier, or a file."""
    if name == NO_JUDGE:
        return None
    path = SHIPPED[accurate] if name == SHIPPED_JUDGE else Path(name)
    data = read_data(path) if name == SHIPPED_JUDGE else path.read_bytes()
    return Listener(data, str(path))


def read(
    nlp: Language, judges: Sequence[Listener | None], texts: Sequence[tuple[Any, Any]]
) -> list[list[Said]]:
    """Return what each judge says of pairs, or composition where there is none."""
    component = nlp.get_pipe(RELATIONS)
    assert isinstance(component, RelationClassifier)
    found: list[list[Said]] = [[] for _ in judges]
    own = component.judge
    try:
        with nlp.select_pipes(disable=[RELATIONS]):
            for doc in pipe_pairs(nlp, texts):
                for judge, said in zip(judges, found, strict=True):
                    component.judge = None if judge is None else partial(_always, judge)
                    said.append(_asked(component, judge, doc.copy()))
    finally:
        component.judge = own
    return found


def _always(judge: Listener, accurate: bool) -> Listener:
    return judge


def _asked(component: RelationClassifier, judge: Listener | None, doc: Doc) -> Said:
    """Return what a component says of a pair by a judge, who is not asked of equal sides."""
    if judge is not None:
        judge.heard = None
    done = component(doc)
    return _said(done, None if judge is None else judge.heard)


def _said(doc: Doc, heard: tuple[Evidence, PairVerdict] | None) -> Said:
    relation = doc._.relation
    if heard is None:
        shares = [
            (0.0, 0.0, 1.0) if relation.conflict else (p, 1 - p, 0.0) for p in relation.chances
        ]
        return Said(relation, (shares[0], shares[1]))
    evidence, verdict = heard
    against = verdict.contradiction
    one, other = (
        (p, max(1 - p - against, 0.0), against) for p in (verdict.entails, verdict.entailed)
    )
    words = []
    for k, tokens in enumerate(evidence.tokens):
        side = doc.spans["pair"][k]
        places = [
            (side[i].idx - side.start_char, side[i].idx - side.start_char + len(side[i]))
            for i in tokens
        ]
        words.append(Words(places, verdict.support[k], verdict.guard[k]))
    return Said(relation, (one, other), (words[0], words[1]))


def drawn(items: Iterable[Item], most: int) -> list[Item]:
    """Return so many items at most, drawn with one seed; 0 for all in their order."""
    every = list(items)
    if not most or len(every) <= most:
        return every
    return random.Random(SEED).sample(every, most)


def shares_right(trial: Trial, said: Sequence[Said], name: str = "right") -> Iterator[Figure]:
    """Yield the share of pairs that are right."""
    right = [trial.right(k, each) for k, each in enumerate(said)]
    yield Figure(trial.name, len(right), name, float(np.mean(right)))


def conflicts_found(
    part: str, found: np.ndarray[Any, Any], gold: np.ndarray[Any, Any]
) -> Iterator[Figure]:
    """Yield precision and recall of the conflicts that are found beside those that there are."""
    both = float((found & gold).sum())
    for name, of in (("precision", found), ("recall", gold)):
        value = both / float(of.sum()) if of.any() else nan
        yield Figure(part, len(gold), f"conflicts, {name}", value)


def table(columns: Sequence[str], rows: Iterable[Sequence[Figure]]) -> Iterator[str]:
    """Yield the lines of a table: a figure a line, of each judge in a column.

    Args:
        columns: What the judges are called.
        rows: The same figure by each of them.
    """
    yield f"{'set':34}{'n':>7}  {'figure':40}" + "".join(f"{name:>10}" for name in columns)
    for row in rows:
        part, pairs, name, _ = row[0]
        values = (f"{'-' if isnan(each.value) else format(each.value, '.3f'):>10}" for each in row)
        yield f"{part:34}{pairs:7}  {name:40}" + "".join(values)
