"""Spelling similarity of two words, and compounds with and without a hyphen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from os.path import commonprefix
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA, Indel
from spacy.tokens import Token

from ..analysis.dates import calendar_name, date_part
from ..analysis.numerals import read_word, unit
from ..analysis.sentence import Sentence, sentence_of
from ..jobs.arrays import FloatArray
from ..lang import LanguageData
from .index import LexicalIndex
from .inflection import lemmas_of
from .resources import word_weights

Tokens: TypeAlias = Sequence[Token]
# A function that returns the similarities (0 to 1) of n source and m target tokens; shape (n, m).
Expert: TypeAlias = Callable[[Tokens, Tokens], FloatArray]
Item = TypeVar("Item", bound=Hashable)


def equal(source: Sequence[Hashable], target: Sequence[Hashable]) -> FloatArray:
    """Return 1 for equal items, else 0; shape (n, m). "" and None are equal to nothing.

    Example:
        >>> equal(["a", "", "b"], ["b", ""]).tolist()
        [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]
    """
    same = np.zeros((len(source), len(target)))
    if places := places_of(target):
        m = len(target)
        cells = [i * m + j for i, item in enumerate(source) for j in places.get(item, ())]
        same.reshape(-1)[cells] = 1.0
    return same


def places_of(items: Iterable[Item]) -> dict[Item, list[int]]:
    """Return the indices of each item, apart from "" and None."""
    places: dict[Item, list[int]] = {}
    for i, item in enumerate(items):
        if item is not None and item != "":
            places.setdefault(item, []).append(i)
    return places


def cosines(source: npt.NDArray[np.floating], target: npt.NDArray[np.floating]) -> FloatArray:
    """Return the cosine of every row of one matrix with every row of another, 0 for a zero row.

    Args:
        source: Vectors, shape (n, d).
        target: Vectors, shape (m, d).
    """
    units = []
    for rows in (source, target):
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        units.append(np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0))
    return np.asarray(units[0] @ units[1].T, dtype=np.float64)


# Properties of a word that depend only on its letters.

_ACRONYM = re.compile(r"(?:[^\W\d_]\.?){2,6}")
# Maximum number of letters of an acronym.
ACRONYM = 6


class Spelling(NamedTuple):
    """Properties of a word that depend only on its letters, computed once for each word.

    Attributes:
        initial: The key of words that are compared by their spelling: their first letter. It is ""
            for a word that is never compared, such as a number.
        parts: The parts of a hyphenated word, empty for other words (`parts`).
        acronym: The letters of a possible acronym, in capitals, else "".
        may_shorten: Whether the word may be an abbreviation: it ends in a period or is in a list.
        unit: Whether the word is a unit, or can be one after a number.
        calendar: The full name of a month or weekday, else None.
        dated: Whether the word may be part of a date: it is a month or a date in digits.
    """

    initial: str
    parts: tuple[str, ...]
    acronym: str
    may_shorten: bool
    unit: bool
    calendar: str | None
    dated: bool


def spellings(side: Sentence) -> list[Spelling]:
    """Return the spelling properties of the words of a sentence."""
    lang = side.lang
    return [_spelled(text, word, lang) for text, word in zip(side.texts, side.words, strict=True)]


@lru_cache(maxsize=1 << 15)
def _spelled(text: str, word: str, lang: LanguageData) -> Spelling:
    is_acronym = _ACRONYM.fullmatch(text) and (text.isupper() or "." in text[:-1])
    calendar = calendar_name(text, lang)
    return Spelling(
        _initial(word, lang),
        parts(word, lang),
        text.replace(".", "").upper() if is_acronym else "",
        (len(text) > 2 and text[-1] == ".") or text.lower() in lang.abbreviations,
        unit(word, lang) is not None or word in lang.unit_letters,
        calendar,
        calendar in lang.months or (text[:1].isdigit() and date_part(text, lang)[0] == "date"),
    )


# Similarity of the spellings of two words.

_JOINING_MARKS = re.compile(r"[-‐‑–_'’`.]")
_EDGES = re.compile(r"""^["',;:*]+|["',;:*]+$""")
# Similarity of words that differ only in their suffixes; minimum similarity of a name and another
# word that is not a name: Australian is not Austria.
RELATIVES, NAME = 0.95, 0.85
# Minimum length of the shorter of two compared words, and of the stem that related words share.
LONG, STEM = 4, 3


@lru_cache(maxsize=8)
def _spelling_variants(lang: LanguageData) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), common) for pattern, common in lang.spelling_variants]


@lru_cache(maxsize=1 << 15)
def variant(word: str, lang: LanguageData) -> str:
    """Return the normal form of a lower-cased word, which all its spelling variants share.

    Hyphens, apostrophes and accents are removed, and regional spellings become those of one region.
    The result need not be a word. A word without letters does not change.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> [variant(word, language_data("en")) for word in ("co-operate", "colours", "3-2")]
        ['cooperate', 'colors', '3-2']
    """
    plain = word
    if not (word.isascii() and word.isalpha()):
        if not any(map(str.isalpha, word)):
            return word
        plain = unicodedata.normalize("NFKD", word)
        plain = "".join(character for character in plain if not unicodedata.combining(character))
        marks = "-" if any(map(str.isdigit, word)) else _JOINING_MARKS
        plain = _EDGES.sub("", re.sub(marks, "", plain))
    for pattern, common in _spelling_variants(lang):
        plain = pattern.sub(common, plain)
    return plain or word


@lru_cache(maxsize=1 << 16)
def spelling(word: str, other: str, least: float, lang: LanguageData) -> float:
    """Return the similarity of the spellings of two lower-cased words, 0 to 1.

    It is the result of `family`. If that is less than 1, words of at least four letters get the
    greater of it and 2 * (length of longest common subsequence) / (sum of the lengths), where
    values below `least` become 0.
    """
    one, two = variant(word, lang), variant(other, lang)
    related = _family(one, two, lang)
    if related == 1.0 or not _comparable(one, two):
        return related
    return max(related, Indel.normalized_similarity(one, two, score_cutoff=least))


@lru_cache(maxsize=1 << 16)
def family(word: str, other: str, lang: LanguageData) -> float:
    """Return how likely two lower-cased words are forms of one word.

    The value is 1 for spelling variants, 0.95 for words that differ only in a suffix (words of
    three letters: only in the plural ending), else 0.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> family("co-operate", "cooperate", english), family("policy", "polite", english)
        (1.0, 0.0)
        >>> family("assassination", "assassinated", english), family("new", "news", english)
        (0.95, 0.0)
    """
    return _family(variant(word, lang), variant(other, lang), lang)


def _family(one: str, two: str, lang: LanguageData) -> float:
    """Return the result of `family` for two words in normal form (see `variant`)."""
    if one == two:
        return 1.0
    short, long = (one, two) if len(one) <= len(two) else (two, one)
    if len(short) == STEM and long in [short + ending for ending in lang.plural_endings]:
        return RELATIVES if short not in lang.false_plurals else 0.0
    if one[:LONG] != two[:LONG] or not _comparable(one, two):
        return 0.0
    shared = len(commonprefix((one, two)))
    # The two suffixes may begin with the same letters: -ion and -ing.
    stems = range(shared, max(STEM, shared - 2) - 1, -1)
    return RELATIVES if any({one[k:], two[k:]} <= lang.suffixes for k in stems) else 0.0


# Parts of speech in the lexical index.
_OPEN = ("NOUN", "VERB", "ADJ", "ADV")
# Minimum difference of the word weights of a misspelt and the right word, in nats; minimum length.
MISSPELT, SPELT = 2.5, 4
_DOUBLED = re.compile(r"([a-z])\1")


def misspelt(index: LexicalIndex | None, word: str, other: str, lang: LanguageData) -> bool:
    """Return whether one of two lower-cased words is a misspelling of the other ("goverment").

    They differ in one letter, two swapped letters, or doubled letters. One of them is far rarer
    than the other, and the lexicon has neither it nor its lemmas. This excludes pairs of words such
    as "form" and "from".

    Args:
        index: The lexical index; without it, the result is False.
        word: A word, in lower case.
        other: Another word, in lower case.
        lang: Their language.
    """
    if index is None or word[:1] != other[:1] or min(len(word), len(other)) < SPELT:
        return False
    if not (word.isalpha() and other.isalpha()):
        return False
    one, two = (_DOUBLED.sub(r"\1", form) for form in (word, other))
    if OSA.distance(one, two, score_cutoff=1) > 1:
        return False
    weights = word_weights(lang.code)
    if weights is None:
        return False
    rare, common = sorted((word, other), key=weights, reverse=True)
    far = weights(rare) - weights(common) >= MISSPELT
    return far and not is_word(index, rare)


def is_word(index: LexicalIndex, word: str) -> bool:
    """Return whether a lower-cased word or one of its lemmas is in a lexical index."""
    forms = {word}.union(*lemmas_of(word).values())
    return any(index.entries(form, pos) for form in forms for pos in _OPEN)


def identity(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 if the lower-cased words are the same, else 0."""
    return equal(sentence_of(source).words, sentence_of(target).words)


def lemma(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 if the lower-cased lemmas are the same, else 0."""
    lemmas = (sentence_of(side).given_lemmas for side in (source, target))
    return equal(*([lemma.lower() for lemma in some] for some in lemmas))


def norm(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 if the norms are the same, such as those of n't and not, else 0."""
    return equal(*map(_norms, (sentence_of(source), sentence_of(target))))


def string(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return the similarities of the spellings (see `spelling`).

    Pairs of names, and numbers, months and weekdays get 0: if their spelling differs, they differ.

    Args:
        source: n tokens.
        target: m tokens.
        least: Similarities below this value become 0.
    """
    result = np.zeros((len(source), len(target)))
    sides = sentence_of(source), sentence_of(target)
    words, others = (side.words for side in sides)
    names, other_names = (side.proper for side in sides)
    stops, other_stops = (side.stops for side in sides)
    lang = sides[0].lang
    # Minimum similarity if none, or one, of the two words is a name.
    bounds = least, max(least, NAME)
    for i, j in begin_alike(*sides):
        named = names[i] + other_names[j]
        if stops[i] or other_stops[j]:
            result[i, j] = family(words[i], others[j], lang)
        elif named < len(bounds):
            result[i, j] = spelling(words[i], others[j], bounds[named], lang)
    return result


def begin_alike(source: Sentence, target: Sentence) -> list[tuple[int, int]]:
    """Return the pairs of words with the same initial; numbers and dates have none."""
    begins = target.once(_places_of_initials)
    words = enumerate(source.once(spellings))
    return [(i, j) for i, word in words for j in begins.get(word.initial, ())]


def _places_of_initials(side: Sentence) -> dict[str, list[int]]:
    return places_of(spelled.initial for spelled in side.once(spellings))


def _initial(word: str, lang: LanguageData) -> str:
    """Return the letter by which a word is looked up, "" for a word that is never compared."""
    plain = variant(word, lang)
    if len(plain) < 2 or not plain[0].isalpha():
        return ""
    if calendar_name(word, lang) or read_word(word, lang) is not None:
        return ""
    return {"q": "k", "c": "k", "g": "k"}.get(plain[0], plain[0])


def _norms(side: Sentence) -> list[str]:
    """Return the norms; contractions get the norms that spaCy's tokenizer sets."""
    contractions = side.lang.contractions
    words = zip(side.words, side.norms, strict=True)
    return [contractions.get(word) or norm.lower() for word, norm in words]


def _comparable(word: str, other: str) -> bool:
    return min(len(word), len(other)) >= LONG and word.isalpha() and other.isalpha()


# Compounds written with a hyphen, as one word or as several.

# Similarity if the other side has the whole compound as a run of words; if it has only one part.
WHOLE, PART = 0.9, 0.6
# Minimum length of a word that may be written as two words: "today" is not "to day".
JOINED = 6
_HYPHEN = re.compile(r"[-‐‑–—/]")
_HYPHENS = frozenset("-‐‑–—/")


def compound(source: Tokens, target: Tokens) -> FloatArray:
    """Return the similarity of compounds and their parts.

    It is 0.9 for each word of a run that makes up the whole compound (death toll / death-toll,
    Hong Kong / Hongkong), and 0.6 for a single part (al-Assad / Assad, U.S.-led / U.S.).
    """
    result = np.zeros((len(source), len(target)))
    sides = [sentence_of(source), sentence_of(target)]
    lang = sides[0].lang
    places = [[i for i, word in enumerate(side.words) if word not in _HYPHENS] for side in sides]
    for view, k in ((result, 0), (result.T, 1)):
        spelled, other = sides[k].once(spellings), sides[1 - k]
        compounds = [(i, spelled[i].parts) for i in places[k] if spelled[i].parts]
        keys = [(j, _forms(other, j, lang)) for j in places[1 - k]] if compounds else []
        for i, found in compounds:
            _mark(view[i], found, keys, lang)
    for run, run2 in joined_words(*sides):
        cells = [t for t in run if t in places[0]], [t for t in run2 if t in places[1]]
        result[np.ix_(*cells)] = WHOLE
    return result


def _forms(side: Sentence, j: int, lang: LanguageData) -> set[str]:
    return {variant(side.words[j], lang), variant(side.given_lemmas[j].lower(), lang)}


def joined_words(source: Sentence, target: Sentence) -> Sequence[tuple[list[int], list[int]]]:
    """Return the compounds that are one word on one side and two words on the other.

    The two words ("health care" and "healthcare") include a hyphen between them ("e-mail").
    """
    return _joined(tuple(source.words), tuple(target.words), source.lang)


@lru_cache(maxsize=1 << 11)
def _joined(
    source: tuple[str, ...], target: tuple[str, ...], lang: LanguageData
) -> tuple[tuple[list[int], list[int]], ...]:
    """Return the result of `joined_words`, cached since several components use it."""
    return (
        *_written_apart(source, target, lang),
        *((run, word) for word, run in _written_apart(target, source, lang)),
    )


def _written_apart(
    words: Sequence[str], others: Sequence[str], lang: LanguageData
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield each word that the other side writes as two words, and the run of these words."""
    long = _long_words(words, set(others), lang)
    places = [i for i, word in enumerate(others) if word not in _HYPHENS] if long else []
    # The first of two words may have only one letter: "e mail".
    beginnings = {word[:k] for word in long for k in (1, 2)}
    for one, two in pairwise(places):
        if variant(others[one], lang)[:2] not in beginnings:
            continue
        if not (others[one] + others[two]).isalpha():
            continue
        i = long.get(variant(others[one] + others[two], lang))
        if i is not None and (two - one > 1 or len(words[i]) >= JOINED):
            yield [i], list(range(one, two + 1))


def _long_words(words: Sequence[str], but: set[str], lang: LanguageData) -> dict[str, int]:
    """Return the last index of each long word that is not in `but`, by its normal form."""
    lone = {word: i for i, word in enumerate(words) if len(word) >= LONG and word not in but}
    return {variant(word, lang): i for word, i in lone.items()}


@lru_cache(maxsize=1 << 14)
def parts(word: str, lang: LanguageData) -> tuple[str, ...]:
    """Return the parts of a lower-cased hyphenated word, nothing for other words.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> parts("20-mile-long", language_data("en")), parts("cat", language_data("en"))
        (('20', 'mile', 'long'), ())
    """
    if _HYPHEN.search(word) is None:
        return ()
    found = tuple(variant(part, lang) for part in _HYPHEN.split(word) if part)
    return found if len(found) > 1 and any(part.isalpha() for part in found) else ()


def _mark(
    row: FloatArray, found: Sequence[str], keys: Sequence[tuple[int, set[str]]], lang: LanguageData
) -> None:
    """Mark the words of the other side that are parts of a compound: a whole run or single ones."""
    for k in range(len(keys) - len(found) + 1):
        run = keys[k : k + len(found)]
        if all(part in key for part, (_, key) in zip(found, run, strict=True)):
            row[[j for j, _ in run]] = WHOLE
            return
    negated = found[0] in lang.contrary_prefixes
    for part, (j, key) in product(found[2 if negated else 0 :], keys):
        if part in key and part not in lang.minor_compound_parts:
            row[j] = max(row[j], PART)
