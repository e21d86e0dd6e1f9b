"""Fillers: two dates, names or numbers that stand in one place of what both sides say.

The slots of a relation and what may fill them are those of de Marneffe, Rafferty and Manning 2008,
*Finding contradictions in text* (ACL), section 4.2 (numeric and structural features).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz.distance import Levenshtein

from ..lang import LanguageData
from ..lexicon.dates import calendar_name, dates, may_agree
from ..lexicon.index import LexicalIndex
from ..lexicon.numbers import read_word
from ..lexicon.relations import relation
from ..sentence import Sentence
from .comparison import Comparison
from .lexical import word_relation

_YEAR = re.compile(r"[12]\d\d\d")

# What fills a slot depends on: a word, in a function, over prepositions.
Slot = tuple[int, tuple[str, ...]]
# The kind of a date ("weekday", "month", "year" or "date") and its value.
Date = tuple[str, object]


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
    dated = [_dates(annotated.sentence) for annotated in compared.sides]
    slots = [_slots(annotated.sentence, dated[k]) for k, annotated in enumerate(compared.sides)]
    for i, one in slots[0].items():
        for j, other in slots[1].items():
            heads = one[0], other[0]
            if one[1] != other[1] or not compared.agree(heads) or not compared.same_polarity(i, j):
                continue
            both = (dated[0][i], dated[1][j]) if i in dated[0] and j in dated[1] else None
            excluded = ""
            if _fill_alone(compared, i, j) and (both or _unlike(compared, i, j)):
                excluded = _excluding(compared, i, j, both, index)
            reason = excluded or _differing(compared, i, j, one[1], index)
            if reason:
                yield reason, i, j, bool(excluded)


def _slots(sentence: Sentence, dated: dict[int, Date]) -> dict[int, Slot]:
    """Return the slots that dates, names and numbers of a side fill."""
    slots = {
        t: _slot(sentence, t)
        for t, pos in enumerate(sentence.pos)
        if t in dated or pos == "PROPN" or _is_number(sentence, t)
    }
    return {t: slot for t, slot in slots.items() if slot is not None}


def _excluding(
    compared: Comparison,
    i: int,
    j: int,
    dated: tuple[Date, Date] | None,
    index: LexicalIndex | None,
) -> str:
    """Return which two fillers exclude each other: "date", "name", "number"; "" if they do not."""
    source, target = compared.sides
    if dated is not None:
        return "date" if _other_date(*dated) else ""
    one, other = source.sentence, target.sentence
    if _is_name(one, i) and _is_name(other, j):
        return "name" if _other_name(one, i, other, j, index) else ""
    if (
        _is_number(one, i)
        and _is_number(other, j)
        and i in source.quantifiers
        and j in target.quantifiers
    ):
        return "number" if source.quantifiers[i].excludes(target.quantifiers[j]) else ""
    return ""


def _differing(
    compared: Comparison, i: int, j: int, labels: tuple[str, ...], index: LexicalIndex | None
) -> str:
    """Return whether two fillers without a link are two "name" or "number" that differ, or ""."""
    (one, linked), (other, linked2) = (
        (annotated.sentence, annotated.linked) for annotated in compared.sides
    )
    if i in linked or j in linked2:
        return ""
    # A compound before a name is another part of that.
    kind = labels[0] == "compound" and one.pos[one.heads[i]] == "NOUN"
    if not (kind or labels[0] in one.lang.comparable_labels):
        return ""
    if one.pos[i] == other.pos[j] == "NUM":
        return "" if word_relation(index, one, i, other, j) == "same" else "number"
    if not one.pos[i] == other.pos[j] == "PROPN":
        return ""
    if not one.lang.time_entities.isdisjoint((one.entities[i], other.entities[j])):
        return ""
    return "" if _share_a_word(one, i, other, j) else "name"


def _share_a_word(one: Sentence, i: int, other: Sentence, j: int) -> bool:
    """Return whether two names have a word in common, or one may be short for the other."""
    words = [{r.lemmas[t] for t in r.subtree(k) if r.content[t]} for r, k in ((one, i), (other, j))]
    short, long = sorted((one.texts[i], other.texts[j]), key=len)
    return not words[0].isdisjoint(words[1]) or (short.isupper() and short[0] == long[0])


def _unlike(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two words are not aligned, or aligned without anything in common."""
    if (i, j) in compared.relations:
        return compared.relations[i, j] in ("none", "sister", "intersects")
    return i not in compared.sides[0].linked and j not in compared.sides[1].linked


def _slot(sentence: Sentence, i: int) -> Slot | None:
    """Return the word that a filler depends on, and in which function, prepositions included."""
    label, top = sentence.role(i)
    labels = [label]
    if sentence.deps[i] in ("conj", "appos"):
        return None
    while top >= 0 and sentence.pos[top] == "ADP":
        word = sentence.lemmas[top]
        labels.append("at" if word in sentence.lang.place_prepositions else word)
        top = sentence.heads[top]
    if top >= 0 and sentence.deps[top] == "npadvmod":
        labels = ["time"]
        top = sentence.heads[top]
    return None if top < 0 else (top, tuple(labels))


def _fill_alone(compared: Comparison, i: int, j: int) -> bool:
    """Return whether neither filler is one of several, nor one of several words of a name."""
    for annotated, token in zip(compared.sides, (i, j), strict=True):
        sentence = annotated.sentence
        listed = sentence.lang.coordination_labels
        if any(sentence.deps[c] in listed for c in sentence.children(token)):
            return False
        if sentence.deps[token] == "compound" and not _stands_alone(sentence, token):
            return False
    return True


def _stands_alone(sentence: Sentence, i: int) -> bool:
    """Return whether a name is all that says which one a noun is, or the given name of a person."""
    head = sentence.heads[i]
    beside = [
        c for c in sentence.children(head) if sentence.deps[c] in ("compound", "poss", "appos")
    ]
    if sentence.pos[head] == "PROPN":
        types = {sentence.entities[i], sentence.entities[head]}
        return beside == [i] and types <= sentence.lang.person_entities
    return not any(sentence.pos[c] == "PROPN" for c in beside if c != i)


def _is_name(sentence: Sentence, i: int) -> bool:
    return sentence.pos[i] == "PROPN" and sentence.entities[i] in sentence.lang.name_entities


def _is_number(sentence: Sentence, i: int) -> bool:
    return sentence.pos[i] == "NUM" and sentence.heads[i] >= 0


def _other_name(one: Sentence, i: int, other: Sentence, j: int, index: LexicalIndex | None) -> bool:
    """Return whether two names cannot be the same; a city and its country can both be right."""
    types = {one.entities[i], other.entities[j]}
    # Of names before a noun, as in "the Hudson building", the type is a guess.
    before = one.deps[i] == "compound"
    guess = before and one.pos[one.heads[i]] != "PROPN"
    if before and not guess and Levenshtein.distance(one.words[i], other.words[j]) < 2:
        return False  # given names that differ in a letter may be two spellings of one
    if "NORP" in types or (len(types) > 1 and (not guess or "GPE" in types)):
        return False
    if types <= one.lang.place_entities and index is not None:
        full, full2 = (
            " ".join(r.texts[k] for k in r.name_of(t)) for r, t in ((one, i), (other, j))
        )
        if index.entries(full, "PROPN") and index.entries(full2, "PROPN"):
            return _other_place(index, full, full2, one.lang)
    return word_relation(index, one, i, other, j) in ("none", "sister")


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


def _dates(sentence: Sentence) -> dict[int, Date]:
    """Return the head words of dates, with the kind and the value of each."""
    found: dict[int, Date] = {}
    for i, text in enumerate(sentence.texts):
        name = calendar_name(text, sentence.lang)
        number = read_word(text.lower(), sentence.lang)
        if name is not None and sentence.pos[i] in ("PROPN", "NOUN"):
            found[i] = ("weekday" if name in sentence.lang.weekdays else "month", name)
        elif number is not None and sentence.entities[i] == "DATE" and _YEAR.fullmatch(text):
            found[i] = ("year", number.value)
    for span in dates(sentence.texts, sentence.lang):
        members = range(span.start, span.end)
        for i in members:
            if sentence.heads[i] not in members:
                found[i] = ("date", span)
            else:
                found.pop(i, None)
    return found


def _other_date(one: Date, other: Date) -> bool:
    if one[0] != other[0]:
        return False
    if one[0] == "date":
        return not may_agree(one[1], other[1])  # type: ignore[arg-type]
    return one[1] != other[1]
