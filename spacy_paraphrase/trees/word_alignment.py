"""Word alignment from lexical similarity and context, without training.

Experts say how similar two words are; which of several similar words belong together, and whether
function words and punctuation are aligned at all, is decided by what stands around them: the words
beside them, their heads and their dependents. One assignment per round chooses the links, the
links of one round are the context of the next.

The assignment over weighted edges of several experts is that of Hendrickx, Daelemans, Marsi and
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

from ..arrays import BoolArray, FloatArray, IntArray
from .assignment import assign_all
from .pair_batch import RaggedBatch

# All cells of a batch.
EVERY = slice(None)


class Steps(NamedTuple):
    """From what is linked to what stands behind it.

    Attributes:
        down: How many words further on in the source.
        right: How many words further on in the target.
        weight: What a link counts for so far from it.
    """

    down: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    weight: FloatArray


def steps(places: Mapping[float, Sequence[tuple[int, int]]]) -> Steps:
    """Return steps, each at least one word further on in both sentences, by what they weigh."""
    rows = [(down, right, weight) for weight, some in places.items() for down, right in some]
    down, right, weight = zip(*rows, strict=True)
    return Steps(np.array(down), np.array(right), np.array(weight))


class Linked(NamedTuple):
    """The pairs of words that are linked.

    Attributes:
        cells: Where they stand in the batch, in ascending order.
        strength: How strongly each is linked.
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
    """Return how much is linked before pairs of words, and behind them; shape (asked cells,) each.

    The cost grows with the number of links, and with that of the pairs that are asked about.

    Args:
        batch: The pairs of words.
        links: What is linked.
        steps: How far away links count, and for what.
        ends: How strongly the beginnings of both sentences, and their ends, count as linked.
        combine: What becomes of several links near a pair.
        asked: The pairs that are asked about, cells of the batch.

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
    """Return links where words without one join that of the word beside them, on either side.

    Args:
        links: One-to-one links, shape (n, m).
        alike: Which words may join, shape (n, m).
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
    """What the alignment of words looks at, for some pairs of sentences.

    Attributes:
        batch: Their pairs of words.
        similarity: What the experts say, 0 to 1; shape (cells,).
        identical: Whether the words are the same, case ignored; shape (cells,).
        exchangeable: Whether words that are not similar may stand for each other, as words of the
            same part of speech do, names and numbers left out; shape (cells,).
        source_kind: CONTENT, FUNCTION, PUNCTUATION or SPACE for each source word.
        target_kind: Likewise for each target word.
        source_heads: Head of each source word, counted from the start of its sentence, -1 for a
            root.
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
        """Head of each source word, counted over all sentences, -1 for a root."""
        starts = np.repeat(self.batch.source_starts, self.batch.n)
        return np.where(self.source_heads < 0, -1, self.source_heads + starts)

    @cached_property
    def batch_target_heads(self) -> IntArray:
        """Likewise of each target word."""
        starts = np.repeat(self.batch.target_starts, self.batch.m)
        return np.where(self.target_heads < 0, -1, self.target_heads + starts)

    @cached_property
    def heads(self) -> IntArray:
        """The cell of both heads; behind the last cell if one word is a root, then if both are."""
        source = self.batch_source_heads[self.batch.source]
        target = self.batch_target_heads[self.batch.target]
        roots = (source < 0).astype(np.int64) + (target < 0)
        return np.where(roots > 0, len(self.batch) - 1 + roots, self.batch.cell(source, target))


# All numbers below were set by hand on development data.
# Evidence from one aligned word: to the left, to the right, the head, a dependent.
BESIDE, HEAD, DEPENDENT, ROOTS = 0.35, 0.3, 0.3, 0.15
# What neighbours at a distance of (i, j) count for; the ends of both sentences are neighbours too.
STEPS = steps(
    {
        1.0: ((1, 1),),
        0.7: ((1, 2), (2, 1), (2, 2)),
        0.5: ((3, 3),),
        0.4: ((1, 3), (3, 1), (2, 3), (3, 2)),
    }
)
ENDS = 0.8
# What a link counts for as context, by the heavier of its two kinds.
WEIGHT = {CONTENT: 1.0, FUNCTION: 0.7, PUNCTUATION: 0.4, SPACE: 0.0}
_CONTEXT = np.array([WEIGHT[kind] for kind in sorted(WEIGHT)])
# How much of a content pair's weight is context, and the least weight it needs.
SHARE, ANCHOR, LATER = 0.5, 0.55, 0.7
# How similar a word must be to join the link of its neighbour.
JOIN = 0.5
# The least evidence that a pair needs, where the sides are of one length, and where one is at least
# twice as long, so that much in it is alike by chance: identical function words; the same, where
# both occur once; punctuation; other similar function words; function words, and content words,
# that only share their class.
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
        many_to_many: Whether a word without a link joins that of a word beside it when it is
            similar to the same word of the other side; else links are one-to-one.

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
    # Where two candidates are alike, the one at the more similar place of its sentence wins.
    tie = 0.02 * (1.0 - distance(batch, rules.cells))
    weight = _anchors(f, rules)
    links = _link(batch, rules.cells, weight, tie)
    earlier = links
    for i in range(ROUNDS):
        if i > 1 and np.array_equal(links, earlier):
            break  # all further rounds would be the same
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
    told = iter(np.clip(scores[links], 0.0, 1.0).tolist())
    return [[(i, j, next(told)) for i, j in some] for some in batch.places(links)]


def distance(batch: RaggedBatch, asked: IntArray | slice = EVERY) -> FloatArray:
    """Return how far two words are apart, their places as shares of their sentences.

    Args:
        batch: The pairs of words.
        asked: Those that are asked about, cells of the batch.
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
    """Return how much of what stands around pairs of words is linked; shape (asked cells,).

    Args:
        f: The pairs.
        links: What is linked.
        asked: The pairs that are asked about, cells of the batch.
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
    """What every round asks of the pairs of words that may be linked.

    Attributes:
        cells: Where they stand in the batch; shape (pairs,), as the next ones.
        kind: The heavier kind of the two words.
        similarity: How similar the words are.
        content: Whether it is a pair of content words that are similar.
        other: Whether it is one of other words that are similar.
        needed: The least evidence that other similar words need.
        exchangeable: Whether the words may be linked though they are not similar.
        exchanged: The least evidence that these need.
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
    """Weigh the pairs of similar content words by each other, before anything is linked."""
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
    """Weigh every pair by its similarity and the links around it; 0 where it may not be linked."""
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
