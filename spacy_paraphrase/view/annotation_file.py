"""The annotation file: JSON lines in the readers' format, saved after every action.

A line is a pair in the format of `readers.jsonl`, with `annotator`, `state` ("started" or "done"),
`note`, and unchecked `proposals`. A line has a level only if it has links of this level, or if the
pair is done without unchecked proposals of it; thus training skips unannotated levels.

Each save writes a new file, flushes it to the disk, and replaces the old file by it. Thus the file
is complete at any time. A lock prevents a second server from using the file; the operating system
releases it when the process ends.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import ParaphraseError
from ..jobs.atomic import json_line, whole_file
from ..jobs.paths import claim, release
from ..pairs.alignment import LEVELS, Level
from ..readers import PairRecord, read_jsonl, record_to_json
from ..readers.files import json_object, lines_of_json
from ..readers.jsonl import links_from_json
from .annotations import FUSION, STATES, Annotation, by_level, chunks_of, links_of

# Levels that are annotated in every pair; chunks are annotated only in pairs with chunks.
ALWAYS: tuple[Level, ...] = ("words", "phrases")
OWN = ("annotator", "state", "note", "proposals")


def annotation_to_json(record: PairRecord, now: Annotation, annotator: str) -> dict[str, Any]:
    """Return the line of an annotated pair.

    Args:
        record: The words and trees of the pair.
        now: Its annotation.
        annotator: The name of the annotator.

    Example:
        >>> pair = PairRecord(1, ("A", "cat"), ("cats",))
        >>> line = annotation_to_json(pair, Annotation(note="?", state="done"), "Ann")
        >>> line["words"], line["annotator"], line["state"], line["note"]
        ([], 'Ann', 'done', '?')
    """
    proposals = by_level(now.proposals.values())
    values: dict[str, Any] = vars(record) | dict.fromkeys(LEVELS)
    if now.state == "done":
        offered = LEVELS if record.source_chunks is not None else ALWAYS
        values |= dict.fromkeys(set(offered).difference(proposals), ())
    values |= by_level(now.links.values()) | {"entails": now.entails, "entailed": now.entailed}
    values |= {f"{name}_chunks": chunks for name, chunks in chunks_of(record, now).items()}
    values["fusions"] = {FUSION: now.fusion} if now.fusion else None
    line = record_to_json(PairRecord(**values))
    line |= {"annotator": annotator, "state": now.state, "note": now.note}
    open_ = PairRecord(record.id, record.source, record.target, **proposals)
    proposed: dict[str, Any] = {
        key: value for key, value in record_to_json(open_).items() if key in LEVELS
    }
    if any(now.likely):
        proposed["relation"] = dict(zip(("entails", "entailed"), now.likely, strict=True))
    return line | ({"proposals": proposed} if proposed else {})


def json_to_annotation(record: PairRecord, line: Mapping[str, Any]) -> Annotation:
    """Return the annotation that `annotation_to_json` wrote; `record` is the pair of this line.

    Raises:
        ParaphraseError: P704 if the line is not that of an annotated pair.
    """
    proposed, state, note = (line.get(name) for name in ("proposals", "state", "note"))
    proposed = {} if proposed is None else proposed
    if state not in STATES or not isinstance(note, str) or not isinstance(proposed, dict):
        raise ParaphraseError("P704", place=record.place, got=f"state {state!r}, note {note!r}")
    guess = proposed.get("relation") or {}
    likely = (guess.get("entails"), guess.get("entailed"))
    entails, entailed = record.entails, record.entailed
    fusion = (record.fusions or {}).get(FUSION, "")
    assert record.place is not None
    levels: dict[str, Any] = {
        level: links_from_json(record.place, level, dict(proposed)) for level in LEVELS
    }
    proposals = links_of(PairRecord(record.id, record.source, record.target, **levels))
    return Annotation(links_of(record), proposals, entails, entailed, likely, fusion, note, state)


def read_annotations(path: str | Path) -> Iterator[tuple[PairRecord, dict[str, Any]]]:
    """Yield the pairs of a file of JSON lines, each with its line.

    Raises:
        ParaphraseError: P101 if the file cannot be read, P102 or P103 for an invalid line.
    """
    for record, (place, text) in zip(read_jsonl(path), lines_of_json(path), strict=True):
        yield record, json_object(place, text)


class Store:
    """The annotations of one annotator in one file, which is locked while the server runs.

    Args:
        path: The file; its annotations are read, and saving keeps them.
        annotator: The name of the annotator.

    Raises:
        ParaphraseError: P705 if another server uses the file, P706 if it is another annotator's,
            P704 if it is not an annotation file, P101 to P103 if it cannot be read.
        OSError: If the folder cannot be written.
    """

    def __init__(self, path: str | Path, annotator: str) -> None:
        self.path = Path(os.path.realpath(path))
        self.annotator = annotator
        self._lock: int | None = claim(self.path)
        self._lines: dict[str, bytes] = {}
        try:
            self.found = self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> list[tuple[PairRecord, Annotation]]:
        if not self.path.exists():
            return []
        found = []
        for record, line in read_annotations(self.path):
            if line.get("annotator") != self.annotator:
                other = repr(line.get("annotator"))
                path = str(self.path)
                raise ParaphraseError("P706", path=path, got=other, expected=self.annotator)
            key = id_key(record.id)
            if key in self._lines:
                raise ParaphraseError("P704", place=record.place, got=f"the id {record.id!r} again")
            self._lines[key] = json_line(line)
            found.append((record, json_to_annotation(record, line)))
        return found

    def save(self, changed: Iterable[tuple[PairRecord, Annotation]]) -> None:
        """Write pairs to the file, and remove those with state "" (untouched).

        Raises:
            OSError: If writing fails, as on a full disk; then the old file is unchanged.
        """
        lines = dict(self._lines)
        for record, annotation in changed:
            key = id_key(record.id)
            if annotation.state:
                line = annotation_to_json(record, annotation, self.annotator)
                lines[key] = json_line(line)
            else:
                lines.pop(key, None)
        with whole_file(self.path, durable=True) as stream:
            stream.writelines(lines.values())
        self._lines = lines

    def add(self, pairs: Iterable[tuple[PairRecord, Annotation]]) -> None:
        """Save the pairs that the file does not contain yet; see `save`."""
        new = [(record, now) for record, now in pairs if id_key(record.id) not in self._lines]
        if new:
            self.save(new)

    def close(self) -> None:
        """Release the lock of the file."""
        if self._lock is not None:
            release(self.path, self._lock)
            self._lock = None


def id_key(id: Any) -> str:
    """Return a unique string for an id."""
    return json.dumps(id, sort_keys=True)
