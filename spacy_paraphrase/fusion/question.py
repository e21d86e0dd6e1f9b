"""What of a draft answers a question.

Krahmer, Marsi and van Pelt 2008: fusions that answer a question are shorter, vary less, and are
preferred. The words of the question and what it asks for are looked up in the draft; modifiers that
hold neither are left out.
"""

from __future__ import annotations

from typing import NamedTuple

from spacy.tokens import Doc

from .draft import Draft, is_whole
from .graph import CONTENT, PairGraph, is_marker
from .wording import leave_out
from .wordlists import words

_DROPPABLE = words("prep advcl npadvmod advmod relcl acl appos agent")
# What a question word asks for: entity types, and words that open such a phrase.
_TYPES = {
    "who": frozenset({"PERSON", "ORG", "NORP"}),
    "when": frozenset({"DATE", "TIME"}),
    "where": frozenset({"GPE", "LOC", "FAC"}),
    "many": frozenset({"CARDINAL", "QUANTITY", "PERCENT"}),
    "much": frozenset({"MONEY", "QUANTITY", "PERCENT"}),
    "old": frozenset({"DATE", "CARDINAL"}),
}
_OPENERS = {
    "why": words("because since due after as for from to of"),
    "how": words("by with through via using"),
    "where": words("in on at near by under over inside outside behind to from"),
    "when": words("when while after before during since until"),
}
_DEFINING = frozenset({"attr", "acomp"})


class Question(NamedTuple):
    """What a question is about and what it asks for.

    Attributes:
        lemmas: Lemmas of its content words.
        asked: Its question word, in "how many" the second one; "" if there is none.
        defining: Whether it asks what something is.
    """

    lemmas: frozenset[str]
    asked: str
    defining: bool


def read_question(doc: Doc) -> Question:
    """Return what a parsed question asks for."""
    lemmas = {t.lemma_.lower() for t in doc if t.pos_ in CONTENT and not t.is_stop}
    asked = ""
    for token in doc:
        if token.lower_ in ("who", "whom", "when", "where", "why", "how", "what", "which", "whose"):
            asked = {"whom": "who", "whose": "who"}.get(token.lower_, token.lower_)
            following = doc[token.i + 1].lower_ if token.i + 1 < len(doc) else ""
            if asked == "how" and following in _TYPES:
                asked = following
            break
    root = next((t for t in doc if t.head.i == t.i), None)
    defining = asked in ("what", "who") and root is not None and root.lemma_ == "be"
    return Question(frozenset(lemmas), asked, defining)


def answer(graph: PairGraph, draft: Draft, question: Question) -> Draft | None:
    """Return a draft without the modifiers that do not answer a question; None if nothing does."""
    if not any(graph.lemma(t) in question.lemmas for t in draft.positions):
        return None
    for node in sorted(draft.positions):
        if node not in draft or graph[node].dep_ not in _DROPPABLE or is_marker(graph, node):
            continue
        if draft.heads.get(node) is None or _matters(graph, draft, node, question):
            continue
        shorter = leave_out(graph, node, draft)
        if shorter is not None and is_whole(graph, shorter):
            draft = shorter
    return draft


def _matters(graph: PairGraph, draft: Draft, node: int, question: Question) -> bool:
    first, last = draft.extent(node)
    tokens = [word.token for word in draft.words[first : last + 1] if word.token is not None]
    if any(graph.lemma(t) in question.lemmas for t in tokens if graph.is_content(t)):
        return True
    wanted = _TYPES.get(question.asked, frozenset())
    if any(graph[t].ent_type_ in wanted for t in tokens):
        return True
    if graph[tokens[0]].lower_ in _OPENERS.get(question.asked, ()):
        return True
    above: int | None = draft.heads.get(node)
    while above is not None:
        if question.defining and graph[above].dep_ in _DEFINING:
            return True
        if question.asked in ("what", "which") and graph[above].dep_ in ("dobj", "pobj"):
            return True
        above = draft.heads.get(above)
    if graph[draft.heads[node]].pos_ in ("NOUN", "PROPN"):
        return graph[node].lower_ == "of"
    return not _has_other(graph, draft, node)


def _has_other(graph: PairGraph, draft: Draft, node: int) -> bool:
    """Tell whether the head of a modifier has something else behind it."""
    head = draft.heads[node]
    others = [c for c in draft.children(head) if draft.positions[c] > draft.positions[head]]
    return draft.positions[node] < draft.positions[head] or any(
        c != node and not graph.is_mark(c) for c in others
    )
