"""Figures of a page: scores, the confusion matrix of relations, the learning curve.

The input is plain data: the report of `evaluate`, or the output of `python -m benchmarks
ablation`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from markupsafe import Markup

from ..errors import ParaphraseError
from ..metrics import CONFUSION_LABELS, RelationMeasure
from ..metrics.measures import stats_matrix, sum_stats
from .html import fragment
from .markup import esc, tag, text_width
from .style import class_colours, plain_svg

Report: TypeAlias = Mapping[str, Any]
# Scores that are not fractions: counts, and school grades (readability).
COUNTS = ("n_relations", "n_pairs")
GRADES = ("fkgl", "fkgl_source")

# Differences with p below this value are significant.
SIGNIFICANT = 0.05
# The main score of each measure; other measures use their first score.
_HEADLINES = {"align": "macro_f", "phrase": "macro_f", "rel": "macro_f"}
_HEADLINES |= dict.fromkeys(("entails", "entailed", "relation"), "accuracy")
# The scores of a measure in the main table; other measures show all their scores there.
_MAIN_SCORES = {
    "align": ("macro_precision", "macro_recall", "macro_f", "exact"),
    "phrase": ("macro_precision", "macro_recall", "macro_f", "exact"),
    "rel": ("align_f", "macro_f", "micro_f", "direction_errors", "kappa"),
    "entails": ("accuracy", "macro_f"),
    "entailed": ("accuracy", "macro_f"),
    "relation": ("accuracy", "macro_f"),
    "rewrite": ("sari", "gleu", "bleu"),
    "compression": ("rate_chars", "precis", "unchanged"),
}
# The parts of a signature in plain English.
_SUBJECTS = {
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
# Opacity of the darkest cell in percent: numbers on it are still readable.
_DARKEST = 70
# Names of the labels for an unlabelled link and for no link.
_LABEL_NAMES = {"": "no relation", "none": "no link"}

# The chart of a learning curve.
_WIDTH, _HEIGHT = 620.0, 280.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 150.0, 34.0, 44.0
_SIZE = 12.0
# Colours and dashes of lines: colour is never the only distinction.
_LINES = (("equals", None), ("specifies", "6 3"), ("restates", "2 3"), ("generalizes", "8 3 2 3"))

Points = Sequence[tuple[float, float]]


def figures(report: Report, path: str) -> Iterator[str]:
    """Yield the sections for a report of `evaluate`; `path` is for error messages.

    Raises:
        ParaphraseError: P409 if the data are not such a report.
    """
    try:
        yield _summary(report)
        yield _measures(report)
        for entry in report["measures"]:
            if entry["name"] == "rel":
                yield _confusion(entry)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _format_error(path, error, "a report of evaluate") from error


def curve(data: Report, path: str) -> str:
    """Return a section with a learning curve, and the scores without each group of features.

    Args:
        data: `signature`; `measured`, a sentence; `scores`, the names of the scores; `curve` and
            `variants`, lists of `{"name", "pairs", "scores"}`, with scores as fractions in the
            order of `scores`.
        path: Path of the data, for error messages.

    Raises:
        ParaphraseError: P409 if the data have another format.
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
        return fragment(
            "curve",
            summary=data["measured"],
            picture=Markup(chart(lines, "training pairs", "percent")),
            heads=["", "pairs", *names],
            rows=[(row, False) for row in rows],
            signatures=[data["signature"]],
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise _format_error(path, error, "what the benchmark ablation writes") from error


def _format_error(path: str, error: Exception, expected: str) -> ParaphraseError:
    got = f"{type(error).__name__}: {error}"
    return ParaphraseError("P409", path=path, got=got, expected=expected)


def columns(entry: Report) -> dict[str, list[str]]:
    """Return the table of one measure: the cells of each column, by its head; one row per score."""
    scores = entry["scores"]
    shown = {key: _shown(key) for key in scores}
    cells = {"": list(scores), "score": [shown[key](scores[key]) for key in scores]}
    if "intervals" in entry:
        found = [(shown[key], entry["intervals"][key]) for key in scores]
        cells["95% interval"] = [
            f"[{show(i['low'])}, {show(i['high'])}]" if i else "" for show, i in found
        ]
    if "compare" in entry:
        rows = [_compared(entry["compare"].get(key), shown[key]) for key in scores]
        for k, head in enumerate(("other", "difference", "p")):
            cells[head] = [row[k] for row in rows]
    return cells


def _compared(found: Mapping[str, Any] | None, show: Callable[..., str]) -> tuple[str, str, str]:
    if not found:
        return "", "", ""
    return show(found["score"]), show(found["difference"], "+"), f"{found['p']:.4f}"


def signatures(entry: Report) -> list[str]:
    """Return the signatures of a measure, of its intervals and of its comparison."""
    found = {entry["signature"]: None}
    for some in (entry.get("intervals"), entry.get("compare")):
        found |= {figure["signature"]: None for figure in (some or {}).values() if figure}
    return list(found)


def percent(value: float | None, sign: str = "") -> str:
    """Return a fraction as a percentage.

    Example:
        >>> percent(0.5), percent(0.125, "+"), percent(None)
        ('50.00', '+12.50', '-')
    """
    return "-" if value is None else f"{100 * value:{sign}.2f}"


def _shown(score: str) -> Callable[..., str]:
    if score not in (*COUNTS, *GRADES):
        return percent
    digits = 0 if score in COUNTS else 2
    return lambda value, sign="": "-" if value is None else f"{value:{sign}.{digits}f}"


def _summary(report: Report) -> str:
    facts = [
        ("date", report.get("date")),
        ("versions", report.get("versions")),
        ("gold", f"{report['gold']}, {len(report['ids'])} pairs"),
        ("digest of gold", str(report.get("gold_digest", ""))[:12]),
        ("found", report["pred"]),
        ("compared with", report.get("compare")),
    ]
    return fragment("summary", verdict=verdict(report), facts=[fact for fact in facts if fact[1]])


def headline(entry: Mapping[str, Any]) -> str:
    """Return the name of the main score of a measure."""
    return _HEADLINES.get(entry["name"]) or next(iter(entry["scores"]))


def is_significant(entry: Mapping[str, Any], score: str) -> bool:
    """Return whether a score differs significantly from that of the other system."""
    compared = (entry.get("compare") or {}).get(score)
    return compared is not None and compared["p"] < SIGNIFICANT


def verdict(report: Report) -> str:
    """Return a summary of the report of `evaluate` in one line.

    Variants of other measures are skipped.

    Returns:
        The measures on which the system is significantly better, or worse, than the other system,
        and those without a significant difference; without another system, the main score.
    """
    entries = [e for e in report["measures"] if _shown_first(e) and _is_whole(e)]
    groups: dict[str, list[str]] = {}
    for entry in entries:
        name = headline(entry)
        compared = (entry.get("compare") or {}).get(name)
        if compared and is_significant(entry, name):
            better = "better" if compared["difference"] > 0 else "worse"
            groups.setdefault(better, []).append(f"{_title(entry)} ({_change(compared, name)})")
        elif compared:
            groups.setdefault("same", []).append(_title(entry))
    if not groups:
        return _alone(entries[0]) if entries else ""
    other = Path(str(report["compare"])).stem
    if set(groups) == {"same"}:
        return f"No significant difference from {other}."
    starts = {
        "better": f"better than {other} in ",
        "worse": f"worse than {other} in ",
        "same": "no significant difference in ",
    }
    said = "; ".join(starts[how] + ", ".join(groups[how]) for how in starts if how in groups)
    return said[0].upper() + said[1:] + "."


def _change(compared: Mapping[str, Any], score: str) -> str:
    p = f"= {compared['p']:.3f}".replace("0.", ".") if compared["p"] >= 0.001 else "< .001"
    return f"{100 * compared['difference']:+.1f} {_in_words(score)}, p {p}"


def _alone(entry: Report) -> str:
    name = headline(entry)
    score = entry["scores"][name]
    if score is None:
        return ""
    said = f"{_title(entry)}: {100 * score:.1f} {_in_words(name)}"
    interval = (entry.get("intervals") or {}).get(name)
    if interval:
        low, high = (100 * interval[end] for end in ("low", "high"))
        said += f" (95 % interval {low:.1f} to {high:.1f})"
    return said[0].upper() + said[1:] + "."


def _in_words(score: str) -> str:
    return "F" if score.endswith("_f") else score.replace("_", " ")


def config_section(path: str, text: str) -> str:
    """Return a collapsed section with the config of the evaluated pipeline."""
    return fragment("config", path=path, text=text)


def _is_whole(entry: Report) -> bool:
    return "nonident:yes" not in entry["signature"].split("|")


def _measures(report: Report) -> str:
    main, details = [], []
    heads: list[str] = []
    for entry in report["measures"]:
        cells = columns(entry)
        heads = ["", *cells] if len(cells) >= len(heads) else heads
        title, rows = _title(entry), list(zip(*cells.values(), strict=True))
        shown = _shown_first(entry)
        marks = [is_significant(entry, name) for name, *_ in rows]
        for (name, *values), mark in zip(rows, marks, strict=True):
            if name in shown:  # "macro_f" as "macro F"
                words = name.replace("_", " ").removesuffix(" f") + " F" * name.endswith("_f")
                main.append(([title, words, *values], mark))
        detail = {"title": title, "heads": [*cells], "signatures": signatures(entry)}
        details.append(detail | {"rows": list(zip(rows, marks, strict=True))})
    summary = "Scores in percent."
    if report.get("compare"):
        summary = (
            "Scores in percent; p by paired approximate randomisation. Rows with p below "
            f"{SIGNIFICANT} are bold and bear a star."
        )
    return fragment(
        "measures", summary=summary, heads=heads, rows=_titles_once(main), details=details
    )


def _shown_first(entry: Report) -> Sequence[str]:
    """Return the scores in the main table; a variant of another measure has few or none."""
    parts = entry["signature"].split("|")
    if "ref:sure+possible" in parts:
        return ()
    if "nonident:yes" in parts:
        return ("macro_f",)
    every: tuple[str, ...] = tuple(entry["scores"])
    return _MAIN_SCORES.get(entry["name"], every)


def _title(entry: Report) -> str:
    parts = []
    for part in entry["signature"].split("|"):
        name, _, value = part.partition(":")
        parts.append(_VARIANTS.get(part) or _SUBJECTS.get(name, "").format(value))
    return ", ".join(filter(None, parts)) or str(entry["name"])


def _titles_once(rows: Iterable[tuple[list[str], bool]]) -> Iterator[tuple[list[str], bool]]:
    """Yield rows with their marks; a first cell that equals the one above becomes empty."""
    above = None
    for (first, *rest), mark in rows:
        yield ["" if first == above else first, *rest], mark
        above = first


def _confusion(entry: Report) -> str:
    counts = RelationMeasure().confusion(sum_stats(stats_matrix(entry["stats"])))
    shown = [k for k, _ in enumerate(CONFUSION_LABELS) if counts[k].any() or counts[:, k].any()]
    names = [_LABEL_NAMES.get(CONFUSION_LABELS[k], CONFUSION_LABELS[k]) for k in shown]
    rows = []
    for name, i in zip(names, shown, strict=True):
        total = max(counts[i].sum(), 1)
        cells = [
            {
                "links": f"{counts[i, j]:.0f}" if counts[i, j] else "·",
                "share": f"{_DARKEST * counts[i, j] / total:.0f}",
                "kind": "right" if i == j else "wrong",
            }
            for j in shown
        ]
        rows.append((name, cells))
    return fragment("confusion", title=_title(entry), names=names, rows=rows)


def chart(lines: Mapping[str, Points], x_name: str, y_name: str, logarithmic: bool = False) -> str:
    """Draw lines through points, each with its name at its end.

    Args:
        lines: (x, y) of the points of each line, by its name; at most four.
        x_name: Name of the x axis.
        y_name: Name of the y axis.
        logarithmic: Whether both axes are logarithmic, so that power laws are straight lines.

    Raises:
        ValueError: If there is no point, or a value without a logarithm.

    Example:
        >>> chart({"words": [(10, 80.0), (100, 90.0)]}, "pairs", "percent").count("<circle")
        2
    """
    points = [point for line in lines.values() for point in line]
    xs, ys = sorted({x for x, _ in points}), [y for _, y in points]
    ticks = _decades(min(ys), max(ys)) if logarithmic else _ticks(min(ys), max(ys))
    scale = math.log10 if logarithmic else float
    across = _axis(scale, (xs[0] if logarithmic else 0.0, xs[-1]), (_LEFT, _WIDTH - _RIGHT))
    down = _axis(scale, (ticks[0], ticks[-1]), (_HEIGHT - _BOTTOM, _TOP))
    parts = []
    for y in ticks:
        d = f"M{_LEFT:.1f} {down(y):.1f}H{_WIDTH - _RIGHT:.1f}"
        parts += [tag("path", d=d, class_="grid"), _text(f"{y:g}", _LEFT - 8, down(y) + 4, "end")]
    parts += [_text(f"{x:g}", across(x), _HEIGHT - _BOTTOM + 18, "middle") for x in xs]
    parts.append(_text(x_name, (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "middle"))
    parts.append(_text(y_name, 4, 12, "start"))
    places = _apart({name: down(line[-1][1]) for name, line in lines.items()})
    for (name, line), (colour, dashes) in zip(lines.items(), _LINES, strict=False):
        spots = [(f"{across(x):.1f}", f"{down(y):.1f}") for x, y in line]
        d = "M" + "L".join(map(" ".join, spots))
        parts.append(tag("path", d=d, stroke_dasharray=dashes, class_=f"line {colour}"))
        for (x, y), (cx, cy) in zip(line, spots, strict=True):
            title = tag("title", esc(f"{name}, {x:g} {x_name}: {y:.1f} {y_name}"))
            parts.append(tag("circle", title, r=3.5, class_=colour, cx=cx, cy=cy))
        parts.append(_text(name, _WIDTH - _RIGHT + 10, places[name] + 4, "start", colour))
    width = max(_WIDTH, _WIDTH - _RIGHT + 14 + max(text_width(name, _SIZE) for name in lines))
    title = ", ".join(lines) + f" by {x_name}"
    return plain_svg("chart", title, _style(), parts, width, _HEIGHT, _SIZE)


def _axis(
    scale: Callable[[float], float], values: tuple[float, float], places: tuple[float, float]
) -> Callable[[float], float]:
    """Return the function from values to places on an axis, for given end values and end places."""
    low, high = map(scale, values)
    start, end = places
    return lambda value: start + (end - start) * (scale(value) - low) / ((high - low) or 1)


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


def _decades(low: float, high: float) -> list[float]:
    """Return the powers of ten that enclose a range.

    Example:
        >>> _decades(3.0, 250.0)
        [1.0, 10.0, 100.0, 1000.0]
    """
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**k for k in range(first, max(last, first + 1) + 1)]


def _apart(places: Mapping[str, float], room: float = 15.0) -> dict[str, float]:
    """Move places apart, so that any two are at least one line of text apart."""
    found: dict[str, float] = {}
    last = -math.inf
    for name, y in sorted(places.items(), key=lambda item: item[1]):
        found[name] = last = max(y, last + room)
    return found


def _text(text: str, x: float, y: float, anchor: str, colour: str = "muted") -> str:
    return tag("text", esc(text), x=x, y=y, text_anchor=anchor, class_=colour)


def _style() -> str:
    return (
        ".chart path{stroke:currentColor;fill:none}.chart .line{stroke-width:2}"
        ".chart text,.chart circle{fill:currentColor}"
    ) + class_colours("chart", ("grid", "muted", *(name for name, _ in _LINES)))
