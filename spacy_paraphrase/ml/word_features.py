"""Features of all word pairs of a pair of sentences.

The feature table of Marsi and Krahmer 2010 (COLING), section 4.2, in the form of arrays, and beyond
it what the experts of the lexicon say one by one, and what the links of an earlier pass say about
the words around a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy import symbols

from ..components.side import Side
from ..lexicon.frequency import WordWeights
from ..lexicon.index import LexicalIndex
from ..lexicon.matrix import FloatArray, Tokens, Words, cosines, words_of
from ..lexicon.relations import RELATIONS, Word, relation_matrix
from ..trees.context import CONTENT, FUNCTION, PUNCTUATION, WordFeatures, distance
from ..trees.nearby import near, steps
from .table import FeatureArray, FeatureTable, stack

Named = dict[str, npt.NDArray[Any]]

# Universal parts of speech; each is a feature of the source word and one of the target word.
POS: tuple[str, ...] = (
    *("NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "ADP", "DET", "PRON", "PUNCT", "NUM", "PART"),
    *("CCONJ", "SCONJ"),
)
# Parts of speech that WordNet has.
OPEN = frozenset({"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", ""})
# What links near a pair count for, by how far before or behind they stand; and all around it.
_BESIDE = steps({1.0: [(1, 1)]})
_NEAR = steps(
    {
        0.85: [(1, 2), (2, 1)],
        0.7: [(1, 3), (3, 1), (2, 2)],
        0.55: [(2, 3), (3, 2)],
        0.4: [(3, 3)],
    }
)
_FAR = 5
_AROUND = steps(
    {1.0: [(i, j) for i in range(1, _FAR + 1) for j in (i - 1, i, i + 1) if 0 < j <= _FAR]}
)


def lexical_features(opinions: Mapping[str, FloatArray], best: FloatArray) -> FeatureTable:
    """Return what each expert says, the strongest weighted opinion, and its lead over rivals.

    Args:
        opinions: Matrices of the experts by name, shape (n, m) each.
        best: The strongest weighted opinion, shape (n, m).
    """
    n, m = best.shape
    named: Named = {f"expert.{name}": opinion for name, opinion in opinions.items()}
    named["similarity"] = best
    named |= lead("similarity", best)
    return stack(n, m, named)


def lead(name: str, values: FloatArray) -> Named:
    """Return how far a value is ahead of the best other one in its row, and in its column."""
    return {
        f"{name}.lead.row": values - _best_other(values),
        f"{name}.lead.column": values - _best_other(values.T).T,
    }


def _best_other(values: FloatArray) -> FloatArray:
    if values.shape[1] < 2:
        return np.zeros_like(values)
    top = np.partition(values, values.shape[1] - 2, axis=1)[:, -2:]
    second, first = top[:, :1], top[:, 1:]
    return np.where(values >= first, second, first)


def context_features(f: WordFeatures, links: Mapping[str, FloatArray]) -> FeatureTable:
    """Return how far what stands around each pair of words is linked.

    Args:
        f: The pair.
        links: Strength of each link, 0 to 1, shape (n, m); by what the links are called in the
            names of the features.
    """
    every = np.stack(list(links.values()))
    _, n, m = every.shape
    named: Named = {}
    named["word before"], named["word behind"] = near(every, _BESIDE, 1.0)
    named["near before"], named["near behind"] = near(every, _NEAR, 1.0)
    before, behind = near(every, _AROUND, 1.0, np.add)
    named["beside"] = (before + behind) / 6
    named |= _tree_context(f, every)
    rivals = every.sum(2, keepdims=True) - every, every.sum(1, keepdims=True) - every
    named["elsewhere.source"] = np.minimum(rivals[0], 2.0) / 2
    named["elsewhere.target"] = np.minimum(rivals[1], 2.0) / 2
    named["expected place"] = np.exp(-np.stack([_distance_to_expected(one) for one in every]) / 3)
    return stack(
        n,
        m,
        {f"{name}.{key}": value[i] for i, name in enumerate(links) for key, value in named.items()},
    )


def _tree_context(f: WordFeatures, links: FloatArray) -> Named:
    """Return how far heads, dependents and siblings of each pair are linked; (k, n, m) each."""
    k, n, m = links.shape
    up, across = f.source_heads, f.target_heads
    framed = np.zeros((k, n + 1, m + 1))
    framed[:, :n, :m] = links
    below = np.zeros((k, n + 1, m + 1))
    which, i, j = np.nonzero(links > 0.3)
    np.add.at(below, (which, up[i], across[j]), links[which, i, j])
    dependents = below[:, :n, :m]
    counts = np.bincount(up[up >= 0], minlength=n), np.bincount(across[across >= 0], minlength=m)
    siblings = below[:, up[:, None], across[None, :]] - links
    siblings[:, up < 0, :] = siblings[:, :, across < 0] = 0.0
    roots = np.logical_and.outer(up < 0, across < 0)
    return {
        "heads": framed[:, up[:, None], across[None, :]],
        "both roots": np.broadcast_to(roots, links.shape),
        "dependents": np.minimum(dependents, 3.0) / 3,
        "share of dependents": 2 * dependents / np.maximum(np.add.outer(*counts), 1),
        "siblings": np.clip(siblings, 0.0, 3.0) / 3,
        "head.source": framed[:, up, :m],
        "head.target": framed[:, :n, across],
    }


def _distance_to_expected(links: FloatArray) -> FloatArray:
    """Return how far each pair is from where the links of the neighbours lead."""
    there, back = _shift(links), _shift(links.T).T
    return (there + back) / 2


def _shift(links: FloatArray) -> FloatArray:
    """Return how far each target word is from where links lead from each source word."""
    n, m = links.shape
    linked = np.flatnonzero(links.max(axis=1) > 0.3)
    if len(linked):
        expected = np.interp(np.arange(n), linked, links[linked].argmax(axis=1).astype(float))
    else:
        expected = np.arange(n) * (m / n)
    return np.asarray(np.abs(expected[:, None] - np.arange(m)[None, :]), dtype=np.float64)


def place_features(f: WordFeatures) -> FeatureTable:
    """Return where the words stand, how long the sides are, and how often a word recurs."""
    n, m = f.similarity.shape
    counts = f.identical.sum(1, keepdims=True), f.identical.sum(0, keepdims=True)
    kinds: Named = {}
    for kind, label in ((CONTENT, "content"), (FUNCTION, "function"), (PUNCTUATION, "punctuation")):
        kinds[f"source.{label}"] = (f.source_kind == kind)[:, None]
        kinds[f"target.{label}"] = (f.target_kind == kind)[None, :]
    return stack(
        n,
        m,
        {
            **kinds,
            "place.distance": distance(n, m),
            "recurs.source": np.minimum(counts[0], 4) / 4,
            "recurs.target": np.minimum(counts[1], 4) / 4,
            "length.source": np.full((1, 1), np.log(n) / 5),
            "length.target": np.full((1, 1), np.log(m) / 5),
            "place.ratio": np.full((1, 1), np.log(n / m) / 2),
            "exchangeable": f.exchangeable,
        },
    )


def syntax_features(source: Side, target: Side) -> FeatureTable:
    """Return parts of speech and whether tags, dependency labels and entity types agree."""
    named: Named = {}
    kinds = source.attribute("POS"), target.attribute("POS")
    for label in POS:
        code = getattr(symbols, label)
        named[f"source.{label}"] = (kinds[0] == code)[:, None]
        named[f"target.{label}"] = (kinds[1] == code)[None, :]
    for name in ("POS", "TAG", "DEP", "ENT_TYPE"):
        same = np.equal.outer(source.attribute(name), target.attribute(name))
        named[f"same.{name.lower()}"] = same
    return stack(len(source), len(target), named)


def wordnet_features(index: LexicalIndex, source: Tokens, target: Tokens) -> FeatureTable:
    """Return lexical relations of content words, over all their senses, and Lin's similarity."""
    n, m = len(source), len(target)
    places, words = zip(*(_open_words(words_of(side)) for side in (source, target)), strict=True)
    found = relation_matrix(index, words[0], words[1])
    spot = np.ix_(*places)
    relations, lin = np.zeros((n, m), dtype=np.int8), np.zeros((n, m))
    relations[spot], lin[spot] = found
    named: Named = {
        f"wordnet.{relation}": relations == code for code, relation in enumerate(RELATIONS[1:], 1)
    }
    return stack(n, m, named | {"wordnet.lin": lin})


def _open_words(words: Words) -> tuple[list[int], list[Word]]:
    """Return where WordNet may know a word, and what it is to be asked for."""
    places = [
        i
        for i, (pos, stop) in enumerate(zip(words.pos, words.stops, strict=True))
        if pos in OPEN and not stop and words[i].is_alpha
    ]
    return places, [(words.lemmas[i] or words.texts[i], words.pos[i]) for i in places]


def weight_features(weights: WordWeights, source: Tokens, target: Tokens) -> FeatureTable:
    """Return how much each of the two words says."""
    values = [
        np.array([weights(word) for word in words_of(side).lower]) / 16 for side in (source, target)
    ]
    named = {"rarity.source": values[0][:, None], "rarity.target": values[1][None, :]}
    return stack(len(source), len(target), named)


def vector_features(name: str, source: FeatureArray, target: FeatureArray) -> FeatureTable:
    """Return the cosines of two sets of vectors, and their lead over rivals.

    Args:
        name: What the vectors are called in the names of the features.
        source: Shape (n, d).
        target: Shape (m, d).
    """
    close = cosines(source, target)
    named = {name: close} | lead(name, close)
    return stack(len(source), len(target), named)
