"""The candidates of each kind of fusion, most promising first, or the reason why there is none.

Krahmer, Marsi and van Pelt 2008, section 2, define union and intersection; Marsi and Krahmer 2005,
section 5.2, the other kinds. Where a subtree may go is a matter of `attachment`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from ..alignment import read_links
from ..lexicon.resources import word_weights
from ..relations.comparison import compare, linked_tokens
from ..relations.contradiction import contradictions, summary
from ..results import FusionKind, read_relation
from ..sentence import Sentence, sentences
from .attachment import attach, attach_attribution
from .coordination import coordinable_verbs, coordinate_clauses, coordinate_verbs, is_anaphoric
from .draft import Draft, Flaw, draft_of, flaws, is_well_formed
from .graph import PairGraph, are_two_subjects
from .insertion import candidate_subtrees
from .intersection import intersections
from .question import Question, answer
from .ranking import Proposal, says_roots, union_fidelity
from .realisation import realise, restore_agreement
from .wording import RELATION_OF, name_subjects, reworded, specific_words, variants

# The longer side as the frame is first choice, if the others do not say this much more.
_COORDINATED = 0.05
_OTHER_FRAME = 0.1
# What it costs that the verb of the other sentence is not said.
_UNSTATED = 0.05


class Candidate(NamedTuple):
    """A draft and how it came about.

    Attributes:
        draft: The draft.
        path: A key of `results.UNION_PATHS`.
        cost: What is to be taken off its fidelity, for a path that is second choice.
    """

    draft: Draft
    path: str
    cost: float = 0.0


def unions(
    graph: PairGraph, early: Collection[int] = (), without: Collection[int] = ()
) -> Iterator[Candidate]:
    """Yield the ways to say everything once: the longer side with what the other one adds to it.

    What cannot be attached to it is coordinated with it.

    Args:
        graph: The pair.
        early: Heads of subtrees to be put right behind the object.
        without: Heads of subtrees that are not to be attached.
    """
    both = _both_verbs(graph, early, without)
    if both is not None:
        yield both
        return
    shorter, base = sorted(graph.sides, key=lambda side: (len(side.span.text), side.span.text))
    frame = draft_of(graph, base)
    allowed = flaws(graph, frame)
    draft = merge(graph, base, frame, allowed, early, without)
    if _is_united(graph, base, draft) and is_well_formed(graph, draft, allowed):
        yield _candidate(graph, base, draft)
    root, whole = graph.roots(shorter)[:1], False
    plain = draft_of(graph, shorter)
    odd = flaws(graph, plain)
    other = merge(graph, shorter, plain, odd, early, without)
    if _is_united(graph, shorter, other) and is_well_formed(graph, other, odd):
        candidate = _candidate(graph, shorter, other)
        yield candidate._replace(cost=candidate.cost + _OTHER_FRAME)
    if set(root) & set(without):
        return
    if is_anaphoric(graph, base) and not is_anaphoric(graph, shorter):
        base, whole = shorter, True
        frame, draft, allowed = plain, other, odd
    whole = whole or bool(set(root) & set(early))
    joined = coordinate_clauses(graph, draft, base, whole) or coordinate_clauses(
        graph, frame, base, whole
    )
    if joined is not None and is_well_formed(graph, joined[0], allowed):
        yield Candidate(restore_agreement(graph, joined[0]), joined[1], _COORDINATED)


def _both_verbs(
    graph: PairGraph, early: Collection[int], without: Collection[int]
) -> Candidate | None:
    """Return one side with the verb of the other one too, if they differ in nothing else."""
    verbs = coordinable_verbs(graph)
    if verbs is None or not set(verbs).isdisjoint(without):
        return None
    side = graph.side(verbs[0])
    frame = draft_of(graph, side)
    allowed = flaws(graph, frame)
    draft = coordinate_verbs(graph, merge(graph, side, frame, allowed, early, without), *verbs)
    return (
        Candidate(restore_agreement(graph, draft), "predicates")
        if is_well_formed(graph, draft, allowed)
        else None
    )


def _candidate(graph: PairGraph, base: Sentence, draft: Draft) -> Candidate:
    stated = all(root in graph.aligned or root in draft for root in graph.roots(graph.other(base)))
    path = "merged" if draft.attached else "contained"
    return Candidate(restore_agreement(graph, draft), path, 0.0 if stated else _UNSTATED)


def _is_united(graph: PairGraph, base: Sentence, draft: Draft) -> bool:
    """Return whether a frame has what the other side states, or something of it.

    One of several sentences that the frame does not have is one too many.
    """
    roots = graph.roots(graph.other(base))
    shared = all(root in graph.aligned for root in roots)
    if _lacks(graph, draft, graph.other(base)):
        return False
    if any(are_two_subjects(graph, root) for root in roots if root in graph.aligned):
        return False
    return shared or (len(roots) == 1 and bool(draft.attached))


def _lacks(graph: PairGraph, draft: Draft, side: Sentence) -> bool:
    """Return whether a draft says one of several things that a side has side by side, and no other.

    Example: that somebody was "injured" of "injured and taken to hospital".
    """
    taken = draft.positions.keys() | reworded(graph, draft)
    for t in range(side.start, side.end):
        head = graph.head(t)
        if graph.deps[t] != "conj" or head is None or graph.aligned.get(head, -1) not in draft:
            continue
        if graph.is_content(t) and not graph.is_said(t) and t not in taken:
            new, said = graph.new_and_said(t)
            if len(new) > len(said):  # else it may be said in other words
                return True
    return False


def merge(
    graph: PairGraph,
    base: Sentence,
    frame: Draft,
    allowed: frozenset[Flaw],
    early: Collection[int] = (),
    without: Collection[int] = (),
) -> Draft:
    """Return a frame with what can be attached to it of the other side; see `unions`."""
    other = graph.other(base)
    draft = specific_words(graph, name_subjects(graph, frame))
    roots = graph.roots(other)
    for subtree in candidate_subtrees(graph, other):
        taken = draft.positions.keys() | reworded(graph, draft)
        if subtree.root in without or not taken.isdisjoint(subtree.tokens):
            continue
        placed = attach(graph, draft, subtree, subtree.root in early)
        if placed is not None and is_well_formed(graph, placed, allowed):
            draft = placed
    if len(roots) == 1 and roots[0] not in without:
        draft = attach_attribution(graph, draft, roots[0]) or draft
    return draft


# -- All kinds -----------------------------------------------------------------------------------

# A union that says so much needs no rival.
ENOUGH = 0.9
# Share of what both sides say that one alone must have to contain the other.
CONTAINED = 0.8


def refusal(graph: PairGraph) -> str:
    """Return why no fusion of a pair can be true, or "" if nothing speaks against it.

    What contradicts what is judged once, in `relations.contradiction`: the relation of the pair
    has it; of a pair that no relation classifier saw the judge is asked here.
    """
    relation = read_relation(graph.doc)
    if relation is None:
        reasons, differences = _judged(graph) if graph.parsed else ((), ())
    else:
        # A trained classifier may be sure of a conflict for which there is no reason to give.
        reasons = (relation.reasons or ("unknown",)) if relation.conflict else ()
        differences = relation.differences
    if reasons:
        return f"conflict:{reasons[0]}"
    if not graph.parsed:
        return "no_parse"
    differences = (*differences, *graph.conflicts)
    return f"differs:{differences[0]}" if differences else ""


def _judged(graph: PairGraph) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what two sides contradict each other in, for certain and maybe."""
    starts = graph.source.start, graph.target.start
    links = linked_tokens(read_links(graph.doc, "words"), starts)
    weights = word_weights(graph.doc.lang_)
    compared = compare(*sentences(graph.doc), links, graph.lexicon, weights)
    return summary(contradictions(compared, graph.lexicon))


def propose(
    graph: PairGraph, kind: FusionKind, least_said: float = 0.0, question: Question | None = None
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


def _variants(graph: PairGraph, kind: FusionKind) -> tuple[list[Proposal], str]:
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
    linked = sum(graph.is_content(t) for t in graph.aligned) // 2 or 1
    found = []
    for draft in intersections(graph):
        share = sum(graph.is_content(t) for t in draft.positions) / linked
        found.append(Proposal(draft, realise(graph, draft), fidelity=min(1.0, share)))
    found.sort(key=_order)
    roots = [root for root in graph.roots(graph.source) if root in graph.aligned]
    return found, "" if found else "nothing_shared" if roots else "no_shared_predicate"
