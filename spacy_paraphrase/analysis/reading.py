"""One reading of a sentence: its words, clauses, scopes, quantities, mentions and constituents.

`analyse` reads a side once. The parts are made when they are first asked for, and are plain data:
tokens are numbered within the side.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ..arrays import BoolArray
from ..lang import LanguageData
from .constituents import Constituent, attachment_sites, constituents
from .mentions import Mention, mentions
from .quantities import Quantifier, quantifiers
from .scope_extent import Operator
from .scopes import operators
from .sentence import Sentence
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
    def mentions(self) -> tuple[Mention, ...]:
        """What the side speaks of, in the order of the heads."""
        return mentions(self.syntax, self.words)

    @cached_property
    def sites(self) -> BoolArray:
        """Which words might belong to the phrase of each word by another reading; (n, n)."""
        return attachment_sites(self.syntax)

    @cached_property
    def constituents(self) -> tuple[Constituent, ...]:
        """The constituent of each token."""
        return constituents(self.syntax, self.sites)

    @cached_property
    def quantities(self) -> Mapping[int, Quantifier]:
        """How many, how much and when, by the token of which it is said."""
        return quantifiers(self.sentence)

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
