"""The full analysis of a sentence: words, clauses, scopes, quantities, mentions, constituents.

`analyse` analyses a side once. The parts are computed on first access, and are plain data: tokens
are given by their index within the side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from functools import cached_property
from math import isfinite
from typing import Any

from spacy.tokens import Span

from ..jobs.arrays import BoolArray
from ..lang import LanguageData
from ..pairs.pair import is_pair
from . import roles as r
from .additions import Additions, additions
from .clauses import Clause, clauses
from .constituents import Constituent, attachment_sites, constituents
from .logical_places import WordPlace, places
from .mentions import Mention, mentions
from .negation import denied_tokens, is_negative
from .noun_phrases import NounPhrase, noun_phrase
from .prepositions import Prepositions
from .quantities import Quantity
from .quantity_reading import read_quantities
from .scope_extent import Scope
from .scopes import operators
from .sentence import Sentence, sentences
from .slots import Filler, fillers
from .stance import (
    ASKED,
    DENIED,
    INTENDED,
    OPEN,
    ORDERED,
    QUESTION_MARKS,
    Stance,
    beyond_denial,
    stances,
)
from .syntax import Syntax
from .times import times
from .word_kinds import Word, meant, particles, words, written_words

# The parts of an analysis.
PARTS = ("words", "clauses", "scopes", "quantities", "mentions", "constituents")


class Analysis:
    """The analysis of one side.

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
        """The language data of the side."""
        return self.sentence.lang

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The word class and properties of each token."""
        return words(self.syntax)

    @cached_property
    def written(self) -> tuple[range, ...]:
        """The tokens that are written as one word with each token: "semi-final", "isn't"."""
        return written_words(self.sentence)

    @cached_property
    def meant(self) -> tuple[int, ...]:
        """The token with the content of each token: the verb of an auxiliary; usually itself."""
        return meant(self.syntax)

    @cached_property
    def particles(self) -> Mapping[int, int]:
        """The particle that completes each verb that has one."""
        return particles(self.syntax)

    @cached_property
    def denying(self) -> frozenset[int]:
        """The tokens that negate, alone or with others: "not", "refuse"."""
        side, lang = self.sentence, self.lang
        found = {t for op in self.scopes if op.negative for t in (op.token, *op.words)}
        return frozenset(t for t in found if is_negative(side.words[t], side.lemmas[t], lang))

    def name_of(self, i: int) -> range:
        """Return a token with the names right before it that are compounds: "New York"."""
        return self.syntax.name_of(i)

    def initials(self, i: int) -> str:
        """Return the initials of the name that ends in a token; "" for a single word."""
        return self.syntax.initials(i)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions of the side, in the order of the heads."""
        return mentions(self.syntax, self.words)

    @cached_property
    def mention_at(self) -> dict[int, Mention]:
        """The mentions by their head words."""
        return {mention.head: mention for mention in self.mentions}

    @cached_property
    def yields(self) -> BoolArray:
        """Which tokens are in the constituent of each token; shape (n, n)."""
        n = len(self.syntax)
        found: BoolArray = self.syntax.tree.dominance()[:n, :n]
        return found

    @cached_property
    def sites(self) -> BoolArray:
        """Which words may belong to the phrase of each word in another parse; shape (n, n)."""
        return attachment_sites(self.syntax)

    @cached_property
    def constituents(self) -> tuple[Constituent, ...]:
        """The constituent of each token."""
        return constituents(self.syntax, self.sites)

    @cached_property
    def quantities(self) -> Mapping[int, Quantity]:
        """Counts, amounts and times, by the token that each belongs to."""
        return {**self.dates, **self.counts}

    @property
    def counts(self) -> Mapping[int, Quantity]:
        """Counts and amounts, by the noun, or by the highest word of an amount with a unit."""
        return self._quantities[0]

    @property
    def dates(self) -> Mapping[int, Quantity]:
        """Dates, weekdays and years, by their highest words."""
        return self._quantities[1]

    @cached_property
    def _quantities(self) -> tuple[Mapping[int, Quantity], Mapping[int, Quantity]]:
        return read_quantities(self.sentence)

    @cached_property
    def prepositions(self) -> Prepositions:
        """Its prepositions, of one word or several."""
        return Prepositions(self.syntax)

    @cached_property
    def _clauses(self) -> tuple[tuple[Clause, ...], tuple[int, ...]]:
        return clauses(self.syntax, self.prepositions, self.scopes)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses, in order of predicates."""
        return self._clauses[0]

    @property
    def clause_of(self) -> tuple[int, ...]:
        """The index of the innermost clause of each token, -1 for none."""
        return self._clauses[1]

    @cached_property
    def places(self) -> tuple[WordPlace, ...]:
        """The logical places of all words."""
        return places(self.syntax, self.prepositions, self.clauses, self.sites)

    @cached_property
    def _places(self) -> tuple[dict[int, list[WordPlace]], ...]:
        found: tuple[dict[int, list[WordPlace]], ...] = {}, {}
        for place in self.places:
            found[0].setdefault(place.word, []).append(place)
            found[1].setdefault(place.of, []).append(place)
        return found

    def places_of(self, word: int) -> Sequence[WordPlace]:
        """Return the places that a word has."""
        return self._places[0].get(word, ())

    def places_at(self, of: int) -> Sequence[WordPlace]:
        """Return the places of the words that belong to a word."""
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
        """Return a word and its governors, up to the verb of its clause.

        Prepositions and coordination are skipped. The path of a particle begins with its verb.
        """
        syntax, found = self.syntax, [i]
        if syntax.roles[i] == r.PARTICLE and syntax.heads[i] >= 0:
            found = [syntax.heads[i]]
        while not syntax.is_verbal(found[-1]) and (above := syntax.governor(found[-1])) >= 0:
            found.append(above)
        return found

    def governor(self, i: int) -> int:
        """Return the head of a word, skipping prepositions and coordination; -1 for none."""
        return self.syntax.governor(i)

    @cached_property
    def asks(self) -> bool:
        """Whether the sentence is a question."""
        if any(clause.above < 0 and clause.stance == ASKED for clause in self.clauses):
            return True
        return not self.clauses and any(text in QUESTION_MARKS for text in self.sentence.texts)

    def above(self, i: int) -> int:
        """Return the head of a word, which may be a preposition; -1 for none."""
        return self.syntax.heads[i]

    def depth(self, i: int) -> int:
        """Return how many words are above a word: 0 for the verb of a main clause."""
        return self.syntax.depths[i]

    def behind(self, preposition: int) -> list[int]:
        """Return the objects of the preposition at a token; nothing for any other word."""
        places = (place for place in self.places if place.top == preposition and place.sure)
        return [place.word for place in places if place.word != preposition]

    def phrase(self, i: int) -> Sequence[int]:
        """Return the words of the subtree of a word, including clauses, in order."""
        return self.syntax.subtree(i)

    def noun_phrase(self, head: int) -> NounPhrase:
        """Return the phrase of a noun, without the clauses in it."""
        found = self._noun_phrases.get(head)
        if found is None:
            found = noun_phrase(self.syntax, self.prepositions, head)
            self._noun_phrases[head] = found
        return found

    @cached_property
    def fillers(self) -> Mapping[int, Filler]:
        """Its dates, names and numbers with their slots, by their tokens."""
        return fillers(self.syntax, self.counts, self.dates)

    def whole_name(self, i: int) -> range:
        """Return the words of the name that a word is a part of."""
        return self.syntax.name_of(self.syntax.name_end(i))

    def times(self, within: Iterable[int]) -> dict[str, set[str]]:
        """Return the time words among some tokens, by kind (`times.times`)."""
        return times(self.words, self.sentence, within)

    @cached_property
    def scopes(self) -> tuple[Scope, ...]:
        """The operators with their scopes, in linear order."""
        return operators(self.syntax, self.counts)

    @cached_property
    def turning(self) -> tuple[Scope, ...]:
        """The operators that reverse entailment or negate."""
        return tuple([op for op in self.scopes if op.turns])

    @cached_property
    def marks(self) -> Mapping[int, Scope]:
        """The operators that are only marks, by their tokens."""
        return {op.token: op for op in self.scopes if not op.turns}

    @cached_property
    def denied(self) -> frozenset[int]:
        """The negated tokens, without double negations."""
        return denied_tokens(self.scopes)

    @cached_property
    def stances(self) -> Mapping[int, Stance]:
        """The stances of clauses that are not simply asserted, by their highest tokens."""
        return stances(self.syntax, self.denied)

    @cached_property
    def additions(self) -> Additions:
        """The content that each word adds."""
        return additions(self.syntax)

    @cached_property
    def facts(self) -> Mapping[int, tuple[int, ...]]:
        """Words whose complement clause is outside the scope of their negation, with its tokens."""
        clauses = beyond_denial(self.syntax)
        return {word: tuple(self.syntax.subtree(clause)) for word, clause in clauses}

    @cached_property
    def intended(self) -> Mapping[int, tuple[int, ...]]:
        """The highest tokens of intended clauses, by the word that expresses the intention."""
        found: dict[int, tuple[int, ...]] = {}
        for clause, stance in self.stances.items():
            if stance.kind == INTENDED:
                found[stance.token] = (*found.get(stance.token, ()), clause)
        return found

    @cached_property
    def open_clauses(self) -> Mapping[int, frozenset[int]]:
        """The tokens of each clause whose truth the side leaves open, by its highest token.

        Intended clauses are left out, and orders in a main clause, which are equivalent to "must".
        """
        found = {}
        for clause, stance in self.stances.items():
            own = stance.kind == ORDERED and stance.token == clause
            if stance.kind in OPEN and stance.kind != INTENDED and not own:
                found[clause] = frozenset(self.syntax.subtree(clause))
        return found

    @cached_property
    def disclaimed(self) -> frozenset[int]:
        """The tokens of subordinate clauses that are denied or asked: "denied that", "say if".

        Relative clauses inside them, which identify a referent, are left out.
        """
        tops = {c for c, stance in self.stances.items() if stance.kind in (DENIED, ASKED)}
        inner = (c for c in tops if self.above(c) >= 0)
        found = {t for c in inner for t in self.syntax.subtree(c)}
        relative = (c for c in self.clauses if c.link == "relative" and c.verb not in tops)
        return frozenset(found.difference(*(c.tokens for c in relative)))

    def to_json(self) -> dict[str, Any]:
        """Return all parts as plain data: parts with fields as objects, tokens as indices.

        Mappings have the index of the token, as a string, as their keys; infinity is null.
        """
        return {
            "tokens": self.sentence.texts,
            **{name: _plain(getattr(self, name)) for name in PARTS},
        }

    def __repr__(self) -> str:
        return f"Analysis({' '.join(self.sentence.texts)!r})"


def _plain(value: Any) -> Any:
    """Return a part of an analysis as values of JSON."""
    if is_dataclass(value):
        return {name: _plain(each) for name, each in vars(value).items() if name[0] != "_"}
    if hasattr(value, "_asdict"):
        return {name: _plain(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(value)
    if isinstance(value, tuple | list | range):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def read_analysis(span: Span) -> Analysis:
    """Return the analysis of a span: `span._.analysis`.

    For a side of a pair, it is the object that the components use, and lives as long as the Doc;
    for any other span, it is made anew.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load()
        >>> doc = nlp("Maria Lopez, the CEO, left.")
        >>> [mention.kind for mention in doc[:]._.analysis.mentions]
        ['name', 'definite']
    """
    if is_pair(span.doc):
        for side in sentences(span.doc):
            if (side.start, side.end) == (span.start, span.end):
                return analyse(side)
    return analyse(Sentence(span))


def analyse(sentence: Sentence) -> Analysis:
    """Return the analysis of a side, always the same object for the same side.

    Example:
        >>> import spacy
        >>> side = Sentence(spacy.blank("en")("two cats")[:])
        >>> analyse(side) is analyse(side)
        True
    """
    return sentence.once(Analysis)
