"""How good fused sentences are: ROUGE, coverage, repetition and length, side by side.

ROUGE alone rewards concatenation, so no single figure says whether a union is good (Hirsch et al.
2023, *Revisiting Sentence Union Generation as a Testbed for Text Consolidation*).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics.base import Scores, Stats
from spacy_paraphrase.metrics.rouge import rouge_l, rouge_n, rouge_su

_WORD = re.compile(r"\w+")
FIGURES = (
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
    """Fused sentences against reference sentences; all figures are means over pairs.

    `rouge_*` are F; `coverage` is the share of the reference's content words that the sentence has,
    `repeated` the share of its content words that repeat an earlier one, `length` its words per
    word of the reference, `compression_*` its length per length of the inputs. Words are
    lower-cased runs of letters and digits; content words are those of two letters or more that
    are no stop words.

    Args:
        stop_words: Words that are no content.
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

    stop_words: Collection[str]
    kind: str = "union"

    def __post_init__(self) -> None:
        if not self.stop_words:
            raise ParaphraseError("P207", name="stop_words", got=self.stop_words, expected="words")

    @property
    def name(self) -> str:
        """The name of the measure."""
        return "fusion"

    def stats(self, pred: Fused, gold: str) -> Stats:
        """Return the figures of one pair and a 1."""
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
            (len(content) - len(set(content))) / len(content) if content else 0.0,
            len(words) / len(reference) if reference else float(not words),
            _ratio(len(pred.text), sum(map(len, pred.inputs))),
            _ratio(len(words), sum(map(len, inputs))),
            float(pred.refused),
            1.0,
        )

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the means over pairs."""
        *figures, pairs = sums
        return {
            name: figure / pairs if pairs else None
            for name, figure in zip(FIGURES, figures, strict=True)
        }

    def signature(self) -> str:
        """Return what must be known to compare two figures."""
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


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
