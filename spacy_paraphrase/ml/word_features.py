"""Features of word pairs.

The feature table of Marsi and Krahmer 2010 (COLING), section 4.2, in the form of arrays, and beyond
it what the experts of the lexicon say one by one, and what the links of an earlier pass say about
the words around a pair.

Every function returns named features, an array each, of the pairs of words of some pairs of
sentences (`trees.batch.Grid`); shape (cells,).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy import symbols

from ..arrays import Float32Array, FloatArray
from ..lexicon.index import LexicalIndex
from ..lexicon.relations import LEXICAL_RELATIONS, Word, relation_matrices
from ..lexicon.resources import WordWeights
from ..lexicon.strings import Tokens, cosines
from ..sentence import Sentence, sentence_of
from ..trees.batch import Grid
from ..trees.word_alignment import (
    CONTENT,
    FUNCTION,
    PUNCTUATION,
    WordFeatures,
    distance,
    near,
    steps,
)

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


def lexical_features(grid: Grid, opinions: Mapping[str, FloatArray], best: FloatArray) -> Named:
    """Return what each expert says, the strongest weighted opinion, and its lead over rivals.

    Args:
        grid: The pairs of words.
        opinions: What each expert says, by name; shape (cells,) each.
        best: The strongest weighted opinion, shape (cells,).
    """
    named = {f"expert.{name}": opinion for name, opinion in opinions.items()}
    named["similarity"] = best
    return named | lead(grid, "similarity", best)


def lead(grid: Grid, name: str, values: FloatArray) -> Named:
    """Return how far a value is ahead of the best other one in its row, and in its column."""
    across = np.empty_like(values)
    across[grid.turn] = _best_other(grid.turned, values[grid.turn])
    return {
        f"{name}.lead.row": values - _best_other(grid, values),
        f"{name}.lead.column": values - across,
    }


def _best_other(grid: Grid, values: FloatArray) -> FloatArray:
    """Return the best other value of the same source word, 0 where there is none."""
    first = grid.along(np.maximum, values)[grid.source]
    best = values >= first
    second = grid.along(np.maximum, np.where(best, -np.inf, values))
    second = np.where(np.isinf(second), 0.0, second)
    joint = (grid.along(np.add, best.astype(np.int64)) > 1)[grid.source]
    return np.where(best & ~joint, second[grid.source], first)


def context_features(f: WordFeatures, links: Mapping[str, FloatArray]) -> Named:
    """Return how far what stands around each pair of words is linked.

    Args:
        f: The pairs.
        links: Strength of each link, 0 to 1, shape (cells,); by what the links are called in the
            names of the features.
    """
    grid, every = f.grid, np.stack(list(links.values()))
    named: Named = {}
    named["word before"], named["word behind"] = near(grid, every, _BESIDE, 1.0)
    named["near before"], named["near behind"] = near(grid, every, _NEAR, 1.0)
    before, behind = near(grid, every, _AROUND, 1.0, np.add)
    named["beside"] = (before + behind) / 6
    named |= _tree_context(f, every)
    along, across = grid.along(np.add, every), grid.across(np.add, every)
    named["elsewhere.source"] = np.minimum(along[:, grid.source] - every, 2.0) / 2
    named["elsewhere.target"] = np.minimum(across[:, grid.target] - every, 2.0) / 2
    named["expected place"] = np.exp(-np.stack([_far(grid, one) for one in every]) / 3)
    return {
        f"{name}.{key}": value[i] for i, name in enumerate(links) for key, value in named.items()
    }


def _tree_context(f: WordFeatures, links: FloatArray) -> Named:
    """Return how far heads, dependents and siblings of each pair are linked; (k, cells) each."""
    grid, size = f.grid, links.shape[1]
    up, across = f.up[grid.source], f.across[grid.target]
    framed = np.pad(links, ((0, 0), (0, 2)))
    below = np.zeros_like(framed)
    which, cell = np.nonzero(links > 0.3)
    np.add.at(below, (which, f.heads[cell]), links[which, cell])
    dependents = below[:, :size]
    counts = [np.bincount(heads[heads >= 0], minlength=len(heads)) for heads in (f.up, f.across)]
    count = counts[0][grid.source] + counts[1][grid.target]
    siblings = np.where(f.heads < size, below[:, f.heads] - links, 0.0)
    both = (up < 0) & (across < 0)
    named = {
        "heads": framed[:, f.heads],
        "both roots": np.broadcast_to(both, links.shape),
        "dependents": np.minimum(dependents, 3.0) / 3,
        "share of dependents": 2 * dependents / np.maximum(count, 1),
        "siblings": np.clip(siblings, 0.0, 3.0) / 3,
    }
    for name, heads, cells in (
        ("head.source", up, grid.cell(up, grid.target)),
        ("head.target", across, grid.cell(grid.source, across)),
    ):
        named[name] = framed[:, np.where(heads < 0, size, cells)]
    return named


def _far(grid: Grid, links: FloatArray) -> FloatArray:
    """Return how far each pair is from where the links of the neighbours lead."""
    turned = np.empty_like(links)
    turned[grid.turn] = _shift(grid.turned, links[grid.turn])
    return (_shift(grid, links) + turned) / 2


def _shift(grid: Grid, links: FloatArray) -> FloatArray:
    """Return how far each target word is from where links lead from each source word.

    From words without a link it is as far as on a straight line between the links around it.
    """
    table = np.repeat(np.arange(len(grid.n)), grid.n)
    words = np.arange(len(table))
    # The first of the strongest links of each source word.
    strongest = grid.along(np.maximum, links)[grid.source]
    cells = np.flatnonzero((links > 0.3) & (links == strongest))
    cells = cells[np.diff(grid.source[cells], prepend=-1) > 0]
    linked = grid.source[cells]
    leads = (grid.target[cells] - grid.target_starts[table[linked]]).astype(np.float64)
    # The linked word at or before each word and the one behind it, if they are of its sentence.
    before = np.searchsorted(linked, words, side="right")
    places = np.concatenate([[-1], linked, [-1]])
    tables = np.concatenate([[-1], table[linked], [-1]])
    leads = np.concatenate([[0.0], leads, [0.0]])
    old, new = tables[before] == table, tables[before + 1] == table
    left, right = leads[before], leads[before + 1]
    gap = np.where(old & new, places[before + 1] - places[before], 1)
    between = (right - left) / gap * (words - places[before]) + left
    plain = (words - grid.source_starts[table]) * (grid.m / grid.n)[table]
    expected = np.where(old, np.where(new, between, left), np.where(new, right, plain))
    place = grid.target - grid.each(grid.target_starts)
    return np.asarray(np.abs(expected[grid.source] - place), dtype=np.float64)


def place_features(f: WordFeatures) -> Named:
    """Return where the words stand, how long the sides are, and how often a word recurs."""
    grid, identical = f.grid, f.identical.astype(np.int64)
    named: Named = {}
    for kind, label in ((CONTENT, "content"), (FUNCTION, "function"), (PUNCTUATION, "punctuation")):
        named[f"source.{label}"] = (f.source_kind == kind)[grid.source]
        named[f"target.{label}"] = (f.target_kind == kind)[grid.target]
    named["place.distance"] = distance(grid)
    named["recurs.source"] = (np.minimum(grid.along(np.add, identical), 4) / 4)[grid.source]
    named["recurs.target"] = (np.minimum(grid.across(np.add, identical), 4) / 4)[grid.target]
    named["length.source"] = grid.each(np.log(grid.n) / 5)
    named["length.target"] = grid.each(np.log(grid.m) / 5)
    named["place.ratio"] = grid.each(np.log(grid.n / grid.m) / 2)
    return named | {"exchangeable": f.exchangeable}


def syntax_features(grid: Grid, sources: Sequence[Sentence], targets: Sequence[Sentence]) -> Named:
    """Return parts of speech and whether tags, dependency labels and entity types agree."""
    sides = sources, targets
    named: Named = {}
    kinds = [attribute(side, "POS") for side in sides]
    for label in POS:
        code = getattr(symbols, label)
        named[f"source.{label}"] = (kinds[0] == code)[grid.source]
        named[f"target.{label}"] = (kinds[1] == code)[grid.target]
    for name in ("POS", "TAG", "DEP", "ENT_TYPE"):
        source, target = (attribute(side, name) for side in sides)
        named[f"same.{name.lower()}"] = source[grid.source] == target[grid.target]
    return named


def attribute(sides: Sequence[Sentence], name: str) -> npt.NDArray[np.int64]:
    """Return a token attribute of all words of some sides, see `Sentence.attribute`."""
    return np.concatenate([side.attribute(name) for side in sides])


def wordnet_features(
    grid: Grid, index: LexicalIndex, sources: Sequence[Tokens], targets: Sequence[Tokens]
) -> Named:
    """Return lexical relations of content words, over all their senses, and Lin's similarity."""
    open_words = [
        (_open_words(sentence_of(one)), _open_words(sentence_of(other)))
        for one, other in zip(sources, targets, strict=True)
    ]
    asked = [(words, others) for (_, words), (_, others) in open_words]
    relations, lin = np.zeros(len(grid), dtype=np.int8), np.zeros(len(grid))
    tables = zip(grid.tables(relations), grid.tables(lin), strict=True)
    for (codes, close), ((rows, _), (columns, _)), found in zip(
        tables, open_words, relation_matrices(index, asked), strict=True
    ):
        spot = np.ix_(rows, columns)
        codes[spot], close[spot] = found
    named: Named = {
        f"wordnet.{relation}": relations == code
        for code, relation in enumerate(LEXICAL_RELATIONS[1:], 1)
    }
    return named | {"wordnet.lin": lin}


def _open_words(side: Sentence) -> tuple[list[int], list[Word]]:
    """Return where WordNet may know a word, and what it is to be asked for."""
    places = [
        i
        for i, (pos, stop) in enumerate(zip(side.pos, side.stops, strict=True))
        if pos in OPEN and not stop and side.texts[i].isalpha()
    ]
    return places, [(side.given_lemmas[i] or side.texts[i], side.pos[i]) for i in places]


def weight_features(
    grid: Grid, weights: WordWeights, sources: Sequence[Tokens], targets: Sequence[Tokens]
) -> Named:
    """Return how much each of the two words says."""
    source, target = (
        np.array([weights(word) for side in sides for word in sentence_of(side).words]) / 16
        for sides in (sources, targets)
    )
    return {"rarity.source": source[grid.source], "rarity.target": target[grid.target]}


def vector_features(
    grid: Grid, name: str, sources: Sequence[Float32Array], targets: Sequence[Float32Array]
) -> Named:
    """Return the cosines of two sets of vectors, and their lead over rivals.

    Args:
        grid: The pairs of words.
        name: What the vectors are called in the names of the features.
        sources: Shape (n, d) each.
        targets: Shape (m, d) each.
    """
    close = np.concatenate(
        [cosines(*vectors).reshape(-1) for vectors in zip(sources, targets, strict=True)]
    )
    return {name: close} | lead(grid, name, close)
