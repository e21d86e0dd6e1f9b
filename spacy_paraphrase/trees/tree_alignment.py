"""Alignment of trees by dynamic programming, and of phrases by their aligned words.

Marsi and Krahmer 2005, *Explorations in Sentence Fusion* (ENLG), equations 4 and 5, after Meyers,
Yangarber and Grishman 1996:

    S(v, w)         = max(TREEMATCH(v, w), max_i S(v_i, w) - skip, max_j S(v, w_j) - skip)
    TREEMATCH(v, w) = NODEMATCH(v, w) + max over pairings p of the children of v with those of w
                      of the sum over (i, j) in p of RELMATCH(v_i, w_j) + S(v_i, w_j)

The inner maximum over all pairings is solved as an assignment problem.
"""

from __future__ import annotations

import numpy as np

from ..jobs.arrays import FloatArray
from .assignment import assign, best_pairing
from .tree import Tree

Rows = list[list[float]]


def match_trees(
    source: Tree, target: Tree, nodes: FloatArray, relations: FloatArray, skip: float = 0.0
) -> tuple[float, list[tuple[int, int]]]:
    """Return the value of the best alignment of two trees, and its node pairs in pre-order.

    The pairs are one-to-one and keep the order of ancestors: a node above another one on one side
    is never aligned below it on the other side (Marsi and Krahmer 2010). A virtual root is matched,
    but pairs with it are not returned, nor pairs whose only value is that of the edge above them.
    O(n·m) plus, for every pair of inner nodes with d and e children, O(min(d, e)^2 · max(d, e)).

    Args:
        source: Tree of n nodes, without a virtual root.
        target: Tree of m nodes, likewise.
        nodes: NODEMATCH, shape (n, m), not negative.
        relations: RELMATCH of the edges above the two nodes, shape (n, m), not negative.
        skip: Penalty for each edge skipped on a side (0 in Marsi and Krahmer).

    Example:
        >>> import numpy as np
        >>> from spacy_paraphrase.trees.tree import tree_from_heads
        >>> tree = tree_from_heads([1, -1])
        >>> match_trees(tree, tree, np.eye(2), np.zeros((2, 2)))
        (2.0, [(1, 1), (0, 0)])
    """
    virtual = ((0, int(source.virtual)), (0, int(target.virtual)))
    node_rows: Rows = np.pad(nodes, virtual).tolist()
    relation_rows: Rows = np.pad(relations, virtual).tolist()
    best, rooted = _fill(source, target, node_rows, relation_rows, skip)
    pairs = _trace(source, target, best, rooted, relation_rows, skip)
    n, m = nodes.shape
    return best[source.root][target.root], [(v, w) for v, w in pairs if v < n and w < m]


def _fill(
    source: Tree, target: Tree, nodes: Rows, relations: Rows, skip: float
) -> tuple[Rows, Rows]:
    m = len(target)
    best: Rows = [[0.0] * m for _ in range(len(source))]
    rooted: Rows = [[0.0] * m for _ in range(len(source))]
    inner = [(w, target.children[w]) for w in target.order.tolist()]
    for v in source.order.tolist():
        below = source.children[v]
        best_row, rooted_row, node_row = best[v], rooted[v], nodes[v]
        rows_below = [best[c] for c in below]
        for w, across in inner:
            value = node_row[w]
            if below and across:
                value += best_pairing(_edge_weights(below, across, best, relations))[0]
            rooted_row[w] = value
            for row in rows_below:
                if row[w] - skip > value:
                    value = row[w] - skip
            for c in across:
                if best_row[c] - skip > value:
                    value = best_row[c] - skip
            best_row[w] = value
    return best, rooted


def _edge_weights(
    below: tuple[int, ...], across: tuple[int, ...], best: Rows, relations: Rows
) -> Rows:
    return [[max(relations[c][d] + best[c][d], 0.0) for d in across] for c in below]


def _trace(
    source: Tree, target: Tree, best: Rows, rooted: Rows, relations: Rows, skip: float
) -> list[tuple[int, int]]:
    """Return the node pairs of the choices that gave S; a match has priority over an equal skip."""
    pairs = []
    stack = [(source.root, target.root)]
    while stack:
        v, w = stack.pop()
        below, across = source.children[v], target.children[w]
        value = best[v][w]
        if value <= 0:
            continue
        if value == rooted[v][w]:
            pairs.append((v, w))
            if below and across:
                _, cells = best_pairing(_edge_weights(below, across, best, relations))
                stack.extend((below[i], across[j]) for i, j in reversed(cells))
        else:
            down = [(c, w) for c in below if best[c][w] - skip == value]
            right = [(v, c) for c in across if best[v][c] - skip == value]
            stack.append((down or right)[0])
    return pairs


# Phrase alignment from a word alignment.

# The bonuses for the position in the tree, and the least score of a link. Set by hand on
# development data.
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

    The similarity of two subtrees is the overlap of their yields under the word links, by Dice's
    coefficient over word weights. For the assignment it gets a bonus if the head words are linked,
    and a larger one if they depend with the same label on linked words or phrases. O(n·m·(n + m)),
    in matrix products.

    Args:
        source: Tree over n words (without a virtual root).
        target: Tree over m words.
        links: Strength of each word link, 0 to 1; shape (n, m).
        source_weights: The weight of each source word; shape (n,).
        target_weights: Likewise, shape (m,).
        same_label: 1 where the dependency labels agree, else 0; shape (n, m).
    """
    n, m = links.shape
    above = source.dominance()[:n, :n].astype(float)
    below = target.dominance()[:m, :m].astype(float)
    weights = links * (source_weights[:, None] + target_weights)
    shared = above @ weights @ below.T
    total = (above @ source_weights)[:, None] + below @ target_weights
    dice = np.minimum(np.divide(shared, total, out=np.zeros((n, m)), where=total > 0), 1.0)
    is_alike = dice > 0
    bonus, weight = LINKED_HEADS * links, SAME_PLACE * same_label
    # The heads of two roots count as linked, those of a root and another word do not.
    places = np.zeros((n + 1, m + 1))
    places[:n, :m], places[n, m] = links, 1.0
    heads = source.heads[:n, None], target.heads[:m]
    pairs: list[tuple[int, int]] = []
    # The phrases of the first round count as linked in the second.
    for _ in range(2):
        for cell in pairs:
            places[cell] = 1.0
        score = dice + weight * places[heads] + bonus
        pairs = assign(np.where(is_alike & (score >= LEAST), score, 0.0))
    return [(v, w, float(dice[v, w])) for v, w in pairs]
