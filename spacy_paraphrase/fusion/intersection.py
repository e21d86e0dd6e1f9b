"""Intersection: what both sentences say, in the words of the more general one.

Barzilay and McKeown 2005 as Krahmer, Marsi and van Pelt 2008, section 2, describe it: the aligned
nodes of a frame and what they cannot do without.
"""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Span

from .draft import Draft, draft_of
from .graph import COMPLEMENTS, OBJECTS, SUBJECTS, PairGraph

# Function words that go with their head.
_WITH_HEAD = frozenset(
    {"det", "aux", "auxpass", "prt", "case", "mark", "neg", "expl", "predet", "preconj"}
)
_NEEDED = SUBJECTS | OBJECTS | COMPLEMENTS | {"agent", "pcomp"}
_ENDS = frozenset(".!?")


def intersections(graph: PairGraph) -> Iterator[Draft]:
    """Yield what both sides say, either side as the frame; nothing if no predicate is shared."""
    for base in (graph.source, graph.target):
        tokens: list[int] = []
        for root in graph.roots(base):
            kept = _kept(graph, root) if _shared(graph, root) else None
            if kept is None:
                continue
            tokens += kept
            tokens += [t for t in graph.children[root] if graph[t].text in _ENDS]
        if tokens:
            yield draft_of(graph, base, sorted(set(tokens)))


def _shared(graph: PairGraph, root: int) -> bool:
    twin = graph.twin.get(root)
    return twin is not None and graph.head(twin) is None


def _kept(graph: PairGraph, node: int) -> list[int] | None:
    """Return what is kept of the subtree of a shared node; None if something it needs is not."""
    kept = [node]
    for child in graph.children[node]:
        label = graph[child].dep_
        if label in _WITH_HEAD:
            kept += graph.subtree(child) if not graph.is_content(child) else []
            continue
        below = _kept(graph, child) if _licensed(graph, child) else None
        if below is None:
            if label in _NEEDED:
                return None
            continue
        kept += below
    return _conjunctions(graph, node, kept)


def _licensed(graph: PairGraph, node: int) -> bool:
    """Tell whether a node is said by both; a preposition is if its object is."""
    if node in graph.twin:
        return True
    return graph[node].dep_ in ("prep", "agent") and any(
        child in graph.twin for child in graph.children[node]
    )


def _conjunctions(graph: PairGraph, node: int, kept: list[int]) -> list[int]:
    """Add the conjunction and the commas of a coordination that is kept."""
    conjuncts = [c for c in graph.dependents(node, "conj") if c in kept]
    if conjuncts:
        return kept + graph.dependents(node, "cc")
    return kept
