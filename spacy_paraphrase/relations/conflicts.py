"""Where two sides cannot both be true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..lexicon.dates import calendar_name, dates, same_date
from ..lexicon.index import LexicalIndex
from ..lexicon.numerals import read_word
from ..lexicon.relations import relation
from .evidence import Cell, Comparison, alone
from .lexical import cost, word_relation
from .operators import Operator
from .reading import SUBJECTS, Reading

REASONS = ("antonym", "negation", "number", "date", "name", "roles", "modality")
_MAY = frozenset(("may", "might", "could", "possibly", "perhaps", "maybe", "probably"))
_CANNOT = frozenset(("can", "could", "unable", "impossible"))
# Verbs whose arguments can change places.
_MUTUAL = frozenset(
    ("meet", "marry", "resemble", "equal", "fight", "face", "play", "join", "kiss", "hug", "date")
    + ("match", "border", "touch", "be", "accompany", "cooperate", "compete", "talk", "speak")
)


@dataclass(frozen=True)
class Conflict:
    """A contradiction.

    Attributes:
        reason: One of `REASONS`.
        source: The source tokens that make it.
        target: The target tokens.
    """

    reason: str
    source: tuple[int, ...]
    target: tuple[int, ...]


def conflicts(found: Comparison, index: LexicalIndex | None) -> list[Conflict]:
    """Return all contradictions between two sides, in order.

    Args:
        found: The comparison of their words.
        index: The lexical index.
    """
    all_of_them = {
        *_negations(found),
        *_antonyms(found, index),
        *_numbers(found),
        *_names_and_dates(found, index),
        *_roles(found),
    }
    return sorted(all_of_them, key=lambda c: (REASONS.index(c.reason), c.source, c.target))


def denials(found: Comparison) -> list[tuple[Cell, bool]]:
    """Return where one side says that something is not so and the other that it is.

    Each item has the tokens to name (the operator and the word in its scope that the other side
    has too) and whether that is a contradiction: not where what is denied is more than what the
    other side says. "No man sings loudly" leaves open whether a man sings.
    """
    cells: dict[tuple[int, int], tuple[tuple[int, int, int], Cell, bool]] = {}
    source, target = found.halves
    for i, j in sorted(found.relations):
        if not (source.reading.content[i] and target.reading.content[j]):
            continue
        sides = source.denied(i), target.denied(j)
        if (len(sides[0]) + len(sides[1])) % 2 == 0 or _deep(found, (i, j)):
            continue
        k = int(len(sides[1]) > len(sides[0]))
        op = sides[k][0]
        cell = (op.token, j) if k == 0 else (i, op.token)
        depth = _depth(source.reading, i) + _depth(target.reading, j)
        order = (depth, (i, j)[k], (i, j)[1 - k])
        best = cells.get((k, op.token))
        if best is None or order < best[0]:
            cells[k, op.token] = order, cell, _denies_it(found, k, op)
    return [(cell, real) for _, (_, cell, real) in sorted(cells.items())]


def _deep(found: Comparison, cell: Cell) -> bool:
    return min(found.costs(cell)) >= cost(0.5)


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


def _negations(found: Comparison) -> Iterator[Conflict]:
    for (i, j), real in denials(found):
        if real:
            names = [half.reading for half in found.halves]
            modal = all(_is_modal(reading, t) for reading, t in zip(names, (i, j), strict=True))
            yield Conflict("modality" if modal else "negation", (i,), (j,))


def _is_modal(reading: Reading, token: int) -> bool:
    verb = reading.clause(token)
    return any(reading.lemmas[t] in _CANNOT for t in (verb, token, *reading.children(verb)))


def _antonyms(found: Comparison, index: LexicalIndex | None) -> Iterator[Conflict]:
    source, target = (half.reading for half in found.halves)
    for (i, j), kind in found.relations.items():
        if kind not in ("antonym", "opposite") or not _same_parity(found, i, j):
            continue
        if source.pos[i] in ("NOUN", "PROPN", "PRON") and _living(index, source.lemmas[i]):
            continue
        if _same_frame(found, i, j):
            yield Conflict("antonym", (i,), (j,))


def _living(index: LexicalIndex | None, lemma: str) -> bool:
    """Return whether a noun names people or animals: there may be others beside them."""
    if index is None:
        return False
    kinds = (relation(index, lemma, "NOUN", kind, "NOUN") for kind in ("person", "animal"))
    return any(kind == "hyponym-of" for kind in kinds)


def _same_parity(found: Comparison, i: int, j: int) -> bool:
    source, target = found.halves
    return (len(source.denied(i)) + len(target.denied(j))) % 2 == 0


def _same_frame(found: Comparison, i: int, j: int) -> bool:
    """Return whether two words say something of the same: of one head, or of one subject."""
    source, target = (half.reading for half in found.halves)
    if source.pos[i] in ("VERB", "AUX") or source.heads[i] < 0 or target.heads[j] < 0:
        subject, other = _subject(source, i), _subject(target, j)
        if subject is not None and other is not None:
            return found.agree((subject, other))
        return source.heads[i] < 0 and target.heads[j] < 0
    if source.deps[i] == "prep":
        objects = [reading.children(t) for reading, t in ((source, i), (target, j))]
        if any(objects) and not any(found.agree((a, b)) for a in objects[0] for b in objects[1]):
            return False
    return found.agree((source.heads[i], target.heads[j]))


def _subject(reading: Reading, verb: int) -> int | None:
    for child in reading.children(verb):
        if reading.deps[child] in ("nsubj", "nsubjpass"):
            return child
    return None


def _numbers(found: Comparison) -> Iterator[Conflict]:
    source, target = found.halves
    for i, j in found.relations:
        one, other = source.counts.get(i), target.counts.get(j)
        if one is None or other is None or not one.excludes(other):
            continue
        if not found.agree((i, j)) or not _same_parity(found, one.token, other.token):
            continue
        if one.number == other.number:
            yield Conflict("number", (one.token,), (other.token,))


def _names_and_dates(found: Comparison, index: LexicalIndex | None) -> Iterator[Conflict]:
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
            if not _unlike(found, i, j) or not _same_parity(found, i, j):
                continue
            if not _same_slot(found, i, j):
                continue
            if i in dated[0] and j in dated[1]:
                if _other_date(dated[0][i], dated[1][j]):
                    yield Conflict("date", (i,), (j,))
            elif _is_name(source.reading, i) and _is_name(target.reading, j):
                if _other_name(source.reading, i, target.reading, j, index):
                    yield Conflict("name", (i,), (j,))
            elif (
                _is_number(source.reading, i)
                and _is_number(target.reading, j)
                and i in source.counts
                and j in target.counts
                and source.counts[i].excludes(target.counts[j])
            ):
                yield Conflict("number", (i,), (j,))


def _unlike(found: Comparison, i: int, j: int) -> bool:
    """Return whether two words are not aligned, or aligned without anything in common."""
    if (i, j) in found.relations:
        return found.relations[i, j] in ("none", "sister", "intersects")
    return i not in found.halves[0].linked and j not in found.halves[1].linked


def _same_slot(found: Comparison, i: int, j: int) -> bool:
    """Return whether two words depend in one function on linked words, prepositions included."""
    source, target = (half.reading for half in found.halves)
    one, other = _slot(source, i), _slot(target, j)
    return one is not None and other is not None and one[1] == other[1] and (
        found.agree((one[0], other[0]))
    )


def _slot(reading: Reading, i: int) -> tuple[int, tuple[str, ...]] | None:
    labels = [reading.deps[i].removesuffix("pass")]
    top = reading.heads[i]
    if reading.deps[i] in ("conj", "appos", "compound") or any(
        reading.deps[c] in ("conj", "cc") for c in reading.children(i)
    ):
        return None
    while top >= 0 and reading.pos[top] == "ADP":
        labels.append(reading.lemmas[top])
        top = reading.heads[top]
    if top >= 0 and reading.deps[top] == "npadvmod":
        labels = ["time"]
        top = reading.heads[top]
    return None if top < 0 else (top, tuple(labels))


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


def _other_name(
    one: Reading, i: int, other: Reading, j: int, index: LexicalIndex | None
) -> bool:
    """Return whether two names cannot be the same; a city and its country can both be right."""
    if one.entities[i] != other.entities[j] or one.entities[i] == "NORP":
        return False
    found = word_relation(index, one, i, other, j)
    if one.entities[i] in ("GPE", "LOC") and found == "none" and index is not None:
        known = [bool(index.entries(r.texts[t], "PROPN")) for r, t in ((one, i), (other, j))]
        return not all(known)
    return found in ("none", "sister")


def _dates(reading: Reading) -> dict[int, tuple[str, object]]:
    """Return the head words of dates, with the kind and the value of each."""
    found: dict[int, tuple[str, object]] = {}
    for i, text in enumerate(reading.texts):
        name = calendar_name(text)
        number = read_word(text.lower())
        if name is not None and reading.pos[i] in ("PROPN", "NOUN"):
            found[i] = ("weekday" if name.endswith("day") else "month", name)
        elif number is not None and number.digits and 1000 <= number.value <= 2999:
            if reading.entities[i] == "DATE" and "," not in text:
                found[i] = ("year", number.value)
    for span in dates(reading.texts):
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
        return not same_date(one[1], other[1])  # type: ignore[arg-type]
    return one[1] != other[1]


def _roles(found: Comparison) -> Iterator[Conflict]:
    """Find who did it to whom exchanged: "A beat B" and "B beat A", active or passive."""
    source, target = (half.reading for half in found.halves)
    for i, j in found.relations:
        if source.pos[i] != "VERB" or target.pos[j] != "VERB" or source.lemmas[i] in _MUTUAL:
            continue
        one, other = _arguments(source, i), _arguments(target, j)
        if one is None or other is None or not _same_parity(found, i, j):
            continue
        crossed = found.agree((one[0], other[1])) and found.agree((one[1], other[0]))
        straight = found.agree((one[0], other[0])) or found.agree((one[1], other[1]))
        if crossed and not straight and found.agree((i, j)):
            yield Conflict("roles", (one[0], one[1], i), (other[0], other[1], j))


def _arguments(reading: Reading, verb: int) -> tuple[int, int] | None:
    """Return logical subject and object of a verb, if it has both."""
    agent = patient = None
    for child in reading.children(verb):
        dep = reading.deps[child]
        if dep == "nsubj":
            agent = child
        elif dep in ("dobj", "obj", "nsubjpass"):
            patient = child
        elif reading.words[child] == "by" and dep in ("agent", "prep"):
            objects = [c for c in reading.children(child) if reading.deps[c] == "pobj"]
            agent = objects[0] if objects and agent is None else agent
    return None if agent is None or patient is None else (agent, patient)
