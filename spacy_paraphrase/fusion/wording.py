"""The other sentence's wording in the place of a draft's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..lexicon.inflection import inflect
from .draft import Draft, heads_of, words_of
from .graph import SUBJECTS, PairGraph

_SINGULAR = frozenset({"he", "she", "it"})
_PERSONAL = _SINGULAR | {"they"}
# Tags of one family: a lemma can be put into the form of the other word.
_FAMILIES = (
    frozenset({"NN", "NNS"}),
    frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"}),
    frozenset({"JJ"}),
    frozenset({"RB"}),
)


def swap_word(graph: PairGraph, draft: Draft, token: int) -> Draft | None:
    """Put the twin of a word in its place, in the same form; None if it has no such form.

    Example: "reduces" and its twin "diminish" give "diminishes".
    """
    twin = graph.twin.get(token)
    if twin is None or token not in draft or graph.whole(token) != [token]:
        return None
    own, other = graph[token], graph[twin]
    if own.lemma_[:4].lower() == other.lemma_[:4].lower():
        return draft  # "science", "scientist": no other wording but another word
    if other.tag_ == own.tag_:
        text = other.text
    elif any({own.tag_, other.tag_} <= family for family in _FAMILIES):
        text = inflect(other.lemma_, own.tag_)
    else:
        return None
    if other.is_sent_start and not (own.is_sent_start or other.ent_type_):
        text = text[:1].lower() + text[1:]
    return _with_text(draft, token, text)


def _with_text(draft: Draft, token: int, text: str) -> Draft:
    position = draft.positions[token]
    words = list(draft.words)
    words[position] = replace(words[position], text=text)
    return Draft(tuple(words), draft.heads, draft.attached)


def swap_phrase(graph: PairGraph, draft: Draft, old: int, new: int, tokens: Iterable[int]) -> Draft:
    """Put tokens of the other sentence, headed by `new`, in the place of the phrase of `old`."""
    first, last = draft.extent(old)
    gone = {word.token for word in draft.words[first : last + 1]}
    kept = tuple(word for word in draft.words if word.token not in gone)
    tokens = list(tokens)
    heads = {t: h for t, h in draft.heads.items() if t not in gone} | heads_of(graph, tokens)
    heads.pop(new, None)
    if old in draft.heads:
        heads[new] = draft.heads[old]
    words = words_of(graph, tokens)
    return Draft((*kept[:first], *words, *kept[first:]), heads, (*draft.attached, new))


def name_subjects(graph: PairGraph, draft: Draft) -> Draft:
    """Put the other sentence's noun in the place of a pronoun that is the subject of a root."""
    for token in list(draft.positions):
        verb = graph.head(token)
        if graph[token].dep_ not in SUBJECTS or graph[token].lower_ not in _PERSONAL:
            continue
        if verb is None or graph.head(verb) is not None or verb not in graph.twin:
            continue
        if graph[token].lower_ == "it" and graph.lemma(verb) == "be":
            continue  # "it is likely that": it stands for nothing
        named = graph.subject(graph.twin[verb])
        if named is None or named in graph.linked or graph[named].pos_ not in ("NOUN", "PROPN"):
            continue
        plural = graph[named].tag_ in ("NNS", "NNPS") or bool(graph.dependents(named, "conj"))
        if plural == (graph[token].lower_ in _SINGULAR):
            continue
        if graph[token].lower_ in ("he", "she") and graph[named].ent_type_ not in ("", "PERSON"):
            continue
        tokens = graph.subtree(named)
        if tokens == list(range(tokens[0], tokens[-1] + 1)):
            draft = swap_phrase(graph, draft, token, named, tokens)
    return draft


def specific_words(graph: PairGraph, draft: Draft) -> Draft:
    """Put the more specific word of each pair of nouns in the place of the general one."""
    for token in list(draft.positions):
        plain = graph[token].pos_ == "NOUN" and graph.relation.get(token) == "generalizes"
        if (
            plain
            and _in_one_place(graph, token)
            and _takes_article(graph, token)
            and graph[token].tag_ == graph[graph.linked[token]].tag_
        ):
            draft = swap_word(graph, draft, token) or draft
    return draft


def _in_one_place(graph: PairGraph, noun: int) -> bool:
    """Tell whether a noun and its partner hang on one word, with prepositions between or without.

    Else they may be two things: "in support of university workers", "strike supporters".
    """
    heads = []
    for token in (noun, graph.linked[noun]):
        head = graph.head(token)
        while head is not None and graph[head].dep_ in ("prep", "agent"):
            head = graph.head(head)
        heads.append(head)
    return None in heads or graph.linked.get(heads[0] or 0) == heads[1]


def _takes_article(graph: PairGraph, noun: int) -> bool:
    """Tell whether the twin of a noun can stand behind its "a": "a law", but no "a legislation"."""
    articles = {"a", "an"} & {graph[c].lower_ for c in graph.dependents(noun, "det")}
    return not articles or bool(graph.dependents(graph.linked[noun], "det", "poss", "nummod"))


def reworded(graph: PairGraph, draft: Draft) -> set[int]:
    """Return the tokens of the other sentence that a draft has in the place of its own words."""
    words = [word for word in draft.words if word.token in graph.twin]
    return {graph.twin[w.token] for w in words if w.token and w.text != graph[w.token].text}
