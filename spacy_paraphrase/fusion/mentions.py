"""What the second mention of a person can do without."""

from __future__ import annotations

from .graph import PairGraph
from .marks import unclosed


def known_names(graph: PairGraph, clause: int) -> set[int]:
    """Return the first names and titles of a clause that the other sentence has already.

    Example: behind a sentence about "Mark Felt", "Mark" in "and Mark Felt said so".

    Args:
        graph: The pair.
        clause: Head of a clause that is to stand behind the other sentence.
    """
    gone: set[int] = set()
    for surname in graph.subtree(clause):
        twin = graph.twin.get(surname)
        others = [t for t in graph.subtree(clause) if graph.lemma(t) == graph.lemma(surname)]
        if (
            twin is None
            or len(others) > 1
            or not _is_surname(graph, surname)
            or not _is_surname(graph, twin)
        ):
            continue
        known = {graph.lemma(c) for c in graph.dependents(twin, "compound")}
        for name in graph.dependents(surname, "compound"):
            if graph[name].pos_ == "PROPN" and graph.lemma(name) in known:
                gone.update(graph.subtree(name))
    return gone


def _is_surname(graph: PairGraph, noun: int) -> bool:
    """Tell whether a noun is the surname of a person; "Jr." and what stands in quotes are none."""
    token = graph[noun]
    quoted = bool(unclosed(graph[t].text for t in range(graph.side(noun).start, noun)))
    named = token.pos_ == "PROPN" and token.ent_type_ == "PERSON"
    return named and token.is_title and token.is_alpha and not quoted
