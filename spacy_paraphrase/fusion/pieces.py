"""What only one sentence says, in pieces that can be attached to the other one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Span

from .graph import CLAUSAL, CLAUSES, FINITE, PARTICLES, PairGraph
from .marks import PAIRS, unclosed

# Dependents that a phrase can lose, if what they say is said already.
_OPTIONAL = frozenset({"prep", "npadvmod", "advmod"})
# Labels of verbs without a subject of their own.
_SHARING = frozenset({"conj", "aux", "auxpass", "relcl"})
_PREMODIFIERS = frozenset({"amod", "compound", "nmod", "nummod"})
_ARTICLES = frozenset({"a", "an", "the"})


class Piece(NamedTuple):
    """A subtree to be attached.

    Attributes:
        root: The token that heads it.
        head: The token of the frame it is to depend on.
        tokens: Its tokens, in order, without punctuation at the ends; brackets around it stay.
    """

    root: int
    head: int
    tokens: tuple[int, ...]


def pieces(graph: PairGraph, side: Span) -> Iterator[Piece]:
    """Yield the largest subtrees of a side that say something new under an aligned head, in order.

    What such a subtree repeats is left out of it where it can do without; a subtree that repeats
    more than it adds is looked through for smaller ones.
    """
    if not is_headline(graph, side):
        for root in graph.roots(side):
            yield from _below(graph, root)


def is_headline(graph: PairGraph, side: Span) -> bool:
    """Tell whether only this side has no end, and no article or no verb: it is often misread."""
    ended = [graph.is_mark(s.end - 1) for s in (side, graph.other(side))]
    articles = any(t.lower_ in _ARTICLES for t in side)
    verbal = any(graph[root].pos_ in ("VERB", "AUX") for root in graph.roots(side))
    return ended == [False, True] and not (articles and verbal)


def _below(graph: PairGraph, node: int) -> Iterator[Piece]:
    head = graph.twin.get(node)
    if head is not None and _other_sense(graph, node, head):
        return
    if head is not None and _describes(graph, node, head):
        yield Piece(node, head, tuple(trim(graph, graph.subtree(node))))
        return
    for child in graph.children[node]:
        piece = None
        if head is not None and child not in graph.twin and graph.news(child)[0]:
            piece = _piece(graph, child, head)
        if piece is not None:
            yield piece
        elif graph.news(child)[0]:
            yield from _below(graph, child)


def _describes(graph: PairGraph, noun: int, name: int) -> bool:
    """Tell whether a noun with an article says what a name of the other sentence stands for."""
    if graph.lemma(noun) == graph.lemma(name) or graph.dependents(name, "prep"):
        return False
    articles = [c for c in graph.dependents(noun, "det") if graph[c].lower_ in ("a", "an")]
    return (
        bool(articles)
        and graph[noun].tag_ == "NN"
        and graph[name].tag_ == "NNP"
        and graph[noun].dep_ not in ("attr", "appos", "conj")
        and not graph.chain(noun)
    )


def _other_sense(graph: PairGraph, one: int, other: int) -> bool:
    """Tell whether two verbs have different particles, and so different senses."""
    found = [{graph.lemma(c) for c in graph.dependents(verb, *PARTICLES)} for verb in (one, other)]
    return found[0] != found[1]


def _piece(graph: PairGraph, root: int, head: int) -> Piece | None:
    tokens = trim(graph, unsaid(graph, root))
    content = [t for t in tokens if graph.is_content(t) or graph[t].pos_ == "X"]
    old = sum(graph.is_said(t) for t in content)
    if not _is_clause(graph, root) and any(
        graph.is_said(t) and graph[t].pos_ in ("PROPN", "X") for t in content
    ):
        return None  # a name is said once
    things = [graph.linked[t] for t in graph.dependents(root, "pobj") if t in graph.linked]
    if any(graph[t].dep_ != "compound" for t in things):
        return None  # and so is a thing
    if root not in tokens or 3 * old > 2 * (len(content) - old) or not is_balanced(graph, tokens):
        return None
    if any(part not in tokens for t in tokens for part in graph.whole(t)):
        return None  # a part of a word
    if _is_clause(graph, root) and graph.is_said(root):
        return None  # the same event in other words
    if graph[root].dep_ in _PREMODIFIERS and is_quoted(graph, tokens):
        return None
    if any(_is_headless(graph, t) for t in tokens if t != root):
        return None
    before = range(graph.side(root).start, tokens[0])
    if unclosed(graph[t].text for t in before):
        return None  # words of a quote, or what brackets add to something else
    if graph[root].dep_ in CLAUSES | CLAUSAL and (
        _runs_on(graph, tokens) or _is_bare(graph, root, tokens)
    ):
        return None
    return Piece(root, head, tuple(tokens))


def _is_headless(graph: PairGraph, verb: int) -> bool:
    """Tell whether a finite verb in a phrase has no subject and shares none: a misreading."""
    finite = graph[verb].tag_ in FINITE and graph[verb].dep_ not in _SHARING
    return finite and graph[verb].pos_ == "VERB" and graph.subject(verb) is None


def _is_clause(graph: PairGraph, root: int) -> bool:
    return graph[root].dep_ in CLAUSES and graph.is_content(root)


def is_quoted(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether a quotation mark stands beside a phrase."""
    side = graph.side(tokens[0])
    beside = [t for t in (tokens[0] - 1, tokens[-1] + 1) if side.start <= t < side.end]
    return any(graph[t].is_quote for t in beside)


def _is_bare(graph: PairGraph, root: int, tokens: list[int]) -> bool:
    """Tell whether a noun or a verb stands alone, or a finite verb has no subject: a misreading.

    So is a verb that is none.
    """
    if graph[root].dep_ == "appos":
        return len(tokens) == 1 and graph[root].pos_ == "NOUN"
    if graph[root].pos_ not in ("VERB", "AUX"):
        return False
    if graph.lexicon is not None and not graph.lexicon.entries(graph[root].lemma_, "VERB"):
        return True  # "a motel maid"
    subject, finite = graph.subject(root), graph[root].tag_ in FINITE
    if finite and (subject is None or graph[root].dep_ == "acl"):
        return True
    return len(tokens) == 1 and graph[root].dep_ in ("acl", "advcl")


def _runs_on(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether no mark closes a phrase that a comma opens: its parse is not to be trusted."""
    side = graph.side(tokens[0])
    opened = tokens[0] > side.start and graph[tokens[0] - 1].text == ","
    behind = tokens[-1] + 1
    return opened and behind < side.end and not graph.is_mark(behind)


def unsaid(graph: PairGraph, root: int) -> list[int]:
    """Return the tokens of a subtree without the parts that repeat and are not needed."""
    gone: set[int] = set()
    for node in graph.subtree(root):
        if node == root or node in gone or graph[node].dep_ not in _OPTIONAL:
            continue
        if graph[node].dep_ == "npadvmod" and graph[graph.head(node) or 0].pos_ == "ADV":
            continue  # "a week ago"
        if graph[node].lower_ == "of":
            continue
        new, old = graph.news(node)
        if old and not new:
            gone.update(graph.subtree(node))
    return [t for t in graph.subtree(root) if t not in gone]


def trim(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Take the punctuation off both ends and what is left of it where a part was left out."""
    tokens = [t for t in tokens if not graph[t].is_space]
    kept: list[int] = []
    for t in tokens:
        stray = graph.is_mark(t) and kept and graph.is_mark(kept[-1]) and kept[-1] != t - 1
        if not stray:
            kept.append(t)
    while kept and graph.is_mark(kept[0]) and not _opens(graph, kept):
        kept.pop(0)
    closing = PAIRS.get(graph[kept[0]].text) if kept else None
    while kept and graph.is_mark(kept[-1]) and graph[kept[-1]].text != closing:
        if graph[kept[-1]].is_quote and unclosed(graph[t].text for t in kept) == []:
            break
        kept.pop()
    return kept


def _opens(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether a mark opens something that tokens close: a bracket, a quotation."""
    if graph[tokens[0]].is_quote:
        return unclosed(graph[t].text for t in tokens) == []
    return graph[tokens[0]].text in PAIRS


def is_balanced(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether tokens hold both of each pair of quotes and brackets, and no gap of words."""
    missing = set(range(tokens[0], tokens[-1])) - set(tokens) if tokens else set()
    inside = all(graph.head(t) in {*tokens, *missing} or graph.is_mark(t) for t in missing)
    return unclosed(graph[t].text for t in tokens) == [] and inside
