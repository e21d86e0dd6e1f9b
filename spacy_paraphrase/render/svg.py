"""Two dependency trees facing each other, with the links between them, as an SVG picture.

The source tree is above its words, the target tree below its words, as in the pictures of Marsi and
Krahmer 2010. The links are in the gap between them: solid lines for words, dashed lines for phrases
and chunks, with bars along their words.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ..pairs.alignment import LEVELS
from ..pairs.pair import SIDES, SideName
from . import layout, style
from .markup import esc, num, shorten, tag, text_width
from .pair_view import Gold, Pair, View, make_view

BADGE_SIZE = 10.5
# Possible positions of a badge on the curve of a link, best first.
_PLACES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)


def to_svg(pair: Pair, gold: Gold | None = None, levels: Iterable[str] = LEVELS) -> str:
    """Draw a pair as an SVG picture: two trees and the links between them.

    The same pair gives the same picture. Without a parse, no trees are drawn. The link of a
    one-word phrase is not drawn if a word link already shows it.

    Args:
        pair: A Doc with links, an Alignment, or the JSON object of one.
        gold: The gold links, to show hits, misses and false alarms; see `make_view`.
        levels: Which of "words", "phrases", "chunks" to draw.

    Returns:
        An `svg` element, to save as a file or put into a page.

    Raises:
        ParaphraseError: As `make_view`.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> to_svg(doc, gold={(1, 1), (2, 2)}).count('class="link miss"')
        2
    """
    return draw(make_view(pair, gold, levels))


def draw(view: View, salt: str = "") -> str:
    """Draw a view; `salt` makes the ids of equal pictures in one page different."""
    scene = layout.scene_of(view)
    width = max(scene.width, style.legend_width(view))
    parts = [_tree(row, name) for name, row in scene.rows.items()]
    parts += [_words(view, scene, name) for name in SIDES]
    key, height = style.legend(view, scene.height, width)
    return style.pair_svg(view, "trees" + salt, width, height, [*parts, _links(view, scene), key])


def _tree(row: layout.Row, name: SideName) -> str:
    lines, labels = [], []
    for arc in row.arcs:
        top = row.tree_base + row.up * arc.height
        lines.append(_arc(arc, row, top, f"{name}-{arc.node}"))
        if arc.label:
            y = top + 3.5 if arc.arrow else top + 3.5 + row.up * 7
            place = {"x": (arc.x1 + arc.x2) / 2, "y": y}
            labels.append(tag("text", esc(arc.label), **place, data_arc=f"{name}-{arc.node}"))
    if not lines:
        return ""
    paths = tag("g", *lines, stroke="currentColor", fill="none", **style.paint("arc"))
    return paths + _texts(labels, "muted", layout.LABEL_SIZE)


def _arc(arc: layout.Arc, row: layout.Row, top: float, node: str) -> str:
    x1, x2, base, up = arc.x1, arc.x2, row.tree_base, row.up
    if not arc.arrow:
        d = f"M{x1:.1f} {top:.1f}V{base:.1f}{_arrow(x1, base, up)}"
        return tag("path", d=d, data_arc=node)
    r = min(7.0, (x2 - x1) / 2)
    gap = text_width(arc.label, layout.LABEL_SIZE) / 2 + 2 if arc.label else 0
    middle, side = (x1 + x2) / 2, top - up * r
    d = (
        f"M{x1:.1f} {base:.1f}V{side:.1f}Q{x1:.1f} {top:.1f} {x1 + r:.1f} {top:.1f}"
        f"H{max(x1 + r, middle - gap):.1f}M{min(x2 - r, middle + gap):.1f} {top:.1f}H{x2 - r:.1f}"
        f"Q{x2:.1f} {top:.1f} {x2:.1f} {side:.1f}V{base:.1f}"
    )
    d += _arrow(x2 if arc.arrow == "left" else x1, base, up)
    return tag("path", d=d, data_arc=node)


def _arrow(x: float, base: float, up: int) -> str:
    y = base + up * 4.5
    return f"M{x - 2.8:.1f} {y:.1f}L{x:.1f} {base:.1f}L{x + 2.8:.1f} {y:.1f}"


def _words(view: View, scene: layout.Scene, name: SideName) -> str:
    side, row = view.side(name), scene.rows[name]
    grey = view.grey(name)
    texts: dict[str, list[str]] = {"word": [], "muted": []}
    for i, (word, x) in enumerate(zip(side.words, row.centres, strict=True)):
        short = shorten(word, layout.WORD_LIMIT)
        full = tag("title", esc(word)) if short != word else ""
        text = tag("text", full + esc(short), x=x, y=row.baseline, data_node=f"{name}-{i}")
        texts["muted" if i in grey else "word"].append(text)
    label = tag("text", name, x=scene.label_x, y=row.baseline)
    drawn = [_texts(texts[kind], kind, layout.WORD_SIZE) for kind in texts if texts[kind]]
    return "".join([_texts([label], "muted", layout.LABEL_SIZE), *drawn])


def _links(view: View, scene: layout.Scene) -> str:
    if not scene.ends:
        return ""
    occupied = layout.OccupancyMap()
    for ends in scene.ends:
        steps = min(200, 20 + int(abs(ends.x[0] - ends.x[1]) / 8))
        occupied.add_line(_point(scene, ends, k / steps) for k in range(steps + 1))
    # Badges are drawn only if some link has a relation, a conflict or a verdict.
    labelled = any(edge.relation or edge.conflict or edge.verdict for edge in view.edges)
    lines, badges = [], []
    for ends in scene.ends:
        look = style.paint(style.class_of(ends.edge))
        look["class_"] = f"link {look['class_']}"
        drawn = [tag("title", esc(style.describe(ends.edge, view))), *_bars(scene, ends)]
        drawn.append(_line(scene, ends))
        lines.append(tag("g", *drawn, **look, **style.link_data(ends.edge)))
        if labelled and style.badge(ends.edge):
            width = style.badge_width(ends.edge, BADGE_SIZE)
            places = [_point(scene, ends, t) for t in _PLACES]
            badges.append(style.draw_badge(ends.edge, *occupied.place(places, width), BADGE_SIZE))
    links = tag("g", *lines, class_="lines", fill="none", stroke="currentColor")
    return links + (tag("g", *badges, font_size=BADGE_SIZE, **style.LETTERING) if badges else "")


def _line(scene: layout.Scene, ends: layout.LinkEnds) -> str:
    (x1, x2), (y1, y2), (top, bottom) = ends.x, ends.y, scene.gap
    middle = (top + bottom) / 2
    return tag(
        "path",
        d=f"M{x1:.1f} {y1:.1f}V{top:.1f}C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} "
        f"{x2:.1f} {bottom:.1f}V{y2:.1f}",
        stroke_width=style.thickness(ends.edge),
        stroke_linecap="round",
        stroke_dasharray=style.dashes(ends.edge),
    )


def _bars(scene: layout.Scene, ends: layout.LinkEnds) -> list[str]:
    """Draw the bars along the words of a phrase or chunk, dotted at other words in between."""
    bars = []
    for name, y, runs in zip(SIDES, ends.y, ends.runs, strict=True):
        tick = y + 3 * scene.rows[name].up
        d = "".join(f"M{a:.1f} {tick:.1f}V{y:.1f}H{b:.1f}V{tick:.1f}" for a, b in runs)
        if runs:
            bars.append(tag("path", d=d, stroke_width=1.4, data_bar=name))
        for (_, a), (b, _) in pairwise(runs):
            gap = f"M{a:.1f} {y:.1f}H{b:.1f}"
            look: dict[str, Any] = {"stroke_width": 1, "stroke_dasharray": "1 3", "data_bar": name}
            bars.append(tag("path", d=gap, **look))
    return bars


def _point(scene: layout.Scene, ends: layout.LinkEnds, t: float) -> tuple[float, float]:
    """Return the point at t, 0 to 1, of the curve of a link."""
    (x1, x2), (top, bottom) = ends.x, scene.gap
    s = 1 - t
    first = s**3 + 3 * s * s * t
    y = top * s**3 + (top + bottom) / 2 * 3 * s * t + bottom * t**3
    return x1 * first + x2 * (1 - first), y


def _texts(texts: list[str], kind: str, size: float) -> str:
    return tag(
        "g",
        *texts,
        fill="currentColor",
        font_size=num(size),
        text_anchor="middle",
        **style.paint(kind),
    )
