"""Which sentences a summary takes: one after the other, each held against those taken before.

Hendrickx, Daelemans, Marsi and Krahmer 2009, section 3: take the best sentence, then each next one
if its overlap with the summary is limited, until there is no room. A reranker is two functions, of
places in the list of sentences: what a sentence is worth now, and what it says of those taken.
Interactive selection is that of Lin, Madnani and Dorr 2010, *Putting the user in the loop:
interactive maximal marginal relevance for query-focused summarization*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from ..errors import ParaphraseError
from .redundancy import COSINE, NEW, Verdict, verdict_of_score

# What a sentence is worth, given those that are taken.
Value: TypeAlias = Callable[[int, Sequence[int]], float]
# What is to be done with a sentence, the source, and each of those that are taken, the targets.
Verdicts: TypeAlias = Callable[[int, Sequence[int]], Sequence[Verdict]]
Similarity: TypeAlias = Callable[[int, int], float]
Fill: TypeAlias = Literal["skip", "stop"]
# How much more than redundancy the score of a sentence counts, and how many times as much a
# sentence that follows one that is taken.
TRADE, BOOST = 0.7, 1.2
# Verdicts of sentences that share what they tell of, and may become one.
_SHARING = ("overlaps", "covers", "repeats")
# Of Lin and others 2010: the same for users, what becomes of the scores of the sentences above the
# one that is picked, and how many are shown.
USER_TRADE, HALVE, PAGE = 0.8, 0.5, 10


class Reranker(NamedTuple):
    """What decides on the next sentence.

    Attributes:
        value: What a sentence is worth, given those that are taken.
        verdicts: What it says of each of them.
    """

    value: Value
    verdicts: Verdicts


class Merging(NamedTuple):
    """What makes one sentence of several.

    Attributes:
        partners: The sentences that may overlap with one, the likeliest first; they are looked at
            when it is taken, since little of what they say is new then.
        length: How much room one sentence made of several takes; None where they stay apart.
    """

    partners: Callable[[int], Sequence[int]]
    length: Callable[[tuple[int, ...]], int | None]


class Dropped(NamedTuple):
    """A sentence that is not in a summary because of another one.

    Attributes:
        place: The sentence.
        because_of: The one that says what it says.
        verdict: "duplicate", "covers" or "repeats".
    """

    place: int
    because_of: int
    verdict: str


@dataclass
class Selection:
    """What is selected, and why the rest is not; sentences are places in the list.

    Attributes:
        chosen: The sentences that are taken, in that order.
        values: What each of them was worth when it was taken.
        dropped: Those that others make unnecessary.
        conflicts: Pairs of chosen ones that cannot both be true.
        merged: Chosen ones that become one sentence, in the order in which they were taken, and how
            much room it takes.
        too_long: Those there was no room for.
        ranks: The rank of those that a user picked, from 1.
    """

    chosen: list[int] = field(default_factory=list)
    values: dict[int, float] = field(default_factory=dict)
    dropped: list[Dropped] = field(default_factory=list)
    conflicts: list[tuple[int, int]] = field(default_factory=list)
    merged: dict[tuple[int, ...], int] = field(default_factory=dict)
    too_long: list[int] = field(default_factory=list)
    ranks: dict[int, int] = field(default_factory=dict)

    @property
    def units(self) -> list[tuple[int, ...]]:
        """The chosen sentences, those together that become one."""
        inside = {place for members in self.merged for place in members}
        return [*self.merged, *((place,) for place in self.chosen if place not in inside)]

    def room_of(self, unit: tuple[int, ...], lengths: Sequence[int]) -> int:
        """Return how much room a unit takes, of the lengths of all sentences."""
        return self.merged.get(unit, lengths[unit[0]])

    def length(self, lengths: Sequence[int]) -> int:
        """Return how much room all takes that is chosen."""
        return sum(self.room_of(unit, lengths) for unit in self.units)


def by_score(scores: Sequence[float]) -> Reranker:
    """Return what takes the best sentences whatever they say: for `lead` and `random`."""
    return Reranker(lambda place, chosen: scores[place], lambda place, chosen: [NEW] * len(chosen))


def by_verdict(scores: Sequence[float], verdicts: Verdicts, new: Value | None = None) -> Reranker:
    """Return what takes the best sentence that others do not make unnecessary.

    Args:
        scores: What each sentence is worth.
        verdicts: What it says of those that are taken.
        new: How much of it those that are taken do not say, from 0 to 1: its score counts by that.
    """

    def value(place: int, chosen: Sequence[int]) -> float:
        return scores[place] * (new(place, chosen) if new else 1.0)

    return Reranker(value, verdicts)


def by_similarity(
    scores: Sequence[float], similarity: Similarity, threshold: float = COSINE
) -> Reranker:
    """Return what takes the best sentence that is not too similar to those taken.

    Args:
        scores: What each sentence is worth.
        similarity: How similar two are.
        threshold: From which similarity the worse one is dropped.
    """
    return by_verdict(scores, _below(similarity, threshold))


def _below(similarity: Similarity, threshold: float) -> Verdicts:
    return lambda place, chosen: [
        verdict_of_score(similarity(place, other), threshold) for other in chosen
    ]


def mmr(scores: Sequence[float], similarity: Similarity, trade: float = TRADE) -> Reranker:
    """Return what takes the sentence of the greatest maximal marginal relevance.

    λ·score - (1 - λ)·greatest similarity to one that is taken (Carbonell and Goldstein 1998, *The
    use of MMR*).

    Args:
        scores: What each sentence is worth.
        similarity: How similar two are.
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
    scores: Sequence[float],
    similarity: Similarity,
    threshold: float,
    before: Sequence[int | None],
) -> Reranker:
    """Return `by_similarity` that prefers what follows a sentence that is taken.

    People tend to pick runs of sentences.

    Args:
        scores: What each sentence is worth.
        similarity: How similar two are.
        threshold: From which similarity the worse one is dropped.
        before: The sentence before each one in its document; None for the first ones.
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
) -> Selection:
    """Return the sentences of a summary.

    Of two that are worth the same the first one is taken.

    Args:
        rerank: What decides on the next one.
        lengths: How much room each sentence takes.
        budget: How much room there is.
        fill: What to do when the best sentence does not fit: "skip" it, or "stop".
        merging: Makes one sentence of those that overlap; it is taken if it needs less room.
    """
    found = Selection()
    left = [*range(len(lengths))]
    while left:
        room = budget - found.length(lengths)
        # One that says all that a chosen one says may take its place.
        most = room + max((found.room_of(unit, lengths) for unit in found.units), default=0)
        if fill == "skip":
            found.too_long += [each for each in left if lengths[each] > most]
            left = [each for each in left if lengths[each] <= most]
        values = {each: rerank.value(each, found.chosen) for each in left}
        place = max(left, key=lambda each: (values[each], -each), default=None)
        if place is None:
            break
        left.remove(place)
        if lengths[place] <= most and _take(found, place, rerank, lengths, room, merging):
            found.values[place] = values[place]
            for other in merging.partners(place) if merging and place in found.chosen else ():
                room = budget - found.length(lengths)
                if other in left and _take(found, other, rerank, lengths, room, merging, False):
                    left.remove(other)
                    found.values[other] = values[other]
            continue
        found.too_long.append(place)
        if fill == "stop":
            found.too_long += left
            break
    return found


def _take(
    found: Selection,
    place: int,
    rerank: Reranker,
    lengths: Sequence[int],
    room: int,
    merging: Merging | None,
    alone: bool = True,
) -> bool:
    """Take a sentence unless another one says what it says.

    Args:
        found: What is selected; changed.
        place: The sentence.
        rerank: As in `select`, as the lengths.
        lengths: How much room each sentence takes.
        room: How much there is left.
        merging: As in `select`.
        alone: Whether it may be taken as it stands; else only merged, or in another one's place.

    Returns:
        False if it does not fit, or may not stand alone.
    """
    verdicts = [*zip(found.chosen, rerank.verdicts(place, found.chosen), strict=True)]
    for other, verdict in verdicts:
        if verdict.name == "duplicate" or (verdict.name == "covers" and verdict.keep == "target"):
            found.dropped.append(Dropped(place, other, verdict.name))
            return True
    disputed = {each for pair in found.conflicts for each in pair}
    fixed = disputed | {each for members in found.merged for each in members}
    gone = {other for other, each in verdicts if each.name == "covers" and other not in fixed}
    conflicts = [(other, place) for other, each in verdicts if each.name == "conflict"]
    unit, length = None, lengths[place]
    if merging and not conflicts:
        near = {other for other, each in verdicts if each.name in _SHARING}
        near -= disputed | gone
        for known in found.units:
            more = _more(known, place, found, lengths, merging) if near & {*known} else None
            if more is not None and more < min(length, room + 1):
                unit, length = known, more
    if not unit:
        for other, verdict in verdicts:
            if verdict.name == "repeats":
                if verdict.keep != "source" or other in fixed:
                    found.dropped.append(Dropped(place, other, verdict.name))
                    return True
                gone.add(other)
    room += sum(lengths[other] for other in gone)
    if length > room or not (alone or unit or gone):
        return False
    for other, verdict in verdicts:
        if other in gone:
            found.chosen.remove(other)
            found.dropped.append(Dropped(other, place, verdict.name))
    if unit:
        whole = length + found.room_of(unit, lengths)
        found.merged.pop(unit, None)
        found.merged[(*unit, place)] = whole
    found.chosen.append(place)
    found.conflicts += conflicts
    return True


def _more(
    unit: tuple[int, ...], place: int, found: Selection, lengths: Sequence[int], merging: Merging
) -> int | None:
    """Return how much more room what is taken needs when a sentence is merged into it."""
    length = merging.length((*unit, place))
    return None if length is None else length - found.room_of(unit, lengths)


class Ranked(NamedTuple):
    """A sentence as a user sees it in the list to pick from.

    Attributes:
        place: The sentence.
        value: What it is worth now.
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
) -> Selection:
    """Return the sentences that a user picks, and when the user stops, the best of the rest.

    Args:
        choose: Gets the best sentences, `PAGE` at most, and returns the index of one in that list,
            or None to stop.
        relevance: What each sentence is worth, from 0 to 1.
        redundancy: How much of a sentence those that are taken say, from 0 to 1.
        lengths: How much room each sentence takes.
        budget: How much room there is.
        trade: λ: λ·relevance - (1 - λ)·redundancy is what a sentence is worth.
        halve: What the relevance of sentences is multiplied with that stood above the one picked.

    Raises:
        ParaphraseError: P950 if the index is not one of the list.
    """
    found = Selection()
    relevance = [*relevance]
    left = [*range(len(lengths))]
    asked = True
    while True:
        room = budget - sum(lengths[each] for each in found.chosen)
        fitting = [place for place in left if lengths[place] <= room]
        if not fitting:
            break
        values = {
            place: trade * relevance[place] - (1 - trade) * redundancy(place, found.chosen)
            for place in fitting
        }
        ranked = sorted(
            (Ranked(*each) for each in values.items()), key=lambda r: (-r.value, r.place)
        )
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
