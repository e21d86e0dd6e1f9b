"""Span matchers and labellers as bytes: weights in half precision, names and words as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..lexicon import store
from .span_labeller import SpanLabeller
from .span_labels import MIRROR
from .span_memory import LinkMemory
from .span_model import SpanMatcher
from .span_network import Ensemble, Network, Scaling, make_network

KIND = b"spans"
LABELLER = b"labels"


def to_bytes(matcher: SpanMatcher) -> bytes:
    """Return a matcher as bytes; equal matchers give equal bytes."""
    passes = {"first": matcher.first, "second": matcher.second}
    meta: dict[str, Any] = {"words": matcher.words}
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name, ensemble in passes.items():
        meta[name] = _add(arrays, name, ensemble)
    return store.pack(KIND, meta, arrays)


def from_bytes(data: bytes, source: str = "the bytes given") -> SpanMatcher:
    """Return the matcher that `to_bytes` gave; its weights are rounded to half precision.

    Args:
        data: What `to_bytes` returned.
        source: Where it comes from, for the error message.

    Raises:
        ParaphraseError: P301 if the bytes are damaged.
    """
    meta, arrays = store.unpack(KIND, data, source)
    first, second = (_ensemble(name, meta[name], arrays) for name in ("first", "second"))
    return SpanMatcher(meta["words"], first, second)


def labeller_to_bytes(labeller: SpanLabeller) -> bytes:
    """Return a labeller as bytes; equal labellers give equal bytes."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "memory.keys": labeller.memory.keys,
        "memory.counts": labeller.memory.counts,
    }
    ensemble = _add(arrays, "ensemble", labeller.ensemble)
    return store.pack(LABELLER, {"words": labeller.words, "ensemble": ensemble}, arrays)


def labeller_from_bytes(data: bytes, source: str = "the bytes given") -> SpanLabeller:
    """Return the labeller that `labeller_to_bytes` gave; weights are rounded to half precision.

    Args:
        data: What `labeller_to_bytes` returned.
        source: Where it comes from, for the error message.

    Raises:
        ParaphraseError: P301 if the bytes are damaged.
    """
    meta, arrays = store.unpack(LABELLER, data, source)
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


def _ensemble(name: str, meta: Mapping[str, Any], arrays: store.Arrays) -> Ensemble:
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
