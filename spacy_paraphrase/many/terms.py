"""The terms of a text without a parser: its words, their stems, and what a stem tells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import log
from operator import add
from typing import Any

import snowballstemmer
from spacy.util import get_lang_class

from ..mapreduce import Job, Row, run_loop
from ..overlap import stop_words
from ..scoring.words import porter_stem

Stem = Callable[[str], str]
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+|[^\w\s]")


def words_of(text: str, punctuation: bool = False) -> list[str]:
    """Return the words of a text in lower case: runs of letters, digits and "_".

    Args:
        text: Any text.
        punctuation: Whether every other character that is no white space counts, too.

    Example:
        >>> words_of("It's 5 o'clock.", punctuation=True)
        ['it', "'", 's', '5', 'o', "'", 'clock', '.']
    """
    return (_TOKEN if punctuation else _WORD).findall(unicodedata.normalize("NFC", text).lower())


@cache
def stemmer(language: str) -> Stem:
    """Return what stems a word: in English Porter's of 1980, else Snowball's, if there is one."""
    if language == "en":
        return porter_stem
    try:
        name = get_lang_class(language).__name__.lower()
    except ImportError:
        return str
    if name not in snowballstemmer.algorithms():
        return str
    return lru_cache(maxsize=1 << 16)(snowballstemmer.stemmer(name).stemWord)


def stems_of(text: str, language: str = "en", punctuation: bool = False) -> list[str]:
    """Return the stems of the words of a text.

    Example:
        >>> stems_of("Shares were falling.")
        ['share', 'were', 'fall']
    """
    return [*map(stemmer(language), words_of(text, punctuation))]


def content_words(text: str, language: str = "en") -> list[str]:
    """Return the words of a text that are no stop words.

    Example:
        >>> content_words("The shares were falling.")
        ['shares', 'falling']
    """
    stops = stop_words(language)
    return [word for word in words_of(text) if word not in stops]


def normal_form(text: str) -> str:
    r"""Return a text in lower case, with single blanks for white space.

    Example:
        >>> normal_form(" A  Cat\n")
        'a cat'
    """
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


@dataclass(frozen=True)
class Background:
    """How many texts of a background corpus a stem stands in.

    Attributes:
        texts: Number of texts.
        frequencies: For each stem the number of texts that it stands in.
    """

    texts: int
    frequencies: Mapping[str, int]

    def idf(self, stem: str) -> float:
        """Return ln((N+1)/(df+1)): how much a stem tells; most if it is in no text.

        Example:
            >>> round(Background(9, {"cat": 4}).idf("cat"), 4)
            0.6931
        """
        return log((self.texts + 1) / (self.frequencies.get(stem, 0) + 1))


def count_texts(language: str = "en", punctuation: bool = False) -> Job:
    """Return the job that counts in how many texts each stem stands; its records have a "text"."""
    return Job("count-texts", partial(_distinct, language, punctuation), add, _row)


def _distinct(
    language: str, punctuation: bool, record: Mapping[str, Any]
) -> Iterable[tuple[str, int]]:
    return ((stem, 1) for stem in sorted({*stems_of(record["text"], language, punctuation)}))


def _row(stem: str, texts: int) -> Iterable[Row]:
    return ({"stem": stem, "texts": texts},)


def background(texts: Iterable[str], language: str = "en", punctuation: bool = False) -> Background:
    """Count the stems of a corpus in memory; over files run the job `count_texts`.

    Example:
        >>> background(["A cat sleeps.", "Cats!"]).frequencies["cat"]
        2
    """
    known = [{"text": text} for text in texts]
    counted = run_loop(count_texts(language, punctuation), known)
    return Background(len(known), {row["stem"]: row["texts"] for row in counted})


def tf_idf(stems: Sequence[str], idf: Callable[[str], float]) -> dict[str, float]:
    """Return the sum of the idf of each stem over its occurrences."""
    found: dict[str, float] = {}
    for stem in stems:
        found[stem] = found.get(stem, 0.0) + idf(stem)
    return found
