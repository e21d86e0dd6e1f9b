"""Extraction of the quantities of a sentence: determiners, numbers with units, times.

`amounts` and `dates` find the amounts in the words of a side; here they are combined with the
counted noun, with the modifiers of a number ("at least", "10 to 20", "or so"), and with the
preposition before it ("from 7 to 9", "within ten days").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import inf

from ..lang import LanguageData
from . import roles as r
from .amounts import DAYS_A_YEAR, FOUR_DIGITS, HALF_DAY, Amount, amounts, hours, years
from .dates import dates, named_time
from .numerals import unit as unit_of
from .quantities import (
    BY,
    CLOCK,
    FROM,
    ITEM,
    MONEY,
    RANK,
    RATE,
    SHARE,
    TEMPERATURE,
    TIMES,
    TINY,
    TO,
    WITHIN,
    YEAR,
    Quantity,
    is_article,
    is_part,
)
from .sentence import Sentence
from .syntax import Syntax

# The margin of "about", as a share; for times, two years and half an hour.
ABOUT = 0.1
_MARGINS = {YEAR: 2.0 * DAYS_A_YEAR, CLOCK: 30.0}
# The least lower bound of a partitive that counts as a number: "a dozen".
_DOZEN = 12
# Signs between the ends of a range.
_DASHES = (["-"], ["\u2013"])
# Dimensions without ranges.
_POINTS = frozenset((ITEM, RANK))
# The roles of a number or quantifier at its noun.
_QUANTIFYING = frozenset(
    (
        *(r.DETERMINER, r.PREDETERMINER, r.ADJECTIVE, r.NUMERAL, r.ADVERB, r.NUMERAL_MODIFIER),
        *(r.COMPOUND, r.NOUN_MODIFIER),
    )
)
# The roles of an amount that the negation of its verb may apply to.
_COMPLEMENTS = r.INNER_OBJECTS | {r.ADVERBIAL_NOUN}


def read_quantities(sentence: Sentence) -> tuple[dict[int, Quantity], dict[int, Quantity]]:
    """Return the quantities and the times of a sentence, by the token that each belongs to.

    It is the noun of a determiner or a bare number, else the highest word of an amount with a unit
    or of a time. Years are in both results.

    Example:
        >>> import spacy_paraphrase
        >>> from spacy_paraphrase.analysis.sentence import sentences
        >>> doc = spacy_paraphrase.compare("Two cats slept until May 5.", "It was 41 °F outside.")
        >>> quantities, times = read_quantities(sentences(doc)[0])
        >>> [(q.low, q.of) for q in quantities.values()]
        [(2.0, 1)]
        >>> [(q.dimension, q.role, q.tokens) for q in times.values()]
        [('date', 'until', (4, 5))]
        >>> [round(q.low) for q in read_quantities(sentences(doc)[1])[0].values()]  # Celsius
        [5]
    """
    syntax, found = sentence.syntax, dict[int, Quantity]()
    known = _quantifier_words(sentence.lang)
    for i, word in enumerate(sentence.words):
        quantifier = _quantifier(syntax, i) if word in known else None
        if quantifier is not None:
            noun = i if quantifier.bound == "all" else noun_of(syntax, i)
            # A quantifier that only means "some" gives way to another one at the same noun.
            general = noun in found and found[noun].low <= 1 < found[noun].high
            if noun not in found or general or _overrides(syntax, quantifier):
                found[noun] = replace(quantifier, of=noun)
    spans = _times(sentence)
    for token, number in _numbers(syntax, spans):
        # "Two of the five plants" are two.
        if token not in found or not is_part(sentence, found[token].token):
            found[token] = number
    times = dict(_quantity(syntax, span, range(span.start, span.end)) for span in spans)
    found, times = _with_roles(syntax, found), _with_roles(syntax, times)
    found = _with_denials(syntax, _with_periods(syntax, found))
    return found, times | {i: q for i, q in found.items() if q.dimension == YEAR}


# -- Determiners -----------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _quantifier_words(lang: LanguageData) -> frozenset[str]:
    words = lang.indefinite_articles | lang.single_words | lang.universal_pronouns
    return words | lang.universal_determiners | lang.partitives.keys() | lang.quantifiers.keys()


def _quantifier(syntax: Syntax, i: int) -> Quantity | None:
    """Return the quantity that a determiner, pronoun or noun expresses."""
    word, lang = syntax.words[i], syntax.lang
    before = syntax.words[i - 1] if i else ""
    if word in lang.partitives and is_part(syntax.sentence, i):
        low, high = lang.partitives[word]
        return Quantity(i, low, high, number=low >= _DOZEN, tokens=(i,))
    if _is_single(syntax, i, before):
        return Quantity(i, 1, 1, number=True, tokens=(i - 1, i))
    if word in lang.universal_pronouns:
        return Quantity(i, 2, inf, universal=True, bound="all", tokens=(i,))
    if word in lang.universal_determiners:
        return Quantity(i, 2, inf, universal=True, tokens=(i,))
    if word not in lang.quantifiers:
        return None
    low, high = lang.quantifiers[word]
    if word in lang.small_quantifiers:
        if before in lang.indefinite_articles:  # "a few"
            return Quantity(i, 2, inf, tokens=(i - 1, i))
        return Quantity(i, low, high, bound="few", tokens=(i,))
    if word in lang.large_quantifiers and before in lang.full_negations:  # "not many"
        low, high = next((lang.quantifiers[small] for small in lang.small_quantifiers), (low, high))
        return Quantity(i, low, high, bound="few", tokens=(i - 1, i))
    bound = "article" if is_article(word, lang) else ""
    return Quantity(i, low, high, bound=bound, tokens=(i,))


def _overrides(syntax: Syntax, quantifier: Quantity) -> bool:
    """Return whether a quantifier takes precedence over another one at its noun."""
    plain_word = syntax.words[quantifier.token] in syntax.lang.quantifiers
    return not plain_word or len(quantifier.tokens) > 1


def _is_single(syntax: Syntax, i: int, before: str) -> bool:
    """Return whether a word means exactly one: "only a", "a single", but not "not a single"."""
    word, lang = syntax.words[i], syntax.lang
    if word in lang.indefinite_articles:
        return before in lang.only_words
    first = syntax.words[i - 2] if i > 1 else ""
    return (
        word in lang.single_words
        and before in lang.articles
        and first not in lang.clausal_negations
    )


# -- The counted noun ------------------------------------------------------------------------------


def noun_of(syntax: Syntax, i: int) -> int:
    """Return the noun that a determiner or number belongs to; itself if there is none."""
    head, pos, lang = syntax.heads[i], syntax.pos, syntax.lang
    while head >= 0 and pos[head] in ("NUM", "ADV") and syntax.roles[head] in _QUANTIFYING:
        head = syntax.heads[head]
    for child in syntax.children(i):
        if syntax.words[child] in lang.genitive_prepositions and syntax.objects_of(child):
            return syntax.objects_of(child)[0]
    nominal = head >= 0 and pos[head] in ("NOUN", "PROPN", "PRON", "SYM")
    named = syntax.roles[i] == r.ADVERBIAL_NOUN and head == i - 1  # "order 4417"
    return head if nominal and (named or syntax.roles[i] in _QUANTIFYING) else i


# -- Numbers and times: "about five", "more than $3 million", "10 to 20", "May 5" ------------------


def _times(sentence: Sentence) -> list[Amount]:
    """Return the dates of a sentence, and the months and weekdays that it names."""
    texts, lang = sentence.texts, sentence.lang
    found = dates(texts, lang)
    inside = {i for date in found for i in range(date.start, date.end)}
    nouns = (i for i, pos in enumerate(sentence.pos) if pos in ("PROPN", "NOUN"))
    named = (named_time(texts, i, lang) for i in nouns if i not in inside)
    return found + [name for name in named if name is not None]


def _numbers(syntax: Syntax, times: Sequence[Amount]) -> Iterator[tuple[int, Quantity]]:
    """Yield the numbers of a sentence outside its dates, each with the token that it belongs to."""
    dated = {i for time in times for i in range(time.start, time.end)}
    lang = syntax.lang
    words = [_without_period(w, lang) if w[-1:] == "." else w for w in syntax.words]
    found = [_as_year(syntax, a) for a in amounts(words, lang) if a.start not in dated]
    lows = _lows(syntax, found)
    ends = {low.start for low in lows.values()}
    for amount in found:
        if amount.start not in ends and _counts(syntax, amount):
            yield _number(syntax, amount, lows.get(amount.start))


def _lows(syntax: Syntax, found: Sequence[Amount]) -> dict[int, Amount]:
    """Return the lower ends of ranges, by the first token of the upper ends."""
    plain = [a for a in found if a.numeral[1] < len(syntax) and a.dimension not in _POINTS]
    return {high.start: low for low, high in pairwise(plain) if _is_range(syntax, low, high)}


@lru_cache(maxsize=1 << 14)
def _without_period(word: str, lang: LanguageData) -> str:
    """Return a unit without the period that ends its sentence ("900 g."); else the word."""
    bare = word.removesuffix(".")
    known = unit_of(bare, lang) or bare in lang.unit_letters
    return bare if known or any(bare == second for _, second in lang.unit_phrases) else word


def _as_year(syntax: Syntax, amount: Amount) -> Amount:
    """Return a bare number as a year if it is part of a time entity: "the 2004 election"."""
    timed = syntax.sentence.entities[amount.start] in syntax.lang.time_entities
    if amount.dimension or not timed or not FOUR_DIGITS.fullmatch(syntax.words[amount.start]):
        return amount
    low, high = years(amount.low, amount.low)
    return amount._replace(dimension=YEAR, low=low, high=high, step=0.0)


def _counts(syntax: Syntax, amount: Amount) -> bool:
    """Return whether an amount is a quantity: not one in a name, nor the pronoun "one"."""
    lang, words = syntax.lang, syntax.words
    first = amount.numeral[0]
    if not amount.dimension and syntax.sentence.entities[first] in lang.name_entities:
        return False  # "the 500 index"
    if amount.dimension == RATE and words[first] in lang.universal_determiners:
        last = amount.end - 1  # "every day" as an adverbial
        return syntax.roles[last] == r.ADVERBIAL_NOUN and len(syntax.children(last)) == 1
    if amount.dimension == RATE and words[first] in lang.period_adverbs:
        return syntax.pos[first] == "ADV"  # not "a daily paper"
    return words[first] not in lang.pronoun_numerals or syntax.pos[first] == "NUM"


def _number(syntax: Syntax, amount: Amount, low: Amount | None) -> tuple[int, Quantity]:
    """Return the quantity of a number and its token; `low` is the lower end of a range."""
    lang, words = syntax.lang, syntax.words
    start = amount.start if low is None else low.start
    bound, extra = _bound(syntax, start)
    behind = lang.bounds_behind.get(tuple(words[amount.end : amount.end + 2]), "")
    if low is not None:
        bound, amount = "range", amount._replace(low=_below(syntax, low, amount))
    elif start and words[start - 1] in lang.several_words and words[start] in lang.scales:
        bound = "few"
    elif behind and not bound:
        bound, extra = behind, (amount.end, amount.end + 1)
    return _quantity(syntax, amount, (*range(start, amount.end), *extra), bound)


def _quantity(
    syntax: Syntax, amount: Amount, inside: Sequence[int], bound: str = ""
) -> tuple[int, Quantity]:
    """Return an amount as a quantity, with the token that it belongs to."""
    # `bound`: the kind of bound that the words beside it make.
    last = amount.numeral[1]
    nouns = (noun_of(syntax, t) for t in (last, inside[0]))
    noun = next((n for n in nouns if n not in inside), last)
    token = noun
    if amount.dimension:  # its highest word, preferably with content
        tops = syntax.span_heads(range(amount.start, amount.end))
        tops = [t for t in tops if syntax.pos[t] != "PUNCT"]
        token = max(tops, key=lambda t: syntax.sentence.content[t], default=last)
    low, high, step, dimension, unit = _converted(amount, syntax.lang)
    span = _span(low, high, bound, dimension)
    of = token
    if dimension == SHARE:
        of = next((n for n in (noun, noun_of(syntax, token)) if n not in inside), token)
    elif not dimension and token == last:
        of = _said_of(syntax, token)
    said = *span, False, True, bound, tuple(inside), step, dimension
    return token, Quantity(last, *said, amount.cycle, of=of, unit=unit, other=amount.other)


def _said_of(syntax: Syntax, number: int) -> int:
    """Return the noun or the predicate of a number without a noun; else the number itself."""
    # Examples: "*Smith*, 45, was arrested", "six *killed*".
    if syntax.roles[number] == r.APPOSITION and syntax.pos[number] == "NUM":
        return syntax.heads[number]
    said = number + 1
    if said == len(syntax) or syntax.pos[said] not in ("VERB", "ADJ"):
        return number
    return said if number == syntax.heads[said] or said == syntax.heads[number] else number


def _converted(amount: Amount, lang: LanguageData) -> tuple[float, float, float, str, str]:
    """Return ends, step and dimension of an amount, and its unit if that cannot be converted."""
    # Temperatures are converted to degrees Celsius.
    low, high, step, dimension = amount.low, amount.high, amount.step, amount.dimension
    if dimension in lang.currencies:
        return low, high, step, MONEY, dimension
    if dimension in lang.temperatures:
        factor, zero = lang.temperatures[dimension]
        low, high = round(factor * low + zero, 9), round(factor * high + zero, 9)
        return low, high, factor * step, TEMPERATURE, ""
    return low, high, step, dimension, ""


def _is_range(syntax: Syntax, low: Amount, high: Amount) -> bool:
    """Return whether two numbers are the ends of a range: "between 5 and 10", "10-20 million"."""
    lang, words = syntax.lang, syntax.words
    before = words[max(low.start - 2, 0) : low.start]
    joint, bare = words[low.end : high.start], words[low.end : high.numeral[0]]
    scaled = words[high.numeral[1]] in lang.scales
    paired = len(joint) == 1 and any((opener, joint[0]) in lang.range_pairs for opener in before)
    joined = len(bare) == 1 and bare[0] in lang.range_joints
    joined = joined and lang.origin_prepositions.isdisjoint(before)
    fits = low.dimension in ("", high.dimension) and _below(syntax, low, high) < high.high
    if high.dimension == CLOCK:  # nine to five is a range only for an event that lasts
        return fits and paired and syntax.pos[syntax.clause(high.numeral[1])] == "VERB"
    return fits and (paired or joined or (bare in _DASHES and (scaled or _of_many(syntax, high))))


def _of_many(syntax: Syntax, amount: Amount) -> bool:
    """Return whether an amount is one of things right behind it: "10-15 chairs", no "3-2 win"."""
    i = amount.end
    plural = i < len(syntax) and syntax.pos[i] == "NOUN" and syntax.words[i] != syntax.lemmas[i]
    return plural and not amount.dimension


def _below(syntax: Syntax, low: Amount, high: Amount) -> float:
    """Return the lower end of a range, with the scale ("million") and unit of the upper end."""
    # A time of day is the last such time before the upper end: "between 11 and 1 pm".
    if high.dimension == CLOCK and (low.cycle or not low.dimension):
        minutes = low.low if low.dimension else 60 * low.low
        return high.high - (high.high - minutes) % HALF_DAY
    if low.dimension:
        return low.low
    if high.dimension == YEAR:
        return years(low.low, low.low)[0]
    scale = syntax.lang.scales.get(syntax.words[high.numeral[1]], 1)
    return high.factor * low.low * (scale if low.low < scale else 1)


def _bound(syntax: Syntax, start: int) -> tuple[str, tuple[int, ...]]:
    """Return the kind of bound that the words before a number make, and their indices."""
    if start and syntax.pos[start - 1] == "SYM":  # the sign of a currency
        start -= 1
    before = syntax.words[start - 1] if start else ""
    for words, bound in syntax.lang.bounds_before:
        first = start - len(words)
        if words[-1] == before and first >= 0 and tuple(syntax.words[first:start]) == words:
            return bound, tuple(range(first, start))
    return "", ()


def _span(low: float, high: float, bound: str, dimension: str) -> tuple[float, float]:
    """Return the interval of a number with a bound."""
    margins = _MARGINS.get(dimension, ABOUT * low), _MARGINS.get(dimension, ABOUT * high)
    return {
        "about": (low - margins[0], high + margins[1]),
        "few": (2 * low, inf),
        "least": (low, inf),
        "more": (high + TINY, inf),
        "most": (0.0, high),
        "limit": (0.0, high),
        "less": (0.0, low - TINY),
    }.get(bound, (low, high))


# -- Periods: "$900 a month", "two meetings per week" ----------------------------------------------


def _with_periods(syntax: Syntax, found: dict[int, Quantity]) -> dict[int, Quantity]:
    return {token: _with_period(syntax, quantity) for token, quantity in found.items()}


def _with_period(syntax: Syntax, quantity: Quantity) -> Quantity:
    lang, words = syntax.lang, syntax.words
    if not quantity.number or quantity.dimension in (*_POINTS, RATE, YEAR):
        return quantity
    start = max(*quantity.tokens, quantity.of) + 1
    for end in (start, start + 1):
        determined = end == start or words[start] in lang.rate_determiners
        if end >= len(words) or not determined:
            break
        adverbs, nouns = lang.period_adverbs, lang.period_adverbs.values()
        period = adverbs.get(words[end]) if end == start else words[end]
        # "A week ago" and "a year later" are times, not periods.
        if period and period in nouns and syntax.heads[end] < end:
            tokens = (*quantity.tokens, *range(start, end + 1))
            return replace(quantity, per=hours(period, lang), tokens=tokens)
    return quantity


# -- Denied comparisons: "did not bring more than two guests", "is not over $50" -------------------


def _with_denials(syntax: Syntax, found: dict[int, Quantity]) -> dict[int, Quantity]:
    """Return quantities with negated comparisons as the opposite bound, including the negation."""
    # With two comparisons in a clause, it is unknown which one is negated.
    turned = dict(found)
    compared = {t: q for t, q in found.items() if q.bound in ("more", "less")}
    clauses = [syntax.clause(token) for token in compared]
    for (token, quantity), clause in zip(compared.items(), clauses, strict=True):
        denial = _denial(syntax, quantity, token) if clauses.count(clause) == 1 else -1
        if denial >= 0:
            more = quantity.bound == "more"
            low, high = (0.0, quantity.low - TINY) if more else (quantity.high + TINY, inf)
            bound, tokens = "most" if more else "least", (*quantity.tokens, denial)
            turned[token] = replace(quantity, low=low, high=high, bound=bound, tokens=tokens)
    return turned


def _denial(syntax: Syntax, quantity: Quantity, token: int) -> int:
    """Return the negation that applies to a comparison alone, -1 for none."""
    # The amount must be a complement of the negated verb, unlike in "has not eaten for more than
    # two days". The modal verb must be known: "need not be more than two" allows more.
    lang, verb = syntax.lang, _verb_of(syntax, quantity, token)
    if verb < 0 or not syntax.is_verbal(verb) or quantity.role not in ("", BY):
        return -1
    helping = syntax.below(verb, *r.AUXILIARIES)
    modal = [t for t in helping if syntax.sentence.tags[t] in lang.modal_tags]
    denying = [
        t for t in syntax.below(verb, r.NEGATION) if syntax.words[t] in lang.clausal_negations
    ]
    known = all(syntax.words[t] in lang.modal_words for t in modal)
    before = len(denying) == 1 and denying[0] < min(quantity.tokens)
    return denying[0] if known and before else -1


def _verb_of(syntax: Syntax, quantity: Quantity, token: int) -> int:
    """Return the verb that an amount is a complement of, -1 for none."""
    tops = syntax.span_heads(sorted({*quantity.tokens, token}))
    if len(tops) != 1 or not (tops[0] in quantity.tokens or syntax.roles[tops[0]] in _COMPLEMENTS):
        return -1
    verb = syntax.heads[tops[0]]
    if verb >= 0 and syntax.roles[verb] == r.ADJECTIVAL_COMPLEMENT:  # "more than two metres tall"
        verb = syntax.heads[verb]
    return verb


# -- Roles: "from 7 to 9", "by 9 percent", "within ten days", "until Monday" -----------------------


def _with_roles(syntax: Syntax, found: dict[int, Quantity]) -> dict[int, Quantity]:
    """Return numbers and times with the roles that the prepositions before them give them."""
    # Counted things have a role only in a change, "from five shops to nine", but not in "given to
    # five people".
    placed = {t: q for t, q in found.items() if q.number and q.dimension not in (*_POINTS, RATE)}
    roles = {t: _role(syntax, q) for t, q in placed.items()}
    changes = {FROM, TO} <= {role for role, _ in roles.values()}
    for token, (role, opener) in roles.items():
        quantity = found[token]
        alone = quantity.of == token and token in quantity.tokens
        if role and (alone or (changes and role in (FROM, TO))):
            found[token] = replace(quantity, role=role, opener=opener)
            if role == WITHIN and not quantity.bound:
                bound = "limit" if _permits(syntax, token) else "most"
                found[token] = replace(found[token], bound=bound, low=0.0)
    return found


def _permits(syntax: Syntax, token: int) -> bool:
    """Return whether a clause states a permission or possibility, not an event or duty."""
    # If an act is allowed within 10 days, it may be forbidden within 60. Passives and copulas in
    # the present state permissions, too: "returns are accepted".
    lang, verb = syntax.lang, syntax.clause(token)
    helping = syntax.below(verb, *r.AUXILIARIES)
    if any(syntax.lemmas[t] in lang.possibility_words | lang.ability_words for t in helping):
        return True
    stating = [verb] if syntax.is_copula(verb) else syntax.below(verb, r.PASSIVE_AUXILIARY)
    obliged = any(syntax.sentence.tags[t] in lang.modal_tags for t in helping)
    present = any(syntax.sentence.tags[t] in lang.present_tags for t in stating)
    return present and not obliged


def _role(syntax: Syntax, quantity: Quantity) -> tuple[str, tuple[int, ...]]:
    """Return the role of a quantity, and the preposition before or above it."""
    inside, roles = quantity.tokens, syntax.lang.quantity_roles
    before = min(inside) - 1
    heads = (syntax.heads[t] for t in syntax.span_heads(inside))
    above = (t for t in heads if t <= before and syntax.pos[t] in ("ADP", "SCONJ"))
    for t in (before, *above):
        if t >= 0 and syntax.roles[t] != r.AGENT and syntax.words[t] in roles:
            return roles[syntax.words[t]], (t,)
    adverbial = quantity.dimension not in TIMES and syntax.roles[quantity.of] == r.ADVERBIAL_NOUN
    return (BY if adverbial else ""), ()
