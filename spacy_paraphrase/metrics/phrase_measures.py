"""Phrase pairs extracted from word links, and the agreement of two link sets on them.

Papers: Och, Tillmann and Ney 1999, *Improved alignment models for statistical machine
translation* (consistent pairs); Cohn, Callison-Burch and Lapata 2008, *Constructing corpora for
the development and evaluation of paraphrase systems*, equation 3 (aligned boundaries, atomic
pairs, precision and recall); Bannard and Callison-Burch 2005, *Paraphrasing with bilingual
parallel corpora* (free boundaries); Callison-Burch, Cohn and Lapata 2008, *ParaMetric: an automatic
evaluation metric for paraphrasing*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product, takewhile
from typing import ClassVar, Literal, get_args

from ..checked import checked
from ..errors import ParaphraseError
from . import link_measures
from .measures import Scores, Stats, set_scores, set_stats

PhrasePair = tuple[int, int, int, int]
"""First and last source index, first and last target index, all inclusive."""

Boundary = Literal["aligned", "free"]
# What may stand for a phrase, in lower-cased words.
Table = Mapping[tuple[str, ...], Collection[tuple[str, ...]]]
# The most words of a phrase of a table.
_LONGEST = 7


class _SetMeasure:
    """What measures of sets of phrase pairs have in common."""

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the keys of `set_scores`."""
        return set_scores(sums)


@dataclass(frozen=True)
class PhraseMeasure(_SetMeasure):
    """Score the phrase pairs of predicted links against those of gold links.

    With A the prediction, B the gold: precision = |A_atom & B_all| / |A_atom|, recall = |A_all &
    B_atom| / |B_atom|, over pairs of different word sequences (lower-cased). Atomic pairs are
    compared with all pairs, so that composite pairs are not counted repeatedly and other
    granularities are not penalised.

    Attributes:
        reference: Links that phrase pairs are extracted from, as in `AlignmentMeasure`: with
            "sure+possible", atomic pairs come from sure links, and all pairs from possible ones.

    Example:
        >>> from spacy_paraphrase.metrics import GoldLinks
        >>> gold = GoldLinks({(0, 0), (1, 1)}, source=("a", "b", "c"), target=("x", "y"))
        >>> measure = PhraseMeasure()
        >>> measure.score(measure.stats({(0, 0), (1, 1), (2, 1)}, gold))["micro_f"]
        0.5
    """

    name: ClassVar = "phrase"
    reference: link_measures.Reference = "sure"

    def __post_init__(self) -> None:
        link_measures.check_option("reference", self.reference, get_args(link_measures.Reference))

    def stats(self, pred: link_measures.Links, gold: link_measures.Links) -> Stats:
        """Return the nine numbers of `set_stats`, counting phrase pairs.

        Raises:
            ParaphraseError: If a link is malformed (P201) or beyond the gold's words (P205), or
                if the gold has no words (P206).
        """
        pred, gold = link_measures.on_gold_words(pred, gold)
        link_measures.check_words(pred)
        link_measures.check_words(gold)

        def pairs(links: AbstractSet[link_measures.Link]) -> set[PhrasePair]:
            return phrase_pairs(links, len(gold.source), len(gold.target))

        sides = []
        for links in (pred, gold):
            strict, lenient = link_measures.strict_and_lenient(links, self.reference)
            every = pairs(strict)
            atoms = non_identical(atomic(every), gold.source, gold.target)
            sides.append((atoms, every if lenient == strict else pairs(lenient)))
        (a_atoms, a_all), (b_atoms, b_all) = sides
        return set_stats(len(b_atoms), len(a_atoms), len(a_atoms & b_all), len(a_all & b_atoms))

    def signature(self) -> str:
        """Return the settings behind a number."""
        settings = f"ref:{self.reference}|boundary:aligned|nonident:yes|avg:macro+micro|case:lower"
        return f"phrases:atomic|{settings}|v:1"


@dataclass(frozen=True)
class ParaMetric(_SetMeasure):
    """Score all phrase pairs of predicted links, including those with unlinked words at the edges.

    Precision and recall over the pairs of free boundaries that either set of links allows, of
    different word sequences. The original also counts identical pairs.

    Attributes:
        identical: Whether pairs of the same words (lower-cased) count.

    Example:
        >>> from spacy_paraphrase.metrics import GoldLinks
        >>> gold = GoldLinks({(0, 0), (1, 1), (2, 2)}, source=tuple("abc"), target=tuple("xyz"))
        >>> measure = ParaMetric()
        >>> scores = measure.score(measure.stats({(0, 0), (1, 2), (2, 1)}, gold))
        >>> [round(scores[f"micro_{name}"], 3) for name in ("precision", "recall", "f")]
        [0.6, 0.5, 0.545]
    """

    name: ClassVar = "parametric"
    identical: bool = False

    def stats(self, pred: link_measures.Links, gold: link_measures.Links) -> Stats:
        """Return the nine numbers of `set_stats`, counting phrase pairs.

        Raises:
            ParaphraseError: If a link is malformed (P201) or beyond the gold's words (P205), or
                if the gold has no words (P206).
        """
        pred, gold = link_measures.on_gold_words(pred, gold)
        link_measures.check_words(gold)
        sizes = len(gold.source), len(gold.target)
        found = [phrase_pairs(links.sure, *sizes, boundary="free") for links in (pred, gold)]
        if not self.identical:
            found = [non_identical(pairs, gold.source, gold.target) for pairs in found]
        predicted, wanted = found
        both = len(predicted & wanted)
        return set_stats(len(wanted), len(predicted), both, both)

    def signature(self) -> str:
        """Return the settings behind a number."""
        nonident = "no" if self.identical else "yes"
        return f"parametric|boundary:free|nonident:{nonident}|avg:macro+micro|case:lower|v:1"


@dataclass(frozen=True)
class TableMeasure(_SetMeasure):
    """Score a phrase table, which has no alignment, by the phrase pairs of gold links.

    Predicted are the rows of which each side occurs in its sentence; gold are the phrase pairs with
    linked words at all four edges, of different words. Use it only to rank tables: absolute values
    are low, since links allow many long pairs that no table has.

    Example:
        >>> from spacy_paraphrase.metrics import GoldLinks
        >>> gold = GoldLinks({(0, 0), (1, 1)}, source=("big", "dog"), target=("large", "dog"))
        >>> measure = TableMeasure()
        >>> table = {("big",): {("large",), ("dog",)}}
        >>> measure.score(measure.stats(table, gold))["micro_precision"]
        0.5
    """

    name: ClassVar = "table"

    def stats(self, pred: Table, gold: link_measures.GoldLinks) -> Stats:
        """Return the nine numbers of `set_stats`, counting pairs of word sequences.

        Args:
            pred: The table.
            gold: The links of a pair and its words.

        Raises:
            ParaphraseError: P206 if the gold has no words.
        """
        link_measures.check_words(gold)
        source, target = ([w.lower() for w in side] for side in (gold.source, gold.target))
        pairs = non_identical(phrase_pairs(gold.sure, len(source), len(target)), source, target)
        wanted = {(tuple(source[a : b + 1]), tuple(target[c : d + 1])) for a, b, c, d in pairs}
        there = _sequences(target)
        predicted = {
            (phrase, other)
            for phrase in _sequences(source)
            for other in pred.get(phrase, ())
            if other in there
        }
        both = len(predicted & wanted)
        return set_stats(len(wanted), len(predicted), both, both)

    def signature(self) -> str:
        """Return the settings behind a number."""
        return "table|boundary:aligned|nonident:yes|avg:macro+micro|case:lower|v:1"


@checked()
def phrase_pairs(
    links: Iterable[link_measures.Link],
    n: int,
    m: int,
    *,
    boundary: Boundary = "aligned",
    max_len: int | None = None,
) -> set[PhrasePair]:
    """Return the phrase pairs that are consistent with the links.

    A pair of spans is consistent if it contains a link and no link leaves it. Time is O(n * (n +
    m)), plus one step per returned pair.

    Args:
        links: Word links.
        n: Number of source words.
        m: Number of target words.
        boundary: "aligned" asks for linked words at all four edges, hence a source span has at
            most one target span; "free" also takes the pairs grown over unlinked edge words.
        max_len: Largest number of words of a side; `None` for no limit.

    Raises:
        ParaphraseError: If a link is malformed (P201) or beyond n or m (P205), or on an unknown
            boundary (P207).

    Example:
        >>> sorted(phrase_pairs({(0, 0), (1, 1), (2, 1)}, 3, 2))
        [(0, 0, 0, 0), (0, 2, 0, 1), (1, 2, 1, 1)]
    """
    link_measures.check_option("boundary", boundary, get_args(Boundary))
    links = link_measures.check_links(links)
    link_measures.check_indices("source", (i for i, _ in links), n)
    link_measures.check_indices("target", (j for _, j in links), m)
    pairs = _aligned_pairs(links, max_len or n)
    if boundary == "free":
        source, target = {i for i, _ in links}, {j for _, j in links}
        pairs = (
            (i1, i2, j1, j2)
            for a1, a2, b1, b2 in pairs
            for (i1, i2), (j1, j2) in product(_grown(a1, a2, source, n), _grown(b1, b2, target, m))
        )
    return {p for p in pairs if max_len is None or max(p[1] - p[0], p[3] - p[2]) < max_len}


@checked()
def atomic(pairs: AbstractSet[PhrasePair]) -> set[PhrasePair]:
    """Return the pairs that cannot be tiled by smaller pairs of the set.

    A tiling covers each source and target word of the pair once. What is left out is composite; a
    pair with an unlinked word inside that no smaller pair covers is atomic.

    Args:
        pairs: Phrase pairs with aligned boundaries. Such pairs have disjoint target spans if they
            have disjoint source spans, so a tiling of the source that covers as many target
            words as there are is a tiling of both sides.

    Raises:
        ParaphraseError: P208, if a source span has several target spans (free boundaries).

    Example:
        >>> sorted(atomic({(0, 0, 0, 0), (1, 2, 1, 1), (0, 2, 0, 1)}))
        [(0, 0, 0, 0), (1, 2, 1, 1)]
    """
    target_span = {(i1, i2): (j1, j2) for i1, i2, j1, j2 in pairs}
    if len(target_span) < len(pairs):
        raise ParaphraseError("P208", pairs=len(pairs), spans=len(target_span))
    atoms = set()
    ends = sorted({i2 for _, i2 in target_span})
    # atomic pairs by their last source word, as (first source word, number of target words)
    ending: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for i1 in sorted({i1 for i1, _ in target_span}, reverse=True):
        # covered[x]: most target words that a tiling of the source words i1..x-1 covers
        covered = {i1: 0}
        for i2 in ends:
            tilings = [covered[y] + size for y, size in ending[i2] if y in covered]
            best = max(tilings, default=None)
            if (i1, i2) in target_span:
                j1, j2 = target_span[i1, i2]
                size = j2 - j1 + 1
                if best != size:
                    atoms.add((i1, i2, j1, j2))
                    ending[i2].append((i1, size))
                best = size
            if best is not None:
                covered[i2 + 1] = best
    return atoms


@checked()
def non_identical(
    pairs: Iterable[PhrasePair], source: Sequence[str], target: Sequence[str]
) -> set[PhrasePair]:
    """Return the pairs whose word sequences differ in more than case.

    Example:
        >>> non_identical({(0, 0, 0, 0), (1, 1, 1, 1)}, ["The", "cat"], ["the", "dog"])
        {(1, 1, 1, 1)}
    """
    source, target = [w.lower() for w in source], [w.lower() for w in target]
    return {p for p in pairs if source[p[0] : p[1] + 1] != target[p[2] : p[3] + 1]}


def unaligned_ratio(pair: PhrasePair, links: Collection[link_measures.Link]) -> float:
    """Return the share of unlinked words in a phrase pair.

    A quality filter: Cohn, Callison-Burch and Lapata 2008 found 73 % of all atomic pairs correct,
    and 90 % of those in which all words are linked.

    Example:
        >>> unaligned_ratio((0, 2, 0, 1), {(0, 0), (2, 1)})
        0.2
    """
    i1, i2, j1, j2 = pair
    words = i2 - i1 + 1 + j2 - j1 + 1
    sources = {i for i, _ in links if i1 <= i <= i2}
    targets = {j for _, j in links if j1 <= j <= j2}
    return (words - len(sources) - len(targets)) / words


def _sequences(words: Sequence[str]) -> set[tuple[str, ...]]:
    """Return the sequences of neighbours that a table may have."""
    n = len(words)
    return {tuple(words[i:j]) for i in range(n) for j in range(i + 1, min(n, i + _LONGEST) + 1)}


def _aligned_pairs(links: Iterable[link_measures.Link], most: int) -> Iterator[PhrasePair]:
    """Yield the consistent pairs whose four edges are linked, of at most so many source words."""
    targets: dict[int, list[int]] = defaultdict(list)
    sources: dict[int, list[int]] = defaultdict(list)
    for i, j in links:
        targets[i].append(j)
        sources[j].append(i)
    linked = sorted(targets)
    for start, i1 in enumerate(linked):
        lo = hi = targets[i1][0]
        last, seen = i1, [lo]
        for i2 in linked[start:]:
            if i2 - i1 >= most:
                break
            # target words that the span takes in with i2, and the source words they are linked to
            new_lo, new_hi = min(lo, *targets[i2]), max(hi, *targets[i2])
            seen += [*range(new_lo, lo), *range(hi + 1, new_hi + 1)]
            lo, hi = new_lo, new_hi
            back = [i for j in seen for i in sources.get(j, ())]
            if min(back, default=i1) < i1:
                break
            last = max([last, *back])
            seen = []
            if last <= i2:
                yield i1, i2, lo, hi


def _grown(first: int, last: int, linked: AbstractSet[int], length: int) -> list[tuple[int, int]]:
    """Return the spans that `first..last` grows to over unlinked words on either edge."""
    before = takewhile(lambda i: i not in linked, range(first - 1, -1, -1))
    behind = takewhile(lambda i: i not in linked, range(last + 1, length))
    return list(product([first, *before], [last, *behind]))
