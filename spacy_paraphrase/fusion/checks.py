"""What no fusion may be: the last look at a draft before it is offered."""

from __future__ import annotations

from .draft import Draft
from .graph import PairGraph

_PAIRS = {"(": ")", "[": "]", "{": "}"}
_MARKS = frozenset(",;:")
_ENDS = frozenset(".!?…") | {"..."}


def is_whole(graph: PairGraph, draft: Draft) -> bool:
    """Tell whether a draft has the form of a sentence.

    It has a root that is there and every token once, quotes and brackets in pairs, no word twice in
    a row, no mark at the start, no two marks together, and no verb with two subjects.
    """
    texts = [word.text for word in draft.words]
    if not texts or texts[0] in _MARKS or not any(text[:1].isalnum() for text in texts):
        return False
    used = [t for word in draft.words for t in (word.token, *word.also) if t is not None]
    once = len(used) == len(set(used))
    return once and _paired(texts) and _no_stutter(draft) and _anchored(graph, draft)


def _paired(texts: list[str]) -> bool:
    expected: list[str] = []
    for text in texts:
        if text in _PAIRS:
            expected.append(_PAIRS[text])
        elif text in _PAIRS.values() and (not expected or expected.pop() != text):
            return False
    latex = texts.count("``") + texts.count("“") - texts.count("''") - texts.count("”")
    return not expected and (texts.count('"') + abs(latex)) % 2 == 0


def _no_stutter(draft: Draft) -> bool:
    for one, other in zip(draft.words, draft.words[1:], strict=False):
        if one.text in _MARKS and other.text in _MARKS | _ENDS:
            return False
        if one.text in _PAIRS and not other.text[:1].isalnum():
            return False
        adjacent = one.token is not None and other.token == one.token + 1
        if not adjacent and one.text.lower() == other.text.lower():
            return False
    return True


def _anchored(graph: PairGraph, draft: Draft) -> bool:
    """Tell whether every word has its head in the draft, and a preposition what it goes with."""
    subjects: set[int] = set()
    for token in draft.positions:
        head = draft.heads.get(token)
        if head is not None and head not in draft:
            return False
        if graph[token].dep_ in ("nsubj", "nsubjpass") and head is not None:
            if head in subjects:
                return False
            subjects.add(head)
        opens = graph[token].dep_ in ("prep", "agent") and graph.children[token]
        if opens and not draft.children(token):
            return False
    return bool([t for t in draft.positions if t not in draft.heads])
