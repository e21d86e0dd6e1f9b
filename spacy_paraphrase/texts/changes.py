"""Changes from one sentence to another, each with its kind.

The account of the pair (`relations.account`) has every significant word in one statement. Here each
statement becomes a change, whose kind depends on its words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from spacy.tokens import Doc, Span

from ..analysis.quantities import BEFORE, BY, TIMES, UNTIL, WITHIN
from ..analysis.reading import Analysis, analyse
from ..analysis.roles import (
    ADJECTIVE,
    AGENT,
    COMPOUND,
    NOUN_MODIFIER,
    NUMERAL,
    POSSESSOR,
    PREPOSITIONAL_OBJECT,
    SUBJECTS,
)
from ..analysis.scope_extent import CONDITION
from ..analysis.sentence import sentences
from ..checked import from_plain
from ..errors import coded
from ..pairs.alignment import Alignment
from ..pairs.pair import sides
from ..relations.explain import statements
from ..relations.statements import Statement
from .sentences import TextPlace, TextSentence, places_of

ChangeKind: TypeAlias = Literal[
    "contradicts",
    "negation",
    "modality",
    "condition",
    "deadline",
    "number",
    "date",
    "name",
    "who does it",
    "more specific",
    "more general",
    "replaced",
    "reworded",
    "moved",
    "split",
    "merged",
    "added",
    "dropped",
]
# The most important first.
CHANGE_KINDS: tuple[ChangeKind, ...] = get_args(ChangeKind)
# Categories of words of content; of what joins clauses in one sentence, and of what takes up a
# word of another.
CONTENT = frozenset(("verb", "noun", "adjective", "adverb", "name"))
JOINTS = frozenset(("conjunction", "subordinator", "pronoun", "determiner"))
# Roles of what belongs to a noun or a preposition.
MODIFIERS = frozenset(
    (COMPOUND, ADJECTIVE, NUMERAL, NOUN_MODIFIER, POSSESSOR, PREPOSITIONAL_OBJECT)
)
# Measures of how long something lasts.
DURATIONS = frozenset(("time", "months"))
# Roles of quantities that are limits of time.
LIMITS = frozenset((WITHIN, BY, UNTIL, BEFORE))
# Expressions without synonyms: code, links and addresses, check boxes, signs and emoji.
_VERBATIM = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<link>(?:\w+://|www\.)[^\s<>`|]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|(?P<box>\[[ xX]\])"
    "|(?P<sign>(?:!=|[<>=+~\u00ac\u00b1\u00d7\u00f7\u200d\ufe0f\u2190-\u2bff\U0001f000-\U0001faff])+)",
    re.S,
)
# Two ways to write a sign.
_ALIKE = {"\u2264": "<=", "\u2265": ">=", "\u2260": "!="}


@dataclass(frozen=True)
class Change:
    """One change between two texts.

    Attributes:
        kind: "contradicts", "negation", "modality", "condition", "deadline", "number", "date",
            "name", "who does it", "more specific", "more general", "replaced" (with another
            meaning), "reworded", "moved", "split", "merged", "added" or "dropped".
        text: The change in plain English.
        source: The words of the first text that are concerned.
        target: The words of the second text that are concerned.
    """

    kind: ChangeKind
    text: str
    source: tuple[TextPlace, ...]
    target: tuple[TextPlace, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the change as plain data, with character offsets."""
        return {
            "kind": self.kind,
            "text": self.text,
            "source": [place.to_json() for place in self.source],
            "target": [place.to_json() for place in self.target],
        }

    @classmethod
    @coded("P042", what="Change")
    def from_json(cls, data: dict[str, Any]) -> Change:
        """Return the change from the data that `to_json` returned."""
        places = {name: places_of(data[name]) for name in ("source", "target")}
        return from_plain(cls, {**data, **places})


def changes_of(
    doc: Doc, source: Sequence[TextSentence], target: Sequence[TextSentence]
) -> Iterator[Change]:
    """Yield the changes between the two sides of a pair, most important first."""
    reading = [analyse(side) for side in sentences(doc)]
    both = sides(doc)
    joined = _Joined(source), _Joined(target)
    label: str = doc._.relation.label
    same = label in ("equals", "restates")
    known = {*doc._.relation.reasons, *doc._.relation.differences}
    again = len(source) != len(target)
    found: list[Change] = []
    for part in _changed_parts(doc, reading):
        if _is_left_out(part, same, again):
            continue
        kind = _kind(part, label)
        less = kind == "negation" or (kind == "modality" and not all(part.words))
        if same and less and kind not in known:
            kind = "reworded"
        one, other = (
            text.places(some, side)
            for text, some, side in zip(joined, part.words, both, strict=True)
        )
        found.append(Change(kind, _text(kind, part.statement, one, other), one, other))
    found = _with_exchanged(found, source, target)
    yield from sorted(dict.fromkeys(found), key=lambda each: CHANGE_KINDS.index(each.kind))


class _Part(NamedTuple):
    """A statement, and the words of source and target that it is about, as places in the sides."""

    statement: Statement
    words: tuple[list[int], list[int]]
    reading: Sequence[Analysis]

    @property
    def sides(self) -> list[tuple[Analysis, list[int]]]:
        """The analysis of each side with its words."""
        return list(zip(self.reading, self.words, strict=True))

    def with_words(self, k: int, own: list[int], others: list[int]) -> _Part:
        """Return the part with other words: those of side `k`, and those of the other side."""
        return self._replace(words=(others, own) if k else (own, others))


def _changed_parts(doc: Doc, reading: Sequence[Analysis]) -> Iterator[_Part]:
    """Yield the parts of statements that may be changes; parts that belong together are joined."""
    starts = [side.start for side in sides(doc)]
    differing = [s for s in statements(Alignment.from_doc(doc)) if s.kind != "both"]
    parts = [part for statement in differing for part in _parts(statement, starts, reading)]
    parts = [part for part in parts if part.statement.kind != "implied" or _tells(part)]
    return _with_modifiers(list(_paired(_whole(parts, reading))))


def _is_left_out(part: _Part, same: bool, again: bool) -> bool:
    """Return whether a part is no change, of sides that say the same, or are cut `again`."""
    implied = part.statement.kind == "implied" and not all(part.words)
    if implied and (same or not _modal(part)):
        return True  # "is liable to a fine", "may be fined"
    words = [read.words[i] for read, some in part.sides for i in some]
    # What joins two sentences in one is no change of its own.
    return again and all(word.category in JOINTS for word in words)


def _parts(
    statement: Statement, starts: Sequence[int], reading: Sequence[Analysis]
) -> Iterator[_Part]:
    """Yield the words of a statement; of what one side alone says, run by run."""
    source, target = (
        [token.i - start for token in some]
        for some, start in zip((statement.source, statement.target), starts, strict=True)
    )
    part = _Part(statement, (source, target), reading)
    if bool(source) == bool(target):
        yield part
        return
    run: list[int] = []
    for i in [*(source or target), -1]:
        if run and i != run[-1] + 1:
            yield part.with_words(int(not source), run, [])
            run = []
        run.append(i)


def _whole(parts: Iterable[_Part], reading: Sequence[Analysis]) -> Iterator[_Part]:
    """Yield parts; those of one date or time as one, with all its words: "3 March"."""
    dates = [
        {t: q.tokens for q in read.quantities.values() if q.dimension in TIMES for t in q.tokens}
        for read in reading
    ]
    found: list[_Part] = []
    for part in parts:
        source, target = (
            sorted({t for i in some for t in (i, *date.get(i, ()))})
            for some, date in zip(part.words, dates, strict=True)
        )
        one = part._replace(words=(source, target))
        if one != part:
            for other in [each for each in found if _meet(each, one)]:
                found.remove(other)
                words = [sorted({*a, *b}) for a, b in zip(one.words, other.words, strict=True)]
                one = one._replace(words=(words[0], words[1]))
        found.append(one)
    yield from found


def _meet(one: _Part, other: _Part) -> bool:
    return any(not set(a).isdisjoint(b) for a, b in zip(one.words, other.words, strict=True))


def _paired(parts: Iterable[_Part]) -> Iterator[_Part]:
    """Yield parts; of two that have one place in the sentence, one on each side, one part."""
    alone: list[tuple[str, _Part]] = []
    for part in parts:
        place = "" if all(part.words) else _place(part)
        k = int(not part.words[0])
        other = next((each for each in alone if each[0] == place and each[1].words[1 - k]), None)
        if not place:
            yield part
        elif other is None:
            alone.append((place, part))
        else:
            alone.remove(other)
            yield part.with_words(k, part.words[k], other[1].words[1 - k])
    yield from (part for _, part in alone)


def _with_modifiers(parts: list[_Part]) -> Iterator[_Part]:
    """Yield parts; what alone modifies a word that has another one for it with that word."""
    # "Finance director" becomes "chairman": "finance" is not dropped by itself.
    found = [part for part in parts if all(part.words)]
    for part in parts:
        if all(part.words) or not any(part.words):
            continue
        k = int(not part.words[0])
        n = _modified(part, k, found)
        if n < 0:
            found.append(part)
            continue
        words = found[n].words
        found[n] = found[n].with_words(k, sorted({*words[k], *part.words[k]}), words[1 - k])
    yield from found
    yield from (part for part in parts if not any(part.words))


def _modified(part: _Part, k: int, found: Sequence[_Part]) -> int:
    """Return the number of the first part that has the words which a run modifies, -1 for none."""
    syntax, run = part.reading[k].syntax, part.words[k]
    tops = [i for i in run if syntax.heads[i] not in run]
    if not all(syntax.roles[i] in MODIFIERS for i in tops):
        return -1
    heads = [syntax.heads[i] for i in tops]
    return next((n for n, other in enumerate(found) if {*heads} <= {*other.words[k]}), -1)


def _place(part: _Part) -> str:
    """Return what place a run has in its sentence: that of a modal, a date, a name, a subject."""
    # "" for others.
    for read, run in part.sides:
        if run and _modals(read).issuperset(run):
            return "modal"
        if run and all(_is_time(read, t) for t in run):
            return "time"
        tops = read.syntax.span_heads(run)
        if len(tops) == 1:
            role, category = read.syntax.roles[tops[0]], read.words[tops[0]].category
            if category == "name" or (role in SUBJECTS and category == "noun"):
                return role
    return ""


def _counts(read: Analysis, token: int) -> bool:
    return any(token in q.tokens and q.bound != "article" for q in read.quantities.values())


def _does(read: Analysis, token: int) -> bool:
    """Return whether a word is a subject, or who does it in a passive."""
    syntax = read.syntax
    if syntax.roles[token] in SUBJECTS:
        return True
    head = syntax.heads[token]
    return head >= 0 and syntax.roles[head] == AGENT


def _is_name(read: Analysis, token: int) -> bool:
    return read.words[token].category == "name"


def _both_have(test: Callable[[Analysis, int], bool], part: _Part) -> bool:
    """Return whether either side of a part has a word of a kind."""
    return all(any(test(read, i) for i in words) for read, words in part.sides)


def _is_time(read: Analysis, token: int) -> bool:
    return any(q.dimension in TIMES and token in q.tokens for q in read.quantities.values())


def _tells(part: _Part) -> bool:
    """Return whether a part is a change even if implied: it has only modals, or only numbers."""
    numbers = all(read.sentence[i].like_num for read, words in part.sides for i in words)
    return numbers or _modal(part)


def _modal(part: _Part) -> bool:
    return any(part.words) and all(_modals(read).issuperset(words) for read, words in part.sides)


def _kind(part: _Part, label: str) -> ChangeKind:
    """Return what kind of change a part of a statement tells of."""
    if part.statement.evidence == "roles":
        return "who does it"
    denials = [len(read.denying.intersection(words)) for read, words in part.sides]
    if denials[0] != denials[1] and not _opposed(part):
        return "negation"
    if any(not _modals(read).isdisjoint(words) for read, words in part.sides):
        return "modality"
    if any(not _conditions(read).isdisjoint(words) for read, words in part.sides):
        return "condition"
    found = _of_amounts(part) or _of_words(part, label)
    inside = all(_supposed(read).issuperset(words) for read, words in part.sides)
    return "condition" if inside and found in ("reworded", "replaced") else found


def _opposed(part: _Part) -> bool:
    """Return whether one word stands against one: "accepted" and "rejected"."""
    content = [
        [i for i in words if read.words[i].category in CONTENT] for read, words in part.sides
    ]
    denying = any(
        read.words[i].category not in CONTENT
        for read, words in part.sides
        for i in read.denying.intersection(words)
    )
    return len(content[0]) == len(content[1]) > 0 and not denying


def _of_amounts(part: _Part) -> ChangeKind | None:
    """Return what kind of change it is of numbers and dates; None for none of these."""
    sides = part.sides
    if part.statement.kind == "link" and part.statement.relation in ("equals", "restates"):
        return None  # "half an hour", "thirty minutes"
    if any(not _limits(read).isdisjoint(words) for read, words in sides):
        return "deadline"
    if _both_have(_is_time, part):
        return "date"
    if any(read.sentence[i].like_num for read, words in sides for i in words):
        return "number"
    if _both_have(_counts, part):
        return "number"  # "most", "all"
    timed = (read.sentence.entities[i] in read.lang.time_entities for read, w in sides for i in w)
    return "date" if all(part.words) and any(timed) else None


def _of_words(part: _Part, label: str) -> ChangeKind:
    """Return what kind of change it is of other words."""
    statement = part.statement
    against = statement.kind == "conflict"
    if not all(part.words):
        return _of_one_side(part, against, label)
    if against or statement.kind == "only" or statement.relation == "intersects":
        if _both_have(_is_name, part):
            return "name"
        if _both_have(_does, part):
            return "who does it"
    if against:
        return "contradicts"
    if statement.evidence in _OF_WORDS:
        return _OF_WORDS[statement.evidence]
    if statement.relation == "intersects" or statement.kind == "only":
        return _OF_TARGET.get(label, "reworded" if label in ("equals", "restates") else "replaced")
    return _OF_TARGET.get(statement.relation, "reworded")


def _of_one_side(part: _Part, against: bool, label: str) -> ChangeKind:
    """Return what kind of change it is of words that one side alone has."""
    if against:
        return "contradicts"
    if part.statement.kind == "link" or label in ("equals", "restates"):
        return "reworded"
    return "dropped" if part.words[0] else "added"


# What the second of two words is to the first, by how they are related.
_OF_WORDS: dict[str, ChangeKind] = {
    **{"hyponym-of": "more general", "rare hyponym-of": "more general"},
    **{"hypernym-of": "more specific", "rare hypernym-of": "more specific"},
}
# What the target is to the source, by what the source is to the target.
_OF_TARGET: dict[str, ChangeKind] = {"specifies": "more general", "generalizes": "more specific"}


def _modals(read: Analysis) -> set[int]:
    return {t for each in read.clauses if each.modality for t in each.modality.tokens}


def _conditions(read: Analysis) -> set[int]:
    return {t for op in read.scopes if op.kind == CONDITION for t in (op.token, *op.words)}


def _supposed(read: Analysis) -> set[int]:
    return {t for op in read.scopes if op.kind == CONDITION for t in op.reach}


def _limits(read: Analysis) -> set[int]:
    """Return the words that say until when something is to be done: "within ten days"."""
    found = {
        t
        for q in read.quantities.values()
        if q.role in LIMITS and q.opener and q.dimension in (*TIMES, *DURATIONS)
        for t in (q.token, *q.tokens, *q.opener)
    }
    roles, syntax = read.lang.quantity_roles, read.syntax
    for i, head in enumerate(syntax.heads):
        timed = read.sentence.entities[i] in read.lang.time_entities
        if timed and head >= 0 and roles.get(syntax.words[head]) in LIMITS:
            found.add(i)
    past = {t for c in read.clauses if c.tense == "past" for t in (c.predicate, c.verb)}
    return {t for t in found if syntax.clause(t) not in past}


def _text(
    kind: ChangeKind,
    statement: Statement,
    source: tuple[TextPlace, ...],
    target: tuple[TextPlace, ...],
) -> str:
    """Return a change in plain English."""
    one, other = (" … ".join(each.text for each in some) for some in (source, target))
    if not (one or other) or (statement.evidence == "roles" and not (one and other)):
        return statement.text
    if one and other:
        change = f'"{one}" becomes "{other}"'
    elif kind == "reworded":
        change = f'without "{one}"' if one else f'with "{other}"'
    else:
        change = f'dropped: "{one}"' if one else f'added: "{other}"'
    return change if kind in ("added", "dropped") else f"{kind}: {change}"


class _Joined:
    """Where the characters of sentences that were joined by blanks stand in their text."""

    def __init__(self, some: Sequence[TextSentence]) -> None:
        self._sentences = some
        # The sentence of each of the joined characters, and what it stands for there, from and to.
        self._at: list[tuple[int, int, int]] = []
        for k, sentence in enumerate(some):
            if k:
                self._at.append((k, sentence.place.start_char, sentence.place.start_char))
            self._at += [(k, start, end) for _, start, end in sentence.characters()]

    def places(self, words: Sequence[int], side: Span) -> tuple[TextPlace, ...]:
        """Return the places of words of a side, those that follow each other as one."""
        found: list[list[int]] = []
        last = None
        for i in words:
            low = side[i].idx - side.start_char
            high = low + len(side[i]) - 1
            if not 0 <= low <= high < len(self._at):
                continue
            (k, start, _), (*_, end) = self._at[low], self._at[high]
            if last is not None and i == last + 1 and found[-1][0] == k:
                found[-1][2] = end
            else:
                found.append([k, start, end])
            last = i
        parts = (widened(self._sentences[k].place, start, end) for k, start, end in found)
        return tuple(dict.fromkeys(parts))


# -- Expressions without synonyms ------------------------------------------------------------------


class Verbatim(NamedTuple):
    """An expression without synonyms: where it stands, its kind, and what is compared of it."""

    place: TextPlace
    kind: str
    form: str


def verbatim(place: TextPlace) -> Iterator[Verbatim]:
    """Yield the expressions without synonyms in a place, in order."""
    for found in _VERBATIM.finditer(place.text):
        start, end = (place.start_char + at for at in found.span())
        form = found["box"].lower() if found["box"] else found[0].replace("\ufe0f", "")
        kind = "code" if found["code"] else found.lastgroup or ""
        yield Verbatim(place.part(start, end), kind, _ALIKE.get(form, form))


def _with_exchanged(found: list[Change], *sides: Sequence[TextSentence]) -> list[Change]:
    """Return changes, and those of expressions without synonyms, which have their words."""
    alone = [*_alone(*sides)]
    for kind in ("code", "link", "box", "sign"):
        own = [[v.place for v in side if v.kind == kind] for side in alone]
        for one, other in zip(*own, strict=False):
            found = [each for each in found if not _lies_in(each, (one, other))]
            text = f'replaced: "{one.text}" becomes "{other.text}"'
            found.append(Change("replaced", text, (one,), (other,)))
    return found


def _alone(*sides: Sequence[TextSentence]) -> Iterator[list[Verbatim]]:
    """Yield the expressions that one of two sides has more often than the other, the last ones."""
    every = [[v for each in side for v in verbatim(each.place)] for side in sides]
    counts = [Counter((v.kind, v.form) for v in some) for some in every]
    for some, more in zip(every, (counts[0] - counts[1], counts[1] - counts[0]), strict=True):
        own: list[Verbatim] = []
        for v in reversed(some):
            more[v.kind, v.form] -= 1
            own += [v] * (more[v.kind, v.form] >= 0)
        yield own[::-1]


def _lies_in(change: Change, whole: tuple[TextPlace, TextPlace]) -> bool:
    """Return whether a change is only of words in a place of each side."""
    sides = zip((change.source, change.target), whole, strict=True)
    inside = [_in(each, place) for places, place in sides for each in places]
    return bool(inside) and all(inside)


def _in(one: TextPlace, other: TextPlace) -> bool:
    return other.start_char <= one.start_char and one.end_char <= other.end_char


def widened(sentence: TextPlace, start: int, end: int) -> TextPlace:
    """Return a part of a sentence with the whole of the code or link that it cuts, but no bars."""
    for each in verbatim(sentence):
        place = each.place
        if each.kind != "sign" and start < place.end_char and place.start_char < end:
            start, end = min(start, place.start_char), max(end, place.end_char)
    text = sentence.part(start, end).text
    bare = text.strip("| ") or text
    start += text.index(bare)
    return sentence.part(start, start + len(bare))
