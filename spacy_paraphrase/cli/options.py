"""What several modules of commands share: how options are declared, and those that many take."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..readers.columns import Columns

_MOST_PROCESSES = 1024

# Without markup, help and errors are plain text whether typer finds `rich` or not.
PLAIN: dict[str, Any] = {
    "rich_markup_mode": None,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


def examples(*commands: str) -> str:
    r"""Return the end of a help text; after a line of "\b" its lines are left as they are."""
    lines = "".join(f"\n  {command}" for command in commands)
    return f"\b\nexample{'s' if len(commands) > 1 else ''}:{lines}"


def option(metavar: str, help: str, **more: Any) -> Any:
    """Return an option whose value is called so in the help."""
    return typer.Option(metavar=metavar, help=help, **more)


def argument(metavar: str, help: str) -> Any:
    """Return an argument that is called so in the help."""
    return typer.Argument(metavar=metavar, help=help)


def columns_of(
    source: str | None, target: str | None, names: str | None, labels: Any = None
) -> Columns | None:
    """Return what is said of columns, None if nothing is."""
    from ..readers.columns import Columns

    said = Columns(source, target, tuple(names.split(",")) if names else (), labels)
    return said if said != Columns() else None


def processes(number: int) -> int:
    """Return the number of processes, that of cores for -1."""
    if number == -1:
        return os.cpu_count() or 1
    if not 1 <= number <= _MOST_PROCESSES:
        raise typer.BadParameter(f"{number} is none of 1 to {_MOST_PROCESSES}, nor -1")
    return number


Model = Annotated[str, option("NAME", "name or path of the pipeline")]
Processes = Annotated[int, option("N", "processes; -1: one per core", callback=processes)]
Errors = Annotated[str | None, option("FILE", "JSONL file for lines that failed")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with an interrupted OUT")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="no progress bar, and no summary at the end")
]
SourceColumn = Annotated[
    str | None, option("NAME", "column or key of the source (default: told by its name)")
]
TargetColumn = Annotated[str | None, option("NAME", "column or key of the target")]
ColumnNames = Annotated[
    str | None,
    option("LIST", "names of all columns, with commas between them, of a table without header"),
]
