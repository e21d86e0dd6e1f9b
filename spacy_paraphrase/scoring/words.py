"""Properties of words for scoring: stems, synonyms, and whether they are stop words.

Each property is a plain function of a word, which may be replaced, or missing.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeAlias

import snowballstemmer
from spacy.util import get_lang_class

from ..analysis.sentence import Sentence
from ..errors import ParaphraseError, warning
from ..lexicon.index import LexicalIndex
from ..lexicon.resources import default_lexicon

Stem: TypeAlias = Callable[[str], str]
# A function that returns the synonym groups of a word or a lemma.
Groups: TypeAlias = Callable[[str], frozenset[Hashable]]
_PORTER = snowballstemmer.stemmer("porter")
_NO_GROUPS: frozenset[Hashable] = frozenset()


@dataclass(frozen=True)
class Words:
    """The lower-cased words of a side and their properties.

    Attributes:
        words: The words.
        stems: Their stems; "" for an unknown stem.
        groups: Their groups of synonyms.
        stops: Whether they are stop words or punctuation: too common to be shifted alone.
    """

    words: Sequence[str]
    stems: Sequence[str]
    groups: Sequence[frozenset[Hashable]]
    stops: Sequence[bool]

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True)
class WordLookup:
    """Functions for the properties of words.

    Attributes:
        stem: Function that returns the stem of a word; None without a stemmer.
        groups: Function that returns the synonym groups of a word; None without synonyms.
        is_stop: Function that tests for stop words and punctuation; None for no stop words.
    """

    stem: Stem | None = None
    groups: Groups | None = None
    is_stop: Callable[[str], bool] | None = None

    def __call__(self, words: Sequence[str], lemmas: Sequence[str] | None = None) -> Words:
        """Return words with their properties; synonym groups are those of a word and its lemma.

        Args:
            words: Words as written.
            lemmas: Their lemmas, if they are known.

        Example:
            >>> WordLookup(stem=porter_stem)(["Governments"]).stems
            ['govern']
        """
        lower = [word.lower() for word in words]
        stems = [self.stem(word) for word in lower] if self.stem else [""] * len(lower)
        groups = [_NO_GROUPS] * len(lower)
        if self.groups:
            groups = [self.groups(word) for word in lower]
            if lemmas is not None:
                more = [self.groups(lemma.lower()) for lemma in lemmas]
                groups = [one | two if one else two for one, two in zip(groups, more, strict=True)]
        stops = [self.is_stop(word) for word in lower] if self.is_stop else [False] * len(lower)
        return Words(lower, stems, groups, stops)


NOTHING = WordLookup()


def side_words(
    side: Sentence, lookup: WordLookup, lemmas_for_stems: bool = False
) -> tuple[list[int], Words]:
    """Return the words of a side except white space, and their positions in it.

    Stop words are always those of its language and punctuation, not those of `lookup`.

    Args:
        side: One side of a pair.
        lookup: Stems and synonyms; synonyms are looked up for a word and its lemma.
        lemmas_for_stems: Whether to use lemmas as stems.
    """
    places = [i for i, text in enumerate(side.texts) if not text.isspace()]
    words, lemmas = ([column[i] for i in places] for column in (side.words, side.lemmas))
    found = replace(lookup, is_stop=None)(words, lemmas)
    stops = [side.stops[i] or not any(map(str.isalnum, side.words[i])) for i in places]
    return places, replace(found, stops=stops, stems=lemmas if lemmas_for_stems else found.stems)


@lru_cache(maxsize=1 << 16)
def porter_stem(word: str) -> str:
    """Return the stem of an English word by Porter 1980, *An algorithm for suffix stripping*.

    Example:
        >>> porter_stem("stabilization"), porter_stem("stabilize")
        ('stabil', 'stabil')
    """
    return str(_PORTER.stemWord(word))


@cache
def synonyms(language: str) -> Groups | None:
    """Return a function that returns the synsets of a word for all parts of speech.

    Without lexical data for the language, the result is None, with one warning (W300).

    Example:
        >>> groups = synonyms("en")
        >>> groups("almost").isdisjoint(groups("nearly"))
        False
    """
    try:
        index = default_lexicon(language)
    except ParaphraseError as error:
        message = warning("W300", language=language, name="synonyms", reason=error)
        warnings.warn(message, stacklevel=2)
        return None
    return _Synsets(language, index)


class _Synsets:
    """A function from words to synsets; only its language is pickled."""

    def __init__(self, language: str, index: LexicalIndex) -> None:
        self.language = language
        self._find = lru_cache(maxsize=1 << 15)(lambda word: frozenset(index.synsets(word, "")))

    def __call__(self, word: str) -> frozenset[Hashable]:
        return self._find(word)

    def __reduce__(self) -> tuple[Any, ...]:
        return synonyms, (self.language,)


@lru_cache(maxsize=1 << 15)
def is_stop_word(word: str, language: str = "en") -> bool:
    """Return whether a word is in spaCy's list of stop words, or has neither letters nor digits."""
    return not any(map(str.isalnum, word)) or word in get_lang_class(language).Defaults.stop_words
