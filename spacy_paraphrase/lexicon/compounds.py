"""Compounds written with a hyphen, as one word or as several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
from spacy.tokens import Token

from .matrix import FloatArray, Tokens
from .strings import variant

# All of a compound stands on the other side in a row; one of its parts stands there.
WHOLE, PART = 0.9, 0.6
# Letters of a word that may be two: "today" is not "to day".
JOINED = 6
_HYPHEN = re.compile(r"[-‐‑–—/]")
_HYPHENS = frozenset("-‐‑–—/")
# Parts that say little, and those that say the contrary of what follows.
_SMALL = frozenset(("a", "and", "by", "de", "el", "al", "in", "of", "on", "or", "per", "the", "to"))
_CONTRARY = frozenset(("anti", "non", "un"))


def compound(source: Tokens, target: Tokens) -> FloatArray:
    """Return how far one word is a part of the other, a compound.

    0.9 for each word of a row that together make up the compound (death toll / death-toll,
    Hong Kong / Hongkong), 0.6 for a part alone (al-Assad / Assad, U.S.-led / U.S.).

    Args:
        source: n tokens.
        target: m tokens.
    """
    result = np.zeros((len(source), len(target)))
    sides = [[(i, t) for i, t in enumerate(s) if t.text not in _HYPHENS] for s in (source, target)]
    for view, one, other in ((result, sides[0], sides[1]), (result.T, sides[1], sides[0])):
        compounds = [(i, found) for i, token in one if (found := parts(token.lower_))]
        if compounds:
            keys = [(j, _keys(token)) for j, token in other]
            for i, found in compounds:
                _mark(view[i], found, keys)
        long = {token.lower_: i for i, token in one if len(token) >= JOINED}
        words = [token.lower_ for _, token in other]
        for k, (first, second) in enumerate(pairwise(words)):
            joined = long.get(first + second)
            if joined is not None:
                view[joined, [other[k][0], other[k + 1][0]]] = WHOLE
    return result


@lru_cache(maxsize=1 << 14)
def parts(word: str) -> tuple[str, ...]:
    """Return the parts of a lower-cased hyphenated word, nothing for any other.

    Example:
        >>> parts("20-mile-long"), parts("cat"), parts("3-2")
        (('20', 'mile', 'long'), (), ())
    """
    found = tuple(variant(part) for part in _HYPHEN.split(word) if part)
    return found if len(found) > 1 and any(part.isalpha() for part in found) else ()


def _keys(token: Token) -> set[str]:
    return {variant(token.lower_), variant(token.lemma_.lower())}


def _mark(row: FloatArray, found: Sequence[str], keys: Sequence[tuple[int, set[str]]]) -> None:
    for k in range(len(keys) - len(found) + 1):
        run = keys[k : k + len(found)]
        if all(part in key for part, (_, key) in zip(found, run, strict=True)):
            row[[j for j, _ in run]] = WHOLE
            return
    negated = found[0] in _CONTRARY
    for part, (j, key) in product(found[2 if negated else 0 :], keys):
        if part in key and part not in _SMALL:
            row[j] = max(row[j], PART)
