"""Quantities: how many, how much and when, as intervals that can be compared.

A quantity reaches from `low` to `high`. One that entails another lies inside of it: three in "some"
[1, inf), ten in "at least five" [5, inf), 1994 in the 1990s. A universal one entails every lower
bound. Numbers are compared so in de Marneffe, Rafferty and Manning 2008, *Finding contradictions in
text* (ACL), section 4.2; quantifiers as relations of sets are in MacCartney and Manning 2009, *An
extended model of natural logic* (IWCS), section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from math import ceil, floor, inf
from typing import Final

from ..lang import LanguageData
from . import roles as r
from .amounts import DAYS_A_YEAR, FOUR_DIGITS, HALF_DAY, Amount, amounts, years
from .dates import dates, named_time
from .numerals import unit as unit_of
from .sentence import Sentence
from .syntax import Syntax

# What "more than five" is more than "five" at least, so that they may be told apart.
TINY = 1e-6
# How far off "about" may be, as a share.
ABOUT = 0.1
# Dimensions (`amounts.Amount`): of ordinals, years and what they consist of, "No. 2", how often.
RANK, YEAR, ITEM, RATE, CLOCK = "rank", "year", "item", "rate", "clock"
DATE, WEEKDAY, MONEY, SHARE, TEMPERATURE = "date", "weekday", "money", "share", "temperature"
# What has no range; what may be a point in time.
_POINTS = frozenset((ITEM, RANK))
TIMES = frozenset((DATE, WEEKDAY, YEAR, CLOCK))
# Roles that a preposition gives to a quantity, named after the English one.
FROM: Final = "from"
TO: Final = "to"
BY: Final = "by"
WITHIN: Final = "within"
SINCE: Final = "since"
UNTIL: Final = "until"
BEFORE: Final = "before"
AFTER: Final = "after"
# Those of limits, of which a narrower one is another one.
_LIMITS = frozenset((SINCE, UNTIL, BEFORE, AFTER))
# How far off "about" may be of a time: two years, half an hour.
_MARGINS = {YEAR: 2.0 * DAYS_A_YEAR, CLOCK: 30.0}
# From where on a partitive is as good as a number: "a dozen".
_DOZEN = 12
# What a number or quantifier is to its noun.
_QUANTIFYING = frozenset(
    (
        *(r.DETERMINER, r.PREDETERMINER, r.ADJECTIVE, r.NUMERAL, r.ADVERB, r.NUMERAL_MODIFIER),
        *(r.COMPOUND, r.NOUN_MODIFIER),
    )
)


@dataclass(frozen=True)
class Quantifier:
    """How many, how much or when.

    Attributes:
        token: The token that says so; the noun itself where nothing does.
        low: At least so many; of a unit of measure, as many of the smallest one; of the calendar,
            the first day (`amounts`).
        high: At most so many.
        universal: Whether it says so of all there are.
        number: Whether it is a number, or a time.
        bound: "least", "most", "limit" ("up to", "within" of what is allowed), "more", "less",
            "exactly", "about", "few", "range", "article", "all" of what means everybody, or "".
        extra: Tokens that belong to it.
        step: How precise it is: 0.1 of "1.2", 0 of what is no number.
        dimension: What it measures: "money", "temperature", "weekday", or as in `amounts.Amount`;
            "" for how many.
        cycle: Values that differ by so much may be the same, 0 for none.
        of: What it is a quantity of: a noun, or its own highest token.
        unit: The currency; two of them cannot be compared.
        role: What the preposition before it makes of it: "from", "to", "by" (so "rose 9 percent",
            too), "within", "since", "until", "before", "after", "per"; "" of all else.
        opener: That preposition, where there is one.
        other: What it may mean instead, from where to where: 9/10/2005 is a day of two months.
    """

    token: int
    low: float
    high: float
    universal: bool = False
    number: bool = False
    bound: str = ""
    extra: tuple[int, ...] = ()
    step: float = 0.0
    dimension: str = ""
    cycle: float = 0.0
    of: int = -1
    unit: str = ""
    role: str = ""
    opener: tuple[int, ...] = ()
    other: tuple[float, float] | None = None

    def entails(self, other: Quantifier) -> bool:
        """Return whether so many are so many in the other's sense too."""
        one, two = _comparable(self, other)
        if one is None or two is None or not one.plays_the_role_of(two):
            return False
        if one.universal:
            every = two.universal and (one.bound or not two.bound)
            return bool(every) or (not two.universal and two.high == inf)
        if one.bound == "article" and two.low == two.high == 1:
            return True
        if one.bound == two.bound == "about":
            return abs(one.middle - two.middle) <= max(TINY, two.step / 2)
        if one.bound == two.bound == "limit" or one._is_limit:
            return _lies_in(one, two) and _lies_in(two, one)
        # A number is what it would be rounded to.
        reach = two.step / 2 if two.step > one.step > 0 and two.exact else 0.0
        return _lies_in(one, two, reach) and not two.universal

    def excludes(self, other: Quantifier) -> bool:
        """Return whether it cannot be both, said of one thing in one role.

        Two that are both rounded, or both say "up to", mean what they name. Beside the first there
        is a second one.
        """
        one, two = _comparable(self, other)
        if one is None or two is None or RANK in (one.dimension, two.dimension):
            return False
        if not one.plays_the_role_of(two) or one._is_open:
            return False
        if one.entails(two) or two.entails(one):
            return False
        if one.bound == two.bound == "limit":
            return True
        if one.bound == two.bound == "about":
            return not (one.holds(two.middle) or two.holds(one.middle))
        if one.unit != two.unit:  # five euros are not five dollars, but may be seven
            return one.readings == two.readings
        reach = max(one.step, two.step) / 2 if one.exact and two.exact else 0.0
        if one.exact != two.exact:  # "more than 30" and "30" are said of one number of people
            reach = 1.5 * TINY
        return not _meet(one, two, reach)

    def plays_the_role_of(self, other: Quantifier) -> bool:
        """Return whether both may say the same of what they belong to: how much, from where, when.

        "Rose to 9 percent" goes along with "is 9 percent", but not with "rose by 9 percent", nor
        "by Monday" with "on Monday".
        """
        roles = {self.role, other.role}
        plain = "" in roles and roles <= {"", BY, TO} and self.dimension not in TIMES
        return plain or len(roles) == 1

    @property
    def _is_limit(self) -> bool:
        """Whether another one in its role, however near, is another limit."""
        return self.role in _LIMITS or (self.role != "" and self.dimension in TIMES)

    @property
    def _is_open(self) -> bool:
        """Whether it leaves room for another limit: what was before 1990 may be before 1980."""
        return self.role == WITHIN or (self.role in (BEFORE, AFTER) and self.dimension in TIMES)

    @property
    def readings(self) -> list[tuple[float, float]]:
        """What it may mean: from where to where."""
        return [(self.low, self.high), *([self.other] if self.other else [])]

    @property
    def exact(self) -> bool:
        """Whether it is a number without anything that makes a range of it."""
        return self.number and self.low == self.high

    @property
    def middle(self) -> float:
        """The middle of the interval."""
        return (self.low + self.high) / 2

    def holds(self, value: float) -> bool:
        """Return whether a number is in the interval."""
        return self.low <= value <= self.high


def _comparable(
    one: Quantifier, two: Quantifier
) -> tuple[Quantifier, Quantifier] | tuple[None, None]:
    """Return two quantities in one dimension; a bare number may be a year, or an item's."""
    if not (one.number and two.number) or one.dimension == two.dimension:
        return one, two
    dimensions = {one.dimension, two.dimension}
    if dimensions == {YEAR, DATE} or (dimensions == {"", ITEM} and one.exact and two.exact):
        return one, two
    if dimensions != {"", YEAR}:
        return None, None
    one, two = (_year(q, q.low) if q.exact and not q.dimension else q for q in (one, two))
    single = all(q.dimension == YEAR and q.high - q.low < DAYS_A_YEAR for q in (one, two))
    return (one, two) if single else (None, None)


def _year(quantity: Quantifier, year: float) -> Quantifier:
    low, high = years(year, year)
    return replace(quantity, low=low, high=high, dimension=YEAR, step=0.0)


def _lies_in(one: Quantifier, two: Quantifier, reach: float = 0.0) -> bool:
    """Return whether one interval, as it may be meant, lies within the other widened by `reach`.

    "September" may be that of 2005, but is not said to be; "3:30" is meant to be one of a day.
    """
    if one.unit != two.unit or (one.cycle and not two.cycle and one.dimension != CLOCK):
        return False
    cycle = one.cycle or two.cycle
    for (low, high), (low2, high2) in product(one.readings, two.readings):
        turn = cycle * floor((low - low2) / cycle + TINY) if cycle else 0.0
        if low2 + turn - reach <= low and high <= high2 + turn + reach:
            return True
    return False


def _meet(one: Quantifier, two: Quantifier, reach: float) -> bool:
    """Return whether two intervals, as they may be meant, are not further apart than `reach`."""
    cycle = one.cycle or two.cycle
    if cycle and inf in (one.high, two.high):
        return True
    for (low, high), (low2, high2) in product(one.readings, two.readings):
        turn = cycle * ceil((low - high2) / cycle - TINY) if cycle else 0.0
        if low - reach <= high2 + turn and low2 + turn - reach <= high:
            return True
    return False


# -- The quantities of a sentence ------------------------------------------------------------------


def read_quantities(sentence: Sentence) -> tuple[dict[int, Quantifier], dict[int, Quantifier]]:
    """Return how many and how much a sentence says, and when, by the token each belongs to.

    That is the noun of a determiner or a bare number, the highest word of what has a unit, and of a
    time. Years are among both.

    Example:
        >>> import spacy_paraphrase
        >>> from spacy_paraphrase.analysis.sentence import sentences
        >>> doc = spacy_paraphrase.compare("Two cats slept until May 5.", "It was 41 °F outside.")
        >>> quantities, times = read_quantities(sentences(doc)[0])
        >>> [(q.low, q.of) for q in quantities.values()]
        [(2.0, 1)]
        >>> [(q.dimension, q.role, q.extra) for q in times.values()]
        [('date', 'until', (4, 5))]
        >>> [round(q.low) for q in read_quantities(sentences(doc)[1])[0].values()]  # Celsius
        [5]
    """
    syntax, found = sentence.syntax, dict[int, Quantifier]()
    known = _quantifier_words(sentence.lang)
    for i, word in enumerate(sentence.words):
        quantifier = _quantifier(syntax, i) if word in known else None
        if quantifier is not None:
            noun = i if quantifier.bound == "all" else noun_of(syntax, i)
            # One that only says that there are some gives way to another one of the same noun.
            general = noun in found and found[noun].low <= 1 < found[noun].high
            if noun not in found or general or _overrides(syntax, quantifier):
                found[noun] = replace(quantifier, of=noun)
    spans = _times(sentence)
    for token, number in _numbers(syntax, spans):
        # Of "two of the five plants" there are two.
        if token not in found or not is_part(sentence, found[token].token):
            found[token] = number
    times = dict(_quantity(syntax, span, range(span.start, span.end)) for span in spans)
    found, times = _with_roles(syntax, found), _with_roles(syntax, times)
    return found, times | {i: q for i, q in found.items() if q.dimension == YEAR}


# -- Determiners -----------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _quantifier_words(lang: LanguageData) -> frozenset[str]:
    """Return the words that `_quantifier` may know."""
    words = lang.indefinite_articles | lang.single_words | lang.universal_pronouns
    return words | lang.universal_determiners | lang.partitives.keys() | lang.quantifiers.keys()


def _quantifier(syntax: Syntax, i: int) -> Quantifier | None:
    """Return what a determiner, pronoun or noun says of how many there are."""
    word, lang = syntax.words[i], syntax.lang
    before = syntax.words[i - 1] if i else ""
    if word in lang.partitives and is_part(syntax.sentence, i):
        low, high = lang.partitives[word]
        return Quantifier(i, low, high, number=low >= _DOZEN)
    if _is_single(syntax, i, before):
        return Quantifier(i, 1, 1, number=True, extra=(i - 1,))
    if word in lang.universal_pronouns:
        return Quantifier(i, 2, inf, universal=True, bound="all")
    if word in lang.universal_determiners:
        return Quantifier(i, 2, inf, universal=True)
    if word not in lang.quantifiers:
        return None
    low, high = lang.quantifiers[word]
    if word in lang.small_quantifiers:
        if before in lang.indefinite_articles:  # "a few"
            return Quantifier(i, 2, inf, extra=(i - 1,))
        return Quantifier(i, low, high, bound="few")
    if word in lang.large_quantifiers and before in lang.full_negations:  # "not many"
        low, high = next((lang.quantifiers[small] for small in lang.small_quantifiers), (low, high))
        return Quantifier(i, low, high, bound="few", extra=(i - 1,))
    return Quantifier(i, low, high, bound="article" if _is_article(word, lang) else "")


def _overrides(syntax: Syntax, quantifier: Quantifier) -> bool:
    """Return whether a quantifier counts whatever else is said of the noun."""
    plain_word = syntax.words[quantifier.token] in syntax.lang.quantifiers
    return not plain_word or bool(quantifier.extra)


def _is_single(syntax: Syntax, i: int, before: str) -> bool:
    """Return whether a word says that there is one, "only a" or "a single", and not even that."""
    word, lang = syntax.words[i], syntax.lang
    if word in lang.indefinite_articles:
        return before in lang.only_words
    first = syntax.words[i - 2] if i > 1 else ""
    return (
        word in lang.single_words
        and before in lang.articles
        and first not in lang.clausal_negations
    )


def _is_article(word: str, lang: LanguageData) -> bool:
    return word in lang.indefinite_articles or word in lang.negative_determiners


def is_quantifier(word: str, lang: LanguageData) -> bool:
    """Return whether a lower-cased word says how many, articles left out."""
    known = word in lang.universal_determiners or word in lang.quantifiers
    return known and not _is_article(word, lang)


def unquantified(sentence: Sentence, noun: int) -> Quantifier:
    """Return how many a noun without a quantifier means: one or more, in the singular as "a"."""
    singular = sentence.words[noun] == sentence.lemmas[noun]
    return Quantifier(noun, 1, inf, bound="article" if singular else "", of=noun)


# -- What is counted -------------------------------------------------------------------------------


def is_part(sentence: Sentence, i: int) -> bool:
    """Return whether a number or quantifier says how many of others."""
    of = sentence.lang.genitive_prepositions
    return any(sentence.words[c] in of for c in sentence.syntax.children(i))


def noun_of(syntax: Syntax, i: int) -> int:
    """Return the noun that a determiner or number belongs to; itself if there is none."""
    head, pos, lang = syntax.heads[i], syntax.pos, syntax.lang
    while head >= 0 and pos[head] in ("NUM", "ADV") and syntax.roles[head] in _QUANTIFYING:
        head = syntax.heads[head]
    for child in syntax.children(i):
        if syntax.words[child] in lang.genitive_prepositions and syntax.objects_of(child):
            return syntax.objects_of(child)[0]
    nominal = head >= 0 and pos[head] in ("NOUN", "PROPN", "PRON", "SYM")
    return head if nominal and syntax.roles[i] in _QUANTIFYING else i


# -- Numbers and times: "about five", "more than $3 million", "10 to 20", "May 5" ------------------


def _times(sentence: Sentence) -> list[Amount]:
    """Return the dates of a sentence, and the months and weekdays that it names."""
    texts, lang = sentence.texts, sentence.lang
    found = dates(texts, lang)
    inside = {i for date in found for i in range(date.start, date.end)}
    nouns = (i for i, pos in enumerate(sentence.pos) if pos in ("PROPN", "NOUN"))
    named = (named_time(texts, i, lang) for i in nouns if i not in inside)
    return found + [name for name in named if name is not None]


def _numbers(syntax: Syntax, times: Sequence[Amount]) -> Iterator[tuple[int, Quantifier]]:
    """Yield the numbers of a sentence outside of its dates, each with the token it belongs to."""
    dated = {i for time in times for i in range(time.start, time.end)}
    words = [_without_period(word, syntax.lang) for word in syntax.words]
    found = [_as_year(syntax, a) for a in amounts(words, syntax.lang) if a.start not in dated]
    plain = [a for a in found if a.numeral[1] < len(syntax) and a.dimension not in _POINTS]
    lows = {high.start: low for low, high in pairwise(plain) if _is_range(syntax, low, high)}
    ends = {low.start for low in lows.values()}
    for amount in found:
        if amount.start not in ends and _counts(syntax, amount):
            yield _number(syntax, amount, lows.get(amount.start))


@lru_cache(maxsize=1 << 14)
def _without_period(word: str, lang: LanguageData) -> str:
    """Return a unit without the period that a tokeniser has left at it, "900 g."; else the word."""
    bare = word.removesuffix(".")
    known = unit_of(bare, lang) or bare in lang.unit_letters
    return bare if known or any(bare == second for _, second in lang.unit_phrases) else word


def _as_year(syntax: Syntax, amount: Amount) -> Amount:
    """Return a bare number as a year where it is known to be a time: "the 2004 election"."""
    timed = syntax.sentence.entities[amount.start] in syntax.lang.time_entities
    if amount.dimension or not timed or not FOUR_DIGITS.fullmatch(syntax.words[amount.start]):
        return amount
    low, high = years(amount.low, amount.low)
    return amount._replace(dimension=YEAR, low=low, high=high, step=0.0)


def _counts(syntax: Syntax, amount: Amount) -> bool:
    """Return whether a numeral says how many: not "half a" before a number, nor the pronoun."""
    lang, words = syntax.lang, syntax.words
    first = amount.numeral[0]
    if not amount.dimension and syntax.sentence.entities[first] in lang.name_entities:
        return False  # "the 500 index"
    if amount.dimension == RATE and words[first] in lang.universal_determiners:
        last = amount.end - 1  # "every day", of no day in particular
        return syntax.roles[last] == r.ADVERBIAL_NOUN and len(syntax.children(last)) == 1
    if amount.dimension == RATE and words[first] in lang.period_adverbs:
        return syntax.pos[first] == "ADV"  # not "a daily paper"
    return words[first] not in lang.pronoun_numerals or syntax.pos[first] == "NUM"


def _number(syntax: Syntax, amount: Amount, low: Amount | None) -> tuple[int, Quantifier]:
    """Return what a number says, `low` being the lower end of a range."""
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
) -> tuple[int, Quantifier]:
    """Return an amount as a quantity, with the token that it belongs to.

    Args:
        syntax: The side.
        amount: The amount.
        inside: All tokens that belong to it.
        bound: What stands beside it makes of it.
    """
    last = amount.numeral[1]
    nouns = (noun_of(syntax, t) for t in (last, inside[0]))
    noun = next((n for n in nouns if n not in inside), last)
    token = noun
    if amount.dimension:  # it stands for itself: its highest word, the first with content
        tops = syntax.span_heads(range(amount.start, amount.end))
        tops = [t for t in tops if syntax.pos[t] != "PUNCT"]
        token = max(tops, key=lambda t: syntax.sentence.content[t], default=last)
    low, high, step, dimension, unit = _converted(amount, syntax.lang)
    span = _span(low, high, bound, dimension)
    quantity = Quantifier(last, *span, False, True, bound, tuple(inside), step, dimension)
    of = token
    if dimension == SHARE:
        of = next((n for n in (noun, noun_of(syntax, token)) if n not in inside), token)
    elif not dimension and token == last:
        of = _said_of(syntax, token)
    return token, replace(quantity, cycle=amount.cycle, of=of, unit=unit, other=amount.other)


def _said_of(syntax: Syntax, number: int) -> int:
    """Return what a number without a noun is said of, or what is said of it; else itself.

    Examples: "*Smith*, 45, was arrested", "six *killed*".
    """
    if syntax.roles[number] == r.APPOSITION and syntax.pos[number] == "NUM":
        return syntax.heads[number]
    said = number + 1
    if said == len(syntax) or syntax.pos[said] not in ("VERB", "ADJ"):
        return number
    return said if number == syntax.heads[said] or said == syntax.heads[number] else number


def _converted(amount: Amount, lang: LanguageData) -> tuple[float, float, float, str, str]:
    """Return the ends and the step of an amount, its dimension, and the unit if it cannot be left.

    Degrees are turned into those of Celsius.
    """
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
    if high.dimension == CLOCK:  # what lasts from nine to five is more than what is at ten
        return fits and paired and syntax.pos[syntax.clause(high.numeral[1])] == "VERB"
    return fits and (paired or joined or (bare == ["-"] and scaled))


def _below(syntax: Syntax, low: Amount, high: Amount) -> float:
    """Return the lower end of a range; it is in millions, and in the unit, of the upper end.

    A time of the day is the last one before the upper end: "between 11 and 1 pm".
    """
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
    """Return what the words before a number make of it, and where they stand."""
    if start and syntax.pos[start - 1] == "SYM":  # the sign of a currency
        start -= 1
    for words, bound in syntax.lang.bounds_before:
        first = start - len(words)
        if first >= 0 and tuple(syntax.words[first:start]) == words:
            return bound, tuple(range(first, start))
    return "", ()


def _span(low: float, high: float, bound: str, dimension: str) -> tuple[float, float]:
    """Return from where to where a number reaches."""
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


# -- Roles: "from 7 to 9", "by 9 percent", "within ten days", "until Monday" -----------------------


def _with_roles(syntax: Syntax, found: dict[int, Quantifier]) -> dict[int, Quantifier]:
    """Return numbers and times with what the prepositions before them make of them.

    Of things that are counted it is only known where a change is told, "from five shops to nine":
    what is given to five people, or done by them, is another matter.
    """
    placed = {t: q for t, q in found.items() if q.number and q.dimension not in (*_POINTS, RATE)}
    roles = {t: _role(syntax, q) for t, q in placed.items()}
    changes = {FROM, TO} <= {role for role, _ in roles.values()}
    for token, (role, opener) in roles.items():
        quantity = found[token]
        alone = quantity.of == token and token in quantity.extra
        if role and (alone or (changes and role in (FROM, TO))):
            found[token] = replace(quantity, role=role, opener=opener)
            if role == WITHIN and not quantity.bound:
                bound = "limit" if _permits(syntax, token) else "most"
                found[token] = replace(found[token], bound=bound, low=0.0)
    return found


def _permits(syntax: Syntax, token: int) -> bool:
    """Return whether it is told what may be done or is possible, not what happens or must.

    What may be done within 10 days need not be allowed within 60. "Returns are accepted" tells so,
    too, as do other passives and copulas in the present.
    """
    lang, verb = syntax.lang, syntax.clause(token)
    helping = syntax.below(verb, *r.AUXILIARIES)
    if any(syntax.lemmas[t] in lang.possibility_words | lang.ability_words for t in helping):
        return True
    stating = [verb] if syntax.is_copula(verb) else syntax.below(verb, r.PASSIVE_AUXILIARY)
    obliged = any(syntax.sentence.tags[t] in lang.modal_tags for t in helping)
    present = any(syntax.sentence.tags[t] in lang.present_tags for t in stating)
    return present and not obliged


def _role(syntax: Syntax, quantity: Quantifier) -> tuple[str, tuple[int, ...]]:
    """Return what the word before a quantity, or the preposition above it, makes of it; and it."""
    inside, roles = quantity.extra or (quantity.token,), syntax.lang.quantity_roles
    before = min(inside) - 1
    heads = (syntax.heads[t] for t in syntax.span_heads(inside))
    above = (t for t in heads if t <= before and syntax.pos[t] in ("ADP", "SCONJ"))
    for t in (before, *above):
        if t >= 0 and syntax.roles[t] != r.AGENT and syntax.words[t] in roles:
            return roles[syntax.words[t]], (t,)
    adverbial = quantity.dimension not in TIMES and syntax.roles[quantity.of] == r.ADVERBIAL_NOUN
    return (BY if adverbial else ""), ()
