"""What one word, or a longer unit, says more than another one that stands for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log
from os.path import commonprefix
from typing import NamedTuple

from ..analysis.dates import calendar_name
from ..analysis.numerals import measure, other_numbers, read_word, same_unit
from ..analysis.sentence import Sentence
from ..lang import LanguageData
from ..lexicon.index import UPOS, LexicalIndex, groups, multiword_spans
from ..lexicon.names import demonym, nickname, same_name, shortens
from ..lexicon.relations import relation
from ..lexicon.similarity import similarity
from ..lexicon.strings import family, misspelt, variant

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
# What share of the uses of a noun makes it a kind of another one.
USUAL_SHARE = 0.3
# Least similarity of two verbs that are used for each other though one is a hypernym.
ALIKE = 0.95
# How frequent a sense that two words share must be among those of either (geometric mean).
FREQUENT = 0.145
# Letters that a word and one derived from it begin with, at least.
STEM = 3
# Least similarity of Lin of two nouns that are each more general than the other in some sense.
MUTUAL = 0.9
# Relations of words that mean the same.
SAME_MEANING = ("same", "synonym", "near-synonym")
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


def word_relation(
    index: LexicalIndex | None, one: Sentence, i: int, other: Sentence, j: int
) -> str:
    """Return how the word of one side stands to that of the other, as in `lexicon.relations`.

    Besides, "same" for the same lemma, number or name, "opposite" for "with" and "without" and the
    like, "rare" for a hypernym by a rare sense of a verb, followed by its direction.
    """
    lang = one.lang
    lemma, lemma2 = (
        lang.human_nouns.get(s.lemmas[k], s.lemmas[k]) for s, k in ((one, i), (other, j))
    )
    if lemma == lemma2 or one.words[i] == other.words[j]:
        return "same"
    if _means_everybody(one, i, other, j) or _means_everybody(other, j, one, i):
        return "same"  # how many these are is judged by the quantifiers
    opposed = _opposite_function_words(one, i, other, j)
    if opposed:
        return opposed
    if _same_form(one, i, other, j):
        return "same"
    for scale in lang.horn_scales:
        if lemma in scale and lemma2 in scale:
            stronger = scale.index(lemma) < scale.index(lemma2)
            return "hyponym-of" if stronger else "hypernym-of"
    if other_numbers(one.words[i], other.words[j], lang):
        return "none"
    if any(lemma in words and lemma2 in words for words in lang.event_families):
        return "near-synonym"
    if _contrary(one, i, other, j) or _contrary(other, j, one, i):
        return "antonym"
    if family(one.words[i], other.words[j], lang) and one.content[i] and other.content[j]:
        return "near-synonym"
    auxiliary = one.deps[i] in lang.auxiliary_labels and other.deps[j] in lang.auxiliary_labels
    if index is None or auxiliary:
        return "none"
    if _misspelt(index, one, i, other, j):
        return "same"
    pos, pos2 = ("NOUN" if s.pos[k] == "PRON" else s.pos[k] for s, k in ((one, i), (other, j)))
    # A participle may be an adjective of its own: "closed" beside "open".
    if (pos, pos2) == ("VERB", "ADJ"):
        lemma, pos = one.words[i], pos2
    elif (pos, pos2) == ("ADJ", "VERB"):
        lemma2, pos2 = other.words[j], pos
    return _lexical(_Key(index), lemma, pos, lemma2, pos2, lang)


def _misspelt(index: LexicalIndex, one: Sentence, i: int, other: Sentence, j: int) -> bool:
    """Return whether one of two words that are no names is the other one misspelt."""
    named = any(r.texts[t] != r.words[t] and t > 0 for r, t in ((one, i), (other, j)))
    forms = (one.words[i], other.words[j]), (one.lemmas[i], other.lemmas[j])
    ways = {*forms, (forms[0][0], forms[1][1]), (forms[1][0], forms[0][1])}
    return not named and any(misspelt(index, *way, one.lang) for way in ways)


def _means_everybody(one: Sentence, i: int, other: Sentence, j: int) -> bool:
    """Return whether one word is "everybody", which the other one may be among."""
    return one.words[i] in one.lang.universal_pronouns and other.pos[j] in ("NOUN", "PRON")


def _contrary(one: Sentence, i: int, other: Sentence, j: int) -> bool:
    """Return whether one word is the other one with "un-" before it: "locked", "unlocked"."""
    kinds = ("ADJ", "ADV", "VERB")
    return (
        one.pos[i] in kinds
        and other.pos[j] in kinds
        and one.words[i].endswith(other.words[j])
        and one.words[i].removesuffix(other.words[j]).rstrip("-") in one.lang.contrary_prefixes
    )


def _opposite_function_words(one: Sentence, i: int, other: Sentence, j: int) -> str:
    """Return "opposite" for "with" and "without", "none" where such a pair is none, or ""."""
    words, lang = (one.words[i], other.words[j]), one.lang
    if words in lang.opposite_function_words:
        # As particles alone: "off the coast" is where "on the coast" is.
        loose = words[0] in lang.opposite_particles and "prep" in (one.deps[i], other.deps[j])
        return "none" if loose else "opposite"
    if words in lang.opposite_stances:  # where one speaks or votes for or against
        heads = one.pos[one.heads[i]], other.pos[other.heads[j]]
        return "opposite" if heads == ("VERB", "VERB") else "none"
    return ""


def _same_form(one: Sentence, i: int, other: Sentence, j: int) -> bool:
    """Return whether two words are forms of one value, name or lemma."""
    if _same_value(one.texts[i], other.texts[j], one.lang) or _both_measure(one, i, other, j):
        return True
    names = "PROPN" in (one.pos[i], other.pos[j])
    if names and _same_name(one.words[i], other.words[j], one.lang):
        return True
    lemmas = (_lemmas(s.words[k], _class(s.pos[k])) for s, k in ((one, i), (other, j)))
    return not frozenset.isdisjoint(*lemmas)


def _both_measure(one: Sentence, i: int, other: Sentence, j: int) -> bool:
    """Return whether two nouns are units of one kind with numbers, which are judged apart."""
    mine, yours = measure(one.lemmas[i], one.lang), measure(other.lemmas[j], other.lang)
    if mine is None or yours is None or mine.dimension != yours.dimension:
        return False
    return all(any(r.deps[c] == "nummod" for c in r.children(t)) for r, t in ((one, i), (other, j)))


def word_costs(found: str, one: Sentence, i: int, other: Sentence, j: int) -> tuple[float, float]:
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
        mine, yours = (cost(PRONOUN if bears else NEAR) for bears in content)
        return mine, yours
    if not all(content) and not other_numbers(one.words[i], other.words[j], one.lang):
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
def _lexical(key: _Key, lemma: str, pos: str, lemma2: str, pos2: str, lang: LanguageData) -> str:
    """Return the relation of two words in WordNet, with doubts about rare senses.

    A hypernym by the first senses of both counts before all else.
    Of two words that are each more general than the other, in different senses, one is used for the
    other. A hypernym by a rare sense counts for nothing: a dog is a person in slang alone.
    """
    first = relation(key.index, lemma, pos, lemma2, pos2)
    if first == "none" and pos == pos2 == "ADJ":
        return "antonym" if _indirectly_opposed(key.index, lemma, lemma2) else first
    if first in ("none", "sister"):
        return first  # the first senses alone have no more to do with each other
    common = _way(key.index, lemma, pos, lemma2, pos2, 1)
    if common and common == invert(_way(key.index, lemma2, pos2, lemma, pos, 1)):
        return common
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
    return first if close >= CLOSE or _usually(key.index, below, above, lang) else "none"


# What shows that two words mean the same: that they are linked does not.


def restates(
    index: LexicalIndex | None, one: Sentence, i: int, other: Sentence, j: int, found: str
) -> bool:
    """Return whether there is evidence that two words mean the same.

    That is one lemma, number or name in any form, another spelling, a sense that both have and that
    is frequent in both, and a derived form of a frequent sense, but of no other kind of thing:
    "protester" is not "protest". Neither sisters nor hypernyms mean the same.

    Args:
        index: The lexical index.
        one: The one side.
        i: A word of it.
        other: The other side.
        j: A word of that.
        found: Their relation, as in `linked_relations`, or one that an aligner gave.
    """
    if found in ("same", "equals", "restates"):
        return True
    known = found in ("synonym", "near-synonym")
    if index is None or not (known or found.startswith("rare")):
        return known
    mine, yours = single(one, i), single(other, j)
    words = word_relation(index, one, i, other, j) == found  # else it is that of longer units
    return (words and _evidently_same(index, mine, yours, one.lang)) or _evidently_same(
        index, units(index, one).get(i, mine), units(index, other).get(j, yours), one.lang
    )


def _evidently_same(index: LexicalIndex, one: Unit, other: Unit, lang: LanguageData) -> bool:
    if variant(one.lemma, lang) == variant(other.lemma, lang):
        return True
    return _mean_the_same(_Key(index), *one[1:], *other[1:], lang)


@lru_cache(maxsize=1 << 14)
def _mean_the_same(
    key: _Key, lemma: str, pos: str, lemma2: str, pos2: str, lang: LanguageData
) -> bool:
    """Return whether two words have, or are derived from, a sense that is frequent in both."""
    index = key.index
    senses, senses2 = _senses(index, lemma, pos), _senses(index, lemma2, pos2)
    if not (senses and senses2):
        return not (senses or senses2) and family(lemma, lemma2, lang) > 0
    known = groups(index.meta["language"])
    numbers = [
        {n for letter in UPOS.get(p, "") for n in known.get((word, letter), ())}
        for word, p in ((lemma, pos), (lemma2, pos2))
    ]
    if any({lemma, lemma2} <= words for words in lang.event_families):
        return False  # who is killed dies, but who dies need not be killed
    if not numbers[0].isdisjoint(numbers[1]):
        return True
    if is_living(index, senses[0], lang) != is_living(index, senses2[0], lang):
        return False
    if pos != pos2 and "VERB" not in (pos, pos2) and family(lemma, lemma2, lang):
        return True  # "fiercely", "fierce"; "north", "northern"
    mutual = (
        pos == pos2 == "NOUN" and _lexical(key, lemma, pos, lemma2, pos2, lang) == "near-synonym"
    )
    if mutual and similarity(index, "lin", lemma, pos, lemma2, pos2) >= MUTUAL:
        return True
    share, share2 = _shares(len(senses)), _shares(len(senses2))
    begin = len(commonprefix((lemma, lemma2)))
    derived = begin >= STEM and (pos != pos2 or begin == min(len(lemma), len(lemma2)))
    derived |= {pos, pos2} == {"ADJ", "PROPN"}  # "American", "U.S."
    return any(
        (share[a] * share2[b]) ** 0.5 >= FREQUENT
        for a, sense in enumerate(senses)
        for b, other in enumerate(senses2)
        if sense == other or (derived and other in index.near.row(sense))
    )


def _senses(index: LexicalIndex, lemma: str, pos: str) -> list[int]:
    """Return the synsets of a word; of a capitalised one, which is not lemmatised, of its lemma."""
    found = index.synsets(lemma, pos)
    forms = () if found else _lemmas(lemma.lower(), _class(pos))
    return found or [s for _, form in forms for s in index.synsets(form, pos)]


def _shares(n: int) -> list[float]:
    """Return how frequent each of n senses is, by the law of Zipf."""
    whole = sum(1 / k for k in range(1, n + 1))
    return [1 / (k * whole) for k in range(1, n + 1)]


def is_living(index: LexicalIndex, synset: int, lang: LanguageData) -> bool:
    """Return whether a sense is of people or animals."""
    kinds = {s for kind in lang.living_kinds for s in index.synsets(kind, "NOUN")[:1]}
    return not kinds.isdisjoint(index.closure.row(synset))


def _indirectly_opposed(index: LexicalIndex, lemma: str, lemma2: str) -> bool:
    """Return whether an adjective is, in its first sense, near an antonym of another: damp, dry.

    Gross, Fischer and Miller 1989, *The organization of adjectival meanings* (Journal of Memory and
    Language), call these indirect antonyms.
    """
    for one, other in ((lemma, lemma2), (lemma2, lemma)):
        near = {t for s in index.synsets(one, "ADJ", 1) for t in index.near.row(s)}
        opposites = [e for entry in index.entries(other, "ADJ") for e in index.antonyms.row(entry)]
        if not near.isdisjoint(index.synsets_of(opposites, 1)):
            return True
    return False


def _usually(index: LexicalIndex, below: str, above: str, lang: LanguageData) -> bool:
    """Return whether half of the senses of a noun are a kind of another noun, and no rare ones.

    Not so where the first sense is of other living things: a pig is no person.
    """
    targets = set(index.synsets(above, "NOUN"))
    senses = index.synsets(below, "NOUN")
    kinds = [not targets.isdisjoint(index.closure.row(s)) for s in senses]
    firsts = (*senses[:1], *index.synsets(above, "NOUN")[:1])
    if kinds[:1] == [False] and all(is_living(index, s, lang) for s in firsts):
        return False
    share = sum(w for w, is_kind in zip(_shares(len(senses)), kinds, strict=True) if is_kind)
    return 2 * sum(kinds) >= len(kinds) and share >= USUAL_SHARE


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


def units(index: LexicalIndex, sentence: Sentence) -> dict[int, Unit]:
    """Return the units of a side by each of their tokens.

    A verb and its particle are one even if something stands between: "put the meeting off".
    """
    found: dict[int, Unit] = {}
    for span in multiword_spans(index, sentence.lemmas, sentence.words):
        tokens = tuple(range(span.start, span.end))
        tops = sentence.span_heads(tokens)
        if len(tops) == 1:
            found |= dict.fromkeys(tokens, Unit(tokens, span.lemma, sentence.pos[tops[0]]))
    for i, dep in enumerate(sentence.deps):
        verb = sentence.heads[i]
        if dep != "prt" or verb < 0 or i in found or verb in found:
            continue
        lemma = f"{sentence.lemmas[verb]} {sentence.lemmas[i]}"
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


def single(sentence: Sentence, i: int) -> Unit:
    """Return a token as a unit."""
    return Unit((i,), sentence.lemmas[i], sentence.pos[i])


# What linked words have to do with each other, alone and as parts of longer units.

# A source and a target token.
TokenPair = tuple[int, int]
# Relations that say less than what a longer unit has.
_WEAK = ("none", "sister", "antonym", "rare hyponym-of", "rare hypernym-of")
# Relations that a longer unit may know better.
_INEXACT = (*_WEAK, "hyponym-of", "hypernym-of")
_KINDS = {"PROPN": "NOUN", "NUM": "NOUN", "AUX": "VERB"}


def linked_relations(
    source: Sentence, target: Sentence, cells: Sequence[TokenPair], index: LexicalIndex | None
) -> tuple[dict[TokenPair, str], tuple[set[int], set[int]]]:
    """Return the relation of each linked pair of words, and what their units say.

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
        if kind != "same" and (source.content[i] or target.content[j])
    ]
    members: tuple[set[int], set[int]] = set(), set()
    for i, j in [cell for cell in weak if _abbreviate(source, cell[0], target, cell[1])]:
        found[i, j] = "same"
        weak.remove((i, j))
        members[0].update(source.syntax.name_of(i))
        members[1].update(target.syntax.name_of(j))
    known = _units(source, target, index if weak else None)
    counts = [Counter(cell[k] for cell in cells) for k in range(2)]
    for i, j in weak:
        kind = found[i, j]
        whole = _longer(index, source, i, target, j, known) if index is not None else ""
        if whole:
            kind = whole if kind in _INEXACT else kind
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
    source: Sentence, target: Sentence, relations: dict[TokenPair, str], index: LexicalIndex | None
) -> dict[TokenPair, str]:
    """Return relations in which no word stands beside one that says little for another.

    A verb that is linked with an auxiliary stands beside that one's verb ("pumps" and the "is" of
    "is pumped"), a noun that is linked with "group" beside the "people" of the group: where these
    have no counterpart of their own, and say something like it.
    """
    touched = [{cell[k] for cell in relations} for k in range(2)]
    found: dict[TokenPair, str] = {}
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


def _meant(sentence: Sentence, i: int) -> int:
    """Return the word for which an auxiliary or a light noun stands, else the word itself."""
    if sentence.deps[i] in sentence.lang.auxiliary_labels and sentence.heads[i] >= 0:
        return sentence.heads[i]
    if sentence.lemmas[i] in sentence.lang.light_nouns:
        for child in sentence.children(i):
            if sentence.words[child] in sentence.lang.genitive_prepositions:
                return next(iter(sentence.syntax.objects_of(child)), i)
    return i


def _units(
    source: Sentence, target: Sentence, index: LexicalIndex | None
) -> tuple[dict[int, Unit], dict[int, Unit]]:
    if index is None:
        return {}, {}
    return units(index, source), units(index, target)


def _longer(
    index: LexicalIndex,
    source: Sentence,
    i: int,
    target: Sentence,
    j: int,
    known: tuple[dict[int, Unit], dict[int, Unit]],
) -> str:
    """Return the relation of the units that two words belong to, "" if there are none."""
    one, other = known[0].get(i), known[1].get(j)
    if one is None and other is None:
        return ""
    return unit_relation(index, one or single(source, i), other or single(target, j))


def _abbreviate(source: Sentence, i: int, target: Sentence, j: int) -> bool:
    """Return whether one word has the initials of the name that ends in the other: "UN"."""
    short, short2 = source.texts[i].replace(".", ""), target.texts[j].replace(".", "")
    return source.syntax.initials(i) == short2 or target.syntax.initials(j) == short


def _kind(sentence: Sentence, i: int) -> str:
    return _KINDS.get(sentence.pos[i], sentence.pos[i])
