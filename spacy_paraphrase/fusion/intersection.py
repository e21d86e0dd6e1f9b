"""Intersection: what both sentences say, in the words of the more general one.

Barzilay and McKeown 2005 as Krahmer, Marsi and van Pelt 2008, section 2, describe it: the aligned
nodes of a frame, and what they cannot do without.
"""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Span

from .agreement import finish
from .checks import is_whole
from .coordinate import SAYING
from .draft import Draft, Word, draft_of
from .graph import AUXILIARIES, COMPLEMENTS, OBJECTS, SUBJECTS, PairGraph
from .truth import differs
from .wording import swap_word

# Function words that go with their head.
_WITH_HEAD = AUXILIARIES | {"det", "prt", "case", "neg", "expl", "predet", "preconj", "mark"}
_NEEDED = SUBJECTS | OBJECTS | COMPLEMENTS | {"quantmod"}
_PARTICLES = ("prt", "compound:prt")
_MEASURES = frozenset({"PERCENT", "MONEY", "QUANTITY", "DATE", "TIME"})
# Verbs that say little without a complement, whatever its dependency.
_INCOMPLETE = frozenset(
    "be become seem remain appear lie stand consist depend rely refer belong result lead aim put "
    "account base associate link relate know classify locate range tend happen agree contribute".split()
)
_LEAST_SIMILAR = 0.5


def intersections(graph: PairGraph) -> Iterator[Draft]:
    """Yield what both sides say, either side as the frame."""
    for base in (graph.source, graph.target):
        tokens: list[int] = []
        heads = list(_shared_statements(graph, base))
        for head in heads:
            kept = _kept(graph, head)
            if kept is not None:
                tokens += kept
        if not tokens:
            continue
        draft = _general_words(graph, _punctuated(graph, base, sorted(set(tokens)), heads))
        if draft is not None and is_whole(graph, draft):
            yield finish(graph, _with_articles(graph, draft))


def _shared_statements(graph: PairGraph, side: Span) -> Iterator[int]:
    """Yield the heads of the clauses that both sides state, the highest ones only."""
    stated = set(_statements(graph, graph.other(side)))
    found: set[int] = set()
    for head in _statements(graph, side):
        if graph.twin.get(head) in stated and graph.head(head) not in found:
            if graph.subject(head) is not None:
                found.add(head)
                yield head


def _statements(graph: PairGraph, side: Span) -> Iterator[int]:
    """Yield the heads of the clauses that a side states: roots, their conjuncts, what is said."""
    stack = graph.roots(side)
    while stack:
        node = stack.pop(0)
        yield node
        stack += graph.dependents(node, "conj")
        if graph.lemma(node) in SAYING and not graph.dependents(node, "neg", "aux"):
            stack += graph.dependents(node, "ccomp")


def _kept(graph: PairGraph, node: int) -> list[int] | None:
    """Return what is kept of the subtree of a shared node; None if something it needs is not."""
    if node in graph.twin and (differs(graph, node) or _other_particle(graph, node)):
        return None
    kept, dropped = [node], False
    for child in graph.children[node]:
        label = graph[child].dep_
        if graph[child].is_punct or label in ("conj", "cc"):
            continue
        if label in _WITH_HEAD and not graph.is_content(child):
            kept += graph.subtree(child)
            continue
        below = _kept(graph, child) if _licensed(graph, child) else None
        if below is not None:
            kept += below
        elif label in _NEEDED or (label == "nummod" and graph[node].ent_type_ in _MEASURES):
            return None
        else:
            dropped = dropped or graph[child].dep_ in ("prep", "advmod", "agent", "npadvmod")
    if dropped and graph.lemma(node) in _INCOMPLETE and not _is_complete(graph, node, kept):
        return None
    return _with_conjuncts(graph, node, kept)


def _licensed(graph: PairGraph, node: int) -> bool:
    """Tell whether both sides say a node; a preposition is as good as what it goes with."""
    if graph[node].dep_ in ("prep", "agent"):
        return node in graph.twin
    if graph[node].tag_ in ("WDT", "WP", "WRB", "WP$"):
        return True
    if node not in graph.twin:
        return False
    same_meaning = graph.relation[node] not in ("", "intersects")
    return same_meaning or graph.similarity[node] >= _LEAST_SIMILAR


def _other_particle(graph: PairGraph, node: int) -> bool:
    own, other = (
        {graph.lemma(c) for c in graph.dependents(verb, *_PARTICLES)}
        for verb in (node, graph.twin[node])
    )
    return own != other


def _is_complete(graph: PairGraph, node: int, kept: list[int]) -> bool:
    """Tell whether a verb keeps a dependent behind it, beside its function words."""
    return any(
        child > node and child in kept and graph[child].dep_ not in _WITH_HEAD
        for child in graph.children[node]
    )


def _with_conjuncts(graph: PairGraph, node: int, kept: list[int]) -> list[int] | None:
    """Add the shared conjuncts of a node; of alternatives all must be shared."""
    for child in graph.dependents(node, "conj"):
        below = None
        if _licensed(graph, child) and graph.twin[child] != graph.twin.get(node):
            below = _kept(graph, child)
        joined = graph.dependents(node, "cc")
        if below is None and any(graph[c].lower_ != "and" for c in joined):
            return None
        if below is not None:
            kept = kept + below + joined
    return kept


def _punctuated(graph: PairGraph, side: Span, tokens: list[int], heads: list[int]) -> Draft:
    """Return the draft of the tokens that are kept, with the marks that are still needed.

    A mark stays where both its neighbours do; brackets and quotes are left out.
    """
    kept = set(tokens)
    words = [t.i for t in side if not t.is_space]
    for before, mark, after in zip(words, words[1:], words[2:], strict=False):
        if graph[mark].text in (",", "-", "–", "/") and before in kept and after in kept:
            kept.add(mark)
    last = max(kept)
    ends = [t for t in words if t > last and graph[t].text in (".", "!", "?")]
    if ends:
        kept.add(ends[0])
    chosen = sorted(kept)
    draft = draft_of(graph, side, [t for t in chosen if not _stray(graph, chosen, t)])
    return Draft(draft.words, {t: h for t, h in draft.heads.items() if t not in heads})


def _stray(graph: PairGraph, kept: list[int], token: int) -> bool:
    """Tell whether a conjunction or relative clause mark has lost what it joined."""
    if graph[token].dep_ != "cc":
        return False
    behind = [t for t in kept if t > token and graph[t].dep_ == "conj"]
    return not any(graph.head(t) == graph.head(token) for t in behind)


def _general_words(graph: PairGraph, draft: Draft) -> Draft | None:
    """Put the more general word in the place of each more specific one."""
    for token in list(draft.positions):
        if graph.relation.get(token) == "specifies":
            swapped = swap_word(graph, draft, token)
            if swapped is None:
                return None
            draft = swapped
    return draft


def _with_articles(graph: PairGraph, draft: Draft) -> Draft:
    """Put "the" before a noun that has lost its possessor."""
    for token in list(draft.positions):
        for owner in graph.dependents(token, "poss"):
            if owner not in draft and not any(
                graph[c].dep_ == "det" for c in draft.children(token)
            ):
                draft = draft.insert(draft.extent(token)[0], (Word("the"),), {})
    return draft
