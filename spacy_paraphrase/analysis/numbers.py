"""Numbers in words and in digits, and the units that they measure, in a normal form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from ..lang import LanguageData

Kind = Literal["number", "ordinal", "decade"]

_LONGEST = 40  # digits that are read of a number; what has more would be beyond floats
_RATIO = re.compile(r"([1-9])/([1-9]\d?)")
_SHORT_YEAR = re.compile(r"['’](\d\d)")
_DIGIT_DECADE = re.compile(r"['’]?((?:1\d|20)?\d0)['’]?s")


class _Numerals(NamedTuple):
    """How numerals are written in a language, compiled from its words."""

    units: dict[str, str]  # the unit that each written form names
    currency_signs: list[str]  # the forms of currencies, the longest first
    digits: re.Pattern[str]  # perhaps with a sign, a scale and a unit in the same word
    ordinal: re.Pattern[str]  # in digits
    scales: dict[str, int]  # what a word, in full or short, multiplies what stands before it with


@lru_cache(maxsize=8)
def _numerals(lang: LanguageData) -> _Numerals:
    units = {form: unit for unit, forms in lang.units.items() for form in forms}
    signs = sorted((f for f, unit in units.items() if unit in lang.currencies), key=len)[::-1]
    sign = "|".join(map(re.escape, signs)) or "(?!)"
    scale = "|".join(lang.attached_scales) or "(?!)"
    percent = "|".join(map(re.escape, lang.attached_units)) or "(?!)"
    digits = re.compile(
        rf"(?P<sign>{sign})?(?P<digits>[+-]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|[+-]?\.\d+)"
        rf"(?P<scale>{scale})?(?P<unit>{percent}|{sign})?"
    )
    ordinal = re.compile(rf"(\d+)(?:{'|'.join(lang.ordinal_endings) or '(?!)'})")
    scales = {**lang.scales, **lang.scale_abbreviations, **lang.currency_scales}
    return _Numerals(units, signs, digits, ordinal, scales)


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


class NumberWord(NamedTuple):
    """What a single word says about a number.

    Attributes:
        kind: "scale" for a word that multiplies what stands before it.
        value: The number, or the factor.
        digits: Whether it is written in digits.
        sign: Whether a currency is part of the word.
        step: How precise it is, as in `Quantity`.
    """

    kind: Literal["number", "ordinal", "decade", "scale"]
    value: Fraction
    digits: bool = False
    sign: bool = False
    step: Fraction = Fraction(1)


def quantities(words: Sequence[str], lang: LanguageData) -> tuple[Quantity, ...]:
    """Return the numbers among lower-cased words, each as long as it can be, from left to right.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> words = "two hundred and five of 1.5 million on the 2nd".split()
        >>> found = quantities(words, language_data("en"))
        >>> [(q.start, q.end, q.kind, int(q.value)) for q in found]
        [(0, 4, 'number', 205), (5, 7, 'number', 1500000), (9, 10, 'ordinal', 2)]
    """
    return _quantities(tuple(words), lang)


@lru_cache(maxsize=1 << 12)
def _quantities(words: tuple[str, ...], lang: LanguageData) -> tuple[Quantity, ...]:
    found = []
    i = 0
    while i < len(words):
        quantity = _longest(words, i, lang) if _read_at(words, i, lang) else None
        if quantity is not None:
            found.append(quantity)
        i = quantity.end if quantity is not None else i + 1
    return tuple(found)


def units(words: Sequence[str], lang: LanguageData) -> list[str | None]:
    """Return the unit of measure or currency that each lower-cased word names, or None.

    A single letter is one behind a number only; "and", which "&" stands for, counts as one, too.

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


def unit(word: str, lang: LanguageData) -> str | None:
    """Return the name of a lower-cased unit of measure, of a currency or of "and", or None.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> unit("%", english), unit("usd", english), unit("cat", english)
        ('percent', 'dollar', None)
    """
    return _numerals(lang).units.get(word)


def same_unit(one: str, other: str, lang: LanguageData) -> bool:
    """Return whether two lower-cased words behind numbers name the same unit.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> same_unit("m", "metres", english), same_unit("cm", "metres", english)
        (True, False)
    """
    left, right = (unit(word, lang) or lang.unit_letters.get(word) for word in (one, other))
    return left is not None and left == right


@lru_cache(maxsize=1 << 14)
def read_word(word: str, lang: LanguageData) -> NumberWord | None:
    """Return what a single lower-cased word says about a number."""
    if word in lang.cardinals:
        return NumberWord("number", Fraction(lang.cardinals[word]))
    if word in lang.scales:
        return NumberWord("scale", Fraction(lang.scales[word]))
    if word in lang.ordinals:
        return NumberWord("ordinal", Fraction(lang.ordinals[word]))
    if word in lang.decades:
        return NumberWord("decade", Fraction(1900 + lang.decades[word]))
    if word in lang.halves:
        return NumberWord("number", Fraction(1, 2))
    if any(map(str.isdigit, word)):
        return _read_digits(word[:_LONGEST], lang)
    parts = word.split("-")
    whole = _longest(parts, 0, lang) if len(parts) > 1 else None
    if whole is None or whole.end < len(parts):
        return None
    return NumberWord(whole.kind, whole.value)


def other_numbers(one: str, other: str, lang: LanguageData) -> bool:
    """Return whether two lower-cased words are numbers of different values."""
    left, right = read_word(one, lang), read_word(other, lang)
    return left is not None and right is not None and left.value != right.value


def _read_digits(word: str, lang: LanguageData) -> NumberWord | None:
    numerals = _numerals(lang)
    if match := numerals.digits.fullmatch(word):
        sign = match["sign"] is not None or match["unit"] in numerals.currency_signs
        scale = match["scale"] or ""
        if scale in lang.currency_scales and not sign:
            return None
        times = Fraction(numerals.scales.get(scale, 1))
        numeral = match["digits"].replace(",", "")
        step = times / 10 ** len(numeral.partition(".")[2])
        return NumberWord("number", times * Fraction(numeral), True, sign, step)
    if match := numerals.ordinal.fullmatch(word):
        return NumberWord("ordinal", Fraction(int(match[1])), True)
    if match := _SHORT_YEAR.fullmatch(word):
        return NumberWord("number", Fraction(int(match[1]) + century(int(match[1]))), True)
    if match := _DIGIT_DECADE.fullmatch(word):
        years = int(match[1])
        return NumberWord("decade", Fraction(years if years > 99 else years + century(years)), True)
    if match := _RATIO.fullmatch(word):
        return NumberWord("number", Fraction(int(match[1]), int(match[2])), True)
    return None


def century(years: int) -> int:
    """Return the century, as a number of years, that a year of two digits belongs to."""
    return 1900 if years >= 30 else 2000


def _longest(words: Sequence[str], start: int, lang: LanguageData) -> Quantity | None:
    """Return the longest number that begins here, scales behind what they multiply."""
    numeral, end = _Numeral(), start
    for i, word in _number_words(words, start, lang):
        if not numeral.add(word):
            break
        end = i + 1
        if numeral.kind != "number":
            break
    if end == start:
        return None
    known = numeral.kind, numeral.value, numeral.digits, numeral.step
    return _and_a_half(words, Quantity(start, end, *known), lang)


class _Numeral:
    """A number that is read word by word: "two hundred and five thousand and one"."""

    def __init__(self) -> None:
        self.kind: Kind = "number"
        self.digits = False
        self.step = Fraction(1)
        self._total = Fraction(0)  # what is complete
        self._current: Fraction | None = None  # what a scale may still multiply
        self._last_scale: Fraction | None = None  # what follows must be smaller

    @property
    def value(self) -> Fraction:
        """The number so far."""
        return self._total + (self._current or 0)

    def add(self, word: NumberWord) -> bool:
        """Take the next word in; return False for one that does not belong to this number."""
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

    def _append(self, word: NumberWord) -> bool:
        if not (self._current is None and self._last_scale is None):
            mixed = self.digits and self._current is not None
            in_words = not word.digits and word.value.denominator == 1 and not mixed
            if word.kind == "decade" or not (in_words and self._continues(word.value)):
                return False
        self._current = word.value + (self._current or 0)
        self.kind, self.step = word.kind, word.step  # type: ignore[assignment]
        return True

    def _continues(self, value: Fraction) -> bool:
        """Return whether a number word may follow: five in "hundred and twenty five"."""
        if self._current is None:
            return self._last_scale is not None and value < self._last_scale
        rest = self._current % 100
        if rest == 0:
            return self._current > 0 and value < 100
        return rest >= 20 and rest % 10 == 0 and 0 < value < 10


def _and_a_half(words: Sequence[str], found: Quantity, lang: LanguageData) -> Quantity:
    """Add what stands behind a whole number: "and a half", "1/2"."""
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
) -> Iterator[tuple[int, NumberWord]]:
    """Yield the words of a run that speak of numbers; conjunctions within are passed over."""
    sign = start > 0 and unit(words[start - 1], lang) in lang.currencies
    short = {**lang.scale_abbreviations, **lang.currency_scales}
    for i in range(start, len(words)):
        word = words[i]
        found = _read_at(words, i, lang)
        word = word.removesuffix(".")
        if found is None and i > start and word in short:
            after = i + 1 < len(words) and unit(words[i + 1], lang) in lang.currencies
            number = read_word(words[i - 1], lang)
            beside_currency = word in lang.scale_abbreviations or sign or after
            if number is not None and number.digits and beside_currency:
                found = NumberWord("scale", Fraction(short[word]))
        if found is not None:
            yield i, found
        elif not (i > start and _passes(words, i, lang)):
            return


def _read_at(words: Sequence[str], i: int, lang: LanguageData) -> NumberWord | None:
    """Read a word; behind the sign of a currency together with that: "£ 30k"."""
    found = read_word(words[i], lang)
    if found is not None or i == 0 or not words[i][:1].isdigit():
        return found
    signed = unit(words[i - 1], lang) in lang.currencies
    return read_word(words[i - 1] + words[i], lang) if signed else None


def _passes(words: Sequence[str], i: int, lang: LanguageData) -> bool:
    """Return whether a number goes on behind a word: "thousand and five", "3 - million".

    So it does behind a hyphen between tens and ones: "twenty - one", "twenty - first".
    """
    if words[i] in lang.numeral_conjunctions:
        return words[i - 1] in lang.scales
    if words[i] != "-" or i + 1 == len(words):
        return False
    tens, ones = (lang.cardinals.get(words[k], 0) for k in (i - 1, i + 1))
    ones = ones or lang.ordinals.get(words[i + 1], 0)
    return words[i + 1] in lang.scales or (tens >= 20 and 0 < ones < 10)


class Measure(NamedTuple):
    """What a unit measures.

    Attributes:
        dimension: "length", "mass", "time" up to weeks, "months" and longer, "volume", "memory".
        factor: How many of the smallest unit of its dimension it is.
    """

    dimension: str
    factor: float


@lru_cache(maxsize=8)
def _measures(lang: LanguageData) -> dict[str, Measure]:
    return {
        name: Measure(dimension, factor)
        for dimension, factors in lang.measures.items()
        for name, factor in factors.items()
    }


def measure(lemma: str, lang: LanguageData) -> Measure | None:
    """Return what a lower-cased unit measures, None for any other word.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> measure("hour", english)
        Measure(dimension='time', factor=3600.0)
        >>> measure("km", english) == measure("kilometer", english), measure("cat", english)
        (True, None)
    """
    return _measures(lang).get(unit(lemma, lang) or lemma)
