"""Aligned clauses of two sides: whether roles, prepositions and times agree.

Two sides can have the same words and still differ in meaning, because the words have other roles:
"the dog bit the man" and "the man bit the dog", "from Paris to London", "he ate before he slept".
The counterpart of each word must have the same role at the counterpart of its head. Therefore, arcs
between linked words are compared, as in Goyal and Durrett 2020, *Evaluating factuality in
generation with dependency-level entailment* (EMNLP Findings), section 3, but by logical roles, so
that voice, word order and converse verbs make no difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ..analysis.arguments import AGENT, MANNER, PATIENT, TIME, Argument
from ..analysis.clauses import Clause, restricts, standards
from ..analysis.logical_places import PROPERTY, WordPlace
from ..analysis.quantities import WEEKDAY
from ..analysis.reading import Analysis
from ..analysis.scope_extent import focus
from ..analysis.verb_forms import Modality, auxiliaries, form
from ..lang import LanguageData
from .lexical import SAME_MEANING, UNLIKE, TokenPair
from .same_place import BY_PREPOSITION, Arcs, cell, in_one_clause, inverse_place, same_place

# Times and aspects: an event is completed or goes on, or a state holds.
PAST, PRESENT, TO_COME, DUE = "past", "present", "to come", "due"
HAPPENED, GOING_ON, HOLDS = "happened", "going on", "holds"
# Stances that do not assert the clause.
_UNREAL = ("reported", "supposed", "asked", "ordered", "intended")
# Marks that end a written sentence; a headline, which uses the present for the past, has none.
_ENDS = frozenset(".!?…。！？")


class Misplaced(NamedTuple):
    """Linked words that do not have the same role on both sides.

    Attributes:
        source: A source token.
        target: A target token; a unit differs in meaning only if it has both tokens.
        evident: Whether it is true in every parse: the word has another role or preposition, or
            another word has its role. Else only the heads differ.
        share: The share of these two words in the evidence; 1 if there are no others.
    """

    source: int
    target: int
    evident: bool
    share: float = 1.0


def misplaced(arcs: Arcs) -> list[Misplaced]:
    """Return the linked words that do not have the same role on both sides."""
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
    others = {
        *_at_other_times(arcs),
        *_exchanged_clauses(arcs),
        *_other_focus(arcs),
        *_other_head(arcs),
        *_exchanged_standards(arcs),
    }
    return [*placed, *(Misplaced(*tokens, evident=True) for tokens in sorted(others))]


def _shared(some: Sequence[Misplaced]) -> Iterator[Misplaced]:
    """Yield the evidence on two words without repetition, each pair of tokens with its share."""
    evident = [each for each in some if each.evident] or some
    cells = dict.fromkeys((each.source, each.target) for each in evident)
    for pair in cells:
        yield Misplaced(*pair, evident[0].evident, 1 / len(cells))


class _Move(NamedTuple):
    """A place that a word does not have on the other side.

    Attributes:
        side: The side that has it.
        place: The place.
        against: Its places on the other side at the same head, in another role.
        elsewhere: Its places at other heads.
    """

    side: int
    place: WordPlace
    against: list[WordPlace]
    elsewhere: list[WordPlace]


def _moved(arcs: Arcs, k: int, place: WordPlace) -> _Move | None:
    """Return the move of a word to another place on the other side, None if it has not moved."""
    heads, own = arcs.alike[k][place.of], arcs.of_word(k, place)
    if place.of in arcs.converse[k] or any(other.of in arcs.converse[1 - k] for other in own):
        return None  # the arguments of converses have been compared
    by_head = [other for other in own if other.of in heads]
    if any(same_place(arcs, k, place, other) for other in by_head):
        return None
    inverse = arcs.inverse(k, place)
    if any(inverse_place(arcs, k, place, other) for other in inverse):
        return None
    if _read_alike(arcs, k, place) or _is_mentioned(arcs, k, place):
        return None
    return _move_of(arcs, k, place, own, _against(arcs.lang, place, by_head, inverse), inverse)


def _move_of(
    arcs: Arcs,
    k: int,
    place: WordPlace,
    own: Sequence[WordPlace],
    against: list[WordPlace],
    inverse: Sequence[WordPlace],
) -> _Move | None:
    """Return the move of a word from a place to its own or inverse places, or None."""
    elsewhere = [other for other in own if other.sure and arcs.bears(1 - k, other)]
    if not against and elsewhere and _of_one_time(arcs, k, place, elsewhere[0]):
        return None
    if not against and any(in_one_clause(arcs, k, place, other) for other in elsewhere):
        return None
    elsewhere += [other for other in inverse if other.sure]
    return _Move(k, place, against, elsewhere) if against or elsewhere else None


def _against(
    lang: LanguageData, place: WordPlace, by_head: Sequence[WordPlace], inverse: Sequence[WordPlace]
) -> list[WordPlace]:
    """Return the places of the same two words in another role, or with the head exchanged."""
    # Different prepositions count even at an unsure head: "for his wife", "about his wife"; but not
    # "of", which belongs to the noun before it: "lives in the centre of Rome", "lives in Rome".
    sure = [other for other in by_head if other.sure]
    named = {"", *lang.genitive_prepositions}.isdisjoint
    by_name = [other for other in by_head if named((place.preposition, other.preposition))]
    crossed = [other for other in inverse if other.sure and _are_of_one_kind(place, other)]
    return [*(sure or by_name), *crossed]


def _misplaced(arcs: Arcs, move: _Move, moves: Sequence[_Move]) -> Misplaced:
    """Return the tokens of a move, and whether it is evident."""
    k, place, against, _ = move
    evident = bool(against) or _is_taken(arcs, k, place) or _is_exchanged(arcs, move, moves)
    evident = evident or _leaves_condition(arcs, move)
    evident = evident and arcs.is_same(k, place.word) and not _is_of_namesake(arcs, k, place)
    if against and place.top != place.word:
        return Misplaced(*cell(k, place.top, against[0].top), evident)
    return Misplaced(*cell(k, place.word, arcs.alike[k][place.of][0]), evident)


def _is_exchanged(arcs: Arcs, move: _Move, moves: Sequence[_Move]) -> bool:
    """Return whether two words have exchanged their heads, regardless of their roles."""
    # Example: "toured widely and played in Rome", "played widely and toured in Rome".
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
    """Return whether a word is in a condition on one side, and in its consequence on the other."""
    # Example: "smoke if they open the windows in the lounge", "smoke in the lounge if they open …".
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


def _are_of_one_kind(place: WordPlace, other: WordPlace) -> bool:
    """Return whether two places have the same role, or both have prepositions."""
    by_preposition = place.preposition and other.preposition
    both = {place.role, other.role} <= BY_PREPOSITION
    return place.role == other.role or bool(by_preposition and both)


def _is_of_namesake(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether another word of the same lemma has the place of a word on the other side."""
    # An aligner may have linked the wrong one of two words with one lemma, but not if a word shares
    # another place with its counterpart.
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


def _is_anchored(arcs: Arcs, k: int, i: int, but: WordPlace) -> bool:
    """Return whether a word shares a place with its counterpart, other than `but`."""
    side = arcs.sides[k]
    return any(
        _is_shared(arcs, k, each)
        for each in (*side.places_of(i), *side.places_at(i))
        if each != but and each.sure and arcs.bears(k, each)
    )


def _is_shared(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether a word has the same place at the counterpart of its head."""
    heads = arcs.alike[k][place.of]
    own = (other for other in arcs.of_word(k, place) if other.of in heads)
    return any(same_place(arcs, k, place, other) for other in own)


def _is_mentioned(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether the place of a word on the other side may be that of a coreferent pronoun."""
    # Examples: "*Anna* walked, since she was late.", "Anna was late. *She* walked."
    words = arcs.alike[k][place.word]
    return any(
        any(_may_mean(arcs, 1 - k, other.word, t) for t in words)
        or any(_may_mean(arcs, k, place.word, t) for t in arcs.alike[1 - k].get(other.word, ()))
        for other in arcs.at_head(k, place)
        if same_place(arcs, k, place, other)
    )


def _may_mean(arcs: Arcs, k: int, pronoun: int, noun: int) -> bool:
    """Return whether a personal pronoun may refer to a noun in another clause of its side."""
    words, clauses = arcs.sides[k].words, arcs.sides[k].clause_of
    if words[pronoun].lemma not in arcs.lang.personal_pronouns:
        return False
    named = words[noun].category in ("noun", "name")
    return named and clauses[pronoun] != clauses[noun]


def _is_taken(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether another word with a counterpart has the place on the other side."""
    # A counterpart of that word with the same place beside this word does not count.
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
        if not _is_beside(arcs, k, place, other, mine):
            return True
    return False


def _is_beside(
    arcs: Arcs, k: int, place: WordPlace, other: WordPlace, words: Collection[int]
) -> bool:
    """Return whether one of some words has the same place at the head of a place."""
    beside = (p for p in arcs.sides[k].places_at(place.of) if p.sure and p.word in words)
    return any(same_place(arcs, k, each, other) for each in beside)


def _read_alike(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether all words from a word to its head are the same on both sides."""
    # Equal words in equal order mean the same, even if their parses differ.
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


def _of_one_time(arcs: Arcs, k: int, place: WordPlace, other: WordPlace) -> bool:
    """Return whether two words are parts of dates, in which any word may be the head."""
    times = arcs.lang.time_entities
    entities = arcs.sides[k].sentence.entities, arcs.sides[1 - k].sentence.entities
    parts = entities[0][place.word] in times and entities[1][other.word] in times
    return parts and (entities[0][place.of] in times or entities[1][other.of] in times)


# Times: past, present and future are those of Reichenbach 1947, *Elements of symbolic logic*,
# section 51. A perfect is a completed event, regardless of its reference point, so that "closed",
# "has closed" and "had closed" agree. Whether a progressive entails completion depends on the kind
# of event (Vendler 1957, *Verbs and times*): "was walking" entails "walked", but "was building a
# house" does not entail "built a house".


class _When(NamedTuple):
    """The time and aspect of a clause."""

    time: str
    aspect: str


def _at_other_times(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield the source and target tokens of predicates with incompatible times."""
    for (i, j), kind in arcs.compared.relations.items():
        one, other = arcs.clause(0, i), arcs.clause(1, j)
        if one is None or other is None or kind not in SAME_MEANING:
            continue
        when = _when(arcs.sides[0], one), _when(arcs.sides[1], other)
        if when[0] is None or when[1] is None:
            continue
        if _differ(arcs, (one, other), (when[0], when[1])):
            # For an event that has not happened, the token is the modal word.
            words = [c.modality.tokens[-1] if c.modality else c.verb for c in (one, other)]
            happened = [each.aspect == HAPPENED for each in when if each is not None]
            yield i if happened[0] else words[0], j if happened[1] else words[1]


def _when(analysis: Analysis, clause: Clause) -> _When | None:
    """Return the time and aspect of a clause; None if they are unknown."""
    kind = clause.modality.kind if clause.modality else ""
    if kind in ("future", "conditional") or clause.tense == "future":
        return _When(TO_COME, "")
    if clause.modality is not None:
        return _When(DUE, "") if _is_due(analysis, clause, clause.modality) else None
    if not clause.tense:
        return _When(PAST, HAPPENED) if clause.finite and "perfect" in clause.aspect else None
    if "progressive" in clause.aspect:
        perfect = "perfect" in clause.aspect
        return _When(PAST if clause.tense == "past" or perfect else PRESENT, GOING_ON)
    if clause.tense == "past" or "perfect" in clause.aspect:
        return _When(PAST, HAPPENED)
    return _When(PRESENT, HOLDS)


def _is_due(analysis: Analysis, clause: Clause, modality: Modality) -> bool:
    """Return whether something is required or expected, so that it may not happen."""
    # "Had to" and "must have been" do not count.
    said = analysis.words[modality.tokens[-1]].lemma
    if modality.kind == "hearsay":
        return said in analysis.lang.intention_verbs and "perfect" not in clause.aspect
    if modality.kind != "necessary" or ("perfect" in clause.aspect and modality.strength == 1):
        return False
    return form(analysis.syntax, modality.tokens[0]) != "past"


def _differ(arcs: Arcs, pair: tuple[Clause, Clause], when: tuple[_When, _When]) -> bool:
    """Return whether the times of two clauses are incompatible."""
    times = {each.time for each in when}
    aspects = {each.aspect for each in when}
    if len(times) == len(aspects) == 1 or times == {TO_COME, DUE} or _of_one_form(arcs, pair):
        return False
    if times & {TO_COME, DUE} and HAPPENED in aspects:
        return True
    if not all(map(_is_plainly_asserted, arcs.sides, pair)) or _have_one_date(arcs, pair):
        return False
    if TO_COME in times and any(map(_lasts_until, arcs.sides, pair)):
        return False
    if times == {PAST}:
        return all(_is_bounded(arcs, k, clause) for k, clause in enumerate(pair))
    if times == {PRESENT}:
        return any(map(_holds_again, arcs.sides, pair, when))
    return True


def _holds_again(analysis: Analysis, clause: Clause, when: _When) -> bool:
    return when.aspect == HOLDS and any(_recurs(analysis, each) for each in clause.arguments)


def _of_one_form(arcs: Arcs, pair: tuple[Clause, Clause]) -> bool:
    """Return whether two verbs have the same form, regardless of tags: "read"; "he's got"."""
    forms, short = [], False
    for side, clause in zip(arcs.sides, pair, strict=True):
        helping = auxiliaries(side.syntax, clause.verb)
        short = short or any(side.words[t].clitic for t in helping)
        chain = dict.fromkeys((*helping, clause.verb, clause.predicate))
        forms.append([side.sentence.words[t] for t in chain])
    return forms[0] == forms[1] or (short and forms[0][-1] == forms[1][-1])


def _is_plainly_asserted(analysis: Analysis, clause: Clause) -> bool:
    """Return whether a clause of a written sentence is asserted, in its own tense."""
    # A reported clause depends on the tense of the report: "said that it was", "he said, is …".
    reporting = analysis.lang.reporting_verbs
    if any(analysis.words[each.predicate].lemma in reporting for each in analysis.clauses):
        return False
    written = any(text in _ENDS for text in analysis.sentence.texts[-2:])
    return written and clause.stance not in _UNREAL and clause.condition < 0


def _have_one_date(arcs: Arcs, pair: tuple[Clause, Clause]) -> bool:
    """Return whether two clauses share a time, which dates the event."""
    times = [
        [a[2] for a in clause.arguments if a.role == TIME and not _recurs(side, a)]
        for side, clause in zip(arcs.sides, pair, strict=True)
    ]
    return any((i, j) in arcs.compared.relations for i in times[0] for j in times[1])


def _lasts_until(analysis: Analysis, clause: Clause) -> bool:
    """Return whether a clause has an argument of limit: "will be closed until May"."""
    return any(a.preposition in analysis.lang.limit_words for a in clause.arguments)


def _recurs(analysis: Analysis, argument: Argument) -> bool:
    """Return whether an argument expresses repetition: "usually", "on Sundays"."""
    role, _, filler, *_ = argument
    lang, words = analysis.lang, analysis.sentence.words
    often = lang.frequency_adverbs | lang.universal_determiners
    if any(words[t] in often for t in argument.tokens):
        return not argument.core
    date = analysis.dates.get(filler)
    if date is not None and date.dimension == WEEKDAY:
        return words[min(date.tokens)] not in lang.weekdays
    return role == TIME and analysis.words[filler].plural


def _is_bounded(arcs: Arcs, k: int, clause: Clause) -> bool:
    """Return whether a predicate is telic: "repair the roof", "arrive"."""
    # Verbs of change are telic, and so are verbs with an object that are not verbs of activity.
    verb, index, lang = arcs.sides[k].words[clause.predicate], arcs.index, arcs.lang
    if index is None or verb.category != "verb":
        return False
    senses = index.synsets(verb.lemma, "VERB", 1)
    if any(index.is_of_kind(s, lang.change_kinds, "VERB") for s in senses):
        return True
    going_on = any(index.is_of_kind(s, lang.activity_kinds, "VERB") for s in senses)
    return clause.filler(PATIENT) >= 0 and not going_on


# Restrictions. A restrictive relative clause identifies a referent, and the main clause is about
# it: "those who fled were given blankets" differs from "those who were given blankets fled". In the
# same way, a condition differs from its consequence. "Only" applies to its focus (Rooth 1992, *A
# theory of focus interpretation*): another focus excludes other things.


# Main and subordinate clauses.


def _exchanged_clauses(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield the predicates of two clauses whose main and subordinate clause are exchanged."""
    one, other = arcs.sides
    hanging = list(_hanging(other))
    for name, clause, above in _hanging(one):
        for name2, clause2, above2 in hanging:
            tokens = _kernel(one, clause), _kernel(other, above2)
            alike = name == name2 and _are_alike(arcs, *tokens)
            if alike and _are_alike(arcs, _kernel(one, above), _kernel(other, clause2)):
                yield tokens


def _hanging(analysis: Analysis) -> Iterator[tuple[str, Clause, Clause]]:
    """Yield conditions and restrictive relative clauses, each with the clause above it."""
    # The first item is the marker of a condition, "" for a relative clause. A parser may confuse
    # the two: "is always on time when it stops".
    lang = analysis.lang
    markers = lang.condition_markers | lang.general_conjunctions
    for clause in analysis.clauses:
        if clause.above < 0 or clause.link not in ("adverbial", "relative"):
            continue
        if clause.marker in markers:
            yield clause.marker, clause, analysis.clauses[clause.above]
        elif restricts(analysis.syntax, clause):
            yield "", clause, analysis.clauses[clause.above]


def _kernel(analysis: Analysis, clause: Clause) -> int:
    """Return the main word of a clause: its predicate; for a copula, the next argument."""
    if analysis.words[clause.predicate].lemma not in analysis.lang.copulas:
        return clause.predicate
    joined = (t for role, _, t, *_ in clause.arguments if role not in (AGENT, MANNER))
    return next(joined, clause.predicate)


def _are_alike(arcs: Arcs, i: int, j: int) -> bool:
    return arcs.compared.relations.get((i, j), "none") not in UNLIKE


# The focus of "only".


def _other_focus(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield linked words such as "only" whose foci are not linked."""
    one, other = arcs.sides
    cells = arcs.compared.relations
    restricting = arcs.lang.restrictive_adverbs | arcs.lang.focus_adverbs
    for i, j in cells:
        if one.sentence.words[i] not in restricting or other.sentence.words[j] not in restricting:
            continue
        foci = _said_of(one, i), _said_of(other, j)
        linked = all(any(arcs.compared.partner(k, t) for t in some) for k, some in enumerate(foci))
        if linked and not any((s, t) in cells for s in foci[0] for t in foci[1]):
            yield i, j


def _other_head(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield linked adverbs such as "almost" whose heads are not linked."""
    # If the next words are linked, only the attachment by the parser differs.
    cells, lang = arcs.compared.relations, arcs.lang
    weakening = lang.approximate_adverbs | lang.possibility_words
    for pair in cells:
        words = [side.words[t] for side, t in zip(arcs.sides, pair, strict=True)]
        if any(word.category != "adverb" or word.form not in weakening for word in words):
            continue
        heads = [side.governor(t) for side, t in zip(arcs.sides, pair, strict=True)]
        linked = all(t >= 0 and arcs.compared.partner(k, t) for k, t in enumerate(heads))
        behind = pair[0] + 1, pair[1] + 1
        if linked and (heads[0], heads[1]) not in cells and behind not in cells:
            yield pair


def _said_of(analysis: Analysis, i: int) -> set[int]:
    """Return the content words and pronouns in the possible focus of a word such as "only"."""
    words = analysis.words
    return {
        t for t in focus(analysis.syntax, i) if words[t].content or words[t].category == "pronoun"
    }


# Comparisons.


def _exchanged_standards(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield predicates whose subject and standard of comparison are exchanged."""
    # Examples: "cycling burns less than swimming", "Anna earns as much as Ben".
    cells = arcs.compared.relations
    for (i, j), kind in cells.items():
        one, other = arcs.clause(0, i), arcs.clause(1, j)
        if one is None or other is None or kind not in SAME_MEANING or any(arcs.converse):
            continue
        source, target = arcs.sides
        compared_with = standards(source.syntax, one), standards(target.syntax, other)
        there = any((one.filler(AGENT), t) in cells for t in compared_with[1])
        if there and any((t, other.filler(AGENT)) in cells for t in compared_with[0]):
            yield i, j
