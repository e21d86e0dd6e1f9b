"""Words of several tokens: "call off", "come across", "fire engine"."""

from __future__ import annotations

from typing import NamedTuple

from ..lexicon.index import LexicalIndex
from ..lexicon.multiword import multiword_spans
from ..lexicon.relations import relation
from .reading import Reading

# Relations that say of two units more than is known of their words.
_TELLING = ("synonym", "near-synonym", "hyponym-of", "hypernym-of")


class Unit(NamedTuple):
    """A lemma of several tokens.

    Attributes:
        tokens: Where it stands, in order.
        lemma: As in the lexical index.
        pos: Part of speech of its highest token.
    """

    tokens: tuple[int, ...]
    lemma: str
    pos: str


def units(index: LexicalIndex, reading: Reading) -> dict[int, Unit]:
    """Return the units of a side by each of their tokens.

    A verb and its particle are one even if something stands between: "put the meeting off".
    """
    found: dict[int, Unit] = {}
    for span in multiword_spans(index, reading.lemmas, reading.words):
        tokens = tuple(range(span.start, span.end))
        tops = [i for i in tokens if reading.heads[i] not in tokens]
        if len(tops) == 1:
            found |= dict.fromkeys(tokens, Unit(tokens, span.lemma, reading.pos[tops[0]]))
    for i, dep in enumerate(reading.deps):
        verb = reading.heads[i]
        if dep != "prt" or verb < 0 or i in found or verb in found:
            continue
        lemma = f"{reading.lemmas[verb]} {reading.lemmas[i]}"
        if index.entries(lemma, "VERB"):
            pair = (verb, i) if verb < i else (i, verb)
            found |= dict.fromkeys(pair, Unit(pair, lemma, "VERB"))
    return found


def unit_relation(index: LexicalIndex, one: Unit, other: Unit) -> str:
    """Return how a unit stands to another, "" if nothing is known.

    Of two that are each more general than the other, in different senses, one is used for the
    other.
    """
    if one.lemma == other.lemma:
        return "same"
    found = relation(index, one.lemma, one.pos, other.lemma, other.pos)
    if found == relation(index, other.lemma, other.pos, one.lemma, one.pos) == "hyponym-of":
        return "near-synonym"
    return found if found in _TELLING else ""


def single(reading: Reading, i: int) -> Unit:
    """Return a token as a unit."""
    return Unit((i,), reading.lemmas[i], reading.pos[i])
