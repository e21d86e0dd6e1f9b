"""Numbers in words and in digits, and the units that they measure, in a normal form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

Kind = Literal["number", "ordinal", "decade"]

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NTH = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth"),
)
_SMALL = {word: value for value, word in enumerate(_ONES)}
_SMALL |= {word: 10 * value for value, word in enumerate(_TENS, 2)}
_ORDINALS = {word: value for value, word in enumerate(_NTH, 1)}
_ORDINALS |= {f"{word}th": value for value, word in enumerate(_ONES) if value > 12}
_ORDINALS |= {f"{word[:-1]}ieth": 10 * value for value, word in enumerate(_TENS, 2)}
_DECADES = {f"{word[:-1]}ies": 10 * value for value, word in enumerate(_TENS, 2)}
SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
SCALES |= {"trillion": 10**12, "dozen": 12}
_SHORT = {"mn": 10**6, "bn": 10**9, "tn": 10**12}
# Short for a scale beside a currency alone: 5 m are metres else.
_SHORTER = {"k": 10**3, "m": 10**6, "b": 10**9}
_UNITS = {
    "percent": "% percent pct per cent",
    "dollar": "$ us$ usd dollar dollars",
    "euro": "€ eur euro euros",
    "pound": "£ gbp pound pounds",
    "yen": "¥ jpy yen",
    "yuan": "rmb cny yuan renminbi",
    "kilometre": "km kilometre kilometres kilometer kilometers",
    "kilogram": "kg kilo kilos kilogram kilograms kilogramme kilogrammes",
    "gram": "gram grams gramme grammes",
    "metre": "metre metres meter meters",
    "centimetre": "cm centimetre centimetres centimeter centimeters",
    "millimetre": "mm millimetre millimetres millimeter millimeters",
    "foot": "ft foot feet",
    "inch": "inch inches",
    "mile": "mile miles",
    "litre": "litre litres liter liters",
    "millilitre": "ml millilitre millilitres milliliter milliliters",
    "ounce": "oz ounce ounces",
    "gigabyte": "gb gigabyte gigabytes",
    "megabyte": "mb megabyte megabytes",
    "hour": "hour hours hr hrs",
    "minute": "minute minutes min mins",
    "second": "sec secs seconds",
    "and": "& and",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}
# Units behind a number alone.
_LETTERS = {"m": "metre", "g": "gram", "l": "litre", "h": "hour", "s": "second"}
_CURRENCIES = ("dollar", "euro", "pound", "yen", "yuan")
_SIGNS = sorted((w for w, u in _UNIT_OF.items() if u in _CURRENCIES), key=len, reverse=True)
_SIGN = "|".join(map(re.escape, _SIGNS))
_DIGITS = re.compile(
    rf"(?P<sign>{_SIGN})?(?P<digits>[+-]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|[+-]?\.\d+)"
    rf"(?P<scale>k|m|b|mn|bn|tn|million|billion|trillion)?(?P<unit>%|pct|percent|{_SIGN})?"
)
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_YEAR = re.compile(r"['’](\d\d)")
_DECADE = re.compile(r"['’]?((?:1\d|20)?\d0)['’]?s")
_RATIO = re.compile(r"([1-9])/([1-9]\d?)")


class Quantity(NamedTuple):
    """A number and where it stands.

    Attributes:
        start: Its first word.
        end: The word behind its last one.
        kind: What it is.
        value: Its value, exactly.
        digits: Whether it is written in digits.
        step: How precise it is, the unit of its last place: 1/10 of 1.2, 100,000 of 1.2 million.
    """

    start: int
    end: int
    kind: Kind
    value: Fraction
    digits: bool
    step: Fraction = Fraction(1)


class _Reading(NamedTuple):
    kind: Literal["number", "ordinal", "decade", "scale"]
    value: Fraction
    digits: bool = False
    sign: bool = False  # whether a currency is part of the word
    step: Fraction = Fraction(1)


def quantities(words: Sequence[str]) -> list[Quantity]:
    """Return the numbers in a sentence, each as long as it can be, from left to right.

    Args:
        words: The lower-cased words.

    Example:
        >>> found = quantities("two hundred and five of 1.5 million on the 2nd".split())
        >>> [(q.start, q.end, q.kind, int(q.value)) for q in found]
        [(0, 4, 'number', 205), (5, 7, 'number', 1500000), (9, 10, 'ordinal', 2)]
    """
    found = []
    i = 0
    while i < len(words):
        if read_word(words[i]) is None:
            i += 1
            continue
        quantity = _longest(words, i)
        if quantity is not None:
            found.append(quantity)
        i = quantity.end if quantity is not None else i + 1
    return found


def units(words: Sequence[str]) -> list[str | None]:
    """Return the unit of measure or currency that each lower-cased word names, or None.

    A single letter is one behind a number only; "and", which "&" stands for, counts as one, too.

    Example:
        >>> units(["5", "m", "usd", "m"])
        [None, 'metre', 'dollar', None]
    """
    found = [unit(word) for word in words]
    for k, (before, word) in enumerate(pairwise(words), 1):
        if word in _LETTERS and before[-1:].isdigit():
            found[k] = _LETTERS[word]
    return found


def unit(word: str) -> str | None:
    """Return the name of a lower-cased unit of measure, of a currency or of "and", or None.

    Example:
        >>> unit("%"), unit("usd"), unit("cat")
        ('percent', 'dollar', None)
    """
    return _UNIT_OF.get(word) if word not in ("per", "cent") else None


def same_unit(one: str, other: str) -> bool:
    """Tell whether two lower-cased words behind numbers name the same unit.

    Example:
        >>> same_unit("m", "metres"), same_unit("cm", "metres"), same_unit("cat", "cat")
        (True, False, False)
    """
    left, right = (unit(word) or _LETTERS.get(word) for word in (one, other))
    return left is not None and left == right


@lru_cache(maxsize=1 << 14)
def read_word(word: str) -> _Reading | None:
    """Return what a single lower-cased word says about a number."""
    if word in _SMALL:
        return _Reading("number", Fraction(_SMALL[word]))
    if word in SCALES:
        return _Reading("scale", Fraction(SCALES[word]))
    if word in _ORDINALS:
        return _Reading("ordinal", Fraction(_ORDINALS[word]))
    if word in _DECADES:
        return _Reading("decade", Fraction(1900 + _DECADES[word]))
    if word == "half":
        return _Reading("number", Fraction(1, 2))
    if any(character.isdigit() for character in word):
        return _read_digits(word)
    parts = word.split("-")
    whole = _longest(parts, 0) if len(parts) > 1 else None
    if whole is None or whole.end < len(parts):
        return None
    return _Reading(whole.kind, whole.value)


def _read_digits(word: str) -> _Reading | None:
    if match := _DIGITS.fullmatch(word):
        sign = match["sign"] is not None or match["unit"] in _SIGNS
        scale = match["scale"] or ""
        if scale in _SHORTER and not sign:
            return None
        times = Fraction((SCALES | _SHORT | _SHORTER).get(scale, 1))
        numeral = match["digits"].replace(",", "")
        step = times / 10 ** len(numeral.partition(".")[2])
        return _Reading("number", times * Fraction(numeral), True, sign, step)
    if match := _ORDINAL.fullmatch(word):
        return _Reading("ordinal", Fraction(int(match[1])), True)
    if match := _YEAR.fullmatch(word):
        return _Reading("number", Fraction(int(match[1]) + century(int(match[1]))), True)
    if match := _DECADE.fullmatch(word):
        years = int(match[1])
        return _Reading("decade", Fraction(years + (0 if years > 99 else century(years))), True)
    if match := _RATIO.fullmatch(word):
        return _Reading("number", Fraction(int(match[1]), int(match[2])), True)
    return None


def century(years: int) -> int:
    """Return the century, as a number of years, that a year of two digits belongs to."""
    return 1900 if years >= 30 else 2000


def _longest(words: Sequence[str], start: int) -> Quantity | None:
    """Read the longest number that begins here, by the grammar of English numerals."""
    total = Fraction(0)  # what is complete
    current: Fraction | None = None  # what a scale may still multiply
    least: Fraction | None = None  # the last scale: what follows must be smaller
    digits = False
    kind: Kind = "number"
    end, step = start, Fraction(1)
    for i, reading in _readings(words, start):
        value = reading.value
        in_words = not reading.digits and value.denominator == 1 and (not digits or current is None)
        if reading.kind == "decade" and i > start:
            break
        if reading.kind == "scale":
            if value == 100 and current is not None and not (0 < current < 100):
                break
            step *= value if value > 100 else 1
            if value == 100:
                current = value * (current or 1)
            elif least is not None and value >= least:
                break
            else:
                total += value * (current if current is not None else 1)
                current, least = None, value
        elif i == start or (in_words and _continues(current, least, value)):
            current = value + (current or 0)
            kind, step = reading.kind, reading.step
        else:
            break
        digits = digits or reading.digits
        end = i + 1
        if kind != "number":
            break
    if end == start:
        return None
    return _and_a_half(words, Quantity(start, end, kind, total + (current or 0), digits, step))


def _and_a_half(words: Sequence[str], found: Quantity) -> Quantity:
    """Add what stands behind a whole number: "and a half", "1/2"."""
    if found.kind != "number" or found.step != 1 or found.value.denominator > 1:
        return found
    after = words[found.end : found.end + 3]
    ratio = _RATIO.fullmatch(after[0]) if after and found.digits else None
    if ratio and int(ratio[1]) < int(ratio[2]):
        part = Fraction(int(ratio[1]), int(ratio[2]))
        return found._replace(end=found.end + 1, value=found.value + part, step=part)
    if [*after] == ["and", "a", "half"]:
        half = Fraction(1, 2)
        return found._replace(end=found.end + 3, value=found.value + half, step=half)
    return found


def _continues(current: Fraction | None, least: Fraction | None, value: Fraction) -> bool:
    """Whether a number word may follow those read so far: five in "hundred and twenty five"."""
    if current is None:
        return least is not None and value < least
    rest = current % 100
    if rest == 0:
        return current > 0 and value < 100
    return rest >= 20 and rest % 10 == 0 and 0 < value < 10


def _readings(words: Sequence[str], start: int) -> Iterator[tuple[int, _Reading]]:
    """Yield the words of a run that speak of numbers; "and" within is passed over."""
    sign = start > 0 and _UNIT_OF.get(words[start - 1]) in _CURRENCIES
    for i in range(start, len(words)):
        word = words[i]
        reading = read_word(word)
        if reading is None and i > start and word in _SHORT | _SHORTER:
            after = i + 1 < len(words) and _UNIT_OF.get(words[i + 1]) in _CURRENCIES
            number = read_word(words[i - 1])
            if number is not None and number.digits and (word in _SHORT or sign or after):
                reading = _Reading("scale", Fraction((_SHORT | _SHORTER)[word]))
        if reading is not None:
            yield i, reading
        elif not (i > start and _passes(words, i)):
            return


def _passes(words: Sequence[str], i: int) -> bool:
    """Return whether a number goes on behind a word: "thousand and five", "3 - million"."""
    if words[i] == "and":
        return words[i - 1] in SCALES
    return words[i] == "-" and i + 1 < len(words) and words[i + 1] in SCALES


# What is measured by a unit, and how many of a smaller one it is.

_METRES = {"metre": 1.0, "kilometre": 1e3, "centimetre": 0.01, "millimetre": 1e-3}
_METRES |= {"mile": 1609.344, "yard": 0.9144, "foot": 0.3048, "inch": 0.0254}
_GRAMS = {"gram": 1.0, "kilogram": 1e3, "tonne": 1e6, "pound": 453.59237, "ounce": 28.349523125}
_SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
_MONTHS = {"month": 1.0, "year": 12.0, "decade": 120.0, "century": 1200.0}
_LITRES = {"litre": 1.0, "millilitre": 1e-3}
_BYTES = {"kilobyte": 1.0, "megabyte": 1e3, "gigabyte": 1e6, "terabyte": 1e9}
_FACTORS = {
    "length": _METRES,
    "mass": _GRAMS,
    "time": _SECONDS,
    "months": _MONTHS,
    "volume": _LITRES,
    "memory": _BYTES,
}


class Measure(NamedTuple):
    """What a unit measures.

    Attributes:
        dimension: "length", "mass", "time" up to weeks, "months" and longer, "volume", "memory".
        factor: How many of the smallest unit of its dimension it is.
    """

    dimension: str
    factor: float


_MEASURES = {
    name: Measure(dimension, factor)
    for dimension, factors in _FACTORS.items()
    for name, factor in factors.items()
}


def measure(lemma: str) -> Measure | None:
    """Return what a lower-cased unit measures, None for any other word.

    Example:
        >>> measure("hour")
        Measure(dimension='time', factor=3600.0)
        >>> measure("km") == measure("kilometer"), measure("cat")
        (True, None)
    """
    return _MEASURES.get(unit(lemma) or lemma)
