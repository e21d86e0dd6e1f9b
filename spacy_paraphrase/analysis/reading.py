"""One reading of a sentence: its words, clauses, scopes, quantities, mentions and constituents.

`analyse` reads a side once. The parts are made when they are first asked for, and are plain data:
tokens are numbered within the side.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from functools import cached_property
from math import isfinite
from typing import Any

from spacy.tokens import Span

from ..arrays import BoolArray
from ..extensions import register_view
from ..lang import LanguageData
from ..pair import is_pair
from . import roles as r
from .constituents import Constituent, attachment_sites, constituents
from .mentions import Mention, mentions
from .quantities import Quantifier, quantifiers
from .scope_extent import Operator
from .scopes import is_negative, operators
from .sentence import Sentence, sentences
from .syntax import Syntax
from .words import Word, meant, particles, words, written_words

# The parts of an analysis.
PARTS = ("words", "scopes", "quantities", "mentions", "constituents")


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
        return words(self.syntax)

    @cached_property
    def written(self) -> tuple[range, ...]:
        """The tokens that are written as one word with each token: "semi-final", "isn't"."""
        return written_words(self.sentence)

    @cached_property
    def meant(self) -> tuple[int, ...]:
        """The token that says what each one stands for: the verb of an auxiliary; most itself."""
        return meant(self.syntax)

    @cached_property
    def particles(self) -> Mapping[int, int]:
        """The particle that completes each verb that has one."""
        return particles(self.syntax)

    @cached_property
    def denying(self) -> frozenset[int]:
        """The tokens that say that something is not so, alone or with others: "not", "refuse"."""
        side, lang = self.sentence, self.lang
        found = {t for op in self.scopes if op.negative for t in (op.token, *op.words)}
        return frozenset(t for t in found if is_negative(side.words[t], side.lemmas[t], lang))

    def verb_group(self, i: int) -> list[int]:
        """Return a word with what helps it, completes it and denies it: "does not switch off"."""
        beside = (*r.AUXILIARIES, r.PARTICLE, r.NEGATION)
        return sorted([i, *self.syntax.below(i, *beside)])

    def with_parties(self, i: int) -> list[int]:
        """Return a verb with the words that say who does it, to whom, and in which voice."""
        parties = (*r.NOMINAL_SUBJECTS, r.OBJECT, r.AGENT, r.PASSIVE_AUXILIARY)
        found = (t for part in self.syntax.below(i, *parties) for t in self.syntax.subtree(part))
        return sorted({i, *found})

    def name_of(self, i: int) -> range:
        """Return a token with the names right before it that are compounds: "New York"."""
        return self.syntax.name_of(i)

    def initials(self, i: int) -> str:
        """Return the initials of the name that ends in a token; of a single word nothing."""
        return self.syntax.initials(i)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """What the side speaks of, in the order of the heads."""
        return mentions(self.syntax, self.words)

    @cached_property
    def yields(self) -> BoolArray:
        """Which tokens are in the constituent of each token; shape (n, n)."""
        n = len(self.syntax)
        found: BoolArray = self.syntax.tree.dominance()[:n, :n]
        return found

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

    def to_json(self) -> dict[str, Any]:
        """Return all parts as plain data: what has fields as objects, tokens by their numbers.

        What is of a token is under its number, as a string; what has no limit is null.
        """
        return {
            "tokens": self.sentence.texts,
            **{name: _plain(getattr(self, name)) for name in PARTS},
        }

    def __repr__(self) -> str:
        return f"Analysis({' '.join(self.sentence.texts)!r})"


def _plain(value: Any) -> Any:
    """Return a part of an analysis as what JSON knows."""
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
    """Return what is read of a span: `span._.analysis`.

    Of a side of a pair it is what the components read, and lives as long as the Doc; of any other
    span it is made anew.

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


register_view("analysis", read_analysis, of=Span)
