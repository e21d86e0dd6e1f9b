"""Intersection: what both sentences say, in the words of the more general one.

Barzilay and McKeown 2005 as Krahmer, Marsi and van Pelt 2008, section 2, describe it: the aligned
nodes of a frame, and what they cannot do without. First a selection is made of what is shared of a
clause (`licence`), then the frame is written without the rest (`shortening`).
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from ..analysis.quantities import Quantity
from ..analysis.reading import analyse
from ..analysis.sentence import Sentence
from ..lexicon.relations import relation
from .clauses import (
    is_about_known,
    is_left_as_it_is,
    is_said_of,
    is_same_doer,
    joints,
    lender,
    may_be_passive,
    patients,
    statements,
)
from .draft import UNENDED, Draft, draft_of, flaws
from .graph import PairGraph, is_operator, is_several, operators
from .licence import (
    differs_in_truth,
    hops,
    is_beside,
    is_complete,
    is_counted,
    is_half_phrase,
    is_joined,
    is_licensed,
    is_needed,
    is_vague,
    is_verbatim,
    may_be_shared,
    misses,
    says_as_much,
)
from .realisation import restore_agreement
from .shortening import Selection, written
from .wording import is_living, is_reversed, stands_for

# Content words of what is generalised or stands within another clause: enough for one event.
_LEAST_SAID = 2


# Words of a clause that says little: "It was launched."
_SHORT = 4


_DASHES = ("-", "--", "–", "—", ":")


def is_borne_out(graph: PairGraph, side: Sentence) -> bool:
    """Return whether a side may be what both sides say, if the other side entails it.

    Each of its content words has a partner, which says as surely the same of as many, and what it
    states at its root the other side states, too.
    """
    tokens = range(side.start, side.end)
    shared = all(_says_too(graph, t) for t in tokens if graph.is_content(t))
    return shared and all(_states_too(graph, root) for root in graph.roots(side))


def _says_too(graph: PairGraph, token: int) -> bool:
    """Return whether the other side has a word for a word, and says it of as many as surely."""
    if token not in graph.linked or (token in graph.aligned and not may_be_shared(graph, token)):
        return False
    own = _quantifier(graph, token)
    other = _quantifier(graph, graph.linked[token])
    return own is None or (other is not None and other.entails(own))


def _states_too(graph: PairGraph, root: int) -> bool:
    """Return whether the other side states what a sentence states at its root."""
    partner = graph.linked.get(root)
    above = None if partner is None else graph.head(partner)
    while above is not None:
        if graph.is_verbal(above) and operators(graph, above):
            return False
        above = graph.head(above)
    subject = graph.subject(root)
    other = None if partner is None else graph.subject(partner)
    alike = subject is None or other is None or graph.linked.get(subject) == other
    return partner is not None and alike


def select(graph: PairGraph, root: int) -> Selection | None:
    """Return what both sides say of a clause; None if something it needs only one side says.

    A conjunct has the subject of the verb that it hangs on.
    """
    selection = Selection(root)
    if not _keep(graph, root, selection):
        return None
    if is_said_of(graph, root) and not _keep_antecedent(graph, root, selection):
        return None
    subject = graph.subject(root)
    opened = [subject] if subject is not None else []
    for t in opened:  # which grows
        opened += [c for c in graph.children[t] if not graph.is_verbal(c)]
    if any(graph.tags[t] in graph.lang.wh_tags and t in selection.tokens for t in opened):
        return None  # "most of whom"
    if subject is not None and min(selection.tokens) == root < subject:
        return None  # "is the mayor"
    reports = graph.lemmas[root] in graph.lang.reporting_verbs and graph.pos[root] == "VERB"
    if reports and not (selection.passive or is_complete(graph, root, selection.tokens)):
        return None
    if subject is None and not selection.passive:
        first = lender(graph, root)
        subject = graph.subject(first) if first is not None else None
        if first is None or subject is None or not _keep_child(graph, first, subject, selection):
            return None
        selection.moved[subject] = root
    said = [t for t in selection.tokens if graph.is_content(t) and t not in selection.general]
    least = _LEAST_SAID * bool(selection.general or selection.passive) + selection.passive
    return selection if len(said) >= least else None


def _keep_antecedent(graph: PairGraph, clause: int, into: Selection) -> bool:
    """Put the noun that a relative clause is about in the place of the relative pronoun."""
    noun, pronoun, other = graph.head(clause), graph.subject(clause), graph.aligned[clause]
    partner, like = graph.aligned.get(noun or 0), graph.subject(other)
    if noun is None or pronoun is None or like is None or graph.children[pronoun]:
        return False
    if not is_about_known(graph, noun, clause):
        return False
    about = graph.head(other) if is_said_of(graph, other) else like
    roles = {graph.lang.role_of_label.get(graph.deps[t]) for t in (pronoun, like)}
    if partner is None or about != partner or len(roles) > 1 or graph.conjuncts(noun):
        return False
    own = Selection(clause, {noun})
    for child in graph.children[noun]:
        if child == clause or not _is_dependent(graph, noun, child, clause):
            continue
        if not _keep_child(graph, noun, child, own) and is_needed(graph, noun, child):
            return False
    into.add(own)
    into.tokens.discard(pronoun)
    into.moved[noun] = clause
    return says_as_much(graph, noun)


def _keep(graph: PairGraph, node: int, into: Selection, alone: bool = False) -> bool:
    """Add what is shared of a subtree to a selection; nothing, and False, if it cannot stand.

    Args:
        graph: The pair.
        node: Root of the subtree.
        into: The selection.
        alone: Whether its conjuncts are left out.
    """
    if node in graph.aligned and not may_be_shared(graph, node):
        return False
    own = Selection(node, {node})
    dropped: list[int] = []
    for child in graph.children[node]:
        if not _is_dependent(graph, node, child, into.root):
            continue
        if _keep_child(graph, node, child, own):
            continue
        needed = is_needed(graph, node, child)
        owned = graph.deps[child] == "poss"
        if (needed or owned) and _keep_general(graph, node, child, own):
            continue
        if node == into.root and not alone and may_be_passive(graph, node, child):
            own.passive = alone = True
            continue
        if needed or (is_reversed(graph, node) and not is_beside(graph, node, child)):
            return False
        dropped.append(child)
    if _is_torn(graph, node, own.tokens):
        return False
    if is_half_phrase(graph, node, dropped, own.tokens) or hops(graph, node, dropped, own.tokens):
        return False
    if misses(graph, node, dropped, own.tokens) and not is_complete(graph, node, own.tokens):
        return False
    below = set(graph.subtree(node))
    if graph.deps[node] == "npadvmod" and not below <= own.tokens:
        return False
    if not below.intersection(graph.lexical_unit(node)) <= own.tokens:
        return False
    if not alone and not _keep_conjuncts(graph, node, own):
        return False
    if own.passive and not own.tokens.intersection(patients(graph, node)):
        return False
    into.add(own)
    return True


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
    before = graph.subtree(child)[0] - 1
    if label == "appos" and graph.is_punct(before) and graph.texts[before] in _DASHES:
        return False
    if label in graph.lang.attached_function_labels and not graph.is_content(child):
        own.tokens.update(graph.subtree(child))
        return True
    bare = not graph.children[child]  # the object of a preposition may hang elsewhere
    if bare and not graph.is_content(child) and _goes_along(graph, node, child):
        own.tokens.add(child)
        return True
    if bare and (label == "prep" or _is_shared_operator(graph, node, child)):
        own.tokens.add(child)
        return True
    return _keep_first(graph, node, child, own) or _keep_quantity(graph, node, child, own)


def _goes_along(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a function word is part of "such as", or of what its like is part of."""
    part = graph.deps[node] in graph.lang.adposition_labels and child + 1 == node
    partner = graph.linked.get(child)
    shared = partner is not None and graph.head(partner) == graph.aligned.get(node, -1)
    return (part or shared) and not is_operator(graph, child)


def _is_shared_operator(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a word like "about" has its like on the other side, in whatever wording."""
    several = is_several(graph, child)
    return node in graph.aligned and is_operator(graph, child) and not several


def _keep_quantity(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add "a few" or "more than 200" if the other side has "214" in its place."""
    own = _quantifier(graph, node) if node in graph.aligned else None
    other = _quantifier(graph, graph.aligned[node]) if own is not None else None
    if own is None or other is None:
        return False
    if is_several(graph, child) and other.low <= 2:
        return False  # who says "a few" says more than two
    tokens = {graph.side(node).start + t for t in own.tokens}
    if child not in tokens or not set(graph.subtree(child)) <= tokens or not other.entails(own):
        return False
    into.tokens |= tokens
    return True


def _quantifier(graph: PairGraph, noun: int) -> Quantity | None:
    """Return how many a sentence says that there are of something, or the measure it is part of."""
    side = graph.side(noun)
    found = analyse(side).counts.get(noun - side.start)
    return found if found is not None else _measure(graph, noun)


def _measure(graph: PairGraph, token: int) -> Quantity | None:
    """Return what a token says together with others, number and unit: "$5", "3 March 2025"."""
    side = graph.side(token)
    found = analyse(side).quantities.values()
    return next((q for q in found if q.dimension and token - side.start in q.tokens), None)


def _is_torn(graph: PairGraph, node: int, kept: set[int]) -> bool:
    """Return whether of a measure below a node only a part is kept: a number without its unit."""
    side, below = graph.side(node), set(graph.subtree(node))
    for quantity in analyse(side).quantities.values():
        tokens = {side.start + t for t in quantity.tokens}
        torn = not (tokens.isdisjoint(kept) or tokens <= kept)
        if torn and tokens <= below and (quantity.dimension or quantity.bound):
            return True
    return False


def _keep_first(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add a dependent if it is shared, or else the first of its conjuncts that is."""
    for candidate in [child, *graph.conjuncts(child)]:
        joined = [graph.words[c] for c in graph.dependents(child, "cc")]
        adds = len(joined) == 1 and joined[0] in graph.lang.additive_conjunctions
        first = graph.is_nominal(child) or graph.tags[child] == graph.tags[candidate]
        first = first and graph.deps[child] != "appos" and graph.subject(child) is None
        if candidate != child and not (adds and first):
            return False
        if is_licensed(graph, candidate, node) and _keep(graph, candidate, into):
            if candidate != child:
                into.moved[candidate] = node
                lent = graph.dependents(child, *graph.lang.auxiliary_labels)
                if not graph.dependents(candidate, *graph.lang.auxiliary_labels):
                    into.tokens |= set(lent)
                    into.moved |= dict.fromkeys(lent, candidate)
            return True
    return False


def _keep_conjuncts(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add the shared conjuncts of a first conjunct; of alternatives all must be shared."""
    if graph.deps[node] == "conj" and node not in into.moved and graph.head(node) in into.tokens:
        return True
    chain = graph.conjuncts(node)
    joined = joints(graph, (node, *chain))
    kept = []
    for conjunct in chain:
        if conjunct in into.tokens or not is_licensed(graph, conjunct, node):
            continue
        if not joined or not is_joined(graph, conjunct):
            continue
        others = [graph.aligned.get(t) for t in (node, conjunct)]
        apart = None not in others and len({graph.first_conjunct(t or 0) for t in others}) > 1
        if graph.is_nominal(conjunct) and apart and not is_verbatim(graph, conjunct, node):
            continue
        verbatim = is_verbatim(graph, conjunct, node)
        if graph.pos[node] == "VERB" and not (verbatim or is_same_doer(graph, node, conjunct)):
            continue
        own = Selection(into.root)
        if _keep(graph, conjunct, own, alone=True):
            into.add(own)
            into.moved[conjunct] = node
            kept.append(conjunct)
    if len(kept) < len(chain):
        articles = graph.dependents(node, "det", "poss", "nummod")
        if graph.tags[node] == "NN" and not articles:
            return False  # "bus and train services", "chairman and CEO Gary Lee"
        # A member of a list may be read as an apposition.
        if graph.deps[node] == "appos" or not joined <= graph.lang.asserting_coordinators:
            return False
    objects = graph.lang.object_labels
    lost = [c for c in chain if c not in kept and graph.dependents(c, *objects)]
    complements = graph.lang.passive_subject_labels | graph.lang.complement_labels
    taken = graph.dependents(node, *objects, *complements)
    if lost and graph.pos[node] == "VERB" and not taken:
        return False  # "shot and killed a man": the object belongs to both
    if kept:
        into.coordinations[node] = kept
    return True


# Senses of a noun that count.
_SENSES = 3


def _keep_general(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add what a needed dependent has in common with that in its place on the other side.

    That is a pronoun for what the other side names, a noun for what it names, a more general noun.
    """
    other = _counterpart(graph, node, child)
    if other is None or graph.conjuncts(child) or graph.conjuncts(other):
        return False
    if is_reversed(graph, child) or is_reversed(graph, other):
        return False
    word = ""
    alike = graph.deps[child] == graph.deps[other] and (child < node) == (
        other < graph.aligned[node]
    )
    if alike and stands_for(graph, other, child):
        into.tokens.add(child)
        into.general[child] = graph.words[other]
        into.pronouns[child] = other
        return True
    if stands_for(graph, child, other) or _is_kind_of(graph, child, other):
        word = graph.texts[child]
    elif not is_reversed(graph, node):
        word = _general_noun(graph, child, other)
    if not word:
        return False
    into.tokens |= {child, *graph.dependents(child, "det")}
    into.general[child] = word
    return True


def _counterpart(graph: PairGraph, node: int, child: int) -> int | None:
    """Return the dependent of the counterpart of a node that is in the role of a dependent."""
    aligned, roles = graph.aligned.get(node), graph.lang.role_of_label
    if aligned is None or differs_in_truth(graph, node):
        return None
    label = graph.deps[child]
    role = roles.get(label, label)
    found = [c for c in graph.children[aligned] if roles.get(graph.deps[c], graph.deps[c]) == role]
    return found[0] if len(found) == 1 else None


def _is_kind_of(graph: PairGraph, noun: int, name: int) -> bool:
    """Return whether a noun says what somebody or something that the other side names is."""
    if graph.pos[noun] != "NOUN" or graph.pos[name] != "PROPN" or graph.lexicon is None:
        return False
    determiners = {graph.words[c] for c in graph.dependents(noun, "det")}
    definite = graph.lang.definite_articles & determiners
    known = bool(definite or graph.dependents(noun, "poss"))
    if noun in graph.linked or name in graph.linked:
        known = graph.linked.get(noun) == name
    if not known:
        return False
    person = graph.entities[name] in graph.lang.person_entities
    plural = graph.tags[noun] in graph.lang.plural_noun_tags
    return not plural and person == is_living(graph, noun)


def _general_noun(graph: PairGraph, one: int, other: int) -> str:
    """Return the more general of two nouns in one role; "" if none is."""
    index, nouns = graph.lexicon, graph.pos[one] == graph.pos[other] == "NOUN"
    apart = graph.linked.get(one, other) != other or graph.linked.get(other, one) != one
    if index is None or not nouns or apart or graph.tags[one] != graph.tags[other]:
        return ""
    lemmas = graph.lemmas[one], graph.lemmas[other]
    if lemmas[0] == lemmas[1] or is_counted(graph, one) or is_counted(graph, other):
        return ""  # it lacks something else
    found = relation(index, lemmas[0], "NOUN", lemmas[1], "NOUN", max_senses=_SENSES)
    known = graph.relation.get(one, "")
    if known == "generalizes" or found in ("synonym", "near-synonym", "hypernym-of"):
        return graph.texts[one]
    if is_vague(graph, other):
        return ""
    return graph.texts[other] if known == "specifies" or found == "hyponym-of" else ""


class Part(NamedTuple):
    """What both sides say of one sentence: how many content words, whether by its own subject."""

    told: int
    active: bool
    draft: Draft


def intersections(graph: PairGraph) -> Iterator[Draft]:
    """Yield what both sides say, either side as the frame; the passive only where it says more."""
    made = []
    stated = {side.start: _stated(graph, side) for side in graph.sides}
    for base in graph.sides:
        others = {node for some in stated[graph.other(base).start] for node in some}
        found = (_shared_part(graph, base, own, others) for own in stated[base.start])
        parts = [part for part in found if part is not None]
        if parts:
            words = tuple(word for part in parts for word in part.draft.words)
            heads = {t: head for part in parts for t, head in part.draft.heads.items()}
            told = sum(part.told for part in parts)
            made.append(Part(told, all(part.active for part in parts), Draft(words, heads)))
    most = max((part.told for part in made if part.active), default=0)
    for part in made:
        if part.active or part.told > most:
            yield restore_agreement(graph, part.draft)


def _stated(graph: PairGraph, side: Sentence) -> list[list[int]]:
    """Return the heads of the clauses that each sentence of a side states."""
    return [list(statements(graph, root)) for root in graph.roots(side)]


def _shared_part(
    graph: PairGraph, side: Sentence, heads: list[int], others: set[int]
) -> Part | None:
    """Return what both sides say of one sentence of a side: the clause of it that says most.

    Of a clause that cannot stand the clauses within it may: of "X said that", what was said.

    Args:
        graph: The pair.
        side: The side.
        heads: The heads of the clauses that the sentence states.
        others: Those of the other side.
    """
    found: dict[int, Part] = {}
    for head in heads:
        if not _is_stated(graph, head, others) or not found.keys().isdisjoint(_above(graph, head)):
            continue
        selection = select(graph, head)
        if selection is not None and _takes_subject(graph, heads[0], selection):
            continue
        draft = written(graph, side, selection) if selection is not None else None
        if selection is None or draft is None or not _is_whole(graph, draft, side):
            continue
        told = sum(graph.is_content(t) for t in draft.positions)
        if head == heads[0] or told >= _LEAST_SAID or len(draft.words) > _SHORT:
            found[head] = Part(told, not selection.passive, draft)
    return max(found.values(), key=itemgetter(0, 1), default=None)


def _is_whole(graph: PairGraph, draft: Draft, side: Sentence) -> bool:
    """Return whether a draft has the form of a sentence, with no end where the side has none."""
    found = flaws(graph, draft)
    return not found or (found == UNENDED and found <= flaws(graph, draft_of(graph, side)))


def _takes_subject(graph: PairGraph, root: int, selection: Selection) -> bool:
    """Return whether a clause ends with what is the subject of the verb behind it, misread."""
    past = graph.tags[root] in graph.lang.tensed_tags - graph.lang.present_tags
    bare = past and graph.pos[root] == "VERB" and graph.subject(root) is None
    return bare and root != selection.root and root - 1 in selection.tokens


def _is_stated(graph: PairGraph, head: int, stated: set[int]) -> bool:
    """Return whether the other side states a clause too, with one verb or of one object."""
    other = graph.aligned.get(head)
    if other is None:
        return False
    if other not in stated and not is_left_as_it_is(graph, other):
        return False
    of_one = graph.relation[head] != "intersects" and _has_object(graph, head)
    return says_as_much(graph, head) or of_one


def _above(graph: PairGraph, node: int) -> Iterator[int]:
    head = graph.head(node)
    while head is not None:
        yield head
        head = graph.head(head)


def _has_object(graph: PairGraph, verb: int) -> bool:
    """Return whether a verb has its object, or its subject in the passive, in both sentences."""
    taken = graph.dependents(verb, *graph.lang.object_labels, "nsubjpass")
    return any(
        graph.head(graph.linked[c]) == graph.aligned[verb] for c in taken if c in graph.linked
    )
