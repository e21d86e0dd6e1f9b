"""Trees and their alignment, on plain arrays."""

from .assignment import assign, greedy
from .context import WordFeatures, align_words
from .grid import Grid
from .matching import match_trees
from .phrases import align_phrases
from .tree import Tree, tree_from_heads

__all__ = [
    "Grid",
    "Tree",
    "WordFeatures",
    "align_phrases",
    "align_words",
    "assign",
    "greedy",
    "match_trees",
    "tree_from_heads",
]
