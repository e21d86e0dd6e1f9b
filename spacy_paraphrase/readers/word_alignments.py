"""Word alignments in external formats: jacana, MultiMWA, Pharaoh lines.

Words are separated by spaces; a link "0-0" names the source word first, counted from 0.

jacana: one JSON list of objects with `id` (or `name`), `source`, `target`, `sureAlign` and
`possibleAlign` (links "0-0 1-1"); Yao, Van Durme, Callison-Burch and Clark 2013, *A lightweight and
high performance monolingual word aligner*.

MultiMWA: columns with tabs between them: id, source, -, target, -, -, -, sure links, possible
links; what follows is not used; Lan, Jiang and Xu 2021, *Neural semi-Markov CRF for monolingual
word alignment*.

Pharaoh: lines of links, parallel to the texts. A possible link is written "1p2", "1?2" or "?1-2".
An empty line means no links.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from ..errors import ParaphraseError
from ..jobs.lines import parse_json
from .files import OnError, PathLike, build_records, decode, numbered_lines, read_bytes, split_words
from .records import IndexPair, LinkRecord, PairRecord, Place, unfit, word_links

_LINK = re.compile(r"(\??)([0-9]{1,9})([-p?])([0-9]{1,9})")
_BETWEEN_ITEMS = re.compile(r"[\s,]*")  # of a JSON list
_SEPARATOR = "|||"
_COLUMNS = ("source", "target", "links")
_Row = list[tuple[str, bytes | None]]


def read_jacana(path: PathLike, on_error: OnError | None = None) -> Iterator[PairRecord]:
    """Read a JSON list of pairs with word alignments.

    Args:
        path: The file, held in memory as a whole; "-" is the standard input.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if the file cannot be read or is no JSON list; P102 or P103 for a
            pair, if there is no `on_error`.

    Example:
        >>> import json, tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "gold.json"
        >>> pair = {"id": "1", "source": "A cat", "target": "One cat", "sureAlign": "1-1"}
        >>> _ = path.write_text(json.dumps([pair]))
        >>> [sorted(record.possible) for record in read_jacana(path)]
        [[(1, 1)]]
    """
    return build_records(_jacana_items(path), _from_jacana, on_error)


def _jacana_items(path: PathLike) -> Iterator[tuple[Place, Any]]:
    try:
        text = read_bytes(path).decode("utf-8")
        items = parse_json(text)
        if not isinstance(items, list):
            raise ValueError(f"JSON of type {type(items).__name__}")
    except ValueError as error:
        expected = "a JSON list of objects in UTF-8"
        raise ParaphraseError("P101", path=path, got=str(error), expected=expected) from error
    # This does not tell where an item begins: walk over the text, now known to be sound.
    decoder = json.JSONDecoder()
    line, end = 1, text.index("[") + 1 if items else 0
    line += text.count("\n", 0, end)
    for _ in items:
        gap = _BETWEEN_ITEMS.match(text, end)
        start = gap.end() if gap else end
        line += text.count("\n", end, start)
        item, end = decoder.raw_decode(text, start)
        yield Place(str(path), line), item
        line += text.count("\n", start, end)


def _from_jacana(place: Place, item: Any) -> PairRecord:
    if not isinstance(item, dict):
        raise unfit(place, f"JSON of type {type(item).__name__}", "an object")
    place = replace(place, id=item.get("id", item.get("name")))
    fields = {"possibleAlign": "", **item}
    for key in ("source", "target", "sureAlign", "possibleAlign"):
        if not isinstance(fields.get(key), str):
            got = f"{key!r} = {fields.get(key)!r}" if key in item else f"no {key!r}"
            raise unfit(place, got, f"a string {key!r}")
    sure, _ = _parse_links(place, fields["sureAlign"])
    possible, _ = _parse_links(place, fields["possibleAlign"])
    return _record(place, fields["source"], fields["target"], word_links(sure, possible))


def read_multimwa(path: PathLike, on_error: OnError | None = None) -> Iterator[PairRecord]:
    r"""Read pairs with word alignments, one a line; blank lines are passed over.

    Args:
        path: The file; "-" is the standard input.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 or P103 for a line, if there is no
            `on_error`.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "gold.tsv"
        >>> _ = path.write_text("1\tA cat\tN/A\tOne cat\tN/A\t1\t1\t1-1\t0-0\n")
        >>> [(sorted(record.sure), sorted(record.possible)) for record in read_multimwa(path)]
        [([(1, 1)], [(0, 0), (1, 1)])]
    """
    lines = ((place, line) for place, line in numbered_lines(path) if line.strip())
    return build_records(lines, _from_multimwa, on_error)


def _from_multimwa(place: Place, line: bytes) -> PairRecord:
    columns = decode(place, line).split("\t")
    place = replace(place, id=columns[0])
    if len(columns) < 8:
        expected = "id, source, -, target, -, -, -, sure links, possible links"
        raise unfit(place, f"{len(columns)} columns", expected)
    sure, _ = _parse_links(place, columns[7])
    possible, _ = _parse_links(place, "".join(columns[8:9]))
    return _record(place, columns[1], columns[3], word_links(sure, possible))


def read_pharaoh(*paths: PathLike, on_error: OnError | None = None) -> Iterator[PairRecord]:
    r"""Read pairs with word alignments, one a line; the id is the number of the line.

    Args:
        *paths: One file of lines "source ||| target ||| links"; or two, of lines
            "source ||| target" and of links; or three, of source, target and links. "-" is the
            standard input.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if a file cannot be read; P102 or P103 for a line, also for one that
            a file lacks, if there is no `on_error`.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "gold.txt"
        >>> _ = path.write_text("A cat ||| One cat ||| 0p0 1-1\n")
        >>> [(sorted(record.sure), sorted(record.possible)) for record in read_pharaoh(path)]
        [([(1, 1)], [(0, 0), (1, 1)])]
    """
    if not 1 <= len(paths) <= 3:
        raise TypeError(f"read_pharaoh() takes one to three files, got {len(paths)}")
    return build_records(_pharaoh_rows([str(path) for path in paths]), _from_pharaoh, on_error)


def _pharaoh_rows(paths: list[str]) -> Iterator[tuple[Place, _Row]]:
    for number, row in enumerate(zip_longest(*map(numbered_lines, paths)), 1):
        lines = [item[1] if item else None for item in row]
        yield Place(paths[0], number, id=number), list(zip(paths, lines, strict=True))


def _from_pharaoh(place: Place, row: _Row) -> PairRecord:
    for path, line in row:
        if line is None:
            raise unfit(place, f"no line {place.line} in {path}", "files of the same length")
    texts = [decode(Place(path, place.line, place.id), line or b"") for path, line in row]
    # The first file holds all columns that have no file of their own.
    held = len(_COLUMNS) - len(row) + 1
    first = texts[0].split(_SEPARATOR) if held > 1 else texts[:1]
    if len(first) != held:
        expected = f"{held}: {f' {_SEPARATOR} '.join(_COLUMNS[:held])}"
        raise unfit(place, f"{len(first)} columns", expected)
    source, target, links = [*first, *texts[1:]]
    sure, possible = _parse_links(place, links, marks=True)
    return _record(place, source, target, word_links(sure, possible))


def _record(place: Place, source: str, target: str, links: tuple[LinkRecord, ...]) -> PairRecord:
    return PairRecord(place.id, split_words(source), split_words(target), words=links, place=place)


def _parse_links(
    place: Place, text: str, marks: bool = False
) -> tuple[list[IndexPair], list[IndexPair]]:
    """Return sure and possible links of a text like "0-0 1-1 1p2"; the latter only with `marks`."""
    sure: list[IndexPair] = []
    possible: list[IndexPair] = []
    for item in text.split():
        match = _LINK.fullmatch(item)
        if match is None or ((match[1] or match[3] != "-") and not marks):
            expected = 'links such as "0-0 1-2"'
            if marks:
                expected += ' ("1p2", "1?2" or "?1-2" for one that is only possible)'
            raise unfit(place, f"the link {item[:80]!r}", expected)
        links = possible if match[1] or match[3] != "-" else sure
        links.append((int(match[2]), int(match[4])))
    return sure, possible
