"""Uses of word spaces: expert of an aligner, features of learnt scores, scorer of rewrites.

Words that are not in the space are ignored: they count neither as similar nor as dissimilar.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from spacy.tokens import Span

from ..analysis.sentence import sentence_of
from ..generation.lattices.lattice import Edge
from ..jobs.arrays import FloatArray
from ..lexicon.spelling import Expert, Tokens
from ..lexicon.vectors import close
from ..registry import FEATURES, registered
from ..scoring.families import Named, PairView, Statistics
from ..trees.assignment import assign
from .indexing import SpaceConfig
from .spaces import WordSpace, load_space
from .terms import sentence_terms, term_of


@registered("WordSpace.v1")
def make_word_space(path: str, config: dict[str, Any] | None = None) -> WordSpace:
    """Load the word space in a folder, once per process.

    Args:
        path: The folder.
        config: Required settings of the space, by the names of `SpaceConfig`; None for any.

    Raises:
        ParaphraseError: P961 if it is not a space, P962 if it has other settings.
    """
    if config is not None:
        return WordSpace.from_disk(path, SpaceConfig(**config))
    return load_space(path)


# -- Words -----------------------------------------------------------------------------------------


def word_table(space: WordSpace, words: Sequence[str], others: Sequence[str]) -> FloatArray:
    """Return the similarities of terms, 1 for equal ones, NaN for unknown ones; shape (n, m)."""
    table = np.asarray(space.units(words) @ space.units(others).T, np.float64)
    unknown = [~np.array(space.known(side), np.bool_) for side in (words, others)]
    table[np.logical_or.outer(*unknown)] = np.nan
    table[[[one == other for other in others] for one in words]] = 1.0
    return table


def term_average(table: FloatArray) -> float | None:
    """Return the mean of each word's greatest similarity to the other side, over both sides.

    Args:
        table: Similarities, shape (n, m); NaN for unknown words.

    Returns:
        The mean; None if all words are unknown.

    Example:
        >>> term_average(np.array([[1.0, 0.0], [0.5, np.nan], [np.nan, np.nan]]))
        0.625
    """
    if not table.size or np.isnan(table).all():
        return None
    filled = np.where(np.isnan(table), -np.inf, table)
    best = [filled.max(axis=axis) for axis in (1, 0)]
    return float(np.mean([some[np.isfinite(some)].mean() for some in best]))


def term_hungarian(table: FloatArray) -> float | None:
    """Return the mean similarity of the best one-to-one matching of words.

    Args:
        table: As in `term_average`.

    Example:
        >>> term_hungarian(np.array([[1.0, 0.9], [0.9, 0.2]]))
        0.9
    """
    if not table.size or np.isnan(table).all():
        return None
    known = [~np.isnan(table).all(axis=axis) for axis in (1, 0)]
    filled = np.nan_to_num(table[np.ix_(*known)], nan=-1.0)
    pairs = assign(filled + 2.0)
    return float(sum(filled[i, j] for i, j in pairs) / min(filled.shape))


def space_similarity(source: Tokens, target: Tokens, space: WordSpace, least: float) -> FloatArray:
    """Return the cosines of content words in a space (see `vectors.close`); shape (n, m)."""
    sides = (sentence_of(source), sentence_of(target))
    rows, columns = (space.units(sentence_terms(side, space.config.form)) for side in sides)
    return close(source, target, rows, columns, least)


@registered("SpaceSimilarity.v1")
def make_space_similarity(space: WordSpace, least: float = 0.6) -> Expert:
    """Return the expert of an aligner for the similarity of words in a space.

    Args:
        space: The space, `{"@misc": "spacy-paraphrase.WordSpace.v1", "path": ...}`.
        least: Similarities below this value count as 0.
    """
    return partial(space_similarity, space=space, least=least)


# -- Pairs of sentences ----------------------------------------------------------------------------


def text_vector(
    space: WordSpace, terms: Sequence[str], weigh: Callable[[str], float] | None = None
) -> FloatArray:
    """Return the weighted sum of the unit vectors of terms; shape (dim,).

    Args:
        space: The space.
        terms: The terms of a text.
        weigh: Function for the weight of a term; by default its idf (`WordSpace.idf`).
    """
    weights = np.array([*map(weigh or space.idf, terms)], np.float64)
    return np.asarray(weights @ space.units(terms), np.float64)


def space_features(pair: PairView, known: Statistics, space: WordSpace) -> Named:
    """Return features of the similarity of the sides in a space, without unknown words.

    "termavg" and "hungarian" compare words (Moen, Marsi and Gambäck 2013), "vectors" and "weighted"
    the sums of their unit vectors, unweighted and weighted by idf (Marsi and others 2013,
    *NTNU-CORE*); "known" is the share of the words that the space has.
    """
    sides = [sentence_terms(side.sentence, space.config.form) for side in (pair.a, pair.b)]
    words = [[*filter(None, terms)] for terms in sides]
    table = word_table(space, *words)
    found = {"termavg": term_average(table), "hungarian": term_hungarian(table)}
    for name, weigh in (("vectors", lambda term: 1.0), ("weighted", space.idf)):
        found[name] = _cosine(*(text_vector(space, side, weigh) for side in words))
    total = sum(map(len, words))
    found["known"] = sum(map(sum, map(space.known, words))) / total if total else 0.0
    return {name: value for name, value in found.items() if value is not None}


@registered("SpaceFeatures.v1", FEATURES)
def make_space_features(space: WordSpace) -> Callable[[PairView, Statistics], Named]:
    """Return the family of features of a space for the components that learn scores.

    Args:
        space: As in `make_space_similarity`.
    """
    return partial(space_features, space=space)


# -- Rewriting -------------------------------------------------------------------------------------


def space_score(span: Span, edge: Edge, space: WordSpace, window: int = 5) -> float:
    """Return the quality of a substitution, reduced if it fits less well in the context.

    The fit of words is the cosine of their vectors with those of their neighbours. If the new
    words, the old words or the neighbours are unknown, the quality is not changed.

    Args:
        span: The sentence.
        edge: The substitution (`rewrite.lattice.Edge`).
        space: The space.
        window: Number of context terms on each side.
    """
    form = space.config.form
    terms = sentence_terms(sentence_of(list(span)), form)
    before = [term for term in terms[: edge.start] if term][-window:]
    behind = [term for term in terms[edge.end :] if term][:window]
    context = space.units([*before, *behind]).sum(axis=0)
    own = [term for term in terms[edge.start : edge.end] if term]
    is_stop = span.vocab.__getitem__
    new = [term_of(word, "", is_stop(word).is_stop, form) for word in edge.words]
    both = own, [term for term in new if term]
    fits = [_cosine(space.units(words).sum(axis=0), context) for words in both]
    if fits[0] is None or fits[1] is None or fits[0] <= 0:
        return edge.quality
    return edge.quality * float(np.clip(fits[1] / fits[0], 0.0, 1.0))


def _cosine(one: Any, other: Any) -> float | None:
    """Return the cosine of two vectors; None if one of them is 0."""
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else None


@registered("SpaceScorer.v1")
def make_space_scorer(space: WordSpace, window: int = 5) -> Callable[[Span, Edge], float]:
    """Return the scorer of substitutions for the rewriter.

    Args:
        space: As in `make_space_similarity`.
        window: Number of context terms on each side.
    """
    return partial(space_score, space=space, window=window)
