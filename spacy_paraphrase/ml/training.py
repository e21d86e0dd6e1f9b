"""Training a network on features that fit into memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from thinc.api import Adam, fix_random_seed

from .decode import sigmoid
from .network import FloatArray, Network, set_scale


def fit(
    network: Network,
    rows: FloatArray,
    targets: FloatArray,
    *,
    weights: FloatArray | None = None,
    epochs: int = 6,
    batch: int = 2048,
    rate: float = 0.002,
    seed: int = 0,
) -> Network:
    """Train a network with one logit per target on cross-entropy, and return it.

    Args:
        network: A fresh network (`network.build_network`).
        rows: Features, shape (pairs, features).
        targets: 0 or 1, shape (pairs, outputs).
        weights: How much each target counts, shape (pairs, outputs); all the same if None.
        epochs: How often every pair is seen.
        batch: Pairs per step.
        rate: Learning rate at the start; it falls to 0 in a straight line.
        seed: Seed of initial weights, dropout and order.
    """
    fix_random_seed(seed)
    set_scale(network, rows)
    network.initialize(X=rows[:10], Y=targets[:10])
    optimizer: Any = Adam(rate, L2=1e-5)
    random = np.random.RandomState(seed)
    steps = max(1, epochs * (len(rows) // batch + 1))
    step = 0
    for _ in range(epochs):
        order = random.permutation(len(rows))
        for start in range(0, len(rows), batch):
            chosen = order[start : start + batch]
            logits, backprop = network.begin_update(rows[chosen])
            gradient = sigmoid(logits) - targets[chosen]
            if weights is not None:
                gradient = gradient * weights[chosen]
            backprop((gradient / len(chosen)).astype(np.float32))
            optimizer.learn_rate = rate * (1 - step / steps)
            network.finish_update(optimizer)
            step += 1
    return network
