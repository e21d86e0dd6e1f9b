"""Selection of summary sentences: one by one, each compared with those selected before.

As in Hendrickx, Daelemans, Marsi and Krahmer 2009, section 3, the best sentence is selected first,
then each next one if its overlap with the summary is limited, until the budget is used up. A
reranker has two functions: the current value of a sentence, and its verdicts with selected ones.
Interactive selection is that of Lin, Madnani and Dorr 2010, *Putting the user in the loop:
interactive maximal marginal relevance for query-focused summarization*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from ..errors import ParaphraseError
from .redundancy import COSINE, NEW, Redundancy, verdict_of_score

# The value of a sentence, given the selected ones.
Value: TypeAlias = Callable[[int, Sequence[int]], float]
# The verdicts on a sentence (the source) and each of the selected ones (the targets).
Verdicts: TypeAlias = Callable[[int, Sequence[int]], Sequence[Redundancy]]
Similarity: TypeAlias = Callable[[int, int], float]
Fill: TypeAlias = Literal["skip", "stop"]
# Default λ of "mmr", the weight of the score against redundancy; factor for the score of a sentence
# that follows a selected one ("novelty").
TRADE, BOOST = 0.7, 1.2
# Verdicts of sentences with shared content, which may be fused.
_SHARING = ("overlaps", "covers", "repeats")
# For selection by users (Lin and others 2010): λ, the factor for the scores of the sentences above
# the picked one, and the number of sentences shown.
USER_TRADE, HALVE, PAGE = 0.8, 0.5, 10


class Reranker(NamedTuple):
    """Decides on the next sentence.

    Attributes:
        value: The value of a sentence, given the selected ones.
        verdicts: Its verdicts with each of them.
    """

    value: Value
    verdicts: Verdicts


class Merging(NamedTuple):
    """Functions to merge sentences.

    Attributes:
        partners: Function that returns the sentences that may overlap with a sentence, most likely
            first; they are tried as soon as it is selected, since they have little new content.
        length: Length of the fusion of several sentences; None if they cannot be fused.
    """

    partners: Callable[[int], Sequence[int]]
    length: Callable[[tuple[int, ...]], int | None]


class DroppedSentence(NamedTuple):
    """A sentence that is not in a summary because of another one.

    Attributes:
        place: The sentence.
        because_of: The sentence that makes it redundant.
        verdict: "duplicate", "covers" or "repeats".
    """

    place: int
    because_of: int
    verdict: str


@dataclass
class SentenceSelection:
    """The selected sentences (by index), and the reasons why others are not selected.

    Attributes:
        chosen: The selected sentences, in order of selection.
        values: The value of each selected sentence at the time of selection.
        dropped: The sentences that others make redundant.
        conflicts: Pairs of selected sentences that cannot both be true.
        merged: Selected sentences that are fused, in order, and the length of the fusion.
        too_long: The sentences that did not fit into the budget.
        ranks: The rank of each sentence picked by a user, from 1.
    """

    chosen: list[int] = field(default_factory=list)
    values: dict[int, float] = field(default_factory=dict)
    dropped: list[DroppedSentence] = field(default_factory=list)
    conflicts: list[tuple[int, int]] = field(default_factory=list)
    merged: dict[tuple[int, ...], int] = field(default_factory=dict)
    too_long: list[int] = field(default_factory=list)
    ranks: dict[int, int] = field(default_factory=dict)

    @property
    def units(self) -> list[tuple[int, ...]]:
        """The selected sentences, with those to be fused grouped together."""
        inside = self.joined
        return [*self.merged, *((place,) for place in self.chosen if place not in inside)]

    @property
    def joined(self) -> set[int]:
        """The selected sentences that are fused with others."""
        return {place for members in self.merged for place in members}

    @property
    def disputed(self) -> set[int]:
        """The selected sentences that are in a conflict."""
        return {each for pair in self.conflicts for each in pair}

    def room_of(self, unit: tuple[int, ...], lengths: Sequence[int]) -> int:
        """Return the length of a unit, given the lengths of all sentences."""
        return self.merged.get(unit, lengths[unit[0]])

    def length(self, lengths: Sequence[int]) -> int:
        """Return the total length of the selected sentences."""
        return sum(self.room_of(unit, lengths) for unit in self.units)


def by_score(scores: Sequence[float]) -> Reranker:
    """Return a reranker by score alone: for `lead` and `random`."""
    return Reranker(lambda place, chosen: scores[place], lambda place, chosen: [NEW] * len(chosen))


def by_verdict(scores: Sequence[float], verdicts: Verdicts, new: Value | None = None) -> Reranker:
    """Return a reranker for the best sentence that is not redundant by verdict.

    Args:
        scores: The score of each sentence.
        verdicts: Function that returns its verdicts with the selected sentences.
        new: Function that returns its share of new content, 0 to 1, a factor of its score.
    """

    def value(place: int, chosen: Sequence[int]) -> float:
        return scores[place] * (new(place, chosen) if new else 1.0)

    return Reranker(value, verdicts)


def by_similarity(
    scores: Sequence[float], similarity: Similarity, threshold: float = COSINE
) -> Reranker:
    """Return a reranker for the best sentence that is not too similar to the selected ones.

    Args:
        scores: The score of each sentence.
        similarity: Function that returns the similarity of two sentences.
        threshold: Minimum similarity at which the worse sentence is dropped.
    """
    return by_verdict(scores, _below(similarity, threshold))


def _below(similarity: Similarity, threshold: float) -> Verdicts:
    return lambda place, chosen: [
        verdict_of_score(similarity(place, other), threshold) for other in chosen
    ]


def mmr(scores: Sequence[float], similarity: Similarity, trade: float = TRADE) -> Reranker:
    """Return a reranker by maximal marginal relevance.

    The value is λ·score - (1 - λ)·(greatest similarity to a selected sentence) (Carbonell and
    Goldstein 1998, *The use of MMR*).

    Args:
        scores: The score of each sentence.
        similarity: Function that returns the similarity of two sentences.
        trade: λ.

    Example:
        >>> rerank = mmr([1.0, 0.9], lambda one, other: 0.8)
        >>> round(rerank.value(1, [0]), 2)
        0.39
    """
    similarity = cache(similarity)

    def value(place: int, chosen: Sequence[int]) -> float:
        most = max((similarity(place, other) for other in chosen), default=0.0)
        return trade * scores[place] - (1 - trade) * most

    return Reranker(value, by_score(scores).verdicts)


def novelty(
    scores: Sequence[float], similarity: Similarity, threshold: float, before: Sequence[int | None]
) -> Reranker:
    """Return `by_similarity` with a preference for sentences that follow a selected one.

    People tend to pick consecutive sentences.

    Args:
        scores: The score of each sentence.
        similarity: Function that returns the similarity of two sentences.
        threshold: Minimum similarity at which the worse sentence is dropped.
        before: The sentence before each one in its document; None for the first sentence.
    """

    def value(place: int, chosen: Sequence[int]) -> float:
        return scores[place] * (BOOST if before[place] in chosen else 1.0)

    return Reranker(value, _below(similarity, threshold))


def select(
    rerank: Reranker,
    lengths: Sequence[int],
    budget: int,
    fill: Fill = "skip",
    merging: Merging | None = None,
) -> SentenceSelection:
    """Select the sentences of a summary.

    Of two sentences with the same value the first one is selected.

    Args:
        rerank: The reranker that decides on the next sentence.
        lengths: The length of each sentence.
        budget: The maximum total length.
        fill: What to do when the best sentence does not fit: "skip" it, or "stop".
        merging: Functions to fuse overlapping sentences; a fusion is used if it is shorter.
    """
    selecting = _Selecting(rerank, lengths, budget, merging)
    found = selecting.found
    left = [*range(len(lengths))]
    while left:
        most = selecting.most()
        if fill == "skip":
            found.too_long += [each for each in left if lengths[each] > most]
            left = [each for each in left if lengths[each] <= most]
        values = {each: rerank.value(each, found.chosen) for each in left}
        place = max(left, key=lambda each: (values[each], -each), default=None)
        if place is None:
            break
        left.remove(place)
        if lengths[place] <= most and selecting.take(place):
            found.values[place] = values[place]
            selecting.take_partners(place, left, values)
            continue
        found.too_long.append(place)
        if fill == "stop":
            found.too_long += left
            break
    return found


@dataclass(frozen=True)
class _Selecting:
    rerank: Reranker
    lengths: Sequence[int]
    budget: int
    merging: Merging | None
    found: SentenceSelection = field(default_factory=SentenceSelection)

    def room(self) -> int:
        """Return the remaining budget."""
        return self.budget - self.found.length(self.lengths)

    def most(self) -> int:
        """Return the maximum length of a next sentence, which may replace one that it covers."""
        found, lengths = self.found, self.lengths
        return self.room() + max((found.room_of(u, lengths) for u in found.units), default=0)

    def take_partners(self, place: int, left: list[int], values: Mapping[int, float]) -> None:
        """Select the remaining sentences that can be fused with a selected one."""
        if self.merging is None or place not in self.found.chosen:
            return
        for other in self.merging.partners(place):
            if other in left and self.take(other, alone=False):
                left.remove(other)
                self.found.values[other] = values[other]

    def take(self, place: int, *, alone: bool = True) -> bool:
        """Select a sentence unless it is redundant.

        Args:
            place: The sentence.
            alone: Whether it may be selected on its own; else only fused, or replacing another.

        Returns:
            False if it does not fit, or may not be selected on its own.
        """
        found = self.found
        verdicts = dict(zip(found.chosen, self.rerank.verdicts(place, found.chosen), strict=True))
        if self._is_said(place, verdicts):
            return True
        fixed = found.disputed | found.joined
        gone = {*_named("covers", verdicts)} - fixed
        conflicts = [(other, place) for other in _named("conflict", verdicts)]
        unit, length = None, self.lengths[place]
        if self.merging and not conflicts:
            unit, length = self._unit(place, verdicts, gone, self.merging)
        if not unit and self._is_repeated(place, verdicts, fixed, gone):
            return True
        room = self.room() + sum(map(self.lengths.__getitem__, gone))
        if length > room or not (alone or unit or gone):
            return False
        self._drop(gone, place, verdicts)
        if unit:
            whole = length + found.room_of(unit, self.lengths)
            found.merged.pop(unit, None)
            found.merged[(*unit, place)] = whole
        found.chosen.append(place)
        found.conflicts += conflicts
        return True

    def _drop(self, gone: set[int], place: int, verdicts: Mapping[int, Redundancy]) -> None:
        """Drop selected sentences because of a new one."""
        for other in [each for each in self.found.chosen if each in gone]:
            self.found.chosen.remove(other)
            self.found.dropped.append(DroppedSentence(other, place, verdicts[other].name))

    def _is_said(self, place: int, verdicts: Mapping[int, Redundancy]) -> bool:
        """Drop a sentence if a selected one has all of its content; return whether this holds."""
        for other, verdict in verdicts.items():
            covered = verdict.name == "covers" and verdict.keep == "target"
            if verdict.name == "duplicate" or covered:
                self.found.dropped.append(DroppedSentence(place, other, verdict.name))
                return True
        return False

    def _is_repeated(
        self, place: int, verdicts: Mapping[int, Redundancy], fixed: set[int], gone: set[int]
    ) -> bool:
        """Drop a sentence if a selected one has most of its content; return whether this holds."""
        # Selected sentences that it mostly repeats are added to `gone`, unless they are fixed.
        for other in _named("repeats", verdicts):
            if verdicts[other].keep != "source" or other in fixed:
                self.found.dropped.append(DroppedSentence(place, other, "repeats"))
                return True
            gone.add(other)
        return False

    def _unit(
        self, place: int, verdicts: Mapping[int, Redundancy], gone: set[int], merging: Merging
    ) -> tuple[tuple[int, ...] | None, int]:
        """Return the selected unit to fuse a sentence with, and the additional length.

        None and the length of the sentence alone, if that is shorter or no fusion fits.
        """
        found, unit, length = self.found, None, self.lengths[place]
        near = {other for other, each in verdicts.items() if each.name in _SHARING}
        near -= found.disputed | gone
        most = self.room() + 1
        for known in found.units:
            whole = merging.length((*known, place)) if near & {*known} else None
            if whole is None:
                continue
            more = whole - found.room_of(known, self.lengths)
            if more < min(length, most):
                unit, length = known, more
        return unit, length


def _named(name: str, verdicts: Mapping[int, Redundancy]) -> list[int]:
    return [other for other, verdict in verdicts.items() if verdict.name == name]


class Ranked(NamedTuple):
    """A sentence in the list that is shown to a user.

    Attributes:
        place: The sentence.
        value: Its current value.
    """

    place: int
    value: float


def select_with(
    choose: Callable[[list[Ranked]], int | None],
    relevance: Sequence[float],
    redundancy: Callable[[int, Sequence[int]], float],
    lengths: Sequence[int],
    budget: int,
    *,
    trade: float = USER_TRADE,
    halve: float = HALVE,
) -> SentenceSelection:
    """Select the sentences picked by a user and, when the user stops, the best of the rest.

    Args:
        choose: Function that gets the best sentences, at most `PAGE`, and returns the index of one
            in this list, or None to stop.
        relevance: The relevance of each sentence, from 0 to 1.
        redundancy: The share of a sentence that the selected ones cover, from 0 to 1.
        lengths: The length of each sentence.
        budget: The maximum total length.
        trade: λ: the value of a sentence is λ·relevance - (1 - λ)·redundancy.
        halve: Factor for the relevance of sentences listed above the picked one.

    Raises:
        ParaphraseError: P950 for an index outside the list.
    """
    found = SentenceSelection()
    relevance = [*relevance]
    left = [*range(len(lengths))]
    asked = True
    while True:
        room = budget - sum(lengths[each] for each in found.chosen)
        fitting = [place for place in left if lengths[place] <= room]
        if not fitting:
            break
        ranked = [
            Ranked(k, trade * relevance[k] - (1 - trade) * redundancy(k, found.chosen))
            for k in fitting
        ]
        ranked.sort(key=lambda each: (-each.value, each.place))
        rank = _asked(choose, ranked[:PAGE]) if asked else None
        asked = rank is not None
        picked = ranked[rank or 0]
        if rank is not None:
            for above in ranked[:rank]:
                relevance[above.place] *= halve
            found.ranks[picked.place] = rank + 1
        found.chosen.append(picked.place)
        found.values[picked.place] = picked.value
        left.remove(picked.place)
    found.too_long = left
    return found


def _asked(choose: Callable[[list[Ranked]], int | None], ranked: list[Ranked]) -> int | None:
    rank = choose(ranked)
    if rank is None or (type(rank) is int and 0 <= rank < len(ranked)):
        return rank
    expected = f"None or a whole number from 0 to {len(ranked) - 1}"
    raise ParaphraseError("P950", setting="choice", got=rank, expected=expected)
