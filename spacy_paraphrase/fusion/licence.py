"""What an intersection may take over of a clause, and what the clause cannot do without.

A word is licensed if both sentences say it, under the same head and in the same role; where they
have the same words from it to its head, the rest is a matter of the parse. A phrase that has lost
what it needed is none: a noun its article, a verb what both sentences have behind it.
"""

from __future__ import annotations

from .clauses import is_said_of, joints, lender
from .graph import (
    CONDITIONAL,
    PairGraph,
    differs,
    has_other_particle,
    is_governed,
    is_several,
    operators,
)
from .wording import is_reversed


def hops(graph: PairGraph, node: int, dropped: list[int], kept: set[int]) -> bool:
    """Return whether a clause would follow its head and not what it hangs on: "in a plan to …"."""
    labels = graph.lang.clause_labels | graph.lang.complement_labels
    clauses = [c for c in graph.dependents(node, *labels) if c in kept and c > node]
    clauses = [c for c in clauses if graph.subject(c) is None]
    ends = {graph.subtree(c)[-1] + 1 for c in dropped if c > node and graph.new_and_said(c)[1]}
    return any(graph.subtree(c)[0] in ends for c in clauses)


def is_half_phrase(graph: PairGraph, node: int, dropped: list[int], kept: set[int]) -> bool:
    """Return whether what is left of a phrase is none: a noun without its article, half a name."""
    lang, label = graph.lang, graph.deps[node]
    told = label == "ccomp" and not graph.dependents(node, *lang.auxiliary_labels)
    if told or (label in ("ccomp", "advcl") and graph.tags[node] in lang.tensed_tags):
        return graph.is_verbal(node) and graph.subject(node) not in kept  # misread
    if label == "advmod" and graph.tags[node] == "NN":
        return True  # misread: "crashes [on the] page"
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
    before = [c for c in dropped if c < node]
    if bare and graph.tags[node] == "NN" and any(graph.deps[c] == "appos" for c in dropped):
        return True  # "subway, bus and train services" misread
    if bare and graph.tags[node] == "NN" and before:
        # "chief executive", "in later life"
        return label in ("attr", "pobj") or any(graph.linked.get(c) is not None for c in before)
    if label == "appos" and dropped:
        lost = any(graph.new_and_said(c)[1] for c in dropped)
        return lost or (bare and graph.tags[node] == "NN")
    return label in lang.compound_labels and any(c < node for c in dropped)


def may_be_shared(graph: PairGraph, node: int) -> bool:
    """Return whether both sides say of an aligned node what the frame says of it."""
    aligned = graph.aligned[node]
    if differs_in_truth(graph, node) or not _has_particle_of(graph, node, aligned):
        return False
    if _is_alternative(graph, aligned):
        return False
    if not _sweeping(graph, node) <= _sweeping(graph, aligned):
        return False  # "all charges" and "charges"
    beside = (graph.subtree(c) for c in graph.children[aligned] if is_beside(graph, aligned, c))
    within = set(graph.subtree(aligned)).difference(*beside)
    content = [t for t in within if graph.is_content(t)]
    return not is_reversed(graph, aligned) or all(graph.is_shared(t) for t in content)


def is_beside(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a dependent of a verb stands outside of what is denied of it.

    That is a clause joined to it, what stands before its subject, and what a comma sets off.
    """
    subject = graph.subject(node)
    if not graph.is_verbal(node) or subject is None or child == subject:
        return False
    if graph.deps[child] == "conj":
        return graph.subject(child) is not None
    return child < subject or has_comma(graph, graph.subtree(child)[0], -1)


def _sweeping(graph: PairGraph, node: int) -> set[str]:
    words = {graph.words[c] for c in graph.dependents(node, "det", "predet")}
    return words & graph.lang.sweeping_determiners


def differs_in_truth(graph: PairGraph, node: int) -> bool:
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
        return not (
            own - other <= weak or (own ^ other).isdisjoint(weak | graph.lang.ability_words)
        )
    return own != other


def _is_condition(graph: PairGraph, clause: int) -> bool:
    """Return whether a word that says "if" opens a clause."""
    marks = graph.dependents(clause, "mark")
    return any(graph.words[c] in graph.lang.condition_markers for c in marks)


def _has_particle_of(graph: PairGraph, node: int, aligned: int) -> bool:
    """Return whether two verbs have one particle, or it is part of a word: "play down"."""
    units = [t for t in (node, aligned) if len(graph.lexical_unit(t)) > 1]
    return bool(units) or not has_other_particle(graph, node, aligned)


def _is_alternative(graph: PairGraph, node: int) -> bool:
    """Return whether a node is joined by "or" to something that only its side has."""
    first = graph.first_conjunct(node)
    members = [first, *graph.conjuncts(first)]
    asserted = joints(graph, members) <= graph.lang.asserting_coordinators
    return not asserted and any(n not in graph.linked for n in members)


def is_needed(graph: PairGraph, node: int, child: int) -> bool:
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
        counts = counts or (
            bare and is_counted(graph, node)
        )  # "32 cents a share", "2 parts per million"
    counts = counts or (child > node and _is_announced(graph, node, child))
    if (
        label == "relcl"
        and node in graph.aligned
        and not has_comma(graph, graph.subtree(child)[0], -1)
    ):
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
    beside = has_comma(graph, graph.subtree(child)[0], -1)
    return it and not beside and graph.deps[child] in labels and bool(graph.new_and_said(child)[1])


def is_joined(graph: PairGraph, conjunct: int) -> bool:
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
    verbatim = is_verbatim(graph, node, head)
    if path is None and verbatim:
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
    # "a frog", "a species of frog"; "teachers", "thousands of teachers"
    kind = articles <= graph.lang.indefinite_articles and graph.pos[node] == "NOUN"
    if own_role and not (named or kind) and graph.is_nominal(other) and graph.is_new(other):
        return False  # "lawyers for the firm", "the firm"
    timely = graph.entities[node] in graph.lang.time_entities
    if graph.deps[node] == "npadvmod" != graph.deps[aligned] and not timely:
        return False
    if graph.deps[node] in graph.lang.adposition_labels:
        return True
    if graph.tags[node] == "NNS" and graph.tags[aligned] == "NN" and is_counted(graph, node):
        return False  # "two women" and "a woman"
    return says_as_much(graph, node)


def says_as_much(graph: PairGraph, node: int) -> bool:
    """Return whether one of a word and its counterpart says all that the other one says."""
    return graph.relation[node] not in ("", "intersects")


def is_counted(graph: PairGraph, noun: int) -> bool:
    """Return whether a number stands at a noun."""
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
        return (
            first is not None and first == graph.head(node) and graph.relation.get(head) == "equals"
        )
    return graph.first_conjunct(head) == graph.first_conjunct(node)


def is_verbatim(graph: PairGraph, node: int, head: int) -> bool:
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


def misses(graph: PairGraph, node: int, dropped: list[int], kept: set[int]) -> bool:
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
    if graph.lemmas[node] in lang.reporting_verbs and dropped:
        return True
    if graph.lemmas[node] in lang.incomplete_verbs or graph.deps[node] in lang.clause_labels:
        return any(graph.deps[c] in lang.movable_labels | {"agent"} for c in dropped)
    if graph.pos[node] not in ("VERB", "AUX", "ADJ") or graph.deps[node] in lang.premodifier_labels:
        return False
    others = graph.children[graph.aligned[node]] if node in graph.aligned else []
    others = [
        c for c in others if kept.isdisjoint(graph.linked.get(t, -1) for t in graph.subtree(c))
    ]
    return any(
        child > above and graph.new_and_said(child)[1]
        for above, lost in ((node, dropped), (graph.aligned.get(node, -1), others))
        for child in lost
        if graph.words[child] not in lang.free_prepositions and graph.deps[child] != "conj"
        if not has_comma(graph, graph.subtree(child)[0], -1)
    )


def is_complete(graph: PairGraph, node: int, kept: set[int]) -> bool:
    """Return whether a verb keeps a complement, or something behind it beside function words."""
    complements = graph.lang.finite_complement_labels
    return any(
        (child > node or graph.deps[child] in complements)
        and any(graph.is_content(t) for t in kept.intersection(graph.subtree(child)))
        for child in graph.children[node]
    )


def is_vague(graph: PairGraph, noun: int) -> bool:
    """Return whether a noun says nothing without what it is a part or a kind of."""
    lang = graph.lang
    return graph.lemmas[noun] in lang.part_nouns | lang.light_nouns | lang.partitives.keys()


def has_comma(graph: PairGraph, token: int, step: int) -> bool:
    """Return whether a comma stands next to a token, but for quotation marks."""
    side = graph.side(token)
    place = token + step
    while side.start <= place < side.end and graph[place].is_quote:
        place += step
    return side.start <= place < side.end and graph.texts[place] == ","


def is_last(graph: PairGraph, token: int) -> bool:
    """Return whether nothing but marks stands behind a token."""
    behind = range(token + 1, graph.side(token).end)
    return all(graph.is_punct(t) or graph[t].is_space for t in behind)
