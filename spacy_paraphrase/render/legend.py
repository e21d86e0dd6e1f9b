"""The key to a picture: what occurs in it, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from spacy_paraphrase.alignment import LEVELS, RELATIONS
from spacy_paraphrase.pair import SIDES
from spacy_paraphrase.render.markup import esc, num, tag, text_width
from spacy_paraphrase.render.style import CONFLICT, DASHES, LETTERS, MARKS, MISSING, paint
from spacy_paraphrase.render.view import VERDICTS, View

SIZE = 11.0
ROW = 20.0
MARGIN = 16.0
LINE = 28.0
MARK = 14.0
_INK = {"fill": "currentColor", **paint("word")}


def legend(view: View, y: float, width: float) -> tuple[str, float]:
    """Draw the key in rows below y.

    Returns:
        The markup, and where the key ends.
    """
    x, row = MARGIN, y + ROW / 2
    parts = []
    for entry in _entries(view):
        if x + entry.width > width and x > MARGIN:
            x, row = MARGIN, row + ROW
        text = tag("text", esc(entry.text), x=entry.indent, y=4, **_INK)
        parts.append(tag("g", entry.sample, text, transform=f"translate({num(x)} {num(row)})"))
        x += entry.width
    if not parts:
        return "", y + MARGIN / 2
    return tag("g", *parts, font_size=SIZE), row + ROW / 2 + MARGIN / 2


def legend_width(view: View) -> float:
    """Return the least width that holds every entry."""
    return 2 * MARGIN + max((entry.width for entry in _entries(view)), default=0.0)


@dataclass(frozen=True)
class _Entry:
    """A sample, how much room it takes, and what it stands for."""

    sample: str
    indent: float
    text: str

    @property
    def width(self) -> float:
        return self.indent + text_width(self.text, SIZE) + 16


def _entries(view: View) -> list[_Entry]:
    """Return the entries of everything that occurs."""
    edges = view.edges
    entries: list[_Entry] = []
    for verdict in VERDICTS:
        if any(edge.verdict == verdict for edge in edges):
            dots = MISSING if verdict == "miss" else None
            sample = _line(verdict.replace(" ", "-"), dots, MARKS[verdict])
            entries.append(_Entry(sample, LINE + 5, verdict))
    for relation in (*RELATIONS, ""):
        if any(edge.relation == relation for edge in edges) and (relation or not view.judged):
            # With gold, colours tell verdicts; letters go on telling relations.
            name, letter = relation or "unlabelled", LETTERS[relation]
            if view.judged:
                entries.append(_Entry(_mark("word", letter), MARK + 4, name))
            else:
                entries.append(_Entry(_line(name, None, letter), LINE + 5, name))
    if any(edge.conflict for edge in edges):
        entries.append(_Entry(_mark("paper", CONFLICT, "muted"), MARK + 4, "conflict"))
    levels = [level for level in LEVELS if any(edge.level == level for edge in edges)]
    if levels not in ([], ["words"]):
        for level in levels:
            sample = _line("muted", DASHES[level])
            entries.append(_Entry(sample, LINE + 5, f"{level.removesuffix('s')} link"))
    if "words" in levels and any(view.unaligned(side) for side in SIDES):
        grey = tag("text", "grey", y=4, fill="currentColor", **paint("muted"))
        entries.append(_Entry(grey, text_width("grey", SIZE) + 5, "not aligned"))
    return entries


def _line(name: str, dashes: str | None, mark: str = "") -> str:
    line = tag(
        "path",
        d=f"M0 0H{num(LINE)}",
        stroke="currentColor",
        stroke_width=2,
        stroke_linecap="round",
        stroke_dasharray=dashes,
        **paint(name),
    )
    return line + _mark(name, mark, x=LINE / 2) if mark else line


def _mark(name: str, mark: str, plate: str = "paper", x: float = MARK / 2) -> str:
    box = tag("rect", x=x - 7, y=-7, width=14, height=14, rx=2, fill="currentColor", **paint(plate))
    look = {"fill": "currentColor", "text_anchor": "middle", "font_weight": "bold"}
    return box + tag("text", esc(mark), x=x, y=4, **look, **paint(name))
