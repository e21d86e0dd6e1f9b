"""Layout of the picture of two trees: coordinates without markup."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..analysis.syntax import Dependency
from ..pairs.pair import SIDES, SideName
from .markup import shorten, text_width
from .pair_view import Side, View, ViewLink, runs, without_repeats

WORD_SIZE = 15.0
LABEL_SIZE = 10.5
WORD_LIMIT = 26  # columns; the tooltip has the whole word
MARGIN = 16.0
SIDE_LABEL = 50.0
WORD_GAP = 13.0
WORD_HEIGHT = 24.0
ARC_STEP = 19.0
ARC_ROOM = 330.0  # maximum height of a tree; the arcs of a deep tree are closer to each other
PORT_ROOM = 14.0  # maximum distance of the end of an arc from the middle of its word
BAR_STEP = 9.0
BAR_ROOM = 180.0

Interval = tuple[float, float]


class Arc(NamedTuple):
    """A dependency arc: its two ends, its height, and the direction of its arrow.

    `arrow` is "left", "right" or, for a root, ""; `node` is the index of the dependent.
    """

    x1: float
    x2: float
    height: float
    label: str
    arrow: str
    node: int


class Row(NamedTuple):
    """The words of a side and its tree; `up` is the direction of the tree: -1 (up) or 1 (down)."""

    up: int
    centres: list[float]
    baseline: float
    tree_base: float
    arcs: list[Arc]


class LinkEnds(NamedTuple):
    """The two ends of a link, and the pieces of the bars along its words."""

    edge: ViewLink
    x: Interval
    y: Interval
    runs: tuple[list[Interval], list[Interval]]


class Scene(NamedTuple):
    """All coordinates of a picture."""

    width: float
    height: float
    label_x: float
    gap: Interval
    rows: dict[SideName, Row]
    ends: list[LinkEnds]


class _Packed(NamedTuple):
    """A single side, with the minimum distances between its words."""

    widths: list[float]
    centres: list[float]
    arcs: list[tuple[int, int]]
    offsets: list[tuple[float, float]]

    @property
    def extent(self) -> float:
        return self.centres[-1] + self.widths[-1] / 2


def width_of(view: View) -> float:
    """Return the width of the picture without its legend."""
    return 2 * MARGIN + SIDE_LABEL + max(_pack(view.side(name)).extent for name in SIDES)


def scene_of(view: View) -> Scene:
    """Compute all coordinates of a picture."""
    packed = {name: _pack(view.side(name)) for name in SIDES}
    span = max(row.extent for row in packed.values())
    edges = without_repeats(view.edges)
    centres = _facing(view, packed, span)
    arcs = {name: _arcs(view.side(name), packed[name], centres[name]) for name in SIDES}
    trees = {name: max((arc.height + 16 for arc in arcs[name]), default=0.0) for name in SIDES}
    bars = {name: _bar_depths(edges, name, len(centres[name])) for name in SIDES}
    depth = {name: max([0.0, *bars[name]]) + 4 for name in SIDES}

    top = MARGIN + trees["source"]
    under = top + WORD_HEIGHT
    gap_top = under + depth["source"]
    shifts = [abs(centres["source"][e.source[0]] - centres["target"][e.target[0]]) for e in edges]
    # The gap is higher if a link has a large horizontal shift.
    gap_bottom = gap_top + min(230.0, 76 + 0.16 * max([0.0, *shifts]))
    over = gap_bottom + depth["target"]
    bottom = over + WORD_HEIGHT
    bar_y = ([under + d for d in bars["source"]], [over - d for d in bars["target"]])
    scene = Scene(
        width=MARGIN + SIDE_LABEL + span + MARGIN,
        height=bottom + trees["target"] + MARGIN,
        label_x=MARGIN + SIDE_LABEL / 2 - 6,
        gap=(gap_top, gap_bottom),
        rows={
            "source": Row(-1, centres["source"], top + 17, top, arcs["source"]),
            "target": Row(1, centres["target"], over + 17, bottom, arcs["target"]),
        },
        ends=_ends(edges, packed, centres, bar_y),
    )
    return _mirrored(scene) if view.rtl else scene


def _pack(side: Side) -> _Packed:
    tree = _arcs_of(side)
    arcs = [(min(each.word, each.above), max(each.word, each.above)) for each in tree]
    offsets = ports(arcs)
    reach = [0.0] * len(side.words)
    for arc, offset in zip(arcs, offsets, strict=True):
        for i, x in zip(arc, offset, strict=True):
            reach[i] = max(reach[i], abs(x))
    widths = [
        max(text_width(shorten(word, WORD_LIMIT), WORD_SIZE), 2 * r)
        for word, r in zip(side.words, reach, strict=True)
    ]
    apart = [
        (i, j, text_width(each.label, LABEL_SIZE) + 16 + left - right)
        for (i, j), each, (left, right) in zip(arcs, tree, offsets, strict=True)
    ]
    return _Packed(widths, pack(widths, WORD_GAP, apart), arcs, offsets)


def _arcs_of(side: Side) -> list[Dependency]:
    """Return the dependencies between two words: all but the roots."""
    return [each for each in side.tree if each.word != each.above]


def _facing(
    view: View, packed: dict[SideName, _Packed], span: float
) -> dict[SideName, list[float]]:
    """Place the words of the narrower side as close as possible to their linked words."""
    start = MARGIN + SIDE_LABEL
    wide, narrow = sorted(SIDES, key=lambda name: -packed[name].extent)
    fixed = [start + x for x in packed[wide].centres]
    row, side = packed[narrow], view.side(narrow)
    wishes: list[list[float]] = [[] for _ in row.centres]
    for edge in view.edges:
        if edge.level == view.levels[0] and edge.verdict != "miss":
            units = edge.drawn_at
            place = sum(fixed[j] for j in units[wide]) / len(units[wide])
            for i in units[narrow]:
                wishes[i] += [place] * _is_word(side.words[i])
    low, high = start + row.widths[0] / 2, start + span - row.widths[-1] / 2
    goals = [sum(xs) / len(xs) if xs else None for xs in wishes]
    if not any(wishes):
        goals = [start + x + (span - row.extent) / 2 for x in row.centres]
    goals = _with_heads(side, goals, row.centres)
    return {wide: fixed, narrow: isotonic_positions(row.centres, goals, low, high)}


def _with_heads(side: Side, goals: list[float | None], centres: list[float]) -> list[float | None]:
    """Give words without a goal the shift of their heads, if no word between them has a goal."""
    known = [i for i, goal in enumerate(goals) if goal is not None]
    moved = list(goals)
    for i, head, _ in side.tree:
        goal = goals[head]
        alone = not any(min(i, head) <= k <= max(i, head) for k in known if k != head)
        if goal is not None and alone and _is_word(side.words[i]):
            moved[i] = goal + centres[i] - centres[head]
    return moved


def _is_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _arcs(side: Side, packed: _Packed, centres: list[float]) -> list[Arc]:
    n = len(centres)
    levels = skyline([(i, j - 1) for i, j in packed.arcs], n)
    step = min(ARC_STEP, ARC_ROOM / max([1, *levels]))
    arcs = []
    places = zip(packed.arcs, packed.offsets, levels, _arcs_of(side), strict=True)
    for (i, j), (a, b), level, each in places:
        x1, x2, arrow = centres[i] + a, centres[j] + b, "left" if each.word == j else "right"
        arcs.append(Arc(x1, x2, 8 + step * level, each.label, arrow, each.word))
    for i, above, label in side.tree:
        if i == above:
            spans = zip(packed.arcs, levels, strict=True)
            over = (level for (first, last), level in spans if first <= i <= last)
            height = 8 + step * (max(over, default=0) + 0.6)
            arcs.append(Arc(centres[i], centres[i], height, label, "", i))
    return arcs


def _bar_depths(edges: list[ViewLink], name: SideName, n: int) -> list[float]:
    """Return the distance between the words and the bar of each link; 0 for a word link."""
    units = [(k, getattr(e, name)) for k, e in enumerate(edges) if e.level != "words"]
    levels = skyline([(unit[0], unit[-1]) for _, unit in units], n)
    step = min(BAR_STEP, BAR_ROOM / max([1, *levels]))
    depths = [0.0] * len(edges)
    for (k, _), level in zip(units, levels, strict=True):
        depths[k] = step * level
    return depths


def _ends(
    edges: list[ViewLink],
    packed: dict[SideName, _Packed],
    centres: dict[SideName, list[float]],
    bar_y: tuple[list[float], list[float]],
) -> list[LinkEnds]:
    used: dict[SideName, list[float]] = {name: [] for name in SIDES}
    boxes = {
        name: [(x - w / 2, x + w / 2) for x, w in zip(xs, packed[name].widths, strict=True)]
        for name, xs in centres.items()
    }
    ends = []
    for edge, *y in zip(edges, *bar_y, strict=True):
        if edge.level == "words":
            units = zip(SIDES, (edge.source, edge.target), strict=True)
            x = [(centres[name][unit[0]] + centres[name][unit[-1]]) / 2 for name, unit in units]
            bars: list[list[Interval]] = [[], []]
        else:
            x, bars = _bar_ends(edge, boxes, used)
        ends.append(LinkEnds(edge, (x[0], x[1]), (y[0], y[1]), (bars[0], bars[1])))
    return ends


def _bar_ends(
    edge: ViewLink, boxes: dict[SideName, list[Interval]], used: dict[SideName, list[float]]
) -> tuple[list[float], list[list[Interval]]]:
    """Return the ends of a phrase or chunk link on its bars, and the pieces of the bars."""
    units: dict[SideName, tuple[int, ...]] = {"source": edge.source, "target": edge.target}
    bars = [
        [(boxes[name][i][0], boxes[name][j][1]) for i, j in runs(units[name])] for name in SIDES
    ]
    left, right = max(bar[0][0] for bar in bars), min(bar[-1][1] for bar in bars)
    found: list[float] = []
    for name, bar in zip(SIDES, bars, strict=True):
        # The link is vertical if the bars overlap, else it connects their middles.
        middle = (left + right) / 2 if left < right else (bar[0][0] + bar[-1][1]) / 2
        goal = found[0] if found and left < right else middle
        found.append(_port(units[name], boxes[name], goal, used[name]))
    return found, bars


def _port(unit: tuple[int, ...], boxes: list[Interval], goal: float, used: list[float]) -> float:
    """Choose the end of a phrase link on its bar: between words, and away from other links."""
    gaps = [(boxes[i][1] + boxes[i + 1][0]) / 2 for i in range(unit[0], unit[-1])]
    beside = [sum(boxes[i]) / 2 + side for i in range(unit[0], unit[-1] + 1) for side in (-8, 8)]
    places = [x for xs in (gaps, beside) for x in sorted(xs, key=lambda x: (abs(x - goal), x))]
    free = (x for x in places if all(abs(x - other) > 5 for other in used))
    used.append(next(free, places[0]))
    return used[-1]


def _mirrored(scene: Scene) -> Scene:
    """Mirror a picture for a right-to-left script."""
    width = scene.width
    arrows = {"left": "right", "right": "left", "": ""}
    rows = {
        name: row._replace(
            centres=[width - x for x in row.centres],
            arcs=[
                arc._replace(x1=width - arc.x2, x2=width - arc.x1, arrow=arrows[arc.arrow])
                for arc in row.arcs
            ],
        )
        for name, row in scene.rows.items()
    }
    ends = []
    for end in scene.ends:
        first, second = ([(width - b, width - a) for a, b in runs[::-1]] for runs in end.runs)
        x = (width - end.x[0], width - end.x[1])
        ends.append(end._replace(x=x, runs=(first, second)))
    return scene._replace(label_x=width - scene.label_x, rows=rows, ends=ends)


def skyline(intervals: Sequence[tuple[int, int]], size: int) -> list[int]:
    """Return, for each interval, the lowest level (from 1) above all shorter ones that it overlaps.

    Args:
        intervals: First and last cell of each interval.
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


def pack(
    widths: Sequence[float], gap: float, apart: Iterable[tuple[int, int, float]]
) -> list[float]:
    """Place boxes in a row, as close to each other as possible.

    Args:
        widths: Width of each box.
        gap: Minimum distance between neighbours.
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


def isotonic_positions(
    centres: Sequence[float], wishes: Sequence[float | None], low: float, high: float
) -> list[float]:
    """Move boxes apart, as close as possible (least squares) to their wished positions.

    The distance of neighbours never decreases. A box without a wish stays close to the one before.
    Isotonic regression by pooling adjacent violators (Ayer et al. 1955).

    Args:
        centres: Initial positions of the boxes, ascending.
        wishes: The wished position of each box, or None.
        low: Minimum position of the first box.
        high: Maximum position of the last box; there must be space for all boxes.

    Example:
        >>> isotonic_positions([0, 10, 20], [5, None, 100], 0, 60)
        [5.0, 15.0, 60.0]
    """
    blocks: list[tuple[float, int, int]] = []  # mean shift, number of wishes, number of boxes
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


def ports(arcs: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """Return the horizontal offsets of the two ends of each arc from the middles of its words.

    The longest arc of a word ends closest to the middle, so that arcs of a word never cross.

    Args:
        arcs: Left and right word of each arc.
    """
    to_right: defaultdict[int, list[int]] = defaultdict(list)
    to_left: defaultdict[int, list[int]] = defaultdict(list)
    for k in sorted(range(len(arcs)), key=lambda k: (-_length(arcs[k]), arcs[k])):
        to_right[arcs[k][0]].append(k)
        to_left[arcs[k][1]].append(k)
    offsets = [[0.0, 0.0] for _ in arcs]
    for sign, end, words in ((1, 0, to_right), (-1, 1, to_left)):
        for ks in words.values():
            step = min(6.0, PORT_ROOM / len(ks))
            for place, k in enumerate(ks):
                offsets[k][end] = sign * step * (place + 0.5)
    return [(left, right) for left, right in offsets]


class OccupancyMap:
    """A coarse grid that records where lines and labels are, to find free places for labels."""

    CELL = 9.0

    def __init__(self) -> None:
        self._lines: Counter[tuple[int, int]] = Counter()
        self._labels: set[tuple[int, int]] = set()

    def add_line(self, points: Iterable[tuple[float, float]]) -> None:
        """Record a line, given by points on it that are close to each other."""
        self._lines.update({self._cell(x, y) for x, y in points})

    def place(
        self, candidates: Sequence[tuple[float, float]], width: float = 1
    ) -> tuple[float, float]:
        """Return the freest candidate place for a label, the first of several, and record it."""

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
