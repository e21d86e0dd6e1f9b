"""What two nodes, and the two edges above them, are worth to the tree aligner.

Registered functions, so that a config can swap them: a node score and a relation score both map two
sides of n and m tokens to a matrix of shape (n, m), not negative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ..lexicon.matrix import Expert
from ..registry import registered
from ..trees.assignment import BoolArray, FloatArray
from .side import Side

TreeScore: TypeAlias = Callable[[Side, Side], FloatArray]


@registered("NodeMatch.v1")
def make_node_match(
    same_yield: float = 10.0,
    same_word: float = 5.0,
    related_word: float = 2.0,
    related: Expert | None = None,
) -> TreeScore:
    """Return NODEMATCH of Marsi and Krahmer 2005 (ENLG), section 3.

    Args:
        same_yield: Worth of two nodes whose subtrees read the same, case ignored.
        same_word: Worth of two nodes with the same lemma.
        related_word: Worth of two nodes whose words are synonyms, or one a hypernym of the other.
        related: Expert that says which words are; None for the paper's version without WordNet.
    """
    return NodeMatch(same_yield, same_word, related_word, related)


@registered("RelMatch.v1")
def make_relation_match(same_label: float = 1.0) -> TreeScore:
    """Return RELMATCH of Marsi and Krahmer 2005 (ENLG), section 3.

    Args:
        same_label: Worth of two edges with the same dependency label.
    """
    return partial(relation_match, same_label=same_label)


@dataclass(frozen=True)
class NodeMatch:
    """NODEMATCH with its settings (see `make_node_match`)."""

    same_yield: float
    same_word: float
    related_word: float
    related: Expert | None

    def __call__(self, source: Side, target: Side) -> FloatArray:
        """Return what every pair of nodes is worth; shape (n, m)."""
        worth = np.zeros((len(source), len(target)))
        if self.related is not None:
            worth[self.related(source.tokens, target.tokens) > 0] = self.related_word
        words = equal(source.lemmas, target.lemmas) | equal(source.words, target.words)
        worth[words] = self.same_word
        worth[equal(source.yields(source.words), target.yields(target.words))] = self.same_yield
        return worth


def relation_match(source: Side, target: Side, same_label: float) -> FloatArray:
    """Return what every pair of edges is worth, each named by its dependent; shape (n, m)."""
    labels = ([token.dep for token in side.tokens] for side in (source, target))
    return same_label * equal(*labels).astype(np.float64)


def equal(source: Sequence[Any], target: Sequence[Any]) -> BoolArray:
    """Return which items are equal and not empty; shape (n, m)."""
    ids: dict[Any, int] = {}
    left = [ids.setdefault(item, len(ids)) if item else -1 for item in source]
    right = [ids.get(item, -2) if item else -2 for item in target]
    return np.asarray(np.equal.outer(np.array(left), np.array(right)), dtype=np.bool_)
