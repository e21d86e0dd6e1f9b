"""Draw how a sentence is read: `python scripts/make_reading_picture.py`.

One lane for each part of the reading; what a part says of words stands under these words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import spacy_paraphrase
from spacy_paraphrase.analysis.reading import Analysis
from spacy_paraphrase.render.markup import esc, tag, text_width
from spacy_paraphrase.render.style import COLOURS, plain_svg

TEXT = (
    "Maria Lopez, the new CEO, said on Monday that she would not sell shops with more than three "
    "rooms."
)
PICTURE = Path(__file__).parents[1] / "docs" / "images" / "reading.svg"
# Sizes in pixels: of words and labels; of a row and a bar; left of the words, between words.
SIZE, SMALL = 15.0, 11.5
ROW, BAR = 27.0, 20.0
LEFT, GAP, MARGIN = 130.0, 8.0, 14.0
# Roles whose constituents are shown: those of the main parts, not of every word.
SHOWN = ("subject", "preposition", "apposition", "complement clause", "object")


class Bar(NamedTuple):
    """What is said of some words in a row, in the colour of a class; `strong` is filled."""

    tokens: tuple[int, ...]
    label: str
    colour: str
    strong: bool = False


class Lane(NamedTuple):
    """A part of the reading: what it is, what is said of all of it, and its rows."""

    name: str
    note: str
    rows: list[list[Bar]]


def lanes(read: Analysis) -> list[Lane]:
    """Return what each part says."""
    clauses = [
        Lane(f"clause {k}", _note(read, k), [list(_clause(read, k))])
        for k in range(len(read.clauses))
    ]
    return [
        Lane("mentions", "", [list(_mentions(read))]),
        *clauses,
        Lane("scopes", "", [list(_scopes(read))]),
        Lane("quantities", "", [list(_quantities(read))]),
        Lane("constituents", "how needed, 0 to 1", _apart(_constituents(read))),
    ]


def _mentions(read: Analysis) -> Iterator[Bar]:
    """Yield the mentions; those that may be one have one colour, and stand for each other."""
    first: dict[int, int] = {}
    for each in read.mentions:
        first[each.head] = min((first[t] for t in each.may_be if t in first), default=each.head)
    named = next(first[each.head] for each in read.mentions if each.kind == "name")
    for each in read.mentions:
        one = first[each.head] == named
        said = f"{each.kind}{' A' if one else ''}"
        yield Bar(each.tokens, said, "equals" if one else "unlabelled", one)


def _clause(read: Analysis, k: int) -> Iterator[Bar]:
    clause = read.clauses[k]
    for each in clause.arguments:
        label = f"{each.role}: {each.preposition}" if each.preposition else each.role
        yield Bar(each.tokens, label, "restates")
    yield Bar((clause.predicate,), "verb", "restates", True)


def _note(read: Analysis, k: int) -> str:
    """Return what a clause is said to be."""
    clause, texts = read.clauses[k], read.sentence.texts
    told = [clause.tense, clause.stance + (f" by {texts[clause.by]}" if clause.by >= 0 else "")]
    told += ["denied"] if clause.is_denied else []
    told += [clause.modality.kind] if clause.modality else []
    return ", ".join(filter(None, told))


def _scopes(read: Analysis) -> Iterator[Bar]:
    for op in read.scopes:
        if op.reach:
            reached = [t for t in op.reach if t > op.token]
            yield Bar((op.token,), op.kind, "specifies", True)
            yield Bar(tuple(reached), "what it reaches", "specifies")


def _quantities(read: Analysis) -> Iterator[Bar]:
    for each in read.quantities.values():
        tokens = tuple(sorted(each.tokens))
        of = read.words[each.of].lemma
        said = each.dimension or f"{of}: {each.bound} than {each.low:.0f}"
        yield Bar(tokens, said, "generalizes")


def _constituents(read: Analysis) -> Iterator[Bar]:
    for each in read.constituents:
        if each.role in SHOWN:
            aside = ", an aside" if each.parenthetical else ""
            yield Bar(each.tokens, f"{each.obligatory:.2f}{aside}", "intersects")


def _apart(bars: Iterable[Bar]) -> list[list[Bar]]:
    """Return bars in rows in which none covers another, the longest first."""
    rows: list[list[Bar]] = []
    for bar in sorted(bars, key=lambda bar: -len(bar.tokens)):
        free = (row for row in rows if all({*bar.tokens}.isdisjoint(b.tokens) for b in row))
        row = next(free, None)
        if row is None:
            rows.append([bar])
        else:
            row.append(bar)
    return rows


def _places(read: Analysis, drawn: list[Lane]) -> list[tuple[float, float]]:
    """Return where each word begins and ends: wide enough for it and for what is said of it."""
    texts = read.sentence.texts
    widths = [
        max(text_width(text, SIZE), text_width(word.category, SMALL - 1.5) if text.isalnum() else 0)
        for text, word in zip(texts, read.words, strict=True)
    ]
    for lane in drawn:
        for row in lane.rows:
            for bar in row:
                tokens = range(bar.tokens[0], bar.tokens[-1] + 1)
                has = sum(widths[t] for t in tokens) + GAP * (len(tokens) - 1)
                lacks = text_width(bar.label, SMALL) + 8 - has
                for t in tokens if lacks > 0 else ():
                    widths[t] += lacks / len(tokens)
    places, x = [], LEFT + MARGIN
    for width in widths:
        places.append((x, x + width))
        x += width + GAP
    return places


def picture() -> str:
    """Return the picture of the sentence as the default pipeline reads it."""
    doc = spacy_paraphrase.load()(TEXT)
    read: Analysis = doc[:]._.analysis
    drawn = lanes(read)
    places = _places(read, drawn)
    width = places[-1][1] + MARGIN
    parts, y = list(_words(read, places)), 2 * ROW + MARGIN
    for lane in drawn:
        parts.append(tag("line", x1=0, x2=width, y1=y, y2=y, class_="grid"))
        parts.append(tag("text", lane.name, x=MARGIN, y=y + ROW / 2 + 4, class_="lane"))
        lines = _wrapped(lane.note)
        for k, line in enumerate(lines, 1):
            below = y + ROW / 2 + 4 + 14 * k
            parts.append(tag("text", esc(line), x=MARGIN, y=below, class_="category"))
        for k, row in enumerate(lane.rows):
            parts += [_bar(bar, places, y + k * ROW) for bar in row]
        y += max(ROW * len(lane.rows), ROW + 14 * len(lines)) + 5
    ground = tag("rect", width=width, height=y, class_="paper")
    title = f"How a sentence is read: {TEXT}"
    return plain_svg("reading", title, _style(), [ground, *parts], width, y, SMALL) + "\n"


def _wrapped(note: str) -> list[str]:
    """Return a note in lines that stand left of the words."""
    lines = [""]
    for word in note.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, SMALL - 1.5) > LEFT:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line for line in lines if line]


def _words(read: Analysis, places: list[tuple[float, float]]) -> Iterator[str]:
    yield tag("text", "words", x=MARGIN, y=MARGIN + 16, class_="lane")
    for text, word, (start, end) in zip(read.sentence.texts, read.words, places, strict=True):
        middle = {"x": (start + end) / 2, "text_anchor": "middle"}
        weight = "word content" if word.informative else "word"
        yield tag("text", esc(text), y=MARGIN + 16, class_=weight, **middle)
        if text.isalnum():
            yield tag("text", word.category, y=MARGIN + 33, class_="category", **middle)


def _bar(bar: Bar, places: list[tuple[float, float]], y: float) -> str:
    """Draw a bar under its words, with what it says in it."""
    start, end = places[bar.tokens[0]][0] - 3, places[bar.tokens[-1]][1] + 3
    kind = f"bar {bar.colour}" + (" strong" if bar.strong else "")
    box = tag("rect", x=start, y=y + 4, width=end - start, height=BAR, rx=5)
    at = {"x": (start + end) / 2, "y": y + 4 + BAR / 2 + 4, "text_anchor": "middle"}
    return tag("g", box, tag("text", esc(bar.label), **at), class_=kind)


def _style() -> str:
    names = ("equals", "restates", "specifies", "generalizes", "intersects", "unlabelled")
    sides = []
    for k in (0, 1):
        ink, paper, muted, grid = (COLOURS[n][k] for n in ("word", "paper", "muted", "grid"))
        own = "".join(
            f".reading .{n} rect{{stroke:{COLOURS[n][k]}}}.reading .{n}{{fill:{COLOURS[n][k]}}}"
            for n in names
        )
        sides.append(
            f".reading .paper{{fill:{paper}}}.reading .word{{fill:{ink}}}"
            f".reading .lane,.reading .category{{fill:{muted}}}.reading .grid{{stroke:{grid}}}"
            f".reading .bar text{{fill:{ink}}}.reading .strong text{{fill:{paper}}}{own}"
        )
    light, dark = sides
    return (
        "svg.reading{max-width:100%;height:auto}"
        f".reading .word{{font-size:{SIZE:g}px}}.reading .content{{font-weight:650}}"
        f".reading .category{{font-size:{SMALL - 1.5:g}px}}"
        ".reading .bar rect{fill-opacity:.12}.reading .strong rect{fill-opacity:1}"
        f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
    )


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"wrote {PICTURE}")


if __name__ == "__main__":
    main()
