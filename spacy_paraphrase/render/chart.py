"""A chart of lines, as an SVG picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from spacy_paraphrase.render.markup import esc, tag, text_width
from spacy_paraphrase.render.style import COLOURS, figure

_WIDTH, _HEIGHT = 620.0, 280.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 150.0, 34.0, 44.0
_SIZE = 12.0
# Colours of lines, and a kind of line for each, so that none is told by its colour alone.
_LINES = (("equals", None), ("specifies", "6 3"), ("restates", "2 3"), ("generalizes", "8 3 2 3"))

Points = Sequence[tuple[float, float]]


def chart(lines: Mapping[str, Points], x_name: str, y_name: str) -> str:
    """Draw lines through points, each with its name at its end.

    Args:
        lines: (x, y) of the points of each line, by its name; at most four.
        x_name: What x is.
        y_name: What y is.

    Raises:
        ValueError: If there is no point.

    Example:
        >>> chart({"words": [(10, 80.0), (100, 90.0)]}, "pairs", "percent").count("<circle")
        2
    """
    points = [point for line in lines.values() for point in line]
    xs, ys = sorted({x for x, _ in points}), [y for _, y in points]
    ticks = _ticks(min(ys), max(ys))
    low, high = ticks[0], ticks[-1]

    def across(x: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * x / (xs[-1] or 1)

    def down(y: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (y - low) / (high - low)

    parts = []
    for y in ticks:
        d = f"M{_LEFT:.1f} {down(y):.1f}H{_WIDTH - _RIGHT:.1f}"
        parts.append(tag("path", d=d, class_="grid"))
        parts.append(_text(f"{y:g}", _LEFT - 8, down(y) + 4, "end"))
    for x in xs:
        parts.append(_text(f"{x:g}", across(x), _HEIGHT - _BOTTOM + 18, "middle"))
    parts.append(_text(x_name, (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "middle"))
    parts.append(_text(y_name, 4, 12, "start"))
    places = _apart({name: down(line[-1][1]) for name, line in lines.items()})
    for (name, line), (colour, dashes) in zip(lines.items(), _LINES, strict=False):
        d = "M" + "L".join(f"{across(x):.1f} {down(y):.1f}" for x, y in line)
        parts.append(tag("path", d=d, stroke_dasharray=dashes, class_=f"line {colour}"))
        for x, y in line:
            told = tag("title", esc(f"{name}, {x:g} {x_name}: {y:.1f} {y_name}"))
            spot = {"cx": f"{across(x):.1f}", "cy": f"{down(y):.1f}"}
            parts.append(tag("circle", told, r=3.5, class_=colour, **spot))
        end = _WIDTH - _RIGHT + 10
        parts.append(_text(name, end, places[name] + 4, "start", colour))
    width = max(_WIDTH, _WIDTH - _RIGHT + 14 + max(text_width(name, _SIZE) for name in lines))
    title = ", ".join(lines) + f" by {x_name}"
    return figure("chart", title, _style(), parts, width, _HEIGHT, _SIZE)


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers that enclose a range.

    Example:
        >>> _ticks(71.3, 88.0)
        [70.0, 75.0, 80.0, 85.0, 90.0]
    """
    rough = max(high - low, 1.0) / 4
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * k for k in range(first, max(last, first + 1) + 1)]


def _apart(places: Mapping[str, float], room: float = 15.0) -> dict[str, float]:
    """Return places no two of which are nearer than a line of text."""
    found: dict[str, float] = {}
    last = -math.inf
    for name, y in sorted(places.items(), key=lambda item: item[1]):
        found[name] = last = max(y, last + room)
    return found


def _text(text: str, x: float, y: float, anchor: str, colour: str = "muted") -> str:
    return tag("text", esc(text), x=x, y=y, text_anchor=anchor, class_=colour)


def _style() -> str:
    names = ("grid", "muted", *(name for name, _ in _LINES))
    light, dark = (
        "".join(f".chart .{name}{{color:{COLOURS[name][k]}}}" for name in names) for k in (0, 1)
    )
    return (
        ".chart path{stroke:currentColor;fill:none}.chart .line{stroke-width:2}"
        ".chart text,.chart circle{fill:currentColor}"
        f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
    )
