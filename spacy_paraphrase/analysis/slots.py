"""Slots: the heads and roles of dates, names and numbers.

The slots of a relation and their possible fillers are those of de Marneffe, Rafferty and Manning
2008, *Finding contradictions in text* (ACL), section 4.2 (numeric and structural features).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from . import roles as r
from .quantities import CLOCK, Quantity
from .syntax import Syntax

# Kinds of fillers.
DATE, NAME, NUMBER = "date", "name", "number"
# The role of a time without a preposition, and one name for all prepositions of place.
TIME: Final = "time"
PLACE: Final = "place"
# Parts of speech of names and numbers.
_FILLING = frozenset(("NOUN", "PROPN", "NUM"))
# Roles of modifiers of a noun.
_MODIFIERS = frozenset(
    (
        *(r.ADJECTIVE, r.ADVERB, r.ADVERBIAL_CLAUSE, r.NOUN_CLAUSE, r.RELATIVE_CLAUSE),
        *(r.APPOSITION, r.NOUN_MODIFIER, r.NUMERAL, r.ADVERBIAL_NOUN, r.PREPOSITION, r.COMPOUND),
    )
)


class Filler(NamedTuple):
    """A date, a name or a number, and the slot that it fills.

    Attributes:
        token: Its highest word; for a name, any word of it.
        kind: "date", "name" or "number".
        of: Its governor: its head, skipping prepositions.
        roles: Its role, then the prepositions above it, from the lowest.
        verb: The verb of its clause, -1 for none.
        alone: Whether it is neither a conjunct nor part of a longer name.
        proper: Whether it is tagged as a name.
        entity: The entity type of a name; "" if it has none.
        before: The kind of its head if it is a compound modifier: "name" or "noun"; else "".
        titled: Whether it has a compound modifier: "Mr. Jones", "Tom Jones".
        speaks: Whether it names who makes a statement, which others may make too.
    """

    token: int
    kind: str
    of: int
    roles: tuple[str, ...]
    verb: int
    alone: bool
    proper: bool
    entity: str
    before: str
    titled: bool
    speaks: bool


def slot(syntax: Syntax, i: int) -> tuple[int, tuple[str, ...]] | None:
    """Return the governor of a word, and its role with the prepositions between them.

    All prepositions of place ("in", "at", "near") count as one.
    """
    label, top = syntax.role(i)
    if syntax.roles[i] in (r.CONJUNCT, r.APPOSITION):
        return None
    found = [label]
    while top >= 0 and syntax.pos[top] == "ADP":
        lemma = syntax.lemmas[top]
        found.append(PLACE if lemma in syntax.lang.place_prepositions else lemma)
        top = syntax.heads[top]
    if top >= 0 and syntax.roles[top] == r.ADVERBIAL_NOUN:
        found, top = [TIME], syntax.heads[top]
    return None if top < 0 else (top, tuple(found))


def fillers(
    syntax: Syntax, counts: Mapping[int, Quantity], dates: Mapping[int, Quantity]
) -> dict[int, Filler]:
    """Return the fillers of the slots of a side, by their tokens."""
    found = {}
    for i, pos in enumerate(syntax.pos):
        if pos not in _FILLING and i not in dates and i not in counts:
            continue
        entity = _entity(syntax, i)
        clock = i in counts and counts[i].dimension == CLOCK
        if i in dates:
            kind = DATE
        elif entity or pos == "PROPN":
            kind = NAME
        elif clock or (pos == "NUM" and syntax.heads[i] >= 0):
            kind = NUMBER
        else:
            continue
        place = slot(syntax, i)
        if place is not None:
            found[i] = _filler(syntax, i, kind, place, entity)
    return found


def _filler(
    syntax: Syntax, i: int, kind: str, place: tuple[int, tuple[str, ...]], entity: str
) -> Filler:
    head, verb = syntax.heads[i], syntax.clause(i)
    compound = syntax.roles[i] == r.COMPOUND
    before = ("name" if syntax.pos[head] == "PROPN" else "noun") if compound else ""
    listed = bool(syntax.below(i, r.CONJUNCT, r.CONJUNCTION))
    return Filler(
        token=i,
        kind=kind,
        of=place[0],
        roles=place[1],
        verb=verb if syntax.is_verbal(verb) else -1,
        alone=not listed and (not compound or _tells_alone(syntax, i)),
        proper=syntax.pos[i] == "PROPN",
        entity=entity,
        before=before,
        titled=bool(syntax.below(i, r.COMPOUND)),
        speaks=kind == NAME and _speaks(syntax, i, verb),
    )


def _entity(syntax: Syntax, i: int) -> str:
    """Return the entity type of a name, which may be tagged as a common noun; else ""."""
    pos, entity = syntax.pos[i], syntax.sentence.entities[i]
    noun = pos == "PROPN" or (pos == "NOUN" and syntax.sentence.texts[i].istitle())
    return entity if noun and entity in syntax.lang.name_entities else ""


def _tells_alone(syntax: Syntax, i: int) -> bool:
    """Return whether a name is the only name at its noun, or the given name of a person."""
    head, entities = syntax.heads[i], syntax.sentence.entities
    beside = syntax.below(head, r.COMPOUND, r.POSSESSOR, r.APPOSITION)
    if syntax.pos[head] == "PROPN":
        return beside == [i] and {entities[i], entities[head]} <= syntax.lang.person_entities
    return not any(syntax.pos[c] == "PROPN" for c in beside if c != i)


def _speaks(syntax: Syntax, i: int, verb: int) -> bool:
    lang, heads = syntax.lang, (syntax.governor(i), syntax.heads[i])
    if any(syntax.words[head] in lang.attributions for head in heads if head >= 0):
        return True
    verbs = [syntax.lemmas[t] for t in (verb, *syntax.children(verb))]
    if lang.reporting_verbs.isdisjoint(verbs) and lang.stance_verbs.isdisjoint(verbs):
        return False
    subject = syntax.logical_subject(verb)
    return subject is not None and i in syntax.subtree(subject)


# -- Names -----------------------------------------------------------------------------------------


def origins(syntax: Syntax) -> Iterator[tuple[int, int]]:
    """Yield names that modify nouns, each with the noun: "German cars"."""
    named = syntax.lang.name_entities
    for i, entity in enumerate(syntax.sentence.entities):
        before = entity in named and syntax.roles[i] in (r.ADJECTIVE, r.COMPOUND)
        if before and syntax.pos[syntax.heads[i]] == "NOUN":
            yield i, syntax.heads[i]


# -- Quantities ------------------------------------------------------------------------------------


class Counted(NamedTuple):
    """The position of a quantity, and the modifiers of its noun.

    Attributes:
        top: Its highest word: "hundreds" in "hundreds of flights".
        roles: As in `Filler`; () if it has no slot.
        verb: The verb of its clause; without a verb, the highest word.
        compound: Whether it is a compound modifier: "30-year bonds".
        others: Whether it counts additional things: "two more".
        modifiers: The words of each modifier of the noun, except numbers.
    """

    top: int
    roles: tuple[str, ...]
    verb: int
    compound: bool
    others: bool
    modifiers: tuple[tuple[int, ...], ...]


def counted(syntax: Syntax, token: int, quantity: Quantity) -> Counted:
    """Return the position and the modifiers of a quantity that belongs to a token."""
    top = quantity.token if token in syntax.subtree(quantity.token) else token
    inside, adding = quantity.tokens, syntax.lang.additive_determiners
    place = slot(syntax, top)
    noun = syntax.pos[token] == "NOUN"
    says_more = (c for c in syntax.below(token, *_MODIFIERS) if noun and syntax.pos[c] != "NUM")
    return Counted(
        top=top,
        roles=place[1] if place is not None else (),
        verb=syntax.clause(top),
        compound=syntax.roles[top] in (r.COMPOUND, r.NOUN_MODIFIER),
        others=any(syntax.words[t] in adding and t not in inside for t in syntax.subtree(token)),
        modifiers=tuple(tuple(syntax.subtree(c)) for c in says_more),
    )
