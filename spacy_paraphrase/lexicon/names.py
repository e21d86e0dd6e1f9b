"""Variants of names: acronyms, initials, nicknames, demonyms, transliterations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from os.path import commonprefix

import numpy as np
from rapidfuzz.distance import Indel, Levenshtein

from ..analysis.sentence import Sentence, sentence_of
from ..jobs.arrays import FloatArray
from ..lang import LanguageData
from .index import nicknames
from .spelling import ACRONYM, Tokens, begin_alike, equal, family, spellings, variant

EXPANSION, SHORTENED, INITIAL, RELATED = 0.8, 0.9, 0.8, 0.9
# Minimum length of an acronym in lower case, by its part of speech.
_LEAST = {"PROPN": 2, "NOUN": 3}
# Maps letters of similar sound to one letter, and removes vowels: transliterations differ in both.
_SOUNDS = str.maketrans("qcgzj", "kkksg", "aeiouyhw'’-")
_DOUBLED = re.compile(r"(.)\1+")
# Shorter names that differ in one letter count as different names: Iran and Iraq.
LONG_NAME = 7
# Minimum length of names that are compared by their consonants.
SOUNDING = 4


def abbreviation(source: Tokens, target: Tokens) -> FloatArray:
    """Return the similarity of abbreviations and their full forms.

    It is 1 for the same letters with and without periods (U.S. / US), 0.9 for a shortened word
    (Ltd. / Limited, TV / television), and 0.8 for an acronym and each word of its expansion (UN /
    United Nations, voa / voice of america).
    """
    sides = sentence_of(source), sentence_of(target)
    lang = sides[0].lang
    spelled = [side.once(spellings) for side in sides]
    result = equal(*([word.acronym for word in some] for some in spelled))
    for view, k in ((result, 0), (result.T, 1)):
        one, other = sides[k], sides[1 - k]
        short = [(i, one.texts[i].lower()) for i, word in enumerate(spelled[k]) if word.may_shorten]
        for (i, text), (j, word) in product(short, enumerate(other.words)):
            if shortens(text, word, lang):
                view[i, j] = max(view[i, j], SHORTENED)
        for i, j in _expansions(one.once(_acronyms), other):
            view[i, j] = max(view[i, j], EXPANSION)
    return result


def name(source: Tokens, target: Tokens) -> FloatArray:
    """Return the similarity of variant forms of a name.

    It is 0.9 for a country and its adjective (Pakistan / Pakistani), names with the same stem
    (Ocean / Oceans; not of people), spellings of one long name (Hussein / Hussain), a name whose
    ending is a separate token on one side only (Kohl's / Kohls), and a name in one token and its
    shorter form (Barack Obama / Obama, New York City / New York). It is 0.8 for an initial or a
    variant of a given name before the same surname (J. Smith / John Smith, Bob Dole / Robert Dole).
    """
    result = np.zeros((len(source), len(target)))
    sides = sentence_of(source), sentence_of(target)
    words, others = (side.words for side in sides)
    names, other_names = (side.proper for side in sides)
    lang = sides[0].lang
    for i, j in begin_alike(*sides):
        if (names[i] or other_names[j]) and words[i] != others[j]:
            types = {sides[0].entities[i], sides[1].entities[j]}
            person = not lang.person_entities.isdisjoint(types)
            if _alike(words[i], others[j], names[i] and other_names[j], person, lang):
                result[i, j] = RELATED
    for view, (one, other) in ((result, sides), (result.T, sides[::-1])):
        for i, j in _given_names(one, other):
            view[i, j] = INITIAL
        for i, j in (*_longer_names(one, other), *_joined_names(one, other)):
            view[i, j] = RELATED
    return result


def _alike(word: str, other: str, both: bool, person: bool, lang: LanguageData) -> bool:
    """Return whether two words, one or both of them names, are forms of one name."""
    if both and same_name(word, other, lang):
        return True
    if person:
        return False
    return demonym(word, other, lang) or (both and family(word, other, lang) > 0)


@lru_cache(maxsize=1 << 15)
def demonym(word: str, other: str, lang: LanguageData) -> bool:
    """Return whether one word is a country (or region) and the other its adjective or people.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> demonym("pakistan", "pakistani", english), demonym("us", "use", english)
        (True, False)
    """
    shared = len(commonprefix((word, other)))
    for country, people in ((word, other), (other, word)):
        singulars = [people.removesuffix(ending) for ending in lang.plural_endings]
        for adjective in {people, *singulars}:
            if lang.country_of.get(adjective) == country:
                return True
            if any(
                (country[k:], adjective[k:]) in lang.demonym_endings
                for k in range(shared, max(3, shared - 3) - 1, -1)
            ):
                return True
    return False


@lru_cache(maxsize=1 << 15)
def nickname(word: str, other: str, lang: LanguageData) -> bool:
    """Return whether two lower-cased given names are forms of one name.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> nickname("bob", "robert", language_data("en"))
        True
    """
    known = nicknames(lang.code)
    return word in known and other in known and not known[word].isdisjoint(known[other])


@lru_cache(maxsize=1 << 15)
def same_name(word: str, other: str, lang: LanguageData) -> bool:
    """Return whether two lower-cased names are spellings of one name.

    Either they differ only in hyphens and accents; or both are long, end in the same letter, and
    differ in one letter or only in vowels and letters of similar sound.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> same_name("hussein", "hussain", english), same_name("iran", "iraq", english)
        (True, False)
    """
    one, two = variant(word, lang), variant(other, lang)
    if one == two:
        return True
    if min(len(one), len(two)) < LONG_NAME or one[-1] != two[-1]:
        return False
    if Levenshtein.distance(one, two, score_cutoff=1) <= 1:
        return True
    return _consonants(one) == _consonants(two) and Indel.normalized_similarity(one, two) >= 0.6


@lru_cache(maxsize=1 << 15)
def shorter_name(name: str, longer: str, lang: LanguageData) -> str:
    """Return the position of a lower-cased name in a longer name that is one token.

    Articles and possessive endings of both names are ignored.

    Returns:
        "whole", "begin" or "inside"; "" if the longer name does not contain the name.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> [shorter_name(*pair, english) for pair in (
        ...     ("obama", "barack obama"), ("new york", "new york city"), ("york", "yorkshire"))]
        ['inside', 'begin', '']
    """
    if " " not in longer:
        return ""
    short, long = _bare_name(name, lang), _bare_name(longer, lang)
    places = [k for k in range(len(long)) if short and long[k : k + len(short)] == short]
    if not places:
        return ""
    return "whole" if short == long else "inside" if places[0] else "begin"


def _bare_name(name: str, lang: LanguageData) -> list[str]:
    bare = without_clitic(name, lang)
    return [word for word in bare.split() if word not in lang.definite_articles]


def without_clitic(text: str, lang: LanguageData) -> str:
    """Return a token without the clitic at its end, such as a possessive ending.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> [without_clitic(text, language_data("en")) for text in ("Obama's", "Obama", "'s")]
        ['Obama', 'Obama', "'s"]
    """
    found = (text.removesuffix(end) for end in lang.clitics if text.lower().endswith(end))
    return min(found, key=len, default=text) or text


@lru_cache(maxsize=1 << 15)
def alike_names(word: str, other: str, lang: LanguageData) -> bool:
    """Return whether two lower-cased names are possibly, not certainly, forms of one name.

    This holds if `same_name`, `nickname` or `demonym` holds; also for names of at least four
    letters if one contains the other, if they differ only in vowels and letters of similar sound,
    or, from five letters on, in one letter.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> alike_names("qaida", "qa'eda", english), alike_names("iran", "iraq", english)
        (True, False)
    """
    if same_name(word, other, lang) or nickname(word, other, lang) or demonym(word, other, lang):
        return True
    short, long = sorted((word, other), key=len)
    if len(short) < SOUNDING:
        return False
    if short in long or _consonants(word) == _consonants(other) != "":
        return True
    return len(short) > SOUNDING and Levenshtein.distance(word, other, score_cutoff=1) <= 1


@lru_cache(maxsize=1 << 15)
def shortens(short: str, word: str, lang: LanguageData) -> bool:
    """Return whether a lower-cased word is an abbreviation of another.

    A list has it; or it ends in a period and its letters occur in the other word in the same order,
    the first letter first, and either the last one last or all of them together at the start.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> shortens("ltd.", "limited", english), shortens("st.", "city", english)
        (True, False)
    """
    bare = short.removesuffix(".")
    if bare in lang.abbreviations:
        return lang.abbreviations[bare] == word
    if bare == short or not 2 <= len(bare) <= 5 or not bare.isalpha() or len(word) < len(bare) + 2:
        return False
    letters = iter(word)
    return (
        bare[0] == word[0]
        and all(letter in letters for letter in bare)
        and (word.startswith(bare) or bare[-1] == word[-1])
    )


def _consonants(word: str) -> str:
    return _DOUBLED.sub(r"\1", word.translate(_SOUNDS))


def _acronyms(side: Sentence) -> list[tuple[int, str]]:
    """Return the acronyms, with their letters; part of speech and length decide in lower case."""
    found = []
    forms = zip(side.once(spellings), side.texts, side.pos, side.stops, strict=True)
    for i, (spelled, text, pos, stop) in enumerate(forms):
        if spelled.acronym:
            found.append((i, spelled.acronym))
        elif stop or not _LEAST.get(pos, ACRONYM + 1) <= len(text) <= ACRONYM:
            continue
        elif text.islower() and text.isalpha():
            found.append((i, text.upper()))
    return found


def _expansions(
    acronyms: Sequence[tuple[int, str]], sentence: Sentence
) -> Iterator[tuple[int, int]]:
    """Yield (acronym, word) for the words of each run whose initials spell an acronym."""
    # The initials of function words in the run may be part of the acronym (VOA) or not (ASEAN). In
    # a sentence without capitals, any content word may begin or end an expansion.
    if not acronyms:
        return
    texts, strong = sentence.texts, _strong_words(sentence)
    ends = set(strong)
    for places in (strong, range(len(texts))):
        initials = "".join(texts[j][0].upper()[0] for j in places)
        for i, acronym in acronyms:
            for k in _occurrences(acronym, initials):
                run = places[k : k + len(acronym)]
                if {run[0], run[-1]} <= ends and run[-1] - run[0] < 2 * len(acronym):
                    yield from ((i, j) for j in run if j in ends)


def _strong_words(sentence: Sentence) -> list[int]:
    """Return the capitalised words; if there are none, the content words."""
    texts = sentence.texts
    strong = [j for j, text in enumerate(texts) if text[0].isupper()]
    return strong or [j for j, t in enumerate(texts) if t.isalpha() and not sentence.stops[j]]


def _occurrences(part: str, text: str) -> list[int]:
    """Return the start of each occurrence of a part in a text, including overlapping ones."""
    return [k for k in range(len(text)) if text.startswith(part, k)]


def _longer_names(source: Sentence, target: Sentence) -> Iterator[tuple[int, int]]:
    """Yield (longer name, name) if the longer one begins with the name, or has it (of people)."""
    people = source.lang.person_entities
    for i, text in enumerate(source.words):
        if " " not in text or not source.proper[i]:
            continue
        for j, other in enumerate(target.words):
            place = shorter_name(other, text, source.lang) if target.proper[j] else ""
            types = {source.entities[i], target.entities[j]}
            if place and (place != "inside" or types & people) and len(types - {""}) < 2:
                yield i, j


def _joined_names(source: Sentence, target: Sentence) -> Iterator[tuple[int, int]]:
    """Yield (name, name with clitic): "Kohl" of "Kohl's" (two tokens), "Kohls" (one token)."""
    joined = [i for i in range(len(source)) if _with_ending(source, i)]
    names = [j for j, proper in enumerate(target.proper) if proper] if joined else []
    yield from (pair for pair in product(joined, names) if is_joined(source, target, *pair))


def is_joined(source: Sentence, target: Sentence, i: int, j: int) -> bool:
    """Return whether a name with its clitic (two tokens) is one word on the other side."""
    joined = _with_ending(source, i)
    return bool(joined) and target.proper[j] and variant(target.words[j], target.lang) == joined


def _with_ending(side: Sentence, i: int) -> str:
    """Return a name joined with the clitic after it, "" without a clitic."""
    end = side.words[i + 1] if i + 1 < len(side) and side.proper[i] else ""
    return variant(side.words[i] + end, side.lang) if end in side.lang.clitics else ""


def _given_names(source: Sentence, target: Sentence) -> Iterator[tuple[int, int]]:
    """Yield (initial or given name, given name) before the same surname; initials may intervene."""
    known = nicknames(source.lang.code)
    for i, text in enumerate(source.texts):
        if not text[0].isupper():
            continue
        initial = len(text) == 1 or text[1:] == "."
        if not (initial or text.lower() in known):
            continue
        surname = next((word for word in source.words[i + 1 : i + 4] if len(word) > 2), None)
        if surname is None:
            continue
        for j, other in enumerate(target.texts[:-1]):
            if surname not in target.words[j + 1 : j + 3]:
                continue
            if initial:
                same = len(other) > 2 and other[0] == text[0]
            else:
                word = target.words[j]
                same = text.lower() != word and nickname(text.lower(), word, source.lang)
            if same:
                yield i, j
