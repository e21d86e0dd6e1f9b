"""Compounds written with a hyphen, as one word or as several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from .matrix import FloatArray, Tokens, words_of
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
    sides = [words_of(source), words_of(target)]
    kept = [[i for i, word in enumerate(side.lower) if word not in _HYPHENS] for side in sides]
    for view, k in ((result, 0), (result.T, 1)):
        words, others = sides[k].lower, sides[1 - k].lower
        compounds = [(i, found) for i in kept[k] if (found := parts(words[i]))]
        if compounds:
            lemmas = sides[1 - k].lemmas
            keys = [(j, {variant(others[j]), variant(lemmas[j].lower())}) for j in kept[1 - k]]
            for i, found in compounds:
                _mark(view[i], found, keys)
        long = {words[i]: i for i in kept[k] if len(words[i]) >= JOINED}
        for one, two in pairwise(kept[1 - k]):
            joined = long.get(others[one] + others[two])
            if joined is not None:
                view[joined, [one, two]] = WHOLE
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
