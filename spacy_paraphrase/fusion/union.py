"""Union: one sentence whole, and what only the other one says attached to it.

Krahmer, Marsi and van Pelt 2008, section 2; where a subtree may go is a matter of `places`.
"""

from __future__ import annotations

from collections.abc import Iterator
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
        path: A key of `result.PATHS`.
        cost: What is to be taken off its fidelity, for a path that is second choice.
    """

    draft: Draft
    path: str
    cost: float = 0.0


def unions(graph: PairGraph) -> Iterator[Candidate]:
    """Yield the ways to say everything once: one side as the frame, or both coordinated."""
    for candidate in _unions(graph):
        if is_whole(graph, candidate.draft):
            yield candidate._replace(draft=finish(graph, candidate.draft))


def _unions(graph: PairGraph) -> Iterator[Candidate]:
    longer, shorter = sorted((graph.source, graph.target), key=lambda side: -len(side.text))
    for base, cost in ((longer, 0.0), (shorter, _OTHER_FRAME)):
        plain = draft_of(graph, base)
        merged = _merged(graph, base, specific_words(graph, name_subjects(graph, plain)))
        if merged is not None:
            path = "merged" if merged.attached else "contained"
            yield Candidate(merged, path, cost)
    plain = draft_of(graph, graph.source)
    for join, path, cost in (
        (join_predicates, "predicates", _PREDICATES),
        (join_clauses, "clauses", _CLAUSES),
    ):
        joined = join(graph, plain, graph.source)
        if joined is not None:
            yield Candidate(joined, path, cost)


def _merged(graph: PairGraph, base: Span, draft: Draft) -> Draft | None:
    other = graph.other(base)
    for piece in pieces(graph, other):
        if piece.root in draft:
            continue
        placed = place(graph, draft, piece)
        if placed is not None and is_whole(graph, placed):
            draft = placed
    roots = graph.roots(other)
    reported = report(graph, draft, base, roots[0]) if len(roots) == 1 else None
    if reported is not None:
        return reported
    shared = any(root in graph.twin for root in roots)
    return draft if draft.attached or shared else None
