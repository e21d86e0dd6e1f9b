"""Readability: Flesch-Kincaid grade levels, and measures that reward lower ones.

Papers: Kincaid and others 1975, *Derivation of new readability formulas* (FKGL, with the constant
15.59); Napoles 2018, *Monolingual sentence rewriting as machine translation* (the grade of one
sentence, GLiB); Xu, Napoles, Pavlick, Chen and Callison-Burch 2016, *Optimizing statistical machine
translation for text simplification* (FKBLEU).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import tanh
from typing import Any, TypeAlias

from ..checked import checked

Syllables: TypeAlias = Callable[[str], int]

_PER_SENTENCE, _PER_WORD, _CONSTANT = 0.39, 11.8, 15.59
# Runs of letters that stand for vowels in the Latin alphabet.
_VOWEL_GROUP = re.compile("[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿ]+")
_ENDS = re.compile(r"[.!?…]+")


@checked()
def syllables(word: str) -> int:
    """Return the number of syllables of an English word, at least 1, by hyphenation (pyphen).

    Where pyphen (extra `eval`) is not installed, groups of vowels are counted (`vowel_syllables`).
    Neither is exact: hyphenation misses some syllables ("very"), vowels count silent ones
    ("demolished"). The functions here accept other counting functions.

    Example:
        >>> syllables("cat"), syllables(".")
        (1, 1)
    """
    return _syllables(word.lower())


def syllable_method() -> str:
    """Return how `syllables` counts, for signatures: "pyphen" or "vowels"."""
    return "pyphen" if _hyphenation() else "vowels"


@lru_cache(maxsize=1 << 16)
def _syllables(word: str) -> int:
    dictionary = _hyphenation()
    if dictionary is not None:
        return len(dictionary.positions(word)) + 1
    return vowel_syllables(word)


@lru_cache(maxsize=1 << 15)
def vowel_syllables(word: str) -> int:
    """Return the number of syllables of a word by vowel groups, without a final "e".

    Example:
        >>> [vowel_syllables(word) for word in ("use", "utilize", "people", "24")]
        [1, 3, 2, 1]
    """
    lower = word.lower()
    groups = len(_VOWEL_GROUP.findall(lower))
    silent = lower.endswith("e") and not lower.endswith(("le", "ee")) and groups > 1
    return max(1, groups - silent)


@lru_cache(maxsize=1)
def _hyphenation() -> Any:
    try:
        import pyphen
    except ImportError:
        return None
    # A first syllable of one letter counts, though it never stands alone on a line.
    return pyphen.Pyphen(lang="en_US", left=1)


def grade_counts(words: Sequence[str], count: Syllables = syllables) -> tuple[int, int, int]:
    """Return the numbers of sentences, words and syllables of a text for FKGL.

    Punctuation does not count as words; sentences end at full stops, question and exclamation
    marks.

    Args:
        words: The words, punctuation as tokens of its own.
        count: Gives the syllables of a word.

    Example:
        >>> grade_counts("It rains . Get out !".split())
        (2, 4, 4)
    """
    sentences, open_sentence = 0, False
    spoken = []
    for word in words:
        if any(map(str.isalnum, word)):
            spoken.append(word)
            open_sentence = True
        elif open_sentence and _ENDS.fullmatch(word):
            sentences += 1
            open_sentence = False
    return sentences + open_sentence, len(spoken), sum(map(count, spoken))


def grade_of_counts(sentences: float, words: float, count: float) -> float | None:
    """Return FKGL of counts; None without a word or a sentence."""
    if not sentences or not words:
        return None
    return _PER_SENTENCE * words / sentences + _PER_WORD * count / words - _CONSTANT


@checked()
def fkgl(words: Sequence[str], count: Syllables = syllables) -> float | None:
    """Return the grade level of a text by Flesch and Kincaid; None if it has no words."""
    return grade_of_counts(*grade_counts(words, count))


@checked()
def sentence_grade(words: Sequence[str], count: Syllables = syllables) -> float | None:
    """Return the grade level of one sentence, in which punctuation counts as words.

    So removing punctuation does not lower the grade. None without words.

    Args:
        words: Its tokens, each of which has one syllable at least.
        count: Gives the syllables of a word.

    Example:
        >>> round(sentence_grade("the cat sat on the mat .".split()), 2)
        -1.06
    """
    return grade_of_counts(1, len(words), sum(max(1, count(word)) for word in words))


@checked()
def glib(ibleu: float, grade: float | None, target: float) -> float:
    """Return iBLEU if the grade of the output is below a target, else 0.

    Args:
        ibleu: iBLEU of the output (`ngrams.ibleu`).
        grade: Its grade (`sentence_grade`).
        target: The grade to stay below.
    """
    return ibleu if grade is not None and grade < target else 0.0


@checked()
def fkbleu(ibleu: float, source_grade: float | None, output_grade: float | None) -> float | None:
    """Return iBLEU times the relative reduction of the grade level, as a share of 1.

    Args:
        ibleu: iBLEU of the output.
        source_grade: FKGL of the source.
        output_grade: FKGL of the output; None, as of the source, if there are no words.

    Example:
        >>> fkbleu(0.5, 8.0, 8.0)
        0.25
    """
    if source_grade is None or output_grade is None:
        return None
    return ibleu * (0.5 + 0.5 * tanh((source_grade - output_grade) / 2))
