"""Figures of a page: what was measured, the confusion matrix of relations, the learning curve.

They are drawn from plain data: the report of `evaluate`, and what `benchmarks/ablation.py` writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import CONFUSION_LABELS, RelationMeasure
from spacy_paraphrase.metrics.base import stats_matrix, sum_stats
from spacy_paraphrase.render.chart import chart
from spacy_paraphrase.render.markup import esc, tag

Report: TypeAlias = Mapping[str, Any]
COUNTS = ("n_relations", "n_pairs")  # scores that are no fractions

# The scores of a measure that come first; of another measure all do.
_CHIEF = {
    "align": ("macro_precision", "macro_recall", "macro_f", "exact"),
    "phrase": ("macro_precision", "macro_recall", "macro_f", "exact"),
    "rel": ("align_f", "macro_f", "micro_f", "direction_errors", "kappa"),
    "entails": ("accuracy", "macro_f"),
    "entailed": ("accuracy", "macro_f"),
    "relation": ("accuracy", "macro_f"),
}
# What the parts of a signature say, in words.
_SAID = {
    "links": "links of {}",
    "phrases": "phrase pairs",
    "relations": "relations of {}",
    "sentence": "sentences: {}",
    "kind": "{} of sentences",
}
_VARIANTS = {
    "ref:sure+possible": "possible links allowed",
    "nonident:yes": "identical words left out",
}
# Percent of its colour that the darkest cell has: figures on it can still be read.
DARKEST = 70
# What is no link or has no label, in words.
_NAMES = {"": "no relation", "none": "no link"}


def figures(report: Report, path: str) -> Iterator[str]:
    """Yield sections that tell what `evaluate` measured; `path` is for error messages.

    Raises:
        ParaphraseError: P409 if it is no such report.
    """
    try:
        yield _measures(report)
        for entry in report["measures"]:
            if entry["name"] == "rel":
                yield _confusion(entry)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _unfit(path, error, "a report of evaluate") from error


def curve(data: Report, path: str) -> str:
    """Return a section with a learning curve, and what every part of the features is worth.

    Args:
        data: `signature`; `measured`, a sentence; `scores`, the names of the scores; `curve` and
            `variants`, lists of `{"name", "pairs", "scores"}`, the scores as fractions in that
            order.
        path: Where it is from, for error messages.

    Raises:
        ParaphraseError: P409 if it is something else.
    """
    try:
        names = list(data["scores"])
        points = [(float(point["pairs"]), point["scores"]) for point in data["curve"]]
        lines = {
            name: [(pairs, 100 * float(scores[k])) for pairs, scores in points]
            for k, name in enumerate(names)
        }
        rows = [
            [item["name"], str(item["pairs"]), *(percent(float(score)) for score in item["scores"])]
            for item in (*data["curve"], *data["variants"])
        ]
        told = tag("p", esc(data["measured"]))
        signature = _signature([data["signature"]])
        drawn = chart(lines, "training pairs", "percent")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise _unfit(path, error, "what benchmarks/ablation.py writes") from error
    parts = told, tag("div", drawn, class_="picture"), _table(["", "pairs", *names], rows)
    return _block("Learning curve", *parts, signature)


def _unfit(path: str, error: Exception, expected: str) -> ParaphraseError:
    got = f"{type(error).__name__}: {error}"
    return ParaphraseError("P409", path=path, got=got, expected=expected)


def columns(entry: Report) -> dict[str, list[str]]:
    """Return the cells that tell of one measure by the heads of their columns; a row per score."""
    scores = entry["scores"]
    shown = {key: _count if key in COUNTS else percent for key in scores}
    cells = {"": list(scores), "score": [shown[key](scores[key]) for key in scores]}
    if "intervals" in entry:
        found = [(shown[key], entry["intervals"][key]) for key in scores]
        cells["95% interval"] = [
            f"[{show(i['low'])}, {show(i['high'])}]" if i else "" for show, i in found
        ]
    if "compare" in entry:
        compared = [(shown[key], entry["compare"].get(key)) for key in scores]
        cells["other"] = [show(c["score"]) if c else "" for show, c in compared]
        cells["difference"] = [show(c["difference"], "+") if c else "" for show, c in compared]
        cells["p"] = [f"{c['p']:.4f}" if c else "" for _, c in compared]
    return cells


def signatures(entry: Report) -> list[str]:
    """Return the signatures of a measure, of its intervals and of its comparison."""
    found = {entry["signature"]: None}
    for some in (entry.get("intervals"), entry.get("compare")):
        found |= {figure["signature"]: None for figure in (some or {}).values() if figure}
    return list(found)


def percent(value: float | None, sign: str = "") -> str:
    """Return a fraction in percent.

    Example:
        >>> percent(0.5), percent(0.125, "+"), percent(None)
        ('50.00', '+12.50', '-')
    """
    return "-" if value is None else f"{100 * value:{sign}.2f}"


def _count(value: float | None, sign: str = "") -> str:
    return "-" if value is None else f"{value:{sign}.0f}"


def _measures(report: Report) -> str:
    chief, rest = [], []
    heads: list[str] = []
    for entry in report["measures"]:
        cells = columns(entry)
        heads = ["", *cells] if len(cells) >= len(heads) else heads
        rows = [[_title(entry), *row] for row in zip(*cells.values(), strict=True)]
        first = _first(entry)
        chief += [[row[0], _spaced(row[1]), *row[2:]] for row in rows if row[1] in first]
        caption = tag("caption", esc(_title(entry)))
        body = [row[1:] for row in rows]
        rest.append(_table(list(cells), body, caption) + _signature(signatures(entry)))
    said = f"{len(report['ids'])} pairs of {report['gold']}, links of {report['pred']}"
    if report.get("compare"):
        said += f"; other: {report['compare']}, p by paired approximate randomisation"
    return _block(
        "Figures",
        tag("p", esc(said + ". Scores in percent.")),
        _table(heads, _once(chief)),
        tag("details", tag("summary", "All scores, with signatures"), *rest),
    )


def _first(entry: Report) -> Sequence[str]:
    """Return the scores that are shown first: of a variant that says less than the whole, few."""
    parts = entry["signature"].split("|")
    if "ref:sure+possible" in parts:
        return ()
    if "nonident:yes" in parts:
        return ("macro_f",)
    every: tuple[str, ...] = tuple(entry["scores"])
    return _CHIEF.get(entry["name"], every)


def _title(entry: Report) -> str:
    """Return what is measured, in words."""
    parts = []
    for part in entry["signature"].split("|"):
        name, _, value = part.partition(":")
        parts.append(_VARIANTS.get(part) or _SAID.get(name, "").format(value))
    return ", ".join(filter(None, parts)) or str(entry["name"])


def _spaced(name: str) -> str:
    return name.replace("_", " ").removesuffix(" f") + " F" * name.endswith("_f")


def _once(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield rows; the first cell is left out where it is that of the row above."""
    above = None
    for first, *rest in rows:
        yield ["" if first == above else first, *rest]
        above = first


def _confusion(entry: Report) -> str:
    counts = RelationMeasure().confusion(sum_stats(stats_matrix(entry["stats"])))
    shown = [k for k, _ in enumerate(CONFUSION_LABELS) if counts[k].any() or counts[:, k].any()]
    names = [_NAMES.get(CONFUSION_LABELS[k], CONFUSION_LABELS[k]) for k in shown]
    head = tag("tr", tag("th", "gold ↓, found →"), *(_head(name, "col") for name in names))
    rows = []
    for name, i in zip(names, shown, strict=True):
        total = max(counts[i].sum(), 1)
        cells = [
            tag(
                "td",
                f"{counts[i, j]:.0f}" if counts[i, j] else "·",
                style=f"--share:{DARKEST * counts[i, j] / total:.0f}%",
                class_="right" if i == j else "wrong",
            )
            for j in shown
        ]
        rows.append(tag("tr", _head(name, "row"), *cells))
    table = tag("table", head, *rows, class_="confusion")
    told = "Links by relation; the larger its share of the row, the stronger the colour of a cell."
    return _block(f"Confusion: {_title(entry)}", tag("p", told), table)


def _head(name: str, scope: str) -> str:
    return tag("th", esc(name), scope=scope)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    head = tag("tr", *(_head(name, "col") for name in heads))
    body = (tag("tr", *(tag("td", esc(cell)) for cell in row)) for row in rows)
    return tag("table", caption, head, *body, class_="figures")


def _signature(parts: Sequence[str]) -> str:
    return tag("p", tag("code", esc("|".join(parts))), class_="signature")


def _block(heading: str, *parts: str) -> str:
    return tag("section", tag("h2", esc(heading)), *parts)
