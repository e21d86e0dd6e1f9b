"""Ensembles of networks over features of unit pairs, and a step of their training.

A network has two hidden layers and a softmax over the classes. It reads every pair of units both as
given and with source and target exchanged; the exchange turns "specifies" into "generalizes", with
exactly the same probability. Inputs are scaled to mean 0 and standard deviation 1. If a pipeline
lacks a resource, its group of features is 0. Training drops such groups at random, so that one set
of weights serves pipelines with and without the resources.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from thinc.api import Model, Relu, Softmax, chain

from ..jobs.arrays import Float32Array, FloatArray, IntArray
from .feature_tables import Network, swap_rows

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

LEXICON_SCALE = 2.0
"""Scale factor of lexicon features: smaller than the inverse deviation of so rare features."""
# Standard deviations below this value count as 0.
_LEAST_DEVIATION = 1e-3


@dataclass(frozen=True, eq=False)
class Scaling:
    """Mean and inverse standard deviation of every feature, to scale inputs."""

    mean: Float32Array
    factor: Float32Array

    @classmethod
    def of_words(cls, count: int) -> Scaling:
        """Return the scaling of lexicon features: nearly all are 0, and scaling keeps them 0."""
        return cls(np.zeros(count, np.float32), np.full(count, LEXICON_SCALE, np.float32))

    @classmethod
    def join(cls, parts: Sequence[Scaling]) -> Scaling:
        """Return the scaling of the concatenated features of all parts."""
        means, factors = [part.mean for part in parts], [part.factor for part in parts]
        return cls(np.concatenate(means), np.concatenate(factors))

    def __call__(self, rows: Float32Array) -> Float32Array:
        """Return scaled features."""
        return (rows - self.mean) * self.factor


class Moments:
    """Sums over rows of features, added in any number of steps, to compute their scaling.

    Args:
        names: Names of the features.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.count = 0
        self.sum: FloatArray = np.zeros(len(names))
        self.squares: FloatArray = np.zeros(len(names))

    def add(self, rows: Float32Array) -> None:
        """Add rows, both as given and with source and target exchanged."""
        for seen in (rows, swap_rows(self.names, rows)):
            values = seen.astype(np.float64)
            self.count += len(values)
            self.sum += values.sum(0)
            self.squares += (values**2).sum(0)

    def scaling(self) -> Scaling:
        """Return the scaling of the features."""
        mean = self.sum / max(self.count, 1)
        deviation = np.sqrt(np.maximum(self.squares / max(self.count, 1) - mean**2, 0.0))
        # A feature that is always 0 in the data gets factor 0.
        constant = np.where(self.squares > 0, 1.0, 0.0)
        inverse = 1.0 / np.maximum(deviation, _LEAST_DEVIATION)
        factor = np.where(deviation < _LEAST_DEVIATION, constant, inverse)
        return Scaling(mean.astype(np.float32), factor.astype(np.float32))


def make_network(width: int, classes: int, hidden: int, dropout: float) -> Network:
    """Return a network with two hidden layers that maps rows of features to probabilities."""
    network: Network = chain(
        Relu(hidden, width, dropout=dropout),
        Relu(hidden, hidden, dropout=dropout),
        Softmax(classes, hidden),
    )
    network.initialize(X=np.zeros((1, width), np.float32))
    return network


@dataclass(frozen=True, eq=False)
class Ensemble:
    """Networks whose probabilities are averaged, over the pair as given and the swapped pair.

    Attributes:
        names: Names of the features, with the lexicon features last.
        scaling: The scaling of the rows.
        networks: The networks; each maps rows of scaled features to rows of probabilities.
        inverse: For each class, the index of its inverse class (source and target exchanged).
    """

    names: tuple[str, ...]
    scaling: Scaling
    networks: tuple[Network, ...]
    inverse: IntArray

    def __call__(self, rows: Float32Array) -> Float32Array:
        """Return the probabilities of the classes; shape (rows, classes)."""
        straight, swapped = self.scaling(rows), self.scaling(swap_rows(self.names, rows))
        found = [
            net.predict(straight) + net.predict(swapped)[:, self.inverse] for net in self.networks
        ]
        return np.asarray(np.mean(found, axis=0) / 2, dtype=np.float32)

    def teach(
        self,
        rows: Float32Array,
        classes: IntArray,
        *,
        word_dropout: float = 0.0,
        group_dropout: Mapping[str, float] | None = None,
    ) -> float:
        """Add the gradients of the loss on rows to all networks, and return the loss.

        At random, the rows are used as given or with source and target exchanged (numpy's and
        thinc's generators, see `thinc.api.fix_random_seed`).

        Args:
            rows: Features, shape (rows, features).
            classes: Class of each row.
            word_dropout: Share of the lexicon features that are dropped in each row.
            group_dropout: Share of the rows in which a group of features is dropped, by group name.

        Returns:
            The mean negative log-probability of the right class.
        """
        from scipy.sparse import csr_matrix  # imported here, because only training needs it

        if np.random.rand() < 0.5:
            rows, classes = swap_rows(self.names, rows), self.inverse[classes]
        dense_count = self._dense_count
        scaled = self.scaling(rows)
        dense, words = scaled[:, :dense_count], csr_matrix(scaled[:, dense_count:])
        empty = self.scaling(np.zeros((1, len(self.names)), np.float32))[0, :dense_count]
        shares = (group_dropout or {}).items()
        groups = [(self._groups[name], share) for name, share in shares if name in self._groups]
        losses = []
        for network in self.networks:
            inputs, lexical = dense.copy(), words.copy()
            for places, share in groups:
                inputs[np.ix_(np.random.rand(len(inputs)) < share, places)] = empty[places]
            mask = np.random.rand(len(lexical.data)) >= word_dropout
            lexical.data *= mask.astype(np.float32) / np.float32(1.0 - word_dropout)
            losses.append(_teach(network, inputs, lexical, classes))
        return float(np.mean(losses))

    @cached_property
    def _dense_count(self) -> int:
        return sum(not name.startswith("lexicon.") for name in self.names)

    @cached_property
    def _groups(self) -> dict[str, IntArray]:
        groups: dict[str, list[int]] = {}
        for k, name in enumerate(self.names[: self._dense_count]):
            groups.setdefault(name.partition(".")[0], []).append(k)
        return {group: np.array(places) for group, places in groups.items()}


def _teach(network: Network, dense: Float32Array, words: csr_matrix, classes: IntArray) -> float:
    found, backprop = sparse_learner(network).begin_update((dense, words))
    right = np.arange(len(classes)), classes
    error = found.copy()
    error[right] -= 1.0
    backprop(error / np.float32(len(classes)))
    return float(-np.log(np.maximum(found[right], 1e-8)).mean())


def sparse_learner(network: Network) -> Network:
    """Return a network with the same weights whose inputs are dense and sparse columns.

    The lexicon features are the majority, and nearly all of them are 0. Dense multiplication of
    them would take more than half of the training time.
    """
    first, *rest = network.layers
    hidden, *dropout = first.layers
    return chain(Model("split_relu", _forward_sparse, layers=[hidden]), *dropout, *rest)


def _forward_sparse(
    model: Network, inputs: tuple[Float32Array, csr_matrix], is_train: bool
) -> tuple[Float32Array, Callable[[Float32Array], None]]:
    dense, sparse = inputs
    ops: Any = model.ops
    hidden: Any = model.layers[0]
    of_dense, of_sparse = np.split(hidden.get_param("W"), [dense.shape[1]], axis=1)
    found: Float32Array = ops.gemm(dense, np.ascontiguousarray(of_dense), trans2=True)
    found += sparse @ of_sparse.T + hidden.get_param("b")
    np.maximum(found, 0.0, out=found)

    def backprop(gradient: Float32Array) -> None:
        gradient = gradient * (found > 0.0)
        parts = ops.gemm(gradient, dense, trans1=True), (sparse.T @ gradient).T
        hidden.inc_grad("W", np.concatenate(parts, axis=1))
        hidden.inc_grad("b", gradient.sum(axis=0))

    return found, backprop
