"""Colours, letters and names of relations and verdicts, the same in every rendering.

The colours are those of Okabe and Ito 2008, *Color universal design*, darkened (light pages) or
lightened (dark pages) to a contrast of at least three to one. None of them carries a meaning alone:
a letter, a mark or a kind of line says the same.
"""

from __future__ import annotations

from hashlib import sha256

from spacy_paraphrase.alignment import Level
from spacy_paraphrase.pair import SIDES
from spacy_paraphrase.render.markup import esc, num, shorten, tag, text_width
from spacy_paraphrase.render.sieve import traits
from spacy_paraphrase.render.view import Edge, View

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
MISSING = "0.1 5"
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
FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"


def class_of(edge: Edge) -> str:
    """Return the class that colours a link: its verdict, else its relation."""
    return (edge.verdict or edge.relation or "unlabelled").replace(" ", "-")


def badge(edge: Edge) -> str:
    """Return what stands on a link: letter of the relation, verdict, conflict.

    Where the gold has another relation, its letter follows.
    """
    letters = LETTERS[edge.relation]
    if edge.gold_relation and edge.gold_relation != edge.relation:
        letters += "≠" + LETTERS[edge.gold_relation]
    if edge.verdict and letters == LETTERS[""]:
        letters = ""
    return letters + MARKS[edge.verdict] + CONFLICT * edge.conflict


def describe(edge: Edge, view: View) -> str:
    """Return one line of plain text about a link."""
    source, target = (shorten(view.phrase(name, getattr(edge, name)), 60) for name in SIDES)
    relation = edge.relation or "unlabelled"
    line = f"{source} – {target}: {relation}, score {edge.score:.2f}"
    if edge.gold_relation and edge.gold_relation != edge.relation:
        line += f", gold {edge.gold_relation}"
    return line + ", conflict" * edge.conflict + (f", {edge.verdict}" if edge.verdict else "")


def thickness(edge: Edge) -> float:
    """Return the width of the line of a link: the surer, the thicker."""
    return 1 + 2.5 * edge.score if edge.level == "words" else 0.8 + 1.2 * edge.score


def dashes(edge: Edge) -> str | None:
    """Return the dashes of the line of a link: its verdict if it is missing, else its level."""
    return MISSING if edge.verdict == "miss" else DASHES[edge.level]


def plate(edge: Edge, x: float, y: float, size: float) -> str:
    """Draw what stands on a link; where the sides are in conflict, light on its own colour."""
    ground, ink = ("paper", class_of(edge)) if not edge.conflict else (class_of(edge), "paper")
    width, height = plate_width(edge, size), size * 1.3
    box = tag(
        "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=2, **paint(ground)
    )
    text = tag("text", esc(badge(edge)), x=x, y=y + size * 0.36, **paint(ink))
    return tag("g", box, text, fill="currentColor", data_is=traits(edge))


def plate_width(edge: Edge, size: float) -> float:
    """Return the width of the plate."""
    return max(size * 1.2, text_width(badge(edge), size) + size * 0.5)


def frame(view: View, kind: str, width: float, height: float, parts: list[str]) -> str:
    """Put the parts of a picture into an SVG element with title, description and style.

    Its id derives from its content, so that the same picture has the same id, and several may
    stand in one page; `kind` tells pictures of the same content apart.
    """
    content = "".join(parts)
    picture = "sp-" + sha256(f"{kind} {content}".encode()).hexdigest()[:12]
    names = {"role": "img", "aria_labelledby": f"{picture}-title {picture}-desc"}
    told = "; ".join(describe(edge, view) for edge in view.edges) or "no links"
    return tag(
        "svg",
        tag("title", esc(f"{view.source.text} / {view.target.text}"), id=f"{picture}-title"),
        tag("desc", esc(told), id=f"{picture}-desc"),
        stylesheet(picture),
        tag("rect", width=width, height=height, fill="currentColor", **paint("paper")),
        content,
        xmlns="http://www.w3.org/2000/svg",
        id=picture,
        width=width,
        height=height,
        viewBox=f"0 0 {num(width)} {num(height)}",
        font_family=FONT,
        **names,
    )


def figure(
    kind: str, title: str, style: str, parts: list[str], width: float, height: float, size: float
) -> str:
    """Put the parts of a picture that is of no pair into an SVG element of a class of its own."""
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
    """Return the attributes that give an element and what is in it the colour of a class."""
    return {"class_": name, "color": COLOURS[name][0]}


def stylesheet(picture: str) -> str:
    """Return the style element of one picture: its dark colours, and what the mouse points at."""
    # Only this picture: a style element inside a page counts for the whole page.
    dark = "".join(f"#{picture} .{name}{{color:{pair[1]}}}" for name, pair in COLOURS.items())
    focus = (
        f"#{picture} .lines:hover .link{{opacity:.2}}"
        f"#{picture} .lines .link:hover{{opacity:1}}#{picture} .link:hover path{{stroke-width:4}}"
    )
    return tag("style", f"{focus}@media (prefers-color-scheme:dark){{{dark}}}")
