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
from .batch import RaggedBatch


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


def near(
    batch: RaggedBatch, links: FloatArray, steps: Steps, ends: float, combine: np.ufunc = np.maximum
) -> tuple[FloatArray, FloatArray]:
    """Return how much is linked before each pair of words, and behind it; (k, cells) each.

    The cost grows with the number of links.

    Args:
        batch: The pairs of words.
        links: Strengths of k sets of links, shape (k, cells).
        steps: How far away links count, and for what.
        ends: How strongly the beginnings of both sentences, and their ends, count as linked.
        combine: What becomes of several links near a pair.

    Example:
        >>> links = np.eye(3).reshape(1, 9)
        >>> before, behind = near(RaggedBatch([(3, 3)]), links, steps({0.5: [(1, 1)]}), ends=0.8)
        >>> before[0, ::4].tolist(), behind[0, ::4].tolist()
        ([0.4, 0.5, 0.5], [0.5, 0.5, 0.4])
    """
    padded, k = batch.padded, len(links)
    which, cell = np.nonzero(links)
    linked = np.concatenate([padded.cells[cell], *[padded.first, padded.last] * k])
    widths = np.concatenate([batch.per_cell(padded.widths)[cell], *[padded.widths] * (2 * k)])
    sets = np.concatenate([which, np.repeat(np.arange(k), 2 * len(batch.n))])
    strength = np.concatenate([links[which, cell], np.full(len(sets) - len(which), ends)])
    forth = steps.down[:, None] * widths + steps.right[:, None]
    places = sets * padded.size + linked
    frames = np.zeros((2, k, padded.size))
    for found, there in zip(frames, (places + forth, places - forth), strict=True):
        combine.at(
            found.reshape(-1), there.reshape(-1), (steps.weight[:, None] * strength).reshape(-1)
        )
    before, behind = frames[:, :, padded.cells]
    return before, behind


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
    kind = np.maximum(f.source_kind[batch.source], f.target_kind[batch.target])
    content = kind == CONTENT
    # Where two candidates are alike, the one at the more similar place of its sentence wins.
    tie = 0.02 * (1.0 - distance(batch))
    weight = _anchors(f, content)
    links = _link(batch, weight, tie)
    as_context = _CONTEXT[kind]
    rules = _rules(f, kind)
    earlier = links
    for i in range(ROUNDS):
        if i > 1 and np.array_equal(links, earlier):
            break  # all further rounds would be the same
        weight = _weigh(f, rules, evidence(f, links * as_context), exchange=i > 0)
        earlier, links = links, _link(batch, weight, tie)
    if many_to_many:
        tables = zip(*(batch.tables(values) for values in (links, f.similarity)), strict=True)
        more = [joined(linked > 0, similarity >= JOIN) for linked, similarity in tables]
        every = np.concatenate([table.reshape(-1) for table in more])
        weight = np.where(every & (links == 0), f.similarity, weight)
        links = every
    cells = np.flatnonzero(links)
    scores = iter(np.clip(weight[cells], 0.0, 1.0).tolist())
    return [[(i, j, next(scores)) for i, j in some] for some in batch.places(cells)]


def distance(batch: RaggedBatch) -> FloatArray:
    """Return how far two words are apart, their places as shares of their sentences; (cells,)."""
    places = (
        (np.arange(int(counts.sum())) - np.repeat(starts, counts))
        / np.repeat(np.maximum(counts - 1, 1), counts)
        for counts, starts in ((batch.n, batch.source_starts), (batch.m, batch.target_starts))
    )
    source, target = places
    return np.asarray(np.abs(source[batch.source] - target[batch.target]), dtype=np.float64)


def evidence(f: WordFeatures, links: FloatArray) -> FloatArray:
    """Return how much of what stands around each pair of words is linked; shape (cells,).

    Args:
        f: The pairs.
        links: Strength of every link, shape (cells,).
    """
    before, behind = near(f.batch, links[None], STEPS, ENDS)
    heads = np.append(links, [0.0, ROOTS / HEAD])[f.heads]
    dependents = np.zeros(len(links) + 2)
    linked = np.flatnonzero(links)
    np.maximum.at(dependents, f.heads[linked], links[linked])
    around: FloatArray = BESIDE * (before[0] + behind[0]) + HEAD * heads
    around += DEPENDENT * dependents[:-2]
    return around


def _anchors(f: WordFeatures, content: BoolArray) -> FloatArray:
    """Weigh the pairs of similar content words by each other, before anything is linked."""
    batch = f.batch
    base = f.similarity * np.where(content, 1.0, 0.3)
    weight = base
    for _ in range(2):
        rows = np.maximum(batch.reduce_rows(np.add, weight), 1.0)[batch.source]
        columns = np.maximum(batch.reduce_columns(np.add, weight), 1.0)[batch.target]
        around = np.minimum(evidence(f, weight / np.sqrt(columns * rows)), 1.0)
        weight = base * (1 - SHARE + SHARE * around)
    sure = f.similarity * (1 - SHARE / 2) + SHARE / 2 * around >= ANCHOR
    return np.where(content & (f.similarity > 0) & sure, weight, 0.0)


class _Rules(NamedTuple):
    """What every round asks of a pair of words, each of shape (cells,).

    Attributes:
        content: Whether it is one of content words that are similar.
        other: Whether it is one of other words that are similar.
        needed: The least evidence that other similar words need.
        exchangeable: Whether the words may be linked though they are not similar.
        exchanged: The least evidence that these need.
    """

    content: BoolArray
    other: BoolArray
    needed: FloatArray
    exchangeable: BoolArray
    exchanged: FloatArray


def _rules(f: WordFeatures, kind: IntArray) -> _Rules:
    similar = (f.similarity > 0) & (kind != SPACE)
    content = kind == CONTENT
    exchanged = np.where(content, _least(f, EXCHANGED_CONTENT), _least(f, EXCHANGED_FUNCTION))
    return _Rules(
        content & similar,
        ~content & similar,
        _needed(f, kind),
        f.exchangeable & (kind < PUNCTUATION),
        exchanged,
    )


def _weigh(f: WordFeatures, rules: _Rules, around: FloatArray, exchange: bool) -> FloatArray:
    """Weigh every pair by its similarity and the links around it; 0 where it may not be linked."""
    ok = rules.content & (f.similarity + SHARE * around >= LATER)
    bounded = np.minimum(around, 1.0)
    weight = np.where(ok, f.similarity * (1 - SHARE) + SHARE * bounded + 0.3, 0.0)
    ok = rules.other & (around >= rules.needed)
    weight = np.where(ok, 0.6 * f.similarity + 0.4 * around, weight)
    if exchange:
        ok = rules.exchangeable & (around >= rules.exchanged) & (weight == 0)
        weight = np.where(ok, 0.3 * around, weight)
    return weight


def _needed(f: WordFeatures, kind: IntArray) -> FloatArray:
    """Return the least evidence for similar function words and punctuation; shape (cells,)."""
    identical, batch = f.identical.astype(np.int64), f.batch
    rows, columns = batch.reduce_rows(np.add, identical), batch.reduce_columns(np.add, identical)
    counts = np.maximum(rows[batch.source], columns[batch.target])
    needed = np.where(counts == 1, _least(f, ONCE_EVIDENCE), _least(f, FUNCTION_EVIDENCE))
    needed = np.where(f.identical, needed, _least(f, SIMILAR_EVIDENCE))
    return np.where(kind == PUNCTUATION, _least(f, PUNCTUATION_EVIDENCE), needed)


def _least(f: WordFeatures, bounds: tuple[float, float]) -> FloatArray:
    n, m = f.batch.n, f.batch.m
    chance = np.minimum(np.maximum(n, m) / np.minimum(n, m), 2.0) - 1.0
    return f.batch.per_cell(bounds[0] + chance * (bounds[1] - bounds[0]))


def _link(batch: RaggedBatch, weight: FloatArray, tie: FloatArray) -> FloatArray:
    links = np.zeros(weight.shape)
    links[assign_all(batch, np.where(weight > 0, weight + tie, 0.0))] = 1.0
    return links
