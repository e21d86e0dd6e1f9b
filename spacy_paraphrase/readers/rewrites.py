"""Sentences with rewrites or references, in JSON lines.

A line is an object with `text` and either `rewrites`, as `rewrite` writes them (objects with a
`text`, the best first; of several sentences each with its number under `sentence`), or
`references`, a list of strings. A pair is accepted too: its `source` is the text, its `target` the
rewrite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import short_repr
from .files import OnError, PathLike, build_records, json_object, lines_of_json
from .records import Place, is_list, unfit


@dataclass(frozen=True)
class RewriteRecord:
    """A text with its references or its rewrite.

    Attributes:
        id: The name of the text: any JSON value.
        text: The text.
        texts: References, or the best rewrite; empty without one.
        place: Where the record comes from, for error messages.
    """

    id: Any
    text: str
    texts: tuple[str, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


def read_rewrites(path: PathLike, on_error: OnError | None = None) -> Iterator[RewriteRecord]:
    r"""Read rewritten sentences or references, a text a line; blank lines are passed over.

    Args:
        path: The file; "-" is the standard input.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 for a line, if there is no
            `on_error`.

    Example:
        >>> import tempfile, pathlib
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "gold.jsonl"
        >>> _ = path.write_text('{"text": "He left early.", "references": ["He left."]}\n')
        >>> [record.texts for record in read_rewrites(path)]
        [('He left.',)]
    """
    return build_records(lines_of_json(path), _build, on_error)


def _build(place: Place, line: bytes) -> RewriteRecord:
    data = json_object(place, line)
    place = replace(place, id=data.get("id"))
    if "text" in data and "rewrites" in data:
        texts = _best(place, data["rewrites"])
    elif "text" in data:
        texts = _strings(place, "references", data.get("references"))
    else:
        texts = (_side(place, data, "target"),)
    text = _side(place, data, "text" if "text" in data else "source")
    return RewriteRecord(place.id, text, texts, place)


def _side(place: Place, data: dict[str, Any], key: str) -> str:
    value: Any = data.get(key)
    if is_list(value) and all(isinstance(word, str) for word in value):
        return " ".join(value)
    if not isinstance(value, str):
        got = f"{key!r} {short_repr(value)}"
        raise unfit(place, got, "a 'text' with 'rewrites' or 'references', or a pair")
    return value


def _strings(place: Place, key: str, value: Any) -> tuple[str, ...]:
    if not is_list(value) or not all(isinstance(item, str) for item in value):
        raise unfit(place, f"{key!r} {short_repr(value)}", f"a list of strings under {key!r}")
    return tuple(value)


def _best(place: Place, value: Any) -> tuple[str, ...]:
    sound = is_list(value) and all(
        isinstance(item, dict) and isinstance(item.get("text"), str) for item in value
    )
    if not sound:
        expected = "a list of objects with 'text' under 'rewrites'"
        raise unfit(place, f"'rewrites' {short_repr(value)}", expected)
    by_sentence: dict[Any, str] = {}
    for item in value:
        by_sentence.setdefault(item.get("sentence"), item["text"])
    return (" ".join(by_sentence.values()),) if by_sentence else ()
