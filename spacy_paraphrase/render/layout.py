"""Where things stand: plain numbers, no markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def skyline(intervals: Sequence[tuple[int, int]], size: int) -> list[int]:
    """Return for each interval the lowest level, from 1, at which it stands clear of shorter ones.

    Args:
        intervals: First and last cell of each.
        size: Number of cells.

    Example:
        >>> skyline([(0, 3), (0, 1), (2, 2), (3, 3)], 4)
        [2, 1, 1, 1]
    """
    roof = [0] * size
    levels = [0] * len(intervals)
    for k in sorted(range(len(intervals)), key=lambda k: (_length(intervals[k]), intervals[k])):
        first, last = intervals[k]
        levels[k] = 1 + max(roof[first : last + 1])
        roof[first : last + 1] = [levels[k]] * (last - first + 1)
    return levels


def _length(interval: tuple[int, int]) -> int:
    return interval[1] - interval[0]


def runs(indices: Sequence[int]) -> list[tuple[int, int]]:
    """Return the stretches of consecutive numbers in an ascending sequence.

    Example:
        >>> runs([2, 3, 4, 7])
        [(2, 4), (7, 7)]
    """
    found = [(indices[0], indices[0])]
    for i in indices[1:]:
        first, last = found[-1]
        if i == last + 1:
            found[-1] = (first, i)
        else:
            found.append((i, i))
    return found


def pack(
    widths: Sequence[float], gap: float, apart: Iterable[tuple[int, int, float]]
) -> list[float]:
    """Put boxes in a row, as tightly as may be.

    Args:
        widths: Width of each box.
        gap: Least distance between neighbours.
        apart: Triples (i, j, d): the centres of boxes i < j are at least d apart.

    Returns:
        The centres.

    Example:
        >>> pack([10, 10, 10], 2, [(0, 2, 50)])
        [5.0, 17.0, 55.0]
    """
    needs: dict[int, list[tuple[int, float]]] = {}
    for i, j, distance in apart:
        needs.setdefault(j, []).append((i, distance))
    centres: list[float] = []
    for j, width in enumerate(widths):
        x = centres[-1] + (widths[j - 1] + width) / 2 + gap if j else width / 2
        centres.append(max([float(x), *(centres[i] + d for i, d in needs.get(j, ()))]))
    return centres


def pull(
    centres: Sequence[float], wishes: Sequence[float | None], low: float, high: float
) -> list[float]:
    """Move boxes apart so that they stand as near as may be (least squares) to where they should.

    Neighbours never come closer than they are. Boxes without a wish stay close to the one before.
    Isotonic regression by pooling adjacent violators (Ayer et al. 1955).

    Args:
        centres: Where the boxes stand, ascending.
        wishes: Where each should stand.
        low: Least position of the first box.
        high: Greatest position of the last box; room enough for all.

    Example:
        >>> pull([0, 10, 20], [5, None, 100], 0, 60)
        [5.0, 15.0, 60.0]
    """
    blocks: list[tuple[float, int, int]] = []  # mean shift, wishes in it, boxes in it
    for centre, wish in zip(centres, wishes, strict=True):
        if wish is None and blocks:
            shift, count, boxes = blocks[-1]
            blocks[-1] = (shift, count, boxes + 1)
            continue
        blocks.append((0.0, 0, 1) if wish is None else (wish - centre, 1, 1))
        while len(blocks) > 1 and (blocks[-2][0] > blocks[-1][0] or not blocks[-2][1]):
            (a, m, i), (b, n, j) = blocks[-2:]
            blocks[-2:] = [((a * m + b * n) / max(m + n, 1), m + n, i + j)]
    least, most = low - centres[0], high - centres[-1]
    shifts = [shift for shift, _, boxes in blocks for _ in range(boxes)]
    return [
        c + float(min(max(shift, least), most)) for c, shift in zip(centres, shifts, strict=True)
    ]


def ports(arcs: Sequence[tuple[int, int]], n: int, room: float) -> list[tuple[float, float]]:
    """Return how far from the middle of its words each end of an arc stands.

    The longest arc of a word stands nearest to the middle, so that arcs of a word never cross.

    Args:
        arcs: Left and right word of each.
        n: Number of words.
        room: Greatest distance from the middle.
    """
    to_right: list[list[int]] = [[] for _ in range(n)]
    to_left: list[list[int]] = [[] for _ in range(n)]
    for k in sorted(range(len(arcs)), key=lambda k: (-_length(arcs[k]), arcs[k])):
        to_right[arcs[k][0]].append(k)
        to_left[arcs[k][1]].append(k)
    offsets = [[0.0, 0.0] for _ in arcs]
    for sign, end, words in ((1, 0, to_right), (-1, 1, to_left)):
        for ks in words:
            step = min(6.0, room / max(len(ks), 1))
            for place, k in enumerate(ks):
                offsets[k][end] = sign * step * (place + 0.5)
    return [(left, right) for left, right in offsets]


class Crowd:
    """A coarse map of what covers where, to find free places for labels."""

    CELL = 9.0

    def __init__(self) -> None:
        self._lines: Counter[tuple[int, int]] = Counter()
        self._labels: set[tuple[int, int]] = set()

    def add_line(self, points: Iterable[tuple[float, float]]) -> None:
        """Note a line by points on it, close to each other."""
        self._lines.update({self._cell(x, y) for x, y in points})

    def place(
        self, candidates: Sequence[tuple[float, float]], width: float = 1
    ) -> tuple[float, float]:
        """Take the freest of the places for a label; the earliest where several are equal."""

        def cost(point: tuple[float, float]) -> int:
            cells = self._around(*point, width)
            return sum(self._lines[cell] + 50 * (cell in self._labels) for cell in cells)

        best = min(candidates, key=cost)
        self._labels |= self._around(*best, width)
        return best

    def _around(self, x: float, y: float, width: float) -> set[tuple[int, int]]:
        column, row = self._cell(x, y)
        half = max(1, round(width / 2 / self.CELL))
        return {(column + i, row + j) for i in range(-half, half + 1) for j in (-1, 0, 1)}

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        return int(x // self.CELL), int(y // self.CELL)
