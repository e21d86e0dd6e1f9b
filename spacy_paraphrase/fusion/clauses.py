"""Clauses: which ones a sentence states, who does what a verb says, the passive of a clause.

What is stated is what entailments are drawn from: main clauses, what is reported, relative clauses
and adverbial ones of what is so; nothing that is asked, thought, wanted or denied (see
`relations.veridicality`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..lexicon.inflection import inflect
from .draft import Draft, Word, words_of
from .graph import PairGraph, is_question, operators
from .realisation import is_plural
from .wording import is_reversed, with_text


def statements(graph: PairGraph, root: int) -> Iterator[int]:
    """Yield the heads of the clauses that a sentence states.

    Its root, conjuncts, what is said, adverbial clauses that say what is so.
    """
    stack = [] if is_question(graph, root) else [root]
    while stack:
        node = stack.pop(0)
        yield node
        if not joints(graph, [node]) - graph.lang.asserting_coordinators:
            stack += graph.dependents(node, "conj")
        if _is_report(graph, node):
            told = graph.dependents(node, "ccomp")
            stack += [c for c in told if c < node or _is_told(graph, c)]
        stack += [c for c in graph.dependents(node, "advcl") if _is_fact(graph, c)]
        known = [c for c in graph.children[node] if graph.is_nominal(c)]
        known = [c for c in known if not is_reversed(graph, node) and not is_reversed(graph, c)]
        stack += [
            c
            for noun in known
            for c in graph.children[noun]
            if is_said_of(graph, c) and is_about_known(graph, noun, c)
        ]


def is_said_of(graph: PairGraph, clause: int) -> bool:
    """Return whether a relative clause says something of the noun that it stands at."""
    subject = graph.subject(clause)
    opened = graph.subtree(subject) if subject is not None else []
    relative = any(graph.tags[t] in graph.lang.wh_tags for t in opened)
    return graph.deps[clause] == "relcl" and relative and _is_finite(graph, clause)


def is_about_known(graph: PairGraph, noun: int, clause: int) -> bool:
    """Return whether a relative clause states something: "a doctor who does it" is any who does."""
    before = graph.subtree(clause)[0] - 1
    determiners = {graph.words[c] for c in graph.dependents(noun, "det")}
    known = graph.lang.definite_articles & determiners or graph.dependents(noun, "poss")
    return bool(known or graph.entities[noun] or graph.texts[before] == ",")


def _is_report(graph: PairGraph, verb: int) -> bool:
    """Return whether a verb leaves no doubt of the clause that is its complement."""
    lang = graph.lang
    doubts = lang.opinion_words | lang.intention_verbs | lang.denying_words | lang.stance_verbs
    modal = any(graph.tags[c] in lang.modal_tags for c in graph.children[verb])
    return graph.lemmas[verb] not in doubts and not modal and not graph.dependents(verb, "neg")


def is_left_as_it_is(graph: PairGraph, clause: int) -> bool:
    """Return whether nothing above a finite clause makes it less than a fact, whatever hangs where.

    Parsers often miss what a clause depends on; words of doubt, negations, conditions and questions
    they do not miss.
    """
    head = graph.head(clause)
    if not _is_finite(graph, clause) or graph.deps[clause] not in graph.lang.clausal_labels:
        return False
    if not _is_told(graph, clause):
        return False
    group = [clause, *graph.dependents(clause, *graph.lang.auxiliary_labels)]
    if {graph.tags[t] for t in group} & graph.lang.tensed_tags <= {"VBP"}:
        return False  # it may be an infinitive: "helps people track orders"
    while head is not None:
        if is_question(graph, head) or operators(graph, head):
            return False
        if graph.is_verbal(head) and not _is_report(graph, head):
            return False
        head = graph.head(head)
    return True


def _is_told(graph: PairGraph, clause: int) -> bool:
    """Return whether a complement is finite and no question."""
    opened = graph.children[clause]
    asked = any(
        graph.tags[c] in graph.lang.wh_tags or graph.words[c] in graph.lang.condition_markers
        for c in opened
        if c < clause
    )
    return not asked and _is_finite(graph, clause)


def _is_fact(graph: PairGraph, clause: int) -> bool:
    """Return whether an adverbial clause says what is so: "after he died"."""
    opening = {graph.words[c] for c in graph.dependents(clause, "mark", "advmod")}
    return bool(opening & graph.lang.factual_clause_markers) and _is_finite(graph, clause)


def _is_finite(graph: PairGraph, verb: int) -> bool:
    group = [verb, *graph.dependents(verb, *graph.lang.auxiliary_labels)]
    return any(graph.tags[t] in graph.lang.tensed_tags for t in group)


def joints(graph: PairGraph, members: Iterable[int]) -> set[str]:
    """Return the conjunctions of the members of a coordination."""
    return {graph.words[c] for node in members for c in graph.dependents(node, "cc")}


# -- Subjects that verbs share ---------------------------------------------------------------------


def lender(graph: PairGraph, verb: int) -> int | None:
    """Return the verb whose subject a finite conjunct has in both sentences."""
    head = graph.head(verb)
    while head is not None and graph.subject(head) is None and graph.deps[head] == "conj":
        head = graph.head(head)
    opened = max(graph.dependents(head, "cc") if head is not None else [], default=verb)
    plain = not any(graph.is_nominal(t) for t in range(opened, verb))
    subject = graph.subject(head) if head is not None else None
    if subject is None or not _agrees(graph, subject, verb):
        return None
    joined = graph.deps[verb] == "conj" and plain and opened < verb and _is_finite(graph, verb)
    return head if joined and head is not None and is_same_doer(graph, head, verb) else None


def _agrees(graph: PairGraph, subject: int, verb: int) -> bool:
    """Return whether a verb in the present has the number of what is to be its subject."""
    plural = is_plural(graph, subject, graph.children[subject])
    present = graph.tags[verb] in graph.lang.present_tags
    return plural is None or not present or plural == (graph.tags[verb] == "VBP")


def is_same_doer(graph: PairGraph, verb: int, conjunct: int) -> bool:
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


# -- The passive of a verb that has another subject on either side --------------------------------


def may_be_passive(graph: PairGraph, verb: int, subject: int) -> bool:
    """Return whether a clause can do without its subject: "a ship was hijacked".

    Both sentences have the object, and do not say that two who have other names did it.
    """
    lang, aligned = graph.lang, graph.aligned.get(verb)
    if aligned is None or graph.deps[subject] not in lang.nominal_subject_labels:
        return False
    other = graph.subject(aligned)
    if other is None or graph.pos[subject] == graph.pos[other] == "PROPN":
        return False
    if is_reversed(graph, verb) or any(
        is_reversed(graph, t) or operators(graph, t) for t in (subject, other)
    ):
        return False  # "nobody bought it"
    without = lang.reporting_verbs | lang.intention_verbs | lang.incomplete_verbs
    without |= lang.empty_verbs | lang.light_verbs | lang.listing_verbs | lang.mutual_verbs
    if graph.lemmas[verb] in without or not _is_finite(graph, verb):
        return False
    found, others = patients(graph, verb), graph.dependents(verb, "conj")
    if graph.dependents(verb, "dative", *lang.complement_labels) or len(found) != 1:
        return False
    own = not others or (
        min(others) > found[0] and joints(graph, [verb]) <= lang.additive_conjunctions
    )
    return own and bool(_participle(graph, verb))


def patients(graph: PairGraph, verb: int) -> list[int]:
    """Return the objects of a verb that are nouns, which the passive has as subject."""
    objects = graph.dependents(verb, *graph.lang.direct_object_labels)
    return [c for c in objects if graph.is_nominal(c)]


def _participle(graph: PairGraph, verb: int) -> str:
    lang = graph.lang
    tag = min(lang.past_participle_tags, default="")
    return inflect(graph.lemmas[verb], tag, lang) if tag in lang.inflected_tags else ""


def passive(graph: PairGraph, draft: Draft, verb: int) -> Draft | None:
    """Return a clause without its subject with its object in the place of that.

    None if the verb has a form that is not known to have a passive one, as "is eating".
    """
    lang, (patient,) = graph.lang, patients(graph, verb)
    be, subject = lang.written.get("passive", ""), graph.subject(verb)
    group = [c for c in draft.children(verb) if graph.deps[c] in lang.auxiliary_labels]
    plural = is_plural(graph, patient, draft.children(patient))
    if not be or subject is None or len(group) > 1 or plural is None:
        return None
    tag = graph.tags[verb]
    if not group:
        tag = tag if tag == "VBD" else "VBP" if plural else "VBZ"
        added = [Word(inflect(be, tag, lang, plural=plural))]
    elif graph.tags[group[0]] in lang.modal_tags:
        added = [*words_of(graph, group), Word(be)]
    elif graph.lemmas[group[0]] in lang.perfect_auxiliaries:
        has = words_of(graph, group)[0]
        if graph.tags[group[0]] in lang.present_tags:
            form = inflect(graph.lemmas[group[0]], "VBP" if plural else "VBZ", lang)
            has = has._replace(text=form)
        added = [has, Word(inflect(be, min(lang.past_participle_tags), lang))]
    else:
        return None
    first, last = draft.extent(patient)
    moved = draft.words[first : last + 1]
    if any(word.text == "," for word in moved):
        return None
    rest = [w for w in (*draft.words[:first], *draft.words[last + 1 :]) if w.token not in group]
    place = next((k for k, w in enumerate(rest) if w.token is not None and w.token > subject), 0)
    words = (*rest[:place], *moved, *added, *rest[place:])
    return with_text(graph, Draft(words, draft.heads), verb, _participle(graph, verb))
