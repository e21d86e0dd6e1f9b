"""What one side entails of the other: evidence that it says more, weighed on arrays.

Every piece of evidence is something that one side may say and the other does not: a word without
a counterpart, a word beside a more general one, "two" beside "some". It has a cost for each side,
-log of the probability that the side says nothing more by it. Over a phrase the costs add up,
those in the scope of a downward operator with the sides exchanged; exp of minus the sum is the
probability that the other side entails this one. Both directions are computed by one function
from arrays that mirror each other, so that a pair read backwards has every relation inverted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import BoolArray, FloatArray, IntArray
from .comparison import Cell, Comparison, Half
from .lexical import MORE, cost
from .quantifiers import Quantifier, plain
from .reading import LIGHT_NOUNS, USUAL, Reading, word_set

# What is forgiven for each shared content word beyond so many, and at most.
ALLOWED, ENOUGH, MOST = 0.3, 6, 1.5
# What is forgiven for how much the other side says besides, beyond so much and at most: so much for
# each shared content word beyond so many.
RATE, BESIDES, EACH, FEW, CAP = 0.5, 4.0, 1.0, 3, 2.5


@dataclass(frozen=True, eq=False)
class Evidence:
    """Pieces of evidence, A of them, between n source tokens and m target tokens.

    Attributes:
        tokens: The source and target token of each, -1 for none; shape (A, 2).
        costs: How much the source and the target say more by it; shape (A, 2).
        split: What the token costs where its counterpart is outside of the other phrase; (A, 2).
        lasting: Which of them are not said in other words elsewhere, and cost nothing where they
            are outside; (A,).
    """

    tokens: IntArray
    costs: FloatArray
    split: FloatArray
    lasting: BoolArray


@dataclass(frozen=True, eq=False)
class Scopes:
    """The operators of one side, O of them, over its n tokens.

    Attributes:
        tokens: Where the operators stand; shape (O,).
        turned: Which tokens each of them turns round; shape (O, n).
        neither: For which of these tokens nothing is entailed; shape (O, n).
    """

    tokens: IntArray
    turned: BoolArray
    neither: BoolArray


def surplus(
    evidence: Evidence, source: BoolArray, target: BoolArray, scopes: tuple[Scopes, Scopes]
) -> tuple[FloatArray, FloatArray]:
    """Return how much each side of each pair of units says more than the other; shape (K, 2).

    By all there is, and by the lasting pieces alone.

    Args:
        evidence: All there is.
        source: Which tokens are in the source unit of each pair; shape (K, n).
        target: Likewise; shape (K, m).
        scopes: Operators of source and target.
    """
    masks = source, target
    tokens = evidence.tokens[:, 0], evidence.tokens[:, 1]
    alone = tokens[0] < 0, tokens[1] < 0
    # What is no token is inside of every unit.
    inside = [mask[:, some] | none for mask, some, none in zip(masks, tokens, alone, strict=True)]
    whole = inside[0] & inside[1]
    costs = _turned(evidence, masks, scopes, alone)
    there = whole.astype(np.float64)
    more = np.empty((len(source), 2))
    kept = np.empty((len(source), 2))
    for k in range(2):
        inner = there * costs[k]
        kept[:, k] = inner[:, evidence.lasting].sum(axis=1)
        found = inner.sum(axis=1)
        # A word with another counterpart inside says nothing more by the one outside.
        apart = np.flatnonzero((evidence.split[:, k] > 0) & ~alone[k])
        if len(apart):
            beside = tokens[k][:, None] == tokens[k][apart]
            cut = inside[k][:, apart] & (there @ beside == 0)
            found += cut @ evidence.split[apart, k]
        more[:, k] = found
    return more, kept


def _turned(
    evidence: Evidence,
    masks: tuple[BoolArray, BoolArray],
    scopes: tuple[Scopes, Scopes],
    alone: tuple[BoolArray, BoolArray],
) -> tuple[FloatArray, FloatArray]:
    """Return what each piece costs the two sides, in each pair of units if operators turn it."""
    if not (len(scopes[0].tokens) or len(scopes[1].tokens)):
        return evidence.costs[:, 0], evidence.costs[:, 1]
    marks = [_polarity(masks[k], evidence.tokens[:, k], scopes[k]) for k in range(2)]
    turned = np.where(alone[0], marks[1][0], marks[0][0])
    other = np.where(alone[1], turned, marks[1][0])
    unclear = (turned != other) | marks[0][1] | marks[1][1]
    both = evidence.costs.max(axis=1, initial=0.0)
    mine, yours = evidence.costs.T
    return (
        np.where(unclear, both, np.where(turned, yours, mine)),
        np.where(unclear, both, np.where(turned, mine, yours)),
    )


def forgive(
    more: FloatArray, lasting: FloatArray, shared: IntArray, contrary: bool = False
) -> FloatArray:
    """Return how much each side says more, less what a long pair may say elsewhere.

    The more words two units share, the likelier it is that a word without a counterpart says again
    what others say: entailment by coverage, Marsi, Krahmer and Bosma 2007, *Dependency-based
    paraphrasing for recognizing textual entailment* (ACL workshop). The likelier, too, if the other
    unit has much without a counterpart among which it may be said in other words.

    Args:
        more: What `surplus` gave; shape (K, 2).
        lasting: How much of it is nowhere said in other words; shape (K, 2).
        shared: How many content words the units share; shape (K,).
        contrary: Whether the sides say contrary things anywhere: then what one has besides is taken
            for news.
    """
    allowance = np.minimum(np.maximum(ALLOWED * (shared - ENOUGH), 0.0), MOST)[:, None]
    if not contrary:
        besides = np.maximum(RATE * (more[:, ::-1] - BESIDES), 0.0)
        most = np.minimum(np.maximum(EACH * (shared - FEW), 0.0), CAP)
        allowance = np.maximum(allowance, np.minimum(besides, most[:, None]))
    left: FloatArray = np.maximum(more - allowance, np.minimum(lasting, more))
    return left


def relate(more: FloatArray, same: BoolArray) -> list[str]:
    """Return the relation of each pair of units.

    Args:
        more: What `surplus` gave; shape (K, 2).
        same: Whether the units read the same; shape (K,).
    """
    names = ("restates", "generalizes", "specifies", "intersects")
    codes = (more > -np.log(1 - MORE)) @ [2, 1]
    told = zip(codes.tolist(), same.tolist(), strict=True)
    return ["equals" if alike else names[code] for code, alike in told]


def _polarity(mask: BoolArray, tokens: IntArray, scopes: Scopes) -> tuple[BoolArray, BoolArray]:
    """Return which tokens the operators inside each unit turn round, and leave unclear; (K, A)."""
    present = mask[:, scopes.tokens].astype(np.int64)
    valid = tokens >= 0
    turns = (present @ scopes.turned[:, tokens].astype(np.int64)) % 2 == 1
    neither = (present @ scopes.neither[:, tokens].astype(np.int64)) > 0
    return turns & valid, neither & valid


# What speaks for one side saying more than the other.

# How probably a word without a counterpart says something more; set by hand on development data.
ALONE = {"NOUN": 0.8, "PROPN": 0.8, "VERB": 0.75, "ADJ": 0.75, "ADV": 0.6, "NUM": 0.8}
NAME_PART, LIGHT, STOP_WORD, LONE_PRONOUN, SPLIT, LOOSE = 0.5, 0.2, 0.1, 0.06, 0.6, 0.3
OTHER_MANY, WEAKER, NOT_SO, DENIED, DISPLACED = 0.8, 0.8, 0.95, 0.7, 0.4
# How much a word counts by its self-information, beside a usual one.
LEAST, GREATEST = 0.6, 1.3
# Stop words that say something all the same.
_TELLING = word_set("very too more less most least always often only first last next other same")
_LIGHT_VERBS = word_set(
    """
    do have get be go take make come happen occur include contain involve bring
    """
)
# What says little of somebody beside what he wears or looks like, and of a thing beside "red".
_WORN = frozenset(("wear", "dress", "clothe", "clad"))
_SEEMING = frozenset(("look", "seem", "appear"))
_ATTRIBUTES = frozenset(("color", "colour", "size", "shape", "age", "appearance"))
_JOINING = _WORN | _SEEMING | _ATTRIBUTES
# Adjectives and adverbs that take away what they modify: a fake gun is no gun.
_PRIVATIVE = word_set(
    """
    fake former alleged would-be counterfeit ex possible potential mock artificial imitation
    supposed so-called fictional attempted proposed toy false failed almost nearly imaginary
    pretend virtual suspected
    """
)
_POSSIBLE = word_set(
    """
    may might could can would perhaps maybe possibly probably likely allegedly reportedly
    apparently seemingly must should supposedly
    """
)
_INTEND = word_set(
    """
    try attempt want hope plan intend seek aim wish expect prepare threaten promise consider
    offer need pretend struggle agree vow
    """
)
# Verbs that in the passive say that something is only likely: "is expected to rise".
_HEARD = word_set(
    """
    expect believe think say report allege suppose estimate understand
    """
)


def is_hedge(lemma: str) -> bool:
    """Return whether a word says that something is only possible."""
    return lemma in _POSSIBLE - {"can", "would", "must", "should"}


def evidence(found: Comparison, clashes: Sequence[Cell]) -> Evidence:
    """Return all evidence of a comparison.

    Args:
        found: The comparison.
        clashes: Tokens of source and target in which the sides say different things.
    """
    rows: list[tuple[int, int, float, float, float, float]] = []
    source, target = found.halves
    for cell in found.relations:
        costs = found.costs(cell)
        content = source.reading.content[cell[0]], target.reading.content[cell[1]]
        loose = _adjunct(source.reading, cell[0]) or _adjunct(target.reading, cell[1])
        apart = cost(LOOSE if loose else SPLIT)
        split = [apart if told else 0.0 for told in content]
        if not all(content):
            denied = [_says_more(half, t) for half, t in zip(found.halves, cell, strict=True)]
            costs = costs[0] + denied[0], costs[1] + denied[1]
        if cell[0] in source.quiet and cell[1] in target.quiet:
            costs = 0.0, 0.0
        rows.append((*cell, *costs, split[0], split[1]))
    for side in range(2):
        rows += [_row(side, i, *costs) for i, *costs in _alone(found, side)]
    rows += _counts(found)
    rows += _displaced(found)
    for cell in clashes:
        rows.append((*cell, cost(NOT_SO), cost(NOT_SO), cost(DENIED), cost(DENIED)))
    table = np.array(rows, dtype=np.float64).reshape(-1, 6)
    tokens = table[:, :2].astype(np.int64)
    return Evidence(tokens, table[:, 2:4], table[:, 4:], _lasting(found, tokens))


def _lasting(found: Comparison, tokens: IntArray) -> BoolArray:
    """Return which pieces of evidence are words that are not said in other words elsewhere; (A,).

    These are numbers, and what is listed beside something else: it is listed for its own sake.
    """
    rows: BoolArray = np.zeros(len(tokens), dtype=np.bool_)
    for k, half in enumerate(found.halves):
        reading = half.reading
        listed = np.zeros(len(reading) + 1, dtype=np.bool_)  # the last item is no token
        for i, (pos, dep) in enumerate(zip(reading.pos, reading.deps, strict=True)):
            if (pos == "NUM" or dep == "conj") and reading.content[i] and i not in half.linked:
                listed[i] = True
        rows |= (tokens[:, 1 - k] < 0) & listed[tokens[:, k]]
    return rows


def _adjunct(reading: Reading, i: int) -> bool:
    """Return whether a word stands in an adjunct, which parsers attach in several ways."""
    head = reading.heads[i]
    if reading.deps[i] == "pobj":
        return head >= 0 and reading.words[head] != "of"
    return reading.deps[i] in ("npadvmod", "advmod")


def _says_more(half: Half, i: int) -> float:
    """Return what a word like "refuse" says more than "not", as a cost."""
    more = half.reading.content[i] and i not in half.quiet
    return cost(ALONE["VERB"]) if more and any(op.token == i for op in half.operators) else 0.0


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
    told = half.linked | (half.quiet & _judged(half))
    for i in range(len(reading)):
        if i in told:
            continue
        value = cost(LIGHT) if _says_little(half, i) else alone(reading, i)
        yours = 0.0
        lemma = reading.lemmas[i]
        if lemma in _PRIVATIVE and reading.heads[i] in half.linked:
            value = yours = cost(ALONE["ADJ"])
        elif lemma in _POSSIBLE and _plain(found, side, reading.heads[i]):
            value, yours = 0.0, cost(WEAKER)
        elif ((heard := _is_heard(reading, i)) or lemma in _INTEND) and any(
            reading.deps[c] in ("xcomp", "ccomp") and c in half.linked for c in reading.children(i)
        ):
            yours = cost(WEAKER)
            if heard:
                value = 0.0
        if value or yours:
            rows.append((i, value, yours))
    return rows


def _is_heard(reading: Reading, i: int) -> bool:
    passive = (reading.deps[c] == "auxpass" for c in reading.children(i))
    return reading.lemmas[i] in _HEARD and any(passive)


def _says_little(half: Half, i: int) -> bool:
    """Return whether a word only joins what the other side joins otherwise: "wearing" a red hat."""
    reading = half.reading
    if reading.lemmas[i] not in _JOINING:
        return False
    below = set(reading.children(i))
    if reading.lemmas[i] in _WORN:
        behind = [c for p in below if reading.pos[p] == "ADP" for c in reading.children(p)]
        below.update(behind)
        return any(reading.pos[c] in ("NOUN", "PROPN", "ADJ") for c in below & half.linked)
    if reading.lemmas[i] in _SEEMING:
        return any(reading.deps[c] == "acomp" for c in below & half.linked)
    return any(reading.pos[c] == "ADJ" for c in below & half.linked)


def alone(reading: Reading, i: int) -> float:
    """Return what a word without a counterpart says more, as a cost."""
    pos, lemma = reading.pos[i], reading.lemmas[i]
    if not reading.content[i]:
        if pos == "PRON" and reading.deps[i] != "expl":
            return cost(LONE_PRONOUN)
        also = lemma == "too" and reading.heads[i] < i
        not_only = lemma == "only" and reading.words[max(i - 1, 0)] == "not"
        if lemma in _TELLING and not (also or not_only):
            return cost(ALONE["ADV"])
        told = reading.stop[i] and pos in ("ADJ", "ADV", "NOUN", "VERB") and lemma != "be"
        return cost(STOP_WORD) if told else 0.0
    probability = ALONE.get(pos, ALONE["ADJ"])
    of = (reading.words[c] == "of" for c in reading.children(i))
    if (lemma in LIGHT_NOUNS and any(of)) or lemma in _LIGHT_VERBS:
        probability = LIGHT
    elif pos == reading.pos[reading.heads[i]] == "PROPN" and reading.deps[i] == "compound":
        probability = NAME_PART
    scale = min(max(reading.weights[i] / USUAL, LEAST), GREATEST)
    return cost(probability) * scale


def _judged(half: Half) -> set[int]:
    """Return the tokens that the comparison of quantifiers or operators has judged."""
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
        one, other = _count(source, i), _count(target, j)
        if one is None and other is None:
            continue
        if source.reading.pos[i] == "ADV" or target.reading.pos[j] == "ADV":
            continue
        if source.reading.pos[i] == target.reading.pos[j] == "NUM":
            # "2.3 billion" of "2.3 billion dollars", a year beside a date
            one, other = one or _part(source, i) or other, other or _part(target, j) or one
        if _is_rate(source.reading, i) and _is_rate(target.reading, j):
            continue
        one, other = one or plain(source.reading, i), other or plain(target.reading, j)
        costs = (0.0 if other.entails(one) else more, 0.0 if one.entails(other) else more)
        if any(costs):
            rows.append((one.token, other.token, *costs, 0.0, 0.0))
    return rows


def _count(half: Half, i: int) -> Quantifier | None:
    """Return how many a token stands for; a sign of a currency for the number beside it."""
    return half.counts.get(half.reading.heads[i] if half.reading.pos[i] == "SYM" else i)


def _part(half: Half, i: int) -> Quantifier | None:
    """Return the quantifier that a token is a part of."""
    return next((q for q in half.counts.values() if i in (q.token, *q.extra)), None)


def _is_rate(reading: Reading, i: int) -> bool:
    """Return whether a noun says how often: "a year" and "every year" are one."""
    words = {reading.words[c] for c in reading.children(i)}
    often = words & {"a", "an", "each", "every", "per"}
    return reading.deps[i] == "npadvmod" and len(words) == len(often) == 1


def _displaced(found: Comparison) -> list[tuple[int, int, float, float, float, float]]:
    """Return aligned words that depend on words that are aligned, but not with each other.

    Who does it, and to whom, counts more than what a modifier goes with: parsers attach these in
    several ways.
    """
    rows = []
    one, other = (half.reading for half in found.halves)
    for i, j in found.relations:
        if not (one.content[i] and other.content[j]):
            continue
        head, head2 = one.governor(i), other.governor(j)
        if head < 0 or head2 < 0 or (head, head2) in found.relations:
            continue
        if not (one.content[head] and other.content[head2]):
            continue
        # "two of the plants" are "two plants", whatever depends on what
        if any(
            {*cell} & half.quiet
            for half, cell in zip(found.halves, ((i, head), (j, head2)), strict=True)
        ):
            continue
        if head in found.halves[0].linked and head2 in found.halves[1].linked:
            value = cost(DISPLACED)
            rows.append((i, j, value, value, 0.0, 0.0))
    return rows


def scopes(half: Half) -> Scopes:
    """Return the active operators of a side as arrays."""
    active = half.active
    shape = len(active), len(half.reading)
    turned, neither = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for k, op in enumerate(active):
        (neither if op.neither else turned)[k, list(op.scope)] = True
    return Scopes(np.array([op.token for op in active], dtype=np.int64), turned, neither)
