"""`convert`: bring gold alignments of other forms into a .spacy or a JSONL file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, count, islice
from pathlib import Path

from spacy.language import Language
from tqdm import tqdm

from ..errors import ParaphraseError
from ..readers import (
    PairRecord,
    Place,
    is_sentence_table,
    read_daeso,
    read_docbin,
    read_ists,
    read_jacana,
    read_jsonl,
    read_multimwa,
    read_nli,
    read_pharaoh,
    read_table,
    record_to_doc,
    record_to_json,
    record_to_wa,
)
from ..readers.files import OnError
from . import streams
from .corpora import blank
from .job import SOME_FAILED

HELP = "Convert alignments into a .spacy file for training, into JSONL, or into an iSTS .wa file."
_SUFFIXES = {
    ".json": "jacana",
    ".tsv": "multimwa",
    ".wa": "ists",
    ".pgc": "daeso",
    ".jsonl": "jsonl",
    ".csv": "table",
    ".spacy": "spacy",
}
FORMATS = (*_SUFFIXES.values(), "pharaoh", "nli")
_OPTIONS = {
    "target": "pharaoh",
    "links": "pharaoh",
    "source_chunks": "ists",
    "target_chunks": "ists",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `convert`."""
    parser.add_argument("input", metavar="IN", help="file to read, - for standard input")
    parser.add_argument(
        "output",
        metavar="OUT",
        help=".spacy file, .wa file (chunk links), or JSONL file, or - for standard output",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="form of IN; told from .json (jacana), .tsv (multimwa, or table if it has a "
        "header), .csv (table), .wa (ists), .pgc (daeso), .jsonl, .spacy if left out; table: "
        "sentences with what one says of the other, such as SICK; nli: JSONL as that of SNLI",
    )
    parser.add_argument(
        "--target", metavar="FILE", help="target sentences, for pharaoh with three files"
    )
    parser.add_argument(
        "--links", metavar="FILE", help="links, for pharaoh with two or three files"
    )
    parser.add_argument(
        "--source-chunks",
        metavar="FILE",
        help="chunks of the sources, for ists; IN without .wa and with .sent1.chunk if left out",
    )
    parser.add_argument(
        "--target-chunks", metavar="FILE", help="chunks of the targets, for ists (.sent2.chunk)"
    )
    parser.add_argument(
        "--lang",
        default="en",
        help="language whose tokeniser splits sides that are no word lists (default: en)",
    )
    parser.add_argument("--errors", metavar="FILE", help="JSONL file for pairs that failed")


def run(args: argparse.Namespace) -> int:
    """Convert a file.

    Returns:
        The exit status: 3 if a pair failed, else 0.

    Raises:
        ParaphraseError: P101 if a file cannot be read, P107 if its format is unknown, P108 for an
            unknown language, P508 or P510 if arguments do not go together.
        OSError: If a file cannot be written.
    """
    format = args.format or _format_of(args.input)
    if format is None:
        raise ParaphraseError("P107", path=args.input, expected=", ".join(FORMATS))
    _check_options(args, format)
    nlp = blank(args.lang)
    written = failed = 0
    with streams.failure_writer(args.errors) as report:

        def on_error(error: ParaphraseError) -> None:
            nonlocal failed
            failed += 1
            place: Place = error.values["place"]
            report(streams.Failure.of(place.line, place.id, error))

        records = _read(args, format, nlp, on_error)
        # The first record before OUT is opened: what cannot be read must not cost an old file.
        first = list(islice(records, 1))
        with _writer(args.output, nlp) as write:
            for record in tqdm(chain(first, records), unit=" pairs", disable=None):
                try:
                    write(record)
                except ParaphraseError as error:
                    on_error(error)
                else:
                    written += 1
    sys.stderr.write(f"{written} pairs written, {failed} left out\n")
    return SOME_FAILED if failed else 0


def _format_of(path: str) -> str | None:
    suffix = Path(path).suffix
    if suffix == ".tsv" and is_sentence_table(path):
        return "table"
    return _SUFFIXES.get(suffix)


def _check_options(args: argparse.Namespace, format: str) -> None:
    given = {name: getattr(args, name) for name in _OPTIONS if getattr(args, name) is not None}
    for name in given:
        if format != _OPTIONS[name]:
            expected = f"the format {_OPTIONS[name]}"
            raise ParaphraseError("P508", option=_flag(name), got=format, expected=expected)
    for name, needed in (
        ("target", "links"),
        ("source_chunks", "target_chunks"),
        ("target_chunks", "source_chunks"),
    ):
        if name in given and needed not in given:
            expected = f"{_flag(needed)} as well"
            raise ParaphraseError("P508", option=_flag(name), got=args.input, expected=expected)
    inputs = {"IN": args.input} | {_flag(name): path for name, path in given.items()}
    streams.check_different(**inputs, OUT=args.output, **{"--errors": args.errors})


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


@contextmanager
def _writer(path: str, nlp: Language) -> Iterator[Callable[[PairRecord], None]]:
    if path.endswith(".spacy"):
        with streams.docbin_writer(path) as add:
            yield lambda record: add(record_to_doc(record, nlp))
    elif path.endswith(".wa"):
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            numbers = count(1)

            def write_block(record: PairRecord) -> None:
                stream.write(record_to_wa(record, next(numbers)))

            yield write_block
    else:
        with streams.jsonl_writer(path) as write:
            yield lambda record: write(record_to_json(record))


def _read(
    args: argparse.Namespace, format: str, nlp: Language, on_error: OnError
) -> Iterator[PairRecord]:
    if format == "jacana":
        return read_jacana(args.input, on_error)
    if format == "multimwa":
        return read_multimwa(args.input, on_error)
    if format == "ists":
        return read_ists(args.input, args.source_chunks, args.target_chunks, on_error)
    if format == "daeso":
        return read_daeso(args.input, on_error)
    if format == "pharaoh":
        paths = [path for path in (args.input, args.target, args.links) if path is not None]
        return read_pharaoh(*paths, on_error=on_error)
    if format == "table":
        return read_table(args.input, nlp, on_error)
    if format == "nli":
        return read_nli(args.input, nlp, on_error)
    if format == "jsonl":
        return read_jsonl(args.input, nlp, on_error)
    return read_docbin(args.input, nlp, on_error)
