"""Measures of rewritten sentences: similarity to references, length and readability.

The rate is the length of the output divided by that of the source; higher is longer. Systems can be
compared only at the same rate: `fixed_rate`.

Papers: Napoles 2018, *Monolingual sentence rewriting as machine translation* (rates, PRECIS);
Riezler, King, Crouch and Zaenen 2003, *Statistical sentence
condensation* (grammatical relations); Madnani, Burstein, Sabatini and O'Reilly 2013, *Automated
scoring of a summary writing task* (copying); Madnani, Tetreault and Chodorow 2012, *Exploring
grammatical error correction with not-so-crummy machine translation* (success, draw, failure).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import exp
from statistics import fmean
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from ..analysis.sentence import Sentence
from ..checked import checked
from ..errors import ParaphraseError
from .measures import Scores, Stats, means, pooled_prf, prf_keys, share
from .ngrams import (
    N_STATS,
    SariVariant,
    Smoothing,
    Words,
    bleu_score,
    bleu_stats,
    gleu_score,
    gleu_stats,
    ibleu_score,
    sari,
)
from .readability import fkbleu, grade_counts, grade_of_counts, syllable_method
from .rouge import ngram_counts

Unit: TypeAlias = Literal["char", "token"]
Split: TypeAlias = Callable[[str], Sequence[str]]
Outcome: TypeAlias = Literal["success", "draw", "failure"]

# Words of the shortest run that counts as copied.
COPIED = 3
_PRECIS_DECAY = 10.0


class Rewritten(NamedTuple):
    """A sentence and its rewrite by a system.

    Attributes:
        source: The sentence.
        output: The rewritten one.
        refused: Whether the system refused, and `output` is a replacement.
    """

    source: str
    output: str
    refused: bool = False


# -- Lengths ---------------------------------------------------------------------------------------


@checked()
def compression_rate(source: str | Words, output: str | Words) -> float | None:
    """Return the ratio of output length to source length; None for an empty source.

    Args:
        source: A text, measured in characters including spaces; or a list of words.
        output: Likewise.

    Example:
        >>> compression_rate("He left early.", "He left."), compression_rate([], ["left"])
        (0.5714285714285714, None)
    """
    return len(output) / len(source) if source else None


def length_penalty(rate: float, target: float, decay: float = _PRECIS_DECAY) -> float:
    """Return the factor of PRECIS for outputs that are too long, 1 for no penalty.

    Example:
        >>> [round(length_penalty(rate, 0.5), 5) for rate in (0.45, 0.55, 0.6, 1.0)]
        [1.0, 0.60653, 0.36788, 0.00674]
    """
    return exp(decay * min(0.0, target - rate))


@checked()
def precis(bleu: float, rate: float, target: float, decay: float = _PRECIS_DECAY) -> float:
    """Return PRECIS: BLEU with a penalty for outputs longer than the target rate.

    Args:
        bleu: BLEU of the output against the references (`ngrams.bleu`).
        rate: Its rate (`compression_rate`).
        target: The greatest rate without a penalty.
        decay: How fast the penalty grows.
    """
    return bleu * length_penalty(rate, target, decay)


class Copying(NamedTuple):
    """The amount of text copied from the source in runs of words.

    Attributes:
        of_output: Share of output words in such runs.
        of_source: Ratio of these words to the words of the source.
        longest: Words of the longest run.
    """

    of_output: float
    of_source: float
    longest: int


@checked()
def copying(source: Words, output: Words, least: int = COPIED) -> Copying:
    """Return how much of an output is copied from its source in runs, in any order.

    Args:
        source: Words of the source.
        output: Words of the output.
        least: Words of the shortest run that counts.

    Example:
        >>> copying("a b c d e f".split(), "a b c y e f".split())
        Copying(of_output=0.5, of_source=0.5, longest=3)
    """
    given = ngram_counts(source, least)
    copied: set[int] = set()
    for j in range(len(output) - least + 1):
        if tuple(output[j : j + least]) in given:
            copied.update(range(j, j + least))
    match = SequenceMatcher(None, source, output, autojunk=False).find_longest_match()
    of_output, of_source = (share(len(copied), len(side)) for side in (output, source))
    return Copying(of_output, of_source, match.size)


# -- Measures --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RewritingMeasure:
    """Score rewritten sentences by similarity to references: BLEU, iBLEU, GLEU and SARI.

    Words are lower-cased. BLEU and GLEU are those of the corpus, SARI is the mean over sentences.
    With several references, GLEU uses the mean of their statistics, the expectation of random
    choices of one reference (as in `ngrams.gleu_corpus`).

    Attributes:
        alpha: Weight of the similarity to the references in iBLEU.
        smooth: "exp" or "none" (`ngrams.bleu_score`).
        variant: "script" or "paper" (`ngrams.sari`).
        split: Gives the words of a text.
        split_by: What that is called in the signature.

    Example:
        >>> from spacy_paraphrase.metrics import evaluate
        >>> pred = Rewritten("the cat sit on mat .", "the cat sits on the mat .")
        >>> scores = evaluate(RewritingMeasure(), [pred], [["the cat sits on the mat ."]]).scores
        >>> scores["bleu"], scores["gleu"], round(scores["sari"], 4)
        (1.0, 1.0, 0.8333)
    """

    name: ClassVar = "rewrite"
    alpha: float = 0.9
    smooth: Smoothing = "exp"
    variant: SariVariant = "script"
    split: Split = str.split
    split_by: str = "blanks"

    def stats(self, pred: Rewritten, gold: Sequence[str]) -> Stats:
        """Return the statistics of BLEU to both sides, of GLEU, SARI, and how many pairs.

        Args:
            pred: The sentence and what became of it.
            gold: References, at least one.

        Raises:
            ParaphraseError: P207 without references.
        """
        if not gold or isinstance(gold, str):
            raise ParaphraseError("P207", name="references", got=gold, expected="a list of texts")
        source, output, *wanted = (self.split(t.lower()) for t in (pred.source, pred.output, *gold))
        drawn = [gleu_stats(source, output, reference) for reference in wanted]
        return (
            *bleu_stats(output, wanted),
            *bleu_stats(output, [source]),
            *(fmean(column) for column in zip(*drawn, strict=True)),
            *sari(source, output, wanted, self.variant),
            1.0,
        )

    def score(self, sums: Sequence[float]) -> Scores:
        """Return `sari` with its parts, `gleu`, `bleu`, `ibleu` and `bleu_source`."""
        to_references, to_source, gained, parts = (
            sums[start : start + N_STATS] for start in range(0, len(sums), N_STATS)
        )
        first, second = (bleu_score(each, self.smooth) for each in (to_references, to_source))
        return means(("sari", "sari_keep", "sari_delete", "sari_add"), parts) | {
            "gleu": gleu_score(gained),
            "bleu": first,
            "ibleu": ibleu_score(first, second, self.alpha),
            "bleu_source": second,
        }

    def signature(self) -> str:
        """Return what must be known to compare two numbers."""
        settings = f"alpha:{self.alpha:g}|smooth:{self.smooth}|sari:{self.variant}"
        return f"rewrite|{settings}|gleu:released|refs:mean|words:{self.split_by}|case:lower|v:1"


@dataclass(frozen=True)
class CompressionMeasure:
    """Score compressions: rates, PRECIS, copying, refusals.

    Attributes:
        target: The rate that PRECIS asks for.
        decay: How fast its penalty grows.
        unit: Whether PRECIS counts characters ("char") or words ("token").
        smooth: See `RewritingMeasure`.
        split: Gives the words of a text.
        split_by: What that is called in the signature.

    Example:
        >>> from spacy_paraphrase.metrics import evaluate
        >>> pred = Rewritten("He left early .", "He left .")
        >>> scores = evaluate(CompressionMeasure(), [pred], [["He left ."]]).scores
        >>> scores["rate_chars"], scores["rate_words"], scores["unchanged"]
        (0.6, 0.75, 0.0)
    """

    name: ClassVar = "compression"
    target: float = 0.7
    decay: float = _PRECIS_DECAY
    unit: Unit = "char"
    smooth: Smoothing = "exp"
    split: Split = str.split
    split_by: str = "blanks"

    def stats(self, pred: Rewritten, gold: Sequence[str]) -> Stats:
        """Return the sums of one pair; one with an empty source counts for nothing but itself.

        Args:
            pred: The sentence and what became of it.
            gold: References, if there are any.
        """
        source, output = (self.split(text.lower()) for text in pred[:2])
        found = copying(source, output)
        by_chars = compression_rate(pred.source, pred.output)
        by_words = compression_rate(source, output)
        return (
            by_chars or 0.0,
            by_words or 0.0,
            *(float(len(text)) for text in (pred.output, pred.source, output, source)),
            float(by_chars is not None),
            float(pred.source == pred.output),
            found.of_output,
            float(pred.refused),
            *bleu_stats(output, [self.split(text.lower()) for text in gold]),
            1.0,
        )

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the rates, as mean of ratios and as ratio of sums, and what goes with them.

        Returns:
            `rate_*`; `precis`, None without references; `unchanged`, the share of outputs that are
            their source; `copied`, how much of an output is copied in runs of three words or more;
            `covered`, the share of inputs with an output.
        """
        chars, words, *lengths, rated, unchanged, copied, refused = sums[:10]
        pairs, counts = sums[-1], sums[10:-1]
        rate_chars, rate_words = (total / rated if rated else None for total in (chars, words))
        rate = rate_chars if self.unit == "char" else rate_words
        scored = None
        if rate is not None and counts[1]:
            scored = precis(bleu_score(counts, self.smooth), rate, self.target, self.decay)
        return {
            "rate_chars": rate_chars,
            "rate_chars_sums": lengths[0] / lengths[1] if lengths[1] else None,
            "rate_words": rate_words,
            "rate_words_sums": lengths[2] / lengths[3] if lengths[3] else None,
            "precis": scored,
            "unchanged": unchanged / pairs if pairs else None,
            "copied": copied / pairs if pairs else None,
            "covered": 1 - refused / pairs if pairs else None,
        }

    def signature(self) -> str:
        """Return what must be known to compare two numbers."""
        wanted = f"target:{self.target:g}|decay:{self.decay:g}|unit:{self.unit}"
        return f"compression|{wanted}|smooth:{self.smooth}|words:{self.split_by}|case:lower|v:1"


@dataclass(frozen=True)
class ReadabilityMeasure:
    """Score the readability of outputs: FKGL of outputs and sources, and FKBLEU.

    Attributes:
        alpha: See `RewritingMeasure`.
        smooth: See `RewritingMeasure`.
        split: Gives the words of a text.
        split_by: What that is called in the signature.
    """

    name: ClassVar = "readability"
    alpha: float = 0.9
    smooth: Smoothing = "exp"
    split: Split = str.split
    split_by: str = "blanks"

    def stats(self, pred: Rewritten, gold: Sequence[str]) -> Stats:
        """Return sentences, words and syllables of both, and the statistics of BLEU to both."""
        source, output, *wanted = (self.split(t.lower()) for t in (pred.source, pred.output, *gold))
        return (
            *grade_counts(output),
            *grade_counts(source),
            *bleu_stats(output, wanted),
            *bleu_stats(output, [source]),
        )

    def score(self, sums: Sequence[float]) -> Scores:
        """Return `fkgl`, `fkgl_source`, and `fkbleu`, which is None without references."""
        ours, theirs = grade_of_counts(*sums[:3]), grade_of_counts(*sums[3:6])
        counts, to_source = sums[6 : 6 + N_STATS], sums[6 + N_STATS :]
        first, second = (bleu_score(each, self.smooth) for each in (counts, to_source))
        rewarded = fkbleu(ibleu_score(first, second, self.alpha), theirs, ours)
        return {"fkgl": ours, "fkgl_source": theirs, "fkbleu": rewarded if counts[1] else None}

    def signature(self) -> str:
        """Return what must be known to compare two numbers."""
        settings = f"alpha:{self.alpha:g}|smooth:{self.smooth}|syllables:{syllable_method()}"
        return f"readability|{settings}|words:{self.split_by}|case:lower|v:1"


# -- Grammatical relations -------------------------------------------------------------------------


def grammatical_relations(
    sentence: Sentence, *, labels: bool = True, lemma: bool = False, coarse: bool = False
) -> Counter[tuple[str, str, str]]:
    """Return the arcs of a parse as (label, head, dependent), without punctuation and roots.

    Args:
        sentence: A parsed sentence.
        labels: Whether labels are compared; if not, all are "".
        lemma: Whether to compare lemmas instead of words.
        coarse: Whether passive labels become active ones, and label subtypes after a colon are
            removed.

    Example:
        >>> import spacy_paraphrase
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> doc = spacy_paraphrase.load()("Police arrested two suspects.")
        >>> sorted(grammatical_relations(Sentence(doc[:])))[0]
        ('dobj', 'arrested', 'suspects')
    """
    words = sentence.lemmas if lemma else sentence.words
    found: Counter[tuple[str, str, str]] = Counter()
    for i, head, dep in sentence.arcs():
        label = dep if labels else ""
        if coarse:
            label = sentence.lang.active_labels.get(label, label).partition(":")[0]
        if any(map(str.isalnum, words[i])):
            found[label, words[head], words[i]] += 1
    return found


@dataclass(frozen=True)
class GrammarMeasure:
    """Score the arcs of compressions against those of references, as multisets.

    Only for outputs made by deletion: a good rewording shares few arcs with any reference.

    Attributes:
        parser: Name of the pipeline that parsed both, for the signature; labels differ.

    Example:
        >>> from collections import Counter
        >>> arcs = [("nsubj", "ran", "dog"), ("amod", "dog", "old")]
        >>> measure = GrammarMeasure("by hand")
        >>> measure.score(measure.stats(Counter(arcs[:1]), Counter(arcs)))["micro_recall"]
        0.5
    """

    name: ClassVar = "grammar"
    parser: str

    def stats(
        self, pred: Counter[tuple[str, str, str]], gold: Counter[tuple[str, str, str]]
    ) -> Stats:
        """Return the numbers of arcs of gold and prediction, and of shared arcs."""
        return float(gold.total()), float(pred.total()), float((gold & pred).total())

    def score(self, sums: Sequence[float]) -> Scores:
        """Return precision, recall and F of all arcs, None if there are none."""
        return prf_keys("micro", pooled_prf(*sums))

    def signature(self) -> str:
        """Return what must be known to compare two numbers."""
        return f"grammar|parser:{self.parser}|punct:no|root:no|case:lower|v:1"


# -- Judgements ----------------------------------------------------------------------------------


@checked()
def outcome(form: int, meaning_kept: bool, was_fine: bool = False) -> Outcome:
    """Classify a judged rewrite as a success, a draw or a failure.

    Args:
        form: 1 if its form is better than that of the source, 0 if as good, -1 if worse.
        meaning_kept: Whether it means the same, strictly.
        was_fine: Whether the source had nothing to improve; then as good is good enough.

    Example:
        >>> outcome(1, True), outcome(0, True), outcome(0, True, was_fine=True), outcome(1, False)
        ('success', 'draw', 'success', 'failure')
    """
    if not meaning_kept or form < 0:
        return "failure"
    return "success" if form > 0 or was_fine else "draw"
