"""Converse words: what says one thing from another side, "sell to" and "buy from".

A converse has the same participants in exchanged roles (Lyons 1977, *Semantics*, section 9.1): who
buys from whom sells to him; what precedes something is followed by it; whose employer somebody is
is his employee. In which roles stands in a table of the language; some words are converses of
themselves ("rents to", "rents from"; "is a cousin of").
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from ..analysis.arguments import AGENT, PATIENT, RECIPIENT
from ..analysis.clauses import Clause
from ..analysis.places import POSSESSOR
from ..analysis.reading import Analysis
from ..lang import LanguageData
from .lexical import TokenPair

# In the table, the roles without a preposition: to what it is done; whose it is, or of what.
UNDERGOER: Final = "patient"
OWNER: Final = "owner"
Sides = tuple[Analysis, Analysis]
Frame = tuple[str, str]


def frames(sides: Sides, i: int, j: int) -> Collection[Frame]:
    """Return where the other party stands by a source and by a target word, if they are converses.

    Of words that can be so in several ways there are several. One verb is its own converse by
    prepositions that are: "sits behind", "sits in front of".
    """
    one, other = _form(sides[0], i), _form(sides[1], j)
    lang = sides[0].lang
    return [
        *lang.converses.get((one, other), ()),
        *(lang.inverse_prepositions if one == other else ()),
    ]


def _form(analysis: Analysis, i: int) -> str:
    """Return the lemma of a word, with its particle: "make_up"."""
    particle, lemma = analysis.particles.get(i), analysis.words[i].lemma
    return lemma if particle is None else f"{lemma}_{analysis.words[particle].lemma}"


def exchanged(
    sides: Sides, cells: Collection[TokenPair], one: Clause, other: Clause, frame: Frame
) -> bool:
    """Return whether the subject of each of two predicates is the other party of the other one.

    A party that only one side names leaves that open; one of the two has to be told, of one word on
    both sides both.

    Args:
        sides: The readings.
        cells: The linked words.
        one: A source clause.
        other: A target clause.
        frame: Where the other party stands in each.
    """
    told = [
        any((agent, party) in found for party in parties)
        for agent, parties, found in _parties(sides, cells, (one, other), (frame[1], frame[0]))
        if agent >= 0 and parties
    ]
    words = _form(sides[0], one.predicate), _form(sides[1], other.predicate)
    return len(told) >= (2 if words[0] == words[1] else 1) and all(told)


def straight(
    sides: Sides, cells: Collection[TokenPair], one: Clause, other: Clause, frame: Frame
) -> bool:
    """Return whether two converses have their parties in the same roles: they are no converses."""
    agents = one.filler(AGENT), other.filler(AGENT)
    parties = [
        _party(side, clause, where)
        for side, clause, where in zip(sides, (one, other), frame, strict=True)
    ]
    return agents in cells and any((a, b) in cells for a in parties[0] for b in parties[1])


def _parties(
    sides: Sides,
    cells: Collection[TokenPair],
    pair: tuple[Clause, Clause],
    where: tuple[str, str],
) -> Iterator[tuple[int, list[int], Collection[TokenPair]]]:
    """Yield the subject of either clause, the parties of the other one, and the links of both."""
    yield pair[0].filler(AGENT), _party(sides[1], pair[1], where[0]), cells
    back = {(j, i) for i, j in cells}
    yield pair[1].filler(AGENT), _party(sides[0], pair[0], where[1]), back


def _party(analysis: Analysis, clause: Clause, where: str) -> list[int]:
    """Return what stands by a predicate where the other party of it does."""
    lang = analysis.lang
    if where == OWNER:
        return [
            place.word
            for place in analysis.places_at(clause.predicate)
            if place.role == POSSESSOR or place.preposition in lang.genitive_prepositions
        ]
    told = [a for a in clause.arguments if _is_party(lang, a.role, a.preposition, where)]
    gets = where in lang.recipient_prepositions
    # What a parser hangs on another word: "a watch from the girl", "Leo chess".
    loose = [
        place.word
        for place in analysis.places_at(clause.predicate)
        if not place.sure and (place.preposition == where or (gets and place.role == PATIENT))
    ]
    return [*(a.head for a in told), *loose]


def _is_party(lang: LanguageData, role: str, preposition: str, where: str) -> bool:
    """Return whether an argument stands where the other party does."""
    if where == UNDERGOER:
        return role == PATIENT
    gets = role == RECIPIENT and where in lang.recipient_prepositions
    return preposition == where or (gets and not preposition)


def unlinked(sides: Sides, relations: dict[TokenPair, str]) -> Iterator[TokenPair]:
    """Yield predicates without a counterpart that are converses of each other in their roles.

    An aligner that goes by what words mean need not link them: "awarded", "received".
    """
    linked = [{cell[k] for cell in relations} for k in range(2)]
    clauses = [
        [c for c in side.clauses if c.predicate not in linked[k]] for k, side in enumerate(sides)
    ]
    for one in clauses[0]:
        for other in clauses[1]:
            cell = one.predicate, other.predicate
            if any(exchanged(sides, relations, one, other, f) for f in frames(sides, *cell)):
                yield cell


def contraries(sides: Sides, cells: Collection[TokenPair], i: int, j: int) -> bool:
    """Return whether two contrary words say where, or how much, each of two things is by the other.

    Examples: "lies north of the river", "lies south of the village"; "costs more than silver",
    "costs less than gold"; "comes before the speech", "comes after the dinner".
    """
    one, other = (side.innermost_clause(t) for side, t in zip(sides, (i, j), strict=True))
    if one is None or other is None:
        return False
    names = sides[0].sentence.words[i], sides[1].sentence.words[j]
    if names in sides[0].lang.inverse_prepositions and exchanged(sides, cells, one, other, names):
        return True
    parties = [_standards(side, t) for side, t in zip(sides, (i, j), strict=True)]
    there = any((one.filler(AGENT), word) in cells for word in parties[1])
    return there and any((word, other.filler(AGENT)) in cells for word in parties[0])


def _standards(analysis: Analysis, i: int) -> list[int]:
    """Return from what a direction is told, or with what a degree is compared."""
    joining = analysis.lang.genitive_prepositions | analysis.lang.comparison_markers
    return [p.word for p in analysis.places_at(i) if p.preposition in joining]
