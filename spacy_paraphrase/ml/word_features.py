"""Features of word pairs.

The features are those of Marsi and Krahmer 2010 (COLING), section 4.2, as arrays. Further features
are the similarities of the single experts, and the links of an earlier pass between words around a
pair.

Every function returns named features of chosen word pairs ("asked cells") in a batch of sentence
pairs (`trees.pair_batch.RaggedBatch`): an array of shape (asked cells,) for each name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy import symbols

from ..analysis.sentence import Sentence, sentence_of
from ..jobs.arrays import FloatArray, FloatingArray, IntArray
from ..lexicon.index import UPOS, LexicalIndex
from ..lexicon.relations import LEXICAL_RELATIONS, Word, relation_matrices
from ..lexicon.resources import WordWeights
from ..lexicon.spelling import Tokens
from ..trees.pair_batch import ChosenCells, RaggedBatch
from ..trees.word_alignment import (
    CONTENT,
    FUNCTION,
    PUNCTUATION,
    Linked,
    WordFeatures,
    distance,
    linked,
    near,
    steps,
)

Named = dict[str, npt.NDArray[Any]]
# The prefix of the names of features that are the similarities of one expert.
EXPERT = "expert."

# Universal parts of speech; each is one feature of the source word, and one of the target word.
POS: tuple[str, ...] = (
    *("NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "ADP", "DET", "PRON", "PUNCT", "NUM", "PART"),
    *("CCONJ", "SCONJ"),
)
# Weights of links near a pair, by their distance before or after it; of all links around it.
_BESIDE = steps({1.0: [(1, 1)]})
_NEAR = steps(
    {0.85: [(1, 2), (2, 1)], 0.7: [(1, 3), (3, 1), (2, 2)], 0.55: [(2, 3), (3, 2)], 0.4: [(3, 3)]}
)
_FAR = 5
_AROUND = steps(
    {1.0: [(i, j) for i in range(1, _FAR + 1) for j in (i - 1, i, i + 1) if 0 < j <= _FAR]}
)


def lexical_features(
    asked: ChosenCells, opinions: Mapping[str, FloatArray], best: FloatArray
) -> Named:
    """Return the similarities of each expert, the best weighted similarity, and its lead.

    Args:
        asked: The chosen pairs of words.
        opinions: Similarities of each expert, by name; shape (cells,) each.
        best: The greatest weighted similarity, shape (cells,).
    """
    named = {f"{EXPERT}{name}": opinion[asked.cells] for name, opinion in opinions.items()}
    named["similarity"] = best[asked.cells]
    return named | lead(asked, "similarity", best)


def lead(asked: ChosenCells, name: str, values: FloatArray) -> Named:
    """Return the lead of each value, shape (cells,), over the best other in its row and column."""
    batch, own = asked.batch, values[asked.cells]
    along = _best_other(batch, values, asked.source, own)
    across = _best_other(batch.transposed, values[batch.transposition], asked.target, own)
    return {f"{name}.lead.row": own - along, f"{name}.lead.column": own - across}


def _best_other(
    batch: RaggedBatch, values: FloatArray, words: IntArray, own: FloatArray
) -> FloatArray:
    """Return the best value of some source words, without their `own` value; 0 by default."""
    first = batch.reduce_rows(np.maximum, values)
    best = values >= first[batch.source]
    second = batch.reduce_rows(np.maximum, np.where(best, -np.inf, values))
    second = np.where(np.isinf(second), 0.0, second)
    alone = batch.reduce_rows(np.add, best.astype(np.int64)) == 1
    return np.where((own >= first[words]) & alone[words], second[words], first[words])


def context_features(asked: ChosenCells, f: WordFeatures, links: Mapping[str, FloatArray]) -> Named:
    """Return the strength of the links around pairs of words.

    Args:
        asked: The chosen pairs of words.
        f: Features of all pairs of words.
        links: Strength of each link, 0 to 1, shape (cells,), by the prefix of the feature names.
    """
    return {
        f"{name}.{key}": value
        for name, strengths in links.items()
        for key, value in _context(asked, f, strengths).items()
    }


def _context(asked: ChosenCells, f: WordFeatures, strengths: FloatArray) -> Named:
    batch, links = asked.batch, linked(strengths)
    named = beside(asked, links)
    before, behind = near(batch, links, _AROUND, 1.0, np.add, asked.cells)
    named["beside"] = (before + behind) / 6
    named |= tree_context(asked, f, links)
    along = batch.reduce_rows(np.add, strengths)[asked.source]
    across = batch.reduce_columns(np.add, strengths)[asked.target]
    own = strengths[asked.cells]
    named["elsewhere.source"] = np.minimum(along - own, 2.0) / 2
    named["elsewhere.target"] = np.minimum(across - own, 2.0) / 2
    return named | {"expected place": np.exp(-_far(asked, links) / 3)}


def beside(asked: ChosenCells, links: Linked) -> Named:
    """Return the strength of links between the words before, and after, each pair of words."""
    named: Named = {}
    for name, places in (("word", _BESIDE), ("near", _NEAR)):
        found = near(asked.batch, links, places, 1.0, asked=asked.cells)
        named[f"{name} before"], named[f"{name} behind"] = found
    return named


def tree_context(asked: ChosenCells, f: WordFeatures, links: Linked) -> Named:
    """Return the strength of links between the heads, dependents and siblings of each pair."""
    batch, size = asked.batch, len(asked.batch)
    above, below = np.zeros((2, size + 2))
    above[links.cells] = links.strength
    sure = links.strength > 0.3
    np.add.at(below, f.heads[links.cells[sure]], links.strength[sure])
    up, across = f.batch_source_heads[asked.source], f.batch_target_heads[asked.target]
    heads, dependents = f.heads[asked.cells], below[asked.cells]
    counts = [
        np.bincount(heads[heads >= 0], minlength=len(heads))
        for heads in (f.batch_source_heads, f.batch_target_heads)
    ]
    count = counts[0][asked.source] + counts[1][asked.target]
    siblings = np.where(heads < size, below[heads] - above[asked.cells], 0.0)
    named: Named = {
        "heads": above[heads],
        "both roots": (up < 0) & (across < 0),
        "dependents": np.minimum(dependents, 3.0) / 3,
        "share of dependents": 2 * dependents / np.maximum(count, 1),
        "siblings": np.clip(siblings, 0.0, 3.0) / 3,
    }
    for name, words, cells in (
        ("head.source", up, batch.cell(up, asked.target)),
        ("head.target", across, batch.cell(asked.source, across)),
    ):
        named[name] = above[np.where(words < 0, size, cells)]
    return named


def _far(asked: ChosenCells, links: Linked) -> FloatArray:
    """Return the distance of each pair from the place that its neighbours' links predict."""
    batch, table = asked.batch, asked.batch.tables_of[asked.cells]
    turned = batch.transposed.cell(batch.target[links.cells], batch.source[links.cells])
    order = np.argsort(turned)
    there = _leads(batch, links)[asked.source]
    back = _leads(batch.transposed, Linked(turned[order], links.strength[order]))[asked.target]
    forth = np.abs(there - (asked.target - batch.target_starts[table]))
    return np.asarray(forth + np.abs(back - (asked.source - batch.source_starts[table]))) / 2


def _leads(batch: RaggedBatch, links: Linked) -> FloatArray:
    """Return the place in the target sentence to which the links lead from each source word."""
    # The place of a word without a link is interpolated between the links around it.
    table = np.repeat(np.arange(len(batch.n)), batch.n)
    words = np.arange(len(table))
    # The strongest link of each source word; of equally strong links the first.
    sure = links.strength > 0.3
    cells, strength = links.cells[sure], links.strength[sure]
    strongest = np.zeros(len(words))
    np.maximum.at(strongest, batch.source[cells], strength)
    cells = cells[strength == strongest[batch.source[cells]]]
    cells = cells[np.diff(batch.source[cells], prepend=-1) > 0]
    known = batch.source[cells]
    leads = (batch.target[cells] - batch.target_starts[table[known]]).astype(np.float64)
    # The linked word at or before each word, and the next one, if they are in the same sentence.
    before = np.searchsorted(known, words, side="right")
    places = np.concatenate([[-1], known, [-1]])
    tables = np.concatenate([[-1], table[known], [-1]])
    leads = np.concatenate([[0.0], leads, [0.0]])
    old, new = tables[before] == table, tables[before + 1] == table
    left, right = leads[before], leads[before + 1]
    gap = np.where(old & new, places[before + 1] - places[before], 1)
    between = (right - left) / gap * (words - places[before]) + left
    plain = (words - batch.source_starts[table]) * (batch.m / batch.n)[table]
    return np.where(old, np.where(new, between, left), np.where(new, right, plain))


def place_features(asked: ChosenCells, f: WordFeatures) -> Named:
    """Return the places and kinds of words, their frequencies, and the lengths of the sentences."""
    batch, identical = asked.batch, f.identical.astype(np.int64)
    table = batch.tables_of[asked.cells]
    named: Named = {}
    for kind, label in ((CONTENT, "content"), (FUNCTION, "function"), (PUNCTUATION, "punctuation")):
        named[f"source.{label}"] = (f.source_kind == kind)[asked.source]
        named[f"target.{label}"] = (f.target_kind == kind)[asked.target]
    named["place.distance"] = distance(batch, asked.cells)
    along, across = batch.reduce_rows(np.add, identical), batch.reduce_columns(np.add, identical)
    named["recurs.source"] = (np.minimum(along, 4) / 4)[asked.source]
    named["recurs.target"] = (np.minimum(across, 4) / 4)[asked.target]
    named["length.source"] = (np.log(batch.n) / 5)[table]
    named["length.target"] = (np.log(batch.m) / 5)[table]
    named["place.ratio"] = (np.log(batch.n / batch.m) / 2)[table]
    return named | {"exchangeable": f.exchangeable[asked.cells]}


def syntax_features(
    asked: ChosenCells, sources: Sequence[Sentence], targets: Sequence[Sentence]
) -> Named:
    """Return parts of speech, and whether tags, dependency labels and entity types are equal."""
    sides = sources, targets
    named: Named = {}
    kinds = [attribute(side, "POS") for side in sides]
    for label in POS:
        code = getattr(symbols, label)
        named[f"source.{label}"] = (kinds[0] == code)[asked.source]
        named[f"target.{label}"] = (kinds[1] == code)[asked.target]
    for name in ("POS", "TAG", "DEP", "ENT_TYPE"):
        source, target = (attribute(side, name) for side in sides)
        named[f"same.{name.lower()}"] = source[asked.source] == target[asked.target]
    return named


def attribute(sides: Sequence[Sentence], name: str) -> npt.NDArray[np.int64]:
    """Return a token attribute of all words of some sentences, see `Sentence.attribute`."""
    return np.concatenate([side.attribute(name) for side in sides])


def wordnet_features(
    asked: ChosenCells, index: LexicalIndex, sources: Sequence[Tokens], targets: Sequence[Tokens]
) -> Named:
    """Return lexical relations of content words, over all their senses, and Lin's similarity."""
    open_words = [
        (_open_words(sentence_of(one)), _open_words(sentence_of(other)))
        for one, other in zip(sources, targets, strict=True)
    ]
    batch, words = asked.batch, [(some, others) for (_, some), (_, others) in open_words]
    relations, lin = np.zeros(len(batch), dtype=np.int8), np.zeros(len(batch))
    tables = zip(batch.tables(relations), batch.tables(lin), strict=True)
    for (codes, close), ((rows, _), (columns, _)), found in zip(
        tables, open_words, relation_matrices(index, words), strict=True
    ):
        spot = np.ix_(rows, columns)
        codes[spot], close[spot] = found
    codes = relations[asked.cells]
    named: Named = {
        f"wordnet.{relation}": codes == code
        for code, relation in enumerate(LEXICAL_RELATIONS[1:], 1)
    }
    return named | {"wordnet.lin": lin[asked.cells]}


def _open_words(side: Sentence) -> tuple[list[int], list[Word]]:
    """Return the indices of words that may be in WordNet, and their lemmas and parts of speech."""
    places = [
        i
        for i, (pos, stop) in enumerate(zip(side.pos, side.stops, strict=True))
        if pos in UPOS and not stop and side.texts[i].isalpha()
    ]
    return places, [(side.given_lemmas[i] or side.texts[i], side.pos[i]) for i in places]


def weight_features(
    asked: ChosenCells, weights: WordWeights, sources: Sequence[Tokens], targets: Sequence[Tokens]
) -> Named:
    """Return the weights of the two words."""
    source, target = (
        np.array([weights(word) for side in sides for word in sentence_of(side).words]) / 16
        for sides in (sources, targets)
    )
    return {"rarity.source": source[asked.source], "rarity.target": target[asked.target]}


def near_features(asked: ChosenCells, name: str, tables: Sequence[FloatingArray]) -> Named:
    """Return the vector similarities of words, and their lead over rivals.

    Args:
        asked: The chosen pairs of words.
        name: The name of the similarity in the feature names.
        tables: The similarities of each pair of sentences, shape (n, m).
    """
    near = np.concatenate([table.reshape(-1) for table in tables]).astype(np.float64)
    return {name: near[asked.cells]} | lead(asked, name, near)
