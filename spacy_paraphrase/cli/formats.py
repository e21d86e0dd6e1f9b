"""The forms that corpora of pairs come in: told by the file's name, read, and converted.

The readers are imported where one is needed, since this module stands behind the help of the
commands too, and they take a while.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, count, islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import spacy
from spacy.language import Language
from tqdm import tqdm

from ..atomic import whole_file
from ..errors import ParaphraseError
from . import streams

if TYPE_CHECKING:
    from ..readers import PairRecord, Place, RewriteRecord
    from ..readers.files import OnError

Format: TypeAlias = Literal[
    "jacana", "multimwa", "ists", "daeso", "jsonl", "table", "spacy", "pharaoh", "nli"
]
# What belongs to a corpus besides its first file: "target" and "links" for pharaoh, "source_chunks"
# and "target_chunks" for ists.
MoreFiles: TypeAlias = Mapping[str, str | None]
# What a file is by its suffix, and that in words.
_SUFFIXES: dict[str, tuple[Format, str]] = {
    ".jsonl": ("jsonl", "as align writes it"),
    ".spacy": ("spacy", "DocBin"),
    ".json": ("jacana", "jacana"),
    ".tsv": ("multimwa", "MultiMWA, or sentence pairs with a header"),
    ".csv": ("table", "sentence pairs"),
    ".wa": ("ists", "iSTS"),
    ".pgc": ("daeso", "DAESO"),
}
# Aligned pairs that can be drawn: those of a file that may have trees, and of some without.
ALIGNED: tuple[Format, ...] = ("spacy", "jsonl", "jacana", "multimwa")
ALIGNED_KINDS = ".spacy, .jsonl, .json (jacana), .tsv (MultiMWA), or - for JSONL on standard input"


def kinds() -> str:
    """Return the suffixes of the files that `read` knows, and what they stand for."""
    return ", ".join(f"{suffix} ({kind})" for suffix, (_, kind) in _SUFFIXES.items())


def format_by_suffix(path: str) -> Format | None:
    """Return the format that the suffix of a file stands for, None if for none."""
    format, _ = _SUFFIXES.get(Path(path).suffix, (None, None))
    return format


def format_of(path: str) -> Format | None:
    """Return the format of a file by its suffix and, of a `.tsv` file, by its first line.

    Raises:
        ParaphraseError: P101 if a `.tsv` file cannot be read.
    """
    from ..readers import is_sentence_table

    format = format_by_suffix(path)
    return "table" if Path(path).suffix == ".tsv" and is_sentence_table(path) else format


def blank(lang: str) -> Language:
    """Return a pipeline of a tokeniser alone.

    Raises:
        ParaphraseError: P108 for an unknown language.
    """
    try:
        return spacy.blank(lang)
    except ImportError as error:
        raise ParaphraseError("P108", got=lang, reason=str(error)) from error


def read(path: str, on_error: OnError | None = None) -> list[PairRecord]:
    """Read the pairs of a file, whose suffix tells its kind; `on_error` is that of the readers.

    Raises:
        ParaphraseError: P523 for an unknown suffix, or what the reader raises.
    """
    format = format_of(path)
    if format is None:
        raise ParaphraseError("P523", path=path, expected=kinds())
    # Lines of JSON need the words of gold and prediction, which no tokeniser is to tell.
    nlp = None if format == "jsonl" else spacy.blank("en" if format == "table" else "xx")
    return list(read_format(format, path, nlp, on_error))


def read_texts(path: str) -> list[RewriteRecord]:
    """Read rewritten sentences or references (`readers.rewrites`).

    Raises:
        ParaphraseError: P523 for a suffix that is none of JSON lines, or what the reader raises.
    """
    from ..readers import read_rewrites

    if format_by_suffix(path) != "jsonl":
        expected = ".jsonl (texts with 'rewrites' as rewrite writes them, or with 'references')"
        raise ParaphraseError("P523", path=path, expected=expected)
    return list(read_rewrites(path))


def read_format(
    format: Format,
    path: str,
    nlp: Language | None,
    on_error: OnError | None,
    more: MoreFiles = MappingProxyType({}),
) -> Iterator[PairRecord]:
    """Read the pairs of a file of a known format, one after the other, as its reader does.

    The tokeniser of `nlp` splits sides that are strings; jsonl alone can do without.
    """
    from .. import readers

    if format == "ists":
        chunks = more.get("source_chunks"), more.get("target_chunks")
        return readers.read_ists(path, *chunks, on_error)
    if format == "pharaoh":
        paths = [name for name in (path, more.get("target"), more.get("links")) if name is not None]
        return readers.read_pharaoh(*paths, on_error=on_error)
    read = getattr(readers, "read_docbin" if format == "spacy" else f"read_{format}")
    of_words = format in ("jacana", "multimwa", "daeso")
    records: Iterator[PairRecord] = read(path, *(() if of_words else (nlp,)), on_error)
    return records


def convert(
    input: str, output: str, format: Format | None, more: MoreFiles, lang: str, errors: str | None
) -> int:
    """Bring gold alignments into a .spacy, an iSTS or a JSONL file.

    Return the exit status: 3 if a pair failed, else 0.

    Raises:
        ParaphraseError: P101 if a file cannot be read, P107 if its format is unknown, P108 for an
            unknown language, P508 if arguments do not go together.
        OSError: If a file cannot be written.
    """
    format = format or format_of(input)
    if format is None:
        raise ParaphraseError("P107", path=input, expected=", ".join(get_args(Format)))
    _check_files(input, format, more)
    nlp = blank(lang)
    written = failed = 0
    with streams.failure_writer(errors) as report:

        def on_error(error: ParaphraseError) -> None:
            nonlocal failed
            failed += 1
            place: Place = error.values["place"]
            report(streams.Failure.of(place.line, place.id, error))

        records = read_format(format, input, nlp, on_error, more)
        # The first record before OUT is opened: what cannot be read must not cost an old file.
        first = list(islice(records, 1))
        with _writer(output, nlp) as write:
            for record in tqdm(chain(first, records), unit=" pairs", disable=None):
                try:
                    write(record)
                except ParaphraseError as error:
                    on_error(error)
                else:
                    written += 1
    sys.stderr.write(f"{written} pairs written, {failed} left out\n")
    return streams.SOME_FAILED if failed else 0


def _check_files(input: str, format: Format, more: MoreFiles) -> None:
    """Check that the files given belong to the format, and belong together."""
    given = {f"--{name.replace('_', '-')}": path for name, path in more.items() if path is not None}
    for flag in given:
        needed = "ists" if flag.endswith("-chunks") else "pharaoh"
        if format != needed:
            expected = f"the format {needed}"
            raise ParaphraseError("P508", option=flag, got=format, expected=expected)
    chunks = ("--source-chunks", "--target-chunks")
    for flag, needed in (("--target", "--links"), chunks, chunks[::-1]):
        if flag in given and needed not in given:
            expected = f"{needed} as well"
            raise ParaphraseError("P508", option=flag, got=input, expected=expected)


@contextmanager
def _writer(path: str, nlp: Language) -> Iterator[Callable[[PairRecord], None]]:
    """Give a function that writes a pair in the form that the file's suffix stands for."""
    from ..readers import record_to_doc, record_to_json, record_to_wa, write_algraeph

    if path.endswith(".spacy"):
        with streams.docbin_writer(path) as add:
            yield lambda record: add(record_to_doc(record, nlp))
    elif path.endswith(".wa"):
        with whole_file(path) as stream:
            numbers = count(1)

            def write_block(record: PairRecord) -> None:
                stream.write(record_to_wa(record, next(numbers)).encode("utf-8"))

            yield write_block
    elif path.endswith(".pgc"):
        records: list[PairRecord] = []
        yield records.append
        write_algraeph(path, records)
    else:
        with streams.jsonl_writer(path) as write:
            yield lambda record: write(record_to_json(record))
