"""What an expert is, what it reads, and the matrices that experts return."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from spacy.tokens import Token

FloatArray = npt.NDArray[np.float64]
Tokens: TypeAlias = Sequence[Token]
Expert: TypeAlias = Callable[[Tokens, Tokens], FloatArray]


# What equals nothing.
_NOTHING = ("", None)


class Words(list[Token]):
    """Tokens whose strings are looked up once, since every expert asks for them."""

    @cached_property
    def texts(self) -> list[str]:
        """The words as written."""
        return [token.text for token in self]

    @cached_property
    def lower(self) -> list[str]:
        """The words in lower case."""
        return [token.lower_ for token in self]

    @cached_property
    def lemmas(self) -> list[str]:
        """The lemmas as they are, "" where there are none."""
        return [token.lemma_ for token in self]

    @cached_property
    def pos(self) -> list[str]:
        """The parts of speech, "" where there are none."""
        return [token.pos_ for token in self]

    @cached_property
    def names(self) -> list[bool]:
        """Whether the words are names; where there are no parts of speech, capitals tell."""
        return [
            pos == "PROPN" if pos else bool(token.is_title and not token.is_sent_start)
            for token, pos in zip(self, self.pos, strict=True)
        ]

    @cached_property
    def stops(self) -> list[bool]:
        """Whether the words are function words."""
        return [token.is_stop for token in self]


def words_of(tokens: Tokens) -> Words:
    """Return the same tokens as `Words`."""
    return tokens if isinstance(tokens, Words) else Words(tokens)


def equal(source: Sequence[Hashable], target: Sequence[Hashable]) -> FloatArray:
    """Return 1 where two items are equal, else 0; shape (n, m). "" and None equal nothing.

    Example:
        >>> equal(["a", "", "b"], ["b", ""]).tolist()
        [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]
    """
    places: dict[Hashable, list[int]] = {}
    for j, item in enumerate(target):
        if item not in _NOTHING:
            places.setdefault(item, []).append(j)
    result: FloatArray = np.zeros((len(source), len(target)))
    if places:
        for i, item in enumerate(source):
            for j in places.get(item, ()):
                result[i, j] = 1.0
    return result


def cosines(source: npt.NDArray[np.floating], target: npt.NDArray[np.floating]) -> FloatArray:
    """Return the cosine of every row of one matrix with every row of another, 0 for a zero row.

    Args:
        source: Vectors, shape (n, d).
        target: Vectors, shape (m, d).
    """
    units = []
    for rows in (source, target):
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        units.append(np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0))
    return np.asarray(units[0] @ units[1].T, dtype=np.float64)
