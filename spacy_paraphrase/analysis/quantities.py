"""Quantities: how many, how much and when, as intervals that can be compared.

A quantity is an interval from `low` to `high`. A quantity entails another one that contains it:
three entails "some" [1, inf), ten "at least five" [5, inf), 1994 the 1990s. A universal quantity
entails every lower bound. The comparison of numbers follows de Marneffe, Rafferty and Manning 2008,
*Finding contradictions in text* (ACL), section 4.2; quantifiers as relations of sets are in
MacCartney and Manning 2009, *An extended model of natural logic* (IWCS), section 3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import ceil, floor, inf
from typing import Final

from ..lang import LanguageData
from .amounts import DAYS_A_YEAR, years
from .sentence import Sentence

# The least difference of "more than five" from "five".
TINY = 1e-6
# Dimensions (`amounts.Amount`).
RANK, YEAR, ITEM, RATE, CLOCK = "rank", "year", "item", "rate", "clock"
DATE, WEEKDAY, MONEY, SHARE, TEMPERATURE = "date", "weekday", "money", "share", "temperature"
# Dimensions of time.
TIMES = frozenset((DATE, WEEKDAY, YEAR, CLOCK))
# The roles that prepositions give to a quantity, named after the English preposition.
FROM: Final = "from"
TO: Final = "to"
BY: Final = "by"
WITHIN: Final = "within"
SINCE: Final = "since"
UNTIL: Final = "until"
BEFORE: Final = "before"
AFTER: Final = "after"
# Roles of limits: a narrower limit is a different one.
_LIMITS = frozenset((SINCE, UNTIL, BEFORE, AFTER))


@dataclass(frozen=True)
class Quantity:
    """A number, an amount or a time, as an interval.

    Attributes:
        token: The token that expresses it; the noun itself if no token does.
        low: The lower end; for a unit of measure, in the smallest unit; for a date, the first day
            (`amounts`).
        high: The upper end.
        universal: Whether it is universal: "all", "every".
        number: Whether it is a number, or a time.
        bound: "least", "most", "limit" ("up to"; "within" in a permission), "more", "less",
            "exactly", "about", "few", "range", "article", "all" (for "everybody"), or "".
        tokens: All tokens that express it, including a bound like "at least"; () if there are none.
        step: Its precision: 0.1 for "1.2", 0 if it is not a number.
        dimension: What it measures: "money", "temperature", "weekday", or as in `amounts.Amount`;
            "" for a count.
        cycle: The period, if values that differ by a multiple of it may be equal; else 0.
        of: The noun that it quantifies, or its own highest token.
        unit: The currency; amounts of two currencies cannot be compared.
        role: The role that the preposition before it gives it: "from", "to", "by" (also of "rose 9
            percent"), "within", "since", "until", "before", "after", "per"; "" for no role.
        opener: That preposition, () for none.
        other: A second possible interval: 9/10/2005 is a day in September or in October.
        per: The hours of its period: "$900 a month"; 0 for none.
    """

    token: int
    low: float
    high: float
    universal: bool = False
    number: bool = False
    bound: str = ""
    tokens: tuple[int, ...] = ()
    step: float = 0.0
    dimension: str = ""
    cycle: float = 0.0
    of: int = -1
    unit: str = ""
    role: str = ""
    opener: tuple[int, ...] = ()
    other: tuple[float, float] | None = None
    per: float = 0.0

    @property
    def extent(self) -> tuple[float, float, str]:
        """Its interval and its dimension, regardless of its role."""
        return self.low, self.high, self.dimension

    def entails(self, other: Quantity) -> bool:
        """Return whether the quantity entails another one."""
        one, two = _comparable(self, other)
        if one is None or two is None or not one.plays_the_role_of(two):
            return False
        return one._covers(two) and (bool(one.per) or not two.per)

    def _covers(self, two: Quantity) -> bool:
        """Return whether it entails another quantity of the same dimension and role."""
        one = self
        if one.universal:
            unbound = bool(one.bound or not two.bound)
            return unbound if two.universal else two.high == inf
        if one.bound == "article" and two.low == two.high == 1:
            return True
        if one.bound == two.bound == "about":
            return abs(one.middle - two.middle) <= max(TINY, two.step / 2)
        if one.bound == two.bound == "limit" or one._is_limit:
            return _lies_in(one, two) and _lies_in(two, one)
        return _lies_in(one, two, _rounding(one, two)) and not two.universal

    def excludes(self, other: Quantity) -> bool:
        """Return whether two quantities of one thing in one role contradict each other.

        Two with "about" are compared by their middles; two with "up to" by equality. Ordinals never
        exclude each other: a first one allows a second one.
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
        if one.exact != two.exact:  # "more than 30" may be used for 30
            reach = 1.5 * TINY
        return not _meet(one, two, reach)

    def plays_the_role_of(self, other: Quantity) -> bool:
        """Return whether two quantities have compatible roles.

        "Rose to 9 percent" is compatible with "is 9 percent", but not with "rose by 9 percent"; "by
        Monday" is not compatible with "on Monday".
        """
        roles = {self.role, other.role}
        plain = "" in roles and roles <= {"", BY, TO} and self.dimension not in TIMES
        return plain or len(roles) == 1

    @property
    def _is_limit(self) -> bool:
        """Whether it is a limit, so that every other value in its role differs."""
        return self.role in _LIMITS or (self.role != "" and self.dimension in TIMES)

    @property
    def _is_open(self) -> bool:
        """Whether other limits may also be true: what was before 1990 may be before 1980."""
        return self.role == WITHIN or (self.role in (BEFORE, AFTER) and self.dimension in TIMES)

    @property
    def readings(self) -> list[tuple[float, float]]:
        """The intervals that it may mean."""
        return [(self.low, self.high), *([self.other] if self.other else [])]

    @property
    def exact(self) -> bool:
        """Whether it is a single number, not a range."""
        return self.number and self.low == self.high

    @property
    def middle(self) -> float:
        """The middle of the interval."""
        return (self.low + self.high) / 2

    def holds(self, value: float) -> bool:
        """Return whether a number is in the interval."""
        return self.low <= value <= self.high


def _rounding(one: Quantity, two: Quantity) -> float:
    """Return the distance within which a more precise number rounds to a less precise one."""
    return two.step / 2 if two.step > one.step > 0 and two.exact else 0.0


def _comparable(one: Quantity, two: Quantity) -> tuple[Quantity, Quantity] | tuple[None, None]:
    """Return two quantities in one dimension; a bare number may be a year or an item."""
    # Two quantities with periods are put into one period: "$10,800 a year" is "$900 a month".
    two = _in_the_period_of(one, two)
    if not (one.number and two.number) or one.dimension == two.dimension:
        return one, two
    dimensions = {one.dimension, two.dimension}
    if dimensions == {YEAR, DATE} or (dimensions == {"", ITEM} and one.exact and two.exact):
        return one, two
    if dimensions != {"", YEAR}:
        return None, None
    one, two = (_year(q) if q.exact and not q.dimension else q for q in (one, two))
    single = all(q.dimension == YEAR and q.high - q.low < DAYS_A_YEAR for q in (one, two))
    return (one, two) if single else (None, None)


def _in_the_period_of(one: Quantity, two: Quantity) -> Quantity:
    """Return the second quantity in the period of the first one, if both have a period."""
    if not (one.per and two.per) or one.per == two.per:
        return two
    times = one.per / two.per
    low, high = (round(end * times, 6) for end in (two.low, two.high))
    return replace(two, low=low, high=high, step=two.step * times)


def _year(quantity: Quantity) -> Quantity:
    low, high = years(quantity.low, quantity.low)
    return replace(quantity, low=low, high=high, dimension=YEAR, step=0.0)


def _lies_in(one: Quantity, two: Quantity, reach: float = 0.0) -> bool:
    """Return whether an interval, in some reading, lies within the other one widened by `reach`."""
    # "September" does not entail "September 2005", but "3:30" entails "15:30".
    if one.unit != two.unit or (one.cycle and not two.cycle and one.dimension != CLOCK):
        return False
    cycle = one.cycle or two.cycle
    for (low, high), (low2, high2) in product(one.readings, two.readings):
        turn = cycle * floor((low - low2) / cycle + TINY) if cycle else 0.0
        if low2 + turn - reach <= low and high <= high2 + turn + reach:
            return True
    return False


def _meet(one: Quantity, two: Quantity, reach: float) -> bool:
    """Return whether two intervals, in some readings, overlap if widened by `reach`."""
    cycle = one.cycle or two.cycle
    if cycle and inf in (one.high, two.high):
        return True
    for (low, high), (low2, high2) in product(one.readings, two.readings):
        turn = cycle * ceil((low - high2) / cycle - TINY) if cycle else 0.0
        if low - reach <= high2 + turn and low2 + turn - reach <= high:
            return True
    return False


# -- Quantifiers without a number ------------------------------------------------------------------


def unquantified(sentence: Sentence, noun: int) -> Quantity:
    """Return the quantity of a noun without a quantifier: one or more, in the singular like "a"."""
    singular = sentence.words[noun] == sentence.lemmas[noun]
    return Quantity(noun, 1, inf, bound="article" if singular else "", of=noun)


def is_article(word: str, lang: LanguageData) -> bool:
    """Return whether a lower-cased word counts as "a": "no" is a negated "a"."""
    return word in lang.indefinite_articles or word in lang.negative_determiners


def is_part(sentence: Sentence, i: int) -> bool:
    """Return whether a number or quantifier is partitive: "two of the plants"."""
    of = sentence.lang.genitive_prepositions
    return any(sentence.words[c] in of for c in sentence.syntax.children(i))
