"""One side of a pair as the aligners read it."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt
from spacy import symbols
from spacy.tokens import Span

from ..arrays import BoolArray, IntArray
from ..lexicon.strings import Words
from ..trees.tree import Tree, tree_from_heads
from ..trees.word_alignment import CONTENT, FUNCTION, PUNCTUATION, SPACE

# What is read of all tokens at once.
_ATTRIBUTES = ("HEAD", "POS", "TAG", "DEP", "ENT_TYPE", "LOWER", "LIKE_NUM")
_KINDS = {"IS_STOP": FUNCTION, "IS_PUNCT": PUNCTUATION, "IS_SPACE": SPACE}
_COLUMNS = {name: k for k, name in enumerate((*_ATTRIBUTES, *_KINDS))}
_IDS = [getattr(symbols, name) for name in _COLUMNS]
# Parts of speech that can stand for each other: the codes of the others as that of the first.
_CLASSES = ("NOUN PROPN", "VERB AUX", "ADP SCONJ PART", "ADV INTJ")
_CLASS_OF = np.arange(1 + symbols.SPACE)
for _first, *_others in map(str.split, _CLASSES):
    _CLASS_OF[[getattr(symbols, name) for name in _others]] = getattr(symbols, _first)


class Side:
    """The tokens of one side, its dependency tree, and what is derived from them.

    Args:
        span: One span of `doc.spans["pair"]`.
    """

    def __init__(self, span: Span) -> None:
        self.span = span
        self.tokens = Words(span)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def _attributes(self) -> npt.NDArray[np.int64]:
        # Heads are offsets and may be negative.
        every = self.span.doc.to_array(_IDS)
        return np.asarray(every[self.span.start : self.span.end].astype(np.int64).T)

    def attribute(self, name: str) -> IntArray:
        """Return a token attribute of spaCy by its name, one of those read; shape (n,)."""
        row: IntArray = self._attributes[_COLUMNS[name]]
        return row

    @cached_property
    def parsed(self) -> bool:
        """Whether a parser saw this side."""
        return bool(self.attribute("DEP").any())

    @cached_property
    def tree(self) -> Tree:
        """The dependency tree over the tokens, with a virtual root over several sentences."""
        return tree_from_heads((np.arange(len(self)) + self.attribute("HEAD")).tolist())

    @cached_property
    def heads(self) -> IntArray:
        """Head of each token, -1 for a root."""
        n = len(self)
        heads = self.tree.heads[:n]
        return np.where(heads < n, heads, -1)

    @cached_property
    def kinds(self) -> IntArray:
        """CONTENT, FUNCTION, PUNCTUATION or SPACE for each token."""
        kinds = np.full(len(self), CONTENT)
        for name, kind in _KINDS.items():
            kinds[self.attribute(name) > 0] = kind
        return kinds

    @cached_property
    def classes(self) -> IntArray:
        """Coarse part of speech of each token as a number, 0 where there is none; shape (n,)."""
        return _CLASS_OF[self.attribute("POS")]

    @cached_property
    def names(self) -> BoolArray:
        """Whether each token is a name or a number: another one means something else."""
        pos = self.attribute("POS")
        is_name = (pos == symbols.PROPN) | (pos == symbols.NUM)
        return np.asarray(is_name | (self.attribute("LIKE_NUM") > 0))

    @cached_property
    def words(self) -> list[str]:
        """The lower-cased words."""
        return self.tokens.lower

    @cached_property
    def lemmas(self) -> list[str]:
        """The lower-cased lemmas; the words where there are none."""
        strings = zip(self.tokens.lemmas, self.words, strict=True)
        return [lemma.lower() or word for lemma, word in strings]

    @cached_property
    def _read(self) -> list[list[int]]:
        """The words of the subtree of each node, white space left out, in order."""
        order, n = self.tree.order.tolist(), len(self)
        left_out = {n, *np.flatnonzero(self.kinds == SPACE).tolist()}
        bounds = zip(self.tree.first[:n].tolist(), self.tree.place[:n].tolist(), strict=True)
        return [
            sorted([i for i in order[start : end + 1] if i not in left_out])
            for start, end in bounds
        ]

    def size(self, node: int) -> int:
        """Return how many words the subtree of a node has, white space left out."""
        return len(self._read[node])

    def reading(self, node: int, of: list[str]) -> tuple[str, ...]:
        """Return what the subtree of a node reads, in terms of `words` or `lemmas`."""
        return tuple([of[i] for i in self._read[node]])

    def yields(self, of: list[str]) -> list[tuple[str, ...]]:
        """Return the reading of every node."""
        return [self.reading(node, of) for node in range(len(self))]
