"""The WordNet expert."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..analysis.sentence import sentence_of
from ..errors import ParaphraseError, warning
from ..jobs.arrays import FloatArray
from .index import UPOS, LexicalIndex, multiword_spans
from .relations import LEXICAL_RELATIONS, Word, relation_matrices
from .resources import default_lexicon
from .spelling import Tokens


class KnownWords(NamedTuple):
    """Words of a sentence, each of one token or of several.

    Attributes:
        words: The words.
        places: The token indices of each word.
    """

    words: list[Word]
    places: list[range]


class WordNetExpert:
    """Similarity by lexical relation; a word of several tokens gives its similarity to each token.

    The expert of Hendrickx, Daelemans, Marsi and Krahmer 2009. The first call loads the lexical
    data. Without them, all similarities are 0, and the expert warns with W300.

    Args:
        language: Language of the lexical data.
        values: Similarity for each relation of `relations.LEXICAL_RELATIONS`, 0 to 1.
        max_senses: Number of senses of each word, the most frequent first; all if None.
    """

    def __init__(self, language: str, values: Mapping[str, float], max_senses: int | None) -> None:
        self.language = language
        self.values = np.array([float(values.get(name, 0.0)) for name in LEXICAL_RELATIONS])
        self.max_senses = max_senses
        self.own: LexicalIndex | None = None

    def __call__(self, source: Tokens, target: Tokens) -> FloatArray:
        """Return the similarities, shape (n, m)."""
        return self.values_of([(source, target)])[0]

    def values_of(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> list[FloatArray]:
        """Return the similarities for each pair of sentences; one call for all is faster."""
        results = [np.zeros((len(source), len(target))) for source, target in pairs]
        index = self.index()
        if index is None:
            return results
        codes = np.flatnonzero(self.values > 0)
        known = [(known_words(index, one), known_words(index, two)) for one, two in pairs]
        found = related(index, known, codes, self.max_senses)
        for (source, target), result, words in zip(pairs, results, found, strict=True):
            stops, stops2 = sentence_of(source).stops, sentence_of(target).stops
            for rows, columns, code in words:
                for i, j in product(rows, columns):
                    if not (stops[i] or stops2[j]):
                        result[i, j] = max(result[i, j], self.values[code])
        return results

    def index(self) -> LexicalIndex | None:
        """Return the pipeline's own lexical index, else the installed one, else None."""
        if self.own is not None:
            return self.own
        try:
            return default_lexicon(self.language)
        except ParaphraseError as error:
            message = warning("W300", language=self.language, name="WordNet", reason=error)
            warnings.warn(message, stacklevel=2)
            return None

    def to_bytes(self) -> bytes:
        """Return the lexical index, so that a saved pipeline needs no other data."""
        index = self.index()
        return index.to_bytes() if index is not None else b""

    def from_bytes(self, data: bytes) -> WordNetExpert:
        """Use the lexical index that `to_bytes` returned."""
        self.own = _index(data) if data else None
        return self


_index = lru_cache(maxsize=2)(LexicalIndex.from_bytes)


def related(
    index: LexicalIndex,
    pairs: Sequence[tuple[KnownWords, KnownWords]],
    codes: npt.ArrayLike,
    max_senses: int | None,
) -> list[list[tuple[range, range, int]]]:
    """Return, for each pair of sentences, the words (of one or several tokens) that are related.

    Args:
        index: The lexical index.
        pairs: The results of `known_words` for both sentences of each pair, or a part of them.
        codes: The wanted relations, as positions in `LEXICAL_RELATIONS`.
        max_senses: Number of senses of each word, the most frequent first; all if None.

    Returns:
        The token indices of both words, and the relation of the first word to the second.
    """
    asked = [(one.words, two.words) for one, two in pairs]
    wanted = np.zeros(len(LEXICAL_RELATIONS), dtype=np.bool_)
    wanted[np.asarray(codes)] = True
    found = []
    matrices = relation_matrices(index, asked, max_senses=max_senses)
    for matrix, (one, two) in zip(matrices, pairs, strict=True):
        cells = zip(*(k.tolist() for k in np.nonzero(wanted[matrix.relations])), strict=True)
        whole = [(i, j) for i, j in cells if not _is_part(one.words[i][0], two.words[j][0])]
        said = matrix.relations
        found.append([(one.places[i], two.places[j], int(said[i, j])) for i, j in whole])
    return found


def _is_part(one: str, other: str) -> bool:
    """Return whether one lemma is a part of the other, such as "old" of "old man"."""
    return one != other and (one in other.split(" ") or other in one.split(" "))


def known_words(index: LexicalIndex, tokens: Tokens, also: Collection[str] = ()) -> KnownWords:
    """Return the words of a sentence that may be in WordNet, and the indices of their tokens.

    Args:
        index: The lexical index.
        tokens: The sentence.
        also: Parts of speech whose function words are included.
    """
    words: list[Word] = []
    places: list[range] = []
    side = sentence_of(tokens)
    lemmas = [lemma or text for lemma, text in zip(side.given_lemmas, side.texts, strict=True)]
    forms = zip(lemmas, side.texts, side.pos, side.stops, strict=True)
    for i, (lemma, text, pos, stop) in enumerate(forms):
        if (not stop or pos in also) and pos in UPOS and text.replace(".", "").isalpha():
            words.append((lemma, pos))
            places.append(range(i, i + 1))
    for start, end, lemma in multiword_spans(index, lemmas, side.texts):
        if not all(side.stops[start:end]):
            words.append((lemma, ""))
            places.append(range(start, end))
    return KnownWords(words, places)
