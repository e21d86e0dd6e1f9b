"""What makes a record sound; all errors name the record's place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, NoReturn

import srsly

from spacy_paraphrase.alignment import RELATIONS, Level
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics.labels import NLI
from spacy_paraphrase.pair import SIDES, SideName
from spacy_paraphrase.results import FUSION_KINDS
from spacy_paraphrase.trees.tree import tree_from_heads

if TYPE_CHECKING:
    from spacy_paraphrase.readers.records import LinkRecord, PairRecord


def check_values(record: PairRecord) -> None:
    """Check what a record holds besides words, links and chunks.

    Raises:
        ParaphraseError: P102.
    """
    _check_storable(record, "id", record.id, "a string, a number or another JSON value")
    if record.question is not None and not isinstance(record.question, str):
        _fail(record, f"the question {shorten(record.question)}", "a string")
    _check_storable(record, "question", record.question, "text with a UTF-8 form")
    for name in ("entails", "entailed"):
        label = getattr(record, name)
        if label is not None and label not in NLI:
            _fail(record, f"{name} {shorten(label)}", f"one of {', '.join(NLI)}, or none")
    if record.similarity is not None:
        _check_share(record, "similarity", record.similarity)
    if (record.source_tree is None) != (record.target_tree is None):
        _fail(record, "the tree of one side", "trees of both, or of neither")
    for kind, text in (record.fusions or {}).items():
        if kind not in FUSION_KINDS or not isinstance(text, str):
            expected = f"a text for some of {', '.join(FUSION_KINDS)}"
            _fail(record, f"the fusion {shorten(kind)}: {shorten(text)}", expected)
        _check_storable(record, "fusion", text, "text with a UTF-8 form")


def checked_words(record: PairRecord, name: SideName) -> tuple[str, ...]:
    """Return the words of a side.

    Raises:
        ParaphraseError: P102 if they are no words.
    """
    words: Any = getattr(record, name)
    got = f"the {name} {shorten(words)}"
    if not is_list(words) or not all(isinstance(word, str) and word for word in words):
        _fail(record, got, "a list of words, none of them empty")
    if all(word.isspace() for word in words):
        _fail(record, got, "at least one word")
    _check_storable(record, name, "".join(words), "text with a UTF-8 form")
    return tuple(words)


def checked_links(record: PairRecord, level: Level) -> tuple[LinkRecord, ...]:
    """Return the links of a level, sorted, each once, word links between single words.

    Raises:
        ParaphraseError: P103 if one points outside its side, P102 if one is unsound in itself or
            at odds with another one.
    """
    kept: dict[Any, LinkRecord] = {}
    for given in record.links(level) or ():
        for link in _normal(record, level, given):
            twin = kept.get(link.units)
            if twin and replace(twin, score=link.score) != link:
                got = f"two links {_name(link)} that differ"
                _fail(record, got, "one relation, similarity and conflict per link")
            if not twin or twin.score < link.score:
                kept[link.units] = link
    return tuple(sorted(kept.values(), key=lambda link: link.units))


def checked_chunks(record: PairRecord, name: SideName) -> tuple[tuple[int, int], ...]:
    """Return the chunks of a side.

    Raises:
        ParaphraseError: P103 if one points outside the side, P102 if they are no chunks.
    """
    expected = "pairs [start, end) of word indices, in order and without overlap"
    chunks: Any = getattr(record, f"{name}_chunks")
    if not is_list(chunks):
        _fail(record, f"the {name}_chunks {shorten(chunks)}", expected)
    last = 0
    for chunk in chunks:
        if not is_list(chunk) or len(chunk) != 2 or not all(type(i) is int for i in chunk):
            _fail(record, f"the {name} chunk {shorten(chunk)}", expected)
        start, end = chunk
        if not 0 <= start < end <= len(getattr(record, name)):
            _out_of_range(record, f"the {name} chunk {list(chunk)}")
        if start < last:
            _fail(record, f"the {name} chunk {list(chunk)}", expected)
        last = end
    return tuple((start, end) for start, end in chunks)


def checked_tree(record: PairRecord, name: SideName) -> tuple[tuple[int, str], ...]:
    """Return the dependency tree of a side, or the trees of its sentences.

    Raises:
        ParaphraseError: P103 if a head is outside the side, P102 if it is no tree.
    """
    n = len(getattr(record, name))
    expected = "[head, label] for each word, a root its own head"
    arcs: Any = getattr(record, f"{name}_tree")
    if not is_list(arcs) or len(arcs) != n:
        _fail(record, f"the {name}_tree {shorten(arcs)}", expected)
    for arc in arcs:
        if not is_list(arc) or len(arc) != 2 or type(arc[0]) is not int or type(arc[1]) is not str:
            _fail(record, f"{shorten(arc)} in the {name}_tree", expected)
        if not 0 <= arc[0] < n:
            _out_of_range(record, f"the head {arc[0]} in the {name}_tree")
    _check_storable(record, f"{name}_tree", "".join(arc[1] for arc in arcs), "UTF-8 labels")
    heads = [arc[0] for arc in arcs]
    above = tree_from_heads(heads).heads[:n]
    # Where there is a cycle, its first node was made a root.
    if any(heads[i] != i for i in range(n) if not 0 <= above[i] < n):
        _fail(record, f"a cycle in the {name}_tree", "a tree")
    return tuple((head, label) for head, label in arcs)


def is_list(value: Any) -> bool:
    """Return whether the value is a list or a tuple."""
    return isinstance(value, list | tuple)


def shorten(value: Any, limit: int = 80) -> str:
    """Return a value as an error message shows it."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _normal(record: PairRecord, level: Level, link: LinkRecord) -> Iterator[LinkRecord]:
    _check_numbers(record, link)
    for name in SIDES:
        indices, head = getattr(link, name), getattr(link, f"{name}_head")
        given = [*indices, *([] if head is None else [head])]
        if not indices or not all(type(i) is int for i in given):
            _fail(record, f"the {name} {shorten(list(indices))} of a link", "indices of words")
        words = getattr(record, name)
        if not 0 <= min(given) <= max(given) < len(words):
            _out_of_range(record, f"the link {_name(link)}")
        if any(words[i].isspace() for i in given):
            _fail(record, f"the link {_name(link)}", "no link at white space")
        _check_unit(record, level, link, name)
    source, target = tuple(sorted(set(link.source))), tuple(sorted(set(link.target)))
    link = replace(link, score=float(link.score), similarity=float(link.similarity))
    if level == "words":
        for i, j in product(source, target):
            yield replace(link, source=(i,), target=(j,))
    else:
        yield replace(link, source=source, target=target)


def _check_unit(record: PairRecord, level: Level, link: LinkRecord, name: SideName) -> None:
    indices, head = getattr(link, name), getattr(link, f"{name}_head")
    expected = None
    if (level == "phrases") != (head is not None):
        expected = "a head for a phrase, and for nothing else"
    elif level == "phrases" and head not in indices:
        expected = "a head inside its phrase"
    elif level == "chunks" and max(indices) - min(indices) + 1 != len(set(indices)):
        expected = "a chunk of neighbouring words"
    if expected:
        got = f"the {name} {list(indices)} with the head {head} in {level}"
        _fail(record, got, expected)


def _check_numbers(record: PairRecord, link: LinkRecord) -> None:
    if link.relation and link.relation not in RELATIONS:
        expected = f"one of {', '.join(RELATIONS)}, or none"
        _fail(record, f"the relation {shorten(link.relation)}", expected)
    for name in ("score", "similarity"):
        _check_share(record, name, getattr(link, name))
    if not isinstance(link.conflict, bool):
        _fail(record, f"the conflict {shorten(link.conflict)}", "true or false")


def _check_share(record: PairRecord, name: str, number: Any) -> None:
    if type(number) not in (int, float) or not 0 <= number <= 1:
        _fail(record, f"the {name} {shorten(number)}", "a number from 0 to 1")


def _check_storable(record: PairRecord, name: str, value: Any, expected: str) -> None:
    """Check that a Doc and a line of JSON can hold a value."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
        # The binary form has no larger integers. Packing is slow: only what may hold some.
        safe = isinstance(value, str | None) or (type(value) is int and abs(value) < 2**63)
        if not safe:
            srsly.msgpack_dumps(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        _fail(record, f"the {name} {shorten(value)} ({error})", expected)


def _fail(record: PairRecord, got: str, expected: str) -> NoReturn:
    raise ParaphraseError("P102", place=record.place or "A pair", got=got, expected=expected)


def _out_of_range(record: PairRecord, got: str) -> NoReturn:
    place, n, m = record.place or "A pair", len(record.source), len(record.target)
    raise ParaphraseError("P103", place=place, got=got, source=n, target=m)


def _name(link: LinkRecord) -> str:
    return "-".join(_joined(indices) for indices in (link.source, link.target))


def _joined(indices: Iterable[int]) -> str:
    return ",".join(str(i) for i in indices)
