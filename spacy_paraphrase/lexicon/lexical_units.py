"""Multi-word lexical units: "call off", "come across", "fire engine"."""

from __future__ import annotations

from typing import NamedTuple

from ..analysis.reading import analyse
from ..analysis.sentence import Sentence
from .index import LexicalIndex, multiword_spans
from .relations import relation

# Relations between two units that `unit_relation` returns.
_TELLING = ("synonym", "near-synonym", "hyponym-of", "hypernym-of")


class LexicalUnit(NamedTuple):
    """A lemma of one token or several.

    Attributes:
        tokens: The indices of its tokens, in order.
        lemma: Its lemma in the lexical index.
        lookup: The part of speech to look it up with: that of its head.
    """

    tokens: tuple[int, ...]
    lemma: str
    lookup: str


def units(index: LexicalIndex, sentence: Sentence) -> dict[int, LexicalUnit]:
    """Return a map from each token of a multi-word unit of a sentence to its unit.

    A verb and its particle are one unit, even with words between them ("put the meeting off"). The
    result is cached in the sentence.
    """
    cache: dict[int, tuple[LexicalIndex, dict[int, LexicalUnit]]]
    cache = sentence.__dict__.setdefault("_units", {})
    if id(index) not in cache:
        cache[id(index)] = index, _units(index, sentence)
    return cache[id(index)][1]


def _units(index: LexicalIndex, sentence: Sentence) -> dict[int, LexicalUnit]:
    side = analyse(sentence)
    found: dict[int, LexicalUnit] = {}
    for span in multiword_spans(index, sentence.lemmas, sentence.words):
        tokens = tuple(range(span.start, span.end))
        heads = sentence.span_heads(tokens)
        if len(heads) == 1:
            unit = LexicalUnit(tokens, span.lemma, side.words[heads[0]].lookup)
            found |= dict.fromkeys(tokens, unit)
    for verb, particle in side.particles.items():
        lemma = f"{sentence.lemmas[verb]} {sentence.lemmas[particle]}"
        known = verb in found or particle in found
        if not known and index.entries(lemma, "VERB"):
            pair = (min(verb, particle), max(verb, particle))
            found |= dict.fromkeys(pair, LexicalUnit(pair, lemma, "VERB"))
    return found


def single(sentence: Sentence, i: int) -> LexicalUnit:
    """Return a token as a unit."""
    word = analyse(sentence).words[i]
    return LexicalUnit((i,), word.lemma, word.lookup)


def unit_relation(index: LexicalIndex, one: LexicalUnit, other: LexicalUnit) -> str:
    """Return the lexical relation of a unit to another, "" if it is unknown.

    If, in different senses, each unit is more general than the other, they are near-synonyms.
    """
    if one.lemma == other.lemma:
        return "same"
    found = relation(index, *one[1:], *other[1:])
    if found == relation(index, *other[1:], *one[1:]) == "hyponym-of":
        return "near-synonym"
    return found if found in _TELLING else ""
