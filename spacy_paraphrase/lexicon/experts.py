"""Experts: what n source words and m target words have to do with each other, as an n×m matrix.

An expert is a function of two lists of tokens that returns similarities of 0 to 1, shape (n, m);
the word aligner takes any number of them, with a weight each. They are registered in
`spacy.registry.misc`, as factories, so that a config can name and set them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist
from spacy.tokens import Token

from ..registry import registered
from .numerals import numeral

FloatArray = npt.NDArray[np.float64]
Tokens: TypeAlias = Sequence[Token]
Expert: TypeAlias = Callable[[Tokens, Tokens], FloatArray]


@registered("Identity.v1")
def make_identity() -> Expert:
    """Return the expert for identical words, case ignored: 1 or 0."""
    return identity


@registered("Lemma.v1")
def make_lemma() -> Expert:
    """Return the expert for words with the same lemma, case ignored: 1 or 0."""
    return lemma


@registered("String.v1")
def make_string(least: float = 0.6) -> Expert:
    """Return the expert for similar spellings of longer words.

    The similarity of two words of at least four letters is twice the length of their longest
    common subsequence over the sum of their lengths.

    Args:
        least: What is less similar counts 0.
    """
    return partial(string, least=least)


@registered("Number.v1")
def make_number() -> Expert:
    """Return the expert for the same number or unit in another form (seven / 7, percent / %)."""
    return number


@registered("Abbreviation.v1")
def make_abbreviation() -> Expert:
    """Return the expert for abbreviations.

    1 for the same letters with and without periods (U.S. / US), 0.8 for each word of the expansion
    of an acronym in the other sentence (UN / United Nations).
    """
    return abbreviation


@registered("Entity.v1")
def make_entity() -> Expert:
    """Return the expert for named entities.

    0.8 for the last words of the only two entities of their type.
    """
    return entity


@registered("Vectors.v1")
def make_vectors(least: float = 0.6) -> Expert:
    """Return the expert for the cosine of word vectors; all 0 where the pipeline has none.

    Args:
        least: What is less similar counts 0.
    """
    return partial(vectors, least=least)


def identity(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the lower-cased words are the same."""
    return _equal([token.lower for token in source], [token.lower for token in target])


def lemma(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where the lower-cased lemmas are the same."""
    return _equal(*([token.lemma_.lower() for token in side] for side in (source, target)))


def string(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return how similar the spellings are (see `make_string`)."""
    words = [
        [token.lower_ if len(token) >= 4 and token.is_alpha else "" for token in side]
        for side in (source, target)
    ]
    similar = cdist(*words, scorer=Indel.normalized_similarity, score_cutoff=least)
    similar[[not word for word in words[0]], :] = 0.0
    similar[:, [not word for word in words[1]]] = 0.0
    return np.asarray(similar, dtype=np.float64)


def number(source: Tokens, target: Tokens) -> FloatArray:
    """Return 1 where two words are the same number or unit."""
    return _equal(*([numeral(token.lower_) for token in side] for side in (source, target)))


def abbreviation(source: Tokens, target: Tokens) -> FloatArray:
    """Return how far one word abbreviates the other (see `make_abbreviation`)."""
    letters = [[_letters(token.text) for token in side] for side in (source, target)]
    result = _equal(*letters)
    for i, j in _expansions(letters[0], target):
        result[i, j] = max(result[i, j], 0.8)
    for j, i in _expansions(letters[1], source):
        result[i, j] = max(result[i, j], 0.8)
    return result


def entity(source: Tokens, target: Tokens) -> FloatArray:
    """Return which words end the only entities of a type (see `make_entity`)."""
    result = np.zeros((len(source), len(target)))
    last = [_last_words(side) for side in (source, target)]
    for label, places in last[0].items():
        others = last[1].get(label, [])
        if len(places) == len(others) == 1:
            result[places[0], others[0]] = 0.8
    return result


def vectors(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return the cosines of the word vectors (see `make_vectors`)."""
    result = np.zeros((len(source), len(target)))
    if not source or not target or not source[0].vocab.vectors_length:
        return result
    units = []
    for side in (source, target):
        rows = np.array([token.vector for token in side], dtype=np.float64)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        units.append(np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0))
    cosines = units[0] @ units[1].T
    similar: FloatArray = np.where(cosines >= least, np.minimum(cosines, 1.0), 0.0)
    return similar


def _equal(source: Sequence[Any], target: Sequence[Any]) -> FloatArray:
    """Return 1 where the items are equal; an empty item or None equals nothing."""
    ids: dict[Any, int] = {}
    left = [ids.setdefault(item, len(ids)) if item or item == 0 else -1 for item in source]
    right = [ids.get(item, -2) if item or item == 0 else -2 for item in target]
    same = np.equal.outer(np.array(left), np.array(right))
    return np.asarray(same, dtype=np.float64)


_ABBREVIATION = re.compile(r"(?:[^\W\d_]\.?){2,6}")


def _letters(text: str) -> str:
    """Return the letters of what may be an abbreviation, in capitals; else nothing."""
    if not _ABBREVIATION.fullmatch(text) or not (text.isupper() or "." in text):
        return ""
    return text.replace(".", "").upper()


def _expansions(acronyms: list[str], tokens: Tokens) -> list[tuple[int, int]]:
    """Return (acronym, word) for the words whose initials spell an acronym, in a row.

    Function words may stand in between.
    """
    found: list[tuple[int, int]] = []
    initials = [(j, token.text[0]) for j, token in enumerate(tokens) if token.text[0].isupper()]
    for i, acronym in enumerate(acronyms):
        for k in range(len(initials) - len(acronym) + 1 if acronym else 0):
            run = initials[k : k + len(acronym)]
            spelt = "".join(letter for _, letter in run) == acronym
            if spelt and run[-1][0] - run[0][0] < 2 * len(acronym):
                found.extend((i, j) for j, _ in run if len(tokens[j]) > 2)
    return found


def _last_words(tokens: Tokens) -> dict[str, list[int]]:
    last: dict[str, list[int]] = {}
    for i, token in enumerate(tokens):
        ends = i + 1 == len(tokens) or tokens[i + 1].ent_iob_ != "I"
        if token.ent_type_ and ends:
            last.setdefault(token.ent_type_, []).append(i)
    return last
