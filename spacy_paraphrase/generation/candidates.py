"""The candidates of each kind of fusion, best first, or the reason why there is none.

Krahmer, Marsi and van Pelt 2008, section 2, define union and intersection; Marsi and Krahmer 2005,
section 5.2, the other kinds. Unions are built in `unions`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import zip_longest

from ..analysis.cohesion import quoted
from ..analysis.sentence import Sentence, sentences
from ..lexicon.resources import word_weights
from ..pairs.alignment import read_links
from ..pairs.pair import WORDS
from ..pairs.results import FusionKind, read_relation
from ..relations.contradiction import contradictions, summary
from ..relations.side_comparison import compare, linked_tokens
from .checks.ranking import Attempt, union_fidelity
from .draft import Draft, draft_of
from .graph import PairGraph, are_two_people, are_two_places, unsupported
from .proposers.edit_judge import EditJudge
from .proposers.intersection import intersections, shortened_sides
from .proposers.question import Question, answer, answer_alone
from .proposers.unions import asks, side_entails, unions
from .proposers.wording import RELATION_OF, variants

# How probable it must be that one sentence entails the other, where that is asked for, and that it
# is worth while to try a side as what both say.
LEAST_ENTAILED, MAYBE_ENTAILED = 0.5, 0.25
# Below that a side surely is not what both sides say.
LEAST_SHARED = 0.05
# How probable, where something differs that may contradict it, and what that may be: of values no
# judge that reads words is sure.
SURELY_ENTAILED = 0.9
_READ_AS_ONE = {"negation", "modality", "antonym"}


def refusal(graph: PairGraph) -> str:
    """Return why the sides of a pair cannot be fused, or "" if they can.

    Contradictions are found in `relations.contradiction`. The stored relation of the pair has them;
    for a pair that no relation classifier has seen they are computed here.
    """
    if not graph.lang.written:
        return "no_language"
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
    if WORDS not in graph.doc.spans:
        return "no_alignment"
    differences = (*differences, *graph.conflicts)
    if not differences and (are_two_people(graph) or are_two_places(graph)):
        return "differs:name"
    return f"differs:{differences[0]}" if differences else ""


def _judged(graph: PairGraph) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what two sides contradict each other in, for certain and maybe."""
    source, target = sentences(graph.doc)
    links = linked_tokens(read_links(graph.doc, "words"), (source.start, target.start))
    weights = word_weights(graph.doc.lang_)
    compared = compare(source, target, links, graph.lexicon, weights)
    return summary(contradictions(compared, graph.lexicon))


def propose(
    graph: PairGraph, kind: FusionKind, judge: EditJudge, question: Question | None = None
) -> tuple[list[Attempt], str]:
    """Return the candidates of a kind, best first, or the reason why there is none."""
    if kind in RELATION_OF:
        return reworded(graph, kind)
    if kind == "union":
        found = unions(graph, judge)
        reason = "" if found else "too_little"
    else:
        found, reason = _intersections(graph)
    if question is None or (not found and kind != "union"):
        return found, reason
    answers = [a for p in found if (a := _answering(graph, p, question)) is not None]
    if kind == "union":
        answers = _with_side_alone(graph, answers, question)
    return answers, "" if answers else (reason or "no_answer")


def _with_side_alone(graph: PairGraph, answers: list[Attempt], question: Question) -> list[Attempt]:
    """Return the best union that answers a question, and the side that answers it alone."""
    alone = [
        Attempt(graph, draft, "contained", union_fidelity(graph, draft))
        for draft in answer_alone(graph, question)
    ]
    # What is only coordinated with the answer is not asked for.
    together = [a for a in answers if a.path in ("contained", "merged")]
    return together[:1] + alone if alone else answers


def one_side(graph: PairGraph, kind: FusionKind) -> list[Attempt]:
    """Return the side that is the fusion of two sides which differ in something.

    If one side surely entails the other, it is their union, and the other their intersection.
    """
    relation, both = read_relation(graph.doc), sentences(graph.doc)
    if relation is None or not {*relation.differences, *graph.conflicts} <= _READ_AS_ONE:
        return []
    known = [(side_entails(graph, side) or 0, side) for side in both]
    chance, side = max(known, key=lambda one: (one[0], one[1].texts))
    if chance < SURELY_ENTAILED or any(map(asks, both)):
        return []
    if kind == "union":
        return [Attempt(graph, draft_of(graph, side), "contained", chance, chance)]
    entailed = Attempt(graph, draft_of(graph, graph.other(side)), fidelity=chance)
    return [entailed] if kind == "intersection" else []


def reworded(graph: PairGraph, kind: FusionKind) -> tuple[list[Attempt], str]:
    """Return the candidates of a kind that replaces phrases, or the reason why there is none.

    Args:
        graph: The pair.
        kind: "restate", "specify" or "generalize".
    """
    found = [Attempt(graph, draft, fidelity=share) for draft, share in variants(graph, kind)]
    found.sort(key=_order)
    return found, "" if found else "nothing_to_replace"


def _order(proposal: Attempt) -> tuple[float, tuple[str, ...]]:
    """Return what puts the best first, whichever side is which."""
    return -proposal.fidelity, proposal.surface.words


def _answering(graph: PairGraph, proposal: Attempt, question: Question) -> Attempt | None:
    draft = answer(graph, proposal.draft, question)
    if draft is None:
        return None
    return replace(proposal, draft=draft, repairable=False)


def repairs(
    graph: PairGraph, proposal: Attempt, judge: EditJudge, misread: Collection[int]
) -> list[Attempt]:
    """Return a union without the units that the parser attached to an unintended head.

    Args:
        graph: The pair.
        proposal: The union.
        judge: Scores edits.
        misread: The heads of these units.
    """
    if not proposal.repairable:
        return []
    others = unions(graph, judge, without=misread)
    return [other for other in others if other.surface.words != proposal.surface.words]


def _intersections(graph: PairGraph) -> tuple[list[Attempt], str]:
    found, refused = _shared(graph)
    if refused:
        # What the judge misses in the other side is left out then, and where it is.
        apart = unsupported(graph.doc) | _other_prepositions(graph)
        found, _ = _shared(PairGraph(graph.doc, graph.lexicon, apart=apart))
        found = [proposal for proposal in found if _is_only_cut(graph, proposal.draft)]
    found = _alternating(found, _entailed(graph), _shortened(graph, found))
    if any(graph.is_punct(side.end - 1) for side in graph.sides):  # then none may be a headline
        found = [proposal for proposal in found if not proposal.surface.text[-1:].isalnum()]
    found = [proposal for proposal in found if not _is_unquoted(graph, proposal.draft)]
    roots = [root for root in graph.roots(graph.source) if root in graph.aligned]
    return found, "" if found else "nothing_shared" if roots else "no_shared_predicate"


def _shortened(graph: PairGraph, others: list[Attempt]) -> list[Attempt]:
    """Return the sides without what only they say, but for those that say less than others."""
    said = [_meanings(graph, proposal.draft) for proposal in others]
    return [
        Attempt(graph, _as_both_say_it(graph, draft), shortened=True)
        for draft in shortened_sides(graph)
        if not any(_meanings(graph, draft) < more for more in said)
    ]


def _meanings(graph: PairGraph, draft: Draft) -> set[int]:
    """Return what the content words of a draft say, by the numbers of `PairGraph.meanings`."""
    return {graph.meanings[t] for t in draft.positions if t in graph.meanings}


def _alternating(*lists: list[Attempt]) -> list[Attempt]:
    """Return the first candidate of each list, then the second, each text once."""
    found: dict[str, Attempt] = {}
    for proposals in zip_longest(*lists):
        for proposal in proposals:
            if proposal is not None:
                found.setdefault(proposal.surface.text, proposal)
    return list(found.values())


def _shared(graph: PairGraph) -> tuple[list[Attempt], bool]:
    """Return the sentences of what is shared, and whether any was refused.

    One that leaves out no word of a side is refused where the other side surely does not entail it;
    what the other side only reports is said there, too.
    """
    linked = sum(graph.is_content(t) for t in graph.aligned) // 2 or 1
    refused = [s for s in graph.sides if _is_unsaid(graph, s) and not _is_reported(graph, s)]
    drafts = list(intersections(graph))
    found = []
    for draft in drafts:
        if any(_is_all_of(graph, draft, side) for side in refused):
            continue
        share = sum(graph.is_content(t) for t in draft.positions) / linked
        fidelity = (1 + min(1.0, share)) / 2  # what says little is true all the same
        found.append(Attempt(graph, draft, fidelity=fidelity))
    found.sort(key=_order)
    return found, len(found) < len(drafts)


def _is_unsaid(graph: PairGraph, side: Sentence) -> bool:
    """Return whether the other side surely does not say all that a side does."""
    chance = side_entails(graph, graph.other(side))
    return chance is not None and chance < LEAST_SHARED


def _is_reported(graph: PairGraph, side: Sentence) -> bool:
    """Return whether the other side has what a side states as what somebody says."""
    stated = (graph.linked.get(root) for root in graph.roots(side))
    return any(graph.reports(t) for node in stated if node is not None for t in graph.above(node))


def _is_all_of(graph: PairGraph, draft: Draft, side: Sentence) -> bool:
    """Return whether a draft has all words of a side, or their partners."""
    words = (t for t in range(side.start, side.end) if not graph.is_space(t))
    return all(
        t in draft or graph.is_punct(t) or graph.linked.get(t, -1) in draft.positions for t in words
    )


def _other_prepositions(graph: PairGraph) -> set[int]:
    """Return the prepositions that are linked with another one."""
    linked = (t for t in graph.linked if graph.is_preposition(t))
    return {t for t in linked if graph.lemmas[t] != graph.lemmas[graph.linked[t]]}


def _is_unquoted(graph: PairGraph, draft: Draft) -> bool:
    """Return whether a draft has no quotation marks, though both sides quote the same words."""
    source, target = (_quoted(graph, side) for side in graph.sides)
    shared = [t for t in source if graph.linked.get(t) in target and not graph.is_punct(t)]
    return len(shared) > 1 and not any(graph[t].is_quote for t in draft.positions)


def _quoted(graph: PairGraph, side: Sentence) -> set[int]:
    """Return the tokens within quotation marks; none of a side with a quotation not closed."""
    found = {side.start + i for i, inside in enumerate(side.once(quoted)) if inside}
    return set() if sum(graph[t].is_quote for t in found) % 2 else found


def _is_only_cut(graph: PairGraph, draft: Draft) -> bool:
    """Return whether a draft is a side with something cut off: each word hangs where it did."""
    unchanged = all(w.token is None or w.text == graph.texts[w.token] for w in draft.words)
    heads = (draft_of(graph, side).links.items() for side in graph.sides)
    return unchanged and any(draft.links.items() <= whole for whole in heads)


def _entailed(graph: PairGraph) -> list[Attempt]:
    """Return the sides that the other one may entail, as they stand, the most probable first."""
    source, target = sentences(graph.doc)
    if asks(source) != asks(target):
        return []
    chances = [(side_entails(graph, graph.other(side)) or 0, side) for side in (target, source)]
    return [
        Attempt(graph, _as_both_say_it(graph, draft_of(graph, side)))
        for chance, side in sorted(chances, key=lambda one: (-one[0], one[1].texts))
        if chance >= MAYBE_ENTAILED
    ]


def _as_both_say_it(graph: PairGraph, draft: Draft) -> Draft:
    """Return a draft whose words stand for all words that they are linked with, too."""
    words = [
        word._replace(also=(graph.linked[word.token],)) if word.token in graph.linked else word
        for word in draft.words
    ]
    return replace(draft, words=tuple(words))
