"""Requirements of a position on its word: inflected form, number, surrounding words.

A word or phrase can be replaced only by one that fits this context.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator
from typing import NamedTuple

from ..errors import warning
from . import roles as r
from .reading import analyse
from .sentence import OPEN_CLASS, Sentence
from .valency import kind_of

# The part of speech of inflected words, by the first letters of their tags.
_FORMED = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
_CLOSED = frozenset(("DET", "ADP", "PRON", "PART", "AUX", "CCONJ", "SCONJ"))
_REPLACEABLE = ("NOUN", "VERB", "ADJ", "ADV")


class WantedForm(NamedTuple):
    """The form that a place requires, as a tag, and whether the subject of a verb is a plural.

    `word_class` is the part of speech of words with such a form; "" if no form is required.
    """

    tag: str
    word_class: str
    plural: bool


# -- Which words may be replaced -------------------------------------------------------------------


def replaceable_words(sentence: Sentence) -> Iterator[tuple[int, str]]:
    """Yield the words that a lexicon may replace, each with its part of speech.

    These are nouns, verbs, adjectives and adverbs, except verbs with a particle, as "take off" has
    another meaning than "take", and adverbs of a preposition: "shortly before his death".
    """
    completed = analyse(sentence).particles
    for i, pos in enumerate(sentence.pos):
        if pos in _REPLACEABLE and i not in completed and not _is_of_preposition(sentence, i):
            yield i, pos


def _is_of_preposition(sentence: Sentence, i: int) -> bool:
    """Return whether a word is an adverb right before the preposition that it belongs to."""
    near = sentence.parsed and sentence.pos[i] == "ADV" and sentence.syntax.heads[i] == i + 1
    return near and sentence.pos[i + 1] in ("ADP", "SCONJ")


def open_words(sentence: Sentence, places: Collection[int]) -> list[tuple[int, str]]:
    """Return the words of an open class among some words, with their parts of speech."""
    return [(i, sentence.pos[i]) for i in places if sentence.pos[i] in (*OPEN_CLASS, "")]


def is_function_word(sentence: Sentence, i: int) -> bool:
    """Return whether a word is of a closed class: a pronoun, a preposition, a conjunction."""
    return sentence.pos[i] in _CLOSED


def name_numbers(sentence: Sentence) -> list[int]:
    """Return for each token the number of the name that it is part of, 0 for none.

    Names are the entities except amounts; without entities, runs of words tagged as names.
    """
    found, number = [0] * len(sentence), 0
    if sentence.doc.has_annotation("ENT_IOB"):
        amounts = sentence.lang.number_entities | sentence.lang.measure_entities
        for i, token in enumerate(sentence):
            if token.ent_type_ and token.ent_type_ not in amounts:
                number += token.ent_iob_ == "B"
                found[i] = max(number, 1)
    elif sentence.tagged:
        warnings.warn(warning("W800"), stacklevel=2)
        for i, pos in enumerate(sentence.pos):
            if pos == "PROPN":
                number += i == 0 or sentence.pos[i - 1] != "PROPN"
                found[i] = number
    return found


def main_word(sentence: Sentence, places: range) -> int:
    """Return the word that heads some words; without a parse, the last one."""
    tops = sentence.span_heads(set(places)) if sentence.parsed else list(places)
    words = [i for i in tops if any(map(str.isalnum, sentence.texts[i]))]
    return (words or list(places))[0 if sentence.parsed else -1]


# -- The form --------------------------------------------------------------------------------------


def form_at(sentence: Sentence, places: range, inflected: int = -1) -> WantedForm:
    """Return the form that a replacement of some words requires.

    Args:
        sentence: The sentence.
        places: The replaced words.
        inflected: Which of them is inflected, -1 for their head.
    """
    heads = [inflected]
    if inflected < 0:
        heads = sentence.span_heads(set(places)) if sentence.parsed else [places[-1]]
    lang, head = sentence.lang, heads[0]
    tag = sentence.tags[head]
    if inflected >= 0 and tag not in lang.inflected_tags:  # "MIs", often tagged as a name
        tag = next(each for each in lang.inflected_tags if each in lang.plural_noun_tags)
    known = tag in lang.inflected_tags or tag in lang.base_tags
    word_class = _FORMED.get(tag[:2], "") if known and len(heads) == 1 else ""
    return WantedForm(tag, word_class, _has_plural_subject(sentence, head))


def is_inflected(sentence: Sentence, i: int) -> bool:
    """Return whether a word is tagged as an inflected form."""
    return sentence.tags[i] in sentence.lang.inflected_tags


def has_own_capital(sentence: Sentence, i: int) -> bool:
    """Return whether a word has a capital that is not due to the beginning of a sentence."""
    name = sentence.tags[i] in ("NNP", "NNPS")
    return sentence.texts[i][:1].isupper() and (i > 0 or name)


def is_article(sentence: Sentence, i: int) -> bool:
    """Return whether a word is an indefinite article, not the letter "A"."""
    article = sentence.words[i] in sentence.lang.indefinite_articles
    return article and sentence.pos[i] in ("DET", "")


def is_determiner(sentence: Sentence, i: int) -> bool:
    """Return whether there is a word at a place, and it is a determiner or a pronoun."""
    return sentence.pos[i : i + 1] in (["DET"], ["PRON"])


def is_described(sentence: Sentence, i: int) -> bool:
    """Return whether a determiner or an adjective of a word is right before it."""
    before = max(i - 1, 0)
    return sentence.heads[before] == i and sentence.coarse_pos[before] not in ("ADV", "ADP")


def _has_plural_subject(sentence: Sentence, verb: int) -> bool:
    subject = sentence.syntax.subject(verb) if sentence.parsed else None
    if subject is None:
        return False
    plural = sentence.tags[subject] in sentence.lang.plural_noun_tags
    joined = bool(sentence.syntax.below(subject, r.CONJUNCT))
    return joined or plural or sentence.words[subject] in sentence.lang.plural_words


def subject_number(sentence: Sentence, i: int) -> str:
    """Return the number of a subject noun, which its verb agrees with; "" for another word."""
    if sentence.deps[i] not in sentence.lang.subject_labels:
        return ""
    return {"NN": "singular", "NNS": "plural"}.get(sentence.tags[i], "")


# -- The context -----------------------------------------------------------------------------------


def is_bound(sentence: Sentence, i: int) -> bool:
    """Return whether the context of a word fits few of its synonyms.

    Such contexts are a clause that it governs ("required to stay", "attempts to win"), a word of
    degree that a short adjective does not take ("more difficult"), and a longer compound ("large
    format printing").
    """
    lang, below = sentence.lang, sentence.children(i)
    if any(_completes(sentence, k) for k in below):
        return True
    degrees = set(lang.degree_words.values())
    if any(sentence.words[k] in degrees for k in below):
        return True
    above = sentence.heads[i]
    modifies = sentence.coarse_pos[i] == "ADJ" and above >= 0 and above != i
    return modifies and sentence.deps[above] in lang.compound_labels


def _completes(sentence: Sentence, clause: int) -> bool:
    infinitive = "Inf" in sentence[clause].morph.get("VerbForm", [])
    return infinitive or sentence.deps[clause] in sentence.lang.complement_labels


def is_phrase(sentence: Sentence, places: range) -> bool:
    """Return whether words have one head, and no outside word depends on another one of them."""
    heads = sentence.span_heads(set(places))
    return len(heads) == 1 and not any(
        head in places and head != heads[0]
        for t, head in enumerate(sentence.heads)
        if t not in places
    )


def is_in_term(sentence: Sentence, i: int) -> bool:
    """Return whether a word is part of a term or title: "war effort", "Major-General"."""
    joined = (sentence.texts[t] for t in (i - 1, i + 1) if 0 <= t < len(sentence))
    if sentence.pos[i] == "PROPN" or "-" in joined:
        return True
    labels = (sentence.deps[child] for child in sentence.children(i))
    return not sentence.lang.compound_labels.isdisjoint(labels)


def company(sentence: Sentence, i: int) -> set[str]:
    """Return the kinds of dependents of a word (`valency.kind_of`), as in the active voice."""
    syntax = sentence.syntax
    kinds = {kind_of(syntax, child) for child in syntax.children(i)}
    return {r.OBJECT if kind == r.PASSIVE_AUXILIARY else kind for kind in kinds}


def with_dependents(sentence: Sentence, places: Collection[int]) -> list[int]:
    """Return some words, then their dependents; without a parse, the words alone."""
    below = [k for i in places for k in sentence.children(i)] if sentence.parsed else []
    return [*places, *below]
