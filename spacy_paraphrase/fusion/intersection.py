"""Intersection: what both sentences say, in the words of the more general one.

Barzilay and McKeown 2005 as Krahmer, Marsi and van Pelt 2008, section 2, describe it: the aligned
nodes of a frame, and what they cannot do without.
"""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Span

from .agreement import finish
from .checks import UNENDED, flaws, is_whole
from .coordinate import AND, COMMA, SAYING
from .draft import Draft, Word, draft_of, words_of
from .graph import FINITE, OBJECTS, PairGraph
from .shared import Selection, is_alike, select
from .wording import swap_word
from .wordlists import words

# Words that open a clause that says what is so.
_FACTUAL = words("after when as because since while although though")
# Phrases that may stand between commas.
_SET_OFF = words("appos relcl acl advcl npadvmod prep advmod amod ccomp")


def intersections(graph: PairGraph) -> Iterator[Draft]:
    """Yield what both sides say, either side as the frame."""
    for base in (graph.source, graph.target):
        found = [select(graph, head) for head in _shared_statements(graph, base)]
        selections = [selection for selection in found if selection is not None]
        if not selections:
            continue
        draft = _general_words(graph, _written(graph, base, selections))
        allowed = UNENDED & flaws(graph, draft_of(graph, base))
        if draft is not None and is_whole(graph, draft, allowed):
            yield finish(graph, draft)


def _shared_statements(graph: PairGraph, side: Span) -> Iterator[int]:
    """Yield the heads of the clauses that both sides state, the highest ones only."""
    stated = set(_statements(graph, graph.other(side)))
    found: set[int] = set()
    for head in _statements(graph, side):
        shared = graph.twin.get(head) in stated and graph.subject(head) is not None
        shared = shared and (
            is_alike(graph, head)
            or (graph.relation[head] != "intersects" and _has_object(graph, head))
        )
        if shared and not found.intersection(_above(graph, head)):
            found.add(head)
            yield head


def _above(graph: PairGraph, node: int) -> Iterator[int]:
    head = graph.head(node)
    while head is not None:
        yield head
        head = graph.head(head)


def _statements(graph: PairGraph, side: Span) -> Iterator[int]:
    """Yield the heads of the clauses that a side states.

    Roots, their conjuncts, what is said, adverbial clauses that say what is so.
    """
    stack = [root for root in graph.roots(side) if not _is_question(graph, root)]
    while stack:
        node = stack.pop(0)
        yield node
        stack += graph.dependents(node, "conj")
        if graph.lemma(node) in SAYING and not graph.dependents(node, "neg", "aux"):
            stack += graph.dependents(node, "ccomp")
        stack += [c for c in graph.dependents(node, "advcl") if _is_fact(graph, c)]


def _is_fact(graph: PairGraph, clause: int) -> bool:
    """Tell whether an adverbial clause says what is so: "after he died"."""
    opening = {graph[c].lower_ for c in graph.dependents(clause, "mark", "advmod")}
    group = [clause, *graph.dependents(clause, "aux", "auxpass")]
    return bool(opening & _FACTUAL) and any(graph[t].tag_ in FINITE for t in group)


def _has_object(graph: PairGraph, verb: int) -> bool:
    """Tell whether a verb has its object, or its subject in the passive, in both sentences."""
    taken = graph.dependents(verb, *OBJECTS, "nsubjpass")
    return any(graph.head(graph.linked[c]) == graph.twin[verb] for c in taken if c in graph.linked)


def _is_question(graph: PairGraph, root: int) -> bool:
    return any(graph[t].text == "?" for t in graph.children[root])


def _written(graph: PairGraph, side: Span, selections: list[Selection]) -> Draft:
    """Return the draft of what is kept, with the marks and conjunctions that it needs."""
    words: tuple[Word, ...] = ()
    heads: dict[int, int] = {}
    for selection in selections:
        kept = set(selection.tokens)
        for mark in range(side.start + 1, side.end - 1):
            if graph[mark].text in ("-", "–", "/") and {mark - 1, mark + 1} <= kept:
                kept.add(mark)
        draft = draft_of(graph, side, kept)
        links = draft.heads | selection.moved
        links.pop(selection.root, None)
        draft = _with_articles(graph, Draft(draft.words, links))
        for node in sorted(kept):
            if graph[node].dep_ in _SET_OFF:
                draft = _set_off(graph, draft, node)
        for first, conjuncts in selection.coordinations.items():
            draft = _coordinated(graph, draft, first, conjuncts)
        ends = [t for t in range(max(kept) + 1, side.end) if graph[t].text in (".", "!")]
        words += draft.words + words_of(graph, ends[:1])
        heads |= draft.heads
    return Draft(words, heads)


def _set_off(graph: PairGraph, draft: Draft, node: int) -> Draft:
    """Put the commas round a phrase that it has in its own sentence."""
    own = graph.subtree(node)
    side = graph.side(node)
    first, last = draft.extent(node)
    behind = own[-1] + 1
    if behind < side.end and graph[behind].text == "," and last + 1 < len(draft.words):
        draft = draft.insert(last + 1, (COMMA,), {})
    opened = own[0] > side.start and graph[own[0] - 1].text == ","
    if opened and first and draft.words[first - 1].text != ",":
        draft = draft.insert(first, (COMMA,), {})
    return draft


def _coordinated(graph: PairGraph, draft: Draft, first: int, conjuncts: list[int]) -> Draft:
    """Put commas between conjuncts and a conjunction before the last one."""
    chain = [first, *graph.chain(first)]
    found = [t for node in chain for t in graph.dependents(node, "cc")]
    conjunction = words_of(graph, found[:1]) or (AND,)
    serial = bool(found) and graph[found[-1] - 1].text == ","
    many = len(conjuncts) > 1
    for conjunct in conjuncts:
        position = draft.extent(conjunct)[0]
        if conjunct != conjuncts[-1]:
            link: tuple[Word, ...] = (COMMA,)
        else:
            own_subject = graph[conjunct].pos_ == "VERB" and graph.subject(conjunct) is not None
            link = (COMMA, *conjunction) if serial and (many or own_subject) else conjunction
        if draft.words[position - 1].text == ",":
            link = tuple(word for word in link if word.text != ",")
        draft = draft.insert(position, link, {})
    return draft


def _general_words(graph: PairGraph, draft: Draft) -> Draft | None:
    """Put the more general word in the place of each more specific one."""
    for token in list(draft.positions):
        if graph.relation.get(token) == "specifies" and graph.is_content(token):
            swapped = swap_word(graph, draft, token)
            if swapped is None:
                return None
            draft = swapped
    return draft


def _with_articles(graph: PairGraph, draft: Draft) -> Draft:
    """Put "the" before a noun that has lost its possessor; a bare name has no article."""
    for token in list(draft.positions):
        if graph[token].ent_type_ == "PERSON":
            lost = any(c not in draft for c in graph.dependents(token, "amod"))
            draft = draft.without(graph.dependents(token, "det") if lost else [])
        for owner in graph.dependents(token, "poss"):
            if owner not in draft and not any(
                graph[c].dep_ == "det" for c in draft.children(token)
            ):
                draft = draft.insert(draft.extent(token)[0], (Word("the"),), {})
    return draft
