"""Where a subtree of the other sentence goes in a draft, by its dependency.

Each rule returns the new draft, or None where the subtree has no safe place.
"""

from __future__ import annotations

from typing import NamedTuple

from .coordinate import add_conjunct
from .draft import Draft, Word, heads_of, words_of
from .graph import COMPLEMENTS, OBJECTS, PairGraph

NOMINAL = frozenset({"NOUN", "PROPN"})
VERBAL = frozenset({"VERB", "AUX"})
COMMA = Word(",")
_BRACKETS = {"(": ")", "[": "]"}
_TIMES = frozenset({"DATE", "TIME"})
# Dependents of a noun that stay close to it; a new one goes behind them.
_CLOSE = frozenset({"prep", "case", "nummod", "compound", "nmod", "amod", "advmod", "npadvmod"})
# Dependents of a verb that come before its clauses.
_CORE = OBJECTS | {"prt", "agent", "prep", "npadvmod", "advmod", "compound:prt", "obl", "neg"}
_CLAUSES = frozenset({"advcl", "ccomp", "xcomp", "conj", "cc", "punct", "parataxis", "dep"})


class Piece(NamedTuple):
    """A subtree to be attached.

    Attributes:
        root: The token that heads it.
        head: The token of the frame it is to depend on.
        tokens: Its tokens, in order.
    """

    root: int
    head: int
    tokens: tuple[int, ...]


def place(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Attach a subtree to a draft, or return None."""
    trimmed = _trim(graph, piece)
    if trimmed is None or piece.head not in draft:
        return None
    root, head = graph[trimmed.root], graph[trimmed.head]
    before = trimmed.root < graph.twin.get(trimmed.head, trimmed.root)
    dep = root.dep_
    if dep == "conj":
        return add_conjunct(graph, draft, trimmed)
    if head.pos_ in NOMINAL:
        if before and dep in ("amod", "compound", "nummod", "nmod", "poss"):
            return _before_noun(graph, draft, trimmed)
        if not before and dep in ("prep", "acl", "relcl", "appos"):
            return _after_noun(graph, draft, trimmed)
    elif head.pos_ in VERBAL:
        if dep in ("prep", "npadvmod", "advmod", "agent", "advcl"):
            return _at_verb(graph, draft, trimmed, before)
        if not before and dep in OBJECTS | COMPLEMENTS:
            return _complement(graph, draft, trimmed)
    elif head.pos_ in ("ADJ", "ADV", "NUM") and dep == "advmod" and before:
        return _insert(graph, draft, trimmed, draft.positions[trimmed.head])
    return None


def _trim(graph: PairGraph, piece: Piece) -> Piece | None:
    """Take the punctuation off both ends; brackets that enclose all of it stay."""
    tokens = [t for t in piece.tokens if not graph[t].is_space]
    while tokens and graph[tokens[0]].is_punct and graph[tokens[0]].text not in _BRACKETS:
        tokens.pop(0)
    closing = _BRACKETS.get(graph[tokens[0]].text) if tokens else None
    while tokens and graph[tokens[-1]].is_punct and graph[tokens[-1]].text != closing:
        tokens.pop()
    if not tokens or piece.root not in tokens:
        return None
    gaps = set(range(tokens[0], tokens[-1])) - set(tokens)
    if any(not (graph[t].is_punct or graph[t].is_space) for t in gaps):
        return None
    quotes = sum(graph[t].is_quote for t in tokens)
    brackets = [graph[t].text for t in tokens if graph[t].is_bracket]
    if quotes % 2 or len(brackets) % 2:
        return None
    return piece._replace(tokens=tuple(tokens))


def _insert(
    graph: PairGraph, draft: Draft, piece: Piece, position: int, commas: str = ""
) -> Draft:
    """Put a subtree in before a position, between commas if asked ("," before, ",," both)."""
    words = words_of(graph, piece.tokens)
    if commas and position and draft.words[position - 1].text not in ",;:(–-—":
        words = (COMMA, *words)
    following = draft.words[position].text if position < len(draft.words) else "."
    if len(commas) > 1 and following not in ",.;:!?)–-—":
        words = (*words, COMMA)
    heads = heads_of(graph, piece.tokens) | {piece.root: piece.head}
    return draft.insert(position, words, heads, piece.root)


def _before_noun(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    root, noun = graph[piece.root], piece.head
    left = [c for c in draft.children(noun) if draft.positions[c] < draft.positions[noun]]
    labels = {graph[c].dep_ for c in left}
    if root.dep_ in ("nummod", "poss") and labels & {"nummod", "poss"}:
        return None
    names = [c for c in left if graph[c].pos_ == "PROPN" and graph[c].dep_ == "compound"]
    if root.pos_ == "PROPN" and root.dep_ == "compound" and any(c not in graph.twin for c in names):
        return None  # another name
    if root.dep_ == "poss":
        articles = [c for c in left if graph[c].lower_ in ("the", "a", "an")]
        if labels & {"det"} and not articles:
            return None
        position = draft.positions[articles[0]] if articles else draft.extent(noun)[0]
        return _insert(graph, draft.without(articles), piece, position)
    siblings = [c for c in graph.children[graph.twin[noun]] if c < graph.twin[noun]]
    right = [c for c in siblings if c > piece.root and graph.twin.get(c) in left]
    before = [
        c
        for c in siblings
        if c < piece.root and graph.twin.get(c) in left and graph[c].dep_ != "det"
    ]
    if right:
        position = draft.extent(graph.twin[right[0]])[0]
    elif before:
        position = draft.extent(graph.twin[before[-1]])[1] + 1
    elif root.dep_ == "compound":
        position = draft.positions[noun]
    else:
        firm = [c for c in left if graph[c].dep_ in ("det", "poss", "nummod")]
        position = draft.extent(firm[-1])[1] + 1 if firm else draft.extent(noun)[0]
    return _insert(graph, draft, piece, position)


def _after_noun(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    root, noun = graph[piece.root], piece.head
    right = [c for c in draft.children(noun) if draft.positions[c] > draft.positions[noun]]
    position = draft.positions[noun] + 1
    if graph[piece.tokens[0]].text in _BRACKETS:
        return _insert(graph, draft, piece, position)
    if root.dep_ == "prep":
        if _says_same_place(graph, draft, piece, right):
            return None
        for child in right:
            if graph[child].dep_ not in _CLOSE:
                break
            position = draft.extent(child)[1] + 1
        return _insert(graph, draft, piece, position)
    if any(graph[c].dep_ in ("acl", "relcl", "appos") for c in right):
        return None
    for child in right:
        if graph[child].dep_ not in _CLOSE:
            break
        position = draft.extent(child)[1] + 1
    first = piece.tokens[0]
    own_comma = first > 0 and graph[first - 1].text in (",", "--", "-", "–")
    commas = ",," if own_comma or root.dep_ == "appos" or graph[noun].pos_ == "PROPN" else ""
    return _insert(graph, draft, piece, position, commas)


def _says_same_place(graph: PairGraph, draft: Draft, piece: Piece, others: list[int]) -> bool:
    """Tell whether the head has such a phrase of its own that is not aligned."""
    root = graph[piece.root]
    if _is_time(graph, piece.tokens):
        for child in others:
            if _is_time(graph, graph.subtree(child)):
                return True
    return any(
        graph[c].dep_ == root.dep_ and graph[c].lower_ == root.lower_ and c not in draft.attached
        for c in others
        if not any(t in graph.twin for t in graph.children[c])
    )


def _is_time(graph: PairGraph, tokens: tuple[int, ...] | list[int]) -> bool:
    return any(graph[t].ent_type_ in _TIMES for t in tokens)


def _at_verb(graph: PairGraph, draft: Draft, piece: Piece, before: bool) -> Draft | None:
    root, verb = graph[piece.root], piece.head
    children = draft.children(verb)
    if _says_same_place(graph, draft, piece, children):
        return None
    if root.dep_ == "advmod" and len(piece.tokens) == 1:
        if root.lower_ in ("also", "then", "however", "not", "n't", "so", "when", "how", "why"):
            return None
        if before and piece.root > (graph.subject(graph.twin[verb]) or 0):
            return _insert(graph, draft, piece, draft.positions[verb])
    first, last = draft.extent(verb)
    subject = graph.subject(verb)
    in_front = before and piece.root < (graph.subject(graph.twin[verb]) or 0)
    if in_front and graph.head(verb) is None and subject is not None:
        if draft.extent(subject)[0] == first:
            return _insert_front(graph, draft, piece, first)
    if root.dep_ == "advcl":
        while last > 0 and graph.doc[draft.words[last].token or 0].is_punct:
            last -= 1
        comma = "," if graph[piece.tokens[0] - 1].text == "," else ""
        return _insert(graph, draft, piece, last + 1, comma)
    position = draft.positions[verb] + 1
    for child in children:
        if draft.positions[child] < draft.positions[verb]:
            continue
        if graph[child].dep_ not in _CORE:
            break
        position = draft.extent(child)[1] + 1
    return _insert(graph, draft, piece, position)


def _insert_front(graph: PairGraph, draft: Draft, piece: Piece, first: int) -> Draft:
    words = (*words_of(graph, piece.tokens), COMMA)
    heads = heads_of(graph, piece.tokens) | {piece.root: piece.head}
    return draft.insert(first, words, heads, piece.root)


def _complement(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    verb = piece.head
    children = draft.children(verb)
    if any(graph[c].dep_ in OBJECTS | COMPLEMENTS | {"agent", "nsubjpass"} for c in children):
        return None
    position = draft.positions[verb] + 1
    for child in children:
        if graph[child].dep_ in ("prt", "compound:prt"):
            position = draft.positions[child] + 1
    return _insert(graph, draft, piece, position)
