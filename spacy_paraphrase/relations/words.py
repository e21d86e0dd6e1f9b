"""What linked words have to do with each other, alone and as parts of longer units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..lexicon.index import LexicalIndex
from .lexical import word_relation
from .reading import AUXILIARIES, LIGHT_NOUNS, Reading
from .units import Unit, single, unit_relation, units

Cell = tuple[int, int]
# Relations that say less than what a longer unit has.
_WEAK = ("none", "sister", "antonym", "rare hyponym-of", "rare hypernym-of")
# Relations that a longer unit may know better.
_INEXACT = (*_WEAK, "hyponym-of", "hypernym-of")
_KINDS = {"PROPN": "NOUN", "NUM": "NOUN", "AUX": "VERB"}


def linked_relations(
    source: Reading, target: Reading, cells: Sequence[Cell], index: LexicalIndex | None
) -> tuple[dict[Cell, str], tuple[set[int], set[int]]]:
    """Return the relation of each linked pair of words, and what is told by their units.

    The relation is as in `lexical.word_relation`; where that knows nothing, that of the longer
    units they belong to, else "across" for words of unlike kinds, and "together" where one word is
    linked with several, which say together what it says. The tokens of source and target that
    belong to a unit with a linked token, and stand to its counterpart as a whole, say nothing
    beside it.
    """
    found = {(i, j): word_relation(index, source, i, target, j) for i, j in cells}
    weak = [
        (i, j)
        for (i, j), kind in found.items()
        if kind in _INEXACT and (source.content[i] or target.content[j])
    ]
    members: tuple[set[int], set[int]] = set(), set()
    for i, j in [cell for cell in weak if _abbreviate(source, cell[0], target, cell[1])]:
        found[i, j] = "same"
        weak.remove((i, j))
        members[0].update(source.name(i))
        members[1].update(target.name(j))
    known = _units(source, target, index if weak else None)
    counts = [Counter(cell[k] for cell in cells) for k in range(2)]
    for i, j in weak:
        kind = found[i, j]
        whole = _longer(index, source, i, target, j, known) if index is not None else ""
        if whole:
            kind = whole
            for k, token in enumerate((i, j)):
                unit = known[k].get(token)
                members[k].update(unit.tokens if unit else ())
        content = source.content[i] and target.content[j]
        if kind in ("none", "sister") and content:
            if counts[0][i] > 1 or counts[1][j] > 1:
                kind = "together"
            elif _kind(source, i) != _kind(target, j):
                kind = "across"
        found[i, j] = kind
    return found, members


def through_light_words(
    source: Reading, target: Reading, relations: dict[Cell, str], index: LexicalIndex | None
) -> dict[Cell, str]:
    """Return relations in which no word stands beside one that says little for another.

    A verb that is linked with an auxiliary stands beside that one's verb ("pumps" and the "is" of
    "is pumped"), a noun that is linked with "group" beside the "people" of the group: where these
    have no counterpart of their own, and say something like it.
    """
    touched = [{cell[k] for cell in relations} for k in range(2)]
    found: dict[Cell, str] = {}
    for (i, j), kind in relations.items():
        cell = i, j
        if kind != "same":
            if source.content[i]:
                cell = i, _meant(target, j)
            if target.content[j] and cell == (i, j):
                cell = _meant(source, i), j
        if cell != (i, j) and (cell[0] not in touched[0] or cell[1] not in touched[1]):
            better = word_relation(index, source, cell[0], target, cell[1])
            if better not in _WEAK:
                found[cell] = better
                continue
        found[i, j] = kind
    return found


def _meant(reading: Reading, i: int) -> int:
    """Return the word for which an auxiliary or a light noun stands, else the word itself."""
    if reading.deps[i] in AUXILIARIES and reading.heads[i] >= 0:
        return reading.heads[i]
    if reading.lemmas[i] in LIGHT_NOUNS:
        for of in reading.children(i):
            if reading.words[of] == "of":
                return next((c for c in reading.children(of) if reading.deps[c] == "pobj"), i)
    return i


def _units(
    source: Reading, target: Reading, index: LexicalIndex | None
) -> tuple[dict[int, Unit], dict[int, Unit]]:
    if index is None:
        return {}, {}
    return units(index, source), units(index, target)


def _longer(
    index: LexicalIndex,
    source: Reading,
    i: int,
    target: Reading,
    j: int,
    known: tuple[dict[int, Unit], dict[int, Unit]],
) -> str:
    """Return the relation of the units that two words belong to, "" if there are none."""
    one, other = known[0].get(i), known[1].get(j)
    if one is None and other is None:
        return ""
    return unit_relation(index, one or single(source, i), other or single(target, j))


def _abbreviate(source: Reading, i: int, target: Reading, j: int) -> bool:
    """Return whether one word has the initials of the name that ends in the other: "UN"."""
    short, short2 = source.texts[i].replace(".", ""), target.texts[j].replace(".", "")
    return source.initials(i) == short2 or target.initials(j) == short


def _kind(reading: Reading, i: int) -> str:
    return _KINDS.get(reading.pos[i], reading.pos[i])
