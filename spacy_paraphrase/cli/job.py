"""What the commands that send pairs through a pipeline have in common."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from tqdm import tqdm

from ..errors import ParaphraseError
from . import records, streams, workers
from .pairs import Line, Runner
from .resume import skip_done
from .streams import STANDARD, Failure

SOME_FAILED = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that `run` reads."""
    parser.add_argument(
        "input",
        metavar="IN",
        help='JSONL file or - for standard input; a line is {"id": any, "source": text or [words], '
        '"target": text or [words]}, maybe with "source_chunks" and "target_chunks" '
        '([[start, end), ...] over words) and "question"',
    )
    parser.add_argument(
        "output",
        metavar="OUT",
        help="JSONL file, - for standard output, or a .spacy file (kept in memory till the end)",
    )
    parser.add_argument("--model", default="en", help="name or path of the pipeline (default: en)")
    parser.add_argument(
        "--n-process", type=_processes, default=1, metavar="N", help="processes; -1: one per core"
    )
    parser.add_argument("--batch-size", type=_positive, metavar="N", help="pairs per batch")
    parser.add_argument("--errors", metavar="FILE", help="JSONL file for lines that failed")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted OUT")


def run(
    args: argparse.Namespace,
    load: Callable[[], Language],
    to_record: Callable[[Doc, Any], dict[str, Any]] = records.to_record,
) -> int:
    """Send the pairs of the input through a pipeline and write what comes out.

    Args:
        args: What `add_arguments` asked for.
        load: Loads the pipeline.
        to_record: Makes the output record of a Doc and its id.

    Returns:
        The exit status: 3 if a line failed, else 0.

    Raises:
        ParaphraseError: P508 to P511, or what `load` raises.
        OSError: If a file cannot be read or written.
    """
    streams.check_different(IN=args.input, OUT=args.output, **{"--errors": args.errors})
    binary = args.output.endswith(".spacy")
    if args.resume and (binary or args.output == STANDARD):
        raise ParaphraseError("P508", option="--resume", got=args.output, expected="a JSONL file")
    with streams.lines_of(args.input) as numbered:
        nlp = load()
        runner = Runner(nlp, records.to_bytes if binary else to_record, args.batch_size)
        lines = _with_progress(numbered, args.input)
        failed = skip_done(runner, lines, args.output, args.errors) if args.resume else []
        writer: AbstractContextManager[Callable[[Any], None]]
        if binary:
            writer = _bytes_writer(args.output, nlp.vocab)
        else:
            writer = streams.jsonl_writer(args.output, append=args.resume)
        with writer as write, streams.failure_writer(args.errors) as report:
            if args.errors:
                for failure in failed:
                    report(failure)
            count = len(failed)
            for result in workers.run(runner, lines, args.n_process):
                if isinstance(result, Failure):
                    report(result)
                    count += 1
                else:
                    write(result)
    return SOME_FAILED if count else 0


@contextmanager
def _bytes_writer(path: str, vocab: Vocab) -> Iterator[Callable[[bytes], None]]:
    with streams.docbin_writer(path) as write:
        yield lambda data: write(Doc(vocab).from_bytes(data))


def _with_progress(lines: Iterator[Line], path: str) -> Iterator[Line]:
    """Show the lines read so far in a bar, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from lines
        return
    with tqdm(total=streams.count_lines(path), unit=" pairs") as bar:
        for number, line in lines:
            bar.update(number - bar.n)
            yield number, line


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not a positive number")
    return number


def _processes(text: str) -> int:
    return os.cpu_count() or 1 if text == "-1" else _positive(text)
