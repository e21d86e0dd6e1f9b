"""TERp: the edit distance of two sentences, with typed edits of different costs.

Snover, Madnani, Dorr and Schwartz 2009, *Fluency, adequacy, or HTER? Exploring different human
judgments with a tunable MT metric* (WMT). The source corresponds to their reference, the target to
their hypothesis: an insertion is a word that only the target has. The score is not symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from math import log10
from typing import Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from ..errors import ParaphraseError
from ..jobs.arrays import BoolArray, IntArray
from ..lexicon.phrase_table import Entry
from .shift_search import (
    MATCH,
    STEM,
    SUBSTITUTION,
    SYNONYM,
    EditStep,
    PairCosts,
    PlacedPhrase,
    ShiftRules,
    search,
)
from .word_edits import EditAlignment, Shift, WordEdit
from .words import NOTHING, WordLookup, Words

SHIFTS = ShiftRules()
# With a shift cost of 0, the search would never end (Heilman and Madnani 2012, footnote 5).
LEAST_SHIFT = 0.01


@dataclass(frozen=True)
class Costs:
    """The costs of edits; a match costs nothing.

    Attributes:
        insertion: A word that only the target has.
        deletion: A word that only the source has.
        substitution: A word replaced by any other word.
        stem: A word replaced by one with the same stem; None for the cost of a substitution.
        synonym: A word replaced by a synonym; None for the cost of a substitution.
        shift: A shifted block of words of any length; at least .01.
        phrase: w1 to w4 of the cost of a phrase, w1 + q (w2 log10 p + w3 p + w4), where p is the
            probability of the phrase and q the cost of its words; None for no phrases.
    """

    insertion: float = 1.0
    deletion: float = 1.0
    substitution: float = 1.0
    stem: float | None = 0.0
    synonym: float | None = 0.0
    shift: float = 1.0
    phrase: tuple[float, float, float, float] | None = None

    def of_phrase(self, inner: float, probability: float) -> float:
        """Return the cost of a phrase, at least 0; infinity if its probability is 0.

        Args:
            inner: The cost of its words without the phrase.
            probability: The probability of its table entry.

        Example:
            >>> round(PRESETS["align"].of_phrase(3.12, 0.5), 4)
            0.3477
        """
        if self.phrase is None or probability <= 0:
            return float("inf")
        w1, w2, w3, w4 = self.phrase
        return max(0.0, w1 + inner * (w2 * log10(probability) + w3 * probability + w4))


# Tables 1 and 6 of the paper; "terpa" is "align" with all digits of the released software.
PRESETS: dict[str, Costs] = {
    "terpa": Costs(
        0.2588527567630183,
        1.4269364675533365,
        1.5565478292505814,
        shift=0.5620538767397316,
        phrase=(
            -0.2306579294476191,
            -0.1469465037633749,
            -0.07843705907022736,
            0.17708577297831574,
        ),
    ),
    "align": Costs(0.26, 1.43, 1.56, shift=0.56, phrase=(-0.23, -0.15, -0.08, 0.18)),
    "adequacy": Costs(0.18, 1.42, 1.71, shift=0.19, phrase=(-0.38, -0.03, 0.22, 0.47)),
    "fluency": Costs(0.12, 1.37, 1.81, shift=0.43, phrase=(-0.63, -0.07, 0.12, 0.46)),
    "hter": Costs(0.84, 0.76, 1.55, 0.90, 0.75, 1.07, (-0.03, -0.17, -0.08, -0.09)),
    "unit": Costs(stem=None, synonym=None),
}
DEFAULT = PRESETS["terpa"]


class EditPhrases(Protocol):
    """Protocol of a phrase table, such as those of `lexicon.phrase_table`."""

    def starting_at(self, words: Sequence[str], start: int) -> Iterable[Entry]:
        """Return the entries that match the words from `start` on."""


Constraint: TypeAlias = Literal["relax", "exact"]
TextOrWords: TypeAlias = Sequence[str] | Words


def terp(
    source: TextOrWords,
    target: TextOrWords,
    costs: Costs = DEFAULT,
    *,
    lookup: WordLookup = NOTHING,
    phrases: EditPhrases | None = None,
    score_costs: Costs | None = None,
    constraint: Constraint = "relax",
    shifts: ShiftRules | None = SHIFTS,
    cap: bool = True,
) -> EditAlignment:
    """Return the edits that turn the source into the target, and their cost.

    Args:
        source: The words of the source (the reference), or their `Words`.
        target: The words of the target (the hypothesis), or their `Words`.
        costs: The edit costs, such as `PRESETS["hter"]`.
        lookup: Stems, synonyms and stop words, for sides that are plain words.
        phrases: A table of phrases.
        score_costs: Costs for the score, if they differ from those used to find the edits:
            "adequacy" and "fluency" are meant for edits found with "align" (section 5).
        constraint: How a shifted block must match the source: "relax", by words, stems, synonyms or
            phrases; "exact", by words, with the search of plain TER.
        shifts: Limits of the shifts; None for no shifts.
        cap: Whether the score is limited to 1.

    Example:
        >>> edits = terp("cats chase mice daily".split(), "mice daily cats chase".split())
        >>> edits.opstring(), edits.shifts[0].dest, round(edits.score, 2)
        ('    ', -1, 0.14)
    """
    one, other = (side if isinstance(side, Words) else lookup(side) for side in (source, target))
    if constraint not in ("relax", "exact"):
        raise ParaphraseError("P207", name="constraint", got=constraint, expected="relax or exact")
    if shifts is not None and constraint == "exact":
        shifts = replace(shifts, plain=True)
    relations = Relations.of(one, other)
    priced = relations.costs(costs, constraint)
    entries = find_entries(one, other, phrases) if costs.phrase is not None else []
    priced = with_phrases(priced, entries, costs.of_phrase)
    steps, moves, order = search(priced, shifts)
    if score_costs is not None:
        priced = relations.costs(score_costs, constraint)
        moves = [move._replace(cost=priced.shift) for move in moves]
    ops = to_edits(steps, order, priced, entries, (score_costs or costs).of_phrase)
    return alignment(ops, moves, order, len(one), cap)


def alignment(
    ops: Sequence[WordEdit], moves: Sequence[Shift], order: Sequence[int], length: int, cap: bool
) -> EditAlignment:
    """Return edits with their total cost and their cost per word of the source."""
    cost = sum(edit.cost for edit in ops) + sum(move.cost for move in moves)
    score = cost_per_word(cost, length, len(order))
    score = min(1.0, score) if cap else score
    return EditAlignment(cost, length, score, tuple(ops), tuple(moves), tuple(order))


def ter(source: TextOrWords, target: TextOrWords) -> EditAlignment:
    """Return the edits of plain TER: all cost 1, and only equal words match.

    Snover, Dorr, Schwartz, Micciulla and Makhoul 2006, *A study of translation edit rate with
    targeted human annotation*. The number of edits is that of sacrebleu, except that its beam
    search may miss the cheapest edits if one side has 25 words more than the other.

    Example:
        >>> edits = ter("a b c d".split(), "c d a b".split())
        >>> edits.cost, edits.score
        (1.0, 0.25)
    """
    return terp(source, target, PRESETS["unit"], constraint="exact", cap=False)


def cost_per_word(cost: float, length: float, other: int) -> float:
    """Return a cost per word of the source; 0 for two empty sides, 1 for an empty source."""
    return cost / length if length else float(other > 0)


def best_of(alignments: Sequence[EditAlignment]) -> EditAlignment:
    """Return the alignment with the lowest cost, scored by the mean length of all sources.

    This is how TERp scores a target with several references.
    """
    best = min(alignments, key=lambda found: found.cost)
    mean = sum(found.length for found in alignments) / len(alignments)
    return replace(best, score=cost_per_word(best.cost, mean, len(best.order)))


def document_score(alignments: Iterable[EditAlignment]) -> float:
    """Return the total cost of many pairs per word of their sources."""
    costs, lengths, others = zip(
        *((found.cost, found.length, len(found.order)) for found in alignments), strict=True
    )
    return cost_per_word(sum(costs), sum(lengths), sum(others))


@dataclass(frozen=True)
class Relations:
    """The lexical relations between the words of two sides; arrays of shape (n, m).

    Attributes:
        equal: Whether two words are the same.
        stem: Whether two words have the same stem.
        synonym: Whether two words share a group of synonyms.
        stops: Whether words of each side are stop words.
        codes: Integer codes of the source words and of the target words.
    """

    equal: BoolArray
    stem: BoolArray
    synonym: BoolArray
    stops: tuple[Sequence[bool], Sequence[bool]]
    codes: tuple[IntArray, IntArray]

    @classmethod
    def of(cls, source: Words, target: Words) -> Relations:
        """Return the relations of the words of two sides."""
        codes = _codes(source.words, target.words)
        stems = _codes(source.stems, target.stems)
        known = np.array([bool(stem) for stem in source.stems], dtype=bool)[:, None]
        synonym = [
            [bool(one) and not one.isdisjoint(two) for two in target.groups]
            for one in source.groups
        ]
        return cls(
            np.equal.outer(*codes),
            np.equal.outer(*stems) & known,
            np.array(synonym, dtype=bool).reshape(len(source), len(target)),
            (source.stops, target.stops),
            codes,
        )

    def costs(self, costs: Costs, constraint: Constraint) -> PairCosts:
        """Return the costs of all edits except phrases."""
        kinds = np.where(self.equal, MATCH, SUBSTITUTION)
        pairs = np.where(self.equal, 0.0, costs.substitution)
        agree = self.equal
        others = (STEM, costs.stem, self.stem), (SYNONYM, costs.synonym, self.synonym)
        for kind, cost, related in others:
            if cost is not None:
                cheaper = related & (pairs > cost) & ~self.equal
                kinds[cheaper], pairs[cheaper] = kind, cost
                if constraint == "relax":
                    agree = agree | related
        n, m = pairs.shape
        return PairCosts(
            kinds,
            pairs,
            np.full(n, costs.deletion),
            np.full(m, costs.insertion),
            max(costs.shift, LEAST_SHIFT),
            agree,
            self.stops,
            self.codes[1],
        )


def inner_cost(costs: PairCosts, source: Sequence[int], target: Sequence[int]) -> float:
    """Return q, the cost of the words of two phrases without phrase substitutions."""
    at = np.ix_(source, target)
    some = PairCosts(
        costs.kinds[at],
        costs.pairs[at],
        costs.deletions[list(source)],
        costs.insertions[list(target)],
        costs.shift,
        costs.agree[at],
        ([costs.stops[0][i] for i in source], [costs.stops[1][j] for j in target]),
        costs.codes[list(target)],
    )
    steps, moves, order = search(some, SHIFTS)
    return sum(_cost(step, order, some) for step in steps) + costs.shift * len(moves)


def _codes(source: Sequence[str], target: Sequence[str]) -> tuple[IntArray, IntArray]:
    numbers: dict[str, int] = {}
    one, other = (
        np.array([numbers.setdefault(word, len(numbers)) for word in side], dtype=np.int64)
        for side in (source, target)
    )
    return one, other


class PhraseEntry(NamedTuple):
    """A phrase table entry whose words occur in both sides.

    Attributes:
        source: Indices of its words in the source.
        target: Indices of the target words that equal its target words, in any position.
        probability: Probability of the entry.
    """

    source: range
    target: tuple[int, ...]
    probability: float


def find_entries(source: Words, target: Words, table: EditPhrases | None) -> list[PhraseEntry]:
    """Return the phrase table entries whose words occur in both sides."""
    if table is None:
        return []
    places: dict[str, list[int]] = {}
    for j, word in enumerate(target.words):
        places.setdefault(word, []).append(j)
    found = []
    for start in range(len(source)):
        for entry in table.starting_at(source.words, start):
            if entry.probability > 0 and all(word in places for word in entry.target):
                used = dict.fromkeys(entry.target, 0)
                words = []
                for word in entry.target:
                    words.append(places[word][min(used[word], len(places[word]) - 1)])
                    used[word] += 1
                if len(set(words)) == len(words):
                    taken = range(start, start + entry.size)
                    found.append(PhraseEntry(taken, tuple(words), entry.probability))
    return found


def with_phrases(
    costs: PairCosts, entries: Sequence[PhraseEntry], price: Callable[[float, float], float]
) -> PairCosts:
    """Return costs that include phrases.

    Args:
        costs: The costs of all other edits.
        entries: The phrases.
        price: Returns the cost of a phrase from the cost of its words and its probability.
    """
    found = []
    for number, (source, target, probability) in enumerate(entries):
        cost = price(inner_cost(costs, source, target), probability)
        codes = tuple(costs.codes[list(target)].tolist())
        found.append(PlacedPhrase(source.start, len(source), codes, cost, number))
    return replace(costs, phrases=tuple(found)) if found else costs


def to_edits(
    steps: Sequence[EditStep],
    order: Sequence[int],
    costs: PairCosts,
    entries: Sequence[PhraseEntry],
    price: Callable[[float, float], float],
) -> tuple[WordEdit, ...]:
    """Return the edits found by a search, with costs that may differ from those of the search.

    Args:
        steps: The edits from the search.
        order: The order of the target that they refer to.
        costs: The costs of the edits.
        entries: The phrases of the search.
        price: Function for the cost of phrases, as in `with_phrases`.
    """
    found = []
    for step in steps:
        source, words = tuple(step.source), tuple(order[place] for place in step.places)
        if step.phrase is None:
            found.append(WordEdit(step.kind, source, words, _cost(step, order, costs)))
            continue
        _, among, probability = entries[step.phrase.entry]
        inner = inner_cost(costs, source, among)
        found.append(WordEdit("P", source, words, price(inner, probability), probability, inner))
    return tuple(found)


def _cost(step: EditStep, order: Sequence[int], costs: PairCosts) -> float:
    if not step.source:
        return float(costs.insertions[order[step.places.start]])
    if not step.places:
        return float(costs.deletions[step.source.start])
    return float(costs.pairs[step.source.start, order[step.places.start]])


def check_costs(costs: Costs) -> Costs:
    """Return valid costs: finite, and none negative except the weights of phrases.

    Raises:
        ParaphraseError: P207 for other values.
    """
    for field in fields(costs):
        value = getattr(costs, field.name)
        if value is None and field.name in ("stem", "synonym", "phrase"):
            continue
        if field.name == "phrase":
            right, expected = len(value) == 4, "four numbers"
        else:
            right, expected = value is not None and 0 <= value < np.inf, "a number, 0 or more"
        if not right:
            name = f"The cost {field.name}"
            raise ParaphraseError("P207", name=name, got=value, expected=expected)
    return costs
