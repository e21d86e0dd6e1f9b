"""What no fusion may be: the last look at a draft before it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from .draft import Draft
from .graph import PairGraph
from .marks import PAIRS, unclosed

_MARKS = frozenset(",;:")
_QUOTES = frozenset({'"', "''", "”", "’", "'", ")"})
_ENDS = frozenset(".!?…") | {"..."}


Flaw: TypeAlias = tuple[str, object]
NONE: frozenset[Flaw] = frozenset()
UNENDED: frozenset[Flaw] = frozenset({("end", None)})


def is_whole(graph: PairGraph, draft: Draft, allowed: frozenset[Flaw] = NONE) -> bool:
    """Tell whether a draft has the form of a sentence.

    Args:
        graph: The pair.
        draft: The draft.
        allowed: Flaws of the sentence that was given, which may stay.
    """
    return all(flaw in allowed for flaw in _flaws(graph, draft))


def flaws(graph: PairGraph, draft: Draft) -> frozenset[Flaw]:
    """Return what is wrong with the form of a draft, each flaw with where it is.

    A sentence has a root that is there and every token once, quotes and brackets in pairs, no word
    twice in a row, no mark at the start, one at the end, no two marks together, and no verb with
    two subjects.
    """
    return frozenset(_flaws(graph, draft))


def _flaws(graph: PairGraph, draft: Draft) -> Iterator[Flaw]:
    texts = [word.text for word in draft.words]
    if not texts or texts[0] in _MARKS or not any(text[:1].isalnum() for text in texts):
        yield "start", None
    used = [t for word in draft.words for t in (word.token, *word.also) if t is not None]
    if len(used) > len(set(used)):
        yield "twice", None
    if texts and texts[-1][-1:] not in _ENDS and texts[-1] not in _QUOTES:
        yield from UNENDED
    if unclosed(texts) != []:
        yield "pairs", None
    yield from (("stutter", pair) for pair in _stutters(draft))
    yield from _loose(graph, draft)
    if all(t in draft.heads for t in draft.positions):
        yield "root", None


def _stutters(draft: Draft) -> Iterator[tuple[str, str]]:
    """Yield the words that cannot stand together."""
    for one, other in zip(draft.words, draft.words[1:], strict=False):
        marks = one.text in _MARKS and other.text in _MARKS | _ENDS
        opened = one.text in PAIRS and not other.text[:1].isalnum()
        adjacent = one.token is not None and other.token == one.token + 1
        if marks or opened or (not adjacent and one.text.lower() == other.text.lower()):
            yield one.text, other.text


def _loose(graph: PairGraph, draft: Draft) -> Iterator[tuple[str, int]]:
    """Yield words without their head, second subjects, and prepositions without what they need."""
    subjects: set[int] = set()
    for token in draft.positions:
        head = draft.heads.get(token)
        if head is not None and head not in draft:
            yield "head", token
        if graph[token].dep_ in ("nsubj", "nsubjpass") and head is not None:
            if head in subjects:
                yield "subjects", head
            subjects.add(head)
        opens = graph[token].dep_ in ("prep", "agent") and graph.children[token]
        if opens and not draft.children(token):
            yield "empty", token
