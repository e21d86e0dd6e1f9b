"""Two things that one does to one: "The minister met and criticised the workers"."""

from __future__ import annotations

from .coordinate import AND
from .draft import Draft, words_of
from .graph import AUXILIARIES, COMPLEMENTS, PARTICLES, PairGraph
from .shared import is_alike
from .truth import markers


def two_verbs(graph: PairGraph) -> tuple[int, int] | None:
    """Return the verbs of both sides, the shorter one first, if they differ in nothing else.

    Both have the same form and the same arguments, and none has a circumstance of its own, which
    would seem to be said of both.
    """
    roots = [graph.roots(side) for side in (graph.source, graph.target)]
    if any(len(found) != 1 for found in roots):
        return None
    verb, second = sorted((root[0] for root in roots), key=lambda t: (len(graph[t]), graph[t].text))
    if not _are_two(graph, verb, second) or graph[verb].tag_ != graph[second].tag_:
        return None
    if graph.subject(verb) is None or markers(graph, verb) or markers(graph, second):
        return None
    both_ways = ((verb, second), (second, verb))
    return (verb, second) if all(_has_all(graph, *pair) for pair in both_ways) else None


def join_verbs(graph: PairGraph, draft: Draft, verb: int, second: int) -> Draft:
    """Join the verb of the other sentence to that of a draft; `two_verbs` tells which."""
    # What follows both is read as the object of the last one.
    behind = [c for c in draft.children(verb) if c > verb and not graph.is_mark(c)]
    heads = {second: verb} | dict.fromkeys(behind, second)
    words = (AND, *words_of(graph, [second]))
    return draft.insert(draft.positions[verb] + 1, words, heads, second)


def _are_two(graph: PairGraph, verb: int, second: int) -> bool:
    """Tell whether two words are verbs that are not aligned as saying the same."""
    if graph[verb].pos_ != "VERB" or graph[second].pos_ != "VERB":
        return False
    linked = graph.linked.get(verb, second) == second and graph.linked.get(second, verb) == verb
    alike = graph.lemma(verb) == graph.lemma(second) or verb in graph.restated
    return linked and not alike and graph.relation.get(verb, "intersects") == "intersects"


def _has_all(graph: PairGraph, verb: int, other: int) -> bool:
    """Tell whether a verb has every argument of another one."""
    for child in graph.children[other]:
        if graph.is_mark(child):
            continue
        twin = graph.twin.get(child)
        if twin not in graph.children[verb] or graph[child].dep_ in PARTICLES | COMPLEMENTS:
            return False
        if graph[child].dep_ != graph[twin].dep_:
            return False
        if graph[child].dep_ in AUXILIARIES and graph[child].lower_ != graph[twin].lower_:
            return False
        if graph.is_content(child) and not is_alike(graph, child):
            return False
    return True
