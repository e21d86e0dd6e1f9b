"""What two sentences say of each other, learnt: classes, network, training signal.

One network scores a pair both as it is and with the sides exchanged, so that "specifies" of the one
is exactly "generalizes" of the other. A pair whose gold is known in one direction only, as in SNLI,
teaches that the class is one of those that fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from thinc.api import Dropout, Model, Relu, Softmax, chain

from ..registry import registered
from .mirror import swap_rows
from .standardise import FloatArray, Network, standardise

CLASSES = ("restates", "specifies", "generalizes", "neither", "contradiction")
"""What there is to tell apart: who entails whom, and whether both can be true."""
MIRROR = np.array([0, 2, 1, 3, 4])
# What each class says of either direction, source to target and back.
_VERDICTS = (
    ("entailment", "entailment"),
    ("entailment", "neutral"),
    ("neutral", "entailment"),
    ("neutral", "neutral"),
    ("contradiction", "contradiction"),
)


@registered("RelationNetwork.v1", "architectures")
def build_relation_network(hidden: list[int], dropout: float = 0.25) -> Network:
    """Return a network that maps features, shape (pairs, features), to probabilities of `CLASSES`.

    The features are standardised first (`standardise.set_scale`).

    Args:
        hidden: Widths of the hidden layers.
        dropout: Share of hidden units left out in training.
    """
    layers: list[Model[Any, Any]] = [standardise()]
    for width in hidden:
        layers += [Relu(width), Dropout(dropout)]
    network: Network = chain(*layers, Softmax(len(CLASSES)))
    return network


def fitting(entails: str | None, entailed: str | None) -> FloatArray | None:
    """Return 1 for each class that agrees with what is known of a pair, 0 for the others.

    A contradiction in either direction is one: that both sides cannot be true has no direction.

    Args:
        entails: What the source says of the target, of `metrics.labels.NLI`; None if not known.
        entailed: What the target says of the source.

    Returns:
        Shape (classes,); None if nothing is known.

    Example:
        >>> fitting("entailment", None).tolist(), fitting("neutral", "contradiction").tolist()
        ([1.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0])
    """
    if entails is None and entailed is None:
        return None
    if "contradiction" in (entails, entailed):
        entails = entailed = "contradiction"
    fits = [entails in (None, forth) and entailed in (None, back) for forth, back in _VERDICTS]
    return np.array(fits, dtype=np.float32)


def both_ways(
    names: Sequence[str], rows: FloatArray, fits: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return training data as they are, and then with the sides exchanged.

    Args:
        names: Names of the features.
        rows: Features, shape (pairs, features).
        fits: What `fitting` gave, shape (pairs, classes).
    """
    return (
        np.concatenate([rows, swap_rows(names, rows)]),
        np.concatenate([fits, fits[:, MIRROR]]),
    )


def gradient(found: FloatArray, fits: FloatArray) -> tuple[FloatArray, float]:
    """Return the gradient of the loss by the logits, and the loss, summed over pairs.

    The loss is -log of the probability that the classes which fit have together.

    Args:
        found: Probabilities, shape (pairs, classes).
        fits: What `fitting` gave, shape (pairs, classes).
    """
    inside = found * fits
    mass = np.maximum(inside.sum(1, keepdims=True), 1e-8)
    return np.asarray(found - inside / mass, dtype=np.float32), float(-np.log(mass).sum())


def probabilities(network: Network, names: Sequence[str], rows: FloatArray) -> FloatArray:
    """Return the probabilities of the classes, the mean over both readings of each pair."""
    swapped = cast("FloatArray", network.predict(swap_rows(names, rows)))
    found = np.asarray(network.predict(rows)) + swapped[:, MIRROR]
    return np.asarray(found / 2, dtype=np.float32)
