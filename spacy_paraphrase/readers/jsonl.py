"""Pairs and alignments in the JSON lines format of this package, as used by `align`.

A line is an object with `source` and `target` (a list of words, or a string), optionally `id`,
`source_chunks` and `target_chunks` (`[[start, end], ...]`, end exclusive), `source_tree` and
`target_tree` (`[[head, label], ...]`, one per word, a root its own head), `source_tokens` and
`target_tokens` (some of `lemmas`, `tags`, `pos`, a string per word), `question`, `domain`,
`relation` (`entails`, `entailed`: "entailment", "neutral", "contradiction"; `similarity`;
`paraphrase`: true or false), and links under `words`, `phrases`, `chunks`: objects with `source`
and `target` (lists of word indices, from 0), `relation`, `score`, `similarity`, `conflict`, for
phrases `source_head` and `target_head`, and `fusions`: objects with `kind` and `text`. Other keys
of a line (`overlap`, ...) are results of a pipeline and are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from spacy.language import Language

from ..errors import short_repr
from ..pairs.alignment import LEVELS, Level
from ..pairs.pair import SIDES, make_pair, sides
from .files import OnError, PathLike, at_place, build_records, json_object, lines_of_json
from .records import LinkRecord, PairRecord, Place, is_list, unfit

_RELATION = ("entails", "entailed", "similarity", "paraphrase")
_LINK_VALUES = ("relation", "score", "similarity", "conflict", "source_head", "target_head")
# Fields that may be left out.
_FIELDS = (
    *("source_chunks", "target_chunks", "source_tree", "target_tree"),
    *("source_tokens", "target_tokens", "question", "domain"),
)


def read_jsonl(
    path: PathLike, nlp: Language | None = None, on_error: OnError | None = None
) -> Iterator[PairRecord]:
    r"""Read pairs, one per line; blank lines are skipped.

    One JSON array of pairs is read too, with a warning.

    Args:
        path: The file; "-" is the standard input.
        nlp: The pipeline whose tokeniser splits sides that are strings.
        on_error: Called with the error of each line (of other readers: of each pair) that cannot be
            read; its `values["place"]` is the place. Without this function the first error is
            raised.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 or P103 for a line, if there is no
            `on_error`.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "gold.jsonl"
        >>> line = '{"source": ["A", "cat"], "target": ["cats"], "words": []}\n'
        >>> _ = path.write_text(line)
        >>> [record.words for record in read_jsonl(path)]
        [()]
    """

    def build(place: Place, line: bytes) -> PairRecord:
        return _record(place, json_object(place, line), nlp)

    return build_records(lines_of_json(path), build, on_error)


def _plain(value: Any) -> Any:
    """Return a value with lists in place of tuples."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _judged(record: PairRecord) -> dict[str, Any]:
    """Return the judgements of a pair as a whole by their fields; empty if there are none."""
    fields = {name: getattr(record, name) for name in _RELATION}
    if all(value is None for value in fields.values()):
        return {}
    return {k: v for k, v in fields.items() if v is not None or k != "paraphrase"}


def record_to_json(record: PairRecord) -> dict[str, Any]:
    """Return the record as an object in the format of `read_jsonl`, without unannotated levels.

    Example:
        >>> from spacy_paraphrase.readers import PairRecord, record_to_json
        >>> record_to_json(PairRecord(1, ("A", "cat"), ("cats",), words=()))
        {'id': 1, 'source': ['A', 'cat'], 'target': ['cats'], 'words': []}
    """
    data: dict[str, Any] = {"id": record.id}
    data |= {name: list(getattr(record, name)) for name in SIDES}
    fields = ((name, getattr(record, name)) for name in _FIELDS)
    data |= {name: _plain(value) for name, value in fields if value is not None}
    if relation := _judged(record):
        data["relation"] = relation
    for level in LEVELS:
        if (links := record.links(level)) is not None:
            data[level] = [_link_to_json(link) for link in links]
    if record.fusions is not None:
        data["fusions"] = [{"kind": kind, "text": text} for kind, text in record.fusions.items()]
    return data


def _fusions(place: Place, data: dict[str, Any]) -> dict[str, Any] | None:
    items = data.get("fusions") or []
    if not is_list(items) or not all(
        isinstance(item, dict) and {"kind", "text"} <= {*item} for item in items
    ):
        expected = "a list of objects with 'kind' and 'text' under 'fusions'"
        raise unfit(place, short_repr(items), expected)
    return {str(item["kind"]): item["text"] for item in items} or None


def _relation(place: Place, data: dict[str, Any]) -> dict[str, Any]:
    """Return what the line says of the sentences, as annotated or as a component found it."""
    relation = data.get("relation") or {}
    if not isinstance(relation, dict):
        raise unfit(place, short_repr(relation), "an object under 'relation'")
    found = {name: relation.get(name) for name in _RELATION}
    for name in ("entails", "entailed"):
        if isinstance(found[name], bool):
            other = "contradiction" if relation.get("conflict") else "neutral"
            found[name] = "entailment" if found[name] else other
    return found


def _link_to_json(link: LinkRecord) -> dict[str, Any]:
    data: dict[str, Any] = {
        "source": list(link.source),
        "target": list(link.target),
        "relation": link.relation,
        "score": round(link.score, 4),
        "similarity": round(link.similarity, 4),
        "conflict": link.conflict,
    }
    if link.source_head is not None:
        data |= {"source_head": link.source_head, "target_head": link.target_head}
    return data


def record_from_json(data: dict[str, Any], place: Place | None = None) -> PairRecord:
    """Return the pair of an object, as `record_to_json` gives it; both sides are lists of words.

    Args:
        data: The object.
        place: Where it stands, for error messages.

    Raises:
        ParaphraseError: P102 or P103 if it is no such pair.

    Example:
        >>> from spacy_paraphrase.readers import record_from_json
        >>> record_from_json({"source": ["A", "cat"], "target": ["cats"], "words": []}).words
        ()
    """
    place = place or Place("records", 1, unit="record")
    if not isinstance(data, dict):
        raise unfit(place, short_repr(data), "an object")
    return _record(place, data, None)


def _record(place: Place, data: dict[str, Any], nlp: Language | None) -> PairRecord:
    place = replace(place, id=data.get("id"))
    for name in SIDES:
        if name not in data:
            raise unfit(place, f"no {name!r}", "both sides")
    words = _words(place, data["source"], data["target"], nlp)
    values: dict[str, Any] = {level: links_from_json(place, level, data) for level in LEVELS}
    values |= {name: data.get(name) for name in _FIELDS} | _relation(place, data)
    return PairRecord(place.id, *words, **values, fusions=_fusions(place, data), place=place)


def _words(place: Place, source: Any, target: Any, nlp: Language | None) -> tuple[Any, Any]:
    if not isinstance(source, str) and not isinstance(target, str):
        return source, target
    if nlp is None:
        raise unfit(place, "a side that is a string", "lists of words")
    with at_place(place):
        first, second = sides(make_pair(nlp, source, target))
    return tuple(token.text for token in first), tuple(token.text for token in second)


def links_from_json(
    place: Place, level: Level, data: dict[str, Any]
) -> tuple[LinkRecord, ...] | None:
    """Return the links of a level of a line; None if it has none of that level.

    Raises:
        ParaphraseError: P102 if they are no links.
    """
    items = data.get(level)
    if items is None:
        return None
    expected = f"a list of links under {level!r}, each with lists of source and target words"
    if not is_list(items):
        raise unfit(place, short_repr(items), expected)
    links = []
    for item in items:
        if not isinstance(item, dict) or not all(is_list(item.get(name)) for name in SIDES):
            raise unfit(place, short_repr(item), expected)
        values = {name: item[name] for name in _LINK_VALUES if item.get(name) is not None}
        links.append(LinkRecord(tuple(item["source"]), tuple(item["target"]), **values))
    return tuple(links)
