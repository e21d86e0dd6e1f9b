"""The amount of content that each word adds to a side.

A content word adds content, but a word like "group", a light verb or the first half of a name adds
little; most function words add nothing, a pronoun a little. Members of a list count fully.
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
# "Very", "always"; other stop words that are no function words.
MODIFIER: Final = "modifier"
STOP_WORD: Final = "stop word"
NOTHING: Final = ""
_OF_POS = {"NOUN": NOUN, "PROPN": NAME, "NUM": NUMBER, "VERB": VERB, "ADV": ADVERB}
# Opens what files a text under a heading: "#travel".
TAG_MARK = "#"


@dataclass(frozen=True)
class Additions:
    """What the words of a side add.

    Attributes:
        kinds: For each word one of the kinds above.
        numbers: The numbers.
        named: The words of names, dates and amounts, numbers left out.
        listed: What is told for its own sake: names, numbers, and what is coordinated.
        joins: Of a word that may only join others, what it joins: "a man *wearing* a hat".
    """

    kinds: tuple[str, ...]
    numbers: frozenset[int]
    named: frozenset[int]
    listed: frozenset[int]
    joins: Mapping[int, tuple[int, ...]]


def additions(syntax: Syntax) -> Additions:
    """Return what the words of a side add.

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
    kinds = [_function(syntax, i) if not c else "" for i, c in enumerate(sentence.content)]
    for i in telling:
        kinds[i] = _content(syntax, i)
    numbers = frozenset([i for i in telling if pos[i] == "NUM"])
    named = frozenset([i for i in telling if sentence.entities[i]]) - numbers
    conjuncts = [i for i, role in enumerate(roles) if role == r.CONJUNCT]
    return Additions(
        tuple(kinds), numbers, named, (named | numbers).union(conjuncts), _joins(syntax)
    )


def _content(syntax: Syntax, i: int) -> str:
    """Return what a content word adds."""
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
    """Return what a word without content of its own adds."""
    sentence, lang = syntax.sentence, syntax.lang
    pos, lemma, role = syntax.pos[i], syntax.lemmas[i], syntax.roles[i]
    if pos == "PROPN" and calendar_name(sentence.texts[i], lang):
        return NAME  # "May", by a stop word
    if role == r.CONJUNCT and pos in ("PRON", "VERB", "AUX", "ADV"):
        return NOTHING if syntax.below(i, r.EXPLETIVE) else CONJUNCT
    if pos == "PRON" and role != r.EXPLETIVE:
        return PRONOUN
    if lemma in lang.telling_modifiers and not _adds_alike(syntax, i):
        return MODIFIER
    open_class = pos in ("ADJ", "ADV", "NOUN", "VERB") and lemma not in lang.copulas
    return STOP_WORD if open_class and sentence.stops[i] else NOTHING


def _adds_alike(syntax: Syntax, i: int) -> bool:
    """Return whether a modifier only says that more is so: "he came too", "not only"."""
    lang, lemma, before = syntax.lang, syntax.lemmas[i], syntax.words[max(i - 1, 0)]
    if lemma in lang.additive_modifiers and syntax.heads[i] < i:
        return True
    return lemma in lang.restrictive_adverbs and before in lang.full_negations


def _joins(syntax: Syntax) -> dict[int, tuple[int, ...]]:
    """Return what words of wearing, of seeming, and of attributes join to something else."""
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
