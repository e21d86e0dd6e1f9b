"""How many of what a noun names: determiners, quantifiers and numbers as intervals.

A quantifier says how many things there are, from `low` to `high`. One that entails another lies
inside of it: three in "some" [1, inf), ten in "at least five" [5, inf). A universal one entails
every lower bound. Numbers are compared so in de Marneffe, Rafferty and Manning 2008, *Finding
contradictions in text* (ACL), section 4.2; quantifiers as relations of sets are in MacCartney and
Manning 2009, *An extended model of natural logic* (IWCS), section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import inf

from ..analysis.amounts import HALF_DAY, Amount, amounts
from ..analysis.dates import dates
from ..analysis.sentence import Sentence
from ..lang import LanguageData

# What "more than five" is more than "five" at least, so that they may be told apart.
TINY = 1e-6


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
        dimension: What it measures (`lexicon.amounts`), "" for how many.
        cycle: Values that differ by so much may be the same, 0 for none.
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

    def entails(self, other: Quantifier) -> bool:
        """Return whether so many are so many in the other's sense too."""
        if not self._comparable(other):
            return False
        other = other._near(self)
        if self.universal:
            every = other.universal and (self.bound or not other.bound)
            return bool(every) or (not other.universal and other.high == inf)
        if self.bound == "article" and other.low == other.high == 1:
            return True
        if self.bound == other.bound == "about":
            return abs(self.middle - other.middle) <= max(TINY, other.step / 2)
        # A number is what it would be rounded to.
        reach = other.step / 2 if other.step > self.step > 0 and other.exact else 0.0
        inside = other.low - reach <= self.low and self.high <= other.high + reach
        return inside and not other.universal

    def excludes(self, other: Quantifier) -> bool:
        """Return whether it cannot be both.

        Two that are both rounded, or both say "up to", mean what they name.
        """
        if not self._comparable(other):
            return False
        if self.dimension == RANK:  # beside the first there is a second one
            return False
        other = other._near(self)
        if self.bound == other.bound == "limit":
            return self.high != other.high
        if self.bound == other.bound == "about":
            return not (self.holds(other.middle) or other.holds(self.middle))
        # "More than 30" and "30" are said of one number of people.
        reach = max(self.step, other.step) / 2 if self.exact and other.exact else 1.5 * TINY
        return self.low - reach > other.high or other.low - reach > self.high

    def _comparable(self, other: Quantifier) -> bool:
        """Return whether both are of one dimension; a bare number may be a year, or an item's."""
        if not (self.number and other.number) or self.dimension == other.dimension:
            return True
        dimensions = {self.dimension, other.dimension}
        return dimensions in ({"", YEAR}, {"", ITEM}) and self.exact and other.exact

    def _near(self, other: Quantifier) -> Quantifier:
        """Return it as near to another as it may be meant: "3:30" beside "15:30"."""
        cycle = self.cycle or other.cycle
        turns = round((other.low - self.low) / cycle) if cycle else 0
        if not turns:
            return self
        return replace(self, low=self.low + turns * cycle, high=self.high + turns * cycle)

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


# How far off "about" may be, as a share.
ABOUT = 0.1
# Dimensions: of ordinals, years, "No. 2", and how often; of what has no range.
RANK, YEAR, ITEM, RATE, CLOCK = "rank", "year", "item", "rate", "clock"
_POINTS = (ITEM, RANK)
# From where on a partitive is as good as a number: "a dozen".
_DOZEN = 12


def quantifiers(sentence: Sentence) -> dict[int, Quantifier]:
    """Return the quantifiers of a sentence, by the token they belong to (a noun, or themselves)."""
    found: dict[int, Quantifier] = {}
    known = _quantifier_words(sentence.lang)
    for i, word in enumerate(sentence.words):
        quantifier = _quantifier(sentence, i) if word in known else None
        if quantifier is None:
            continue
        noun = i if quantifier.bound == "all" else noun_of(sentence, i)
        # One that only says that there are some gives way to another one of the same noun.
        if (
            _overrides(sentence, quantifier)
            or noun not in found
            or found[noun].low <= 1 < found[noun].high
        ):
            found[noun] = quantifier
    for noun, number in numbers(sentence):
        # Of "two of the five plants" there are two.
        if noun not in found or not is_part(sentence, found[noun].token):
            found[noun] = number
    return found


@lru_cache(maxsize=8)
def _quantifier_words(lang: LanguageData) -> frozenset[str]:
    """Return the words that `_quantifier` may know."""
    words = lang.indefinite_articles | lang.single_words | lang.universal_pronouns
    return words | lang.universal_determiners | lang.partitives.keys() | lang.quantifiers.keys()


def _quantifier(sentence: Sentence, i: int) -> Quantifier | None:
    """Return what a determiner, pronoun or noun says of how many there are."""
    word, lang = sentence.words[i], sentence.lang
    before = sentence.words[i - 1] if i else ""
    if word in lang.partitives and is_part(sentence, i):
        low, high = lang.partitives[word]
        return Quantifier(i, low, high, number=low >= _DOZEN)
    if _is_single(sentence, i, before):
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


def _overrides(sentence: Sentence, quantifier: Quantifier) -> bool:
    """Return whether a quantifier counts whatever else is said of the noun."""
    plain_word = sentence.words[quantifier.token] in sentence.lang.quantifiers
    return not plain_word or bool(quantifier.extra)


def _is_single(sentence: Sentence, i: int, before: str) -> bool:
    """Return whether a word says that there is one, "only a" or "a single", and not even that."""
    word, lang = sentence.words[i], sentence.lang
    if word in lang.indefinite_articles:
        return before in lang.only_words
    first = sentence.words[i - 2] if i > 1 else ""
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
    return Quantifier(noun, 1, inf, bound="article" if singular else "")


def is_part(sentence: Sentence, i: int) -> bool:
    """Return whether a number or quantifier says how many of others."""
    return any(
        sentence.words[c] in sentence.lang.genitive_prepositions for c in sentence.children(i)
    )


def noun_of(sentence: Sentence, i: int) -> int:
    """Return the noun that a determiner or number belongs to; itself if there is none."""
    lang, deps, pos = sentence.lang, sentence.deps, sentence.pos
    head = sentence.heads[i]
    while head >= 0 and pos[head] in ("NUM", "ADV") and deps[head] in lang.quantity_labels:
        head = sentence.heads[head]
    for child in sentence.children(i):
        if sentence.words[child] in lang.genitive_prepositions and sentence.syntax.objects_of(
            child
        ):
            return sentence.syntax.objects_of(child)[0]
    nominal = head >= 0 and pos[head] in ("NOUN", "PROPN", "PRON", "SYM")
    return head if nominal and deps[i] in lang.quantity_labels else i


# The numbers of a sentence as quantifiers: "about five", "more than $3 million", "10 to 20".


def numbers(sentence: Sentence) -> Iterator[tuple[int, Quantifier]]:
    """Yield the numbers of a sentence, each with what it counts: a noun, or itself.

    Amounts in a unit stand for themselves where their unit is a word of its own.
    """
    spans = dates(sentence.texts, sentence.lang)
    dated = {i for span in spans for i in range(span.start, span.end)}
    found = [a for a in amounts(sentence.words, sentence.lang) if a.start not in dated]
    plain = [a for a in found if a.numeral[1] < len(sentence) and a.dimension not in _POINTS]
    lows = {high.start: low for low, high in pairwise(plain) if _is_range(sentence, low, high)}
    ends = {low.start for low in lows.values()}
    for amount in found:
        if amount.start not in ends and _counts(sentence, amount):
            yield _number(sentence, amount, lows.get(amount.start))


def _counts(sentence: Sentence, amount: Amount) -> bool:
    """Return whether a numeral says how many: not "half a" before a number, nor the pronoun."""
    lang, words = sentence.lang, sentence.words
    first = amount.numeral[0]
    if not amount.dimension and sentence.entities[first] in lang.name_entities:
        return False  # "the 500 index"
    if amount.dimension == RATE and words[first] in lang.universal_determiners:
        last = amount.end - 1  # "every day", of no day in particular
        return sentence.deps[last] == "npadvmod" and len(sentence.children(last)) == 1
    if amount.dimension == RATE and words[first] in lang.period_adverbs:
        return sentence.pos[first] == "ADV"  # not "a daily paper"
    return words[first] not in lang.pronoun_numerals or sentence.pos[first] == "NUM"


def _number(sentence: Sentence, amount: Amount, low: Amount | None) -> tuple[int, Quantifier]:
    """Return what a number counts and how many, `low` being the lower end of a range."""
    lang, words = sentence.lang, sentence.words
    last = amount.numeral[1]
    start = amount.start if low is None else low.start
    bound, extra = _bound(sentence, start)
    behind = lang.bounds_behind.get(tuple(words[amount.end : amount.end + 2]), "")
    if low is not None:
        bound = "range"
    elif start and words[start - 1] in lang.several_words and words[start] in lang.scales:
        bound = "few"
    elif behind and not bound:
        bound, extra = behind, (amount.end, amount.end + 1)
    inside = (*range(start, amount.end), *extra)
    least = amount.low if low is None else _below(sentence, low, amount)
    span = _span(least, amount.high, bound)
    noun = _counted(sentence, amount, inside, start)
    known = amount.dimension, amount.cycle
    return noun, Quantifier(last, *span, False, True, bound, inside, amount.step, *known)


def _counted(sentence: Sentence, amount: Amount, inside: Sequence[int], start: int) -> int:
    """Return the noun that an amount is of; where it has a unit, or is a time, its own top."""
    last = amount.numeral[1]
    if not amount.dimension:
        nouns = (noun_of(sentence, t) for t in (last, start))
        return next((n for n in nouns if n not in inside), last)
    own = range(amount.start, amount.end)
    tops = [t for t in sentence.span_heads(own) if sentence.pos[t] != "PUNCT"]
    return max(tops, key=lambda t: sentence.content[t], default=last)


def _is_range(sentence: Sentence, low: Amount, high: Amount) -> bool:
    """Return whether two numbers are the ends of a range: "between 5 and 10", "10-20 million"."""
    lang, words = sentence.lang, sentence.words
    before = words[max(low.start - 2, 0) : low.start]
    joint, bare = words[low.end : high.start], words[low.end : high.numeral[0]]
    scaled = words[high.numeral[1]] in lang.scales
    paired = len(joint) == 1 and any((opener, joint[0]) in lang.range_pairs for opener in before)
    joined = len(bare) == 1 and bare[0] in lang.range_joints
    joined = joined and lang.origin_prepositions.isdisjoint(before)
    fits = low.dimension in ("", high.dimension) and _below(sentence, low, high) < high.high
    if high.dimension == CLOCK:  # what lasts from nine to five is more than what is at ten
        return fits and paired and sentence.pos[sentence.syntax.clause(high.numeral[1])] == "VERB"
    return fits and (paired or joined or (bare == ["-"] and scaled))


def _below(sentence: Sentence, low: Amount, high: Amount) -> float:
    """Return the lower end of a range; it is in millions, and in the unit, of the upper end.

    A time of the day is the last one before the upper end: "between 11 and 1 pm".
    """
    if high.dimension == CLOCK and (low.cycle or not low.dimension):
        minutes = low.low if low.dimension else 60 * low.low
        return high.high - (high.high - minutes) % HALF_DAY
    if low.dimension:
        return low.low
    scale = sentence.lang.scales.get(sentence.words[high.numeral[1]], 1)
    return high.factor * low.low * (scale if low.low < scale else 1)


def _bound(sentence: Sentence, start: int) -> tuple[str, tuple[int, ...]]:
    if start and sentence.pos[start - 1] == "SYM":  # the sign of a currency
        start -= 1
    for words, bound in sentence.lang.bounds_before:
        first = start - len(words)
        if first >= 0 and tuple(sentence.words[first:start]) == words:
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
