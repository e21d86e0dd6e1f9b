"""Noun phrases: a noun with its modifiers before and after it.

Relative clauses are not part of a noun phrase here: of "the tall man who left", "the tall man" is.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("The new Ford plant in Ghent, which burned, is lost.", "No.")
>>> phrase = analyse(sentences(doc)[0]).noun_phrase(3)
>>> phrase.tokens, phrase.kinds, phrase.properties, phrase.names, phrase.behind
((0, 1, 2, 3, 4, 5, 6, 9), (2,), (1,), (2, 5), {'in': 5})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from spacy.tokens import Span, Token

from ..lang import language_data
from . import roles as r
from .prepositions import Prepositions
from .syntax import Syntax

# Roles of dependents that are not part of a noun phrase: clauses, conjuncts, appositions.
_APART = r.NOUN_CLAUSES | {
    *(r.ADVERBIAL_CLAUSE, r.COMPLEMENT_CLAUSE, r.CLAUSAL_SUBJECT, r.PASSIVE_CLAUSAL_SUBJECT),
    *(r.CONJUNCT, r.APPOSITION, r.PARATAXIS),
}


@dataclass(frozen=True)
class NounPhrase:
    """A noun with its modifiers.

    Attributes:
        head: The noun.
        tokens: Its words, in order, without clauses, appositions and conjuncts.
        modifiers: The dependents of the noun that are not prepositions.
        kinds: The nouns among them: "*Ford* plant".
        properties: The adjectives and participles among them.
        names: The names among its words.
        behind: The object of each of its prepositions.
    """

    head: int
    tokens: tuple[int, ...]
    modifiers: tuple[int, ...]
    kinds: tuple[int, ...]
    properties: tuple[int, ...]
    names: tuple[int, ...]
    behind: Mapping[str, int]


def noun_phrase(syntax: Syntax, prepositions: Prepositions, head: int) -> NounPhrase:
    """Return the phrase of a noun."""
    tokens = tuple(sorted(_inside(syntax, head)))
    return NounPhrase(
        head=head,
        tokens=tokens,
        modifiers=tuple(t for t in syntax.children(head) if not prepositions.opens(t)),
        kinds=tuple(syntax.below(head, r.COMPOUND, r.NOUN_MODIFIER)),
        properties=tuple(syntax.below(head, r.ADJECTIVE)),
        names=tuple(t for t in tokens if syntax.pos[t] == "PROPN"),
        behind={phrase.name: phrase.object for phrase in prepositions.phrases(head)},
    )


def _inside(syntax: Syntax, head: int) -> Iterator[int]:
    """Yield the words of a phrase, without clauses, conjuncts and appositions."""
    open_ones = [head]
    while open_ones:
        word = open_ones.pop()
        yield word
        open_ones += [c for c in syntax.children(word) if syntax.roles[c] not in _APART]


# -- Subjects and references in a sentence of a text -----------------------------------------------

# Roles of the dependents of a noun that are part of its name.
_PARTS = frozenset((r.DETERMINER, r.COMPOUND, r.ADJECTIVE, r.NUMERAL, r.POSSESSOR, r.NOUN_MODIFIER))


class Subject(NamedTuple):
    """The subject of a sentence: its words, and whether it is a name and a plural."""

    name: str
    named: bool
    plural: bool


def subjects_in(span: Span) -> list[Token]:
    """Return the subjects of the main clause of a sentence."""
    return [t for t in span if is_subject(t) and t.head == span.root]


def is_subject(token: Token) -> bool:
    """Return whether a word is the subject of a clause."""
    return _role(token) in r.SUBJECTS


def subject_of(span: Span) -> Subject | None:
    """Return the subject of a sentence; None if it is not a noun or a name."""
    for top in subjects_in(span):
        if top.pos_ not in ("NOUN", "PROPN"):
            continue
        below = [t for t in top.lefts if _role(t) in _PARTS]
        words = top.doc[min([top.i, *(t.left_edge.i for t in below)]) : top.i + 1]
        conjuncts = any(_role(t) == r.CONJUNCT for t in top.rights)
        plural = "Plur" in top.morph.get("Number", []) or conjuncts
        return Subject(words.text, top.pos_ == "PROPN", plural)
    return None


def third_persons_in(span: Span) -> Iterator[Token]:
    """Yield the pronouns of the third person, except reflexive ones."""
    for token in span:
        form = token.morph
        if token.pos_ == "PRON" and "3" in form.get("Person", []) and not form.get("Reflex", []):
            yield token


def bare_definites_in(span: Span) -> Iterator[tuple[Token, Token]]:
    """Yield pairs of a definite article and a noun without other dependents: "the company"."""
    articles = language_data(span.doc.lang_).definite_articles
    for token in span:
        left = list(token.lefts)
        definite = len(left) == 1 and left[0].lower_ in articles
        if token.pos_ == "NOUN" and definite and next(token.rights, None) is None:
            yield left[0], token


def names_in(span: Span) -> Iterator[Span]:
    """Yield runs of proper nouns."""
    for is_name, run in groupby(span, lambda token: token.pos_ == "PROPN"):
        if is_name:
            tokens = list(run)
            yield span.doc[tokens[0].i : tokens[-1].i + 1]


def has_verb(span: Span) -> bool:
    """Return whether a sentence has a verb."""
    return any(t.pos_ in ("VERB", "AUX") for t in span)


def _role(token: Token) -> str:
    return language_data(token.lang_).roles.get(token.dep_, "")
