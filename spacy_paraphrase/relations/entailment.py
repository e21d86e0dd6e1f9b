"""Entailment costs: computed for words, and composed to larger units, on arrays.

An entailment cost measures how much a difference adds to the content of a side: a word without a
counterpart, a word aligned to a more general one, "two" against "some". It is -log of the
probability that the difference adds no content. The costs of a unit are added up; those in the
scope of a downward monotone operator count for the other side. exp(-sum) is the probability that
the other side entails this one. Both directions are computed by one function from mirrored arrays,
so that exchanging the sides inverts every relation.

The relations are those of Marsi and Krahmer 2005, *Classification of semantic relations by humans
and machines* (ACL workshop), section 3; costs are composed by polarity like the edits of MacCartney
and Manning 2009, *An extended model of natural logic* (IWCS), section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..analysis.additions import (
    ADJECTIVE,
    ADVERB,
    CONJUNCT,
    LIGHT,
    MODIFIER,
    NAME,
    NAME_PART,
    NOTHING,
    NOUN,
    NUMBER,
    PRONOUN,
    STOP_WORD,
    VERB,
)
from ..analysis.quantities import SHARE, Quantity, unquantified
from ..analysis.scope_extent import APPROXIMATION, EXCEPTION, MODALITY, PRIVATION
from ..analysis.stance import ORDERED
from ..jobs.arrays import BoolArray, FloatArray, IntArray
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from .lexical import MORE, TokenPair, cost
from .paired_clauses import misplaced
from .same_place import Arcs
from .side_comparison import AnnotatedSentence, Comparison, same_exception

# The coverage discount for each shared content word, the number of words without a discount, and
# the greatest discount.
DISCOUNT_PER_WORD, DISCOUNT_FROM_WORDS, MOST_DISCOUNT = 0.3, 6, 1.5


@dataclass(frozen=True, eq=False)
class EntailmentCosts:
    """Entailment costs, A of them, between n source tokens and m target tokens.

    Attributes:
        tokens: The source and target token of each cost, -1 for none; shape (A, 2).
        costs: The cost for the source and for the target: how much it adds to each; shape (A, 2).
        split: The cost if the counterpart is outside the other phrase in every parse; shape (A, 2).
        exempt: Which costs get no discount, since other words cannot express the same; shape (A,).
    """

    tokens: IntArray
    costs: FloatArray
    split: FloatArray
    exempt: BoolArray


@dataclass(frozen=True, eq=False)
class ScopeArrays:
    """The operators of one side, O of them, over its n tokens.

    Attributes:
        tokens: The positions of the operators; shape (O,).
        downward: Which tokens are downward monotone by each operator; shape (O, n).
        non_monotone: Which tokens are non-monotone by each operator; shape (O, n).
    """

    tokens: IntArray
    downward: BoolArray
    non_monotone: BoolArray


def unit_costs(
    found: EntailmentCosts,
    source: BoolArray,
    target: BoolArray,
    scopes: tuple[ScopeArrays, ScopeArrays],
    near: tuple[BoolArray, BoolArray],
) -> tuple[FloatArray, FloatArray]:
    """Return the entailment costs of both units of each pair of units; shape (K, 2).

    The result is given for all costs, and for the exempt costs alone.

    Args:
        found: The costs of a pair of sides.
        source: Which tokens are in the source unit of each pair; shape (K, n).
        target: The same for the target; shape (K, m).
        scopes: Operators of source and target.
        near: Which tokens could be in the source and the target unit of each pair in another parse
            (`Analysis.sites`); shapes (K, n) and (K, m).
    """
    masks = source, target
    tokens = found.tokens[:, 0], found.tokens[:, 1]
    unaligned = tokens[0] < 0, tokens[1] < 0
    # A missing token (-1) counts as inside every unit.
    inside = [mask[:, own] | none for mask, own, none in zip(masks, tokens, unaligned, strict=True)]
    whole = inside[0] & inside[1]
    costs = _by_polarity(found, masks, scopes, unaligned)
    there = whole.astype(np.float64)
    total = np.empty((len(source), 2))
    exempt = np.empty((len(source), 2))
    for k in range(2):
        inner = there * costs[k]
        exempt[:, k] = inner[:, found.exempt].sum(axis=1)
        more = inner.sum(axis=1)
        # A word with another counterpart inside the unit has no cost for the one outside.
        apart = np.flatnonzero((found.split[:, k] > 0) & ~unaligned[k])
        if len(apart):
            beside = tokens[k][:, None] == tokens[k][apart]
            cut = inside[k][:, apart] & (there @ beside == 0)
            cut &= ~near[1 - k][:, tokens[1 - k][apart]]
            more += cut @ found.split[apart, k]
        total[:, k] = more
    return total, exempt


def _by_polarity(
    found: EntailmentCosts,
    masks: tuple[BoolArray, BoolArray],
    scopes: tuple[ScopeArrays, ScopeArrays],
    unaligned: tuple[BoolArray, BoolArray],
) -> tuple[FloatArray, FloatArray]:
    """Return the costs for the two sides in each pair of units, by the polarity of the tokens."""
    # The costs of a downward monotone token change sides; for a non-monotone token, or one of
    # different polarity on the two sides, both sides get the greater cost.
    if not (len(scopes[0].tokens) or len(scopes[1].tokens)):
        return found.costs[:, 0], found.costs[:, 1]
    marks = [_polarity(masks[k], found.tokens[:, k], scopes[k]) for k in range(2)]
    downward = np.where(unaligned[0], marks[1][0], marks[0][0])
    other = np.where(unaligned[1], downward, marks[1][0])
    unclear = (downward != other) | marks[0][1] | marks[1][1]
    both = found.costs.max(axis=1, initial=0.0)
    mine, yours = found.costs.T
    return (
        np.where(unclear, both, np.where(downward, yours, mine)),
        np.where(unclear, both, np.where(downward, mine, yours)),
    )


def coverage_discount(costs: FloatArray, exempt: FloatArray, shared: IntArray) -> FloatArray:
    """Return unit costs minus a discount for content expressed elsewhere; shape (K, 2).

    The more words two units share, the more likely it is that a word without a counterpart repeats
    other words: entailment by coverage, Marsi, Krahmer and Bosma 2007, *Dependency-based
    paraphrasing for recognizing textual entailment* (ACL workshop).

    Args:
        costs: The result of `unit_costs`; shape (K, 2).
        exempt: The part of the costs that gets no discount; shape (K, 2).
        shared: Number of content words that the units share; shape (K,).
    """
    words = np.maximum(shared - DISCOUNT_FROM_WORDS, 0)
    discount = np.minimum(DISCOUNT_PER_WORD * words, MOST_DISCOUNT)[:, None]
    left: FloatArray = np.maximum(costs - discount, np.minimum(exempt, costs))
    return left


def relate(costs: FloatArray, same: BoolArray) -> list[str]:
    """Return the relation of each pair of units.

    Args:
        costs: The entailment costs of both units of each pair; shape (K, 2).
        same: Whether the units have the same words; shape (K,).
    """
    names = ("restates", "generalizes", "specifies", "intersects")
    rows = (costs > -np.log(1 - MORE)).tolist()
    found = zip(rows, same.tolist(), strict=True)
    return ["equals" if alike else names[2 * one + other] for (one, other), alike in found]


def _polarity(
    mask: BoolArray, tokens: IntArray, scopes: ScopeArrays
) -> tuple[BoolArray, BoolArray]:
    """Return which tokens are downward monotone in each unit, and which non-monotone; (K, A)."""
    present = mask[:, scopes.tokens].astype(np.int64)
    valid = tokens >= 0
    downward = (present @ scopes.downward[:, tokens].astype(np.int64)) % 2 == 1
    non_monotone = (present @ scopes.non_monotone[:, tokens].astype(np.int64)) > 0
    return downward & valid, non_monotone & valid


# The costs of a pair.

# The probability that a word without a counterpart adds content, by its kind
# (`analysis.additions`); set by hand on development data.
UNALIGNED = {
    **{NOUN: 0.8, NAME: 0.8, NUMBER: 0.8, VERB: 0.75, ADJECTIVE: 0.75, ADVERB: 0.6},
    **{LIGHT: 0.2, NAME_PART: 0.5, STOP_WORD: 0.1, PRONOUN: 0.06, NOTHING: 0.0},
    **{CONJUNCT: 0.75, MODIFIER: 0.6},
}
SPLIT = 0.6
# The probability that a side adds content by another quantifier, by certainty, by a negation or in
# its scope, by a word with another role, or by a word with only another head.
QUANTIFIED, CERTAIN, DENYING, DENIED, MISPLACED, DISPLACED = 0.8, 0.8, 0.95, 0.7, 0.8, 0.3
# The least and the greatest weight of a word by its self-information, relative to a usual word.
LEAST, GREATEST = 0.6, 1.3

ADDED = {kind: cost(probability) for kind, probability in UNALIGNED.items()}
SPLIT_COST = cost(SPLIT)
# Kinds of words that are weighted by their self-information.
WEIGHED = (NOUN, NAME, NUMBER, VERB, ADJECTIVE, ADVERB, LIGHT, NAME_PART)
# Relations in which one word is known to be more specific.
_KNOWN = ("hyponym-of", "hypernym-of")

# Source token, target token, both costs, both costs if the counterpart is outside the unit.
Row = tuple[int, int, float, float, float, float]


def is_hedge(lemma: str, lang: LanguageData) -> bool:
    """Return whether a word is a hedge: it expresses possibility."""
    return lemma in lang.epistemic_words and lemma not in lang.strong_modals


def entailment_costs(
    compared: Comparison, opposed: Sequence[TokenPair], index: LexicalIndex | None = None
) -> EntailmentCosts:
    """Return all entailment costs of a comparison.

    Args:
        compared: The comparison.
        opposed: Tokens of source and target that contradict each other.
        index: The lexical index.
    """
    rows: list[Row] = [_aligned(compared, pair) for pair in compared.relations]
    for side in range(2):
        rows += _unaligned(compared, side)
    rows += _quantified(compared)
    rows += _unasserted(compared)
    for pair in opposed:
        rows.append((*pair, cost(DENYING), cost(DENYING), cost(DENIED), cost(DENIED)))
    placed = list(_displaced(compared, index))
    rows += [row for row, _ in placed]
    table = np.array(rows, dtype=np.float64).reshape(-1, 6)
    tokens = table[:, :2].astype(np.int64)
    exempt = _exempt(compared, tokens)
    exempt[len(rows) - len(placed) :] |= np.array([sure for _, sure in placed], dtype=np.bool_)
    return EntailmentCosts(tokens, table[:, 2:4], table[:, 4:], exempt)


def _aligned(compared: Comparison, pair: TokenPair) -> Row:
    costs = compared.costs(pair)
    source, target = compared.sides
    content = source.sentence.content[pair[0]], target.sentence.content[pair[1]]
    if pair[0] in source.functional and pair[1] in target.functional:
        costs = 0.0, 0.0
    elif not all(content):
        denying = _denying_cost(source, pair[0]), _denying_cost(target, pair[1])
        costs = costs[0] + denying[0], costs[1] + denying[1]
    apart = [SPLIT_COST if bears else 0.0 for bears in content]
    return (*pair, *costs, apart[0], apart[1])


def _exempt(compared: Comparison, tokens: IntArray) -> BoolArray:
    """Return which costs belong to content that other words cannot express; shape (A,)."""
    # These are names, numbers and conjuncts without a counterpart, and known differences of aligned
    # words: one is more general, or their quantities or meanings differ.
    counts = [{q.token for q in side.quantifiers.values()} for side in compared.sides]
    listed = [side.analysis.additions.listed - side.linked for side in compared.sides]
    exempt = []
    for i, j in tokens.tolist():
        if min(i, j) >= 0:
            kind = compared.relations.get((i, j))
            counted = i in counts[0] and j in counts[1]
            exempt.append(kind in _KNOWN or counted or compared.differ((i, j)))
        else:
            exempt.append(i in listed[0] or j in listed[1])
    return np.array(exempt, dtype=np.bool_)


def _denying_cost(annotated: AnnotatedSentence, i: int) -> float:
    """Return the cost of a word like "refuse" relative to "not"."""
    if not annotated.sentence.content[i] or i in annotated.functional:
        return 0.0
    denies = any(op.token == i for op in annotated.operators)
    return ADDED[VERB] if denies else 0.0


def _unaligned(compared: Comparison, side: int) -> Iterator[Row]:
    annotated = compared.sides[side]
    judged = (annotated.functional - annotated.offered) & _judged(annotated)
    analysis = annotated.analysis
    # Prepositions are compared together with their objects.
    left_out = annotated.linked | judged | analysis.prepositions.parts
    telling = {*analysis.marks, *analysis.intended}
    for op in annotated.operators:
        if op.kind == EXCEPTION:
            telling.update((op.token, op.of))
    for i, kind in enumerate(analysis.additions.kinds):
        if i in left_out or (kind == NOTHING and i not in telling):
            continue
        mine, yours = _unaligned_costs(compared, side, i)
        if mine or yours:
            yield (i, -1, mine, yours, 0.0, 0.0) if side == 0 else (-1, i, yours, mine, 0.0, 0.0)


def _unaligned_costs(compared: Comparison, side: int, i: int) -> tuple[float, float]:
    annotated = compared.sides[side]
    analysis, linked = annotated.analysis, annotated.linked
    mark = analysis.marks.get(i)
    if mark is not None and mark.of in linked:
        if mark.kind in (PRIVATION, APPROXIMATION):
            return ADDED[ADJECTIVE], ADDED[ADJECTIVE]
        if mark.kind == MODALITY and _is_certain(compared, side, mark.of):
            return 0.0, cost(CERTAIN)
    if same_exception(compared, side, i) or _is_given(compared, side, i):
        return 0.0, 0.0
    for op in annotated.operators:
        if op.kind == EXCEPTION and i in (op.token, op.of):
            # The statement about all others is not weaker by the exception.
            return cost(CERTAIN) if i == op.token else 0.0, 0.0
    joined = not linked.isdisjoint(analysis.additions.joins.get(i, ()))
    mine = ADDED[LIGHT] if joined else unaligned_cost(annotated, i)
    intended = not linked.isdisjoint(analysis.intended.get(i, ()))
    return mine, cost(CERTAIN) if intended else 0.0


def _is_given(compared: Comparison, side: int, i: int) -> bool:
    """Return whether a word only continues a negation, like other words on the other side."""
    # Examples: "no *longer*" beside "not any more".
    words, lang = compared.sides[side].sentence.words, compared.sides[side].sentence.lang
    if i == 0 or (words[i - 1], words[i]) not in lang.ceasing_pairs:
        return False
    return any(op.negative and op.words for op in compared.sides[1 - side].active)


def unaligned_cost(annotated: AnnotatedSentence, i: int) -> float:
    """Return the cost of a word without a counterpart."""
    kind = annotated.analysis.additions.kinds[i]
    much = ADDED[kind]
    return much * min(max(annotated.weight(i), LEAST), GREATEST) if kind in WEIGHED else much


def _judged(annotated: AnnotatedSentence) -> set[int]:
    """Return the tokens that the comparison of quantifiers or operators covers."""
    sentence = annotated.sentence
    found = {t for t in annotated.functional if not sentence.content[t]}
    for op in annotated.operators:
        found.update((op.token, *op.words))
    for noun, q in annotated.quantifiers.items():
        if noun in annotated.linked:
            found.update(q.tokens)
    # "Visitors under 12": the number is not a quantifier of the visitors.
    lone = {t for t, q in annotated.quantifiers.items() if q.number and q.token == t}
    found -= lone - annotated.linked
    excepting = {op.token for op in annotated.operators if op.kind == EXCEPTION}
    return found - {t for t in excepting if not sentence.content[t]}


def _is_certain(compared: Comparison, side: int, head: int) -> bool:
    """Return whether the other side asserts a predicate without an epistemic word."""
    # An order does not assert its predicate.
    other = compared.sides[1 - side].analysis
    weakened = {mark.of for mark in other.marks.values() if mark.kind == MODALITY}
    return any(
        j not in weakened and (j not in other.stances or other.stances[j].kind != ORDERED)
        for j in compared.partner(side, head)
    )


def _quantified(compared: Comparison) -> Iterator[Row]:
    """Yield the costs of linked nouns by their numbers and quantifiers."""
    source, target = compared.sides
    shares = _shares(source, target)
    for i, j in compared.relations:
        one, other = _amounts(source, i, target, j, shares)
        if not (one or other) or _is_offered(source, one) or _is_offered(target, other):
            continue
        if i in source.analysis.additions.numbers and j in target.analysis.additions.numbers:
            # "2.3 billion" of "2.3 billion dollars", a year compared with a date
            one, other = one or source.part_of(i) or other, other or target.part_of(j) or one
        one = one or unquantified(source.sentence, i)
        yield from _unentailed(one, other or unquantified(target.sentence, j))


def _is_offered(annotated: AnnotatedSentence, quantity: Quantity | None) -> bool:
    return quantity is not None and quantity.token in annotated.offered


def _unentailed(one: Quantity, other: Quantity) -> Iterator[Row]:
    """Yield the costs of two amounts, if one does not entail the other."""
    ways = (one, other), (other, one)
    costs = [0.0 if less.entails(more) else cost(QUANTIFIED) for more, less in ways]
    if any(costs):
        yield (one.token, other.token, costs[0], costs[1], 0.0, 0.0)


def _amounts(
    source: AnnotatedSentence,
    i: int,
    target: AnnotatedSentence,
    j: int,
    shares: tuple[dict[int, Quantity], dict[int, Quantity]],
) -> tuple[Quantity | None, Quantity | None]:
    """Return the quantities of two tokens, or the amounts with units that they are parts of."""
    # `shares`: the shares of nouns, as in `_shares`.
    one, other = source.part_of(i), target.part_of(j)
    if one is not None and other is not None and one.dimension and other.dimension:
        return one, other
    count, count2 = source.quantifiers.get(i), target.quantifiers.get(j)
    return count or shares[0].get(i), count2 or shares[1].get(j)


def _shares(*sides: AnnotatedSentence) -> tuple[dict[int, Quantity], dict[int, Quantity]]:
    """Return the shares that two sides state, by their nouns: "half of the shops"."""
    # If both sides have shares, they are compared as amounts, and none is returned.
    one, other = (
        {q.of: q for q in side.quantifiers.values() if q.dimension == SHARE} for side in sides
    )
    return ({}, {}) if one and other else (one, other)


def _displaced(compared: Comparison, index: LexicalIndex | None) -> Iterator[tuple[Row, bool]]:
    """Yield the costs of aligned words in different places, and whether each is evident."""
    # Another role or preposition changes the meaning. Another head alone is less certain, since
    # attachment is often ambiguous.
    for source, target, evident, share in misplaced(Arcs(compared, index)):
        much = share * cost(MISPLACED if evident else DISPLACED)
        yield (source, target, much, much, 0.0, 0.0), evident


def _unasserted(compared: Comparison) -> Iterator[Row]:
    """Yield the costs of clauses that one side asserts and the other one leaves open."""
    doubted = compared.doubted
    if not any(doubted):
        return
    tops = [
        side.analysis.open_clauses.keys() & some
        for side, some in zip(compared.sides, doubted, strict=True)
    ]
    for i, j in compared.relations:
        if i in tops[0] or j in tops[1]:
            yield (i, j, cost(CERTAIN), cost(CERTAIN), 0.0, 0.0)


def scope_arrays(annotated: AnnotatedSentence) -> ScopeArrays:
    """Return the active operators of a side as arrays."""
    active = annotated.active
    shape = len(active), len(annotated.sentence)
    downward, non_monotone = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for k, op in enumerate(active):
        (non_monotone if op.non_monotone else downward)[k, list(op.reach)] = True
    return ScopeArrays(
        np.array([op.token for op in active], dtype=np.int64), downward, non_monotone
    )
