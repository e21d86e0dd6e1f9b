"""Coordination: what one sentence cannot take up as a dependent of its own is joined by "and".

Marsi and Krahmer 2005, section 5, and Krahmer, Marsi and van Pelt 2008, section 2, coordinate what
two sentences say of one thing. Three cases: a conjunct joins the coordination of its counterpart;
verbs with the same arguments share them; else the clauses stand side by side, and the second one
goes without what the first says already, as far as it can do without.
"""

from __future__ import annotations

from ..analysis.sentence import Sentence
from .circumstances import is_time
from .draft import (
    COMMA,
    Draft,
    Word,
    coordinator,
    definite_article,
    heads_of,
    unclosed,
    words_of,
)
from .graph import (
    NEGATED,
    PairGraph,
    are_two_things,
    is_alike,
    is_governed,
    is_operator,
    is_question,
    operators,
)
from .units import is_balanced, trim
from .wording import reworded

# A coordination of more words than this is no sentence that anybody wants.
MOST_WORDS = 90
# Share of the content words of the second clause that may be said already.
MOST_OLD = 0.65
_THINGS = ("NOUN", "PROPN", "NUM")
_QUOTES = frozenset({'"', "''", "”"})
_ENDS = frozenset({".", "!", "?", ";", ":", "...", "…"})


def coordinate_clauses(
    graph: PairGraph, draft: Draft, base: Sentence, whole: bool
) -> tuple[Draft, str] | None:
    """Join to a draft what it does not say yet of the other sentence, as a coordinate clause.

    Args:
        graph: The pair.
        draft: The frame with what was attached to it.
        base: The side that is the frame.
        whole: Whether the second clause keeps its subject if that is the same.

    Returns:
        The draft and a key of `results.UNION_PATHS`; None if the clauses cannot stand side by side.
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
    subject = graph.subject(second)
    own = set(graph.subtree(second if subject is None else subject))
    alone = not whole and tokens[0] in own and _has_subject(graph, draft, verb, second)
    if alone:
        tokens = [t for t in tokens if t not in own]
    taken = draft.positions.keys() | reworded(graph, draft)
    if not taken.isdisjoint(tokens):
        return None
    modifiers = repeated_modifiers(graph, second)
    tokens = trim(graph, [t for t in tokens if t not in modifiers])
    if len(tokens) > 2 and graph.texts[tokens[-1]] in _QUOTES and graph.texts[tokens[-2]] == ",":
        tokens.pop(-2)
    if second not in tokens or len(draft.words) + len(tokens) > MOST_WORDS:
        return None
    if not is_balanced(graph, tokens) or is_quoted(graph, tokens):
        return None
    words = with_definite_articles(graph, tokens, modifiers)
    joined = _append_clause(graph, draft, verb, second, words, alone)
    return None if joined is None else (joined, "predicates" if alone else "clauses")


def _are_two_statements(graph: PairGraph, base: Sentence, verb: int, second: int) -> bool:
    """Return whether both sentences state something, each something else."""
    if second in graph.aligned and is_alike(graph, second):
        return False
    if not all(_is_statement(graph, root) for root in (verb, second)):
        return False
    if graph.texts[base.end - 1] == ":" or any(is_headline(graph, side) for side in graph.sides):
        return False
    lemma = graph.lemmas[verb]
    same_verb = lemma == graph.lemmas[second] and lemma not in graph.lang.copulas
    if same_verb and _same_subject(graph, verb, second):
        return False  # it would say one thing twice
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
    graph: PairGraph, draft: Draft, verb: int, second: int, words: list[Word], alone: bool
) -> Draft | None:
    """Put a clause, or its predicate alone, behind the clause of a verb."""
    draft, position = _coordination_site(draft, verb)
    if position is None:
        return None
    aside = follows_aside(graph, draft, position, second)
    close = alone and not aside and not has_verb_between(graph, draft, verb, position)
    quoted = draft.words[position - 1].text in _QUOTES and draft.words[position - 2].text == ","
    conjunction = coordinator(graph)
    link = (conjunction,) if close or quoted else (COMMA, conjunction)
    tokens = [word.token for word in words if word.token is not None]
    heads = heads_of(graph, tokens) | {second: verb}
    joined = draft.insert(position, (*link, *words), heads, second)
    last = joined.words[-1]
    if graph.texts[tokens[-1]] in _QUOTES and graph.texts[tokens[-2]] == "." == last.text:
        joined = joined.without(t for t in [last.token] if t is not None)
    return joined


def _coordination_site(draft: Draft, verb: int) -> tuple[Draft, int | None]:
    """Return a draft and the position where a second clause goes; a quote at the end gets a comma.

    Example: from 'He said, "It rains."' comes 'He said, "It rains," and …'
    """
    texts = [word.text for word in draft.words]
    if len(texts) > 3 and texts[-1] in _QUOTES and texts[-2] == ".":
        *words, period, quote = draft.words
        return Draft((*words, COMMA, quote, period), draft.heads, draft.attached), len(texts)
    return draft, clause_end(draft, verb)


def is_anaphoric(graph: PairGraph, side: Sentence) -> bool:
    """Return whether a sentence begins with what only stands after another: "He", "But", "This"."""
    if graph.words[side.start] in graph.lang.pointing_openers:
        return True
    subjects = [s for root in graph.roots(side) if (s := graph.subject(root)) is not None]
    pointing = graph.lang.personal_pronouns | graph.lang.demonstratives
    return any(
        graph.words[t] in pointing for s in subjects for t in (s, *graph.dependents(s, "det"))
    )


def _shares_topic(graph: PairGraph, root: int, subject: int) -> bool:
    """Return whether a clause speaks of what the other sentence speaks of.

    A pronoun or an indefinite subject does not say of whom: "someone" is anybody.
    """
    lang, other = graph.lang, graph.other(graph.side(subject))
    if graph.words[subject] in lang.human_pronouns and any(
        entity in lang.person_entities for entity in other.entities
    ):
        return True
    determiners = {graph.words[c] for c in graph.dependents(subject, "det")}
    vague = graph.pos[subject] == "PRON" or bool(determiners & lang.indefinite_determiners)
    gone = set(graph.subtree(subject)) if vague else set()
    return any(
        graph.is_content(t) and t not in gone and graph.is_said(t) and graph.pos[t] in _THINGS
        for t in graph.subtree(root)
    )


def _is_statement(graph: PairGraph, root: int) -> bool:
    """Return whether a root is a finite verb with a subject, and asks nothing."""
    group = [root, *graph.dependents(root, *graph.lang.auxiliary_labels)]
    finite = group == [root] or any(graph.tags[t] in graph.lang.tensed_tags for t in group)
    return not is_question(graph, root) and finite and graph.subject(root) is not None


def _same_subject(graph: PairGraph, verb: int, second: int) -> bool:
    """Return whether two verbs have one subject, or the one subject has a word of the other."""
    subjects = [set(graph.subtree(graph.subject(v) or v)) for v in (verb, second)]
    words = [{graph.lemmas[t] for t in s if graph.is_content(t)} for s in subjects]
    linked = any(graph.linked.get(t) in subjects[1] for t in subjects[0] if graph.is_content(t))
    return linked or not words[0].isdisjoint(words[1])


def _has_subject(graph: PairGraph, draft: Draft, verb: int, second: int) -> bool:
    """Return whether a verb of a draft has the subject of another one, and all that it says."""
    subject, other = graph.subject(verb), graph.subject(second)
    if subject is None or other is None or graph.aligned.get(other) != subject:
        return False
    alike = graph.lemmas[subject] == graph.lemmas[other] or graph.relation[other] == "equals"
    below = graph.subtree(other)
    counted = any(graph.deps[t] == "nummod" and t not in graph.linked for t in below)
    lost = any(t not in draft for t in graph.new_and_said(other)[0])
    several = len(graph.dependents(second, *graph.lang.subject_labels)) > 1
    return alike and not (counted or lost or several)


# -- What the second clause can do without -------------------------------------------------------


def _without_repetition(graph: PairGraph, draft: Draft, root: int) -> list[int]:
    """Return a clause without what a draft says already, as far as it can do without."""
    gone = repeated_first_names(graph, root)
    for node in graph.subtree(root):
        if node == root or node in gone:
            continue
        below = graph.subtree(node)
        new = any(graph.is_content(t) and t not in draft and not graph.is_said(t) for t in below)
        repeats = node in draft or _is_repeated(graph, node)
        if not new and repeats and _is_optional(graph, node):
            gone.update(with_commas(graph, below))
    rest = [t for t in graph.subtree(root) if t not in gone]
    while rest and (graph.deps[rest[0]] == "cc" or graph.is_punct(rest[0])):
        rest.pop(0)
    return [t for t in rest if graph.words[t] not in graph.lang.connectives]


def _is_repeated(graph: PairGraph, node: int) -> bool:
    """Return whether the other sentence has a phrase in the same place, or as a circumstance."""
    head, aligned = graph.head(node), graph.aligned.get(node)
    if head is None:
        return False
    if aligned is not None and head in graph.aligned:
        return graph.head(aligned) == graph.aligned[head]
    other = graph.linked.get((graph.dependents(node, "pobj") or [node])[0])
    while other is not None and graph.deps[other] in ("pobj", "prep", "npadvmod"):
        other = graph.head(other)
    return graph.is_verbal(head) and other is not None and graph.is_verbal(other)


def _is_optional(graph: PairGraph, node: int) -> bool:
    """Return whether what a node hangs on can do without it."""
    head, label, lang = graph.head(node), graph.deps[node], graph.lang
    if head is None or label not in lang.optional_labels or is_operator(graph, node):
        return False
    below = graph.subtree(node)
    if not any(graph.is_content(t) for t in below):
        return False
    if any(len(graph.lexical_unit(t)) > 1 for t in below):
        return False  # it may be a part of a word
    if label in lang.clause_labels and not _is_set_off(graph, node):
        return False  # it says which one
    if label != "prep":
        return graph.pos[head] != "ADV"
    needed = is_governed(graph, head, node) or graph.lemmas[head] in lang.copulas
    day = graph.words[node] in lang.day_prepositions and is_time(graph, node)
    day = day and graph.deps[head] not in lang.clause_labels  # all that a short clause may say
    return (day or graph.words[node] in lang.repeatable_prepositions) and not needed


def _is_set_off(graph: PairGraph, node: int) -> bool:
    first = graph.subtree(node)[0]
    return first > graph.side(node).start and graph.is_punct(first - 1)


def with_commas(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Return tokens with the commas around them, if there are two."""
    around = (tokens[0] - 1, tokens[-1] + 1)
    side = graph.side(tokens[0])
    inside = side.start <= around[0] and around[1] < side.end
    both = inside and all(graph.texts[t] == "," for t in around)
    return [*tokens, *around] if both else tokens


# -- Second mentions of a person or thing --------------------------------------------------------


def repeated_first_names(graph: PairGraph, clause: int) -> set[int]:
    """Return the first names and titles of a clause that the other sentence has already.

    Example: behind a sentence about "Mark Felt", "Mark" in "and Mark Felt said so".

    Args:
        graph: The pair.
        clause: Head of a clause that is to stand behind the other sentence.
    """
    gone: set[int] = set()
    tokens = graph.subtree(clause)
    for surname in tokens:
        aligned = graph.aligned.get(surname)
        if aligned is None or not _are_surnames(graph, surname, aligned):
            continue
        if sum(graph.lemmas[t] == graph.lemmas[surname] for t in tokens) > 1:
            continue
        known = {graph.lemmas[c] for c in graph.dependents(aligned, "compound")}
        names = graph.dependents(surname, "compound")
        if any(len(graph.lexical_unit(name)) > 1 for name in names):
            continue
        for name in names:
            if graph.pos[name] == "PROPN" and graph.lemmas[name] in known:
                gone.update(graph.subtree(name))
    return gone


def _are_surnames(graph: PairGraph, one: int, other: int) -> bool:
    """Return whether aligned words are names of a person that look like surnames.

    "Jr." and what stands in quotes do not.
    """
    entities = {graph.entities[one], graph.entities[other]}
    return not entities.isdisjoint(graph.lang.person_entities) and all(
        graph.pos[t] == "PROPN"
        and graph[t].is_title
        and graph[t].is_alpha
        and not _is_in_quotes(graph, t)
        for t in (one, other)
    )


def repeated_modifiers(graph: PairGraph, clause: int) -> set[int]:
    """Return what tells which thing is meant, where the other sentence says it of that thing.

    Example: behind "Police found empty bottles of oil", "empty" and "of oil" in "and the boy had
    stolen the empty bottles of oil".

    Args:
        graph: The pair.
        clause: Head of a clause that is to stand behind the other sentence.
    """
    gone: set[int] = set()
    for noun in graph.subtree(clause):
        if noun in gone or noun == clause or not _is_second_mention(graph, noun):
            continue
        first_mention = set(graph.subtree(graph.aligned[noun]))
        before = graph.dependents(noun, *graph.lang.premodifier_labels)
        nodes = graph.dependents(noun, *graph.lang.postmodifier_labels)
        if all(_is_said_within(graph, node, first_mention) for node in before):
            nodes += before
        for node in nodes:
            if _is_said_within(graph, node, first_mention):
                gone.update(with_commas(graph, graph.subtree(node)))
    return gone


def with_definite_articles(graph: PairGraph, tokens: list[int], gone: set[int]) -> list[Word]:
    """Return tokens as words, with "the" where a noun has lost what tells which one is meant.

    Args:
        graph: The pair.
        tokens: What is left of a clause.
        gone: What `repeated_modifiers` gave.
    """
    left = set(tokens)
    stays: dict[int, bool] = {}  # what "the" stands before, or else takes the place of
    for noun in {head for t in gone if (head := graph.head(t)) in left and head is not None}:
        articles = graph.dependents(noun, "det")
        if articles and graph.words[articles[0]] in graph.lang.indefinite_articles:
            stays[articles[0]] = False
        elif not articles and not graph.dependents(noun, "poss"):
            stays[min(left.intersection(graph.subtree(noun)))] = True
    words: list[Word] = []
    for word in words_of(graph, tokens):
        if word.token in stays:
            words += definite_article(graph)
        if stays.get(word.token or 0, True):
            words.append(word)
    return words


def _is_second_mention(graph: PairGraph, noun: int) -> bool:
    """Return whether a common noun stands for what its counterpart does, and can get a "the"."""
    aligned, lang = graph.aligned.get(noun), graph.lang
    lemma = graph.lemmas[noun]
    if aligned is None or graph.lemmas[aligned] != lemma or lemma in lang.part_nouns:
        return False
    if graph.pos[noun] != "NOUN" or graph.entities[noun] in lang.measure_entities:
        return False
    if graph.tags[noun] != graph.tags[aligned] or graph.deps[noun] not in lang.mention_labels:
        return False
    above = graph.head(noun)
    if above is not None and graph.words[above] in lang.role_prepositions:
        return False
    below = graph.subtree(noun)
    if graph.dependents(noun, "predet") or any(_is_in_quotes(graph, t) for t in below):
        return False
    return not are_two_things(graph, noun) and _can_be_definite(graph, noun)


def _can_be_definite(graph: PairGraph, noun: int) -> bool:
    """Return whether a noun has a determiner that "the" can stand for, or does without one."""
    lang, above = graph.lang, graph.head(noun)
    if graph.dependents(noun, "poss"):
        return True
    determiners = [graph.words[c] for c in graph.dependents(noun, "det")]
    if not determiners:  # "in tense negotiations"
        counted = graph.dependents(noun, "nummod")
        return graph.tags[noun] == "NNS" and bool(counted or graph.deps[noun] != "pobj")
    if not (lang.articles | lang.demonstratives).issuperset(determiners):
        return False  # "no immediate plans" is not "no plans"
    first = graph.subtree(noun)[0] in graph.children[noun]
    denied = above is not None and NEGATED in operators(graph, above)
    return first and not (denied and determiners[0] in lang.indefinite_articles)


def _is_said_within(graph: PairGraph, node: int, phrase: set[int]) -> bool:
    """Return whether a phrase of the other sentence has all that a dependent says."""
    below = graph.subtree(node)
    content = [t for t in below if graph.is_content(t)]
    lemmas = {graph.lemmas[t] for t in phrase}
    said = all(graph.linked.get(t) in phrase or graph.lemmas[t] in lemmas for t in content)
    if graph.pos[node] == "VERB" and graph.linked.get(node) not in phrase:
        return False
    plain = all(len(graph.lexical_unit(t)) == 1 and not is_operator(graph, t) for t in below)
    return bool(content) and said and plain


def _is_in_quotes(graph: PairGraph, node: int) -> bool:
    """Return whether a token is a quotation mark, or stands between two."""
    before = range(graph.side(node).start, node)
    return graph[node].is_quote or bool(unclosed(graph.texts[t] for t in before))


# -- The end of the first clause ------------------------------------------------------------------


def clause_end(draft: Draft, verb: int) -> int | None:
    """Return the position behind a clause, before its final marks; None inside quotes."""
    last = draft.extent(verb)[1]
    while last and draft.words[last].text in _ENDS | {","}:
        last -= 1
    quoted = draft.words[last].text in _QUOTES and draft.words[last - 1].text in _ENDS | {","}
    return None if quoted or is_enclosed(draft, last + 1) else last + 1


def is_enclosed(draft: Draft, position: int) -> bool:
    """Return whether a position is inside quotes or brackets, where nothing of others belongs."""
    return bool(unclosed(word.text for word in draft.words[:position]))


def follows_aside(graph: PairGraph, draft: Draft, position: int, head: int) -> bool:
    """Return whether a phrase that a comma opened ends at a position and is still to be closed.

    Args:
        graph: The pair.
        draft: The draft.
        position: A position.
        head: What is to be put there depends on it; a phrase that it is in does not end.
    """
    within = {head}
    while (above := draft.heads.get(head)) is not None and above not in within:
        within.add(above)
        head = above
    node = draft.words[position - 1].token if position else None
    while node is not None and node not in within:
        first, last = draft.extent(node)
        opened = first > 0 and draft.words[first - 1].text == "," and last == position - 1
        if opened and graph.deps[node] in graph.lang.aside_labels:
            return True
        node = draft.heads.get(node)
    return False


def has_verb_between(
    graph: PairGraph, draft: Draft, verb: int, position: int, finite: bool = False
) -> bool:
    """Return whether another verb stands between a verb and a position, and would take what comes.

    Args:
        graph: The pair.
        draft: The draft.
        verb: A verb of the draft.
        position: A position behind it.
        finite: Whether only finite verbs count.
    """
    between = [word.token for word in draft.words[draft.positions[verb] + 1 : position]]
    found = [t for t in between if t is not None and graph.is_verbal(t)]
    return any(not finite or graph.tags[t] in graph.lang.tensed_tags for t in found)


def is_quoted(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether a quotation mark stands beside a phrase."""
    side = graph.side(tokens[0])
    beside = [t for t in (tokens[0] - 1, tokens[-1] + 1) if side.start <= t < side.end]
    return any(graph[t].is_quote for t in beside)


def is_headline(graph: PairGraph, side: Sentence) -> bool:
    """Return whether only this side has no end, and no article or no verb: it is often misread."""
    ended = [graph.is_punct(s.end - 1) for s in (side, graph.other(side))]
    articles = not graph.lang.articles.isdisjoint(side.words)
    verbal = any(graph.is_verbal(root) for root in graph.roots(side))
    return ended == [False, True] and not (articles and verbal)
