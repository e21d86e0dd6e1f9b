"""The matcher of units and the labeller of their links: training, use, bytes.

The task of Marsi and Krahmer 2005, *Classification of semantic relations by humans and machines*,
section 4: the alignment is given, what its links are called is asked. All other links, and what is
left over, are known here, and so is what became of such links in the training data; the matcher
that finds links knows neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import (
    Arrays,
    Float32Array,
    FloatArray,
    FloatingArray,
    IntArray,
    pack_arrays,
    unpack_arrays,
)
from ..lexicon.relations import RelationMatrix
from ..lexicon.resources import WordWeights
from ..metrics import ChunkLink
from ..readers.ists import IstsRecord
from ..sentence import Sentence
from ..trees.word_alignment import PUNCTUATION
from .features import FeatureTable, Network
from .link_features import (
    NAMES,
    LinkMemory,
    Phrase,
    Words,
    frequent_words,
    lexicon_features,
    lexicon_names,
    unit_words,
)
from .networks import Ensemble, Scaling, Training, make_network, train
from .span_decode import (
    CLASSES,
    MIRROR,
    REACH,
    RELATION_OF_TYPE,
    Balance,
    Part,
    SpanLink,
    candidates,
    class_of,
    decode,
    joint_parts,
    joint_units,
    second_pass,
)
from .span_features import span_features

# Words that the network knows one by one.
LEXICON = 400
# In how many parts the training data are cut, so that no link remembers itself.
LABELLER_FOLDS = 8
LABELLING = Training(epochs=48)


@dataclass(frozen=True, eq=False)
class LinkedPair:
    """What the labeller sees of a pair with k links.

    Attributes:
        names: Names of the features.
        rows: Their values, shape (k, features).
        source_words: Lemmas of the source unit of each link.
        target_words: Likewise of the target.
        source_phrases: What is remembered of the source unit of each link.
        target_phrases: Likewise of the target.
    """

    names: tuple[str, ...]
    rows: Float32Array
    source_words: list[Words]
    target_words: list[Words]
    source_phrases: list[Phrase]
    target_phrases: list[Phrase]

    def __len__(self) -> int:
        return len(self.rows)

    def phrases(self) -> list[tuple[Phrase, Phrase]]:
        """Return both phrases of each link."""
        return list(zip(self.source_phrases, self.target_phrases, strict=True))


@dataclass(frozen=True, eq=False)
class SpanLabeller:
    """A trained labeller.

    Attributes:
        words: What the lexicon knows.
        memory: Links that were seen.
        ensemble: The networks.
    """

    words: list[str]
    memory: LinkMemory
    ensemble: Ensemble

    def __call__(self, pair: LinkedPair) -> Float32Array:
        """Return the probabilities of the classes (`span_labels.CLASSES`) of each link."""
        return self.ensemble(_rows(pair, self.words, self.memory))


def train_labeller(
    pairs: Sequence[LinkedPair],
    classes: Sequence[IntArray],
    *,
    seed: int = 0,
    settings: Training = LABELLING,
) -> SpanLabeller:
    """Return a labeller trained on pairs with at least one link each.

    Args:
        pairs: The pairs.
        classes: For each pair the classes of its links.
        seed: Seed of everything random.
        settings: How to train.
    """
    sides = ((p.source_words, p.target_words) for p in pairs)
    words = frequent_words(((a, b) for s, t in sides for a, b in zip(s, t, strict=True)), LEXICON)
    folds = np.random.default_rng(seed).permutation(len(pairs)) % LABELLER_FOLDS
    rows: list[Float32Array] = [np.zeros(0, np.float32)] * len(pairs)
    for fold in range(LABELLER_FOLDS):
        memory = LinkMemory.of(_links(pairs, classes, np.flatnonzero(folds != fold)))
        for i in np.flatnonzero(folds == fold).tolist():
            rows[i] = _rows(pairs[i], words, memory)
    names = pairs[0].names + NAMES + lexicon_names(words)
    ensemble = train(names, np.concatenate(rows), np.concatenate(classes), MIRROR, settings, seed)
    return SpanLabeller(words, LinkMemory.of(_links(pairs, classes, range(len(pairs)))), ensemble)


def _links(
    pairs: Sequence[LinkedPair], classes: Sequence[IntArray], chosen: Iterable[int]
) -> Iterable[tuple[Phrase, Phrase, int]]:
    for i in chosen:
        for (one, other), kind in zip(pairs[i].phrases(), classes[i].tolist(), strict=True):
            yield one, other, kind


def _rows(pair: LinkedPair, words: Sequence[str], memory: LinkMemory) -> Float32Array:
    diagonal = np.arange(len(pair))
    lexicon = lexicon_features(pair.source_words, pair.target_words, words).values
    parts = (pair.rows, memory.features(pair.phrases()), lexicon[diagonal, diagonal])
    return np.concatenate(parts, axis=1)


# The span matcher as a whole: features, two passes of networks, decoding; and its training.

Cell = tuple[Part, Part]
# Words that the networks know one by one.
# How many parts the training data are cut into, so that the first pass is seen on pairs that it was
# not trained on.
MATCHER_FOLDS = 4
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
    source: Sentence,
    target: Sentence,
    source_units: Sequence[Sequence[int]],
    target_units: Sequence[Sequence[int]],
    similarity: FloatArray,
    links: FloatArray,
    *,
    reach: int = REACH,
    relations: RelationMatrix | None = None,
    rarity: WordWeights | None = None,
    vectors: Mapping[str, tuple[FloatingArray, FloatingArray]] | None = None,
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


def first_rows(words: Sequence[str], pair: SpanPair) -> Float32Array:
    """Return the features of the first pass, a row for each pair of single units."""
    n, m = pair.singles
    lexicon = lexicon_features(pair.source_words[:n], pair.target_words[:m], words)
    return np.concatenate([pair.table.values[:n, :m].reshape(n * m, -1), lexicon.rows], axis=1)


def second_rows(
    words: Sequence[str], pair: SpanPair, earlier: FloatArray
) -> tuple[Float32Array, npt.NDArray[np.bool_]]:
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

    folds = np.random.default_rng(seed).permutation(len(pairs)) % MATCHER_FOLDS
    earlier: dict[int, FloatArray] = {}
    for fold in range(MATCHER_FOLDS):
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


def _sizes(side: Sentence, units: Sequence[Sequence[int]]) -> FloatArray:
    return np.array([float((side.kinds[unit] < PUNCTUATION).sum()) for unit in units])


# Span matchers and labellers as bytes: weights in half precision, names and words as text.

KIND = b"spans"
LABELLER = b"labels"


def to_bytes(matcher: SpanMatcher) -> bytes:
    """Return a matcher as bytes; equal matchers give equal bytes."""
    passes = {"first": matcher.first, "second": matcher.second}
    meta: dict[str, Any] = {"words": matcher.words}
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name, ensemble in passes.items():
        meta[name] = _add(arrays, name, ensemble)
    return pack_arrays(KIND, meta, arrays)


def from_bytes(data: bytes, source: str = "the bytes given") -> SpanMatcher:
    """Return the matcher that `to_bytes` gave; its weights are rounded to half precision.

    Args:
        data: What `to_bytes` returned.
        source: Where it comes from, for the error message.

    Raises:
        ParaphraseError: P301 if the bytes are damaged.
    """
    meta, arrays = unpack_arrays(KIND, data, source)
    first, second = (_ensemble(name, meta[name], arrays) for name in ("first", "second"))
    return SpanMatcher(meta["words"], first, second)


def labeller_to_bytes(labeller: SpanLabeller) -> bytes:
    """Return a labeller as bytes; equal labellers give equal bytes."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "memory.keys": labeller.memory.keys,
        "memory.counts": labeller.memory.counts,
    }
    ensemble = _add(arrays, "ensemble", labeller.ensemble)
    return pack_arrays(LABELLER, {"words": labeller.words, "ensemble": ensemble}, arrays)


def labeller_from_bytes(data: bytes, source: str = "the bytes given") -> SpanLabeller:
    """Return the labeller that `labeller_to_bytes` gave; weights are rounded to half precision.

    Args:
        data: What `labeller_to_bytes` returned.
        source: Where it comes from, for the error message.

    Raises:
        ParaphraseError: P301 if the bytes are damaged.
    """
    meta, arrays = unpack_arrays(LABELLER, data, source)
    memory = LinkMemory(arrays["memory.keys"], arrays["memory.counts"])
    return SpanLabeller(meta["words"], memory, _ensemble("ensemble", meta["ensemble"], arrays))


def _add(arrays: dict[str, npt.NDArray[Any]], name: str, ensemble: Ensemble) -> dict[str, Any]:
    """Put the arrays of an ensemble beside others, and return what else is to be known of it."""
    arrays[f"{name}.mean"] = ensemble.scaling.mean
    arrays[f"{name}.factor"] = ensemble.scaling.factor
    for k, network in enumerate(ensemble.networks):
        for layer, node in enumerate(_weighted(network)):
            for param in ("W", "b"):
                weights = np.asarray(node.get_param(param), dtype=np.float16)
                arrays[f"{name}.{k}.{layer}.{param}"] = weights
    return {"names": ensemble.names, "networks": len(ensemble.networks)}


def _ensemble(name: str, meta: Mapping[str, Any], arrays: Arrays) -> Ensemble:
    networks = []
    for k in range(meta["networks"]):
        hidden, width = arrays[f"{name}.{k}.0.W"].shape
        network = make_network(width, len(MIRROR), hidden, 0.0)
        network.initialize(X=np.zeros((1, width), np.float32))
        for layer, node in enumerate(_weighted(network)):
            for param in ("W", "b"):
                weights: Any = arrays[f"{name}.{k}.{layer}.{param}"].astype(np.float32)
                node.set_param(param, weights)
        networks.append(network)
    scaling = Scaling(arrays[f"{name}.mean"], arrays[f"{name}.factor"])
    return Ensemble(tuple(meta["names"]), scaling, tuple(networks), MIRROR)


def _weighted(network: Network) -> list[Network]:
    """Return the layers that have weights, in order."""
    return [node for node in network.walk() if node.has_param("W")]


# What iSTS teaches the span matcher and the labeller.


def gold_classes(record: IstsRecord) -> dict[tuple[Part, Part], int]:
    """Return the class of each gold link by the chunks that it joins.

    Args:
        record: A pair with its chunks, and with its links as the corpus has them.
    """
    links = {}
    for link in record.gold.links:
        parts = []
        units = record.source_chunks or (), record.target_chunks or ()
        for chunks, tokens in zip(units, (link.source, link.target), strict=True):
            inside = (k for k, (i, j) in enumerate(chunks) if set(range(i, j)) & {*tokens})
            parts.append(tuple(inside))
        links[parts[0], parts[1]] = _class(link)
    return links


def gold_links(
    record: IstsRecord,
) -> tuple[list[list[int]], list[list[int]], npt.NDArray[np.int64]]:
    """Return the source tokens, the target tokens and the class of each gold link."""
    links = record.gold.links
    source = [sorted(set(link.source)) for link in links]
    target = [sorted(set(link.target)) for link in links]
    return source, target, np.array([_class(link) for link in links], dtype=np.int64)


def _class(link: ChunkLink) -> int:
    (kind,) = link.tags & RELATION_OF_TYPE.keys()
    return class_of(RELATION_OF_TYPE[kind], link.score or 0.0)
