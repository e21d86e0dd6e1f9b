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

from ..alignment import read_links
from ..lexicon.inflection import inflect
from ..lexicon.relations import relation
from ..results import invert_relation
from ..sentence import Sentence
from .draft import Draft, draft_of, heads_of, is_well_formed, words_of
from .graph import PairGraph, is_operator
from .realisation import restore_agreement, sounds_vowel

# Letters that words of one family begin with at least.
_STEM = 4


def swap_word(graph: PairGraph, draft: Draft, token: int) -> Draft | None:
    """Put the counterpart of a word in its place, in the same form; None if it has no such form.

    Example: "reduces" and its counterpart "diminish" give "diminishes".
    """
    aligned = graph.aligned.get(token)
    if aligned is None or token not in draft or graph.lexical_unit(token) != [token]:
        return None
    if graph.lemmas[token][:_STEM] == graph.lemmas[aligned][:_STEM]:
        return draft  # "science", "scientist": no other wording but another word
    own, other = graph[token], graph[aligned]
    tags = {graph.tags[token], graph.tags[aligned]}
    if len(tags) == 1:
        text = other.text
    elif any(tags <= family for family in graph.lang.tag_families):
        text = inflect(other.lemma_, own.tag_, graph.lang)
    else:
        return None
    if other.is_sent_start and not (own.is_sent_start or other.ent_type_):
        text = text[:1].lower() + text[1:]
    return with_text(graph, draft, token, text)


def with_text(graph: PairGraph, draft: Draft, token: int, text: str) -> Draft:
    """Return a draft with another text for a token, and the indefinite article that fits it."""
    position, written = draft.positions[token], graph.lang.written
    words = list(draft.words)
    words[position] = replace(words[position], text=text)
    article = words[position - 1] if position else None
    if article is not None and article.text.lower() in graph.lang.indefinite_articles:
        vowel = sounds_vowel(text, graph.lang)
        form = written["indefinite_vowel" if vowel else "indefinite"]
        form = form.capitalize() if article.text[0].isupper() else form
        words[position - 1] = replace(article, text=form)
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
        if verb is None or graph.head(verb) is not None or verb not in graph.aligned:
            continue
        if graph.deps[token] not in graph.lang.subject_labels:
            continue
        named = graph.subject(graph.aligned[verb])
        if named is None or not _may_stand_for(graph, token, named):
            continue
        tokens = graph.subtree(named)
        if tokens == list(range(tokens[0], tokens[-1] + 1)):
            draft = swap_phrase(graph, draft, token, named, tokens)
    return draft


def _may_stand_for(graph: PairGraph, pronoun: int, noun: int) -> bool:
    """Return whether a pronoun can stand for a noun that its own sentence does not have."""
    return noun not in graph.linked and stands_for(graph, pronoun, noun)


def stands_for(graph: PairGraph, pronoun: int, noun: int) -> bool:
    """Return whether a word is a personal pronoun that can stand for a noun, by its number."""
    lang, word, verb = graph.lang, graph.words[pronoun], graph.head(pronoun)
    if word not in lang.personal_pronouns or not graph.is_nominal(noun):
        return False
    if word in lang.expletive_pronouns and verb is not None and graph.lemmas[verb] in lang.copulas:
        return False  # "it is likely that": it stands for nothing
    joined = bool(graph.dependents(noun, "conj"))
    plural = joined or graph.tags[noun] in lang.plural_noun_tags
    if plural == (word in lang.singular_pronouns):
        return False
    entity = graph.entities[noun]
    human = entity in lang.person_entities if entity else is_living(graph, noun)
    return human or word not in lang.human_pronouns


def is_living(graph: PairGraph, noun: int) -> bool:
    """Return whether a noun is a kind of the living, as far as that is known; so is any name."""
    if graph.lexicon is None or graph.pos[noun] == "PROPN":
        return True
    kinds = graph.lang.living_kinds
    found = [relation(graph.lexicon, graph.lemmas[noun], "NOUN", k, "NOUN") for k in kinds]
    return "hyponym-of" in found or graph.lemmas[noun] in kinds


def specific_words(graph: PairGraph, draft: Draft) -> Draft:
    """Put the more specific word of each pair of nouns in the place of the general one."""
    for token in list(draft.positions):
        plain = graph.pos[token] == "NOUN" and graph.relation.get(token) == "generalizes"
        if (
            plain
            and _in_one_place(graph, token)
            and _takes_article(graph, token)
            and graph.tags[token] == graph.tags[graph.linked[token]]
        ):
            draft = swap_word(graph, draft, token) or draft
    return draft


def _in_one_place(graph: PairGraph, noun: int) -> bool:
    """Return whether a noun and its partner hang on one word, with prepositions between or without.

    Else they may be two things: "in support of university workers", "strike supporters".
    """
    heads = []
    for token in (noun, graph.linked[noun]):
        head = graph.head(token)
        while head is not None and graph.deps[head] in graph.lang.adposition_labels:
            head = graph.head(head)
        heads.append(head)
    return None in heads or graph.linked.get(heads[0] or 0) == heads[1]


def _takes_article(graph: PairGraph, noun: int) -> bool:
    """Return whether the counterpart of a noun can stand behind its "a".

    Mass nouns cannot: "a law", but no "a legislation".
    """
    determiners = {graph.words[c] for c in graph.dependents(noun, "det")}
    if determiners.isdisjoint(graph.lang.indefinite_articles):
        return True
    return bool(graph.dependents(graph.linked[noun], "det", "poss", "nummod"))


def reworded(graph: PairGraph, draft: Draft) -> set[int]:
    """Return the tokens of the other sentence that a draft has in the place of its own words."""
    words = [word for word in draft.words if word.token in graph.aligned]
    return {graph.aligned[w.token] for w in words if w.token and w.text != graph.texts[w.token]}


# -- Restate, specify, generalize: a sentence with wordings of the other one ---------------------

RELATION_OF = {"restate": "restates", "specify": "generalizes", "generalize": "specifies"}
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
    seen = {tuple(side.words) for side in graph.sides}
    for base in graph.sides:
        options = list(_alternatives(graph, base, kind))[:MOST_ALTERNATIVES]
        for taken in range(2 ** len(options) - 1, 0, -1):
            draft: Draft | None = draft_of(graph, base)
            chosen = [option for k, option in enumerate(options) if taken >> k & 1]
            for option in chosen:
                draft = option(draft) if draft is not None else None
            if draft is None or not is_well_formed(graph, draft):
                continue
            draft = restore_agreement(graph, draft)
            reading = tuple(word.text.lower() for word in draft.words)
            if reading not in seen:
                seen.add(reading)
                yield draft, len(chosen) / len(options)


def _alternatives(graph: PairGraph, base: Sentence, kind: str) -> Iterator[Alternative]:
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
    for token in range(base.start, base.end):
        if token in found or graph.relation.get(token) != relation:
            continue
        if graph.is_content(token) and token in graph.aligned:
            yield partial(_reworded, graph, token)
    if kind == "generalize":
        for token in range(base.start, base.end):
            if token not in graph.linked and _is_modifier(graph, token):
                yield partial(leave_out, graph, token)


def _is_modifier(graph: PairGraph, token: int) -> bool:
    """Return whether a phrase can do without a dependent: no measure without its number."""
    head, label = graph.head(token), graph.deps[token]
    if head is None or label not in graph.lang.modifier_labels or is_operator(graph, token):
        return False
    hyphened = "-" in (
        graph.texts[max(token - 1, 0)],
        graph.texts[min(token + 1, len(graph.doc) - 1)],
    )
    measured = graph.entities[head] in graph.lang.measure_entities and label in (
        "nummod",
        "compound",
    )
    genitive = graph.words[token] in graph.lang.genitive_prepositions
    return not (hyphened or measured or genitive)


def _fits(graph: PairGraph, own: int, other: int) -> bool:
    """Return whether one phrase can stand where the other does."""
    nominal = graph.is_nominal(own) and graph.is_nominal(other)
    if graph.head(own) is None or not (nominal or graph.pos[own] == graph.pos[other] == "ADP"):
        return False
    if len(graph.subtree(own)) == len(graph.subtree(other)) == 1:
        return False  # a word, to be put in the right form
    roles = [
        next(
            (
                k
                for k, role in enumerate((graph.lang.subject_labels, graph.lang.object_labels))
                if graph.deps[t] in role
            ),
            2,
        )
        for t in (own, other)
    ]
    return nominal or roles[0] == roles[1]


def _replaced(graph: PairGraph, own: int, other: int, draft: Draft) -> Draft | None:
    if own not in draft:
        return None
    tokens = [t for t in graph.subtree(other) if not graph[t].is_space]
    while graph.is_punct(tokens[-1]):
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
