"""The memory-based classifier of word pairs, behind the interface of a network.

Marsi and Krahmer 2010 (COLING), section 4.3: the nearest of all stored pairs say whether two words
are aligned and by which relation, and the entropy of what they say is the cost of a link.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from thinc.api import Model

from ..alignment import RELATIONS
from ..registry import registered
from .decode import logit
from .memory import Memory, downsample
from .network import OUTPUTS
from .standardise import FloatArray, Network
from .training import Targets

NAME = "pair_memory"
NONE, UNLABELLED = "none", "aligned"
# Steps into which a feature is cut, 0 to 1.
STEPS = 20
# Least probability, so that its logarithm is finite.
_LEAST = 1e-6


@registered("PairMemory.v1", "architectures")
def build_memory(k: int = 3, share: float = 0.5) -> Network:
    """Return a classifier that stores pairs: features, (pairs, features), to logits of `OUTPUTS`.

    It is filled when a component is initialised, from all examples; updates leave it as it is.

    Args:
        k: Number of neighbours' distances; the paper takes 3 for words.
        share: Largest share of pairs that are not aligned, the others are left out; there 0.5.
    """
    attrs = {
        "features": [],
        "taught": False,
        "labelled": False,
        "memory": b"",
        "k": k,
        "share": share,
    }
    return Model(NAME, _forward, attrs=attrs)


def store(model: Network, names: Sequence[str], rows: FloatArray, targets: Targets) -> None:
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
    kept = counted[downsample(labels[counted].tolist(), NONE, model.attrs["share"], 0)]
    memory = Memory.fit(_symbols(rows[kept]), np.zeros((len(kept), 0)), labels[kept].tolist())
    model.attrs["features"] = list(names)
    model.attrs["taught"] = True
    model.attrs["labelled"] = bool(len(known))
    model.attrs["memory"] = memory.to_bytes()


def _forward(
    model: Network, rows: FloatArray, is_train: bool
) -> tuple[FloatArray, Callable[[FloatArray], FloatArray]]:
    memory = _memory(model.attrs["memory"])
    found = memory.predict(_symbols(rows), np.zeros((len(rows), 0)), model.attrs["k"])
    doubt = found.costs / 2
    aligned = np.where(found.classes == NONE, doubt, 1.0 - doubt)
    logits = np.full((len(rows), len(OUTPUTS)), np.log(_LEAST), dtype=np.float32)
    logits[:, 0] = logit(aligned)
    for k, label in enumerate(memory.labels):
        if label in RELATIONS:
            share = found.distribution[:, k].clip(_LEAST)
            logits[:, 1 + RELATIONS.index(label)] = np.log(share)
    return logits, lambda gradient: np.zeros_like(rows)


def _symbols(rows: FloatArray) -> npt.NDArray[np.int64]:
    """Return features as symbols; one that is not there has a symbol of its own."""
    return np.rint(np.nan_to_num(rows, nan=-1.0) * STEPS).astype(np.int64)


@lru_cache(maxsize=4)
def _memory(data: bytes) -> Memory:
    return Memory.from_bytes(data)
