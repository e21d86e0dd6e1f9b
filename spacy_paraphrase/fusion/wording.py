"""Other wordings: of single words, and the sentences restate, specify and generalize.

Marsi and Krahmer 2005, section 5.2, for a labelled alignment A between D and D', and once more with
the sides exchanged:

    RESTATE(A):    each (v, restates, v'):    STR(v) gets the alternative STR(v')
    SPECIFY(A):    each (v, generalizes, v'): STR(v) gets the alternative STR(v')
    GENERALIZE(A): each (v, specifies, v'):   STR(v) gets the alternative STR(v')
                   each edge (v, l, w) with l a modifier and w unaligned: STR(w) may be left out

Their evaluation found that word order, agreement and subcategorisation went wrong. So a phrase is
replaced only by one of its class in a similar role, and a verb only as a word, in its own form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from spacy.tokens import Span

from ..alignment import read_links
from ..lang import language_data
from ..lexicon.inflection import inflect
from ..results import invert_relation
from .draft import Draft, draft_of, heads_of, is_whole, words_of
from .graph import MEASURES, OBJECTS, SUBJECTS, PairGraph, is_marker
from .realisation import finish
from .wordlists import words

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
        text = inflect(other.lemma_, own.tag_, language_data(own.lang_))
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


# Restate, specify, generalize: a sentence with wordings of the other one.

RELATION_OF = {"restate": "restates", "specify": "generalizes", "generalize": "specifies"}
MODIFIERS = words("amod advmod advcl acl relcl appos nmod nummod npadvmod prep compound obl")
# With n alternatives there are 2 to the n variants.
MOST_ALTERNATIVES = 8
Alternative = Callable[[Draft], Draft | None]


def variants(graph: PairGraph, kind: str) -> Iterator[tuple[Draft, float]]:
    """Yield every sentence that a kind allows, either side as the frame, with a share.

    Sentences that read as one of the inputs, or as one before, are left out.

    Args:
        graph: The pair.
        kind: "restate", "specify" or "generalize".

    Yields:
        A draft, and the share of the alternatives that it takes.
    """
    seen = {tuple(t.lower_ for t in side) for side in (graph.source, graph.target)}
    for base in (graph.source, graph.target):
        options = list(_alternatives(graph, base, kind))[:MOST_ALTERNATIVES]
        for taken in range(2 ** len(options) - 1, 0, -1):
            draft: Draft | None = draft_of(graph, base)
            chosen = [option for k, option in enumerate(options) if taken >> k & 1]
            for option in chosen:
                draft = option(draft) if draft is not None else None
            if draft is None or not is_whole(graph, draft):
                continue
            draft = finish(graph, draft)
            reading = tuple(word.text.lower() for word in draft.words)
            if reading not in seen:
                seen.add(reading)
                yield draft, len(chosen) / len(options)


def _alternatives(graph: PairGraph, base: Span, kind: str) -> Iterator[Alternative]:
    relation, found = RELATION_OF[kind], set()
    for link in read_links(graph.doc, "phrases"):
        own, other = link.source.start, link.target.start
        if base.start == graph.target.start:
            own, other = other, own
            seen_from_base = invert_relation(link.relation)
        else:
            seen_from_base = link.relation
        if seen_from_base == relation and _fits(graph, own, other):
            found.add(own)
            yield partial(_replaced, graph, own, other)
    for token in base:
        if token.i in found or graph.relation.get(token.i) != relation:
            continue
        if graph.is_content(token.i) and token.i in graph.twin:
            yield partial(_reworded, graph, token.i)
    if kind == "generalize":
        for token in base:
            if token.i not in graph.linked and _is_modifier(graph, token.i):
                yield partial(leave_out, graph, token.i)


def _is_modifier(graph: PairGraph, token: int) -> bool:
    """Tell whether a phrase can do without a dependent: no measure without its number."""
    own, head = graph[token], graph.head(token)
    if head is None or own.dep_ not in MODIFIERS or is_marker(graph, token):
        return False
    hyphened = "-" in (
        graph[max(token - 1, 0)].text,
        graph[min(token + 1, len(graph.doc) - 1)].text,
    )
    measured = graph[head].ent_type_ in MEASURES and own.dep_ in ("nummod", "compound")
    return not (hyphened or measured or own.lower_ == "of")


def _fits(graph: PairGraph, own: int, other: int) -> bool:
    """Tell whether one phrase can stand where the other does."""
    nominal = {graph[own].pos_, graph[other].pos_} <= {"NOUN", "PROPN"}
    if graph.head(own) is None or not (nominal or graph[own].pos_ == graph[other].pos_ == "ADP"):
        return False
    if len(graph.subtree(own)) == len(graph.subtree(other)) == 1:
        return False  # a word, to be put in the right form
    roles = [
        next((k for k, role in enumerate((SUBJECTS, OBJECTS)) if graph[t].dep_ in role), 2)
        for t in (own, other)
    ]
    return nominal or roles[0] == roles[1]


def _replaced(graph: PairGraph, own: int, other: int, draft: Draft) -> Draft | None:
    if own not in draft:
        return None
    tokens = [t for t in graph.subtree(other) if not graph[t].is_space]
    while graph.is_mark(tokens[-1]):
        tokens.pop()
    return swap_phrase(graph, draft, own, other, tokens)


def _reworded(graph: PairGraph, token: int, draft: Draft) -> Draft | None:
    return swap_word(graph, draft, token)


def leave_out(graph: PairGraph, node: int, draft: Draft) -> Draft | None:
    """Return a draft without a subtree and the marks that set it off."""
    if node not in draft:
        return None
    first, last = draft.extent(node)
    words = draft.words
    left = words[first - 1].text if first else ""
    right = words[last + 1].text if last + 1 < len(words) else ""
    if (left == "(" and right == ")") or left == right == ",":
        first, last = first - 1, last + 1
    elif left == "," and right in ("", ".", "!", "?"):
        first -= 1
    elif right == "," and left == "":
        last += 1
    gone = {word.token for word in words[first : last + 1]}
    heads = {t: h for t, h in draft.heads.items() if t not in gone}
    return Draft((*words[:first], *words[last + 1 :]), heads, draft.attached)
