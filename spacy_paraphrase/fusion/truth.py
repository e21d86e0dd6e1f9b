"""Words that change whether what is said is said to be so."""

from __future__ import annotations

from ..lexicon.negations import NEGATIONS
from .graph import PairGraph
from .wordlists import words

_MODAL = words("may might can could would should will shall must ought")
# Adverbs and adjectives without which the sentence says something else.
_OTHERWISE = words(
    "nearly almost allegedly reportedly apparently possibly perhaps maybe probably likely "
    "barely unlikely supposedly seemingly potentially presumably virtually practically "
    "only alleged former fake would-be so-called possible potential suspected attempted "
    "planned proposed failed false supposed ex purported few little impossible doubtful "
    "least most more less fewer under over about around roughly approximately"
)
# Those that say the same.
_ALIKE = dict.fromkeys(words("around roughly approximately"), "about")
_ALIKE |= dict.fromkeys(words("nearly virtually practically"), "almost")
_CONDITIONS = frozenset(["if", "unless", "whether", "lest"])


def markers(graph: PairGraph, node: int) -> frozenset[str]:
    """Return what makes a node negated, conditional or less than certain, as lemmas."""
    found = set()
    for child in graph.children[node]:
        word, lemma = graph[child].lower_, graph.lemma(child)
        if graph[child].dep_ == "neg" or word in NEGATIONS:
            found.add("not")
        elif word == "few" and is_several(graph, child):
            continue
        elif word in _OTHERWISE or (graph[child].tag_ == "MD" and word in _MODAL):
            found.add(_ALIKE.get(lemma, lemma))
        elif graph[child].dep_ == "advcl" and _is_condition(graph, child):
            found.add("if")
    if graph[node].lower_ in NEGATIONS:
        found.add("not")
    return frozenset(found)


def is_several(graph: PairGraph, few: int) -> bool:
    """Tell whether a "few" is "a few", which says that there are some."""
    head = graph.head(few)
    return head is not None and any(graph[c].lower_ == "a" for c in graph.children[head])


def is_marker(graph: PairGraph, token: int) -> bool:
    """Tell whether a sentence says something else without a word."""
    word = graph[token].lower_
    return graph[token].dep_ == "neg" or word in NEGATIONS | _OTHERWISE | _MODAL


def differs(graph: PairGraph, node: int) -> str:
    """Return how a linked node and its twin differ: "negation", "modality" or ""."""
    own, other = markers(graph, node), markers(graph, graph.twin[node])
    if ("not" in own) != ("not" in other):
        return "negation"
    return "modality" if own != other else ""


def _is_condition(graph: PairGraph, clause: int) -> bool:
    return any(graph[c].lower_ in _CONDITIONS for c in graph.dependents(clause, "mark"))
