"""Clauses of two sides that stand for each other: whether roles, prepositions and times agree.

Two sides can have all words in common and say something else, since these have other places: "the
dog bit the man" and "the man bit the dog", "from Paris to London", "he ate before he slept". Each
word with a counterpart has to have its place by the counterpart of what it belongs to. What is
compared are arcs between linked words, as in Goyal and Durrett 2020, *Evaluating factuality in
generation with dependency-level entailment* (EMNLP Findings), section 3, but in logical roles, so
that another voice, another order or a converse verb makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ..analysis.places import PROPERTY, Place
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from .comparison import Comparison
from .lexical import TokenPair
from .paired_scopes import at_other_scopes
from .paired_times import at_other_times
from .same_place import BY_PREPOSITION, Arcs, cell, inverse_place, same_place


class Misplaced(NamedTuple):
    """Linked words that do not have the same place on both sides.

    Attributes:
        source: A source token.
        target: A target token; a unit says something else only if it has both.
        evident: Whether it is so by all readings: another role or preposition of the same word, or
            a place that another word has. Else only that the words depend on others.
        share: How much of it is told by these two, 1 if nothing else tells it.
    """

    source: int
    target: int
    evident: bool
    share: float = 1.0


def misplaced(compared: Comparison, index: LexicalIndex | None) -> list[Misplaced]:
    """Return the linked words that do not have one place on both sides.

    Args:
        compared: The comparison.
        index: The lexical index.
    """
    arcs = Arcs(compared, index)
    moves = [
        move
        for k in range(2)
        for place in arcs.sides[k].places
        if place.sure and arcs.bears(k, place) and (move := _moved(arcs, k, place)) is not None
    ]
    found: dict[TokenPair, list[Misplaced]] = {}
    for move in moves:
        pair = cell(move.side, move.place.word, arcs.alike[move.side][move.place.word][0])
        found.setdefault(pair, []).append(_misplaced(arcs, move, moves))
    placed = [each for some in found.values() for each in _shared(some)]
    others = {*at_other_times(arcs), *at_other_scopes(arcs)}
    return [*placed, *(Misplaced(*tokens, evident=True) for tokens in sorted(others))]


def _shared(some: Sequence[Misplaced]) -> Iterator[Misplaced]:
    """Yield once what is found of two words from either side, each cell with its share of it."""
    evident = [each for each in some if each.evident] or some
    cells = dict.fromkeys((each.source, each.target) for each in evident)
    for pair in cells:
        yield Misplaced(*pair, evident[0].evident, 1 / len(cells))


class _Move(NamedTuple):
    """A place that a word does not have on the other side.

    Attributes:
        side: The side that has it.
        place: The place.
        against: Its places on the other side by the same word, in another role.
        elsewhere: Those by other words.
    """

    side: int
    place: Place
    against: list[Place]
    elsewhere: list[Place]


def _moved(arcs: Arcs, k: int, place: Place) -> _Move | None:
    """Return where else a word is on the other side, None if it has its place there, or none."""
    heads, own = arcs.alike[k][place.of], arcs.of_word(k, place)
    if place.of in arcs.converse[k] or any(other.of in arcs.converse[1 - k] for other in own):
        return None  # the parties of converses have been compared
    by_head = [other for other in own if other.of in heads]
    if any(same_place(arcs, k, place, other) for other in by_head):
        return None
    inverse = arcs.inverse(k, place)
    if any(inverse_place(arcs, k, place, other) for other in inverse):
        return None
    if _read_alike(arcs, k, place) or _is_mentioned(arcs, k, place):
        return None
    against = _against(arcs.lang, place, by_head, inverse)
    elsewhere = [other for other in own if other.sure and arcs.bears(1 - k, other)]
    if not against and elsewhere and _of_one_time(arcs, k, place, elsewhere[0]):
        return None
    elsewhere += [other for other in inverse if other.sure]
    return _Move(k, place, against, elsewhere) if against or elsewhere else None


def _against(
    lang: LanguageData, place: Place, by_head: Sequence[Place], inverse: Sequence[Place]
) -> list[Place]:
    """Return the places of the same two words, which are in another role, or exchanged.

    Whatever it is attached to, "for his wife" is not "about his wife"; but "of" belongs to the
    noun before: "lives in the centre of Rome" is no other place than "lives in Rome".
    """
    sure = [other for other in by_head if other.sure]
    named = {"", *lang.genitive_prepositions}.isdisjoint
    by_name = [other for other in by_head if named((place.preposition, other.preposition))]
    crossed = [other for other in inverse if other.sure and _are_of_one_kind(place, other)]
    return [*(sure or by_name), *crossed]


def _misplaced(arcs: Arcs, move: _Move, moves: Sequence[_Move]) -> Misplaced:
    """Return how sure it is that a word has another place on the other side."""
    k, place, against, _ = move
    evident = bool(against) or _is_taken(arcs, k, place) or _is_exchanged(arcs, move, moves)
    evident = evident or _leaves_condition(arcs, move)
    evident = evident and arcs.is_same(k, place.word) and not _is_of_namesake(arcs, k, place)
    if against and place.top != place.word:
        return Misplaced(*cell(k, place.top, against[0].top), evident)
    return Misplaced(*cell(k, place.word, arcs.alike[k][place.of][0]), evident)


def _is_exchanged(arcs: Arcs, move: _Move, moves: Sequence[_Move]) -> bool:
    """Return whether another word has come from where a word has gone to, whatever their roles.

    Example: "toured widely and played in Rome", "played widely and toured in Rome".
    """
    k = move.side
    gone = {t for other in move.elsewhere for t in arcs.alike[1 - k].get(other.of, ())}
    return any(
        each.side == k
        and each.place.of in gone
        and each.place.word != move.place.word
        and any(other.of in arcs.alike[k][move.place.of] for other in each.elsewhere)
        for each in moves
    )


def _leaves_condition(arcs: Arcs, move: _Move) -> bool:
    """Return whether a word belongs to a condition on one side, to its consequence on the other.

    Example: "smoke if they open the windows in the lounge", "smoke in the lounge if they open …".
    """
    k, side = move.side, arcs.sides[move.side]
    others = {t for other in move.elsewhere for t in arcs.alike[1 - k].get(other.of, ())}
    own = side.innermost_clause(move.place.of)
    return any(
        inner is not None
        and outer is not None
        and inner.condition >= 0
        and side.clauses[inner.condition] is outer
        for clause in (side.innermost_clause(t) for t in others)
        for inner, outer in ((own, clause), (clause, own))
    )


def _are_of_one_kind(place: Place, other: Place) -> bool:
    """Return whether two places are of one role, or both of words behind prepositions."""
    by_preposition = place.preposition and other.preposition
    both = {place.role, other.role} <= BY_PREPOSITION
    return place.role == other.role or bool(by_preposition and both)


def _is_of_namesake(arcs: Arcs, k: int, place: Place) -> bool:
    """Return whether a word has its place on the other side by another word of the same lemma.

    Of two words of one lemma an aligner may have linked the wrong ones; not so if a word has
    another place in common with its counterpart.
    """
    lemmas = arcs.lemma(k, place.word), arcs.lemma(k, place.of)
    for other in arcs.sides[1 - k].places:
        if lemmas != (arcs.lemma(1 - k, other.word), arcs.lemma(1 - k, other.of)):
            continue
        pairs = (place.word, other.word), (place.of, other.of)
        apart = [t for t, counterpart in pairs if counterpart not in arcs.alike[k][t]]
        held = any(_is_anchored(arcs, k, t, place) for t in apart)
        if not held and same_place(arcs, k, place, other):
            return True
    return False


def _is_anchored(arcs: Arcs, k: int, i: int, but: Place) -> bool:
    """Return whether a word has a place in common with its counterpart, one left out."""
    side = arcs.sides[k]
    return any(
        _is_shared(arcs, k, each)
        for each in (*side.places_of(i), *side.places_at(i))
        if each != but and each.sure and arcs.bears(k, each)
    )


def _is_shared(arcs: Arcs, k: int, place: Place) -> bool:
    """Return whether a word has its place on the other side, by the counterpart of its head."""
    heads = arcs.alike[k][place.of]
    own = (other for other in arcs.of_word(k, place) if other.of in heads)
    return any(same_place(arcs, k, place, other) for other in own)


def _is_mentioned(arcs: Arcs, k: int, place: Place) -> bool:
    """Return whether a pronoun may have the place of a word, or another word that of a pronoun.

    Examples: "*Anna* walked, since she was late.", "Anna was late. *She* walked."
    """
    words = arcs.alike[k][place.word]
    return any(
        any(_may_mean(arcs, 1 - k, other.word, t) for t in words)
        or any(_may_mean(arcs, k, place.word, t) for t in arcs.alike[1 - k].get(other.word, ()))
        for other in arcs.at_head(k, place)
        if same_place(arcs, k, place, other)
    )


def _may_mean(arcs: Arcs, k: int, pronoun: int, noun: int) -> bool:
    """Return whether a personal pronoun may stand for a noun, of another clause of its side."""
    words, clauses = arcs.sides[k].words, arcs.sides[k].clause_of
    if words[pronoun].lemma not in arcs.lang.personal_pronouns:
        return False
    named = words[noun].category in ("noun", "name")
    return named and clauses[pronoun] != clauses[noun]


def _is_taken(arcs: Arcs, k: int, place: Place) -> bool:
    """Return whether another word, which has a counterpart too, has the place on the other side.

    Not so if both have it, or if the counterpart of the other word has it beside this one.
    """
    words = arcs.alike[k][place.word]
    takers = (
        other
        for other in arcs.at_head(k, place)
        if other.sure and other.word not in words and _are_of_one_kind(place, other)
    )
    for other in takers:
        mine = arcs.alike[1 - k].get(other.word, ())
        if not mine or not same_place(arcs, k, place, other):
            continue
        modifiers = {p.word for p in arcs.sides[k].places_at(place.word) if p.role == PROPERTY}
        if not modifiers.isdisjoint(mine):
            continue  # "in central Rome", "in the centre of Rome"
        beside = (p for p in arcs.sides[k].places_at(place.of) if p.sure and p.word in mine)
        if not any(same_place(arcs, k, each, other) for each in beside):
            return True
    return False


def _read_alike(arcs: Arcs, k: int, place: Place) -> bool:
    """Return whether all words from a word to what it belongs to are the same on both sides.

    What reads the same means the same, whatever a parser makes of it.
    """
    between = range(min(place.word, place.of), max(place.word, place.of) + 1)
    relations = arcs.compared.relations
    shifts = {
        word - place.word
        for word, of in product(arcs.alike[k][place.word], arcs.alike[k][place.of])
        if of - word == place.of - place.word
    }
    return any(
        all(relations.get(cell(k, t, t + shift)) == "same" for t in between) for shift in shifts
    )


def _of_one_time(arcs: Arcs, k: int, place: Place, other: Place) -> bool:
    """Return whether two words are parts of dates, of which any may be the head of the others."""
    times = arcs.lang.time_entities
    entities = arcs.sides[k].sentence.entities, arcs.sides[1 - k].sentence.entities
    parts = entities[0][place.word] in times and entities[1][other.word] in times
    return parts and (entities[0][place.of] in times or entities[1][other.of] in times)
