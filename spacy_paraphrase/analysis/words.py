"""What kind of word each token of a side is, decided once.

A `Word` says in the terms of a grammar book what a tagger, a parser and the lists of a language say
in theirs, so that nobody above has to ask them again. `Analysis.words` has one for each token:

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("Ann didn't call off the two meetings.", "Ann slept.")
>>> words = analyse(sentences(doc)[0]).words
>>> [word.category for word in words]
['name', 'auxiliary', 'particle', 'verb', 'preposition', 'determiner', 'number', 'noun', 'mark']
>>> [word.lemma for word in words if word.informative]
['ann', 'call', 'two', 'meeting']
>>> words[2].clitic, words[2].written, words[3].particle, words[7].plural
(True, range(1, 3), 4, True)
"""

from __future__ import annotations

from typing import NamedTuple

from ..lang import LanguageData
from . import roles as r
from .dates import calendar_name
from .sentence import Sentence
from .syntax import Syntax

# Categories by universal part of speech. "mark" is punctuation; "symbol" a sign that is read as a
# word, "$"; "conjunction" coordinates, "subordinator" opens a clause; "particle" is "not", the "to"
# of an infinitive, a possessive "'s". What completes a verb ("call off") is a "preposition".
CATEGORIES = {
    **{"NOUN": "noun", "PROPN": "name", "PRON": "pronoun", "NUM": "number"},
    **{"VERB": "verb", "AUX": "auxiliary", "ADJ": "adjective", "ADV": "adverb"},
    **{"ADP": "preposition", "DET": "determiner", "PART": "particle"},
    **{"CCONJ": "conjunction", "SCONJ": "subordinator", "INTJ": "interjection"},
    **{"PUNCT": "mark", "SYM": "symbol", "SPACE": "space", "X": "other"},
}
# Categories of words that have a meaning of their own, of which there are always new ones.
OPEN = frozenset(("noun", "name", "number", "verb", "adjective", "adverb"))
# Categories of what may be a verb, and of what may stand for a person or a thing.
VERBAL = frozenset(("verb", "auxiliary"))
NOMINAL = frozenset(("noun", "name", "pronoun"))
# Marks that join what is written without a blank to one word.
JOINTS = frozenset("-‐‑–/'’")


class Word(NamedTuple):
    """What kind of word a token is.

    Attributes:
        category: A value of `CATEGORIES`; "" where nothing is known. "auxiliary" is what helps a
            verb or joins a subject and what is said of it ("is"), "verb" what says something
            itself. Without tags, a capital inside a sentence makes a "name".
        lemma: The lower-cased lemma; the word where there is none.
        lookup: Under which universal part of speech a lexicon has it: that of the tag, "NOUN" for
            pronouns, "" where nothing is known.
        as_adjective: The form a lexicon may have as an adjective: of a verb the form it stands in
            ("closed"), else the lemma.
        open_class: Whether its category is one of `OPEN`.
        content: Whether it carries information of its own (`Sentence.content`).
        informative: Whether it is worth telling when it is missing: a content word, a name, a
            number, a verb but for the most empty ones, and whatever is no stop word.
        helps: Whether it is an auxiliary of another word ("has gone", "was seen"), which then is
            `meant`.
        meant: The token that says what this one stands for: the verb of an auxiliary, the people of
            "a group of people"; else its own.
        particle: The token of the particle that completes a verb ("call off"), -1 without.
        plural: Whether it is a noun or a name in the plural.
        calendar: The month or weekday that it names, in full and lower case; "" if none.
        clitic: Whether it is written as the end of another word: "'s", "n't".
        written: The tokens that are written as one word with it, itself among them: "semi-final",
            "isn't", "$5".
    """

    category: str
    lemma: str
    lookup: str
    as_adjective: str
    open_class: bool
    content: bool
    informative: bool
    helps: bool
    meant: int
    particle: int
    plural: bool
    calendar: str
    clitic: bool
    written: range

    @property
    def verbal(self) -> bool:
        """Whether it is a verb or an auxiliary."""
        return self.category in VERBAL

    @property
    def nominal(self) -> bool:
        """Whether it is a noun, a name or a pronoun."""
        return self.category in NOMINAL


def words(sentence: Sentence) -> tuple[Word, ...]:
    """Return what kind of word each token of a side is."""
    syntax, written = sentence.syntax, _written(sentence)
    return tuple(_word(syntax, i, run) for i, run in enumerate(written))


def _word(syntax: Syntax, i: int, written: range) -> Word:
    sentence, lang, role = syntax.sentence, syntax.lang, syntax.roles[i]
    text, lemma, pos = sentence.texts[i], syntax.lemmas[i], syntax.pos[i]
    category = _category(sentence, pos, role, i)
    content = sentence.content[i]
    return Word(
        category=category,
        lemma=lemma,
        lookup="NOUN" if pos == "PRON" else pos,
        as_adjective=syntax.words[i] if category in VERBAL else lemma,
        open_class=category in OPEN,
        content=content,
        informative=_is_informative(sentence, category, content, i),
        helps=role in r.AUXILIARIES,
        meant=_meant(syntax, i, lang),
        particle=next(iter(syntax.below(i, r.PARTICLE)), -1),
        plural=sentence.is_plural(i),
        calendar=calendar_name(text, lang) or "",
        clitic=len(written) > 1 and _is_clitic(text, syntax.words[i], lang),
        written=written,
    )


def _is_clitic(text: str, word: str, lang: LanguageData) -> bool:
    return len(text) > 1 and (text[0] in JOINTS or word in lang.clitics)


def _category(sentence: Sentence, pos: str, role: str, i: int) -> str:
    if not pos:
        return "name" if sentence.proper[i] else ""
    category = CATEGORIES.get(pos, "other")
    return "auxiliary" if category == "verb" and role in r.AUXILIARIES else category


def _is_informative(sentence: Sentence, category: str, content: bool, i: int) -> bool:
    if sentence.lemmas[i] in sentence.lang.empty_verbs:
        return False
    if not any(map(str.isalnum, sentence.texts[i])):
        return False
    return content or not sentence.stops[i] or category in ("name", "number", "verb")


def _meant(syntax: Syntax, i: int, lang: LanguageData) -> int:
    """Return the word for which an auxiliary or a light noun stands, else the word itself."""
    if syntax.roles[i] in r.AUXILIARIES:
        return syntax.heads[i] if syntax.heads[i] >= 0 else i
    if syntax.lemmas[i] in lang.light_nouns:
        for child in syntax.children(i):
            if syntax.words[child] in lang.genitive_prepositions:
                return next(iter(syntax.objects_of(child)), i)
    return i


def _written(sentence: Sentence) -> list[range]:
    """Return for each token the tokens that are written as one word with it.

    Marks around a word belong to it only as seen from themselves.
    """
    n, texts = len(sentence), sentence.texts
    joins = [_joins(sentence, i) for i in range(n - 1)]
    found, start = [], 0
    while start < n:
        end = start + 1
        while end < n and joins[end - 1]:
            end += 1
        found += [_inside(texts, start, end, i) for i in range(start, end)]
        start = end
    return found


def _inside(texts: list[str], start: int, end: int, i: int) -> range:
    """Return a run of tokens without the joining marks around it, as far as a token of it."""
    while start < i and texts[start] in JOINTS:
        start += 1
    while end - 1 > i and texts[end - 1] in JOINTS:
        end -= 1
    return range(start, end)


def _joins(sentence: Sentence, i: int) -> bool:
    """Return whether a token and the next one belong to one written word."""
    return sentence.attribute("SPACY")[i] == 0 and not any(
        sentence.attribute("IS_SPACE")[t]
        or (
            sentence.attribute("IS_PUNCT")[t]
            and sentence.pos[t] in ("", "PUNCT")
            and sentence.texts[t] not in JOINTS
        )
        for t in (i, i + 1)
    )
