"""The one judge of contradiction: where two sides cannot both be true, or might not.

The kinds of contradiction are those of de Marneffe, Rafferty and Manning 2008, *Finding
contradictions in text* (ACL), section 3: antonyms, negation, numbers and dates, names (their
"factive" and "structural" kinds as far as modality and exchanged roles go). As there, two sides
are taken to speak of one event; what is judged is whether one event can be both.

A contradiction is certain where both cannot be true. It is uncertain where they can: one side
denies more than the other one says, or two names fill one place that may be one and the same. The
relation of a pair tells of the certain ones; a fusion is made where there is neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
from .quantifiers import Quantifier
from .reading import AUXILIARIES, OBJECTS, SUBJECTS, Reading, word_set

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
_YEAR = re.compile(r"[12]\d\d\d")
# Where something is, be it in, at or near a place.
_PLACES = frozenset(("in", "at", "on", "near", "outside"))
# Types of entities whose names tell one from another.
_NAMED = frozenset(("PERSON", "GPE", "ORG", "LOC", "NORP"))
_TIMES = frozenset(("DATE", "TIME"))
# Functions in which two different names or numbers may be said of different things.
_ARGUMENTS = SUBJECTS | OBJECTS | {"pobj", "nummod", "advmod", "amod", "compound"}
# Relations of words that say the same of what they are said of.
_ALIKE = ("same", "synonym", "near-synonym")
# What share of the shorter side two headlines must have in common to be about one event.
ONE_EVENT = 0.6


@dataclass(frozen=True)
class Contradiction:
    """A place where the sides say contrary things, or may do so.

    Attributes:
        reason: One of `REASONS`.
        source: The source tokens that make it.
        target: The target tokens.
        certain: Whether both cannot be true. They can where one denies more than the other says,
            "no man sings loudly" leaves open that a man sings, and where two fillers of one place
            differ and do not exclude each other, as "in Lyon" and "in France".
        operator: Which side's token is the operator of a negation, 0 or 1; else -1.
    """

    reason: str
    source: tuple[int, ...]
    target: tuple[int, ...]
    certain: bool = True
    operator: int = -1

    @property
    def bars_entailment(self) -> bool:
        """Whether neither side can entail the other here: one denies what the other says."""
        return self.certain or self.operator >= 0

    @property
    def bars_fusion(self) -> bool:
        """Whether one sentence of both may say what is not so.

        It does not where one side denies something more special beside what it says: "left without
        a coat".
        """
        return self.certain or self.operator < 0

    @property
    def cell(self) -> Cell:
        """The first token of either side; of a negation the operator alone, -1 for the other."""
        source = -1 if self.operator == 1 else self.source[0]
        return source, -1 if self.operator == 0 else self.target[0]


def contradictions(found: Comparison, index: LexicalIndex | None) -> list[Contradiction]:
    """Return where two sides say contrary things, or may, in order of `REASONS`.

    Args:
        found: The comparison of their words.
        index: The lexical index.
    """
    all_of_them = {
        *_negations(found),
        *_denied_predicates(found),
        *_antonyms(found, index),
        *_numbers(found, index),
        *_fillers(found, index),
        *_roles(found),
        *_exceptions(found),
        *_modalities(found),
    }
    return sorted(
        all_of_them,
        key=lambda c: (REASONS.index(c.reason), c.source, c.target, c.operator, c.certain),
    )


def summary(judged: Iterable[Contradiction]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return why two sides cannot both be true, and why else they cannot be fused.

    Each reason comes once, in order of `REASONS`.
    """
    certain = {c.reason: None for c in judged if c.certain}
    return tuple(certain), tuple(
        {c.reason: None for c in judged if c.bars_fusion and not c.certain}
    )


def _negations(found: Comparison) -> Iterator[Contradiction]:
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
        yield Contradiction("modality" if modal else "negation", cell[:1], cell[1:], certain, k)


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


def _denied_predicates(found: Comparison) -> Iterator[Contradiction]:
    """Find predicates that one side denies and the other does not, whatever else they say.

    Examples: "A cow eats grass.", "A cow does not eat hay."; "He is a doctor.", "He is not a
    lawyer."; "A girl sings.", "There is no girl on the beach."
    """
    source, target = found.halves
    for i, j in found.relations:
        verbs = source.reading.clause(i), target.reading.clause(j)
        if not found.agree((i, j)) or not (
            (verbs == (i, j) and _same_predicate(found, i, j)) or _one_exists(found, i, j)
        ):
            continue
        if _is_denied(source, verbs[0]) != _is_denied(target, verbs[1]):
            yield Contradiction("negation", (i,), (j,), certain=False)


def _same_predicate(found: Comparison, i: int, j: int) -> bool:
    """Return whether two verbs are main verbs; two forms of "be", those of one subject."""
    one, other = (half.reading for half in found.halves)
    if not (_is_main(one, i) and _is_main(other, j)):
        return False
    if "be" not in (one.lemmas[i], other.lemmas[j]):
        return True
    if found.relations.get((one.predicate(i), other.predicate(j))) == "denied antonym":
        return False  # "not fit", "unfit"
    return (one.theme(i), other.theme(j)) in found.relations


def _one_exists(found: Comparison, i: int, j: int) -> bool:
    """Return whether there is a thing, by the one side, of which the other says something."""
    exist, argue = [], []
    for half, token in zip(found.halves, (i, j), strict=True):
        reading = half.reading
        verb = reading.heads[token]
        there = verb >= 0 and any(reading.deps[c] == "expl" for c in reading.children(verb))
        exist.append(there and reading.theme(verb) == token)
        argue.append(reading.role(token)[0] in ("nsubj", "dobj"))
    return (exist[0] and argue[1]) or (argue[0] and exist[1])


def _is_main(reading: Reading, i: int) -> bool:
    return reading.pos[i] in ("VERB", "AUX") and reading.deps[i] not in AUXILIARIES


def _is_denied(half: Half, verb: int) -> bool:
    """Return whether a verb is negated, by itself, its subject, or what it says there is none of.

    That is whether all of what it says is denied, not something beside it: "left without a coat".
    """
    reading = half.reading
    denials = 0
    for op in half.operators:
        if not op.negative or verb not in op.scope:
            continue
        above = reading.heads[op.token]
        nominal = op.token if reading.deps[op.token] in SUBJECTS else above
        at_subject = reading.heads[nominal] == verb and reading.deps[nominal] in SUBJECTS
        denials += above == verb or at_subject or above == reading.theme(verb)
    return denials % 2 == 1


def _antonyms(found: Comparison, index: LexicalIndex | None) -> Iterator[Contradiction]:
    source = found.halves[0].reading
    for (i, j), kind in found.relations.items():
        if kind not in ("antonym", "opposite") or not found.same_polarity(i, j):
            continue
        if i in _quantities(found.halves[0]) and j in _quantities(found.halves[1]):
            continue  # judged as numbers
        # Beside a man that dances there may be a woman that does.
        nominal = source.pos[i] in ("NOUN", "PROPN", "PRON")
        certain = not (nominal and _living(index, source.lemmas[i]))
        if _same_frame(found, i, j):
            yield Contradiction("antonym", (i,), (j,), certain)


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


def _numbers(found: Comparison, index: LexicalIndex | None) -> Iterator[Contradiction]:
    """Find different numbers of one thing, or of what the same is said of."""
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
            yield Contradiction("number", (one.token,), (other.token,))
    if found.in_common() >= ONE_EVENT:
        for one, said in _lone_numbers(source):
            for other, said2 in _lone_numbers(target):
                alike = word_relation(index, source.reading, said, target.reading, said2) in _ALIKE
                if alike and one.excludes(other):
                    yield Contradiction("number", (one.token,), (other.token,))


def _lone_numbers(half: Half) -> Iterator[tuple[Quantifier, int]]:
    """Yield numbers without a link, and what is said right behind them: "six killed", "2 dead"."""
    reading = half.reading
    for count in half.counts.values():
        i = count.token
        said = i + 1
        if not count.number or i in half.linked or said >= len(reading):
            continue
        if reading.pos[said] in ("VERB", "ADJ") and i in (
            reading.heads[said],
            *reading.children(said),
        ):
            yield count, said


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


def _roles(found: Comparison) -> Iterator[Contradiction]:
    """Find who did it to whom exchanged: "A beat B" and "B beat A", active or passive."""
    source, target = (half.reading for half in found.halves)
    for i, j in found.relations:
        if source.pos[i] != target.pos[j] or source.pos[i] not in ("VERB", "ADJ"):
            continue
        if found.relations[i, j] == "converse" or source.lemmas[i] in _MUTUAL:
            continue
        if not found.agree((i, j)) or not found.same_polarity(i, j):
            continue
        one, other = _arguments(source, i), _arguments(target, j)
        for role in one.keys() & other.keys():
            (agent, undergoer), (agent2, undergoer2) = one[role], other[role]
            crossed = found.agree((agent, undergoer2)) and found.agree((undergoer, agent2))
            straight = found.agree((agent, agent2)) or found.agree((undergoer, undergoer2))
            if crossed and not straight:
                tokens = (agent, undergoer, i), (agent2, undergoer2, j)
                yield Contradiction("roles", *tokens)


def _exceptions(found: Comparison) -> Iterator[Contradiction]:
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
                    yield Contradiction("negation", tokens[k], tokens[1 - k])


def _modalities(found: Comparison) -> Iterator[Contradiction]:
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
                yield Contradiction("modality", (one,), (other,))


def _modal(reading: Reading, verb: int, some: frozenset[str]) -> int | None:
    """Return an auxiliary of a verb that is one of some words."""
    found = (c for c in reading.children(verb) if reading.deps[c] == "aux")
    return next((c for c in found if reading.lemmas[c] in some), None)


def _arguments(reading: Reading, verb: int) -> dict[str, tuple[int, int]]:
    """Return who does it to whom and who for whom, or what is compared with what, if it is said."""
    if reading.pos[verb] == "ADJ":
        agent, undergoers = reading.subject(verb), {"standard": reading.standard(verb)}
    else:
        agent = reading.logical_subject(verb)
        undergoers = {
            "object": reading.logical_object(verb),
            "recipient": reading.recipient(verb),
        }
    if agent is None:
        return {}
    return {role: (agent, token) for role, token in undergoers.items() if token is not None}


# Fillers: two dates, names or numbers in one place.

Slot = tuple[int, tuple[str, ...]]
# The kind of a date ("weekday", "month", "year" or "date") and its value.
Date = tuple[str, object]


def _fillers(found: Comparison, index: LexicalIndex | None) -> Iterator[Contradiction]:
    """Find words that fill one slot of linked words and are not the same.

    Two dates, names or numbers that exclude each other make a certain contradiction. Others may be
    the same thing, or two things of which both can be true: that is uncertain.
    """
    dated = [_dates(half.reading) for half in found.halves]
    fillers = [
        [
            t
            for t, pos in enumerate(half.reading.pos)
            if t in dated[k] or pos == "PROPN" or _is_number(half.reading, t)
        ]
        for k, half in enumerate(found.halves)
    ]
    slots = [
        {t: _slot(half.reading, t) for t in some}
        for half, some in zip(found.halves, fillers, strict=True)
    ]
    for i, one in slots[0].items():
        for j, other in slots[1].items():
            if one is None or other is None or one[1] != other[1]:
                continue
            heads = one[0], other[0]
            if not found.agree(heads) or not found.same_polarity(i, j):
                continue
            dates = (dated[0][i], dated[1][j]) if i in dated[0] and j in dated[1] else None
            excluded = ""
            if _fill_alone(found, i, j) and (dates or _unlike(found, i, j)):
                excluded = _excluding(found, i, j, dates, index)
            if excluded:
                yield Contradiction(excluded, (i,), (j,))
            elif differing := _differing(found, i, j, one[1], index):
                yield Contradiction(differing, (i,), (j,), certain=False)


def _excluding(
    found: Comparison,
    i: int,
    j: int,
    dates: tuple[Date, Date] | None,
    index: LexicalIndex | None,
) -> str:
    """Return which two fillers exclude each other: "date", "name", "number"; "" if they do not."""
    source, target = found.halves
    if dates is not None:
        return "date" if _other_date(*dates) else ""
    one, other = source.reading, target.reading
    if _is_name(one, i) and _is_name(other, j):
        return "name" if _other_name(one, i, other, j, index) else ""
    if _is_number(one, i) and _is_number(other, j) and i in source.counts and j in target.counts:
        return "number" if source.counts[i].excludes(target.counts[j]) else ""
    return ""


def _differing(
    found: Comparison, i: int, j: int, labels: tuple[str, ...], index: LexicalIndex | None
) -> str:
    """Return whether two fillers without a link are two "name" or "number" that differ, or ""."""
    (one, linked), (other, linked2) = ((half.reading, half.linked) for half in found.halves)
    if i in linked or j in linked2 or labels[0] not in _ARGUMENTS:
        return ""
    if labels[0] == "compound" and one.pos[one.heads[i]] != "NOUN":
        return ""  # another part of one name
    if one.pos[i] == other.pos[j] == "NUM":
        return "" if word_relation(index, one, i, other, j) == "same" else "number"
    if not one.pos[i] == other.pos[j] == "PROPN" or _TIMES & {one.entities[i], other.entities[j]}:
        return ""
    return "" if _share_a_word(one, i, other, j) else "name"


def _share_a_word(one: Reading, i: int, other: Reading, j: int) -> bool:
    """Return whether two names have a word in common, or one may be short for the other."""
    words = [{r.lemmas[t] for t in r.subtree(k) if r.content[t]} for r, k in ((one, i), (other, j))]
    short, long = sorted((one.texts[i], other.texts[j]), key=len)
    return not words[0].isdisjoint(words[1]) or (short.isupper() and short[0] == long[0])


def _unlike(found: Comparison, i: int, j: int) -> bool:
    """Return whether two words are not aligned, or aligned without anything in common."""
    if (i, j) in found.relations:
        return found.relations[i, j] in ("none", "sister", "intersects")
    return i not in found.halves[0].linked and j not in found.halves[1].linked


def _slot(reading: Reading, i: int) -> Slot | None:
    """Return the word that a filler depends on, and in which function, prepositions included."""
    label, top = reading.role(i)
    labels = [label]
    if reading.deps[i] in ("conj", "appos"):
        return None
    while top >= 0 and reading.pos[top] == "ADP":
        word = reading.lemmas[top]
        labels.append("at" if word in _PLACES else word)
        top = reading.heads[top]
    if top >= 0 and reading.deps[top] == "npadvmod":
        labels = ["time"]
        top = reading.heads[top]
    return None if top < 0 else (top, tuple(labels))


def _fill_alone(found: Comparison, i: int, j: int) -> bool:
    """Return whether neither filler is one of several, nor one of several words of a name."""
    for half, token in zip(found.halves, (i, j), strict=True):
        reading = half.reading
        if any(reading.deps[c] in ("conj", "cc") for c in reading.children(token)):
            return False
        if reading.deps[token] == "compound" and not _stands_alone(reading, token):
            return False
    return True


def _stands_alone(reading: Reading, i: int) -> bool:
    """Return whether a name is all that says which one a noun is, or the given name of a person."""
    head = reading.heads[i]
    beside = [c for c in reading.children(head) if reading.deps[c] in ("compound", "poss", "appos")]
    if reading.pos[head] == "PROPN":
        return beside == [i] and reading.entities[i] == reading.entities[head] == "PERSON"
    return not any(reading.pos[c] == "PROPN" for c in beside if c != i)


def _is_name(reading: Reading, i: int) -> bool:
    return reading.pos[i] == "PROPN" and reading.entities[i] in _NAMED


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


def _dates(reading: Reading) -> dict[int, Date]:
    """Return the head words of dates, with the kind and the value of each."""
    found: dict[int, Date] = {}
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


def _other_date(one: Date, other: Date) -> bool:
    if one[0] != other[0]:
        return False
    if one[0] == "date":
        return not may_agree(one[1], other[1])  # type: ignore[arg-type]
    return one[1] != other[1]
