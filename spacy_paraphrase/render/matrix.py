"""A grid of the words of both sides, for sentences too long for a picture of two trees.

Rows are source words, columns target words. A square is a word link; its size shows the score. A
frame around the words of both units is a phrase or chunk link.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..pairs.alignment import LEVELS
from ..pairs.pair import SIDES, SideName
from . import style
from .layout import OccupancyMap, skyline
from .markup import esc, num, shorten, tag, text_width
from .pair_view import Gold, Pair, View, ViewLink, make_view, runs, without_repeats

CELL = 20.0
WORD_LIMIT = 18
WORD_SIZE = 12.0
BADGE_SIZE = 10.0
MARGIN = 16.0
LONG = 30  # if the other side has more words, labels are at both ends


class _Grid(NamedTuple):
    left: float
    top: float
    rows: int
    columns: int

    @property
    def right(self) -> float:
        return self.left + self.columns * CELL

    @property
    def bottom(self) -> float:
        return self.top + self.rows * CELL


def to_matrix(pair: Pair, gold: Gold | None = None, levels: Iterable[str] = LEVELS) -> str:
    """Draw a pair as an SVG grid, source words in rows, target words in columns.

    The arguments are those of `to_svg`.

    Returns:
        An `svg` element; its size depends on the two lengths, its markup on the number of links.

    Raises:
        ParaphraseError: As `make_view`.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> to_matrix(doc, gold=[(1, 1)]).startswith("<svg")
        True
    """
    return draw(make_view(pair, gold, levels))


def draw(view: View, salt: str = "") -> str:
    """Draw a view; `salt` makes the ids of equal pictures in one page different."""
    labels = {name: [shorten(w, WORD_LIMIT) for w in view.side(name).words] for name in SIDES}
    room = {name: max(text_width(t, WORD_SIZE) for t in labels[name]) + 10 for name in SIDES}
    rows, columns = (len(labels[name]) for name in SIDES)
    rise = room["target"] * 0.87 + 6  # column labels are rotated by 60 degrees
    grid = _Grid(MARGIN + max(room["source"], 50), MARGIN + rise, rows, columns)
    beside = max(room["target"] / 2, room["source"] if columns > LONG else 0)
    width = max(grid.right + beside + MARGIN, style.legend_width(view))
    parts = [_lines(grid)]
    parts += [_labels(view, grid, name, labels[name]) for name in SIDES]
    parts += _links(view, grid)
    key, height = style.legend(view, grid.bottom + (rise if rows > LONG else 0) + 8, width)
    return style.pair_svg(view, "matrix" + salt, width, height, [*parts, key])


def _lines(grid: _Grid) -> str:
    paths = {"grid": "", "arc": ""}
    for j in range(grid.columns + 1):
        x = f"M{num(grid.left + j * CELL)} {num(grid.top)}V{num(grid.bottom)}"
        paths["grid" if j % 5 else "arc"] += x
    for i in range(grid.rows + 1):
        y = f"M{num(grid.left)} {num(grid.top + i * CELL)}H{num(grid.right)}"
        paths["grid" if i % 5 else "arc"] += y
    look: dict[str, Any] = {"stroke": "currentColor", "stroke_width": 0.7}
    return "".join(tag("path", d=d, **look, **style.paint(name)) for name, d in paths.items())


def _labels(view: View, grid: _Grid, name: SideName, labels: list[str]) -> str:
    side = view.side(name)
    grey = view.grey(name)
    texts = []
    for i, (word, label) in enumerate(zip(side.words, labels, strict=True)):
        full = tag("title", esc(word)) if label != word else ""
        look = style.paint("muted" if i in grey else "word")
        for place in _places(grid, name, i):
            place |= {"fill": "currentColor", "data_node": f"{name}-{i}", **look}
            texts.append(tag("text", full + esc(label), **place))
    return tag("g", *texts, font_size=WORD_SIZE)


def _places(grid: _Grid, name: SideName, i: int) -> list[dict[str, str]]:
    """Return the places of a label: before its row or column, and after it if that is long."""
    if name == "source":
        y = num(grid.top + (i + 0.5) * CELL + 4)
        start = {"x": num(grid.left - 6), "y": y, "text_anchor": "end"}
        return [start, {"x": num(grid.right + 6), "y": y}] if grid.columns > LONG else [start]
    x = grid.left + (i + 0.5) * CELL
    start = {"transform": f"translate({num(x + 3)} {num(grid.top - 5)}) rotate(-60)"}
    end = {"transform": f"translate({num(x + 5)} {num(grid.bottom + 10)}) rotate(-60)"}
    return [start, end | {"text_anchor": "end"}] if grid.rows > LONG else [start]


def _links(view: View, grid: _Grid) -> list[str]:
    edges = without_repeats(view.edges)
    occupied = OccupancyMap()
    frames = [edge for edge in edges if edge.level != "words"]
    squares = []
    for edge in edges:
        if edge.level == "words":
            squares.append(_square(edge, view, grid))
            occupied.place([_centre(edge, grid)], CELL)
    levels = skyline([(e.source[0], e.source[-1]) for e in frames], grid.rows)
    outlines, badges = [], []
    for edge, level in zip(frames, levels, strict=True):
        # The inset separates the lines of nested frames.
        outlines.append(_frame(edge, view, grid, inset=max(-4.0, 7.0 - 2 * level)))
        if style.badge(edge):
            ((x1, x2), (y1, y2)), (x, y) = _box(edge, grid), _centre(edge, grid)
            corners = [(x1, y1), (x2, y1), (x1, y2), (x2, y2), (x, y1), (x, y2), (x1, y), (x2, y)]
            corner = occupied.place(corners, CELL / 2)
            badges.append(style.draw_badge(edge, *corner, BADGE_SIZE))
    look: dict[str, Any] = {"font_size": BADGE_SIZE, **style.LETTERING}
    return [tag("g", *group, **look) for group in (squares, outlines, badges) if group]


def _centre(edge: ViewLink, grid: _Grid) -> tuple[float, float]:
    (x1, x2), (y1, y2) = _box(edge, grid)
    return (x1 + x2) / 2, (y1 + y2) / 2


def _box(edge: ViewLink, grid: _Grid) -> tuple[tuple[float, float], tuple[float, float]]:
    x = (grid.left + edge.target[0] * CELL, grid.left + (edge.target[-1] + 1) * CELL)
    return x, (grid.top + edge.source[0] * CELL, grid.top + (edge.source[-1] + 1) * CELL)


def _square(edge: ViewLink, view: View, grid: _Grid) -> str:
    x, y = _centre(edge, grid)
    missing = edge.verdict == "miss"
    size = CELL - 4 if missing else 13 + 6 * edge.score
    name = style.class_of(edge)
    box = tag(
        "rect",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        rx=0 if edge.conflict else 3,
        fill="none" if missing else "currentColor",
        stroke="currentColor",
        stroke_dasharray="2 2" if missing else None,
    )
    text = style.badge(edge)
    fit = min(BADGE_SIZE, BADGE_SIZE * (CELL - 2) / max(text_width(text, BADGE_SIZE), 1))
    ink = style.paint(name if missing else "paper")
    mark = tag("text", esc(text), x=x, y=y + fit * 0.36, font_size=fit, fill="currentColor", **ink)
    title = tag("title", esc(style.describe(edge, view)))
    return tag("g", title, box, mark, **style.paint(name), **style.link_data(edge))


def _frame(edge: ViewLink, view: View, grid: _Grid, inset: float) -> str:
    d = ""
    for i, j in runs(edge.source):
        for k, m in runs(edge.target):
            x1, x2 = grid.left + k * CELL + inset, grid.left + (m + 1) * CELL - inset
            y1, y2 = grid.top + i * CELL + inset, grid.top + (j + 1) * CELL - inset
            d += f"M{num(x1)} {num(y1)}H{num(x2)}V{num(y2)}H{num(x1)}Z"
    look = {"stroke_width": 0.8 + 0.8 * edge.score, "stroke_dasharray": style.dashes(edge)}
    path = tag("path", d=d, fill="none", stroke="currentColor", **look)
    title = tag("title", esc(style.describe(edge, view)))
    return tag("g", title, path, **style.paint(style.class_of(edge)), **style.link_data(edge))
