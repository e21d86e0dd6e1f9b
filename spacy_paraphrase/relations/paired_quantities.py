"""Quantities of two sides that stand for each other, in the readings that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from math import inf

from ..analysis.dates import DateSpan, calendar_name, dates
from ..analysis.quantities import CLOCK, RATE, YEAR, Quantifier
from ..analysis.sentence import Sentence

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
        days = {side.span_heads(range(s.start, s.end))[0]: _day(s) for s in spans[k]}
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
