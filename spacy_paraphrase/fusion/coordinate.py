"""Coordination: conjuncts joined by one conjunction, and who says it."""

from __future__ import annotations

from spacy.tokens import Span

from .draft import Draft, Word, heads_of, words_of
from .graph import CLAUSAL, PairGraph
from .identity import are_two_things
from .marks import unclosed
from .pieces import Piece
from .wordlists import words

AND = Word("and")
COMMA = Word(",")
_ENDS = frozenset({".", "!", "?", ";", ":", "...", "…"})
_QUOTES = frozenset({'"', "''", "”", "'"})
SAYING = words("say report announce tell claim confirm add note state explain declare warn reveal")


def add_conjunct(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Join a conjunct of the other sentence to the coordination of its counterpart.

    A coordination gets it before its conjunction ("A, C and B"), a single phrase with the
    conjunction of its own sentence ("A and C").
    """
    head, root = piece.head, piece.root
    if {graph[head].pos_, graph[root].pos_} not in ({graph[head].pos_}, {"NOUN", "PROPN"}):
        return None
    if graph[head].dep_ in ("compound", "nmod", "poss"):
        return None
    verbal = graph[head].pos_ in ("VERB", "AUX")
    if not verbal and (not _hangs_alike(graph, head) or are_two_things(graph, head)):
        return None
    words = words_of(graph, piece.tokens)
    heads = heads_of(graph, piece.tokens) | {root: head}
    joined = [c for c in draft.children(head) if graph[c].dep_ in ("conj", "cc")]
    existing = [c for c in joined if graph[c].dep_ == "cc"]
    if existing:
        if graph[existing[0]].lower_ != "and" or graph[head].pos_ in ("VERB", "AUX"):
            return None
        position = draft.positions[existing[0]]
        serial = draft.words[position - 1].text == ","
        words = (*words, COMMA) if serial else (COMMA, *words)
        return draft.insert(position, words, heads, root)
    own = _conjunction(graph, root)
    if joined or own is None or is_enclosed(draft, draft.extent(head)[1] + 1):
        return None
    if verbal and graph.subject(root) is None and not _has_same_subject(graph, head):
        return None
    if not verbal:
        if any(graph[c].dep_ in CLAUSAL for c in draft.children(head)):
            return None  # what is said of the first would seem to end with the second
        return draft.insert(draft.extent(head)[1] + 1, (own, *words), heads, root)
    end = clause_end(draft, head)
    behind = [c for c in draft.children(head) if graph[c].dep_ == "advcl" and c > head]
    if end is not None and behind:  # "erupted and covered the fields, forcing people to flee"
        first = draft.extent(behind[0])[0]
        end = first - 1 if draft.words[first - 1].text == "," else None
    if end is None:
        return None
    if graph.subject(root) is not None and any(w.text[:1].isalnum() for w in draft.words[end:]):
        return None  # what follows would seem to belong to it
    link = (COMMA, own) if graph.subject(root) is not None else (own,)
    return draft.insert(end, (*link, *words), heads, root)


def _has_same_subject(graph: PairGraph, verb: int) -> bool:
    """Tell whether a verb and its twin have one subject, or none that both name."""
    subjects = graph.subject(verb), graph.subject(graph.twin[verb])
    named = [s for s in subjects if s is not None and graph[s].pos_ != "PRON"]
    return len(named) < 2 or graph.linked.get(named[0]) == named[1]


def _hangs_alike(graph: PairGraph, node: int) -> bool:
    """Tell whether what is above a node and its twin is the same, prepositions looked through."""
    one, other = graph.head(node), graph.head(graph.twin[node])
    while one is not None and other is not None:
        if graph.twin.get(one) != other:
            return False
        if graph[one].pos_ != "ADP":
            return True
        one, other = graph.head(one), graph.head(other)
    return one == other


def _conjunction(graph: PairGraph, conjunct: int) -> Word | None:
    """Return the conjunction that joins a conjunct in its own sentence."""
    head: int | None = graph.head(conjunct)
    while head is not None:
        joined = graph.dependents(head, "cc")
        if joined:
            text = graph[joined[0]].lower_
            return Word(text, joined[0]) if text in ("and", "but", "or") else None
        head = graph.head(head) if graph[head].dep_ == "conj" else None
    return None


def clause_end(draft: Draft, verb: int) -> int | None:
    """Return the position behind a clause, before its final marks; None inside quotes."""
    last = draft.extent(verb)[1]
    while last and draft.words[last].text in _ENDS | {","}:
        last -= 1
    quoted = draft.words[last].text in _QUOTES and draft.words[last - 1].text in _ENDS | {","}
    return None if quoted or is_enclosed(draft, last + 1) else last + 1


def is_enclosed(draft: Draft, position: int) -> bool:
    """Tell whether a position is inside quotes or brackets, where nothing of others belongs."""
    return bool(unclosed(word.text for word in draft.words[:position]))


def report(graph: PairGraph, draft: Draft, base: Span, root: int) -> Draft | None:
    """Append who says it ("…, police said"), if the other sentence reports what the frame says."""
    (said,) = graph.dependents(root, "ccomp")[:1] or (None,)
    subject = graph.subject(root)
    if said is None or subject is None or graph.lemma(root) not in SAYING:
        return None
    if graph.is_said(subject):
        return None  # the frame has its own way to say who says it
    if any(graph[t].lower_ == "according" for t in draft.positions):
        return None
    verb = graph.twin.get(said, -1)
    if any(graph[c].dep_ == "conj" for c in draft.children(verb)):
        return None  # it would seem to be said of the last clause
    if verb not in graph.roots(base) or graph.dependents(root, "neg", "aux"):
        return None
    gone = set(graph.subtree(said)) | set(graph.dependents(root, "mark", "punct", "cc"))
    tokens = [t for t in graph.subtree(root) if t not in gone and not graph.is_mark(t)]
    if len(tokens) > 10 or tokens != list(range(tokens[0], tokens[-1] + 1)):
        return None
    position = clause_end(draft, verb)
    if position is None:
        return None
    heads = heads_of(graph, tokens) | {verb: root}
    words = (COMMA, *words_of(graph, tokens))
    return draft.insert(position, words, heads, root)
