"""One side of a pair as the aligners read it."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from spacy.tokens import Span, Token

from ..trees.context import CONTENT, FUNCTION, PUNCTUATION, SPACE, BoolArray, IntArray
from ..trees.tree import Tree, tree_from_heads

# Parts of speech that can stand for each other.
_CLASSES = ("NOUN PROPN", "VERB AUX", "ADP SCONJ PART", "ADV INTJ")
_CLASS_OF = {pos: names.split()[0] for names in _CLASSES for pos in names.split()}


class Side:
    """The tokens of one side, its dependency tree, and what is derived from them.

    Args:
        span: One span of `doc.spans["pair"]`.
    """

    def __init__(self, span: Span) -> None:
        self.span = span
        self.tokens: list[Token] = list(span)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def parsed(self) -> bool:
        """Whether a parser saw this side."""
        return any(token.dep for token in self.tokens)

    @cached_property
    def tree(self) -> Tree:
        """The dependency tree over the tokens, with a virtual root over several sentences."""
        return tree_from_heads([token.head.i - self.span.start for token in self.tokens])

    @cached_property
    def heads(self) -> IntArray:
        """Head of each token, -1 for a root."""
        n = len(self)
        heads = self.tree.heads[:n]
        return np.where(heads < n, heads, -1)

    @cached_property
    def kinds(self) -> IntArray:
        """CONTENT, FUNCTION, PUNCTUATION or SPACE for each token."""
        return np.array([_kind(token) for token in self.tokens])

    @cached_property
    def classes(self) -> list[str]:
        """Coarse part of speech of each token, "" where there is none."""
        return [_CLASS_OF.get(token.pos_, token.pos_) for token in self.tokens]

    @cached_property
    def names(self) -> BoolArray:
        """Whether each token is a name or a number: another one means something else."""
        return np.array([token.pos_ in ("PROPN", "NUM") or token.like_num for token in self.tokens])

    @cached_property
    def words(self) -> list[str]:
        """The lower-cased words."""
        return [token.lower_ for token in self.tokens]

    @cached_property
    def lemmas(self) -> list[str]:
        """The lower-cased lemmas; the words where there are none."""
        return [token.lemma_.lower() or token.lower_ for token in self.tokens]

    def reading(self, node: int, of: list[str]) -> tuple[str, ...]:
        """Return what the subtree of a node reads, in terms of `words` or `lemmas`."""
        kinds = self.kinds
        return tuple(of[i] for i in self.tree.subtree(node) if kinds[i] != SPACE)

    def yields(self, of: list[str]) -> list[tuple[str, ...]]:
        """Return the reading of every node."""
        return [self.reading(node, of) for node in range(len(self))]


def _kind(token: Token) -> int:
    if token.is_space:
        return SPACE
    if token.is_punct:
        return PUNCTUATION
    return FUNCTION if token.is_stop else CONTENT
