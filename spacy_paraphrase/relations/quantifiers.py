"""How many of what a noun names: its determiners, quantifiers and numbers."""

from __future__ import annotations

from math import inf

from .numbers import numbers
from .quantifier import Quantifier, is_part, noun_of
from .reading import Reading

# Words that quantify on their own: low, high. Negative ones count as "a", denied by an operator.
_WORDS: dict[str, tuple[float, float]] = {
    "no": (1, inf),
    "none": (1, inf),
    "neither": (1, inf),
    "few": (0, 4),
    "some": (1, inf),
    "a": (1, inf),
    "an": (1, inf),
    "any": (1, inf),
    "several": (3, inf),
    "many": (5, inf),
    "much": (5, inf),
    "most": (5, inf),
    "both": (2, 2),
    "numerous": (5, inf),
    "multiple": (2, inf),
}
# Nouns that quantify what stands behind their "of".
_PARTITIVES: dict[str, tuple[float, float]] = {
    "couple": (2, inf),
    "pair": (2, 2),
    "dozen": (12, inf),
    "dozens": (24, inf),
    "scores": (40, inf),
    "hundreds": (200, inf),
    "thousands": (2e3, inf),
    "millions": (2e6, inf),
    "billions": (2e9, inf),
    "lot": (5, inf),
    "lots": (5, inf),
    "plenty": (5, inf),
}
NEGATIVE = frozenset(("no", "none", "neither"))
_ARTICLES = NEGATIVE | {"a", "an"}
# With "not" before them as good as "few".
_MUCH = frozenset(("many", "much", "most"))
UNIVERSAL = frozenset(("every", "all", "each"))
EVERYBODY = frozenset(("everyone", "everybody", "everything"))
_QUANTIFIERS = UNIVERSAL | EVERYBODY | _WORDS.keys() | _PARTITIVES.keys() | {"single"}


def quantifiers(reading: Reading) -> dict[int, Quantifier]:
    """Return the quantifiers of a sentence, by the token they belong to (a noun, or themselves)."""
    found: dict[int, Quantifier] = {}
    for i, word in enumerate(reading.words):
        if word not in _QUANTIFIERS:
            continue
        before = reading.words[i - 1] if i else ""
        if word in _PARTITIVES and is_part(reading, i):
            low, high = _PARTITIVES[word]
            found[noun_of(reading, i)] = Quantifier(i, low, high, number=low >= 12)
        elif _is_single(reading, i, before):
            found[noun_of(reading, i)] = Quantifier(i, 1, 1, number=True, extra=(i - 1,))
        elif word in EVERYBODY:
            found[i] = Quantifier(i, 2, inf, universal=True, bound="all")
        elif word in UNIVERSAL or word in _WORDS:
            noun = noun_of(reading, i)
            article = word == "few" and before == "a"
            if article:
                found[noun] = Quantifier(i, 2, inf, extra=(i - 1,))
            elif word in UNIVERSAL:
                found[noun] = Quantifier(i, 2, inf, universal=True)
            elif word in _MUCH and before == "not":
                found[noun] = Quantifier(i, *_WORDS["few"], bound="few", extra=(i - 1,))
            elif noun not in found or found[noun].low <= 1 < found[noun].high:
                low, high = _WORDS[word]
                bound = "article" if word in _ARTICLES else "few" if word == "few" else ""
                found[noun] = Quantifier(i, low, high, bound=bound)
    for noun, number in numbers(reading):
        # Of "two of the five plants" there are two.
        if noun not in found or not is_part(reading, found[noun].token):
            found[noun] = number
    return found


def _is_single(reading: Reading, i: int, before: str) -> bool:
    """Return whether a word says that there is one, "only a" or "a single", and not even that."""
    if reading.words[i] in ("a", "an"):
        return before in ("only", "just")
    first = reading.words[i - 2] if i > 1 else ""
    return reading.words[i] == "single" and before in ("a", "the") and first not in ("not", "n't")


def is_quantifier(word: str) -> bool:
    """Return whether a lower-cased word says how many, articles left out."""
    return (word in UNIVERSAL or word in _WORDS) and word not in _ARTICLES


def plain(reading: Reading, noun: int) -> Quantifier:
    """Return how many a noun without a quantifier means: one or more, in the singular as "a"."""
    singular = reading.words[noun] == reading.lemmas[noun]
    return Quantifier(noun, 1, inf, bound="article" if singular else "")
