"""The cheapest edits between two sides by dynamic programming, and a greedy search for shifts.

The functions take plain arrays and return indices; their callers (`terp`, `perp`) set the costs.

Snover, Dorr, Schwartz, Micciulla and Makhoul 2006, *A study of translation edit rate with targeted
human annotation*; Snover, Madnani, Dorr and Schwartz 2009, *Fluency, adequacy, or HTER?*.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import numpy as np

from ..jobs.arrays import BoolArray, FloatArray, IntArray
from .word_edits import Kind, Shift, moved

# Costs that differ by less are equal.
TIE = 1e-9
# Kinds of word pairs, as numbers.
MATCH, SUBSTITUTION, STEM, SYNONYM = range(4)
# Maximum number of shifts, and of cells, that are computed at once.
_AT_ONCE, _CELLS = 64, 1 << 21
# With more shifts, only the words that a shift moves or passes are aligned again.
_MANY = 32


class PlacedPhrase(NamedTuple):
    """A phrase of the source that may be substituted by a phrase of the target.

    Attributes:
        start: Index of its first word in the source.
        size: Number of its words in the source.
        words: The words of the target, as codes (`PairCosts.codes`).
        cost: The cost of the substitution.
        entry: Number of its table entry, for the caller.
    """

    start: int
    size: int
    words: tuple[int, ...]
    cost: float
    entry: int


@dataclass(frozen=True)
class PairCosts:
    """The edit costs of a pair of n source words and m target words.

    Attributes:
        kinds: MATCH, SUBSTITUTION, STEM or SYNONYM for each pair of words; shape (n, m).
        pairs: The cost of each pair of words; shape (n, m).
        deletions: The cost of deleting each source word; shape (n,).
        insertions: The cost of inserting each target word; shape (m,).
        shift: The cost of a shift.
        agree: Whether two words match in a shifted block; shape (n, m).
        stops: Whether words of source and target are too common to be shifted alone.
        codes: A number for each target word, the same for the same word; shape (m,).
        phrases: Phrases that may be substituted.
    """

    kinds: IntArray
    pairs: FloatArray
    deletions: FloatArray
    insertions: FloatArray
    shift: float
    agree: BoolArray
    stops: tuple[Sequence[bool], Sequence[bool]]
    codes: IntArray
    phrases: tuple[PlacedPhrase, ...] = ()

    @cached_property
    def saved(self) -> FloatArray:
        """The cost of a pair of words minus the deletion of its source word; shape (m, n)."""
        return np.ascontiguousarray((self.pairs - self.deletions[:, None]).T)

    @cached_property
    def lists(self) -> tuple[list[list[float]], list[list[int]]]:
        """The costs and the kinds of pairs as lists."""
        return self.pairs.tolist(), self.kinds.tolist()

    @cached_property
    def deleted(self) -> FloatArray:
        """The cost of deleting the first i source words; shape (n + 1,)."""
        return np.concatenate([[0.0], np.cumsum(self.deletions)])


@dataclass(frozen=True)
class ShiftRules:
    """Limits of the search for shifts.

    Attributes:
        max_block: Maximum length of a block, in words.
        max_distance: Maximum distance of a shift, in words.
        max_shifts: Maximum number of shifts.
        plain: Whether to search like plain TER in its tool Tercom and in sacrebleu: stop words are
            shifted like other words, a shift need only save its own cost, blocks may overlap their
            destination, and the search ends at the 1,000th candidate.
    """

    max_block: int = 10
    max_distance: int = 50
    max_shifts: int = 50
    plain: bool = False


_PLAIN_CANDIDATES = 1000


class EditStep(NamedTuple):
    """An edit, relative to the shifted order of the target.

    Attributes:
        kind: Its letter.
        source: Indices of the source words.
        places: Positions of the target words in this order.
        phrase: The phrase of a phrase substitution.
    """

    kind: Kind
    source: range
    places: range
    phrase: PlacedPhrase | None = None


class _Found(NamedTuple):
    start: int
    end: int
    dest: int


Occurrences: TypeAlias = dict[int, list[tuple[int, PlacedPhrase]]]  # by end: table, phrase
LETTERS: dict[int, Kind] = {MATCH: "M", SUBSTITUTION: "S", STEM: "T", SYNONYM: "Y"}


def search(
    costs: PairCosts, rules: ShiftRules | None
) -> tuple[list[EditStep], list[Shift], list[int]]:
    """Return the edits of a pair; shift blocks of the target as long as that lowers the cost.

    Each round tries all blocks that match a block of the source with an alignment error, at the
    positions where they would match, and makes the shift that saves most. The exact problem is
    NP-complete (Shapira and Storer 2002). A round takes O(n * m) time per candidate, vectorised
    over candidates.

    Args:
        costs: The costs of edits.
        rules: Limits of the shifts; None for no shifts.

    Returns:
        The edits in the order of the source, the shifts, and the resulting order of the target.
    """
    order = list(range(len(costs.insertions)))
    total, steps, table = align(costs, order)
    shifts: list[Shift] = []
    tried = 0
    candidates = _plain_candidates if rules and rules.plain else _candidates
    while rules is not None and (rules.plain or len(shifts) < rules.max_shifts):
        found = candidates(costs, order, steps, rules)
        if not found:
            break
        tried += len(found)
        if rules.plain and tried >= _PLAIN_CANDIDATES:
            break
        best, value = _cheapest(costs, order, found, total, table)
        least = 0.0 if rules.plain else costs.shift
        if total - value - least <= TIE:
            break
        order = moved(order, *best)
        total, steps, table = align(costs, order)
        shifts.append(Shift(*best, costs.shift))
    return steps, shifts, order


def align(costs: PairCosts, order: Sequence[int]) -> tuple[float, list[EditStep], FloatArray]:
    """Return the least cost of the edits for an order of the target words, and the edits.

    Ties are resolved as by a program that loops over the words of the target, and inside over those
    of the source, and tries a pair of words, a phrase, an insertion and a deletion in this order.
    The third value is the table of the search: all columns of `_columns`.
    """
    n, m = len(costs.deletions), len(order)
    phrases = _occurrences(costs, [order])
    table = np.concatenate(list(_columns(costs, np.array([order], dtype=np.int64), phrases)))
    cells = (table + costs.deleted).tolist()
    pairs, kinds = costs.lists
    insertions = costs.insertions.tolist()
    steps = []
    i, j = n, m
    while i or j:
        step = None
        for phrase in _ending(phrases, i, j, before_pair=True):
            step = _phrase_step(cells, phrase, i, j)
            if step:
                break
        if step is None and i and j:
            word = order[j - 1]
            if cells[j - 1][i - 1] + pairs[i - 1][word] <= cells[j][i] + TIE:
                step = EditStep(LETTERS[kinds[i - 1][word]], range(i - 1, i), range(j - 1, j))
            for phrase in () if step else _ending(phrases, i, j, before_pair=False):
                step = _phrase_step(cells, phrase, i, j)
        if step is None and j and cells[j - 1][i] + insertions[order[j - 1]] <= cells[j][i] + TIE:
            step = EditStep("I", range(i, i), range(j - 1, j))
        steps.append(step or EditStep("D", range(i - 1, i), range(j, j)))
        i -= len(steps[-1].source)
        j -= len(steps[-1].places)
    return cells[m][n], steps[::-1], table


def _ending(phrases: Occurrences, i: int, j: int, before_pair: bool) -> list[PlacedPhrase]:
    """Return the phrases that end before a pair of places, in the order of their starts."""
    # With `before_pair`: phrases of several words on a side; else of one word on both sides.
    found = [p for _, p in phrases.get(j, ()) if p.start + p.size == i]
    wanted = [p for p in found if (len(p.words) > 1 or p.size > 1) == before_pair]
    return sorted(wanted, key=lambda p: (-len(p.words), p.start, p.cost))


def _phrase_step(cells: list[list[float]], phrase: PlacedPhrase, i: int, j: int) -> EditStep | None:
    start = j - len(phrase.words)
    if cells[start][phrase.start] + phrase.cost > cells[j][i] + TIE:
        return None
    return EditStep("P", range(phrase.start, i), range(start, j), phrase)


def _columns(costs: PairCosts, orders: IntArray, phrases: Occurrences) -> Iterator[FloatArray]:
    """Yield the least cost of the first i source words and the first j words of each order, by j.

    The cost of deleting all i source words (`PairCosts.deleted`) is subtracted. Thus deletions cost
    nothing here, and a running minimum includes them.

    Args:
        costs: The costs of edits.
        orders: Orders of the target words; shape (orders, m).
        phrases: The phrases in each order, by their ends.

    Yields:
        m + 1 arrays of shape (orders, n + 1).
    """
    column = np.zeros((len(orders), len(costs.deletions) + 1))
    columns = [column]
    yield column
    deleted = costs.deleted
    for j, words in enumerate(orders.T, 1):
        column = _next(costs, column, words)
        for k, phrase in phrases.get(j, ()):
            first, end = phrase.start, phrase.start + phrase.size
            value = columns[j - len(phrase.words)][k, first] + phrase.cost
            column[k, end] = min(column[k, end], value + deleted[first] - deleted[end])
        np.minimum.accumulate(column, axis=1, out=column)
        if phrases:
            columns.append(column)
        yield column


def _next(costs: PairCosts, column: FloatArray, words: IntArray) -> FloatArray:
    """Return the column after one more word of each order, before deletions."""
    found = column + costs.insertions[words][:, None]
    np.minimum(found[:, 1:], column[:, :-1] + costs.saved[words], out=found[:, 1:])
    return found


def _occurrences(costs: PairCosts, orders: Sequence[Sequence[int]]) -> Occurrences:
    found: Occurrences = {}
    if not costs.phrases:
        return found
    codes = costs.codes.tolist()
    first: dict[int, list[PlacedPhrase]] = {}
    for phrase in costs.phrases:
        first.setdefault(phrase.words[0], []).append(phrase)
    for k, order in enumerate(orders):
        words = [codes[j] for j in order]
        for j, word in enumerate(words):
            for phrase in first.get(word, ()):
                end = j + len(phrase.words)
                if tuple(words[j:end]) == phrase.words:
                    found.setdefault(end, []).append((k, phrase))
    return found


def _cheapest(
    costs: PairCosts, order: list[int], found: Sequence[_Found], total: float, table: FloatArray
) -> tuple[_Found, float]:
    """Return the first of the shifts with the cheapest remaining edits, and the cost of these.

    Args:
        costs: The costs of edits.
        order: The order of the target words.
        found: Shifts to try, those of the longest blocks first.
        total: The cost of the edits without a shift.
        table: The columns of the current order (`_columns`).
    """
    # The most that moving a word can save: an insertion, and the deletion of its partner.
    most = costs.insertions.max() + costs.deletions.max()
    size = max(1, min(_AT_ONCE, _CELLS // ((len(order) + 1) * (len(costs.deletions) + 1))))
    behind = _behind(costs, order) if not costs.phrases and len(found) > _MANY else None
    best, least = found[0], np.inf
    seen: set[bytes] = set()
    for start in range(0, len(found), size):
        longest = found[start].end - found[start].start
        if not costs.phrases and total - least >= most * longest:
            break
        some, orders = [], []
        for shift in found[start : start + size]:
            other = moved(order, *shift)
            key = costs.codes[other].tobytes()
            if key not in seen:  # orders with the same words have the same cost
                seen.add(key)
                some.append(shift)
                orders.append(other)
        if not some:
            continue
        if behind is None:
            columns = _columns(costs, np.array(orders, dtype=np.int64), _occurrences(costs, orders))
            (column,) = deque(columns, maxlen=1)
            values = column[:, -1] + costs.deleted[-1]
        else:
            values = _between(costs, np.array(orders, dtype=np.int64), some, table, behind)
        k = int(np.argmax(values <= values.min() + TIE))
        if values[k] < least - TIE:
            best, least = some[k], float(values[k])
    return best, least


def _behind(costs: PairCosts, order: list[int]) -> FloatArray:
    """Return the costs of the words after each place of the source and of an order."""
    # As `_columns`, but from the end, with deletions subtracted; shape (m + 1, n + 1).
    backwards = replace(
        costs, pairs=costs.pairs[::-1], deletions=costs.deletions[::-1], kinds=costs.kinds[::-1]
    )
    columns = _columns(backwards, np.array([order[::-1]], dtype=np.int64), {})
    return np.concatenate(list(columns))[::-1, ::-1]


def _between(
    costs: PairCosts,
    orders: IntArray,
    shifts: Sequence[_Found],
    before: FloatArray,
    behind: FloatArray,
) -> FloatArray:
    """Return the least cost for each shifted order, reusing the costs of its unchanged parts."""
    first = np.array([min(shift.start, shift.dest + 1) for shift in shifts])
    last = np.array([max(shift.end, shift.dest + 1) for shift in shifts])
    widest = np.argsort(first - last, kind="stable")
    orders, first, last = orders[widest], first[widest], last[widest]
    left = np.searchsorted(first - last, -np.arange(int((last - first).max())))
    column = before[first]
    for step, count in enumerate(left.tolist()):
        words = orders[np.arange(count), first[:count] + step]
        column[:count] = _next(costs, column[:count], words)
        np.minimum.accumulate(column[:count], axis=1, out=column[:count])
    values = np.empty(len(shifts))
    values[widest] = (column + behind[last]).min(axis=1) + costs.deleted[-1]
    return values


# -- Candidates for shifts -------------------------------------------------------------------------


class _State(NamedTuple):
    """The state of an alignment, for the search of shifts.

    Attributes:
        errors: Number of errors in the first i words of the source, and the first j of the target.
        aligned: The place in the target of each source word; of a deleted word, the place before.
    """

    errors: tuple[list[int], list[int]]
    aligned: list[int]


def _state(n: int, m: int, steps: Sequence[EditStep]) -> _State:
    wrong = [0] * n, [0] * m
    aligned = [0] * n
    for step in steps:
        if step.kind != "M":
            for i in step.source:
                wrong[0][i] = 1
            for j in step.places:
                wrong[1][j] = 1
        for i in step.source:
            aligned[i] = step.places.start - (not step.places)
    return _State((_sums(wrong[0]), _sums(wrong[1])), aligned)


def _sums(values: Sequence[int]) -> list[int]:
    return list(accumulate(values, initial=0))


def _candidates(
    costs: PairCosts, order: list[int], steps: Sequence[EditStep], rules: ShiftRules
) -> list[_Found]:
    """Return the blocks that TERp tries to shift, the longest first."""
    state = _state(len(costs.deletions), len(order), steps)
    stops, others = costs.stops
    content = _sums([not stop for stop in stops]), _sums([not others[j] for j in order])
    found = set()
    for start, end, place, stop in _blocks(costs, order, state, rules):
        at = state.aligned[start]
        if place <= at < stop or abs(at - place) > rules.max_distance:
            continue
        if content[0][start] == content[0][end] or content[1][place] == content[1][stop]:
            continue
        for i in range(start - 1, end):
            dest = state.aligned[i] if i >= 0 else -1
            if not place - 1 <= dest < stop:
                found.add(_Found(place, stop, dest))
    return sorted(found, key=lambda block: (block.start - block.end, block))


def _blocks(
    costs: PairCosts, order: list[int], state: _State, rules: ShiftRules
) -> Iterator[tuple[int, int, int, int]]:
    """Yield matching blocks of the source and of the target that both contain an error.

    They match word by word, or by phrases.

    Yields:
        Start and end in the source, start and end in the order of the target.
    """
    agree = costs.agree[:, order]
    rows = agree.tolist()
    links = _phrase_links(costs, order)
    n, m = agree.shape
    wrong, other_wrong = state.errors
    # Possible starts: matching words that are not aligned, with errors within the maximum length.
    near = agree & np.logical_and.outer(*(_reach(sums, rules.max_block) for sums in state.errors))
    starts = {*links, *zip(*(axis.tolist() for axis in np.nonzero(near)), strict=True)}
    for start, place in starts:
        if state.aligned[start] == place:
            continue
        ahead, seen = [(start, place)], set()
        while ahead:
            i, j = ahead.pop()
            after = [(i + 1, j + 1)] if i < n and j < m and rows[i][j] else []
            after += [(i + p.size, j + len(p.words)) for p in links.get((i, j), ())]
            for end, stop in after:
                if (end, stop) in seen or max(end - start, stop - place) > rules.max_block:
                    continue
                seen.add((end, stop))
                ahead.append((end, stop))
                if wrong[end] > wrong[start] and other_wrong[stop] > other_wrong[place]:
                    yield start, end, place, stop


def _phrase_links(costs: PairCosts, order: list[int]) -> dict[tuple[int, int], list[PlacedPhrase]]:
    """Return the phrases by their start in the source and that of their counterpart."""
    links: dict[tuple[int, int], list[PlacedPhrase]] = {}
    for end, ending in _occurrences(costs, [order]).items():
        for _, phrase in ending:
            links.setdefault((phrase.start, end - len(phrase.words)), []).append(phrase)
    return links


def _reach(errors: Sequence[int], size: int) -> BoolArray:
    """Return whether there is an error within `size` words from each word on."""
    sums = np.array(errors)
    ends = np.minimum(np.arange(len(sums) - 1) + size, len(sums) - 1)
    return np.asarray(sums[ends] > sums[:-1])


def _plain_candidates(
    costs: PairCosts, order: list[int], steps: Sequence[EditStep], rules: ShiftRules
) -> list[_Found]:
    """Return the blocks that plain TER tries to shift, the longest first."""
    # If the destination is inside the block, the block moves by its own length.
    state = _state(len(costs.deletions), len(order), steps)
    found = []
    for start, end, place, stop in _blocks(costs, order, state, rules):
        if place <= state.aligned[start] < stop or abs(start - place) > rules.max_distance:
            continue
        last = None
        for i in range(start - 1, end):
            dest = state.aligned[i] if i >= 0 else -1
            if dest != last:
                found.append((place - stop, place, dest, stop))
            last = dest
    inside = [
        (place, stop, dest + stop - place if place - 1 <= dest < stop else dest)
        for _, place, dest, stop in sorted(found)
    ]
    return [_Found(place, stop, min(dest, len(order) - 1)) for place, stop, dest in inside]
