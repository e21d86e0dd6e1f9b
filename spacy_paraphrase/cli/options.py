"""What all modules of commands share: how options are declared, and those that many take.

An argument or option that names a file says what a run does with it. Before a command begins, all
files that it reads and writes are held against each other, and what it writes is locked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

import typer
from typer.core import TyperCommand

from ..lines import STANDARD
from ..paths import Named, check_apart, claimed

if TYPE_CHECKING:
    from ..readers.columns import Columns

Run = TypeVar("Run", bound=Callable[..., int])
_MOST_PROCESSES = 1024
_DECLARED = "spacy_paraphrase.files"

# Without markup, help and errors are plain text whether typer finds `rich` or not.
PLAIN: dict[str, Any] = {
    "rich_markup_mode": None,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class Uses(NamedTuple):
    """What a run reads and what it writes because of one argument or option.

    Attributes:
        read: Uses and folders that it reads.
        written: Uses and folders that it writes.
        locked: What no other run may write meanwhile.
    """

    read: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()


# Tells the files of a path, by the path and by what else the command was given.
Use: TypeAlias = Callable[[str, Mapping[str, Any]], Uses]


def reads(path: str, given: Mapping[str, Any]) -> Uses:
    """Return the files of a path that is read."""
    return Uses(read=(path,))


def bounds(path: str, given: Mapping[str, Any]) -> Uses:
    """Return the files of a folder that only bounds what is read: none by itself."""
    return Uses()


def writes(path: str, given: Mapping[str, Any]) -> Uses:
    """Return the files of a path that is written."""
    return Uses(written=(path,), locked=(path,))


def loads(path: str, given: Mapping[str, Any]) -> Uses:
    """Return the files of a pipeline, whose name may be a path; "en" is none."""
    return Uses(read=() if path == "en" else (path,))


class Command(TyperCommand):
    """A command whose files are held against each other before it begins."""

    def invoke(self, ctx: Any) -> Any:
        """Run it, while nobody else writes what it writes."""
        read: list[Named] = []
        written: list[Named] = []
        locked: list[str] = []
        for name, value, use in ctx.meta.get(_DECLARED, ()):
            for path in _paths(value):
                files = use(path, ctx.params)
                read += [(name, each) for each in files.read]
                written += [(name, each) for each in files.written]
                locked += files.locked
        check_apart(read, written)
        with claimed(locked):
            return super().invoke(ctx)


def _paths(value: Any) -> Iterator[str]:
    """Yield the paths of a value, of which there may be none or several."""
    for path in value if isinstance(value, list | tuple) else [value]:
        if path is not None and str(path) != STANDARD:
            yield str(path)


class App(typer.Typer):
    """Commands, or a group of them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**PLAIN, **settings)

    def command(  # type: ignore[override]
        self, name: str | None = None, *, cls: type[Command] = Command, **settings: Any
    ) -> Callable[[Run], Run]:
        """Return what makes a command of a function."""
        return super().command(name, cls=cls, **settings)


def _declaring(use: Use | None) -> Any:
    """Return the callback of a parameter that keeps what its value is for."""
    if use is None:
        return None

    def declare(ctx: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
        is_option = param.opts[0].startswith("-")
        name = param.opts[0] if is_option else (param.metavar or "").rstrip(".").strip("[]")
        ctx.meta.setdefault(_DECLARED, []).append((name, value, use))
        return value

    return declare


def examples(*commands: str) -> str:
    r"""Return the end of a help text; after a line of "\b" its lines are left as they are."""
    lines = "".join(f"\n  {command}" for command in commands)
    return f"\b\nexample{'s' if len(commands) > 1 else ''}:{lines}"


def option(metavar: str, help: str, use: Use | None = None, **more: Any) -> Any:
    """Return an option whose value is called so in the help; `use` is that of a path."""
    more.setdefault("callback", _declaring(use))
    return typer.Option(metavar=metavar, help=help, **more)


def argument(metavar: str, help: str, use: Use | None = None) -> Any:
    """Return an argument that is called so in the help; `use` is that of a path."""
    return typer.Argument(metavar=metavar, help=help, callback=_declaring(use))


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


Model = Annotated[str, option("NAME", "name or path of the pipeline", loads)]
Tier = Annotated[
    Literal["fast", "accurate"] | None,
    typer.Option(
        help="accurate reads all with an encoder besides (the default where it can run, "
        "extra: en); fast does without, for millions of pairs"
    ),
]
Processes = Annotated[int, option("N", "processes; -1: one per core", callback=processes)]
Errors = Annotated[str | None, option("FILE", "JSONL file for lines that failed", writes)]
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
