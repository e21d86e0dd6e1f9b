"""Amounts: expressions of how much, how often or when, as intervals in one unit.

An amount is the joint meaning of several words, independent of spelling: "€1.2 million" and
"1,200,000 euros", "thirty-seven per cent" and "37%", "half past three" and "3:30", "twice a day"
and "twice daily". Amounts of one dimension can be compared: 1994 lies within the 1990s.

Times of the calendar are intervals of days, in years of twelve months of 31 days each, so that
incomplete dates can be represented too: "the 1990s", "September 15" of any year.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..lang import LanguageData
from .numerals import Numeral, measure, numerals, read_word, unit

_CLOCK = re.compile(r"(\d{1,2})[:.]([0-5]\d)")
_ATTACHED = re.compile(r"(\d{1,2})(?:[:.]([0-5]\d))?([a-z][a-z.]*)")
_APOSTROPHES = ("'", "’")
FOUR_DIGITS = re.compile(r"[12]\d\d\d")
# Minutes of half a day, and of a day: "3:30" may be in the morning and in the afternoon.
HALF_DAY, DAY = 720, 1440
# Days of a month and of a year in this module's simplified calendar.
DAYS_A_MONTH, DAYS_A_YEAR = 31, 372
# Hours of an average month.
_MONTH = 365.2425 * 24 / 12


class Amount(NamedTuple):
    """An amount and its position.

    Attributes:
        start: Its first word.
        end: The index after its last word.
        dimension: Only amounts of the same one can be compared: a currency, "share" (of a whole),
            the dimension of a unit, "clock", "year", "date" (with month or day), "rank" (of an
            ordinal), "item" ("No. 2"), "rate" (how often); "" for a bare number.
        low: The lower end of the interval, in the smallest unit of the dimension.
        high: The upper end of the interval.
        step: The unit of its last digit, 0 if it is not a number.
        factor: The size of its unit in smallest units.
        cycle: The period, if values that differ by a multiple of it may be equal; else 0.
        numeral: The indices of the first and the last word of its numeral (which may be the same).
        other: A second possible interval: 9/10/2005 is a day in September or in October.
    """

    start: int
    end: int
    dimension: str
    low: float
    high: float
    step: float
    factor: float
    cycle: float
    numeral: tuple[int, int]
    other: tuple[float, float] | None = None

    @property
    def readings(self) -> list[tuple[float, float]]:
        """The intervals that it may mean."""
        return [(self.low, self.high), *([self.other] if self.other else [])]


def equal_amounts(one: Amount, other: Amount) -> bool:
    """Return whether two amounts are equal in some reading, ignoring a part that one leaves open.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> left = amounts("at half past three".split(), english)
        >>> equal_amounts(left[0], amounts("at 15:30".split(), english)[0])
        True
    """
    if one.dimension != other.dimension:
        return False
    cycle, least = one.cycle or other.cycle, 1e-9 * max(abs(one.high), abs(other.high))
    for (low, high), (low2, high2) in product(one.readings, other.readings):
        apart = low - low2, high - high2
        if all(abs(gap % cycle if cycle else gap) <= least for gap in apart):
            return True
    return False


def years(first: float, last: float) -> tuple[float, float]:
    """Return the first and the last day of some years."""
    return first * DAYS_A_YEAR, last * DAYS_A_YEAR + DAYS_A_YEAR - 1


def amounts(words: Sequence[str], lang: LanguageData) -> tuple[Amount, ...]:
    """Return the longest amounts among lower-cased words, from left to right.

    Dates of several words are read by `dates.dates`.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> found = amounts("thirty - seven per cent of £ 3 million".split(), language_data("en"))
        >>> [(a.start, a.end, a.dimension, a.low) for a in found]
        [(0, 5, 'share', 0.37), (6, 9, 'pound', 3000000.0)]
    """
    return _amounts(tuple(words), lang)


@lru_cache(maxsize=1 << 12)
def _amounts(words: tuple[str, ...], lang: LanguageData) -> tuple[Amount, ...]:
    text, found, openers = _WordRun(words, lang), list[Amount](), _openers(lang)
    for i, word in enumerate(words):
        if found and i < found[-1].end:
            continue
        if i in text.numerals or word in openers or word[:1].isdigit():
            tried = (read(text, i) for read in _READERS)
            amount = next((a for a in tried if a is not None), None)
            if amount is not None:
                found[-1:] = _joined(found[-1], amount, text) if found else [amount]
    return tuple(found)


@lru_cache(maxsize=8)
def _openers(lang: LanguageData) -> frozenset[str]:
    """Return the words, apart from numerals, that can begin an amount."""
    signs = (form for name in lang.currencies for form in lang.units.get(name, ()))
    times = (*lang.day_times, *lang.hour_parts, *lang.counting_adverbs, *lang.period_adverbs)
    rates = lang.rate_determiners & lang.universal_determiners
    numbers = lang.indefinite_articles | lang.halves
    return rates.union(signs, times, numbers, lang.numbering_words.values())


class _WordRun:
    """A sequence of words, searched for amounts.

    Attributes:
        words: The lower-cased words.
        lang: Their language.
        numerals: Their numbers, by the index of the first word.
    """

    def __init__(self, words: Sequence[str], lang: LanguageData) -> None:
        self.words, self.lang = words, lang
        self.numerals = {numeral.start: numeral for numeral in numerals(words, lang)}

    def word(self, i: int) -> str:
        """Return the word at an index, "" after the last word."""
        return self.words[i] if i < len(self.words) else ""

    def number(self, i: int) -> Numeral | None:
        """Return the cardinal that begins here, if one does."""
        found = self.numerals.get(i)
        return found if found is not None and found.kind == "number" else None

    def reads(self, i: int, phrase: tuple[str, ...]) -> bool:
        """Return whether a phrase begins here; False for an empty phrase."""
        return bool(phrase) and tuple(self.words[i : i + len(phrase)]) == phrase

    def unit(self, i: int) -> tuple[str, int]:
        """Return the unit here, perhaps after a hyphen, and the index after it; "" for no unit."""
        i += self.word(i) == "-"
        word, lang = self.word(i), self.lang
        pair = word, self.word(i + 1)
        if pair in lang.unit_phrases:
            return lang.unit_phrases[pair], i + 2
        name = unit(word, lang) or lang.unit_letters.get(word, "")
        if not name and word:
            stems = (word, *(word.removesuffix(ending) for ending in lang.plural_endings))
            name = next((s for s in stems if measure(s, lang) is not None), "")
        return (name, i + 1) if name and name not in lang.additive_conjunctions else ("", i)


def _point(
    start: int, end: int, dimension: str, value: float, cycle: float = 0.0, last: int = -1
) -> Amount:
    """Return an amount with a single value; `last` is the index of the last word of its numeral."""
    numeral = (start, end - 1 if last < 0 else last)
    return Amount(start, end, dimension, value, value, 0.0, 1.0, cycle, numeral)


# -- The time of the day ---------------------------------------------------------------------------


def _clock(text: _WordRun, i: int) -> Amount | None:
    """Read "3 pm", "3:00 p.m.", "6.30pm", "15:00", "3 o'clock", or what `_spoken` reads."""
    word, behind, lang = text.words[i], text.word(i + 1), text.lang
    attached, match, number = _ATTACHED.fullmatch(word), _CLOCK.fullmatch(word), text.number(i)
    if attached is not None and attached[3] in lang.meridiems:
        return _half_day(i, i + 1, int(attached[1]), int(attached[2] or 0), attached[3], lang)
    if match is not None:
        hours, minutes = int(match[1]), int(match[2])
        if behind in lang.meridiems:
            return _half_day(i, i + 2, hours, minutes, behind, lang)
        cycle = HALF_DAY if 1 <= hours <= 12 else 0
        known = ":" in word and hours < 24
        return _point(i, i + 1, "clock", float(60 * hours + minutes), cycle) if known else None
    if number is not None and number.end == i + 1:
        if behind in lang.meridiems:
            return _half_day(i, i + 2, int(number.value), 0, behind, lang)
        if behind in lang.full_hours and 1 <= number.value <= 12:
            return _point(i, i + 2, "clock", 60.0 * float(number.value), HALF_DAY, last=i)
    return _spoken(text, i)


def _half_day(
    start: int, end: int, hours: int, minutes: int, half: str, lang: LanguageData
) -> Amount | None:
    """Return a time of the morning or the afternoon."""
    value = float(60 * (hours % 12 + lang.meridiems[half]) + minutes)
    return _point(start, end, "clock", value, last=start) if 1 <= hours <= 12 else None


def _spoken(text: _WordRun, i: int) -> Amount | None:
    """Read "noon", "half past three"."""
    word, lang = text.words[i], text.lang
    if word in lang.day_times:
        return _point(i, i + 1, "clock", 60.0 * lang.day_times[word])
    direction = lang.hour_directions.get(text.word(i + 1))
    hour = read_word(text.word(i + 2), lang)
    if word not in lang.hour_parts or direction is None or hour is None:
        return None
    if hour.kind != "number" or not 1 <= hour.value <= 12:
        return None
    minutes = 60 * int(hour.value) + direction * lang.hour_parts[word]
    return _point(i, i + 3, "clock", float(minutes % DAY), HALF_DAY)


# -- How often -------------------------------------------------------------------------------------


def _rate(text: _WordRun, i: int) -> Amount | None:
    """Read "twice a day", "2 times per day", "twice daily", "daily", "every day"."""
    word, lang, number = text.words[i], text.lang, text.numerals.get(i)
    count, end = lang.counting_adverbs.get(word, 0), i + 1
    if number is not None and text.word(number.end) in lang.counting_nouns:
        count, end = int(number.value), number.end + 1
    elif not count and word in lang.rate_determiners & lang.universal_determiners:
        count, end = 1, i
    period = lang.period_adverbs.get(text.word(end if count else i))
    if period is not None:
        last = end + 1 if count else i + 1
        return _point(i, last, "rate", max(count, 1) / hours(period, lang), last=i)
    noun = text.word(end + 1)
    if count and text.word(end) in lang.rate_determiners and noun in lang.period_adverbs.values():
        return _point(i, end + 2, "rate", count / hours(noun, lang), last=i)
    return None


def hours(period: str, lang: LanguageData) -> float:
    """Return how long a period is, in hours; months and longer ones on average."""
    found = measure(period, lang)
    if found is None:
        return 1.0
    return found.factor / 3600 if found.dimension == "time" else found.factor * _MONTH


# -- Shares ----------------------------------------------------------------------------------------


def _share(text: _WordRun, i: int) -> Amount | None:
    """Read "half of", "a third of", "three-quarters", "one in five", "1/2"."""
    word, lang = text.words[i], text.lang
    if word in lang.indefinite_articles:
        parts = lang.denominators.get(text.word(i + 1))
        found = parts and text.word(i + 2) in lang.genitive_prepositions
        return _point(i, i + 2, "share", 1 / parts) if parts and found else None
    number = text.number(i)
    if number is None:
        return None
    if word in lang.halves or (0 < number.value < 1 and "/" in word):
        if text.word(i + 1) in lang.indefinite_articles or text.unit(number.end)[0]:
            return None
        return _point(i, number.end, "share", float(number.value))
    return _part_of_whole(text, i, number)


def _part_of_whole(text: _WordRun, i: int, number: Numeral) -> Amount | None:
    """Read "three-quarters" and "one in five", after their first number has been read."""
    lang = text.lang
    hyphen = text.word(number.end) == "-"
    end = number.end + 1 + hyphen
    parts = lang.denominators.get(text.word(end - 1))
    if parts and number.value < parts and (hyphen or text.word(end) in lang.genitive_prepositions):
        return _point(i, end, "share", float(number.value / parts))
    whole = text.number(number.end + 1)
    if whole is None or text.word(number.end) not in lang.share_joints or number.value != 1:
        return None
    return _point(i, whole.end, "share", float(1 / whole.value)) if 1 < whole.value <= 100 else None


# -- Years, ordinals, items of a list --------------------------------------------------------------


def _place(text: _WordRun, i: int) -> Amount | None:
    """Read a year, decade or century; an ordinal; "number 2"."""
    lang = text.lang
    if text.words[i] in lang.numbering_words.values():
        number = text.number(i + 1 + (text.word(i + 1) == "."))
        return number and _point(i, number.end, "item", float(number.value))
    number = text.numerals.get(i)
    if number is None:
        return None
    value, numeral = float(number.value), (number.start, number.end - 1)
    if number.kind == "decade":
        start = i - (i > 0 and text.words[i - 1] in _APOSTROPHES)  # "’80s"
        return Amount(start, number.end, "year", *years(value, value + 9), 0.0, 1.0, 0.0, numeral)
    if number.kind == "ordinal":
        end = number.end + (text.word(number.end) == "-")
        if text.word(end) in lang.century_nouns:
            span = years(100 * (value - 1), 100 * value - 1)
            return Amount(i, end + 1, "year", *span, 0.0, 1.0, 0.0, numeral)
        return _point(i, number.end, "rank", value)
    single = number.end == i + 1 and not text.unit(number.end)[0]
    if single and FOUR_DIGITS.fullmatch(text.words[i]) and _opens_year(text, i):
        return Amount(i, i + 1, "year", *years(value, value), 0.0, 1.0, 0.0, numeral)
    return None


def _opens_year(text: _WordRun, i: int) -> bool:
    """Return whether the neighbouring words mark a number as a year: "in 1994", "1994, 1995"."""
    words, lang = text.words, text.lang
    if i and words[i - 1] in lang.year_openers:
        return True
    joints = lang.date_joints | lang.additive_conjunctions
    beside = [(k + i, 2 * k + i) for k in (-1, 1)]
    return any(
        0 <= other < len(words) and words[joint] in joints and FOUR_DIGITS.fullmatch(words[other])
        for joint, other in beside
    )


# -- Numbers with a unit, and bare ones ------------------------------------------------------------


def _measured(text: _WordRun, i: int) -> Amount | None:
    """Read a number, with a unit before or after it: "$5", "10-km", "half an hour"."""
    lang = text.lang
    currency = unit(text.word(i), lang)
    currency = currency if currency in lang.currencies else None
    number = text.number(i + (currency is not None))
    if number is None:
        return None if currency else _with_article(text, i)
    name, end = text.unit(number.end)
    if currency is not None:
        name, end = currency, end if name == currency else number.end
    if text.reads(i, lang.half_before):
        whole = _measured(text, i + len(lang.half_before))
        if whole is not None:  # "half a million dollars"
            low, high, step = whole.low / 2, whole.high / 2, whole.step / 2
            numeral = i, whole.numeral[1]
            return whole._replace(start=i, low=low, high=high, step=step, numeral=numeral)
        name, end = text.unit(i + len(lang.half_before))
    dimension, factor = _dimension(name, lang)
    count = number.value
    if not name:
        end = number.end
    elif text.reads(end, lang.half_behind):
        count, end = count + Fraction(1, 2), end + len(lang.half_behind)
    value, step = round(factor * float(count), 9), factor * float(number.step)
    numeral = (number.start, number.end - 1)
    return Amount(i, end, dimension, value, value, step, factor, 0.0, numeral)


def _with_article(text: _WordRun, i: int) -> Amount | None:
    """Read "an hour and a half"."""
    lang = text.lang
    name, end = text.unit(i + 1) if text.word(i) in lang.indefinite_articles else ("", i)
    if not name or not text.reads(end, lang.half_behind):
        return None
    dimension, factor = _dimension(name, lang)
    value, end = 1.5 * factor, end + len(lang.half_behind)
    return Amount(i, end, dimension, value, value, factor / 2, factor, 0.0, (i, end - 1))


def _dimension(name: str, lang: LanguageData) -> tuple[str, float]:
    """Return the dimension of a unit, and its size in the smallest unit of that dimension."""
    # A pound may be money or a weight, so it has a dimension of its own.
    if name in lang.share_units:
        return "share", 0.01
    found = measure(name, lang) if name and name not in lang.currencies else None
    return found or (name, 1.0)


def _joined(one: Amount, other: Amount, text: _WordRun) -> list[Amount]:
    """Return two amounts, or their sum: "5 feet 3 inches", "1 hour and 30 minutes"."""
    between = text.words[one.end : other.start]
    glued = not between or (len(between) == 1 and between[0] in text.lang.additive_conjunctions)
    part = _of_currency(one.dimension, other, text) if glued else other
    fits = one.dimension == part.dimension and one.dimension and one.factor > part.factor
    if not (glued and fits and part.high < one.factor):
        return [one, other]
    value, numeral = round(one.low + part.low, 9), (one.numeral[0], part.numeral[1])
    known = value, value, part.step, part.factor, 0.0, numeral
    return [Amount(one.start, part.end, one.dimension, *known)]


def _of_currency(currency: str, number: Amount, text: _WordRun) -> Amount:
    """Return a bare number before a subunit as an amount of the currency: "50 cents"."""
    if number.dimension or currency not in text.lang.subunits.get(text.word(number.end), ()):
        return number
    low, high, step = (value / 100 for value in (number.low, number.high, number.step))
    end = number.end + 1
    return number._replace(end=end, dimension=currency, low=low, high=high, step=step, factor=0.01)


# The readers of amounts, tried in this order at each word.
_READERS = (_clock, _rate, _share, _place, _measured)
