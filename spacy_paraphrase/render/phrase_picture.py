"""A phrase with its rows in a table, as one SVG picture or a page.

The phrase is in the middle, its substitutes are on the right, and the phrases that it may replace
are on the left, so that every row reads from left to right. The thickness of a line shows its
score; its colour and letter show the relation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .html import document, section
from .markup import esc, shorten, tag, text_width
from .style import COLOURS, CONFLICT, LETTERS, UNLABELLED, class_colours, plain_svg

_SIZE, _SMALL = 14.0, 11.0
_ROW, _MARGIN, _GAP, _LEGEND = 34.0, 18.0, 150.0, 30.0
_PAD = 12.0
_LIMIT = 40
# Maximum number of rows on each side of the phrase in a picture.
DRAWN = 15
HEADS = ("source", "target", "relation", "WordNet", "score", "count", "from")
# Labels that are not shown.
_SILENT = (None, "", "undefined", "unknown")


class _Neighbour(NamedTuple):
    phrase: str
    right: bool
    score: float
    relation: str
    said: str


def neighbourhood_to_svg(phrase: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """Draw a phrase and its rows in a table.

    Args:
        phrase: The phrase, as words separated by spaces.
        rows: Rows with the phrase as source or target, optionally with a label under "wordnet".

    Returns:
        An `svg` element.

    Example:
        >>> row = {"source": ["man"], "target": ["person"], "score": 0.5, "relation": "specifies"}
        >>> "person" in neighbourhood_to_svg("man", [row])
        True
    """
    found = _read(phrase, rows)
    sides = [[n for n in found if n.right == right] for right in (False, True)]
    widths = [max((_width(n) for n in side), default=0.0) for side in sides]
    middle = text_width(shorten(phrase, _LIMIT), _SIZE) + 2 * _PAD
    gaps = [_GAP if side else 0.0 for side in sides]
    left = _MARGIN + widths[0] + gaps[0]
    legend = sorted({n.relation for n in found}, key=[*LETTERS, "none", "conflict"].index)
    width = max(left + middle + gaps[1] + widths[1], _legend_width(legend)) + _MARGIN
    height = max(2, *map(len, sides)) * _ROW + 2 * _MARGIN
    y = height / 2
    parts = []
    ends = (left, left - _GAP), (left + middle, left + middle + _GAP)
    for side, (x1, x2) in zip(sides, ends, strict=True):
        top = y - (len(side) - 1) * _ROW / 2
        for k, neighbour in enumerate(side):
            parts += _edge(neighbour, (x1, y), (x2, top + k * _ROW))
    box = {"x": left, "y": y - 17, "width": middle, "height": 34, "rx": 8}
    parts.append(tag("rect", class_="centre", **box))
    text = esc(shorten(phrase, _LIMIT))
    parts.append(
        tag("text", text, x=left + middle / 2, y=y + 5, class_="phrase", text_anchor="middle")
    )
    parts += _draw_legend(legend, height + 4)
    title = f"What stands for {phrase}"
    return plain_svg("phrases", title, _style(), parts, width, height + _LEGEND, _SIZE)


def neighbourhood_page(phrase: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a page with the picture of a phrase and a table of its rows."""
    cells = ((tag("td", esc(text)) for text in row_cells(row)) for row in rows)
    head = tag("tr", *(tag("th", name) for name in HEADS))
    table = tag("table", head, *(tag("tr", *some) for some in cells))
    drawn = tag("div", neighbourhood_to_svg(phrase, rows), class_="picture")
    return "".join(document("Phrases", [section(1, phrase, [], drawn, table)]))


def row_cells(row: Mapping[str, Any]) -> list[str]:
    """Return the cells of a row under `HEADS`; the last has its origin, pivots or ids of texts.

    Example:
        >>> row = {"source": ["man"], "target": ["person"], "origin": "news", "examples": [3, 7]}
        >>> row_cells(row)
        ['man', 'person', '', '', '1', '', 'news: 3, 7']
    """
    texts = [" ".join(row[side]) for side in ("source", "target")]
    said = [row.get("relation") or "", row.get("wordnet") or "", f"{_score(row):.3g}"]
    said.append(f"{row['count']:g}" if "count" in row else "")
    places = ", ".join(map(str, row.get("pivots") or row.get("examples") or ()))
    return [*texts, *said, ": ".join(filter(None, (row.get("origin"), places)))]


def _score(row: Mapping[str, Any]) -> float:
    return 1.0 if row.get("score") is None else float(row["score"])


def _read(phrase: str, rows: Iterable[Mapping[str, Any]]) -> list[_Neighbour]:
    found = []
    for row in rows:
        source, target = (" ".join(row[side]) for side in ("source", "target"))
        right = source.lower() == phrase.lower()
        said = f"{_score(row):.3g}"
        if row.get("wordnet") not in _SILENT:
            said += f" · {row['wordnet']}"
        other = target if right else source
        found.append(_Neighbour(other, right, _score(row), row.get("relation") or "", said))
    return sorted(found, key=lambda n: (-n.score, n.phrase))


def _width(neighbour: _Neighbour) -> float:
    shown = shorten(neighbour.phrase, _LIMIT)
    return max(text_width(shown, _SIZE), text_width(neighbour.said, _SMALL)) + _PAD


def _mark(relation: str, x: float, y: float, line: str = "") -> str:
    """Draw the letter of a relation, in a circle on a line."""
    colour = {"conflict": "miss", "": UNLABELLED, "none": UNLABELLED}.get(relation, relation)
    letter = CONFLICT if relation == "conflict" else LETTERS.get(relation, LETTERS[""])
    circle, text = tag("circle", cx=x, cy=y, r=8.5), tag("text", letter, x=x, y=y + 3.8)
    return tag("g", line, circle, text, class_=f"edge {colour}")


def _edge(n: _Neighbour, start: tuple[float, float], end: tuple[float, float]) -> list[str]:
    (x1, y1), (x2, y2) = start, end
    bend = (x1 + x2) / 2
    d = f"M{x1:.1f} {y1:.1f}C{bend:.1f} {y1:.1f} {bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    title = tag("title", esc(f"{n.phrase}: {n.relation or UNLABELLED}, {n.said}"))
    thick = 1.2 + 3.3 * min(max(n.score, 0.0), 1.0)
    # The letter is near the end, where lines are apart.
    t = 0.72
    x = (1 - t) ** 3 * x1 + 3 * (1 - t) * t * bend + t**3 * x2
    y = ((1 - t) ** 3 + 3 * (1 - t) ** 2 * t) * y1 + (3 * (1 - t) * t**2 + t**3) * y2
    line = tag("path", title, d=d, stroke_width=thick)
    anchor, at = ("start", x2 + 7) if n.right else ("end", x2 - 7)
    return [
        _mark(n.relation, x, y, line),
        tag(
            "text",
            esc(shorten(n.phrase, _LIMIT)),
            x=at,
            y=y2 + 1,
            class_="word",
            text_anchor=anchor,
            data_phrase=n.phrase,
        ),
        tag("text", esc(n.said), x=at, y=y2 + 14, class_="said muted", text_anchor=anchor),
    ]


def _legend_width(relations: Iterable[str]) -> float:
    return _MARGIN + sum(text_width(name or UNLABELLED, _SMALL) + 40 for name in relations)


def _draw_legend(relations: Iterable[str], y: float) -> Iterable[str]:
    x = _MARGIN
    for name in relations:
        yield _mark(name, x + 8, y)
        shown = name or UNLABELLED
        yield tag("text", esc(shown), x=x + 22, y=y + 4, class_="said muted")
        x += text_width(shown, _SMALL) + 40


def _style() -> str:
    names = (*filter(None, LETTERS), UNLABELLED, "miss", "word", "muted")
    more = (
        f".phrases circle,.phrases .centre{{fill:{paper}}}"
        f".phrases .centre{{stroke:{word}}}.phrases .phrase{{color:{word}}}"
        for paper, word in zip(COLOURS["paper"], COLOURS["word"], strict=True)
    )
    return (
        "svg.phrases{max-width:100%;height:auto}.phrases text{fill:currentColor}"
        ".phrases path{stroke:currentColor;fill:none;stroke-linecap:round;opacity:.85}"
        ".phrases circle{stroke:currentColor;stroke-width:1.3}.phrases .centre{stroke-width:1.5}"
        f".phrases .phrase{{font-weight:600}}.phrases .said{{font-size:{_SMALL:g}px}}"
        ".phrases .edge text{font:bold 10.5px ui-monospace,Menlo,Consolas,monospace;"
        "text-anchor:middle}"
        f"{class_colours('phrases', names, more)}"
    )
