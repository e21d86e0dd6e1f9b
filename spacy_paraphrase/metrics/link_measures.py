"""Precision, recall, F, exact match and AER of alignments.

Papers: Marsi and Krahmer 2005, *Explorations in sentence fusion*, equations 1-3; Cohn,
Callison-Burch and Lapata 2008, *Constructing corpora for the development and evaluation of
paraphrase systems*, equation 2 (sure and possible links, identical words left out); Och and Ney
2003, *A systematic comparison of various statistical alignment models* (AER).
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from ..errors import ParaphraseError
from ..pairs.alignment import LEVELS, Level
from .measures import Scores, Stats, set_scores, set_stats

Link = tuple[int, int]
Reference = Literal["sure", "sure+possible", "possible"]


@dataclass(frozen=True)
class GoldLinks:
    """The links of one pair and the units that they join.

    A prediction may have this form too, if it distinguishes sure and possible links.

    Attributes:
        sure: Links (source index, target index), 0-based within the side.
        possible: All allowed links. The sure links are always included, even if they are not given
            here.
        source: The words of the source (for phrases and chunks: their texts); empty if unknown.
        target: Likewise of the target.

    Raises:
        ParaphraseError: If a link is not a pair of non-negative integers (P201) or points beyond
            the given words (P205).

    Example:
        >>> sorted(GoldLinks({(0, 0)}, {(1, 1)}, ("a", "b"), ("a", "c")).possible)
        [(0, 0), (1, 1)]
    """

    sure: AbstractSet[Link]
    possible: AbstractSet[Link] = frozenset()
    source: Sequence[str] = ()
    target: Sequence[str] = ()

    def __post_init__(self) -> None:
        sure = check_links(self.sure)
        possible = sure | check_links(self.possible)
        for side, words, indices in (
            ("source", self.source, [i for i, _ in possible]),
            ("target", self.target, [j for _, j in possible]),
        ):
            if words:
                check_indices(side, indices, len(words))
            object.__setattr__(self, side, tuple(words))
        object.__setattr__(self, "sure", sure)
        object.__setattr__(self, "possible", possible)


Links = GoldLinks | Collection[Link]


@dataclass(frozen=True)
class AlignmentMeasure:
    """Score predicted links against gold links, pooled (micro) and per pair (macro).

    With S the sure and P the possible links (P holds S), A the prediction and B the gold:
    precision = |A_S & B_P| / |A_S|, recall = |A_P & B_S| / |B_S|. A prediction that is a plain
    set has A_S = A_P.

    Attributes:
        level: What the indices stand for; for the signature only.
        reference: "sure" uses only sure links on both sides, "possible" uses all links as if they
            were sure, "sure+possible" is the formula above.
        identical: Whether links between identical words (lower-cased forms) count. They inflate
            scores: in news paraphrases they are three quarters of all links. Excluding them needs
            the words in the gold.

    Example:
        >>> gold = GoldLinks({(0, 0), (1, 1)}, {(2, 2)})
        >>> measure = AlignmentMeasure(reference="sure+possible")
        >>> round(measure.score(measure.stats({(0, 0), (2, 2), (3, 3)}, gold))["aer"], 6)
        0.4
    """

    name: ClassVar = "align"
    level: Level = "words"
    reference: Reference = "sure"
    identical: bool = True

    def __post_init__(self) -> None:
        check_option("level", self.level, LEVELS)
        check_option("reference", self.reference, get_args(Reference))

    def stats(self, pred: Links, gold: Links) -> Stats:
        """Return the nine numbers of `set_stats`, then |A_S & B_S|.

        Raises:
            ParaphraseError: If a link is malformed (P201) or beyond the gold's words (P205), or
                if identical words are to be left out and the gold has no words (P206).
        """
        pred, gold = on_gold_words(pred, gold)
        if not self.identical:
            pred, gold = _without_identical(pred), _without_identical(gold)
        a_strict, a_lenient = strict_and_lenient(pred, self.reference)
        b_strict, b_lenient = strict_and_lenient(gold, self.reference)
        correct, found = len(a_strict & b_lenient), len(a_lenient & b_strict)
        counts = set_stats(len(b_strict), len(a_strict), correct, found)
        return (*counts, len(a_strict & b_strict))

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the keys of `set_scores` and `aer`, the alignment error rate of pooled counts."""
        *counts, both_sure = sums
        gold, predicted, correct = counts[:3]
        total = gold + predicted
        return set_scores(counts) | {"aer": 1 - (both_sure + correct) / total if total else 0.0}

    def signature(self) -> str:
        """Return the settings behind a number."""
        nonident = "no" if self.identical else "yes"
        settings = f"ref:{self.reference}|nonident:{nonident}|avg:macro+micro|case:lower"
        return f"links:{self.level}|{settings}|v:1"


def check_links(links: Iterable[Link]) -> frozenset[Link]:
    """Return the links as a set.

    Raises:
        ParaphraseError: P201, if one is not a pair of non-negative integers.
    """
    checked = set()
    for link in links:
        try:
            i, j = map(operator.index, link)
        except (TypeError, ValueError) as error:
            raise ParaphraseError("P201", got=repr(link)) from error
        if i < 0 or j < 0:
            raise ParaphraseError("P201", got=repr(link))
        checked.add((i, j))
    return frozenset(checked)


def check_indices(side: str, indices: Iterable[int], length: int) -> None:
    """Raise P205 if an index points beyond the words of a side."""
    last = max(indices, default=-1)
    if last >= length:
        raise ParaphraseError("P205", side=side, got=last, length=length)


def check_option(name: str, got: str, choices: Collection[str]) -> None:
    """Raise P207 if a setting is not one of its choices."""
    if got not in choices:
        raise ParaphraseError("P207", name=name, got=got, expected=f"one of {', '.join(choices)}")


def on_gold_words(pred: Links, gold: Links) -> tuple[GoldLinks, GoldLinks]:
    """Return prediction and gold as records, the prediction with the words of the gold."""
    pred = pred if isinstance(pred, GoldLinks) else GoldLinks(check_links(pred))
    gold = gold if isinstance(gold, GoldLinks) else GoldLinks(check_links(gold))
    return GoldLinks(pred.sure, pred.possible, gold.source, gold.target), gold


def strict_and_lenient(
    links: GoldLinks, reference: Reference
) -> tuple[AbstractSet[Link], AbstractSet[Link]]:
    """Return the links by which a side is scored, and those that it accepts from the other side."""
    strict = links.possible if reference == "possible" else links.sure
    lenient = links.sure if reference == "sure" else links.possible
    return strict, lenient


def check_words(links: GoldLinks) -> None:
    """Raise P206 if there are links but their words are unknown."""
    if links.possible and not (links.source and links.target):
        raise ParaphraseError("P206")


def _without_identical(links: GoldLinks) -> GoldLinks:
    check_words(links)
    source, target = links.source, links.target
    same = {(i, j) for i, j in links.possible if source[i].lower() == target[j].lower()}
    return GoldLinks(links.sure - same, links.possible - same, source, target)
