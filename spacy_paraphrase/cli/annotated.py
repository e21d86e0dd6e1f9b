"""`agree` and `learn`: agreement of annotation files, and training on them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..jobs.paths import check_apart
from ..pipeline import load
from ..readers import PairRecord
from ..view.agreement import agreement
from ..view.annotation_file import read_annotations
from ..view.learning import default_folder
from ..view.learning import learn as train
from . import formats, streams


def agree(first: str, second: str, as_json: bool) -> int:
    """Print how well two annotations agree; return the exit status.

    Raises:
        ParaphraseError: P713 or P714 if they do not belong together, P523 for an unknown suffix,
            and errors of readers.
    """
    check_apart([], [("A", first), ("B", second)])
    annotations = [done_pairs(path) for path in (first, second)]
    report = agreement(*(records for records, _ in annotations))
    report["not_done"] = [left for _, left in annotations]
    lines = [json.dumps(report, ensure_ascii=False, indent=1)] if as_json else _lines(report)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0


def done_pairs(path: str) -> tuple[list[PairRecord], int]:
    """Return the annotated pairs of a file, and the number of pairs not marked as done."""
    if formats.format_of(path) != "jsonl":
        return formats.read(path), 0
    pairs = list(read_annotations(path))
    done = [record for record, line in pairs if line.get("state") != "started"]
    return done, len(pairs) - len(done)


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    alone = [len(report[name]) for name in ("only_first", "only_second")]
    yield f"{report['pairs']} pairs, {len(report['different'])} differ"
    for name, count, left in zip(("first", "second"), alone, report["not_done"], strict=True):
        if count or left:
            yield f"in the {name} alone: {count}, not done: {left}"
    heads = ["", "first", "second", "both", "precision", "recall", "F", "kappa"]
    for level, figures in report["levels"].items():
        rows = [("links", {**figures["links"], "kappa": figures["kappa"]})]
        rows += figures["relations"].items()
        if figures["conflicts"]["f"] is not None:
            rows.append(("conflicts", figures["conflicts"]))
        yield from ("", level, *streams.table_lines([heads, *(_row(*row) for row in rows)]))
    judged = {name: measured for name, measured in report["sentences"].items() if measured["pairs"]}
    if judged:
        table = [["", "pairs", "agreement", "kappa"]]
        table += (
            [name, str(measured["pairs"]), _share(measured["agreement"]), _share(measured["kappa"])]
            for name, measured in judged.items()
        )
        yield from ("", *streams.table_lines(table))
    if report["different"]:
        yield from ("", "differ in")
    for pair in report["different"]:
        differences = ", ".join(_difference(difference) for difference in pair["differences"])
        yield f"  {pair['id']}: {differences}"


def _row(name: str, figures: Mapping[str, Any]) -> list[str]:
    counts = [str(figures[key]) for key in ("first", "second", "both")]
    shares = [_share(figures.get(key)) for key in ("precision", "recall", "f", "kappa")]
    return [name, *counts, *shares]


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _difference(difference: Mapping[str, str]) -> str:
    if difference["kind"].startswith("only"):
        return f"{difference['key']} {difference['kind']}"
    said = [difference[name] or "no relation" for name in ("first", "second")]
    named = "conflict " if difference["kind"] == "conflict" else ""
    return f"{difference['key']} {named}{said[0]} / {said[1]}"


def learn(path: str, folder: Path | None, model: str) -> int:
    """Train the aligner of a pipeline further on annotations; return the exit status.

    Raises:
        ParaphraseError: P715 if there are too few; errors of readers and of the pipeline.
        OSError: If the folder cannot be written.
    """
    folder = folder or default_folder(path)
    report = train(path, folder, partial(load, model, exclude=["sentence_fuser"]))
    heads = ["pairs", *(key for key in report["points"][0] if key != "pairs")]
    rows = [[str(p["pairs"]), *(_share(p[key]) for key in heads[1:])] for p in report["points"]]
    sys.stdout.write(f"\nF of links on {report['held_out']} pairs that were held out\n\n")
    sys.stdout.write("".join(f"{line}\n" for line in streams.table_lines([heads, *rows])))
    sys.stdout.write(f"\n{report['path']}\n")
    return 0
