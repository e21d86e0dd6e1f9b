"""What one side entails of the other: entailment costs, composed from words to units, on arrays.

An entailment cost is what it takes to believe that a side says no more than the other by one thing
that it may say and the other does not: a word without a counterpart, a word beside a more general
one, "two" beside "some". It is -log of the probability that the side says nothing more by it. Over
a unit the costs add up, those in the scope of a downward operator with the sides exchanged; exp of
minus the sum is the probability that the other side entails this one. Both directions are computed
by one function from arrays that mirror each other, so that a pair read backwards has every relation
inverted.

The relations are those of Marsi and Krahmer 2005, *Classification of semantic relations by humans
and machines* (ACL workshop), section 3; costs are composed by polarity as edits are in MacCartney
and Manning 2009, *An extended model of natural logic* (IWCS), section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..analysis.dates import calendar_name
from ..analysis.quantities import Quantifier, unquantified
from ..analysis.sentence import Sentence
from ..arrays import BoolArray, FloatArray, IntArray
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from .comparison import AnnotatedSentence, Comparison, same_exception
from .lexical import MORE, TokenPair, cost
from .paired_clauses import misplaced

# The coverage allowance: so much for each shared content word beyond so many, and at most.
ALLOWANCE_PER_WORD, ALLOWANCE_FROM_WORDS, MOST_ALLOWANCE = 0.3, 6, 1.5


@dataclass(frozen=True, eq=False)
class EntailmentCosts:
    """Entailment costs, A of them, between n source tokens and m target tokens.

    Attributes:
        tokens: The source and target token of each, -1 for none; shape (A, 2).
        costs: How much the source and the target say more by it; shape (A, 2).
        split: What the token costs where its counterpart is outside of the other phrase, and could
            not belong to it by another reading either; (A, 2).
        exempt: Which of them no allowance is made for, since they are not said in other words
            elsewhere; (A,).
    """

    tokens: IntArray
    costs: FloatArray
    split: FloatArray
    exempt: BoolArray


@dataclass(frozen=True, eq=False)
class Scopes:
    """The operators of one side, O of them, over its n tokens.

    Attributes:
        tokens: Where the operators stand; shape (O,).
        downward: Which tokens are downward monotone by each of them; shape (O, n).
        non_monotone: Which tokens are non-monotone by it; shape (O, n).
    """

    tokens: IntArray
    downward: BoolArray
    non_monotone: BoolArray


def unit_costs(
    found: EntailmentCosts,
    source: BoolArray,
    target: BoolArray,
    scopes: tuple[Scopes, Scopes],
    near: tuple[BoolArray, BoolArray],
) -> tuple[FloatArray, FloatArray]:
    """Return how much each side of each pair of units says more than the other; shape (K, 2).

    By all costs, and by the exempt ones alone.

    Args:
        found: The costs of a pair of sides.
        source: Which tokens are in the source unit of each pair; shape (K, n).
        target: Likewise; shape (K, m).
        scopes: Operators of source and target.
        near: Which tokens might be in the source and the target unit of each pair by another
            reading (`Analysis.sites`); shapes (K, n) and (K, m).
    """
    masks = source, target
    tokens = found.tokens[:, 0], found.tokens[:, 1]
    unaligned = tokens[0] < 0, tokens[1] < 0
    # What is no token is inside of every unit.
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
        # A word with another counterpart inside says nothing more by the one outside.
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
    scopes: tuple[Scopes, Scopes],
    unaligned: tuple[BoolArray, BoolArray],
) -> tuple[FloatArray, FloatArray]:
    """Return the costs for the two sides in each pair of units, by the polarity of the tokens.

    Where a token is downward monotone the costs change sides; where it is non-monotone, or of
    different polarity on the two sides, both sides have the greater one.
    """
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


def less_allowance(costs: FloatArray, exempt: FloatArray, shared: IntArray) -> FloatArray:
    """Return unit costs less an allowance for what a long pair may say elsewhere; shape (K, 2).

    The more words two units share, the likelier it is that a word without a counterpart says again
    what others say: entailment by coverage, Marsi, Krahmer and Bosma 2007, *Dependency-based
    paraphrasing for recognizing textual entailment* (ACL workshop).

    Args:
        costs: What `unit_costs` gave; shape (K, 2).
        exempt: How much of it there is no allowance for; shape (K, 2).
        shared: How many content words the units share; shape (K,).
    """
    words = np.maximum(shared - ALLOWANCE_FROM_WORDS, 0)
    allowance = np.minimum(ALLOWANCE_PER_WORD * words, MOST_ALLOWANCE)[:, None]
    left: FloatArray = np.maximum(costs - allowance, np.minimum(exempt, costs))
    return left


def relate(costs: FloatArray, same: BoolArray) -> list[str]:
    """Return the relation of each pair of units.

    Args:
        costs: How much the units say more than each other; shape (K, 2).
        same: Whether the units read the same; shape (K,).
    """
    names = ("restates", "generalizes", "specifies", "intersects")
    codes = (costs > -np.log(1 - MORE)) @ [2, 1]
    found = zip(codes.tolist(), same.tolist(), strict=True)
    return ["equals" if alike else names[code] for code, alike in found]


def _polarity(mask: BoolArray, tokens: IntArray, scopes: Scopes) -> tuple[BoolArray, BoolArray]:
    """Return which tokens are downward monotone in each unit, and which non-monotone; (K, A)."""
    present = mask[:, scopes.tokens].astype(np.int64)
    valid = tokens >= 0
    downward = (present @ scopes.downward[:, tokens].astype(np.int64)) % 2 == 1
    non_monotone = (present @ scopes.non_monotone[:, tokens].astype(np.int64)) > 0
    return downward & valid, non_monotone & valid


# The costs of a pair.

# How probably a word without a counterpart says something more; set by hand on development data.
UNALIGNED = {"NOUN": 0.8, "PROPN": 0.8, "VERB": 0.75, "ADJ": 0.75, "ADV": 0.6, "NUM": 0.8}
NAME_PART, LIGHT, STOP_WORD, LONE_PRONOUN, SPLIT = 0.5, 0.2, 0.1, 0.06, 0.6
# How probably a side says more by another quantifier, by being certain, by denying or being denied,
# by a word that has another place, or only depends on another one.
QUANTIFIED, CERTAIN, DENYING, DENIED, MISPLACED, DISPLACED = 0.8, 0.8, 0.95, 0.7, 0.8, 0.4
# How much a word counts by its self-information, beside a usual one.
LEAST, GREATEST = 0.6, 1.3

# Relations of words of which it is known that one says more.
_KNOWN = ("hyponym-of", "hypernym-of")

# Source token, target token, both costs, both costs where the counterpart is outside.
Row = tuple[int, int, float, float, float, float]


def is_hedge(lemma: str, lang: LanguageData) -> bool:
    """Return whether a word says that something is only possible."""
    return lemma in lang.epistemic_words and lemma not in lang.strong_modals


def entailment_costs(
    compared: Comparison, opposed: Sequence[TokenPair], index: LexicalIndex | None = None
) -> EntailmentCosts:
    """Return all entailment costs of a comparison.

    Args:
        compared: The comparison.
        opposed: Tokens of source and target in which the sides say contrary things.
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
    """Return the costs of two aligned words."""
    costs = compared.costs(pair)
    sides = list(zip(compared.sides, pair, strict=True))
    content = [annotated.sentence.content[t] for annotated, t in sides]
    apart = [cost(SPLIT) if bears else 0.0 for bears in content]
    if not all(content):
        denying = [_denying_cost(annotated, t) for annotated, t in sides]
        costs = costs[0] + denying[0], costs[1] + denying[1]
    if all(t in annotated.functional for annotated, t in sides):
        costs = 0.0, 0.0
    return (*pair, *costs, apart[0], apart[1])


def _exempt(compared: Comparison, tokens: IntArray) -> BoolArray:
    """Return which costs are of words that are not said in other words elsewhere; (A,).

    These are numbers, and what is listed beside something else: it is listed for its own sake. So
    is what two aligned words differ in, as far as is known: one is more general, how many, whether.
    """
    source, target = (annotated.quantifiers for annotated in compared.sides)
    counts = [{q.token for q in quantified.values()} for quantified in (source, target)]
    known = [
        compared.relations.get((i, j)) in _KNOWN
        or (i in counts[0] and j in counts[1])
        or compared.differ((i, j))
        for i, j in tokens.tolist()
    ]
    rows: BoolArray = np.array(known, dtype=np.bool_)
    for k, annotated in enumerate(compared.sides):
        sentence = annotated.sentence
        listed = np.zeros(len(sentence) + 1, dtype=np.bool_)  # the last item is no token
        for i, (pos, dep) in enumerate(zip(sentence.pos, sentence.deps, strict=True)):
            if (pos == "NUM" and sentence.content[i]) or annotated.names(i) or dep == "conj":
                listed[i] = i not in annotated.linked
        rows |= (tokens[:, 1 - k] < 0) & listed[tokens[:, k]]
    return rows


def _denying_cost(annotated: AnnotatedSentence, i: int) -> float:
    """Return what a word like "refuse" says more than "not"."""
    more = annotated.sentence.content[i] and i not in annotated.functional
    denies = any(op.token == i for op in annotated.operators)
    return cost(UNALIGNED["VERB"]) if more and denies else 0.0


def _unaligned(compared: Comparison, side: int) -> Iterator[Row]:
    """Yield the costs of the words of a side without a counterpart."""
    annotated = compared.sides[side]
    judged = (annotated.functional - annotated.offered) & _judged(annotated)
    # Prepositions are compared by what stands behind them.
    prepositions = annotated.analysis.prepositions
    left_out = annotated.linked | judged
    left_out |= {i for i in range(len(annotated.sentence)) if prepositions.is_part(i)}
    for i in range(len(annotated.sentence)):
        if i in left_out:
            continue
        mine, yours = _unaligned_costs(compared, side, i)
        if mine or yours:
            yield (i, -1, mine, yours, 0.0, 0.0) if side == 0 else (-1, i, yours, mine, 0.0, 0.0)


def _unaligned_costs(compared: Comparison, side: int, i: int) -> tuple[float, float]:
    """Return what a word without a counterpart costs its own side and the other one."""
    annotated = compared.sides[side]
    sentence, lang, lemma = (
        annotated.sentence,
        annotated.sentence.lang,
        annotated.sentence.lemmas[i],
    )
    if lemma in lang.privative_modifiers and sentence.heads[i] in annotated.linked:
        return cost(UNALIGNED["ADJ"]), cost(UNALIGNED["ADJ"])
    hedges = lemma in lang.epistemic_words and sentence.pos[i] != "PROPN"
    if hedges and _is_certain(compared, side, sentence.heads[i]):
        return 0.0, cost(CERTAIN)
    if same_exception(compared, side, i):
        return 0.0, 0.0
    if sentence.words[i] in lang.exceptive_words and sentence.children(i):
        return cost(CERTAIN), 0.0  # of all others it is so, or is not
    # "No *student* except Ravi": what is said of him is no less by that.
    excepting = any(sentence.words[c] in lang.exceptive_words for c in sentence.children(i))
    if excepting or _is_given(compared, side, i):
        return 0.0, 0.0
    mine = cost(LIGHT) if _only_joins(annotated, i) else unaligned_cost(annotated, i)
    complements = [c for c in sentence.children(i) if sentence.deps[c] in lang.complement_labels]
    if annotated.linked.isdisjoint(complements):
        return mine, 0.0
    if _is_hearsay(sentence, i):
        return 0.0, cost(CERTAIN)
    return mine, cost(CERTAIN) if lemma in lang.intention_verbs else 0.0


def _is_given(compared: Comparison, side: int, i: int) -> bool:
    """Return whether a word only continues a negation, as others do on the other side.

    Examples: "no *longer*" beside "not any more".
    """
    words, lang = compared.sides[side].sentence.words, compared.sides[side].sentence.lang
    if i == 0 or (words[i - 1], words[i]) not in lang.ceasing_pairs:
        return False
    return any(op.negative and op.words for op in compared.sides[1 - side].active)


def _is_hearsay(sentence: Sentence, i: int) -> bool:
    """Return whether a verb in the passive says that something is only likely: "is expected"."""
    passive = (sentence.deps[c] == "auxpass" for c in sentence.children(i))
    return sentence.lemmas[i] in sentence.lang.hearsay_verbs and any(passive)


def _only_joins(annotated: AnnotatedSentence, i: int) -> bool:
    """Return whether a word only joins what the other side joins otherwise: "wearing" a red hat."""
    sentence = annotated.sentence
    lemma, lang, pos = sentence.lemmas[i], sentence.lang, sentence.pos
    below = set(sentence.children(i))
    if lemma in lang.wearing_verbs:
        below.update(c for p in tuple(below) if pos[p] == "ADP" for c in sentence.children(p))
        return any(pos[c] in ("NOUN", "PROPN", "ADJ") for c in below & annotated.linked)
    if lemma in lang.seeming_verbs:
        return any(sentence.deps[c] == "acomp" for c in below & annotated.linked)
    joins = lemma in lang.attribute_nouns
    return joins and any(pos[c] == "ADJ" for c in below & annotated.linked)


def unaligned_cost(annotated: AnnotatedSentence, i: int) -> float:
    """Return what a word says more if it has no counterpart."""
    sentence, lang = annotated.sentence, annotated.sentence.lang
    pos, lemma = sentence.pos[i], sentence.lemmas[i]
    month = pos == "PROPN" and calendar_name(sentence.texts[i], lang)  # "May", by a stop word
    if not (sentence.content[i] or month):
        return _function_word_cost(sentence, i)
    probability = UNALIGNED.get(pos, UNALIGNED["ADJ"])
    words = {sentence.words[c] for c in sentence.children(i)}
    tag = i > 0 and sentence.texts[i - 1] == "#"  # "#travel" files what is said under a heading
    partitive = lemma in lang.light_nouns and not words.isdisjoint(lang.genitive_prepositions)
    if tag or partitive or lemma in lang.light_verbs:
        probability = LIGHT
    elif pos == sentence.pos[sentence.heads[i]] == "PROPN" and sentence.deps[i] == "compound":
        probability = NAME_PART
    return cost(probability) * min(max(annotated.weights[i], LEAST), GREATEST)


def _function_word_cost(sentence: Sentence, i: int) -> float:
    """Return what a function word says more if it has no counterpart."""
    pos, lemma, lang = sentence.pos[i], sentence.lemmas[i], sentence.lang
    if sentence.deps[i] == "conj" and pos in ("PRON", "VERB", "AUX", "ADV"):  # "Tom and me"
        there_is = any(sentence.deps[c] == "expl" for c in sentence.children(i))
        return 0.0 if there_is else cost(UNALIGNED["VERB"])
    if pos == "PRON" and sentence.deps[i] != "expl":
        return cost(LONE_PRONOUN)
    if lemma in lang.telling_modifiers:
        adds = lemma in lang.additive_modifiers and sentence.heads[i] < i  # "he came too"
        before = sentence.words[max(i - 1, 0)]
        denied = lemma in lang.restrictive_adverbs and before in lang.full_negations  # "not only"
        if not (adds or denied):
            return cost(UNALIGNED["ADV"])
    open_class = pos in ("ADJ", "ADV", "NOUN", "VERB") and lemma not in lang.copulas
    return cost(STOP_WORD) if sentence.stops[i] and open_class else 0.0


def _judged(annotated: AnnotatedSentence) -> set[int]:
    """Return the tokens that the comparison of quantifiers or operators has judged."""
    sentence = annotated.sentence
    operators = {t for op in annotated.operators for t in (op.token, *op.words)}
    of_linked = {
        t
        for noun, q in annotated.quantifiers.items()
        if noun in annotated.linked
        for t in (q.token, *q.extra)
    }
    words = {t for t in annotated.functional if not sentence.content[t]}
    exceptive = {t for t in words if sentence.words[t] in sentence.lang.exceptive_words}
    return (operators | of_linked | words) - exceptive


def _is_certain(compared: Comparison, side: int, head: int) -> bool:
    """Return whether the other side says a predicate without any epistemic modal.

    An imperative says what should be done: it is not certain to be done.
    """
    other = compared.sides[1 - side].sentence
    return any(
        not any(other.lemmas[c] in other.lang.epistemic_words for c in other.children(j))
        and not _is_imperative(other, j)
        for j in compared.partner(side, head)
    )


def _is_imperative(sentence: Sentence, verb: int) -> bool:
    """Return whether a verb is a root in its base form without a subject: "Take one a day".

    No other auxiliary goes with it than that of a negation: "Do not take it".
    """
    lang = sentence.lang
    base = sentence.pos[verb] == "VERB" and sentence.words[verb] == sentence.lemmas[verb]
    if not base or sentence.heads[verb] >= 0 or sentence.tags[verb] in lang.finite_tags:
        return False
    before = [c for c in sentence.children(verb) if c < verb]
    modal = any(sentence.tags[c] in lang.modal_tags for c in before)
    return not modal and all(sentence.deps[c] not in lang.subject_labels for c in before)


def _quantified(compared: Comparison) -> Iterator[Row]:
    """Yield what linked nouns cost by their numbers and quantifiers."""
    source, target = compared.sides
    for i, j in compared.relations:
        one, other = _amounts(source, i, target, j) or (_count(source, i), _count(target, j))
        if any(q and q.token in s.offered for s, q in ((source, one), (target, other))):
            continue
        pos = source.sentence.pos[i], target.sentence.pos[j]
        amounts = one is not None and other is not None and one.dimension  # "twice", "daily"
        if (one is None and other is None) or ("ADV" in pos and not amounts):
            continue
        if pos == ("NUM", "NUM"):
            # "2.3 billion" of "2.3 billion dollars", a year beside a date
            one, other = one or source.part_of(i) or other, other or target.part_of(j) or one
        if _is_rate(source.sentence, i) and _is_rate(target.sentence, j):
            continue
        one = one or unquantified(source.sentence, i)
        other = other or unquantified(target.sentence, j)
        costs = [
            0.0 if less.entails(more) else cost(QUANTIFIED)
            for more, less in ((one, other), (other, one))
        ]
        if any(costs):
            yield (one.token, other.token, costs[0], costs[1], 0.0, 0.0)


def _count(annotated: AnnotatedSentence, i: int) -> Quantifier | None:
    """Return how many a token stands for; a sign of a currency for the number beside it."""
    return annotated.quantifiers.get(
        annotated.sentence.heads[i] if annotated.sentence.pos[i] == "SYM" else i
    )


def _amounts(
    source: AnnotatedSentence, i: int, target: AnnotatedSentence, j: int
) -> tuple[Quantifier, Quantifier] | None:
    """Return the amounts with a unit that two tokens are parts of, if both are."""
    one, other = source.part_of(i), target.part_of(j)
    if one is None or other is None or not (one.dimension and other.dimension):
        return None
    return one, other


def _is_rate(sentence: Sentence, i: int) -> bool:
    """Return whether a noun says how often: "a year" and "every year" are one."""
    words = {sentence.words[c] for c in sentence.children(i)}
    often = words & sentence.lang.rate_determiners
    return sentence.deps[i] == "npadvmod" and len(words) == len(often) == 1


def _displaced(compared: Comparison, index: LexicalIndex | None) -> Iterator[tuple[Row, bool]]:
    """Yield what aligned words cost that do not have the same place, and whether that is evident.

    Another role or preposition says something else; of words that only depend on others it is less
    sure, since parsers attach them in several ways.
    """
    for source, target, evident, share in misplaced(compared, index):
        much = share * cost(MISPLACED if evident else DISPLACED)
        yield (source, target, much, much, 0.0, 0.0), evident


def _unasserted(compared: Comparison) -> Iterator[Row]:
    """Yield what is only thought or supposed on one side, and said to be so on the other.

    So, too, what is denied by somebody who says nothing, and by one who says that it is not so.
    """
    for i, j in compared.relations:
        pairs = zip(compared.sides, compared.doubted, (i, j), strict=True)
        if any(t in doubted and t in side.unasserted for side, doubted, t in pairs):
            yield (i, j, cost(CERTAIN), cost(CERTAIN), 0.0, 0.0)
    for i, j in compared.stances:
        yield (i, j, cost(DENYING), cost(DENYING), 0.0, 0.0)


def scopes(annotated: AnnotatedSentence) -> Scopes:
    """Return the active operators of a side as arrays."""
    active = annotated.active
    shape = len(active), len(annotated.sentence)
    downward, non_monotone = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for k, op in enumerate(active):
        (non_monotone if op.non_monotone else downward)[k, list(op.scope)] = True
    return Scopes(np.array([op.token for op in active], dtype=np.int64), downward, non_monotone)
