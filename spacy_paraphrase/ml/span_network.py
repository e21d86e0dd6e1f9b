"""A small network over the features of span pairs, and how it is trained without spaCy.

It is a mean of a few networks, each with two hidden layers and a softmax over the classes. Inputs
are brought to mean 0 and deviation 1 beforehand by `Scaling`; features that a group of zeros stands
for, because a resource is missing, are a case that is trained too (`drop_groups`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from thinc.api import Adam, Model, Relu, Softmax, chain, fix_random_seed
from thinc.types import Floats2d

Array = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

# Pairs of words in the names of features that change places with source and target.
_PAIRS = (("source", "target"), ("within", "around"), ("more", "less"), ("row", "column"))
_PAIRS += (("hyponym-of", "hypernym-of"), ("specifies", "generalizes"))
_SWAP = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
# Features of the difference between the sides.
_SIGNED = frozenset({"place.shift"})
LEXICON_SCALE = 2.0
"""What a word of the lexicon counts as input: less than its rarity would make of it."""


def mirror_name(name: str) -> str:
    """Return the name of the feature that takes the place of another when the sides are swapped.

    Example:
        >>> mirror_name("left.noun.source"), mirror_name("wordnet.hyponym-of.target")
        ('left.noun.target', 'wordnet.hypernym-of.source')
    """
    parts = name.split(".", 2) if name.startswith("lexicon.") else name.split(".")
    if name.startswith("lexicon."):
        return ".".join([parts[0], _SWAP.get(parts[1], parts[1]), *parts[2:]])
    return ".".join(_SWAP.get(part, part) for part in parts)


def mirror(names: Sequence[str]) -> tuple[Ints, Array]:
    """Return where each feature is found, and with which sign, if the sides are swapped.

    `values[:, order] * signs` are the features of the swapped pair.
    """
    places = {name: k for k, name in enumerate(names)}
    order = np.array([places[mirror_name(name)] for name in names], dtype=np.int64)
    signs = np.array([-1.0 if name in _SIGNED else 1.0 for name in names], dtype=np.float32)
    return order, signs


@dataclass(frozen=True, eq=False)
class Scaling:
    """Mean and inverse deviation of every feature, by which inputs are scaled."""

    mean: Array
    factor: Array

    @classmethod
    def of(cls, names: Sequence[str], rows: Array) -> Scaling:
        """Return the scaling of training data; words of the lexicon are not centred."""
        deviation = rows.std(0)
        factor = 1.0 / np.where(deviation < 1e-3, 1.0, deviation)
        words = np.array([name.startswith("lexicon.") for name in names])
        mean = np.where(words, 0.0, rows.mean(0))
        factor = np.where(words, LEXICON_SCALE, factor)
        return cls(mean.astype(np.float32), factor.astype(np.float32))

    def __call__(self, rows: Array) -> Array:
        """Return scaled features."""
        return (rows - self.mean) * self.factor


@dataclass(frozen=True)
class Training:
    """How a network is trained.

    Attributes:
        epochs: Passes over the data.
        batch: Rows per step.
        rate: First learning rate; it falls to 0 in a straight line.
        decay: Weight decay.
        dropout: Share of the hidden units left out.
        drop_words: Share of the lexicon's features left out of each row.
        drop_groups: Share of the rows that go without a group, for each group that may be missing.
        hidden: Width of the hidden layers.
    """

    epochs: int = 15
    batch: int = 256
    rate: float = 0.002
    decay: float = 0.001
    dropout: float = 0.25
    drop_words: float = 0.7
    drop_groups: float = 0.25
    hidden: int = 64


def make_network(
    width: int, classes: int, hidden: int, dropout: float
) -> Model[Floats2d, Floats2d]:
    """Return a network of two hidden layers; rows of features to rows of probabilities."""
    return chain(
        Relu(hidden, width, dropout=dropout),
        Relu(hidden, hidden, dropout=dropout),
        Softmax(classes, hidden),
    )


def train(
    names: Sequence[str],
    rows: Array,
    classes: Ints,
    count: int,
    *,
    seed: int,
    settings: Training,
    optional: Mapping[str, Array] | None = None,
) -> Model[Floats2d, Floats2d]:
    """Return a trained network.

    Args:
        names: Names of the features.
        rows: Scaled features, shape (rows, features).
        classes: Class of each row.
        count: Number of classes.
        seed: Seed of the weights, the order and what is dropped.
        settings: How to train.
        optional: For each group that may be missing, its features where it is, shape (features,),
            NaN for those of other groups.
    """
    fix_random_seed(seed)
    random = np.random.default_rng(seed)
    network = make_network(rows.shape[1], count, settings.hidden, settings.dropout)
    network.initialize(X=rows[:1])
    optimizer = Adam(settings.rate, L2=settings.decay, L2_is_weight_decay=True, grad_clip=1.0)
    words = np.array([name.startswith("lexicon.") for name in names])
    goal = np.eye(count, dtype=np.float32)[classes]
    starts = range(0, len(rows), settings.batch)
    for epoch in range(settings.epochs):
        order = random.permutation(len(rows))
        for step, start in enumerate(starts):
            batch = order[start : start + settings.batch]
            inputs = rows[batch]
            _drop_words(inputs, words, settings.drop_words, random)
            for missing in (optional or {}).values():
                gone = random.random(len(inputs)) < settings.drop_groups
                where = np.flatnonzero(~np.isnan(missing))
                inputs[np.ix_(gone, where)] = missing[where]
            found, backprop = network.begin_update(inputs)
            backprop((found - goal[batch]) / len(batch))
            done = (epoch * len(starts) + step) / (settings.epochs * len(starts))
            optimizer.learn_rate = settings.rate * (1.0 - done)
            network.finish_update(optimizer)
    return network


def _drop_words(
    inputs: Array, words: npt.NDArray[np.bool_], share: float, random: np.random.Generator
) -> None:
    first, count = (int(words.argmax()), int(words.sum())) if words.any() else (0, 0)
    if count:
        kept = random.random((len(inputs), count), dtype=np.float32) >= share
        inputs[:, first : first + count] *= kept / np.float32(1.0 - share)
