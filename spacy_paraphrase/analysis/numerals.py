"""Numerals and units in normal form, written in letters or digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from ..lang import LanguageData

Kind = Literal["number", "ordinal", "decade", "scale"]

_LONGEST = 40  # characters of a number that are read; more would exceed floats
_RATIO = re.compile(r"([1-9])/([1-9]\d?)")
_SHORT_YEAR = re.compile(r"['’](\d\d)")
_DIGIT_DECADE = re.compile(r"['’]?((?:1\d|20)?\d0)['’]?s")


class _Forms(NamedTuple):
    """How numerals are written in a language, compiled from its words."""

    units: dict[str, str]  # the unit that each written form names
    digits: re.Pattern[str]  # perhaps with a sign, a scale and a unit in the same word
    ordinal: re.Pattern[str]  # in digits
    scales: dict[str, int]  # the factor of each scale word, in full or short
    short: dict[str, int]  # the short ones among them


@lru_cache(maxsize=8)
def _forms(lang: LanguageData) -> _Forms:
    units = {form: unit for unit, forms in lang.units.items() for form in forms}
    signs = sorted((f for f, unit in units.items() if unit in lang.currencies), key=len)[::-1]
    sign = "|".join(map(re.escape, signs)) or "(?!)"
    scale = "|".join(lang.attached_scales) or "(?!)"
    percent = "|".join(map(re.escape, lang.attached_units)) or "(?!)"
    digits = re.compile(
        rf"(?P<sign>{sign})?(?P<digits>[+-]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|[+-]?\.\d+)"
        rf"(?P<scale>{scale})?(?P<unit>{percent}|(?P<sign_behind>{sign}))?"
    )
    ordinal = re.compile(rf"(\d+)(?:{'|'.join(lang.ordinal_endings) or '(?!)'})")
    short = {**lang.scale_abbreviations, **lang.currency_scales}
    return _Forms(units, digits, ordinal, {**lang.scales, **short}, short)


class Numeral(NamedTuple):
    """A number and its position.

    Attributes:
        start: Its first word.
        end: The index after its last word.
        kind: Its kind; a "scale" is a word that multiplies the number before it.
        value: Its exact value; for a scale, the factor.
        digits: Whether it is written in digits.
        step: Its precision, the unit of its last digit: 1/10 for 1.2, 100,000 for 1.2 million.
    """

    start: int
    end: int
    kind: Kind
    value: Fraction
    digits: bool = False
    step: Fraction = Fraction(1)


def numerals(words: Sequence[str], lang: LanguageData) -> tuple[Numeral, ...]:
    """Return the longest numbers among lower-cased words, from left to right.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> words = "two hundred and five of 1.5 million on the 2nd".split()
        >>> found = numerals(words, language_data("en"))
        >>> [(q.start, q.end, q.kind, int(q.value)) for q in found]
        [(0, 4, 'number', 205), (5, 7, 'number', 1500000), (9, 10, 'ordinal', 2)]
    """
    return _numerals(tuple(words), lang)


@lru_cache(maxsize=1 << 12)
def _numerals(words: tuple[str, ...], lang: LanguageData) -> tuple[Numeral, ...]:
    found: list[Numeral] = []
    for i in range(len(words)):
        if (not found or i >= found[-1].end) and _read_at(words, i, lang):
            numeral = _longest(words, i, lang)
            found += [numeral] if numeral is not None else []
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def read_word(word: str, lang: LanguageData) -> Numeral | None:
    """Return the numeral that a single lower-cased word is, or None.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> [int(read_word(word, english).value) for word in ("twenty-one", "21st", "$5m", "’92")]
        [21, 21, 5000000, 1992]
    """
    tables: tuple[tuple[Kind, dict[str, int]], ...] = (
        ("number", dict(lang.cardinals)),
        ("scale", dict(lang.scales)),
        ("ordinal", dict(lang.ordinals)),
        ("decade", {name: 1900 + years for name, years in lang.decades.items()}),
    )
    for kind, values in tables:
        if word in values:
            return Numeral(0, 1, kind, Fraction(values[word]))
    if word in lang.halves:
        return Numeral(0, 1, "number", Fraction(1, 2))
    if any(map(str.isdigit, word)):
        return _read_digits(word[:_LONGEST], lang)
    parts = word.split("-")
    whole = _longest(parts, 0, lang) if len(parts) > 1 else None
    if whole is None or whole.end < len(parts):
        return None
    return Numeral(0, 1, whole.kind, whole.value)


def other_numbers(one: str, other: str, lang: LanguageData) -> bool:
    """Return whether two lower-cased words are numbers of different values."""
    left, right = read_word(one, lang), read_word(other, lang)
    return left is not None and right is not None and left.value != right.value


def century(years: int) -> int:
    """Return the first year of the century of a two-digit year: 1900 or 2000."""
    return 1900 if years >= 30 else 2000


# -- Digits ----------------------------------------------------------------------------------------


def _read_digits(word: str, lang: LanguageData) -> Numeral | None:
    forms = _forms(lang)
    if match := forms.digits.fullmatch(word):
        scale = match["scale"] or ""
        if scale in lang.currency_scales and not (match["sign"] or match["sign_behind"]):
            return None
        times = Fraction(forms.scales.get(scale, 1))
        numeral = match["digits"].replace(",", "")
        step = times / 10 ** len(numeral.partition(".")[2])
        return Numeral(0, 1, "number", times * Fraction(numeral), True, step)
    kind: Kind = "number"
    if match := forms.ordinal.fullmatch(word):
        kind, value = "ordinal", Fraction(int(match[1]))
    elif match := _SHORT_YEAR.fullmatch(word):
        value = Fraction(int(match[1]) + century(int(match[1])))
    elif match := _DIGIT_DECADE.fullmatch(word):
        years = int(match[1])
        kind, value = "decade", Fraction(years if years > 99 else years + century(years))
    elif match := _RATIO.fullmatch(word):
        value = Fraction(int(match[1]), int(match[2]))
    else:
        return None
    return Numeral(0, 1, kind, value, True)


# -- Numbers of several words ----------------------------------------------------------------------


class _Reading:
    """A number that is read word by word: "two hundred and five thousand and one"."""

    def __init__(self) -> None:
        self.kind: Kind = "number"
        self.digits = False
        self.step = Fraction(1)
        self._total = Fraction(0)  # the part that is complete
        self._current: Fraction | None = None  # the part that a scale may still multiply
        self._last_scale: Fraction | None = None  # the next scale must be smaller

    @property
    def value(self) -> Fraction:
        """The number so far."""
        return self._total + (self._current or 0)

    def add(self, word: Numeral) -> bool:
        """Add the next word; return False if it does not belong to this number."""
        added = self._multiply(word.value) if word.kind == "scale" else self._append(word)
        self.digits = self.digits or (added and word.digits)
        return added

    def _multiply(self, scale: Fraction) -> bool:
        if scale == 100:
            if self._current is not None and not 0 < self._current < 100:
                return False
            self._current = scale * (self._current or 1)
            return True
        if self._last_scale is not None and scale >= self._last_scale:
            return False
        self.step *= scale if scale > 100 else 1
        self._total += scale * (self._current if self._current is not None else 1)
        self._current, self._last_scale = None, scale
        return True

    def _append(self, word: Numeral) -> bool:
        if not (self._current is None and self._last_scale is None):
            mixed = self.digits and self._current is not None
            in_words = not word.digits and word.value.denominator == 1 and not mixed
            if word.kind == "decade" or not (in_words and self._continues(word.value)):
                return False
        self._current = word.value + (self._current or 0)
        self.kind, self.step = word.kind, word.step
        return True

    def _continues(self, value: Fraction) -> bool:
        """Return whether a number word may follow: five in "hundred and twenty five"."""
        if self._current is None:
            return self._last_scale is not None and value < self._last_scale
        rest = self._current % 100
        if rest == 0:
            return self._current > 0 and value < 100
        return rest >= 20 and rest % 10 == 0 and 0 < value < 10


def _longest(words: Sequence[str], start: int, lang: LanguageData) -> Numeral | None:
    """Return the longest number that begins here."""
    reading, end = _Reading(), start
    for i, word in _number_words(words, start, lang):
        if not reading.add(word):
            break
        end = i + 1
        if reading.kind != "number":
            break
    if end == start:
        return None
    known = reading.kind, reading.value, reading.digits, reading.step
    return _and_a_half(words, Numeral(start, end, *known), lang)


def _and_a_half(words: Sequence[str], found: Numeral, lang: LanguageData) -> Numeral:
    """Add the fraction after a whole number: "and a half", "1/2"."""
    if found.kind != "number" or found.step != 1 or found.value.denominator > 1:
        return found
    after = words[found.end : found.end + len(lang.half_behind)]
    ratio = _RATIO.fullmatch(after[0]) if after and found.digits else None
    if ratio and int(ratio[1]) < int(ratio[2]):
        part, length = Fraction(int(ratio[1]), int(ratio[2])), 1
    elif after and (*after,) == lang.half_behind:
        part, length = Fraction(1, 2), len(after)
    else:
        return found
    return found._replace(end=found.end + length, value=found.value + part, step=part)


def _number_words(
    words: Sequence[str], start: int, lang: LanguageData
) -> Iterator[tuple[int, Numeral]]:
    """Yield the numerals of a run of words; conjunctions between them are skipped."""
    sign = start > 0 and unit(words[start - 1], lang) in lang.currencies
    short = _forms(lang).short
    for i in range(start, len(words)):
        found = _read_at(words, i, lang)
        word = words[i].removesuffix(".")
        if found is None and i > start and word in short:
            after = i + 1 < len(words) and unit(words[i + 1], lang) in lang.currencies
            number = read_word(words[i - 1], lang)
            beside_currency = word in lang.scale_abbreviations or sign or after
            if number is not None and number.digits and beside_currency:
                found = Numeral(i, i + 1, "scale", Fraction(short[word]))
        if found is not None:
            yield i, found
        elif not (i > start and _passes(words, i, lang)):
            return


def _read_at(words: Sequence[str], i: int, lang: LanguageData) -> Numeral | None:
    """Read a word, together with the sign of a currency before it: "£ 30k"."""
    found = read_word(words[i], lang)
    if found is not None or i == 0 or not words[i][:1].isdigit():
        return found
    signed = unit(words[i - 1], lang) in lang.currencies
    return read_word(words[i - 1] + words[i], lang) if signed else None


def _passes(words: Sequence[str], i: int, lang: LanguageData) -> bool:
    """Return whether a number continues after a word: "thousand and five", "3 - million"."""
    # It also continues after a hyphen between tens and ones: "twenty - one", "twenty - first".
    if words[i] in lang.numeral_conjunctions:
        return words[i - 1] in lang.scales
    if words[i] != "-" or i + 1 == len(words):
        return False
    tens, ones = (lang.cardinals.get(words[k], 0) for k in (i - 1, i + 1))
    ones = ones or lang.ordinals.get(words[i + 1], 0)
    return words[i + 1] in lang.scales or (tens >= 20 and 0 < ones < 10)


# -- Units -----------------------------------------------------------------------------------------


def unit(word: str, lang: LanguageData) -> str | None:
    """Return the name of a lower-cased unit of measure, of a currency or of "and", or None.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> unit("%", english), unit("usd", english), unit("cat", english)
        ('percent', 'dollar', None)
    """
    return _forms(lang).units.get(word)


def units(words: Sequence[str], lang: LanguageData) -> list[str | None]:
    """Return the unit of measure or currency that each lower-cased word names, or None.

    A single letter is a unit only after a number; "and", written "&", counts as a unit, too.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> units(["5", "m", "usd", "m"], language_data("en"))
        [None, 'metre', 'dollar', None]
    """
    found = [unit(word, lang) for word in words]
    for k, (before, word) in enumerate(pairwise(words), 1):
        if word in lang.unit_letters and before[-1:].isdigit():
            found[k] = lang.unit_letters[word]
    return found


def same_unit(one: str, other: str, lang: LanguageData) -> bool:
    """Return whether two lower-cased words after numbers name the same unit.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> same_unit("m", "metres", english), same_unit("cm", "metres", english)
        (True, False)
    """
    left, right = (unit(word, lang) or lang.unit_letters.get(word) for word in (one, other))
    return left is not None and left == right


class MeasuredUnit(NamedTuple):
    """The dimension and the size of a unit of measure.

    Attributes:
        dimension: "length", "mass", "time" up to weeks, "months" and longer, "volume", "memory".
        factor: Its size in the smallest unit of its dimension.
    """

    dimension: str
    factor: float


@lru_cache(maxsize=8)
def _measures(lang: LanguageData) -> dict[str, MeasuredUnit]:
    return {
        name: MeasuredUnit(dimension, float(factor))
        for dimension, factors in lang.measures.items()
        for name, factor in factors.items()
    }


def measure(lemma: str, lang: LanguageData) -> MeasuredUnit | None:
    """Return dimension and size of a lower-cased unit of measure, None for any other word.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> measure("hour", english)
        MeasuredUnit(dimension='time', factor=3600.0)
        >>> measure("km", english) == measure("kilometer", english), measure("cat", english)
        (True, None)
    """
    return _measures(lang).get(unit(lemma, lang) or lemma)
