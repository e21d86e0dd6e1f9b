"""Clauses of two sides that stand for each other: whether roles, prepositions and times agree.

Two sides can have all words in common and say something else, since these have other places: "the
dog bit the man" and "the man bit the dog", "from Paris to London", "he ate before he slept". Each
word with a counterpart has to have its place by the counterpart of what it belongs to. What is
compared are arcs between linked words, as in Goyal and Durrett 2020, *Evaluating factuality in
generation with dependency-level entailment* (EMNLP Findings), section 3, but in logical roles, so
that another voice, another order or a converse verb makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ..analysis.arguments import (
    AGENT,
    ATTRIBUTE,
    COMPLEMENT,
    MANNER,
    OBLIQUE,
    PATIENT,
    RECIPIENT,
    TIME,
)
from ..analysis.clauses import Clause
from ..analysis.places import APPOSITION, CLAUSE, KIND, POSSESSOR, PROPERTY, Place
from ..analysis.reading import Analysis
from ..analysis.words import Word
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from .comparison import Comparison
from .lexical import SAME_MEANING, TokenPair, is_living

# When something is so.
HAPPENED, TO_COME = "happened", "to come"
# Roles in which a preposition tells what is meant.
_BY_PREPOSITION = frozenset((OBLIQUE, TIME, CLAUSE, MANNER))
# Roles that come to the same whichever of two words is said of the other: "the car is red".
_OF_EACH_OTHER = frozenset((AGENT, PROPERTY, ATTRIBUTE, APPOSITION, KIND))
# Roles that parsers and paraphrases exchange: what one decides, that one goes.
_EXCHANGEABLE = (
    frozenset((PATIENT, COMPLEMENT)),
    frozenset((PATIENT, ATTRIBUTE)),
    frozenset((ATTRIBUTE, COMPLEMENT)),
    frozenset((ATTRIBUTE, OBLIQUE)),
    frozenset((COMPLEMENT, OBLIQUE)),
    frozenset((COMPLEMENT, CLAUSE)),
)


# Roles of what stands before a noun, or beside it.
_MODIFYING = frozenset((PROPERTY, KIND, POSSESSOR, APPOSITION))
# Relations of predicates that say alike things, so that who does it can be compared.
_TELLING = frozenset((*SAME_MEANING, "hyponym-of", "hypernym-of"))


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
    arcs = _Arcs(compared, index)
    moves = [
        move
        for k in range(2)
        for place in arcs.sides[k].places
        if place.sure and arcs.bears(k, place) and (move := _moved(arcs, k, place)) is not None
    ]
    found: dict[TokenPair, list[Misplaced]] = {}
    for move in moves:
        pair = _cell(move.side, move.place.word, arcs.alike[move.side][move.place.word][0])
        found.setdefault(pair, []).append(_misplaced(arcs, move, moves))
    return [*(each for some in found.values() for each in _shared(some)), *_at_other_times(arcs)]


def _shared(some: Sequence[Misplaced]) -> Iterator[Misplaced]:
    """Yield once what is found of two words from either side, each cell with its share of it."""
    evident = [each for each in some if each.evident] or some
    cells = dict.fromkeys((each.source, each.target) for each in evident)
    for cell in cells:
        yield Misplaced(*cell, evident[0].evident, 1 / len(cells))


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


class _Arcs:
    """The places of both sides, by word and by what it belongs to, and which words are alike.

    Side 0 is the source, side 1 the target.
    """

    def __init__(self, compared: Comparison, index: LexicalIndex | None) -> None:
        one, other = (annotated.analysis for annotated in compared.sides)
        self.compared, self.index, self.lang = compared, index, one.lang
        self.sides: tuple[Analysis, Analysis] = one, other
        self.by_word = [_grouped(side.places, 0) for side in self.sides]
        self.by_of = [_grouped(side.places, 1) for side in self.sides]
        self.alike = _alike(compared, self.sides)

    def bears(self, k: int, place: Place) -> bool:
        """Return whether both words of a place have a counterpart, and neither only counts."""
        side = self.compared.sides[k]
        # "Two" of "two of the plants" only counts, but "noon" is a time of its own.
        counting = side.functional - side.quantifiers.keys()
        words = place.word, place.of
        return counting.isdisjoint(words) and all(t in self.alike[k] for t in words)

    def lemma(self, k: int, i: int) -> str:
        return self.sides[k].words[i].lemma

    def is_same(self, k: int, i: int) -> bool:
        """Return whether a word has a counterpart that is the same word, or a synonym."""
        pairs = [(i, j) if k == 0 else (j, i) for j in self.alike[k][i]]
        known = ("same", "synonym", "equals", "restates")
        return any(self.compared.relations.get(pair, "same") in known for pair in pairs)

    def are_names(self, k: int, own: int, other: int) -> bool:
        words = self.sides[k].words[own], self.sides[1 - k].words[other]
        return all(word.category == "name" for word in words)

    def is_verb(self, k: int, i: int) -> bool:
        return self.sides[k].words[i].category == "verb"

    def clause(self, k: int, predicate: int) -> Clause | None:
        """Return the clause with a predicate, if there is one."""
        index = self.sides[k].clause_of[predicate]
        found = self.sides[k].clauses[index] if index >= 0 else None
        return found if found is not None and found.predicate == predicate else None


def _grouped(places: Sequence[Place], key: int) -> Mapping[int, list[Place]]:
    found: dict[int, list[Place]] = {}
    for place in places:
        found.setdefault(place[key], []).append(place)
    return found


def _alike(
    compared: Comparison, sides: tuple[Analysis, Analysis]
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return the counterparts of the words of either side that can be compared by their places.

    A word that is on both sides stands for itself, even if an aligner has linked it with another.
    """
    cells = {cell for cell in compared.relations if compared.agree(cell)}
    texts = [
        [word.lemma if _can_be_placed(word, side.lang) else "" for word in side.words]
        for side in sides
    ]
    lemmas = [{lemma: i for i, lemma in enumerate(some)} for some in texts]
    counts = [Counter(some) for some in texts]
    for lemma in lemmas[0].keys() & lemmas[1].keys() - {""}:
        if counts[0][lemma] == counts[1][lemma] == 1:
            own = lemmas[0][lemma], lemmas[1][lemma]
            cells = {c for c in cells if c[0] != own[0] and c[1] != own[1]} | {own}
    found: tuple[dict[int, list[int]], dict[int, list[int]]] = {}, {}
    for i, j in sorted(cells):
        if texts[0][i] and texts[1][j]:
            found[0].setdefault(i, []).append(j)
            found[1].setdefault(j, []).append(i)
    return found


def _can_be_placed(word: Word, lang: LanguageData) -> bool:
    """Return whether it tells something what a word belongs to, or what belongs to it."""
    verb = word.category == "verb" and word.lemma not in lang.copulas
    compares = word.lemma in lang.telling_modifiers  # "more", "less"
    return verb or compares or word.content or word.category in ("pronoun", "adjective")


def _moved(arcs: _Arcs, k: int, place: Place) -> _Move | None:
    """Return where else a word is on the other side, None if it has its place there, or none."""
    words, heads = arcs.alike[k][place.word], arcs.alike[k][place.of]
    own = [other for t in words for other in arcs.by_word[1 - k].get(t, ())]
    inverse = [
        other for t in heads for other in arcs.by_word[1 - k].get(t, ()) if other.of in words
    ]
    by_head = [other for other in own if other.of in heads]
    if any(_agree(arcs, k, place, other) for other in by_head) or any(
        _agree_inversely(arcs, k, place, other) for other in inverse
    ):
        return None
    if _read_alike(arcs.compared, k, place, words, heads) or _is_mentioned(arcs, k, place):
        return None
    against = [other for other in by_head if other.sure]
    if place.preposition and not against:
        # Whatever it is attached to, "for his wife" is not "about his wife".
        against = [other for other in by_head if other.preposition]
    crossed = [other for other in inverse if other.sure]
    against += [other for other in crossed if _are_of_one_kind(place, other)]
    elsewhere = [other for other in own if other.sure and arcs.bears(1 - k, other)]
    if not against and elsewhere and _of_one_time(arcs, k, place, elsewhere[0]):
        return None
    if against or elsewhere or crossed:
        return _Move(k, place, against, [*elsewhere, *crossed])
    return None


def _misplaced(arcs: _Arcs, move: _Move, moves: Sequence[_Move]) -> Misplaced:
    """Return how sure it is that a word has another place on the other side."""
    k, place, against, _ = move
    evident = bool(against) or _is_taken(arcs, k, place) or _is_exchanged(arcs, move, moves)
    evident = evident and arcs.is_same(k, place.word) and not _is_of_namesake(arcs, k, place)
    if against and place.top != place.word:
        return Misplaced(*_cell(k, place.top, against[0].top), evident)
    return Misplaced(*_cell(k, place.word, arcs.alike[k][place.of][0]), evident)


def _cell(k: int, own: int, others: int) -> TokenPair:
    return (own, others) if k == 0 else (others, own)


def _is_exchanged(arcs: _Arcs, move: _Move, moves: Sequence[_Move]) -> bool:
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


def _are_of_one_kind(place: Place, other: Place) -> bool:
    """Return whether two places are of one role, or both of words behind prepositions."""
    by_preposition = place.preposition and other.preposition
    both = {place.role, other.role} <= _BY_PREPOSITION
    return place.role == other.role or bool(by_preposition and both)


def _is_of_namesake(arcs: _Arcs, k: int, place: Place) -> bool:
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
        if not held and _agree(arcs, k, place, other):
            return True
    return False


def _is_anchored(arcs: _Arcs, k: int, i: int, but: Place) -> bool:
    """Return whether a word has a place in common with its counterpart, one left out."""
    places = (*arcs.by_word[k].get(i, ()), *arcs.by_of[k].get(i, ()))
    return any(
        each != but
        and each.sure
        and arcs.bears(k, each)
        and any(
            other.of in arcs.alike[k][each.of] and _agree(arcs, k, each, other)
            for t in arcs.alike[k][each.word]
            for other in arcs.by_word[1 - k].get(t, ())
        )
        for each in places
    )


def _is_mentioned(arcs: _Arcs, k: int, place: Place) -> bool:
    """Return whether a pronoun may have the place of a word, or another word that of a pronoun.

    Examples: "*Anna* walked, since she was late.", "Anna was late. *She* walked."
    """
    words = arcs.alike[k][place.word]
    for of in arcs.alike[k][place.of]:
        for other in arcs.by_of[1 - k].get(of, ()):
            if not _agree(arcs, k, place, other):
                continue
            mine = arcs.alike[1 - k].get(other.word, ())
            if any(_may_mean(arcs, 1 - k, other.word, t) for t in words) or any(
                _may_mean(arcs, k, place.word, t) for t in mine
            ):
                return True
    return False


def _may_mean(arcs: _Arcs, k: int, pronoun: int, noun: int) -> bool:
    """Return whether a personal pronoun may stand for a noun, of another clause of its side."""
    words, clauses = arcs.sides[k].words, arcs.sides[k].clause_of
    if words[pronoun].lemma not in arcs.lang.personal_pronouns:
        return False
    named = words[noun].category in ("noun", "name")
    return named and clauses[pronoun] != clauses[noun]


def _is_taken(arcs: _Arcs, k: int, place: Place) -> bool:
    """Return whether another word, which has a counterpart too, has the place on the other side.

    Not so if both have it, or if the counterpart of the other word has it beside this one.
    """
    words = arcs.alike[k][place.word]
    for of in arcs.alike[k][place.of]:
        for other in arcs.by_of[1 - k].get(of, ()):
            mine = arcs.alike[1 - k].get(other.word, ())
            if not other.sure or other.word in words or not _are_of_one_kind(place, other):
                continue
            if not _agree(arcs, k, place, other):
                continue
            beside = [p for p in arcs.by_of[k].get(place.of, ()) if p.sure and p.word in mine]
            if mine and not any(_agree(arcs, k, each, other) for each in beside):
                return True
    return False


def _read_alike(
    compared: Comparison, k: int, place: Place, words: list[int], heads: list[int]
) -> bool:
    """Return whether all words from a word to what it belongs to are the same on both sides.

    What reads the same means the same, whatever a parser makes of it.
    """
    first, last = min(place.word, place.of), max(place.word, place.of)
    for word, of in product(words, heads):
        shift = word - place.word
        if of - place.of == shift and all(
            compared.relations.get((t, t + shift) if k == 0 else (t + shift, t)) == "same"
            for t in range(first, last + 1)
        ):
            return True
    return False


def _of_one_time(arcs: _Arcs, k: int, place: Place, other: Place) -> bool:
    """Return whether two words are parts of dates, of which any may be the head of the others."""
    times = arcs.lang.time_entities
    entities = arcs.sides[k].sentence.entities, arcs.sides[1 - k].sentence.entities
    parts = entities[0][place.word] in times and entities[1][other.word] in times
    return parts and (entities[0][place.of] in times or entities[1][other.of] in times)


# Whether two places are one.


def _agree(arcs: _Arcs, k: int, place: Place, other: Place) -> bool:
    """Return whether two places by linked words are one, the other one on the other side."""
    if k == 1:
        place, other = other, place
    verbs = arcs.is_verb(0, place.of), arcs.is_verb(1, other.of)
    if verbs[0] != verbs[1]:
        return True  # "the arrest of the man", "arrested the man"
    roles = {place.role, other.role}
    if roles <= _BY_PREPOSITION:
        return _near(arcs, place, other, verbs[0])
    if len(roles) == 1 or roles in _EXCHANGEABLE:
        return True
    if not verbs[0] and (AGENT not in roles or roles & _MODIFYING):
        return not (place.preposition and other.preposition) or _near(arcs, place, other, False)
    kind = arcs.compared.relations.get((place.of, other.of), "same")
    lemmas = {arcs.lemma(0, place.of), arcs.lemma(1, other.of)}
    if kind not in _TELLING or lemmas & arcs.lang.mutual_verbs:
        return True
    return _may_be_one(arcs, place, other, roles)


def _may_be_one(arcs: _Arcs, place: Place, other: Place, roles: set[str]) -> bool:
    """Return whether two unlike roles of a predicate come to the same."""
    pair = [(0, place), (1, other)]
    same_word = arcs.lemma(0, place.of) == arcs.lemma(1, other.of)
    prepositions = {place.preposition, other.preposition} - {""}
    if roles == {AGENT, PATIENT}:
        return _alternates(arcs, *(pair if place.role == AGENT else pair[::-1]))
    if roles == {PATIENT, RECIPIENT}:
        return not prepositions
    if RECIPIENT in roles and roles & _BY_PREPOSITION:
        return prepositions <= arcs.lang.recipient_prepositions
    if AGENT in roles and roles & _BY_PREPOSITION:
        lang = arcs.lang  # "walked with Ann", "Ann and he walked"; "made from two", "two made"
        near = lang.agent_prepositions | lang.company_prepositions | lang.origin_prepositions
        return not same_word or prepositions <= near
    if PATIENT in roles and roles & _BY_PREPOSITION:
        k, oblique = pair[0] if place.role in _BY_PREPOSITION else pair[1]
        clause = arcs.clause(k, oblique.of)
        # "Entered (into) the house", but not "replaced the glass with the plastic".
        return not same_word or clause is None or clause.filler(PATIENT) < 0
    return AGENT not in roles


def _alternates(arcs: _Arcs, acting: tuple[int, Place], undergoing: tuple[int, Place]) -> bool:
    """Return whether a thing does by itself what is done to it: "the door opened", "was opened".

    People and animals do not: "the lawyer warned", "the lawyer was warned".
    """
    (k, place), (other_side, other) = acting, undergoing
    acts, undergoes = arcs.clause(k, place.of), arcs.clause(other_side, other.of)
    if acts is None or undergoes is None:
        return True
    alone = acts.filler(PATIENT) < 0
    if alone and arcs.lemma(k, place.of) != arcs.lemma(other_side, other.of):
        return True  # "died", "was killed"
    # "Thousands left without power by storm" is in the passive, without its auxiliary.
    by = any(a.preposition in arcs.lang.agent_prepositions for a in acts.arguments)
    return alone and (by or (undergoes.filler(AGENT) < 0 and not _lives(arcs, k, place.word)))


def _lives(arcs: _Arcs, k: int, i: int) -> bool:
    """Return whether a word names people or animals."""
    word, lang = arcs.sides[k].words[i], arcs.lang
    if word.category == "pronoun":
        return arcs.sides[k].sentence.words[i] in lang.pronoun_forms - lang.expletive_pronouns
    if word.category == "name":
        return arcs.sides[k].sentence.entities[i] in lang.person_entities
    senses = arcs.index.synsets(word.lemma, word.lookup, 1) if arcs.index is not None else []
    return any(is_living(arcs.index, s, lang) for s in senses) if arcs.index else False


def _near(arcs: _Arcs, place: Place, other: Place, verbs: bool) -> bool:
    """Return whether two prepositions, or what opens two clauses, can mean the same."""
    lang, names = arcs.lang, (place.preposition, other.preposition)
    if names[0] == names[1] or "" in names or MANNER in (place.role, other.role):
        return True
    if any(_is_of_quantity(arcs, k, each) for k, each in enumerate((place, other))):
        return True
    ways = [{*way} for way in product(*(_shorter(name, lang) for name in names))]
    if any(len(way) == 1 or any(way <= near for near in lang.near_prepositions) for way in ways):
        return True
    if any(set(names) <= near for near in lang.near_place_prepositions):
        # "In the grass" is "on the grass", but "in the box" is not "on the box".
        handled = any(_is_handled(arcs, k, p.word) for k, p in enumerate((place, other)))
        return place.role == other.role == TIME or not handled
    bare = [name in lang.bare_prepositions for name in names]
    if not verbs and any(name in lang.genitive_prepositions for name in names):
        return all(bare)
    # A verb has the preposition that belongs to it.
    return arcs.lemma(0, place.of) != arcs.lemma(1, other.of) and any(bare)


def _is_handled(arcs: _Arcs, k: int, i: int) -> bool:
    """Return whether a word names a thing that something can be in, on or at: a box."""
    word, index = arcs.sides[k].words[i], arcs.index
    if index is None or word.category != "noun":
        return False
    kinds = {s for kind in arcs.lang.thing_kinds for s in index.synsets(kind, "NOUN")[:1]}
    senses = index.synsets(word.lemma, "NOUN", 1)
    return any(not kinds.isdisjoint(index.closure.row(s)) for s in senses)


def _is_of_quantity(arcs: _Arcs, k: int, place: Place) -> bool:
    """Return whether a preposition says how much, which is compared apart: "between 2 and 4 pm"."""
    side = arcs.compared.sides[k]
    amount = side.part_of(place.word)
    return place.top in side.functional or (amount is not None and amount.bound == "range")


def _shorter(name: str, lang: LanguageData) -> list[str]:
    """Return a preposition, and of two in a row each by itself: "from behind"."""
    words = name.split(" ")
    if len(words) == 1 or tuple(words) in lang.compound_prepositions:
        return [name]
    if words[0] in lang.comparison_markers:
        return [name, words[0]]  # "than in summer" is not "in summer"
    return [name, *(word for word in words if word not in lang.genitive_prepositions)]


def _agree_inversely(arcs: _Arcs, k: int, place: Place, other: Place) -> bool:
    """Return whether a word belongs to another one as that does, on the other side, to it."""
    names, lang = (place.preposition, other.preposition), arcs.lang
    if names in lang.inverse_prepositions:
        return True
    if names[0] == names[1] and names[0] in lang.symmetric_conjunctions:
        return True
    cells = (place.of, other.word), (place.word, other.of)
    if any(arcs.is_verb(k, i) != arcs.is_verb(1 - k, j) for i, j in cells):
        return True  # "it costs ten euros", "its price is ten euros"
    if any(names):
        return False
    sides = [(k, place), (1 - k, other)]
    roles = {place.role, other.role}
    if roles == {KIND}:
        return any(arcs.are_names(k, *cell) for cell in cells)  # "the Rosaceae family"
    if KIND in roles:
        return APPOSITION in roles or any(_names_what_it_is(arcs, *each) for each in sides)
    if PROPERTY in roles:
        return roles <= {PROPERTY, AGENT, PATIENT, ATTRIBUTE}
    by_verb = any(arcs.is_verb(side, each.of) for side, each in sides)
    return roles <= _OF_EACH_OTHER and not by_verb


def _names_what_it_is(arcs: _Arcs, k: int, place: Place) -> bool:
    """Return whether a place is that of the subject by what a copula says of it."""
    clause = arcs.clause(k, place.of)
    return place.role == AGENT and clause is not None and clause.verb != clause.predicate


# Whether it has happened.


def _at_other_times(arcs: _Arcs) -> Iterator[Misplaced]:
    """Yield what has happened by one side and will, or would, happen by the other."""
    for (i, j), kind in arcs.compared.relations.items():
        one, other = arcs.clause(0, i), arcs.clause(1, j)
        if one is None or other is None or kind not in SAME_MEANING:
            continue
        when = _when(one), _when(other)
        if "" not in when and when[0] != when[1]:
            # What says so is the auxiliary, or what stands for it, of the side that is not past.
            words = [c.modality.tokens[-1] if c.modality else c.verb for c in (one, other)]
            cell = (words[0], j) if when[0] != HAPPENED else (i, words[1])
            yield Misplaced(*cell, evident=True)


def _when(clause: Clause) -> str:
    """Return whether something has happened or is still to come; "" where that is not said."""
    kind = clause.modality.kind if clause.modality else ""
    if kind in ("future", "conditional") or clause.tense == "future":
        return TO_COME
    if kind or not clause.finite:
        return ""
    return HAPPENED if clause.tense == "past" or "perfect" in clause.aspect else ""
