"""Amounts: all tokens that say how much, how often or when, as one interval in one unit.

An amount is what several words say together, however it is written: "€1.2 million" and "1,200,000
euros", "thirty-seven per cent" and "37%", "half past three" and "3:30", "twice a day" and "twice
daily". Amounts of one dimension can be compared: 1994 lies within the 1990s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..lang import LanguageData
from .numbers import Quantity, measure, quantities, read_word, unit

_CLOCK = re.compile(r"(\d{1,2})[:.]([0-5]\d)")
_ATTACHED = re.compile(r"(\d{1,2})(?:[:.]([0-5]\d))?([a-z][a-z.]*)")
_APOSTROPHES = ("'", "’")
_YEAR = re.compile(r"[12]\d\d\d")
# Minutes of half a day, and of a day: "3:30" may be in the morning and in the afternoon.
HALF_DAY, DAY = 720, 1440
# Hours of an average month.
_MONTH = 365.2425 * 24 / 12


class Amount(NamedTuple):
    """An amount and where it stands.

    Attributes:
        start: Its first word.
        end: The word behind its last one.
        dimension: What it can be compared with: a currency, "share" (of a whole), what a unit
            measures, "clock", "year", "rank" (of an ordinal), "item" ("No. 2"), "rate" (how often);
            "" for a bare number.
        low: From where on, in the smallest unit of the dimension.
        high: Up to where.
        step: How precise it is, 0 where it is no number.
        factor: How many of the smallest unit its own unit is.
        cycle: Values that differ by so much may be the same, 0 for none.
        numeral: The first and the last word of its numeral, the same one where there is but one.
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


def equal_amounts(one: Amount, other: Amount) -> bool:
    """Return whether two amounts say the same.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> left = amounts("at half past three".split(), english)
        >>> equal_amounts(left[0], amounts("at 15:30".split(), english)[0])
        True
    """
    if one.dimension != other.dimension:
        return False
    lows, highs = one.low - other.low, one.high - other.high
    cycle = one.cycle or other.cycle
    if cycle:
        lows, highs = lows % cycle, highs % cycle
    least = 1e-9 * max(abs(one.high), abs(other.high))
    return abs(lows) <= least and abs(highs) <= least


@lru_cache(maxsize=1 << 12)
def _known(words: tuple[str, ...], lang: LanguageData) -> tuple[Amount, ...]:
    found: list[Amount] = []
    numbers = {q.start: q for q in quantities(words, lang)}
    openers = _openers(lang)
    i = 0
    while i < len(words):
        amount = None
        if i in numbers or words[i] in openers or words[i][:1].isdigit():
            tried = (read(words, i, numbers, lang) for read in _READERS)
            amount = next((a for a in tried if a is not None), None)
        if amount is None:
            i += 1
            continue
        found[-1:] = _joined(found[-1], amount, words, lang) if found else [amount]
        i = found[-1].end
    return tuple(found)


def amounts(words: Sequence[str], lang: LanguageData) -> tuple[Amount, ...]:
    """Return the amounts among lower-cased words, each as long as it can be, from left to right.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> found = amounts("thirty - seven per cent of £ 3 million".split(), language_data("en"))
        >>> [(a.start, a.end, a.dimension, a.low) for a in found]
        [(0, 5, 'share', 0.37), (6, 9, 'pound', 3000000.0)]
    """
    return _known(tuple(words), lang)


@lru_cache(maxsize=8)
def _openers(lang: LanguageData) -> frozenset[str]:
    """Return the words, beside numerals, by which an amount can begin."""
    signs = (form for name in lang.currencies for form in lang.units.get(name, ()))
    return frozenset(
        (*signs, *lang.day_times, *lang.hour_parts, *lang.counting_adverbs, *lang.period_adverbs)
    ).union(
        lang.numbering_words.values(),
        *(
            lang.indefinite_articles,
            lang.halves,
            lang.rate_determiners & lang.universal_determiners,
        ),
    )


# What an amount is read with: words, where it begins, the numbers by where they begin.
_Numbers = Mapping[int, Quantity]


def _plain(
    start: int, end: int, dimension: str, value: float, cycle: float = 0.0, last: int = -1
) -> Amount:
    """Return an amount of one value."""
    numeral = (start, end - 1 if last < 0 else last)
    return Amount(start, end, dimension, value, value, 0.0, 1.0, cycle, numeral)


def _word(words: Sequence[str], i: int) -> str:
    return words[i] if i < len(words) else ""


def _clock(words: Sequence[str], i: int, numbers: _Numbers, lang: LanguageData) -> Amount | None:
    """Read "3 pm", "3:00 p.m.", "6.30pm", "15:00", "3 o'clock", or what `_spoken` reads."""
    attached, match = _ATTACHED.fullmatch(words[i]), _CLOCK.fullmatch(words[i])
    number, behind = numbers.get(i), _word(words, i + 1)
    if attached is not None and attached[3] in lang.meridiems:
        return _half_day(i, i + 1, int(attached[1]), int(attached[2] or 0), attached[3], lang)
    if match is not None:
        hours, minutes = int(match[1]), int(match[2])
        if behind in lang.meridiems:
            return _half_day(i, i + 2, hours, minutes, behind, lang)
        cycle = HALF_DAY if 1 <= hours <= 12 else 0
        known = ":" in words[i] and hours < 24
        return _plain(i, i + 1, "clock", float(60 * hours + minutes), cycle) if known else None
    if number is None or number.end != i + 1 or number.kind != "number":
        return _spoken(words, i, lang)
    if behind in lang.meridiems:
        return _half_day(i, i + 2, int(number.value), 0, behind, lang)
    if behind in lang.full_hours and 1 <= number.value <= 12:
        return _plain(i, i + 2, "clock", 60.0 * float(number.value), HALF_DAY, last=i)
    return _spoken(words, i, lang)


def _half_day(
    start: int, end: int, hours: int, minutes: int, half: str, lang: LanguageData
) -> Amount | None:
    """Return a time of the morning or the afternoon."""
    value = float(60 * (hours % 12 + lang.meridiems[half]) + minutes)
    return _plain(start, end, "clock", value, last=start) if 1 <= hours <= 12 else None


def _spoken(words: Sequence[str], i: int, lang: LanguageData) -> Amount | None:
    """Read "noon", "half past three"."""
    if words[i] in lang.day_times:
        return _plain(i, i + 1, "clock", 60.0 * lang.day_times[words[i]])
    direction = lang.hour_directions.get(_word(words, i + 1))
    hour = read_word(_word(words, i + 2), lang)
    if words[i] not in lang.hour_parts or direction is None or hour is None:
        return None
    if hour.kind != "number" or not 1 <= hour.value <= 12:
        return None
    minutes = 60 * int(hour.value) + direction * lang.hour_parts[words[i]]
    return _plain(i, i + 3, "clock", float(minutes % DAY), HALF_DAY)


def _rate(words: Sequence[str], i: int, numbers: _Numbers, lang: LanguageData) -> Amount | None:
    """Read "twice a day", "2 times per day", "twice daily", "daily", "every day"."""
    count, end = lang.counting_adverbs.get(words[i], 0), i + 1
    number = numbers.get(i)
    if number is not None and _word(words, number.end) in lang.counting_nouns:
        count, end = int(number.value), number.end + 1
    elif not count and words[i] in lang.rate_determiners & lang.universal_determiners:
        count, end = 1, i
    period = lang.period_adverbs.get(_word(words, end if count else i))
    if period is not None:
        last = end + 1 if count else i + 1
        return _plain(i, last, "rate", max(count, 1) / _length(period, lang), last=i)
    noun = _word(words, end + 1)
    if count and _word(words, end) in lang.rate_determiners and noun in _periods(lang):
        return _plain(i, end + 2, "rate", count / _length(noun, lang), last=i)
    return None


@lru_cache(maxsize=8)
def _periods(lang: LanguageData) -> frozenset[str]:
    """Return the nouns of times in which something may happen again and again."""
    return frozenset(lang.period_adverbs.values())


def _length(period: str, lang: LanguageData) -> float:
    """Return how long a period is, in hours; months and longer ones on average."""
    found = measure(period, lang)
    if found is None:
        return 1.0
    return found.factor / 3600 if found.dimension == "time" else found.factor * _MONTH


def _share(words: Sequence[str], i: int, numbers: _Numbers, lang: LanguageData) -> Amount | None:
    """Read "half of", "a third of", "three-quarters", "one in five", "1/2"."""
    of = lang.genitive_prepositions
    if words[i] in lang.indefinite_articles:
        parts = lang.denominators.get(_word(words, i + 1))
        found = parts and _word(words, i + 2) in of
        return _plain(i, i + 2, "share", 1 / parts) if parts and found else None
    number = numbers.get(i)
    if number is None or number.kind != "number":
        return None
    if words[i] in lang.halves or (0 < number.value < 1 and "/" in words[i]):
        if _word(words, i + 1) in lang.indefinite_articles or _unit(words, number.end, lang)[0]:
            return None
        return _plain(i, number.end, "share", float(number.value))
    hyphen = _word(words, number.end) == "-"
    end = number.end + 1 + hyphen
    parts = lang.denominators.get(_word(words, end - 1))
    if parts and number.value < parts and (hyphen or _word(words, end) in of):
        return _plain(i, end, "share", float(number.value / parts))
    whole = numbers.get(number.end + 1)
    if whole is None or _word(words, number.end) not in lang.share_joints or number.value != 1:
        return None
    in_whole = whole.kind == "number" and 1 < whole.value <= 100
    return _plain(i, whole.end, "share", float(1 / whole.value)) if in_whole else None


def _time(words: Sequence[str], i: int, numbers: _Numbers, lang: LanguageData) -> Amount | None:
    """Read a year, decade or century; an ordinal; "number 2"."""
    if words[i] in lang.numbering_words.values():
        k = i + 1 + (_word(words, i + 1) == ".")
        number = numbers.get(k)
        if number is None or number.kind != "number":
            return None
        return _plain(i, number.end, "item", float(number.value))
    number = numbers.get(i)
    if number is None:
        return None
    value, span = float(number.value), (number.start, number.end - 1)
    if number.kind == "decade":
        start = i - (i > 0 and words[i - 1] in _APOSTROPHES)  # "’80s"
        return Amount(start, number.end, "year", value, value + 9, 0.0, 1.0, 0.0, span)
    if number.kind == "ordinal":
        end = number.end + (_word(words, number.end) == "-")
        if _word(words, end) in lang.century_nouns:
            first = 100 * (value - 1)
            return Amount(i, end + 1, "year", first, first + 99, 0.0, 1.0, 0.0, span)
        return _plain(i, number.end, "rank", value)
    single = number.end == i + 1 and not _unit(words, number.end, lang)[0]
    found = single and _YEAR.fullmatch(words[i]) and _opens_year(words, i, lang)
    return _plain(i, i + 1, "year", value) if found else None


def _opens_year(words: Sequence[str], i: int, lang: LanguageData) -> bool:
    """Return whether a number is a year by what stands beside it: "in 1994", "1994, 1995"."""
    if i and words[i - 1] in lang.year_openers:
        return True
    joints = lang.date_joints | lang.additive_conjunctions
    beside = [(k + i, 2 * k + i) for k in (-1, 1)]
    return any(
        0 <= other < len(words) and words[joint] in joints and _YEAR.fullmatch(words[other])
        for joint, other in beside
    )


def _reads(words: Sequence[str], i: int, phrase: tuple[str, ...]) -> bool:
    """Return whether the words from i on begin with a phrase; none does with one not known."""
    return bool(phrase) and tuple(words[i : i + len(phrase)]) == phrase


def _measured(words: Sequence[str], i: int, numbers: _Numbers, lang: LanguageData) -> Amount | None:
    """Read a number, with its unit before or behind it: "$5", "10-km", "half an hour"."""
    currency = unit(words[i], lang)
    currency = currency if currency in lang.currencies else None
    number = numbers.get(i + (currency is not None))
    if number is None or number.kind != "number":
        return None if currency else _with_article(words, i, lang)
    name, end = _unit(words, number.end, lang)
    if currency is not None:
        name, end = currency, end if name == currency else number.end
    if _reads(words, i, lang.half_before):
        whole = _measured(words, i + len(lang.half_before), numbers, lang)
        if whole is not None:  # "half a million dollars"
            low, high, step = whole.low / 2, whole.high / 2, whole.step / 2
            numeral = i, whole.numeral[1]
            return whole._replace(start=i, low=low, high=high, step=step, numeral=numeral)
        name, end = _unit(words, i + len(lang.half_before), lang)
    dimension, factor = _dimension(name, lang)
    if not name:
        end = number.end
    elif _reads(words, end, lang.half_behind):
        number, end = (
            number._replace(value=number.value + Fraction(1, 2)),
            end + len(lang.half_behind),
        )
    value, step = factor * float(number.value), factor * float(number.step)
    value = round(value, 9)
    span = (number.start, number.end - 1)
    return Amount(i, end, dimension, value, value, step, factor, 0.0, span)


def _with_article(words: Sequence[str], i: int, lang: LanguageData) -> Amount | None:
    """Read "an hour and a half"."""
    if words[i] not in lang.indefinite_articles:
        return None
    name, end = _unit(words, i + 1, lang)
    if not name or not _reads(words, end, lang.half_behind):
        return None
    dimension, factor = _dimension(name, lang)
    value, last = 1.5 * factor, end + len(lang.half_behind)
    return Amount(i, last, dimension, value, value, factor / 2, factor, 0.0, (i, last - 1))


def _unit(words: Sequence[str], i: int, lang: LanguageData) -> tuple[str, int]:
    """Return the unit that stands here, perhaps behind a hyphen, and what stands behind it."""
    i += _word(words, i) == "-"
    pair = _word(words, i), _word(words, i + 1)
    if pair in lang.unit_phrases:
        return lang.unit_phrases[pair], i + 2
    name = unit(pair[0], lang) or lang.unit_letters.get(pair[0], "")
    if not name and pair[0]:
        stems = (pair[0].removesuffix(ending) for ending in lang.plural_endings)
        name = next((s for s in (pair[0], *stems) if measure(s, lang) is not None), "")
    return (name, i + 1) if name and name not in lang.additive_conjunctions else ("", i)


def _dimension(name: str, lang: LanguageData) -> tuple[str, float]:
    """Return what a unit measures, and how many of the smallest one it is.

    A pound may be money or a weight, and is compared with pounds alone.
    """
    if name in lang.share_units:
        return "share", 0.01
    found = measure(name, lang) if name and name not in lang.currencies else None
    return found or (name, 1.0)


def _joined(one: Amount, other: Amount, words: Sequence[str], lang: LanguageData) -> list[Amount]:
    """Return two amounts, or the one that they make: "5 feet 3 inches", "1 hour and 30 minutes"."""
    between = words[one.end : other.start]
    glued = not between or (len(between) == 1 and between[0] in lang.additive_conjunctions)
    part = _of_currency(one.dimension, other, words, lang) if glued else other
    fits = one.dimension == part.dimension and one.dimension and one.factor > part.factor
    if not (glued and fits and part.high < one.factor):
        return [one, other]
    value, span = round(one.low + part.low, 9), (one.numeral[0], part.numeral[1])
    known = value, value, part.step, part.factor, 0.0, span
    return [Amount(one.start, part.end, one.dimension, *known)]


def _of_currency(currency: str, number: Amount, words: Sequence[str], lang: LanguageData) -> Amount:
    """Return a bare number before a hundredth of a currency as an amount of it: "50 cents"."""
    if number.dimension or currency not in lang.subunits.get(_word(words, number.end), ()):
        return number
    low, high, step = (value / 100 for value in (number.low, number.high, number.step))
    end = number.end + 1
    return number._replace(end=end, dimension=currency, low=low, high=high, step=step, factor=0.01)


_Reader = Callable[[Sequence[str], int, _Numbers, LanguageData], Amount | None]
# What may begin at a word, the longest readings first.
_READERS: tuple[_Reader, ...] = (_clock, _rate, _share, _time, _measured)
