"""What only one sentence says, and how it is put into a draft of the other.

Union fusion attaches to the frame what the other sentence adds (Marsi and Krahmer 2005, section 5;
Krahmer, Marsi and van Pelt 2008, section 2). First: which of its subtrees are candidates. Then:
putting one in, and what speaks against a place whatever the subtree is. The places themselves are
a matter of `attachment` and `coordination`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..sentence import Sentence
from .draft import COMMA, PAIRS, Draft, heads_of, unclosed, words_of
from .graph import PairGraph, has_other_particle

_DASHES = frozenset({"-", "--", "–", "—"})
# Marks at the end of a sentence, and what may close a quotation there.
_ENDS = frozenset({".", "!", "?", ";", ":", "...", "…"})
_QUOTES = frozenset({'"', "''", "”", "'"})


class Subtree(NamedTuple):
    """A candidate: a subtree of one sentence that may be attached to the other.

    Attributes:
        root: The token that heads it.
        head: The token of the frame it is to depend on.
        tokens: Its tokens, in order, without punctuation at the ends; brackets around it stay.
    """

    root: int
    head: int
    tokens: tuple[int, ...]


def candidate_subtrees(graph: PairGraph, side: Sentence) -> Iterator[Subtree]:
    """Yield the largest subtrees of a side that say something new under an aligned head, in order.

    What such a subtree repeats is left out of it where it can do without; a subtree that repeats
    more than it adds is looked through for smaller ones.
    """
    if not is_headline(graph, side):
        for root in graph.roots(side):
            yield from _below(graph, root)


def is_headline(graph: PairGraph, side: Sentence) -> bool:
    """Return whether only this side has no end, and no article or no verb: it is often misread."""
    ended = [graph.is_punct(s.end - 1) for s in (side, graph.other(side))]
    articles = not graph.lang.articles.isdisjoint(side.words)
    verbal = any(graph.is_verbal(root) for root in graph.roots(side))
    return ended == [False, True] and not (articles and verbal)


def _below(graph: PairGraph, node: int) -> Iterator[Subtree]:
    """Yield the candidates at and below a node."""
    head = graph.aligned.get(node)
    if head is not None and has_other_particle(graph, node, head):
        return
    if head is not None and _describes(graph, node, head):
        yield Subtree(node, head, tuple(trim(graph, graph.subtree(node))))
        return
    for child in graph.children[node]:
        subtree = None
        if head is not None and child not in graph.aligned and graph.new_and_said(child)[0]:
            subtree = _candidate_subtree(graph, child, head)
        if subtree is not None:
            yield subtree
        elif graph.new_and_said(child)[0]:
            yield from _below(graph, child)


def _describes(graph: PairGraph, noun: int, name: int) -> bool:
    """Return whether a noun with an article says what a name of the other sentence stands for."""
    if graph.lemmas[noun] == graph.lemmas[name] or graph.dependents(name, "prep"):
        return False
    indefinite = graph.lang.indefinite_articles
    return (
        any(graph.words[c] in indefinite for c in graph.dependents(noun, "det"))
        and graph.tags[noun] == "NN"
        and graph.tags[name] == "NNP"
        and graph.deps[noun] not in ("attr", "appos", "conj")
        and not graph.conjuncts(noun)
    )


def _candidate_subtree(graph: PairGraph, root: int, head: int) -> Subtree | None:
    """Return the subtree of a root without what is said already; None if it should not be used."""
    tokens = trim(graph, unsaid(graph, root))
    if root not in tokens or not is_balanced(graph, tokens):
        return None
    if any(part not in tokens for t in tokens for part in graph.lexical_unit(t)):
        return None  # a part of a word
    before = range(graph.side(root).start, tokens[0])
    if unclosed(graph.texts[t] for t in before):
        return None  # words of a quote, or what brackets add to something else
    if graph.deps[root] in graph.lang.premodifier_labels and is_quoted(graph, tokens):
        return None
    if _is_said_already(graph, root, tokens) or _is_misparsed(graph, root, tokens):
        return None
    return Subtree(root, head, tuple(tokens))


def _is_said_already(graph: PairGraph, root: int, tokens: list[int]) -> bool:
    """Return whether a subtree names what the other side names, or repeats more than it adds."""
    content = [t for t in tokens if graph.is_content(t) or graph.pos[t] == "X"]
    said = [t for t in content if graph.is_said(t)]
    if 3 * len(said) > 2 * (len(content) - len(said)):
        return True
    things = [graph.linked[t] for t in graph.dependents(root, "pobj") if t in graph.linked]
    if any(graph.deps[t] != "compound" for t in things):
        return True
    if graph.deps[root] in graph.lang.clause_labels and graph.is_content(root):
        return graph.is_said(root)  # the same event in other words
    return any(graph.pos[t] in ("PROPN", "X") for t in said)


def _is_misparsed(graph: PairGraph, root: int, tokens: list[int]) -> bool:
    """Return whether the parse of a subtree cannot be right."""
    if any(_lacks_subject(graph, t) for t in tokens if t != root):
        return True
    if graph.deps[root] not in graph.lang.clause_labels | graph.lang.noun_clause_labels:
        return False
    return _runs_on(graph, tokens) or _is_bare(graph, root, tokens)


def _lacks_subject(graph: PairGraph, verb: int) -> bool:
    """Return whether a finite verb in a phrase has no subject and shares none."""
    finite = graph.pos[verb] == "VERB" and graph.tags[verb] in graph.lang.finite_tags
    shares = graph.deps[verb] in graph.lang.sharing_labels
    return finite and not shares and graph.subject(verb) is None


def is_quoted(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether a quotation mark stands beside a phrase."""
    side = graph.side(tokens[0])
    beside = [t for t in (tokens[0] - 1, tokens[-1] + 1) if side.start <= t < side.end]
    return any(graph[t].is_quote for t in beside)


def _is_bare(graph: PairGraph, root: int, tokens: list[int]) -> bool:
    """Return whether a noun or a verb stands alone, or a finite verb has no subject."""
    if graph.deps[root] == "appos":
        return len(tokens) == 1 and graph.pos[root] == "NOUN"
    if not graph.is_verbal(root):
        return False
    subject, finite = graph.subject(root), graph.tags[root] in graph.lang.finite_tags
    if finite and (subject is None or graph.deps[root] == "acl"):
        return True
    return len(tokens) == 1 and graph.deps[root] in ("acl", "advcl")


def _runs_on(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether no mark closes a phrase that a comma opens: its parse is not to be trusted."""
    side = graph.side(tokens[0])
    opened = tokens[0] > side.start and graph.texts[tokens[0] - 1] == ","
    behind = tokens[-1] + 1
    return opened and behind < side.end and not graph.is_punct(behind)


def unsaid(graph: PairGraph, root: int) -> list[int]:
    """Return the tokens of a subtree without the parts that repeat and are not needed."""
    gone: set[int] = set()
    for node in graph.subtree(root):
        if node == root or node in gone or graph.deps[node] not in graph.lang.movable_labels:
            continue
        if graph.words[node] in graph.lang.genitive_prepositions:
            continue
        new, old = graph.new_and_said(node)
        if old and not new:
            gone.update(graph.subtree(node))
    return [t for t in graph.subtree(root) if t not in gone]


def trim(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Take the punctuation off both ends and what is left of it where a part was left out."""
    tokens = [t for t in tokens if not graph[t].is_space]
    kept: list[int] = []
    for t in tokens:
        stray = graph.is_punct(t) and kept and graph.is_punct(kept[-1]) and kept[-1] != t - 1
        if not stray:
            kept.append(t)
    while kept and graph.is_punct(kept[0]) and not _opens(graph, kept):
        kept.pop(0)
    closing = PAIRS.get(graph.texts[kept[0]]) if kept else None
    while kept and graph.is_punct(kept[-1]) and graph.texts[kept[-1]] != closing:
        if graph[kept[-1]].is_quote and unclosed(graph.texts[t] for t in kept) == []:
            break
        kept.pop()
    return kept


def _opens(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether a mark opens something that tokens close: a bracket, a quotation."""
    if graph[tokens[0]].is_quote:
        return unclosed(graph.texts[t] for t in tokens) == []
    return graph.texts[tokens[0]] in PAIRS


def is_balanced(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether tokens hold both of each pair of quotes and brackets, and no gap of words."""
    missing = set(range(tokens[0], tokens[-1])) - set(tokens) if tokens else set()
    inside = all(graph.head(t) in {*tokens, *missing} or graph.is_punct(t) for t in missing)
    return unclosed(graph.texts[t] for t in tokens) == [] and inside


# -- Putting a subtree into a draft ---------------------------------------------------------------


def insert(
    graph: PairGraph, draft: Draft, subtree: Subtree, position: int, commas: str = ""
) -> Draft | None:
    """Put a subtree in before a position, between commas if asked ("," before, ",," both)."""
    if is_enclosed(draft, position):
        return None
    words = words_of(graph, subtree.tokens)
    if not commas and follows_aside(graph, draft, position, subtree.head):
        commas = ","
    if commas and position and draft.words[position - 1].text not in ",;:(–-—":
        words = (COMMA, *words)
    following = draft.words[position].text if position < len(draft.words) else "."
    if len(commas) < 2 and _is_amid_phrase(graph, draft, subtree, position):
        return None
    if following in _DASHES and graph.deps[subtree.root] in graph.lang.clausal_labels:
        return None  # what the dash adds would be cut off
    if len(commas) > 1 and following not in ",.;:!?)–-—":
        words = (*words, COMMA)
    heads = heads_of(graph, subtree.tokens) | {subtree.root: subtree.head}
    return draft.insert(position, words, heads, subtree.root)


def _is_amid_phrase(graph: PairGraph, draft: Draft, subtree: Subtree, position: int) -> bool:
    """Return whether a phrase with a verb in it would stand in the midst of another one."""
    verbs = [t for t in subtree.tokens if graph.is_verbal(t)]
    if len(subtree.tokens) == 1 or not verbs or position >= len(draft.words):
        return False
    following = draft.words[position]
    opened = following.token is not None and (
        graph.tags[following.token] in graph.lang.clause_opening_tags
        or graph.deps[following.token] in graph.lang.adverbial_labels
    )
    if opened and draft.positions[subtree.head] < position:
        return True
    if position > draft.extent(subtree.head)[1]:
        return False
    word = following.text.lower()
    plain = word[:1].isalnum() and word not in graph.lang.coordinators
    return plain and draft.positions[subtree.head] < position


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


def before_comma(draft: Draft, position: int) -> int:
    """Return a position behind words, not behind the comma after them."""
    while position and draft.words[position - 1].text == ",":
        position -= 1
    return position


def has_similar_phrase(graph: PairGraph, subtree: Subtree, others: list[int]) -> bool:
    """Return whether the head has such a phrase of its own that is not aligned.

    A second time, or a second phrase with the same preposition, may say the same in other words.
    """
    root = subtree.root
    like = [
        c
        for c in others
        if graph.side(c).start != graph.side(root).start
        and (graph.deps[c], graph.words[c]) == (graph.deps[root], graph.words[root])
        and is_time(graph, c) == is_time(graph, root)
    ]
    if graph.words[root] in graph.lang.single_prepositions:
        return bool(like)
    return not all(any(t in graph.aligned for t in graph.children[c]) for c in like)


def has_own_time(graph: PairGraph, draft: Draft, subtree: Subtree) -> bool:
    """Return whether a clause of a draft has a time of its own, as far as a subtree is one too.

    Both may be the same one in other words, "Tuesday" and "July 27". A span ("since 1990") is
    another thing than a date.
    """
    inner = [t for t in subtree.tokens if graph.deps[t] in ("prep", "npadvmod")]
    # How long something takes is no time of it: "a debate of nine hours".
    inner = [t for t in inner if graph.words[t] not in graph.lang.genitive_prepositions]
    times = [t for t in (subtree.root, *inner) if is_time(graph, t)]
    if not times:
        return False
    spans = graph.lang.time_span_prepositions
    span = graph.words[times[0]] in spans
    return any(
        (graph.words[node] in spans) == span for node in _own_times(graph, draft, subtree.head)
    )


def _own_times(graph: PairGraph, draft: Draft, head: int) -> Iterator[int]:
    """Yield the highest words of the times that only the frame has in the clause of a word."""
    clausal = graph.lang.clausal_labels
    top = head
    while graph.deps[top] not in clausal and top in draft.heads:
        top = draft.heads[top]
    stack = [top]
    while stack:
        node = stack.pop()
        stack += [
            c
            for c in draft.children(node)
            if c not in draft.attached
            and (
                graph.deps[c] not in clausal
                or (graph.deps[c] == "conj" and graph.subject(c) is None)
            )
        ]
        if _is_time_word(graph, node) and node not in graph.aligned and node != head:
            while _is_time_word(graph, node) and node in draft.heads:
                node = draft.heads[node]
            yield node


def is_time(graph: PairGraph, node: int) -> bool:
    """Return whether a phrase, or the object of its preposition, is a time."""
    return any(_is_time_word(graph, t) for t in (node, *graph.dependents(node, "pobj")))


def _is_time_word(graph: PairGraph, node: int) -> bool:
    return (
        graph.entities[node] in graph.lang.time_entities
        or graph.words[node] in graph.lang.time_adverbs
    )


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
