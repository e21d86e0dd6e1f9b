"""Intersection: the content that both sentences share, in the words of the more general one.

Barzilay and McKeown 2005 as described by Krahmer, Marsi and van Pelt 2008, section 2: the aligned
nodes of one sentence, the frame, and the dependents that they need. First the shared part of a
clause is selected (`shared`), then the frame is written without the rest (`shortening`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.omission import is_left_incomplete
from ...analysis.pair_words import is_undoubted, says_of_noun, statements
from ...analysis.quantities import Quantity
from ...analysis.reading import analyse
from ...analysis.sentence import Sentence
from ...lexicon.relations import relation
from ..deletion import CLASSES, SubtreeDeletion
from ..draft import Draft, draft_of, is_well_formed
from ..graph import PairGraph, unsupported
from ..realisation import restore_agreement
from .shared import (
    differ_in_truth,
    do_both_say,
    is_complete,
    is_half_phrase,
    is_needed,
    is_same_doer,
    is_verbatim,
    lacks_complement,
    say_the_same,
    says_as_much,
    verb_of_same_subject,
)
from .shortening import Selection, written
from .wording import stands_for, swap_phrase

# Content words of what is generalised or stands within another clause: enough for one event.
_LEAST_SAID = 2
# Words of a clause that says little: "It was launched."
_SHORT = 4
# Senses of a noun that count.
_SENSES = 3
_DASHES = ("-", "--", "–", "—", ":")


# -- What is shared of a clause --------------------------------------------------------------------


def select(graph: PairGraph, root: int) -> Selection | None:
    """Return the shared part of a clause; None if a part that it needs is on one side only.

    A conjunct takes the subject of the verb that it depends on.
    """
    selection = Selection(root)
    if not _take(graph, root, selection):
        return None
    if says_of_noun(graph, root) and not _take_antecedent(graph, root, selection):
        return None
    if not _take_subject(graph, root, selection):
        return None
    said = [t for t in selection.tokens if graph.is_content(t) and t not in selection.general]
    return selection if len(said) >= _LEAST_SAID * bool(selection.general) else None


def _take_subject(graph: PairGraph, root: int, into: Selection) -> bool:
    """Add the subject that a clause shares with the verb before it, if it has none of its own."""
    if graph.subject(root) is not None:
        return True
    first = verb_of_same_subject(graph, root)
    subject = graph.subject(first) if first is not None else None
    if first is None or subject is None or not _take_child(graph, first, subject, into):
        return False
    into.moved[subject] = root
    return True


def _take_antecedent(graph: PairGraph, clause: int, into: Selection) -> bool:
    """Put the noun that a relative clause is about in the place of the relative pronoun."""
    noun, pronoun = graph.head(clause), graph.subject(clause)
    other = graph.aligned[clause]
    about = graph.head(other) if says_of_noun(graph, other) else graph.subject(other)
    if noun is None or pronoun is None or not graph.is_bare(pronoun):
        return False
    if about is None or graph.aligned.get(noun) != about:
        return False  # the other side says it of something else
    own = Selection(clause, {noun})
    for child in graph.children[noun]:
        if child == clause or not _is_to_be_decided(graph, child):
            continue
        if not _take_child(graph, noun, child, own) and is_needed(graph, noun, child):
            return False
    into.add(own)
    into.tokens.discard(pronoun)
    into.moved[noun] = clause
    return says_as_much(graph, noun)


def _take(graph: PairGraph, node: int, into: Selection, alone: bool = False) -> bool:
    """Add what is shared of a subtree to a selection; nothing, and False, if it cannot stand."""
    if node in graph.aligned and not say_the_same(graph, node):
        return False
    own = Selection(node, {node})
    dropped = _take_children(graph, node, own, node == into.root)
    if dropped is None or not _can_stand(graph, node, dropped, own.tokens):
        return False
    if not alone and not _take_conjuncts(graph, node, own):
        return False
    into.add(own)
    return True


def _take_children(graph: PairGraph, node: int, own: Selection, top: bool) -> list[int] | None:
    """Add what is shared of the dependents of a node to its selection; return the other ones.

    None if the node cannot do without one of these. `top` says whether the node heads all that is
    to be selected.
    """
    dropped = []
    for child in graph.children[node]:
        if not _is_to_be_decided(graph, child, top) or _take_child(graph, node, child, own):
            continue
        needed = is_needed(graph, node, child)
        if (needed or graph.is_owner(child)) and _take_general(graph, node, child, own):
            continue
        if needed or (graph.is_reversed(node) and not graph.is_beside(node, child)):
            return None
        dropped.append(child)
    return dropped


def _is_to_be_decided(graph: PairGraph, child: int, top: bool = False) -> bool:
    """Return whether a dependent may stay or go: no mark, no conjunct."""
    # A clause that stands alone (`top`) has no word that opens it.
    if graph.is_punct(child) or graph.coordinates(child):
        return False
    return not (top and graph.opens_clause(child))


def _can_stand(graph: PairGraph, node: int, dropped: list[int], selected: set[int]) -> bool:
    """Return whether a phrase is complete without the dependents that are left out."""
    if _splits_measure(graph, node, selected) or is_half_phrase(graph, node, dropped, selected):
        return False
    if lacks_complement(graph, node, dropped, selected) and not is_complete(graph, node, selected):
        return False
    below = set(graph.subtree(node))
    needed = below if graph.is_adverbial_noun(node) else below & set(graph.lexical_unit(node))
    return needed <= selected


def _take_child(graph: PairGraph, node: int, child: int, own: Selection) -> bool:
    """Add a dependent to the selection of its head, if it goes along or is shared."""
    before = graph.first(child) - 1
    if graph.is_apposition(child) and graph.is_punct(before) and graph.texts[before] in _DASHES:
        return False
    if graph.serves_head(child) and not graph.is_content(child):
        own.tokens.update(graph.subtree(child))
        return True
    # The object of a preposition may hang elsewhere.
    if graph.is_bare(child) and _goes_along(graph, node, child):
        own.tokens.add(child)
        return True
    return _take_first(graph, node, child, own) or _take_quantity(graph, node, child, own)


def _goes_along(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a word with nothing below it stays with its head."""
    # So does a preposition, a function word of "such as", or of what its like is part of, and an
    # operator like "about" that has its like on the other side, in whatever wording.
    if graph.is_plain_preposition(child):
        return True
    if graph.is_operator(child):
        return node in graph.aligned and not graph.is_several(child)
    if graph.is_content(child):
        return False
    part = graph.is_preposition(node) and child + 1 == node
    partner = graph.linked.get(child)
    return part or (partner is not None and graph.head(partner) == graph.aligned.get(node, -1))


def _take_quantity(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add "a few" or "more than 200" if the other side has "214" in its place."""
    own = _quantifier(graph, node) if node in graph.aligned else None
    other = _quantifier(graph, graph.aligned[node]) if own is not None else None
    if own is None or other is None:
        return False
    if graph.is_several(child) and other.low <= 2:
        return False  # who says "a few" says more than two
    tokens = {graph.side(node).start + t for t in own.tokens}
    if child not in tokens or not set(graph.subtree(child)) <= tokens or not other.entails(own):
        return False
    into.tokens |= tokens
    return True


def _quantifier(graph: PairGraph, noun: int) -> Quantity | None:
    """Return how many a sentence says that there are of something, or the measure it is part of."""
    # A measure is what several tokens say together, number and unit: "$5", "3 March 2025".
    side = graph.side(noun)
    reading, token = analyse(side), noun - side.start
    measures = (q for q in reading.quantities.values() if q.dimension and token in q.tokens)
    return reading.counts.get(token) or next(measures, None)


def _splits_measure(graph: PairGraph, node: int, selected: set[int]) -> bool:
    """Return whether a measure below a node is split: a number is selected without its unit."""
    side, below = graph.side(node), set(graph.subtree(node))
    for quantity in analyse(side).quantities.values():
        tokens = {t for k in quantity.tokens if not graph.is_punct(t := side.start + k)}
        split = not (tokens.isdisjoint(selected) or tokens <= selected)
        if split and tokens <= below and (quantity.dimension or quantity.bound):
            return True
    return False


# -- Coordinations ---------------------------------------------------------------------------------


def _take_first(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add a dependent if it is shared, or else the first of its conjuncts that is."""
    if do_both_say(graph, child, node) and _take(graph, child, into):
        return True
    for conjunct in graph.conjuncts(child):
        if not graph.may_stand_for_list(conjunct, child):
            return False
        if do_both_say(graph, conjunct, node) and _take(graph, conjunct, into):
            into.moved[conjunct] = node
            if not graph.auxiliaries(conjunct):
                into.tokens |= set(graph.auxiliaries(child))
                into.moved |= dict.fromkeys(graph.auxiliaries(child), conjunct)
            return True
    return False


def _take_conjuncts(graph: PairGraph, node: int, into: Selection) -> bool:
    """Add the shared conjuncts of a first conjunct; of alternatives all must be shared."""
    if graph.is_conjunct(node) and node not in into.moved and graph.head(node) in into.tokens:
        return True
    selected = []
    for conjunct in graph.conjuncts(node):
        if conjunct in into.tokens or not _is_shared_conjunct(graph, node, conjunct):
            continue
        own = Selection(into.root)
        if _take(graph, conjunct, own, alone=True):
            into.add(own)
            into.moved[conjunct] = node
            selected.append(conjunct)
    lost = [c for c in graph.conjuncts(node) if c not in selected]
    if lost and not _can_lose_conjuncts(graph, node, lost):
        return False
    if selected:
        into.coordinations[node] = selected
    return True


def _is_shared_conjunct(graph: PairGraph, first: int, conjunct: int) -> bool:
    if not do_both_say(graph, conjunct, first):
        return False
    if not graph.joints(first) or not graph.is_joined(conjunct):
        return False
    if is_verbatim(graph, conjunct, first):
        return True
    others = [graph.aligned[t] for t in (first, conjunct) if t in graph.aligned]
    if graph.is_nominal(conjunct) and len(set(map(graph.first_conjunct, others))) > 1:
        return False
    return not graph.is_verb(first) or is_same_doer(graph, first, conjunct)


def _can_lose_conjuncts(graph: PairGraph, first: int, lost: list[int]) -> bool:
    if graph.is_singular(first) and not graph.determining(first):
        return False  # "bus and train services", "chairman and CEO Gary Lee"
    # A member of a list may be read as an apposition.
    if graph.is_apposition(first) or not graph.joints(first) <= graph.lang.asserting_coordinators:
        return False
    # "shot and killed a man": the object belongs to both
    shared = graph.is_verb(first) and any(map(graph.objects, lost))
    return not shared or bool(graph.undergoers(first) or graph.complements(first))


# -- What is said more generally -------------------------------------------------------------------


def _take_general(graph: PairGraph, node: int, child: int, into: Selection) -> bool:
    """Add what a needed dependent has in common with that in its place on the other side."""
    # That is a pronoun for what the other side names, a noun for what it names, a more general
    # noun.
    other = _counterpart(graph, node, child)
    if other is None or graph.conjuncts(child) or graph.conjuncts(other):
        return False
    if graph.is_reversed(child) or graph.is_reversed(other):
        return False
    same_place = (child < node) == (other < graph.aligned[node])
    open_ = graph.has_same_function(child, other) and _antecedent(graph, other) is None
    if same_place and open_ and stands_for(graph, other, child):
        into.tokens.add(child)
        into.general[child] = graph.words[other]
        into.pronouns[child] = other
        return True
    word = ""
    if stands_for(graph, child, other) or _is_kind_of(graph, child, other):
        word = graph.texts[child]
    elif not graph.is_reversed(node):
        word = _general_noun(graph, child, other)
    if not word:
        return False
    into.tokens |= {child, *graph.determiner_tokens(child)}
    into.general[child] = word
    return True


def _counterpart(graph: PairGraph, node: int, child: int) -> int | None:
    """Return the dependent of the counterpart of a node that is in the role of a dependent."""
    aligned = graph.aligned.get(node)
    if aligned is None or differ_in_truth(graph, node):
        return None
    found = graph.dependents_like(child, aligned)
    return found[0] if len(found) == 1 else None


def _antecedent(graph: PairGraph, pronoun: int) -> int | None:
    """Return the subject above a pronoun that it may stand for, if the other side has it too."""
    above = (graph.subject(t) for t in graph.above(pronoun))
    return next((t for t in above if t in graph.linked and stands_for(graph, pronoun, t)), None)


def _with_nouns(graph: PairGraph, draft: Draft | None, selection: Selection) -> Draft | None:
    """Return a draft with the nouns left out that its pronouns stand for in their place."""
    for pronoun in selection.general:
        noun, head = _antecedent(graph, pronoun), graph.head(pronoun)
        if draft is None or noun is None or head is None or noun in draft:
            continue
        own, named = Selection(noun), graph.linked[noun] == _counterpart(graph, head, pronoun)
        taken = sorted(own.tokens) if named and _take(graph, noun, own) else []
        draft = swap_phrase(graph, draft, pronoun, noun, taken) if taken else None
    return draft


def _is_kind_of(graph: PairGraph, noun: int, name: int) -> bool:
    """Return whether a noun says what somebody or something that the other side names is."""
    if not graph.is_noun(noun) or not graph.is_name(name) or graph.lexicon is None:
        return False
    known = graph.is_definite(noun)
    if noun in graph.linked or name in graph.linked:
        known = graph.linked.get(noun) == name
    return known and not graph.is_plural(noun)


def _general_noun(graph: PairGraph, one: int, other: int) -> str:
    """Return the more general of two nouns in one role; "" if none is."""
    if graph.lexicon is None or not _may_be_compared(graph, one, other):
        return ""
    lemmas = graph.lemmas[one], graph.lemmas[other]
    found = relation(graph.lexicon, lemmas[0], "NOUN", lemmas[1], "NOUN", max_senses=_SENSES)
    known = graph.relation.get(one, "")
    if known == "generalizes" or found in ("synonym", "near-synonym", "hypernym-of"):
        return graph.texts[one]
    more = known == "specifies" or found == "hyponym-of"
    return graph.texts[other] if more and not graph.is_vague(other) else ""


def _may_be_compared(graph: PairGraph, one: int, other: int) -> bool:
    """Return whether two words are nouns of one form, none of them counted or linked elsewhere."""
    # Two of one lemma lack something else.
    if not (graph.is_noun(one) and graph.is_noun(other) and graph.is_same_form(one, other)):
        return False
    if graph.linked.get(one, other) != other or graph.linked.get(other, one) != one:
        return False
    counted = graph.numerals(one) or graph.numerals(other)
    return not counted and graph.lemmas[one] != graph.lemmas[other]


# -- Sentences of what is shared -------------------------------------------------------------------


def intersections(graph: PairGraph) -> Iterator[Draft]:
    """Yield intersections with either side as the frame."""
    # The heads of the clauses that each sentence of a side states.
    stated = {
        side.start: [list(statements(graph, root)) for root in graph.roots(side)]
        for side in graph.sides
    }
    for base in graph.sides:
        others = {node for some in stated[graph.other(base).start] for node in some}
        found = (_shared_part(graph, base, own, others) for own in stated[base.start])
        parts = [draft for draft in found if draft is not None]
        if parts:
            words = tuple(word for part in parts for word in part.words)
            links = {t: head for part in parts for t, head in part.links.items()}
            yield restore_agreement(graph, Draft(words, links))


def _shared_part(
    graph: PairGraph, side: Sentence, heads: list[int], others: set[int]
) -> Draft | None:
    """Return what both sides say of one sentence of a side: the clause of it that says most."""
    # Of a clause that cannot stand the clauses within it may: of "X said that", what was said.
    found: dict[int, Draft] = {}
    for head in heads:
        if not _is_stated(graph, head, others) or not found.keys().isdisjoint(graph.above(head)):
            continue
        part = _part(graph, side, head, heads[0])
        if part is not None:
            found[head] = part
    return max(found.values(), key=lambda draft: _said(graph, draft), default=None)


def _said(graph: PairGraph, draft: Draft) -> int:
    """Return how many content words a draft has."""
    return sum(map(graph.is_content, draft.positions))


def _part(graph: PairGraph, side: Sentence, head: int, first: int) -> Draft | None:
    """Return what both sides say of one clause of a sentence; None if that is no sentence."""
    selection = select(graph, head)
    if selection is None:
        return None
    draft = _with_nouns(graph, written(graph, side, selection), selection)
    if draft is None or not is_well_formed(graph, draft, side):
        return None
    enough = head == first or _said(graph, draft) >= _LEAST_SAID or len(draft.words) > _SHORT
    return draft if enough else None


def _is_stated(graph: PairGraph, head: int, stated: set[int]) -> bool:
    """Return whether the other side states a clause too."""
    other = graph.aligned.get(head)
    if other is None or not (other in stated or is_undoubted(graph, other)):
        return False
    return says_as_much(graph, head)


def said_in(graph: PairGraph, draft: Draft, side: Sentence) -> str:
    """Return the text of a side that an intersection repeats a part of.

    That is the whole side; of a report whose speaker the intersection leaves out, what is reported.
    """
    for root in graph.roots(side):
        said = graph.reported_clauses(root)
        if (
            len(said) == 1
            and graph.reports(root)
            and draft.positions.keys().isdisjoint((root, graph.linked.get(root, root)))
        ):
            tokens = graph.subtree(said[0])
            text = side.span.doc[tokens[0] : tokens[-1] + 1].text
            return f"{text[:1].upper()}{text[1:].rstrip('.')}."
    return side.span.text


# -- A side without what only it says --------------------------------------------------------------


def shortened_sides(graph: PairGraph) -> Iterator[Draft]:
    """Yield each side without the parts that say what the other side does not say.

    A side of which something cannot be left out is not given, nor one that the other side supports
    as it stands, nor one that would be left incomplete.
    """
    alone = unsupported(graph.doc)
    for side in graph.sides:
        words = {t - side.start for t in alone if side.start <= t < side.end}
        gone = _parts(graph, side, words)
        if gone and not _is_orphaned(graph, side, gone) and not is_left_incomplete(side, gone):
            remaining = (side.start + t for t in range(len(side)) if t not in gone)
            yield draft_of(graph, side, remaining)


def _parts(graph: PairGraph, side: Sentence, words: set[int]) -> set[int]:
    """Return the tokens of the smallest parts that hold some words; none if a word has no part."""
    deletable = SubtreeDeletion(lexicon=graph.lexicon)(side, CLASSES) if words else []
    parts = sorted((range(start, end) for start, end, _ in deletable), key=len)
    gone: set[int] = set()
    for word in words:
        part = next((part for part in parts if word in part), None)
        if part is None:
            return set()
        gone.update(part)
    return gone


def _is_orphaned(graph: PairGraph, side: Sentence, gone: set[int]) -> bool:
    """Return whether a verb that stays loses its subject."""
    subjects = (side.start + t for t in gone if graph.is_subject(side.start + t))
    verbs = (graph.head(subject) for subject in subjects)
    return any(verb is not None and verb - side.start not in gone for verb in verbs)
