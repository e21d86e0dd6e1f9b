"""The span matcher as a whole: features, two passes of networks, decoding; and its training."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..components.side import Side
from ..lexicon.frequency import WordWeights
from ..lexicon.relations import RelationMatrix
from ..trees.context import PUNCTUATION
from .mirror import Array
from .span_context import REACH, Part, candidates, joint_parts, joint_units, second_pass
from .span_decode import Balance, SpanLink, decode
from .span_features import Rows, span_features
from .span_labels import CLASSES, MIRROR
from .span_lexicon import Words, frequent_words, lexicon_features, lexicon_names, unit_words
from .span_network import Ensemble, Training, train
from .table import FeatureTable

FloatArray = npt.NDArray[np.float64]
Cell = tuple[Part, Part]
# Words that the networks know one by one.
LEXICON = 400
# How many parts the training data are cut into, so that the first pass is seen on pairs that it was
# not trained on.
CROSS_FIT = 4
SECOND_PASS = Training()
BALANCE = Balance()
FIRST_PASS = replace(SECOND_PASS, epochs=16, networks=1)


@dataclass(frozen=True, eq=False)
class SpanPair:
    """What the matcher sees of a pair of sentences.

    Attributes:
        source: Parts of the source units: first every single one, then the joint ones.
        target: Likewise of the target.
        table: Features of all pairs of units, shape (u, v, features).
        source_words: Lemmas of the source units.
        target_words: Likewise of the target.
        source_sizes: Number of words of the source units, punctuation left out.
        target_sizes: Likewise of the target.
    """

    source: list[Part]
    target: list[Part]
    table: FeatureTable
    source_words: list[Words]
    target_words: list[Words]
    source_sizes: FloatArray
    target_sizes: FloatArray

    @property
    def singles(self) -> tuple[int, int]:
        """Number of single units on either side."""
        n, m = (sum(len(part) == 1 for part in parts) for parts in (self.source, self.target))
        return n, m


def span_pair(
    source: Side,
    target: Side,
    source_units: Sequence[Sequence[int]],
    target_units: Sequence[Sequence[int]],
    similarity: FloatArray,
    links: FloatArray,
    *,
    reach: int = REACH,
    relations: RelationMatrix | None = None,
    rarity: WordWeights | None = None,
    vectors: Mapping[str, tuple[Rows, Rows]] | None = None,
) -> SpanPair:
    """Return features of single and joint units.

    The arguments are those of `span_features`, and `reach`: how far apart two units may stand that
    are joint.
    """
    parts = joint_parts(len(source_units), reach), joint_parts(len(target_units), reach)
    units = joint_units(source_units, parts[0]), joint_units(target_units, parts[1])
    table = span_features(
        source,
        target,
        *units,
        similarity,
        links,
        relations=relations,
        rarity=rarity,
        vectors=vectors,
    )
    words = unit_words(source, units[0]), unit_words(target, units[1])
    sizes = _sizes(source, units[0]), _sizes(target, units[1])
    return SpanPair(*parts, table, *words, *sizes)


@dataclass(frozen=True, eq=False)
class SpanMatcher:
    """A trained matcher.

    Attributes:
        words: What the lexicon knows.
        first: Networks of the first pass.
        second: Networks of the second pass.
    """

    words: list[str]
    first: Ensemble
    second: Ensemble

    def __call__(self, pair: SpanPair, balance: Balance = BALANCE) -> list[SpanLink]:
        """Return the links between the units of a pair."""
        probabilities, where = self.probabilities(pair)
        sizes = pair.source_sizes, pair.target_sizes
        return decode(pair.source, pair.target, probabilities, where, *sizes, balance)

    def probabilities(self, pair: SpanPair) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Return the probabilities of the classes, and for which pairs of units there are some.

        Returns:
            Shapes (u, v, classes) and (u, v).
        """
        earlier = run_first(self.first, self.words, pair)
        rows, where = second_rows(self.words, pair, earlier)
        result = np.zeros((*where.shape, len(CLASSES)))
        result[..., 0] = 1.0
        result[where] = self.second(rows)
        return result, where


def run_first(network: Ensemble, words: Sequence[str], pair: SpanPair) -> FloatArray:
    """Return the probabilities of the first pass over single units; shape (n, m, classes)."""
    n, m = pair.singles
    found = network(first_rows(words, pair))
    return found.reshape(n, m, -1).astype(np.float64)


def first_rows(words: Sequence[str], pair: SpanPair) -> Array:
    """Return the features of the first pass, a row for each pair of single units."""
    n, m = pair.singles
    lexicon = lexicon_features(pair.source_words[:n], pair.target_words[:m], words)
    return np.concatenate([pair.table.values[:n, :m].reshape(n * m, -1), lexicon.rows], axis=1)


def second_rows(
    words: Sequence[str], pair: SpanPair, earlier: FloatArray
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the features of the second pass, and which pairs of units they are of."""
    where = candidates(pair.source, pair.target, earlier)
    known = second_pass(pair.source, pair.target, earlier).values
    lexicon = lexicon_features(pair.source_words, pair.target_words, words).values
    parts = (pair.table.values[where], known[where], lexicon[where])
    return np.concatenate(parts, axis=1), where


def train_matcher(
    pairs: Sequence[SpanPair],
    gold: Sequence[Mapping[Cell, int]],
    *,
    seed: int = 0,
    first: Training = FIRST_PASS,
    second: Training = SECOND_PASS,
) -> SpanMatcher:
    """Return a matcher trained on pairs with gold links.

    Args:
        pairs: The pairs.
        gold: For each pair, class of each link by the parts that it joins.
        seed: Seed of everything random.
        first: How to train the first pass.
        second: How to train the second pass.
    """
    words = frequent_words(_linked_words(pairs, gold), LEXICON)
    rows = [first_rows(words, pair) for pair in pairs]
    labels = [single_labels(pair, links) for pair, links in zip(pairs, gold, strict=True)]
    names = pairs[0].table.names + lexicon_names(words)

    def fit(chosen: npt.NDArray[np.int64]) -> Ensemble:
        data = np.concatenate([rows[i] for i in chosen])
        classes = np.concatenate([labels[i].ravel() for i in chosen])
        return train(names, data, classes, MIRROR, first, seed)

    folds = np.random.default_rng(seed).permutation(len(pairs)) % CROSS_FIT
    earlier: dict[int, FloatArray] = {}
    for fold in range(CROSS_FIT):
        network = fit(np.flatnonzero(folds != fold))
        for i in np.flatnonzero(folds == fold).tolist():
            earlier[i] = run_first(network, words, pairs[i])
    later, classes = [], []
    for i, (pair, links) in enumerate(zip(pairs, gold, strict=True)):
        data, where = second_rows(words, pair, earlier[i])
        later.append(data)
        classes.append(joint_labels(pair, links)[where])
    known = second_pass(pairs[0].source, pairs[0].target, earlier[0]).names
    every = pairs[0].table.names + known + lexicon_names(words)
    last = train(every, np.concatenate(later), np.concatenate(classes), MIRROR, second, seed)
    return SpanMatcher(words, fit(np.arange(len(pairs))), last)


def single_labels(pair: SpanPair, links: Mapping[Cell, int]) -> npt.NDArray[np.int64]:
    """Return the class of every pair of single units; parts of a joint link have its class."""
    labels = np.zeros(pair.singles, dtype=np.int64)
    for (source, target), kind in links.items():
        labels[np.ix_(source, target)] = kind
    return labels


def joint_labels(pair: SpanPair, links: Mapping[Cell, int]) -> npt.NDArray[np.int64]:
    """Return the class of every pair of units; with a joint one, of the link of just these."""
    n, m = pair.singles
    labels = np.zeros((len(pair.source), len(pair.target)), dtype=np.int64)
    labels[:n, :m] = single_labels(pair, links)
    places = ({part: k for k, part in enumerate(parts)} for parts in (pair.source, pair.target))
    rows, columns = places
    for (source, target), kind in links.items():
        if source in rows and target in columns:
            labels[rows[source], columns[target]] = kind
    return labels


def _linked_words(
    pairs: Sequence[SpanPair], gold: Sequence[Mapping[Cell, int]]
) -> Iterable[tuple[Words, Words]]:
    for pair, links in zip(pairs, gold, strict=True):
        for i, j in np.argwhere(single_labels(pair, links)).tolist():
            yield pair.source_words[i], pair.target_words[j]


def _sizes(side: Side, units: Sequence[Sequence[int]]) -> FloatArray:
    return np.array([float((side.kinds[unit] < PUNCTUATION).sum()) for unit in units])
