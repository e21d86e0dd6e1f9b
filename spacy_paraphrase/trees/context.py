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

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .assignment import BoolArray, FloatArray, assign
from .nearby import joined, near, steps

IntArray = npt.NDArray[np.int64]

CONTENT, FUNCTION, PUNCTUATION, SPACE = range(4)


@dataclass(frozen=True, eq=False)
class WordFeatures:
    """What the alignment of n source and m target words looks at.

    Attributes:
        similarity: What the experts say, 0 to 1; shape (n, m).
        identical: Whether the words are the same, case ignored; shape (n, m).
        exchangeable: Whether words that are not similar may stand for each other, as words of the
            same part of speech do, names and numbers left out; shape (n, m).
        source_kind: CONTENT, FUNCTION, PUNCTUATION or SPACE; shape (n,).
        target_kind: Likewise, shape (m,).
        source_heads: Head of each word, -1 for a root; shape (n,).
        target_heads: Likewise, shape (m,).
    """

    similarity: FloatArray
    identical: BoolArray
    exchangeable: BoolArray
    source_kind: IntArray
    target_kind: IntArray
    source_heads: IntArray
    target_heads: IntArray


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


def align_words(features: WordFeatures, many_to_many: bool = False) -> list[tuple[int, int, float]]:
    """Return links (source word, target word, score of 0 to 1), in source order.

    O(n·m) per round, and the assignment, cubic in the shorter side.

    Args:
        features: The pair.
        many_to_many: Whether a word without a link joins that of a word beside it when it is
            similar to the same word of the other side; else links are one-to-one.

    Example:
        >>> words, kinds = np.eye(2), np.array([CONTENT, CONTENT])
        >>> heads, same = np.array([1, -1]), words > 0
        >>> both = WordFeatures(words, same, same, kinds, kinds, heads, heads)
        >>> [(i, j) for i, j, _ in align_words(both)]
        [(0, 0), (1, 1)]
    """
    f = features
    n, m = f.similarity.shape
    kind = np.maximum(f.source_kind[:, None], f.target_kind[None, :])
    content = kind == CONTENT
    # Where two candidates are alike, the one at the more similar place of its sentence wins.
    tie = 0.02 * (1.0 - distance(n, m))
    weight = _anchors(f, content)
    links = _link(weight, tie)
    as_context = _CONTEXT[kind]
    rules = _rules(f, kind)
    earlier = links
    for i in range(ROUNDS):
        if i > 1 and np.array_equal(links, earlier):
            break  # all further rounds would be the same
        weight = _weigh(f, rules, evidence(f, links * as_context), exchange=i > 0)
        earlier, links = links, _link(weight, tie)
    if many_to_many:
        every = joined(links > 0, f.similarity >= JOIN)
        weight = np.where(every & (links == 0), f.similarity, weight)
        links = every.astype(np.float64)
    sources, targets = np.nonzero(links)
    scores = np.clip(weight[sources, targets], 0.0, 1.0)
    return list(zip(sources.tolist(), targets.tolist(), scores.tolist(), strict=True))


def distance(n: int, m: int) -> FloatArray:
    """Return how far the places of n words and m words are apart, as shares of their sentences."""
    places = (np.arange(count) / max(count - 1, 1) for count in (n, m))
    return np.asarray(np.abs(np.subtract.outer(*places)), dtype=np.float64)


def evidence(f: WordFeatures, links: FloatArray) -> FloatArray:
    """Return how much of what stands around each pair of words is linked; shape (n, m).

    Args:
        f: The pair.
        links: Strength of every link, shape (n, m).
    """
    n, m = links.shape
    before, behind = near(links[None], STEPS, ENDS)
    # Heads as indices into a frame with one more row and column, for the roots.
    framed = np.zeros((n + 1, m + 1))
    framed[:n, :m] = links
    framed[n, m] = ROOTS / HEAD
    heads = framed[f.source_heads[:, None], f.target_heads[None, :]]
    dependents = np.zeros((n + 1, m + 1))
    i, j = np.nonzero(links)
    np.maximum.at(dependents, (f.source_heads[i], f.target_heads[j]), links[i, j])
    around: FloatArray = BESIDE * (before[0] + behind[0]) + HEAD * heads
    around += DEPENDENT * dependents[:n, :m]
    return around


def _anchors(f: WordFeatures, content: BoolArray) -> FloatArray:
    """Weigh the pairs of similar content words by each other, before anything is linked."""
    base = f.similarity * np.where(content, 1.0, 0.3)
    weight = base
    for _ in range(2):
        rivals = np.maximum(weight.sum(0, keepdims=True), 1.0)
        rivals = np.sqrt(rivals * np.maximum(weight.sum(1, keepdims=True), 1.0))
        around = np.minimum(evidence(f, weight / rivals), 1.0)
        weight = base * (1 - SHARE + SHARE * around)
    sure = f.similarity * (1 - SHARE / 2) + SHARE / 2 * around >= ANCHOR
    return np.where(content & (f.similarity > 0) & sure, weight, 0.0)


class _Rules(NamedTuple):
    """What every round asks of a pair of words, each of shape (n, m).

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
    """Return the least evidence for similar function words and punctuation; shape (n, m)."""
    counts = np.maximum(f.identical.sum(0, keepdims=True), f.identical.sum(1, keepdims=True))
    identical = np.where(counts == 1, _least(f, ONCE_EVIDENCE), _least(f, FUNCTION_EVIDENCE))
    needed = np.where(f.identical, identical, _least(f, SIMILAR_EVIDENCE))
    return np.where(kind == PUNCTUATION, _least(f, PUNCTUATION_EVIDENCE), needed)


def _least(f: WordFeatures, bounds: tuple[float, float]) -> float:
    n, m = f.similarity.shape
    chance: float = min(max(n, m) / min(n, m), 2.0) - 1.0
    return bounds[0] + chance * (bounds[1] - bounds[0])


def _link(weight: FloatArray, tie: FloatArray) -> FloatArray:
    links = np.zeros(weight.shape)
    pairs = assign(np.where(weight > 0, weight + tie, 0.0))
    if pairs:
        links[tuple(zip(*pairs, strict=True))] = 1.0
    return links
