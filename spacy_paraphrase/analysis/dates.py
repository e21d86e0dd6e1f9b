"""Months, weekdays and dates in a normal form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..lang import LanguageData
from .numbers import century, read_word

_NUMERIC = re.compile(r"(\d{1,4})([/.-])(\d{1,2})\2(\d{2,4})")

Date = tuple[int | None, int | None, int | None]  # year, month, day


class DateSpan(NamedTuple):
    """A date and where it stands.

    Attributes:
        start: Its first word.
        end: The word behind its last one.
        readings: What it may mean: 9/10/2005 is a day in September or in October.
        parts: What each word of it gives: "year", "month", "day", "date", or "" for the rest.
    """

    start: int
    end: int
    readings: tuple[Date, ...]
    parts: tuple[str, ...]


@lru_cache(maxsize=1 << 14)
def calendar_name(word: str, lang: LanguageData) -> str | None:
    """Return the full name of a month or weekday, or None.

    Args:
        word: A word as written; "Sat" and "sat." are a day, "sat" is not.
        lang: Its language.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> [calendar_name(word, language_data("en")) for word in ("Sept.", "sat", "Mondays")]
        ['september', None, 'monday']
    """
    name = word.lower()
    if name in lang.months or name in lang.weekdays:
        return name
    for ending in lang.plural_endings:
        if name.removesuffix(ending) in lang.weekdays:
            return name.removesuffix(ending)
    bare = name.removesuffix(".")
    if bare in lang.ambiguous_calendar_forms and word == bare:
        return None
    return lang.calendar_forms.get(bare)


def dates(words: Sequence[str], lang: LanguageData) -> list[DateSpan]:
    """Return the dates in a sentence, as written, that say more than one of year, month and day.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> words = "on Sept. 15 , 2005 or 15.9.2005".split()
        >>> [span.readings for span in dates(words, language_data("en"))]
        [((2005, 9, 15),), ((2005, 9, 15),)]
    """
    found = []
    end = 0
    for i, word in enumerate(words):
        part = _part(word, lang)[0] if i >= end else ""
        span = _numeric(words, i) if part == "date" else part and _written(words, i, lang)
        if span:
            found.append(span)
            end = span.end
    return found


def in_digits(words: Sequence[str], lang: LanguageData) -> bool:
    """Return whether one of some words is a whole date: "9/15/2005"."""
    return any(_part(word, lang)[0] == "date" for word in words)


def same_date(one: DateSpan, other: DateSpan) -> bool:
    """Return whether two dates can be the same; a year may be missing on one side.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> first, second = dates("15 September or 9/15/2005".split(), language_data("en"))
        >>> same_date(first, second)
        True
    """
    return any(
        left[1:] == right[1:] and (left[0] == right[0] or None in (left[0], right[0]))
        for left, right in product(one.readings, other.readings)
    )


def equal_dates(one: DateSpan, other: DateSpan) -> bool:
    """Return whether two dates may mean the same and tell the same parts of it."""
    return not set(one.readings).isdisjoint(other.readings)


def may_agree(one: DateSpan, other: DateSpan) -> bool:
    """Return whether two dates can be the same; year or day may be missing on one side.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> first, second = dates("January 1996 or Jan. 12 , 1996".split(), language_data("en"))
        >>> may_agree(first, second)
        True
    """
    return any(
        all(part == part2 or None in (part, part2) for part, part2 in zip(left, right, strict=True))
        for left, right in product(one.readings, other.readings)
    )


def _numeric(words: Sequence[str], i: int) -> DateSpan | None:
    first, second, third = (int(number) for number in re.split(r"\D", words[i]))
    if first > 99:
        candidates = [(first, second, third)]
    else:
        third += 0 if third > 99 else century(third)
        candidates = [(third, first, second), (third, second, first)]
    readings = {(y, m, d) for y, m, d in candidates if 1 <= m <= 12 and 1 <= d <= 31}
    return DateSpan(i, i + 1, tuple(sorted(readings)), ("date",)) if readings else None


def _written(words: Sequence[str], i: int, lang: LanguageData) -> DateSpan | None:
    """Read "15 September 2005", "Sept. 15, 2005", "the 15th of September", "September 2005"."""
    parts: list[str] = []
    values: dict[str, int] = {}
    for word in words[i : i + 6]:
        part, value = _part(word, lang)
        glue = word in lang.date_joints and bool(parts)
        first = part not in ("", "date") and part not in values and "year" not in values
        if not (glue or (first and (part != "year" or "month" in values))):
            break
        parts.append(part)
        if part:
            values[part] = value
    while parts and not parts[-1]:
        parts.pop()
    if "month" not in values or len(values) < 2:
        return None
    reading = (values.get("year"), values["month"], values.get("day"))
    return DateSpan(i, i + len(parts), (reading,), tuple(parts))


@lru_cache(maxsize=1 << 14)
def _part(word: str, lang: LanguageData) -> tuple[str, int]:
    """Return what part of a date a word can be, and its value."""
    if _NUMERIC.fullmatch(word):
        return "date", 0
    name = calendar_name(word, lang)
    if name in lang.months:
        return "month", lang.months.index(name) + 1
    reading = read_word(word.lower(), lang)
    if name or reading is None or reading.kind not in ("number", "ordinal"):
        return "", 0
    written = reading.digits or reading.kind == "ordinal"  # "the ninth of March"
    if not written or reading.value.denominator > 1:
        return "", 0
    value = int(reading.value)
    if 1 <= value <= 31:
        return "day", value
    return ("year", value) if 1000 <= value <= 2999 and reading.kind == "number" else ("", 0)
