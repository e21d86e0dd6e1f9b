"""Rewording: of single words, and the fusions restate, specify and generalize.

Marsi and Krahmer 2005, section 5.2, for a labelled alignment A between D and D', and once more with
the sides exchanged:

    RESTATE(A):    each (v, restates, v'):    STR(v) gets the alternative STR(v')
    SPECIFY(A):    each (v, generalizes, v'): STR(v) gets the alternative STR(v')
    GENERALIZE(A): each (v, specifies, v'):   STR(v) gets the alternative STR(v')
                   each edge (v, l, w) with l a modifier and w unaligned: STR(w) may be left out

Their evaluation found that word order, agreement and subcategorisation went wrong. So a phrase is
replaced only by one with the same role at a linked word; a verb only as a single word, in its own
form, by one with the same complements. What may be left out is decided as for a compression
(`fusion.deletion`). `sentence_fuser` has the rest judged: whether a sentence and its frame entail
each other as its kind says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from ...analysis.omission import Omissions
from ...analysis.sentence import Sentence
from ...lexicon.inflection import inflect
from ...lexicon.names import without_clitic
from ...lexicon.relations import relation
from ...pairs.alignment import read_links
from ...pairs.results import invert_relation
from ..deletion import SubtreeDeletion
from ..draft import COMMA, Draft, draft_of, is_well_formed, words_of
from ..graph import PairGraph
from ..realisation import restore_agreement, sounds_vowel

DASHES = frozenset({"-", "--", "–", "—", "_"})
# Letters that words of one family begin with at least.
_STEM = 4


def swap_word(graph: PairGraph, draft: Draft, token: int) -> Draft | None:
    """Replace a word by its counterpart in the same form; None if it has no such form.

    Example: "reduces" and its counterpart "diminish" give "diminishes".
    """
    aligned = graph.aligned.get(token)
    if aligned is None or token not in draft or graph.has_parts(token):
        return None
    if graph.is_verbal(token) and graph.has_parts(aligned):
        return None  # "downplayed", "played down"
    if graph.lemmas[token][:_STEM] == graph.lemmas[aligned][:_STEM]:
        return draft  # "science", "scientist": no other wording but another word
    text = _in_form_of(graph, aligned, token)
    return None if text is None else with_text(graph, draft, token, text)


def _in_form_of(graph: PairGraph, token: int, model: int) -> str | None:
    """Return a word in the form of its counterpart; None if it has no such form."""
    if graph.is_same_form(token, model):
        like = graph[model].text
        clitic = like[len(without_clitic(like, graph.lang)) :]
        text = without_clitic(graph[token].text, graph.lang) + clitic
    elif graph.are_forms_of_one_kind(token, model):
        text = inflect(graph[token].lemma_, graph.form(model), graph.lang)
    else:
        return None
    if graph[token].is_sent_start and not (graph[model].is_sent_start or graph[token].ent_type_):
        text = text[:1].lower() + text[1:]
    return text


def with_text(graph: PairGraph, draft: Draft, token: int, text: str) -> Draft:
    """Return a draft with a new text for a token, and the matching indefinite article."""
    position, written = draft.positions[token], graph.lang.written
    words = list(draft.words)
    words[position] = words[position]._replace(text=text)
    article = words[position - 1] if position else None
    if article is not None and article.text.lower() in graph.lang.indefinite_articles:
        vowel = sounds_vowel(text, graph.lang)
        form = written["indefinite_vowel" if vowel else "indefinite"]
        form = form.capitalize() if article.text[0].isupper() else form
        words[position - 1] = article._replace(text=form)
    return Draft(tuple(words), draft.links, draft.attached)


def is_set_off(graph: PairGraph, tokens: list[int]) -> bool:
    """Return whether words end with a phrase that has a comma before but not after it."""
    commas = [k for k, t in enumerate(tokens) if graph.texts[t] == ","]
    if not commas:
        return False
    tops = graph.tops(tokens[commas[-1] + 1 :])
    return len(tops) == 1 and graph.says_more_of_noun(tops[0])


def swap_phrase(graph: PairGraph, draft: Draft, old: int, new: int, tokens: Iterable[int]) -> Draft:
    """Replace the phrase headed by `old` by tokens of the other sentence, headed by `new`."""
    first, last = draft.extent(old)
    gone = {word.token for word in draft.words[first : last + 1]}
    remaining = tuple(word for word in draft.words if word.token not in gone)
    tokens = list(tokens)
    links = {t: h for t, h in draft.links.items() if t not in gone} | graph.links(tokens)
    links.pop(new, None)
    if old in draft.links:
        links[new] = draft.links[old]
    words = words_of(graph, tokens)
    following = remaining[first].text if first < len(remaining) else "."
    if is_set_off(graph, tokens) and following[:1].isalnum():
        words = (*words, COMMA)
    return Draft((*remaining[:first], *words, *remaining[first:]), links, (*draft.attached, new))


def stands_for(graph: PairGraph, pronoun: int, noun: int) -> bool:
    """Return whether a word is a personal pronoun that agrees with a noun in number."""
    lang, word = graph.lang, graph.words[pronoun]
    if word not in lang.personal_pronouns or not graph.is_nominal(noun):
        return False
    if word in lang.expletive_pronouns and graph.hangs_on_copula(pronoun):
        return False  # "it is likely that": it stands for nothing
    plural = bool(graph.conjuncts(noun)) or graph.is_plural(noun)
    if plural == (word in lang.singular_pronouns):
        return False
    entity = graph.entities[noun]
    human = entity in lang.person_entities if entity else _is_living(graph, noun)
    return human or word not in lang.human_pronouns


def _is_living(graph: PairGraph, noun: int) -> bool:
    """Return whether a noun denotes living beings, as far as that is known; names always count."""
    if graph.lexicon is None or graph.is_name(noun):
        return True
    kinds = graph.lang.living_kinds
    found = [relation(graph.lexicon, graph.lemmas[noun], "NOUN", k, "NOUN") for k in kinds]
    return "hyponym-of" in found or graph.lemmas[noun] in kinds


def reworded(graph: PairGraph, draft: Draft) -> set[int]:
    """Return the tokens of the other sentence that replace words of the frame in a draft."""
    words = [word for word in draft.words if word.token in graph.aligned]
    return {graph.aligned[w.token] for w in words if w.token and w.text != graph.texts[w.token]}


# -- Restate, specify, generalize: a sentence with wordings of the other one ---------------------

RELATION_OF = {"restate": "restates", "specify": "generalizes", "generalize": "specifies"}
# With n alternatives there are 2 to the n variants.
MOST_ALTERNATIVES = 8
Alternative = Callable[[Draft], Draft | None]


def frame_of(graph: PairGraph, draft: Draft) -> Sentence:
    """Return the side in which a draft has replaced something: the one that has its root."""
    return graph.side(next(t for t in draft.positions if t not in draft.links))


def variants(graph: PairGraph, kind: str) -> Iterator[tuple[Draft, float]]:
    """Yield every sentence of a kind, with either side as the frame, and its share of alternatives.

    Sentences equal to an input or to an earlier result are left out.

    Args:
        graph: The pair.
        kind: "restate", "specify" or "generalize".

    Yields:
        A draft, and the share of the possible alternatives that it contains.
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
    wanted, found = RELATION_OF[kind], set()
    tokens = _replaceable(base, kind)
    for link in read_links(graph.doc, "phrases"):
        own, other, seen_from_base = link.source.start, link.target.start, link.relation
        if not base.start <= own < base.end:
            own, other, seen_from_base = other, own, invert_relation(seen_from_base)
        if seen_from_base == wanted and own in tokens and _fits(graph, own, other):
            found.add(own)
            yield partial(_replaced, graph, own, other)
    for token in (t for t in tokens if t not in found and graph.relation.get(t) == wanted):
        if graph.is_content(token) and _may_be_reworded(graph, token):
            yield partial(_reworded, graph, token)
    if kind == "generalize":
        yield from (partial(leave_out, token) for token in _spare(graph, base))


def _replaceable(base: Sentence, kind: str) -> list[int]:
    """Return the words that a phrase of a kind may stand for."""
    tokens, is_generic = range(base.start, base.end), Omissions(base).is_generic
    if kind != "generalize":
        return list(tokens)
    # "Dogs bite" does not follow from "poodles bite".
    return [t for t in tokens if not is_generic(t - base.start)]


# -- What may be left out and what may be replaced without the sentence becoming wrong ------------


def _spare(graph: PairGraph, base: Sentence) -> Iterator[int]:
    """Yield the modifiers that one side alone has and without which it stays true and whole."""
    spans = SubtreeDeletion(lexicon=graph.lexicon)(base, ("adj", "adv", "pp", "clause"))
    stretches = [range(base.start + start, base.start + end) for start, end, _ in spans]
    tops = sorted({node for stretch in stretches for node in graph.tops(stretch)})
    yield from (node for node in tops if _may_go(graph, node))


def _may_go(graph: PairGraph, node: int) -> bool:
    """Return whether nothing of a modifier is said by the other side or strengthens its head."""
    head = graph.modified_by(node)
    if head is None or node in graph.linked or graph.says_known(node):
        return False
    if graph.is_operator(node) or graph.opens_question(node):
        return False
    if graph.is_reversed(head) or graph.is_picked_out(head) or graph.operators(head):
        return False
    return not _touches(graph, graph.subtree(node), ("-",))


def _touches(graph: PairGraph, tokens: Collection[int], marks: Collection[str]) -> bool:
    """Return whether quotes or some other marks stand in a phrase or beside it."""
    beside = (max(min(tokens) - 1, 0), min(max(tokens) + 1, len(graph.doc) - 1))
    return any(graph.texts[t] in marks or graph[t].is_quote for t in (*beside, *tokens))


def _fits(graph: PairGraph, own: int, other: int) -> bool:
    """Return whether one phrase can stand where the other does."""
    # Both are nouns in one role at words that are linked.
    heads = graph.head(own), graph.head(other)
    if heads[0] is None or heads[1] is None or graph.linked.get(heads[0]) != heads[1]:
        return False
    if not (graph.is_nominal(own) and graph.is_nominal(other)) or graph.is_reversed(own):
        return False
    phrases = graph.subtree(own), graph.subtree(other)
    if not graph.has_same_function(own, other) or len(phrases[0]) == len(phrases[1]) == 1:
        return False  # a word is to be put in the right form
    if graph.is_prepositional_object(own) and graph.words[heads[0]] != graph.words[heads[1]]:
        return False  # "in January", "on January 12"
    if graph.is_verbal(heads[0]) and not takes_alike(graph, heads[0]):
        return False
    return not any(_touches(graph, phrase, DASHES) for phrase in phrases)


def _may_be_reworded(graph: PairGraph, token: int) -> bool:
    """Return whether the counterpart of a word can stand in its place."""
    # A verb needs the same complements there; a noun its number.
    aligned = graph.aligned.get(token)
    if aligned is None or graph.is_reversed(token) or not graph.is_same_kind(token, aligned):
        return False
    if not (graph.texts[token].isalnum() and graph.texts[aligned].isalnum()):
        return False  # "%", "percent"
    if graph.is_verbal(token):
        return takes_alike(graph, token)
    if graph.is_nominal(token):
        return graph.is_same_form(token, aligned)
    head = graph.head(token)
    return head is not None and graph.linked.get(head) == graph.head(aligned)


def takes_alike(graph: PairGraph, verb: int) -> bool:
    """Return whether a verb has the same complements, particles and prepositions as its partner."""
    aligned = graph.linked[verb]
    own, other = (
        graph.complement_kinds(t)
        | {graph.words[p] for p in graph.prepositions(t) if graph.is_governed(t, p)}
        for t in (verb, aligned)
    )
    views = [t for t in (verb, aligned) if graph.tells_attitude(t)]
    return own == other and len(views) != 1 and not graph.has_other_particle(verb, aligned)


def _replaced(graph: PairGraph, own: int, other: int, draft: Draft) -> Draft | None:
    if own not in draft:
        return None
    tokens = [t for t in graph.subtree(other) if not graph.is_space(t)]
    while graph.is_punct(tokens[-1]):
        tokens.pop()
    first, last = draft.extent(own)
    marks = [word.text for word in draft.words[first : last + 1] if word.text == ","]
    closed = draft.words[last].text == "," and len(marks) == 1  # it opens what stands behind
    draft = swap_phrase(graph, draft, own, other, tokens)
    return draft.insert(first + len(tokens), (COMMA,), {}) if closed else draft


def _reworded(graph: PairGraph, token: int, draft: Draft) -> Draft | None:
    swapped = swap_word(graph, draft, token)
    if swapped is None:
        return None
    place = swapped.positions[token]
    texts = [word.text.lower() for word in swapped.words[max(place - 1, 0) : place + 2]]
    return swapped if len(set(texts)) == len(texts) else None  # "browser browser"


def leave_out(node: int, draft: Draft) -> Draft | None:
    """Return a draft without a subtree and the punctuation that sets it off."""
    if node not in draft:
        return None
    first, last = _with_marks(draft, *draft.extent(node))
    words = draft.words
    gone = {word.token for word in words[first : last + 1]}
    links = {t: h for t, h in draft.links.items() if t not in gone}
    return Draft((*words[:first], *words[last + 1 :]), links, draft.attached)


def _with_marks(draft: Draft, first: int, last: int) -> tuple[int, int]:
    """Return where a phrase of a draft begins and ends with the marks that set it off."""
    left = draft.words[first - 1].text if first else ""
    right = draft.words[last + 1].text if last + 1 < len(draft.words) else ""
    if (left == "(" and right == ")") or left == right == ",":
        return first - 1, last + 1
    if left == "," and right in ("", ".", "!", "?"):
        return first - 1, last
    return first, last + (right == "," and left == "")
