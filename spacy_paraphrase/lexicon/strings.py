"""How alike two words are spelled."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from rapidfuzz.distance import Indel
from spacy.tokens import Token

from .dates import calendar_name
from .matrix import FloatArray, Tokens, equal, words_of
from .numerals import read_word

# What two words of one family end in, behind the letters that they share.
_ENDINGS = """
    e s es ed d ing ings er ers or ors r rs ion ions ation ations al als ally ly y ity ities ies
    ment ments ness able ible ably ive ives ance ances ence ences ant ants ent ents ist ists ism
    ful less ous ic ics ical ise ize ised ized ising izing ate ated ates ating th age ages ship
    ery ry ied iness ier iest est iation
"""
_SUFFIXES = frozenset(("", *_ENDINGS.split()))
# British spellings; the letters before them keep "four" and "wise" out.
_BRITISH = (
    (re.compile(r"(?<=[a-z]{3})our"), "or"),
    (re.compile(r"(?<=[a-z]{3})is(?=e|ing|ation)"), "iz"),
    (re.compile(r"(?<=[a-z]{2})ys(?=e|ing)"), "yz"),
    (re.compile(r"(?<=[a-z]{2})tre(?=s?$)"), "ter"),
    (re.compile(r"(?<=[a-z]{3})ogue(?=s?$)"), "og"),
    (re.compile(r"(?<=[a-z]{3})ence$"), "ense"),
    (re.compile(r"gramme(?=s?$)"), "gram"),
)
_HYPHENS = re.compile(r"[-‐‑–_'’`.]")
_EDGES = re.compile(r"""^["',;:*]+|["',;:*]+$""")
# Words given without a tokeniser that sets their norms.
_CONTRACTIONS = {"n't": "not", "'ve": "have", "'ll": "will", "'re": "are", "'m": "am"}
_CONTRACTIONS |= {word.replace("'", "’"): full for word, full in _CONTRACTIONS.items()}
# What words of one family get that differ in their suffixes, what a word must be worth that is
# spelled like a name: Australian is not Austria.
RELATIVES, NAME = 0.95, 0.85
# Letters of the shorter of two words that are compared, and of what relatives share at least.
LONG, STEM = 4, 3


@lru_cache(maxsize=1 << 15)
def variant(word: str) -> str:
    """Return a lower-cased word in the one spelling that its variants share.

    Hyphens, apostrophes and accents go, and British spellings turn American; what results need
    not be a word. A word without letters is kept as it is.

    Example:
        >>> variant("co-operate"), variant("colours"), variant("3-2")
        ('cooperate', 'colors', '3-2')
    """
    if not any(character.isalpha() for character in word):
        return word
    plain = unicodedata.normalize("NFKD", word)
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    plain = (
        _HYPHENS.sub("", plain) if not any(c.isdigit() for c in word) else plain.replace("-", "")
    )
    plain = _EDGES.sub("", plain)
    for pattern, american in _BRITISH:
        plain = pattern.sub(american, plain)
    return plain or word


@lru_cache(maxsize=1 << 16)
def spelling(word: str, other: str, least: float) -> float:
    """Return how alike the spellings of two lower-cased words are, 0 to 1.

    What `family` returns; else, for words of at least four letters, twice the length of their
    longest common subsequence over the sum of their lengths.

    Args:
        word: A word.
        other: Another one.
        least: What is less similar counts 0.
    """
    one, two = variant(word), variant(other)
    if not _comparable(one, two):
        return family(word, other)
    return max(family(word, other), Indel.normalized_similarity(one, two, score_cutoff=least))


@lru_cache(maxsize=1 << 16)
def family(word: str, other: str) -> float:
    """Return how far two lower-cased words are forms of one.

    1 for variants of one spelling, 0.95 for words that differ in a suffix alone, short ones in the
    -s of a plural.

    Example:
        >>> family("co-operate", "cooperate"), family("colour", "color"), family("policy", "polite")
        (1.0, 1.0, 0.0)
        >>> family("assassination", "assassinated"), family("dogs", "dog"), family("new", "news")
        (0.95, 0.95, 0.0)
    """
    one, two = variant(word), variant(other)
    if one == two:
        return 1.0
    short, long = sorted((one, two), key=len)
    if len(short) == STEM and long == f"{short}s":
        return RELATIVES if short != "new" else 0.0
    shared = len(prefix(one, two))
    if shared < LONG or not _comparable(one, two):
        return 0.0
    # Part of a suffix may be shared: -ion and -ing.
    stems = range(shared, max(STEM, shared - 2) - 1, -1)
    return RELATIVES if any({one[k:], two[k:]} <= _SUFFIXES for k in stems) else 0.0


def prefix(word: str, other: str) -> str:
    """Return the letters that two words begin with."""
    k = 0
    for a, b in zip(word, other, strict=False):
        if a != b:
            break
        k += 1
    return word[:k]


def identity(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the lower-cased words are the same, else 0."""
    return equal(words_of(source).lower, words_of(target).lower)


def lemma(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the lower-cased lemmas are the same, else 0."""
    lemmas = (words_of(side).lemmas for side in (source, target))
    return equal(*([lemma.lower() for lemma in some] for some in lemmas))


def norm(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the norms are the same, such as those of n't and not, else 0."""
    return equal(*(list(map(_norm, words_of(side).lower, side)) for side in (source, target)))


def string(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return how alike the spellings are (see `spelling`).

    Names, numbers, months and weekdays are left out: a similar one is another one.

    Args:
        source: n tokens.
        target: m tokens.
        least: What is less similar counts 0.
    """
    result = np.zeros((len(source), len(target)))
    sides = words_of(source), words_of(target)
    words, others = (side.lower for side in sides)
    names, other_names = (side.names for side in sides)
    stops, other_stops = (side.stops for side in sides)
    for i, j in begin_alike(words, others):
        if stops[i] or other_stops[j]:
            result[i, j] = family(words[i], others[j])
        elif not (names[i] or other_names[j]):
            result[i, j] = spelling(words[i], others[j], least)
        elif not (names[i] and other_names[j]):
            result[i, j] = spelling(words[i], others[j], max(least, NAME))
    return result


def begin_alike(source: Sequence[str], target: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of lower-cased words that begin alike, no numbers or dates among them."""
    begins: dict[str, list[int]] = {}
    for j, word in enumerate(target):
        if first := _initial(word):
            begins.setdefault(first, []).append(j)
    for i, word in enumerate(source):
        for j in begins.get(_initial(word), ()):
            yield i, j


@lru_cache(maxsize=1 << 15)
def _initial(word: str) -> str:
    """Return the letter by which a word is looked up, "" for one that is not to be compared."""
    plain = variant(word)
    if len(plain) < 2 or not plain[0].isalpha():
        return ""
    if calendar_name(word) or read_word(word) is not None:
        return ""
    return {"q": "k", "c": "k", "g": "k"}.get(plain[0], plain[0])


def _norm(word: str, token: Token) -> str:
    return _CONTRACTIONS.get(word) or token.norm_.lower()


def _comparable(word: str, other: str) -> bool:
    return min(len(word), len(other)) >= LONG and word.isalpha() and other.isalpha()
