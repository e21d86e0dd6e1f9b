"""Words that a side has but does not assert: in another sentence, or negated or asked.

"The shop is closed. On Monday we open again." has the words of "The shop is closed on Monday.", but
no sentence of it asserts that: a word and its head, the arc of Goyal and Durrett 2020, *Evaluating
factuality in generation with dependency-level entailment* (EMNLP Findings), section 3, must be in
one sentence. But sentences are not independent: an expression may refer to a word of another
sentence ("Two men were seen. *The suspects* fled."), and time and place also hold for the next
sentences. In these cases this module makes no claim.

A side does not assert a clause that it only reports as denied or asked: "denied that the shop is
closed", "declined to say whether it is closed" (Nairn, Condoravdi and Karttunen 2006, *Computing
relative polarity for textual inference*, ICoS).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from ..analysis.arguments import AGENT, MANNER, OBLIQUE, PATIENT, RECIPIENT, TIME
from ..analysis.logical_places import PROPERTY, WordPlace
from ..analysis.reading import Analysis
from ..analysis.sentence import Sentence
from ..lexicon.index import LexicalIndex
from ..lexicon.names import alike_names
from .lexical import TELLING, denotes, word_relation
from .same_place import Arcs, same_place
from .side_comparison import Comparison

# Roles of arguments, of which a clause has one each, and of circumstances.
_ARGUMENTS = frozenset((AGENT, PATIENT, RECIPIENT))
_BESIDES = frozenset((OBLIQUE, TIME, MANNER))
# Stances of clauses that the other side must assert, not only deny or ask.
_SAID = frozenset(("asserted", "reported", "presupposed"))
# The least strength of their modality: "will", not "may".
_SURE = 0.9
# Relations of words that may describe one thing; rare senses do not count.
_ALIKE = TELLING | {"converse"}


def unsaid_words(
    compared: Comparison, index: LexicalIndex | None
) -> tuple[frozenset[int], frozenset[int]]:
    """Return for each side the words that the other side has but does not assert.

    The other side has them in another sentence, about other things, or only reports them as denied.
    """
    scattered = _scattered(compared, index)
    return scattered[0] | _disclaimed(compared, 0), scattered[1] | _disclaimed(compared, 1)


def _disclaimed(compared: Comparison, k: int) -> frozenset[int]:
    """Return the predicates of a side that the other one only reports as denied or asked."""
    side, other = compared.sides[k].analysis, compared.sides[1 - k].analysis
    if not other.disclaimed:
        return frozenset()
    asserted = {word.lemma for i, word in enumerate(other.words) if i not in other.disclaimed}
    return frozenset(
        clause.predicate
        for clause in side.clauses
        if clause.stance in _SAID and not clause.is_denied
        if clause.predicate not in side.disclaimed
        if clause.modality is None or clause.modality.strength >= _SURE
        if side.words[clause.predicate].lemma not in asserted
        if (partners := compared.partner(k, clause.predicate))
        if other.disclaimed.issuperset(partners)
    )


def _scattered(
    compared: Comparison, index: LexicalIndex | None
) -> tuple[frozenset[int], frozenset[int]]:
    if not any(_are_several(each.sentence) for each in compared.sides):
        return frozenset(), frozenset()
    arcs = Arcs(compared, index)
    source, target = (
        frozenset(p.word for p in side.places if p.sure and _is_scattered(arcs, k, p))
        for k, side in enumerate(arcs.sides)
    )
    return source, target


def _are_several(sentence: Sentence) -> bool:
    number = sentence.once(_numbers)
    return number[0] != number[-1]


def _numbers(sentence: Sentence) -> Sequence[int]:
    """Return the index of the sentence of each word of a side."""
    numbers: list[int] = np.cumsum(sentence.attribute("SENT_START") == 1).tolist()
    return numbers


def _is_scattered(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether the other side has a word and its head in different sentences."""
    other = arcs.sides[1 - k]
    if not (_are_several(other.sentence) and arcs.bears(k, place)):
        return False
    number = other.sentence.once(_numbers)
    pairs = list(product(arcs.alike[k][place.word], arcs.alike[k][place.of]))
    if any(number[i] == number[j] for i, j in pairs) or _is_repeated(arcs, k, place, number):
        return False
    return all(
        places and all(_are_apart(arcs, k, place, each, j) for each in places)
        for i, j in pairs
        for places in [[each for each in other.places_of(i) if each.sure]]
    )


def _is_repeated(arcs: Arcs, k: int, place: WordPlace, number: Sequence[int]) -> bool:
    """Return whether a sentence of the other side has both words of a place, even without links."""
    lemmas = [word.lemma for word in arcs.sides[1 - k].words]
    one, two = (
        {n for n, lemma in zip(number, lemmas, strict=True) if lemma == arcs.lemma(k, t)}
        for t in (place.word, place.of)
    )
    return not one.isdisjoint(two)


def _are_apart(arcs: Arcs, k: int, place: WordPlace, theirs: WordPlace, head: int) -> bool:
    """Return whether the head of a word has a different counterpart on the other side."""
    # `theirs`: a place of the counterpart of the word. `head`: the counterpart of the word's head,
    # in another sentence.
    other, sentences = arcs.sides[1 - k], [side.sentence for side in arcs.sides]
    heads = (sentences[k], place.of), (sentences[1 - k], theirs.of)
    if word_relation(arcs.index, *heads[0], *heads[1]) in _ALIKE:
        return False
    beside = place.role in _BESIDES
    fillers = [
        p
        for p in other.places_at(head)
        if p.sure and (p.role in _BESIDES) == beside and same_place(arcs, k, place, p)
    ]
    same = any(_may_be_one(other, theirs.word, p.word) for p in fillers)
    if place.role in _ARGUMENTS:
        return bool(fillers) and not same
    if place.role in _BESIDES:
        return theirs.word > head and not same and not _may_tell_of_event(arcs, other, theirs.of)
    return place.role == PROPERTY and not _may_be_one(other, theirs.of, head)


def _may_be_one(side: Analysis, one: int, two: int) -> bool:
    """Return whether two words of a side may be coreferent: the later one is not indefinite."""
    mentions = side.mention_at
    first, later = min(one, two), max(one, two)
    if first not in mentions or later not in mentions:
        return True
    kinds = mentions[first].kind, mentions[later].kind
    if kinds == ("name", "name"):
        words, names = side.sentence.words, product(mentions[first].name, mentions[later].name)
        return any(alike_names(words[i], words[j], side.lang) for i, j in names)
    return kinds[1] != "indefinite" or side.words[later].plural


def _may_tell_of_event(arcs: Arcs, side: Analysis, predicate: int) -> bool:
    """Return whether a clause may refer to the event of another one: "*It* happened on Monday."."""
    clause, lang = side.clause_of_predicate(predicate), side.lang
    if clause is None or clause.subject < 0:
        return True
    pointing = lang.expletive_pronouns | lang.demonstratives
    if any(side.sentence.words[t] in pointing for each in clause.arguments for t in each.tokens):
        return True
    subject = clause.subject
    kind = side.mention_at[subject].kind if subject in side.mention_at else ""
    kinds = (*lang.living_kinds, *lang.group_kinds, *lang.place_kinds, *lang.thing_kinds)
    return kind == "definite" and not denotes(arcs.index, side.words[subject].lemma, kinds)
