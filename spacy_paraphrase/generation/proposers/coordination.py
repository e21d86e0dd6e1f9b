"""Coordination: content that cannot be added to a sentence as a dependent is joined by "and".

Marsi and Krahmer 2005, section 5, and Krahmer, Marsi and van Pelt 2008, section 2, coordinate what
two sentences say about the same thing. There are three cases: a conjunct joins the coordination of
its counterpart; verbs with the same arguments share them; else the clauses are coordinated, and the
second one omits what the first has said, as far as grammar permits.
"""

from __future__ import annotations

from ...analysis.sentence import Sentence
from ..draft import COMMA, Draft, Wording, coordinator, words_of
from ..graph import PairGraph, is_alike
from .added_units import trim
from .wording import reworded

# A coordination of more words than this is no sentence that anybody wants.
MOST_WORDS = 90
# Share of the content words of the second clause that may be said already.
MOST_OLD = 0.65
_QUOTES = frozenset({'"', "''", "”"})
_ENDS = frozenset({".", "!", "?", ";", ":", "...", "…"})


def coordinate_clauses(graph: PairGraph, draft: Draft, base: Sentence) -> tuple[Draft, str] | None:
    """Add the content of the other sentence that a draft lacks, as a coordinate clause.

    Returns:
        The draft and a key of `results.UNION_PATHS`; None if the clauses cannot be coordinated.
    """
    roots, others = graph.roots(base), graph.roots(graph.other(base))
    if len(roots) != 1 or len(others) != 1:
        return None
    verb, second = roots[0], others[0]
    if not _are_two_statements(graph, base, verb, second):
        return None
    tokens = _without_repetition(graph, draft, second)
    if not _is_worth_joining(graph, tokens, second):
        return None
    rest = _without_subject(graph, tokens, second)
    alone = tokens[0] not in rest and _has_subject(graph, draft, verb, second)
    if alone:
        tokens = rest
    if not (draft.positions.keys() | reworded(graph, draft)).isdisjoint(tokens):
        return None
    tokens = _without_last_comma(graph, trim(graph, tokens))
    if len(draft.words) + len(tokens) > MOST_WORDS:
        return None
    joined = _append_clause(graph, draft, verb, second, words_of(graph, tokens), alone)
    return None if joined is None else (joined, "predicates" if alone else "clauses")


def _without_subject(graph: PairGraph, tokens: list[int], verb: int) -> list[int]:
    subject = graph.subject(verb)
    own = set(graph.subtree(verb if subject is None else subject))
    return [t for t in tokens if t not in own]


def _without_last_comma(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Return tokens without a comma before the quotation mark at their end."""
    if len(tokens) > 2 and graph.texts[tokens[-1]] in _QUOTES and graph.texts[tokens[-2]] == ",":
        return [*tokens[:-2], tokens[-1]]
    return tokens


def _are_two_statements(graph: PairGraph, base: Sentence, verb: int, second: int) -> bool:
    """Return whether both sentences state something, each something else."""
    if second in graph.aligned and is_alike(graph, second):
        return False
    if not all(_is_statement(graph, root) for root in (verb, second)):
        return False
    if graph.texts[base.end - 1] == ":" or any(is_headline(graph, side) for side in graph.sides):
        return False
    subject = graph.subject(second)
    if subject is None or graph.words[subject] in graph.lang.demonstratives:
        return False  # it would point to the first clause
    return _shares_topic(graph, second, subject)


def _is_worth_joining(graph: PairGraph, tokens: list[int], root: int) -> bool:
    """Return whether what is left of a clause says enough that is new."""
    subject = graph.subject(root)
    if any(graph.texts[t] == ":" for t in tokens if subject is not None and t < subject):
        return False
    content = [t for t in tokens if graph.is_content(t)]
    old = sum(graph.is_said(t) for t in content)
    is_new = any(t != root and not graph.is_said(t) for t in content)
    return is_new and old <= MOST_OLD * len(content)


def _append_clause(
    graph: PairGraph, draft: Draft, verb: int, second: int, words: Wording, alone: bool
) -> Draft | None:
    """Put a clause, or its predicate alone, behind the clause of a verb."""
    draft, position = _coordination_site(draft, verb)
    if position is None:
        return None
    aside = follows_aside(graph, draft, position, second)
    close = alone and not aside
    quoted = draft.words[position - 1].text in _QUOTES and draft.words[position - 2].text == ","
    conjunction = coordinator(graph)
    link = (conjunction,) if close or quoted else (COMMA, conjunction)
    tokens = [word.token for word in words if word.token is not None]
    joined = draft.insert(position, (*link, *words), graph.links(tokens) | {second: verb}, second)
    last = joined.words[-1]
    if graph.texts[tokens[-1]] in _QUOTES and graph.texts[tokens[-2]] == "." == last.text:
        joined = joined.without(t for t in [last.token] if t is not None)
    return joined


def _coordination_site(draft: Draft, verb: int) -> tuple[Draft, int | None]:
    """Return a draft and where a second clause goes in; a quote at the end gets a comma."""
    # Example: from 'He said, "It rains."' comes 'He said, "It rains," and …'
    texts = [word.text for word in draft.words]
    if len(texts) > 3 and texts[-1] in _QUOTES and texts[-2] == ".":
        *words, period, quote = draft.words
        return Draft((*words, COMMA, quote, period), draft.links, draft.attached), len(texts)
    return draft, clause_end(draft, verb)


def is_anaphoric(graph: PairGraph, side: Sentence) -> bool:
    """Return whether a sentence begins with a word that refers back: "He", "But", "This"."""
    if graph.words[side.start] in graph.lang.pointing_openers:
        return True
    subjects = [s for root in graph.roots(side) if (s := graph.subject(root)) is not None]
    pointing = graph.lang.personal_pronouns | graph.lang.demonstratives
    return any(
        graph.words[s] in pointing or not graph.determiners(s).isdisjoint(pointing)
        for s in subjects
    )


def _shares_topic(graph: PairGraph, root: int, subject: int) -> bool:
    """Return whether a clause speaks of what the other sentence speaks of."""
    # A pronoun or an indefinite subject does not say of whom: "someone" is anybody.
    lang, other = graph.lang, graph.other(graph.side(subject))
    if graph.words[subject] in lang.human_pronouns and any(
        entity in lang.person_entities for entity in other.entities
    ):
        return True
    vague = graph.is_pronoun(subject) or graph.determiners(subject) & lang.indefinite_determiners
    gone = set(graph.subtree(subject)) if vague else set()
    return any(
        graph.is_nominal(t) or graph.is_number(t)
        for t in graph.new_and_said(root)[1]
        if t not in gone
    )


def _is_statement(graph: PairGraph, root: int) -> bool:
    """Return whether a root is a finite verb with a subject, and asks nothing."""
    finite = graph.is_finite(root) or not graph.auxiliaries(root)
    return not graph.is_asked(root) and finite and graph.subject(root) is not None


def _has_subject(graph: PairGraph, draft: Draft, verb: int, second: int) -> bool:
    """Return whether a verb of a draft has the subject of another one, and all that it says."""
    subject, other = graph.subject(verb), graph.subject(second)
    if subject is None or other is None or graph.aligned.get(other) != subject:
        return False
    if graph.lemmas[subject] != graph.lemmas[other] and graph.relation[other] != "equals":
        return False
    counted = any(graph.is_numeral(t) and t not in graph.linked for t in graph.subtree(other))
    lost = any(t not in draft for t in graph.new_and_said(other)[0])
    return not (counted or lost or len(graph.subjects(second)) > 1)


# -- What the second clause can do without -------------------------------------------------------


def _without_repetition(graph: PairGraph, draft: Draft, root: int) -> list[int]:
    """Return a clause without what a draft says already, as far as it can do without."""
    gone = repeated_first_names(graph, root)
    for node in graph.subtree(root):
        if node != root and node not in gone and _may_go(graph, draft, node):
            gone.update(with_commas(graph, graph.subtree(node)))
    rest = [t for t in graph.subtree(root) if t not in gone]
    while rest and (graph.is_conjunction(rest[0]) or graph.is_punct(rest[0])):
        rest.pop(0)
    return [t for t in rest if graph.words[t] not in graph.lang.connectives]


def _may_go(graph: PairGraph, draft: Draft, node: int) -> bool:
    """Return whether a phrase repeats what a draft or the other sentence says, and is optional."""
    if any(t not in draft for t in graph.new_and_said(node)[0]):
        return False
    return (node in draft or _is_repeated(graph, node)) and _is_optional(graph, node)


def _is_repeated(graph: PairGraph, node: int) -> bool:
    """Return whether the other sentence has a phrase in the same place, or as a circumstance."""
    head, aligned = graph.head(node), graph.aligned.get(node)
    if head is None:
        return False
    if aligned is not None and head in graph.aligned:
        return graph.head(aligned) == graph.aligned[head]
    other = graph.linked.get(next(iter(graph.objects_of_preposition(node)), node))
    verb = graph.beyond_circumstance(other) if other is not None else None
    return graph.is_verbal(head) and verb is not None and graph.is_verbal(verb)


def _is_optional(graph: PairGraph, node: int) -> bool:
    head = graph.head(node)
    if head is None or not graph.is_optional(node) or graph.is_operator(node):
        return False
    below = graph.subtree(node)
    if not any(graph.is_content(t) for t in below):
        return False
    if any(graph.has_parts(t) for t in below):
        return False  # it may be a part of a word
    if graph.is_subordinate(node):
        return False
    if graph.is_plain_preposition(node):
        return _is_optional_circumstance(graph, head, node)
    return not graph.is_adverb(head)


def _is_optional_circumstance(graph: PairGraph, head: int, preposition: int) -> bool:
    """Return whether a word can do without a phrase with a preposition that is said already."""
    lang, word = graph.lang, graph.words[preposition]
    if graph.is_governed(head, preposition) or graph.is_copula(head):
        return False
    if word in lang.repeatable_prepositions:
        return True
    # It may be all that a short clause says.
    day = word in lang.day_prepositions and graph.is_time(preposition)
    return day and not graph.is_subordinate(head)


def with_commas(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Return tokens with the commas around them, if there are commas on both sides."""
    around = (tokens[0] - 1, tokens[-1] + 1)
    side = graph.side(tokens[0])
    inside = side.start <= around[0] and around[1] < side.end
    both = inside and all(graph.texts[t] == "," for t in around)
    return [*tokens, *around] if both else tokens


# -- Second mentions of a person or thing --------------------------------------------------------


def repeated_first_names(graph: PairGraph, clause: int) -> set[int]:
    """Return the first names and titles in a clause that the other sentence already has.

    Example: after a sentence about "Mark Felt", "Mark" in "and Mark Felt said so".

    Args:
        graph: The pair.
        clause: Head of a clause that is to follow the other sentence.
    """
    gone: set[int] = set()
    tokens = graph.subtree(clause)
    lemmas = [graph.lemmas[t] for t in tokens]
    for surname in tokens:
        aligned = graph.aligned.get(surname)
        if aligned is None or not _are_surnames(graph, surname, aligned):
            continue
        names = graph.compounds(surname)
        if lemmas.count(graph.lemmas[surname]) > 1 or any(map(graph.has_parts, names)):
            continue
        known = {graph.lemmas[c] for c in graph.compounds(aligned)}
        for name in names:
            if graph.is_name(name) and graph.lemmas[name] in known:
                gone.update(graph.subtree(name))
    return gone


def _are_surnames(graph: PairGraph, one: int, other: int) -> bool:
    """Return whether aligned words are names of a person that look like surnames."""
    # "Jr." does not.
    return (graph.is_person(one) or graph.is_person(other)) and all(
        graph.is_name(t) and graph[t].is_title and graph[t].is_alpha for t in (one, other)
    )


# -- The end of the first clause ------------------------------------------------------------------


def clause_end(draft: Draft, verb: int) -> int | None:
    """Return the position after a clause, before its final punctuation; None inside quotes."""
    last = draft.extent(verb)[1]
    while last and draft.words[last].text in _ENDS | {","}:
        last -= 1
    quoted = draft.words[last].text in _QUOTES and draft.words[last - 1].text in _ENDS | {","}
    return None if quoted else last + 1


def follows_aside(graph: PairGraph, draft: Draft, position: int, head: int) -> bool:
    """Return whether a phrase set off by a comma ends at a position without a closing comma.

    Args:
        graph: The pair.
        draft: The draft.
        position: A position.
        head: The head of the words to insert; a phrase that contains it does not count.
    """
    within = {head}
    while (above := draft.links.get(head)) is not None and above not in within:
        within.add(above)
        head = above
    node = draft.words[position - 1].token if position else None
    while node is not None and node not in within:
        first, last = draft.extent(node)
        opened = first > 0 and draft.words[first - 1].text == "," and last == position - 1
        if opened and graph.may_be_aside(node):
            return True
        node = draft.links.get(node)
    return False


def is_headline(graph: PairGraph, side: Sentence) -> bool:
    """Return whether only this side looks like a headline, which parsers often misread."""
    ended = [graph.is_punct(s.end - 1) for s in (side, graph.other(side))]
    articles = not graph.lang.articles.isdisjoint(side.words)
    verbal = any(graph.is_verbal(root) for root in graph.roots(side))
    return ended == [False, True] and not (articles and verbal)
