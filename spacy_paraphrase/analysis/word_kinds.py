"""Word classes: the category and properties of each token of a side.

A `Word` combines the output of tagger and parser with the word lists of a language in terms of
grammar, so that other packages need not use these. It has no position: equal words are equal
objects, so that the relation of two words is computed only once. `Analysis.words` has one for each
token; other fields have the tokens written as one word with it, its particle, and the word with its
content.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("Ann didn't call off the two meetings.", "Ann slept.")
>>> side = analyse(sentences(doc)[0])
>>> [word.category for word in side.words]
['name', 'auxiliary', 'particle', 'verb', 'preposition', 'determiner', 'number', 'noun', 'mark']
>>> [word.lemma for word in side.words if word.informative]
['ann', 'call', 'two', 'meeting']
>>> side.words[2].clitic, side.words[7].plural, side.written[2], side.particles, side.meant[1]
(True, True, range(1, 3), {3: 4}, 3)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..lang import LanguageData
from . import roles as r
from .dates import calendar_name
from .sentence import Sentence
from .syntax import Syntax

# Categories by universal part of speech. "mark" is punctuation; "symbol" is a sign that is read as
# a word, "$"; "conjunction" coordinates, "subordinator" introduces a clause; "particle" is "not",
# "to", "'s". The particle of a verb ("call off") is a "preposition".
CATEGORIES = {
    **{"NOUN": "noun", "PROPN": "name", "PRON": "pronoun", "NUM": "number"},
    **{"VERB": "verb", "AUX": "auxiliary", "ADJ": "adjective", "ADV": "adverb"},
    **{"ADP": "preposition", "DET": "determiner", "PART": "particle"},
    **{"CCONJ": "conjunction", "SCONJ": "subordinator", "INTJ": "interjection"},
    **{"PUNCT": "mark", "SYM": "symbol", "SPACE": "space", "X": "other"},
}
# Categories of open word classes.
OPEN = frozenset(("noun", "name", "number", "verb", "adjective", "adverb"))
# Categories of verbs, and of words that refer to a person or a thing.
VERBAL = frozenset(("verb", "auxiliary"))
NOMINAL = frozenset(("noun", "name", "pronoun"))
# Marks that join their neighbours to one word.
JOINTS = frozenset("-‐‑–/'’")


class Word(NamedTuple):
    """The word class and properties of a token.

    Attributes:
        text: The word as written.
        form: The lower-cased word, a clitic in its normal form.
        lemma: The lower-cased lemma; the word if it has no lemma.
        category: A value of `CATEGORIES`; "" if unknown. Auxiliaries and copulas ("is") are
            "auxiliary", main verbs are "verb". Without tags, a word with a capital inside a
            sentence is a "name".
        lookup: The universal part of speech for a look-up in a lexicon: that of the token, "NOUN"
            for pronouns, "" if unknown.
        content: Whether it carries information of its own (`Sentence.content`).
        informative: Whether its absence is worth a report: for content words, nouns, names,
            numbers, all but the emptiest verbs, and other words that are not stop words.
        helps: Whether it is an auxiliary of another word: "has gone", "was seen".
        governs: Whether it is a preposition with a phrase: "on the coast", not "go on".
        counted: Whether it has a numeral.
        of: The category of its head, "" for a root.
        capital: Whether it has a capital, but is not the first word of the side.
        plural: Whether it is a noun or a name in the plural.
        calendar: The month or weekday that it names, in full and lower-cased; "" for none.
        clitic: Whether it is written as the end of another word: "'s", "n't".
    """

    text: str
    form: str
    lemma: str
    category: str
    lookup: str
    content: bool
    informative: bool
    helps: bool
    governs: bool
    counted: bool
    of: str
    capital: bool
    plural: bool
    calendar: str
    clitic: bool

    @property
    def as_adjective(self) -> str:
        """Its form as an adjective in a lexicon: its lemma, or for a verb the form as written."""
        return self.form if self.verbal else self.lemma

    @property
    def open_class(self) -> bool:
        """Whether its category is one of `OPEN`."""
        return self.category in OPEN

    @property
    def verbal(self) -> bool:
        """Whether it is a verb or an auxiliary."""
        return self.category in VERBAL

    @property
    def nominal(self) -> bool:
        """Whether it is a noun, a name or a pronoun."""
        return self.category in NOMINAL


def words(syntax: Syntax) -> tuple[Word, ...]:
    """Return the word class and properties of each token of a side."""
    sentence, heads, roles, lang = syntax.sentence, syntax.heads, syntax.roles, syntax.lang
    n = len(syntax)
    categories = _categories(syntax)
    counted = {heads[i] for i, role in enumerate(roles) if role == r.NUMERAL}
    joins = _joins(sentence)
    facts = zip(
        sentence.content,
        sentence.stops,
        [sentence.is_plural(i) for i in range(n)],
        [role in r.AUXILIARIES for role in roles],
        [role == r.PREPOSITION for role in roles],
        [i in counted for i in range(n)],
        [i > 0 for i in range(n)],
        [i in joins or i - 1 in joins for i in range(n)],
        strict=True,
    )
    lookups = ["NOUN" if pos == "PRON" else pos for pos in syntax.pos]
    above = [categories[head] if head >= 0 else "" for head in heads]
    forms = sentence.texts, syntax.words, syntax.lemmas
    return tuple(map(_word, *forms, categories, lookups, above, facts, [lang] * n))


# Properties of a word: content, stop word, plural, auxiliary, preposition with a phrase, counted,
# not the first word, written in one word with another one.
_Facts = tuple[bool, bool, bool, bool, bool, bool, bool, bool]


def _categories(syntax: Syntax) -> list[str]:
    found = [CATEGORIES.get(pos, "other") for pos in syntax.pos]
    for i, pos in enumerate(syntax.pos):
        if not pos:
            found[i] = "name" if syntax.sentence.proper[i] else ""
        elif pos == "VERB" and syntax.roles[i] in r.AUXILIARIES:
            found[i] = "auxiliary"
    return found


@lru_cache(maxsize=1 << 14)
def _word(
    text: str,
    form: str,
    lemma: str,
    category: str,
    lookup: str,
    above: str,
    facts: _Facts,
    lang: LanguageData,
) -> Word:
    """Return a word, the same object for equal ones; `above` is the category of its head."""
    content, stop, plural, helps, governs, counted, inside, joined = facts
    telling = category in ("noun", "name", "number", "verb")
    # "One" counts only if it is tagged as a number, not in "no one".
    telling = telling and not (category == "noun" and lemma in lang.pronoun_numerals)
    meaningful = content or not stop or telling
    return Word(
        *(text, form, lemma, category, lookup, content),
        informative=meaningful and lemma not in lang.empty_verbs and any(map(str.isalnum, text)),
        helps=helps,
        governs=governs,
        counted=counted,
        of=above,
        capital=inside and text != form,
        plural=plural,
        calendar=calendar_name(text, lang) or "",
        clitic=joined and len(text) > 1 and (text[0] in JOINTS or form in lang.clitics),
    )


# -- Words of several tokens -----------------------------------------------------------------------


def meant(syntax: Syntax) -> tuple[int, ...]:
    """Return for each token the token with its content, usually the token itself.

    For an auxiliary it is the verb, for a light noun its complement: "a group of *people*".
    """
    return tuple(_meant(syntax, i) for i in range(len(syntax)))


def _meant(syntax: Syntax, i: int) -> int:
    if syntax.roles[i] in r.AUXILIARIES:
        return syntax.heads[i] if syntax.heads[i] >= 0 else i
    if syntax.lemmas[i] in syntax.lang.light_nouns:
        for child in syntax.children(i):
            if syntax.words[child] in syntax.lang.genitive_prepositions:
                return next(iter(syntax.objects_of(child)), i)
    return i


def particles(syntax: Syntax) -> Mapping[int, int]:
    """Return the particle that completes each verb that has one: "call … *off*"."""
    found: dict[int, int] = {}
    for i, role in enumerate(syntax.roles):
        if role == r.PARTICLE and syntax.heads[i] >= 0:
            found.setdefault(syntax.heads[i], i)
    return found


def written_words(sentence: Sentence) -> tuple[range, ...]:
    """Return for each token the tokens that are written as one word with it, including itself.

    Examples: "semi-final", "isn't", "$5". The range of a joining mark at the edge of a word
    contains the word, but not the reverse.
    """
    found = [range(i, i + 1) for i in range(len(sentence))]
    joins = _joins(sentence)
    for start in (i for i in joins if i - 1 not in joins):
        end = start + 1
        while end in joins:
            end += 1
        for t in range(start, end + 1):
            found[t] = _inside(sentence.texts, start, end + 1, t)
    return tuple(found)


def _inside(texts: list[str], start: int, end: int, i: int) -> range:
    """Return a run of tokens without the joining marks at its edges, except token `i` itself."""
    while start < i and texts[start] in JOINTS:
        start += 1
    while end - 1 > i and texts[end - 1] in JOINTS:
        end -= 1
    return range(start, end)


def _joins(sentence: Sentence) -> dict[int, None]:
    """Return the tokens that are written as one word with the next token, in order."""
    blanks = sentence.attribute("SPACY").tolist()
    spaces = sentence.attribute("IS_SPACE").tolist()
    marks = sentence.attribute("IS_PUNCT").tolist()
    found: dict[int, None] = {}
    for i in [i for i, blank in enumerate(blanks[:-1]) if not blank]:
        near = (i + 1, i)
        if not any(spaces[t] or (marks[t] and _parts(sentence, t)) for t in near):
            found[i] = None
    return found


def _parts(sentence: Sentence, i: int) -> bool:
    """Return whether a mark separates the words around it."""
    text = sentence.texts[i]
    if sentence.pos[i] not in ("", "PUNCT") or text in JOINTS:
        return False
    # "No. 2"
    numbering = sentence.lang.numbering_words.values()
    return not (text == "." and i > 0 and sentence.words[i - 1] in numbering)
