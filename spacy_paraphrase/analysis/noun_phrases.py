"""Noun phrases: a noun, what stands before it and behind it, and which one of its kind it means.

Clauses at a noun are no part of its phrase here: "the tall man who left" is "the tall man".

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

from . import roles as r
from .prepositions import Prepositions
from .syntax import Syntax

# What is a statement of its own beside a noun, or another noun.
_APART = r.NOUN_CLAUSES | {
    *(r.ADVERBIAL_CLAUSE, r.COMPLEMENT_CLAUSE, r.CLAUSAL_SUBJECT, r.PASSIVE_CLAUSAL_SUBJECT),
    *(r.CONJUNCT, r.APPOSITION, r.PARATAXIS),
}


@dataclass(frozen=True)
class NounPhrase:
    """A noun with what belongs to it.

    Attributes:
        head: The noun.
        tokens: Its words, in order, without clauses, appositions and what is coordinated with it.
        modifiers: The words right before or at the noun: determiners, numerals, adjectives, nouns.
        kinds: Those of them that are nouns: "*Ford* plant".
        properties: Those that are adjectives or participles.
        names: The names among its words.
        behind: The head of what stands behind each of its prepositions.
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
    """Yield the words of a phrase, those of clauses and of further phrases left out."""
    open_ones = [head]
    while open_ones:
        word = open_ones.pop()
        yield word
        open_ones += [c for c in syntax.children(word) if syntax.roles[c] not in _APART]
