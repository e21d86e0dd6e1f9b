"""Intersection: what both sentences say, in the words of the more general one.

Barzilay and McKeown 2005 as Krahmer, Marsi and van Pelt 2008, section 2, describe it: the aligned
nodes of a frame, and what they cannot do without.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from spacy.tokens import Span

from ..lang import language_data
from ..lexicon.numbers import read_word
from .draft import UNENDED, Draft, Word, draft_of, flaws, is_whole, words_of
from .graph import (
    AUXILIARIES,
    CLAUSES,
    COMPLEMENTS,
    FINITE,
    MEASURES,
    OBJECTS,
    PARTICLES,
    SUBJECTS,
    PairGraph,
    differs,
    is_marker,
    is_several,
    markers,
)
from .insertion import AND, COMMA, SAYING
from .realisation import finish
from .wording import swap_word
from .wordlists import words

# Function words that go with their head.
_WITH_HEAD = AUXILIARIES | {"det", "prt", "case", "neg", "expl", "predet", "preconj", "mark"}
_NEEDED = SUBJECTS | OBJECTS | COMPLEMENTS | {"quantmod"}
_ROLES = {"nsubj": 0, "agent": 0, "nsubjpass": 1, "dobj": 1}
_UNIVERSAL = words("all every each no any most")
_NOMINAL = ("NOUN", "PROPN")
# Verbs that say little without a complement, whatever its dependency.
_INCOMPLETE = words(
    "be become seem remain appear lie stand consist depend rely refer belong result lead "
    "aim put account base associate link relate know classify locate range tend happen "
    "agree contribute estimate expect consider call name cause"
)
# Verbs whose object stands for little without where it is put.
_PLACING = words("put place lay set base station post")
_PLACES = words("on in at into under behind over onto near beside against")
# Prepositions whose phrase a verb without an object can lose.
_FREE = words("in on at after before during since despite by until because near")
# What two words must have in common at least to say the same, where no relation is known.
LEAST_SIMILAR = 0.5


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


def _keep(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add what is shared of a subtree to a selection; nothing, and False, if it cannot stand."""
    if node in graph.twin and (differs(graph, node) or _other_particle(graph, node)):
        return False
    twin = graph.twin.get(node)
    if (
        twin is not None
        and _is_reversed(graph, twin)
        and not all(graph.is_shared(t) for t in graph.subtree(twin) if graph.is_content(t))
    ):
        return False
    if twin is not None and _is_alternative(graph, twin):
        return False
    own, dropped = Selection(node, {node}), False
    for child in graph.children[node]:
        label = graph[child].dep_
        if graph.is_mark(child) or label in ("conj", "cc"):
            continue
        if node == into.root and (label == "mark" or graph[child].tag_ == "WRB"):
            continue  # a clause that stands alone has none
        if label in _WITH_HEAD and not graph.is_content(child):
            own.tokens.update(graph.subtree(child))
        elif (label == "prep" or _is_shared_marker(graph, node, child)) and (
            not graph.children[child]
        ):
            own.tokens.add(child)  # the object of a preposition hangs elsewhere
        elif _keep_first(graph, node, child, own) or _is_counted(graph, node, child, own):
            pass
        elif _is_needed(graph, node, child) or _is_reversed(graph, node):
            return False
        else:
            dropped = dropped or label in ("prep", "advmod", "agent", "npadvmod")
    needy = graph.lemma(node) in _INCOMPLETE or graph[node].dep_ in CLAUSES
    if dropped and needy and not _is_complete(graph, node, own.tokens):
        return False
    if graph[node].dep_ == "npadvmod" and not set(graph.subtree(node)) <= own.tokens:
        return False
    if not set(graph.whole(node)).intersection(graph.subtree(node)) <= own.tokens:
        return False
    if not _keep_conjuncts(graph, node, own):
        return False
    into.tokens |= own.tokens
    into.moved |= own.moved
    into.coordinations |= own.coordinations
    return True


def _is_shared_marker(graph: PairGraph, node: int, child: int) -> bool:
    """Tell whether a word like "about" has its like on the other side, in whatever wording."""
    several = graph[child].lower_ == "few" and is_several(graph, child)
    return node in graph.twin and is_marker(graph, child) and not several


def _is_counted(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add "few" of "a few" if the other side has a number of three or more in its place."""
    if graph[child].lower_ != "few" or not is_several(graph, child) or node not in graph.twin:
        return False
    numbers = graph.dependents(graph.twin[node], "nummod")
    readings = [read_word(graph[n].lower_, language_data(graph.doc.lang_)) for n in numbers]
    counted = any(r is not None and r.kind == "number" and r.value > 2 for r in readings)
    if counted:
        into.tokens.add(child)
    return counted


def _is_alternative(graph: PairGraph, node: int) -> bool:
    """Tell whether a node is joined by "or" to something that only its side has."""
    first = node
    while graph[first].dep_ == "conj" and graph.head(first) is not None:
        first = graph.head(first) or 0
    members = [first, *graph.chain(first)]
    joined = {graph[c].lower_ for n in members for c in graph.dependents(n, "cc")}
    return not joined <= {"and", "but"} and any(n not in graph.linked for n in members)


def _is_needed(graph: PairGraph, node: int, child: int) -> bool:
    """Tell whether a node cannot stand without a dependent."""
    label = graph[child].dep_
    counts = label == "nummod" and graph[node].ent_type_ in MEASURES
    counts = counts or (graph[child].lower_ == "few" and is_several(graph, child))
    return label in _NEEDED or counts or (is_bound(graph, node, child))


def _is_reversed(graph: PairGraph, node: int) -> bool:
    """Tell whether a node says more if something is left out: "not … well", "all red cars"."""
    if "not" in markers(graph, node):
        return True
    return any(graph[c].lower_ in _UNIVERSAL for c in graph.dependents(node, "det", "predet"))


def _keep_first(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add a dependent if it is shared, or else the first of its conjuncts that is."""
    for candidate in [child, *graph.chain(child)]:
        joined = [graph[c].lower_ for c in graph.dependents(child, "cc")]
        first = graph[child].pos_ in _NOMINAL and graph[child].dep_ != "appos"
        if candidate != child and not (joined == ["and"] and first):
            return False
        if is_licensed(graph, candidate, node) and _keep(graph, candidate, into):
            if candidate != child:
                into.moved[candidate] = node
            return True
    return False


def _keep_conjuncts(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add the shared conjuncts of a first conjunct; of alternatives all must be shared."""
    if graph[node].dep_ == "conj" and node not in into.moved and graph.head(node) in into.tokens:
        return True
    chain = graph.chain(node)
    kept = []
    for conjunct in chain:
        if conjunct in into.tokens or not is_licensed(graph, conjunct, node):
            continue
        if not _is_joined(graph, conjunct):
            continue
        if graph[node].pos_ == "VERB" and not _same_doer(graph, node, conjunct):
            continue
        own = Selection(conjunct)
        if _keep_alone(graph, conjunct, own):
            into.tokens |= own.tokens
            into.moved |= own.moved | {conjunct: node}
            into.coordinations |= own.coordinations
            kept.append(conjunct)
    joined = {graph[c].lower_ for n in (node, *chain) for c in graph.dependents(n, "cc")}
    if len(kept) < len(chain) and not joined <= {"and", "but"}:
        return False
    lost = [c for c in chain if c not in kept and graph.dependents(c, *OBJECTS)]
    if lost and graph[node].pos_ == "VERB" and not graph.dependents(node, *OBJECTS, "nsubjpass"):
        return False  # "shot and killed a man": the object belongs to both
    if kept:
        into.coordinations[node] = kept
    return True


def _is_joined(graph: PairGraph, conjunct: int) -> bool:
    """Tell whether a conjunction or a mark stands before a conjunct, as it does if it is one."""
    head = graph.head(conjunct)
    assert head is not None
    between = range(head + 1, conjunct)
    return any(graph.is_mark(t) or graph[t].dep_ == "cc" for t in between)


def _same_doer(graph: PairGraph, verb: int, conjunct: int) -> bool:
    """Tell whether a conjunct that shares the subject of a verb does so in the other sentence."""
    if graph.subject(conjunct) is not None:
        return True
    other: int | None = graph.twin[conjunct]
    while other is not None and graph.subject(other) is None and graph[other].dep_ == "conj":
        other = graph.head(other)
    subjects = graph.subject(verb), graph.subject(other) if other is not None else None
    partner = graph.linked.get(subjects[0] or 0)
    taken = partner is not None and graph.head(partner) in (graph.twin[conjunct], other)
    return taken if subjects[0] is not None else False


def _keep_alone(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add a conjunct without the conjuncts that hang on it."""
    chain = graph.children[node]
    graph.children[node] = [c for c in chain if graph[c].dep_ not in ("conj", "cc")]
    kept = _keep(graph, node, into)
    graph.children[node] = chain
    return kept


def is_licensed(graph: PairGraph, node: int, head: int) -> bool:
    """Tell whether both sides say a node, under the same head and in the same role."""
    if graph[node].tag_ in ("WDT", "WP", "WRB", "WP$"):
        return True
    twin = graph.twin.get(node)
    if twin is None or any(t not in graph.linked for t in graph.whole(node)):
        return False
    between = range(node + 1, graph[node].head.i)
    if graph[node].dep_ in ("compound", "nmod") and any(graph[t].text in ",;:(" for t in between):
        return False  # no part of a compound: a misreading
    path = _path(graph, graph.twin.get(head), twin)
    if path is None or not _same_role(graph, node, path):
        return False
    if graph[node].dep_ in ("prep", "agent"):
        return True
    if graph[node].tag_ == "NNS" and graph[twin].tag_ == "NN" and _counts(graph, node):
        return False  # "two women" and "a woman"
    return is_alike(graph, node)


def is_alike(graph: PairGraph, node: int) -> bool:
    """Tell whether a word and its twin have one meaning, or much of it."""
    same_meaning = graph.relation[node] not in ("", "intersects")
    return same_meaning or graph.similarity[node] >= LEAST_SIMILAR


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
    """Tell whether a node has the role of its twin: agent or patient, whatever the voice."""
    own = _ROLES.get(graph[node].dep_)
    other = _ROLES.get(graph[path[0]].dep_) if path else None
    return own is None or other is None or own == other


def is_bound(graph: PairGraph, verb: int, preposition: int) -> bool:
    """Tell whether a verb has its complement in a prepositional phrase.

    A verb without an object has it right behind it; a verb of placing needs a place.
    """
    if graph[verb].pos_ != "VERB" or graph[preposition].dep_ != "prep":
        return False
    if graph.lemma(verb) in _PLACING and graph[preposition].lower_ in _PLACES:
        places = [
            c for c in graph.dependents(verb, "prep") if graph[c].lower_ in _PLACES and c > verb
        ]
        return places[:1] == [preposition]
    taken = [c for c in graph.dependents(verb, *OBJECTS, "nsubjpass") if graph[c].lower_ != "that"]
    return not taken and preposition == verb + 1 and graph[preposition].lower_ not in _FREE


def _other_particle(graph: PairGraph, node: int) -> bool:
    own, other = (
        {graph.lemma(c) for c in graph.dependents(verb, *PARTICLES)}
        for verb in (node, graph.twin[node])
    )
    return own != other


def _is_complete(graph: PairGraph, node: int, kept: set[int]) -> bool:
    """Tell whether a verb keeps a dependent behind it, beside its function words."""
    return any(
        child > node and child in kept and graph[child].dep_ not in _WITH_HEAD
        for child in graph.children[node]
    )


# Intersection: what both sentences say, in the words of the more general one.

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
