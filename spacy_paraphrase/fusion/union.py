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


class Candidate(NamedTuple):
    """A draft and how it came about.

    Attributes:
        draft: The draft.
        path: A key of `result.PATHS`.
    """

    draft: Draft
    path: str


def unions(graph: PairGraph) -> Iterator[Candidate]:
    """Yield the ways to say everything once, the longer side as the frame, then the other."""
    longer, shorter = sorted((graph.source, graph.target), key=lambda side: -len(side.text))
    for base in (longer, shorter):
        for candidate in _unions_on(graph, base):
            if is_whole(graph, candidate.draft):
                yield candidate


def _unions_on(graph: PairGraph, base: Span) -> Iterator[Candidate]:
    plain = draft_of(graph, base)
    worded = specific_words(graph, name_subjects(graph, plain))
    merged = _merged(graph, base, worded)
    if merged is not None:
        yield Candidate(finish(graph, merged), "merged")
    for join, path in ((join_predicates, "predicates"), (join_clauses, "clauses")):
        joined = join(graph, plain, base)
        if joined is not None:
            yield Candidate(finish(graph, joined), path)


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
