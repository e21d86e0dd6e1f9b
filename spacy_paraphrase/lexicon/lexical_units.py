"""Multi-word lexical units: "call off", "come across", "fire engine"."""

from __future__ import annotations

from typing import NamedTuple

from ..analysis.reading import analyse
from ..analysis.sentence import Sentence
from .index import LexicalIndex, multiword_spans
from .relations import relation

# Relations that say something of two units.
_TELLING = ("synonym", "near-synonym", "hyponym-of", "hypernym-of")


class LexicalUnit(NamedTuple):
    """A lemma of one token or several.

    Attributes:
        tokens: Where it stands, in order.
        lemma: As in the lexical index.
        lookup: The part of speech under which the index has it: that of its highest token.
    """

    tokens: tuple[int, ...]
    lemma: str
    lookup: str


def units(index: LexicalIndex, sentence: Sentence) -> dict[int, LexicalUnit]:
    """Return the units of several tokens of a side, by each of their tokens.

    A verb and its particle are one even if something stands between: "put the meeting off". They
    are found once for a side.
    """
    kept: dict[int, tuple[LexicalIndex, dict[int, LexicalUnit]]]
    kept = sentence.__dict__.setdefault("_units", {})
    if id(index) not in kept:
        kept[id(index)] = index, _units(index, sentence)
    return kept[id(index)][1]


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
    """Return how a unit stands to another, "" if nothing is known.

    Of two that are each more general than the other, in different senses, one is used for the
    other.
    """
    if one.lemma == other.lemma:
        return "same"
    found = relation(index, *one[1:], *other[1:])
    if found == relation(index, *other[1:], *one[1:]) == "hyponym-of":
        return "near-synonym"
    return found if found in _TELLING else ""
