"""The command line: `spacy-paraphrase COMMAND`, one module per command.

A command's module has `HELP`, `add_arguments(parser)` and `run(args)`, which returns the exit
status: 0 all went well, 1 an error that ends the run, 2 a wrong command line, 3 some input lines
could not be processed. What is slow to import is imported inside `run`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from .. import __version__
from ..errors import ParaphraseError

COMMANDS = ("align", "fuse", "evaluate", "convert", "debug-data", "render", "demo", "resources")
_INTERRUPTED = 130
_BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Args:
        argv: The command and its arguments; those of the process if None.

    Raises:
        SystemExit: After `--help` and `--version` (status 0), on a wrong command line (2).

    Example:
        >>> main(["evaluate", "missing.jsonl", "missing.jsonl"])
        1
    """
    args = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that has no such character shows its code instead.
            stream.reconfigure(errors="backslashreplace")
    try:
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except ParaphraseError as error:
        sys.stderr.write(f"{error}\n")
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone. Python flushes standard output once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except OSError as error:
        reason = error.strerror or str(error)
        coded = ParaphraseError("P507", path=error.filename, reason=reason)
        sys.stderr.write(f"{coded}\n")
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="spacy-paraphrase",
        description="Align, relate and merge pairs of sentences.",
        epilog="Start with: spacy-paraphrase demo",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = import_module(f".{name.replace('-', '_')}", __package__)
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.HELP,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser
