"""How many: determiners, quantifiers and numbers of a noun, as intervals.

A quantifier says how many things there are, from `low` to `high`; one that entails another lies
inside of it: three in "some" [1, inf), ten in "at least five" [5, inf). Universal quantifiers
entail every lower bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ..lexicon.numerals import quantities
from .reading import Reading

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
# How far off "about" may be, as a share.
ABOUT = 0.1
_DEPS = frozenset(("det", "predet", "amod", "nummod", "advmod", "quantmod", "compound", "nmod"))


@dataclass(frozen=True)
class Quantifier:
    """How many of what a noun names.

    Attributes:
        token: The token that says so; the noun itself where nothing does.
        low: At least so many.
        high: At most so many.
        universal: Whether it says so of all there are.
        number: Whether it is a number.
        bound: "least", "most", "limit" ("up to"), "more", "less", "exactly", "about", "few",
            "article", or "".
        extra: Tokens that belong to it.
    """

    token: int
    low: float
    high: float
    universal: bool = False
    number: bool = False
    bound: str = ""
    extra: tuple[int, ...] = ()

    def entails(self, other: Quantifier) -> bool:
        """Return whether so many are so many in the other's sense too."""
        if self.universal:
            return other.universal or other.high == inf
        if self.bound == "article" and other.low == other.high == 1:
            return True
        return not other.universal and other.low <= self.low and self.high <= other.high

    def excludes(self, other: Quantifier) -> bool:
        """Return whether it cannot be both.

        Two that are both rounded, or both say "up to", mean what they name.
        """
        if self.bound == other.bound == "limit":
            return self.high != other.high
        if self.bound == other.bound == "about":
            return not (self.holds(other.middle) or other.holds(self.middle))
        return self.low > other.high or other.low > self.high

    @property
    def middle(self) -> float:
        """The middle of the interval."""
        return (self.low + self.high) / 2

    def holds(self, value: float) -> bool:
        """Return whether a number is in the interval."""
        return self.low <= value <= self.high


def quantifiers(reading: Reading) -> dict[int, Quantifier]:
    """Return the quantifiers of a sentence, by the token they belong to (a noun, or themselves)."""
    found: dict[int, Quantifier] = {}
    for i, word in enumerate(reading.words):
        before = reading.words[i - 1] if i else ""
        if word in _PARTITIVES and _is_part(reading, i):
            low, high = _PARTITIVES[word]
            found[_noun(reading, i)] = Quantifier(i, low, high, number=low >= 12)
        elif _is_single(reading, i, before):
            found[_noun(reading, i)] = Quantifier(i, 1, 1, number=True, extra=(i - 1,))
        elif word in UNIVERSAL or word in _WORDS:
            noun = _noun(reading, i)
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
    dated = {i for span in reading.dates for i in range(span.start, span.end)}
    for quantity in quantities(reading.words):
        if quantity.kind != "number" or quantity.start in dated:
            continue
        if reading.words[quantity.start : quantity.start + 2] == ["half", "a"]:
            continue
        if reading.words[quantity.start] == "one" and reading.pos[quantity.start] != "NUM":
            continue
        last = quantity.end - 1
        bound, extra = _bound(reading, quantity.start)
        inside = tuple(range(quantity.start, quantity.end)) + extra
        value = float(quantity.value)
        if reading.words[max(quantity.start - 2, 0) : quantity.start] == ["half", "a"]:
            value /= 2
        low, high = _range(value, bound)
        noun = _noun(reading, last)
        # Of "two of the five plants" there are two.
        if noun not in found or not _is_part(reading, found[noun].token):
            found[noun] = Quantifier(last, low, high, False, True, bound, inside)
    return found


def _is_single(reading: Reading, i: int, before: str) -> bool:
    """Return whether a word says that there is one, "only a" or "a single", and not even that."""
    if reading.words[i] in ("a", "an"):
        return before in ("only", "just")
    first = reading.words[i - 2] if i > 1 else ""
    return reading.words[i] == "single" and before in ("a", "the") and first not in ("not", "n't")


def _is_part(reading: Reading, i: int) -> bool:
    """Return whether a number or quantifier says how many of others."""
    return any(reading.words[c] == "of" for c in reading.children(i))


def is_quantifier(word: str) -> bool:
    """Return whether a lower-cased word says how many, articles left out."""
    return (word in UNIVERSAL or word in _WORDS) and word not in _ARTICLES


def plain(reading: Reading, noun: int) -> Quantifier:
    """Return how many a noun without a quantifier means: one or more, in the singular as "a"."""
    singular = reading.words[noun] == reading.lemmas[noun]
    return Quantifier(noun, 1, inf, bound="article" if singular else "")


def _noun(reading: Reading, i: int) -> int:
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


def _bound(reading: Reading, start: int) -> tuple[str, tuple[int, ...]]:
    for words, bound in _BOUNDS:
        first = start - len(words)
        if first >= 0 and tuple(reading.words[first:start]) == words:
            return bound, tuple(range(first, start))
    return "", ()


def _range(value: float, bound: str) -> tuple[float, float]:
    if bound == "about":
        return value * (1 - ABOUT), value * (1 + ABOUT)
    tiny = 1e-6
    return {
        "least": (value, inf),
        "more": (value + tiny, inf),
        "most": (0.0, value),
        "limit": (0.0, value),
        "less": (0.0, value - tiny),
    }.get(bound, (value, value))
