"""Predicates of two sides at other times: what has happened, goes on, is so, or is still to come.

Past, present and future are those of Reichenbach 1947, *Elements of symbolic logic*, section 51: a
perfect tells of what has happened, whatever the point from which it is looked at, so that "closed",
"has closed" and "had closed" agree. Whether what was going on has come to its end depends on the
kind of event (Vendler 1957, *Verbs and times*): who was walking walked, but who was building a
house may never have built one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..analysis.arguments import PATIENT, TIME, Argument
from ..analysis.clauses import Clause
from ..analysis.quantities import WEEKDAY
from ..analysis.reading import Analysis
from ..analysis.verb_forms import Modality, auxiliaries, form
from ..lexicon.index import LexicalIndex
from .lexical import SAME_MEANING, TokenPair
from .same_place import Arcs

# When something is so, and how: it has come to its end, goes on, or is only said to be so.
PAST, PRESENT, TO_COME, DUE = "past", "present", "to come", "due"
HAPPENED, GOING_ON, HOLDS = "happened", "going on", "holds"
# What does not say that it is so.
_UNREAL = ("reported", "supposed", "asked", "ordered", "intended")
# What ends a written sentence; a headline, which tells in the present what has happened, has none.
_ENDS = frozenset(".!?…。！？")


class _When(NamedTuple):
    """When a clause says that something is so, and how."""

    time: str
    aspect: str


def at_other_times(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield the source and target tokens that say that one thing is so at other times.

    Args:
        arcs: The places of both sides.
    """
    for (i, j), kind in arcs.compared.relations.items():
        one, other = arcs.clause(0, i), arcs.clause(1, j)
        if one is None or other is None or kind not in SAME_MEANING:
            continue
        when = _when(arcs.sides[0], one), _when(arcs.sides[1], other)
        if when[0] is None or when[1] is None:
            continue
        if _differ(arcs, (one, other), (when[0], when[1])):
            # What says so is the auxiliary, or its like, of what has not happened.
            words = [c.modality.tokens[-1] if c.modality else c.verb for c in (one, other)]
            happened = [each.aspect == HAPPENED for each in when if each is not None]
            yield i if happened[0] else words[0], j if happened[1] else words[1]


def _when(analysis: Analysis, clause: Clause) -> _When | None:
    """Return when something is so; None where that is not said."""
    kind = clause.modality.kind if clause.modality else ""
    if kind in ("future", "conditional") or clause.tense == "future":
        return _When(TO_COME, "")
    if clause.modality is not None:
        return _When(DUE, "") if _is_due(analysis, clause, clause.modality) else None
    if not clause.tense:
        return _When(PAST, HAPPENED) if clause.finite and "perfect" in clause.aspect else None
    if "progressive" in clause.aspect:
        perfect = "perfect" in clause.aspect
        return _When(PAST if clause.tense == "past" or perfect else PRESENT, GOING_ON)
    if clause.tense == "past" or "perfect" in clause.aspect:
        return _When(PAST, HAPPENED)
    return _When(PRESENT, HOLDS)


def _is_due(analysis: Analysis, clause: Clause, modality: Modality) -> bool:
    """Return whether something should be so, or is expected: it need not come to be so.

    Not so of what had to be, and of what must have been.
    """
    said = analysis.words[modality.tokens[-1]].lemma
    if modality.kind == "hearsay":
        return said in analysis.lang.intention_verbs and "perfect" not in clause.aspect
    if modality.kind != "necessary" or ("perfect" in clause.aspect and modality.strength == 1):
        return False
    return form(analysis.syntax, modality.tokens[0]) != "past"


def _differ(arcs: Arcs, pair: tuple[Clause, Clause], when: tuple[_When, _When]) -> bool:
    """Return whether it cannot be said that what is so at one time is so at the other."""
    times = {each.time for each in when}
    aspects = {each.aspect for each in when}
    if len(times) == len(aspects) == 1 or times == {TO_COME, DUE} or _read_alike(arcs, pair):
        return False
    if times & {TO_COME, DUE} and HAPPENED in aspects:
        return True
    if not all(map(_is_told, arcs.sides, pair)) or _have_one_date(arcs, pair):
        return False
    if TO_COME in times and any(map(_lasts_until, arcs.sides, pair)):
        return False
    if times == {PAST}:
        return all(_is_bounded(arcs, k, clause) for k, clause in enumerate(pair))
    if times == {PRESENT}:
        return any(
            each.aspect == HOLDS and any(_recurs(side, a) for a in clause.arguments)
            for each, clause, side in zip(when, pair, arcs.sides, strict=True)
        )
    return True


def _read_alike(arcs: Arcs, pair: tuple[Clause, Clause]) -> bool:
    """Return whether two verbs are of one form, however it is tagged: "read"; "he's got"."""
    forms, short = [], False
    for side, clause in zip(arcs.sides, pair, strict=True):
        helping = auxiliaries(side.syntax, clause.verb)
        short = short or any(side.words[t].clitic for t in helping)
        chain = dict.fromkeys((*helping, clause.verb, clause.predicate))
        forms.append([side.sentence.words[t] for t in chain])
    return forms[0] == forms[1] or (short and forms[0][-1] == forms[1][-1])


def _is_told(analysis: Analysis, clause: Clause) -> bool:
    """Return whether a clause of a written sentence says that it is so, in its own tense.

    Of what is reported, the tense is that of the report: "said that it was". That somebody says it
    is told in the present as well.
    """
    if analysis.words[clause.predicate].lemma in analysis.lang.reporting_verbs:
        return False
    written = any(text in _ENDS for text in analysis.sentence.texts[-2:])
    return written and clause.stance not in _UNREAL and clause.condition < 0


def _have_one_date(arcs: Arcs, pair: tuple[Clause, Clause]) -> bool:
    """Return whether both clauses have a time in common, which tells when it was or will be."""
    times = [
        [a.head for a in clause.arguments if a.role == TIME and not _recurs(side, a)]
        for side, clause in zip(arcs.sides, pair, strict=True)
    ]
    return any((i, j) in arcs.compared.relations for i in times[0] for j in times[1])


def _lasts_until(analysis: Analysis, clause: Clause) -> bool:
    """Return whether a clause tells of an end, until which it is so: "will be closed until May"."""
    return any(a.preposition in analysis.lang.limit_words for a in clause.arguments)


def _recurs(analysis: Analysis, argument: Argument) -> bool:
    """Return whether an argument tells that it is so again and again: "usually", "on Sundays"."""
    lang, words = analysis.lang, analysis.sentence.words
    often = lang.frequency_adverbs | lang.universal_determiners
    if any(words[t] in often for t in argument.tokens):
        return not argument.core
    date = analysis.dates.get(argument.head)
    if date is not None and date.dimension == WEEKDAY:
        return words[min(date.tokens)] not in lang.weekdays
    return argument.role == TIME and analysis.words[argument.head].plural


def _is_bounded(arcs: Arcs, k: int, clause: Clause) -> bool:
    """Return whether a predicate tells what has an end of its own: "repair the roof", "arrive".

    What has an object, or changes, has one, unless its verb is of an activity or a state.
    """
    verb, index, lang = arcs.sides[k].words[clause.predicate], arcs.index, arcs.lang
    if index is None or verb.category != "verb":
        return False
    if _is_of_kind(index, verb.lemma, lang.change_kinds):
        return True
    return clause.filler(PATIENT) >= 0 and not _is_of_kind(index, verb.lemma, lang.activity_kinds)


def _is_of_kind(index: LexicalIndex, lemma: str, kinds: tuple[str, ...]) -> bool:
    """Return whether the first sense of a verb is of one of some kinds."""
    above = {s for kind in kinds for s in index.synsets(kind, "VERB", 1)}
    return any(not above.isdisjoint(index.closure.row(s)) for s in index.synsets(lemma, "VERB", 1))
