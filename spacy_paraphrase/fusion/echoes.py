"""Words that the other sentence has too, in another form: "IR" and "injured reserve".

An aligner links words that have one role; here it is enough that a meaning is said somewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from spacy.tokens import Span, Token

from ..errors import ParaphraseError
from ..lexicon import default_lexicon
from ..lexicon.compounds import compound, parts
from ..lexicon.matrix import Words, words_of
from ..lexicon.names import abbreviation, name
from ..lexicon.values import date, number

_FORMS = (abbreviation, name, number, date, compound)
# Less similar is a part of a word.
_LEAST = 0.8
# Senses of a word that count: in a rare one most words are alike.
_SENSES = 3


def echoes(source: Span, target: Span, wanted: Collection[int]) -> frozenset[int]:
    """Return those of some tokens whose meaning a word of the other side has.

    That is a word in another form (abbreviations, names, numbers, dates, compounds) or a synonym.

    Args:
        source: The one side.
        target: The other side.
        wanted: Indices in the Doc of content words of both sides.
    """
    if not wanted:
        return frozenset()
    sides = words_of(list(source)), words_of(list(target))
    alike = np.maximum.reduce([form(*sides) for form in _FORMS]) >= _LEAST
    asked = set(wanted)
    found = [i for pair in (sides, sides[::-1]) for i in _spelled_out(*pair) if i in asked]
    for own, other, rows in ((*sides, alike), (*sides[::-1], alike.T)):
        tokens = [(k, token) for k, token in enumerate(own) if token.i in asked]
        said = _restated([token for _, token in tokens], other)
        known = set(other.lower)
        for (k, token), synonym in zip(tokens, said, strict=True):
            made_of = parts(own.lower[k])
            if synonym or rows[k].any() or (made_of and known.issuperset(made_of)):
                found.append(token.i)
    return frozenset(found)


def _spelled_out(short: Words, other: Words) -> Iterator[int]:
    """Yield acronyms and the content words in a row whose initials they are: "injured reserve"."""
    initials = "".join(
        "." if stop else t.text[0] for t, stop in zip(other, other.stops, strict=True)
    )
    for token in short:
        text = token.text
        start = initials.upper().find(text) if text.isupper() and text.isalpha() else -1
        if len(text) > 1 and start >= 0:
            yield from (token.i, *(t.i for t in other[start : start + len(text)]))


def _restated(tokens: list[Token], other: Words) -> list[bool]:
    """Tell of each token whether some words have a synonym of it, or a word akin to it."""
    try:
        index = default_lexicon(other[0].doc.lang_)
    except ParaphraseError:  # no lexical data for this language: nothing is known
        return [False] * len(tokens)

    def senses(lemma: str, pos: str) -> list[int]:
        return index.synsets_of(index.entries(lemma.lower(), pos), _SENSES)

    words = zip(other.lemmas, other.pos, other.stops, strict=True)
    said = {sense for lemma, pos, stop in words if not stop for sense in senses(lemma, pos)}
    return [
        any(s in said or not said.isdisjoint(index.near.row(s)) for s in senses(t.lemma_, t.pos_))
        for t in tokens
    ]
