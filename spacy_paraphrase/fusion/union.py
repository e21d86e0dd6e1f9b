"""Union: one sentence whole, and what only the other one says attached to it.

Krahmer, Marsi and van Pelt 2008, section 2; where a subtree may go is a matter of `places`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from spacy.tokens import Span

from .agreement import finish
from .checks import Flaw, flaws, is_whole
from .coordinate import report
from .draft import Draft, draft_of
from .graph import PairGraph
from .identity import are_two_subjects
from .join import join, points_back
from .pieces import pieces
from .places import place
from .two_verbs import join_verbs, two_verbs
from .wording import name_subjects, reworded, specific_words

# The longer side as the frame is first choice, if the others do not say this much more.
_COORDINATED = 0.05
_OTHER_FRAME = 0.1
# What it costs that the verb of the other sentence is not said.
_UNSTATED = 0.05


class Candidate(NamedTuple):
    """A draft and how it came about.

    Attributes:
        draft: The draft.
        path: A key of `fusions.PATHS`.
        cost: What is to be taken off its fidelity, for a path that is second choice.
    """

    draft: Draft
    path: str
    cost: float = 0.0


def unions(
    graph: PairGraph, early: Collection[int] = (), without: Collection[int] = ()
) -> Iterator[Candidate]:
    """Yield the ways to say everything once: the longer side with what the other one adds to it.

    What cannot be attached to it is coordinated with it.

    Args:
        graph: The pair.
        early: Heads of subtrees to be put right behind the object.
        without: Heads of subtrees that are not to be attached.
    """
    both = _both_verbs(graph, early, without)
    if both is not None:
        yield both
        return
    shorter, base = sorted(
        (graph.source, graph.target),
        key=lambda s: (len(graph.texts[s.start]), graph.texts[s.start]),
    )
    frame = draft_of(graph, base)
    allowed = flaws(graph, frame)
    draft = merge(graph, base, frame, allowed, early, without)
    if _is_united(graph, base, draft) and is_whole(graph, draft, allowed):
        yield _candidate(graph, base, draft)
    root, whole = graph.roots(shorter)[:1], False
    plain = draft_of(graph, shorter)
    odd = flaws(graph, plain)
    other = merge(graph, shorter, plain, odd, early, without)
    if _is_united(graph, shorter, other) and is_whole(graph, other, odd):
        candidate = _candidate(graph, shorter, other)
        yield candidate._replace(cost=candidate.cost + _OTHER_FRAME)
    if set(root) & set(without):
        return
    if points_back(graph, base) and not points_back(graph, shorter):
        base, whole = shorter, True
        frame, draft, allowed = plain, other, odd
    whole = whole or bool(set(root) & set(early))
    joined = join(graph, draft, base, whole) or join(graph, frame, base, whole)
    if joined is not None and is_whole(graph, joined[0], allowed):
        yield Candidate(finish(graph, joined[0]), joined[1], _COORDINATED)


def _both_verbs(
    graph: PairGraph, early: Collection[int], without: Collection[int]
) -> Candidate | None:
    """Return one side with the verb of the other one too, if they differ in nothing else."""
    verbs = two_verbs(graph)
    if verbs is None or not set(verbs).isdisjoint(without):
        return None
    side = graph.side(verbs[0])
    frame = draft_of(graph, side)
    allowed = flaws(graph, frame)
    draft = join_verbs(graph, merge(graph, side, frame, allowed, early, without), *verbs)
    return (
        Candidate(finish(graph, draft), "predicates") if is_whole(graph, draft, allowed) else None
    )


def _candidate(graph: PairGraph, base: Span, draft: Draft) -> Candidate:
    stated = all(root in graph.twin or root in draft for root in graph.roots(graph.other(base)))
    path = "merged" if draft.attached else "contained"
    return Candidate(finish(graph, draft), path, 0.0 if stated else _UNSTATED)


def _is_united(graph: PairGraph, base: Span, draft: Draft) -> bool:
    """Tell whether a frame has what the other side states, or something of it.

    One of several sentences that the frame does not have is one too many.
    """
    roots = graph.roots(graph.other(base))
    shared = all(root in graph.twin for root in roots)
    if _lacks(graph, draft, graph.other(base)):
        return False
    if any(are_two_subjects(graph, root) for root in roots if root in graph.twin):
        return False
    return shared or (len(roots) == 1 and bool(draft.attached))


def _lacks(graph: PairGraph, draft: Draft, side: Span) -> bool:
    """Tell whether a draft says one of several things that a side has side by side, and no other.

    Example: that somebody was "injured" of "injured and taken to hospital".
    """
    taken = draft.positions.keys() | reworded(graph, draft)
    for token in side:
        t, head = token.i, graph.head(token.i)
        if token.dep_ != "conj" or head is None or graph.twin.get(head, -1) not in draft:
            continue
        if graph.is_content(t) and not graph.is_said(t) and t not in taken:
            news, said = graph.news(t)
            if len(news) > len(said):  # else it may be said in other words
                return True
    return False


def merge(
    graph: PairGraph,
    base: Span,
    frame: Draft,
    allowed: frozenset[Flaw],
    early: Collection[int] = (),
    without: Collection[int] = (),
) -> Draft:
    """Return a frame with what can be attached to it of the other side; see `unions`."""
    other = graph.other(base)
    draft = specific_words(graph, name_subjects(graph, frame))
    roots = graph.roots(other)
    for piece in pieces(graph, other):
        taken = draft.positions.keys() | reworded(graph, draft)
        if piece.root in without or not taken.isdisjoint(piece.tokens):
            continue
        placed = place(graph, draft, piece, piece.root in early)
        if placed is not None and is_whole(graph, placed, allowed):
            draft = placed
    if len(roots) == 1 and roots[0] not in without:
        draft = report(graph, draft, base, roots[0]) or draft
    return draft
