"""What speaks for one side saying more than the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..lexicon.index import LexicalIndex
from .calculus import Evidence, Scopes, relate
from .lexical import cost, word_costs, word_relation
from .operators import Operator, denies, operators
from .quantifiers import Quantifier, quantifiers
from .reading import USUAL, Reading

# How probably a word without a counterpart says something more; set by hand on development data.
ALONE = {"NOUN": 0.8, "PROPN": 0.8, "VERB": 0.75, "ADJ": 0.75, "ADV": 0.6, "NUM": 0.8}
NAME_PART, LIGHT, STOP_WORD, LONE_PRONOUN, SPLIT = 0.5, 0.2, 0.2, 0.25, 0.3
OTHER_MANY, WEAKER, NOT_SO, DENIED = 0.8, 0.8, 0.95, 0.7
# How much a word counts by its self-information, beside a usual one.
LEAST, GREATEST = 0.6, 1.3
_LIGHT_NOUNS = frozenset(
    ("group", "bunch", "couple", "set", "piece", "pair", "kind", "type", "sort", "lot", "number")
    + ("bit", "slice", "member", "area", "way", "thing", "amount", "series", "part")
)
_LIGHT_VERBS = frozenset(("do", "have", "get", "be", "go", "take", "make"))
# Adjectives and adverbs that take away what they modify: a fake gun is no gun.
_PRIVATIVE = frozenset(
    ("fake", "former", "alleged", "would-be", "counterfeit", "ex", "possible", "potential", "mock")
    + ("artificial", "imitation", "supposed", "so-called", "fictional", "attempted", "proposed")
    + ("toy", "false", "failed", "almost", "nearly", "imaginary", "pretend", "virtual", "suspected")
)
_POSSIBLE = frozenset(
    ("may", "might", "could", "can", "would", "perhaps", "maybe", "possibly", "probably", "likely")
    + ("allegedly", "reportedly", "apparently", "seemingly", "must", "should", "supposedly")
)
_INTEND = frozenset(
    ("try", "attempt", "want", "hope", "plan", "intend", "seek", "aim", "wish", "expect", "prepare")
    + ("threaten", "promise", "consider", "offer", "need", "pretend", "struggle", "agree", "vow")
)
Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Half:
    """One side with its quantifiers and operators."""

    reading: Reading
    counts: dict[int, Quantifier]
    operators: list[Operator]
    linked: frozenset[int]

    def active(self) -> list[Operator]:
        """Return the operators that reach something the other side says too, and conditions."""
        content = self.reading.content
        return [
            op
            for op in self.operators
            if op.condition or any(i in self.linked and content[i] for i in op.scope) != op.alternative
        ]

    def denied(self, i: int) -> list[Operator]:
        """Return the negative operators that reach a token, the innermost first."""
        found = [op for op in self.active() if op.negative and i in op.scope]
        return sorted(found, key=lambda op: (len(op.scope), op.token))

    @cached_property
    def quiet(self) -> set[int]:
        """The tokens whose meaning is that of an operator or quantifier, and is judged there."""
        tokens = {t for q in self.counts.values() for t in (q.token, *q.extra)}
        reading = self.reading
        tokens -= {noun for noun, q in self.counts.items() if q.token == noun and not q.number}
        for op in self.operators:
            if not reading.content[op.token] or denies(reading.lemmas[op.token]):
                tokens.add(op.token)
        return tokens


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two sides, their aligned words, and what every pair of aligned words has to do with another.

    Attributes:
        halves: Source and target.
        relations: Relation of each linked pair, as in `lexical.word_relation`, or one of the five
            that an aligner gave.
        given: The pairs that the aligner linked; the others stand in the same place and are
            related by the lexicon.
    """

    halves: tuple[Half, Half]
    relations: dict[Cell, str]
    given: frozenset[Cell]

    def costs(self, cell: Cell) -> tuple[float, float]:
        """Return what the two words of a linked pair say more than each other."""
        found = self.relations[cell]
        if found in GIVEN:
            source, target = GIVEN[found]
            return cost(source), cost(target)
        source_side, target_side = (half.reading for half in self.halves)
        return word_costs(found, source_side, cell[0], target_side, cell[1])

    def partner(self, side: int, token: int) -> list[int]:
        """Return what a token of a side is linked to."""
        return [cell[1 - side] for cell in self.relations if cell[side] == token]

    def agree(self, cell: Cell) -> bool:
        """Return whether two tokens are linked, and neither says something else."""
        return cell in self.relations and min(self.costs(cell)) < cost(0.5)


    def share(self) -> bool:
        """Return whether the sides have anything in common: a content word, if they have any."""
        source, target = (half.reading.content for half in self.halves)
        if not (any(source) and any(target)):
            return bool(self.relations)
        return any(source[i] and target[j] for i, j in self.relations)


# What a relation that an aligner gave says of two words, as probabilities.
GIVEN = {
    "equals": (0.0, 0.0),
    "restates": (0.05, 0.05),
    "specifies": (0.75, 0.05),
    "generalizes": (0.05, 0.75),
    "intersects": (0.75, 0.75),
}


def compare(
    source: Reading,
    target: Reading,
    links: Sequence[tuple[int, int, str]],
    index: LexicalIndex | None,
) -> Comparison:
    """Return what is known of the words of two sides.

    Args:
        source: The source side.
        target: The target side.
        links: Aligned words, with the relation the aligner gave, or "".
        index: The lexical index, None for a language without one.
    """
    relations: dict[Cell, str] = {}
    for i, j, given in links:
        found = word_relation(index, source, i, target, j)
        own = _label(word_costs(found, source, i, target, j))
        relations[i, j] = given if given not in ("", "equals", own) else found
    given_cells = frozenset(relations)
    for i, j in _same_place(source, target, set(relations)):
        found = word_relation(index, source, i, target, j)
        if found not in ("none", "sister"):
            relations[i, j] = found
    halves = []
    for k, reading in enumerate((source, target)):
        counts = quantifiers(reading)
        linked = frozenset(cell[k] for cell in relations)
        halves.append(Half(reading, counts, operators(reading, counts), linked))
    return Comparison((halves[0], halves[1]), relations, given_cells)


def _label(costs: tuple[float, float]) -> str:
    more = np.array([costs])
    return relate(more, np.zeros(1, dtype=np.bool_))[0]


def _same_place(source: Reading, target: Reading, links: set[Cell]) -> list[Cell]:
    """Return content words without a link that depend in one function on linked words.

    Roots do, and so do words that linked words depend on in one function. One to one, in order.
    """
    free = []
    for k, reading in enumerate((source, target)):
        touched = {cell[k] for cell in links}
        free.append([i for i in range(len(reading)) if reading.content[i] and i not in touched])
    cells: list[Cell] = []
    for i in free[0]:
        for j in free[1]:
            kinds = {_class(source.pos[i]), _class(target.pos[j])}
            if len(kinds) == 1 and _share_place(source, i, target, j, links):
                cells.append((i, j))
    counts = [[cell[k] for cell in cells] for k in range(2)]
    return [c for c in cells if counts[0].count(c[0]) == counts[1].count(c[1]) == 1]


def _class(pos: str) -> str:
    return {"PROPN": "NOUN", "AUX": "VERB"}.get(pos, pos)


def _share_place(source: Reading, i: int, target: Reading, j: int, links: set[Cell]) -> bool:
    head, head2 = source.heads[i], target.heads[j]
    if head < 0 and head2 < 0:
        return True
    same = source.deps[i] == target.deps[j]
    if same and (head, head2) in links:
        return True
    return any(
        (c, d) in links and source.deps[c] == target.deps[d] and source.content[c]
        for c in source.children(i)
        for d in target.children(j)
    )


def evidence(found: Comparison, clashes: Sequence[Cell]) -> Evidence:
    """Return all evidence of a comparison.

    Args:
        found: The comparison.
        clashes: Tokens of source and target in which the sides say different things.
    """
    rows: list[tuple[int, int, float, float, float, float]] = []
    for cell in found.relations:
        costs = found.costs(cell)
        parts = [
            cost(SPLIT) if half.reading.content[token] else 0.0
            for half, token in zip(found.halves, cell, strict=True)
        ]
        skip = cell[0] in found.halves[0].quiet and cell[1] in found.halves[1].quiet
        rows.append((*cell, *((0.0, 0.0) if skip else costs), *parts))
    for side in range(2):
        rows += [_row(side, i, *costs) for i, *costs in _alone(found, side)]
    rows += _counts(found)
    for cell in clashes:
        rows.append((*cell, cost(NOT_SO), cost(NOT_SO), cost(DENIED), cost(DENIED)))
    table = np.array(rows, dtype=np.float64).reshape(-1, 6)
    return Evidence(table[:, :2].astype(np.int64), table[:, 2:4], table[:, 4:])


def _row(
    side: int, i: int, mine: float, yours: float
) -> tuple[int, int, float, float, float, float]:
    if side == 0:
        return (i, -1, mine, yours, 0.0, 0.0)
    return (-1, i, yours, mine, 0.0, 0.0)


def _alone(found: Comparison, side: int) -> list[tuple[int, float, float]]:
    """Return what words without a counterpart say more: token, for their side, for the other."""
    half = found.halves[side]
    reading = half.reading
    rows = []
    for i in range(len(reading)):
        if i in half.linked or i in half.quiet & _judged(found, side):
            continue
        value = alone(reading, i)
        yours = 0.0
        lemma = reading.lemmas[i]
        if lemma in _PRIVATIVE and reading.heads[i] in half.linked:
            value = yours = cost(ALONE["ADJ"])
        elif lemma in _POSSIBLE and _plain(found, side, reading.heads[i]):
            value, yours = 0.0, cost(WEAKER)
        elif lemma in _INTEND and any(
            reading.deps[c] in ("xcomp", "ccomp") and c in half.linked for c in reading.children(i)
        ):
            yours = cost(WEAKER)
        if value or yours:
            rows.append((i, value, yours))
    return rows


def alone(reading: Reading, i: int) -> float:
    """Return what a word without a counterpart says more, as a cost."""
    pos, lemma = reading.pos[i], reading.lemmas[i]
    if not reading.content[i]:
        if pos == "PRON" and reading.deps[i] != "expl":
            return cost(LONE_PRONOUN)
        told = reading.stop[i] and pos in ("ADJ", "ADV", "NOUN", "VERB") and lemma != "be"
        return cost(STOP_WORD) if told else 0.0
    probability = ALONE[pos]
    of = any(reading.words[c] == "of" for c in reading.children(i))
    if (lemma in _LIGHT_NOUNS and of) or lemma in _LIGHT_VERBS:
        probability = LIGHT
    elif pos == "PROPN" and reading.deps[i] == "compound":
        probability = NAME_PART
    scale = min(max(reading.weights[i] / USUAL, LEAST), GREATEST)
    return cost(probability) * scale


def _judged(found: Comparison, side: int) -> set[int]:
    """Return the tokens that the comparison of quantifiers or operators has judged."""
    half = found.halves[side]
    operators = {op.token for op in half.operators}
    of_linked = {
        t for noun, q in half.counts.items() if noun in half.linked for t in (q.token, *q.extra)
    }
    words = {t for t in half.quiet if not half.reading.content[t]}
    return operators | of_linked | words


def _plain(found: Comparison, side: int, head: int) -> bool:
    """Return whether the other side says a predicate without any such modal."""
    other = found.halves[1 - side].reading
    return any(
        not any(other.lemmas[c] in _POSSIBLE for c in other.children(j))
        for j in found.partner(side, head)
    )


def _counts(found: Comparison) -> list[tuple[int, int, float, float, float, float]]:
    """Return what linked nouns say more by their numbers and quantifiers."""
    rows = []
    source, target = found.halves
    more = cost(OTHER_MANY)
    for i, j in found.relations:
        one, other = source.counts.get(i), target.counts.get(j)
        if one is None and other is None:
            continue
        if source.reading.pos[i] == "ADV" or target.reading.pos[j] == "ADV":
            continue
        one, other = one or Quantifier(i, 1, np.inf), other or Quantifier(j, 1, np.inf)
        costs = (0.0 if other.entails(one) else more, 0.0 if one.entails(other) else more)
        if any(costs):
            rows.append((one.token, other.token, *costs, 0.0, 0.0))
    return rows


def scopes(half: Half) -> Scopes:
    """Return the active operators of a side as arrays."""
    active = half.active()
    shape = len(active), len(half.reading)
    turned, neither = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for k, op in enumerate(active):
        (neither if op.neither else turned)[k, list(op.scope)] = True
    return Scopes(np.array([op.token for op in active], dtype=np.int64), turned, neither)
