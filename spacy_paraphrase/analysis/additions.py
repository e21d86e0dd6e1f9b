"""The amount of content that each word adds to a side.

A content word adds content, but a noun like "group", a light verb or the first part of a name adds
little. A pronoun adds a little, most other function words nothing. A conjunct counts fully.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from . import roles as r
from .dates import calendar_name
from .syntax import Syntax

# Content words.
NOUN: Final = "noun"
NAME: Final = "name"
NUMBER: Final = "number"
VERB: Final = "verb"
ADJECTIVE: Final = "adjective"
ADVERB: Final = "adverb"
NAME_PART: Final = "name part"
LIGHT: Final = "light"
# A clause or a word without content that is coordinated with another one: "Tom and me".
CONJUNCT: Final = "conjunct"
PRONOUN: Final = "pronoun"
# "Very", "always"; then other stop words of an open word class.
MODIFIER: Final = "modifier"
STOP_WORD: Final = "stop word"
NOTHING: Final = ""
_OF_POS = {"NOUN": NOUN, "PROPN": NAME, "NUM": NUMBER, "VERB": VERB, "ADV": ADVERB}
# The mark before a hashtag: "#travel".
TAG_MARK = "#"


@dataclass(frozen=True)
class Additions:
    """The content that the words of a side add.

    Attributes:
        kinds: The kind of each word, one of the constants above.
        numbers: The numbers.
        named: The content words of named entities (names, dates, amounts), without numbers.
        listed: The words that count by themselves: named words, numbers and conjuncts.
        joins: For each word that only connects others, what it connects: "a man *wearing* a hat".
    """

    kinds: tuple[str, ...]
    numbers: frozenset[int]
    named: frozenset[int]
    listed: frozenset[int]
    joins: Mapping[int, tuple[int, ...]]


def additions(syntax: Syntax) -> Additions:
    """Return the content that the words of a side add.

    Example:
        >>> import spacy
        >>> from spacy.tokens import Doc
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> doc = Doc(spacy.blank("en").vocab, words=["she", "takes", "photos"],
        ...     lemmas=["she", "take", "photo"], pos=["PRON", "VERB", "NOUN"],
        ...     heads=[1, 1, 1], deps=["nsubj", "ROOT", "dobj"])
        >>> additions(Sentence(doc[:]).syntax).kinds
        ('pronoun', 'light', 'noun')
    """
    sentence, pos, roles = syntax.sentence, syntax.pos, syntax.roles
    telling = [i for i, content in enumerate(sentence.content) if content]
    kinds = [(_content if c else _function)(syntax, i) for i, c in enumerate(sentence.content)]
    numbers = frozenset([i for i in telling if pos[i] == "NUM"])
    named = frozenset([i for i in telling if sentence.entities[i]]) - numbers
    conjuncts = [i for i, role in enumerate(roles) if role == r.CONJUNCT]
    return Additions(
        tuple(kinds), numbers, named, (named | numbers).union(conjuncts), _joins(syntax)
    )


def _content(syntax: Syntax, i: int) -> str:
    """Return the kind of content that a content word adds."""
    lang, lemma = syntax.lang, syntax.lemmas[i]
    if lemma in lang.light_verbs or (i and syntax.words[i - 1] == TAG_MARK):
        return LIGHT
    if lemma in lang.light_nouns and any(
        syntax.words[c] in lang.genitive_prepositions for c in syntax.children(i)
    ):
        return LIGHT
    names = syntax.pos[i] == syntax.pos[syntax.heads[i]] == "PROPN"
    if names and syntax.roles[i] == r.COMPOUND:
        return NAME_PART
    return _OF_POS.get(syntax.pos[i], ADJECTIVE)


def _function(syntax: Syntax, i: int) -> str:
    """Return the kind of content that a function word adds."""
    sentence, lang = syntax.sentence, syntax.lang
    pos, lemma, role = syntax.pos[i], syntax.lemmas[i], syntax.roles[i]
    if pos == "PROPN" and calendar_name(sentence.texts[i], lang):
        return NAME  # the month "May", also a stop word
    if role == r.CONJUNCT and pos in ("PRON", "VERB", "AUX", "ADV"):
        return NOTHING if syntax.below(i, r.EXPLETIVE) else CONJUNCT
    if pos == "PRON" and role != r.EXPLETIVE:
        return PRONOUN
    if lemma in lang.telling_modifiers and not _adds_alike(syntax, i):
        return MODIFIER
    open_class = pos in ("ADJ", "ADV", "NOUN", "VERB") and lemma not in lang.copulas
    return STOP_WORD if open_class and sentence.stops[i] else NOTHING


def _adds_alike(syntax: Syntax, i: int) -> bool:
    """Return whether a modifier only adds another case: "he came too", "not only"."""
    lang, lemma, before = syntax.lang, syntax.lemmas[i], syntax.words[max(i - 1, 0)]
    if lemma in lang.additive_modifiers and syntax.heads[i] < i:
        return True
    return lemma in lang.restrictive_adverbs and before in lang.full_negations


def _joins(syntax: Syntax) -> dict[int, tuple[int, ...]]:
    """Return for verbs of wearing and seeming and for attribute nouns the words that they add."""
    found: dict[int, tuple[int, ...]] = {}
    lang, pos = syntax.lang, syntax.pos
    for i, lemma in enumerate(syntax.lemmas):
        if lemma in lang.wearing_verbs:
            below = syntax.children(i)
            behind = [c for p in below if pos[p] == "ADP" for c in syntax.children(p)]
            worn = (c for c in (*below, *behind) if pos[c] in ("NOUN", "PROPN", "ADJ"))
            found[i] = tuple(worn)
        elif lemma in lang.seeming_verbs:
            found[i] = tuple(syntax.below(i, r.ADJECTIVAL_COMPLEMENT))
        elif lemma in lang.attribute_nouns:
            found[i] = tuple(c for c in syntax.children(i) if pos[c] == "ADJ")
    return found
