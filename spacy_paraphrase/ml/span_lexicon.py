"""Which known words a pair of units shares, and which only one of them has.

What a difference is worth depends on the word: without "Bulb" a bulb is the same, without "white" a
horse is another one. The words are those that often make the difference in the training data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ..components.side import Side
from ..trees.context import PUNCTUATION
from .table import FeatureTable

Words = frozenset[str]
# A word must have made a difference that often.
LEAST = 4


def unit_words(side: Side, units: Sequence[Sequence[int]]) -> list[Words]:
    """Return the lemmas of each unit, lower-cased, punctuation left out."""
    lemmas, kinds = side.lemmas, side.kinds
    return [frozenset(lemmas[i] for i in unit if kinds[i] < PUNCTUATION) for unit in units]


def frequent_words(linked: Iterable[tuple[Words, Words]], size: int) -> list[str]:
    """Return the words that most often stand on one side only of a link.

    Args:
        linked: The words of units that are linked.
        size: How many words to return at most.

    Example:
        >>> a, b = frozenset({"white", "horse"}), frozenset({"horse"})
        >>> frequent_words([(a, b)] * 4, size=10)
        ['white']
    """
    counts = Counter(word for one, other in linked for word in one ^ other)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [word for word, count in ranked[:size] if count >= LEAST]


def lexicon_features(
    source: Sequence[Words], target: Sequence[Words], words: Sequence[str]
) -> FeatureTable:
    """Return 0 or 1 for every word: in the source unit alone, in the target unit alone, in both.

    Args:
        source: Words of u source units.
        target: Words of v target units.
        words: The words that are known.

    Returns:
        Table of shape (u, v, 3 · words), group "lexicon".

    Example:
        >>> table = lexicon_features([frozenset({"a", "cat"})], [frozenset({"cat"})], ["a", "cat"])
        >>> [name for name, value in zip(table.names, table.values[0, 0]) if value]
        ['lexicon.source.a', 'lexicon.both.cat']
    """
    places = {word: k for k, word in enumerate(words)}
    rows, columns = _known(source, places), _known(target, places)
    values = np.empty((len(source), len(target), 3, len(words)), np.float32)
    np.multiply(rows[:, None], 1.0 - columns[None], out=values[:, :, 0])
    np.multiply(1.0 - rows[:, None], columns[None], out=values[:, :, 1])
    np.multiply(rows[:, None], columns[None], out=values[:, :, 2])
    return FeatureTable(lexicon_names(words), values.reshape(len(source), len(target), -1))


def lexicon_names(words: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the features of `lexicon_features`."""
    return tuple(f"lexicon.{who}.{w}" for who in ("source", "target", "both") for w in words)


def _known(units: Sequence[Words], places: Mapping[str, int]) -> np.typing.NDArray[np.float32]:
    found = np.zeros((len(units), len(places)), np.float32)
    for row, words in zip(found, units, strict=True):
        row[[places[word] for word in words if word in places]] = 1.0
    return found
