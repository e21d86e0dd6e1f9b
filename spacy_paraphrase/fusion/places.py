"""Where a subtree of the other sentence goes in a draft, by its dependency.

Each rule returns the new draft, or None where the subtree has no safe place.
"""

from __future__ import annotations

from .coordinate import add_conjunct
from .draft import Draft
from .graph import CLAUSAL, COMPLEMENTS, PairGraph
from .identity import NOMINAL, are_two_things
from .insertion import has_time, insert, is_time
from .noun_places import PREMODIFIERS, after_name, after_noun, before_noun, describe
from .pieces import Piece
from .verb_places import at_verb, complement

VERBAL = frozenset({"VERB", "AUX"})
# What a word and its twin must have in common at least.
_ALIKE = 0.6
# Dependents that may be a time or have one.
_TIMES = frozenset({"prep", "agent", "npadvmod", "advmod", "compound", "nmod", "poss"})
_NUMBER = {"NN": 1, "NNP": 1, "NNS": 2, "NNPS": 2}


def place(graph: PairGraph, draft: Draft, piece: Piece, early: bool = False) -> Draft | None:
    """Attach a subtree to a draft, or return None.

    Args:
        graph: The pair.
        draft: The draft.
        piece: The subtree.
        early: Whether an adverbial goes right behind the object, not behind the other adverbials.
    """
    if piece.head not in draft:
        return None
    root, head = graph[piece.root], graph[piece.head]
    if (
        head.tag_ in _NUMBER
        and root.dep_ != "conj"
        and _NUMBER[head.tag_]
        != _NUMBER.get(graph[graph.twin[piece.head]].tag_, _NUMBER[head.tag_])
    ):
        return None  # one of several things: what is said of it is not said of them
    if head.pos_ in NOMINAL and root.dep_ != "conj" and are_two_things(graph, piece.head):
        return None
    if not _is_same(graph, piece.head):
        return None
    if root.dep_ in _TIMES and has_time(graph, draft, piece):
        return None
    before = piece.root < graph.twin[piece.head]
    placed: Draft | None = None
    if piece.root == graph.twin.get(piece.head):
        placed = describe(graph, draft, piece)
    elif root.dep_ == "conj":
        placed = add_conjunct(graph, draft, piece)
    elif head.pos_ in NOMINAL and before:
        if root.dep_ in PREMODIFIERS:
            placed = before_noun(graph, draft, piece)
    elif head.pos_ in NOMINAL:
        if root.dep_ == "prep" or root.dep_ in CLAUSAL:
            placed = after_noun(graph, draft, piece)
        elif root.dep_ in ("nummod", "npadvmod") and head.pos_ == "PROPN":
            placed = after_name(graph, draft, piece)
    elif head.pos_ in VERBAL:
        if root.dep_ in ("prep", "npadvmod", "advmod", "agent", "advcl") and not (
            root.dep_ == "npadvmod" and not is_time(graph, piece.root)
        ):
            placed = at_verb(graph, draft, piece, before, early)
        elif not before and root.dep_ in COMPLEMENTS | {"dobj"}:
            placed = complement(graph, draft, piece)
    elif head.pos_ in ("ADJ", "ADV", "NUM") and root.dep_ == "advmod" and before:
        placed = insert(graph, draft, piece, draft.positions[piece.head])
    elif head.pos_ in ("ADJ", "ADV") and root.dep_ == "prep" and not before:
        placed = _after_adjective(graph, draft, piece)
    return placed


def _is_same(graph: PairGraph, node: int) -> bool:
    """Tell whether a word and its twin mean the same, so that what is said of one holds of both."""
    alike = graph.relation[node] in ("equals", "restates", "generalizes", "specifies")
    return alike and graph.similarity[node] >= _ALIKE


def _after_adjective(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put a phrase behind an adjective or an adverb that is no part of a noun phrase."""
    adjective = piece.head
    right = [
        c for c in draft.children(adjective) if draft.positions[c] > draft.positions[adjective]
    ]
    if graph[adjective].dep_ not in ("acomp", "oprd", "ROOT", "conj") or right:
        return None
    return insert(graph, draft, piece, draft.positions[adjective] + 1)
