"""File formats of corpora of pairs: detection by name, reading, and conversion.

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
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import spacy
from spacy.language import Language
from tqdm import tqdm

from ..errors import ParaphraseError
from ..jobs.atomic import whole_file
from ..pairs.alignment import LEVELS
from ..pairs.pair import SIDES
from ..registry import paper
from . import streams

if TYPE_CHECKING:
    from ..readers import PairRecord, Place, RewriteRecord
    from ..readers.columns import Columns
    from ..readers.files import OnError

Format: TypeAlias = Literal[
    "jacana", "multimwa", "ists", "daeso", "jsonl", "table", "spacy", "pharaoh", "nli"
]
# What is judged of two sentences, and all that the row of a pair has beside its id.
JUDGEMENT = ("entails", "entailed", "similarity", "paraphrase")
_COLUMNS = (*SIDES, *JUDGEMENT, "domain", "question", *LEVELS)
# What belongs to a corpus besides its first file: "target" and "links" for pharaoh, "source_chunks"
# and "target_chunks" for ists, for daeso the folder "root" whose files it may name.
MoreFiles: TypeAlias = Mapping[str, str | None]
# What a file is by its suffix, and that in words.
_SUFFIXES: dict[str, tuple[Format, str]] = {
    ".jsonl": ("jsonl", "as align writes it"),
    ".spacy": ("spacy", "DocBin"),
    ".json": ("jacana", "jacana"),
    ".tsv": ("multimwa", "MultiMWA, or sentence pairs with a header"),
    ".csv": ("table", "sentence pairs"),
    ".parquet": ("table", "likewise"),
    ".wa": ("ists", "iSTS"),
    ".pgc": ("daeso", "DAESO"),
}
# Formats of sentences with judgements, whose columns or keys have names.
_SENTENCES: tuple[Format, ...] = ("table", "nli")
# How much of a .json file tells whether it has links of jacana: "sureAlign" and "possibleAlign".
_BEGINNING = 1 << 16
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
    """Return the format of a file by its suffix and, of `.tsv`, `.json` and `.jsonl`, by its rows.

    Raises:
        ParaphraseError: P101 if a `.tsv` file cannot be read.
    """
    from ..readers import has_judged_lines, is_sentence_table

    format, suffix = format_by_suffix(path), Path(path).suffix
    if suffix == ".tsv" and is_sentence_table(path):
        return "table"
    if suffix not in (".json", ".jsonl") or not Path(path).is_file():
        return format
    with open(path, "rb") as stream:
        if suffix == ".json" and b"Align" in stream.read(_BEGINNING):
            return format
    return "nli" if has_judged_lines(path) else "jsonl"


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
    nlp = None if format == "jsonl" else spacy.blank("en" if format in _SENTENCES else "xx")
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
    columns: Columns | None = None,
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
    if format == "daeso":
        root = more.get("root") or _outermost(path)
        banked: Iterator[PairRecord] = readers.read_daeso(path, on_error, root)
        return banked
    if format in _SENTENCES:
        assert nlp is not None
        read_pairs = readers.read_table if format == "table" else readers.read_nli
        return read_pairs(path, nlp, on_error, columns)
    read = getattr(readers, "read_docbin" if format == "spacy" else f"read_{format}")
    of_words = format in ("jacana", "multimwa")
    records: Iterator[PairRecord] = read(path, *(() if of_words else (nlp,)), on_error)
    return records


def _outermost(path: str) -> Path:
    """Return the outermost folder that a path names and that is not the place of all and sundry."""
    # Such are the home folder, what is above it, and what stands at the top of the file system.
    place, home = Path(path).resolve(), Path.home().resolve()
    named = [
        folder
        for folder in map(Path.resolve, Path(path).parents)
        if place.is_relative_to(folder)
        and len(folder.parts) > 2
        and not home.is_relative_to(folder)
    ]
    return min(named, key=lambda folder: len(folder.parts), default=place.parent)


def read_besides(path: str, root: str | None = None) -> list[str]:
    """Return the files that are read besides the first one of a corpus, iSTS or DAESO."""
    if path.endswith(".wa"):
        ends = ("sent1.chunk", "sent2.chunk", "sent1.chunk.txt", "sent2.chunk.txt")
        return [str(Path(path).with_suffix(f".{end}")) for end in ends]
    if not path.endswith(".pgc"):
        return []
    read_names = paper("daeso").bank_files
    try:
        return [*map(str, read_names(path, root or _outermost(path)))]
    except ParaphraseError:
        return []  # what reads the corpus will say why


def written_besides(path: str) -> list[str]:
    """Return the files that are written besides the first one of a corpus: banks of Algraeph."""
    return [*map(str, paper("algraeph").banks_beside(path))] if path.endswith(".pgc") else []


def convert(
    input: str,
    output: str,
    format: Format | None,
    more: MoreFiles,
    lang: str,
    errors: str | None,
    columns: Columns | None = None,
) -> int:
    """Bring gold alignments into a .spacy, an iSTS or a JSONL file, or a table.

    Return the exit status: 3 if a pair failed or a table has no judgement, else 0.

    Raises:
        ParaphraseError: P101 if a file cannot be read, P107 if its format is unknown, P108 for an
            unknown language, P508 if arguments do not go together.
        OSError: If a file cannot be written.
    """
    if format is None and columns is not None:
        format = "nli" if Path(input).suffix in (".json", ".jsonl") else "table"
    format = format or format_of(input)
    if format is None:
        raise ParaphraseError("P107", path=input, expected=", ".join(get_args(Format)))
    _check_files(input, format, more)
    nlp = blank(lang)
    written = failed = judged = 0
    with streams.failure_writer(errors) as report:

        def on_error(error: ParaphraseError) -> None:
            nonlocal failed
            failed += 1
            place: Place = error.values["place"]
            report(streams.Failure.of(place.line, place.id, error))

        records = read_format(format, input, nlp, on_error, more, columns)
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
                    judged += any(getattr(record, name) is not None for name in JUDGEMENT)
    lacking = format in _SENTENCES and written and not judged
    remark = ", none of them with a judgement" if lacking else ""
    sys.stderr.write(f"{written} pairs written, {failed} left out{remark}\n")
    return streams.SOME_FAILED if failed or lacking else 0


def _check_files(input: str, format: Format, more: MoreFiles) -> None:
    given = {f"--{name.replace('_', '-')}": path for name, path in more.items() if path is not None}
    for flag in given:
        needed = {"--target": "pharaoh", "--links": "pharaoh", "--root": "daeso"}.get(flag, "ists")
        if format != needed:
            raise streams.misused(flag, format, f"the format {needed}")
    chunks = ("--source-chunks", "--target-chunks")
    for flag, needed in (("--target", "--links"), chunks, chunks[::-1]):
        if flag in given and needed not in given:
            raise streams.misused(flag, input, f"{needed} as well")


@contextmanager
def _writer(path: str, nlp: Language) -> Iterator[Callable[[PairRecord], Any]]:
    """Give a function that writes a pair in the form that the file's suffix stands for."""
    from ..readers import record_to_doc, record_to_json, record_to_wa, write_algraeph
    from . import table_files

    if path.endswith(".spacy"):
        with streams.docbin_writer(path) as add:
            yield lambda record: add(record_to_doc(record, nlp))
    elif path.endswith(".wa"):
        with whole_file(path) as stream:
            numbers = count(1)
            yield lambda record: stream.write(record_to_wa(record, next(numbers)).encode("utf-8"))
    elif table_files.is_table(path):
        with table_files.writer(path, _COLUMNS, "") as write_row:
            yield lambda record: write_row(
                (row := record_to_json(record)) | row.pop("relation", {})
            )
    elif path.endswith(".pgc"):
        records: list[PairRecord] = []
        yield records.append
        write_algraeph(path, records)
    else:
        with streams.jsonl_writer(path) as write:
            yield lambda record: write(record_to_json(record))
