"""Words that the other sentence has too, in another form: "IR" and "injured reserve".

An aligner links words that have one role; here it is enough that a meaning is said somewhere.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from spacy.tokens import Span, Token

from ..errors import ParaphraseError
from ..lexicon import default_lexicon
from ..lexicon.compounds import compound, parts
from ..lexicon.matrix import Words, words_of
from ..lexicon.names import abbreviation, name
from ..lexicon.relations import RELATIONS, relation_matrix
from ..lexicon.values import date, number

_FORMS = (abbreviation, name, number, date, compound)
# Less similar is a part of a word.
_LEAST = 0.8
_SAME = [RELATIONS.index(name) for name in ("synonym", "near-synonym")]
# Senses of a word that count: in a rare one most words are alike.
_SENSES = 3


def echoes(source: Span, target: Span, wanted: Iterable[int]) -> frozenset[int]:
    """Return those of some tokens whose meaning a word of the other side has.

    That is a word in another form (abbreviations, names, numbers, dates, compounds) or a synonym.

    Args:
        source: The one side.
        target: The other side.
        wanted: Indices in the Doc of content words of both sides.
    """
    found: set[int] = set()
    asked = sorted(wanted)
    sides = words_of(list(source)), words_of(list(target))
    for (own, other), span in zip((sides, sides[::-1]), (source, target), strict=True):
        rows = [i - span.start for i in asked if span.start <= i < span.end]
        if rows:
            forms = np.maximum.reduce([form(own, other)[rows] for form in _FORMS])
            said = (forms >= _LEAST).any(axis=1) | _restated([own[k] for k in rows], other)
            known = set(other.lower)
            made = [parts(own.lower[k]) for k in rows]
            said |= [bool(all_) and known.issuperset(all_) for all_ in made]
            found.update(span.start + k for k, is_said in zip(rows, said, strict=True) if is_said)
    return frozenset(found)


def _restated(tokens: list[Token], other: Words) -> np.typing.NDArray[np.bool_]:
    """Tell of each token whether some words have a synonym of it."""
    words = [[(t.lemma_.lower(), t.pos_) for t in some] for some in (tokens, other)]
    words[1] = [word for word, stop in zip(words[1], other.stops, strict=True) if not stop]
    try:
        index = default_lexicon(tokens[0].doc.lang_)
    except ParaphraseError:  # no lexical data for this language: nothing is known
        return np.zeros(len(tokens), dtype=bool)
    relations = relation_matrix(index, *words, max_senses=_SENSES).relations
    return np.isin(relations, _SAME).any(axis=1)
