"""Coordination: conjuncts, predicates and clauses joined by one conjunction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacy.tokens import Span

from .draft import Draft, Word, heads_of, words_of
from .graph import PairGraph

if TYPE_CHECKING:
    from .places import Piece

AND = Word("and")
COMMA = Word(",")
_ENDS = frozenset({".", "!", "?", ";", ":", "...", "…"})
_SAYING = frozenset(
    "say report announce tell claim confirm add note state explain declare warn reveal".split()
)


def add_conjunct(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Join a conjunct of the other sentence to the coordination of its counterpart."""
    head = piece.head
    if graph[head].pos_ != graph[piece.root].pos_ and {
        graph[head].pos_,
        graph[piece.root].pos_,
    } != {"NOUN", "PROPN"}:
        return None
    words, heads = words_of(graph, piece.tokens), heads_of(graph, piece.tokens)
    heads[piece.root] = head
    own = [c for c in draft.children(head) if graph[c].dep_ in ("conj", "cc")]
    ccs = [c for c in own if graph[c].dep_ == "cc"]
    if ccs:
        if graph[ccs[0]].lower_ != "and":
            return None
        position = draft.positions[ccs[0]]
        if draft.words[position - 1].text == ",":
            return draft.insert(position, (*words, COMMA), heads, piece.root)
        return draft.insert(position, (COMMA, *words), heads, piece.root)
    if own:
        return None
    if graph[head].pos_ in ("VERB", "AUX"):
        position = _clause_end(graph, draft, head)
    else:
        position = draft.extent(head)[1] + 1
    return draft.insert(position, (AND, *words), heads, piece.root)


def _clause_end(graph: PairGraph, draft: Draft, verb: int) -> int:
    """Return the position behind a clause, before its final punctuation."""
    last = draft.extent(verb)[1]
    while last and draft.words[last].text in _ENDS | {",", "''", '"'}:
        last -= 1
    return last + 1


def report(graph: PairGraph, draft: Draft, base: Span, root: int) -> Draft | None:
    """Append who says it ("…, police said"), if the other sentence reports what the frame says."""
    (said,) = graph.dependents(root, "ccomp")[:1] or (None,)
    subject = graph.subject(root)
    if said is None or subject is None or graph.lemma(root) not in _SAYING:
        return None
    if graph.twin.get(said) not in graph.roots(base) or graph.dependents(root, "neg", "aux"):
        return None
    gone = set(graph.subtree(said)) | set(graph.dependents(root, "mark", "punct", "cc"))
    tokens = [t for t in graph.subtree(root) if t not in gone and not graph[t].is_punct]
    if len(tokens) > 10 or tokens != list(range(tokens[0], tokens[-1] + 1)):
        return None
    verb = graph.twin[said]
    position = _clause_end(graph, draft, verb)
    heads = heads_of(graph, tokens) | {verb: root}
    words = (COMMA, *words_of(graph, tokens))
    return draft.insert(position, words, heads, root)


def join_predicates(graph: PairGraph, draft: Draft, base: Span) -> Draft | None:
    """Join what both sentences say of the same subject."""
    roots, others = graph.roots(base), graph.roots(graph.other(base))
    if len(roots) != 1 or len(others) != 1:
        return None
    verb, second = roots[0], others[0]
    subject, second_subject = graph.subject(verb), graph.subject(second)
    if subject is None or second_subject is None or verb == graph.twin.get(second):
        return None
    if graph.twin.get(second_subject) != subject:
        return None
    gone = set(graph.subtree(second_subject))
    tokens = [t for t in graph.subtree(second) if t not in gone]
    if tokens[0] < second_subject:
        return None
    return _joined(graph, draft, verb, second, tokens, comma=False)


def join_clauses(graph: PairGraph, draft: Draft, base: Span) -> Draft | None:
    """Join both sentences."""
    roots, others = graph.roots(base), graph.roots(graph.other(base))
    if len(roots) != 1 or len(others) != 1:
        return None
    verb, second = roots[0], others[0]
    if graph.subject(verb) is None or graph.subject(second) is None:
        return None
    return _joined(graph, draft, verb, second, graph.subtree(second), comma=True)


def _joined(
    graph: PairGraph, draft: Draft, verb: int, second: int, tokens: list[int], comma: bool
) -> Draft | None:
    while tokens and graph[tokens[-1]].text in _ENDS:
        tokens.pop()
    while tokens and (graph[tokens[0]].dep_ == "cc" or graph[tokens[0]].is_punct):
        tokens.pop(0)
    if second not in tokens:
        return None
    quotes = sum(graph[t].is_quote for t in tokens)
    if quotes % 2:
        return None
    position = _clause_end(graph, draft, verb)
    heads = heads_of(graph, tokens) | {second: verb}
    words = words_of(graph, tokens)
    link = (COMMA, AND) if comma else (AND,)
    return draft.insert(position, (*link, *words), heads, second)
