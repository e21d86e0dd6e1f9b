"""The expert that asks WordNet."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np

from ..errors import ParaphraseError, warning
from .index import LexicalIndex
from .matrix import FloatArray, Tokens, words_of
from .multiword import multiword_spans
from .relations import RELATIONS, Word, relation_matrices
from .resources import folder_name, kept_lexicon

# Parts of speech that WordNet has, and "" for tokens that no tagger saw.
_OPEN = frozenset({"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", ""})


class WordNetExpert:
    """Similarity by lexical relation; words of several tokens count for each of them.

    The expert of Hendrickx, Daelemans, Marsi and Krahmer 2009. It looks the lexical data up when
    it is first called; without them it says nothing, and warns with W300.

    Args:
        language: Language of the lexical data.
        values: What each relation of `relations.RELATIONS` is worth, 0 to 1.
        max_senses: How many senses of a word count, the most frequent ones; all if None.
    """

    def __init__(self, language: str, values: Mapping[str, float], max_senses: int | None) -> None:
        self.language = language
        self.values = np.array([float(values.get(name, 0.0)) for name in RELATIONS])
        self.max_senses = max_senses
        self.own: LexicalIndex | None = None

    def __call__(self, source: Tokens, target: Tokens) -> FloatArray:
        """Return the values of the relations, shape (n, m)."""
        return self.values_of([(source, target)])[0]

    def values_of(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> list[FloatArray]:
        """Return the values for each pair of sentences, which takes less time together."""
        results = [np.zeros((len(source), len(target))) for source, target in pairs]
        index = self.index()
        if index is None:
            return results
        known = [(_words(index, source), _words(index, target)) for source, target in pairs]
        asked = [(rows, columns) for (rows, _), (columns, _) in known]
        found = relation_matrices(index, asked, max_senses=self.max_senses)
        for result, matrix, ((rows, sources), (columns, targets)) in zip(
            results, found, known, strict=True
        ):
            values = self.values[matrix.relations]
            for i, j in zip(*(places.tolist() for places in np.nonzero(values)), strict=True):
                if not _is_part(rows[i][0], columns[j][0]):
                    for cell in product(sources[i], targets[j]):
                        result[cell] = max(result[cell], values[i, j])
        return results

    def index(self) -> LexicalIndex | None:
        """Return the pipeline's own lexical index, else the installed one, else None."""
        if self.own is not None:
            return self.own
        try:
            return kept_lexicon(self.language, folder_name())
        except ParaphraseError as error:
            message = warning("W300", language=self.language, name="WordNet", reason=error)
            warnings.warn(message, stacklevel=2)
            return None

    def to_bytes(self) -> bytes:
        """Return the lexical index, so that a saved pipeline needs no other data."""
        index = self.index()
        return index.to_bytes() if index is not None else b""

    def from_bytes(self, data: bytes) -> WordNetExpert:
        """Take over the lexical index that `to_bytes` gave."""
        self.own = _index(data) if data else None
        return self


@lru_cache(maxsize=2)
def _index(data: bytes) -> LexicalIndex:
    return LexicalIndex.from_bytes(data)


def _is_part(one: str, other: str) -> bool:
    """Return whether one word is part of the other: "man" may be "old man", but "old" is not."""
    return one != other and (one in other.split(" ") or other in one.split(" "))


def _words(index: LexicalIndex, tokens: Tokens) -> tuple[list[Word], list[list[int]]]:
    """Return the words that may stand in WordNet, and the tokens of each."""
    words: list[Word] = []
    places: list[list[int]] = []
    side = words_of(tokens)
    lemmas = [lemma or text for lemma, text in zip(side.lemmas, side.texts, strict=True)]
    for i, (lemma, pos, stop) in enumerate(zip(lemmas, side.pos, side.stops, strict=True)):
        if pos in _OPEN and not stop and side[i].is_alpha:
            words.append((lemma, pos))
            places.append([i])
    for start, end, lemma in multiword_spans(index, lemmas, side.texts):
        inside = [i for i in range(start, end) if not side.stops[i]]
        if inside:
            words.append((lemma, ""))
            places.append(inside)
    return words, places
