"""How many of what a noun names: determiners, quantifiers and numbers as intervals.

A quantifier says how many things there are, from `low` to `high`. One that entails another lies
inside of it: three in "some" [1, inf), ten in "at least five" [5, inf). A universal one entails
every lower bound. Numbers are compared so in de Marneffe, Rafferty and Manning 2008, *Finding
contradictions in text* (ACL), section 4.2; quantifiers as relations of sets are in MacCartney and
Manning 2009, *An extended model of natural logic* (IWCS), section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from math import inf

from ..lang import LanguageData
from ..lexicon.amounts import HALF_DAY, Amount, amounts
from ..lexicon.dates import DateSpan, calendar_name, dates
from ..sentence import Sentence

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
        if sentence.words[child] in lang.genitive_prepositions and sentence.objects_of(child):
            return sentence.objects_of(child)[0]
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
    tops = [t for t in sentence.tops(own) if sentence.pos[t] != "PUNCT"]
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
        return fits and paired and sentence.pos[sentence.clause(high.numeral[1])] == "VERB"
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


# Amounts of two sides that stand for each other.

Cell = tuple[int, int]
Counts = dict[int, Quantifier]


def read_together(
    sides: tuple[Sentence, Sentence], counts: tuple[Counts, Counts], links: Iterable[Cell]
) -> tuple[Counts, Counts]:
    """Return the quantifiers of two sides, in the reading that can be compared where there are two.

    A date is a part of its year where the other side has years alone: "12 June 1994" and "in the
    1990s". "Every day" is no rate where it says on the other side that something holds of all days:
    "every day except Tuesday"; "on Mondays" is every Monday beside that.

    Args:
        sides: Source and target.
        counts: What `quantifiers` returned for each.
        links: Linked words.
    """
    found = dict(counts[0]), dict(counts[1])
    for cell in links:
        for k in range(2):
            other = found[1 - k].get(cell[1 - k])
            token = _universal(sides[k], cell[k], found[k]) if other and other.universal else None
            if token is not None:
                found[k][cell[k]] = Quantifier(token, 2, inf, universal=True)
    _put_days(sides, found)
    return found


def _universal(sentence: Sentence, noun: int, counts: Counts) -> int | None:
    """Return what says that something holds of all of a kind, though it can be read otherwise."""
    found = counts.get(noun)
    if found is not None:
        every = sentence.words[found.extra[0]] if found.dimension == RATE else ""
        return found.extra[0] if every in sentence.lang.universal_determiners else None
    name, bare = calendar_name(sentence.texts[noun], sentence.lang), not sentence.children(noun)
    plural = name in sentence.lang.weekdays and sentence.words[noun].removeprefix(name or "")
    return noun if bare and plural in sentence.lang.plural_endings else None


def _put_days(sides: tuple[Sentence, Sentence], counts: tuple[Counts, Counts]) -> None:
    """Add the dates of a side as parts of their years where the other side has years alone.

    "After 1994" is no such year beside "on 12 June 1994".
    """
    years = [[i for i, q in some.items() if q.dimension == YEAR] for some in counts]
    if not any(years):
        return
    spans = [_in_years(side) for side in sides]
    for k, (side, other) in enumerate((sides, sides[::-1])):
        if not spans[k] or spans[1 - k]:
            continue
        openers = {_opener(other, i) for i in years[1 - k]}
        days = {side.tops(range(s.start, s.end))[0]: _day(s) for s in spans[k]}
        days = {i: day for i, day in days.items() if _opener(side, i) in openers}
        if days:
            for some, these in zip(counts, years, strict=True):
                some.update((i, _all_days(some[i])) for i in these)
            counts[k].update(days)


def _opener(sentence: Sentence, i: int) -> str:
    """Return the preposition that makes a span of a time: "after", "since"; "" for any other."""
    word = sentence.words[sentence.heads[i]] if sentence.heads[i] >= 0 else ""
    lang = sentence.lang
    opens = word in lang.time_span_prepositions or word in lang.time_order_prepositions
    return word if opens else ""


def _in_years(sentence: Sentence) -> list[DateSpan]:
    """Return the dates with one reading and a year."""
    spans = dates(sentence.texts, sentence.lang)
    return [s for s in spans if len({r[0] for r in s.readings}) == 1 and s.readings[0][0]]


def _day(span: DateSpan) -> Quantifier:
    """Return a date as a part of its year."""
    year, month, day = span.readings[0]
    low = (year or 0) + (month or 0) / 13 + (day or 0) / 500
    inside = tuple(range(span.start, span.end))
    token = span.start + len(span.parts) - 1
    return Quantifier(token, low, low, number=True, extra=inside, dimension=YEAR)


def _all_days(quantifier: Quantifier) -> Quantifier:
    """Return a year, or years, up to the last day."""
    whole = quantifier.high % 1 == 0
    return replace(quantifier, high=quantifier.high + 1 - 1e-3) if whole else quantifier


def paired_amounts(
    source: Mapping[int, Quantifier], target: Mapping[int, Quantifier], links: Iterable[Cell]
) -> list[Cell]:
    """Return the amounts of two sides that stand for each other, by the words that they belong to.

    Those are of one dimension, and say the same; or one lies within the other and what they consist
    of is linked with nothing else: "in 1994" and "in the 1990s"; or their units are linked.

    Args:
        source: What `quantifiers` returned for the source side.
        target: Likewise for the target.
        links: Linked words.
    """
    sides = [
        {k: q for k, q in some.items() if q.dimension or (q.number and q.token == k)}
        for some in (source, target)
    ]
    if not all(sides):
        return []
    cells = set(links)
    found: list[tuple[int, int, Cell]] = []
    for (i, one), (j, other) in product(*(side.items() for side in sides)):
        if one.dimension != other.dimension or not (one.dimension or one.bound or other.bound):
            continue
        within = one.entails(other), other.entails(one)
        joint = [(a, b) for a, b in cells if a in one.extra and b in other.extra]
        linked = any((a == one.token) == (b == other.token) for a, b in joint)
        units = any(a > one.token and b > other.token for a, b in joint)
        free = not any(a in one.extra or b in other.extra for a, b in cells)
        # "At half past two" has its two in "between two and three".
        free = free or (one.dimension == CLOCK and "range" in (one.bound, other.bound))
        if all(within) or units or (any(within) and (linked or free)):
            found.append((-all(within), -linked, (i, j)))
    chosen: list[Cell] = []
    for _, _, (i, j) in sorted(found):
        if all(i != a and j != b for a, b in chosen):
            chosen.append((i, j))
    return chosen
