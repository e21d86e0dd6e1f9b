"""Aligned quantities of two sides, in readings that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from math import inf

from ..analysis.quantities import CLOCK, DATE, RATE, WEEKDAY, YEAR, Quantity
from ..analysis.reading import Analysis

Cell = tuple[int, int]
Counts = dict[int, Quantity]


def read_together(sides: tuple[Analysis, Analysis], links: Iterable[Cell]) -> tuple[Counts, Counts]:
    """Return the quantities and amounts of two sides, in readings that can be compared.

    A date is read as part of its year if the other side has only years: "12 June 1994" and "in the
    1990s". If the other side quantifies over days ("every day except Tuesday"), "every day" is not
    read as a rate, and "on Mondays" is read as every Monday.
    """
    found = dict(sides[0].counts), dict(sides[1].counts)
    for cell in links:
        for k in range(2):
            other = found[1 - k].get(cell[1 - k])
            token = _universal(sides[k], cell[k]) if other and other.universal else None
            if token is not None:
                found[k][cell[k]] = Quantity(
                    token, 2, inf, universal=True, tokens=(token,), of=cell[k]
                )
    _read_as_years(sides, found)
    return found


def _read_as_years(sides: tuple[Analysis, Analysis], found: tuple[Counts, Counts]) -> None:
    """Read the dates of a side as their years if the other side has only years."""
    for k in range(2):
        roles = {q.role for q in found[1 - k].values() if q.dimension == YEAR}
        dates = [[(i, q) for i, q in side.dates.items() if q.dimension == DATE] for side in sides]
        days = [{i: q for i, q in some if not q.cycle} for some in dates]  # of a known year
        if roles and not days[1 - k]:
            fits = {i: q for i, q in days[k].items() if q.role in roles}
            found[k].update((i, replace(q, dimension=YEAR)) for i, q in fits.items())


def _universal(side: Analysis, token: int) -> int | None:
    """Return the universal word of a rate or a recurring weekday, None if there is none."""
    found = side.quantities.get(token, side.dates.get(token))
    lang, words = side.lang, side.sentence.words
    if found is None or found.dimension not in (RATE, WEEKDAY):
        return None
    first = min(found.tokens)
    plural = found.dimension == WEEKDAY and words[first] not in lang.weekdays
    return first if plural or words[first] in lang.universal_determiners else None


def paired_amounts(
    source: Mapping[int, Quantity], target: Mapping[int, Quantity], links: Iterable[Cell]
) -> list[Cell]:
    """Return the aligned amounts of two sides, as pairs of the words that they belong to.

    Aligned amounts have the same dimension, role and value; or one contains the other and their
    words have no other links ("in 1994" and "in the 1990s"); or their units or numerals are linked
    ("100 cm", "100 m").

    Args:
        source: Result of `read_together` for the source side.
        target: Result of `read_together` for the target.
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
        if (rank := _rank(one, other, cells)) is not None:
            found.append((*rank, (i, j)))
    chosen: list[Cell] = []
    for _, _, (i, j) in sorted(found):
        if all(i != a and j != b for a, b in chosen):
            chosen.append((i, j))
    return chosen


def _met(one: Quantity, other: Quantity, cells: set[Cell]) -> tuple[bool, bool, bool]:
    """Return whether two amounts have linked words, linked units, and no links at all."""
    joint = [(a, b) for a, b in cells if a in one.tokens and b in other.tokens]
    linked = any((a == one.token) == (b == other.token) for a, b in joint)
    units = any(a > one.token and b > other.token for a, b in joint)
    return linked, units, not any(a in one.tokens or b in other.tokens for a, b in cells)


def _rank(one: Quantity, other: Quantity, cells: set[Cell]) -> tuple[int, int] | None:
    """Return the rank of two amounts as counterparts, the least is best; None if they are not."""
    if one.dimension != other.dimension or not (one.dimension or one.bound or other.bound):
        return None
    within = one.entails(other), other.entails(one)
    linked, units, free = _met(one, other, cells)
    # The "two" of "half past two" may be linked to the "two" of "between two and three".
    free = free or (one.dimension == CLOCK and "range" in (one.bound, other.bound))
    if all(within) or units or (any(within) and (linked or free)):
        return -all(within), -linked
    return None
