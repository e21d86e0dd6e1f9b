"""Names, dates and numbers that stand in the same slot of two sides and differ."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz.distance import Levenshtein

from ..lexicon.dates import calendar_name, may_agree
from ..lexicon.index import LexicalIndex
from ..lexicon.numerals import read_word
from ..lexicon.relations import relation
from .comparison import Comparison
from .lexical import word_relation
from .reading import Reading

_YEAR = re.compile(r"[12]\d\d\d")
# Where something is, be it in, at or near a place.
_PLACES = frozenset(("in", "at", "on", "near", "outside"))


def different_fillers(
    found: Comparison, index: LexicalIndex | None
) -> Iterator[tuple[str, int, int]]:
    """Return what differs ("date", "name" or "number"), and the source and target token."""
    source, target = found.halves
    dated = [_dates(half.reading) for half in found.halves]
    free = [
        [
            t
            for t in range(len(half.reading))
            if (t in dated[k] or _is_name(half.reading, t) or _is_number(half.reading, t))
        ]
        for k, half in enumerate(found.halves)
    ]
    for i in free[0]:
        for j in free[1]:
            both_dated = i in dated[0] and j in dated[1]
            if not (both_dated or _unlike(found, i, j)) or not found.same_polarity(i, j):
                continue
            if not _same_slot(found, i, j):
                continue
            if both_dated:
                if _other_date(dated[0][i], dated[1][j]):
                    yield "date", i, j
            elif _is_name(source.reading, i) and _is_name(target.reading, j):
                if _other_name(source.reading, i, target.reading, j, index):
                    yield "name", i, j
            elif (
                _is_number(source.reading, i)
                and _is_number(target.reading, j)
                and i in source.counts
                and j in target.counts
                and source.counts[i].excludes(target.counts[j])
            ):
                yield "number", i, j


def _unlike(found: Comparison, i: int, j: int) -> bool:
    """Return whether two words are not aligned, or aligned without anything in common."""
    if (i, j) in found.relations:
        return found.relations[i, j] in ("none", "sister", "intersects")
    return i not in found.halves[0].linked and j not in found.halves[1].linked


def _same_slot(found: Comparison, i: int, j: int) -> bool:
    """Return whether two words depend in one function on linked words, prepositions included."""
    source, target = (half.reading for half in found.halves)
    one, other = _slot(source, i), _slot(target, j)
    return (
        one is not None
        and other is not None
        and one[1] == other[1]
        and (found.agree((one[0], other[0])))
    )


def _slot(reading: Reading, i: int) -> tuple[int, tuple[str, ...]] | None:
    label, top = reading.role(i)
    labels = [label]
    listed = any(reading.deps[c] in ("conj", "cc") for c in reading.children(i))
    if listed or reading.deps[i] in ("conj", "appos"):
        return None
    if reading.deps[i] == "compound" and not _stands_alone(reading, i):
        return None
    while top >= 0 and reading.pos[top] == "ADP":
        word = reading.lemmas[top]
        labels.append("at" if word in _PLACES else word)
        top = reading.heads[top]
    if top >= 0 and reading.deps[top] == "npadvmod":
        labels = ["time"]
        top = reading.heads[top]
    return None if top < 0 else (top, tuple(labels))


def _stands_alone(reading: Reading, i: int) -> bool:
    """Return whether a name is all that says which one a noun is, or the given name of a person."""
    head = reading.heads[i]
    beside = [c for c in reading.children(head) if reading.deps[c] in ("compound", "poss", "appos")]
    if reading.pos[head] == "PROPN":
        return beside == [i] and reading.entities[i] == reading.entities[head] == "PERSON"
    return not any(reading.pos[c] == "PROPN" for c in beside if c != i)


def _is_name(reading: Reading, i: int) -> bool:
    return reading.pos[i] == "PROPN" and reading.entities[i] in (
        "PERSON",
        "GPE",
        "ORG",
        "LOC",
        "NORP",
    )


def _is_number(reading: Reading, i: int) -> bool:
    return reading.pos[i] == "NUM" and reading.heads[i] >= 0


def _other_name(one: Reading, i: int, other: Reading, j: int, index: LexicalIndex | None) -> bool:
    """Return whether two names cannot be the same; a city and its country can both be right."""
    types = {one.entities[i], other.entities[j]}
    # Of names before a noun ("the Hudson building") the type is a guess.
    before = one.deps[i] == "compound"
    guess = before and one.pos[one.heads[i]] != "PROPN"
    if before and not guess and Levenshtein.distance(one.words[i], other.words[j]) < 2:
        return False  # two spellings: Zou and Zhou
    if "NORP" in types or (len(types) > 1 and (not guess or "GPE" in types)):
        return False
    if types <= {"GPE", "LOC"} and index is not None:
        full, full2 = (" ".join(r.texts[k] for k in r.name(t)) for r, t in ((one, i), (other, j)))
        if index.entries(full, "PROPN") and index.entries(full2, "PROPN"):
            return _other_place(index, full, full2)
    return word_relation(index, one, i, other, j) in ("none", "sister")


def _other_place(index: LexicalIndex, one: str, other: str) -> bool:
    """Return whether none of two known places is in the other: two cities, two countries."""
    city, city2 = _is_a(index, one, "city"), _is_a(index, other, "city")
    if city != city2:
        return False
    found = relation(index, one, "PROPN", other, "PROPN")
    states = _is_a(index, one, "state") or _is_a(index, other, "state")
    return found == "sister" or (found == "none" and city and not states)


def _is_a(index: LexicalIndex, name: str, kind: str) -> bool:
    return relation(index, name, "PROPN", kind, "NOUN") == "hyponym-of"


def _dates(reading: Reading) -> dict[int, tuple[str, object]]:
    """Return the head words of dates, with the kind and the value of each."""
    found: dict[int, tuple[str, object]] = {}
    for i, text in enumerate(reading.texts):
        name = calendar_name(text)
        number = read_word(text.lower())
        if name is not None and reading.pos[i] in ("PROPN", "NOUN"):
            found[i] = ("weekday" if name.endswith("day") else "month", name)
        elif number is not None and reading.entities[i] == "DATE" and _YEAR.fullmatch(text):
            found[i] = ("year", number.value)
    for span in reading.dates:
        members = range(span.start, span.end)
        for i in members:
            if reading.heads[i] not in members:
                found[i] = ("date", span)
            else:
                found.pop(i, None)
    return found


def _other_date(one: tuple[str, object], other: tuple[str, object]) -> bool:
    if one[0] != other[0]:
        return False
    if one[0] == "date":
        return not may_agree(one[1], other[1])  # type: ignore[arg-type]
    return one[1] != other[1]
