"""Typed edits of a pair as a picture, as HTML and as text.

The input is plain data: sides, scores and edits in the format of the command `score`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, Protocol, TypeAlias

from ..errors import ParaphraseError
from .markup import clean, display_width, esc, tag, text_width
from .pair_view import runs
from .style import class_colours, plain_svg

# For each kind of edit: its letter (so that colour is never the only distinction), the name of its
# colour, and its name in the legend.
MARKS: dict[str, tuple[str, str, str]] = {
    "MATCH": ("=", "muted", "match"),
    "INSERT": ("I", "specifies", "insertion"),
    "DELETE": ("D", "generalizes", "deletion"),
    "SUBST": ("S", "miss", "substitution"),
    "STEM": ("T", "restates", "stem"),
    "SYNONYM": ("Y", "restates", "synonym"),
    "PHRASE": ("P", "equals", "phrase"),
}
_SIZE = 15.0
_GAP = 10.0
_TOP, _BOTTOM, _HEIGHT = 22.0, 112.0, 132.0
_HEADS = ("source", "", "target")


class HasEdits(Protocol):
    """An object with sides, scores and edits as plain data, such as `doc._.paraphrase`."""

    def to_json(self) -> dict[str, Any]:
        """Return the data."""


Scored: TypeAlias = HasEdits | Mapping[str, Any]


class _Column(NamedTuple):
    """An edit: its kind, its words in both sides, whether they were shifted, and its cost."""

    kind: str
    source: tuple[int, ...]
    target: tuple[int, ...]
    shifted: bool
    cost: float


class _Picture(NamedTuple):
    """The data of a picture: words of both sides, edits, shifted blocks of the target, and cost."""

    source: list[str]
    target: list[str]
    columns: list[_Column]
    blocks: list[list[int]]
    cost: str


def edits_to_text(pair: Scored, width: int = 100) -> str:
    """Write edits as three lines: the source, a letter for each edit, the target as shifted.

    "=" is a match, I an insertion, D a deletion, S a substitution, T a stem match, Y a synonym, P a
    phrase; shifted words are in brackets.

    Args:
        pair: A view `doc._.paraphrase`, or an object in the format of the command `score`.
        width: Number of columns of the terminal.

    Raises:
        ParaphraseError: P410 if there are no edits.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("paraphrase_edits")
        >>> doc = nlp(make_pair(nlp, "cats chase mice daily", "mice cats often chase"))
        >>> print(edits_to_text(doc._.paraphrase), end="")
        cost 2.25, score 0.56
        source  cats       chase mice   daily
                =    I     =     =      D
        target  cats often chase [mice]
    """
    picture = _read(pair)
    lines = [picture.cost]
    block = ["", "", ""]
    for column in picture.columns:
        target = [clean(picture.target[j]) for j in column.target]
        if column.shifted:
            target = [f"[{word}]" for word in target]
        cells = [
            " ".join(clean(picture.source[i]) for i in column.source),
            MARKS[column.kind][0],
            " ".join(target),
        ]
        wide = 1 + max(map(display_width, cells))
        if block[1] and 8 + display_width(block[1]) + wide > width + 1:
            lines += _set(block)
            block = ["", "", ""]
        block = [
            row + cell + " " * (wide - display_width(cell))
            for row, cell in zip(block, cells, strict=True)
        ]
    return "".join(f"{line}\n" for line in [*lines, *_set(block)])


def _set(block: Sequence[str]) -> list[str]:
    return [f"{head:<8}{row}".rstrip() for head, row in zip(_HEADS, block, strict=True)]


def edits_to_svg(pair: Scored) -> str:
    """Draw edits: both sides, a line with a letter for each edit, shifted blocks underlined.

    Args:
        pair: As `edits_to_text`.

    Raises:
        ParaphraseError: P410 if there are no edits.
    """
    picture = _read(pair)
    sides = [picture.source, picture.target]
    spans = [_places(words) for words in sides]
    kinds: list[dict[int, str]] = [{}, {}]
    parts = []
    for column in picture.columns:
        colour = MARKS[column.kind][1]
        for known, edited in zip(kinds, (column.source, column.target), strict=True):
            known |= dict.fromkeys(edited, colour)
        parts += _line(column, spans)
    for block in picture.blocks:
        for start, end in runs(sorted(block)) if block else ():
            d = f"M{spans[1][start][0]:.1f} {_BOTTOM + 7:.1f}H{spans[1][end][1]:.1f}"
            parts.append(tag("path", tag("title", "shifted"), d=d, class_="shifted muted"))
    for y, words, places, known in zip((_TOP, _BOTTOM), sides, spans, kinds, strict=True):
        for i, (word, (left, right)) in enumerate(zip(words, places, strict=True)):
            colour = known.get(i, "muted")
            at = {"x": (left + right) / 2, "y": y}
            parts.append(tag("text", esc(word), class_=colour, text_anchor="middle", **at))
    width = max([_GAP, *(end for places in spans for _, end in places)]) + _GAP
    return plain_svg("edits", picture.cost, _style(), parts, width, _HEIGHT, _SIZE)


def edits_to_html(pair: Scored) -> str:
    """Return a picture of the edits with their costs as an HTML fragment.

    Raises:
        ParaphraseError: P410 if there are no edits.
    """
    picture = _read(pair)
    kinds = dict.fromkeys(column.kind for column in picture.columns)
    legend = [
        tag("span", esc(f"{letter} {name} "), class_=colour)
        for kind, (letter, colour, name) in MARKS.items()
        if kind in kinds and kind != "MATCH"
    ]
    if picture.blocks:
        legend.append(tag("span", "underlined: shifted", class_="muted"))
    heading = tag("p", esc(f"{picture.cost}: " if legend else picture.cost), *legend)
    return tag("div", heading, edits_to_svg(pair), class_="edits")


def _places(words: Sequence[str]) -> list[tuple[float, float]]:
    found, x = [], _GAP
    for word in words:
        wide = max(text_width(word, _SIZE), _SIZE)
        found.append((x, x + wide))
        x += wide + _GAP
    return found


def _line(column: _Column, spans: Sequence[Sequence[tuple[float, float]]]) -> list[str]:
    """Return line and letter of an edit; an insertion or deletion has only a letter at its word."""
    letter, colour, _ = MARKS[column.kind]
    title = tag("title", esc(f"{column.kind}, cost {column.cost:.2f}"))
    above, below = (
        sum(sum(places[i]) / 2 for i in words) / len(words) if words else None
        for places, words in zip(spans, (column.source, column.target), strict=True)
    )
    if above is None or below is None:
        x = above if below is None else below
        y = _TOP + 20 if below is None else _BOTTOM - 18
        return [tag("text", title, esc(letter), x=x, y=y, class_=f"mark {colour}")]
    d = f"M{above:.1f} {_TOP + 7:.1f}L{below:.1f} {_BOTTOM - 17:.1f}"
    line = tag("path", title, d=d, class_=colour)
    if column.kind == "MATCH":
        return [line]
    x, y = (above + below) / 2 + 8, (_TOP + _BOTTOM) / 2
    return [line, tag("text", esc(letter), x=x, y=y, class_=f"mark {colour}")]


def _read(pair: Scored) -> _Picture:
    data = pair if isinstance(pair, Mapping) else pair.to_json()
    try:
        edits = data["edits"]
        source, target = ([str(word) for word in data[side]] for side in ("source", "target"))
        order = sorted(j for edit in edits["edits"] for j in edit["target"])
        blocks = _shifted(order, edits["shifts"])
        away = {j for block in blocks for j in block}
        columns = [_column(edit, away) for edit in edits["edits"]]
        _check(columns, len(source), len(target))
        cost = f"cost {edits['cost']:.2f}, score {edits['score']:.2f}"
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ParaphraseError("P410", got=f"{type(error).__name__}: {error}") from error
    return _Picture(source, target, columns, blocks, cost)


def _column(edit: Mapping[str, Any], away: set[int]) -> _Column:
    source, target = tuple(edit["source"]), tuple(edit["target"])
    shifted = not away.isdisjoint(target)
    return _Column(edit["kind"], source, target, shifted, float(edit["cost"]))


def _check(columns: Iterable[_Column], n: int, m: int) -> None:
    for column in columns:
        if column.kind not in MARKS:
            raise ValueError(f"an edit {column.kind!r}")
        for words, size in ((column.source, n), (column.target, m)):
            if any(not 0 <= index(word) < size for word in words):
                raise ValueError(f"the words {words} of a side of {size}")


def _shifted(words: list[int], shifts: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the words of each shifted block, in the order of the shifts."""
    order, blocks = words, []
    for start, end, dest in shifts:
        block, rest = order[start:end], order[:start] + order[end:]
        at = dest + 1 if dest < start else dest + 1 - len(block)
        order = rest[:at] + block + rest[at:]
        blocks.append(block)
    return blocks


def _style() -> str:
    colours = class_colours("edits", (colour for _, colour, _ in MARKS.values()))
    return (
        "svg.edits{max-width:100%;height:auto}.edits text{fill:currentColor}"
        ".edits path{stroke:currentColor;fill:none;stroke-width:1.5}"
        ".edits .mark{font-size:11px;text-anchor:middle}.edits .shifted{stroke-width:3}"
        f"{colours}"
    )
