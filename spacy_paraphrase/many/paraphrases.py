"""Paraphrases among many sentences: sentences with close vectors are judged in pairs.

Sentence vectors find candidate pairs even without shared words; the judge of pairs decides which of
these mean the same (`redundancy.sameness`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import numpy as np
from spacy.language import Language

from ..checked import SettingCheck
from ..errors import ParaphraseError, short_repr
from ..jobs.arrays import Float32Array, IntArray
from ..lexicon.overlap import stop_words
from ..lexicon.resources import word_vectors, word_weights
from ..pipeline import Tier, load_for_many, related
from .blocking import Candidates
from .redundancy import sameness
from .terms import normal_form, stemmer, words_of

# Minimum score of sentences with the same meaning: see the curve in docs/many.md.
SAME: dict[Tier, float] = {"fast": 0.47, "accurate": 0.56}
# Number of neighbours of a sentence that are judged, and their minimum similarity.
NEIGHBOURS, CLOSE = 5, 0.55
# Number of dimensions for words without a vector; weight factor of stop words.
UNKNOWN, STOP = 64, 0.3
# Number of rows that are compared with all others at once; number of pairs that are judged at once.
ROWS, PAIRS = 1000, 500


class MinedParaphrase(NamedTuple):
    """Two sentences with the same meaning.

    Attributes:
        score: The score of having the same meaning, 0 to 1.
        first: Index of the first sentence.
        second: Index of the second sentence, which is greater.
    """

    score: float
    first: int
    second: int


def mine_paraphrases(
    sentences: Iterable[str],
    nlp: Language | None = None,
    *,
    threshold: float | None = None,
    neighbours: int = NEIGHBOURS,
) -> list[MinedParaphrase]:
    """Return all pairs of sentences with the same meaning, highest score first.

    Args:
        sentences: The sentences, of one language.
        nlp: A pipeline of `spacy_paraphrase.load`; by default that of the fast tier.
        threshold: The minimum score of returned pairs, 0 to 1; if None, that of `SAME`.
        neighbours: Number of closest sentences with which each sentence is judged.

    Raises:
        ParaphraseError: P950 for an invalid threshold or number, or an item that is not a sentence.

    Example:
        >>> from spacy_paraphrase import mine_paraphrases
        >>> rows = ["Ten people died in the storm.", "A dog barks.", "The storm killed ten people."]
        >>> [(pair.first, pair.second) for pair in mine_paraphrases(rows)]
        [(0, 2)]
    """
    texts = [sentences] if isinstance(sentences, str) else list(sentences)
    if not all(isinstance(text, str) for text in texts):
        got = short_repr(texts)
        raise ParaphraseError("P950", setting="sentences", got=got, expected="a list of texts")
    if neighbours < 1:
        raise ParaphraseError("P950", setting="neighbours", got=neighbours, expected="1 or more")
    nlp = nlp or load_for_many("en", None, fuse=False)
    if threshold is None:
        has_encoder = "pair_encoder" in nlp.pipe_factories.values()
        threshold = SAME["accurate" if has_encoder else "fast"]
    SettingCheck("P950").share("threshold", threshold)
    pairs = close_pairs(sentence_vectors(texts, str(nlp.lang)), neighbours)
    scores = judged(nlp, [(texts[a], texts[b]) for a, b in rows_of(pairs)])
    found = zip(scores, rows_of(pairs), strict=True)
    mined = (MinedParaphrase(score, a, b) for score, (a, b) in found if score >= threshold)
    return sorted(mined, key=lambda pair: (-pair.score, pair.first, pair.second))


def judged(nlp: Language, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Return scores, 0 to 1, that pairs of sentences mean the same (`redundancy.sameness`)."""
    scores: list[float] = []
    for k in range(0, len(pairs), PAIRS):
        some = pairs[k : k + PAIRS]
        docs = iter(related(nlp, [pair for pair in some if not _alike(pair)]))
        scores += [1.0 if _alike(pair) else sameness(next(docs)) for pair in some]
    return scores


def _alike(pair: tuple[str, str]) -> bool:
    return normal_form(pair[0]) == normal_form(pair[1])


def rows_of(pairs: Candidates) -> Iterator[tuple[int, int]]:
    """Yield the rows of pairs."""
    return zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)


def sentence_vectors(texts: Sequence[str], language: str) -> Float32Array:
    """Return vectors of length 1 of sentences, zeros for one without words; shape (n, d).

    Each is the sum of its word vectors, weighted by self-information; stop words have less weight.
    Words without a vector get a random direction, the same for words with the same stem. Thus names
    are included, and languages without vectors are supported.
    """
    known, weigh, stem = word_vectors(language), word_weights(language), stemmer(language)
    stops = stop_words(language)
    words = [words_of(text) for text in texts]
    vocabulary = sorted({word for some in words for word in some})
    vectors = known.rows(vocabulary) if known else np.zeros((len(vocabulary), 0), np.float32)
    unknown = ~vectors.any(axis=1)
    table = np.zeros((len(vocabulary), vectors.shape[1] + UNKNOWN), np.float32)
    table[:, : vectors.shape[1]] = vectors
    for k in np.flatnonzero(unknown).tolist():
        table[k, vectors.shape[1] :] = _direction(stem(vocabulary[k]))
    weights = [
        (weigh(word) if weigh else 1.0) * (STOP if word in stops else 1.0) for word in vocabulary
    ]
    table *= np.array(weights, np.float32)[:, None]
    row = {word: k for k, word in enumerate(vocabulary)}
    found = np.zeros((len(texts), table.shape[1]), np.float32)
    for vector, some in zip(found, words, strict=True):
        vector[:] = table[[row[word] for word in some]].sum(axis=0)
    found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
    return found


@lru_cache(maxsize=1 << 16)
def _direction(stem: str) -> Float32Array:
    """Return a random direction that depends only on the stem; shape (UNKNOWN,)."""
    chosen = np.random.default_rng(crc32(stem.encode())).standard_normal(UNKNOWN)
    return np.asarray(chosen / np.linalg.norm(chosen), np.float32)


def close_pairs(
    vectors: Float32Array, neighbours: int = NEIGHBOURS, least: float = CLOSE
) -> Candidates:
    """Return pairs of which one row is among the closest neighbours of the other.

    Args:
        vectors: Vectors of length 1, shape (n, d).
        neighbours: Number of neighbours of each row.
        least: The minimum similarity of neighbours.
    """
    size = len(vectors)
    found: list[IntArray] = [np.zeros(0, np.int64)]
    for start in range(0, size, ROWS):
        cosines = np.round(vectors[start : start + ROWS] @ vectors.T, 4)
        own = np.arange(len(cosines))
        cosines[own, own + start] = -1.0
        nearest = np.argsort(-cosines, axis=1, kind="stable")[:, :neighbours]
        near = np.take_along_axis(cosines, nearest, axis=1) >= least
        one, other = (own + start)[:, None].repeat(nearest.shape[1], axis=1)[near], nearest[near]
        found.append(np.minimum(one, other) * size + np.maximum(one, other))
    codes = np.unique(np.concatenate(found))
    first, second = np.divmod(codes, max(size, 1))
    scores = np.einsum("kd,kd->k", vectors[first], vectors[second]).astype(np.float64)
    return Candidates(first, second, scores)
