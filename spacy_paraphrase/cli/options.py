"""Declaration of options, and options shared by many commands.

An argument or option for a file declares how the file is used. Before a command begins, the files
that it reads and writes are checked against each other, and its outputs are locked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from inspect import Parameter, Signature, cleandoc, signature
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_type_hints,
)

import typer
from typer.core import TyperCommand
from typer.main import get_command_from_info
from typer.models import CommandInfo

from ..jobs.lines import STANDARD
from ..jobs.paths import Named, check_apart, claimed
from ..pairs.extensions import found_at
from ..registry import paper

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


class Fields:
    """Stands in an annotation of a parameter: the fields of its settings are options.

    The class of the settings is imported when the options are needed.

    Args:
        place: Where the class stands, "acquire.rules:RuleSettings".
        options: By field, its option or argument. Or the first sentence that the docstring of the
            class says of it is its help, if this is only what its value is called there, "" for
            the choices, or names of a flag ("--fuse"). A field that is not named is no option.

    Example:
        >>> kind, options = Fields("acquire.rules:RuleSettings", max_literals="N").read()
        >>> options[0].name, options[0].default
        ('max_literals', 8)
    """

    def __init__(self, place: str, **options: Any) -> None:
        self.place, self.options = place, options

    def read(self) -> tuple[Any, list[Parameter]]:
        """Return the class, and a parameter of a command for each of its fields."""
        module, _, name = self.place.partition(":")
        room, _, rest = module.partition(".")
        kind = getattr(paper(rest), name) if room == "papers" else found_at(self.place)
        return kind, list(_parameters(kind, self.options))


def _parameters(kind: Any, options: Mapping[str, Any]) -> Iterator[Parameter]:
    """Yield the fields of settings as parameters of a command, with their types and defaults."""
    hints, fields = get_type_hints(kind, include_extras=True), signature(kind).parameters
    for name, said in options.items():
        if isinstance(said, str):
            help = _help_of(kind, name)
            flag = said.startswith("--")
            said = typer.Option(said, help=help) if flag else option(said or None, help)
        annotation = hints[name] if said is None else Annotated[hints[name], said]
        default = fields[name].default
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _help_of(kind: Any, field: str) -> str:
    found = re.search(rf"^    {field}: (.+?)\.?$(?!\n     )", cleandoc(kind.__doc__), re.M | re.S)
    text = " ".join(found[1].split()) if found else ""
    first = text.partition(". ")[0]
    return first[:1].lower() + first[1:]


def spread(run: Callable[..., int]) -> Callable[..., int]:
    """Return a command that takes the fields of settings as options of their own.

    Args:
        run: Takes settings: parameters of a dataclass whose fields are annotated with options, or
            annotated with `Fields`. They are made of what the command is given.
    """
    taken: list[Parameter] = []
    made: dict[str, tuple[Any, list[str]]] = {}
    for name, each in signature(run, eval_str=True).parameters.items():
        settings = [said for said in get_args(each.annotation) if isinstance(said, Fields)]
        if settings:
            kind, fields = settings[0].read()
        elif isinstance(kind := each.annotation, type) and is_dataclass(kind):
            fields = list(_parameters(kind, dict.fromkeys(signature(kind).parameters)))
        else:
            taken.append(each.replace(kind=Parameter.KEYWORD_ONLY))
            continue
        made[name] = kind, [field.name for field in fields]
        taken += fields

    def command(**given: Any) -> int:
        for name, (kind, fields) in made.items():
            given[name] = kind(**{field: given.pop(field) for field in fields})
        return run(**given)

    command.__name__, command.__doc__ = run.__name__, run.__doc__
    command.__signature__ = Signature(taken)  # type: ignore[attr-defined]
    return command


class Command(TyperCommand):
    """A command whose options are made when they are needed.

    Its files are held against each other before it begins.
    """

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters; their settings are imported at the first call."""
        run = vars(self.callback).pop("spread_later", None)
        if run is not None:
            made = get_command_from_info(
                CommandInfo(callback=spread(run)),
                pretty_exceptions_short=True,
                rich_markup_mode=None,
            )
            self.params, self.callback = made.params, made.callback
        return super().get_params(ctx)

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
        self, *shown: str, name: str | None = None, cls: type[Command] = Command
    ) -> Callable[[Run], Run]:
        """Return a decorator for a command; `shown` are examples, unlike in typer no name."""

        def decorate(run: Run) -> Run:
            def later() -> int:
                raise NotImplementedError  # `Command.get_params` puts `run` in its place

            later.__name__, later.__doc__ = run.__name__, run.__doc__
            later.spread_later = run  # type: ignore[attr-defined]
            super(App, self).command(name, cls=cls, epilog=examples(*shown))(later)
            return run

        return decorate


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


def option(metavar: str | None, help: str, use: Use | None = None, **more: Any) -> Any:
    """Return an option whose value is called so in the help; `use` is that of a path."""
    more.setdefault("callback", _declaring(use))
    return typer.Option(metavar=metavar, help=help, **more)


def argument(metavar: str, help: str, use: Use | None = None) -> Any:
    """Return an argument that is called so in the help; `use` is that of a path."""
    return typer.Argument(metavar=metavar, help=help, callback=_declaring(use))


def processes(number: int) -> int:
    """Return the number of processes, that of cores for -1."""
    if number == -1:
        return os.cpu_count() or 1
    if not 1 <= number <= _MOST_PROCESSES:
        raise typer.BadParameter(f"{number} is none of 1 to {_MOST_PROCESSES}, nor -1")
    return number


MODEL = option("NAME", "name or path of the pipeline", loads)
Model = Annotated[str, MODEL]
Tier = Annotated[
    Literal["fast", "accurate"] | None,
    typer.Option(
        help="accurate also runs an encoder over each pair (the default if it can run, "
        "extra: en); fast uses none, for millions of pairs"
    ),
]
Processes = Annotated[int, option("N", "processes; -1: one per core", callback=processes)]
Errors = Annotated[str | None, option("FILE", "JSONL file for lines that failed", writes)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="no progress bar and no summary")]
Dask = Annotated[
    str | None,
    option(
        "ADDRESS", "scheduler of a Dask cluster that sees all files; local: one for --n-process"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="write one JSON object instead of text")]


@dataclass(frozen=True)
class Running:
    """How many lines are run."""

    n_process: Processes = 1
    errors: Errors = None
    resume: Annotated[bool, typer.Option("--resume", help="continue an interrupted OUT")] = False
    quiet: Quiet = False


@dataclass(frozen=True)
class InBatches(Running):
    """How many lines are run through a pipeline."""

    batch_size: Annotated[int | None, option("N", "pairs per batch", min=1)] = None


@dataclass(frozen=True)
class OnCluster(Running):
    """How many lines are run, here or on a cluster."""

    dask: Dask = None


@dataclass(frozen=True)
class TableColumns:
    """Which columns a table has."""

    source_column: Annotated[
        str | None, option("NAME", "column or key of the source (default: detected by its name)")
    ] = None
    target_column: Annotated[str | None, option("NAME", "column or key of the target")] = None
    columns: Annotated[
        str | None,
        option("LIST", "names of all columns, separated by commas, for a table without header"),
    ] = None

    def said(self, labels: Any = None) -> Columns | None:
        """Return what is said of columns and of what labels mean, None if nothing is."""
        from ..readers.columns import Columns

        names = tuple(self.columns.split(",")) if self.columns else ()
        said = Columns(self.source_column, self.target_column, names, labels)
        return said if said != Columns() else None
