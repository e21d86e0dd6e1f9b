"""Which words of two sentences are the same number, unit or date."""

from __future__ import annotations

from .dates import calendar_name, dates, same_date
from .matrix import FloatArray, Tokens, equal, words_of
from .numerals import Quantity, quantities, units

# The words of one number written in two ways; 8 and 8th, which mean the same in a date.
SPAN, RANK = 0.9, 0.7


def number(source: Tokens, target: Tokens) -> FloatArray:
    """Return which words are the same number or unit.

    1 for single words (seven / 7, % / percent), 0.9 for each word of a number of several
    (1.5 million / 1,500,000), 0.7 for a cardinal and its ordinal of which one is in digits
    (13 / 13th). Of other numbers nothing is similar.

    Args:
        source: n tokens.
        target: m tokens.
    """
    words = [words_of(side).lower for side in (source, target)]
    result = equal(*map(units, words))
    found = [quantities(side) for side in words]
    for one in found[0]:
        for two in found[1]:
            similar = _same(one, two)
            if similar:
                result[one.start : one.end, two.start : two.end] = similar
    return result


def date(source: Tokens, target: Tokens) -> FloatArray:
    """Return which words are the same month, weekday or date.

    1 for a name of the calendar (Sept. / September), 0.9 for the words of two equal dates that
    give the same part of it, or of which one is the whole date (Sept. 15 / 9/15/2005).

    Args:
        source: n tokens.
        target: m tokens.
    """
    words = [words_of(side).texts for side in (source, target)]
    result = equal(*([calendar_name(word) for word in side] for side in words))
    found = [dates(side) for side in words]
    for one in found[0]:
        for two in found[1]:
            if same_date(one, two):
                for i, part in enumerate(one.parts, one.start):
                    for j, other in enumerate(two.parts, two.start):
                        if part and other and (part == other or "date" in (part, other)):
                            result[i, j] = max(result[i, j], SPAN)
    return result


def _same(one: Quantity, two: Quantity) -> float:
    if one.value != two.value:
        return 0.0
    if one.kind == two.kind:
        single = one.end - one.start == two.end - two.start == 1
        return 1.0 if single else SPAN
    ranked = {one.kind, two.kind} == {"number", "ordinal"} and (one.digits or two.digits)
    return RANK if ranked else 0.0
