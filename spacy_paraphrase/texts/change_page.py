"""An HTML page with two texts side by side, aligned by sentence, with changes underlined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..render.markup import esc, tag
from .changes import CHANGE_KINDS, Change
from .sentences import TextPlace

if TYPE_CHECKING:
    from .comparison import SentenceGroup, TextComparison

STYLE = """
.texts{font:1rem/1.5 system-ui,sans-serif;border-collapse:collapse;width:100%;max-width:75rem}
.texts td{vertical-align:top;padding:.35rem .6rem;border-top:1px solid #8884;width:38%}
.texts td.why{width:24%;font-size:.85rem}
.texts th{text-align:left;padding:.35rem .6rem}
.texts .same{opacity:.6}
.texts :target{outline:2px solid #2471a3}
.texts mark{background:none;color:inherit;text-decoration:underline 2px #2471a3;position:relative;
text-underline-offset:.2em}
.texts mark[data-kind=contradicts],.texts mark[data-kind=negation]{text-decoration-style:double}
.texts .strong mark{text-decoration-color:#c0392b}
.texts mark[data-kind=added]{text-decoration-color:#1e8449}
.texts mark[data-kind=dropped]{text-decoration-style:wavy}
.texts mark[data-kind=reworded],.texts mark[data-kind^=more]{text-decoration-style:dotted}
.texts mark:hover::after,.texts mark:focus::after{content:attr(data-why);position:absolute;left:0;
top:1.6em;z-index:1;width:max-content;max-width:20rem;padding:.2rem .5rem;border-radius:.3rem;
background:#222;color:#fff;font-size:.85rem}
.texts ul{margin:0;padding-left:1rem}
.texts .kind{font-weight:600}
@media print{.texts tr{break-inside:avoid}}
"""
PAGE_STYLE = """
body{margin:1.5rem;color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
.kinds details{display:inline-block;vertical-align:top;margin-right:1rem;max-width:24rem}
@media print{.kinds,.filters{display:none}}
"""
# Kinds of groups that a reader should see first.
STRONG = ("contradicts", "changed", "added", "dropped")


def page(found: TextComparison, title: str) -> str:
    """Return a comparison as a complete HTML page that works without scripts."""
    counts = Counter(group.kind for group in found)
    hiding = "".join(
        f"body:has(#show-{kind}:not(:checked)) tr[data-kind={kind}]{{display:none}}"
        for kind in counts
    )
    style = f"{STYLE}{PAGE_STYLE}{hiding}"
    head = f'<meta charset="utf-8"><title>{esc(title)}</title><style>{style}</style>'
    viewport = '<meta name="viewport" content="width=device-width">'
    filters = "".join(
        f'<label><input type="checkbox" id="show-{kind}" checked> {esc(kind)} ({count})</label> '
        for kind, count in counts.items()
    )
    shown = f'<p class="filters">Shown: {filters}</p>' if len(counts) > 1 else ""
    top = f"<h1>{esc(title)}</h1><p>{esc(found.summary())}</p>"
    body = f"{top}{_list(found)}{shown}{_rows(found)}"
    return f'<!DOCTYPE html><html lang="en"><head>{head}{viewport}</head><body>{body}</body></html>'


def table(found: TextComparison) -> str:
    """Return a comparison as an HTML table, for a notebook."""
    return f"<style>{STYLE}</style>{_rows(found)}"


def _list(found: TextComparison) -> str:
    """Return all changes by kind, each with a link to where it is."""
    items = []
    for kind in CHANGE_KINDS:
        links = [
            f'<li><a href="#group-{n}">{esc(change.text)}</a></li>'
            for n, group in enumerate(found.groups)
            for change in group.changes
            if change.kind == kind
        ]
        if links:
            summary = f"<summary>{esc(kind)}: {len(links)}</summary>"
            items.append(f"<details>{summary}<ol>{''.join(links)}</ol></details>")
    return f'<div class="kinds">{"".join(items)}</div>' if items else ""


def _rows(found: TextComparison) -> str:
    rows = "".join(_row(n, group) for n, group in enumerate(found.groups))
    head = "<tr><th>first text</th><th>second text</th><th>what has changed</th></tr>"
    return f'<table class="texts">{head}{rows}</table>'


def _row(number: int, group: SentenceGroup) -> str:
    weight = "same" if group.kind == "same" else "strong" if group.kind in STRONG else "weak"
    texts = "".join(
        f"<td>{_marked(places, group.changes, k)}</td>"
        for k, places in enumerate((group.source, group.target))
    )
    lines = "".join(f"<li>{esc(text)}</li>" for text in group.explain())
    kind = "" if group.kind == "same" else f'<span class="kind">{esc(group.kind)}</span>'
    why = f'<td class="why">{kind}{f"<ul>{lines}</ul>" if lines else ""}</td>'
    attributes = f'id="group-{number}" class="{weight}" data-kind="{group.kind}"'
    return f"<tr {attributes}>{texts}{why}</tr>"


def _side(change: Change, k: int) -> tuple[TextPlace, ...]:
    """Return the words of one text that a change is about; of whole sentences none."""
    if change.kind in ("moved", "split", "merged"):
        return ()
    return (change.source, change.target)[k]


def _marked(sentences: tuple[TextPlace, ...], changes: Iterable[Change], k: int) -> str:
    """Return sentences with the words that have changed marked."""
    # The reason is shown under the mouse, and by the keyboard where the focus goes.
    why = {
        (place.start_char, place.end_char): change
        for change in changes
        for place in _side(change, k)
    }
    found = []
    for sentence in sentences:
        text, at = "", sentence.start_char
        for low, high in sorted(why):
            if low < at or high > sentence.end_char:
                continue
            words = esc(sentence.part(low, high).text)
            text += esc(sentence.part(at, low).text)
            change = why[low, high]
            more = {"data-kind": change.kind, "data-why": change.text}
            text += tag("mark", words, tabindex="0", **more)
            at = high
        found.append(text + esc(sentence.part(at, sentence.end_char).text))
    return " ".join(found)
