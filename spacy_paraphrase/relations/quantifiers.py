"""How many of what a noun names: determiners, quantifiers and numbers as intervals.

It says how many things there are, from `low` to `high`; one that entails another lies inside of it:
three in "some" [1, inf), ten in "at least five" [5, inf). Universal quantifiers entail every lower
bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from ..lexicon.numbers import Quantity, measure, quantities
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


# The numbers of a sentence as quantifiers: "about five", "more than $3 million", "10 to 20".

# What stands before a number and makes a range of it; the longest first.
_BOUNDS = (
    (("a", "little", "more", "than"), "about"),
    (("a", "little", "less", "than"), "about"),
    (("slightly", "more", "than"), "about"),
    (("slightly", "less", "than"), "about"),
    (("no", "more", "than"), "most"),
    (("not", "more", "than"), "most"),
    (("no", "fewer", "than"), "least"),
    (("no", "less", "than"), "least"),
    (("not", "less", "than"), "least"),
    (("just", "over"), "about"),
    (("just", "under"), "about"),
    (("at", "least"), "least"),
    (("at", "most"), "most"),
    (("more", "than"), "more"),
    (("greater", "than"), "more"),
    (("fewer", "than"), "less"),
    (("less", "than"), "less"),
    (("up", "to"), "limit"),
    (("over",), "more"),
    (("above",), "more"),
    (("under",), "less"),
    (("below",), "less"),
    (("exactly",), "exactly"),
    (("precisely",), "exactly"),
    (("only",), "exactly"),
    (("just",), "exactly"),
    (("about",), "about"),
    (("around",), "about"),
    (("approximately",), "about"),
    (("roughly",), "about"),
    (("some",), "about"),
    (("nearly",), "about"),
    (("almost",), "about"),
)
# What stands behind one.
_AFTER: dict[tuple[str, ...], str] = {
    ("or", "more"): "least",
    ("or", "less"): "most",
    ("or", "fewer"): "most",
}
_AFTER |= {("or", "so"): "about"}
# How far off "about" may be, as a share.
ABOUT = 0.1
_FEW = frozenset(("several", "few", "couple"))


def numbers(reading: Reading) -> Iterator[tuple[int, Quantifier]]:
    """Return the numbers of a sentence, each with what it counts: a noun, or itself."""
    dated = {i for span in reading.dates for i in range(span.start, span.end)}
    told = [
        quantity
        for quantity in quantities(reading.words, reading.lang)
        if quantity.kind == "number" and quantity.start not in dated
    ]
    lows = {high.start: low for low, high in pairwise(told) if _is_range(reading, low, high)}
    ends = {low.start for low in lows.values()}
    for quantity in told:
        if quantity.start in ends:
            continue
        first = reading.words[quantity.start]
        if first == "half" and reading.words[quantity.start + 1 : quantity.end + 1] == ["a"]:
            continue
        if first == "one" and reading.pos[quantity.start] != "NUM":
            continue
        last = quantity.end - 1
        low = lows.get(quantity.start)
        start = quantity.start if low is None else low.start
        before = reading.words[max(start - 2, 0) : start]
        bound, extra = _bound(reading, start)
        if low is not None:
            bound = "range"
        elif before[-1:] and before[-1] in _FEW and first in reading.lang.scales:
            bound = "few"
        behind = _AFTER.get(tuple(reading.words[quantity.end : quantity.end + 2]), "")
        if behind and not bound:
            bound, extra = behind, (quantity.end, quantity.end + 1)
        inside = (*range(start, quantity.end), *extra)
        nouns = (noun_of(reading, t) for t in (last, start))
        noun = next((n for n in nouns if n not in inside), last)
        measured = measure(reading.lemmas[noun], reading.lang)
        times = 1.0 if measured is None else measured.factor
        value = times * float(quantity.value) / (2 if before == ["half", "a"] else 1)
        least = value if low is None else times * _below(reading, low, quantity)
        step = times * float(quantity.step)
        yield noun, Quantifier(last, *_span(least, value, bound), False, True, bound, inside, step)


def _is_range(reading: Reading, low: Quantity, high: Quantity) -> bool:
    """Return whether two numbers are the ends of a range: "between 5 and 10", "10-20 million"."""
    before = reading.words[max(low.start - 2, 0) : low.start]
    joint = reading.words[low.end : high.start]
    scaled = reading.words[high.end - 1] in reading.lang.scales
    joined = (joint == ["and"] and "between" in before) or (
        joint == ["to"] and "from" not in before
    )
    return low.value < high.value and (joined or (joint == ["-"] and scaled))


def _below(reading: Reading, low: Quantity, high: Quantity) -> float:
    """Return the lower end of a range; it is in millions where the upper end is."""
    scale = reading.lang.scales.get(reading.words[high.end - 1], 1)
    return float(low.value) * (scale if low.value < scale else 1)


def _bound(reading: Reading, start: int) -> tuple[str, tuple[int, ...]]:
    if start and reading.pos[start - 1] == "SYM":  # the sign of a currency
        start -= 1
    for words, bound in _BOUNDS:
        first = start - len(words)
        if first >= 0 and tuple(reading.words[first:start]) == words:
            return bound, tuple(range(first, start))
    return "", ()


def _span(least: float, value: float, bound: str) -> tuple[float, float]:
    """Return from where to where a number reaches; `least` is the lower end of a range."""
    return {
        "about": (value * (1 - ABOUT), value * (1 + ABOUT)),
        "few": (2 * value, inf),
        "least": (value, inf),
        "more": (value + TINY, inf),
        "most": (0.0, value),
        "limit": (0.0, value),
        "less": (0.0, value - TINY),
    }.get(bound, (least, value))


# How many of what a noun names: its determiners, quantifiers and numbers.

# Words that quantify on their own: low, high. Negative ones count as "a", denied by an operator.
_WORDS: dict[str, tuple[float, float]] = {
    "no": (1, inf),
    "none": (1, inf),
    "neither": (1, inf),
    "few": (0, 4),
    "some": (1, inf),
    "a": (1, inf),
    "an": (1, inf),
    "any": (1, inf),
    "several": (3, inf),
    "many": (5, inf),
    "much": (5, inf),
    "most": (5, inf),
    "both": (2, 2),
    "numerous": (5, inf),
    "multiple": (2, inf),
}
# Nouns that quantify what stands behind their "of".
_PARTITIVES: dict[str, tuple[float, float]] = {
    "couple": (2, inf),
    "pair": (2, 2),
    "dozen": (12, inf),
    "dozens": (24, inf),
    "scores": (40, inf),
    "hundreds": (200, inf),
    "thousands": (2e3, inf),
    "millions": (2e6, inf),
    "billions": (2e9, inf),
    "lot": (5, inf),
    "lots": (5, inf),
    "plenty": (5, inf),
}
NEGATIVE = frozenset(("no", "none", "neither"))
_ARTICLES = NEGATIVE | {"a", "an"}
# With "not" before them as good as "few".
_MUCH = frozenset(("many", "much", "most"))
UNIVERSAL = frozenset(("every", "all", "each"))
EVERYBODY = frozenset(("everyone", "everybody", "everything"))
_QUANTIFIERS = UNIVERSAL | EVERYBODY | _WORDS.keys() | _PARTITIVES.keys() | {"single"}


def quantifiers(reading: Reading) -> dict[int, Quantifier]:
    """Return the quantifiers of a sentence, by the token they belong to (a noun, or themselves)."""
    found: dict[int, Quantifier] = {}
    for i, word in enumerate(reading.words):
        if word not in _QUANTIFIERS:
            continue
        before = reading.words[i - 1] if i else ""
        if word in _PARTITIVES and is_part(reading, i):
            low, high = _PARTITIVES[word]
            found[noun_of(reading, i)] = Quantifier(i, low, high, number=low >= 12)
        elif _is_single(reading, i, before):
            found[noun_of(reading, i)] = Quantifier(i, 1, 1, number=True, extra=(i - 1,))
        elif word in EVERYBODY:
            found[i] = Quantifier(i, 2, inf, universal=True, bound="all")
        elif word in UNIVERSAL or word in _WORDS:
            noun = noun_of(reading, i)
            article = word == "few" and before == "a"
            if article:
                found[noun] = Quantifier(i, 2, inf, extra=(i - 1,))
            elif word in UNIVERSAL:
                found[noun] = Quantifier(i, 2, inf, universal=True)
            elif word in _MUCH and before == "not":
                found[noun] = Quantifier(i, *_WORDS["few"], bound="few", extra=(i - 1,))
            elif noun not in found or found[noun].low <= 1 < found[noun].high:
                low, high = _WORDS[word]
                bound = "article" if word in _ARTICLES else "few" if word == "few" else ""
                found[noun] = Quantifier(i, low, high, bound=bound)
    for noun, number in numbers(reading):
        # Of "two of the five plants" there are two.
        if noun not in found or not is_part(reading, found[noun].token):
            found[noun] = number
    return found


def _is_single(reading: Reading, i: int, before: str) -> bool:
    """Return whether a word says that there is one, "only a" or "a single", and not even that."""
    if reading.words[i] in ("a", "an"):
        return before in ("only", "just")
    first = reading.words[i - 2] if i > 1 else ""
    return reading.words[i] == "single" and before in ("a", "the") and first not in ("not", "n't")


def is_quantifier(word: str) -> bool:
    """Return whether a lower-cased word says how many, articles left out."""
    return (word in UNIVERSAL or word in _WORDS) and word not in _ARTICLES


def plain(reading: Reading, noun: int) -> Quantifier:
    """Return how many a noun without a quantifier means: one or more, in the singular as "a"."""
    singular = reading.words[noun] == reading.lemmas[noun]
    return Quantifier(noun, 1, inf, bound="article" if singular else "")
