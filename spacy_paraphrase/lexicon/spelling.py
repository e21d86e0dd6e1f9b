"""Spelling similarity of two words, and compounds with and without a hyphen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from os.path import commonprefix
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA, Indel
from spacy.tokens import Token

from ..analysis.dates import calendar_name, date_part
from ..analysis.numerals import read_word, unit
from ..analysis.sentence import Sentence, sentence_of
from ..arrays import FloatArray
from ..lang import LanguageData
from .index import LexicalIndex
from .resources import word_weights

Tokens: TypeAlias = Sequence[Token]
# Of n source and m target tokens it gives how similar they are, 0 to 1; shape (n, m).
Expert: TypeAlias = Callable[[Tokens, Tokens], FloatArray]


def equal(source: Sequence[Hashable], target: Sequence[Hashable]) -> FloatArray:
    """Return 1 where two items are equal, else 0; shape (n, m). "" and None equal nothing.

    Example:
        >>> equal(["a", "", "b"], ["b", ""]).tolist()
        [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]
    """
    same = np.zeros((len(source), len(target)))
    places: dict[Hashable, list[int]] = {}
    for j, item in enumerate(target):
        if item is not None and item != "":
            places.setdefault(item, []).append(j)
    if places:
        m = len(target)
        cells = [i * m + j for i, item in enumerate(source) for j in places.get(item, ())]
        same.reshape(-1)[cells] = 1.0
    return same


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


# What a word is by its letters alone.

_ACRONYM = re.compile(r"(?:[^\W\d_]\.?){2,6}")
# Letters that an acronym has at most.
ACRONYM = 6


class Spelling(NamedTuple):
    """What a word is by its letters alone, read once for each word.

    Attributes:
        initial: The letter by which words that begin alike are found, "" for one that is not to be
            compared with others, such as a number.
        parts: The parts of a hyphenated word, nothing for any other (`parts`).
        acronym: The letters of what may be an acronym, in capitals, else "".
        may_shorten: Whether it may be short for a longer word: it has a period or is in a list.
        unit: Whether it names a unit, or does behind a number.
        calendar: The full name of a month or weekday, else None.
        dated: Whether a date may stand here: it is a month or a date in digits.
    """

    initial: str
    parts: tuple[str, ...]
    acronym: str
    may_shorten: bool
    unit: bool
    calendar: str | None
    dated: bool


def spellings(side: Sentence) -> list[Spelling]:
    """Return what the words of a side are by their letters."""
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


# How alike two words are spelled.

_JOINING_MARKS = re.compile(r"[-‐‑–_'’`.]")
_EDGES = re.compile(r"""^["',;:*]+|["',;:*]+$""")
# What words of one family get that differ in their suffixes, what a word must be worth that is
# spelled like a name: Australian is not Austria.
RELATIVES, NAME = 0.95, 0.85
# Letters of the shorter of two words that are compared, and of what relatives share at least.
LONG, STEM = 4, 3


@lru_cache(maxsize=8)
def _spelling_variants(lang: LanguageData) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), common) for pattern, common in lang.spelling_variants]


@lru_cache(maxsize=1 << 15)
def variant(word: str, lang: LanguageData) -> str:
    """Return a lower-cased word in the one spelling that its variants share.

    Hyphens, apostrophes and accents go, and spellings of one region turn into those of another;
    what results need not be a word. A word without letters is kept as it is.

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
    """Return how alike the spellings of two lower-cased words are, 0 to 1.

    What `family` returns; else, for words of at least four letters, twice the length of their
    longest common subsequence over the sum of their lengths; what is less similar than `least`
    counts 0.
    """
    one, two = variant(word, lang), variant(other, lang)
    related = _family(one, two, lang)
    if related == 1.0 or not _comparable(one, two):
        return related
    return max(related, Indel.normalized_similarity(one, two, score_cutoff=least))


@lru_cache(maxsize=1 << 16)
def family(word: str, other: str, lang: LanguageData) -> float:
    """Return how far two lower-cased words are forms of one.

    1 for variants of one spelling, 0.95 for words that differ in a suffix alone, short ones in the
    ending of a plural.

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
    """Return what `family` does of two words in the one spelling of their variants."""
    if one == two:
        return 1.0
    short, long = (one, two) if len(one) <= len(two) else (two, one)
    if len(short) == STEM and long in [short + ending for ending in lang.plural_endings]:
        return RELATIVES if short not in lang.false_plurals else 0.0
    if one[:LONG] != two[:LONG] or not _comparable(one, two):
        return 0.0
    shared = len(commonprefix((one, two)))
    # Part of a suffix may be shared: -ion and -ing.
    stems = range(shared, max(STEM, shared - 2) - 1, -1)
    return RELATIVES if any({one[k:], two[k:]} <= lang.suffixes for k in stems) else 0.0


# Parts of speech that the lexical index has.
_OPEN = ("NOUN", "VERB", "ADJ", "ADV")
# How much more a misspelt word says than the right one, in nats, at least; letters of both.
MISSPELT, SPELT = 2.5, 4
_DOUBLED = re.compile(r"([a-z])\1")


def misspelt(index: LexicalIndex | None, word: str, other: str, lang: LanguageData) -> bool:
    """Return whether one of two lower-cased words is the other one with a slip of the pen.

    They differ by one letter, two that have changed places, or letters that are doubled; and one of
    them is in no lexicon, in any form of its, and far rarer than the other: "goverment", while
    "form" and "from", "later" and "latter" are words.

    Args:
        index: The lexical index; without it, nothing is known to be no word.
        word: A word, in lower case.
        other: Another one.
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
    """Return whether a lower-cased word, or what it is a form of, is in a lexical index."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(word)
    forms = {word, *(lemma for lemmas in found.values() for lemma in lemmas)}
    return any(index.entries(form, pos) for form in forms for pos in _OPEN)


def identity(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the lower-cased words are the same, else 0."""
    return equal(sentence_of(source).words, sentence_of(target).words)


def lemma(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the lower-cased lemmas are the same, else 0."""
    lemmas = (sentence_of(side).given_lemmas for side in (source, target))
    return equal(*([lemma.lower() for lemma in some] for some in lemmas))


def norm(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the norms are the same, such as those of n't and not, else 0."""
    return equal(*map(_norms, (sentence_of(source), sentence_of(target))))


def string(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return how alike the spellings are (see `spelling`).

    Names, numbers, months and weekdays are left out: a similar one is another one.

    Args:
        source: n tokens.
        target: m tokens.
        least: What is less similar counts 0.
    """
    result = np.zeros((len(source), len(target)))
    sides = sentence_of(source), sentence_of(target)
    words, others = (side.words for side in sides)
    names, other_names = (side.proper for side in sides)
    stops, other_stops = (side.stops for side in sides)
    lang = sides[0].lang
    # By how many of the two words are names.
    bounds = least, max(least, NAME)
    for i, j in begin_alike(*sides):
        named = names[i] + other_names[j]
        if stops[i] or other_stops[j]:
            result[i, j] = family(words[i], others[j], lang)
        elif named < len(bounds):
            result[i, j] = spelling(words[i], others[j], bounds[named], lang)
    return result


def begin_alike(source: Sentence, target: Sentence) -> list[tuple[int, int]]:
    """Return the pairs of words that begin alike, no numbers or dates among them."""
    begins = target.once(_places_of_initials)
    words = enumerate(source.once(spellings))
    return [(i, j) for i, word in words for j in begins.get(word.initial, ())]


def _places_of_initials(side: Sentence) -> dict[str, list[int]]:
    begins: dict[str, list[int]] = {}
    for j, spelled in enumerate(side.once(spellings)):
        if spelled.initial:
            begins.setdefault(spelled.initial, []).append(j)
    return begins


def _initial(word: str, lang: LanguageData) -> str:
    """Return the letter by which a word is looked up, "" for one that is not to be compared."""
    plain = variant(word, lang)
    if len(plain) < 2 or not plain[0].isalpha():
        return ""
    if calendar_name(word, lang) or read_word(word, lang) is not None:
        return ""
    return {"q": "k", "c": "k", "g": "k"}.get(plain[0], plain[0])


def _norms(side: Sentence) -> list[str]:
    """Return the norms; of contractions those that a tokeniser would have set."""
    contractions = side.lang.contractions
    words = zip(side.words, side.norms, strict=True)
    return [contractions.get(word) or norm.lower() for word, norm in words]


def _comparable(word: str, other: str) -> bool:
    return min(len(word), len(other)) >= LONG and word.isalpha() and other.isalpha()


# Compounds written with a hyphen, as one word or as several.

# All of a compound stands on the other side in a row; one of its parts stands there.
WHOLE, PART = 0.9, 0.6
# Letters of a word that may be two: "today" is not "to day".
JOINED = 6
_HYPHEN = re.compile(r"[-‐‑–—/]")
_HYPHENS = frozenset("-‐‑–—/")


def compound(source: Tokens, target: Tokens) -> FloatArray:
    """Return how far one word is a part of the other, a compound.

    0.9 for each word of a row that together make up the compound (death toll / death-toll,
    Hong Kong / Hongkong), 0.6 for a part alone (al-Assad / Assad, U.S.-led / U.S.).
    """
    result = np.zeros((len(source), len(target)))
    sides = [sentence_of(source), sentence_of(target)]
    lang = sides[0].lang
    kept = [[i for i, word in enumerate(side.words) if word not in _HYPHENS] for side in sides]
    for view, k in ((result, 0), (result.T, 1)):
        spelled, other = sides[k].once(spellings), sides[1 - k]
        compounds = [(i, spelled[i].parts) for i in kept[k] if spelled[i].parts]
        keys = [(j, _forms(other, j, lang)) for j in kept[1 - k]] if compounds else []
        for i, found in compounds:
            _mark(view[i], found, keys, lang)
    for run, run2 in joined_words(*sides):
        cells = [t for t in run if t in kept[0]], [t for t in run2 if t in kept[1]]
        result[np.ix_(*cells)] = WHOLE
    return result


def _forms(side: Sentence, j: int, lang: LanguageData) -> set[str]:
    return {variant(side.words[j], lang), variant(side.given_lemmas[j].lower(), lang)}


def joined_words(source: Sentence, target: Sentence) -> Sequence[tuple[list[int], list[int]]]:
    """Return the words of source and target that are one compound, in one word and in two.

    Hyphens between them count among them: "e-mail" and "email", "health care" and "healthcare".
    """
    return _joined(tuple(source.words), tuple(target.words), source.lang)


@lru_cache(maxsize=1 << 11)
def _joined(
    source: tuple[str, ...], target: tuple[str, ...], lang: LanguageData
) -> tuple[tuple[list[int], list[int]], ...]:
    """Return what `joined_words` does, which several components ask of every pair."""
    return (
        *_written_apart(source, target, lang),
        *((run, word) for word, run in _written_apart(target, source, lang)),
    )


def _written_apart(
    words: Sequence[str], others: Sequence[str], lang: LanguageData
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the words that stand as two on the other side, and what stands there."""
    long = _long_words(words, set(others), lang)
    kept = [i for i, word in enumerate(others) if word not in _HYPHENS] if long else []
    # One letter where the first word has no more: "e mail".
    beginnings = {word[:k] for word in long for k in (1, 2)}
    for one, two in pairwise(kept):
        if variant(others[one], lang)[:2] not in beginnings:
            continue
        if not (others[one] + others[two]).isalpha():
            continue
        i = long.get(variant(others[one] + others[two], lang))
        if i is not None and (two - one > 1 or len(words[i]) >= JOINED):
            yield [i], list(range(one, two + 1))


def _long_words(words: Sequence[str], but: set[str], lang: LanguageData) -> dict[str, int]:
    """Return the long words, by their variants, but some; of a word that recurs the last one."""
    lone = {word: i for i, word in enumerate(words) if len(word) >= LONG and word not in but}
    return {variant(word, lang): i for word, i in lone.items()}


@lru_cache(maxsize=1 << 14)
def parts(word: str, lang: LanguageData) -> tuple[str, ...]:
    """Return the parts of a lower-cased hyphenated word, nothing for any other.

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
    """Mark the words of the other side that are a compound's parts: all in a row, or one alone."""
    for k in range(len(keys) - len(found) + 1):
        run = keys[k : k + len(found)]
        if all(part in key for part, (_, key) in zip(found, run, strict=True)):
            row[[j for j, _ in run]] = WHOLE
            return
    negated = found[0] in lang.contrary_prefixes
    for part, (j, key) in product(found[2 if negated else 0 :], keys):
        if part in key and part not in lang.minor_compound_parts:
            row[j] = max(row[j], PART)
