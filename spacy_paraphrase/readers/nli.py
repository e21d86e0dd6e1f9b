"""Pairs of sentences with what one says of the other: tables and JSON lines.

A table has a header, and tabs or commas between its columns: SICK, tables of one's own. JSON lines
have the form of SNLI and MultiNLI, or of what is made from them. Columns and keys are known by
these names, in upper or lower case:

| what | names |
|---|---|
| id | id, pairID, pair_ID |
| source | source, sentence1, sentence_A, premise, question1, #1 String |
| target | target, sentence2, sentence_B, hypothesis, question2, #2 String |
| what the source says of the target | entails, forward, gold_label, label, entailment_AB |
| what the target says of the source | entailed, backward, entailment_BA |
| graded similarity, 0 to 1 | similarity |
| relatedness, 1 to 5 | relatedness_score, relatedness |
| similarity, 0 to 5 | score |
| whether they are paraphrases, 1 or 0 | paraphrase, is_duplicate, Quality |
| what kind of text they come from | domain |

What one side says of the other is entailment, neutral or contradiction; A_entails_B and the like,
as SICK has it; 0, 1, 2; and "-", -1 or nothing where the annotators did not agree. Papers: Marelli
and others 2014, *A SICK cure for the evaluation of compositional distributional semantic models*;
Bowman, Angeli, Potts and Manning 2015, *A large annotated corpus for learning natural language
inference*.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from spacy.language import Language

from ..errors import ParaphraseError, short_repr
from ..metrics.labels import NLI
from ..pair import make_pair, sides
from .files import OnError, PathLike, at_place, build_records, decode, json_object, numbered_lines
from .records import PairRecord, Place, unfit

_NAMES = {
    "id": ("id", "pairid", "pair_id"),
    "source": ("source", "sentence1", "sentence_a", "premise", "question1", "#1 string"),
    "target": ("target", "sentence2", "sentence_b", "hypothesis", "question2", "#2 string"),
    "entails": ("entails", "forward", "gold_label", "label", "entailment_ab"),
    "entailed": ("entailed", "backward", "entailment_ba"),
    "similarity": ("similarity",),
    "relatedness": ("relatedness_score", "relatedness"),
    "score": ("score",),
    "paraphrase": ("paraphrase", "is_duplicate", "quality"),
    "domain": ("domain",),
}
_FIELD_OF = {name: field for field, names in _NAMES.items() for name in names}
# Lines that a row with quoted cells may go on over.
_LONGEST_ROW = 20
_VERBS = ("entails", "neutral", "contradicts")
_UNKNOWN = ("", "-", "-1")
# How similarity is scored: in shares, by SICK, and by the tasks of semantic textual similarity.
_SCALES = (("similarity", 0.0, 1.0), ("relatedness", 1.0, 5.0), ("score", 0.0, 5.0))


def read_table(
    path: PathLike, nlp: Language, on_error: OnError | None = None
) -> Iterator[PairRecord]:
    r"""Read a table of sentence pairs, a pair a line; see the top of the module for its header.

    Cells between commas may be quoted, those between tabs are taken as they are.

    Args:
        path: The file; "-" is the standard input.
        nlp: The pipeline whose tokeniser splits the sentences.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if the file cannot be read or its header has no source or target;
            P102 or P104 for a line, if there is no `on_error`.

    Example:
        >>> import spacy, tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "pairs.csv"
        >>> _ = path.write_text('source,target,forward\n"A cat, asleep",A cat,entailment\n')
        >>> [(record.source, record.entails) for record in read_table(path, spacy.blank("en"))]
        [(('A', 'cat', ',', 'asleep'), 'entailment')]
    """
    lines = ((place, line) for place, line in numbered_lines(path) if line.strip())
    first = next(lines, None)
    header = _header(first)
    fields = [_FIELD_OF.get(name.strip().lower(), "") for name in header]
    if not {"source", "target"} <= set(fields):
        expected = "a table whose header names source and target"
        raise ParaphraseError("P101", path=path, got=short_repr(header), expected=expected)
    tabs = first is not None and b"\t" in first[1]

    def build(place: Place, line: bytes) -> PairRecord:
        cells = _cells(place, decode(place, line), tabs)
        if len(cells) != len(fields):
            raise unfit(place, f"{len(cells)} cells", f"{len(fields)} cells")
        values = {name: cell for name, cell in zip(fields, cells, strict=True) if name}
        return _record(place, values, nlp)

    return build_records(lines if tabs else _rows(lines), build, on_error)


def _rows(lines: Iterable[tuple[Place, bytes]]) -> Iterator[tuple[Place, bytes]]:
    """Yield the rows of a table with commas: a quoted cell may go on over lines.

    Where a quote is not closed within `_LONGEST_ROW` lines, its line is a row of its own.
    """
    waiting = deque(islice(lines := iter(lines), _LONGEST_ROW))
    while waiting:
        place, row = waiting[0]
        end = 1
        for _, line in islice(waiting, 1, None):
            if row.count(b'"') % 2 == 0:
                break
            row += b"\n" + line
            end += 1
        if row.count(b'"') % 2:
            row, end = waiting[0][1], 1
        yield place, row
        for _ in range(end):
            waiting.popleft()
        waiting.extend(islice(lines, end))


def read_nli(
    path: PathLike, nlp: Language, on_error: OnError | None = None
) -> Iterator[PairRecord]:
    r"""Read JSON lines in the form of SNLI and MultiNLI; see the top of the module for the keys.

    Args:
        path: The file; "-" is the standard input.
        nlp: The pipeline whose tokeniser splits the sentences.
        on_error: As in `read_table`.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 or P104 for a line, if there is no
            `on_error`.

    Example:
        >>> import spacy, tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "dev.jsonl"
        >>> _ = path.write_text('{"premise": "A cat", "hypothesis": "A dog", "label": 2}\n')
        >>> [record.entails for record in read_nli(path, spacy.blank("en"))]
        ['contradiction']
    """

    def build(place: Place, line: bytes) -> PairRecord:
        data = json_object(place, line)
        values = {_FIELD_OF.get(key.lower(), ""): value for key, value in data.items()}
        return _record(place, values, nlp)

    lines = ((place, line) for place, line in numbered_lines(path) if line.strip())
    return build_records(lines, build, on_error)


def is_sentence_table(path: PathLike) -> bool:
    """Return whether a file begins with a header that `read_table` reads.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    header = _header(next(numbered_lines(path), None))
    return {"source", "target"} <= {_FIELD_OF.get(name.strip().lower()) for name in header}


def _header(first: tuple[Place, bytes] | None) -> list[str]:
    return _cells(first[0], decode(*first), b"\t" in first[1]) if first else []


def _cells(place: Place, line: str, tabs: bool) -> list[str]:
    if tabs:
        return line.split("\t")
    try:
        (cells,) = csv.reader([line], strict=True)
    except (csv.Error, ValueError) as error:
        expected = "cells with commas between them, quotes closed"
        raise unfit(place, f"({error})", expected) from error
    return cells


def _record(place: Place, values: Mapping[str, Any], nlp: Language) -> PairRecord:
    place = replace(place, id=values.get("id"))
    for name in ("source", "target"):
        if not isinstance(values.get(name), str):
            got = f"no {name!r}" if name not in values else f"{name} {short_repr(values[name])}"
            raise unfit(place, got, f"a string under one of {', '.join(_NAMES[name])}")
    with at_place(place):
        source, target = sides(make_pair(nlp, values["source"], values["target"]))
    return PairRecord(
        place.id,
        tuple(token.text for token in source),
        tuple(token.text for token in target),
        entails=_label(place, values, "entails", "ab"),
        entailed=_label(place, values, "entailed", "ba"),
        similarity=_similarity(place, values),
        paraphrase=_paraphrase(place, values),
        domain=values.get("domain") or None,
        place=place,
    )


def _label(place: Place, values: Mapping[str, Any], field: str, direction: Sequence[str]) -> Any:
    """Return entailment, neutral, contradiction, or None where it is not known."""
    value = values.get(field)
    if value is None or (isinstance(value, str | int) and str(value).strip() in _UNKNOWN):
        return None
    known: dict[str, str] = {}
    for number, (label, verb) in enumerate(zip(NLI, _VERBS, strict=True)):
        known |= dict.fromkeys((label, str(number), f"{direction[0]}_{verb}_{direction[1]}"), label)
    text = str(value).strip().lower() if isinstance(value, str | int) else None
    if text not in known or isinstance(value, bool):
        expected = f"one of {', '.join(NLI)}, or - for none"
        raise unfit(place, f"the label {short_repr(value)}", expected)
    return known[text]


def _paraphrase(place: Place, values: Mapping[str, Any]) -> bool | None:
    value = values.get("paraphrase")
    known = {"1": True, "true": True, "0": False, "false": False}
    text = str(value).strip().lower()
    if value is None or text in _UNKNOWN:
        return None
    if text not in known:
        raise unfit(place, f"the paraphrase {short_repr(value)}", "1 or 0, true or false")
    return known[text]


def _similarity(place: Place, values: Mapping[str, Any]) -> float | None:
    for name, least, most in _SCALES:
        value = values.get(name)
        if value is None or value == "":
            continue
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        if not least <= number <= most:
            expected = f"a number of {least:g} to {most:g}"
            raise unfit(place, f"the {name} {short_repr(value)}", expected)
        return (number - least) / (most - least)
    return None
