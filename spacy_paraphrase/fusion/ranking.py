"""Which of several drafts is the best, and whether it is good enough.

Four figures, each 0 to 1, are weighed: fidelity (what ought to be said is said, once), parse-back
(what share of the intended dependencies a parser finds in the text), language model, length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from .draft import Draft
from .graph import PairGraph
from .linearise import Surface


@dataclass(frozen=True)
class Proposal:
    """A draft written down.

    Attributes:
        draft: The draft.
        surface: What it reads.
        path: How it came about.
        fidelity: Share of what ought to be said that is said, less what is said twice; 0 to 1.
    """

    draft: Draft
    surface: Surface
    path: str
    fidelity: float


def goal(graph: PairGraph) -> dict[int, int]:
    """Return what a union ought to say: for each content word the one that stands for its meaning.

    Linked words, and words of one lemma, are one meaning.
    """
    meaning: dict[int, int] = {}
    first: dict[str, int] = {}
    for side in (graph.source, graph.target):
        for token in side:
            if not graph.is_content(token.i):
                continue
            twin = graph.twin.get(token.i)
            known = meaning.get(twin) if twin is not None else None
            if known is None:
                known = first.setdefault(graph.lemma(token.i), token.i)
            meaning[token.i] = known
    return meaning


def union_fidelity(graph: PairGraph, draft: Draft, repeat_cost: float) -> float:
    """Return the share of the goal that a draft says, less what it repeats."""
    meaning = goal(graph)
    wanted = set(meaning.values())
    said = Counter(meaning[t] for t in draft.positions if t in meaning)
    own = max(
        sum(c - 1 for c in Counter(meaning[t.i] for t in side if t.i in meaning).values())
        for side in (graph.source, graph.target)
    )
    repeats = max(0, sum(count - 1 for count in said.values()) - own)
    share = len(said) / len(wanted) if wanted else 1.0
    return max(0.0, share - repeat_cost * repeats / max(1, len(wanted)))


def parse_back(draft: Draft, parsed: Doc) -> float:
    """Return the share of the intended dependencies that a parse of the text has, 0 to 1.

    Punctuation and added words are left out; a root counts as an edge.
    """
    found = total = 0
    for token, position in draft.positions.items():
        if parsed[position].is_punct:
            continue
        head = draft.heads.get(token)
        wanted = position if head is None else draft.positions.get(head)
        if wanted is None:
            continue
        total += 1
        found += parsed[position].head.i == wanted
    return found / total if total else 0.0


def combine(figures: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the weighted mean of figures."""
    total = sum(weights.values())
    return sum(weights[name] * figures[name] for name in weights) / total if total else 0.0


def best(scores: Sequence[float]) -> int:
    """Return the position of the highest score, the first of equals."""
    return max(range(len(scores)), key=lambda k: scores[k])
