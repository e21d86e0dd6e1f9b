"""Where two sides cannot both be true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from ..lexicon.dates import calendar_name, may_agree
from ..lexicon.index import LexicalIndex
from ..lexicon.numbers import read_word
from ..lexicon.relations import relation
from .comparison import Cell, Comparison, Half
from .entailment import alone
from .lexical import cost, word_relation
from .polarity import Operator
from .reading import SUBJECTS, Reading, word_set

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
        name = calendar_name(text, reading.lang)
        number = read_word(text.lower(), reading.lang)
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


# Where two sides cannot both be true.

REASONS = ("antonym", "negation", "number", "date", "name", "roles", "modality")
_MAY = frozenset(("may", "might", "could", "possibly", "perhaps", "maybe", "probably"))
_WILL = frozenset(("will", "shall", "'ll"))
_CANNOT = frozenset(("can", "could", "unable", "impossible"))
_EXCEPT = frozenset(("except", "excluding"))
# Verbs whose arguments can change places.
_MUTUAL = word_set(
    """
    meet marry resemble equal fight face play join kiss hug date match border touch be
    accompany cooperate compete talk speak
    """
)


@dataclass(frozen=True)
class Conflict:
    """A place where the sides say contrary things.

    Attributes:
        reason: One of `REASONS`.
        source: The source tokens that make it.
        target: The target tokens.
        certain: Whether both cannot be true. They can where one denies more than the other says:
            "no man sings loudly" leaves open that a man sings.
        operator: Which side's token is the operator of a negation, 0 or 1; else -1.
    """

    reason: str
    source: tuple[int, ...]
    target: tuple[int, ...]
    certain: bool = True
    operator: int = -1

    @property
    def cell(self) -> Cell:
        """The first token of either side; of a negation the operator alone, -1 for the other."""
        source = -1 if self.operator == 1 else self.source[0]
        return source, -1 if self.operator == 0 else self.target[0]


def conflicts(found: Comparison, index: LexicalIndex | None) -> list[Conflict]:
    """Return where two sides say contrary things, in order.

    Args:
        found: The comparison of their words.
        index: The lexical index.
    """
    all_of_them = {
        *_negations(found),
        *_antonyms(found, index),
        *_numbers(found),
        *(Conflict(why, (i,), (j,)) for why, i, j in different_fillers(found, index)),
        *_roles(found),
        *_exceptions(found),
        *_modalities(found),
    }
    return sorted(all_of_them, key=lambda c: (REASONS.index(c.reason), c.source, c.target))


def _negations(found: Comparison) -> Iterator[Conflict]:
    """Find where one side says that something is not so and the other that it is.

    The tokens are the operator, and the highest word that is in its scope on the other side.
    """
    cells: dict[tuple[int, int], tuple[tuple[int, int, int], Cell, bool]] = {}
    source, target = found.halves
    for i, j in sorted(found.relations):
        if not (source.reading.content[i] and target.reading.content[j]):
            continue
        sides = source.denied(i), target.denied(j)
        if (len(sides[0]) + len(sides[1])) % 2 == 0 or not found.agree((i, j)):
            continue
        k = int(len(sides[1]) > len(sides[0]))
        op = sides[k][0]
        if _denied_anyway(found, k, op, (i, j)[k]) or _said_by_opposite(found, k, op, (i, j)[k]):
            continue
        cell = (op.token, j) if k == 0 else (i, op.token)
        depth = _depth(source.reading, i) + _depth(target.reading, j)
        order = (depth, (i, j)[k], (i, j)[1 - k])
        best = cells.get((k, op.token))
        if best is None or order < best[0]:
            cells[k, op.token] = order, cell, _denies_it(found, k, op)
    for (k, _), (_, cell, certain) in cells.items():
        modal = _is_modal(source.reading, cell[0]) and _is_modal(target.reading, cell[1])
        yield Conflict("modality" if modal else "negation", cell[:1], cell[1:], certain, k)


def _denied_anyway(found: Comparison, side: int, op: Operator, token: int) -> bool:
    """Return whether what is said of a word is denied on both sides: "no boys", "boys do not"."""
    verb = found.halves[side].reading.clause(token)
    if verb == token or verb not in op.scope:
        return False
    return any(found.halves[1 - side].denied(j) for j in found.partner(side, verb))


def _said_by_opposite(found: Comparison, side: int, op: Operator, token: int) -> bool:
    """Return whether a word belongs to one whose opposite says the same: "not fit for", "unfit"."""
    reading = found.halves[side].reading
    opposites = (c[side] for c, kind in found.relations.items() if kind == "denied antonym")
    return any(t in op.scope and token in reading.subtree(t) for t in opposites)


def _depth(reading: Reading, i: int) -> int:
    depth = 0
    while reading.heads[i] >= 0:
        i = reading.heads[i]
        depth += 1
    return depth


def _denies_it(found: Comparison, side: int, op: Operator) -> bool:
    """Return whether what an operator denies says no more than what the other side says."""
    half, other = found.halves[side], found.halves[1 - side]
    reading = half.reading
    region = set(op.scope)
    top = min(op.scope, key=lambda i: _depth(reading, i), default=op.token)
    for child in reading.children(reading.clause(top)):
        if reading.deps[child] in SUBJECTS:
            region.update(reading.subtree(child))
    silent = half.quiet | {op.token}
    extra = sum(alone(reading, i) for i in region if i not in half.linked and i not in silent)
    for cell in found.relations:
        if cell[side] in region and cell[side] not in silent:
            extra += found.costs(cell)[side]
    if extra >= cost(0.5):
        return False
    words = [other.reading.lemmas[j] for i in region for j in _around(found, side, i)]
    return not _MAY.intersection(words)


def _around(found: Comparison, side: int, i: int) -> Iterator[int]:
    other = found.halves[1 - side].reading
    for j in found.partner(side, i):
        if other.pos[j] in ("VERB", "AUX"):
            yield from other.children(j)


def _is_modal(reading: Reading, token: int) -> bool:
    verb = reading.clause(token)
    return any(reading.lemmas[t] in _CANNOT for t in (verb, token, *reading.children(verb)))


def _antonyms(found: Comparison, index: LexicalIndex | None) -> Iterator[Conflict]:
    source = found.halves[0].reading
    for (i, j), kind in found.relations.items():
        if kind not in ("antonym", "opposite") or not found.same_polarity(i, j):
            continue
        if i in _quantities(found.halves[0]) and j in _quantities(found.halves[1]):
            continue  # judged as numbers
        if source.pos[i] in ("NOUN", "PROPN", "PRON") and _living(index, source.lemmas[i]):
            continue
        if _same_frame(found, i, j):
            yield Conflict("antonym", (i,), (j,))


def _quantities(half: Half) -> set[int]:
    """Return the tokens that say how many."""
    return {q.token for q in half.counts.values()}


def _living(index: LexicalIndex | None, lemma: str) -> bool:
    """Return whether a noun names people or animals: there may be others beside them."""
    if index is None:
        return False
    kinds = (relation(index, lemma, "NOUN", kind, "NOUN") for kind in ("person", "animal"))
    return any(kind == "hyponym-of" for kind in kinds)


def _same_frame(found: Comparison, i: int, j: int) -> bool:
    """Return whether two words say something of the same: of one head, or of one subject."""
    source, target = (half.reading for half in found.halves)
    if source.is_predicate(i) or target.is_predicate(j):
        subject, other = source.subject(i), target.subject(j)
        if subject is not None and other is not None:
            voices = source.role(subject)[0], target.role(other)[0]
            if voices[0] != voices[1] and source.pos[i] == target.pos[j] == "VERB":
                return _same_arguments(found, i, j)
            return found.agree((subject, other))
        return source.heads[i] < 0 and target.heads[j] < 0
    if source.deps[i] == "prep":
        objects = [reading.children(t) for reading, t in ((source, i), (target, j))]
        if any(objects) and not any(found.agree((a, b)) for a in objects[0] for b in objects[1]):
            return False
    return found.agree((source.heads[i], target.heads[j]))


def _same_arguments(found: Comparison, i: int, j: int) -> bool:
    """Return whether an active and a passive say something of the same object, and of one doer."""
    source, target = (half.reading for half in found.halves)
    done = source.logical_object(i), target.logical_object(j)
    doers = source.logical_subject(i), target.logical_subject(j)
    if done[0] is None or done[1] is None or not found.agree((done[0], done[1])):
        return False
    return doers[0] is None or doers[1] is None or found.agree((doers[0], doers[1]))


def _numbers(found: Comparison) -> Iterator[Conflict]:
    source, target = found.halves
    for i, j in found.relations:
        one, other = source.counts.get(i), target.counts.get(j)
        if one is None or other is None or not one.excludes(other):
            continue
        if not (found.agree((i, j)) or _same_kind(found, i, j)):
            continue
        if not found.same_polarity(one.token, other.token):
            continue
        if one.number == other.number:
            yield Conflict("number", (one.token,), (other.token,))


def _same_kind(found: Comparison, i: int, j: int) -> bool:
    """Return whether two numbers without a noun count what is said to be alike: "six killed"."""
    source, target = (half.reading for half in found.halves)
    if not source.pos[i] == target.pos[j] == "NUM":
        return False
    said = [
        [c for c in r.children(t) if r.content[c] and r.role(c)[0] == "amod"]
        for r, t in ((source, i), (target, j))
    ]
    return any(found.agree((c, d)) for c in said[0] for d in said[1])


def _roles(found: Comparison) -> Iterator[Conflict]:
    """Find who did it to whom exchanged: "A beat B" and "B beat A", active or passive."""
    source, target = (half.reading for half in found.halves)
    for i, j in found.relations:
        if source.pos[i] != target.pos[j] or source.pos[i] not in ("VERB", "ADJ"):
            continue
        if found.relations[i, j] == "converse" or source.lemmas[i] in _MUTUAL:
            continue
        one, other = _arguments(source, i), _arguments(target, j)
        if one is None or other is None or not found.same_polarity(i, j):
            continue
        crossed = found.agree((one[0], other[1])) and found.agree((one[1], other[0]))
        straight = found.agree((one[0], other[0])) or found.agree((one[1], other[1]))
        if crossed and not straight and found.agree((i, j)):
            yield Conflict("roles", (one[0], one[1], i), (other[0], other[1], j))


def _exceptions(found: Comparison) -> Iterator[Conflict]:
    """Find "all" on one side where the other makes an exception: "except for the motor"."""
    for cell in found.relations:
        for k in range(2):
            half, other = found.halves[k], found.halves[1 - k]
            every = half.counts.get(cell[k])
            if every is None or not every.universal or not found.agree(cell):
                continue
            clause = other.reading.clause(cell[1 - k])
            said = [t for t in other.reading.subtree(clause) if other.reading.content[t]]
            if sum(t in other.linked for t in said) < 2:
                continue
            for t in other.reading.subtree(clause):
                if other.reading.words[t] in _EXCEPT and t not in other.linked:
                    tokens = (every.token,), (t,)
                    yield Conflict("negation", tokens[k], tokens[1 - k])


def _modalities(found: Comparison) -> Iterator[Conflict]:
    """Find what will be so on one side and only may be so on the other."""
    source, target = (half.reading for half in found.halves)
    told = [[not some.isdisjoint(r.lemmas) for some in (_WILL, _MAY)] for r in (source, target)]
    if not ((told[0][0] and told[1][1]) or (told[0][1] and told[1][0])):
        return
    for i, j in found.relations:
        if not found.same_polarity(i, j):
            continue
        certain, uncertain = (
            [_modal(r, t, some) for r, t in ((source, i), (target, j))] for some in (_WILL, _MAY)
        )
        for one, other in ((certain[0], uncertain[1]), (uncertain[0], certain[1])):
            if one is not None and other is not None and _same_frame(found, i, j):
                yield Conflict("modality", (one,), (other,))


def _modal(reading: Reading, verb: int, some: frozenset[str]) -> int | None:
    """Return an auxiliary of a verb that is one of some words."""
    found = (c for c in reading.children(verb) if reading.deps[c] == "aux")
    return next((c for c in found if reading.lemmas[c] in some), None)


def _arguments(reading: Reading, verb: int) -> tuple[int, int] | None:
    """Return logical subject and object of a verb, or what is compared with what."""
    if reading.pos[verb] == "ADJ":
        agent, patient = reading.subject(verb), reading.standard(verb)
    else:
        agent, patient = reading.logical_subject(verb), reading.logical_object(verb)
    return None if agent is None or patient is None else (agent, patient)
