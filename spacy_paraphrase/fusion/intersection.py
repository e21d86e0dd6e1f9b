"""Intersection: what both sentences say, in the words of the more general one.

Barzilay and McKeown 2005 as Krahmer, Marsi and van Pelt 2008, section 2, describe it: the aligned
nodes of a frame, and what they cannot do without. First a selection is made of what is shared of a
clause, then it is written as a draft.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest
from operator import itemgetter
from typing import NamedTuple

from ..lexicon.relations import relation
from ..relations.quantifiers import quantifiers
from ..sentence import Sentence
from .clauses import (
    is_about_known,
    is_left_as_it_is,
    is_said_of,
    is_same_doer,
    joints,
    lender,
    may_be_passive,
    passive,
    patients,
    statements,
)
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
    CONDITIONAL,
    PairGraph,
    differs,
    has_other_particle,
    is_governed,
    is_operator,
    is_several,
    operators,
)
from .realisation import restore_agreement
from .wording import is_living, is_reversed, stands_for, swap_word, takes_alike, with_text

# Content words of what is generalised or stands within another clause: enough for one event.
_LEAST_SAID = 2
# Words of a clause that says little: "It was launched."
_SHORT = 4
_DASHES = ("-", "--", "–", "—", ":")
_HYPHENS = ("-", "–", "/")
# What stands between two of these is said aside.
_ASIDES = (frozenset("()"), frozenset({"-", "--", "–", "—"}))


@dataclass
class Selection:
    """What is kept of a clause.

    Attributes:
        root: The token that heads it.
        tokens: The tokens that are kept, without marks and conjunctions.
        moved: New heads of tokens whose own head is left out.
        coordinations: For the first conjunct of each coordination the others that are kept.
        general: Tokens kept for what they have in common with another one, with the word for it.
        pronouns: Tokens in whose place a pronoun of the other side stands, each with that.
        passive: Whether the root loses its subject and is put into the passive.
    """

    root: int
    tokens: set[int] = field(default_factory=set)
    moved: dict[int, int] = field(default_factory=dict)
    coordinations: dict[int, list[int]] = field(default_factory=dict)
    general: dict[int, str] = field(default_factory=dict)
    pronouns: dict[int, int] = field(default_factory=dict)
    passive: bool = False

    def add(self, other: Selection) -> None:
        """Take over what was selected below."""
        self.tokens |= other.tokens
        self.moved |= other.moved
        self.coordinations |= other.coordinations
        self.general |= other.general
        self.pronouns |= other.pronouns
        self.passive |= other.passive


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
        if child != clause and _is_dependent(graph, noun, child, clause):
            if not _keep_child(graph, noun, child, own) and _is_needed(graph, noun, child):
                return False
    into.add(own)
    into.tokens.discard(pronoun)
    into.moved[noun] = clause
    return _is_alike(graph, noun)


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
    own = Selection(node, {node})
    dropped: list[int] = []
    for child in graph.children[node]:
        if not _is_dependent(graph, node, child, into.root):
            continue
        if _keep_child(graph, node, child, own):
            continue
        needed = _is_needed(graph, node, child)
        owned = graph.deps[child] == "poss"
        if (needed or owned) and _keep_general(graph, node, child, own):
            continue
        if node == into.root and not alone and may_be_passive(graph, node, child):
            own.passive = alone = True
            continue
        if needed or (is_reversed(graph, node) and not _is_beside(graph, node, child)):
            return False
        dropped.append(child)
    if _is_part_of_phrase(graph, node, dropped, own.tokens) or _hops(graph, node, dropped, own):
        return False
    if _misses(graph, node, dropped, own.tokens) and not _is_complete(graph, node, own.tokens):
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


def _hops(graph: PairGraph, node: int, dropped: list[int], own: Selection) -> bool:
    """Return whether a clause would follow its head that follows what both say: "in a plan to …"."""
    labels = graph.lang.clause_labels | graph.lang.complement_labels
    clauses = [c for c in graph.dependents(node, *labels) if c in own.tokens and c > node]
    clauses = [c for c in clauses if graph.subject(c) is None]
    ends = {graph.subtree(c)[-1] + 1 for c in dropped if c > node and graph.new_and_said(c)[1]}
    return any(graph.subtree(c)[0] in ends for c in clauses)


def _is_part_of_phrase(graph: PairGraph, node: int, dropped: list[int], kept: set[int]) -> bool:
    """Return whether what is left of a phrase is none: a noun without its article, half a name."""
    lang, label = graph.lang, graph.deps[node]
    told = label == "ccomp" and not graph.dependents(node, *lang.auxiliary_labels)
    if told or (label in ("ccomp", "advcl") and graph.tags[node] in lang.tensed_tags):
        return graph.is_verbal(node) and graph.subject(node) not in kept  # misread
    if label == "npadvmod" and graph.pos[node] == "NUM" and len(kept) == 1:
        return True  # "died aged 93"
    if graph.pos[node] in ("ADJ", "ADV"):  # "as hot as"
        words = [c for c in dropped if c < node and not graph.is_content(c)]
        return bool(words) and any(t > node for t in kept)
    if not graph.is_nominal(node):
        return False
    articles = [c for c in graph.children[node] if graph.deps[c] in ("det", "nummod", "poss")]
    bare = kept.isdisjoint(articles) and not graph.dependents(node, "poss")
    if bare and graph.tags[node] == "NN" and not set(articles).isdisjoint(dropped):
        return True
    first = min(set(graph.subtree(node)) & kept)
    several = graph.tags[node] in lang.plural_noun_tags
    if several and graph.words[first] in lang.indefinite_articles:
        return any(first < c < node for c in dropped)  # "a further 10 shares"
    if bare and label == "attr" and graph.tags[node] == "NN" and any(c < node for c in dropped):
        return True  # "chief executive"
    if label == "appos" and dropped:
        lost = any(graph.new_and_said(c)[1] for c in dropped)
        return lost or (bare and graph.tags[node] == "NN")
    return label in lang.compound_labels and any(c < node for c in dropped)


def _may_be_shared(graph: PairGraph, node: int) -> bool:
    """Return whether both sides say of an aligned node what the frame says of it."""
    aligned = graph.aligned[node]
    if _differs(graph, node) or not _has_particle_of(graph, node, aligned):
        return False
    if _is_alternative(graph, aligned):
        return False
    if not _sweeping(graph, node) <= _sweeping(graph, aligned):
        return False  # "all charges" and "charges"
    beside = (graph.subtree(c) for c in graph.children[aligned] if _is_beside(graph, aligned, c))
    within = set(graph.subtree(aligned)).difference(*beside)
    content = [t for t in within if graph.is_content(t)]
    return not is_reversed(graph, aligned) or all(graph.is_shared(t) for t in content)


def _is_beside(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a dependent of a verb stands outside of what is denied of it.

    That is a clause joined to it, what stands before its subject, and what a comma sets off.
    """
    subject = graph.subject(node)
    if not graph.is_verbal(node) or subject is None or child == subject:
        return False
    if graph.deps[child] == "conj":
        return graph.subject(child) is not None
    return child < subject or _comma(graph, graph.subtree(child)[0], -1)


def _sweeping(graph: PairGraph, node: int) -> set[str]:
    words = {graph.words[c] for c in graph.dependents(node, "det", "predet")}
    return words & graph.lang.sweeping_determiners


def _differs(graph: PairGraph, node: int) -> bool:
    """Return whether aligned nodes have other operators; a preposition with an object is none."""
    if not differs(graph, node):
        return False
    own, other = (
        operators(graph, t)
        - {graph.lemmas[c] for c in graph.dependents(t, "prep") if graph.children[c]}
        for t in (node, graph.aligned[node])
    )
    if own - other == {CONDITIONAL} and own > other:
        # Where a clause hangs is a matter of the parse, if the other side has it too.
        found = [graph.linked.get(c) for c in graph.dependents(node, "advcl")]
        return not any(c is not None and _is_condition(graph, c) for c in found)
    modals = graph.lang.modal_verbs
    if own - other and other - own and own ^ other <= modals:
        # "will" and "would" differ in the tense of who says it; who says "may" says less.
        weak = graph.lang.possibility_words
        return not (own - other <= weak or (own ^ other).isdisjoint(weak | graph.lang.ability_words))
    return own != other


def _is_condition(graph: PairGraph, clause: int) -> bool:
    """Return whether a word that says "if" opens a clause."""
    marks = graph.dependents(clause, "mark")
    return any(graph.words[c] in graph.lang.condition_markers for c in marks)


def _has_particle_of(graph: PairGraph, node: int, aligned: int) -> bool:
    """Return whether two verbs have one particle, or it is part of a word: "play down"."""
    units = [t for t in (node, aligned) if len(graph.lexical_unit(t)) > 1]
    return bool(units) or not has_other_particle(graph, node, aligned)


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
    found = []
    for token in (node, graph.aligned.get(node, node)):
        side = graph.side(token)
        found.append(quantifiers(side).get(token - side.start))
    own, other = found
    if own is None or other is None or node not in graph.aligned:
        return False
    if is_several(graph, child) and other.low <= 2:
        return False  # who says "a few" says more than two
    tokens = {graph.side(node).start + t for t in (own.token, *own.extra)}
    if child not in tokens or not set(graph.subtree(child)) <= tokens or not other.entails(own):
        return False
    into.tokens |= tokens
    return True


def _is_alternative(graph: PairGraph, node: int) -> bool:
    """Return whether a node is joined by "or" to something that only its side has."""
    first = _first(graph, node)
    members = [first, *graph.conjuncts(first)]
    asserted = joints(graph, members) <= graph.lang.asserting_coordinators
    return not asserted and any(n not in graph.linked for n in members)


def _is_needed(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a node cannot stand without a dependent."""
    label = graph.deps[child]
    counts = label == "nummod" and graph.entities[node] in graph.lang.measure_entities
    counts = counts or is_several(graph, child) or graph.deps[node] == "nummod"
    parts = graph.lang.part_nouns | graph.lang.light_nouns | graph.lang.partitives.keys()
    if graph.words[child] in graph.lang.genitive_prepositions:
        counts = counts or graph.lemmas[node] in parts or graph.words[node] in parts
        counts = counts or graph.entities[node] in graph.lang.measure_entities
    governed = is_governed(graph, node, child)
    governed = governed and not graph.dependents(node, *graph.lang.finite_complement_labels)
    condition = label == "advcl" and _is_condition(graph, child)
    if child == node + 1 and (label == "npadvmod" or len(graph.subtree(child)) == 2):
        bare = graph.pos[graph.subtree(child)[-1]] in ("NOUN", "NUM")
        counts = counts or (bare and _counts(graph, node))  # "32 cents a share", "2 parts per million"
    counts = counts or (child > node and _is_announced(graph, node, child))
    if label == "relcl" and node in graph.aligned and not _comma(graph, graph.subtree(child)[0], -1):
        counts = counts or graph.linked.get(child, -1) in graph.children[graph.aligned[node]]
    return label in graph.lang.needed_labels or counts or governed or condition


def _is_announced(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether an "it" stands for a clause: "it was hard to find", "it was he who came"."""
    verb = node if graph.is_verbal(node) else graph.head(node)
    subject = graph.subject(verb) if verb is not None else None
    if verb is None or subject is None or graph.lemmas[verb] not in graph.lang.copulas:
        return False
    labels = graph.lang.clausal_labels | graph.lang.complement_labels | {"prep"}
    it = graph.words[subject] in graph.lang.expletive_pronouns
    beside = _comma(graph, graph.subtree(child)[0], -1)
    return it and not beside and graph.deps[child] in labels and bool(graph.new_and_said(child)[1])


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
        if not joined or not _is_joined(graph, conjunct):
            continue
        others = [graph.aligned.get(t) for t in (node, conjunct)]
        apart = None not in others and len({_first(graph, t or 0) for t in others}) > 1
        if graph.is_nominal(conjunct) and apart and not _is_verbatim(graph, conjunct, node):
            continue
        verbatim = _is_verbatim(graph, conjunct, node)
        if graph.pos[node] == "VERB" and not (verbatim or is_same_doer(graph, node, conjunct)):
            continue
        own = Selection(into.root)
        if _keep(graph, conjunct, own, alone=True):
            into.add(own)
            into.moved[conjunct] = node
            kept.append(conjunct)
    if len(kept) < len(chain):
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


def _is_joined(graph: PairGraph, conjunct: int) -> bool:
    """Return whether a conjunction or a mark stands before a conjunct, as it does if it is one."""
    head = graph.head(conjunct)
    assert head is not None
    between = range(head + 1, conjunct)
    return any(graph.is_punct(t) or graph.deps[t] == "cc" for t in between)


def is_licensed(graph: PairGraph, node: int, head: int) -> bool:
    """Return whether both sides say a node, under the same head and in the same role."""
    if graph.tags[node] in graph.lang.wh_tags:
        return True
    aligned = graph.aligned.get(node)
    if aligned is None or any(t not in graph.linked for t in graph.lexical_unit(node)):
        return False
    apart = any(graph.texts[t] in ",;:(" for t in range(node + 1, graph.head(node) or node))
    if apart and graph.deps[node] in graph.lang.compound_labels:
        return False  # no part of a compound: a misreading
    if graph.deps[node] == "appos" and graph.deps[aligned] == "conj":
        return False  # one of several: a misreading
    above = graph.aligned.get(head)
    path = _path(graph, above, aligned)
    verbatim = _is_verbatim(graph, node, head)
    if verbatim:
        path = [aligned]  # the rest is a matter of the parse
    if path is None and above is not None and _share_one(graph, above, aligned):
        path = [aligned]
    if above is not None and graph.head(above) == aligned and is_said_of(graph, above):
        path = [graph.subject(above) or aligned]
    if path is None or not (verbatim or _same_role(graph, node, path)):
        return False
    between = [t for t in path[:-1] if graph.is_verbal(t) and graph.deps[t] != "conj"]
    if any(t not in graph.linked for t in between):
        return False  # "after telling that he came"
    other = path[0]
    own_role = graph.deps[node] in graph.lang.role_of_label
    named = graph.deps[aligned] in graph.lang.compound_labels | {"appos"}
    articles = {graph.words[c] for c in graph.dependents(node, "det")}
    kind = not articles.isdisjoint(graph.lang.indefinite_articles)  # "a frog", "a species of frog"
    if own_role and not (named or kind) and graph.is_nominal(other) and graph.is_new(other):
        return False  # "lawyers for the firm", "the firm"
    timely = graph.entities[node] in graph.lang.time_entities
    if graph.deps[node] == "npadvmod" != graph.deps[aligned] and not timely:
        return False
    if graph.deps[node] in graph.lang.adposition_labels:
        return True
    if graph.tags[node] == "NNS" and graph.tags[aligned] == "NN" and _counts(graph, node):
        return False  # "two women" and "a woman"
    return _is_alike(graph, node)


def _is_alike(graph: PairGraph, node: int) -> bool:
    """Return whether one of a word and its counterpart says all that the other one says."""
    return graph.relation[node] not in ("", "intersects")


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


def _share_one(graph: PairGraph, head: int, node: int) -> bool:
    """Return whether a conjunct has a subject from before it, or is one with what it is before."""
    if graph.deps[node] in graph.lang.subject_labels and graph.subject(head) is None:
        first = lender(graph, head)
        return first is not None and first == graph.head(node) and graph.relation[head] == "equals"
    return _first(graph, head) == _first(graph, node)


def _first(graph: PairGraph, node: int) -> int:
    """Return the first conjunct of the coordination of a node, itself if there is none."""
    while graph.deps[node] == "conj" and graph.head(node) is not None:
        node = graph.head(node) or 0
    return node


def _is_verbatim(graph: PairGraph, node: int, head: int) -> bool:
    """Return whether both sides have the same words, linked in order, from a node to its head."""
    ends = sorted((node, head))
    others = [graph.linked.get(t, -1) for t in ends]
    if -1 in others or others[0] > others[1]:
        return False
    own, other = (
        [t for t in range(first, last + 1) if not graph.is_punct(t)]
        for first, last in (ends, others)
    )
    return [graph.linked.get(t) for t in own] == other


def _same_role(graph: PairGraph, node: int, path: list[int]) -> bool:
    """Return whether a node has the role of its counterpart, agent or patient in any voice."""
    own = graph.lang.role_of_label.get(graph.deps[node])
    other = graph.lang.role_of_label.get(graph.deps[path[0]]) if path else None
    return own is None or other is None or own == other


def _has_like(graph: PairGraph, noun: int, preposition: int) -> bool:
    """Return whether both sides say of what something is: "in the death of …"."""
    word, other = graph.words[preposition], graph.aligned.get(noun)
    if other is None or word not in graph.lang.genitive_prepositions:
        return False
    return any(graph.words[c] == word for c in graph.dependents(other, "prep"))


def _misses(graph: PairGraph, node: int, dropped: list[int], kept: set[int]) -> bool:
    """Return whether a word may not do without the dependents that are left out.

    So may no verb with a weak meaning, no clause within another one, and none that has something
    behind it in both sentences that only the way it is said makes different.
    """
    lang = graph.lang
    if graph.deps[node] == "pobj" and any(
        graph.deps[c] == "prep" and (graph.new_and_said(c)[1] or _has_like(graph, node, c))
        for c in dropped
    ):
        return True
    if graph.lemmas[node] in lang.incomplete_verbs or graph.deps[node] in lang.clause_labels:
        return any(graph.deps[c] in lang.movable_labels | {"agent"} for c in dropped)
    if graph.pos[node] not in ("VERB", "AUX", "ADJ") or graph.deps[node] in lang.premodifier_labels:
        return False
    others = graph.children[graph.aligned[node]] if node in graph.aligned else []
    others = [c for c in others if kept.isdisjoint(graph.linked.get(t, -1) for t in graph.subtree(c))]
    return any(
        child > above and graph.new_and_said(child)[1]
        for above, lost in ((node, dropped), (graph.aligned.get(node, -1), others))
        for child in lost
        if graph.words[child] not in lang.free_prepositions and graph.deps[child] != "conj"
        if not _comma(graph, graph.subtree(child)[0], -1)
    )


def _is_complete(graph: PairGraph, node: int, kept: set[int]) -> bool:
    """Return whether a verb keeps a complement, or something behind it beside function words."""
    complements = graph.lang.finite_complement_labels
    return any(
        (child > node or graph.deps[child] in complements)
        and any(graph.is_content(t) for t in kept.intersection(graph.subtree(child)))
        for child in graph.children[node]
    )


# -- What is kept of a dependent that the sides have in other words --------------------------------

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
    alike = graph.deps[child] == graph.deps[other] and (child < node) == (other < graph.aligned[node])
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
    if aligned is None or _differs(graph, node):
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


def _is_vague(graph: PairGraph, noun: int) -> bool:
    """Return whether a noun says nothing without what it is a part or a kind of."""
    lang = graph.lang
    return graph.lemmas[noun] in lang.part_nouns | lang.light_nouns | lang.partitives.keys()


def _general_noun(graph: PairGraph, one: int, other: int) -> str:
    """Return the more general of two nouns in one role; "" if none is."""
    index, nouns = graph.lexicon, graph.pos[one] == graph.pos[other] == "NOUN"
    apart = graph.linked.get(one, other) != other or graph.linked.get(other, one) != one
    if index is None or not nouns or apart or graph.tags[one] != graph.tags[other]:
        return ""
    lemmas = graph.lemmas[one], graph.lemmas[other]
    if lemmas[0] == lemmas[1] or _counts(graph, one) or _counts(graph, other):
        return ""  # it lacks something else
    found = relation(index, lemmas[0], "NOUN", lemmas[1], "NOUN", max_senses=_SENSES)
    known = graph.relation.get(one, "")
    if known == "generalizes" or found in ("synonym", "near-synonym", "hypernym-of"):
        return graph.texts[one]
    if _is_vague(graph, other):
        return ""
    return graph.texts[other] if known == "specifies" or found == "hyponym-of" else ""


# -- From selections to a draft -------------------------------------------------------------------


class Part(NamedTuple):
    """What both sides say of one sentence: how many content words, whether by its own subject."""

    told: int
    active: bool
    draft: Draft


def intersections(graph: PairGraph) -> Iterator[Draft]:
    """Yield what both sides say, either side as the frame; the passive only where it says more."""
    made = []
    for base in graph.sides:
        found = (_shared_part(graph, base, root) for root in graph.roots(base))
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


def _shared_part(graph: PairGraph, side: Sentence, root: int) -> Part | None:
    """Return what both sides say of one sentence of a side: the clause of it that says most.

    Of a clause that cannot stand the clauses within it may: of "X said that", what was said.
    """
    others = graph.roots(graph.other(side))
    stated = {node for other in others for node in statements(graph, other)}
    allowed = UNENDED & flaws(graph, draft_of(graph, side))
    found: dict[int, Part] = {}
    for head in statements(graph, root):
        if not _is_stated(graph, head, stated) or not found.keys().isdisjoint(_above(graph, head)):
            continue
        selection = select(graph, head)
        if selection is not None and _takes_subject(graph, root, selection):
            continue
        draft = _written(graph, side, selection) if selection is not None else None
        if selection is None or draft is None or not is_well_formed(graph, draft, allowed):
            continue
        told = sum(graph.is_content(t) for t in draft.positions)
        if head == root or told >= _LEAST_SAID or len(draft.words) > _SHORT:
            found[head] = Part(told, not selection.passive, draft)
    return max(found.values(), key=itemgetter(0, 1), default=None)


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
    return _is_alike(graph, head) or of_one


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


def _written(graph: PairGraph, side: Sentence, selection: Selection) -> Draft | None:
    """Return the draft of a side without what is not kept of it, and the marks that go with that.

    The more general word stands in the place of each more specific one; None if it cannot.
    """
    kept = selection.tokens | _joining(graph, selection)
    last = max(kept)
    cut = graph.texts[last][-1:] == "." and not _ends(graph, last)  # "Gen." is taken for an end
    loose = [t for t in kept if graph.deps[t] == "cc" and not graph.conjuncts(graph.head(t) or t)]
    half = [t for t in kept if t + 2 < side.end and _is_hyphen(graph, t + 1)]
    if any(t + 2 not in kept for t in half):
        return None
    if cut or _dangles(graph, kept) or any(t + 1 not in kept for t in loose):
        return None
    tokens, split = sorted(kept), _split(graph, selection)
    marks = {
        t
        for left, right in pairwise(tokens)
        if right not in split
        for t in _marks(graph, kept - {selection.root}, left, right)
    }
    draft = draft_of(graph, side, kept | marks - _half_pairs(graph, side, kept))
    links = draft.heads | selection.moved
    links.pop(selection.root, None)
    whole: Draft | None = Draft(draft.words, links)
    if selection.passive and whole is not None:
        whole = passive(graph, whole, selection.root)
    if whole is None:
        return None
    draft = _with_articles(graph, whole, selection.pronouns)
    for first, conjuncts in selection.coordinations.items():
        if not split.isdisjoint(_opening(graph, kept, conjuncts)):
            draft = _coordinated(graph, draft, first, conjuncts)
    ends = [t for t in range(max(kept) + 1, side.end) if graph.texts[t] in (".", "!")]
    draft = Draft(draft.words + words_of(graph, ends[:1]), draft.heads)
    for token, text in selection.general.items():
        draft = with_text(graph, draft, token, text)
    for token, pronoun in selection.pronouns.items():
        words = [replace(w, also=(pronoun,)) if w.token == token else w for w in draft.words]
        draft = Draft(tuple(words), draft.heads)
    return _general_words(graph, draft, selection)


def _opening(graph: PairGraph, kept: set[int], conjuncts: Iterable[int]) -> set[int]:
    """Return the first word that is kept of each conjunct."""
    return {min(kept.intersection(graph.subtree(c))) for c in conjuncts}


def _is_all_kept(graph: PairGraph, selection: Selection, first: int) -> bool:
    return set(graph.conjuncts(first)) <= {first, *selection.coordinations.get(first, ())}


def _joining(graph: PairGraph, selection: Selection) -> set[int]:
    """Return the conjunctions of coordinations of which all is kept, "as well as" among them."""
    found: set[int] = set()
    for first in selection.coordinations:
        if _is_all_kept(graph, selection, first):
            for node in (first, *graph.conjuncts(first)):
                found.update(t for c in graph.dependents(node, "cc") for t in graph.subtree(c))
    for node in selection.tokens:
        if not graph.conjuncts(node) and graph.deps[node] != "conj" and node != selection.root:
            loose = graph.dependents(node, "cc")  # what it joins is read as part of another thing
            found.update(c for c in loose if c - 1 - graph.is_punct(c - 1) in selection.tokens)
    found = {t for t in found if t < max(selection.tokens)}
    return {t for t in found if t > min(selection.tokens)}


def _split(graph: PairGraph, selection: Selection) -> set[int]:
    """Return the first words of conjuncts that are to be joined anew, as others are left out."""
    return {
        t
        for first, conjuncts in selection.coordinations.items()
        if not _is_all_kept(graph, selection, first)
        for t in _opening(graph, selection.tokens, conjuncts)
    }


# -- The marks between what is kept ---------------------------------------------------------------


def _marks(graph: PairGraph, kept: set[int], left: int, right: int) -> Iterator[int]:
    """Yield the marks that stay between two words that are kept, of those that were there.

    What stands between brackets or dashes keeps them; quotation marks go, with what opens them.
    """
    between = range(left + 1, right)
    gone = [t for t in between if not (graph.is_punct(t) or graph[t].is_space)]
    # What a verb quotes begins without a mark: a quote that opens has no space behind it.
    quoted = graph.is_verbal(left) and any(
        graph[t].is_quote and not graph[t].whitespace_ for t in between
    )
    opened = list(_phrases(graph, kept, right, lambda own: min(own) >= right))
    said = any(graph.head(t) == left and graph.deps[t] == "ccomp" for t in opened)
    if graph.lemmas[left] in graph.lang.reporting_verbs:
        said = said or any(graph.is_verbal(t) and graph.subject(t) in kept for t in opened)
    for mark in between:
        text = graph.texts[mark]
        if text in _HYPHENS and {mark - 1, mark + 1} <= kept:
            yield mark
        elif any(_is_aside(graph, mark, kind) for kind in _ASIDES):
            yield mark
        elif text in ";:" and not (quoted or said) or (text == "," and not (gone or quoted or said)):
            yield mark
    commas = [t for t in between if graph.texts[t] == ","]
    if gone and commas and _is_set_off(graph, kept, left, right, (gone[0], gone[-1])):
        yield commas[-1]


def _is_set_off(
    graph: PairGraph, kept: set[int], left: int, right: int, gone: tuple[int, int]
) -> bool:
    """Return whether a comma belongs between words between which others are left out.

    It does if it closes a phrase before it or opens one behind it, and not what is left out.
    """
    before = any(graph.texts[t] == "," for t in range(left + 1, gone[0]))
    behind = any(graph.texts[t] == "," for t in range(gone[1] + 1, right))
    start = min(kept)
    verbs = [t for t in (right, graph.head(right)) if t is not None and graph.is_verbal(t)]
    told = [c for verb in verbs for c in graph.dependents(verb, "ccomp") if c < right]
    if behind and any(left in graph.subtree(c) for c in told):
        return True  # "…, he said"
    for node in _phrases(graph, kept, left, lambda own: max(own) <= left):
        own = [t for t in graph.subtree(node) if t < right and not graph.is_punct(t)]
        opened = own[0] <= start or _comma(graph, own[0], -1)
        may = graph.deps[node] in graph.lang.set_off_labels - graph.lang.premodifier_labels
        if may and opened and _comma(graph, own[-1], 1) and (own[-1] == left or not before):
            return True
    for node in _phrases(graph, kept, right, lambda own: min(own) >= right):
        own = [t for t in graph.subtree(node) if t > left and not graph.is_punct(t)]
        if graph.deps[node] == "cc":
            return behind and not before
        several = behind and any(graph.texts[t] == "," for t in range(left + 1, gone[1]))
        labels = graph.lang.noun_clause_labels if several else graph.lang.set_off_labels
        if graph.deps[node] in labels and _comma(graph, own[0], -1):
            return _comma(graph, own[-1], 1) or _ends(graph, own[-1])
    return False


def _phrases(
    graph: PairGraph, kept: set[int], token: int, fits: Callable[[set[int]], bool]
) -> Iterator[int]:
    """Yield the heads of the phrases that a token is the edge of, those within first."""
    node: int | None = token
    while node in kept and node is not None and fits(kept.intersection(graph.subtree(node))):
        yield node
        node = graph.head(node)


def _comma(graph: PairGraph, token: int, step: int) -> bool:
    """Return whether a comma stands next to a token, but for quotation marks."""
    side = graph.side(token)
    place = token + step
    while side.start <= place < side.end and graph[place].is_quote:
        place += step
    return side.start <= place < side.end and graph.texts[place] == ","


def _ends(graph: PairGraph, token: int) -> bool:
    """Return whether nothing but marks stands behind a token."""
    behind = range(token + 1, graph.side(token).end)
    return all(graph.is_punct(t) or graph[t].is_space for t in behind)


def _half_pairs(graph: PairGraph, side: Sentence, kept: set[int]) -> set[int]:
    """Return brackets and dashes with nothing between them that is kept, or nothing before them."""
    gone: set[int] = set()
    for kind in _ASIDES:
        marks = [t for t in range(side.start, side.end) if _is_aside(graph, t, kind)]
        for one, other in zip_longest(marks[::2], marks[1::2], fillvalue=side.end):
            inside = any(one < t < other for t in kept)
            around = min(kept) < one and (other == side.end or max(kept) > other)
            if not inside or not around or (other == side.end and one + 1 not in kept):
                gone |= {one, other}
    return gone


def _is_aside(graph: PairGraph, mark: int, kind: frozenset[str]) -> bool:
    """Return whether a mark is a bracket, or a dash that is no hyphen."""
    return graph.texts[mark] in kind and not _is_hyphen(graph, mark)


def _is_hyphen(graph: PairGraph, mark: int) -> bool:
    return graph.texts[mark] in _HYPHENS and not graph[mark - 1].whitespace_


def _dangles(graph: PairGraph, kept: set[int]) -> bool:
    """Return whether a preposition whose object hangs elsewhere has lost it, or a number its noun.

    Of "two red and one blue flag" there may be left "two one blue flag".
    """
    labels = graph.lang.adposition_labels
    bare = [t for t in kept if graph.deps[t] in labels and not graph.children[t]]
    counts = [sum(c in kept for c in graph.dependents(t, "nummod")) for t in kept]
    return any(t + 1 not in kept for t in bare) or max(counts, default=0) > 1


def _coordinated(graph: PairGraph, draft: Draft, first: int, conjuncts: list[int]) -> Draft:
    """Put commas between conjuncts and a conjunction before the last one."""
    chain = [first, *graph.conjuncts(first)]
    found = [t for node in chain for t in graph.dependents(node, "cc") if t > first]
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


def _general_words(graph: PairGraph, draft: Draft, selection: Selection) -> Draft | None:
    """Put the more general word in the place of each more specific one."""
    for token in [t for t in draft.positions if t not in selection.general]:
        if graph.relation.get(token) == "specifies" and graph.is_content(token):
            if graph.is_verbal(token) and not takes_alike(graph, token):
                return None  # "added that", "told them that"
            if _is_vague(graph, graph.aligned[token]):
                return None
            swapped = swap_word(graph, draft, token)
            if swapped is None:
                return None
            draft = swapped
    return draft


def _with_articles(graph: PairGraph, draft: Draft, pronouns: Collection[int]) -> Draft:
    """Put "the" before a noun that has lost its possessor; a bare name has no article."""
    for token in [t for t in draft.positions if t not in pronouns]:
        if graph.entities[token] in graph.lang.person_entities:
            lost = any(c not in draft for c in graph.dependents(token, "amod"))
            lost = lost and not graph.dependents(graph.linked.get(token, token), "det")
            draft = draft.without(graph.dependents(token, "det") if lost else [])
        for owner in graph.dependents(token, "poss"):
            if owner not in draft and not any(
                graph.deps[c] == "det" for c in draft.children(token)
            ):
                draft = draft.insert(draft.extent(token)[0], definite_article(graph), {})
    return draft
