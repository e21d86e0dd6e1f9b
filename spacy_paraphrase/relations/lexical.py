"""Lexical relations of aligned words and longer units, and their entailment costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from math import log
from os.path import commonprefix

from ..analysis.numerals import measure, other_numbers, read_word, same_unit
from ..analysis.reading import analyse
from ..analysis.sentence import Sentence
from ..analysis.word_kinds import Word
from ..lang import LanguageData
from ..lexicon.hypernym_similarity import similarity
from ..lexicon.index import UPOS, LexicalIndex, groups
from ..lexicon.lexical_units import LexicalUnit, single, unit_relation, units
from ..lexicon.names import demonym, is_joined, nickname, same_name, shortens, shorter_name
from ..lexicon.relations import relation
from ..lexicon.spelling import family, misspelt, variant

# The probability that the more specific of two words adds content, by their relation; set by hand
# on development data.
HYPONYM, RARE_VERB, SISTER, UNRELATED, ANTONYM, NEAR = 0.75, 0.4, 0.75, 0.6, 0.95, 0.05
PREPOSITION, FUNCTION_WORD, PRONOUN = 0.15, 0.02, 0.3
# The same for links between words of different classes, and of one word with several words.
ACROSS, TOGETHER = 0.15, 0.05
# The number of senses of a verb that count as common.
SENSES = 3
# The least Lin similarity of a noun and its hypernym by a rare sense.
CLOSE = 0.5
# The least share of its uses in which a noun must be a hyponym of another one.
USUAL_SHARE = 0.3
# The least Lin similarity of a verb and its hypernym that count as synonyms.
ALIKE = 0.95
# The least relative frequency of a shared sense of two words (geometric mean).
FREQUENT = 0.145
# The least number of initial letters that a word and its derivation share.
STEM = 3
# The least Lin similarity of two nouns that are each a hypernym of the other in some sense.
MUTUAL = 0.9
# Relations of words that mean the same.
SAME_MEANING = ("same", "synonym", "near-synonym")
# Relations of predicates with a similar meaning, whose arguments can be compared.
TELLING = frozenset((*SAME_MEANING, "hyponym-of", "hypernym-of"))
# Relations of linked words without a similar meaning.
UNLIKE = frozenset(("none", "sister", "antonym", "opposite", "intersects"))
# Relations of words with nearly the same content.
_ALMOST = {
    **dict.fromkeys(("synonym", "near-synonym", "converse"), NEAR),
    **{"across": ACROSS, "together": TOGETHER, "denied antonym": TOGETHER},
}
# The part of speech for a lemmatiser, by category and by universal part of speech.
_CLASSES = {"noun": "NOUN", "name": "NOUN", "verb": "VERB"}
_LEMMATISED = {"NOUN": "NOUN", "PROPN": "NOUN", "VERB": "VERB"}
# A side is more specific than the other if it adds content with at least this probability.
MORE = 0.5


def cost(probability: float) -> float:
    """Return the entailment cost, -log(1 - p), for the probability p of added content."""
    return -log(1 - probability)


def word_relation(
    index: LexicalIndex | None, one: Sentence, i: int, other: Sentence, j: int
) -> str:
    """Return the lexical relation of two words, as in `lexicon.relations`.

    Further values: "same" for the same lemma, number or name; "opposite" for pairs like "with" and
    "without"; "rare", followed by its direction, for a hypernym by a rare sense of a verb.
    """
    mine, yours = analyse(one).words[i], analyse(other).words[j]
    if mine.lemma == yours.lemma or mine.form == yours.form:
        return "same"
    if is_joined(one, other, i, j) or is_joined(other, one, j, i):
        return "same"  # "Kohl's", "Kohls"
    return _of_words(index, mine, yours, one.lang)


@lru_cache(maxsize=1 << 14)
def _of_words(index: LexicalIndex | None, one: Word, other: Word, lang: LanguageData) -> str:
    """Return the relation of two words with different lemmas and forms."""
    lemma, lemma2 = (lang.human_nouns.get(word.lemma, word.lemma) for word in (one, other))
    found = _by_form(one, other, lang) or _by_lists(lemma, lemma2, lang)
    found = found or _by_derivation(one, other, lang)
    if found:
        return found
    if index is None or (one.helps and other.helps):
        return "none"
    if _misspelt(index, one, other, lang):
        return "same"
    kinds = one.lookup, other.lookup
    # A participle may be an adjective: "closed" compared with "open".
    if {*kinds} == {"VERB", "ADJ"}:
        lemmas = ((word.as_adjective, "ADJ") for word in (one, other))
        return _lexical(index, *chain(*lemmas), lang)
    return _lexical(index, lemma, kinds[0], lemma2, kinds[1], lang)


def _by_form(one: Word, other: Word, lang: LanguageData) -> str:
    """Return the relation of two words by their forms and the language data, "" for none."""
    if _means_everybody(one, other, lang) or _means_everybody(other, one, lang):
        return "same"  # the quantifiers are compared separately
    found = _opposite_function_words(one, other, lang) or _by_longer_name(one, other, lang)
    return found or ("same" if _same_form(one, other, lang) else "")


def _by_longer_name(one: Word, other: Word, lang: LanguageData) -> str:
    """Return the relation of a name and a longer one: "Obama" and "Barack Obama" in one token."""
    if not one.category == other.category == "name":
        return ""
    less, more = (
        shorter_name(*forms, lang) for forms in ((other.form, one.form), (one.form, other.form))
    )
    if "whole" in (less, more):
        return "same"
    return "hyponym-of" if less else "hypernym-of" if more else ""


def _by_lists(lemma: str, lemma2: str, lang: LanguageData) -> str:
    """Return the relation of two lemmas by the lists of the language, "" for none."""
    if lemma == lemma2:
        return "same"
    for scale in lang.horn_scales:
        if lemma in scale and lemma2 in scale:
            stronger = scale.index(lemma) < scale.index(lemma2)
            return "hyponym-of" if stronger else "hypernym-of"
    known = any(lemma in words and lemma2 in words for words in lang.event_families)
    return "near-synonym" if known else ""


def _by_derivation(one: Word, other: Word, lang: LanguageData) -> str:
    """Return the relation of two words by derivation, or as different numbers; "" for none."""
    if other_numbers(one.form, other.form, lang):
        return "none"
    if _contrary(one, other, lang) or _contrary(other, one, lang):
        return "antonym"
    related = one.content and other.content and family(one.form, other.form, lang)
    return "near-synonym" if related else ""


def _misspelt(index: LexicalIndex, one: Word, other: Word, lang: LanguageData) -> bool:
    """Return whether one of two words without capitals is a misspelling of the other."""
    if one.capital or other.capital:
        return False
    ways = product({one.form, one.lemma}, {other.form, other.lemma})
    return any(misspelt(index, *way, lang) for way in ways)


def _means_everybody(one: Word, other: Word, lang: LanguageData) -> bool:
    """Return whether the first word means "everybody" and the second is a noun or pronoun."""
    return one.form in lang.universal_pronouns and other.category in ("noun", "pronoun")


def _contrary(one: Word, other: Word, lang: LanguageData) -> bool:
    """Return whether one word is the other one with "un-" before it: "locked", "unlocked"."""
    kinds = ("adjective", "adverb", "verb")
    return (
        one.category in kinds
        and other.category in kinds
        and one.form.endswith(other.form)
        and one.form.removesuffix(other.form).rstrip("-") in lang.contrary_prefixes
    )


def _opposite_function_words(one: Word, other: Word, lang: LanguageData) -> str:
    """Return "opposite" for "with" and "without", "none" in other contexts, "" for other words."""
    words = one.form, other.form
    if words in lang.opposite_function_words:
        # "On" and "off" are opposites only as particles, not in "off the coast".
        loose = words[0] in lang.opposite_particles and (one.governs or other.governs)
        return "none" if loose else "opposite"
    if words in lang.opposite_stances:  # only at verbs: "voted for", "voted against"
        return "opposite" if one.of == other.of == "verb" else "none"
    return ""


def _same_form(one: Word, other: Word, lang: LanguageData) -> bool:
    """Return whether two words are forms of one value, name or lemma."""
    if one.calendar and one.calendar == other.calendar:
        return True
    if _same_value(one.text.lower(), other.text.lower(), lang) or _both_measure(one, other, lang):
        return True
    if "name" in (one.category, other.category) and _same_name(one.form, other.form, lang):
        return True
    lemmas = (_lemmas(word.form, _CLASSES.get(word.category, "")) for word in (one, other))
    return not frozenset.isdisjoint(*lemmas)


def _both_measure(one: Word, other: Word, lang: LanguageData) -> bool:
    """Return whether two nouns are counted units of one dimension; their amounts are compared."""
    if not (one.counted and other.counted):
        return False
    mine, yours = measure(one.lemma, lang), measure(other.lemma, lang)
    return mine is not None and yours is not None and mine.dimension == yours.dimension


def word_costs(found: str, one: Sentence, i: int, other: Sentence, j: int) -> tuple[float, float]:
    """Return the entailment costs of two words with a relation, for each side."""
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
    return _unrelated_costs(found, analyse(one).words[i], analyse(other).words[j], one.lang)


def _unrelated_costs(found: str, one: Word, other: Word, lang: LanguageData) -> tuple[float, float]:
    kinds, content = (one.category, other.category), (one.content, other.content)
    if "pronoun" in kinds and any(content):
        mine, yours = (cost(PRONOUN if bears else NEAR) for bears in content)
        return mine, yours
    if all(content) or other_numbers(one.form, other.form, lang):
        value = cost(SISTER if found == "sister" else UNRELATED)
    else:
        value = cost(PREPOSITION if "preposition" in kinds else FUNCTION_WORD)
    return value, value


@lru_cache(maxsize=1 << 14)
def _lexical(
    index: LexicalIndex, lemma: str, pos: str, lemma2: str, pos2: str, lang: LanguageData
) -> str:
    """Return the relation of two words in WordNet, with less weight on rare senses."""
    # A hypernym by the first senses of both has priority. Two words that are each a hypernym of the
    # other, in different senses, are near-synonyms. A hypernym by a rare sense does not count:
    # "dog" is a hyponym of "person" only in slang.
    first = relation(index, lemma, pos, lemma2, pos2)
    if first == "none" and pos == pos2 == "ADJ":
        return "antonym" if _indirectly_opposed(index, lemma, lemma2) else first
    if first in ("none", "sister"):
        return first  # the first senses have no closer relation
    common = _way(index, lemma, pos, lemma2, pos2, 1)
    if common and common == invert(_way(index, lemma2, pos2, lemma, pos, 1)):
        return common
    if first not in ("hyponym-of", "hypernym-of"):
        return first
    return _doubted(index, first, (lemma, pos), (lemma2, pos2), lang)


def _doubted(
    index: LexicalIndex,
    first: str,
    one: tuple[str, str],
    other: tuple[str, str],
    lang: LanguageData,
) -> str:
    """Return the relation of a hypernym, or hyponym, that not all senses confirm."""
    (lemma, pos), (lemma2, pos2) = one, other
    ways = {first, *(_way(index, lemma, pos, lemma2, pos2, k) for k in (SENSES, 5, None))}
    ways |= {invert(_way(index, lemma2, pos2, lemma, pos, k)) for k in (SENSES, 5, None)}
    if {"hyponym-of", "hypernym-of"} <= ways:
        return "near-synonym"
    close = similarity(index, "lin", lemma, pos, lemma2, pos2)
    if "VERB" in (pos, pos2):
        if close >= ALIKE:
            return "near-synonym"
        common = relation(index, lemma, pos, lemma2, pos2, max_senses=SENSES)
        return first if common == first else f"rare {first}"
    below, above = (lemma, lemma2) if first == "hyponym-of" else (lemma2, lemma)
    return first if close >= CLOSE or _usually(index, below, above, lang) else "none"


# Evidence that two words mean the same; a link is not evidence.


def restates(
    index: LexicalIndex | None, one: Sentence, i: int, other: Sentence, j: int, found: str
) -> bool:
    """Return whether there is evidence that two words mean the same.

    Evidence is the same lemma, number or name in any form, a spelling variant, a shared sense that
    is frequent for both, or a derived form of a frequent sense that denotes the same kind of thing
    ("protester" and "protest" do not). Sisters and hypernyms do not count.

    Args:
        index: The lexical index.
        one: One side.
        i: A word of that side.
        other: The other side.
        j: A word of the other side.
        found: Their relation, as in `linked_relations`, or one that an aligner gave.
    """
    if found in ("same", "equals", "restates"):
        return True
    known = found in ("synonym", "near-synonym")
    if index is None or not (known or found.startswith("rare")):
        return known
    mine, yours = single(one, i), single(other, j)
    words = word_relation(index, one, i, other, j) == found  # else that of longer units
    if words and _evidently_same(index, mine, yours, one.lang):
        return True
    longer = units(index, one).get(i, mine), units(index, other).get(j, yours)
    return _evidently_same(index, *longer, one.lang)


def _evidently_same(
    index: LexicalIndex, one: LexicalUnit, other: LexicalUnit, lang: LanguageData
) -> bool:
    if variant(one.lemma, lang) == variant(other.lemma, lang):
        return True
    return _mean_the_same(index, *one[1:], *other[1:], lang)


@lru_cache(maxsize=1 << 14)
def _mean_the_same(
    index: LexicalIndex, lemma: str, pos: str, lemma2: str, pos2: str, lang: LanguageData
) -> bool:
    """Return whether two words have, or are derived from, a sense that is frequent in both."""
    senses, senses2 = _senses(index, lemma, pos), _senses(index, lemma2, pos2)
    if not (senses and senses2):
        return not (senses or senses2) and family(lemma, lemma2, lang) > 0
    if any({lemma, lemma2} <= words for words in lang.event_families):
        return False  # "was killed" entails "died", but not the reverse
    if _in_one_group(index, (lemma, pos), (lemma2, pos2)):
        return True
    if _is_living(index, senses[0], lang) != _is_living(index, senses2[0], lang):
        return False
    if pos != pos2 and "VERB" not in (pos, pos2) and family(lemma, lemma2, lang):
        return True  # "fiercely", "fierce"; "north", "northern"
    if pos == pos2 == "NOUN" and _are_used_alike(index, lemma, lemma2, lang):
        return True
    return _share_a_sense(index, senses, senses2, _may_be_derived(lemma, pos, lemma2, pos2))


def _may_be_derived(lemma: str, pos: str, lemma2: str, pos2: str) -> bool:
    """Return whether one word may be derived from the other, by their letters."""
    begin = len(commonprefix((lemma, lemma2)))
    derived = begin >= STEM and (pos != pos2 or begin == min(len(lemma), len(lemma2)))
    return derived or {pos, pos2} == {"ADJ", "PROPN"}  # also "American" from "U.S."


def _are_used_alike(index: LexicalIndex, lemma: str, lemma2: str, lang: LanguageData) -> bool:
    """Return whether two nouns are each a hypernym of the other, and nearly identical."""
    kinds = lemma, "NOUN", lemma2, "NOUN"
    near = _lexical(index, *kinds, lang) == "near-synonym"
    return near and similarity(index, "lin", *kinds) >= MUTUAL


def _in_one_group(index: LexicalIndex, *words: tuple[str, str]) -> bool:
    """Return whether two words (lemma, part of speech) are in one group of near-synonyms."""
    known = groups(index.meta["language"])
    one, other = (
        {n for letter in UPOS.get(pos, "") for n in known.get((word, letter), ())}
        for word, pos in words
    )
    return not one.isdisjoint(other)


def _share_a_sense(
    index: LexicalIndex, senses: list[int], senses2: list[int], derived: bool
) -> bool:
    """Return whether two words share a frequent sense, or are derived from such a sense."""
    share, share2 = _shares(len(senses)), _shares(len(senses2))
    return any(
        (share[a] * share2[b]) ** 0.5 >= FREQUENT
        for a, sense in enumerate(senses)
        for b, other in enumerate(senses2)
        if sense == other or (derived and other in index.near.row(sense))
    )


def _senses(index: LexicalIndex, lemma: str, pos: str) -> list[int]:
    """Return the synsets of a word or, if it has none, of its lemma (for capitalised words)."""
    found = index.synsets(lemma, pos)
    forms = () if found else _lemmas(lemma.lower(), _LEMMATISED.get(pos, ""))
    return found or [s for _, form in forms for s in index.synsets(form, pos)]


def _shares(n: int) -> list[float]:
    """Return the relative frequency of each of n senses, by Zipf's law."""
    whole = sum(1 / k for k in range(1, n + 1))
    return [1 / (k * whole) for k in range(1, n + 1)]


def _is_living(index: LexicalIndex, synset: int, lang: LanguageData) -> bool:
    """Return whether a sense denotes people or animals."""
    return index.is_of_kind(synset, lang.living_kinds, "NOUN")


def denotes(
    index: LexicalIndex | None, lemma: str, kinds: tuple[str, ...], pos: str = "NOUN"
) -> bool:
    """Return whether the first sense of a word is of one of some kinds of things."""
    senses = index.synsets(lemma, pos, 1) if index is not None else []
    return index is not None and any(index.is_of_kind(s, kinds, "NOUN") for s in senses)


def _indirectly_opposed(index: LexicalIndex, lemma: str, lemma2: str) -> bool:
    """Return whether an adjective is, in its first sense, similar to an antonym: "damp", "dry"."""
    # Gross, Fischer and Miller 1989, *The organization of adjectival meanings* (Journal of Memory
    # and Language), call these indirect antonyms.
    for one, other in ((lemma, lemma2), (lemma2, lemma)):
        near = {t for s in index.synsets(one, "ADJ", 1) for t in index.near.row(s)}
        opposites = [e for entry in index.entries(other, "ADJ") for e in index.antonyms.row(entry)]
        if not near.isdisjoint(index.synsets_of(opposites, 1)):
            return True
    return False


def _usually(index: LexicalIndex, below: str, above: str, lang: LanguageData) -> bool:
    """Return whether a noun is a hyponym of another one in half of its senses and uses."""
    # It is not if the first senses are different living things: a pig is not a person.
    targets = set(index.synsets(above, "NOUN"))
    senses = index.synsets(below, "NOUN")
    kinds = [not targets.isdisjoint(index.closure.row(s)) for s in senses]
    firsts = (*senses[:1], *index.synsets(above, "NOUN")[:1])
    if kinds[:1] == [False] and all(_is_living(index, s, lang) for s in firsts):
        return False
    share = sum(w for w, is_kind in zip(_shares(len(senses)), kinds, strict=True) if is_kind)
    return 2 * sum(kinds) >= len(kinds) and share >= USUAL_SHARE


def _way(
    index: LexicalIndex, lemma: str, pos: str, lemma2: str, pos2: str, senses: int | None
) -> str:
    found = relation(index, lemma, pos, lemma2, pos2, max_senses=senses)
    return found if found in ("hyponym-of", "hypernym-of") else ""


def invert(found: str) -> str:
    """Return a relation of `word_relation` with the two words exchanged."""
    for one, other in (("hyponym-of", "hypernym-of"), ("hypernym-of", "hyponym-of")):
        if found.endswith(one):
            return found.removesuffix(one) + other
    return found


@lru_cache(maxsize=1 << 14)
def _lemmas(form: str, pos: str) -> frozenset[tuple[str, str]]:
    """Return the possible lemmas of a form: "riding" is a form of "ride" and "rid"."""
    if not pos:
        return frozenset()
    from lemminflect import getAllLemmas

    return frozenset((pos, lemma) for lemma in getAllLemmas(form, upos=pos).get(pos, ()))


@lru_cache(maxsize=1 << 14)
def _same_value(one: str, other: str, lang: LanguageData) -> bool:
    if same_unit(one, other, lang):
        return True
    left, right = read_word(one, lang), read_word(other, lang)
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


# Relations of linked words, alone and as parts of longer units.

# A source and a target token.
TokenPair = tuple[int, int]
# Relations that give way to a relation of longer units.
_WEAK = ("none", "sister", "antonym", "rare hyponym-of", "rare hypernym-of")
# Relations that a relation of longer units replaces.
_INEXACT = (*_WEAK, "hyponym-of", "hypernym-of")
# Categories that count as another one.
_KINDS = {"name": "noun", "number": "noun", "auxiliary": "verb"}


def linked_relations(
    source: Sentence, target: Sentence, cells: Sequence[TokenPair], index: LexicalIndex | None
) -> tuple[dict[TokenPair, str], tuple[set[int], set[int]]]:
    """Return the relation of each linked pair of words, and the tokens covered by their units.

    The relation is that of `lexical.word_relation`; if that finds none, the relation of the longer
    units of the words, else "across" for words of different classes, and "together" if one word is
    linked with several that have its meaning together. The second result has the tokens that are
    part of a unit with a linked token; they add no content to that unit.
    """
    found = {cell: word_relation(index, source, cell[0], target, cell[1]) for cell in cells}
    members: tuple[set[int], set[int]] = set(), set()
    weak = [
        (i, j)
        for (i, j), kind in found.items()
        if kind != "same" and (source.content[i] or target.content[j])
    ]
    _relate_abbreviations(source, target, weak, found, members)
    weak = [cell for cell in weak if found[cell] != "same"]
    if index is not None and weak:
        _relate_units(source, target, weak, index, found, members)
    counts = Counter(i for i, _ in cells), Counter(j for _, j in cells)
    for i, j in _unlike(source, target, weak, found):
        several = max(counts[0][i], counts[1][j]) > 1
        found[i, j] = "together" if several else _across(source, i, target, j, found[i, j])
    return found, members


def _unlike(
    source: Sentence, target: Sentence, cells: Sequence[TokenPair], found: dict[TokenPair, str]
) -> list[TokenPair]:
    """Return the linked content words without a lexical relation."""
    unlike = (cell for cell in cells if found[cell] in ("none", "sister"))
    return [(i, j) for i, j in unlike if source.content[i] and target.content[j]]


def _relate_abbreviations(
    source: Sentence,
    target: Sentence,
    cells: Sequence[TokenPair],
    found: dict[TokenPair, str],
    members: tuple[set[int], set[int]],
) -> None:
    """Set the relation of a name and its initials to "same"."""
    for i, j in cells:
        if _abbreviate(source, i, target, j):
            names = analyse(source).name_of(i), analyse(target).name_of(j)
            found |= dict.fromkeys((c for c in product(*names) if c in found), "same")
            for some, name in zip(members, names, strict=True):
                some.update(name)


def _across(source: Sentence, i: int, target: Sentence, j: int, found: str) -> str:
    """Return "across" for words of different classes, else the given relation."""
    kinds = (analyse(s).words[t].category for s, t in ((source, i), (target, j)))
    one, other = (_KINDS.get(category, category) for category in kinds)
    return found if one == other else "across"


def _relate_units(
    source: Sentence,
    target: Sentence,
    cells: Sequence[TokenPair],
    index: LexicalIndex,
    found: dict[TokenPair, str],
    members: tuple[set[int], set[int]],
) -> None:
    """Replace weak relations of words by the relations of the longer units that they belong to."""
    known = units(index, source), units(index, target)
    for i, j in cells:
        one, other = known[0].get(i), known[1].get(j)
        if one is None and other is None:
            continue
        whole = unit_relation(index, one or single(source, i), other or single(target, j))
        if whole:
            found[i, j] = whole if found[i, j] in _INEXACT else found[i, j]
            for some, unit in zip(members, (one, other), strict=True):
                some.update(unit.tokens if unit else ())


def through_light_words(
    source: Sentence, target: Sentence, relations: dict[TokenPair, str], index: LexicalIndex | None
) -> dict[TokenPair, str]:
    """Return relations in which light words are replaced by the words that carry their content.

    A verb linked with an auxiliary is compared with the main verb ("pumps" linked with "is" in "is
    pumped"), a noun linked with "group" with the "people" of the group, if these have no
    counterpart of their own and are similar in meaning.
    """
    if all(kind == "same" for kind in relations.values()):
        return relations
    touched = [{cell[k] for cell in relations} for k in range(2)]
    meant = analyse(source).meant, analyse(target).meant
    found: dict[TokenPair, str] = {}
    for (i, j), kind in relations.items():
        cell = i, j
        if kind != "same":
            if source.content[i]:
                cell = i, meant[1][j]
            if target.content[j] and cell == (i, j):
                cell = meant[0][i], j
        if cell != (i, j) and (cell[0] not in touched[0] or cell[1] not in touched[1]):
            better = word_relation(index, source, cell[0], target, cell[1])
            if better not in _WEAK:
                found[cell] = better
                continue
        found[i, j] = kind
    return found


def _abbreviate(source: Sentence, i: int, target: Sentence, j: int) -> bool:
    """Return whether one word is the initials of the name that ends in the other: "UN"."""
    short, short2 = source.texts[i].replace(".", ""), target.texts[j].replace(".", "")
    return analyse(source).initials(i) == short2 or analyse(target).initials(j) == short
