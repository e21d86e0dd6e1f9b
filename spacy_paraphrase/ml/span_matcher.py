"""The unit matcher and the labeller of links: input, prediction and serialisation.

The matcher has two passes (Marsi and Krahmer 2010, COLING, section 4.4). The first predicts
probabilities for pairs of single units; the second uses them as features, and also judges joint
units. Then the links are decoded. With all links known, the labeller predicts their relations anew.
Its task is that of Marsi and Krahmer 2005, *Classification of semantic relations by humans and
machines*, section 4: to label the links of a given alignment. Its features include all other links,
the unlinked words, and the labels of similar links in the training data. `ml.unit_learning` trains
both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import srsly

from ..analysis.sentence import Sentence
from ..jobs.arrays import (
    Arrays,
    BoolArray,
    Float32Array,
    FloatArray,
    FloatingArray,
    IntArray,
    pack_arrays,
    unpack_arrays,
)
from ..lexicon.relations import RelationMatrix
from ..lexicon.resources import WordWeights
from ..trees.word_alignment import PUNCTUATION
from .ensembles import Ensemble, Scaling, make_network
from .feature_tables import FeatureTable, Network
from .link_features import LinkMemory, UnitText, Words, lexicon_rows, unit_words
from .span_decode import (
    CLASSES,
    MIRROR,
    REACH,
    Part,
    SpanLink,
    candidates,
    decode,
    joint_parts,
    joint_units,
    second_pass,
)
from .span_features import span_features

# A pair of units, each given by its parts.
Cell = tuple[Part, Part]

# -- Input: the features of a pair -----------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SpanPair:
    """The input of the matcher for a pair of sentences.

    Attributes:
        source: Parts of the source units: first all single units, then the joint units.
        target: Parts of the target units, in the same order.
        table: Features of all pairs of units, shape (u, v, features).
        source_words: Lemmas of the source units.
        target_words: Lemmas of the target units.
        source_sizes: Number of words of the source units, without punctuation.
        target_sizes: Number of words of the target units, without punctuation.
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
    near: Mapping[str, FloatingArray] | None = None,
) -> SpanPair:
    """Return features of single and joint units.

    The arguments are those of `span_features`, and `reach`, the maximum distance of the two parts
    of a joint unit.
    """
    parts = joint_parts(len(source_units), reach), joint_parts(len(target_units), reach)
    units = joint_units(source_units, parts[0]), joint_units(target_units, parts[1])
    sides = source, target, *units
    table = span_features(
        *sides, similarity, links, relations=relations, rarity=rarity, vectors=vectors, near=near
    )
    words = unit_words(source, units[0]), unit_words(target, units[1])
    sizes = _sizes(source, units[0]), _sizes(target, units[1])
    return SpanPair(*parts, table, *words, *sizes)


def single_labels(pair: SpanPair, links: Mapping[Cell, int]) -> IntArray:
    """Return the class of every pair of single units; parts of a joint link have its class."""
    labels = np.zeros(pair.singles, dtype=np.int64)
    for (source, target), kind in links.items():
        labels[np.ix_(source, target)] = kind
    return labels


def joint_labels(pair: SpanPair, links: Mapping[Cell, int]) -> IntArray:
    """Return the class of every pair of units; a joint unit has only the class of its own link."""
    n, m = pair.singles
    labels = np.zeros((len(pair.source), len(pair.target)), dtype=np.int64)
    labels[:n, :m] = single_labels(pair, links)
    places = ({part: k for k, part in enumerate(parts)} for parts in (pair.source, pair.target))
    rows, columns = places
    for (source, target), kind in links.items():
        if source in rows and target in columns:
            labels[rows[source], columns[target]] = kind
    return labels


@dataclass(frozen=True, eq=False)
class LinkedPair:
    """The input of the labeller for a pair with k links.

    Attributes:
        names: Names of the features.
        rows: Their values, shape (k, features).
        source_words: Lemmas of the source unit of each link.
        target_words: Lemmas of the target unit of each link.
        source_phrases: Memory keys of the source unit of each link.
        target_phrases: Memory keys of the target unit of each link.
    """

    names: tuple[str, ...]
    rows: Float32Array
    source_words: list[Words]
    target_words: list[Words]
    source_phrases: list[UnitText]
    target_phrases: list[UnitText]

    def __len__(self) -> int:
        return len(self.rows)

    def phrases(self) -> list[tuple[UnitText, UnitText]]:
        """Return both phrases of each link."""
        return list(zip(self.source_phrases, self.target_phrases, strict=True))


def _sizes(side: Sentence, units: Sequence[Sequence[int]]) -> FloatArray:
    return np.array([float((side.kinds[unit] < PUNCTUATION).sum()) for unit in units])


# -- Prediction ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SpanMatcher:
    """A trained matcher.

    Attributes:
        words: The known words, which have lexicon features.
        first: Networks of the first pass.
        second: Networks of the second pass.
    """

    words: list[str]
    first: Ensemble
    second: Ensemble

    def __call__(self, pair: SpanPair) -> list[SpanLink]:
        """Return the links between the units of a pair."""
        probabilities, where = self.probabilities(pair)
        sizes = pair.source_sizes, pair.target_sizes
        return decode(pair.source, pair.target, probabilities, where, *sizes)

    def probabilities(self, pair: SpanPair) -> tuple[FloatArray, BoolArray]:
        """Return the probabilities of the classes, and a mask of the pairs of units with some.

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
    return network(first_rows(words, pair)).reshape(n, m, -1).astype(np.float64)


def first_rows(words: Sequence[str], pair: SpanPair) -> Float32Array:
    """Return the features of the first pass, one row for each pair of single units."""
    n, m = pair.singles
    cells = tuple(np.indices((n, m)).reshape(2, -1))
    lexicon = lexicon_rows(pair.source_words, pair.target_words, words, cells)
    return np.concatenate([pair.table.values[:n, :m].reshape(n * m, -1), lexicon], axis=1)


def second_rows(
    words: Sequence[str], pair: SpanPair, earlier: FloatArray
) -> tuple[Float32Array, BoolArray]:
    """Return the features of the second pass, and a mask of the pairs of units that have a row."""
    where = candidates(pair.source, pair.target, earlier)
    known = second_pass(pair.source, pair.target, earlier).values
    lexicon = lexicon_rows(pair.source_words, pair.target_words, words, np.nonzero(where))
    parts = (pair.table.values[where], known[where], lexicon)
    return np.concatenate(parts, axis=1), where


@dataclass(frozen=True, eq=False)
class SpanLabeller:
    """A trained labeller.

    Attributes:
        words: The known words, which have lexicon features.
        memory: The relations of the training links.
        ensemble: The networks.
    """

    words: list[str]
    memory: LinkMemory
    ensemble: Ensemble

    def __call__(self, pair: LinkedPair) -> Float32Array:
        """Return the probabilities of the classes (`span_decode.CLASSES`) of each link."""
        return self.ensemble(labeller_rows(pair, self.words, self.memory))


def labeller_rows(pair: LinkedPair, words: Sequence[str], memory: LinkMemory) -> Float32Array:
    """Return the features of the labeller, one row for each link."""
    links = np.arange(len(pair))
    lexicon = lexicon_rows(pair.source_words, pair.target_words, words, (links, links))
    return np.concatenate([pair.rows, memory.features(pair.phrases()), lexicon], axis=1)


# -- As bytes: weights in half precision, names and words as text ---------------------------------

KIND = b"spans"
LABELLER = b"labels"


def to_bytes(matcher: SpanMatcher) -> bytes:
    """Return a matcher as bytes; equal matchers give equal bytes."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    passes = {"first": matcher.first, "second": matcher.second}
    meta = {name: _add(arrays, name, ensemble) for name, ensemble in passes.items()}
    return pack_arrays(KIND, {"words": matcher.words, **meta}, arrays)


def from_bytes(data: bytes, source: str = "the bytes given") -> SpanMatcher:
    """Return the matcher that `to_bytes` saved; its weights are rounded to half precision.

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
    """Return the labeller that `labeller_to_bytes` saved; weights are rounded to half precision.

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
    """Add the arrays of an ensemble to `arrays`, and return its other data."""
    arrays[f"{name}.mean"] = ensemble.scaling.mean
    arrays[f"{name}.factor"] = ensemble.scaling.factor
    for k, network in enumerate(ensemble.networks):
        for key, node, param in _parameters(f"{name}.{k}", network):
            arrays[key] = np.asarray(node.get_param(param), dtype=np.float16)
    return {"names": ensemble.names, "networks": len(ensemble.networks)}


def _ensemble(name: str, meta: Mapping[str, Any], arrays: Arrays) -> Ensemble:
    networks = []
    for k in range(meta["networks"]):
        hidden, width = arrays[f"{name}.{k}.0.W"].shape
        network = make_network(width, len(MIRROR), hidden, 0.0)
        for key, node, param in _parameters(f"{name}.{k}", network):
            weights: Any = arrays[key].astype(np.float32)
            node.set_param(param, weights)
        networks.append(network)
    scaling = Scaling(arrays[f"{name}.mean"], arrays[f"{name}.factor"])
    return Ensemble(tuple(meta["names"]), scaling, tuple(networks), MIRROR)


def _parameters(name: str, network: Network) -> Iterator[tuple[str, Network, str]]:
    """Yield the key of each array of weights, and the node and the parameter that it belongs to."""
    weighted = [node for node in network.walk() if node.has_param("W")]
    for (layer, node), param in product(enumerate(weighted), ("W", "b")):
        yield f"{name}.{layer}.{param}", node, param


@dataclass(frozen=True, eq=False)
class UnitMatcher:
    """The trained models for phrases or chunks.

    Attributes:
        matcher: Links the units.
        labeller: Labels the links when all of them are known.
    """

    matcher: SpanMatcher
    labeller: SpanLabeller

    def to_bytes(self) -> bytes:
        """Return both as bytes."""
        parts = to_bytes(self.matcher), labeller_to_bytes(self.labeller)
        return bytes(srsly.msgpack_dumps(parts))

    @classmethod
    def from_bytes(cls, data: bytes, source: str) -> UnitMatcher:
        """Return the object that `to_bytes` saved; `source` is for error messages."""
        matcher, labeller = srsly.msgpack_loads(data)
        return cls(from_bytes(matcher, source), labeller_from_bytes(labeller, source))
