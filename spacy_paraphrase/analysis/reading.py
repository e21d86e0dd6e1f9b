"""One reading of a sentence: its words, clauses, scopes, quantities, mentions and constituents.

`analyse` reads a side once. The parts are made when they are first asked for, and are plain data:
tokens are numbered within the side.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ..lang import LanguageData
from .additions import Additions, additions
from .negation import denials, denied_tokens
from .quantities import Quantifier, quantifiers
from .scope_extent import Operator
from .scopes import operators
from .sentence import Sentence
from .stance import INTENDED, OPEN, ORDERED, Stance, beyond_denial, stances
from .syntax import Syntax
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
    def scopes(self) -> tuple[Operator, ...]:
        """The operators and how far they reach, in linear order."""
        return operators(self.syntax, self.quantities)

    @cached_property
    def turning(self) -> tuple[Operator, ...]:
        """The operators that turn entailment round somewhere, or deny."""
        return tuple([op for op in self.scopes if op.turns])

    @cached_property
    def marks(self) -> Mapping[int, Operator]:
        """The operators that only mark what they are said of, by their tokens."""
        return {op.token: op for op in self.scopes if not op.turns}

    @cached_property
    def denied(self) -> frozenset[int]:
        """The tokens that are said not to be so, double negations left out."""
        return denied_tokens(self.scopes)

    @cached_property
    def denials(self) -> Mapping[int, tuple[int, ...]]:
        """The tokens that deny each predicate as a whole, by its highest token."""
        return denials(self.scopes)

    @cached_property
    def stances(self) -> Mapping[int, Stance]:
        """How the clauses are said that are not simply asserted, by their highest tokens."""
        return stances(self.syntax, self.denied)

    @cached_property
    def additions(self) -> Additions:
        """What each word adds, so that a side without it says less."""
        return additions(self.syntax)

    @cached_property
    def facts(self) -> Mapping[int, tuple[int, ...]]:
        """Words whose clause no negation of them reaches, each with the tokens of that clause."""
        clauses = beyond_denial(self.syntax)
        return {word: tuple(self.syntax.subtree(clause)) for word, clause in clauses}

    @cached_property
    def intended(self) -> Mapping[int, tuple[int, ...]]:
        """The tops of the clauses that are only intended, by the word that says so."""
        found: dict[int, tuple[int, ...]] = {}
        for clause, stance in self.stances.items():
            if stance.kind == INTENDED:
                found[stance.token] = (*found.get(stance.token, ()), clause)
        return found

    @cached_property
    def open_clauses(self) -> Mapping[int, frozenset[int]]:
        """The tokens of each clause of which the side leaves open if it is so, by its top.

        Not so of what is intended, or ordered in a sentence of its own, which is as good as "must".
        """
        found = {}
        for clause, stance in self.stances.items():
            own = stance.kind == ORDERED and stance.token == clause
            if stance.kind in OPEN and stance.kind != INTENDED and not own:
                found[clause] = frozenset(self.syntax.subtree(clause))
        return found


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
