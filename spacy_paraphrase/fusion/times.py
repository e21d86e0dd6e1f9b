"""Times: whether a clause says already when something happens."""

from __future__ import annotations

from collections.abc import Iterator

from .graph import PairGraph
from .units import Unit


def is_time(graph: PairGraph, node: int) -> bool:
    """Return whether a phrase, or the object of its preposition, is a time."""
    return any(_is_time_word(graph, t) for t in (node, *graph.dependents(node, "pobj")))


def has_own_time(graph: PairGraph, unit: Unit, head: int) -> bool:
    """Return whether the clause of a word has a time of its own, as far as a unit is one too.

    Both may be the same one in other words, "Tuesday" and "July 27". A span ("since 1990") is
    another thing than a date.

    Args:
        graph: The pair.
        unit: What is to hang on the word.
        head: A word of the other side.
    """
    inner = [t for t in unit.tokens if graph.deps[t] in ("prep", "npadvmod")]
    # How long something takes is no time of it: "a debate of nine hours".
    inner = [t for t in inner if graph.words[t] not in graph.lang.genitive_prepositions]
    times = [t for t in (unit.root, *inner) if is_time(graph, t)]
    if not times:
        return False
    spans = graph.lang.time_span_prepositions
    span = graph.words[times[0]] in spans
    return any((graph.words[node] in spans) == span for node in _own_times(graph, head))


def _own_times(graph: PairGraph, head: int) -> Iterator[int]:
    """Yield the highest words of the times that only its side has in the clause of a word."""
    clausal = graph.lang.clausal_labels
    top = head
    while graph.deps[top] not in clausal and (above := graph.head(top)) is not None:
        top = above
    stack = [top]
    while stack:
        node = stack.pop()
        stack += [
            c
            for c in graph.children[node]
            if graph.deps[c] not in clausal
            or (graph.deps[c] == "conj" and graph.subject(c) is None)
        ]
        same = node in graph.aligned and graph.relation[node] != "intersects"
        if _is_time_word(graph, node) and not same and node != head:
            while _is_time_word(graph, node) and (above := graph.head(node)) is not None:
                node = above
            yield node


def _is_time_word(graph: PairGraph, node: int) -> bool:
    return (
        graph.entities[node] in graph.lang.time_entities
        or graph.words[node] in graph.lang.time_adverbs
    )
