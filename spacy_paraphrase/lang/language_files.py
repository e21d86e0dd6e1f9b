"""The TOML file of a language: its location, and its conversion to `LanguageData`.

A file stands in this folder, or in another package that names it by an entry point of the group
`spacy_paraphrase_languages`: the name is the code of the language, the value a package that holds
`<code>.toml`.

The tables of a file only sort its fields; a table with the name of a field is the value of it. An
array stands for a set or a sequence, as the field has it; words that belong together may be one
text: `"rather than"`. A mapping is a table or, where that would be long, an array of pairs:
`[["twice", 2], ["thrice", 3]]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

from ..errors import ParaphraseError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent
GROUP = "spacy_paraphrase_languages"
# How a value of a file becomes the value of a field.
_Reader = Callable[[Any], Any]


def find_file(code: str) -> Traversable | None:
    """Return the file of a language, one of this package before those of others; None without one.

    Args:
        code: The code of the language, as in `nlp.lang`.

    Raises:
        ParaphraseError: P035 if an entry point names a package that cannot be imported.
    """
    path = FOLDER / f"{code}.toml"
    if code.isidentifier() and path.is_file():
        return path
    for point in entry_points(group=GROUP, name=code):
        try:
            return files(point.value) / f"{code}.toml"
        except ImportError as error:
            expected = f"an entry point of {GROUP} whose value is a package with this file"
            place = f"{point.value}/{code}.toml"
            raise ParaphraseError("P035", path=place, got=str(error), expected=expected) from error
    return None


def known_codes() -> list[str]:
    """Return the codes of all languages that have a file.

    Example:
        >>> "en" in known_codes()
        True
    """
    others = (point.name for point in entry_points(group=GROUP))
    return sorted({*(path.stem for path in FOLDER.glob("*.toml")), *others})


def read_fields(path: Traversable, owner: type) -> dict[str, Any]:
    """Return the fields that a file gives, each in the type that it has in a dataclass.

    Args:
        path: The file.
        owner: The dataclass, whose annotations are no text.

    Raises:
        ParaphraseError: P035 if the file cannot be read, names a field that there is not, or one
            twice, or if a value is of another type.
    """
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ParaphraseError("P035", path=str(path), got=str(error), expected="TOML") from error
    kinds: dict[str, Any] = {field.name: field.type for field in fields(owner)}
    found: dict[str, Any] = {}
    for name, value in _fields(tables, kinds):
        if name not in kinds or name in found:
            got = f"a field {name!r} {'twice' if name in found else 'that there is not'}"
            raise ParaphraseError("P035", path=str(path), got=got, expected="other names")
        try:
            found[name] = _reader(kinds[name])(value)
        except (TypeError, ValueError) as error:
            got = f"{error} in {name!r}"
            raise ParaphraseError("P035", path=str(path), got=got, expected=kinds[name]) from error
    return found


def _fields(tables: dict[str, Any], known: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of all tables."""
    for name, value in tables.items():
        if name in known or not isinstance(value, dict):
            yield name, value
        else:
            yield from value.items()


@cache
def _reader(kind: Any) -> _Reader:
    """Return what reads values of a type: a plain one, a set, a tuple, a mapping."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is None:
        return lambda value: _plain(value, kind)
    readers = [_reader(each) for each in inner if each is not Ellipsis]
    if origin is Mapping:
        return lambda value: {readers[0](k): readers[1](v) for k, v in _pairs(value)}
    if origin is tuple and Ellipsis not in inner:
        return lambda value: tuple(
            read(each) for read, each in zip(readers, _several(value), strict=True)
        )
    return lambda value: origin(map(readers[0], _several(value)))


def _plain(value: Any, kind: type) -> Any:
    if type(value) is kind or (kind is float and type(value) is int):
        return value
    raise TypeError(f"{value!r}")


def _several(value: Any) -> list[Any]:
    """Return the items of an array; of a text the words."""
    if isinstance(value, list | str):
        return value.split() if isinstance(value, str) else value
    raise TypeError(f"{value!r}")


def _pairs(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield keys and values of a table or of an array of pairs."""
    for pair in value.items() if isinstance(value, dict) else _several(value):
        key, item = pair
        yield key, item
