"""Other wordings: of single words, and the sentences restate, specify and generalize.

Marsi and Krahmer 2005, section 5.2, for a labelled alignment A between D and D', and once more with
the sides exchanged:

    RESTATE(A):    each (v, restates, v'):    STR(v) gets the alternative STR(v')
    SPECIFY(A):    each (v, generalizes, v'): STR(v) gets the alternative STR(v')
    GENERALIZE(A): each (v, specifies, v'):   STR(v) gets the alternative STR(v')
                   each edge (v, l, w) with l a modifier and w unaligned: STR(w) may be left out

Their evaluation found that word order, agreement and subcategorisation went wrong. So a phrase is
replaced only by one in its role at a linked word that says nothing which stands elsewhere, a verb
only as a word, in its own form, by one with the same complements; and nothing is left out where
less is more: below a negation, beside a superlative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from ..alignment import read_links
from ..analysis.sentence import Sentence
from ..lang import LanguageData
from ..lexicon.inflection import inflect
from ..lexicon.names import without_clitic
from ..lexicon.relations import relation
from ..results import invert_relation
from .draft import COMMA, Draft, draft_of, heads_of, is_well_formed, words_of
from .graph import NEGATED, PairGraph, has_other_particle, is_governed, is_operator, operators
from .realisation import restore_agreement, sounds_vowel

DASHES = frozenset({"-", "--", "–", "—", "_"})
# Letters that words of one family begin with at least.
_STEM = 4


def swap_word(graph: PairGraph, draft: Draft, token: int) -> Draft | None:
    """Put the counterpart of a word in its place, in the same form; None if it has no such form.

    Example: "reduces" and its counterpart "diminish" give "diminishes".
    """
    aligned = graph.aligned.get(token)
    if aligned is None or token not in draft:
        return None
    if graph.lexical_unit(token) != [token]:
        return None
    if graph.is_verbal(token) and graph.lexical_unit(aligned) != [aligned]:
        return None  # "downplayed", "played down"
    if graph.lemmas[token][:_STEM] == graph.lemmas[aligned][:_STEM]:
        return draft  # "science", "scientist": no other wording but another word
    own, other = graph[token], graph[aligned]
    tags = {graph.tags[token], graph.tags[aligned]}
    if len(tags) == 1:
        stem = without_clitic(own.text, graph.lang)
        text = without_clitic(other.text, graph.lang) + own.text[len(stem) :]
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
    words[position] = words[position]._replace(text=text)
    article = words[position - 1] if position else None
    if article is not None and article.text.lower() in graph.lang.indefinite_articles:
        vowel = sounds_vowel(text, graph.lang)
        form = written["indefinite_vowel" if vowel else "indefinite"]
        form = form.capitalize() if article.text[0].isupper() else form
        words[position - 1] = article._replace(text=form)
    return Draft(tuple(words), draft.heads, draft.attached)


def is_set_off(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether words end with a phrase that a comma among them opens, and none closes."""
    commas = [k for k, t in enumerate(tokens) if graph.texts[t] == ","]
    if not commas:
        return False
    inside = tokens[commas[-1] + 1 :]
    tops = [t for t in inside if graph.head(t) not in inside]
    return len(tops) == 1 and graph.deps[tops[0]] in graph.lang.noun_clause_labels


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
    following = kept[first].text if first < len(kept) else "."
    if is_set_off(graph, tokens) and following[:1].isalnum():
        words = (*words, COMMA)
    return Draft((*kept[:first], *words, *kept[first:]), heads, (*draft.attached, new))


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
        if not base.start <= own < base.end:
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
        if graph.is_content(token) and _may_be_reworded(graph, token):
            yield partial(_reworded, graph, token)
    if kind == "generalize":
        for token in range(base.start, base.end):
            if _may_go(graph, token):
                yield partial(leave_out, graph, token)


# -- What may be left out and what may be replaced without the sentence becoming wrong ------------


def is_reversed(graph: PairGraph, node: int) -> bool:
    """Return whether a node says more if something is left out: "not … well", "all red cars".

    So do the complements of such a node.
    """
    if NEGATED in operators(graph, node):
        return True
    sweeping = graph.dependents(node, "det", "predet")
    if any(graph.words[c] in graph.lang.sweeping_determiners for c in sweeping):
        return True
    head = graph.head(node)
    within = head is not None and graph.deps[node] in _within(graph.lang)
    return within and head is not None and is_reversed(graph, head)


@lru_cache(maxsize=8)
def _within(lang: LanguageData) -> frozenset[str]:
    """Return the labels of complements."""
    labels = lang.object_labels | lang.complement_labels | lang.adposition_labels
    return labels | lang.participle_labels  # "no sign that he used it"


def _is_select(graph: PairGraph, noun: int) -> bool:
    """Return whether a noun is picked out of its kind: "the oldest", "the first", "only two"."""
    lang = graph.lang
    below = [t for t in graph.subtree(noun) if t < noun]
    superlative = {tag for tag, word in lang.degree_words.items() if word in lang.quantifiers}
    picking = lang.restrictive_adverbs | lang.first_adjectives | lang.ordinals.keys()
    return any(graph.tags[t] in superlative or graph.words[t] in picking for t in below)


def _may_go(graph: PairGraph, node: int) -> bool:
    """Return whether a sentence stays true and whole without a modifier that one side alone has.

    Nothing is left out below a negation or of what is picked out of its kind, no measure without
    its number, no complement, no part of a name, and nothing that turns truth.
    """
    lang, head, label = graph.lang, graph.head(node), graph.deps[node]
    if head is None or label not in lang.modifier_labels or node in graph.linked:
        return False
    own = graph.subtree(node)
    if any(graph.is_said(t) for t in own if graph.is_content(t)):
        return False
    if is_operator(graph, node) or graph.tags[node] in lang.wh_tags:
        return False
    if is_reversed(graph, head) or _is_select(graph, head) or operators(graph, head):
        return False
    beside = (max(own[0] - 1, 0), min(own[-1] + 1, len(graph.doc) - 1))
    if any(graph.texts[t] == "-" or graph[t].is_quote for t in (*beside, *own)):
        return False
    if graph.is_verbal(head):
        return _can_do_without(graph, head, node)
    return graph.is_nominal(head) and _can_be_bare(graph, head, node)


def _can_do_without(graph: PairGraph, verb: int, node: int) -> bool:
    """Return whether a dependent of a verb is an adjunct."""
    lang = graph.lang
    if is_governed(graph, verb, node) or graph.deps[verb] in lang.clause_labels:
        return False
    if node == verb + 1 and not (graph.is_content(node) or graph.children[node]):
        return False  # "fired back"
    weak = lang.incomplete_verbs | lang.placing_verbs | lang.empty_verbs
    if graph.lemmas[verb] in weak and node > verb:
        return any(
            c != node and graph.deps[c] in lang.object_labels | lang.complement_labels
            for c in graph.children[verb]
        )
    return graph.deps[node] != "advcl" or not graph.dependents(node, "mark")


def _can_be_bare(graph: PairGraph, noun: int, node: int) -> bool:
    """Return whether a noun says what it says without a modifier."""
    lang, label = graph.lang, graph.deps[node]
    weak = lang.part_nouns | lang.light_nouns | lang.partitives.keys()
    if graph.lemmas[noun] in weak or graph.words[noun] in weak:
        return False
    if graph.head(noun) is None or (graph.deps[noun] == "conj" and node < noun):
        return False  # a sentence without a verb; "dark hair and brown skin"
    named = any(c == noun + 1 or graph.pos[c] == "PROPN" for c in graph.dependents(noun, "appos"))
    if label == "advmod" or named or graph.deps[noun] in lang.compound_labels:
        return False  # "especially the schools"; "chief financial officer Jake Brace"
    articles = graph.dependents(noun, "det", "poss")
    if label == "nummod" and graph.tags[noun] == "NN" and not articles:
        return False  # "one child"
    if label in lang.compound_labels | {"nummod"} or node < noun:
        named = graph.pos[noun] == "PROPN" or graph.entities[noun] in lang.measure_entities
        return not named and len(graph.lexical_unit(noun)) == 1
    return graph.words[node] not in lang.genitive_prepositions


def _fits(graph: PairGraph, own: int, other: int) -> bool:
    """Return whether one phrase can stand where the other does.

    Both stand in one role at words that are linked, and what one says stands nowhere else.
    """
    heads = graph.head(own), graph.head(other)
    if heads[0] is None or graph.linked.get(heads[0]) != heads[1]:
        return False
    nominal = graph.is_nominal(own) and graph.is_nominal(other)
    if not nominal or graph.deps[own] != graph.deps[other] or is_reversed(graph, own):
        return False
    phrases = set(graph.subtree(own)), set(graph.subtree(other))
    if len(phrases[0]) == len(phrases[1]) == 1:
        return False  # a word, to be put in the right form
    if graph.relation.get(own) in (None, "intersects"):
        return False
    if graph.deps[own] == "pobj" and graph.words[heads[0]] != graph.words[heads[1] or 0]:
        return False  # "in January", "on January 12"
    if not all(_is_plain(graph, phrase) for phrase in phrases):
        return False
    if graph.is_verbal(heads[0]) and not takes_alike(graph, heads[0]):
        return False
    return all(
        graph.linked.get(t, min(there)) in there
        for here, there in (phrases, phrases[::-1])
        for t in here
        if graph.is_content(t)
    )


def _is_plain(graph: PairGraph, phrase: set[int]) -> bool:
    """Return whether a noun phrase has nothing new in it that may belong to a clause around it."""
    lang = graph.lang
    labels = lang.coordination_labels | {"npadvmod", "advcl"}
    loose = [
        t for t in phrase if graph.deps[t] in labels or graph.entities[t] in lang.time_entities
    ]
    edges = (max(min(phrase) - 1, 0), min(max(phrase) + 1, len(graph.doc) - 1))
    return all(t in graph.linked for t in loose) and not any(
        graph.texts[t] in DASHES or graph[t].is_quote for t in (*phrase, *edges)
    )


def _may_be_reworded(graph: PairGraph, token: int) -> bool:
    """Return whether the counterpart of a word can stand in its place.

    A verb needs the same complements there; a noun its article, and its number.
    """
    aligned = graph.aligned.get(token)
    if aligned is None or is_reversed(graph, token) or graph.pos[token] != graph.pos[aligned]:
        return False
    if not (graph.texts[token].isalnum() and graph.texts[aligned].isalnum()):
        return False  # "%", "percent"
    if graph.is_verbal(token):
        return takes_alike(graph, token)
    if graph.is_nominal(token):
        same = graph.tags[token] == graph.tags[aligned]
        before = graph.dependents(aligned, *graph.lang.premodifier_labels)
        if any(t not in graph.linked for t in before):
            return False  # "spots", "hot spots"
        return same and _in_one_place(graph, token) and _takes_article(graph, token)
    head = graph.head(token)
    return head is not None and graph.linked.get(head) == graph.head(aligned)


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


def takes_alike(graph: PairGraph, verb: int) -> bool:
    """Return whether a verb has the same complements, particles and prepositions as its partner."""
    lang, aligned = graph.lang, graph.linked[verb]
    labels = lang.inner_object_labels | lang.complement_labels | lang.particle_labels
    own, other = (
        {graph.deps[c] for c in graph.dependents(t, *labels)}
        | {graph.words[c] for c in graph.dependents(t, "prep") if _is_governed(graph, t, c)}
        for t in (verb, aligned)
    )
    stances = lang.opinion_words | lang.intention_verbs | lang.denying_words | lang.stance_verbs
    found = [graph.lemmas[t] for t in (verb, aligned) if graph.lemmas[t] in stances]
    return own == other and len(found) != 1 and not has_other_particle(graph, verb, aligned)


def _is_governed(graph: PairGraph, verb: int, preposition: int) -> bool:
    """Return whether a verb needs a preposition, as far as that is seen: both sides say what of."""
    free = graph.words[preposition] in graph.lang.free_prepositions
    said = bool(graph.new_and_said(preposition)[1]) and preposition > verb
    return is_governed(graph, verb, preposition) or (said and not free)


def _replaced(graph: PairGraph, own: int, other: int, draft: Draft) -> Draft | None:
    if own not in draft:
        return None
    tokens = [t for t in graph.subtree(other) if not graph.is_space(t)]
    while graph.is_punct(tokens[-1]):
        tokens.pop()
    first, last = draft.extent(own)
    closed = draft.words[last].text == ","
    draft = swap_phrase(graph, draft, own, other, tokens)
    return draft.insert(first + len(tokens), (COMMA,), {}) if closed else draft


def _reworded(graph: PairGraph, token: int, draft: Draft) -> Draft | None:
    swapped = swap_word(graph, draft, token)
    if swapped is None:
        return None
    place = swapped.positions[token]
    texts = [word.text.lower() for word in swapped.words[max(place - 1, 0) : place + 2]]
    return swapped if len(set(texts)) == len(texts) else None  # "browser browser"


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
