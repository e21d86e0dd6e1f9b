"""Colours, letters and names of relations and verdicts, the same in every rendering; the legend.

The colours are those of Okabe and Ito 2008, *Color universal design*, darkened (light pages) or
lightened (dark pages) to a contrast of at least three to one. A letter, a mark or a line style
always repeats the meaning of a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from ..pairs.alignment import LEVELS, RELATIONS, Level
from ..pairs.pair import SIDES
from .markup import display_width, esc, num, shorten, tag, text_width
from .pair_view import VERDICTS, View, ViewLink

LETTERS = {
    "equals": "E",
    "restates": "R",
    "specifies": "S",
    "generalizes": "G",
    "intersects": "I",
    "": "–",
}
MARKS = {"hit": "✓", "miss": "○", "false alarm": "✗", "not judged": "", "": ""}
CONFLICT = "!"
MISSED_DASHES = "0.1 5"
DASHES: dict[Level, str | None] = {"words": None, "phrases": "5 3", "chunks": "10 3"}

# name of the class: (on light, on dark)
COLOURS = {
    "equals": ("#0072b2", "#56b4e9"),
    "restates": ("#00825f", "#2fbf94"),
    "specifies": ("#d55e00", "#ff8f4a"),
    "generalizes": ("#a8488c", "#e39ac8"),
    "intersects": ("#a87400", "#f0c14b"),
    "unlabelled": ("#5b6b80", "#a3b1c4"),
    "hit": ("#0072b2", "#56b4e9"),
    "miss": ("#3d3d3d", "#d8d8d8"),
    "false-alarm": ("#d55e00", "#ff8f4a"),
    "not-judged": ("#8a929c", "#7d8590"),
    "word": ("#15181c", "#eceef1"),
    "muted": ("#646b75", "#9aa3ae"),
    "arc": ("#8a929c", "#7d8590"),
    "grid": ("#d9dde2", "#3a3f46"),
    "paper": ("#ffffff", "#16181c"),
}
UNLABELLED = "unlabelled"
# Kinds of errors of a link: the key in a page, and the label for its reader.
ERRORS = {
    "missed": "missed",
    "wrong": "wrong link",
    "relabelled": "wrong label",
    "right": "all right",
}
# Sizes of the legend.
_LEGEND_SIZE = 11.0
_LEGEND_ROW = 20.0
_LEGEND_MARGIN = 16.0
_LEGEND_LINE = 28.0
_LEGEND_MARK = 14.0
# Minimum scale: a narrow page shrinks a picture, but its words must remain readable.
_SMALLEST = 0.6
FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"


# In a monospaced font, an I has serifs, so that it looks different from a line and from "!".
LETTERING = {
    "font_family": "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace",
    "font_weight": "bold",
    "text_anchor": "middle",
}


def class_of(edge: ViewLink) -> str:
    """Return the class that colours a link: its verdict, else its relation."""
    return (edge.verdict or edge.relation or UNLABELLED).replace(" ", "-")


def badge(edge: ViewLink) -> str:
    """Return the badge of a link: letter of the relation, verdict, conflict.

    If the gold has another relation, its letter follows the first one.
    """
    letters = LETTERS[edge.relation]
    if edge.gold_relation and edge.gold_relation != edge.relation:
        letters += "≠" + LETTERS[edge.gold_relation]
    if edge.verdict and letters == LETTERS[""]:
        letters = ""
    return letters + MARKS[edge.verdict] + CONFLICT * edge.conflict


def describe(edge: ViewLink, view: View) -> str:
    """Return one line of plain text about a link."""
    source, target = (shorten(view.phrase(name, getattr(edge, name)), 60) for name in SIDES)
    relation = edge.relation or UNLABELLED
    line = f"{source} – {target}: {relation}, score {edge.score:.2f}"
    if edge.gold_relation and edge.gold_relation != edge.relation:
        line += f", gold {edge.gold_relation}"
    return line + ", conflict" * edge.conflict + (f", {edge.verdict}" if edge.verdict else "")


def error_of(edge: ViewLink) -> str:
    """Return what is wrong with a judged link: a key of `ERRORS`; "" if it is not judged.

    Example:
        >>> error_of(ViewLink("words", (0,), (0,), (0, 0), "equals", 1.0, False, "hit", "restates"))
        'relabelled'
    """
    if edge.verdict == "hit":
        return "relabelled" if edge.gold_relation not in ("", edge.relation) else "right"
    return {"miss": "missed", "false alarm": "wrong"}.get(edge.verdict, "")


def link_data(edge: ViewLink) -> dict[str, str]:
    """Return the attributes by which a page finds the elements of a link."""
    return {"data_link": edge.name, "data_score": f"{edge.score:.2f}"}


def thickness(edge: ViewLink) -> float:
    """Return the line width of a link, which increases with its score."""
    return 1 + 2.5 * edge.score if edge.level == "words" else 0.8 + 1.2 * edge.score


def dashes(edge: ViewLink) -> str | None:
    """Return the line dashes of a link: those of a missed link, else those of its level."""
    return MISSED_DASHES if edge.verdict == "miss" else DASHES[edge.level]


def draw_badge(edge: ViewLink, x: float, y: float, size: float) -> str:
    """Draw the badge of a link; a conflict has light letters on the colour of the link."""
    own = class_of(edge)
    ground, ink = ("paper", own) if not edge.conflict else (own, "paper")
    width = badge_width(edge, size)
    plate = _plate(x - width / 2, y - size * 0.65, width, size * 1.3, ground, own)
    text = tag("text", esc(badge(edge)), x=x, y=y + size * 0.36, **paint(ink))
    return tag("g", plate, text, fill="currentColor", class_="badge", data_link=edge.name)


def _plate(x: float, y: float, width: float, height: float, ground: str, line: str) -> str:
    """Draw the background of a letter; its outline separates an I from the line of the link."""
    place: dict[str, Any] = {"x": x, "y": y, "width": width, "height": height, "rx": 3}
    outline = tag("rect", **place, fill="none", stroke="currentColor", **paint(line))
    return tag("rect", **place, **paint(ground)) + outline


def badge_width(edge: ViewLink, size: float) -> float:
    """Return the width of the badge of a link."""
    return size * max(1.2, 0.62 * display_width(badge(edge)) + 0.5)


def pair_svg(view: View, kind: str, width: float, height: float, parts: list[str]) -> str:
    """Put the parts of a picture into an SVG element with title, description and style.

    Its id is a hash of its content, so that the same picture has the same id, and a page may have
    several pictures; `kind` makes the ids of pictures with the same content different.
    """
    content = "".join(parts)
    picture = "sp-" + sha256(f"{kind} {content}".encode()).hexdigest()[:12]
    description = "; ".join(describe(edge, view) for edge in view.edges) or "no links"
    return tag(
        "svg",
        tag("title", esc(f"{view.source.text} / {view.target.text}"), id=f"{picture}-title"),
        tag("desc", esc(description), id=f"{picture}-desc"),
        stylesheet(picture),
        tag("rect", width=width, height=height, fill="currentColor", **paint("paper")),
        content,
        xmlns="http://www.w3.org/2000/svg",
        id=picture,
        width=width,
        height=height,
        viewBox=f"0 0 {num(width)} {num(height)}",
        style=f"max-width:100%;min-width:{num(_SMALLEST * width)}px;height:auto",
        font_family=FONT,
        role="img",
        aria_labelledby=f"{picture}-title {picture}-desc",
    )


def plain_svg(
    kind: str, title: str, style: str, parts: list[str], width: float, height: float, size: float
) -> str:
    """Put the parts of a picture that does not show a pair into an SVG element of class `kind`."""
    return tag(
        "svg",
        tag("title", esc(title)),
        tag("style", style),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=width,
        height=height,
        role="img",
        class_=kind,
        font_family=FONT,
        font_size=size,
    )


def paint(name: str) -> dict[str, str]:
    """Return the attributes that give an element and its children the colour of a class."""
    return {"class_": name, "color": COLOURS[name][0]}


def class_colours(kind: str, names: Iterable[str], more: Iterable[str] = ("", "")) -> str:
    """Return the rules for the classes of a kind of picture, with more on light and on dark."""
    classes = dict.fromkeys(names)
    light, dark = (
        "".join(f".{kind} .{name}{{color:{COLOURS[name][k]}}}" for name in classes) + other
        for k, other in enumerate(more)
    )
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


def stylesheet(picture: str) -> str:
    """Return the style element of one picture: dark colours, and highlighting under the mouse."""
    # The rules select only this picture, because a style element applies to the whole page.
    dark = "".join(f"#{picture} .{name}{{color:{pair[1]}}}" for name, pair in COLOURS.items())
    focus = (
        f"#{picture} .lines:hover .link{{opacity:.2}}"
        f"#{picture} .lines .link:hover{{opacity:1}}#{picture} .link:hover path{{stroke-width:4}}"
    )
    return tag("style", f"{focus}@media (prefers-color-scheme:dark){{{dark}}}")


def legend(view: View, y: float, width: float) -> tuple[str, float]:
    """Draw the legend in rows below y.

    Returns:
        The markup, and the y coordinate of the end of the legend.
    """
    x, row = _LEGEND_MARGIN, y + _LEGEND_ROW / 2
    parts = []
    for entry in _legend_entries(view):
        if x + entry.width > width and x > _LEGEND_MARGIN:
            x, row = _LEGEND_MARGIN, row + _LEGEND_ROW
        ink = paint("word")
        text = tag("text", esc(entry.text), x=entry.indent, y=4, fill="currentColor", **ink)
        parts.append(tag("g", entry.sample, text, transform=f"translate({num(x)} {num(row)})"))
        x += entry.width
    if not parts:
        return "", y + _LEGEND_MARGIN / 2
    return tag("g", *parts, font_size=_LEGEND_SIZE), row + _LEGEND_ROW / 2 + _LEGEND_MARGIN / 2


def legend_width(view: View) -> float:
    """Return the width of the widest legend entry with margins."""
    return 2 * _LEGEND_MARGIN + max((entry.width for entry in _legend_entries(view)), default=0.0)


class _LegendEntry(NamedTuple):
    """An entry of the legend: a sample, its width, and its meaning."""

    sample: str
    indent: float
    text: str

    @property
    def width(self) -> float:
        return self.indent + text_width(self.text, _LEGEND_SIZE) + 16


def _legend_entries(view: View) -> list[_LegendEntry]:
    return [*_verdict_entries(view), *_relation_entries(view), *_level_entries(view)]


def _verdict_entries(view: View) -> Iterator[_LegendEntry]:
    for verdict in VERDICTS:
        if any(edge.verdict == verdict for edge in view.edges):
            dots = MISSED_DASHES if verdict == "miss" else None
            yield _legend_line(verdict, verdict.replace(" ", "-"), dots, MARKS[verdict])


def _relation_entries(view: View) -> Iterator[_LegendEntry]:
    for relation in (*RELATIONS, ""):
        if any(edge.relation == relation for edge in view.edges) and (relation or not view.judged):
            # With gold, colours show verdicts; letters still show relations.
            name, letter = relation or UNLABELLED, LETTERS[relation]
            if view.judged:
                yield _LegendEntry(_legend_mark("word", letter), _LEGEND_MARK + 4, name)
            else:
                yield _legend_line(name, name, None, letter)
    if any(edge.conflict for edge in view.edges):
        sample = _legend_mark("paper", CONFLICT, "muted")
        yield _LegendEntry(sample, _LEGEND_MARK + 4, "conflict")


def _level_entries(view: View) -> Iterator[_LegendEntry]:
    levels = [level for level in LEVELS if any(edge.level == level for edge in view.edges)]
    if levels not in ([], ["words"]):
        for level in levels:
            yield _legend_line(f"{level.removesuffix('s')} link", "muted", DASHES[level])
    if "words" in levels and any(view.unaligned(side) for side in SIDES):
        grey = tag("text", "grey", y=4, fill="currentColor", **paint("muted"))
        yield _LegendEntry(grey, text_width("grey", _LEGEND_SIZE) + 5, "not aligned")


def _legend_line(text: str, name: str, dashes: str | None, mark: str = "") -> _LegendEntry:
    sample = tag(
        "path",
        d=f"M0 0H{num(_LEGEND_LINE)}",
        stroke="currentColor",
        stroke_width=2,
        stroke_linecap="round",
        stroke_dasharray=dashes,
        **paint(name),
    )
    if mark:
        sample += _legend_mark(name, mark, x=_LEGEND_LINE / 2)
    return _LegendEntry(sample, _LEGEND_LINE + 5, text)


def _legend_mark(name: str, mark: str, plate: str = "paper", x: float = _LEGEND_MARK / 2) -> str:
    box = tag("g", _plate(x - 7, -7, 14, 14, plate, name), fill="currentColor")
    look = {"fill": "currentColor", **LETTERING, **paint(name)}
    return box + tag("text", esc(mark), x=x, y=4, **look)
