"""Machine translation metrics as features of a pair (Madnani, Tetreault and Chodorow 2012).

*Re-examining Machine Translation Metrics for Paraphrase Identification*: the target is scored as a
translation with the source as reference. TER and TERp are in `terp`. The metrics modelled on METEOR
(Denkowski and Lavie 2010), SEPIA (Habash and El Kholy 2008) and MAXSIM (Chan and Ng 2008) use the
parse and the lemmas of the pipeline instead of resources of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log2
from typing import TypeAlias

import numpy as np

from ..metrics import ngrams
from ..metrics.measures import share
from ..metrics.rouge import ngram_counts
from .word_overlap import best_match

NGram: TypeAlias = tuple[str, ...]
# Weight of precision in the F of METEOR and MAXSIM.
ALPHA = 0.9


def bleu(hyp: Sequence[str], ref: Sequence[str]) -> list[float]:
    """Return BLEU of orders 1 to 4 of a sentence, 0 to 1 (Papineni and others 2002).

    Only orders up to the length of the hypothesis are used; the k-th order without a match counts
    as 1 / 2^k matches. The values are those of sacrebleu with `effective_order` and exponential
    smoothing.

    Example:
        >>> [round(score, 4) for score in bleu("a b c d".split(), "a b d".split())]
        [0.75, 0.5, 0.3969, 0.3536]
    """
    stats = ngrams.bleu_stats(hyp, [ref])
    sums = (stats[: 2 + 2 * n] for n in range(1, ngrams.ORDER + 1))
    return [ngrams.bleu_score(some, effective_order=True) for some in sums]


class NGramCounts:
    """Counts of n-grams in the sentences from which NIST computes information weights.

    Args:
        sentences: Lower-cased words of each sentence.
        least: Minimum count of n-grams that are kept.

    Attributes:
        counts: Count of each n-gram of at most five words; the key () counts all words.
    """

    def __init__(self, sentences: Iterable[Sequence[str]] = (), least: int = 1) -> None:
        found = sorted(ngrams.nist_counts(sentences).items())
        self.counts: dict[NGram, int] = {ngram: k for ngram, k in found if k >= least}

    def information(self, ngram: NGram, without: Mapping[NGram, int]) -> float:
        """Return log2 of the count of an n-gram's prefix over that of the n-gram.

        Args:
            ngram: The n-gram.
            without: Counts to subtract: the n-grams of the scored pair, if it was counted.
        """
        begins = self.counts.get(ngram[:-1], 0) - without.get(ngram[:-1], 0)
        whole = self.counts.get(ngram, 0) - without.get(ngram, 0)
        return max(0.0, log2((max(begins, 0) + 1) / (max(whole, 0) + 1)))


def nist(
    hyp: Sequence[str],
    ref: Sequence[str],
    corpus: NGramCounts,
    without: Mapping[NGram, int] | None = None,
) -> list[float]:
    """Return NIST of orders 1 to 5 (Doddington 2002).

    Args:
        hyp: Words of the hypothesis.
        ref: Words of the reference.
        corpus: The counts for the information of n-grams.
        without: See `NGramCounts.information`.
    """
    penalty = ngrams.nist_penalty(len(hyp) / max(len(ref), 1))
    scores, score = [], 0.0
    for n in range(1, ngrams.NIST_ORDER + 1):
        mine = ngram_counts(hyp, n)
        shared = mine & ngram_counts(ref, n)
        gained = sum(k * corpus.information(g, without or {}) for g, k in shared.items())
        score += gained / max(mine.total(), 1)
        scores.append(score * penalty)
    return scores


def meteor_like(
    hyp: Sequence[str],
    ref: Sequence[str],
    stages: Sequence[tuple[Sequence[object], Sequence[object]]],
) -> float:
    """Return the F of words matched in stages, with a penalty for each chunk.

    A word of the hypothesis is matched with the unmatched word right after the partner of the
    preceding word, else with the nearest one. For identical sentences the value is 1 - .5 / n³.

    Args:
        hyp: Words of the hypothesis.
        ref: Words of the reference.
        stages: For each stage, the values to compare for the words of both: the words, the stems.
            None matches nothing.

    Example:
        >>> x, y = "c d a b".split(), "a b c d".split()
        >>> meteor_like(x, y, [(x, y)])
        0.9375
    """
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for mine, yours in stages:
        for i, item in enumerate(mine):
            if i in partner or item is None:
                continue
            free = [j for j, other in enumerate(yours) if other == item and j not in taken]
            if free:
                follows = partner.get(i - 1, -2) + 1
                j = follows if follows in free else min(free, key=lambda k: (abs(i - k), k))
                partner[i] = j
                taken.add(j)
    if not partner:
        return 0.0
    k = len(partner)
    chunks = sum(partner.get(i - 1, -2) + 1 != j for i, j in partner.items())
    f = _weighted_f(k / len(hyp), k / len(ref))
    return f * (1 - 0.5 * (chunks / k) ** 3)


def _weighted_f(precision: float, recall: float) -> float:
    return share(precision * recall, ALPHA * precision + (1 - ALPHA) * recall)


def sepia_like(
    hyp: tuple[Sequence[str], Sequence[int]], ref: tuple[Sequence[str], Sequence[int]]
) -> list[float]:
    """Return precision and recall of head chains of 1 to 3 words, and span-weighted precision.

    Args:
        hyp: Lemmas of the hypothesis and the head of each, -1 for a root.
        ref: Lemmas and heads of the reference.

    Returns:
        Precision and recall for each length, and the precision of all chains weighted by the number
        of words they span, with the brevity penalty of BLEU.
    """
    found: list[float] = []
    gained = possible = 0.0
    for length in (1, 2, 3):
        mine, yours = (_chains(*side, length) for side in (hyp, ref))
        left = Counter(chain for chain, _ in yours)
        shared = 0
        # Of equal chains, those with the longest span come first.
        for chain, span in sorted(mine, key=lambda pair: -pair[1]):
            possible += span
            if left[chain]:
                left[chain] -= 1
                shared += 1
                gained += span
        found += [shared / max(len(mine), 1), shared / max(len(yours), 1)]
    n, m = len(ref[0]), len(hyp[0])
    penalty = exp(1 - n / m) if 0 < m < n else 1.0
    return [*found, penalty * gained / possible if possible else 0.0]


def _chains(
    lemmas: Sequence[str], heads: Sequence[int], length: int
) -> list[tuple[tuple[str, ...], int]]:
    """Return the chains of a word, its head, the head's head, etc., each with its span in words."""
    chains = []
    for i in range(len(lemmas)):
        nodes = [i]
        while len(nodes) < length and heads[nodes[-1]] >= 0:
            nodes.append(heads[nodes[-1]])
        if len(nodes) == length:
            chains.append((tuple(lemmas[k] for k in nodes), max(nodes) - min(nodes) + 1))
    return chains


def maxsim_like(
    hyp: Sequence[tuple[str, str]],
    ref: Sequence[tuple[str, str]],
    synonyms: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
) -> float:
    """Return the F of n-grams matched one-to-one by lemma and tag: the mean over n = 1 to 3.

    Args:
        hyp: Lemma and part of speech of each word of the hypothesis.
        ref: Lemma and part of speech of each word of the reference.
        synonyms: Whether two words are synonyms, shape (hyp, ref).
    """
    if not (hyp and ref):
        return 0.0
    lemmas, tags = (
        np.array([[x[k] == y[k] for y in ref] for x in hyp], dtype=np.float64) for k in (0, 1)
    )
    words = np.where(lemmas * tags > 0, 1.0, 0.5 * tags + 0.5 * np.maximum(lemmas, synonyms))
    total = 0.0
    for n in (1, 2, 3):
        rows, columns = len(hyp) - n + 1, len(ref) - n + 1
        if min(rows, columns) < 1:
            continue
        table = np.mean([words[k : k + rows, k : k + columns] for k in range(n)], axis=0)
        best = best_match(table) * (rows + columns) / 2
        total += _weighted_f(best / rows, best / columns)
    return total / 3
