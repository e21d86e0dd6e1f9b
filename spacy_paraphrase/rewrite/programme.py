"""Rewriting as an integer programme: a way through the lattice that keeps the syntax whole.

Clarke and Lapata 2008, *Global inference for sentence compression: an integer linear programming
approach*, have a variable for each word; here there is one for each edge of the lattice, so that
words may be replaced too, and the constraints on what depends on what are theirs.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from ..analysis.sentence import Sentence
from ..errors import ParaphraseError, warning
from .deletion import Deletions
from .lattice import Edge, Lattice
from .needs import Needs
from .search import Way, best_ways, best_within

# Longer sentences take too long.
LONGEST = 200
SECONDS = 10.0
# Dependents that their heads cannot do without.
TIED = frozenset(
    """
    nsubj nsubjpass csubj dobj dative attr acomp oprd agent expl neg poss case aux auxpass prt pobj
    pcomp mark ccomp xcomp nummod quantmod
    """.split()  # noqa: SIM905
)
Row = tuple[dict[int, float], float, float]


class _Programme:
    """The variables and rows of a lattice.

    A variable is an edge with nothing before it, or with something: so lengths are exact.
    """

    def __init__(self, lattice: Lattice, budget: int | None, floor: int) -> None:
        self.lattice = lattice
        self.edges: list[Edge] = []
        self.rows: list[Row] = []
        self.places: list[tuple[int, int]] = []
        lengths: dict[int, float] = {}
        reachable = {0}
        for i in range(len(lattice)):
            for edge, told in zip(lattice.starting[i], lattice.lengths[i], strict=True):
                for bit in (0, 1):
                    if bit == 0 and i not in reachable:
                        continue
                    if bit == 0 and not edge.words:
                        reachable.add(edge.end)
                    lengths[len(self.edges)] = float(told[bit])
                    self.edges.append(edge)
                    self.places.append((bit, bit or int(bool(edge.words))))
        self._flow()
        if budget is not None:
            self.rows.append((lengths, float(floor), float(budget)))
        self.covering: dict[int, list[int]] = defaultdict(list)
        for k, edge in enumerate(self.edges):
            if edge.words:
                for t in range(edge.start, edge.end):
                    self.covering[t].append(k)

    def _flow(self) -> None:
        """One way from the start to the end."""
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

    def tie(self, tokens: Sequence[int]) -> None:
        """All of some tokens stay, or none."""
        for one, other in pairwise(tokens):
            self._compare(one, other, equal=True)

    def below(self, head: int, dependent: int) -> None:
        """A dependent stays only where its head does."""
        self._compare(head, dependent, equal=False)

    def keep(self, token: int) -> None:
        """A token stays."""
        self.rows.append((dict.fromkeys(self.covering[token], 1.0), 1.0, 1.0))

    def some(self, tokens: Sequence[int]) -> None:
        """One of some tokens stays."""
        row = {k: 1.0 for t in tokens for k in self.covering[t]}
        self.rows.append((row, 1.0, np.inf))

    def _compare(self, one: int, other: int, *, equal: bool) -> None:
        row: dict[int, float] = dict.fromkeys(self.covering[one], 1.0)
        for k in self.covering[other]:
            row[k] = row.get(k, 0.0) - 1.0
        self.rows.append((row, 0.0, 0.0 if equal else np.inf))

    def demand(self, kind: str, tokens: Sequence[int]) -> None:
        """Add a constraint of `constraints`."""
        if kind == "tie":
            self.tie(tokens)
        elif kind == "below":
            self.below(tokens[0], tokens[1])
        elif kind == "keep":
            self.keep(tokens[0])
        else:
            self.some(tokens)

    def forbid(self, chosen: Sequence[int]) -> None:
        """Another way than one that was found."""
        self.rows.append((dict.fromkeys(chosen, 1.0), -np.inf, len(chosen) - 1.0))

    def solve(self) -> tuple[list[int] | None, bool]:
        """Return the edges of the best way, None if there is none, and whether time was out."""
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
    floor: int = 0,
) -> list[Way]:
    """Return the best ways, by integer linear programming.

    Args:
        lattice: The lattice.
        sentence: The sentence, whose syntax constrains what may go; None for no constraints.
        budget: The greatest length.
        n_best: How many ways; each asks for another solution.
        tokens: Whether single tokens may go, so that the constraints are needed.
        floor: The least length.

    Raises:
        ParaphraseError: P803 for a sentence of more than `LONGEST` tokens.
    """
    if len(lattice) > LONGEST:
        raise ParaphraseError("P803", got=len(lattice), limit=LONGEST)
    model = _Programme(lattice, budget, floor)
    if sentence is not None and tokens and sentence.parsed:
        for kind, some in constraints(sentence):
            model.demand(kind, some)
    found: list[Way] = []
    for _ in range(n_best):
        chosen, late = model.solve()
        if late:
            warnings.warn(warning("W801", seconds=SECONDS), stacklevel=2)
        if chosen is None:
            break
        model.forbid(chosen)
        found.append(_way(model, chosen))
    if not found and late:
        return (
            best_ways(lattice, n_best) if budget is None else best_within(lattice, budget, n_best)
        )
    return found


def _way(model: _Programme, chosen: Sequence[int]) -> Way:
    lattice = model.lattice
    order = sorted(chosen, key=lambda k: (model.edges[k].start, model.edges[k].end))
    edges = tuple(model.edges[k] for k in order)
    length = 0
    for edge in edges:
        place = next(k for k, e in enumerate(lattice.starting[edge.start]) if e is edge)
        length += lattice.lengths[edge.start][place][length > 0]
    return Way(sum(edge.score for edge in edges), length, edges)


def constraints(sentence: Sentence) -> Iterator[tuple[str, list[int]]]:
    """Yield what the syntax of a sentence asks of its tokens.

    Each is a kind and tokens: "tie" (all stay or none), "below" (a head, and what stays only with
    it), "keep" (it stays), "some" (one of them stays).
    """
    lang = sentence.lang
    n = len(sentence)
    marks = [not any(map(str.isalnum, text)) for text in sentence.texts]
    for node, head in enumerate(sentence.heads):
        if head < 0:
            if not marks[node]:
                yield "keep", [node]
            continue
        if marks[node]:
            continue
        if sentence.deps[node] in TIED or (
            sentence.tags[node] in lang.wh_tags and sentence.deps[node] != "ROOT"
        ):
            yield "tie", [head, node]
        else:
            yield "below", [head, node]
        if sentence.deps[node] == "cc":
            conjuncts = [
                c for c in sentence.children(head) if sentence.deps[c] == "conj" and c > node
            ]
            if conjuncts:
                yield "tie", [node, conjuncts[0]]
    joined = Deletions(Needs(sentence)).joined
    unit = [0] if n else []
    for i in range(1, n + 1):
        if i < n and joined[i]:
            unit.append(i)
            continue
        if len(unit) > 1:
            yield "tie", unit
        unit = [i]
    verbs = [i for i in range(n) if sentence.pos[i] in ("VERB", "AUX")]
    if verbs:
        yield "some", verbs
    if n and marks[n - 1] and sentence.texts[n - 1] in ".!?":
        yield "keep", [n - 1]
