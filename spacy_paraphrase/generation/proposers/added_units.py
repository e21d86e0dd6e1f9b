"""Units: the parts of one sentence that a union can insert into the other.

A unit is a subtree with new content, several adjacent dependents, or a clause reduced to a form
that can depend on a noun: a relative clause, a participle, an apposition (Marsi and Krahmer 2005,
section 5; Barzilay and McKeown 2005 for the reductions). `places` decides where a unit goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...analysis.sentence import Sentence
from ...lexicon.index import LexicalIndex
from ..draft import PAIRS, unclosed
from ..graph import PairGraph

LONGEST = 24


class Unit(NamedTuple):
    """Some words of one sentence that may be inserted into the other.

    Attributes:
        root: The word that heads them, by its index in the Doc.
        tokens: The words, in order.
        role: Their new dependency label.
        above: Their head in their own sentence; None if they contain the root.
        lead: Words added before them.
        form: How they are reworded: "" for an unchanged subtree.
    """

    root: int
    tokens: tuple[int, ...]
    role: str
    above: int | None
    lead: tuple[str, ...] = ()
    form: str = ""


def units(graph: PairGraph, side: Sentence) -> list[Unit]:
    """Return the units of a side with new content, in order."""
    found: dict[tuple[object, ...], Unit] = {}
    for unit in _proposed(graph, side):
        new = any(_tells(graph, t) for t in unit.tokens)
        if new and len(unit.tokens) <= LONGEST and _is_whole(graph, unit):
            found.setdefault((unit.tokens, unit.lead), unit)
    return sorted(found.values(), key=lambda unit: (unit.tokens[0], len(unit.tokens), unit.lead))


def _proposed(graph: PairGraph, side: Sentence) -> Iterator[Unit]:
    """Yield units of a side, below the words that say, or have below them, something new."""
    new = [t for t in range(side.start, side.end) if _tells(graph, t)]
    nodes: set[int] = set()
    for t in new:
        nodes.update((t, *graph.above(t)))
    for node in sorted(nodes):
        head = graph.head(node)
        if head is None:
            yield from _attribution(graph, node)
        elif graph.may_be_inserted(node):
            yield from _subtrees(graph, node, head)
        else:
            yield from _first_of_list(graph, node)
        if head is None or graph.may_be_reduced(node):
            yield from _reduced(graph, node)
        yield from _runs(graph, node)


def _subtrees(graph: PairGraph, node: int, head: int) -> Iterator[Unit]:
    """Yield a subtree whole, and without the parts that repeat what the other side says."""
    whole = graph.subtree(node)
    short = unsaid(graph, node)
    for tokens in [whole, short] if len(short) < len(whole) else [whole]:
        trimmed = trim(graph, tokens)
        if graph.is_conjunct(node):  # its head brings along and says the other conjuncts
            trimmed = trim(graph, graph.without_conjuncts(node, trimmed))
        if node in trimmed:
            yield Unit(node, tuple(trimmed), graph.function(node), head)


def _first_of_list(graph: PairGraph, node: int) -> Iterator[Unit]:
    """Yield the first of several conjuncts, one of which the other side has, as one beside that."""
    known = next((c for c in graph.conjuncts(node) if c in graph.aligned), None)
    if known is not None and graph.is_new(node):
        tokens = trim(graph, graph.without_conjuncts(node, graph.subtree(node)))
        yield Unit(node, tuple(tokens), "conj", known)


def _runs(graph: PairGraph, node: int) -> Iterator[Unit]:
    """Yield the modifiers before a noun that stand side by side, two or more of them."""
    if not graph.is_nominal(node):
        return
    before = [c for c in graph.premodifiers(node) if c < node]
    for start in range(len(before)):
        for end in range(start + 2, len(before) + 1):
            tokens = sorted(t for c in before[start:end] for t in graph.subtree(c))
            if tokens == list(range(tokens[0], tokens[-1] + 1)):
                root = before[end - 1]
                yield Unit(root, tuple(tokens), graph.function(root), node, form="run")


def _attribution(graph: PairGraph, verb: int) -> Iterator[Unit]:
    """Yield who says it, and when, without what is said: "police said on Monday"."""
    said = graph.reported_clauses(verb)
    if graph.subject(verb) is None or not said or not graph.reports(verb):
        return
    gone = {t for clause in said for t in graph.subtree(clause)} | graph.openers(verb)
    tokens = trim(graph, [t for t in graph.subtree(verb) if t not in gone])
    if verb in tokens and tokens == list(range(tokens[0], tokens[-1] + 1)):
        yield Unit(verb, tuple(tokens), "parataxis", said[0], (), "attribution")


def _reduced(graph: PairGraph, verb: int) -> Iterator[Unit]:
    """Yield a clause reduced to what can be said of its subject, which the other side names too."""
    subject = graph.subject(verb)
    if not graph.is_verbal(verb) or subject is None or subject > verb:
        return
    if not (graph.is_nominal(subject) or graph.is_pronoun(subject)):
        return
    own = set(graph.subtree(subject))
    said = set(graph.subtree(verb)).difference(unsaid(graph, verb))
    for gone in (own, own | said) if said else (own,):
        predicate = _predicate(graph, verb, subject, gone)
        if verb in predicate:
            yield from _predicates(graph, verb, subject, predicate)


def _predicate(graph: PairGraph, verb: int, subject: int, gone: set[int]) -> tuple[int, ...]:
    """Return a clause from behind its subject on; nothing if words before it would be lost."""
    rest = [t for t in graph.subtree(verb) if t not in gone]
    before = [t for t in rest if t < subject and not graph.is_punct(t)]
    if not all(graph.is_opener(t) for t in before):
        return ()
    return tuple(trim(graph, [t for t in rest if t > subject]))


def _predicates(
    graph: PairGraph, verb: int, subject: int, tokens: tuple[int, ...]
) -> Iterator[Unit]:
    """Yield a predicate as relative clause, conjunct, participle and apposition."""
    lang = graph.lang
    pronoun = _relative_pronoun(graph, subject)
    if pronoun:
        yield Unit(verb, tokens, "relcl", subject, (pronoun,), "relative")
    if lang.written:
        yield Unit(verb, tokens, "conj", subject, (lang.written["coordinator"],), "predicate")
    auxiliaries = [c for c in graph.auxiliaries(verb) if c < verb]
    if graph.is_participle(verb) and list(map(graph.is_copula, auxiliaries)) == [True]:
        rest = tuple(t for t in tokens if t not in auxiliaries)
        yield Unit(verb, rest, "acl", subject, (), "participle")
    if graph.is_copula(verb) and not auxiliaries:
        inner = tuple(t for t in tokens if t > verb)
        for noun in graph.attributes(verb):
            if noun in inner:
                yield Unit(noun, inner, "appos", subject, (), "apposition")


def _relative_pronoun(graph: PairGraph, subject: int) -> str:
    """Return the relative pronoun for a person, or for anything else."""
    person = (
        graph.is_person(subject)
        or graph.words[subject] in graph.lang.human_pronouns
        or _is_kind_of_person(graph, subject)
    )
    return graph.lang.written.get("relative_person" if person else "relative_thing", "")


def _is_kind_of_person(graph: PairGraph, noun: int) -> bool:
    index, lemma = graph.lexicon, graph.lang.person_noun
    if index is None or not lemma or not graph.is_noun(noun):
        return False
    return _is_kind(index, graph.lemmas[noun], lemma)


@lru_cache(maxsize=1 << 12)
def _is_kind(index: LexicalIndex, noun: str, general: str) -> bool:
    """Return whether a noun is a kind of another, by the first senses of both."""
    wanted = index.synsets(general, "NOUN", 1)
    found = index.synsets(noun, "NOUN", 1)
    return any(above in wanted for s in found for above, _ in index.hypernym_steps(s))


def _tells(graph: PairGraph, token: int) -> bool:
    """Return whether only one side has a word, and it is a content word or an adverb: "here"."""
    adverb = not graph.is_content(token) and graph.is_adverb(token)
    return graph.is_new(token) or (adverb and token not in graph.linked)


def _is_whole(graph: PairGraph, unit: Unit) -> bool:
    """Return whether a unit has complete pairs of marks, no gap of words and no part of a word."""
    tokens = unit.tokens
    within = range(tokens[0], tokens[-1] + 1)
    missing = set(within).difference(tokens)
    if not all(graph.head(t) in within or graph.is_punct(t) for t in missing):
        return False
    parts = {part for t in tokens for part in graph.lexical_unit(t)}
    return parts.issubset(tokens) and unclosed(graph.texts[t] for t in tokens) == []


def unsaid(graph: PairGraph, root: int) -> list[int]:
    """Return the tokens of a subtree without repeated parts that it does not need."""
    gone: set[int] = set()
    for node in graph.subtree(root):
        if node == root or node in gone or not graph.is_movable(node):
            continue
        if graph.words[node] in graph.lang.genitive_prepositions:
            continue
        new, old = graph.new_and_said(node)
        if old and not new:
            gone.update(graph.subtree(node))
    return [t for t in graph.subtree(root) if t not in gone]


def trim(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Remove punctuation at both ends, and around parts that were left out."""
    trimmed: list[int] = []
    for t in tokens:
        if not (graph.is_space(t) or _is_stray(graph, t, trimmed)):
            trimmed.append(t)
    while trimmed and graph.is_punct(trimmed[0]) and not _opens(graph, trimmed):
        trimmed.pop(0)
    while trimmed and graph.is_punct(trimmed[-1]) and not _closes(graph, trimmed):
        trimmed.pop()
    return trimmed


def _is_stray(graph: PairGraph, mark: int, before: list[int]) -> bool:
    """Return whether a mark comes to stand beside another one since a part is left out."""
    if not before or before[-1] == mark - 1:
        return False
    return graph.is_punct(mark) and graph.is_punct(before[-1])


def _opens(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether a mark opens something that tokens close: a bracket, a quotation."""
    if graph[tokens[0]].is_quote:
        return unclosed(graph.texts[t] for t in tokens) == []
    return graph.texts[tokens[0]] in PAIRS


def _closes(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether a mark closes what tokens open."""
    if graph.texts[tokens[-1]] == PAIRS.get(graph.texts[tokens[0]]):
        return True
    return graph[tokens[-1]].is_quote and unclosed(graph.texts[t] for t in tokens) == []
