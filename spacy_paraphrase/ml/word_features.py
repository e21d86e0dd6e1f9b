"""Features of word pairs.

The feature table of Marsi and Krahmer 2010 (COLING), section 4.2, in the form of arrays, and beyond
it what the experts of the lexicon say one by one, and what the links of an earlier pass say about
the words around a pair.

Every function returns named features, an array each, of the pairs of words of some pairs of
sentences (`trees.batch.RaggedBatch`); shape (cells,).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy import symbols

from ..analysis.sentence import Sentence, sentence_of
from ..arrays import FloatArray, FloatingArray
from ..lexicon.index import LexicalIndex
from ..lexicon.relations import LEXICAL_RELATIONS, Word, relation_matrices
from ..lexicon.resources import WordWeights
from ..lexicon.strings import Tokens
from ..trees.batch import RaggedBatch
from ..trees.word_alignment import (
    CONTENT,
    FUNCTION,
    PUNCTUATION,
    Steps,
    WordFeatures,
    distance,
    linked,
    near,
    steps,
)

Named = dict[str, npt.NDArray[Any]]
# How the names of features that are the opinion of one expert begin.
EXPERT = "expert."

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


def lexical_features(
    batch: RaggedBatch, opinions: Mapping[str, FloatArray], best: FloatArray
) -> Named:
    """Return what each expert says, the strongest weighted opinion, and its lead over rivals.

    Args:
        batch: The pairs of words.
        opinions: What each expert says, by name; shape (cells,) each.
        best: The strongest weighted opinion, shape (cells,).
    """
    named = {f"{EXPERT}{name}": opinion for name, opinion in opinions.items()}
    named["similarity"] = best
    return named | lead(batch, "similarity", best)


def lead(batch: RaggedBatch, name: str, values: FloatArray) -> Named:
    """Return how far a value is ahead of the best other one in its row, and in its column."""
    across = np.empty_like(values)
    across[batch.transposition] = _best_other(batch.transposed, values[batch.transposition])
    return {
        f"{name}.lead.row": values - _best_other(batch, values),
        f"{name}.lead.column": values - across,
    }


def _best_other(batch: RaggedBatch, values: FloatArray) -> FloatArray:
    """Return the best other value of the same source word, 0 where there is none."""
    first = batch.reduce_rows(np.maximum, values)[batch.source]
    best = values >= first
    second = batch.reduce_rows(np.maximum, np.where(best, -np.inf, values))
    second = np.where(np.isinf(second), 0.0, second)
    joint = (batch.reduce_rows(np.add, best.astype(np.int64)) > 1)[batch.source]
    return np.where(best & ~joint, second[batch.source], first)


def context_features(f: WordFeatures, links: Mapping[str, FloatArray]) -> Named:
    """Return how far what stands around each pair of words is linked.

    Args:
        f: The pairs.
        links: Strength of each link, 0 to 1, shape (cells,); by what the links are called in the
            names of the features.
    """
    batch, every = f.batch, np.stack(list(links.values()))
    named: Named = {}
    some = [linked(one) for one in every]

    def beside(steps: Steps, combine: np.ufunc = np.maximum) -> FloatArray:
        return np.array([near(batch, one, steps, 1.0, combine) for one in some]).swapaxes(0, 1)

    named["word before"], named["word behind"] = beside(_BESIDE)
    named["near before"], named["near behind"] = beside(_NEAR)
    before, behind = beside(_AROUND, np.add)
    named["beside"] = (before + behind) / 6
    named |= _tree_context(f, every)
    along, across = batch.reduce_rows(np.add, every), batch.reduce_columns(np.add, every)
    named["elsewhere.source"] = np.minimum(along[:, batch.source] - every, 2.0) / 2
    named["elsewhere.target"] = np.minimum(across[:, batch.target] - every, 2.0) / 2
    named["expected place"] = np.exp(-np.stack([_far(batch, one) for one in every]) / 3)
    return {
        f"{name}.{key}": value[i] for i, name in enumerate(links) for key, value in named.items()
    }


def _tree_context(f: WordFeatures, links: FloatArray) -> Named:
    """Return how far heads, dependents and siblings of each pair are linked; (k, cells) each."""
    batch, size = f.batch, links.shape[1]
    up, across = f.batch_source_heads[batch.source], f.batch_target_heads[batch.target]
    framed = np.pad(links, ((0, 0), (0, 2)))
    below = np.zeros_like(framed)
    which, cell = np.nonzero(links > 0.3)
    np.add.at(below, (which, f.heads[cell]), links[which, cell])
    dependents = below[:, :size]
    counts = [
        np.bincount(heads[heads >= 0], minlength=len(heads))
        for heads in (f.batch_source_heads, f.batch_target_heads)
    ]
    count = counts[0][batch.source] + counts[1][batch.target]
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
        ("head.source", up, batch.cell(up, batch.target)),
        ("head.target", across, batch.cell(batch.source, across)),
    ):
        named[name] = framed[:, np.where(heads < 0, size, cells)]
    return named


def _far(batch: RaggedBatch, links: FloatArray) -> FloatArray:
    """Return how far each pair is from where the links of the neighbours lead."""
    turned = np.empty_like(links)
    turned[batch.transposition] = _shift(batch.transposed, links[batch.transposition])
    return (_shift(batch, links) + turned) / 2


def _shift(batch: RaggedBatch, links: FloatArray) -> FloatArray:
    """Return how far each target word is from where links lead from each source word.

    From words without a link it is as far as on a straight line between the links around it.
    """
    table = np.repeat(np.arange(len(batch.n)), batch.n)
    words = np.arange(len(table))
    # The first of the strongest links of each source word.
    strongest = batch.reduce_rows(np.maximum, links)[batch.source]
    cells = np.flatnonzero((links > 0.3) & (links == strongest))
    cells = cells[np.diff(batch.source[cells], prepend=-1) > 0]
    linked = batch.source[cells]
    leads = (batch.target[cells] - batch.target_starts[table[linked]]).astype(np.float64)
    # The linked word at or before each word and the one behind it, if they are of its sentence.
    before = np.searchsorted(linked, words, side="right")
    places = np.concatenate([[-1], linked, [-1]])
    tables = np.concatenate([[-1], table[linked], [-1]])
    leads = np.concatenate([[0.0], leads, [0.0]])
    old, new = tables[before] == table, tables[before + 1] == table
    left, right = leads[before], leads[before + 1]
    gap = np.where(old & new, places[before + 1] - places[before], 1)
    between = (right - left) / gap * (words - places[before]) + left
    plain = (words - batch.source_starts[table]) * (batch.m / batch.n)[table]
    expected = np.where(old, np.where(new, between, left), np.where(new, right, plain))
    place = batch.target - batch.per_cell(batch.target_starts)
    return np.asarray(np.abs(expected[batch.source] - place), dtype=np.float64)


def place_features(f: WordFeatures) -> Named:
    """Return where the words stand, how long the sides are, and how often a word recurs."""
    batch, identical = f.batch, f.identical.astype(np.int64)
    named: Named = {}
    for kind, label in ((CONTENT, "content"), (FUNCTION, "function"), (PUNCTUATION, "punctuation")):
        named[f"source.{label}"] = (f.source_kind == kind)[batch.source]
        named[f"target.{label}"] = (f.target_kind == kind)[batch.target]
    named["place.distance"] = distance(batch)
    named["recurs.source"] = (np.minimum(batch.reduce_rows(np.add, identical), 4) / 4)[batch.source]
    named["recurs.target"] = (np.minimum(batch.reduce_columns(np.add, identical), 4) / 4)[
        batch.target
    ]
    named["length.source"] = batch.per_cell(np.log(batch.n) / 5)
    named["length.target"] = batch.per_cell(np.log(batch.m) / 5)
    named["place.ratio"] = batch.per_cell(np.log(batch.n / batch.m) / 2)
    return named | {"exchangeable": f.exchangeable}


def syntax_features(
    batch: RaggedBatch, sources: Sequence[Sentence], targets: Sequence[Sentence]
) -> Named:
    """Return parts of speech and whether tags, dependency labels and entity types agree."""
    sides = sources, targets
    named: Named = {}
    kinds = [attribute(side, "POS") for side in sides]
    for label in POS:
        code = getattr(symbols, label)
        named[f"source.{label}"] = (kinds[0] == code)[batch.source]
        named[f"target.{label}"] = (kinds[1] == code)[batch.target]
    for name in ("POS", "TAG", "DEP", "ENT_TYPE"):
        source, target = (attribute(side, name) for side in sides)
        named[f"same.{name.lower()}"] = source[batch.source] == target[batch.target]
    return named


def attribute(sides: Sequence[Sentence], name: str) -> npt.NDArray[np.int64]:
    """Return a token attribute of all words of some sides, see `Sentence.attribute`."""
    return np.concatenate([side.attribute(name) for side in sides])


def wordnet_features(
    batch: RaggedBatch, index: LexicalIndex, sources: Sequence[Tokens], targets: Sequence[Tokens]
) -> Named:
    """Return lexical relations of content words, over all their senses, and Lin's similarity."""
    open_words = [
        (_open_words(sentence_of(one)), _open_words(sentence_of(other)))
        for one, other in zip(sources, targets, strict=True)
    ]
    asked = [(words, others) for (_, words), (_, others) in open_words]
    relations, lin = np.zeros(len(batch), dtype=np.int8), np.zeros(len(batch))
    tables = zip(batch.tables(relations), batch.tables(lin), strict=True)
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
    batch: RaggedBatch, weights: WordWeights, sources: Sequence[Tokens], targets: Sequence[Tokens]
) -> Named:
    """Return how much each of the two words says."""
    source, target = (
        np.array([weights(word) for side in sides for word in sentence_of(side).words]) / 16
        for sides in (sources, targets)
    )
    return {"rarity.source": source[batch.source], "rarity.target": target[batch.target]}


def near_features(batch: RaggedBatch, name: str, tables: Sequence[FloatingArray]) -> Named:
    """Return how near words are, and their lead over rivals.

    Args:
        batch: The pairs of words.
        name: What the nearness is called in the names of the features.
        tables: That of each pair of sentences, shape (n, m).
    """
    near = np.concatenate([table.reshape(-1) for table in tables]).astype(np.float64)
    return {name: near} | lead(batch, name, near)
