"""The F1 of interpretable semantic similarity: chunk links with a type and a score.

Paper: Agirre and others 2016, *SemEval-2016 task 2: interpretable semantic textual similarity*, and
the evaluator released with it. Links count by their tokens, weighted after Melamed 1998, *Manual
annotation of translational equivalence: the Blinker project*, equation 4.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, get_args

from ..errors import ParaphraseError
from .link_measures import Link, check_indices, check_option
from .measures import PRF, Scores, Stats, harmonic, prf_keys, share

MAX_SCORE = 5
"""The score of two chunks that mean the same."""

SpecialCases = Literal["released", "documented"]
_KINDS = ("align", "type", "score", "type_score")
# Single characters: "!", "..." and quotes of two characters stay.
_PUNCTUATION = frozenset(".,:'`?;\"-")
_SPECIFIC = frozenset({"simi", "spe1", "spe2"})
_RELATED = _SPECIFIC | {"rel"}


class ChunkLink(NamedTuple):
    """One link between chunks; it can join several chunks of a side.

    Attributes:
        source: Indices of all linked source tokens, from 0 within the side.
        target: Likewise of the target.
        tags: Its type (EQUI, SPE1, SPE2, SIMI, REL or OPPO) and additional tags (FACT, POL).
        score: Similarity, 0 to 5; None counts as 0.
    """

    source: Sequence[int]
    target: Sequence[int]
    tags: AbstractSet[str]
    score: float | None = None


@dataclass(frozen=True)
class GoldChunks:
    """The gold of one pair. Chunks that are not aligned have no link.

    Attributes:
        links: The links; for duplicate tokens the later link counts.
        source: Words of the source.
        target: Words of the target.
    """

    links: Sequence[ChunkLink]
    source: Sequence[str]
    target: Sequence[str]


class _Label(NamedTuple):
    tags: frozenset[str]
    score: float


@dataclass(frozen=True)
class ChunkMeasure:
    """Score chunk links by alignment alone, with their types, with their scores, and with both.

    Every link stands for links between all its tokens, punctuation left out, and each of these
    weighs 1 / max(fan-out of its two tokens) in its own set. A token link in both sets gains 1
    (align), the Jaccard index of the tags (type), 1 - |difference| / 5 (score), or the product of
    these two (type_score).

    Attributes:
        special_cases: The task documents two cases without a penalty for the type in type_score:
            EQUI against SIMI, SPE1 or SPE2 if the latter scores 4 or more, and different ones
            of SPE1, SPE2, SIMI, REL if both score below 3. The program that the task released
            recognises both and penalises them all the same, so published figures are without
            them: "released". With "documented" they are not penalised.

    Example:
        >>> gold = GoldChunks([ChunkLink([0, 1], [0], {"SPE1"}, 4)], ["red", "car"], ["car"])
        >>> measure = ChunkMeasure()
        >>> scores = measure.score(measure.stats([ChunkLink([1], [0], {"EQUI"}, 5)], gold))
        >>> scores["align_precision"], scores["align_recall"], scores["type_f"]
        (1.0, 0.5, 0.0)
    """

    name: ClassVar = "ists"
    special_cases: SpecialCases = "released"

    def __post_init__(self) -> None:
        check_option("special_cases", self.special_cases, get_args(SpecialCases))

    def stats(self, pred: Iterable[ChunkLink], gold: GoldChunks) -> Stats:
        """Return ten sums: weights of the predicted and the gold token links, then the gains.

        Gains come in pairs, weighted by the prediction and by the gold: align, type, score,
        type_score.

        Args:
            pred: Predicted links, over the words of the gold.
            gold: The gold.

        Raises:
            ParaphraseError: If a link is malformed (P120) or points beyond the gold's words
                (P205).
        """
        predicted, expected = _expand(pred, gold), _expand(gold.links, gold)
        weights = _weights(predicted), _weights(expected)
        totals = [math.fsum(by_link.values()) for by_link in weights]
        common = predicted.keys() & expected.keys()
        gains = {link: self._gains(predicted[link], expected[link]) for link in common}
        for kind in range(len(_KINDS)):
            for by_link in weights:
                totals.append(math.fsum(by_link[link] * gains[link][kind] for link in common))
        return tuple(totals)

    def score(self, sums: Sequence[float]) -> Scores:
        """Return `align_*`, `type_*`, `score_*` and `type_score_*`: precision, recall and F.

        As in the released program, a figure with a zero denominator is 0.
        """
        predicted, expected, *gains = sums
        scores: Scores = {}
        for k, kind in enumerate(_KINDS):
            precision, recall = share(gains[2 * k], predicted), share(gains[2 * k + 1], expected)
            values = PRF(precision, recall, harmonic(precision, recall), exact=0.0)
            scores |= prf_keys(kind, values)
        return scores

    def signature(self) -> str:
        """Return the settings behind a number."""
        return f"links:chunks|punct:no|special:{self.special_cases}|avg:micro|case:lower|v:1"

    def _gains(self, a: _Label, b: _Label) -> tuple[float, float, float, float]:
        union = a.tags | b.tags
        same_type = len(a.tags & b.tags) / len(union) if union else 1.0
        same_score = 1 - abs(a.score - b.score) / MAX_SCORE
        excused = self.special_cases == "documented" and _is_special(a, b)
        return 1.0, same_type, same_score, same_score if excused else same_type * same_score


def _is_special(a: _Label, b: _Label) -> bool:
    for one, other in ((a, b), (b, a)):
        if "equi" in one.tags and other.tags & _SPECIFIC and other.score >= 4:
            return True
    related = a.tags & _RELATED and b.tags & _RELATED and not a.tags & b.tags & _RELATED
    # "(0-2]" in the task's description, "< 3" in the program.
    return bool(related) and max(a.score, b.score) < 3


def _expand(links: Iterable[ChunkLink], gold: GoldChunks) -> dict[Link, _Label]:
    """Return the label of every link between tokens, punctuation left out."""
    labels: dict[Link, _Label] = {}
    for link in links:
        source, target, tags, score = _checked(link)
        label = _Label(frozenset(tag.lower() for tag in tags), score or 0.0)
        ends = []
        for side, indices in (("source", source), ("target", target)):
            words = getattr(gold, side)
            check_indices(side, indices, len(words))
            ends.append([i for i in indices if words[i] not in _PUNCTUATION])
        labels |= {(i, j): label for i in ends[0] for j in ends[1]}
    return labels


def _weights(links: Collection[Link]) -> dict[Link, float]:
    left, right = Counter(i for i, _ in links), Counter(j for _, j in links)
    return {(i, j): 1 / max(left[i], right[j]) for i, j in links}


def _checked(link: ChunkLink) -> ChunkLink:
    try:
        source, target, tags, score = link
        ends = [[operator.index(i) for i in indices] for indices in (source, target)]
        sound = min(map(min, ends)) >= 0 and not isinstance(tags, str)
        sound = sound and all(isinstance(tag, str) for tag in tags)
        sound = sound and (score is None or 0 <= score <= MAX_SCORE)
    except (TypeError, ValueError) as error:
        raise ParaphraseError("P120", got=repr(link)) from error
    if not sound:
        raise ParaphraseError("P120", got=repr(link))
    return ChunkLink(ends[0], ends[1], tags, score)
