"""Slots: what dates, names and numbers of a side fill, and how alone they fill it.

A slot is a word with a role that is filled: of "sold it to Mary in 1994" the recipient and the time
of "sold". Two sides that fill one slot otherwise may exclude each other; which of them do is judged
in `relations.exclusive_slots`. The slots of a relation and what may fill them are those of de
Marneffe, Rafferty and Manning 2008, *Finding contradictions in text* (ACL), section 4.2.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("Mary Jones left Oslo on Monday.", "Ann slept.")
>>> for filler in analyse(sentences(doc)[0]).fillers.values():
...     print(filler.token, filler.kind, filler.of, filler.roles, filler.alone)
0 name 1 ('compound',) True
1 name 2 ('subject',) True
3 name 2 ('object',) True
5 date 2 ('prepositional object', 'preposition') True
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from . import roles as r
from .quantities import DATE, WEEKDAY, YEAR, Quantifier
from .syntax import Syntax
from .words import Word

# What a filler is.
FILLS_DATE, FILLS_NAME, FILLS_NUMBER, FILLS_OTHER = "date", "name", "number", "other"
# Roles of modifiers that say of what kind something is, and more of it.
KINDS = (r.COMPOUND, r.NOUN_MODIFIER)
MODIFIERS = r.NOUN_CLAUSES | {
    *(*KINDS, r.ADJECTIVE, r.ADVERB, r.ADVERBIAL_CLAUSE, r.ADVERBIAL_NOUN),
    *(r.APPOSITION, r.NUMERAL, r.PREPOSITION),
}


class Filler(NamedTuple):
    """A date, a name or a number, and the slot that it fills.

    Attributes:
        token: Its highest word.
        kind: "date", "name" (of a known type), "number", "other" of a name without a known type.
        of: The word that the slot belongs to.
        roles: In which role, and over which prepositions: those of places as one.
        alone: Whether it is neither one of several nor one of several words of a name.
        before: Whether it stands before a noun or a name that it is a part of.
        guessed: Whether its type is a guess: that of a name before a noun, "the Hudson building".
        titled: Whether other words of its name, or a title, stand before it.
        speaks: Whether it is of who says something, or takes a stance: others do so too.
        counts: Whether it is a number that counts a noun.
    """

    token: int
    kind: str
    of: int
    roles: tuple[str, ...]
    alone: bool
    before: bool
    guessed: bool
    titled: bool
    speaks: bool
    counts: bool


def dates_of(
    quantities: Mapping[int, Quantifier], words: Sequence[Word], weekdays: Sequence[str]
) -> dict[int, Quantifier]:
    """Return dates, weekdays and years by their highest words; "every Monday" names one, too."""
    found = {i: q for i, q in quantities.items() if q.dimension in (DATE, WEEKDAY, YEAR)}
    for i, quantity in quantities.items():
        if quantity.universal and words[i].calendar in weekdays:
            day = float(weekdays.index(words[i].calendar))
            found[i] = Quantifier(i, day, day, number=True, extra=(i,), dimension=WEEKDAY, of=i)
    return found


def fillers(syntax: Syntax, words: Sequence[Word], dated: Collection[int]) -> dict[int, Filler]:
    """Return the dates, names and numbers of a side that fill a slot, by their tokens.

    Args:
        syntax: The side.
        words: What kind of word each token is.
        dated: The highest words of its dates.
    """
    found = {}
    for i, word in enumerate(words):
        kind = _kind(syntax, word, i, i in dated)
        slot = slot_of(syntax, i) if kind else None
        if slot is not None:
            before = syntax.roles[i] == r.COMPOUND
            head = syntax.heads[i]
            found[i] = Filler(
                token=i,
                kind=kind,
                of=slot[0],
                roles=slot[1],
                alone=_is_alone(syntax, words, i),
                before=before,
                guessed=before and words[head].category != "name",
                titled=bool(syntax.below(i, r.COMPOUND)),
                speaks=_speaks(syntax, i),
                counts=syntax.roles[i] == r.NUMERAL,
            )
    return found


def slot_of(syntax: Syntax, i: int) -> tuple[int, tuple[str, ...]] | None:
    """Return the word that a word depends on, and in which roles, prepositions included."""
    role, top = syntax.role(i)
    roles = [role]
    if syntax.roles[i] in (r.CONJUNCT, r.APPOSITION):
        return None
    while top >= 0 and syntax.pos[top] == "ADP":
        word = syntax.lemmas[top]
        roles.append(r.PREPOSITION if word in syntax.lang.place_prepositions else word)
        top = syntax.heads[top]
    if top >= 0 and syntax.roles[top] == r.ADVERBIAL_NOUN:
        roles = [r.ADVERBIAL_NOUN]
        top = syntax.heads[top]
    return None if top < 0 else (top, tuple(roles))


def _kind(syntax: Syntax, word: Word, i: int, dated: bool) -> str:
    if dated:
        return FILLS_DATE
    # Taggers take some names for common nouns.
    titled = word.category == "noun" and syntax.sentence.texts[i].istitle()
    known = syntax.sentence.entities[i] in syntax.lang.name_entities
    if known and (titled or word.category == "name"):
        return FILLS_NAME
    if word.category == "number" and syntax.heads[i] >= 0:
        return FILLS_NUMBER
    return FILLS_OTHER if word.category == "name" else ""


def _is_alone(syntax: Syntax, words: Sequence[Word], i: int) -> bool:
    """Return whether a filler is neither one of several nor one of several words of a name."""
    if syntax.below(i, r.CONJUNCT, r.CONJUNCTION):
        return False
    if syntax.roles[i] != r.COMPOUND:
        return True
    # All that says which one a noun is, or the given name of a person.
    head, entities = syntax.heads[i], syntax.sentence.entities
    beside = syntax.below(head, r.COMPOUND, r.POSSESSOR, r.APPOSITION)
    if words[head].category == "name":
        types = {entities[i], entities[head]}
        return beside == [i] and types <= syntax.lang.person_entities
    return not any(words[c].category == "name" for c in beside if c != i)


def _speaks(syntax: Syntax, i: int) -> bool:
    """Return whether a word is of who says something, or takes a stance: others do so too."""
    lang, verb, above = syntax.lang, syntax.clause(i), syntax.governor(i)
    if any(t >= 0 and syntax.words[t] in lang.attributions for t in (above, syntax.heads[i])):
        return True
    subject = syntax.logical_subject(verb)
    verbs = {syntax.lemmas[t] for t in (verb, *syntax.children(verb))}
    speaks = verbs & (lang.reporting_verbs | lang.stance_verbs)
    return bool(speaks) and subject is not None and i in syntax.subtree(subject)


def origins(syntax: Syntax, words: Sequence[Word]) -> list[tuple[int, int]]:
    """Return the names before nouns that may say where something is from, with these nouns."""
    return [
        (i, syntax.heads[i])
        for i, entity in enumerate(syntax.sentence.entities)
        if syntax.roles[i] in (r.ADJECTIVE, r.COMPOUND)
        and words[syntax.heads[i]].category == "noun"
        and entity in syntax.lang.name_entities
    ]


# -- Numbers ---------------------------------------------------------------------------------------


def numeral(syntax: Syntax, words: Sequence[Word], i: int) -> int:
    """Return the number that the sign of a currency stands before, any other word itself."""
    signs = words[i].category == "symbol" and syntax.heads[i] >= 0
    return syntax.heads[i] if signs else i


def currencies(syntax: Syntax, i: int) -> set[str]:
    """Return the currencies that stand right before a number, as written."""
    around = (*syntax.children(i), syntax.heads[i], i - 1, i)
    forms = {form for unit in syntax.lang.currencies for form in syntax.lang.units[unit]}
    return {syntax.words[t] for t in around if t >= 0} & forms


def lone_numbers(
    syntax: Syntax, words: Sequence[Word], quantities: Mapping[int, Quantifier]
) -> Iterator[tuple[Quantifier, int]]:
    """Yield numbers with what is said right behind them: "six killed", "2 dead"."""
    for count in quantities.values():
        i, said = count.token, count.token + 1
        if not count.number or said >= len(syntax):
            continue
        joined = i == syntax.heads[said] or said == syntax.heads[i]
        if joined and words[said].category in ("verb", "adjective"):
            yield count, said


def ages(
    syntax: Syntax, words: Sequence[Word], quantities: Mapping[int, Quantifier]
) -> Iterator[tuple[Quantifier, int]]:
    """Yield bare numbers beside a noun, and that one: "Smith, 45, was arrested"."""
    for count in quantities.values():
        i = count.token
        beside = syntax.roles[i] == r.APPOSITION and words[i].category == "number"
        if count.number and beside:
            yield count, syntax.heads[i]


def said_of(syntax: Syntax, words: Sequence[Word], i: int) -> list[int]:
    """Return the content words that say what a number is of: "six killed"."""
    below = syntax.children(i)
    return [c for c in below if words[c].content and syntax.role(c)[0] == r.ADJECTIVE]
