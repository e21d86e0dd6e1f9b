"""One door to the entries of a folder: `python -m FOLDER NAME [arguments]`.

An entry is a module with a function `main`. Its parameters are the arguments of the command: those
before `*` stand in their order, the others are options, `--name`. A default makes an argument
optional, a parameter that is False a switch; `Annotated` has the help of an argument. The docstring
of the module is the help of the command. What `main` returns is the exit status.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from spacy_paraphrase import ParaphraseError

ROOT = Path(__file__).parents[1]
# Arguments that many entries have.
Data = Annotated[Path, "folder of the corpora"]
Tier = Annotated[Literal["fast", "accurate"], "tier of the pipeline"]
Seed = Annotated[int, "seed of what is drawn"]
Pairs = Annotated[int, "number of pairs"]
Limit = Annotated[int | None, "most pairs of a corpus"]
Runs = Annotated[int, "runs of each"]
Accurate = Annotated[bool, "the accurate tier, too"]
EncoderPair = Annotated[tuple[Path, Path] | None, "folders of two encoders, for the accurate tier"]
Made = Annotated[Path | None, "what `weights judge.made_pairs` wrote"]
Base = Annotated[Path | None, "folder that `weights encoder.fetch` wrote"]
Folder = Annotated[Path, "folder for the files"]


class _Help(argparse.RawDescriptionHelpFormatter):
    """Leaves the lines of a docstring as they are, and tells the defaults."""

    def _get_help_string(self, action: argparse.Action) -> str:
        told = action.help or ""
        is_told = action.default not in (None, False, (), argparse.SUPPRESS)
        return f"{told} (default: %(default)s)".lstrip() if is_told else told


def entries(folder: Path) -> dict[str, str]:
    """Return the first line of the docstring of each entry of a folder, by its name with dots."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        module = ast.parse(path.read_text("utf-8"))
        if any(isinstance(each, ast.FunctionDef) and each.name == "main" for each in module.body):
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            found[name] = (ast.get_docstring(module) or "").partition("\n")[0]
    return found


def arguments(main: Callable[..., Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what `ArgumentParser.add_argument` takes for each parameter of a function.

    Raises:
        TypeError: A parameter has a type that is none of those known.
    """
    hints = get_type_hints(main, include_extras=True)
    for name, parameter in signature(main).parameters.items():
        is_option = parameter.kind is Parameter.KEYWORD_ONLY
        required = parameter.default is Parameter.empty
        given: dict[str, Any] = {} if required else {"default": parameter.default}
        kind, given["help"] = _described(hints[name])
        if kind is bool:
            yield _flag(name), given | {"action": "store_true"}
            continue
        if get_origin(kind) is list:
            [kind] = get_args(kind)
            given["nargs"] = "+" if required or is_option else "*"
        elif get_origin(kind) is tuple:
            kind, given["nargs"] = get_args(kind)[0], len(get_args(kind))
        elif not (required or is_option):
            given["nargs"] = "?"
        if get_origin(kind) is Literal:
            given["choices"] = get_args(kind)
            kind = type(given["choices"][0])
        if kind not in (str, int, float, Path):
            raise TypeError(f"{main.__module__}.main: {name} has the type {kind}")
        yield (
            (_flag(name), given | {"type": kind, "required": required})
            if is_option
            else (name, given | {"type": kind})
        )


def _described(kind: Any) -> tuple[Any, str]:
    """Return a type without `Annotated` and `None`, and the help of its argument."""
    told = ""
    while get_origin(kind) in (Annotated, Union, UnionType):
        if get_origin(kind) is Annotated:
            kind, told = get_args(kind)
        else:
            [kind] = (each for each in get_args(kind) if each is not NoneType)
    return kind, told


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def entry(folder: str, name: str) -> tuple[Callable[..., int | None], argparse.ArgumentParser]:
    """Return the function of an entry, and what reads its arguments."""
    module = import_module(f"{folder}.{name}")
    parser = argparse.ArgumentParser(
        f"python -m {folder} {name}", description=module.__doc__, formatter_class=_Help
    )
    for flag, given in arguments(module.main):
        parser.add_argument(flag, **given)
    return module.main, parser


def enter(folder: str, words: Sequence[str]) -> int:
    """Run an entry of a folder; without a name, list all. Return the exit status."""
    known = entries(ROOT / folder)
    name, *rest = words or ["--help"]
    if name in ("-h", "--help"):
        print(f"python -m {folder} NAME [arguments]\n")
        width = max(map(len, known))
        print(*(f"{each:{width}}  {line}" for each, line in known.items()), sep="\n")
        return 0
    if name not in known:
        print(f"{folder} has no entry {name!r}: see python -m {folder}", file=sys.stderr)
        return 2
    try:
        main, parser = entry(folder, name)
        return main(**vars(parser.parse_args(rest))) or 0
    except (FileNotFoundError, ParaphraseError) as error:
        is_file = isinstance(error, FileNotFoundError)
        path = error.filename if is_file else error.values.get("path")
        if path is None or Path(path).exists():
            raise
        print(
            f"{path} is missing. Fetch the public corpora with `python -m weasel run assets-all`, "
            "or name a folder that has them, laid out as assets/ is, with --data.",
            file=sys.stderr,
        )
        return 1
