"""Whether linked words speak of one and the same thing or event, by what both sides say of it."""

from __future__ import annotations

from .graph import OBJECTS, SUBJECTS, PairGraph

NOMINAL = frozenset({"NOUN", "PROPN"})


def are_two_things(graph: PairGraph, noun: int) -> bool:
    """Tell whether both sentences say of linked nouns what kind they are, and say different things.

    Example: "the embassy attack" and "the resort attack".
    """
    kinds = []
    for node in (noun, graph.twin[noun]):
        named = [c for c in graph.dependents(node, "compound", "nmod") if c < node]
        of = [
            c
            for p in graph.dependents(node, "prep")
            if graph[p].lower_ == "of"
            for c in graph.dependents(p, "pobj")
        ]
        kinds.append((named, of))
    return any(
        own and other and not any(graph.linked.get(t) in other for t in own)
        for own, other in zip(*kinds, strict=True)
    )


def are_two_subjects(graph: PairGraph, verb: int) -> bool:
    """Tell whether linked verbs have different subjects and no object in common."""
    twin = graph.twin[verb]
    for node in graph.dependents(verb, *OBJECTS, "agent", "nsubjpass"):
        if node in graph.linked:
            return False
    if graph.lemma(verb) == "be":
        return not any(c in graph.linked for c in graph.dependents(verb, *SUBJECTS))
    subjects = [
        [c for c in graph.dependents(v, *SUBJECTS) if graph[c].pos_ in NOMINAL]
        for v in (verb, twin)
    ]
    if not all(subjects) or graph[subjects[0][0]].dep_ != graph[subjects[1][0]].dep_:
        return False
    phrase = set(graph.subtree(subjects[1][0]))
    return phrase.isdisjoint(graph.linked.get(t, -1) for t in graph.subtree(subjects[0][0]))


def are_two_events(graph: PairGraph, one: int, other: int) -> bool:
    """Tell whether two verbs have different things in one role, and so say different things."""
    for labels in (SUBJECTS, frozenset({"dobj", "obj"})):
        own = [c for c in graph.dependents(one, *labels) if graph[c].pos_ in NOMINAL]
        theirs = [c for c in graph.dependents(other, *labels) if graph[c].pos_ in NOMINAL]
        if not own or not theirs or graph[own[0]].dep_ != graph[theirs[0]].dep_:
            continue
        phrase = set(graph.subtree(theirs[0]))
        if phrase.isdisjoint(graph.linked.get(t, -1) for t in graph.subtree(own[0])):
            return True
    return False
