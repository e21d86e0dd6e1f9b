"""Coordination: what one sentence cannot take up as a dependent of its own is joined by "and".

Marsi and Krahmer 2005, section 5, and Krahmer, Marsi and van Pelt 2008, section 2, coordinate what
two sentences say of one thing. Three cases: a conjunct joins the coordination of its counterpart;
verbs with the same arguments share them; else the clauses stand side by side, and the second one
goes without what the first says already, as far as it can do without.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..sentence import Sentence
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
from .graph import NEGATED, PairGraph, are_two_things, is_alike, is_governed, is_operator, operators
from .insertion import (
    Subtree,
    clause_end,
    follows_aside,
    has_verb_between,
    is_balanced,
    is_enclosed,
    is_headline,
    is_quoted,
    is_time,
    trim,
)
from .wording import reworded

# -- A conjunct of a phrase or a clause ----------------------------------------------------------


def attach_conjunct(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft | None:
    """Join a conjunct of the other sentence to the coordination of its counterpart.

    A coordination gets it before its conjunction ("A, C and B"), a single phrase with the
    conjunction of its own sentence ("A and C").
    """
    head, root = subtree.head, subtree.root
    if not _can_be_joined(graph, head, root):
        return None
    joined = [c for c in draft.children(head) if graph.deps[c] in graph.lang.coordination_labels]
    conjunctions = [c for c in joined if graph.deps[c] == "cc"]
    if conjunctions:
        return _join_coordination(graph, draft, subtree, conjunctions[0])
    own = _conjunction(graph, root)
    if joined or own is None or is_enclosed(draft, draft.extent(head)[1] + 1):
        return None
    if graph.is_verbal(head):
        return _join_clause(graph, draft, subtree, own)
    if any(graph.deps[c] in graph.lang.noun_clause_labels for c in draft.children(head)):
        return None  # what is said of the first would seem to end with the second
    return _insert_conjunct(graph, draft, subtree, draft.extent(head)[1] + 1, (own,))


def _can_be_joined(graph: PairGraph, head: int, root: int) -> bool:
    """Return whether two words are of one class, and hang on the same thing in both sentences."""
    same_class = graph.pos[head] == graph.pos[root]
    if not same_class and not (graph.is_nominal(head) and graph.is_nominal(root)):
        return False
    if graph.deps[head] in graph.lang.compound_labels | {"poss"}:
        return False
    if graph.is_verbal(head):
        return True
    return _hangs_alike(graph, head) and not are_two_things(graph, head)


def _insert_conjunct(
    graph: PairGraph, draft: Draft, subtree: Subtree, position: int, link: Iterable[Word]
) -> Draft:
    words = (*link, *words_of(graph, subtree.tokens))
    heads = heads_of(graph, subtree.tokens) | {subtree.root: subtree.head}
    return draft.insert(position, words, heads, subtree.root)


def _join_coordination(
    graph: PairGraph, draft: Draft, subtree: Subtree, conjunction: int
) -> Draft | None:
    """Put a conjunct before the conjunction of a coordination: "A, C and B", "A, C, and B"."""
    adds = graph.words[conjunction] in graph.lang.additive_conjunctions
    if not adds or graph.is_verbal(subtree.head):
        return None
    position = draft.positions[conjunction]
    words = words_of(graph, subtree.tokens)
    serial = draft.words[position - 1].text == ","
    words = (*words, COMMA) if serial else (COMMA, *words)
    heads = heads_of(graph, subtree.tokens) | {subtree.root: subtree.head}
    return draft.insert(position, words, heads, subtree.root)


def _join_clause(graph: PairGraph, draft: Draft, subtree: Subtree, own: Word) -> Draft | None:
    """Put a second predicate of the same subject, or a second clause, at the end of a clause."""
    head, has_subject = subtree.head, graph.subject(subtree.root) is not None
    if not has_subject and not _has_same_subject(graph, head):
        return None
    end = clause_end(draft, head)
    behind = [c for c in draft.children(head) if graph.deps[c] == "advcl" and c > head]
    if end is not None and behind:  # "erupted and covered the fields, forcing people to flee"
        first = draft.extent(behind[0])[0]
        end = first - 1 if draft.words[first - 1].text == "," else None
    if end is None:
        return None
    if has_subject and any(word.text[:1].isalnum() for word in draft.words[end:]):
        return None  # what follows would seem to belong to it
    return _insert_conjunct(graph, draft, subtree, end, (COMMA, own) if has_subject else (own,))


def _has_same_subject(graph: PairGraph, verb: int) -> bool:
    """Return whether a verb and its counterpart have one subject, or none that both name."""
    subjects = graph.subject(verb), graph.subject(graph.aligned[verb])
    named = [s for s in subjects if s is not None and graph.pos[s] != "PRON"]
    return len(named) < 2 or graph.linked.get(named[0]) == named[1]


def _hangs_alike(graph: PairGraph, node: int) -> bool:
    """Return whether a node and its counterpart hang on the same, prepositions looked through."""
    one, other = graph.head(node), graph.head(graph.aligned[node])
    while one is not None and other is not None:
        if graph.aligned.get(one) != other:
            return False
        if graph.pos[one] != "ADP":
            return True
        one, other = graph.head(one), graph.head(other)
    return one == other


def _conjunction(graph: PairGraph, conjunct: int) -> Word | None:
    """Return the conjunction that joins a conjunct in its own sentence."""
    head: int | None = graph.head(conjunct)
    while head is not None:
        joined = graph.dependents(head, "cc")
        if joined:
            text = graph.words[joined[0]]
            return Word(text, joined[0]) if text in graph.lang.coordinators else None
        head = graph.head(head) if graph.deps[head] == "conj" else None
    return None


# -- Two verbs with the same arguments: "The minister met and criticised the workers" -------------


def coordinable_verbs(graph: PairGraph) -> tuple[int, int] | None:
    """Return the verbs of both sides, the shorter one first, if the sides differ in nothing else.

    Both have the same form and the same arguments, and none has a circumstance of its own, which
    would seem to be said of both.
    """
    roots = [graph.roots(side) for side in graph.sides]
    if any(len(found) != 1 for found in roots):
        return None
    verb, second = sorted(
        (root[0] for root in roots), key=lambda t: (len(graph.texts[t]), graph.texts[t])
    )
    if not _are_two_verbs(graph, verb, second) or graph.tags[verb] != graph.tags[second]:
        return None
    if graph.subject(verb) is None or operators(graph, verb) or operators(graph, second):
        return None
    both_ways = ((verb, second), (second, verb))
    return (verb, second) if all(_has_all_arguments(graph, *pair) for pair in both_ways) else None


def coordinate_verbs(graph: PairGraph, draft: Draft, verb: int, second: int) -> Draft:
    """Join the verb of the other sentence to that of a draft; see `coordinable_verbs`."""
    # What follows both is read as the object of the last one.
    behind = [c for c in draft.children(verb) if c > verb and not graph.is_punct(c)]
    heads = {second: verb} | dict.fromkeys(behind, second)
    words = (coordinator(graph), *words_of(graph, [second]))
    return draft.insert(draft.positions[verb] + 1, words, heads, second)


def _are_two_verbs(graph: PairGraph, verb: int, second: int) -> bool:
    """Return whether two words are verbs that are not aligned as saying the same."""
    if graph.pos[verb] != "VERB" or graph.pos[second] != "VERB":
        return False
    linked = graph.linked.get(verb, second) == second and graph.linked.get(second, verb) == verb
    alike = graph.lemmas[verb] == graph.lemmas[second] or verb in graph.restated
    return linked and not alike and graph.relation.get(verb, "intersects") == "intersects"


def _has_all_arguments(graph: PairGraph, verb: int, other: int) -> bool:
    """Return whether a verb has every argument of another one."""
    lang = graph.lang
    for child in graph.children[other]:
        if graph.is_punct(child):
            continue
        own = graph.aligned.get(child)
        if own is None or own not in graph.children[verb]:
            return False
        label = graph.deps[child]
        if label in lang.particle_labels | lang.complement_labels or label != graph.deps[own]:
            return False
        if label in lang.auxiliary_labels and graph.words[child] != graph.words[own]:
            return False
        if graph.is_content(child) and not is_alike(graph, child):
            return False
    return True


# -- Two clauses side by side --------------------------------------------------------------------

# A coordination of more words than this is no sentence that anybody wants.
MOST_WORDS = 90
# Share of the content words of the second clause that may be said already.
MOST_OLD = 0.65
_THINGS = ("NOUN", "PROPN", "NUM")
_QUOTES = frozenset({'"', "''", "”"})


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
    return any(
        graph.words[t] in graph.lang.pointing_words
        for s in subjects
        for t in (s, *graph.dependents(s, "det"))
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
    asks = any(graph.texts[t] == "?" for t in graph.children[root])
    finite = group == [root] or any(graph.tags[t] in graph.lang.tensed_tags for t in group)
    return not asks and finite and graph.subject(root) is not None


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
