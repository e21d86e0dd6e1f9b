"""Intersection: what both sentences say, in the words of the more general one.

Barzilay and McKeown 2005 as Krahmer, Marsi and van Pelt 2008, section 2, describe it: the aligned
nodes of a frame, and what they cannot do without. First a selection is made of what is shared of a
clause, then it is written as a draft.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..lexicon.numbers import read_word
from ..sentence import Sentence
from .draft import (
    COMMA,
    UNENDED,
    Draft,
    Word,
    coordinator,
    definite_article,
    draft_of,
    flaws,
    is_well_formed,
    words_of,
)
from .graph import (
    NEGATED,
    PairGraph,
    differs,
    has_other_particle,
    is_alike,
    is_governed,
    is_operator,
    is_several,
    operators,
)
from .realisation import restore_agreement
from .wording import swap_word

_HYPHENS = ("-", "–", "/")


@dataclass
class Selection:
    """What is kept of a clause.

    Attributes:
        root: The token that heads it.
        tokens: The tokens that are kept, without marks and conjunctions.
        moved: New heads of tokens whose own head is left out.
        coordinations: For the first conjunct of each coordination the others that are kept.
    """

    root: int
    tokens: set[int] = field(default_factory=set)
    moved: dict[int, int] = field(default_factory=dict)
    coordinations: dict[int, list[int]] = field(default_factory=dict)


def select(graph: PairGraph, root: int) -> Selection | None:
    """Return what both sides say of a clause; None if something it needs only one side says."""
    selection = Selection(root)
    return selection if _keep(graph, root, selection) else None


def _keep(graph: PairGraph, node: int, into: Selection, alone: bool = False) -> bool:
    """Add what is shared of a subtree to a selection; nothing, and False, if it cannot stand.

    Args:
        graph: The pair.
        node: Root of the subtree.
        into: The selection.
        alone: Whether its conjuncts are left out.
    """
    if node in graph.aligned and not _may_be_shared(graph, node):
        return False
    own, dropped = Selection(node, {node}), False
    for child in graph.children[node]:
        if not _is_dependent(graph, node, child, into.root):
            continue
        if _keep_child(graph, node, child, own):
            continue
        if _is_needed(graph, node, child) or _is_reversed(graph, node):
            return False
        dropped = dropped or graph.deps[child] in ("prep", "advmod", "agent", "npadvmod")
    lang = graph.lang
    needy = graph.lemmas[node] in lang.incomplete_verbs or graph.deps[node] in lang.clause_labels
    if dropped and needy and not _is_complete(graph, node, own.tokens):
        return False
    below = set(graph.subtree(node))
    if graph.deps[node] == "npadvmod" and not below <= own.tokens:
        return False
    if not below.intersection(graph.lexical_unit(node)) <= own.tokens:
        return False
    if not alone and not _keep_conjuncts(graph, node, own):
        return False
    into.tokens |= own.tokens
    into.moved |= own.moved
    into.coordinations |= own.coordinations
    return True


def _may_be_shared(graph: PairGraph, node: int) -> bool:
    """Return whether both sides say of an aligned node what the frame says of it."""
    aligned = graph.aligned[node]
    if differs(graph, node) or has_other_particle(graph, node, aligned):
        return False
    if _is_alternative(graph, aligned):
        return False
    content = [t for t in graph.subtree(aligned) if graph.is_content(t)]
    return not _is_reversed(graph, aligned) or all(graph.is_shared(t) for t in content)


def _is_dependent(graph: PairGraph, node: int, child: int, root: int) -> bool:
    """Return whether a child is to be decided about: no mark, no conjunct, no clause opener."""
    label = graph.deps[child]
    if graph.is_punct(child) or label in graph.lang.coordination_labels:
        return False
    # A clause that stands alone has no word that opens it.
    return node != root or not (label == "mark" or graph.tags[child] == "WRB")


def _keep_child(graph: PairGraph, node: int, child: int, own: Selection) -> bool:
    """Add a dependent to the selection of its head, if it goes along or is shared."""
    label = graph.deps[child]
    if label in graph.lang.attached_function_labels and not graph.is_content(child):
        own.tokens.update(graph.subtree(child))
        return True
    bare = not graph.children[child]  # the object of a preposition may hang elsewhere
    if bare and (label == "prep" or _is_shared_operator(graph, node, child)):
        own.tokens.add(child)
        return True
    return _keep_first(graph, node, child, own) or _keep_several(graph, node, child, own)


def _is_shared_operator(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a word like "about" has its like on the other side, in whatever wording."""
    several = is_several(graph, child)
    return node in graph.aligned and is_operator(graph, child) and not several


def _keep_several(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add "few" of "a few" if the other side has a number of three or more in its place."""
    if not is_several(graph, child) or node not in graph.aligned:
        return False
    numbers = graph.dependents(graph.aligned[node], "nummod")
    readings = [read_word(graph.words[n], graph.lang) for n in numbers]
    counted = any(r is not None and r.kind == "number" and r.value > 2 for r in readings)
    if counted:
        into.tokens.add(child)
    return counted


def _is_alternative(graph: PairGraph, node: int) -> bool:
    """Return whether a node is joined by "or" to something that only its side has."""
    first = node
    while graph.deps[first] == "conj" and graph.head(first) is not None:
        first = graph.head(first) or 0
    members = [first, *graph.conjuncts(first)]
    joined = {graph.words[c] for n in members for c in graph.dependents(n, "cc")}
    asserted = joined <= graph.lang.asserting_coordinators
    return not asserted and any(n not in graph.linked for n in members)


def _is_needed(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a node cannot stand without a dependent."""
    label = graph.deps[child]
    counts = label == "nummod" and graph.entities[node] in graph.lang.measure_entities
    counts = counts or is_several(graph, child)
    return label in graph.lang.needed_labels or counts or is_governed(graph, node, child)


def _is_reversed(graph: PairGraph, node: int) -> bool:
    """Return whether a node says more if something is left out: "not … well", "all red cars"."""
    if NEGATED in operators(graph, node):
        return True
    return any(
        graph.words[c] in graph.lang.sweeping_determiners
        for c in graph.dependents(node, "det", "predet")
    )


def _keep_first(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add a dependent if it is shared, or else the first of its conjuncts that is."""
    for candidate in [child, *graph.conjuncts(child)]:
        joined = [graph.words[c] for c in graph.dependents(child, "cc")]
        adds = len(joined) == 1 and joined[0] in graph.lang.additive_conjunctions
        first = graph.is_nominal(child) and graph.deps[child] != "appos"
        if candidate != child and not (adds and first):
            return False
        if is_licensed(graph, candidate, node) and _keep(graph, candidate, into):
            if candidate != child:
                into.moved[candidate] = node
            return True
    return False


def _keep_conjuncts(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add the shared conjuncts of a first conjunct; of alternatives all must be shared."""
    if graph.deps[node] == "conj" and node not in into.moved and graph.head(node) in into.tokens:
        return True
    chain = graph.conjuncts(node)
    kept = []
    for conjunct in chain:
        if conjunct in into.tokens or not is_licensed(graph, conjunct, node):
            continue
        if not _is_joined(graph, conjunct):
            continue
        if graph.pos[node] == "VERB" and not _same_doer(graph, node, conjunct):
            continue
        own = Selection(conjunct)
        if _keep(graph, conjunct, own, alone=True):
            into.tokens |= own.tokens
            into.moved |= own.moved | {conjunct: node}
            into.coordinations |= own.coordinations
            kept.append(conjunct)
    joined = {graph.words[c] for n in (node, *chain) for c in graph.dependents(n, "cc")}
    if len(kept) < len(chain) and not joined <= graph.lang.asserting_coordinators:
        return False
    objects = graph.lang.object_labels
    lost = [c for c in chain if c not in kept and graph.dependents(c, *objects)]
    taken = graph.dependents(node, *objects, *graph.lang.passive_subject_labels)
    if lost and graph.pos[node] == "VERB" and not taken:
        return False  # "shot and killed a man": the object belongs to both
    if kept:
        into.coordinations[node] = kept
    return True


def _is_joined(graph: PairGraph, conjunct: int) -> bool:
    """Return whether a conjunction or a mark stands before a conjunct, as it does if it is one."""
    head = graph.head(conjunct)
    assert head is not None
    between = range(head + 1, conjunct)
    return any(graph.is_punct(t) or graph.deps[t] == "cc" for t in between)


def _same_doer(graph: PairGraph, verb: int, conjunct: int) -> bool:
    """Return whether a conjunct that shares the subject of a verb does so in the other sentence."""
    if graph.subject(conjunct) is not None:
        return True
    other: int | None = graph.aligned[conjunct]
    while other is not None and graph.subject(other) is None and graph.deps[other] == "conj":
        other = graph.head(other)
    subjects = graph.subject(verb), graph.subject(other) if other is not None else None
    partner = graph.linked.get(subjects[0] or 0)
    taken = partner is not None and graph.head(partner) in (graph.aligned[conjunct], other)
    return taken if subjects[0] is not None else False


def is_licensed(graph: PairGraph, node: int, head: int) -> bool:
    """Return whether both sides say a node, under the same head and in the same role."""
    if graph.tags[node] in graph.lang.wh_tags:
        return True
    aligned = graph.aligned.get(node)
    if aligned is None or any(t not in graph.linked for t in graph.lexical_unit(node)):
        return False
    between = range(node + 1, graph.head(node) or node)
    if graph.deps[node] in graph.lang.compound_labels and any(
        graph.texts[t] in ",;:(" for t in between
    ):
        return False  # no part of a compound: a misreading
    path = _path(graph, graph.aligned.get(head), aligned)
    if path is None or not _same_role(graph, node, path):
        return False
    if graph.deps[node] in graph.lang.adposition_labels:
        return True
    if graph.tags[node] == "NNS" and graph.tags[aligned] == "NN" and _counts(graph, node):
        return False  # "two women" and "a woman"
    return is_alike(graph, node)


def _counts(graph: PairGraph, noun: int) -> bool:
    return bool(graph.dependents(noun, "nummod"))


def _path(graph: PairGraph, above: int | None, node: int) -> list[int] | None:
    """Return the nodes from below one down to another; None if the one is not above the other."""
    path: list[int] = []
    step: int | None = node
    while step is not None:
        if step == above:
            return path[::-1]
        path.append(step)
        step = graph.head(step)
    return [node] if above is None else None


def _same_role(graph: PairGraph, node: int, path: list[int]) -> bool:
    """Return whether a node has the role of its counterpart, agent or patient in any voice."""
    own = graph.lang.role_of_label.get(graph.deps[node])
    other = graph.lang.role_of_label.get(graph.deps[path[0]]) if path else None
    return own is None or other is None or own == other


def _is_complete(graph: PairGraph, node: int, kept: set[int]) -> bool:
    """Return whether a verb keeps a dependent behind it, beside its function words."""
    return any(
        child > node
        and child in kept
        and graph.deps[child] not in graph.lang.attached_function_labels
        for child in graph.children[node]
    )


# -- From selections to a draft -------------------------------------------------------------------


def intersections(graph: PairGraph) -> Iterator[Draft]:
    """Yield what both sides say, either side as the frame."""
    for base in graph.sides:
        found = [select(graph, head) for head in _shared_statements(graph, base)]
        selections = [selection for selection in found if selection is not None]
        if not selections:
            continue
        draft = _general_words(graph, _written(graph, base, selections))
        allowed = UNENDED & flaws(graph, draft_of(graph, base))
        if draft is not None and is_well_formed(graph, draft, allowed):
            yield restore_agreement(graph, draft)


def _shared_statements(graph: PairGraph, side: Sentence) -> Iterator[int]:
    """Yield the heads of the clauses that both sides state, the highest ones only."""
    stated = set(_statements(graph, graph.other(side)))
    found: set[int] = set()
    for head in _statements(graph, side):
        shared = graph.aligned.get(head) in stated and graph.subject(head) is not None
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


def _statements(graph: PairGraph, side: Sentence) -> Iterator[int]:
    """Yield the heads of the clauses that a side states.

    Roots, their conjuncts, what is said, adverbial clauses that say what is so.
    """
    stack = [root for root in graph.roots(side) if not _is_question(graph, root)]
    while stack:
        node = stack.pop(0)
        yield node
        stack += graph.dependents(node, "conj")
        if graph.lemmas[node] in graph.lang.reporting_verbs and not graph.dependents(
            node, "neg", "aux"
        ):
            stack += graph.dependents(node, "ccomp")
        stack += [c for c in graph.dependents(node, "advcl") if _is_fact(graph, c)]


def _is_fact(graph: PairGraph, clause: int) -> bool:
    """Return whether an adverbial clause says what is so: "after he died"."""
    opening = {graph.words[c] for c in graph.dependents(clause, "mark", "advmod")}
    group = [clause, *graph.dependents(clause, *graph.lang.auxiliary_labels)]
    return bool(opening & graph.lang.factual_clause_markers) and any(
        graph.tags[t] in graph.lang.finite_tags for t in group
    )


def _has_object(graph: PairGraph, verb: int) -> bool:
    """Return whether a verb has its object, or its subject in the passive, in both sentences."""
    taken = graph.dependents(verb, *graph.lang.object_labels, "nsubjpass")
    return any(
        graph.head(graph.linked[c]) == graph.aligned[verb] for c in taken if c in graph.linked
    )


def _is_question(graph: PairGraph, root: int) -> bool:
    return any(graph.texts[t] == "?" for t in graph.children[root])


def _written(graph: PairGraph, side: Sentence, selections: list[Selection]) -> Draft:
    """Return the draft of what is kept, with the marks and conjunctions that it needs."""
    words: tuple[Word, ...] = ()
    heads: dict[int, int] = {}
    for selection in selections:
        kept = set(selection.tokens)
        for mark in range(side.start + 1, side.end - 1):
            if graph.texts[mark] in _HYPHENS and {mark - 1, mark + 1} <= kept:
                kept.add(mark)
        draft = draft_of(graph, side, kept)
        links = draft.heads | selection.moved
        links.pop(selection.root, None)
        draft = _with_articles(graph, Draft(draft.words, links))
        for node in sorted(kept):
            if graph.deps[node] in graph.lang.set_off_labels:
                draft = _set_off(graph, draft, node)
        for first, conjuncts in selection.coordinations.items():
            draft = _coordinated(graph, draft, first, conjuncts)
        ends = [t for t in range(max(kept) + 1, side.end) if graph.texts[t] in (".", "!")]
        words += draft.words + words_of(graph, ends[:1])
        heads |= draft.heads
    return Draft(words, heads)


def _set_off(graph: PairGraph, draft: Draft, node: int) -> Draft:
    """Put the commas round a phrase that it has in its own sentence."""
    own = graph.subtree(node)
    side = graph.side(node)
    first, last = draft.extent(node)
    behind = own[-1] + 1
    if behind < side.end and graph.texts[behind] == "," and last + 1 < len(draft.words):
        draft = draft.insert(last + 1, (COMMA,), {})
    opened = own[0] > side.start and graph.texts[own[0] - 1] == ","
    if opened and first and draft.words[first - 1].text != ",":
        draft = draft.insert(first, (COMMA,), {})
    return draft


def _coordinated(graph: PairGraph, draft: Draft, first: int, conjuncts: list[int]) -> Draft:
    """Put commas between conjuncts and a conjunction before the last one."""
    chain = [first, *graph.conjuncts(first)]
    found = [t for node in chain for t in graph.dependents(node, "cc")]
    conjunction = words_of(graph, found[:1]) or (coordinator(graph),)
    serial = bool(found) and graph.texts[found[-1] - 1] == ","
    many = len(conjuncts) > 1
    for conjunct in conjuncts:
        position = draft.extent(conjunct)[0]
        if conjunct != conjuncts[-1]:
            link: tuple[Word, ...] = (COMMA,)
        else:
            own_subject = graph.pos[conjunct] == "VERB" and graph.subject(conjunct) is not None
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
        if graph.entities[token] in graph.lang.person_entities:
            lost = any(c not in draft for c in graph.dependents(token, "amod"))
            draft = draft.without(graph.dependents(token, "det") if lost else [])
        for owner in graph.dependents(token, "poss"):
            if owner not in draft and not any(
                graph.deps[c] == "det" for c in draft.children(token)
            ):
                draft = draft.insert(draft.extent(token)[0], definite_article(graph), {})
    return draft
