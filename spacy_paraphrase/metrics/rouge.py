"""ROUGE over word lists: Lin 2004, and the form normalised by length.

All functions compare words as they are given: lower-case them first where case shall not count. A
side without words, or without n-grams, scores 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from spacy_paraphrase.metrics.base import harmonic


class Rouge(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f: float


def rouge_n(candidate: Sequence[str], reference: Sequence[str], n: int) -> Rouge:
    """Return ROUGE-n: n-grams in common, each counted as often as the rarer side has it.

    Example:
        >>> rouge_n("a b c d".split(), "a e c d".split(), 1).f
        0.75
    """
    return _clipped(_ngrams(candidate, n), _ngrams(reference, n))


def rouge_l(candidate: Sequence[str], reference: Sequence[str]) -> Rouge:
    """Return ROUGE-L: the longest common subsequence. Cost grows with the product of lengths.

    Example:
        >>> rouge_l("c d a b".split(), "a b c d".split()).f
        0.5
    """
    return _rouge(common_subsequence(candidate, reference), len(candidate), len(reference))


def rouge_su(candidate: Sequence[str], reference: Sequence[str], gap: int = 4) -> Rouge:
    """Return ROUGE-SU: words, and ordered pairs of words with at most `gap` words between them.

    Example:
        >>> rouge_su("a b c d".split(), "a e c d".split()).f
        0.6
    """
    return _clipped(_skip_grams(candidate, gap), _skip_grams(reference, gap))


def normalised_rouge(value: float, candidate: Sequence[str], reference: Sequence[str]) -> float:
    """Return a ROUGE value over the mean length of both sides, 0 if both are empty.

    Krahmer, Marsi and van Pelt 2008 normalise by length without a formula; this is ours.

    Example:
        >>> normalised_rouge(0.75, "a b c d".split(), "a e c d".split())
        0.1875
    """
    length = (len(candidate) + len(reference)) / 2
    return value / length if length else 0.0


def common_subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for word in one:
        diagonal = 0
        for j, another in enumerate(other, 1):
            above = row[j]
            row[j] = diagonal + 1 if word == another else max(above, row[j - 1])
            diagonal = above
    return row[-1]


def _ngrams(words: Sequence[str], n: int) -> Counter[Hashable]:
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def _skip_grams(words: Sequence[str], gap: int) -> Counter[Hashable]:
    counts: Counter[Hashable] = Counter(words)
    for i, word in enumerate(words):
        counts.update((word, later) for later in words[i + 1 : i + gap + 2])
    return counts


def _clipped(one: Counter[Hashable], other: Counter[Hashable]) -> Rouge:
    shared = sum((one & other).values())
    return _rouge(shared, sum(one.values()), sum(other.values()))


def _rouge(shared: int, candidate: int, reference: int) -> Rouge:
    precision = shared / candidate if candidate else 0.0
    recall = shared / reference if reference else 0.0
    return Rouge(precision, recall, harmonic(precision, recall))
