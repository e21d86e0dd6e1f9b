"""A quantifier as an interval.

It says how many things there are, from `low` to `high`; one that entails another lies inside of it:
three in "some" [1, inf), ten in "at least five" [5, inf). Universal quantifiers entail every lower
bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from .reading import Reading

# What "more than five" is more than "five" at least, so that they may be told apart.
TINY = 1e-6
_DEPS = frozenset(("det", "predet", "amod", "nummod", "advmod", "quantmod", "compound", "nmod"))


@dataclass(frozen=True)
class Quantifier:
    """How many of what a noun names.

    Attributes:
        token: The token that says so; the noun itself where nothing does.
        low: At least so many; of a unit of measure, as many of the smallest one.
        high: At most so many.
        universal: Whether it says so of all there are.
        number: Whether it is a number.
        bound: "least", "most", "limit" ("up to"), "more", "less", "exactly", "about", "few",
            "range", "article", "all" of what means everybody, or "".
        extra: Tokens that belong to it.
        step: How precise it is: 0.1 of "1.2", 0 of what is no number.
    """

    token: int
    low: float
    high: float
    universal: bool = False
    number: bool = False
    bound: str = ""
    extra: tuple[int, ...] = ()
    step: float = 0.0

    def entails(self, other: Quantifier) -> bool:
        """Return whether so many are so many in the other's sense too."""
        if self.universal:
            every = other.universal and (self.bound or not other.bound)
            return bool(every) or (not other.universal and other.high == inf)
        if self.bound == "article" and other.low == other.high == 1:
            return True
        # A number is what it would be rounded to.
        reach = other.step / 2 if other.step > self.step > 0 and other.exact else 0.0
        inside = other.low - reach <= self.low and self.high <= other.high + reach
        return inside and not other.universal

    def excludes(self, other: Quantifier) -> bool:
        """Return whether it cannot be both.

        Two that are both rounded, or both say "up to", mean what they name.
        """
        if self.bound == other.bound == "limit":
            return self.high != other.high
        if self.bound == other.bound == "about":
            return not (self.holds(other.middle) or other.holds(self.middle))
        # "More than 30" and "30" are said of one number of people.
        reach = max(self.step, other.step) / 2 if self.exact and other.exact else 1.5 * TINY
        return self.low - reach > other.high or other.low - reach > self.high

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


def is_part(reading: Reading, i: int) -> bool:
    """Return whether a number or quantifier says how many of others."""
    return any(reading.words[c] == "of" for c in reading.children(i))


def noun_of(reading: Reading, i: int) -> int:
    """Return the noun that a determiner or number belongs to; itself if there is none."""
    head = reading.heads[i]
    while head >= 0 and reading.pos[head] in ("NUM", "ADV") and reading.deps[head] in _DEPS:
        head = reading.heads[head]
    partitive = [c for c in reading.children(i) if reading.words[c] == "of"]
    for of in partitive:
        for noun in reading.children(of):
            if reading.deps[noun] == "pobj":
                return noun
    nominal = head >= 0 and reading.pos[head] in ("NOUN", "PROPN", "PRON", "SYM")
    return head if nominal and reading.deps[i] in _DEPS else i
