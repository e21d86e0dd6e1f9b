"""What one word says more than another one that stands for it."""

from __future__ import annotations

from functools import lru_cache
from math import log

from ..lexicon.dates import calendar_name
from ..lexicon.index import LexicalIndex
from ..lexicon.names import demonym, same_name, shortens
from ..lexicon.numerals import read_word
from ..lexicon.relations import relation
from .reading import Reading

# How probably the more special word of two says more, by how it was found; set by hand on
# development data.
HYPONYM, RARE_VERB, SISTER, UNRELATED, ANTONYM, NEAR = 0.75, 0.4, 0.75, 0.6, 0.95, 0.05
PREPOSITION, FUNCTION_WORD, PRONOUN = 0.15, 0.05, 0.3
# How many senses of a verb are common enough to be trusted.
SENSES = 3
# WordNet has "people" as a group, where a sentence means persons.
_SINGULAR = {"people": "person", "folk": "person", "folks": "person", "guy": "man", "men": "man"}
_SINGULAR |= {"someone": "person", "somebody": "person", "women": "woman", "children": "child"}
_OPPOSITE = (("with", "without"), ("before", "after"), ("inside", "outside"), ("up", "down"))
_OPPOSITE += (("on", "off"), ("in", "out"), ("over", "under"), ("above", "below"))
OPPOSITES = frozenset((*_OPPOSITE, *((b, a) for a, b in _OPPOSITE)))
_NOUN = frozenset(("NOUN", "PROPN", "PRON"))


def cost(probability: float) -> float:
    """Return -log of the probability that there is nothing more."""
    return -log(1 - probability)


def word_relation(index: LexicalIndex | None, one: Reading, i: int, other: Reading, j: int) -> str:
    """Return how the word of one side stands to that of the other, as in `lexicon.relations`.

    Besides, "same" for the same lemma, number or name, "opposite" for "with" and "without" and the
    like, "rare" for a hypernym by a rare sense of a verb, followed by its direction.
    """
    lemma, lemma2 = (_SINGULAR.get(r.lemmas[k], r.lemmas[k]) for r, k in ((one, i), (other, j)))
    if lemma == lemma2 or one.words[i] == other.words[j]:
        return "same"
    if (one.words[i], other.words[j]) in OPPOSITES:
        return "opposite"
    if _same_value(one.texts[i], other.texts[j]):
        return "same"
    names = "PROPN" in (one.pos[i], other.pos[j])
    if names and _same_name(one.words[i], other.words[j]):
        return "same"
    if index is None:
        return "none"
    pos, pos2 = ("NOUN" if r.pos[k] == "PRON" else r.pos[k] for r, k in ((one, i), (other, j)))
    return _lexical(_Key(index), lemma, pos, lemma2, pos2)


def word_costs(found: str, one: Reading, i: int, other: Reading, j: int) -> tuple[float, float]:
    """Return what the two words say more than each other, as costs."""
    if found == "same":
        return 0.0, 0.0
    if found in ("synonym", "near-synonym"):
        return cost(NEAR), cost(NEAR)
    if found in ("hyponym-of", "hypernym-of", "rare hyponym-of", "rare hypernym-of"):
        strength = cost(RARE_VERB if found.startswith("rare") else HYPONYM)
        little = cost(NEAR)
        return (strength, little) if found.endswith("hyponym-of") else (little, strength)
    if found in ("antonym", "opposite"):
        return cost(ANTONYM), cost(ANTONYM)
    if not (one.content[i] or other.content[j]):
        value = cost(PREPOSITION if "ADP" in (one.pos[i], other.pos[j]) else FUNCTION_WORD)
    elif "PRON" in (one.pos[i], other.pos[j]):
        mine, yours = (cost(PRONOUN if r.content[k] else NEAR) for r, k in ((one, i), (other, j)))
        return mine, yours
    else:
        value = cost(SISTER if found == "sister" else UNRELATED)
    return value, value


class _Key:
    """A lexical index as a part of a cache key: the same object, or none."""

    def __init__(self, index: LexicalIndex) -> None:
        self.index = index

    def __hash__(self) -> int:
        return id(self.index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.index is other.index


@lru_cache(maxsize=1 << 14)
def _lexical(key: _Key, lemma: str, pos: str, lemma2: str, pos2: str) -> str:
    if (lemma, pos) > (lemma2, pos2):  # looked up in one order, so that both orders agree
        return invert(_lexical(key, lemma2, pos2, lemma, pos))
    found = {relation(key.index, lemma, pos, lemma2, pos2, max_senses=k) for k in (SENSES, 5, None)}
    ways = found & {"hyponym-of", "hypernym-of"}
    first = relation(key.index, lemma, pos, lemma2, pos2)
    if first not in ways:
        return first
    if len(ways) == 2:  # each more general, in different senses: one is used for the other
        return "near-synonym"
    if "VERB" in (pos, pos2):
        common = relation(key.index, lemma, pos, lemma2, pos2, max_senses=SENSES)
        return first if common == first else f"rare {first}"
    return first


def invert(found: str) -> str:
    """Return a relation of `word_relation` as seen from the other word."""
    for one, other in (("hyponym-of", "hypernym-of"), ("hypernym-of", "hyponym-of")):
        if found.endswith(one):
            return found.removesuffix(one) + other
    return found


@lru_cache(maxsize=1 << 14)
def _same_value(one: str, other: str) -> bool:
    name = calendar_name(one)
    if name is not None and name == calendar_name(other):
        return True
    left, right = read_word(one.lower()), read_word(other.lower())
    return left is not None and right is not None and left.value == right.value


@lru_cache(maxsize=1 << 14)
def _same_name(one: str, other: str) -> bool:
    return (
        same_name(one, other)
        or demonym(one, other)
        or shortens(one, other)
        or shortens(other, one)
        or one.replace(".", "") == other.replace(".", "")
    )
