"""Units of one side as arrays: their words, structure and position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..analysis.sentence import Sentence
from ..jobs.arrays import BoolArray, FloatArray, IntArray
from ..trees.word_alignment import CONTENT, PUNCTUATION

Features = dict[str, npt.NDArray[np.generic]]

# Types of units, by the part of speech of the syntactic head.
TYPES = {
    "noun": ("NOUN", "PROPN", "PRON"),
    "verb": ("VERB", "AUX"),
    "adposition": ("ADP", "SCONJ", "PART"),
    "adjective": ("ADJ",),
    "adverb": ("ADV", "INTJ"),
    "number": ("NUM",),
    "punctuation": ("PUNCT", "SYM", "SPACE"),
    "other": ("DET", "CCONJ", "X", ""),
}
# Kinds of words that one unit may have and the other may lack.
WORDS = {
    "name": ("PROPN",),
    "noun": ("NOUN",),
    "verb": ("VERB",),
    "adjective": ("ADJ", "ADV"),
    "number": ("NUM",),
    "function": ("ADP", "DET", "AUX", "PART", "CCONJ", "SCONJ", "PRON"),
}
# Factor on the weight of function words.
FUNCTION_SHARE = 0.3


class Units:
    """The units of one side.

    Args:
        side: The sentence, n tokens.
        units: The token indices of each unit, in order; not empty. Units may overlap, and they may
            have gaps.
        weights: The weight of each token, shape (n,).
    """

    def __init__(self, side: Sentence, units: Sequence[Sequence[int]], weights: FloatArray) -> None:
        self.side = side
        self.units = [list(unit) for unit in units]
        self.members = np.zeros((len(units), len(side)))
        for row, unit in zip(self.members, self.units, strict=True):
            row[unit] = 1.0
        self.weights = weights

    def __len__(self) -> int:
        return len(self.units)

    @cached_property
    def flat(self) -> IntArray:
        """The concatenated token indices of all units."""
        return np.array([i for unit in self.units for i in unit], dtype=np.int64)

    @cached_property
    def starts(self) -> IntArray:
        """The offset of each unit in `flat`."""
        sizes = [len(unit) for unit in self.units]
        return np.cumsum([0, *sizes[:-1]], dtype=np.int64)

    @cached_property
    def shares(self) -> FloatArray:
        """The share of each token in the weight of each unit (row sums are 1); shape (units, n)."""
        weighted = self.members * (self.weights + 1e-3)
        return np.asarray(weighted / weighted.sum(1, keepdims=True))

    @cached_property
    def heads(self) -> IntArray:
        """The head of each unit: its first token, not punctuation, with a head outside the unit."""
        outer = self.side.head_array
        found = []
        for unit in self.units:
            inside = set(unit)
            roots = [i for i in unit if int(outer[i]) not in inside]
            kinds = self.side.kinds
            roots = [i for i in roots if kinds[i] < PUNCTUATION] or roots or unit
            found.append(roots[0])
        return np.array(found, dtype=np.int64)

    @cached_property
    def content_heads(self) -> IntArray:
        """The head of each unit or, if it is a function word, the highest content word below it."""
        heads, kinds = self.side.head_array, self.side.kinds
        found = []
        for unit, head in zip(self.units, self.heads.tolist(), strict=True):
            content = [i for i in unit if kinds[i] == CONTENT]
            if kinds[head] == CONTENT or not content:
                found.append(head)
                continue
            inside = set(content)
            tops = [i for i in content if int(heads[i]) not in inside]
            found.append((tops or content)[-1])
        return np.array(found, dtype=np.int64)

    @cached_property
    def governors(self) -> IntArray:
        """The head of each unit's head, n if there is none."""
        outer = self.side.head_array[self.heads]
        return np.where(outer >= 0, outer, len(self.side))

    @cached_property
    def children(self) -> FloatArray:
        """1 for tokens outside a unit that depend on a token of it, else 0; shape (units, n)."""
        n = len(self.side)
        governs = np.zeros((n + 1, n))
        governs[self.side.head_array, np.arange(n)] = 1.0
        governs[n] = 0.0
        below = self.members @ governs[:n]
        return below * (1.0 - self.members)

    @cached_property
    def annotations(self) -> npt.NDArray[np.uint64]:
        """Part of speech, tag, dependency label and entity type of each token; shape (n, 4)."""
        names = ("POS", "TAG", "DEP", "ENT_TYPE")
        return np.array([self.side.attribute(name) for name in names]).T.astype(np.uint64)

    @cached_property
    def types(self) -> FloatArray:
        """1 for the type (of `TYPES`) of each unit, else 0; shape (units, types)."""
        tags = [self.side.pos[i] for i in self.heads.tolist()]
        return np.array([[float(tag in tags_) for tags_ in TYPES.values()] for tag in tags])

    @cached_property
    def kinds(self) -> FloatArray:
        """1 for the kinds (of `WORDS`) of each token, else 0; shape (kinds, n)."""
        return np.array([[float(tag in tags) for tag in self.side.pos] for tags in WORDS.values()])

    @cached_property
    def first(self) -> IntArray:
        """First token of each unit."""
        return np.array([unit[0] for unit in self.units], dtype=np.int64)

    @cached_property
    def last(self) -> IntArray:
        """Last token of each unit."""
        return np.array([unit[-1] for unit in self.units], dtype=np.int64)

    @cached_property
    def sizes(self) -> FloatArray:
        """Number of tokens of each unit."""
        return np.asarray(self.members.sum(1))

    @cached_property
    def mass(self) -> FloatArray:
        """The sum of the token weights of each unit."""
        return self.members @ self.weights

    @cached_property
    def disjoint(self) -> BoolArray:
        """Whether two units share no token; shape (units, units)."""
        return np.asarray(self.members @ self.members.T == 0)

    def reading(self, of: list[str], kind: int | None = None) -> list[tuple[str, ...]]:
        """Return the strings of the tokens of each unit, without punctuation.

        Args:
            of: A string for each token of the sentence.
            kind: Return only tokens of this kind, sorted and without duplicates; by default all.
        """
        kinds = self.side.kinds
        if kind is None:
            return [tuple(of[i] for i in u if kinds[i] < PUNCTUATION) for u in self.units]
        return [tuple(sorted({of[i] for i in u if kinds[i] == kind})) for u in self.units]
