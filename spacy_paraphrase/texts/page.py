"""Two texts side by side as a page: what belongs together at one height, changes underlined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..render.markup import esc, tag
from .changes import CHANGE_KINDS, Change
from .sentences import Place

if TYPE_CHECKING:
    from .comparison import SentenceGroup, TextComparison

STYLE = """
.texts{font:1rem/1.5 system-ui,sans-serif;border-collapse:collapse;width:100%;max-width:75rem}
.texts td{vertical-align:top;padding:.35rem .6rem;border-top:1px solid #8884;width:38%}
.texts td.why{width:24%;font-size:.85rem}
.texts th{text-align:left;padding:.35rem .6rem}
.texts .same{opacity:.6}
.texts mark{background:none;color:inherit;text-decoration:underline 2px;text-underline-offset:.2em}
.texts .strong mark{text-decoration-color:#c0392b}
.texts .weak mark{text-decoration-color:#2471a3}
.texts ul{margin:0;padding-left:1rem}
.texts .kind{font-weight:600}
@media print{.texts tr{break-inside:avoid}}
"""
# Kinds of groups that a reader should see first.
STRONG = ("contradicts", "changed", "added", "dropped")


def page(found: TextComparison, title: str) -> str:
    """Return a comparison as a page of its own, readable without script."""
    style = f"{STYLE}\nbody{{margin:1.5rem;color-scheme:light dark}}"
    head = f'<meta charset="utf-8"><title>{esc(title)}</title><style>{style}</style>'
    viewport = '<meta name="viewport" content="width=device-width">'
    body = f"<h1>{esc(title)}</h1><p>{esc(found.summary())}</p>{_list(found)}{_rows(found)}"
    return f'<!DOCTYPE html><html lang="en"><head>{head}{viewport}</head><body>{body}</body></html>'


def table(found: TextComparison) -> str:
    """Return a comparison as a table, for a notebook."""
    return f"<style>{STYLE}</style>{_rows(found)}"


def _list(found: TextComparison) -> str:
    """Return how often there is each kind of change, with a link to the first."""
    counts = Counter(change.kind for change in found.changes)
    first = {c.kind: n for n, g in reversed(list(enumerate(found.groups))) for c in g.changes}
    items = [
        f'<li><a href="#group-{first[kind]}">{esc(kind)}</a>: {counts[kind]}</li>'
        for kind in CHANGE_KINDS
        if counts[kind]
    ]
    return f'<ul class="kinds">{"".join(items)}</ul>' if items else ""


def _rows(found: TextComparison) -> str:
    rows = "".join(_row(n, group) for n, group in enumerate(found.groups))
    head = "<tr><th>first text</th><th>second text</th><th>what has changed</th></tr>"
    return f'<table class="texts">{head}{rows}</table>'


def _row(number: int, group: SentenceGroup) -> str:
    """Return a group as a row."""
    weight = "same" if group.kind == "same" else "strong" if group.kind in STRONG else "weak"
    cells = [
        _marked(places, group.changes, k) for k, places in enumerate((group.source, group.target))
    ]
    told = "".join(f"<li>{esc(text)}</li>" for text in group.explain())
    kind = "" if group.kind == "same" else f'<span class="kind">{esc(group.kind)}</span>'
    why = f'<td class="why">{kind}{f"<ul>{told}</ul>" if told else ""}</td>'
    texts = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr id="group-{number}" class="{weight}">{texts}{why}</tr>'


def _side(change: Change, k: int) -> tuple[Place, ...]:
    """Return the words of one text that a change is about; of whole sentences none."""
    if change.kind in ("moved", "split", "merged"):
        return ()
    return (change.source, change.target)[k]


def _marked(sentences: tuple[Place, ...], changes: Iterable[Change], k: int) -> str:
    """Return sentences with the words that have changed marked, the reason as a title."""
    why = {
        (place.start_char, place.end_char): change.text
        for change in changes
        for place in _side(change, k)
    }
    found = []
    for sentence in sentences:
        start, text, at = sentence.start_char, "", sentence.start_char
        for low, high in sorted(why):
            if low < at or high > sentence.end_char:
                continue
            words = esc(sentence.text[low - start : high - start])
            text += esc(sentence.text[at - start : low - start])
            text += tag("mark", words, title=why[low, high])
            at = high
        found.append(text + esc(sentence.text[at - start :]))
    return " ".join(found)
