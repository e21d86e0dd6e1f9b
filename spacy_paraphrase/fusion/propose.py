"""The candidates of each kind of fusion, most promising first, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..fusions import Kind
from .clash import clash
from .graph import PairGraph
from .intersection import intersections
from .linearise import realise
from .question import Question, answer
from .ranking import Proposal, says_roots, union_fidelity
from .union import Candidate, unions
from .variants import RELATION_OF, variants

# A union that says so much needs no rival.
ENOUGH = 0.9
# Share of what both sides say that one alone must have to contain the other.
CONTAINED = 0.8


def refusal(graph: PairGraph) -> str:
    """Return why no fusion of a pair can be true, or "" if nothing speaks against it."""
    if not graph.parsed:
        return "no_parse"
    conflict = graph.conflict or clash(graph)
    return f"conflict:{conflict}" if conflict else ""


def propose(
    graph: PairGraph, kind: Kind, least_said: float = 0.0, question: Question | None = None
) -> tuple[list[Proposal], str]:
    """Return the candidates of a kind, the most promising first, or else why there is none.

    Args:
        graph: The pair.
        kind: The kind of fusion.
        least_said: Share of what both sides say that a union must say, 0 to 1.
        question: What a union or an intersection is to answer.
    """
    if kind in RELATION_OF:
        return _variants(graph, kind)
    found, reason = _unions(graph, least_said) if kind == "union" else _intersections(graph)
    if question is None or not found:
        return found, reason
    answers = [_answering(graph, proposal, question) for proposal in found]
    return [a for a in answers if a is not None], "" if any(answers) else "no_answer"


def _variants(graph: PairGraph, kind: Kind) -> tuple[list[Proposal], str]:
    found = [Proposal(d, realise(graph, d), fidelity=share) for d, share in variants(graph, kind)]
    found.sort(key=_order)
    return found, "" if found else "nothing_to_replace"


def _order(proposal: Proposal) -> tuple[float, tuple[str, ...]]:
    """Return what puts the best first, whichever side is which."""
    return -proposal.fidelity, proposal.surface.words


def _answering(graph: PairGraph, proposal: Proposal, question: Question) -> Proposal | None:
    draft = answer(graph, proposal.draft, question)
    if draft is None:
        return None
    return replace(proposal, draft=draft, surface=realise(graph, draft), repairable=False)


def _unions(graph: PairGraph, least_said: float) -> tuple[list[Proposal], str]:
    found = []
    for candidate in unions(graph):
        proposal = _union(graph, candidate, least_said)
        if proposal is not None:
            found.append(proposal)
            if proposal.fidelity >= ENOUGH:
                break
    found.sort(key=_order)
    return found, "" if found else "too_little"


def repairs(
    graph: PairGraph, proposal: Proposal, misread: Collection[int], least_said: float
) -> list[Proposal]:
    """Return a union with the subtrees that a parser attached elsewhere put elsewhere, or left out.

    Args:
        graph: The pair.
        proposal: The union.
        misread: The heads of these subtrees.
        least_said: As in `propose`.
    """
    if not proposal.repairable:
        return []
    texts = {proposal.surface.words}
    better = []
    for change in ({"early": misread}, {"without": misread}):
        for candidate in unions(graph, **change):
            repaired = _union(graph, candidate, least_said)
            if repaired is not None and repaired.surface.words not in texts:
                texts.add(repaired.surface.words)
                better.append(repaired)
    return sorted(better, key=_order)


def _union(graph: PairGraph, candidate: Candidate, least_said: float) -> Proposal | None:
    said = union_fidelity(graph, candidate.draft)
    fidelity = max(0.0, said - candidate.cost)
    coordinated = candidate.path in ("clauses", "predicates")  # nothing of it is in doubt
    if (said if coordinated else fidelity) < least_said:
        return None
    if candidate.path == "contained" and (
        said < CONTAINED or not says_roots(graph, candidate.draft)
    ):
        return None
    surface = realise(graph, candidate.draft)
    return Proposal(candidate.draft, surface, candidate.path, fidelity, repairable=True)


def _intersections(graph: PairGraph) -> tuple[list[Proposal], str]:
    linked = sum(graph.is_content(t) for t in graph.twin) // 2 or 1
    found = []
    for draft in intersections(graph):
        share = sum(graph.is_content(t) for t in draft.positions) / linked
        found.append(Proposal(draft, realise(graph, draft), fidelity=min(1.0, share)))
    found.sort(key=_order)
    roots = [root for root in graph.roots(graph.source) if root in graph.twin]
    return found, "" if found else "nothing_shared" if roots else "no_shared_predicate"
