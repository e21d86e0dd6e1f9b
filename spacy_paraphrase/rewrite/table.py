"""Phrase tables as rewriting reads them: phrases of others' files, put as they are written.

The tables themselves, in memory and compiled, are those of `lexicon.phrase_table`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..errors import ParaphraseError
from ..lang import language_data
from ..lexicon.phrase_table import (
    PhraseTable,
    SmallTable,
    TableRow,
    compile_table,
    key_of,
    phrase_words,
)
from ..readers.files import numbered_lines
from ..readers.phrases import Reading, compiled_row, rows_of
from ..readers.records import Place

__all__ = [
    "Import",
    "PhraseTable",
    "SmallTable",
    "TableRow",
    "as_written",
    "compile_table",
    "key_of",
    "read_rows",
    "read_table",
]


class Import(NamedTuple):
    """What was read of a file.

    Attributes:
        rows: The rows.
        skipped: How many lines were left out, by reason: "gaps", "relation", "identity".
        errors: Lines that cannot be read: number and reason.
    """

    rows: list[TableRow]
    skipped: Counter[str]
    errors: list[tuple[int, str]]


_STICKY = frozenset((".", ",", ";", ":", "!", "?", ")", "]", "%"))


def as_written(phrase: str, language: str = "en") -> str:
    """Return a tokenised phrase as it is written.

    Example:
        >>> as_written("there , he did n't")
        "there, he didn't"
    """
    text, sticky = "", _STICKY | language_data(language).clitics
    for word in phrase.split():
        glued = word in sticky or text.endswith(("(", "[", "$"))
        text += word if glued or not text else f" {word}"
    return text


def read_table(path: str | Path, language: str = "en", *, syntactic: bool = False) -> Import:
    """Read a phrase table of others; a file that ends in .gz is unpacked.

    The form is told from each line; see `readers.phrases.read_phrase_rows`, and `quality_of` there
    for what the quality is. A row without a relation restates; a conflict is left out.

    Args:
        path: The file.
        language: Whose tokeniser cuts the phrases.
        syntactic: Whether rules with gaps are kept; else they are left out.

    Raises:
        ParaphraseError: P101 if the file cannot be read.
    """
    return _read(numbered_lines(path), language, syntactic)


def read_rows(lines: Iterable[str], language: str = "en", *, syntactic: bool = False) -> Import:
    """Return the rows of lines; see `read_table`."""
    numbered = ((Place("", n), line.strip("\r\n").encode()) for n, line in enumerate(lines, 1))
    return _read(numbered, language, syntactic)


def _read(lines: Iterable[tuple[Place, bytes]], language: str, syntactic: bool) -> Import:
    found = Import([], Counter(), [])
    reached = 0

    def counted() -> Iterator[tuple[Place, bytes]]:
        nonlocal reached
        for place, line in lines:
            reached = place.line
            yield place, line

    def refuse(error: ParaphraseError) -> None:
        place = error.values.get("place")
        number = place.line if isinstance(place, Place) else reached
        found.errors.append((number, str(error)))

    reading = Reading(partial(phrase_words, language=language), syntactic)
    rows = rows_of(counted(), None, reading, on_error=refuse, dropped=found.skipped)
    for row in rows:
        try:
            compiled = compiled_row(row)
        except ParaphraseError as error:
            refuse(error)
            continue
        if compiled is None:
            found.skipped["relation"] += 1
        else:
            found.rows.append(compiled._replace(relation=compiled.relation or "restates"))
    return found
