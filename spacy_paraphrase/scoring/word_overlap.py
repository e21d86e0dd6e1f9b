"""Word overlap of two sides: names, numbers, information, WordNet, best matching.

Measures of TakeLab (Šarić and others 2012, *TakeLab: Systems for Measuring Semantic Text
Similarity*, section 3) and the word matching of NTNU-CORE (Marsi and others 2013, section 2.2), on
plain lists of words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from math import log
from typing import TypeAlias

import numpy as np
from rapidfuzz.distance import Levenshtein
from scipy.optimize import linear_sum_assignment

from ..jobs.arrays import FloatArray
from ..lexicon.index import UPOS
from ..lexicon.resources import lexical_index
from ..metrics.measures import harmonic

Word: TypeAlias = tuple[str, str]  # lemma and universal part of speech
Similarity: TypeAlias = Callable[[Word, Word], float]

_NUMBER = re.compile(r"[0-9,./-]*[0-9][0-9,./-]*")
_CODE = re.compile(r"\.[A-Z]+")
# Parts of speech with a hierarchy in WordNet; a virtual root connects the many roots of verbs.
_HIERARCHIES = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v"}


# -- Numbers, names, codes -------------------------------------------------------------------------


def numbers(words: Collection[str]) -> frozenset[str]:
    """Return the words that are numbers in digits."""
    return frozenset(word for word in words if _NUMBER.fullmatch(word))


def same_number(one: str, other: str, *, strict: bool = False) -> bool:
    """Return whether two numbers in digits may be the same number with different precision.

    Args:
        one: A number.
        other: Another number.
        strict: Whether to reject an integer as another number rounded down (2 for 2.6).

    Example:
        >>> same_number("2.34", "2.3"), same_number("1,000", "1000"), same_number("2.36", "2.3")
        (True, True, False)
    """
    if one == other:
        return True
    plain = [text.replace(",", "") for text in (one, other)]
    try:
        x, y = map(float, plain)
    except ValueError:
        return False
    if abs(x - y) > 1 or (int(x) == 0) != (int(y) == 0):
        return False
    places = [len(text.partition(".")[2]) for text in plain]
    if all(places) and int(x) != int(y):
        return False
    least = min(places)
    if round(x, least) == round(y, least):
        return True
    return not strict and least == 0 and int(x) == int(y)


def number_match(a: Collection[str], b: Collection[str]) -> tuple[float, float, float]:
    """Return log(1 + number of numbers), F1 of shared numbers, and whether one side has all.

    Args:
        a: Words of a side.
        b: Words of the other side.
    """
    one, other = numbers(a), numbers(b)
    hits = sum(any(same_number(x, y) for y in other) for x in one)
    back = sum(any(same_number(x, y) for x in one) for y in other)
    size = log(1 + len(one) + len(other))
    if not (one or other):
        return size, 1.0, 0.0
    shares = (hits / len(one) if one else 0.0, back / len(other) if other else 0.0)
    return size, harmonic(*shares), float(bool(hits) and 1.0 in shares)


def name_match(a: Sequence[str], b: Sequence[str]) -> tuple[float, float]:
    """Return log(1 + number of capitalised words), and F1 of shared ones.

    The first word of a sentence and words that end in a full stop are ignored.
    """
    one, other = ({w for w in side[1:] if w[0].isupper() and w[-1] != "."} for side in (a, b))
    return _set_match(one, other)


def code_match(a: Sequence[str], b: Sequence[str]) -> tuple[float, float]:
    """Return the same values for stock codes: a full stop followed by capitals."""
    return _set_match(*({w for w in side if _CODE.fullmatch(w)} for side in (a, b)))


def _set_match(one: set[str], other: set[str]) -> tuple[float, float]:
    size = log(1 + len(one) + len(other))
    if not (one and other):
        return size, 1.0
    shared = len(one & other)
    return size, harmonic(shared / len(one), shared / len(other))


# -- Information -----------------------------------------------------------------------------------


def weighted_overlap(a: Sequence[str], b: Sequence[str], weigh: Callable[[str], float]) -> float:
    """Return the harmonic mean of the shares of shared words in the information of each side.

    Example:
        >>> weighted_overlap("abc", "bccd", {"a": 1, "b": 2, "c": 4, "d": 3}.__getitem__)
        0.6
    """
    shared = sum(weigh(word) * count for word, count in (Counter(a) & Counter(b)).items())
    both = sum(map(weigh, a)) + sum(map(weigh, b))
    return 2 * shared / both if both else 0.0


# -- WordNet ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _ways_up(language: str, lemma: str, pos: str) -> dict[int, int]:
    """Return the senses of a word and all synsets above them, with the least steps to each."""
    index = lexical_index(language)
    found: dict[int, int] = {}
    if index is not None and pos in UPOS:
        for synset in index.synsets(lemma, pos):
            for above, steps in index.hypernym_steps(synset):
                found[above] = min(found.get(above, steps), steps)
    return found


@lru_cache(maxsize=1 << 17)
def edges_between(language: str, one: str, other: str, pos: str) -> int | None:
    """Return the least number of edges between two lemmas in WordNet; None without a path.

    Args:
        language: BCP 47 code of the lexical data.
        one: A lemma.
        other: Another lemma.
        pos: Part of speech of both.
    """
    above, above2 = (_ways_up(language, lemma, pos) for lemma in (one, other))
    if len(above) > len(above2):
        above, above2 = above2, above
    return min((k + above2[s] for s, k in above.items() if s in above2), default=None)


def path_similarity(language: str) -> Similarity:
    """Return the path similarity of two words: 1 / (1 + edges)."""

    def similarity(one: Word, other: Word) -> float:
        if one[0] == other[0]:
            return 1.0
        pos = _common(one[1], other[1])
        edges = edges_between(language, *sorted((one[0], other[0])), pos) if pos else None
        return 0.0 if edges is None else 1 / (1 + edges)

    return similarity


def _common(one: str, other: str) -> str:
    """Return the part of speech with which two words are looked up, "" if there is none."""
    if one == other:
        return one
    kinds = _HIERARCHIES.get(one), _HIERARCHIES.get(other)
    return {"n": "NOUN", "v": "VERB"}[kinds[0]] if kinds[0] and kinds[0] == kinds[1] else ""


@lru_cache(maxsize=4)
def _depths(language: str) -> dict[str, float]:
    """Return the longest path to a root by part of speech; verbs have a virtual root above all."""
    index = lexical_index(language)
    depths = index.taxonomy_depths if index is not None else [0, 0]
    return {"NOUN": depths[0], "VERB": depths[1] + 1}


def chain_similarity(language: str, one: str, other: str, pos: str) -> float | None:
    """Return the similarity of Leacock and Chodorow 1998, 0 to 1; None for unknown words.

    It is 1 - ln(d + 1) / ln(2 D) for d edges and a hierarchy of depth D.

    Example:
        >>> round(chain_similarity("en", "dog", "cat", "NOUN"), 4)
        0.5576
    """
    edges = edges_between(language, *sorted((one, other)), pos)
    depth = _depths(language).get(pos)
    if edges is None or depth is None:
        return None
    return max(0.0, 1 - log(edges + 1) / log(2 * depth))


def augmented_overlap(a: Sequence[Word], b: Sequence[Word], similarity: Similarity) -> float:
    """Return the mean similarity of the words to their closest words in the other side.

    It is the harmonic mean of the values of both sides.

    Example:
        >>> table = {("x", "z"): 0.5, ("y", "z"): 0.25, ("z", "x"): 0.5, ("z", "y"): 0.25}
        >>> words = [("x", ""), ("y", "")], [("z", "")]
        >>> round(augmented_overlap(*words, lambda x, y: table.get((x[0], y[0]), 0.0)), 4)
        0.4286
    """
    if not (a and b):
        return 1.0
    table = np.array([[similarity(x, y) for y in b] for x in a])
    return harmonic(float(table.max(axis=1).mean()), float(table.max(axis=0).mean()))


def word_similarity(language: str) -> Similarity:
    """Return the similarity of two words by WordNet, or by their letters if WordNet has none."""

    def similarity(one: Word, other: Word) -> float:
        if one[0] == other[0]:
            return 1.0
        pos = _common(one[1], other[1])
        found = chain_similarity(language, one[0], other[0], pos) if pos else None
        return Levenshtein.normalized_similarity(one[0], other[0]) if found is None else found

    return similarity


def best_match(table: FloatArray) -> float:
    """Return 2 * (greatest sum of one-to-one similarities) / (number of words of both sides).

    Args:
        table: Similarity of each pair of words, shape (n, m).

    Example:
        >>> round(best_match(np.array([[0.9, 0.8, 0], [0.8, 0.1, 0]])), 4)
        0.64
    """
    size: int = sum(table.shape)
    if not size:
        return 1.0
    rows, columns = linear_sum_assignment(-table)
    return 2 * float(table[rows, columns].sum()) / size


def word_match(a: Sequence[Word], b: Sequence[Word], similarity: Similarity) -> float:
    """Return `best_match` of two lists of words."""
    if not (a and b):
        return float(not (a or b))
    return best_match(np.array([[similarity(x, y) for y in b] for x in a]))
