"""The command line: `spacy-paraphrase COMMAND`, also `python -m spacy_paraphrase`.

`commands` defines the commands and their options; the other modules do the work, and each of them
is imported only when its command runs.
"""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Sequence

_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Args:
        argv: The command and its arguments; those of the process if None.

    Returns:
        0 if all went well, 1 after an error that ends the run, 2 for a wrong command line, 3 if
        some input lines could not be processed; 130 after Ctrl-C, and 141 if the reader of the
        output has closed the pipe, as in shells.

    Example:
        >>> main(["evaluate", "missing.jsonl", "missing.jsonl"])
        1
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that has no such character shows its code instead.
            stream.reconfigure(errors="backslashreplace")
    usual = warnings.formatwarning
    warnings.formatwarning = lambda message, *_, **__: f"{message}\n"
    try:
        # Here, since they take a while, in which one may be interrupted.
        from typer.main import get_command

        from .commands import app
        from .program import PROGRAM

        get_command(app)(args=argv, prog_name=PROGRAM)
    except SystemExit as end:  # typer always ends in one
        return int(end.code or 0)
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        warnings.formatwarning = usual
    return 0
