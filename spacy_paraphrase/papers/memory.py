"""Memory-based classification: k nearest neighbours by weighted overlap.

Papers: Quinlan 1993, *C4.5: programs for machine learning*, section 2.2 (gain ratio); Daelemans and
van den Bosch 2005, *Memory-based language processing*, chapter 3 (gain ratio as the weight of a
feature, overlap as the measure).

The classifier of Marsi and Krahmer 2010, *Automatic analysis of semantic similarity in comparable
text through syntactic tree matching* (COLING), section 4.3, with the defaults of TiMBL: the nearest
of all stored pairs say whether two words are aligned and by which relation, and the entropy of what
they say is the cost of a link.

Distances are whole numbers: the weights are rounded to a billionth of their sum. So equal distances
are equal whatever the order of sums, and results are the same on every machine.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from thinc.api import Model

from ..errors import ParaphraseError
from ..jobs.arrays import Array, Float32Array, FloatArray, Int32Array
from ..ml.feature_tables import Network
from ..ml.networks import MEMORY, OUTPUTS
from ..ml.word_matcher import Targets, logit
from ..pairs.alignment import RELATIONS


def entropy(counts: npt.ArrayLike) -> FloatArray:
    """Return the entropy in bits of each row of counts, 0 for a row of zeros.

    Args:
        counts: Not negative, shape (..., classes).

    Example:
        >>> entropy([[1, 1, 0, 0], [3, 0, 0, 0], [1, 1, 1, 1]]).tolist()
        [1.0, 0.0, 2.0]
    """
    counts = np.asarray(counts, dtype=np.float64)
    total = counts.sum(axis=-1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    logs = np.log2(share, out=np.zeros_like(share), where=share > 0)
    return np.asarray(np.abs((share * logs).sum(axis=-1)))


def normalised_entropy(counts: npt.ArrayLike) -> FloatArray:
    """Return the entropy of each row as a share of the largest one for its classes, 0 to 1.

    That is H = - sum_c p(c) log2 p(c) / log2 |C| with C the classes whose count is not 0; 0 if
    there is one class alone. The cost of a prediction in Marsi and Krahmer 2010, *Automatic
    analysis of semantic similarity in comparable text through syntactic tree matching*.

    Args:
        counts: Not negative, shape (..., classes).

    Example:
        >>> normalised_entropy([[2, 2, 0], [4, 0, 0], [1, 1, 1]]).round(4).tolist()
        [1.0, 0.0, 1.0]
    """
    present = np.count_nonzero(counts, axis=-1)
    return np.asarray(entropy(counts) / np.log2(np.maximum(present, 2)))


def gain_ratio(values: npt.NDArray[Any], classes: npt.NDArray[Any]) -> float:
    """Return the gain ratio of a symbolic feature.

    The information gain, H(C) - sum_v P(v) H(C|v), divided by the entropy of the values,
    - sum_v P(v) log2 P(v); 0 for a feature of one value.

    Args:
        values: Value of the feature in each instance, shape (n,).
        classes: Class of each instance, shape (n,).

    Example:
        >>> gain_ratio(np.array(["a", "a", "b", "b"]), np.array([0, 0, 1, 1]))
        1.0
    """
    names, rows = np.unique(values, return_inverse=True)
    labels, columns = np.unique(classes, return_inverse=True)
    cells = np.bincount(rows * len(labels) + columns, minlength=len(names) * len(labels))
    table = cells.reshape(len(names), len(labels))
    sizes = table.sum(axis=1)
    split = float(entropy(sizes))
    gain = float(entropy(table.sum(axis=0)) - sizes @ entropy(table) / sizes.sum())
    # What is left of rounding would count as information.
    return max(gain, 0.0) / split if split > 0 and gain > 1e-12 else 0.0


# -- Classification by the nearest stored instances ------------------------------------------------

# The largest distance. A sum of int32 stays below 2**31 with whatever rounding adds.
_LARGEST = 2**30
_FAR = np.int32(2**31 - 1)
# Queries and stored instances that are compared at a time: what fits into a processor's cache.
_QUERIES = 64
_TILE = 4096
# Distances held at a time.
_CELLS = 2**22


class Prediction(NamedTuple):
    """What the memory says about q instances.

    Attributes:
        classes: The predicted labels, shape (q,).
        costs: Normalised entropy of the neighbours' classes, 0 to 1; shape (q,).
        distribution: Share of each class among the neighbours, shape (q, classes).
    """

    classes: npt.NDArray[np.str_]
    costs: FloatArray
    distribution: FloatArray


@dataclass(frozen=True, eq=False)
class Memory:
    """Stored instances; identical ones are merged.

    Attributes:
        labels: The classes, in the order of their first instances; shape (classes,).
        weights: Gain ratio of each feature, shape (features,).
        values: The values of each feature, sorted.
        instances: Places in `values`, shape (features, instances).
        counts: How often each instance stands for each class, shape (instances, classes).

    Example:
        >>> symbols = [["noun", "x"], ["noun", "y"], ["verb", "x"], ["verb", "y"]]
        >>> memory = Memory.fit(symbols, ["equals", "equals", "none", "none"])
        >>> found = memory.predict([["noun", "z"]], k=1)
        >>> found.classes.tolist(), found.costs.tolist(), found.distribution.tolist()
        (['equals'], [0.0], [[1.0, 0.0]])
    """

    labels: npt.NDArray[np.str_]
    weights: FloatArray
    values: tuple[Array, ...]
    instances: Int32Array
    counts: Int32Array

    @classmethod
    def fit(cls, symbols: npt.ArrayLike, labels: Sequence[str]) -> Memory:
        """Store instances, and weigh the features by gain ratio.

        Args:
            symbols: Features, strings or integers; shape (n, features).
            labels: The class of each instance.

        Raises:
            ParaphraseError: P024 if the arrays do not fit together.
        """
        names = _checked(symbols)
        given = np.asarray(labels, dtype=np.str_)
        if not len(given) or given.shape != (len(names),):
            got = f"{len(names)} rows with labels of shape {given.shape}"
            raise ParaphraseError("P024", got=got, expected="one label per row, at least one")
        known, first, classes = np.unique(given, return_index=True, return_inverse=True)
        order = np.argsort(first)
        classes = np.argsort(order)[classes]
        empty = cls(
            labels=known[order],
            weights=np.array([gain_ratio(column, classes) for column in names.T]),
            values=tuple(np.unique(column) for column in names.T),
            instances=np.zeros((names.shape[1], 0), np.int32),
            counts=np.zeros((0, len(known)), np.int32),
        )
        rows, which = _merged(empty._encoded(names))
        counts = np.zeros((len(rows), len(known)), np.int32)
        np.add.at(counts, (which, classes), 1)
        return cls(**{**vars(empty), "instances": np.ascontiguousarray(rows.T), "counts": counts})

    def predict(self, symbols: npt.ArrayLike, k: int) -> Prediction:
        """Classify instances by their neighbours.

        Neighbours are all instances at the k nearest *distances*, each with one vote. The features
        are compared by overlap: one adds its weight where the values differ. A tie is broken by the
        instances at the next distance, then by the frequency of the classes, then by their order;
        cost and distribution are those of the k distances.

        Args:
            symbols: As for `fit`, shape (q, features).
            k: Number of distances; Marsi and Krahmer take 3 for words, 5 for trees.

        Raises:
            ParaphraseError: P024 if the features are not those of `fit`, P025 if k is no number of
                distances.
        """
        if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
            raise ParaphraseError("P025", setting="k", got=k, expected="an integer, 1 or more")
        names = _checked(symbols)
        got, stored = names.shape[1], len(self.values)
        if got != stored:
            raise ParaphraseError("P024", got=f"{got} features", expected=f"{stored}, as stored")
        if self.values and (self.values[0].dtype.kind == "U") != (names.dtype.kind == "U"):
            kind, expected = f"symbols of type {names.dtype}", f"{self.values[0].dtype}, as stored"
            raise ParaphraseError("P024", got=kind, expected=expected)
        rows, which = _merged(self._encoded(names))
        votes = np.zeros((len(rows), len(self.labels)))
        winners = np.zeros(len(rows), np.int64)
        for block, distances in self._distances(rows):
            votes[block], winners[block] = self._vote(distances, k)
        total = votes.sum(axis=1, keepdims=True)
        costs = normalised_entropy(votes)
        return Prediction(self.labels[winners[which]], costs[which], (votes / total)[which])

    def to_bytes(self) -> bytes:
        """Return the memory as the bytes of an .npz archive, the same for the same memory."""
        arrays = {key: value for key, value in vars(self).items() if key != "values"}
        arrays |= {f"values_{i}": column for i, column in enumerate(self.values)}
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Memory:
        """Return the memory that `to_bytes` wrote.

        Raises:
            ParaphraseError: P026 for other data.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as archive:
                arrays = {key: archive[key] for key in archive.files}
            for gone in ("low", "high"):  # of numbers, which older ones knew
                arrays.pop(gone, None)
            columns = (key for key in list(arrays) if key.startswith("values_"))
            return cls(values=tuple(arrays.pop(key) for key in columns), **arrays)
        except (ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise ParaphraseError("P026", got=f"{len(data)} bytes ({error})") from error

    @property
    def _units(self) -> Int32Array:
        """The weights as whole numbers that add up to about `_LARGEST`."""
        total = self.weights.sum()
        scale = _LARGEST / total if total > 0 else 0.0
        return np.rint(self.weights * scale).astype(np.int32)

    def _encoded(self, symbols: Array) -> Int32Array:
        """Return instances as they are stored, shape (instances, features); -1 for a new value."""
        rows = np.empty((len(symbols), len(self.weights)), np.int32)
        for f, known in enumerate(self.values):
            places = np.searchsorted(known, symbols[:, f]).clip(max=len(known) - 1)
            rows[:, f] = np.where(known[places] == symbols[:, f], places, -1)
        return rows

    def _distances(self, rows: Int32Array) -> Iterator[tuple[slice, Int32Array]]:
        """Yield blocks of encoded instances with their distances to all stored ones."""
        units, size = self._units, self.instances.shape[1]
        step = min(_QUERIES, max(1, _CELLS // size))
        for start in range(0, len(rows), step):
            block = slice(start, start + step)
            queries = rows[block].T[:, :, None]
            distances = np.zeros((queries.shape[1], size), np.int32)
            for left in range(0, size, _TILE):
                tile = distances[:, left : left + _TILE]
                for f in np.flatnonzero(units):
                    stored = self.instances[f, left : left + _TILE]
                    tile += (stored != queries[f]) * units[f]
            yield block, distances

    def _vote(self, distances: Int32Array, k: int) -> tuple[FloatArray, npt.NDArray[np.int64]]:
        radius = np.full(len(distances), -1, np.int32)
        for _ in range(k):
            radius = _next_radius(distances, radius)
        votes = self._votes(distances, radius)
        best = votes == votes.max(axis=1, keepdims=True)
        tied = np.flatnonzero(best.sum(axis=1) > 1)
        if len(tied):
            more = self._votes(distances[tied], _next_radius(distances[tied], radius[tied]))
            best[tied] = more == more.max(axis=1, keepdims=True)
        frequency = self.counts.sum(axis=0)
        return votes, np.where(best, frequency, -1).argmax(axis=1)

    def _votes(self, distances: Int32Array, radius: Int32Array) -> FloatArray:
        near = distances <= radius[:, None]
        return near.astype(np.float64) @ self.counts.astype(np.float64)


def downsample(labels: Sequence[str], label: str, share: float, seed: int) -> npt.NDArray[np.int64]:
    """Return which instances to keep, so that a class makes up no more than a share of them.

    So Marsi and Krahmer 2010 reduce the class of unaligned pairs.

    Args:
        labels: The class of each instance.
        label: The class that is too frequent.
        share: Its largest share, above 0 and below 1; they take 0.5.
        seed: Says which of its instances are kept.

    Raises:
        ParaphraseError: P025 if the share is out of range.

    Example:
        >>> downsample(["none", "none", "equals", "none"], "none", 0.5, seed=0).tolist()
        [2, 3]
    """
    if not 0 < share < 1:
        expected = "a number above 0 and below 1"
        raise ParaphraseError("P025", setting="share", got=share, expected=expected)
    is_label = np.asarray(labels, dtype=np.str_) == label
    members, others = np.flatnonzero(is_label), np.flatnonzero(~is_label)
    room = int(len(others) * share / (1 - share) + 1e-9)
    if len(members) > room:
        members = np.random.default_rng(seed).choice(members, room, replace=False)
    return np.sort(np.concatenate([members, others]))


def _next_radius(distances: Int32Array, radius: Int32Array) -> Int32Array:
    """Return the nearest distance beyond the radius of each row; the radius if there is none."""
    beyond = np.where(distances > radius[:, None], distances, _FAR).min(axis=1)
    return np.where(beyond < _FAR, beyond, radius)


def _merged(rows: Int32Array) -> tuple[Int32Array, npt.NDArray[np.int64]]:
    """Return the different rows, and for each given row which of them it is."""
    if rows.shape[1] == 0:
        return rows[:1], np.zeros(len(rows), np.int64)
    different, which = np.unique(rows, axis=0, return_inverse=True)
    return different, which.reshape(-1)


def _checked(symbols: npt.ArrayLike) -> Array:
    names: Array = np.asarray(symbols)
    if names.ndim != 2:
        raise ParaphraseError("P024", got=f"symbols of shape {names.shape}", expected="a table")
    if names.size and names.dtype.kind not in "iuU":
        got = f"symbols of type {names.dtype}"
        raise ParaphraseError("P024", got=got, expected="strings or integers")
    return names


# -- As a model of word pairs, in place of a network -----------------------------------------------

NONE, UNLABELLED = "none", "aligned"
# Steps into which a feature is cut, 0 to 1.
STEPS = 20
# Least probability, so that its logarithm is finite.
_LEAST = 1e-6


def build_memory(k: int = 3, share: float = 0.5) -> Network:
    """Return a classifier that stores pairs: features, (pairs, features), to logits of `OUTPUTS`.

    It is filled when a component is initialised, from all examples; updates leave it as it is.

    Args:
        k: Number of neighbours' distances; the paper takes 3 for words.
        share: Largest share of pairs that are not aligned, the others are left out; there 0.5.
    """
    attrs = {"features": [], "taught": False, "labelled": False, "memory": b""}
    return Model(MEMORY, _forward, attrs={**attrs, "k": k, "share": share})


def store(model: Network, names: Sequence[str], rows: Float32Array, targets: Targets) -> None:
    """Fill a memory.

    Args:
        model: What `build_memory` returned.
        names: Names of the features.
        rows: Features, shape (pairs, features).
        targets: What is known of the pairs.
    """
    labels = np.where(targets.aligned > 0, UNLABELLED, NONE).astype(object)
    known = np.flatnonzero(targets.relations >= 0)
    labels[known] = [RELATIONS[k] for k in targets.relations[known]]
    counted = np.flatnonzero(targets.counted)
    sample = counted[downsample(labels[counted].tolist(), NONE, model.attrs["share"], 0)]
    memory = Memory.fit(_symbols(rows[sample]), labels[sample].tolist())
    model.attrs["features"] = list(names)
    model.attrs["taught"] = True
    model.attrs["labelled"] = bool(len(known))
    model.attrs["memory"] = memory.to_bytes()


def _forward(
    model: Network, rows: Float32Array, is_train: bool
) -> tuple[Float32Array, Callable[[Float32Array], Float32Array]]:
    memory = _memory(model.attrs["memory"])
    found = memory.predict(_symbols(rows), model.attrs["k"])
    doubt = found.costs / 2
    aligned = np.where(found.classes == NONE, doubt, 1.0 - doubt)
    logits = np.full((len(rows), len(OUTPUTS)), np.log(_LEAST), dtype=np.float32)
    logits[:, 0] = logit(aligned)
    for k, label in enumerate(memory.labels):
        if label in RELATIONS:
            share = found.distribution[:, k].clip(_LEAST)
            logits[:, 1 + RELATIONS.index(label)] = np.log(share)
    return logits, lambda gradient: np.zeros_like(rows)


def _symbols(rows: Float32Array) -> npt.NDArray[np.int64]:
    """Return features as symbols; one that is not there has a symbol of its own."""
    return np.rint(np.nan_to_num(rows, nan=-1.0) * STEPS).astype(np.int64)


_memory = lru_cache(maxsize=4)(Memory.from_bytes)
