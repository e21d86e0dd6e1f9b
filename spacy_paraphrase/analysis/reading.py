"""One reading of a sentence: its words, clauses, scopes, quantities, mentions and constituents.

`analyse` reads a side once. The parts are made when they are first asked for, and are plain data:
tokens are numbered within the side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ..lang import LanguageData
from .attachment import attachable
from .clauses import Clause, clauses
from .noun_phrases import NounPhrase, noun_phrase
from .places import Place, places
from .prepositions import Prepositions
from .quantities import Quantifier, quantifiers
from .roles import PARTICLE
from .scope_extent import Operator
from .scopes import operators
from .sentence import Sentence
from .syntax import Syntax
from .times import times
from .words import Word, words


class Analysis:
    """What is read of one side.

    Args:
        sentence: The side.

    Attributes:
        sentence: The side.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self._noun_phrases: dict[int, NounPhrase] = {}

    @property
    def syntax(self) -> Syntax:
        """Its tree in roles."""
        return self.sentence.syntax

    @property
    def lang(self) -> LanguageData:
        """What the words of its language are to the algorithms."""
        return self.sentence.lang

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """What kind of word each token is."""
        return words(self.sentence)

    @cached_property
    def quantities(self) -> Mapping[int, Quantifier]:
        """How many, how much and when, by the token of which it is said."""
        return quantifiers(self.sentence)

    @cached_property
    def prepositions(self) -> Prepositions:
        """Its prepositions, of one word or several."""
        return Prepositions(self.syntax)

    @cached_property
    def _clauses(self) -> tuple[tuple[Clause, ...], tuple[int, ...]]:
        return clauses(self.syntax, self.prepositions, self.scopes)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Who does what to whom, in order of predicates."""
        return self._clauses[0]

    @property
    def clause_of(self) -> tuple[int, ...]:
        """The index of the innermost clause of each token, -1 for none."""
        return self._clauses[1]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """What each word belongs to, and in which role."""
        sites = attachable(self.sentence)
        return places(self.syntax, self.prepositions, self.clauses, sites)

    @cached_property
    def _places(self) -> tuple[dict[int, list[Place]], dict[int, list[Place]]]:
        found: tuple[dict[int, list[Place]], dict[int, list[Place]]] = {}, {}
        for place in self.places:
            found[0].setdefault(place.word, []).append(place)
            found[1].setdefault(place.of, []).append(place)
        return found

    def places_of(self, word: int) -> Sequence[Place]:
        """Return the places that a word has."""
        return self._places[0].get(word, ())

    def places_at(self, of: int) -> Sequence[Place]:
        """Return the places of what belongs to a word."""
        return self._places[1].get(of, ())

    @cached_property
    def _predicates(self) -> dict[int, Clause]:
        return {t: clause for clause in self.clauses for t in (clause.verb, clause.predicate)}

    def clause_of_predicate(self, i: int) -> Clause | None:
        """Return the clause whose predicate, or whose verb, a word is; None for any other word."""
        return self._predicates.get(i)

    def innermost_clause(self, i: int) -> Clause | None:
        """Return the innermost clause that a word is in, None if it is in none."""
        index = self.clause_of[i]
        return self.clauses[index] if index >= 0 else None

    def path(self, i: int) -> list[int]:
        """Return a word and what it belongs to, one above the other, up to the verb of its clause.

        Prepositions and coordination are passed over. The particle of a verb stands for it.
        """
        syntax, found = self.syntax, [i]
        if syntax.roles[i] == PARTICLE and syntax.heads[i] >= 0:
            found = [syntax.heads[i]]
        while not syntax.is_verbal(found[-1]) and (above := syntax.governor(found[-1])) >= 0:
            found.append(above)
        return found

    def governor(self, i: int) -> int:
        """Return what a word depends on over prepositions and coordination, -1 for nothing."""
        return self.syntax.governor(i)

    def depth(self, i: int) -> int:
        """Return how many words stand above a word: none above the verb of a main clause."""
        return self.syntax.depths[i]

    def behind(self, preposition: int) -> list[int]:
        """Return what stands behind the preposition at a token; nothing behind any other word."""
        places = (place for place in self.places if place.top == preposition and place.sure)
        return [place.word for place in places if place.word != preposition]

    def phrase(self, i: int) -> Sequence[int]:
        """Return the words of the phrase that a word heads, clauses among them, in order."""
        return self.syntax.subtree(i)

    def noun_phrase(self, head: int) -> NounPhrase:
        """Return the phrase of a noun, without the clauses in it."""
        found = self._noun_phrases.get(head)
        if found is None:
            found = noun_phrase(self.syntax, self.prepositions, head)
            self._noun_phrases[head] = found
        return found

    def name(self, i: int) -> range:
        """Return the words of the name that ends in a word, or that it is a part of."""
        return self.syntax.name_of(self.syntax.name_end(i))

    def times(self, within: Iterable[int]) -> dict[str, set[str]]:
        """Return the words of times among some tokens, by kind (`times.times`)."""
        return times(self.words, self.sentence, within)

    @cached_property
    def scopes(self) -> tuple[Operator, ...]:
        """The operators and how far they reach, in linear order."""
        return tuple(operators(self.sentence, dict(self.quantities)))


def analyse(sentence: Sentence) -> Analysis:
    """Return the reading of a side, always the same object for the same side.

    Example:
        >>> import spacy
        >>> side = Sentence(spacy.blank("en")("two cats")[:])
        >>> analyse(side) is analyse(side)
        True
    """
    found: Analysis | None = sentence.__dict__.get("_analysis")
    if found is None:
        found = sentence.__dict__["_analysis"] = Analysis(sentence)
    return found
