"""Word alignment from lexical similarity and context, without training.

Experts give the similarity of two words. The context decides which of several similar words are
aligned, and whether function words and punctuation are aligned at all: the neighbours, the heads
and the dependents. One assignment per round chooses the links; the links of one round are the
context of the next one.

The assignment over weighted edges of several experts follows Hendrickx, Daelemans, Marsi and
Krahmer 2009 (*Reducing redundancy in multi-document summarization using lexical semantic
similarity*); context as evidence follows the idea of Sultan, Bethard and Sumner 2014 (*Back to
basics for monolingual alignment*, TACL).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..jobs.arrays import BoolArray, FloatArray, IntArray
from .assignment import assign_all
from .pair_batch import RaggedBatch

# All cells of a batch.
EVERY = slice(None)


class Steps(NamedTuple):
    """Distances from a link at which it counts as context.

    Attributes:
        down: Distance in words of the source.
        right: Distance in words of the target.
        weight: The weight of a link at this distance.
    """

    down: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    weight: FloatArray


def steps(places: Mapping[float, Sequence[tuple[int, int]]]) -> Steps:
    """Return steps from lists of distances by weight; all distances are at least 1."""
    rows = [(down, right, weight) for weight, some in places.items() for down, right in some]
    down, right, weight = zip(*rows, strict=True)
    return Steps(np.array(down), np.array(right), np.array(weight))


class Linked(NamedTuple):
    """The pairs of words that are linked.

    Attributes:
        cells: Their cells in the batch, in ascending order.
        strength: The strength of each link.
    """

    cells: IntArray
    strength: FloatArray


def linked(strengths: FloatArray) -> Linked:
    """Return the links among all pairs of words, whose strengths have the shape (cells,)."""
    cells = np.flatnonzero(strengths != 0)
    return Linked(cells, strengths[cells])


def near(
    batch: RaggedBatch,
    links: Linked,
    steps: Steps,
    ends: float,
    combine: np.ufunc = np.maximum,
    asked: IntArray | slice = EVERY,
) -> tuple[FloatArray, FloatArray]:
    """Return the weight of the links before and after pairs of words; shape (asked cells,) each.

    The time grows with the number of links and of requested pairs.

    Args:
        batch: The pairs of words.
        links: The links.
        steps: The distances at which links count, with weights.
        ends: The strength with which the beginnings, and the ends, of both sentences are linked.
        combine: The operation that combines several links near a pair.
        asked: The requested pairs, as cells of the batch.

    Example:
        >>> batch, links = RaggedBatch([(3, 3)]), linked(np.eye(3).reshape(9))
        >>> before, behind = near(batch, links, steps({0.5: [(1, 1)]}), ends=0.8)
        >>> before[::4].tolist(), behind[::4].tolist()
        ([0.4, 0.5, 0.5], [0.5, 0.5, 0.4])
    """
    padded = batch.padded
    places = np.concatenate([padded.cells[links.cells], padded.first, padded.last])
    rows = np.concatenate([batch.tables_of[links.cells], *[np.arange(len(batch.n))] * 2])
    strength = np.concatenate([links.strength, np.full(2 * len(batch.n), ends)])
    worth = (steps.weight[:, None] * strength).reshape(-1)
    forth = steps.down[:, None] * padded.widths[rows] + steps.right[:, None]
    frames = np.zeros((2, padded.size))
    for found, there in zip(frames, (places + forth, places - forth), strict=True):
        combine.at(found, there.reshape(-1), worth)
    cells = padded.cells[asked]
    return frames[0, cells], frames[1, cells]


def joined(links: BoolArray, alike: BoolArray) -> BoolArray:
    """Return links in which unlinked words join the link of a neighbour, on either side.

    Args:
        links: One-to-one links, shape (n, m).
        alike: Which pairs of words may be joined, shape (n, m).
    """
    result = links.copy()
    for old, new, close in ((links, result, alike), (links.T, result.T, alike.T)):
        free = np.asarray(~old.any(axis=1))
        beside = np.zeros_like(old)
        beside[1:] |= old[:-1]
        beside[:-1] |= old[1:]
        new[free[:, None] & beside & close] = True
    return result


# Word alignment from lexical similarity and context, without training.

CONTENT, FUNCTION, PUNCTUATION, SPACE = range(4)


@dataclass(frozen=True, eq=False)
class WordFeatures:
    """The input of the word alignment for some pairs of sentences.

    Attributes:
        batch: Their pairs of words.
        similarity: The similarity of the experts, 0 to 1; shape (cells,).
        identical: Whether the words are the same, case ignored; shape (cells,).
        exchangeable: Whether words may be linked without similarity, as words of the same part of
            speech except names and numbers; shape (cells,).
        source_kind: CONTENT, FUNCTION, PUNCTUATION or SPACE for each source word.
        target_kind: Likewise for each target word.
        source_heads: Head of each source word, numbered within its sentence, -1 for a root.
        target_heads: Likewise for each target word.
    """

    batch: RaggedBatch
    similarity: FloatArray
    identical: BoolArray
    exchangeable: BoolArray
    source_kind: IntArray
    target_kind: IntArray
    source_heads: IntArray
    target_heads: IntArray

    @cached_property
    def batch_source_heads(self) -> IntArray:
        """Head of each source word, numbered over all sentences, -1 for a root."""
        starts = np.repeat(self.batch.source_starts, self.batch.n)
        return np.where(self.source_heads < 0, -1, self.source_heads + starts)

    @cached_property
    def batch_target_heads(self) -> IntArray:
        """Likewise of each target word."""
        starts = np.repeat(self.batch.target_starts, self.batch.m)
        return np.where(self.target_heads < 0, -1, self.target_heads + starts)

    @cached_property
    def heads(self) -> IntArray:
        """The cell of both heads; len(batch) if one word is a root, len(batch) + 1 if both are."""
        source = self.batch_source_heads[self.batch.source]
        target = self.batch_target_heads[self.batch.target]
        roots = (source < 0).astype(np.int64) + (target < 0)
        return np.where(roots > 0, len(self.batch) - 1 + roots, self.batch.cell(source, target))


# All numbers below were set by hand on development data.
# The evidence from an aligned neighbour, head and dependent, and from two roots.
BESIDE, HEAD, DEPENDENT, ROOTS = 0.35, 0.3, 0.3, 0.15
# The weight of neighbours at a distance of (i, j); the ends of both sentences are neighbours too.
STEPS = steps(
    {
        1.0: ((1, 1),),
        0.7: ((1, 2), (2, 1), (2, 2)),
        0.5: ((3, 3),),
        0.4: ((1, 3), (3, 1), (2, 3), (3, 2)),
    }
)
ENDS = 0.8
# The weight of a link as context, by the greater kind of its words (CONTENT is the least).
WEIGHT = {CONTENT: 1.0, FUNCTION: 0.7, PUNCTUATION: 0.4, SPACE: 0.0}
_CONTEXT = np.array([WEIGHT[kind] for kind in sorted(WEIGHT)])
# The share of context in the weight of a content pair, and its least weight in the first and in
# later rounds.
SHARE, ANCHOR, LATER = 0.5, 0.55, 0.7
# The least similarity at which a word joins the link of its neighbour.
JOIN = 0.5
# The least evidence that a pair needs if both sides have the same length, and if one is at least
# twice as long, where chance matches are frequent: for identical function words; the same that
# occur once; punctuation; similar function words; unlike function words and content words.
FUNCTION_EVIDENCE = (0.15, 0.3)
ONCE_EVIDENCE = (0.015, 0.18)
PUNCTUATION_EVIDENCE = (0.15, 0.15)
SIMILAR_EVIDENCE = (0.15, 0.5)
EXCHANGED_FUNCTION = (0.75, 0.9)
EXCHANGED_CONTENT = (0.8, 0.9)
ROUNDS = 3


def align_words(
    features: WordFeatures, many_to_many: bool = False
) -> list[list[tuple[int, int, float]]]:
    """Return the links of each pair (source word, target word, score of 0 to 1), in source order.

    O(n·m) per round, and the assignment, cubic in the shorter side.

    Args:
        features: The pairs.
        many_to_many: Whether an unlinked word joins the link of a neighbour if it is similar to the
            same word of the other side; else links are one-to-one.

    Example:
        >>> words, kinds = np.array([1.0, 0.0, 0.0, 1.0]), np.array([CONTENT, CONTENT])
        >>> heads, same = np.array([1, -1]), words > 0
        >>> batch = RaggedBatch([(2, 2)])
        >>> both = WordFeatures(batch, words, same, same, kinds, kinds, heads, heads)
        >>> [(i, j) for i, j, _ in align_words(both)[0]]
        [(0, 0), (1, 1)]
    """
    f, batch = features, features.batch
    rules = _rules(f)
    # Of two equal candidates, the one at the more similar relative position wins.
    tie = 0.02 * (1.0 - distance(batch, rules.cells))
    weight = _anchors(f, rules)
    links = _link(batch, rules.cells, weight, tie)
    earlier = links
    for i in range(ROUNDS):
        if i > 1 and np.array_equal(links, earlier):
            break  # further rounds would not change it
        kind = np.maximum(f.source_kind[batch.source[links]], f.target_kind[batch.target[links]])
        as_context = Linked(links, _CONTEXT[kind])
        weight = _weigh(rules, evidence(f, as_context, rules.cells), exchange=i > 0)
        earlier, links = links, _link(batch, rules.cells, weight, tie)
    scores = batch.spread(rules.cells, weight)
    if many_to_many:
        held = zip(batch.tables(batch.spread(links, 1.0)), batch.tables(f.similarity), strict=True)
        more = [joined(linked > 0, similarity >= JOIN) for linked, similarity in held]
        one_to_one, links = links, np.flatnonzero(np.concatenate([t.reshape(-1) for t in more]))
        new = np.setdiff1d(links, one_to_one)
        scores[new] = f.similarity[new]
    clipped = iter(np.clip(scores[links], 0.0, 1.0).tolist())
    return [[(i, j, next(clipped)) for i, j in some] for some in batch.places(links)]


def distance(batch: RaggedBatch, asked: IntArray | slice = EVERY) -> FloatArray:
    """Return the distance of two words in relative position; shape (asked cells,).

    Args:
        batch: The pairs of words.
        asked: The requested pairs, as cells of the batch.
    """
    places = (
        (np.arange(int(counts.sum())) - np.repeat(starts, counts))
        / np.repeat(np.maximum(counts - 1, 1), counts)
        for counts, starts in ((batch.n, batch.source_starts), (batch.m, batch.target_starts))
    )
    source, target = places
    words = batch.source[asked], batch.target[asked]
    return np.asarray(np.abs(source[words[0]] - target[words[1]]), dtype=np.float64)


def evidence(f: WordFeatures, links: Linked, asked: IntArray | slice = EVERY) -> FloatArray:
    """Return the evidence for pairs of words from links in their context; shape (asked cells,).

    Args:
        f: The pairs.
        links: The links.
        asked: The requested pairs, as cells of the batch.
    """
    size = len(f.batch)
    before, behind = near(f.batch, links, STEPS, ENDS, asked=asked)
    above, below = np.zeros((2, size + 2))
    above[links.cells] = links.strength
    above[size + 1] = ROOTS / HEAD
    np.maximum.at(below, f.heads[links.cells], links.strength)
    around: FloatArray = BESIDE * (before + behind) + HEAD * above[f.heads[asked]]
    around += DEPENDENT * below[:size][asked]
    return around


class _Rules(NamedTuple):
    """The candidate pairs of words, with the conditions that every round applies.

    Attributes:
        cells: Their cells in the batch; shape (pairs,), like all others.
        kind: The greater kind of the two words.
        similarity: The similarity of the words.
        content: Whether it is a pair of similar content words.
        other: Whether it is another pair of similar words.
        needed: The least evidence for a pair in `other`.
        exchangeable: Whether the words may be linked without similarity.
        exchanged: The least evidence for a pair in `exchangeable`.
    """

    cells: IntArray
    kind: IntArray
    similarity: FloatArray
    content: BoolArray
    other: BoolArray
    needed: FloatArray
    exchangeable: BoolArray
    exchanged: FloatArray


def _rules(f: WordFeatures) -> _Rules:
    batch = f.batch
    cells = np.flatnonzero((f.similarity > 0) | f.exchangeable)
    kind = np.maximum(f.source_kind[batch.source[cells]], f.target_kind[batch.target[cells]])
    similarity, content = f.similarity[cells], kind == CONTENT
    similar = (similarity > 0) & (kind != SPACE)
    exchanged = (_least(f, cells, least) for least in (EXCHANGED_CONTENT, EXCHANGED_FUNCTION))
    return _Rules(
        cells,
        kind,
        similarity,
        content & similar,
        ~content & similar,
        _needed(f, cells, kind),
        f.exchangeable[cells] & (kind < PUNCTUATION),
        np.where(content, *exchanged),
    )


def _anchors(f: WordFeatures, rules: _Rules) -> FloatArray:
    """Return the initial weights of similar content words, with each other as context."""
    similar = rules.similarity > 0
    batch, cells, similarity = f.batch, rules.cells[similar], rules.similarity[similar]
    base = similarity * np.where(rules.kind[similar] == CONTENT, 1.0, 0.3)
    weight = base
    for _ in range(2):
        every = batch.spread(cells, weight)
        rows = np.maximum(batch.reduce_rows(np.add, every), 1.0)[batch.source[cells]]
        columns = np.maximum(batch.reduce_columns(np.add, every), 1.0)[batch.target[cells]]
        links = Linked(cells, weight / np.sqrt(columns * rows))
        around = np.minimum(evidence(f, links, cells), 1.0)
        weight = base * (1 - SHARE + SHARE * around)
    sure = similarity * (1 - SHARE / 2) + SHARE / 2 * around >= ANCHOR
    result = np.zeros(len(similar))
    result[similar] = np.where(rules.content[similar] & sure, weight, 0.0)
    return result


def _weigh(rules: _Rules, around: FloatArray, exchange: bool) -> FloatArray:
    """Return the weight of every pair by its similarity and context; 0 if it may not be linked."""
    ok = rules.content & (rules.similarity + SHARE * around >= LATER)
    bounded = np.minimum(around, 1.0)
    weight = np.where(ok, rules.similarity * (1 - SHARE) + SHARE * bounded + 0.3, 0.0)
    ok = rules.other & (around >= rules.needed)
    weight = np.where(ok, 0.6 * rules.similarity + 0.4 * around, weight)
    if exchange:
        ok = rules.exchangeable & (around >= rules.exchanged) & (weight == 0)
        weight = np.where(ok, 0.3 * around, weight)
    return weight


def _needed(f: WordFeatures, cells: IntArray, kind: IntArray) -> FloatArray:
    """Return the least evidence for similar function words and punctuation."""
    identical, batch = f.identical.astype(np.int64), f.batch
    rows, columns = batch.reduce_rows(np.add, identical), batch.reduce_columns(np.add, identical)
    counts = np.maximum(rows[batch.source[cells]], columns[batch.target[cells]])
    needed = np.where(
        counts == 1, _least(f, cells, ONCE_EVIDENCE), _least(f, cells, FUNCTION_EVIDENCE)
    )
    needed = np.where(f.identical[cells], needed, _least(f, cells, SIMILAR_EVIDENCE))
    return np.where(kind == PUNCTUATION, _least(f, cells, PUNCTUATION_EVIDENCE), needed)


def _least(f: WordFeatures, cells: IntArray, bounds: tuple[float, float]) -> FloatArray:
    n, m = f.batch.n, f.batch.m
    chance = np.minimum(np.maximum(n, m) / np.minimum(n, m), 2.0) - 1.0
    least: FloatArray = (bounds[0] + chance * (bounds[1] - bounds[0]))[f.batch.tables_of[cells]]
    return least


def _link(batch: RaggedBatch, cells: IntArray, weight: FloatArray, tie: FloatArray) -> IntArray:
    """Return the cells of the best one-to-one set, in ascending order."""
    return assign_all(batch, batch.spread(cells, np.where(weight > 0, weight + tie, 0.0)))
