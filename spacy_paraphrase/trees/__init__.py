"""Trees and their alignment, on plain arrays."""

from .assignment import assign, greedy
from .pair_batch import RaggedBatch
from .tree import Tree, tree_from_heads
from .tree_alignment import align_phrases, match_trees
from .word_alignment import WordFeatures, align_words

__all__ = [
    "RaggedBatch",
    "Tree",
    "WordFeatures",
    "align_phrases",
    "align_words",
    "assign",
    "greedy",
    "match_trees",
    "tree_from_heads",
]
