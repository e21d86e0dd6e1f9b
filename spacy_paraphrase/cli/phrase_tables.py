"""`table`: importing, filtering, querying and compiling phrase tables."""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from spacy.util import minibatch

from ..acquire.pivot import EntailmentCheck
from ..acquire.store import Query, RowIndex, compile_rows, index_rows, table_rows
from ..errors import ParaphraseError
from ..jobs.atomic import json_line, whole_file
from ..lexicon.phrase_table import phrase_words
from ..lexicon.resources import lexical_index
from ..readers.files import decode, numbered_lines
from ..readers.records import Place
from ..readers.table_rows import PhraseFormat, PhraseRow, Reading, read_phrase_rows
from ..render.markup import clean, display_width, shorten
from ..render.phrase_picture import DRAWN, neighbourhood_page, neighbourhood_to_svg
from . import streams

__all__ = ["Query", "Reading"]

logger = logging.getLogger("spacy")
_BATCH = 10_000
_SIDE = 44


class _Failures:
    """Where lines that failed go, how many there were, and those left out, by reason."""

    def __init__(self, report: Callable[[streams.Failure], None]) -> None:
        self.report, self.count = report, 0
        self.dropped = Counter[str]()

    def __call__(self, error: ParaphraseError) -> None:
        place = error.values.get("place")
        self.report(streams.Failure.of(place.line if isinstance(place, Place) else 0, None, error))
        self.count += 1

    def finish(self, rows: int) -> int:
        """Tell what was done, and return the exit status."""
        parts = [f"{rows:,} rows"]
        parts += [f"{n:,} left out ({reason})" for reason, n in sorted(self.dropped.items())]
        if self.count:
            parts.append(f"{self.count:,} lines failed")
        if not self.count or sys.stderr.isatty():  # else it holds JSON of errors alone
            logger.setLevel(logging.INFO)
            logger.info(", ".join(parts))
        return streams.SOME_FAILED if self.count else 0


@contextmanager
def _failures(path: str | None) -> Iterator[_Failures]:
    with streams.failure_writer(path) as report:
        yield _Failures(report)


def _rows(input: str, lang: str, failed: _Failures) -> Iterator[PhraseRow]:
    reading = Reading(partial(phrase_words, language=lang))
    return table_rows(input, None, reading, on_error=failed, dropped=failed.dropped)


def import_rows(
    input: str,
    output: str,
    format: PhraseFormat | None,
    lang: str,
    reading: Reading,
    errors: str | None,
) -> int:
    """Write the rows of a table of others as JSONL; return the exit status, 3 if a line failed.

    Raises:
        ParaphraseError: P101, and P921 for entailment that runs the other way.
        OSError: If a file cannot be written.
    """
    reading = reading._replace(split=partial(phrase_words, language=lang))
    index, count = lexical_index(lang), 0
    check = EntailmentCheck(index) if index is not None else None
    with _failures(errors) as failed, streams.jsonl_writer(output) as write:
        rows = read_phrase_rows(input, format, reading, on_error=failed, dropped=failed.dropped)
        for some in minibatch(rows, _BATCH):
            if check is not None:
                check.add(some)
            for row in some:
                write(row)
            count += len(some)
        if check is not None:
            check.close()
    return failed.finish(count)


def make_index(input: str, output: str, lang: str, errors: str | None) -> int:
    """Write an index of a table; return the exit status, 3 if a line failed."""
    with _failures(errors) as failed:
        count = index_rows(_rows(input, lang, failed), output, lexical_index(lang))
    return failed.finish(count)


def compile_table(input: str, output: str, lang: str, name: str | None, errors: str | None) -> int:
    """Write a compiled table; return the exit status, 3 if a line failed."""
    with _failures(errors) as failed:
        rows = _rows(input, lang, failed)
        count, conflicts = compile_rows(rows, output, name=name or Path(input).name, language=lang)
    if conflicts:
        failed.dropped["conflict"] = conflicts
    return failed.finish(count)


def show(path: str, query: Query, limit: int, as_json: bool, out: str | None) -> int:
    """Show the rows that are asked for, or draw a phrase; return the exit status.

    Raises:
        ParaphraseError: P300, P920, P923; P406 for a picture of another kind, P508 for one without
            a phrase.
    """
    with RowIndex(path) as store:
        if out is not None:
            return _draw(store, query, out)
        found = list(store.rows(query, limit))
    if as_json:
        sys.stdout.writelines(json_line(row).decode() for row in found)
        return 0
    lines = [["source", "target", "score", "count", "relation", "WordNet"]]
    for row in found:
        sides = [shorten(clean(" ".join(row[side])), _SIDE) for side in ("source", "target")]
        score = "" if row["score"] is None else f"{row['score']:.3g}"
        label = row["wordnet"] or ""
        if row["distance"] is not None and label == "related":
            label += f" ({row['distance']})"
        lines.append([*sides, score, f"{row['count']:g}", row["relation"] or "", label])
    _write_table(lines)
    return 0


def _draw(store: RowIndex, query: Query, out: str) -> int:
    phrase = " ".join((query.source or "").lower().split())
    if not phrase or "*" in phrase:
        expected = "a phrase without * to stand in the middle"
        raise streams.misused("--out", query.source or "", expected)
    suffix = Path(out).suffix.lower()
    if suffix not in (".svg", ".html"):
        raise ParaphraseError("P406", path=out)
    rows = store.around(phrase, query, DRAWN)
    draw = neighbourhood_to_svg if suffix == ".svg" else neighbourhood_page
    with whole_file(out) as stream:
        stream.write(draw(phrase, rows).encode("utf8", "backslashreplace"))
    return 0


def explain(path: str, query: Query, limit: int, as_json: bool) -> int:
    """Write where the rows that are asked for come from; return the exit status."""
    with RowIndex(path) as store:
        found = list(store.explain(query, limit))
    if as_json:
        sys.stdout.writelines(json_line(row).decode() for row in found)
        return 0
    for row in found:
        sides = f"{clean(row['source'])} -> {clean(row['target'])}"
        origin = f" of {clean(row['origin'])}" if row["origin"] else ""
        sys.stdout.write(f"{sides}: {row['count']:g}{origin}\n")
        for pivot, share in row["pivots"].items():
            sys.stdout.write(f"  over {clean(pivot)}, share {share:.2f}\n")
        if row["examples"]:
            sys.stdout.write(f"  in {', '.join(clean(str(each)) for each in row['examples'])}\n")
    if not found:
        sys.stdout.write("no rows\n")
    return 0


def analyze(path: str, terms: str | None, as_json: bool) -> int:
    """Tell what is in a table; return the exit status."""
    with RowIndex(path) as store:
        found = store.analyze()
        if terms is not None:
            words = [decode(*line).strip() for line in numbered_lines(terms)]
            found["terms"] = store.coverage(filter(None, words))
    if as_json:
        sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
        return 0
    sys.stdout.write("\n".join(_report(found)) + "\n")
    return 0


def _report(found: dict[str, Any]) -> Iterator[str]:
    rows = found["rows"]
    yield (
        f"{rows:,} rows, {found['sources']:,} phrases with {found['targets_per_source']:.1f} each, "
        f"{found['in_wordnet']:.0%} in WordNet"
    )
    for name, title in (("relations", "relation"), ("wordnet", "WordNet")):
        lines = [[title, "rows", "%"]]
        for label, n in found[name].items():
            lines.append([label or "(none)", f"{n:,}", f"{100 * n / rows:.1f}"])
        if len(lines) > 1:
            yield from ("", *streams.table_lines(lines))
    if found["thirds"]:
        labels = [label for label in found["wordnet"] if any(label in t for t in found["thirds"])]
        lines = [["by score, %", "top third", "middle", "bottom"]]
        for label in labels:
            lines.append([label, *(f"{100 * t.get(label, 0):.0f}" for t in found["thirds"])])
        yield from ("", *streams.table_lines(lines))
        verdict = "scores informative" if found["informative"] else "scores not informative"
        yield from ("", verdict)
    if "terms" in found:
        terms = found["terms"]
        missing = ", ".join(map(clean, terms["unknown"][:10]))
        more = len(terms["unknown"]) - 10
        yield from (
            "",
            f"{terms['known']:,} of {terms['terms']:,} terms, {terms['mean']:.1f} rows each"
            + (f"; not: {missing}" if missing else "")
            + (f" and {more:,} more" if more > 0 else ""),
        )


def _write_table(lines: list[list[str]]) -> None:
    """Write a table, its two sides to the left, numbers to the right, the rest to the left."""
    if len(lines) < 2:
        sys.stdout.write("no rows\n")
        return
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]
    for cells in lines:
        text = ""
        for k, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            room = " " * (width - display_width(cell))
            text += "  " + (room + cell if k in (2, 3) else cell + room)
        sys.stdout.write(f"{text.rstrip()}\n")
