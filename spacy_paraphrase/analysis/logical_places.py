"""The logical places of words: the governing word of each word, its role and its preposition.

A place is an arc of the logical structure: the dog is the agent of "bit" in "the dog bit the man",
"the man was bitten by the dog" and "the dog that bit the man". Copulas are skipped, so that the box
has the same place in "the keys are in the box" and "the keys in the box". Coordination is skipped
too: every conjunct has the place of the first one.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("The red keys are in the box.", "Ann slept.")
>>> for place in analyse(sentences(doc)[0]).places:
...     print((place.word, place.of, place.role, place.preposition))
(2, 3, 'agent', '')
(6, 3, 'oblique', 'in')
(6, 2, 'oblique', 'in')
(1, 2, 'property', '')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..jobs.arrays import BoolArray
from . import roles as r
from .arguments import AGENT, MANNER, OBLIQUE, PATIENT, RECIPIENT, TIME, Argument
from .clauses import Clause
from .prepositions import Prepositions
from .syntax import Syntax

PROPERTY, KIND, POSSESSOR = "property", "kind", "possessor"
APPOSITION, CLAUSE = "apposition", "clause"
# Roles in a text without a verb: dependents before and after their head.
BEFORE, BEHIND = "before", "behind"
# The core roles.
CORE = frozenset((AGENT, PATIENT, RECIPIENT))
# The roles of dependents of a noun, an adjective or an adverb.
_MODIFIERS = {
    **{r.ADJECTIVE: PROPERTY, r.COMPOUND: KIND, r.NOUN_MODIFIER: KIND, r.POSSESSOR: POSSESSOR},
    **{r.APPOSITION: APPOSITION, r.ADVERB: MANNER, r.ADVERBIAL_NOUN: OBLIQUE},
}
# Parts of speech of words that others are attached to.
_GOVERNING = frozenset(("NOUN", "PROPN", "PRON", "VERB", "AUX", "ADJ", "ADV", "NUM"))
# Roles of words whose attachment is ambiguous.
_LOOSE = (OBLIQUE, TIME, MANNER, CLAUSE)


class WordPlace(NamedTuple):
    """The word that another word belongs to, and its role there.

    Attributes:
        word: The word.
        of: The word that it belongs to.
        role: A role of an argument (`arguments`) or of a modifier of a noun: "property", "kind" (a
            noun before a noun), "possessor", "apposition", "oblique"; "clause" for the predicate of
            an adverbial clause; "before" and "behind" in a text without a verb.
        preposition: The preposition, or the word that introduces the clause; "" for none.
        top: The token of the preposition; the word itself if there is no preposition.
        sure: False if the word has this place only in another possible parse.
    """

    word: int
    of: int
    role: str
    preposition: str
    top: int
    sure: bool = True

    @property
    def slot(self) -> str:
        """The name of the place: a core role, else the preposition or, without one, the role."""
        return self.role if self.role in CORE else self.preposition or self.role


def places(
    syntax: Syntax, prepositions: Prepositions, clauses: Sequence[Clause], sites: BoolArray
) -> tuple[WordPlace, ...]:
    """Return the places of all words of a side: first those in clauses, then those at nouns.

    Args:
        syntax: The side.
        prepositions: Its prepositions.
        clauses: Its clauses.
        sites: Which words may belong to the phrase of each word (`constituents.attachment_sites`),
            shape (n, n).
    """
    found: list[WordPlace] = []
    for clause in clauses:
        found += _in_clause(syntax, clause, clauses)
    nodes = {clause.verb for clause in clauses}
    for head in range(len(syntax)):
        if syntax.tree.children[head] and head not in nodes and not prepositions.opens(head):
            found += _at_word(syntax, prepositions, head, nodes)
    # A dependent of an adjective after a copula is an argument of the clause as well.
    found = list({(p.word, p.of, p.preposition): p for p in found[::-1]}.values())[::-1]
    predicates = {clause.verb: clause.predicate for clause in clauses}
    known = {(place.word, place.of) for place in found}
    found += _of_appositions(found)
    other = _by_other_readings(syntax, found, predicates, sites)
    return (*found, *dict.fromkeys(p for p in other if (p.word, p.of) not in known))


def _by_other_readings(
    syntax: Syntax, found: Sequence[WordPlace], predicates: Mapping[int, int], sites: BoolArray
) -> Iterator[WordPlace]:
    """Yield the places that words have if they are attached to another word."""
    for place in found:
        if place.role in _LOOSE:
            for of in _sites(syntax, place, np.flatnonzero(sites[:, place.word]).tolist()):
                yield WordPlace(place.word, predicates.get(of, of), *place[2:5], sure=False)


def _of_appositions(found: Sequence[WordPlace]) -> list[WordPlace]:
    """Return for each apposition the places of its noun: "the CEO, *Maria Lopez*"."""
    beside = [place for place in found if place.role in (APPOSITION, KIND)]
    own: dict[int, list[WordPlace]] = {}
    for each in found if beside else ():
        own.setdefault(each.word, []).append(each)
    return [
        WordPlace(place.word, *each[1:5], sure=False)
        for place in beside
        for each in own.get(place.of, ())
        if each.of != place.word
    ]


def _sites(syntax: Syntax, place: WordPlace, before: Sequence[int]) -> list[int]:
    """Return the words that a word may be attached to in another parse."""
    # These are words whose phrase ends right before it, and words above its head whose phrase ends
    # with it: "saw (the man) with the dog".
    found = list(before)
    last, of = syntax.subtree(place.word)[-1], place.of
    while syntax.heads[of] >= 0 and syntax.subtree(of)[-1] == last:
        of = syntax.heads[of]
        found.append(of)
    return [of for of in found if syntax.pos[of] in _GOVERNING]


def _in_clause(syntax: Syntax, clause: Clause, clauses: Sequence[Clause]) -> Iterator[WordPlace]:
    """Yield the places of the arguments of a predicate, and the place of its clause."""
    subject = clause.filler(AGENT)
    # In "the keys *are* in the box", the copula has no complement but a place.
    bare = clause.predicate == clause.verb and syntax.is_copula(clause.verb)
    predicates = _said_alike(syntax, clause)
    for argument in clause.arguments:
        for word in conjuncts(syntax, argument.head):
            for of in predicates:
                yield _place(word, of, argument)
            if bare and subject >= 0 and argument.role in (OBLIQUE, TIME):
                yield _place(word, subject, argument)
    yield from _of_clause(syntax, clause, clauses)


def _of_clause(syntax: Syntax, clause: Clause, clauses: Sequence[Clause]) -> Iterator[WordPlace]:
    """Yield the place of an adverbial clause, and of an object shared by coordinated verbs."""
    above = clauses[clause.above] if clause.above >= 0 else None
    # A headline, or a verb that was tagged as a noun, is not a clause.
    of = syntax.governor(clause.verb) if above is None else above.predicate
    # A participle that modifies a noun has it as an argument already.
    alone = of >= 0 and of in (argument.head for argument in clause.arguments)
    if clause.link == "adverbial" and of >= 0 and not alone:
        yield WordPlace(clause.predicate, of, CLAUSE, clause.marker, clause.predicate)
    if above is None:
        return
    # "Designed and built *the bridge*"
    done = clause.argument(PATIENT)
    if clause.link == "coordinate" and done is not None and above.filler(PATIENT) < 0:
        yield WordPlace(done.head, above.predicate, PATIENT, "", done.head, sure=False)


def _place(word: int, of: int, argument: Argument) -> WordPlace:
    top = word if argument.top == argument.head else argument.top
    return WordPlace(word, of, argument.role, argument.preposition, top, argument.sure)


def _said_alike(syntax: Syntax, clause: Clause) -> list[int]:
    """Return the predicate of a clause; after a copula, also its conjuncts: "is red and heavy"."""
    if clause.predicate == clause.verb:
        return [clause.predicate]
    return [t for t in conjuncts(syntax, clause.predicate) if not syntax.is_verbal(t)]


def conjuncts(syntax: Syntax, word: int) -> list[int]:
    """Return a word and the conjuncts below it, in order."""
    found = [word]
    for each in found:
        if syntax.tree.children[each]:
            found += syntax.below(each, r.CONJUNCT)
    return found


def _at_word(
    syntax: Syntax, prepositions: Prepositions, head: int, nodes: set[int]
) -> Iterator[WordPlace]:
    """Yield the places of the modifiers of a word that is not the verb of a clause."""
    for c in syntax.children(head):
        role = _MODIFIERS.get(syntax.roles[c], "")
        if syntax.roles[c] in (r.OTHER, r.ADVERBIAL_NOUN) and not nodes:
            yield WordPlace(c, head, BEFORE if c < head else BEHIND, "", c)
        elif role and not prepositions.opens(c) and c not in nodes:
            for word in conjuncts(syntax, c):
                yield WordPlace(word, head, role, "", word)
            # "Old men and women"
            for other in conjuncts(syntax, head)[1:] if c < head else ():
                yield WordPlace(c, other, role, "", c, sure=False)
    for phrase in prepositions.phrases(head):
        if phrase.object not in nodes:
            for word in conjuncts(syntax, phrase.object):
                yield WordPlace(word, head, OBLIQUE, phrase.name, phrase.top)
