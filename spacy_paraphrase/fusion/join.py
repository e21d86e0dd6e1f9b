"""Both sentences side by side, where one cannot be attached to the other.

The second one goes without what the first says already, as far as it can do without.
"""

from __future__ import annotations

from spacy.tokens import Span

from .coordinate import AND, COMMA, clause_end
from .draft import Draft, Word, heads_of
from .graph import CLAUSES, FINITE_OR_MODAL, SUBJECTS, PairGraph
from .insertion import follows_aside, is_far, is_time
from .mentions import definite, known_kinds, known_names, with_commas
from .pieces import is_balanced, is_headline, is_quoted, trim
from .shared import is_alike, is_bound
from .truth import is_marker
from .wording import reworded
from .wordlists import words

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
