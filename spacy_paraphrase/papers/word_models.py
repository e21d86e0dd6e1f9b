"""Unsupervised word alignment, learnt from the pairs of a corpus itself.

Papers: Brown and others 1993, *The mathematics of statistical machine translation* (Model 1);
Vogel, Ney and Tillmann 1996, *HMM-based word alignment in statistical translation*; Quirk, Brockett
and Dolan 2004, *Monolingual machine translation for paraphrase generation*, and Cohn, Callison-
Burch and Lapata 2008, *Constructing corpora for the development and evaluation of paraphrase
systems* (every word type added as a pair of itself, both directions intersected).

There is no null word: wrong links of one direction are removed by the intersection.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np

from ..checked import checked
from ..jobs.arrays import FloatArray, IntArray
from ..readers import PairRecord, word_links

Words: TypeAlias = Sequence[str]
Links: TypeAlias = set[tuple[int, int]]

# Jumps beyond so many words count as one.
FARTHEST = 10
# So little is left to what training has given up.
_LEAST = 1e-12


class _Batch(NamedTuple):
    """Pairs of the same lengths."""

    pairs: IntArray  # which ones; shape (b,)
    # For each target and source word the number of their pair of types; shape (b, m, n).
    cells: IntArray


class WordModel:
    """Probabilities of target words given source words, and of the jumps of links.

    Args:
        pairs: Source and target words.

    Example:
        >>> model = WordModel([(["a", "b"], ["x", "y"]), (["a"], ["x"])])
        >>> model.train_lexicon(1)
        >>> model.probability("x", "a"), model.probability("x", "b")
        (0.75, 0.5)
    """

    def __init__(self, pairs: Sequence[tuple[Words, Words]]) -> None:
        self._size = len(pairs)
        self._sources = _numbered(source for source, _ in pairs)
        self._targets = _numbered(target for _, target in pairs)
        self._batches = list(self._batched(pairs))
        kinds = [batch.cells.ravel() for batch in self._batches] or [np.zeros(0, np.int64)]
        self._kinds, places = np.unique(np.concatenate(kinds), return_inverse=True)
        ends = np.cumsum([len(cells) for cells in kinds])[:-1]
        self._batches = [
            batch._replace(cells=cells.reshape(batch.cells.shape))
            for batch, cells in zip(self._batches, np.split(places, ends), strict=False)
        ]
        self._source_of = self._kinds // max(len(self._targets), 1)
        self._table: FloatArray = np.ones(len(self._kinds))
        self._jumps: FloatArray = np.ones(2 * FARTHEST + 1)

    def _batched(self, pairs: Sequence[tuple[Words, Words]]) -> Iterator[_Batch]:
        by_size: dict[tuple[int, int], list[int]] = {}
        for k, (source, target) in enumerate(pairs):
            if len(source) and len(target):
                by_size.setdefault((len(source), len(target)), []).append(k)
        for _, some in sorted(by_size.items()):
            sources = np.array([[self._sources[w] for w in pairs[k][0]] for k in some])
            targets = np.array([[self._targets[w] for w in pairs[k][1]] for k in some])
            cells = sources[:, None, :] * len(self._targets) + targets[:, :, None]
            yield _Batch(np.array(some), cells)

    def probability(self, target: str, source: str) -> float:
        """Return P(target word | source word), 0 if the two have never been in one pair."""
        if target not in self._targets or source not in self._sources:
            return 0.0
        kind = self._sources[source] * len(self._targets) + self._targets[target]
        place = int(np.searchsorted(self._kinds, kind))
        found = place < len(self._kinds) and self._kinds[place] == kind
        return float(self._table[place]) if found else 0.0

    def train_lexicon(self, iterations: int) -> None:
        """Learn the probabilities of words where all links of a pair are as likely (Model 1)."""
        for _ in range(iterations):
            counts = np.zeros(len(self._kinds))
            for batch in self._batches:
                shares = self._table[batch.cells]
                shares /= shares.sum(axis=2, keepdims=True)
                counts += np.bincount(batch.cells.ravel(), shares.ravel(), len(self._kinds))
            self._set_table(counts)

    def train_jumps(self, iterations: int) -> None:
        """Learn words and jumps, each link depending on the one of the word before (HMM)."""
        for _ in range(iterations):
            counts, jumps = np.zeros(len(self._kinds)), np.zeros(2 * FARTHEST + 1)
            for batch in self._batches:
                steps, classes = self._steps(batch.cells.shape[2])
                shares, moves = _expected(self._table[batch.cells], steps)
                counts += np.bincount(batch.cells.ravel(), shares.ravel(), len(self._kinds))
                jumps += np.bincount(classes.ravel(), moves.ravel(), 2 * FARTHEST + 1)
            self._set_table(counts)
            self._jumps = np.maximum(jumps / max(jumps.sum(), _LEAST), _LEAST)

    def _set_table(self, counts: FloatArray) -> None:
        totals = np.bincount(self._source_of, counts)
        self._table = np.maximum(counts / totals[self._source_of], _LEAST)

    def _steps(self, n: int) -> tuple[FloatArray, IntArray]:
        """Return how likely each source word follows each, and the class of that jump; (n, n)."""
        places = np.arange(n)
        classes = np.clip(places[None, :] - places[:, None], -FARTHEST, FARTHEST) + FARTHEST
        steps = self._jumps[classes]
        return steps / steps.sum(axis=1, keepdims=True), classes

    def best(self) -> list[list[int]]:
        """Return for each pair the source word of each target word, on the best path (Viterbi)."""
        found: list[list[int]] = [[] for _ in range(self._size)]
        for batch in self._batches:
            steps = np.log(self._steps(batch.cells.shape[2])[0])
            paths = _paths(np.log(self._table[batch.cells]), steps)
            for k, path in zip(batch.pairs.tolist(), paths, strict=True):
                found[k] = path
        return found


def _numbered(sentences: Iterator[Words]) -> dict[str, int]:
    return {word: k for k, word in enumerate(sorted({w for words in sentences for w in words}))}


def _expected(emitted: FloatArray, steps: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how likely each link is, (b, m, n), and how often each step is expected, (n, n)."""
    # Forward and backward probabilities, scaled at each word.
    b, m, n = emitted.shape
    forward, backward = np.empty((b, m, n)), np.ones((b, m, n))
    scale = np.empty((b, m, 1))
    for j in range(m):
        before = np.full((b, n), 1 / n) if j == 0 else forward[:, j - 1] @ steps
        reached = before * emitted[:, j]
        scale[:, j] = np.maximum(reached.sum(axis=1, keepdims=True), _LEAST)
        forward[:, j] = reached / scale[:, j]
    moves = np.zeros((n, n))
    for j in range(m - 1, 0, -1):
        ahead = backward[:, j] * emitted[:, j] / scale[:, j]
        moves += steps * (forward[:, j - 1].T @ ahead)
        backward[:, j - 1] = ahead @ steps.T
    shares = forward * backward
    return shares / np.maximum(shares.sum(axis=2, keepdims=True), _LEAST), moves


def _paths(emitted: FloatArray, steps: FloatArray) -> list[list[int]]:
    """Return the best path of each pair, in logarithms; the first source word of equals."""
    b, m, n = emitted.shape
    best = emitted[:, 0]
    back = np.zeros((b, m, n), np.int64)
    for j in range(1, m):
        ways = best[:, :, None] + steps[None]
        back[:, j] = ways.argmax(axis=1)
        best = ways.max(axis=1) + emitted[:, j]
    path = np.empty((b, m), np.int64)
    path[:, -1] = best.argmax(axis=1)
    for j in range(m - 1, 0, -1):
        path[:, j - 1] = back[np.arange(b), j, path[:, j]]
    found: list[list[int]] = path.tolist()
    return found


@checked()
def link_words(pairs: Sequence[tuple[Words, Words]], *, iterations: int = 5) -> list[Links]:
    """Return the word links of pairs found by the models of both directions.

    Words are compared in lower case.

    Args:
        pairs: Source and target words of many pairs; a few are not enough to learn from.
        iterations: Number of iterations of each model.

    Example:
        >>> pairs = [(["a", "cat"], ["one", "cat"]), (["a", "dog"], ["one", "dog"])]
        >>> [sorted(links) for links in link_words(pairs)]
        [[(0, 0), (1, 1)], [(0, 0), (1, 1)]]
    """
    lower = [([w.lower() for w in one], [w.lower() for w in other]) for one, other in pairs]
    lower += [([word], [word]) for word in sorted({*chain(*chain(*lower))})]  # each word type once
    found = []
    for turned in (False, True):
        model = WordModel([pair[::-1] for pair in lower] if turned else lower)
        model.train_lexicon(iterations)
        model.train_jumps(iterations)
        best = model.best()[: len(pairs)]
        found.append([{(j, i) if turned else (i, j) for j, i in enumerate(path)} for path in best])
    return [one & other for one, other in zip(*found, strict=True)]


def with_links(records: Sequence[PairRecord], *, iterations: int = 5) -> Iterator[PairRecord]:
    """Yield records with word links learnt from all of them, for `mine_phrases`."""
    links = link_words([(r.source, r.target) for r in records], iterations=iterations)
    for record, some in zip(records, links, strict=True):
        yield replace(record, words=word_links(some), phrases=None, chunks=None)
