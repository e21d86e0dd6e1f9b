"""Where what says more of a verb goes: circumstances, adverbs, clauses, objects."""

from __future__ import annotations

from .coordinate import AND, COMMA, SAYING, clause_end, is_enclosed
from .draft import Draft, heads_of, words_of
from .graph import COMPLEMENTS, FINITE_OR_MODAL, OBJECTS, PARTICLES, SUBJECTS, PairGraph
from .identity import NOMINAL, are_two_events
from .insertion import before_comma, insert, is_far, is_time, says_such
from .pieces import Piece
from .shared import is_bound
from .truth import is_marker
from .wordlists import words

# Dependents of a verb that come before its clauses.
_CORE = OBJECTS | {"prt", "agent", "prep", "npadvmod", "advmod", "compound:prt", "obl", "neg"}
# Adverbs that point to what was said before, or that change what the verb says.
_BOUND = words(
    "also then respectively however not n't so when how why where there thus therefore instead too "
    "never still yet again already even only just as once before now usually often sometimes "
    "always rarely seldom generally mostly"
)
# What two verbs must have in common at least to govern the same prepositions.
_ALIKE = 0.8
_DIRECTIONS = words("across through into along towards onto")
# Prepositions of what says when, where or why: it may stand before a sentence.
_CIRCUMSTANCES = words("in on at after before during since until despite amid because following")
# Verbs whose objects add up; of others the second may be the first in other words.
_LISTING = words("have include contain offer provide")
_PARTICIPLES = frozenset({"acl", "relcl"})
_PARTICLES = words("off up out down over away about around through back")


def at_verb(
    graph: PairGraph, draft: Draft, piece: Piece, before: bool, early: bool
) -> Draft | None:
    """Put a circumstance, an agent or an adverbial clause where its class stands.

    Args:
        graph: The pair.
        draft: The draft.
        piece: The subtree.
        before: Whether it stands before the verb in its own sentence.
        early: Whether it goes right behind the object, not behind the other adverbials.
    """
    root, verb = graph[piece.root], piece.head
    own_verb = graph.twin[verb]
    if are_two_events(graph, own_verb, verb) or graph[verb].dep_ == "amod":
        return None
    if is_marker(graph, piece.root):
        return None  # the frame does without it
    same = graph.relation[verb] in ("equals", "restates") and graph.similarity[verb] > _ALIKE
    if root.dep_ == "prep" and root.lower_ not in _CIRCUMSTANCES and not same:
        return None  # it may be governed by a verb that is not there
    children = draft.children(verb)
    agents = [c for c in children if graph[c].dep_ == root.dep_ == "agent"]
    if agents:
        heads = heads_of(graph, piece.tokens) | {piece.root: agents[0]}
        words = (AND, *words_of(graph, piece.tokens))
        return draft.insert(draft.extent(agents[0])[1] + 1, words, heads, piece.root)
    if says_such(graph, piece, children) or not _selects(graph, piece, verb):
        return None
    if root.lower_ == "according" and any(
        graph.lemma(t) in SAYING or graph[t].lower_ == "according" for t in draft.positions
    ):
        return None  # the frame has its own way to say who says it
    own_subject = graph.subject(own_verb)
    if root.dep_ == "advmod" and len(piece.tokens) == 1:
        if root.lower_ in _BOUND:
            return None
        if before and (own_subject is None or piece.root > own_subject):
            return insert(graph, draft, piece, draft.positions[verb])
    if root.lower_ == "according":
        end = clause_end(draft, verb)
        return None if end is None else insert(graph, draft, piece, end, ",")
    first = draft.extent(verb)[0]
    subject = next((c for c in children if graph[c].dep_ in SUBJECTS), None)
    in_front = before and own_subject is not None and piece.root < own_subject
    opening = graph.head(verb) is None and subject is not None
    opening = opening and draft.extent(subject or 0)[0] == first
    if in_front and opening:
        return _front(graph, draft, piece, first)
    if root.dep_ == "advcl":
        end = clause_end(draft, verb)
        if end is None or any(_is_clause(graph, c) for c in children):
            return None
        if root.tag_ in FINITE_OR_MODAL and not _is_opened(graph, piece):
            return None
        comma = "," if graph.is_mark(piece.tokens[0] - 1) else ""
        if is_far(graph, draft, verb, end, finite=bool(comma)):
            movable = opening and (_is_opened(graph, piece) or root.tag_ == "VB")
            return _front(graph, draft, piece, first) if movable else None
        return insert(graph, draft, piece, end, comma)
    position = draft.positions[verb] + 1
    manner = root.dep_ == "advmod" and len(piece.tokens) == 1
    close = manner or root.lower_ in _DIRECTIONS or is_bound(graph, own_verb, piece.root)
    inner = close != early
    core = OBJECTS | {"prt"} if inner else _CORE
    for child in children:
        if draft.positions[child] < position:
            continue
        if graph[child].dep_ not in core or draft.extent(child)[0] > position:
            break
        if graph[child].dep_ == "dobj" and graph[child].pos_ == "ADJ":
            return None  # a misreading: an adjective is no object
        position = draft.extent(child)[1] + 1
    position = before_comma(draft, position)
    following = draft.words[position].token if position < len(draft.words) else None
    if following is not None and graph[following].tag_ in FINITE_OR_MODAL:
        return None  # what stands before it is its subject: a misreading
    if is_far(graph, draft, verb, position):
        movable = root.dep_ == "prep" and root.lower_ in _CIRCUMSTANCES
        return _front(graph, draft, piece, first) if opening and movable else None
    return insert(graph, draft, piece, position)


def _front(graph: PairGraph, draft: Draft, piece: Piece, first: int) -> Draft:
    """Put a circumstance before a sentence."""
    words = (*words_of(graph, piece.tokens), COMMA)
    heads = heads_of(graph, piece.tokens) | {piece.root: piece.head}
    return draft.insert(first, words, heads, piece.root)


def _is_clause(graph: PairGraph, node: int) -> bool:
    """Tell whether an adverbial clause behind a clause would be taken for a part of it."""
    joined = graph[node].dep_ == "conj" and graph.subject(node) is not None
    return joined or graph[node].dep_ == "advcl"


def _is_opened(graph: PairGraph, piece: Piece) -> bool:
    """Tell whether a clause begins with a word that makes it one: "because", "when"."""
    first = graph[piece.tokens[0]]
    return first.dep_ == "mark" or first.tag_ in ("WRB", "WDT", "WP", "IN")


def _selects(graph: PairGraph, piece: Piece, verb: int) -> bool:
    """Tell whether a verb can take the phrase: a particle or an agent goes with its own verb."""
    root = graph[piece.root]
    by = root.dep_ == "prep" and root.lower_ == "by" and not is_time(graph, piece.root)
    if root.dep_ == "agent" and graph.dependents(graph.twin[verb], *OBJECTS):
        return False  # a misreading: "performed works by Haydn"
    if root.dep_ == "agent" or by:
        participle = graph[verb].tag_ == "VBN" and graph[verb].dep_ in _PARTICIPLES
        passive = graph.dependents(verb, "auxpass", "nsubjpass") or participle
        return bool(passive) and not graph.dependents(verb, "agent", "dobj")
    if root.dep_ != "prep":
        return True
    own_verb = graph.twin[verb]
    directly = piece.root == own_verb + 1
    objects = [bool(graph.dependents(v, *OBJECTS)) for v in (own_verb, verb)]
    return not (directly and objects == [False, True] and root.lower_ in _PARTICLES)


def complement(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Give a verb an object or a complement, or a second object of the same kind."""
    verb = piece.head
    children = draft.children(verb)
    objects = [c for c in children if graph[c].dep_ == graph[piece.root].dep_ == "dobj"]
    if objects:
        return _second_object(graph, draft, piece, objects[0])
    taken = OBJECTS | COMPLEMENTS | {"agent", "nsubjpass", "auxpass"}
    if graph[verb].tag_ == "VBN" and not any(graph.lemma(c) == "have" for c in children):
        return None
    if any(graph[c].dep_ in taken or is_bound(graph, verb, c) for c in children):
        return None
    position = draft.positions[verb] + 1
    for child in children:
        if graph[child].dep_ in PARTICLES:
            position = draft.positions[child] + 1
    return insert(graph, draft, piece, position)


def _second_object(graph: PairGraph, draft: Draft, piece: Piece, first: int) -> Draft | None:
    """Coordinate the objects that a verb of having has in both sentences, with one subject."""
    verb, own_verb = piece.head, graph.twin[piece.head]
    subjects = graph.subject(verb), graph.subject(own_verb)
    same = None not in subjects and graph.twin.get(subjects[0] or 0) == subjects[1]
    alike = graph.lemma(verb) == graph.lemma(own_verb) and graph.lemma(verb) in _LISTING
    plain = not graph.chain(first) and not graph.chain(piece.root)
    nominal = {graph[first].pos_, graph[piece.root].pos_} <= NOMINAL
    if not (same and alike and plain and nominal) or first in graph.linked:
        return None
    position = draft.extent(first)[1] + 1
    if is_enclosed(draft, position):
        return None
    words = (AND, *words_of(graph, piece.tokens))
    heads = heads_of(graph, piece.tokens) | {piece.root: first}
    return draft.insert(position, words, heads, piece.root)
