"""`debug-data`: counts and errors of annotated pairs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from ..jobs.atomic import json_line
from ..jobs.paths import check_apart
from ..pairs.alignment import RELATIONS
from ..readers import audit
from ..render.markup import clean
from . import formats, streams

# Findings of a kind that are shown; the JSON form has all.
SHOWN = 10
_HEADS = ("pairs", "links", "possible", "conflict", "shared", "lost", *RELATIONS, "no relation")


def debug_data(files: Sequence[str], lang: str, as_json: bool) -> int:
    """Write counts and findings; return the exit status, 3 if there is an error among them.

    Raises:
        ParaphraseError: P101 if a file cannot be read, P108 for an unknown language, P510 if a file
            is given twice, P523 for an unknown suffix.
    """
    check_apart([], [(f"FILE {k}", path) for k, path in enumerate(files, 1)])
    nlp = formats.blank(lang)
    findings: list[audit.Finding] = []
    read = {
        path: formats.read(path, lambda error: findings.append(audit.unreadable(error)))
        for path in files
    }
    for records in read.values():
        for record in records:
            findings += audit.check_record(record)
    findings += audit.check_overlap(read)
    counts = {path: audit.count_records(records, nlp) for path, records in read.items()}
    if as_json:
        sys.stdout.buffer.write(json_line(_report(counts, findings)))
    else:
        sys.stdout.write("".join(f"{clean(line)}\n" for line in _text(counts, findings)))
    return streams.SOME_FAILED if any(finding.is_error for finding in findings) else 0


def _report(counts: dict[str, audit.Counts], findings: list[audit.Finding]) -> dict[str, Any]:
    return {
        "files": [{"path": path, **found.to_json()} for path, found in counts.items()],
        "findings": [
            {
                "kind": finding.kind,
                "error": finding.is_error,
                "path": finding.place.path,
                "line": finding.place.line,
                "id": finding.place.id,
                "got": finding.got,
            }
            for finding in findings
        ],
    }


def _text(counts: dict[str, audit.Counts], findings: list[audit.Finding]) -> Iterator[str]:
    for path, found in counts.items():
        yield from _file(path, found)
        yield ""
    for kind, meaning in audit.KINDS.items():
        these = [finding for finding in findings if finding.kind == kind]
        if these:
            grade = "error" if these[0].is_error else "warning"
            yield f"{grade}: {meaning} ({len(these)})"
            for place, got in ((found.place, found.got) for found in these[:SHOWN]):
                yield f"  {place}{'' if place.id is None else f' ({place.id})'}: {got}"
            if len(these) > SHOWN:
                yield f"  and {len(these) - SHOWN} more"
            yield ""
    errors = sum(finding.is_error for finding in findings)
    yield f"{errors} errors, {len(findings) - errors} warnings"


def _file(path: str, found: audit.Counts) -> Iterator[str]:
    source, target = found.words
    yield f"{path}: {found.pairs} pairs, {source} + {target} words, {found.trees} pairs with trees"
    levels = {level: c for level, c in found.levels.items() if c.pairs}
    if levels:
        table = [["", *_HEADS], *([level, *_row(c)] for level, c in levels.items())]
        yield from streams.table_lines(table)
    for name, labels in audit.JUDGED.items():
        judged = getattr(found, name)
        if any(judged[label] for label in labels):
            shares = ", ".join(f"{judged[label]} {label}" for label in labels)
            yield f"  {name}: {shares}, {judged['']} not judged"
    graded, mean = found.similarity
    if graded:
        rest = found.pairs - graded
        yield f"  similarity: {graded} pairs, {mean:.2f} on average, {rest} not judged"


def _row(c: audit.LevelCounts) -> list[str]:
    counted = (c.pairs, c.links, c.possible, c.conflicts, c.shared, c.lost)
    shares = (c.relations[relation] / max(c.links, 1) for relation in (*RELATIONS, ""))
    return [*map(str, counted), *(f"{share:.1%}" for share in shares)]
