"""Both sentences side by side: clauses and verbs coordinated, second mentions shortened.

The second one goes without what the first says already, as far as it can do without.
"""

from __future__ import annotations

from spacy.tokens import Span

from .draft import Draft, Word, heads_of, unclosed, words_of
from .graph import (
    AUXILIARIES,
    CLAUSES,
    COMPLEMENTS,
    FINITE_OR_MODAL,
    MEASURES,
    PARTICLES,
    SUBJECTS,
    PairGraph,
    are_two_things,
    is_marker,
    markers,
)
from .insertion import (
    AND,
    COMMA,
    clause_end,
    follows_aside,
    is_balanced,
    is_far,
    is_headline,
    is_quoted,
    is_time,
    trim,
)
from .intersection import is_alike, is_bound
from .wording import reworded
from .wordlists import words

THE = Word("the")
# Dependents of a noun that tell which one is meant.
_BEFORE = words("amod compound nummod nmod")
_BEHIND = words("prep acl relcl appos")
# Places of a noun that may be a second mention.
_PLACES = words("nsubj nsubjpass dobj pobj conj")
# Nouns that say little without what they are a part or a measure of.
_PARTS = words(
    "part rest number lot group series kind type sort majority dozen couple piece half third top "
    "end front back side share percent total range amount level degree rate bit member one all"
)
_ARTICLES = frozenset({"a", "an"})
_DETERMINERS = _ARTICLES | words("the this that these those")


def known_names(graph: PairGraph, clause: int) -> set[int]:
    """Return the first names and titles of a clause that the other sentence has already.

    Example: behind a sentence about "Mark Felt", "Mark" in "and Mark Felt said so".

    Args:
        graph: The pair.
        clause: Head of a clause that is to stand behind the other sentence.
    """
    gone: set[int] = set()
    tokens = graph.subtree(clause)
    for surname in tokens:
        twin = graph.twin.get(surname)
        if (
            twin is None
            or "PERSON" not in (graph[surname].ent_type_, graph[twin].ent_type_)
            or not (_may_be_surname(graph, surname) and _may_be_surname(graph, twin))
            or sum(graph.lemma(t) == graph.lemma(surname) for t in tokens) > 1
        ):
            continue
        known = {graph.lemma(c) for c in graph.dependents(twin, "compound")}
        names = graph.dependents(surname, "compound")
        if any(len(graph.whole(name)) > 1 for name in names):
            continue
        for name in names:
            if graph[name].pos_ == "PROPN" and graph.lemma(name) in known:
                gone.update(graph.subtree(name))
    return gone


def known_kinds(graph: PairGraph, clause: int) -> set[int]:
    """Return what tells which thing is meant, where the other sentence says it of that thing.

    Example: behind "Police found empty bottles of oil", "empty" and "of oil" in "and the boy had
    stolen the empty bottles of oil".

    Args:
        graph: The pair.
        clause: Head of a clause that is to stand behind the other sentence.
    """
    gone: set[int] = set()
    for noun in graph.subtree(clause):
        if noun in gone or noun == clause or not _is_known(graph, noun):
            continue
        twin = set(graph.subtree(graph.twin[noun]))
        before = graph.dependents(noun, *_BEFORE)
        nodes = graph.dependents(noun, *_BEHIND)
        if all(_is_of(graph, node, twin) for node in before):
            nodes += before
        for node in nodes:
            if _is_of(graph, node, twin):
                gone.update(with_commas(graph, graph.subtree(node)))
    return gone


def definite(graph: PairGraph, tokens: list[int], gone: set[int]) -> list[Word]:
    """Return tokens as words, with "the" where a noun has lost what tells which one is meant.

    Args:
        graph: The pair.
        tokens: What is left of a clause.
        gone: What `known_kinds` gave.
    """
    left = set(tokens)
    firm: dict[int, bool] = {}  # what stands in the place of "the", or behind it
    for noun in {head for t in gone if (head := graph.head(t)) in left and head is not None}:
        articles = graph.dependents(noun, "det")
        if articles and graph[articles[0]].lower_ in _ARTICLES:
            firm[articles[0]] = False
        elif not articles and not graph.dependents(noun, "poss"):
            firm[min(left.intersection(graph.subtree(noun)))] = True
    words: list[Word] = []
    for word in words_of(graph, tokens):
        if word.token in firm:
            words.append(THE)
        if firm.get(word.token or 0, True):
            words.append(word)
    return words


def _is_known(graph: PairGraph, noun: int) -> bool:
    """Tell whether a common noun stands for what its twin stands for, and can get a "the"."""
    twin = graph.twin.get(noun)
    if twin is None or graph.lemma(twin) != graph.lemma(noun) or graph.lemma(noun) in _PARTS:
        return False
    token, above = graph[noun], graph.head(noun)
    if token.pos_ != "NOUN" or token.ent_type_ in MEASURES or token.tag_ != graph[twin].tag_:
        return False
    if token.dep_ not in _PLACES or (above is not None and graph[above].lower_ == "as"):
        return False
    if are_two_things(graph, noun):
        return False
    if graph.dependents(noun, "predet") or any(_in_quotes(graph, t) for t in graph.subtree(noun)):
        return False
    if graph.dependents(noun, "poss"):
        return True
    articles = [graph[c].lower_ for c in graph.dependents(noun, "det")]
    if not articles:  # "in tense negotiations"
        counted = graph.dependents(noun, "nummod")
        return token.tag_ == "NNS" and bool(counted or token.dep_ != "pobj")
    if not _DETERMINERS.issuperset(articles):
        return False  # "no immediate plans" is not "no plans"
    first = graph.subtree(noun)[0] in graph.children[noun]
    denied = above is not None and "not" in markers(graph, above)
    return first and not (denied and articles[0] in _ARTICLES)


def _is_of(graph: PairGraph, node: int, twin: set[int]) -> bool:
    """Tell whether the phrase of a twin has all that a dependent says."""
    below = graph.subtree(node)
    content = [t for t in below if graph.is_content(t)]
    lemmas = {graph.lemma(t) for t in twin}
    said = all(graph.linked.get(t) in twin or graph.lemma(t) in lemmas for t in content)
    if graph[node].pos_ == "VERB" and graph.linked.get(node) not in twin:
        return False
    plain = all(len(graph.whole(t)) == 1 and not is_marker(graph, t) for t in below)
    return bool(content) and said and plain


def with_commas(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Return tokens with the commas around them, if there are two."""
    around = (tokens[0] - 1, tokens[-1] + 1)
    side = graph.side(tokens[0])
    inside = side.start <= around[0] and around[1] < side.end
    both = inside and all(graph[t].text == "," for t in around)
    return [*tokens, *around] if both else tokens


def _may_be_surname(graph: PairGraph, noun: int) -> bool:
    """Tell whether a noun looks like a surname; "Jr." and what stands in quotes do not."""
    token = graph[noun]
    named = token.pos_ == "PROPN" and token.is_title and token.is_alpha
    return named and not _in_quotes(graph, noun)


def _in_quotes(graph: PairGraph, node: int) -> bool:
    """Tell whether a token is a quotation mark, or stands between two."""
    before = range(graph.side(node).start, node)
    return graph[node].is_quote or bool(unclosed(graph[t].text for t in before))


# Two things that one does to one: "The minister met and criticised the workers".


def two_verbs(graph: PairGraph) -> tuple[int, int] | None:
    """Return the verbs of both sides, the shorter one first, if they differ in nothing else.

    Both have the same form and the same arguments, and none has a circumstance of its own, which
    would seem to be said of both.
    """
    roots = [graph.roots(side) for side in (graph.source, graph.target)]
    if any(len(found) != 1 for found in roots):
        return None
    verb, second = sorted((root[0] for root in roots), key=lambda t: (len(graph[t]), graph[t].text))
    if not _are_two(graph, verb, second) or graph[verb].tag_ != graph[second].tag_:
        return None
    if graph.subject(verb) is None or markers(graph, verb) or markers(graph, second):
        return None
    both_ways = ((verb, second), (second, verb))
    return (verb, second) if all(_has_all(graph, *pair) for pair in both_ways) else None


def join_verbs(graph: PairGraph, draft: Draft, verb: int, second: int) -> Draft:
    """Join the verb of the other sentence to that of a draft; `two_verbs` tells which."""
    # What follows both is read as the object of the last one.
    behind = [c for c in draft.children(verb) if c > verb and not graph.is_mark(c)]
    heads = {second: verb} | dict.fromkeys(behind, second)
    words = (AND, *words_of(graph, [second]))
    return draft.insert(draft.positions[verb] + 1, words, heads, second)


def _are_two(graph: PairGraph, verb: int, second: int) -> bool:
    """Tell whether two words are verbs that are not aligned as saying the same."""
    if graph[verb].pos_ != "VERB" or graph[second].pos_ != "VERB":
        return False
    linked = graph.linked.get(verb, second) == second and graph.linked.get(second, verb) == verb
    alike = graph.lemma(verb) == graph.lemma(second) or verb in graph.restated
    return linked and not alike and graph.relation.get(verb, "intersects") == "intersects"


def _has_all(graph: PairGraph, verb: int, other: int) -> bool:
    """Tell whether a verb has every argument of another one."""
    for child in graph.children[other]:
        if graph.is_mark(child):
            continue
        twin = graph.twin.get(child)
        if twin not in graph.children[verb] or graph[child].dep_ in PARTICLES | COMPLEMENTS:
            return False
        if graph[child].dep_ != graph[twin].dep_:
            return False
        if graph[child].dep_ in AUXILIARIES and graph[child].lower_ != graph[twin].lower_:
            return False
        if graph.is_content(child) and not is_alike(graph, child):
            return False
    return True


# Both sentences side by side, where one cannot be attached to the other.

# A coordination of more words than this is no sentence that anybody wants.
MOST_WORDS = 90
# Share of the content words of the second clause that may be said already.
MOST_OLD = 0.65
_THINGS = ("NOUN", "PROPN", "NUM")
# Dependents that a clause can lose, if what they say is said already.
_OPTIONAL = words("prep appos relcl acl npadvmod parataxis advcl")
# Prepositions of such phrases.
_CIRCUMSTANCES = words("in at during near since after before")
# Words that point to what stood before a sentence.
_CONNECTIVES = words("however meanwhile moreover also therefore furthermore nevertheless")
_DEMONSTRATIVES = words("this that these those")
_POINTERS = words("he she it they") | _DEMONSTRATIVES
_OPENERS = words("but and so his her its their")
_QUOTES = frozenset({'"', "''", "”"})


def join(graph: PairGraph, draft: Draft, base: Span, whole: bool) -> tuple[Draft, str] | None:
    """Join to a draft what it does not say yet of the other sentence, as a coordinate clause.

    Args:
        graph: The pair.
        draft: The frame with what was attached to it.
        base: The side that is the frame.
        whole: Whether the second clause keeps its subject if that is the same.

    Returns:
        The draft and a key of `fusions.PATHS`; None if the clauses cannot stand side by side.
    """
    roots, others = graph.roots(base), graph.roots(graph.other(base))
    if len(roots) != 1 or len(others) != 1:
        return None
    if others[0] in graph.twin and is_alike(graph, others[0]):
        return None
    verb, second = roots[0], others[0]
    if not all(_is_statement(graph, root) for root in (verb, second)):
        return None
    if graph[base.end - 1].text == ":":
        return None
    if any(is_headline(graph, side) for side in (base, graph.other(base))):
        return None
    if graph.lemma(verb) == graph.lemma(second) != "be" and _same_subject(graph, verb, second):
        return None  # it would say one thing twice
    if graph[graph.subject(second) or 0].lower_ in _DEMONSTRATIVES:
        return None  # it would point to the first clause
    tokens = _rest(graph, draft, second)
    subject = graph.subject(second) or 0
    own = set(graph.subtree(subject))
    if not _shares(graph, second, subject):
        return None
    if any(graph[t].text == ":" for t in tokens if t < subject):
        return None
    content = [t for t in tokens if graph.is_content(t)]
    old = sum(graph.is_said(t) for t in content)
    if not any(t != second and not graph.is_said(t) for t in content):
        return None
    if old > MOST_OLD * len(content):
        return None
    alone = not whole and tokens[0] in own and _has_subject(graph, draft, verb, second)
    if alone:
        tokens = [t for t in tokens if t not in own]
    taken = draft.positions.keys() | reworded(graph, draft)
    if not taken.isdisjoint(tokens):
        return None
    kinds = known_kinds(graph, second)
    tokens = trim(graph, [t for t in tokens if t not in kinds])
    if len(tokens) > 2 and graph[tokens[-1]].text in _QUOTES and graph[tokens[-2]].text == ",":
        tokens.pop(-2)
    if second not in tokens or len(draft.words) + len(tokens) > MOST_WORDS:
        return None
    if not is_balanced(graph, tokens) or is_quoted(graph, tokens):
        return None
    draft, position = _opened(draft, verb)
    if position is None:
        return None
    aside = follows_aside(graph, draft, position, second)
    close = alone and not aside and not is_far(graph, draft, verb, position)
    link: tuple[Word, ...] = (AND,) if close else (COMMA, AND)
    if draft.words[position - 1].text in _QUOTES and draft.words[position - 2].text == ",":
        link = (AND,)
    heads = heads_of(graph, tokens) | {second: verb}
    joined = draft.insert(position, (*link, *definite(graph, tokens, kinds)), heads, second)
    last = joined.words[-1]
    if graph[tokens[-1]].text in _QUOTES and graph[tokens[-2]].text == "." == last.text:
        joined = joined.without(t for t in [last.token] if t is not None)
    return joined, "predicates" if alone else "clauses"


def points_back(graph: PairGraph, side: Span) -> bool:
    """Tell whether a sentence begins with what only stands after another: "He", "But", "This"."""
    if graph[side.start].lower_ in _OPENERS:
        return True
    subjects = [s for root in graph.roots(side) if (s := graph.subject(root)) is not None]
    return any(
        graph[t].lower_ in _POINTERS for s in subjects for t in (s, *graph.dependents(s, "det"))
    )


def _shares(graph: PairGraph, root: int, subject: int) -> bool:
    """Tell whether a clause speaks of what the other sentence speaks of; "someone" is anybody."""
    other = graph.other(graph.side(subject))
    if graph[subject].lower_ in ("he", "she") and any(t.ent_type_ == "PERSON" for t in other):
        return True
    vague = graph[subject].pos_ == "PRON" or bool(
        {graph[c].lower_ for c in graph.dependents(subject, "det")} & {"a", "an", "some"}
    )
    gone = set(graph.subtree(subject)) if vague else set()
    return any(
        graph.is_content(t) and t not in gone and graph.is_said(t) and graph[t].pos_ in _THINGS
        for t in graph.subtree(root)
    )


def _opened(draft: Draft, verb: int) -> tuple[Draft, int | None]:
    """Return a draft and the position where a second clause goes; a quote at the end gets a comma.

    Example: from 'He said, "It rains."' comes 'He said, "It rains," and …'
    """
    texts = [word.text for word in draft.words]
    if len(texts) > 3 and texts[-1] in _QUOTES and texts[-2] == ".":
        *words, period, quote = draft.words
        return Draft((*words, COMMA, quote, period), draft.heads, draft.attached), len(texts)
    return draft, clause_end(draft, verb)


def _is_statement(graph: PairGraph, root: int) -> bool:
    """Tell whether a root is a finite verb with a subject, and asks nothing."""
    group = [root, *graph.dependents(root, "aux", "auxpass")]
    asks = any(graph[t].text == "?" for t in graph.children[root])
    finite = group == [root] or any(graph[t].tag_ in FINITE_OR_MODAL for t in group)
    return not asks and finite and graph.subject(root) is not None


def _same_subject(graph: PairGraph, verb: int, second: int) -> bool:
    """Tell whether two verbs have one subject, or the one subject has a word of the other."""
    subjects = [set(graph.subtree(graph.subject(v) or v)) for v in (verb, second)]
    words = [{graph.lemma(t) for t in s if graph.is_content(t)} for s in subjects]
    linked = any(graph.linked.get(t) in subjects[1] for t in subjects[0] if graph.is_content(t))
    return linked or not words[0].isdisjoint(words[1])


def _has_subject(graph: PairGraph, draft: Draft, verb: int, second: int) -> bool:
    """Tell whether a verb of a draft has the subject of another one, and all that it says."""
    subject, other = graph.subject(verb), graph.subject(second)
    if subject is None or other is None or graph.twin.get(other) != subject:
        return False
    alike = graph.lemma(subject) == graph.lemma(other) or graph.relation[other] == "equals"
    below = graph.subtree(other)
    counted = any(graph[t].dep_ == "nummod" and t not in graph.linked for t in below)
    lost = any(t not in draft for t in graph.news(other)[0])
    several = len(graph.dependents(second, *SUBJECTS)) > 1
    return alike and not (counted or lost or several)


def _is_set_off(graph: PairGraph, node: int) -> bool:
    first = graph.subtree(node)[0]
    return first > graph.side(node).start and graph.is_mark(first - 1)


def _rest(graph: PairGraph, draft: Draft, root: int) -> list[int]:
    """Return a clause without what a draft says already, as far as it can do without."""
    gone = known_names(graph, root)
    for node in graph.subtree(root):
        if node == root or node in gone:
            continue
        below = graph.subtree(node)
        new = any(graph.is_content(t) and t not in draft and not graph.is_said(t) for t in below)
        repeats = node in draft or _is_repeated(graph, node)
        if not new and repeats and _is_optional(graph, node):
            gone.update(with_commas(graph, below))
    rest = [t for t in graph.subtree(root) if t not in gone]
    while rest and (graph[rest[0]].dep_ == "cc" or graph.is_mark(rest[0])):
        rest.pop(0)
    return [t for t in rest if graph[t].lower_ not in _CONNECTIVES]


def _is_repeated(graph: PairGraph, node: int) -> bool:
    """Tell whether the other sentence has a phrase in the same place, or as a circumstance too."""
    head, twin = graph.head(node), graph.twin.get(node)
    if head is None:
        return False
    if twin is not None and head in graph.twin:
        return graph.head(twin) == graph.twin[head]
    other = graph.linked.get((graph.dependents(node, "pobj") or [node])[0])
    while other is not None and graph[other].dep_ in ("pobj", "prep", "npadvmod"):
        other = graph.head(other)
    verbs = ("VERB", "AUX")
    return graph[head].pos_ in verbs and other is not None and graph[other].pos_ in verbs


def _is_optional(graph: PairGraph, node: int) -> bool:
    """Tell whether what a node hangs on can do without it."""
    head = graph.head(node)
    if head is None or graph[node].dep_ not in _OPTIONAL or is_marker(graph, node):
        return False
    if not any(graph.is_content(t) for t in graph.subtree(node)):
        return False
    if any(len(graph.whole(t)) > 1 for t in graph.subtree(node)):
        return False  # it may be a part of a word
    if graph[node].dep_ in CLAUSES and not _is_set_off(graph, node):
        return False  # it says which one
    if graph[node].dep_ == "prep":
        bound = is_bound(graph, head, node) or graph.lemma(head) == "be"
        day = graph[node].lower_ == "on" and is_time(graph, node)
        day = day and graph[head].dep_ not in CLAUSES  # it may be all that a short clause says
        return (day or graph[node].lower_ in _CIRCUMSTANCES) and not bound
    return graph[head].pos_ != "ADV"
