"""Contradictions that only a fusion has to fear: different fillers of one slot.

A relation classifier finds most contradictions by the links. What it leaves unlinked can contradict
too: two names in one role, two numbers with one noun, opposites. Whether "in Lyon" and "in France"
do nobody can tell from the words, so a fusion keeps its hands off.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..lexicon.numbers import read_word
from ..lexicon.relations import relation
from ..sentence import Sentence
from .graph import PairGraph, operators


def clash(graph: PairGraph) -> str:
    """Return why two sides cannot both be true, as far as unlinked words tell; "" if they may."""
    for node, aligned in sorted(graph.aligned.items()):
        if node >= graph.source.end:
            continue
        if graph.is_verbal(node):
            if _is_denied(graph, node) != _is_denied(graph, aligned):
                return "negation"
            if _change_places(graph, node, aligned):
                return "roles"
        for one, other in _fillers(graph, node, aligned):
            reason = _differ(graph, one, other)
            if reason:
                return reason
    if _opposite_predicates(graph):
        return "antonym"
    return "number" if _other_count(graph) else ""


def _other_count(graph: PairGraph) -> bool:
    """Return whether both sides count what they are about, as headlines do, and count differently.

    Example: "6 killed in Kabul bombing", "Five dead in bomb attack in Kabul".
    """
    counts = [_count(graph, side) for side in graph.sides]
    if None in counts or counts[0] == counts[1]:
        return False
    shared = [t.i for t in graph.source if graph.is_content(t.i) and t.i in graph.linked]
    least = min(len(lemmas) for lemmas in graph.content_lemmas.values())
    return 2 * len(shared) >= least - 1


def _count(graph: PairGraph, side: Sentence) -> Fraction | None:
    """Return the number that a side begins with, if it is or counts what the root is about."""
    first = side[0]
    reading = read_word(first.lower_, graph.lang)
    if first.pos_ != "NUM" or first.i in graph.linked or reading is None:
        return None
    head = graph.head(first.i)
    about = (
        head is None or graph.head(head) is None or graph.deps[head] in graph.lang.subject_labels
    )
    counted = [t for t in (first.i, head) if t is not None and t in graph.linked]
    return reading.value if reading.kind == "number" and about and not counted else None


def _opposite_predicates(graph: PairGraph) -> bool:
    """Return whether both sides say opposite things of one subject, in whatever construction."""
    for root in graph.roots(graph.source):
        for other in graph.roots(graph.target):
            subjects = graph.subject(root), graph.subject(other)
            shared = None not in subjects and graph.linked.get(subjects[0] or 0) == subjects[1]
            if shared and _are_opposites(graph, _predicate(graph, root), _predicate(graph, other)):
                return True
    return False


def _predicate(graph: PairGraph, root: int) -> int:
    """Return the word that says something of the subject: the adjective after a copula."""
    return next(iter(graph.dependents(root, "acomp")), root)


def _is_denied(graph: PairGraph, verb: int) -> bool:
    """Return whether a verb is negated, itself or by its subject ("nobody came")."""
    subject = graph.subject(verb)
    denied = "not" in operators(graph, verb)
    if subject is not None:
        silent = graph.words[subject] in graph.lang.negations or "not" in operators(graph, subject)
        denied = denied != silent
    return denied


def _change_places(graph: PairGraph, verb: int, aligned: int) -> bool:
    """Return whether two arguments have changed places."""
    subjects = graph.subject(verb), graph.subject(aligned)
    if None in subjects or graph.linked.get(subjects[0] or 0) == subjects[1]:
        return False
    objects = [
        {c for c in graph.children[v] if graph.deps[c] in graph.lang.object_labels | {"dative"}}
        for v in (verb, aligned)
    ]
    crossed = graph.linked.get(subjects[0] or 0) in objects[1]
    same_voice = graph.deps[subjects[0] or 0] == graph.deps[subjects[1] or 0]
    return same_voice and crossed and graph.linked.get(subjects[1] or 0) in objects[0]


def _fillers(graph: PairGraph, node: int, aligned: int) -> Iterator[tuple[int, int]]:
    """Yield the unlinked words that fill the same slot of two linked words."""
    slots: dict[tuple[str, ...], int] = {
        slot: filler for slot, filler in _slots(graph, node) if filler not in graph.linked
    }
    for slot, filler in _slots(graph, aligned):
        if filler not in graph.linked and slot in slots:
            yield slots[slot], filler


def _slots(graph: PairGraph, node: int) -> Iterator[tuple[tuple[str, ...], int]]:
    for child in graph.children[node]:
        label = graph.deps[child]
        if label in graph.lang.adposition_labels:
            for below in graph.dependents(child, "pobj"):
                yield (label, graph.words[child]), below
        elif label in graph.lang.comparable_labels or (
            label == "compound" and graph.pos[node] == "NOUN"
        ):
            yield (label,), child


def _differ(graph: PairGraph, one: int, other: int) -> str:
    a, b = graph[one], graph[other]
    if graph.lang.time_entities & {a.ent_type_, b.ent_type_} and a.pos_ != "NUM":
        return ""
    if a.pos_ == b.pos_ == "NUM":
        return "number"
    if a.pos_ == b.pos_ == "PROPN" and not _share(graph, one, other):
        return "name"
    return "antonym" if _are_opposites(graph, one, other) else ""


def _share(graph: PairGraph, one: int, other: int) -> bool:
    """Return whether two names have a word in common, or one may be short for the other."""
    words = [
        {graph.lemmas[t] for t in graph.subtree(n) if graph.is_content(t)} for n in (one, other)
    ]
    short, long = sorted((graph.texts[one], graph.texts[other]), key=len)
    return not words[0].isdisjoint(words[1]) or (short.isupper() and short[0] == long[0])


def _are_opposites(graph: PairGraph, one: int, other: int) -> bool:
    index = graph.lexicon
    if index is None:
        return False
    a, b = graph[one], graph[other]
    lemmas = relation(index, a.lemma_, a.pos_, b.lemma_, b.pos_)
    return "antonym" in (lemmas, relation(index, a.lower_, "", b.lower_, ""))
