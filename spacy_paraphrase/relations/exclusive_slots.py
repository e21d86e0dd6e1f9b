"""Slots that two sides fill otherwise: dates, names and numbers that exclude each other; counts.

Which fillers a side has, and in which slots, is read in `analysis.slots`; the slots of a relation
are those of de Marneffe, Rafferty and Manning 2008, *Finding contradictions in text* (ACL), section
4.2 (numeric and structural features).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rapidfuzz.distance import Levenshtein

from ..analysis import roles as r
from ..analysis import slots
from ..analysis.numerals import same_unit
from ..analysis.quantities import Quantifier
from ..analysis.reading import Analysis
from ..analysis.slots import FILLS_DATE, FILLS_NAME, FILLS_NUMBER, Filler
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from ..lexicon.names import alike_names
from ..lexicon.relations import relation
from .comparison import AnnotatedSentence, Comparison
from .lexical import SAME_MEANING, TokenPair, word_relation
from .same_event import else_alike, else_same, same_event, same_thing

# Roles in which two fillers of one place can be compared.
_COMPARABLE = r.SUBJECTS | r.OBJECTS | {r.AGENT, r.PREPOSITION, r.NUMERAL, r.ADVERB, r.ADJECTIVE}
# Roles whose fillers take part in what happens, whichever of them it is.
_CORE = r.INNER_OBJECTS | r.SUBJECTS
# Types of names that may stand for each other: a people and its country.
_PEOPLES, _COUNTRIES = "NORP", "GPE"
# What share of the shorter side two headlines must have in common to be about one event.
ONE_EVENT = 0.6


def fillers(
    compared: Comparison, index: LexicalIndex | None
) -> Iterator[tuple[str, int, int, bool]]:
    """Yield words that fill one slot of linked words and are not the same.

    Two dates, names or numbers that exclude each other are certain to. Others may be the same
    thing, or two things of which both can be true.

    Yields:
        What differs ("date", "name" or "number"), the source token, the target token, and whether
        the two exclude each other.
    """
    sides = [side.analysis for side in compared.sides]
    for one, other in product(*(side.fillers.values() for side in sides)):
        i, j = one.token, other.token
        placed = one.roles == other.roles and compared.agree((one.of, other.of))
        if not (placed or _alone_differ(compared, i, j)):
            continue
        if _have_their_like(compared, i, j) or not compared.same_polarity(i, j):
            continue
        dated = one.kind == other.kind == FILLS_DATE
        excluded = ""
        if one.alone and other.alone and (dated or _unlike(compared, i, j)):
            excluded = _excluding(compared, one, other, index)
        reason = excluded or _differing(compared, one, other, index)
        if reason == FILLS_NUMBER and (_in_date(sides[0], i) or _in_date(sides[1], j)):
            continue
        if reason:
            yield reason, i, j, bool(excluded) and _of_one_event(compared, one, other, reason)
    if index is not None:
        yield from (("name", i, j, False) for i, j in _of_other_places(compared, index))


def _of_other_places(compared: Comparison, index: LexicalIndex) -> Iterator[TokenPair]:
    """Yield modifiers of linked nouns that say that these are from two places."""
    one, other = (_origins(side.analysis, index) for side in compared.sides)
    for (i, noun, places), (j, noun2, places2) in product(one, other):
        linked = (noun, noun2) in compared.relations
        if linked and places.isdisjoint(places2) and _unlike(compared, i, j):
            yield i, j


def _origins(side: Analysis, index: LexicalIndex) -> list[tuple[int, int, set[int]]]:
    """Return the modifiers that say where something is from, with it and the places they name."""
    kinds = {s for kind in side.lang.place_kinds for s in index.synsets(kind, "NOUN")[:1]}
    found = []
    for i, noun in slots.origins(side.syntax, side.words):
        named = {t for s in index.synsets(side.words[i].lemma, "") for t in (s, *index.near.row(s))}
        places = {s for s in named if not kinds.isdisjoint(index.closure.row(s))}
        if places:
            found.append((i, noun, places))
    return found


def _have_their_like(compared: Comparison, i: int, j: int) -> bool:
    """Return whether both sides have both of two words, in the same order.

    Example: June and November, of "from two in June to four in November" on both sides.
    """
    return any(
        i != k and j != m and (i < k) == (m < j)
        for k in compared.partner(1, j)
        for m in compared.partner(0, i)
    )


def _alone_differ(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two dates are all that two sides say without a counterpart."""
    dated = [side.analysis.dates for side in compared.sides]
    if i not in dated[0] or j not in dated[1]:
        return False
    if any((a == i) != (b == j) and a in dated[0] and b in dated[1] for a, b in compared.relations):
        return False
    for side, t, dates in zip(compared.sides, (i, j), dated, strict=True):
        inside = dates[t].extra
        content = (k for k, word in enumerate(side.analysis.words) if word.content)
        if any(k not in side.linked and k not in inside for k in content):
            return False
    return True


def _in_date(side: Analysis, i: int) -> bool:
    """Return whether a word is in a date of several words."""
    return any(i in date.extra for date in side.dates.values() if len(date.extra) > 1)


def _of_one_event(compared: Comparison, one: Filler, other: Filler, reason: str) -> bool:
    """Return whether two fillers that exclude each other are said of one event, and by verbs."""
    i, j = one.token, other.token
    if reason == FILLS_NUMBER:
        if one.counts or other.counts:
            return False  # judged with what they count
        counts = (side.quantifiers[t] for side, t in zip(compared.sides, (i, j), strict=True))
        return _measure_one_thing(compared, i, j, *counts)
    for side, t in zip(compared.sides, (i, j), strict=True):
        if not side.analysis.words[side.analysis.path(t)[-1]].verbal:
            return False
    if not else_alike(compared, i, j) or _on_both_sides(compared, i, j):
        return False
    return same_event(compared, i, j, timed=reason != FILLS_DATE)


def _on_both_sides(compared: Comparison, i: int, j: int) -> bool:
    """Return whether a side has, somewhere else, what fills the place on the other side."""
    one, other = (side.analysis for side in compared.sides)
    besides = [
        {s.sentence.words[k] for k in set(range(len(s.words))).difference(s.phrase(t))}
        for s, t in ((one, i), (other, j))
    ]
    mine, yours = one.sentence.words[i], other.sentence.words[j]
    return mine != yours and (mine in besides[1] or yours in besides[0])


def _excluding(compared: Comparison, one: Filler, other: Filler, index: LexicalIndex | None) -> str:
    """Return which two fillers exclude each other: "date", "name", "number"; "" if they do not."""
    source, target = compared.sides
    i, j = one.token, other.token
    kinds = {one.kind, other.kind}
    if kinds == {FILLS_DATE}:
        return FILLS_DATE if source.analysis.dates[i].excludes(target.analysis.dates[j]) else ""
    names = [side.analysis.words[t].category == "name" for side, t in ((source, i), (target, j))]
    if kinds == {FILLS_NAME} or (FILLS_NAME in kinds and all(names)):
        types = {side.sentence.entities[t] for side, t in ((source, i), (target, j))} - {""}
        if len(types) > 1 and else_same(compared, i, j):
            types = types & source.sentence.lang.place_entities  # one of the two types is wrong
        return FILLS_NAME if _other_name(compared, one, other, types, index) else ""
    counts = source.quantifiers.get(i), target.quantifiers.get(j)
    if kinds == {FILLS_NUMBER} and counts[0] and counts[1]:
        return FILLS_NUMBER if counts[0].excludes(counts[1]) else ""
    return ""


def _differing(compared: Comparison, one: Filler, other: Filler, index: LexicalIndex | None) -> str:
    """Return whether two fillers without a link are two "name" or "number" that differ, or ""."""
    source, target = compared.sides
    i, j = one.token, other.token
    if i in source.linked or j in target.linked:
        return ""
    # A compound before a name is another part of that.
    of_noun = one.before and source.analysis.words[one.of].category == "noun"
    if not (of_noun or one.roles[0] in _COMPARABLE):
        return ""
    kinds = {side.analysis.words[t].category for side, t in ((source, i), (target, j))}
    if kinds == {"number"}:
        same = word_relation(index, source.sentence, i, target.sentence, j) == "same"
        return "" if same else FILLS_NUMBER
    entities = {source.sentence.entities[i], target.sentence.entities[j]}
    if kinds != {"name"} or not source.sentence.lang.time_entities.isdisjoint(entities):
        return ""
    return "" if _share_a_word(compared, i, j) else FILLS_NAME


def _share_a_word(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two names have a word in common, or one may be short for the other."""
    one, other = (side.analysis for side in compared.sides)
    names = [[t for t in s.phrase(k) if s.words[t].content] for s, k in ((one, i), (other, j))]
    lang = one.lang
    for a, b in product(*names):
        both = one.words[a].category == other.words[b].category == "name"
        words = one.sentence.words[a], other.sentence.words[b]
        if both and (one.words[a].lemma == other.words[b].lemma or alike_names(*words, lang)):
            return True
    texts = one.sentence.texts, other.sentence.texts
    initials = [
        "".join(texts[k][t][0] for t in s.phrase(top) if texts[k][t][0].isupper())
        for k, (s, top) in enumerate(((one, i), (other, j)))
    ]
    letters = [text.replace(".", "") for text in (texts[0][i], texts[1][j])]
    return any(
        short.isupper() and (short == long or short[0] == name[0])
        for short, long, name in zip(letters, initials[::-1], letters[::-1], strict=True)
    )


def _unlike(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two words are not aligned, or aligned without anything in common."""
    if (i, j) in compared.relations:
        return compared.unlike((i, j))
    return i not in compared.sides[0].linked and j not in compared.sides[1].linked


def _other_name(
    compared: Comparison,
    one: Filler,
    other: Filler,
    types: set[str],
    index: LexicalIndex | None,
) -> bool:
    """Return whether two names cannot be the same; a city and its country can both be right.

    `types` has the types of both that are known.
    """
    source, target = (side.analysis for side in compared.sides)
    lang, i, j = source.lang, one.token, other.token
    words = source.sentence.words[i], target.sentence.words[j]
    if one.before and not one.guessed and Levenshtein.distance(*words) < 2:
        return False  # given names that differ in a letter may be two spellings of one
    several = len(types) > 1 and (not one.guessed or _COUNTRIES in types)
    if _PEOPLES in types or several:
        return False
    if types and types <= lang.person_entities and one.titled != other.titled:
        return False  # "Mr. Jones" may be Tom
    if one.speaks or other.speaks or alike_names(*words, lang):
        return False
    if types and types <= lang.place_entities and index is not None and not one.guessed:
        full, full2 = (
            " ".join(s.sentence.texts[k] for k in s.name(t)) for s, t in ((source, i), (target, j))
        )
        known = index.entries(full, "PROPN"), index.entries(full2, "PROPN")
        if any(known):
            return all(known) and _other_place(index, full, full2, lang)
    if not one.before and _share_a_word(compared, i, j):
        return False
    found = word_relation(index, source.sentence, i, target.sentence, j)
    return found in ("none", "sister")


def _other_place(index: LexicalIndex, one: str, other: str, lang: LanguageData) -> bool:
    """Return whether none of two known places is in the other: two cities, two countries."""
    cities = [_is_a(index, name, lang.city_kinds) for name in (one, other)]
    if cities[0] != cities[1]:
        return False
    found = relation(index, one, "PROPN", other, "PROPN")
    states = any(_is_a(index, name, lang.state_kinds) for name in (one, other))
    return found == "sister" or (found == "none" and cities[0] and not states)


def _is_a(index: LexicalIndex, name: str, kinds: tuple[str, ...]) -> bool:
    return any(relation(index, name, "PROPN", kind, "NOUN") == "hyponym-of" for kind in kinds)


# -- How many --------------------------------------------------------------------------------------


def numbers(compared: Comparison, index: LexicalIndex | None) -> Iterator[tuple[int, int, bool]]:
    """Yield different numbers of one thing, or of what the same is said of.

    Yields:
        The source token, the target token, and whether they are said of one event, in one unit, so
        that both cannot be true.
    """
    source, target = compared.sides
    for pair in compared.relations:
        i, j = (_numeral(side, t) for side, t in zip(compared.sides, pair, strict=True))
        one, other = source.quantifiers.get(i), target.quantifiers.get(j)
        if one is None or other is None or not one.excludes(other):
            continue
        if one.token in source.offered or other.token in target.offered:
            continue
        if _in_date(source.analysis, one.token) or _in_date(target.analysis, other.token):
            continue
        if not (compared.agree(pair) or _same_kind(compared, i, j)):
            continue
        if not compared.same_polarity(one.token, other.token):
            continue
        if one.number == other.number:
            yield one.token, other.token, _measure_one_thing(compared, i, j, one, other)
    for (one, who), (other, who2) in product(_ages(source), _ages(target)):
        if (who, who2) in compared.relations and one.excludes(other):
            sure = same_thing(compared, who, who2) and same_event(compared, who, who2)
            yield one.token, other.token, sure
    if compared.in_common() >= ONE_EVENT:
        for (one, said), (other, said2) in product(_lone_numbers(source), _lone_numbers(target)):
            kind = word_relation(index, source.sentence, said, target.sentence, said2)
            if kind in SAME_MEANING and one.excludes(other):
                yield one.token, other.token, same_event(compared, one.token, other.token)


def _numeral(side: AnnotatedSentence, i: int) -> int:
    return slots.numeral(side.analysis.syntax, side.analysis.words, i)


def _ages(side: AnnotatedSentence) -> list[tuple[Quantifier, int]]:
    """Return bare numbers without a link beside a noun, and that one: "Smith, 45, was arrested"."""
    found = slots.ages(side.analysis.syntax, side.analysis.words, side.quantifiers)
    return [(count, who) for count, who in found if count.token not in side.linked]


def _lone_numbers(side: AnnotatedSentence) -> list[tuple[Quantifier, int]]:
    """Return numbers without a link, and what is said right behind them: "six killed", "2 dead"."""
    found = slots.lone_numbers(side.analysis.syntax, side.analysis.words, side.quantifiers)
    return [(count, said) for count, said in found if count.token not in side.linked]


def _measure_one_thing(
    compared: Comparison, i: int, j: int, count: Quantifier, count2: Quantifier
) -> bool:
    """Return whether two counted words stand in one place of one event, in one currency."""
    one, other = (side.analysis for side in compared.sides)
    signs = slots.currencies(one.syntax, i), slots.currencies(other.syntax, j)
    if all(signs) and not any(same_unit(a, b, one.lang) for a in signs[0] for b in signs[1]):
        return False
    if _on_both_sides(compared, count.token, count2.token) or _among(compared, i, j, count, count2):
        return False
    # Of "hundreds of flights" the first word has the place.
    tops = [
        q.token if t in s.phrase(q.token) else t
        for s, t, q in ((one, i, count), (other, j, count2))
    ]
    filled = [slots.slot_of(s.syntax, t) for s, t in ((one, tops[0]), (other, tops[1]))]
    roles = [slot[1] for slot in filled if slot is not None]
    if len(set(roles)) > 1 and not all(some[0] in _CORE for some in roles):
        return False
    if any(s.constituents[t].role in slots.KINDS for s, t in ((one, tops[0]), (other, tops[1]))):
        return False  # "30-year bonds" are other ones than "10-year bonds"
    bare = one.words[i].category == other.words[j].category == "number"
    bare = bare or "" != count.dimension == count2.dimension
    return (bare or same_thing(compared, i, j)) and same_event(compared, tops[0], tops[1])


def _among(compared: Comparison, i: int, j: int, count: Quantifier, count2: Quantifier) -> bool:
    """Return whether the fewer may be among the more: "three young women", "five people".

    So it is if these are a kind of the others, if something more is said of them, or if others are
    counted already: "two more".
    """
    for side, t in zip(compared.sides, (i, j), strict=True):
        adding, forms = side.sentence.lang.additive_determiners, side.sentence.words
        if any(forms[c] in adding and c not in side.functional for c in side.analysis.phrase(t)):
            return True
    kind = compared.relations.get((i, j), "")
    fewer = int(count.low > count2.high)
    if kind in ("hyponym-of", "hypernym-of"):
        return (kind == "hypernym-of") == bool(fewer)
    side, noun = compared.sides[fewer], (i, j)[fewer]
    words, parts = side.analysis.words, side.analysis.constituents
    if words[noun].category != "noun":
        return False
    for k, part in enumerate(parts):
        if part.above == noun and part.role in slots.MODIFIERS:
            content = [t for t in part.tokens if words[t].content]
            counted = words[k].category == "number"
            free = side.functional.isdisjoint(part.tokens) and side.linked.isdisjoint(content)
            if content and free and not counted:
                return True
    return False


def _same_kind(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two numbers without a noun count what is said to be alike: "six killed"."""
    one, other = (side.analysis for side in compared.sides)
    if not one.words[i].category == other.words[j].category == "number":
        return False
    said = [slots.said_of(s.syntax, s.words, t) for s, t in ((one, i), (other, j))]
    return any(compared.agree(pair) for pair in product(said[0], said[1]))
