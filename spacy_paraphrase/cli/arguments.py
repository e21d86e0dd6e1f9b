"""How arguments, options and help texts of commands are written."""

from __future__ import annotations

from typing import Any

import typer

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
    """Return an option that takes a value."""
    return typer.Option(metavar=metavar, help=help, **more)


def argument(metavar: str, help: str) -> Any:
    """Return an argument."""
    return typer.Argument(metavar=metavar, help=help)
