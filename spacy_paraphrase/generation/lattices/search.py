"""Search of paths in a lattice: shortest, best, best within a length, with a language model.

All functions work on plain edges with scores (`lattice.Lattice`). Lengths are exactly those of the
text. Thus a limit holds at every beam width: partial paths that cannot meet it are dropped
(Napoles 2018, section 4, for the shortest path).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, NamedTuple

from .language_model import LanguageModel, advance, sentence_score
from .lattice import Edge, Lattice

# Maximum number of equally long paths at a node.
TIES = 100
# Maximum number of hypotheses of a beam at a node.
WIDTH = 50


class Way(NamedTuple):
    """A path through a lattice.

    Attributes:
        score: The sum of the scores of its edges and of a language model.
        length: The length of its text.
        edges: Its edges.
    """

    score: float
    length: int
    edges: tuple[Edge, ...]


class _Step(NamedTuple):
    """A partial path: its score and length, its last edge, and the path before that edge."""

    score: float
    length: int
    edge: Edge | None
    before: Any

    def way(self) -> Way:
        edges: list[Edge] = []
        step: _Step | None = self
        while step is not None and step.edge is not None:
            edges.append(step.edge)
            step = step.before
        return Way(self.score, self.length, tuple(reversed(edges)))


_START = _Step(0.0, 0, None, None)
_score = attrgetter("score")


def shortest_ways(
    lattice: Lattice, n_best: int = 1, model: LanguageModel | None = None
) -> list[Way]:
    """Return the shortest paths; among equally short ones, the one with most source words first.

    The language model resolves further ties, then the leftmost first edit.

    Args:
        lattice: The lattice.
        n_best: Number of paths, at most `TIES`.
        model: Language model that chooses between equally short paths.
    """
    found = best_ways(lattice, max(n_best, TIES), lambda edge, length: -float(length))
    words = Counter(token.lower() for token in lattice.tokens)

    def order(way: Way) -> tuple[Any, ...]:
        written = [word for edge in way.edges for word in edge.words]
        likely = sentence_score(model, written) if model else 0.0
        first = next((edge.start for edge in way.edges if edge.kind != "keep"), len(lattice))
        return way.length, -(Counter(map(str.lower, written)) & words).total(), -likely, first

    return [
        way._replace(score=sum(edge.score for edge in way.edges))
        for way in sorted(found, key=order)[:n_best]
    ]


def best_ways(
    lattice: Lattice,
    n_best: int = 1,
    score: Callable[[Edge, int], float] = lambda edge, length: edge.score,
) -> list[Way]:
    """Return the best-scoring paths (Viterbi, with the n best at each node).

    Args:
        lattice: The lattice.
        n_best: Number of paths.
        score: Function that returns the score of an edge of a given length.
    """
    n = len(lattice)
    at: list[tuple[list[_Step], list[_Step]]] = [([], []) for _ in range(n + 1)]
    at[0][0].append(_START)
    for i in range(n):
        for bit in (0, 1):
            steps = nlargest(n_best, at[i][bit], key=_score)
            for edge, lengths in zip(lattice.starting[i], lattice.lengths[i], strict=True):
                length = lengths[bit]
                gain = score(edge, length)
                at[edge.end][bit or bool(edge.words)].extend(
                    _Step(s.score + gain, s.length + length, edge, s) for s in steps
                )
    return [step.way() for step in nlargest(n_best, [*at[n][1], *at[n][0]], key=_score)]


def best_within(lattice: Lattice, budget: int, n_best: int = 1) -> list[Way]:
    """Return the best-scoring paths whose text is within a length budget; exact.

    Dynamic programming over nodes, lengths, and whether any word has been written; empty if no path
    is short enough.
    """
    n, shortest = len(lattice), lattice.shortest
    if shortest[0][0] > budget:
        return []
    at: list[tuple[dict[int, list[_Step]], dict[int, list[_Step]]]]
    at = [({}, {}) for _ in range(n + 1)]
    at[0][0][0] = [_START]
    for i in range(n):
        for bit in (0, 1):
            reached = at[i][bit]
            if n_best > 1:
                reached = {k: nlargest(n_best, steps, key=_score) for k, steps in reached.items()}
            for edge, lengths in zip(lattice.starting[i], lattice.lengths[i], strict=True):
                after = bit or int(bool(edge.words))
                room = budget - shortest[edge.end][after] - lengths[bit]
                to = at[edge.end][after]
                for length, steps in reached.items():
                    if length <= room:
                        _push(to, length + lengths[bit], edge, steps, n_best)
    every = [step for bit in (1, 0) for steps in at[n][bit].values() for step in steps]
    return [step.way() for step in nlargest(n_best, every, key=_score)]


def _push(
    to: dict[int, list[_Step]], length: int, edge: Edge, steps: Sequence[_Step], n_best: int
) -> None:
    """Add partial paths extended by an edge; for an `n_best` of 1, keep only the best one."""
    new = [_Step(step.score + edge.score, length, edge, step) for step in steps]
    known = to.get(length)
    if known is None:
        to[length] = new
    elif n_best > 1:
        known += new
    elif new[0].score > known[0].score:
        known[0] = new[0]


def beam(
    lattice: Lattice,
    model: LanguageModel,
    weight: float = 1.0,
    *,
    budget: int | None = None,
    width: int | None = WIDTH,
    n_best: int = 1,
) -> list[Way]:
    """Return good paths by edge scores and a language model, within an optional budget.

    Of hypotheses with the same node, state, length and beginning, only the best is kept. If any
    path is within the budget, the search finds a result at every beam width.

    Args:
        lattice: The lattice.
        model: The language model.
        weight: Weight of its log probabilities.
        budget: The maximum length.
        width: Number of hypotheses kept at each node; None for all.
        n_best: Number of paths.
    """
    n, shortest = len(lattice), lattice.shortest
    limit = float("inf") if budget is None else budget
    at: list[dict[tuple[Any, ...], _Step]] = [{} for _ in range(n + 1)]
    if shortest[0][0] > limit:
        return []
    at[0][0, 0, model.start()] = _START
    for i in range(n):
        hypotheses = list(at[i].items())
        if width is not None and len(hypotheses) > width:
            hypotheses = nlargest(width, hypotheses, key=lambda item: item[1].score)
        for (bit, length, state), step in hypotheses:
            for edge, lengths in zip(lattice.starting[i], lattice.lengths[i], strict=True):
                after = bit or int(bool(edge.words))
                reached = length + lengths[bit]
                if reached + shortest[edge.end][after] <= limit:
                    now, value = advance(model, state, edge.words)
                    score = step.score + edge.score + weight * value
                    _keep(at[edge.end], (after, reached, now), _Step(score, reached, edge, step))
    ends = [
        step._replace(score=step.score + weight * model.finish(state))
        for (_, _, state), step in at[n].items()
    ]
    return [step.way() for step in nlargest(n_best, ends, key=_score)]


def _keep(known: dict[tuple[Any, ...], _Step], key: tuple[Any, ...], step: _Step) -> None:
    if key not in known or step.score > known[key].score:
        known[key] = step
