"""Union: one sentence whole, and what only the other one says attached to it.

Krahmer, Marsi and van Pelt 2008, section 2; where a subtree may go is a matter of `places`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from spacy.tokens import Span

from .agreement import finish
from .checks import is_whole
from .coordinate import join_clauses, join_predicates, report
from .draft import Draft, draft_of
from .graph import PairGraph
from .pieces import pieces
from .places import place
from .wording import name_subjects, specific_words

# Second choices give way to first ones that say nearly as much.
_OTHER_FRAME = 0.1
_PREDICATES = 0.05
_CLAUSES = 0.1


class Candidate(NamedTuple):
    """A draft and how it came about.

    Attributes:
        draft: The draft.
        path: A key of `fusions.PATHS`.
        base: The side that is the frame.
        cost: What is to be taken off its fidelity, for a path that is second choice.
    """

    draft: Draft
    path: str
    base: Span
    cost: float = 0.0


def unions(graph: PairGraph) -> Iterator[Candidate]:
    """Yield the ways to say everything once: one side as the frame, or both coordinated."""
    longer, shorter = sorted((graph.source, graph.target), key=lambda side: -len(side.text))
    for base, cost in ((longer, 0.0), (shorter, _OTHER_FRAME)):
        merged = merge(graph, base)
        if merged is not None:
            yield merged._replace(cost=cost)
    plain = draft_of(graph, graph.source)
    for join, path, cost in (
        (join_predicates, "predicates", _PREDICATES),
        (join_clauses, "clauses", _CLAUSES),
    ):
        joined = join(graph, plain, graph.source)
        if joined is not None and is_whole(graph, joined):
            yield Candidate(finish(graph, joined), path, graph.source, cost)


def merge(
    graph: PairGraph, base: Span, early: Collection[int] = (), without: Collection[int] = ()
) -> Candidate | None:
    """Return a frame with what the other side adds to it, or None if they share nothing.

    Args:
        graph: The pair.
        base: The frame.
        early: Heads of subtrees to be put right behind the object.
        without: Heads of subtrees that are not to be attached.
    """
    other = graph.other(base)
    draft = specific_words(graph, name_subjects(graph, draft_of(graph, base)))
    roots = graph.roots(other)
    if len(roots) == 1 and roots[0] not in without:
        draft = report(graph, draft, base, roots[0]) or draft
    for piece in pieces(graph, other):
        if piece.root in without or not draft.positions.keys().isdisjoint(piece.tokens):
            continue
        placed = place(graph, draft, piece, piece.root in early)
        if placed is not None and is_whole(graph, placed):
            draft = placed
    shared = draft.attached or any(root in graph.twin for root in roots)
    if not shared or not is_whole(graph, draft):
        return None
    path = "merged" if draft.attached else "contained"
    return Candidate(finish(graph, draft), path, base)
