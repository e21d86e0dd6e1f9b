"""Months, weekdays and dates in a normal form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ..lang import LanguageData
from .amounts import DAYS_A_MONTH, DAYS_A_YEAR, Amount, equal_amounts
from .numerals import century, read_word

_NUMERIC = re.compile(r"(\d{1,4})([/.-])(\d{1,2})\2(\d{2,4})")
# Dates that a tokeniser splits at the hyphens into five words; the year has four digits.
_SPLIT = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}")


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


def dates(words: Sequence[str], lang: LanguageData) -> list[Amount]:
    """Return the dates in a sentence, as written, that give at least two of year, month and day.

    A date without a year has a cycle of one year; a date without a day covers the whole month.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> words = "on Sept. 15 , 2005 or 15.9.2005".split()
        >>> first, second = dates(words, language_data("en"))
        >>> (first.start, first.end), equal_amounts(first, second)
        ((1, 5), True)
    """
    found: list[Amount] = []
    for i, word in enumerate(words):
        if found and i < found[-1].end:
            continue
        end = figures_end(words, i)
        span = _numeric(words, i, end) if end else None
        if not end and date_part(word, lang)[0]:
            span = _written(words, i, lang)
        if span:
            found.append(span)
    return found


def figures_end(words: Sequence[str], i: int) -> int:
    """Return the end index of a date in figures that begins at a word, 0 if there is none.

    Example:
        >>> figures_end("on 2005 - 09 - 15".split(), 1), figures_end(["9/15/2005"], 0)
        (6, 1)
    """
    if not words[i][:1].isdigit():
        return 0
    if _NUMERIC.fullmatch(words[i]):
        return i + 1
    split = words[i + 1 : i + 2] == ["-"] and _SPLIT.fullmatch("".join(words[i : i + 5]))
    return i + 5 if split and words[i + 3] == "-" else 0


def equal_dates(one: Amount, other: Amount) -> bool:
    """Return whether two dates may be equal, and both or neither give the year."""
    return one.cycle == other.cycle and equal_amounts(one, other)


def named_time(words: Sequence[str], i: int, lang: LanguageData) -> Amount | None:
    """Return the month or weekday that a word as written names, as an amount, or None.

    The amount of a weekday is its number, with the dimension "weekday".
    """
    name = calendar_name(words[i], lang)
    if name in lang.months:
        return _date(i, i + 1, [(None, lang.months.index(name) + 1, None)])
    if name is None:
        return None
    day = float(lang.weekdays.index(name))
    return Amount(i, i + 1, "weekday", day, day, 0.0, 1.0, 0.0, (i, i))


def _date(start: int, end: int, readings: Sequence[tuple[int | None, int, int | None]]) -> Amount:
    """Return a date; each reading is its year, month and day, None for an unknown part."""
    spans = []
    for year, month, day in readings:
        first = (year or 0) * DAYS_A_YEAR + (month - 1) * DAYS_A_MONTH
        spans.append((first + day - 1,) * 2 if day else (first, first + DAYS_A_MONTH - 1))
    cycle = DAYS_A_YEAR if readings[0][0] is None else 0
    other = spans[1] if len(spans) > 1 else None
    return Amount(start, end, "date", *spans[0], 0.0, 1.0, cycle, (start, end - 1), other)


def _numeric(words: Sequence[str], start: int, end: int) -> Amount | None:
    """Read "9/15/2005", "15.9.2005", "2005-09-15"."""
    first, second, third = map(int, re.split(r"\D", "".join(words[start:end])))
    if first > 99:
        candidates = [(first, second, third)]
    else:
        third += 0 if third > 99 else century(third)
        candidates = [(third, first, second), (third, second, first)]
    readings = {(y, m, d) for y, m, d in candidates if 1 <= m <= 12 and 1 <= d <= 31}
    return _date(start, end, sorted(readings)) if readings else None


def _written(words: Sequence[str], i: int, lang: LanguageData) -> Amount | None:
    """Read "15 September 2005", "Sept. 15, 2005", "the 15th of September", "September 2005"."""
    values: dict[str, int] = {}
    end = i
    for k, word in enumerate(words[i : i + 6], i):
        part, value = date_part(word, lang)
        first = part not in ("", "date") and part not in values and "year" not in values
        if first and (part != "year" or "month" in values):
            values[part], end = value, k + 1
        elif not (word in lang.date_joints and values):
            break
    if "month" not in values or len(values) < 2:
        return None
    return _date(i, end, [(values.get("year"), values["month"], values.get("day"))])


@lru_cache(maxsize=1 << 14)
def date_part(word: str, lang: LanguageData) -> tuple[str, int]:
    """Return which part of a date a word as written can be, and its value.

    The part is "date" for a whole date, "year", "month", "day", or "" for no part.
    """
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
