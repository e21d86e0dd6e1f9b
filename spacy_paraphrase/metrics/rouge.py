"""Measures of fused sentences: ROUGE, coverage, repetition and length.

ROUGE alone rewards concatenation, so no single figure says whether a union is good (Hirsch et al.
2023, *Revisiting Sentence Union Generation as a Testbed for Text Consolidation*).

The ROUGE functions (Lin 2004, *ROUGE: a package for automatic evaluation of summaries*) compare
words as given: convert them to lower case first to ignore case. A side without words or n-grams
scores 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

from rapidfuzz.distance import LCSseq

from ..errors import ParaphraseError
from .measures import Scores, Stats, harmonic, means, share

NGrams: TypeAlias = Counter[tuple[str, ...]]
_WORD = re.compile(r"\w+")
SCORES = (
    *("rouge_1", "rouge_2", "rouge_l", "rouge_su4", "coverage", "repeated", "length"),
    *("compression_characters", "compression_words", "refused"),
)


class Fused(NamedTuple):
    """A predicted fusion.

    Attributes:
        text: The sentence.
        inputs: The sentences it was made of.
        refused: Whether the system made none, and `text` is what stands in for it.
    """

    text: str
    inputs: tuple[str, ...]
    refused: bool = False


@dataclass(frozen=True)
class FusionMeasure:
    """Fused sentences against reference sentences; all scores are means over pairs.

    `rouge_*` are F; `coverage` is the share of the reference's content words that the sentence has,
    `repeated` the share of its content words that repeat an earlier one, `length` its words per
    word of the reference, `compression_*` its length per length of the inputs. Words are
    lower-cased runs of letters and digits; content words have at least two letters and are not stop
    words.

    Args:
        stop_words: The stop words.
        kind: What kind of fusion is measured, for the signature.

    Raises:
        ParaphraseError: P207 if there are no stop words.

    Example:
        >>> from spacy_paraphrase.metrics import evaluate
        >>> measure = FusionMeasure({"a", "the", "on"})
        >>> fused = Fused("A cat sleeps on the mat.", ("A cat sleeps.", "It is on the mat."))
        >>> scores = evaluate(measure, [fused], ["The cat sleeps on the red mat."]).scores
        >>> scores["coverage"], scores["repeated"], round(scores["rouge_l"], 2)
        (0.75, 0.0, 0.77)
    """

    name: ClassVar = "fusion"
    stop_words: Collection[str]
    kind: str = "union"

    def __post_init__(self) -> None:
        if not self.stop_words:
            raise ParaphraseError("P207", name="stop_words", got=self.stop_words, expected="words")

    def stats(self, pred: Fused, gold: str) -> Stats:
        """Return the scores of one pair and a 1."""
        words, reference = split(pred.text), split(gold)
        content = self._content(words)
        wanted = set(self._content(reference))
        inputs = [split(text) for text in pred.inputs]
        return (
            rouge_n(words, reference, 1).f,
            rouge_n(words, reference, 2).f,
            rouge_l(words, reference).f,
            rouge_su(words, reference).f,
            len(wanted.intersection(content)) / len(wanted) if wanted else 1.0,
            share(len(content) - len(set(content)), len(content)),
            len(words) / len(reference) if reference else float(not words),
            share(len(pred.text), sum(map(len, pred.inputs))),
            share(len(words), sum(map(len, inputs))),
            float(pred.refused),
            1.0,
        )

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the means over pairs."""
        return means(SCORES, sums)

    def signature(self) -> str:
        """Return what must be known to compare two numbers."""
        stop = f"stop:{len(self.stop_words)}"
        return f"fusion|kind:{self.kind}|words:alphanumeric|case:lower|{stop}|avg:macro|v:1"

    def _content(self, words: Sequence[str]) -> list[str]:
        return [word for word in words if len(word) > 1 and word not in self.stop_words]


def split(text: str) -> list[str]:
    """Return the lower-cased words of a text.

    Example:
        >>> split("The U.S. won 3-1.")
        ['the', 'u', 's', 'won', '3', '1']
    """
    return _WORD.findall(text.lower())


class Rouge(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f: float


def rouge_n(candidate: Sequence[str], reference: Sequence[str], n: int) -> Rouge:
    """Return ROUGE-n: shared n-grams, with the smaller of the two counts of each.

    Example:
        >>> rouge_n("a b c d".split(), "a e c d".split(), 1).f
        0.75
    """
    return _clipped(ngram_counts(candidate, n), ngram_counts(reference, n))


def rouge_l(candidate: Sequence[str], reference: Sequence[str]) -> Rouge:
    """Return ROUGE-L: the longest common subsequence. Cost grows with the product of lengths.

    Example:
        >>> rouge_l("c d a b".split(), "a b c d".split()).f
        0.5
    """
    return _rouge(LCSseq.similarity(candidate, reference), len(candidate), len(reference))


def rouge_su(candidate: Sequence[str], reference: Sequence[str], gap: int = 4) -> Rouge:
    """Return ROUGE-SU: words, and ordered pairs of words with at most `gap` words between them.

    Example:
        >>> rouge_su("a b c d".split(), "a e c d".split()).f
        0.6
    """
    return _clipped(_skip_grams(candidate, gap), _skip_grams(reference, gap))


def ngram_counts(words: Sequence[str], n: int) -> NGrams:
    """Return how often words have each n-gram.

    Example:
        >>> ngram_counts("a b a b".split(), 2)[("a", "b")]
        2
    """
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def _skip_grams(words: Sequence[str], gap: int) -> Counter[Hashable]:
    counts: Counter[Hashable] = Counter(words)
    for i, word in enumerate(words):
        counts.update((word, later) for later in words[i + 1 : i + gap + 2])
    return counts


def _clipped(one: Counter[Any], other: Counter[Any]) -> Rouge:
    return _rouge((one & other).total(), one.total(), other.total())


def _rouge(shared: int, candidate: int, reference: int) -> Rouge:
    precision, recall = share(shared, candidate), share(shared, reference)
    return Rouge(precision, recall, harmonic(precision, recall))
