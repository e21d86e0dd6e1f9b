"""Unions: one side with a few edits that insert what the other side adds.

People who unite two sentences keep 97 % of one of them and make one or two edits (Hirsch et al.
2023). So either side may be the frame. Every edit gets the probability that a person would make it,
and the most probable edits that are compatible are applied. Content that is still missing may be
added as a clause of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

from ...analysis.sentence import Sentence, sentences
from ...pairs.results import Origin, read_relation
from ..checks.ranking import Attempt, says_roots, too_general, union_fidelity
from ..draft import Draft, draft_of, is_well_formed
from ..graph import PairGraph
from ..realisation import restore_agreement
from .coordination import coordinate_clauses, is_anaphoric, is_headline
from .edit_judge import EditJudge
from .frame_edits import Candidate, apply, candidates
from .places import PlaceJudge

# What an edit must be worth to be made, and how many are made at most.
LEAST_LIKELY, MOST_EDITS = 0.4, 3
# What it costs a frame that it points to what is not there, or is a headline, in content words.
_POINTS = 1.5
# What a doubtful edit costs, in content words.
_DOUBT = 1.5
# How much more a side must say with a second clause behind it for that to be worth while.
_CLAUSE = 0.12
# Share of the content of the other side that a side may lack to stand alone.
_MOST_LACKING = 2 / 3
# Where a frame lacks so many content words at most, there is no better one.
_NEXT_TO_NOTHING = 0.5
# A union that says less than this of what it could gets a second clause.
_COMPLETE = 0.85
# How probably a side alone must entail the other to stand for both where the other hardly entails
# it, where that is, and how probably to stand for both where both could be merged; what is merged
# surely lacks something of a side that it entails less probably than UNSAID.
ENTAILS, UNLIKELY, SURELY, UNSAID = 0.5, 0.3, 0.8, 0.1
# Share of what both sides say that one alone must have to contain the other.
_CONTAINED = 0.8


class Union(NamedTuple):
    """A frame with its edits applied.

    Attributes:
        base: The side that is the frame.
        draft: The resulting draft.
        chance: Probability that all edits are right.
        value: Its value in comparison with other unions, in content words.
    """

    base: Sentence
    draft: Draft
    chance: float
    value: float


def unions(graph: PairGraph, judge: EditJudge, without: Collection[int] = ()) -> list[Attempt]:
    """Return unions that express all content once, best first.

    Args:
        graph: The pair.
        judge: Scores places and edits.
        without: Heads of units that must not be inserted.
    """
    best = _best(graph, judge, without)
    proposals = list(_proposals(graph, best, without))
    proposals[:0] = _standing_for_both(graph, best, proposals)
    texts = zip(graph.written, graph.sides, strict=True)
    _, longer = min(texts, key=lambda pair: (-len(pair[0]), pair[0]))
    if _may_stand_alone(graph, longer):
        proposals.append(_proposal(graph, draft_of(graph, longer), "longer", 1.0))
    return proposals


def side_entails(graph: PairGraph, side: Sentence) -> float | None:
    """Return the probability that a side entails the other, None if it is unknown."""
    relation = read_relation(graph.doc)
    if relation is None or relation.abstains:
        return None
    source, _ = sentences(graph.doc)
    return relation.chances[side.start != source.start]


def _standing_for_both(
    graph: PairGraph, union: Union, proposals: list[Attempt]
) -> Iterator[Attempt]:
    """Yield the side that says more than a union does, or all that it says, if there is one."""
    if not proposals:
        return
    side, least = graph.other(union.base), ENTAILS
    if proposals[0].draft.attached:
        # Nothing needs to be merged if one side surely says it all.
        side = max(graph.sides, key=lambda side: (side_entails(graph, side) or 0, side.texts))
        least = SURELY
    elif (side_entails(graph, union.base) or 0) >= UNLIKELY:
        return
    if (side_entails(graph, side) or 0) >= least and not asks(side):
        draft = draft_of(graph, side)
        if least < SURELY or _says_names(graph, draft):
            yield _proposal(graph, draft, "contained", 1.0)


def _says_names(graph: PairGraph, draft: Draft) -> bool:
    """Return whether a draft says every name, date and number of both sides."""
    return not any(graph.entities[t] or graph.is_name(t) for t in lost_words(graph, draft))


def _may_stand_alone(graph: PairGraph, base: Sentence) -> bool:
    """Return whether a side is a statement that has a good part of what the other one says."""
    other = graph.other(base)
    content = sum(graph.is_content(t) for t in range(other.start, other.end))
    return not asks(base) and len(graph.new_words(other)) <= _MOST_LACKING * content


def _best(graph: PairGraph, judge: EditJudge, without: Collection[int]) -> Union:
    """Return the better of both frames."""
    # The other is not tried where one lacks next to nothing, or is worth all that it could be.
    starts = {side.start: _start(graph, side) for side in graph.sides}
    first, other = sorted(graph.sides, key=lambda side: (-starts[side.start], side.texts))
    best = _united(graph, judge, first, starts[first.start], without)
    if best.value >= min(-_NEXT_TO_NOTHING, _most(graph, other)):
        return best
    second = _united(graph, judge, other, starts[other.start], without)
    return second if second.value > best.value else best


def _start(graph: PairGraph, base: Sentence) -> float:
    """Return what a side is worth as it stands: less for what it lacks and what it points to."""
    return -len(graph.new_words(graph.other(base))) - _pointing(graph, base)


def _pointing(graph: PairGraph, base: Sentence) -> float:
    """Return what it costs a side that it points to what is not there, is a headline or asks."""
    return _POINTS * (is_anaphoric(graph, base) + is_headline(graph, base) + 2 * asks(base))


def _most(graph: PairGraph, base: Sentence) -> float:
    """Return what a side is worth at most: all that is unsaid put in, every pronoun replaced."""
    pronouns = sum(graph.is_pronoun(t) for t in range(base.start, base.end))
    return _POINTS * pronouns - _pointing(graph, base)


def asks(side: Sentence) -> bool:
    """Return whether a side ends with a question mark."""
    return "?" in side.texts[-2:]


def _united(
    graph: PairGraph, judge: EditJudge, base: Sentence, value: float, without: Collection[int]
) -> Union:
    """Return a frame, worth something as it stands, with all edits that are worth while."""
    unsaid = set(graph.new_words(graph.other(base)))
    draft, chance = draft_of(graph, base), 1.0
    taken: set[int] = set()
    gaps: set[int] = set()
    some = [c for c in _candidates(graph, base, judge) if c.edit.unit.root not in without]
    for candidate, likely in _by_worth(graph, base, judge, some, unsaid):
        edit = candidate.edit
        if len(draft.attached) >= MOST_EDITS:
            break
        if not taken.isdisjoint(edit.unit.tokens) or (edit.old < 0 and edit.gap in gaps):
            continue
        edited = apply(graph, base, draft, edit)
        if edited is None or not is_well_formed(graph, edited, base):
            continue
        draft, chance = edited, chance * likely
        taken.update(edit.unit.tokens)
        gaps.add(edit.gap)
        value += likely * len(unsaid.intersection(edit.unit.tokens)) - _DOUBT * (1 - likely)
        if edit.old >= 0 and graph.is_pronoun(edit.old):
            value += _POINTS
    return Union(base, draft, chance, value)


# The edits of frames of the pairs in use: a union that is misread is made anew with some of them.
_KNOWN: WeakKeyDictionary[PairGraph, dict[tuple[int, PlaceJudge], list[Candidate]]]
_KNOWN = WeakKeyDictionary()


def _candidates(graph: PairGraph, base: Sentence, judge: EditJudge) -> list[Candidate]:
    known, key = _KNOWN.setdefault(graph, {}), (base.start, judge.places)
    if key not in known:
        known[key] = candidates(graph, base, judge.places)
    return known[key]


def _by_worth(
    graph: PairGraph, base: Sentence, judge: EditJudge, some: list[Candidate], unsaid: set[int]
) -> list[tuple[Candidate, float]]:
    """Return the edits that are likely enough with their probabilities, the best first."""
    if not some:
        return []
    chances = judge.chances(graph, base, some).tolist()
    likely = [(c, p) for c, p in zip(some, chances, strict=True) if p >= LEAST_LIKELY]

    def worth(pair: tuple[Candidate, float]) -> float:
        candidate, chance = pair
        return -chance * (1 + 0.25 * len(unsaid.intersection(candidate.edit.unit.tokens)))

    return sorted(likely, key=worth)


def _proposals(graph: PairGraph, union: Union, without: Collection[int]) -> Iterator[Attempt]:
    """Yield a union, and before it the same with a second clause where much is left unsaid."""
    said = union_fidelity(graph, union.draft)
    draft = restore_agreement(graph, union.draft)
    if said < _COMPLETE:
        joined = _with_clause(graph, union, without)
        if joined is not None and union_fidelity(graph, joined[0]) >= said + _CLAUSE:
            yield _proposal(graph, joined[0], joined[1], union.chance)
    path = "merged"
    if not draft.attached:
        named = _says_names(graph, draft)
        contained = said >= _CONTAINED and says_roots(graph, draft) and named
        path = "contained" if contained else "longer"
    if path != "longer" or _may_stand_alone(graph, union.base):
        yield _proposal(graph, draft, path, union.chance)


def _with_clause(
    graph: PairGraph, union: Union, without: Collection[int]
) -> tuple[Draft, str] | None:
    """Return a union with what it leaves unsaid as a second clause; None if that cannot be."""
    if not set(graph.roots(graph.other(union.base))).isdisjoint(without):
        return None
    joined = coordinate_clauses(graph, union.draft, union.base)
    if joined is None or not is_well_formed(graph, joined[0], union.base):
        return None
    return restore_agreement(graph, joined[0]), joined[1]


def _proposal(graph: PairGraph, draft: Draft, path: str, chance: float) -> Attempt:
    said = union_fidelity(graph, draft)
    return Attempt(graph, draft, path, said * chance, said, repairable=bool(draft.attached))


def omitted(graph: PairGraph, draft: Draft) -> tuple[Origin, ...]:
    """Return the content words of both sides that a draft does not say, in order."""
    first, second = (side.start for side in graph.sides)
    return tuple(
        Origin(graph.texts[t], source=(t - first,))
        if t < second
        else Origin(graph.texts[t], target=(t - second,))
        for t in lost_words(graph, draft)
    )


def best_side(graph: PairGraph) -> tuple[Literal["source", "target"], tuple[Origin, ...]]:
    """Return which side says most of both, and the content words of the other that it lacks."""
    lacking = [omitted(graph, draft_of(graph, side)) for side in graph.sides]
    first = min((0, 1), key=lambda k: (len(lacking[k]), -len(graph.written[k]), graph.written[k]))
    return ("target" if first else "source"), lacking[first]


def lost_words(graph: PairGraph, draft: Draft) -> list[int]:
    """Return the content words of both sides that a draft does not say, in order."""
    meaning = graph.meanings
    said = {meaning[t] for t in draft.positions if t in meaning}
    also = (t for word in draft.words for t in word.also if t in meaning)
    said |= {meaning[t] for t in also if graph.relation[t] != "intersects"}
    lost = {t for t, kind in meaning.items() if kind not in said}
    return sorted(lost | {graph.linked[t] for t in too_general(graph, draft)})
