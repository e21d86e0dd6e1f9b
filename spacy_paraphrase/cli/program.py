"""The program: the order of commands in its help, and exit statuses.

The commands are defined in `commands`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from typer.core import TyperGroup

from ..errors import ParaphraseError

PROGRAM = "spacy-paraphrase"
_BROKEN_PIPE, _MISUSED = 141, 2
# What errors say that the command line itself is wrong.
_WRONG_USE = frozenset(("P508", "P517"))


# The headings of the help, and the commands below each: first those that a newcomer needs.
HEADINGS = {
    "Compare and merge": (
        *("demo", "align", "fuse", "score", "rewrite", "texts", "support"),
        *("group", "dedupe", "view"),
    ),
    "Many texts": ("summarize", "retrieve", "space"),
    "Files of pairs": ("convert", "debug-data", "render", "evaluate", "agree", "learn"),
    "Paraphrases and lexical data": ("mine", "table", "resources"),
}


class Commands(TyperGroup):
    """All commands: what one returns is the exit status, and its errors are told in a line."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return [name for names in HEADINGS.values() for name in names]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands below their headings."""
        width = max(map(len, self.list_commands(ctx)))
        for heading, names in HEADINGS.items():
            with formatter.section(heading):
                rows = [(name, self.commands[name].get_short_help_str(120)) for name in names]
                formatter.write_dl([(name.ljust(width), text) for name, text in rows])

    def invoke(self, ctx: Any) -> None:
        """Run the command that was asked for, and end."""
        ctx.exit(_status(lambda: super(Commands, self).invoke(ctx)))


def _status(command: Callable[[], int]) -> int:
    try:
        status = command()
        sys.stdout.flush()
        return status
    except ParaphraseError as error:
        _tell(error)
        return _MISUSED if error.code in _WRONG_USE else 1
    except BrokenPipeError:
        # Whoever read our output has gone. Python flushes standard output once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except OSError as error:
        reason = error.strerror or str(error)
        known = error.filename is not None
        path = f"The file {error.filename!r}" if known else "A file that the system does not name"
        _tell(ParaphraseError("P507", path=path, reason=reason))
    return 1


def _tell(error: ParaphraseError) -> None:
    from ..render.markup import clean

    sys.stderr.write(f"{clean(str(error))}\n")
