"""Similarity of two texts as strings of characters and as sets of n-grams.

The measures come from systems for semantic textual similarity, and take plain strings and lists:

- the string measures of DKPro (Bär and others 2012, *UKP: Computing Semantic Textual Similarity by
  Combining Multiple Content Similarity Measures*), which Marsi and others 2013, *NTNU-CORE*, use;
- the n-gram overlap of TakeLab (Šarić and others 2012, *TakeLab: Systems for Measuring Semantic
  Text Similarity*, section 3.1);
- Jaccard of ordered and unordered n-grams and the lengths of HENRY-CORE (Heilman and Madnani 2013,
  *HENRY-CORE: Domain Adaptation and Stacking for Text Similarity*, section 3).

A measure "of `a`" is asymmetric in its arguments; the others are symmetric.
"""

from __future__ import annotations

import bz2
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb, log, log10, sqrt
from typing import TypeVar

import numpy as np
from rapidfuzz.distance import LCSseq

from ..jobs.arrays import Int32Array, IntArray

Item = TypeVar("Item")
# Characters that character n-grams ignore: all but the letters a-z and digits.
_ELSE = re.compile(r"[^a-z0-9]+")
# Maximum number of characters for tiling; for longer texts, the table of runs would be too large.
LONGEST = 1500


def subsequence(a: str, b: str) -> float:
    """Return 2 * (length of longest common subsequence) / (sum of lengths), case-sensitive.

    Example:
        >>> one, other = "A girl is peeling an orange.", "The girl peels an orange in the kitchen."
        >>> round(subsequence(one, other), 4)
        0.6176
    """
    both = len(a) + len(b)
    return 2 * LCSseq.similarity(a, b) / both if both else 0.0


def subsequence_within(a: str, b: str) -> float:
    """Return the share of `a` in the longest common subsequence, ignoring case."""
    return float(LCSseq.similarity(a.lower(), b.lower())) / len(a) if a else 0.0


def substring(a: str, b: str) -> float:
    """Return 2 * (length of longest common substring) / (sum of lengths), case-sensitive."""
    both = len(a) + len(b)
    return 2 * int(_runs(_codes(a), _codes(b)).max(initial=0)) / both if both else 0.0


def tiling(a: str, b: str, least: int = 3) -> float:
    """Return the share of `a` that greedy string tiling finds in `b`, ignoring case.

    Tiles cover the longest common runs of uncovered characters until no run of at least `least`
    characters is left (Wise 1996, *YAP3*). Texts are truncated to `LONGEST` characters.

    Example:
        >>> tiling("abcXdefg", "defgYabc"), tiling("abcabc", "abc"), tiling("abc", "abcabc")
        (0.875, 0.5, 1.0)
    """
    if not a:
        return 0.0
    x, y = _codes(a.lower()[:LONGEST]), _codes(b.lower()[:LONGEST])
    covered = 0
    runs = _runs(x, y)
    while (longest := int(runs.max(initial=0))) >= least:
        for i, j in np.argwhere(runs == longest).tolist():
            one, other = slice(i - longest + 1, i + 1), slice(j - longest + 1, j + 1)
            if (x[one] >= 0).all() and (y[other] >= 0).all():
                x[one], y[other] = -1, -2
                covered += longest
        runs = _runs(x, y)
    return covered / len(a[:LONGEST])


def _codes(text: str) -> IntArray:
    return np.fromiter(map(ord, text), np.int64, len(text))


def _runs(x: IntArray, y: IntArray) -> Int32Array:
    """Return the length of the common run that ends at each pair of positions, shape (n, m)."""
    n, m = len(x), len(y)
    if not n * m:
        return np.zeros((n, m), np.int32)
    # In rows of n + m places, read as rows of n + m + 1 places, each diagonal is one column.
    width = n + m
    flat = np.zeros(n * (width + 1), np.int32)
    rows, diagonals = flat[: n * width].reshape(n, width), flat.reshape(n, width + 1)
    rows[:, :m] = x[:, None] == y[None, :]
    steps = np.arange(1, n + 1, dtype=np.int32)[:, None]
    ended = np.maximum.accumulate(np.where(diagonals, np.int32(0), steps), axis=0)
    np.subtract(steps, ended, out=diagonals)
    return rows[:, :m]


def distance_of_compression(a: str, b: str) -> float:
    """Return the normalised compression distance of two texts, ignoring case; lower is closer.

    It uses the Burrows-Wheeler transform like BADGER (Parker 2008): `bz2` is such a compressor.
    """
    sizes = [len(bz2.compress(t.lower().encode())) for t in (a, b, f"{a} {b}")]
    return (sizes[2] - min(sizes[:2])) / max(sizes[:2])


# -- Characters ------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def character_ngrams(text: str, n: int) -> frozenset[str]:
    """Return the n-grams of a text reduced to the letters a-z and digits."""
    plain = _ELSE.sub("", text.lower())
    return frozenset(plain[k : k + n] for k in range(len(plain) - n + 1))


def character_cosine(a: str, b: str, n: int, weights: Mapping[str, float] | None = None) -> float:
    """Return the cosine of the sets of character n-grams of two texts.

    Args:
        a: A text.
        b: Another text.
        n: Number of characters of an n-gram.
        weights: Weights of n-grams (`document_weights`); 1 each by default. Unknown n-grams get the
            greatest weight.
    """
    one, other = character_ngrams(a, n), character_ngrams(b, n)
    if not (one and other):
        return 0.0
    if weights is None:
        return len(one & other) / sqrt(len(one) * len(other))
    most = weights.get("", 1.0)
    shared, left, right = (
        sum(weights.get(g, most) ** 2 for g in some) for some in (one & other, one, other)
    )
    return shared / sqrt(left * right) if left and right else 0.0


def document_weights(pairs: Iterable[tuple[str, str]], n: int, least: int = 2) -> dict[str, float]:
    """Return the inverse document frequency of character n-grams; a pair is one document.

    Args:
        pairs: Both texts of each pair.
        n: Number of characters of an n-gram.
        least: Minimum number of pairs with an n-gram for it to be kept; the key "" has the weight
            of unknown n-grams.
    """
    found: Counter[str] = Counter()
    total = 0
    for total, (a, b) in enumerate(pairs, 1):  # noqa: B007
        found.update(character_ngrams(a, n) | character_ngrams(b, n))
    weights = {g: log10(total / k) for g, k in sorted(found.items()) if k >= least}
    return {"": log10(max(total, 2)), **weights}


# -- N-grams of anything ---------------------------------------------------------------------------


def ngrams(items: Sequence[Item], n: int) -> list[tuple[Item, ...]]:
    """Return the n-grams of some items, in order; the items of a string are its characters."""
    return list(zip(*(items[k:] for k in range(n)), strict=False))


def jaccard(a: Iterable[Hashable], b: Iterable[Hashable]) -> float:
    """Return the share of shared items in all distinct items; 0 without items."""
    one, other = set(a), set(b)
    either = len(one | other)
    return len(one & other) / either if either else 0.0


def containment(a: Iterable[Hashable], b: Iterable[Hashable]) -> float:
    """Return the share of the distinct items of `a` that `b` has; 0 if `a` is empty."""
    one = set(a)
    return len(one & set(b)) / len(one) if one else 0.0


def ngram_f1(a: Sequence[Hashable], b: Sequence[Hashable], n: int) -> float:
    """Return the F1 of the shared n-grams; 1 if one sequence has no n-grams.

    Example:
        >>> x, y = "a b c a b d".split(), "a b d a c".split()
        >>> [round(ngram_f1(x, y, n), 4) for n in (1, 2, 3)]
        [0.9091, 0.4444, 0.2857]
    """
    one, other = Counter(ngrams(a, n)), Counter(ngrams(b, n))
    if not (one and other):
        return 1.0
    return 2 * (one & other).total() / (one.total() + other.total())


def token_cosine(a: str, b: str) -> float:
    """Return the cosine of the sets of space-separated tokens, the baseline of the shared tasks.

    Agirre and others 2012, *SemEval-2012 Task 6: A Pilot on Semantic Textual Similarity*.

    Example:
        >>> token_cosine("a cat sleeps", "a cat slept , a cat")
        0.5773502691896258
    """
    one, other = set(a.split()), set(b.split())
    return len(one & other) / sqrt(len(one) * len(other)) if one and other else 0.0


def unordered_jaccard(a: Iterable[Hashable], b: Iterable[Hashable], n: int) -> float:
    """Return the Jaccard index of the combinations of n distinct items, without building them.

    Example:
        >>> unordered_jaccard("ab", "abc", 2)
        0.3333333333333333
    """
    one, other = set(a), set(b)
    shared = comb(len(one & other), n)
    either = comb(len(one), n) + comb(len(other), n) - shared
    return shared / either if either else 0.0


def lengths(n: int, m: int) -> list[float]:
    """Return five symmetric features of two lengths in tokens.

    log(Lmax / Lmin), (Lmax - Lmin) / Lmax, log Lmin, log Lmax, log(Lmax - Lmin + 1).
    """
    most, least = max(n, m, 1), max(min(n, m), 1)
    return [log(most / least), (most - least) / most, log(least), log(most), log(most - least + 1)]
