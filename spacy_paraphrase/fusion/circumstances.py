"""Who, when and where: whether what is said of one event may be said of the other.

Sentences of one form often tell of two events: two men are charged, two bombs explode. Names in one
place then differ, and clauses that are alike have times and places of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
    span = _is_span(graph, times[0])
    return any(_is_span(graph, node) == span for node in _own_times(graph, head))


def _is_span(graph: PairGraph, node: int) -> bool:
    """Return whether a phrase goes with a date: "since 1990", "after weeks of rain"."""
    lang = graph.lang
    if graph.words[node] in lang.time_order_prepositions:
        return any(graph.dependents(t, "prep") for t in graph.dependents(node, "pobj"))
    return graph.words[node] in lang.time_span_prepositions


def _own_times(graph: PairGraph, head: int) -> Iterator[int]:
    """Yield the highest words of the times that only its side has in the clause of a word."""
    for node in _clause(graph, head):
        same = node in graph.aligned and graph.relation[node] != "intersects"
        if _is_time_word(graph, node) and not same and node != head:
            while _is_time_word(graph, node) and (above := graph.head(node)) is not None:
                node = above
            yield node


def _clause(graph: PairGraph, head: int) -> Iterator[int]:
    """Yield the words of the clause of a word, other clauses in it left out."""
    clausal = graph.lang.clausal_labels
    top = head
    while graph.deps[top] not in clausal and (above := graph.head(top)) is not None:
        top = above
    stack = [top]
    while stack:
        node = stack.pop()
        yield node
        stack += [
            c
            for c in graph.children[node]
            if graph.deps[c] not in clausal
            or (graph.deps[c] == "conj" and graph.subject(c) is None)
        ]


def _is_time_word(graph: PairGraph, node: int) -> bool:
    return (
        graph.entities[node] in graph.lang.time_entities
        or graph.words[node] in graph.lang.time_adverbs
    )


def are_two_places(graph: PairGraph) -> bool:
    """Return whether aligned clauses name a place each that the other sentence does not have."""
    return any(
        node < other
        and graph.is_verbal(node)
        and _names_place(graph, node)
        and _names_place(graph, other)
        for node, other in graph.aligned.items()
    )


def _names_place(graph: PairGraph, verb: int) -> bool:
    """Return whether a clause says where by a name that the other side does not have."""
    return any(
        _is_own_name(graph, node, graph.lang.place_entities)
        and graph.deps[node] == "pobj"
        and not graph.is_said(node)
        for node in _clause(graph, verb)
    )


def are_two_people(graph: PairGraph) -> bool:
    """Return whether both sentences name a person in one place, each another one."""
    for token in range(graph.source.start, graph.source.end):
        head = graph.linked.get(graph.head(token) or token)
        if head is None or not _names_person(graph, token):
            continue
        others = [t for t in graph.dependents(head, graph.deps[token]) if _names_person(graph, t)]
        if any(_person(graph, token).isdisjoint(_person(graph, other)) for other in others):
            return True
    return False


def _names_person(graph: PairGraph, token: int) -> bool:
    """Return whether a token is the name of a person that the other side does not have."""
    return _is_own_name(graph, token, graph.lang.person_entities)


def _person(graph: PairGraph, token: int) -> set[str]:
    """Return the words of the name of a person."""
    persons = graph.lang.person_entities
    return {graph.lemmas[t] for t in graph.subtree(token) if graph.entities[t] in persons}


def _is_own_name(graph: PairGraph, token: int, types: Collection[str]) -> bool:
    """Return whether a token is a name of some types that the other side does not have."""
    linked = token in graph.linked and graph.relation[token] != "intersects"
    return graph.entities[token] in types and graph.pos[token] == "PROPN" and not linked
