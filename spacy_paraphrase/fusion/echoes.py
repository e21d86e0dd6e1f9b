"""Words that the other sentence has too, in another form: "IR" and "injured reserve".

An aligner links words that have one role; here it is enough that a meaning is said somewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from spacy.tokens import Span

from ..lexicon.compounds import compound, parts
from ..lexicon.index import LexicalIndex
from ..lexicon.matrix import Words, words_of
from ..lexicon.names import abbreviation, name
from ..lexicon.relations import RELATIONS
from ..lexicon.values import date, number
from ..lexicon.wordnet import KnownWords, known_words, related

_FORMS = (abbreviation, name, number, date, compound)
# Less similar is a part of a word.
_LEAST = 0.8
# Senses of a word that count: in a rare one most words are alike.
_SENSES = 3
_SAME = [RELATIONS.index(relation) for relation in ("synonym", "near-synonym")]


def echoes(
    source: Span, target: Span, wanted: Collection[int], index: LexicalIndex | None
) -> frozenset[int]:
    """Return those of some tokens whose meaning a word of the other side has.

    That is a word in another form (abbreviations, names, numbers, dates, compounds) or a synonym.

    Args:
        source: The one side.
        target: The other side.
        wanted: Indices in the Doc of content words of both sides.
        index: What words have to do with each other, if that is known.
    """
    if not wanted:
        return frozenset()
    sides = words_of(list(source)), words_of(list(target))
    alike = np.maximum.reduce([form(*sides) for form in _FORMS]) >= _LEAST
    asked = set(wanted)
    found = {i for pair in (sides, sides[::-1]) for i in _spelled_out(*pair)}
    for own, other, axis in ((*sides, 1), (*sides[::-1], 0)):
        known = set(other.lower)
        for token, word, echo in zip(own, own.lower, alike.any(axis).tolist(), strict=True):
            made_of = parts(word)
            if echo or (made_of and known.issuperset(made_of)):
                found.add(token.i)
    if index is not None:
        found.update(_restated(index, sides, asked))
    return frozenset(found & asked)


def _spelled_out(short: Words, other: Words) -> Iterator[int]:
    """Yield acronyms and the content words in a row whose initials they are: "injured reserve"."""
    letters = zip(other.texts, other.stops, strict=True)
    initials = "".join("." if stop else text[0] for text, stop in letters).upper()
    for k, text in enumerate(short.texts):
        start = initials.find(text) if text.isupper() and text.isalpha() else -1
        if len(text) > 1 and start >= 0:
            yield from (short[k].i, *(t.i for t in other[start : start + len(text)]))


def _restated(index: LexicalIndex, sides: tuple[Words, Words], asked: set[int]) -> Iterator[int]:
    """Yield words, of one token or of several, that the other side has a synonym of.

    Adverbs count though they are function words: "once" says "at one time".
    """
    source, target = (known_words(index, side, ("ADV",)) for side in sides)
    pairs = [
        (_those(source, sides[0], asked), target),
        (_those(target, sides[1], asked), source),
    ]
    for side, found in zip(sides, related(index, pairs, _SAME, _SENSES), strict=True):
        for places, _, _ in found:
            yield from (side[k].i for k in places)


def _those(known: KnownWords, side: Words, asked: set[int]) -> KnownWords:
    """Return the words of which a token is asked for."""
    own = [i for i, places in enumerate(known.places) if any(side[k].i in asked for k in places)]
    return KnownWords([known.words[i] for i in own], [known.places[i] for i in own])
