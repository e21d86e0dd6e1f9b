"""N-gram measures of rewritten sentences: BLEU, iBLEU, GLEU, SARI and NIST.

All functions compare words as given: convert them to lower case first to ignore case. For measures
that are functions of sums over pairs, one function returns the statistics of a pair and another the
score of their sum.

Papers: Papineni and others 2002 (BLEU); Sun and Zhou 2012, *Joint learning of a dual SMT system for
paraphrase generation* (iBLEU); Napoles 2018, *Monolingual sentence rewriting as machine
translation* (GLEU, here as the released program computes it); Xu, Napoles, Pavlick, Chen and
Callison-Burch 2016, *Optimizing statistical machine translation for text simplification* (SARI);
Doddington 2002 (NIST); Wubben, Marsi, van den Bosch and Krahmer 2011, *Comparing phrase-based and
syntax-based paraphrase generation* (NIST weighted by edit distance).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from itertools import chain
from operator import add, or_
from random import Random
from statistics import fmean, pstdev
from typing import Literal, NamedTuple, TypeAlias

from rapidfuzz.distance import Levenshtein

from ..checked import checked
from ..errors import ParaphraseError, not_that
from .measures import Stats, harmonic, share
from .rouge import NGrams, ngram_counts

Words: TypeAlias = Sequence[str]
Smoothing: TypeAlias = Literal["exp", "none"]
SariVariant: TypeAlias = Literal["script", "paper"]

ORDER = 4
# How many statistics a pair has for BLEU and for GLEU: two lengths, then two counts for each order.
N_STATS = 2 + 2 * ORDER
NIST_ORDER = 5
# The brevity penalty of NIST is one half for an output of two thirds of the length.
_NIST_BETA = math.log(0.5) / math.log(1.5) ** 2
# Outputs that differ from their source in more words have no group of their own.
FARTHEST = 8


def bleu_stats(output: Words, references: Sequence[Words]) -> Stats:
    """Return the statistics of BLEU: both lengths, then shared and all n-grams of each order.

    With several references, the count of an n-gram is its maximum over references, and the length
    is that of the reference closest in length, the shorter one in ties.
    """
    length = min(map(len, references), key=lambda n: (abs(n - len(output)), n), default=0)
    found: list[float] = [len(output), length]
    for n in range(1, ORDER + 1):
        mine = ngram_counts(output, n)
        most: NGrams = reduce(or_, (ngram_counts(each, n) for each in references), Counter())
        found += [(mine & most).total(), mine.total()]
    return tuple(found)


def bleu_score(
    sums: Sequence[float], smooth: Smoothing = "exp", effective_order: bool = False
) -> float:
    """Return BLEU of summed statistics, 0 to 1, computed as in sacrebleu.

    Args:
        sums: Sums of `bleu_stats`.
        smooth: "exp": the k-th order without shared n-grams counts as 1 / 2^k n-grams; "none": such
            an order makes the score 0.
        effective_order: Whether to ignore orders longer than the output; for scores of single
            sentences.

    Example:
        >>> output, reference = "the cat sits on mat".split(), "the cat sits on the mat".split()
        >>> round(bleu_score(bleu_stats(output, [reference]), "none"), 4)
        0.5789
    """
    length, wanted = sums[:2]
    logs: list[float] = []
    missed = 1.0
    for shared, total in zip(sums[2::2], sums[3::2], strict=True):
        if not total:
            break
        if not shared and smooth == "exp":
            missed *= 2
        logs.append(_log(shared / total if shared or smooth == "none" else 1 / missed / total))
    if not logs or not any(sums[2::2]) or (len(logs) < ORDER and not effective_order):
        return 0.0
    penalty = math.exp(min(0.0, 1 - wanted / length))
    return penalty * math.exp(math.fsum(logs) / len(logs))


@checked()
def bleu(
    output: Words,
    references: Sequence[Words],
    smooth: Smoothing = "exp",
    effective_order: bool = True,
) -> float:
    """Return BLEU of one sentence."""
    return bleu_score(bleu_stats(output, references), smooth, effective_order)


@checked()
def ibleu(
    source: Words,
    output: Words,
    references: Sequence[Words],
    alpha: float = 0.9,
    smooth: Smoothing = "exp",
    effective_order: bool = True,
) -> float:
    """Return iBLEU of one sentence: similarity to the references minus similarity to the source.

    Args:
        source: Words of the source.
        output: Words of the output.
        references: Words of each reference.
        alpha: Weight of the similarity to the references, 0 to 1; the rest is that to the source.
        smooth: See `bleu_score`.
        effective_order: See `bleu_score`.

    Example:
        >>> texts = "the cat sit on mat .", "the cat sits on mat .", "the cat sits on the mat ."
        >>> source, output, reference = (text.split() for text in texts)
        >>> round(ibleu(source, output, [reference], smooth="none"), 4)
        0.4604
    """
    to_references = bleu(output, references, smooth, effective_order)
    return ibleu_score(to_references, bleu(output, [source], smooth, effective_order), alpha)


def ibleu_score(to_references: float, to_source: float, alpha: float) -> float:
    """Return iBLEU from BLEU against the references and against the source."""
    return alpha * to_references - (1 - alpha) * to_source


def gleu_stats(source: Words, output: Words, reference: Words) -> Stats:
    """Return the statistics of GLEU: both lengths, then gained and possible n-grams by order.

    Gained n-grams are those shared with the reference, minus those shared with the source that are
    not in the reference.
    """
    found: list[float] = [len(output), len(reference)]
    for n in range(1, ORDER + 1):
        mine, wanted = ngram_counts(output, n), ngram_counts(reference, n)
        given = ngram_counts(source, n)
        wrong = Counter({g: count for g, count in given.items() if g not in wanted})
        gained = (mine & wanted).total() - (mine & wrong).total()
        found += [max(0, gained), max(0, len(output) + 1 - n)]
    return tuple(found)


def gleu_score(sums: Sequence[float]) -> float:
    """Return GLEU of summed statistics; 0 if one of them is 0."""
    if not all(sums):
        return 0.0
    length, wanted = sums[:2]
    logs = [_log(num / den) for num, den in zip(sums[2::2], sums[3::2], strict=True)]
    return math.exp(min(0.0, 1 - wanted / length) + math.fsum(logs) / ORDER)


@checked()
def gleu_rewrite(source: Words, output: Words, references: Sequence[Words]) -> float:
    """Return GLEU of one sentence, as mean over references, with statistics of at least 1.

    It is not suited to rank single sentences, and it is not Google's GLEU.

    Example:
        >>> texts = "the the the dog barked", "the the dog barked today"
        >>> source, output = (text.split() for text in texts)
        >>> round(gleu_rewrite(source, output, ["the dog barked loudly today".split()]), 4)
        0.4273
    """
    scores = [
        gleu_score([value or 1.0 for value in gleu_stats(source, output, reference)])
        for reference in references
    ]
    return fmean(scores) if scores else 0.0


class Spread(NamedTuple):
    """A mean and a standard deviation."""

    mean: float
    sd: float


@checked()
def gleu_corpus(
    sources: Sequence[Words],
    outputs: Sequence[Words],
    references: Sequence[Sequence[Words]],
    iterations: int = 500,
) -> Spread:
    """Return GLEU of a corpus: the mean over random choices of one reference per sentence.

    Args:
        sources: Words of each source.
        outputs: Words of each output.
        references: References of each pair, the same number for all; with one, nothing is drawn.
        iterations: Number of draws; the j-th draw has the seed 101 j.

    Raises:
        ParaphraseError: P202 if their numbers differ.

    Example:
        >>> reference = ["the cat sits on the mat .".split()]
        >>> gleu_corpus([["a"] * 5], ["the cat sits on the mat .".split()], [reference])
        Spread(mean=1.0, sd=0.0)
    """
    for other in (outputs, references):
        if len(other) != len(sources):
            raise ParaphraseError("P202", got=len(other), expected=len(sources))
    stats = [
        [gleu_stats(source, output, each) for each in some]
        for source, output, some in zip(sources, outputs, references, strict=True)
    ]
    several = any(len(some) > 1 for some in stats)
    scores = []
    for j in range(iterations if several else 1):
        drawn = Random(101 * j)
        picked = [some[drawn.randrange(len(some))] for some in stats]
        scores.append(gleu_score([math.fsum(column) for column in zip(*picked, strict=True)]))
    return Spread(fmean(scores), pstdev(scores))


class Sari(NamedTuple):
    """SARI and its three parts, 0 to 1."""

    sari: float
    keep: float
    delete: float
    add: float


@checked()
def sari(
    source: Words, output: Words, references: Sequence[Words], variant: SariVariant = "script"
) -> Sari:
    """Return SARI of one sentence: the quality of kept, deleted and added n-grams.

    An order without n-grams to keep, delete or add counts 0, so that even a perfect output can
    score below 1.

    Args:
        source: Words of the source.
        output: Words of the output.
        references: Words of each reference.
        variant: "script", the published program: by counts, the mean over n-grams, F by order;
            "paper", its equations: by presence, sums over n-grams, F of the means over orders.

    Raises:
        ParaphraseError: P207 for another variant.

    Example:
        >>> round(sari("a b c d".split(), "a b e d".split(), ["a b e d".split()]).sari, 4)
        0.8333
    """
    if variant not in ("script", "paper"):
        raise ParaphraseError("P207", name="variant", got=variant, expected="script or paper")
    by_order = _script_sari if variant == "script" else _paper_sari
    rows = [by_order(source, output, references, n) for n in range(1, ORDER + 1)]
    keep_p, keep_r, delete, add_p, add_r = (fmean(column) for column in zip(*rows, strict=True))
    if variant == "script":
        keep = fmean(harmonic(row[0], row[1]) for row in rows)
        added = fmean(harmonic(row[3], row[4]) for row in rows)
    else:
        keep, added = harmonic(keep_p, keep_r), harmonic(add_p, add_r)
    return Sari((keep + delete + added) / 3, keep, delete, added)


_Row: TypeAlias = tuple[float, float, float, float, float]


def _script_sari(source: Words, output: Words, references: Sequence[Words], n: int) -> _Row:
    """Return P and R of what is kept, P of what is deleted, P and R of what is added."""
    r = len(references)
    given, mine = (
        Counter({g: count * r for g, count in ngram_counts(words, n).items()})
        for words in (source, output)
    )
    wanted: NGrams = reduce(add, (ngram_counts(each, n) for each in references), Counter())
    kept, keepable, deleted = given & mine, given & wanted, given - mine
    good, right = kept & wanted, deleted - wanted
    added, addable = set(mine) - set(given), set(wanted) - set(given)
    return (
        _mean_share(good, kept),
        _mean_share(good, keepable),
        _mean_share(right, deleted),
        share(len(added & set(wanted)), len(added)),
        share(len(added & addable), len(addable)),
    )


def _paper_sari(source: Words, output: Words, references: Sequence[Words], n: int) -> _Row:
    given, mine = set(ngram_counts(source, n)), set(ngram_counts(output, n))
    held = Counter(chain.from_iterable(ngram_counts(each, n).keys() for each in references))
    shares = {g: held[g] / len(references) for g in given}
    kept = given & mine
    good = math.fsum(shares[g] for g in kept)
    deleted = given - mine
    added, addable = mine - given, set(held) - given
    return (
        share(good, len(kept)),
        share(good, math.fsum(shares.values())),
        share(math.fsum(1 - shares[g] for g in deleted), len(deleted)),
        share(len(added & addable), len(added)),
        share(len(added & addable), len(addable)),
    )


def _mean_share(part: NGrams, whole: NGrams) -> float:
    return share(math.fsum(count / whole[g] for g, count in part.items()), len(whole))


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf


# -- NIST ------------------------------------------------------------------------------------------


@checked()
def nist(
    outputs: Sequence[Words],
    references: Sequence[Sequence[Words]],
    information: NGrams | None = None,
) -> float:
    """Return NIST of a corpus: the information of shared n-grams per n-gram of the output.

    Args:
        outputs: Words of each output.
        references: References of each.
        information: N-gram counts (`nist_counts`) for the information of n-grams; by default from
            these references.

    Raises:
        ParaphraseError: P029 if the numbers of references and outputs differ.

    Example:
        >>> output, reference = "the cat on the mat".split(), "the cat sat on the mat".split()
        >>> round(nist([output], [[reference]]), 4)
        2.3338
    """
    if len(outputs) != len(references):
        expected = f"references of each of {len(outputs)} outputs"
        raise not_that("The argument references of nist", references, expected)
    counts = nist_counts(chain.from_iterable(references)) if information is None else information
    score = 0.0
    for n in range(1, NIST_ORDER + 1):
        gained = total = 0.0
        for output, some in zip(outputs, references, strict=True):
            mine = ngram_counts(output, n)
            most: NGrams = reduce(or_, (ngram_counts(each, n) for each in some), Counter())
            total += mine.total()
            gained += sum(k * _information(g, counts) for g, k in (mine & most).items())
        score += share(gained, total)
    wanted = sum(fmean(map(len, some)) if some else 0.0 for some in references)
    return score * nist_penalty(share(sum(map(len, outputs)), wanted))


def nist_penalty(ratio: float) -> float:
    """Return the factor of NIST for outputs of a length relative to that of the reference."""
    return math.exp(_NIST_BETA * math.log(min(1.0, ratio)) ** 2) if ratio else 0.0


def nist_counts(sentences: Iterable[Words]) -> NGrams:
    """Return the counts of n-grams in sentences; the key () has the number of all words."""
    counts: NGrams = Counter()
    for words in sentences:
        for n in range(1, NIST_ORDER + 1):
            counts.update(ngram_counts(words, n))
        counts[()] += len(words)
    return counts


def _information(ngram: tuple[str, ...], counts: NGrams) -> float:
    return math.log2(counts[ngram[:-1]] / counts[ngram]) if counts[ngram] else 0.0


Score: TypeAlias = Callable[[Sequence[Words], Sequence[Sequence[Words]]], float]


def weighted_by_distance(
    sources: Sequence[Words],
    outputs: Sequence[Words],
    references: Sequence[Sequence[Words]],
    score: Score | None = None,
) -> float:
    """Return scores of outputs grouped by edit distance to the source, weighted by the distance.

    So outputs that differ from their source count more. Outputs with a distance above 8 words count
    as changed, but are in no group.

    Args:
        sources: Words of each source.
        outputs: Words of each output.
        references: References of each.
        score: Returns the score of a group; by default NIST, with the information of all
            references.
    """
    if score is None:
        score = partial(nist, information=nist_counts(chain.from_iterable(references)))
    groups: dict[int, list[int]] = {}
    for k, (source, output) in enumerate(zip(sources, outputs, strict=True)):
        groups.setdefault(Levenshtein.distance(source, output), []).append(k)
    changed = 1 - share(len(groups.get(0, ())), len(outputs))
    total = weight = 0.0
    for distance, members in groups.items():
        if 1 <= distance <= FARTHEST:
            value = score([outputs[k] for k in members], [references[k] for k in members])
            total += distance * len(members) * value
            weight += distance * len(members)
    return changed * share(total, weight)
