"""Union: one sentence whole, and what only the other one says attached to it.

Krahmer, Marsi and van Pelt 2008, section 2; where a subtree may go is a matter of `places`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spacy.tokens import Span

from .coordinate import join_clauses, join_predicates, report
from .draft import Draft, draft_of
from .graph import PairGraph
from .places import Piece, place


@dataclass(frozen=True)
class Candidate:
    """A draft with how it came about.

    Attributes:
        draft: The draft.
        path: A key of `reasons.PATHS`.
    """

    draft: Draft
    path: str


def unions(graph: PairGraph) -> Iterator[Candidate]:
    """Yield the ways to say everything once, either side as the frame."""
    for base in (graph.source, graph.target):
        yield from _unions_on(graph, base)


def _unions_on(graph: PairGraph, base: Span) -> Iterator[Candidate]:
    other = graph.other(base)
    draft = draft_of(graph, base)
    for piece in pieces(graph, other):
        placed = place(graph, draft, piece)
        if placed is not None:
            draft = placed
    roots = graph.roots(other)
    linked = [root for root in roots if root in graph.twin]
    path = "merged" if draft.attached or linked else ""
    if len(roots) == 1:
        reported = report(graph, draft, base, roots[0])
        if reported is not None:
            draft, path = reported, "merged"
    if path:
        yield Candidate(draft, path)
    plain = draft_of(graph, base)
    predicates = join_predicates(graph, plain, base)
    if predicates is not None:
        yield Candidate(predicates, "predicates")
    clauses = join_clauses(graph, plain, base)
    if clauses is not None:
        yield Candidate(clauses, "clauses")


def pieces(graph: PairGraph, other: Span) -> Iterator[Piece]:
    """Yield the largest subtrees of a side that say something new under an aligned head, in order."""
    for root in graph.roots(other):
        yield from _pieces_under(graph, root)


def _pieces_under(graph: PairGraph, node: int) -> Iterator[Piece]:
    for child in graph.children[node]:
        subtree = graph.subtree(child)
        content = [t for t in subtree if graph.is_content(t)]
        new = [t for t in content if not graph.is_said(t)]
        if not new:
            continue
        whole = child not in graph.twin and node in graph.twin
        if whole and len(new) >= 2 * (len(content) - len(new)):
            yield Piece(child, graph.twin[node], tuple(subtree))
        else:
            yield from _pieces_under(graph, child)
