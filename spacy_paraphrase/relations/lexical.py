"""What one word, or a longer unit, says more than another one that stands for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from ..lang import LanguageData
from ..lexicon.dates import calendar_name
from ..lexicon.index import LexicalIndex, multiword_spans
from ..lexicon.names import demonym, nickname, same_name, shortens
from ..lexicon.numbers import measure, read_word, same_unit
from ..lexicon.relations import relation
from ..lexicon.similarity import similarity
from ..lexicon.strings import family
from .quantifiers import EVERYBODY
from .reading import AUXILIARIES, LIGHT_NOUNS, Reading

# How probably the more special word of two says more, by how it was found; set by hand on
# development data.
HYPONYM, RARE_VERB, SISTER, UNRELATED, ANTONYM, NEAR = 0.75, 0.4, 0.75, 0.6, 0.95, 0.05
PREPOSITION, FUNCTION_WORD, PRONOUN = 0.15, 0.02, 0.3
# Links between words of unlike kinds, of one word with several, and of "buy" with "sell": nobody
# aligns these but for what they say in common.
ACROSS, TOGETHER = 0.15, 0.05
# How many senses of a verb are common enough to be trusted.
SENSES = 3
# Least similarity of Lin of a noun and its hypernym by a rare sense.
CLOSE = 0.5
# Least similarity of two verbs that are used for each other though one is a hypernym.
ALIKE = 0.95
# WordNet has "people" as a group, where a sentence means persons.
_SINGULAR = {"people": "person", "folk": "person", "folks": "person", "men": "man"}
_SINGULAR |= {"someone": "person", "somebody": "person", "women": "woman", "children": "child"}
_OPPOSITE = (
    *(("with", "without"), ("before", "after"), ("inside", "outside"), ("up", "down")),
    *(("on", "off"), ("in", "out"), ("over", "under"), ("above", "below")),
)
OPPOSITES = frozenset((*_OPPOSITE, *((b, a) for a, b in _OPPOSITE)))
# Where one speaks or votes.
_STANCE = frozenset((("for", "against"), ("against", "for")))
# Who is killed dies, and who died is dead: news say either.
_DEATH = frozenset(("kill", "die", "dead"))
# Opposites as particles alone: "off the coast" is where "on the coast" is.
_PARTICLES = frozenset(("on", "off", "in", "out"))
# Relations of words that say nearly the same.
_ALMOST = {
    **dict.fromkeys(("synonym", "near-synonym", "converse"), NEAR),
    **{"across": ACROSS, "together": TOGETHER, "denied antonym": TOGETHER},
}
# A side says more than the other if it does so at least this probably.
MORE = 0.5


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
    if one.words[i] in EVERYBODY and other.pos[j] in ("NOUN", "PRON"):
        return "same"  # how many these are is judged apart
    if other.words[j] in EVERYBODY and one.pos[i] in ("NOUN", "PRON"):
        return "same"
    if (one.words[i], other.words[j]) in OPPOSITES:
        loose = one.words[i] in _PARTICLES and "prep" in (one.deps[i], other.deps[j])
        return "none" if loose else "opposite"
    if (one.words[i], other.words[j]) in _STANCE:
        heads = one.pos[one.heads[i]], other.pos[other.heads[j]]
        return "opposite" if heads == ("VERB", "VERB") else "none"
    if _same_value(one.texts[i], other.texts[j], one.lang) or _both_measure(one, i, other, j):
        return "same"
    names = "PROPN" in (one.pos[i], other.pos[j])
    if names and _same_name(one.words[i], other.words[j], one.lang):
        return "same"
    if _lemmas(one.words[i], _class(one.pos[i])) & _lemmas(other.words[j], _class(other.pos[j])):
        return "same"
    if lemma in _DEATH and lemma2 in _DEATH:
        return "near-synonym"
    if family(one.words[i], other.words[j], one.lang) and one.content[i] and other.content[j]:
        return "near-synonym"
    if index is None or (one.deps[i] in AUXILIARIES and other.deps[j] in AUXILIARIES):
        return "none"
    pos, pos2 = ("NOUN" if r.pos[k] == "PRON" else r.pos[k] for r, k in ((one, i), (other, j)))
    # A participle may be an adjective of its own: "closed" beside "open".
    if (pos, pos2) == ("VERB", "ADJ"):
        lemma, pos = one.words[i], pos2
    elif (pos, pos2) == ("ADJ", "VERB"):
        lemma2, pos2 = other.words[j], pos
    return _lexical(_Key(index), lemma, pos, lemma2, pos2)


def _both_measure(one: Reading, i: int, other: Reading, j: int) -> bool:
    """Return whether two nouns are units of one kind with numbers, which are judged apart."""
    mine, yours = measure(one.lemmas[i], one.lang), measure(other.lemmas[j], other.lang)
    if mine is None or yours is None or mine.dimension != yours.dimension:
        return False
    return all(any(r.deps[c] == "nummod" for c in r.children(t)) for r, t in ((one, i), (other, j)))


def word_costs(found: str, one: Reading, i: int, other: Reading, j: int) -> tuple[float, float]:
    """Return what the two words say more than each other, as costs."""
    if found == "same":
        return 0.0, 0.0
    if found in _ALMOST:
        return cost(_ALMOST[found]), cost(_ALMOST[found])
    if found in ("hyponym-of", "hypernym-of", "rare hyponym-of", "rare hypernym-of"):
        strength = cost(RARE_VERB if found.startswith("rare") else HYPONYM)
        little = cost(NEAR)
        return (strength, little) if found.endswith("hyponym-of") else (little, strength)
    if found in ("antonym", "opposite"):
        return cost(ANTONYM), cost(ANTONYM)
    content = one.content[i], other.content[j]
    if "PRON" in (one.pos[i], other.pos[j]) and any(content):
        mine, yours = (cost(PRONOUN if told else NEAR) for told in content)
        return mine, yours
    if not all(content):
        value = cost(PREPOSITION if "ADP" in (one.pos[i], other.pos[j]) else FUNCTION_WORD)
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
    """Return the relation of two words in WordNet, with doubts about rare senses.

    A hypernym by the first senses of both counts before all else.
    Of two words that are each more general than the other, in different senses, one is used for the
    other. A hypernym by a rare sense is no evidence: a dog is a person in slang alone.
    """
    common = _way(key.index, lemma, pos, lemma2, pos2, 1)
    if common and common == invert(_way(key.index, lemma2, pos2, lemma, pos, 1)):
        return common
    first = relation(key.index, lemma, pos, lemma2, pos2)
    if first not in ("hyponym-of", "hypernym-of"):
        return first
    ways = {first, *(_way(key.index, lemma, pos, lemma2, pos2, k) for k in (SENSES, 5, None))}
    ways |= {invert(_way(key.index, lemma2, pos2, lemma, pos, k)) for k in (SENSES, 5, None)}
    if {"hyponym-of", "hypernym-of"} <= ways:
        return "near-synonym"
    close = similarity(key.index, "lin", lemma, pos, lemma2, pos2)
    if "VERB" in (pos, pos2):
        if close >= ALIKE:
            return "near-synonym"
        common = relation(key.index, lemma, pos, lemma2, pos2, max_senses=SENSES)
        return first if common == first else f"rare {first}"
    below, above = (lemma, lemma2) if first == "hyponym-of" else (lemma2, lemma)
    return first if close >= CLOSE or _usually(key.index, below, above) else "none"


def _usually(index: LexicalIndex, below: str, above: str) -> bool:
    """Return whether at least half of the senses of a noun are a kind of another noun."""
    targets = set(index.synsets(above, "NOUN"))
    senses = index.synsets(below, "NOUN")
    return 2 * sum(not targets.isdisjoint(index.closure.row(s)) for s in senses) >= len(senses)


def _way(
    index: LexicalIndex, lemma: str, pos: str, lemma2: str, pos2: str, senses: int | None
) -> str:
    found = relation(index, lemma, pos, lemma2, pos2, max_senses=senses)
    return found if found in ("hyponym-of", "hypernym-of") else ""


def invert(found: str) -> str:
    """Return a relation of `word_relation` as seen from the other word."""
    for one, other in (("hyponym-of", "hypernym-of"), ("hypernym-of", "hyponym-of")):
        if found.endswith(one):
            return found.removesuffix(one) + other
    return found


@lru_cache(maxsize=1 << 14)
def _lemmas(form: str, pos: str) -> frozenset[tuple[str, str]]:
    """Return what a form can be a form of; lemmatisers take "riding" for one of "rid"."""
    if not pos:
        return frozenset()
    from lemminflect import getAllLemmas

    return frozenset((pos, lemma) for lemma in getAllLemmas(form, upos=pos).get(pos, ()))


def _class(pos: str) -> str:
    return {"NOUN": "NOUN", "PROPN": "NOUN", "VERB": "VERB"}.get(pos, "")


@lru_cache(maxsize=1 << 14)
def _same_value(one: str, other: str, lang: LanguageData) -> bool:
    name = calendar_name(one, lang)
    if name is not None and name == calendar_name(other, lang):
        return True
    if same_unit(one.lower(), other.lower(), lang):
        return True
    left, right = read_word(one.lower(), lang), read_word(other.lower(), lang)
    return left is not None and right is not None and left.value == right.value


@lru_cache(maxsize=1 << 14)
def _same_name(one: str, other: str, lang: LanguageData) -> bool:
    return (
        same_name(one, other, lang)
        or nickname(one, other, lang)
        or demonym(one, other, lang)
        or shortens(one, other, lang)
        or shortens(other, one, lang)
        or one.replace(".", "") == other.replace(".", "")
    )


# Words of several tokens: "call off", "come across", "fire engine".

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


# What linked words have to do with each other, alone and as parts of longer units.

Cell = tuple[int, int]
# Relations that say less than what a longer unit has.
_WEAK = ("none", "sister", "antonym", "rare hyponym-of", "rare hypernym-of")
# Relations that a longer unit may know better.
_INEXACT = (*_WEAK, "hyponym-of", "hypernym-of")
_KINDS = {"PROPN": "NOUN", "NUM": "NOUN", "AUX": "VERB"}


def linked_relations(
    source: Reading, target: Reading, cells: Sequence[Cell], index: LexicalIndex | None
) -> tuple[dict[Cell, str], tuple[set[int], set[int]]]:
    """Return the relation of each linked pair of words, and what is told by their units.

    The relation is as in `lexical.word_relation`; where that knows nothing, that of the longer
    units they belong to, else "across" for words of unlike kinds, and "together" where one word is
    linked with several, which say together what it says. The tokens of source and target that
    belong to a unit with a linked token, and stand to its counterpart as a whole, say nothing
    beside it.
    """
    found = {(i, j): word_relation(index, source, i, target, j) for i, j in cells}
    weak = [
        (i, j)
        for (i, j), kind in found.items()
        if kind in _INEXACT and (source.content[i] or target.content[j])
    ]
    members: tuple[set[int], set[int]] = set(), set()
    for i, j in [cell for cell in weak if _abbreviate(source, cell[0], target, cell[1])]:
        found[i, j] = "same"
        weak.remove((i, j))
        members[0].update(source.name(i))
        members[1].update(target.name(j))
    known = _units(source, target, index if weak else None)
    counts = [Counter(cell[k] for cell in cells) for k in range(2)]
    for i, j in weak:
        kind = found[i, j]
        whole = _longer(index, source, i, target, j, known) if index is not None else ""
        if whole:
            kind = whole
            for k, token in enumerate((i, j)):
                unit = known[k].get(token)
                members[k].update(unit.tokens if unit else ())
        content = source.content[i] and target.content[j]
        if kind in ("none", "sister") and content:
            if counts[0][i] > 1 or counts[1][j] > 1:
                kind = "together"
            elif _kind(source, i) != _kind(target, j):
                kind = "across"
        found[i, j] = kind
    return found, members


def through_light_words(
    source: Reading, target: Reading, relations: dict[Cell, str], index: LexicalIndex | None
) -> dict[Cell, str]:
    """Return relations in which no word stands beside one that says little for another.

    A verb that is linked with an auxiliary stands beside that one's verb ("pumps" and the "is" of
    "is pumped"), a noun that is linked with "group" beside the "people" of the group: where these
    have no counterpart of their own, and say something like it.
    """
    touched = [{cell[k] for cell in relations} for k in range(2)]
    found: dict[Cell, str] = {}
    for (i, j), kind in relations.items():
        cell = i, j
        if kind != "same":
            if source.content[i]:
                cell = i, _meant(target, j)
            if target.content[j] and cell == (i, j):
                cell = _meant(source, i), j
        if cell != (i, j) and (cell[0] not in touched[0] or cell[1] not in touched[1]):
            better = word_relation(index, source, cell[0], target, cell[1])
            if better not in _WEAK:
                found[cell] = better
                continue
        found[i, j] = kind
    return found


def _meant(reading: Reading, i: int) -> int:
    """Return the word for which an auxiliary or a light noun stands, else the word itself."""
    if reading.deps[i] in AUXILIARIES and reading.heads[i] >= 0:
        return reading.heads[i]
    if reading.lemmas[i] in LIGHT_NOUNS:
        for of in reading.children(i):
            if reading.words[of] == "of":
                return next((c for c in reading.children(of) if reading.deps[c] == "pobj"), i)
    return i


def _units(
    source: Reading, target: Reading, index: LexicalIndex | None
) -> tuple[dict[int, Unit], dict[int, Unit]]:
    if index is None:
        return {}, {}
    return units(index, source), units(index, target)


def _longer(
    index: LexicalIndex,
    source: Reading,
    i: int,
    target: Reading,
    j: int,
    known: tuple[dict[int, Unit], dict[int, Unit]],
) -> str:
    """Return the relation of the units that two words belong to, "" if there are none."""
    one, other = known[0].get(i), known[1].get(j)
    if one is None and other is None:
        return ""
    return unit_relation(index, one or single(source, i), other or single(target, j))


def _abbreviate(source: Reading, i: int, target: Reading, j: int) -> bool:
    """Return whether one word has the initials of the name that ends in the other: "UN"."""
    short, short2 = source.texts[i].replace(".", ""), target.texts[j].replace(".", "")
    return source.initials(i) == short2 or target.initials(j) == short


def _kind(reading: Reading, i: int) -> str:
    return _KINDS.get(reading.pos[i], reading.pos[i])
