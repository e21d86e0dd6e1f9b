"""Putting words into a draft, and what speaks against it whatever they are."""

from __future__ import annotations

from .coordinate import COMMA, is_enclosed
from .draft import Draft, heads_of, words_of
from .graph import FINITE_OR_MODAL, PairGraph
from .pieces import Piece
from .wordlists import words

_TIMES = frozenset({"DATE", "TIME"})
_ADVERBS = words("recently lately currently now today yesterday tomorrow tonight previously")
# Tags of what may go on a noun phrase as a clause.
_OPENING = frozenset({"VBG", "VBN", "WDT", "WP", "WP$"})
# Dependents of a verb that may stand behind its object.
_FREE = frozenset({"prep", "dative", "npadvmod", "advmod"})
_DASHES = frozenset({"-", "--", "–", "—"})
# Dependents that a comma sets off.
_ASIDES = words("appos relcl acl advcl npadvmod prep advmod amod ccomp parataxis")
# Dependents that are clauses of their own.
_CLAUSES = words("relcl acl advcl ccomp csubj csubjpass conj appos parataxis")
# Prepositions of which a verb has one.
_SINGLE = words("into to onto with from of for about against by")
# Prepositions of times that go with a date.
_SPANS = words("after before since until for during throughout")


def insert(
    graph: PairGraph, draft: Draft, piece: Piece, position: int, commas: str = ""
) -> Draft | None:
    """Put a subtree in before a position, between commas if asked ("," before, ",," both)."""
    if is_enclosed(draft, position):
        return None
    words = words_of(graph, piece.tokens)
    if not commas and follows_aside(graph, draft, position, piece.head):
        commas = ","
    if commas and position and draft.words[position - 1].text not in ",;:(–-—":
        words = (COMMA, *words)
    following = draft.words[position].text if position < len(draft.words) else "."
    if len(commas) < 2 and _goes_on(graph, draft, piece, position):
        return None
    if _splits(graph, draft, position):
        return None
    if following in _DASHES and graph[piece.root].dep_ in _CLAUSES:
        return None  # what the dash adds would be cut off
    if len(commas) > 1 and following not in ",.;:!?)–-—":
        words = (*words, COMMA)
    heads = heads_of(graph, piece.tokens) | {piece.root: piece.head}
    return draft.insert(position, words, heads, piece.root)


def _goes_on(graph: PairGraph, draft: Draft, piece: Piece, position: int) -> bool:
    """Tell whether a phrase with a verb in it would stand in the midst of another one."""
    verbs = [t for t in piece.tokens if graph[t].pos_ in ("VERB", "AUX")]
    if len(piece.tokens) == 1 or not verbs or position >= len(draft.words):
        return False
    following = draft.words[position]
    opened = following.token is not None and (
        graph[following.token].tag_ in _OPENING or graph[following.token].dep_ in _FREE
    )
    if opened and draft.positions[piece.head] < position:
        return True
    if position > draft.extent(piece.head)[1]:
        return False
    plain = following.text[:1].isalnum() and following.text.lower() not in ("and", "or", "but")
    return plain and draft.positions[piece.head] < position


def _splits(graph: PairGraph, draft: Draft, position: int) -> bool:
    """Tell whether a relative clause with a preposition begins at a position: "during which"."""
    tags = [
        graph[w.token].tag_ for w in draft.words[position : position + 2] if w.token is not None
    ]
    return len(tags) == 2 and tags[0] == "IN" and tags[1] in ("WDT", "WP", "WP$")


def follows_aside(graph: PairGraph, draft: Draft, position: int, head: int) -> bool:
    """Tell whether a phrase that a comma opened ends at a position and is still to be closed.

    Args:
        graph: The pair.
        draft: The draft.
        position: A position.
        head: What is to be put there depends on it; a phrase that it is in does not end.
    """
    within = {head}
    while (above := draft.heads.get(head)) is not None and above not in within:
        within.add(above)
        head = above
    node = draft.words[position - 1].token if position else None
    while node is not None and node not in within:
        first, last = draft.extent(node)
        opened = first > 0 and draft.words[first - 1].text == "," and last == position - 1
        if opened and graph[node].dep_ in _ASIDES:
            return True
        node = draft.heads.get(node)
    return False


def is_far(graph: PairGraph, draft: Draft, verb: int, position: int, finite: bool = False) -> bool:
    """Tell whether another verb stands between a verb and a position, and would take what comes.

    Args:
        graph: The pair.
        draft: The draft.
        verb: A verb of the draft.
        position: A position behind it.
        finite: Whether only finite verbs count.
    """
    between = [word.token for word in draft.words[draft.positions[verb] + 1 : position]]
    found = [graph[t] for t in between if t is not None and graph[t].pos_ in ("VERB", "AUX")]
    return any(not finite or t.tag_ in FINITE_OR_MODAL for t in found)


def before_comma(draft: Draft, position: int) -> int:
    """Return a position behind words, not behind the comma after them."""
    while position and draft.words[position - 1].text == ",":
        position -= 1
    return position


def says_such(graph: PairGraph, piece: Piece, others: list[int]) -> bool:
    """Tell whether the head has such a phrase of its own that is not aligned.

    A second time, or a second phrase with the same preposition, may say the same in other words.
    """
    root = graph[piece.root]
    for child in others:
        if graph.side(child).start == graph.side(piece.root).start:
            continue
        if is_time(graph, piece.root) != is_time(graph, child):
            continue
        aligned = any(t in graph.twin for t in graph.children[child])
        aligned = aligned and root.lower_ not in _SINGLE
        if graph[child].dep_ == root.dep_ and graph[child].lower_ == root.lower_ and not aligned:
            return True
    return False


def has_time(graph: PairGraph, draft: Draft, piece: Piece) -> bool:
    """Tell whether a clause of a draft has a time of its own, as far as a piece is one too.

    Both may be the same one in other words, "Tuesday" and "July 27". A span ("since 1990") is
    another thing than a date.
    """
    inner = [t for t in piece.tokens if graph[t].dep_ in ("prep", "npadvmod")]
    inner = [t for t in inner if graph[t].lower_ != "of"]  # "a debate of nine hours"
    times = [t for t in (piece.root, *inner) if is_time(graph, t)]
    if not times:
        return False
    span = graph[times[0]].lower_ in _SPANS
    top = piece.head
    while graph[top].dep_ not in _CLAUSES and top in draft.heads:
        top = draft.heads[top]
    stack = [top]
    while stack:
        node = stack.pop()
        below = (c for c in draft.children(node) if c not in draft.attached)
        stack += [
            c
            for c in below
            if graph[c].dep_ not in _CLAUSES
            or (graph[c].dep_ == "conj" and graph.subject(c) is None)
        ]
        if _is_when(graph, node) and node not in graph.twin and node != piece.head:
            while _is_when(graph, node) and node in draft.heads:
                node = draft.heads[node]
            if (graph[node].lower_ in _SPANS) == span:
                return True
    return False


def is_time(graph: PairGraph, node: int) -> bool:
    """Tell whether a phrase, or the object of its preposition, is a time."""
    return any(_is_when(graph, t) for t in (node, *graph.dependents(node, "pobj")))


def _is_when(graph: PairGraph, node: int) -> bool:
    return graph[node].ent_type_ in _TIMES or graph[node].lower_ in _ADVERBS
