"""How long two units are, where they stand, what stands around them, and who rivals them."""

from __future__ import annotations

from itertools import product

import numpy as np

from ..trees.context import CONTENT
from .span_units import Features, FloatArray, IntArray, Units


def sizes(a: Units, b: Units, links: FloatArray) -> Features:
    """Lengths, places, and what the whole sentences are like."""
    n, m = links.shape
    features: Features = {}
    for name, u, shape in (("source", a, (-1, 1)), ("target", b, (1, -1))):
        content = u.members @ (u.side.kinds == CONTENT)
        features[f"size.words.{name}"] = u.sizes.clip(0, 8).reshape(shape) / 8
        features[f"size.content.{name}"] = content.clip(0, 5).reshape(shape) / 5
        features[f"size.none.{name}"] = (content == 0).reshape(shape)
        features[f"size.mass.{name}"] = u.mass.clip(0, 3).reshape(shape) / 3
    for key, left, right in (("words", a.sizes, b.sizes), ("mass", a.mass, b.mass)):
        difference = left[:, None] - right[None, :]
        features[f"size.{key}.more"] = difference.clip(0, 4) / 4
        features[f"size.{key}.less"] = (-difference).clip(0, 4) / 4
    middle = [(u.first + u.last + 1) / 2 / len(u.side) for u in (a, b)]
    shift = middle[0][:, None] - middle[1][None, :]
    features["place.shift"], features["place.distance"] = shift, np.abs(shift)
    features["place.first"] = np.logical_and.outer(a.first == 0, b.first == 0)
    features["place.last"] = np.logical_and.outer(a.last >= n - 2, b.last >= m - 2)
    linked = (links > 0) * 1.0
    for name, u, rows in (("source", a, linked.max(1, initial=0)), ("target", b, linked.max(0))):
        weighted = float(rows @ u.weights / (u.weights.sum() + 1e-6))
        features[f"sentence.linked.{name}"] = np.array(weighted)
        features[f"sentence.length.{name}"] = np.array(min(len(u.side), 40) / 40)
    return features


def around(a: Units, b: Units, links: FloatArray, name: str) -> Features:
    """What stands around two units: the words before and after, governors and dependents.

    Args:
        a: Source units.
        b: Target units.
        links: Strength of word links, shape (n, m).
        name: What the names of the features begin with.
    """
    n, m = links.shape
    reach = 2
    padded = np.zeros((n + 2 * reach + 1, m + 2 * reach + 1))
    padded[reach : reach + n, reach : reach + m] = links
    padded[reach - 1, reach - 1] = padded[reach + n, reach + m] = 1.0

    def beside(rows: IntArray, columns: IntArray, step: int) -> FloatArray:
        steps = range(1, reach + 1)
        found = [
            padded[np.ix_(rows + reach + step * i, columns + reach + step * j)]
            for i, j in product(steps, steps)
        ]
        return np.asarray(np.max(found, axis=0))

    before, after = beside(a.first, b.first, -1), beside(a.last, b.last, 1)
    framed = np.zeros((n + 1, m + 1))
    framed[:n, :m] = links
    framed[n, m] = 0.5
    heads = framed[np.ix_(a.governors, b.governors)]
    shared = a.children @ links @ b.children.T
    count = np.maximum(a.children.sum(1)[:, None], b.children.sum(1)[None, :])
    # The governor of one is linked into the other's children, and the like, say nothing.
    return {
        f"{name}.before": before,
        f"{name}.after": after,
        f"{name}.beside": (before + after) / 2,
        f"{name}.governor": heads,
        f"{name}.children": shared / np.maximum(count, 1.0),
        f"{name}.any_child": shared > 0,
    }


def rivals(a: Units, b: Units, strength: FloatArray, name: str) -> Features:
    """Margins to the best rival: another unit of the row or column that shares no word.

    Args:
        a: Source units.
        b: Target units.
        strength: Shape (u, v).
        name: What the names of the features begin with.
    """
    row = (strength[:, None, :] * b.disjoint[None]).max(2, initial=0.0)
    column = (strength[None, :, :] * a.disjoint[:, :, None]).max(1, initial=0.0)
    return {
        f"{name}.row": strength - row,
        f"{name}.column": strength - column,
        f"{name}.best": (strength >= row) & (strength >= column) & (strength > 0),
    }
