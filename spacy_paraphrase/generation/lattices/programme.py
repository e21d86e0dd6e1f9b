"""Rewriting by integer linear programming: a path through the lattice with intact syntax.

Clarke and Lapata 2008, *Global inference for sentence compression: an integer linear programming
approach*, have a variable for each word. This module has one for each edge of the lattice, so that
words can also be replaced. It uses their constraints on dependents.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from ...analysis.cohesion import constraints
from ...analysis.sentence import Sentence
from ...errors import ParaphraseError, warning
from .lattice import Edge, Lattice
from .search import Way, best_ways, best_within

# Maximum number of tokens; longer sentences take too much time.
LONGEST = 200
SECONDS = 10.0
Row = tuple[dict[int, float], float, float]


class _Programme:
    """The variables and constraints of a lattice.

    An edge has two variables, for the start of the text and after words: its length differs.
    """

    def __init__(self, lattice: Lattice, budget: int | None) -> None:
        self.lattice = lattice
        self.edges: list[Edge] = []
        self.rows: list[Row] = []
        self.places: list[tuple[int, int]] = []
        self.lengths = self._add_variables()
        self._flow()
        if budget is not None:
            self.rows.append((self.lengths, 0.0, float(budget)))
        self.covering: dict[int, list[int]] = defaultdict(list)
        for k, edge in enumerate(self.edges):
            for t in range(edge.start, edge.end) if edge.words else ():
                self.covering[t].append(k)

    def _add_variables(self) -> dict[int, float]:
        """Add the variables of all edges (at the text start, after words); return their lengths."""
        lengths: dict[int, float] = {}
        reachable = {0}  # nodes that can be at the start of the text
        for i, edges in enumerate(self.lattice.starting[:-1]):
            for edge, length in zip(edges, self.lattice.lengths[i], strict=True):
                if i in reachable and not edge.words:
                    reachable.add(edge.end)
                for bit in (0, 1) if i in reachable else (1,):
                    lengths[len(self.edges)] = float(length[bit])
                    self.edges.append(edge)
                    self.places.append((bit, bit or int(bool(edge.words))))
        return lengths

    def _flow(self) -> None:
        """Add the constraints that the chosen edges are one path from the start to the end."""
        n = len(self.lattice)
        balance: dict[tuple[int, int], dict[int, float]] = defaultdict(dict)
        for k, (edge, (bit, after)) in enumerate(zip(self.edges, self.places, strict=True)):
            balance[edge.start, bit][k] = balance[edge.start, bit].get(k, 0.0) + 1.0
            balance[edge.end, after][k] = balance[edge.end, after].get(k, 0.0) - 1.0
        ends: dict[int, float] = {}
        for (node, bit), row in balance.items():
            if node == n:
                ends.update(row)
            else:
                out = 1.0 if (node, bit) == (0, 0) else 0.0
                self.rows.append((row, out, out))
        self.rows.append((ends, -1.0, -1.0))

    def demand(self, kind: str, tokens: Sequence[int]) -> None:
        """Add a constraint of `analysis.cohesion.constraints`."""
        if kind == "tie":
            for one, other in pairwise(tokens):
                self._compare(one, other, 0.0)
        elif kind == "below":
            self._compare(tokens[0], tokens[1], np.inf)
        else:  # "keep" or "some"
            row = {k: 1.0 for t in tokens for k in self.covering[t]}
            self.rows.append((row, 1.0, 1.0 if kind == "keep" else np.inf))

    def _compare(self, one: int, other: int, most: float) -> None:
        """Keep token `other` only if `one` is kept; for a `most` of 0, also vice versa."""
        row: dict[int, float] = dict.fromkeys(self.covering[one], 1.0)
        for k in self.covering[other]:
            row[k] = row.get(k, 0.0) - 1.0
        self.rows.append((row, 0.0, most))

    def forbid(self, chosen: Sequence[int]) -> None:
        """Exclude a solution that was found before."""
        self.rows.append((dict.fromkeys(chosen, 1.0), -np.inf, len(chosen) - 1.0))

    def solve(self) -> tuple[list[int] | None, bool]:
        """Return the edges of the best path (None without a path), and whether time ran out."""
        data = [(r, k, v) for r, (row, _, _) in enumerate(self.rows) for k, v in row.items()]
        rows, columns, values = zip(*data, strict=True)
        shape = (len(self.rows), len(self.edges))
        matrix = csr_array((values, (rows, columns)), shape=shape)
        low, high = (np.array([row[k] for row in self.rows]) for k in (1, 2))
        found = milp(
            -np.array([edge.score for edge in self.edges]),
            constraints=LinearConstraint(matrix, low, high),
            integrality=np.ones(len(self.edges)),
            bounds=Bounds(0, 1),
            options={"time_limit": SECONDS, "mip_rel_gap": 0.0},
        )
        if found.x is None:
            return None, found.status == 1
        return np.flatnonzero(found.x > 0.5).tolist(), found.status == 1


def programme(
    lattice: Lattice,
    sentence: Sentence | None = None,
    budget: int | None = None,
    n_best: int = 1,
    *,
    tokens: bool = True,
) -> list[Way]:
    """Return the best paths, found by integer linear programming.

    Args:
        lattice: The lattice.
        sentence: The sentence, whose syntax constrains deletions; None for no constraints.
        budget: The maximum length.
        n_best: Number of paths; each path needs another run of the solver.
        tokens: Whether single tokens may be deleted, so that the constraints are needed.

    Raises:
        ParaphraseError: P803 for a sentence of more than `LONGEST` tokens.
    """
    if len(lattice) > LONGEST:
        raise ParaphraseError("P803", got=len(lattice), limit=LONGEST)
    model = _Programme(lattice, budget)
    if sentence is not None and tokens and sentence.parsed:
        for kind, some in constraints(sentence):
            model.demand(kind, some)
    found: list[Way] = []
    late = False
    for _ in range(n_best):
        chosen, late = model.solve()
        if late:
            warnings.warn(warning("W801", seconds=SECONDS), stacklevel=2)
        if chosen is None:
            break
        model.forbid(chosen)
        found.append(_way(model, chosen))
    if found or not late:
        return found
    return best_ways(lattice, n_best) if budget is None else best_within(lattice, budget, n_best)


def _way(model: _Programme, chosen: Sequence[int]) -> Way:
    edges = sorted((model.edges[k] for k in chosen), key=lambda edge: (edge.start, edge.end))
    length = sum(model.lengths[k] for k in chosen)
    return Way(sum(edge.score for edge in edges), int(length), tuple(edges))
