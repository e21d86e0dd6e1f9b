"""What two aligned subtrees share: the nodes that both have, with what these cannot do without."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..lexicon.numerals import read_word
from .graph import (
    AUXILIARIES,
    CLAUSES,
    COMPLEMENTS,
    MEASURES,
    OBJECTS,
    PARTICLES,
    SUBJECTS,
    PairGraph,
)
from .truth import differs, is_marker, is_several, markers
from .wordlists import words

# Function words that go with their head.
_WITH_HEAD = AUXILIARIES | {"det", "prt", "case", "neg", "expl", "predet", "preconj", "mark"}
_NEEDED = SUBJECTS | OBJECTS | COMPLEMENTS | {"quantmod"}
_ROLES = {"nsubj": 0, "agent": 0, "nsubjpass": 1, "dobj": 1}
_UNIVERSAL = words("all every each no any most")
_NOMINAL = ("NOUN", "PROPN")
# Verbs that say little without a complement, whatever its dependency.
_INCOMPLETE = words(
    "be become seem remain appear lie stand consist depend rely refer belong result lead "
    "aim put account base associate link relate know classify locate range tend happen "
    "agree contribute estimate expect consider call name cause"
)
# Verbs whose object stands for little without where it is put.
_PLACING = words("put place lay set base station post")
_PLACES = words("on in at into under behind over onto near beside against")
# Prepositions whose phrase a verb without an object can lose.
_FREE = words("in on at after before during since despite by until because near")
# What two words must have in common at least to say the same, where no relation is known.
LEAST_SIMILAR = 0.5


@dataclass
class Selection:
    """What is kept of a clause.

    Attributes:
        root: The token that heads it.
        tokens: The tokens that are kept, without marks and conjunctions.
        moved: New heads of tokens whose own head is left out.
        coordinations: For the first conjunct of each coordination the others that are kept.
    """

    root: int
    tokens: set[int] = field(default_factory=set)
    moved: dict[int, int] = field(default_factory=dict)
    coordinations: dict[int, list[int]] = field(default_factory=dict)


def select(graph: PairGraph, root: int) -> Selection | None:
    """Return what both sides say of a clause; None if something it needs only one side says."""
    selection = Selection(root)
    return selection if _keep(graph, root, selection) else None


def _keep(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add what is shared of a subtree to a selection; nothing, and False, if it cannot stand."""
    if node in graph.twin and (differs(graph, node) or _other_particle(graph, node)):
        return False
    twin = graph.twin.get(node)
    if (
        twin is not None
        and _is_reversed(graph, twin)
        and not all(graph.is_shared(t) for t in graph.subtree(twin) if graph.is_content(t))
    ):
        return False
    if twin is not None and _is_alternative(graph, twin):
        return False
    own, dropped = Selection(node, {node}), False
    for child in graph.children[node]:
        label = graph[child].dep_
        if graph.is_mark(child) or label in ("conj", "cc"):
            continue
        if node == into.root and (label == "mark" or graph[child].tag_ == "WRB"):
            continue  # a clause that stands alone has none
        if label in _WITH_HEAD and not graph.is_content(child):
            own.tokens.update(graph.subtree(child))
        elif (label == "prep" or _is_shared_marker(graph, node, child)) and (
            not graph.children[child]
        ):
            own.tokens.add(child)  # the object of a preposition hangs elsewhere
        elif _keep_first(graph, node, child, own) or _is_counted(graph, node, child, own):
            pass
        elif _is_needed(graph, node, child) or _is_reversed(graph, node):
            return False
        else:
            dropped = dropped or label in ("prep", "advmod", "agent", "npadvmod")
    needy = graph.lemma(node) in _INCOMPLETE or graph[node].dep_ in CLAUSES
    if dropped and needy and not _is_complete(graph, node, own.tokens):
        return False
    if graph[node].dep_ == "npadvmod" and not set(graph.subtree(node)) <= own.tokens:
        return False
    if not set(graph.whole(node)).intersection(graph.subtree(node)) <= own.tokens:
        return False
    if not _keep_conjuncts(graph, node, own):
        return False
    into.tokens |= own.tokens
    into.moved |= own.moved
    into.coordinations |= own.coordinations
    return True


def _is_shared_marker(graph: PairGraph, node: int, child: int) -> bool:
    """Tell whether a word like "about" has its like on the other side, in whatever wording."""
    several = graph[child].lower_ == "few" and is_several(graph, child)
    return node in graph.twin and is_marker(graph, child) and not several


def _is_counted(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add "few" of "a few" if the other side has a number of three or more in its place."""
    if graph[child].lower_ != "few" or not is_several(graph, child) or node not in graph.twin:
        return False
    numbers = graph.dependents(graph.twin[node], "nummod")
    readings = [read_word(graph[n].lower_) for n in numbers]
    counted = any(r is not None and r.kind == "number" and r.value > 2 for r in readings)
    if counted:
        into.tokens.add(child)
    return counted


def _is_alternative(graph: PairGraph, node: int) -> bool:
    """Tell whether a node is joined by "or" to something that only its side has."""
    first = node
    while graph[first].dep_ == "conj" and graph.head(first) is not None:
        first = graph.head(first) or 0
    members = [first, *graph.chain(first)]
    joined = {graph[c].lower_ for n in members for c in graph.dependents(n, "cc")}
    return not joined <= {"and", "but"} and any(n not in graph.linked for n in members)


def _is_needed(graph: PairGraph, node: int, child: int) -> bool:
    """Tell whether a node cannot stand without a dependent."""
    label = graph[child].dep_
    counts = label == "nummod" and graph[node].ent_type_ in MEASURES
    counts = counts or (graph[child].lower_ == "few" and is_several(graph, child))
    return label in _NEEDED or counts or (is_bound(graph, node, child))


def _is_reversed(graph: PairGraph, node: int) -> bool:
    """Tell whether a node says more if something is left out: "not … well", "all red cars"."""
    if "not" in markers(graph, node):
        return True
    return any(graph[c].lower_ in _UNIVERSAL for c in graph.dependents(node, "det", "predet"))


def _keep_first(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add a dependent if it is shared, or else the first of its conjuncts that is."""
    for candidate in [child, *graph.chain(child)]:
        joined = [graph[c].lower_ for c in graph.dependents(child, "cc")]
        first = graph[child].pos_ in _NOMINAL and graph[child].dep_ != "appos"
        if candidate != child and not (joined == ["and"] and first):
            return False
        if is_licensed(graph, candidate, node) and _keep(graph, candidate, into):
            if candidate != child:
                into.moved[candidate] = node
            return True
    return False


def _keep_conjuncts(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add the shared conjuncts of a first conjunct; of alternatives all must be shared."""
    if graph[node].dep_ == "conj" and node not in into.moved and graph.head(node) in into.tokens:
        return True
    chain = graph.chain(node)
    kept = []
    for conjunct in chain:
        if conjunct in into.tokens or not is_licensed(graph, conjunct, node):
            continue
        if not _is_joined(graph, conjunct):
            continue
        if graph[node].pos_ == "VERB" and not _same_doer(graph, node, conjunct):
            continue
        own = Selection(conjunct)
        if _keep_alone(graph, conjunct, own):
            into.tokens |= own.tokens
            into.moved |= own.moved | {conjunct: node}
            into.coordinations |= own.coordinations
            kept.append(conjunct)
    joined = {graph[c].lower_ for n in (node, *chain) for c in graph.dependents(n, "cc")}
    if len(kept) < len(chain) and not joined <= {"and", "but"}:
        return False
    lost = [c for c in chain if c not in kept and graph.dependents(c, *OBJECTS)]
    if lost and graph[node].pos_ == "VERB" and not graph.dependents(node, *OBJECTS, "nsubjpass"):
        return False  # "shot and killed a man": the object belongs to both
    if kept:
        into.coordinations[node] = kept
    return True


def _is_joined(graph: PairGraph, conjunct: int) -> bool:
    """Tell whether a conjunction or a mark stands before a conjunct, as it does if it is one."""
    head = graph.head(conjunct)
    assert head is not None
    between = range(head + 1, conjunct)
    return any(graph.is_mark(t) or graph[t].dep_ == "cc" for t in between)


def _same_doer(graph: PairGraph, verb: int, conjunct: int) -> bool:
    """Tell whether a conjunct that shares the subject of a verb does so in the other sentence."""
    if graph.subject(conjunct) is not None:
        return True
    other: int | None = graph.twin[conjunct]
    while other is not None and graph.subject(other) is None and graph[other].dep_ == "conj":
        other = graph.head(other)
    subjects = graph.subject(verb), graph.subject(other) if other is not None else None
    partner = graph.linked.get(subjects[0] or 0)
    taken = partner is not None and graph.head(partner) in (graph.twin[conjunct], other)
    return taken if subjects[0] is not None else False


def _keep_alone(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add a conjunct without the conjuncts that hang on it."""
    chain = graph.children[node]
    graph.children[node] = [c for c in chain if graph[c].dep_ not in ("conj", "cc")]
    kept = _keep(graph, node, into)
    graph.children[node] = chain
    return kept


def is_licensed(graph: PairGraph, node: int, head: int) -> bool:
    """Tell whether both sides say a node, under the same head and in the same role."""
    if graph[node].tag_ in ("WDT", "WP", "WRB", "WP$"):
        return True
    twin = graph.twin.get(node)
    if twin is None or any(t not in graph.linked for t in graph.whole(node)):
        return False
    between = range(node + 1, graph[node].head.i)
    if graph[node].dep_ in ("compound", "nmod") and any(graph[t].text in ",;:(" for t in between):
        return False  # no part of a compound: a misreading
    path = _path(graph, graph.twin.get(head), twin)
    if path is None or not _same_role(graph, node, path):
        return False
    if graph[node].dep_ in ("prep", "agent"):
        return True
    if graph[node].tag_ == "NNS" and graph[twin].tag_ == "NN" and _counts(graph, node):
        return False  # "two women" and "a woman"
    return is_alike(graph, node)


def is_alike(graph: PairGraph, node: int) -> bool:
    """Tell whether a word and its twin have one meaning, or much of it."""
    same_meaning = graph.relation[node] not in ("", "intersects")
    return same_meaning or graph.similarity[node] >= LEAST_SIMILAR


def _counts(graph: PairGraph, noun: int) -> bool:
    return bool(graph.dependents(noun, "nummod"))


def _path(graph: PairGraph, above: int | None, node: int) -> list[int] | None:
    """Return the nodes from below one down to another; None if the one is not above the other."""
    path: list[int] = []
    step: int | None = node
    while step is not None:
        if step == above:
            return path[::-1]
        path.append(step)
        step = graph.head(step)
    return [node] if above is None else None


def _same_role(graph: PairGraph, node: int, path: list[int]) -> bool:
    """Tell whether a node has the role of its twin: agent or patient, whatever the voice."""
    own = _ROLES.get(graph[node].dep_)
    other = _ROLES.get(graph[path[0]].dep_) if path else None
    return own is None or other is None or own == other


def is_bound(graph: PairGraph, verb: int, preposition: int) -> bool:
    """Tell whether a verb has its complement in a prepositional phrase.

    A verb without an object has it right behind it; a verb of placing needs a place.
    """
    if graph[verb].pos_ != "VERB" or graph[preposition].dep_ != "prep":
        return False
    if graph.lemma(verb) in _PLACING and graph[preposition].lower_ in _PLACES:
        places = [
            c for c in graph.dependents(verb, "prep") if graph[c].lower_ in _PLACES and c > verb
        ]
        return places[:1] == [preposition]
    taken = [c for c in graph.dependents(verb, *OBJECTS, "nsubjpass") if graph[c].lower_ != "that"]
    return not taken and preposition == verb + 1 and graph[preposition].lower_ not in _FREE


def _other_particle(graph: PairGraph, node: int) -> bool:
    own, other = (
        {graph.lemma(c) for c in graph.dependents(verb, *PARTICLES)}
        for verb in (node, graph.twin[node])
    )
    return own != other


def _is_complete(graph: PairGraph, node: int, kept: set[int]) -> bool:
    """Tell whether a verb keeps a dependent behind it, beside its function words."""
    return any(
        child > node and child in kept and graph[child].dep_ not in _WITH_HEAD
        for child in graph.children[node]
    )
