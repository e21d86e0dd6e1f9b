"""Many pairs as one page that needs nothing else: no network, no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias, cast, get_args

from spacy.tokens import Doc

from spacy_paraphrase.alignment import LEVELS, Alignment
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.pair import SIDES
from spacy_paraphrase.render import matrix, sieve, svg
from spacy_paraphrase.render.markup import esc, tag
from spacy_paraphrase.render.style import COLOURS
from spacy_paraphrase.render.view import Edge, Gold, Pair, View, make_view

Picture: TypeAlias = Literal["auto", "svg", "matrix"]
PICTURES: tuple[Picture, ...] = get_args(Picture)

# With more words than that on a side, two trees are too wide to be read; a grid is not.
TREE_WORDS = 45

_STYLE = """
:root{color-scheme:light dark;--word:WORD0;--paper:PAPER0;--muted:MUTED0;--grid:GRID0;
--right:EQUALS0;--wrong:SPECIFIES0}
@media (prefers-color-scheme:dark){
:root{--word:WORD1;--paper:PAPER1;--muted:MUTED1;--grid:GRID1;
--right:EQUALS1;--wrong:SPECIFIES1}}
body{margin:2rem;color:var(--word);background:var(--paper);
font:16px/1.5 system-ui,'Segoe UI',Roboto,Arial,'Noto Sans',sans-serif}
section{border-top:1px solid var(--grid);padding:1rem 0}
h1{font-size:1.5rem}
h2{font-size:1.1rem;margin:.2rem 0}
dl{display:grid;grid-template-columns:max-content auto;gap:.1rem 1rem;max-width:70rem}
dt,th{color:var(--muted);font-weight:normal}
dd{margin:0}
.picture{overflow:auto;max-height:90vh}
table{border-collapse:collapse;margin:.5rem 0;display:block;overflow-x:auto}
caption{text-align:start;font-weight:bold}
th,td{text-align:start;padding:.15rem 1.5rem .15rem 0;border-bottom:1px solid var(--grid)}
.figures td,.confusion td{font-variant-numeric:tabular-nums}
.figures :is(td,th):nth-child(n+3){text-align:end}
.confusion :is(td,th){padding:.3rem .6rem;min-width:4.5rem}
.confusion :is(td,th:nth-child(n+2)){text-align:center}
.confusion .right{background:color-mix(in srgb,var(--right) var(--share),transparent)}
.confusion .wrong{background:color-mix(in srgb,var(--wrong) var(--share),transparent)}
.signature{color:var(--muted);font-size:.8rem;overflow-wrap:anywhere}
"""


def to_html(
    pairs: Pair | Iterable[Pair],
    gold: Gold | Iterable[Gold] | None = None,
    levels: Iterable[str] = LEVELS,
    picture: Picture = "auto",
) -> str:
    """Make a page of one pair or many: the sentences, a picture, the links as tables.

    Args:
        pairs: A Doc with links, an Alignment, or the JSON object of one; or several of them.
        gold: The right links, for several pairs as many; see `make_view`.
        levels: Which of "words", "phrases", "chunks" to draw.
        picture: "svg" for two trees, "matrix" for a grid, "auto" for the grid where a side has
            more than 45 words.

    Returns:
        An HTML document.

    Raises:
        ParaphraseError: As `make_view`; P401 for an unknown kind of picture, P404 if there are
            more or fewer golds than pairs.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> to_html([doc, doc]).count("<section")
        2
    """
    if picture not in PICTURES:
        raise ParaphraseError("P401", got=picture, expected=", ".join(PICTURES))
    golds: list[Any]
    if isinstance(pairs, Doc | Alignment | Mapping):
        items, golds = [cast(Pair, pairs)], [gold]
    elif isinstance(pairs, Iterable):
        items = list(pairs)
        golds = [None] * len(items) if gold is None else list(cast(Iterable[Gold], gold))
    else:
        raise ParaphraseError("P400", got=type(pairs).__name__)
    if len(items) != len(golds):
        raise ParaphraseError("P404", got=len(golds), expected=len(items))
    levels = [levels] if isinstance(levels, str) else list(levels)
    views = (make_view(item, right, levels) for item, right in zip(items, golds, strict=True))
    titled = ((f"Pair {number}", view) for number, view in enumerate(views, 1))
    return "".join(page(titled, picture, judged=gold is not None))


def page(
    views: Iterable[tuple[str, View]],
    picture: Picture = "auto",
    figures: Iterable[str] = (),
    judged: bool = False,
) -> Iterator[str]:
    """Yield the page of views with their headings, piece by piece.

    Args:
        views: Headings and views.
        picture: As in `to_html`.
        figures: Sections that come before them, as HTML.
        judged: Whether the pairs were compared with gold, so that the page can be filtered.
    """
    yield from document("Aligned pairs", _parts(views, picture, figures, judged), judged)


def _parts(
    views: Iterable[tuple[str, View]], picture: Picture, figures: Iterable[str], judged: bool
) -> Iterator[str]:
    yield from figures
    if judged:
        yield sieve.controls()
    number = 0
    for number, (heading, view) in enumerate(views, 1):
        yield _section(number, heading, view, picture)
    if judged:
        yield sieve.count(number)


def document(title: str, sections: Iterable[str], filtered: bool = False) -> Iterator[str]:
    """Yield a page of sections, piece by piece; `filtered` where `sieve.controls` are in it."""
    style = _STYLE + sieve.style() * filtered
    for name in ("word", "paper", "muted", "grid", "equals", "specifies"):
        for k, value in enumerate(COLOURS[name]):
            style = style.replace(f"{name.upper()}{k}", value)
    # Whatever the sentences hold, a browser loads and runs nothing.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = tag("meta", charset="utf-8") + tag("title", title)
    head += tag("meta", http_equiv="Content-Security-Policy", content=policy)
    head += tag("meta", name="viewport", content="width=device-width")
    yield '<!DOCTYPE html>\n<html lang="en">' + tag("head", head, tag("style", style))
    yield f"\n<body><main>{tag('h1', title)}"
    for part in sections:
        yield "\n" + part
    yield "\n</main></body></html>\n"


def section(
    number: int, heading: str, texts: Iterable[tuple[str, str]], *parts: str, notes: str = ""
) -> str:
    """Return a section of a page: a heading, texts with their names, then what is given.

    Args:
        number: The number of the section.
        heading: Its heading.
        texts: Names and texts.
        parts: What follows, as HTML.
        notes: More entries for the list of texts, as HTML.
    """
    name = f"pair-{number}"
    named = (tag("dt", key) + tag("dd", esc(text), dir="auto") for key, text in texts)
    return tag(
        "section",
        tag("h2", esc(heading), id=name),
        tag("dl", *named, notes),
        *parts,
        aria_labelledby=name,
        class_="pair",
    )


def _section(number: int, heading: str, view: View, picture: Picture) -> str:
    words = max(len(view.side(name).words) for name in SIDES)
    wide = picture == "matrix" or (picture == "auto" and words > TREE_WORDS)
    drawn = (matrix if wide else svg).draw(view, salt=str(number))
    # What scrolls must be within reach of the keyboard.
    scrolled = tag(
        "div",
        drawn,
        class_="picture",
        tabindex="0",
        role="region",
        aria_labelledby=f"pair-{number}",
    )
    texts = ((side, view.side(side).text) for side in SIDES)
    notes = "".join(_not_aligned(view))
    return section(number, heading, texts, scrolled, *_tables(view), notes=notes)


def _not_aligned(view: View) -> Iterator[str]:
    for name in SIDES if "words" in view.levels else ():
        words = " · ".join(view.side(name).words[i] for i in view.unaligned(name))
        if words:
            yield tag("dt", f"{name}, not aligned") + tag("dd", esc(words), dir="auto")


def _tables(view: View) -> Iterator[str]:
    tables, counts = [], []
    for level in view.levels:
        edges = [edge for edge in view.edges if edge.level == level]
        if edges:
            counts.append(f"{len(edges)} {level}")
            head = tag("tr", *(tag("th", esc(name), scope="col") for name in _columns(view)))
            rows = (
                tag(
                    "tr",
                    *(tag("td", esc(c), dir="auto") for c in _cells(edge, view)),
                    data_is=sieve.traits(edge),
                )
                for edge in edges
            )
            tables.append(tag("table", tag("caption", level), head, *rows))
    if tables:
        yield tag("details", tag("summary", f"Links: {', '.join(counts)}"), *tables)


def _columns(view: View) -> list[str]:
    gold = ["gold", "gold relation"] if view.judged else []
    return ["source", "target", "relation", "score", "conflict", *gold]


def _cells(edge: Edge, view: View) -> list[str]:
    units = [view.phrase(name, getattr(edge, name)) for name in SIDES]
    relation, conflict = edge.relation or "unlabelled", "conflict" if edge.conflict else ""
    gold = [edge.verdict, edge.gold_relation] if view.judged else []
    return [*units, relation, f"{edge.score:.2f}", conflict, *gold]
