"""Numbers in words and in digits."""

from __future__ import annotations

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_VALUES = {word: float(value) for value, word in enumerate(_ONES)}
_VALUES |= {word: 10.0 * value for value, word in enumerate(_TENS, 2)}
_VALUES |= {"dozen": 12.0, "hundred": 100.0, "thousand": 1e3, "million": 1e6}
_VALUES |= {"billion": 1e9, "trillion": 1e12}
_ORDINALS = {word: value for value, word in enumerate((*_NTH, "tenth"), 1)}
_UNITS = {"%": "percent", "percent": "percent", "pct": "percent", "$": "dollar", "us$": "dollar"}
_UNITS |= {"dollar": "dollar", "dollars": "dollar", "€": "euro", "euro": "euro", "euros": "euro"}
_UNITS |= {"£": "pound", "pound": "pound", "pounds": "pound", "&": "and", "and": "and"}
_DIGITS = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[+-]?\.\d+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")


def numeral(word: str) -> float | str | None:
    """Return the value of a lower-cased number word or numeral, a name for a unit, or None.

    An ordinal's value is a string, for "second" is not 2.

    Example:
        >>> numeral("1,000"), numeral("thousand"), numeral("2nd"), numeral("%"), numeral("cat")
        (1000.0, 1000.0, '2nd', 'percent', None)
    """
    if word in _VALUES:
        return _VALUES[word]
    if word in _UNITS:
        return _UNITS[word]
    if word in _ORDINALS:
        return _ordinal(_ORDINALS[word])
    if _DIGITS.fullmatch(word):
        return float(word.replace(",", ""))
    if match := _ORDINAL.fullmatch(word):
        return _ordinal(int(match[1]))
    if "-" in word:
        tens, _, ones = word.partition("-")
        if _VALUES.get(tens, 0) in range(20, 100, 10) and 0 < _VALUES.get(ones, 0) < 10:
            return _VALUES[tens] + _VALUES[ones]
    return None


def _ordinal(value: int) -> str:
    return f"{value}{_SUFFIXES.get(value, 'th')}"


_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
