"""Phrase alignment from a word alignment."""

from __future__ import annotations

import numpy as np

from .assignment import FloatArray, assign
from .tree import Tree

# What the place in the tree adds to the overlap of two yields, and the least sum a link needs.
# Set by hand on development data.
SAME_PLACE, LINKED_HEADS, LEAST = 0.5, 0.1, 0.5


def align_phrases(
    source: Tree,
    target: Tree,
    links: FloatArray,
    source_weights: FloatArray,
    target_weights: FloatArray,
    same_label: FloatArray,
) -> list[tuple[int, int, float]]:
    """Return one-to-one links between subtrees (source head, target head, similarity of 0 to 1).

    Two subtrees are as similar as their yields overlap under the word links, by Dice's coefficient
    over word weights. They compete with a bonus where their head words are linked, and a larger one
    where they depend in the same function on linked words or phrases. O(n·m·(n + m)), in matrix
    products.

    Args:
        source: Tree over n words (a virtual root not counted).
        target: Tree over m words.
        links: Strength of each word link, 0 to 1; shape (n, m).
        source_weights: How much each source word counts; shape (n,).
        target_weights: Likewise, shape (m,).
        same_label: 1 where the dependency labels agree, else 0; shape (n, m).
    """
    n, m = links.shape
    above = source.dominance()[:n, :n].astype(float)
    below = target.dominance()[:m, :m].astype(float)
    weights = links * (source_weights[:, None] + target_weights[None, :])
    shared = above @ weights @ below.T
    total = (above @ source_weights)[:, None] + (below @ target_weights)[None, :]
    dice = np.divide(shared, total, out=np.zeros((n, m)), where=total > 0)
    dice = np.minimum(dice, 1.0)
    bonus, worth = LINKED_HEADS * links, SAME_PLACE * same_label
    # Behind the last words, both roots depend on what is linked, a root and another word do not.
    places = np.zeros((n + 1, m + 1))
    places[:n, :m], places[n, m] = links, 1.0
    heads = np.ix_(source.heads[:n], target.heads[:m])
    pairs: list[tuple[int, int]] = []
    # The phrases of the first round are the places of the second.
    for _ in range(2):
        for cell in pairs:
            places[cell] = 1.0
        score = dice + worth * places[heads] + bonus
        pairs = assign(np.where((dice > 0) & (score >= LEAST), score, 0.0))
    return [(v, w, float(dice[v, w])) for v, w in pairs]
