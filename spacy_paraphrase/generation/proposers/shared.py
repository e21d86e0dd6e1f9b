"""Which words of a clause an intersection may keep, and which dependents it needs.

A word is kept if both sentences have it, under the same head and in the same role; if the words
from it to its head are the same in both, parse differences are ignored. A phrase that has lost a
part that it needs is dropped: a noun its article, a verb the complement it has in both sentences.
"""

from __future__ import annotations

from ...analysis.pair_words import CONDITIONAL, says_of_noun
from ..graph import PairGraph

# -- Whether both sentences say it -----------------------------------------------------------------


def do_both_say(graph: PairGraph, node: int, head: int) -> bool:
    """Return whether both sides have a node under the same head and in the same role."""
    if graph.opens_question(node):
        return True
    aligned = graph.aligned.get(node)
    if aligned is None or not graph.linked.keys() >= set(graph.lexical_unit(node)):
        return False
    listed = graph.is_apposition(node) and graph.is_conjunct(aligned)
    if listed or graph.is_torn_compound(node):
        return False  # a misreading
    path = _path(graph, node, aligned, head)
    if path is None or not graph.linked.keys() >= set(filter(graph.opens_inner_clause, path[:-1])):
        return False  # "after telling that he came"
    return graph.is_preposition(node) or _says_as_many(graph, node, aligned)


def _says_as_many(graph: PairGraph, node: int, aligned: int) -> bool:
    """Return whether a word says no more than its counterpart: "two women", "a woman"."""
    if graph.numerals(node) and graph.is_several_of_one(node, aligned):
        return False
    return says_as_much(graph, node)


def _path(graph: PairGraph, node: int, aligned: int, head: int) -> list[int] | None:
    """Return the words from below the counterpart of a head to that of a node; None without any."""
    above = graph.aligned.get(head)
    if above is not None and graph.head(above) == aligned and says_of_noun(graph, above):
        return [graph.subject(above) or aligned]
    if above is None:
        return [aligned]
    path = [aligned]
    for step in graph.above(aligned):
        if step == above:
            return path[::-1]
        path.append(step)
    # Where it hangs may be a matter of the parse.
    return [aligned] if is_verbatim(graph, node, head) else None


def says_as_much(graph: PairGraph, node: int) -> bool:
    """Return whether a word or its counterpart expresses all that the other one expresses."""
    return graph.relation[node] not in ("", "intersects")


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


def verb_of_same_subject(graph: PairGraph, verb: int) -> int | None:
    """Return the verb whose subject a finite conjunct has in both sentences, None without."""
    first = graph.goes_on_from(verb)
    return first if first is not None and is_same_doer(graph, first, verb) else None


def is_same_doer(graph: PairGraph, verb: int, conjunct: int) -> bool:
    """Return whether a conjunct shares the subject of its verb in the other sentence too."""
    if graph.subject(conjunct) is not None:
        return True
    aligned, subject = graph.aligned[conjunct], graph.subject(verb)
    partner = graph.linked.get(subject) if subject is not None else None
    if partner is None:
        return False
    return graph.head(partner) in (aligned, graph.verb_with_subject(aligned))


# -- Whether what both say is so in both -----------------------------------------------------------


def say_the_same(graph: PairGraph, node: int) -> bool:
    """Return whether the other side confirms what the frame says about an aligned node."""
    aligned = graph.aligned[node]
    one_word = graph.has_parts(node) or graph.has_parts(aligned)  # "play down"
    if not one_word and graph.has_other_particle(node, aligned):
        return False
    if differ_in_truth(graph, node) or _is_alternative(graph, aligned):
        return False
    if not graph.sweeping_words(node) <= graph.sweeping_words(aligned):
        return False  # "all charges" and "charges"
    return not graph.is_reversed(aligned) or all(
        graph.shared[t] for t in graph.within_denial(aligned) if graph.is_content(t)
    )


def differ_in_truth(graph: PairGraph, node: int) -> bool:
    """Return whether aligned nodes have different operators, except prepositions with an object."""
    aligned = graph.aligned[node]
    if graph.operators(node) == graph.operators(aligned):
        return False
    own, other = (graph.operators(t) - graph.preposition_lemmas(t) for t in (node, aligned))
    if own - other == {CONDITIONAL} and own > other:
        # Where a clause hangs is a matter of the parse, if the other side has it too.
        found = [graph.linked.get(c) for c in graph.adverbial_clauses(node)]
        return not any(c is not None and graph.has_condition_marker(c) for c in found)
    if own - other and other - own and own ^ other <= graph.lang.modal_verbs:
        return not _are_weak_modals(graph, own, other)
    return own != other


def _are_weak_modals(graph: PairGraph, own: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether one modal may stand for another one: "will" for "would"."""
    # These differ in the tense of who says it; who says "may" says less.
    weak = graph.lang.possibility_words
    return own - other <= weak or (own ^ other).isdisjoint(weak | graph.lang.ability_words)


def _is_alternative(graph: PairGraph, node: int) -> bool:
    """Return whether a node is joined by "or" to something that only its side has."""
    first = graph.first_conjunct(node)
    members = [first, *graph.conjuncts(first)]
    asserted = graph.conjunction_words(members) <= graph.lang.asserting_coordinators
    return not asserted and any(n not in graph.linked for n in members)


# -- Whether a phrase can do without something -----------------------------------------------------


def is_needed(graph: PairGraph, node: int, child: int) -> bool:
    """Return whether a node needs a dependent."""
    return (
        graph.is_complement(child)
        or graph.is_condition(child)
        or graph.belongs_to_amount(node, child)
        or graph.says_of_what(node, child)
        or (graph.is_governed(node, child) and not graph.finite_complements(node))
        or (child > node and graph.is_meant_by_it(node, child) and graph.says_known(child))
    )


def is_half_phrase(graph: PairGraph, node: int, dropped: list[int], selected: set[int]) -> bool:
    """Return whether a shortened phrase is incomplete: a noun without its article, half a name."""
    if graph.needs_own_subject(node):
        return graph.is_verbal(node) and graph.subject(node) not in selected  # misread
    if graph.is_adverbial(node) and graph.is_singular(node):
        return True  # misread: "crashes [on the] page"
    if graph.is_adverbial_noun(node) and graph.is_number(node) and len(selected) == 1:
        return True  # "died aged 93"
    if graph.is_quality(node):  # "as hot as"
        words = [c for c in dropped if c < node and not graph.is_content(c)]
        return bool(words) and any(t > node for t in selected)
    return graph.is_nominal(node) and _is_half_nominal(graph, node, dropped, selected)


def _is_half_nominal(graph: PairGraph, noun: int, dropped: list[int], selected: set[int]) -> bool:
    """Return whether a shortened noun phrase lacks a word that it needs."""
    before = [c for c in dropped if c < noun]
    first = min(selected.intersection(graph.subtree(noun)))
    if graph.is_plural(noun) and graph.words[first] in graph.lang.indefinite_articles:
        return any(first < c for c in before)  # "a further 10 shares"
    if _is_bare(graph, noun, selected):
        return _needs(graph, noun, dropped)
    if graph.is_apposition(noun) and dropped:
        return any(map(graph.says_known, dropped))
    return graph.is_compound_part(noun) and bool(before)


def _is_bare(graph: PairGraph, noun: int, selected: set[int]) -> bool:
    """Return whether a noun in the singular stands without article, number and owner."""
    if not graph.is_singular(noun) or graph.owners(noun):
        return False
    return selected.isdisjoint(graph.determining(noun))


def _needs(graph: PairGraph, noun: int, dropped: list[int]) -> bool:
    """Return whether a noun without article is no phrase without what is left out."""
    if not set(dropped).isdisjoint(graph.determining(noun)):
        return True
    if any(map(graph.is_apposition, dropped)):
        return True  # "subway, bus and train services" misread
    before = [c for c in dropped if c < noun]
    if before:  # "chief executive", "in later life"
        return graph.is_noun_complement(noun) or not graph.linked.keys().isdisjoint(before)
    return graph.is_apposition(noun) and bool(dropped)


def lacks_complement(graph: PairGraph, node: int, dropped: list[int], selected: set[int]) -> bool:
    """Return whether a word needs a dependent that is left out.

    This holds for verbs with a weak meaning, for subordinate clauses, and for verbs whose
    complement is in both sentences in different words.
    """
    if graph.is_prepositional_object(node) and _lacks_preposition(graph, node, dropped):
        return True
    if graph.reports(node) and dropped:
        return True
    if graph.is_weak_verb(node) or graph.is_subordinate(node):
        return any(graph.is_movable(c) or graph.is_agent(c) for c in dropped)
    if not graph.is_predicative(node) or graph.is_premodifier(node):
        return False
    others = graph.children[graph.aligned[node]] if node in graph.aligned else ()
    left = [c for c in others if selected.isdisjoint(graph.partners(graph.subtree(c)))]
    return _says_behind(graph, node, dropped) or _says_behind(
        graph, graph.aligned.get(node, -1), left
    )


def _says_behind(graph: PairGraph, verb: int, some: list[int]) -> bool:
    """Return whether some dependents of a verb say right behind it what both sides say."""
    return any(
        graph.says_known(c)
        for c in some
        if c > verb and graph.words[c] not in graph.lang.free_prepositions
        if not graph.is_conjunct(c) and not graph.follows_comma(c)
    )


def _lacks_preposition(graph: PairGraph, noun: int, dropped: list[int]) -> bool:
    """Return whether a noun is left without what both sides say of it: "in the death of …"."""
    others = graph.prepositions(graph.aligned[noun]) if noun in graph.aligned else []
    genitive = {graph.words[p] for p in others} & graph.lang.genitive_prepositions
    return any(
        graph.is_plain_preposition(p) and (graph.says_known(p) or graph.words[p] in genitive)
        for p in dropped
    )


def is_complete(graph: PairGraph, node: int, selected: set[int]) -> bool:
    """Return whether a verb keeps a complement, or other content words after it."""
    return any(
        graph.is_content(t)
        for c in graph.completions(node)
        for t in selected.intersection(graph.subtree(c))
    )
