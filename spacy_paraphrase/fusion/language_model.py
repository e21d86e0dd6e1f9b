"""A small language model over parts of speech and frequent words.

Barzilay and McKeown 2005 rank the traversals of a fusion tree by an n-gram model; Marsi and Krahmer
2005, section 5.3, found word trigrams too weak a judge. So this one only has a say among others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Token

from ..lexicon.store import existing, pack, unpack, write
from ..registry import registered

KIND = b"trigrams "
START, END = "<s>", "</s>"
# Words that stand for themselves; of the others only the tag counts.
N_WORDS = 300
ENGLISH = Path(__file__).parent / "data" / "en.trigrams"
Gram = tuple[str, str, str]


class LanguageModel(Protocol):
    """What the ranker asks of a language model; one of kenlm is wrapped in three lines."""

    def score(self, tokens: Sequence[Token]) -> float:
        """Return the mean natural logarithm of the probability of each token after those before."""


class TagTrigrams:
    """Trigrams over frequent words and, for the rest, part-of-speech tags.

    Smoothed after Witten and Bell 1991: a history of n tokens with t different successors leaves
    t / (n + t) to the shorter history.

    Args:
        counts: How often each trigram of symbols was seen.
        words: The words that are symbols of their own.

    Example:
        >>> TagTrigrams.count([["the", "NN", "VBZ"]], {"the"}).counts["the", "NN", "VBZ"]
        1
    """

    def __init__(self, counts: Counter[Gram], words: Iterable[str]) -> None:
        self.counts = counts
        self.words = frozenset(words)
        self._tables: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        self._histories: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        self._followers: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        for gram, n in counts.items():
            for k, table in enumerate(self._tables):
                table[gram[2 - k :]] += n
                self._histories[k][gram[2 - k : 2]] += n
        for k, table in enumerate(self._tables):
            self._followers[k].update(part[:-1] for part in table)

    @classmethod
    def count(cls, sentences: Iterable[Sequence[str]], words: Iterable[str]) -> TagTrigrams:
        """Return the model of sentences that are given as symbols."""
        counts: Counter[Gram] = Counter()
        for symbols in sentences:
            row = (START, START, *symbols, END)
            counts.update(zip(row, row[1:], row[2:], strict=False))
        return cls(counts, words)

    def symbol(self, token: Token) -> str:
        """Return the word if it is frequent, else its tag."""
        return token.lower_ if token.lower_ in self.words else token.tag_

    def score(self, tokens: Sequence[Token]) -> float:
        """Return the mean log probability of the tokens and of the end."""
        row = (START, START, *(self.symbol(t) for t in tokens if not t.is_space), END)
        grams = list(zip(row, row[1:], row[2:], strict=False))
        return sum(math.log(_kept(self, gram)) for gram in grams) / len(grams)

    def _probability(self, gram: Gram) -> float:
        probability = 1 / (N_WORDS + 50)  # of anything, before anything is seen
        for k in range(3):
            history = gram[2 - k : 2]
            seen = self._histories[k].get(history)
            if not seen:
                break  # nor has a longer one been seen
            kinds = self._followers[k][history]
            share = self._tables[k].get(gram[2 - k :], 0) + kinds * probability
            probability = share / (seen + kinds)
        return probability

    def to_disk(self, path: Path | str) -> None:
        """Write the model."""
        symbols = sorted({symbol for gram in self.counts for symbol in gram})
        number = {symbol: i for i, symbol in enumerate(symbols)}
        grams = sorted(self.counts)
        arrays: dict[str, NDArray[Any]] = {
            "grams": np.array([[number[s] for s in gram] for gram in grams], dtype=np.uint16),
            "counts": np.array([self.counts[gram] for gram in grams], dtype=np.uint32),
        }
        meta = {"symbols": symbols, "words": sorted(self.words)}
        write(path, pack(KIND, meta, arrays))

    @classmethod
    def from_disk(cls, path: Path | str) -> TagTrigrams:
        """Read a model.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        meta, arrays = unpack(KIND, existing(path).read_bytes(), str(path))
        symbols = meta["symbols"]
        counts: Counter[Gram] = Counter()
        for (a, b, c), n in zip(arrays["grams"].tolist(), arrays["counts"].tolist(), strict=True):
            counts[symbols[a], symbols[b], symbols[c]] = n
        return cls(counts, meta["words"])


@lru_cache(maxsize=1 << 14)
def _kept(model: TagTrigrams, gram: Gram) -> float:
    """Return the probability of a trigram; most of those of a text were there before."""
    return model._probability(gram)


@registered("TagTrigrams.v1")
def make_tag_trigrams(path: str | None = None) -> LanguageModel:
    """Return the trigram model in a file, by default the English one of the package."""
    return _read(str(path or ENGLISH))


@lru_cache(maxsize=4)
def _read(path: str) -> TagTrigrams:
    return TagTrigrams.from_disk(path)
