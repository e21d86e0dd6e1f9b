"""Word alignments in the JSON form of the jacana aligner.

The file is one list of objects with `id` (or `name`), `source` and `target` (words with blanks
between them), `sureAlign` and `possibleAlign` (links "0-0 1-1", source word first, counted from 0).
The form is that of Yao, Van Durme, Callison-Burch and Clark 2013, *A lightweight and high
performance monolingual word aligner*.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers.files import OnError, PathLike, build_records, read_bytes
from spacy_paraphrase.readers.links import parse_links, split_words
from spacy_paraphrase.readers.records import PairRecord, Place, word_links

_GAP = re.compile(r"[\s,]*")


def read_jacana(path: PathLike, on_error: OnError | None = None) -> Iterator[PairRecord]:
    """Read a JSON list of pairs with word alignments.

    Args:
        path: The file, held in memory as a whole; "-" is the standard input.
        on_error: Called with the error of each pair that cannot be read (its
            `values["place"]` says where it stands); without it the first one raises.

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
    return build_records(_items(path), _build, on_error)


def _items(path: PathLike) -> Iterator[tuple[Place, Any]]:
    expected = "a JSON list of objects in UTF-8"
    try:
        text = read_bytes(path).decode("utf-8")
        items = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ParaphraseError("P101", path=path, got=str(error), expected=expected) from error
    if not isinstance(items, list):
        got = f"JSON of type {type(items).__name__}"
        raise ParaphraseError("P101", path=path, got=got, expected=expected)
    # json.loads does not tell where an item begins: walk over the text, now known to be sound.
    decoder = json.JSONDecoder()
    line, end = 1, text.index("[") + 1 if items else 0
    line += text.count("\n", 0, end)
    for _ in items:
        gap = _GAP.match(text, end)
        start = gap.end() if gap else end
        line += text.count("\n", end, start)
        item, end = decoder.raw_decode(text, start)
        yield Place(str(path), line), item
        line += text.count("\n", start, end)


def _build(place: Place, item: Any) -> PairRecord:
    if not isinstance(item, dict):
        got = f"JSON of type {type(item).__name__}"
        raise ParaphraseError("P102", place=place, got=got, expected="an object")
    place = replace(place, id=item.get("id", item.get("name")))
    fields = {"possibleAlign": "", **item}
    for key in ("source", "target", "sureAlign", "possibleAlign"):
        if not isinstance(fields.get(key), str):
            got = f"{key!r} = {fields.get(key)!r}" if key in item else f"no {key!r}"
            raise ParaphraseError("P102", place=place, got=got, expected=f"a string {key!r}")
    sure, _ = parse_links(place, fields["sureAlign"])
    possible, _ = parse_links(place, fields["possibleAlign"])
    return PairRecord(
        place.id,
        split_words(fields["source"]),
        split_words(fields["target"]),
        words=word_links(sure, possible),
        place=place,
    )
