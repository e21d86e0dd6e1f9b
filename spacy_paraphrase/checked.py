"""Type checks of arguments, fields and plain data against their type annotations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import cache, wraps
from inspect import signature
from numbers import Integral, Real
from sys import float_info
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

from .errors import ParaphraseError, not_that

Function = TypeVar("Function", bound=Callable[..., Any])
Value = TypeVar("Value")
# What may be looked at without being used up.
_READ_AGAIN = (list, tuple, set, frozenset, range, dict)
_hints = cache(get_type_hints)
# What counts as a number: those of numpy as well.
_NUMBERS: dict[Any, type] = {int: Integral, float: Real}


def checked(*names: str) -> Callable[[Function], Function]:
    """Check the arguments of a function against its type annotations at each call.

    A string does not count as a list of its letters, nor a bool as a number. The items of lists,
    arrays and similar containers are checked too, but not those of iterators.

    Args:
        names: The arguments to check; all arguments if no name is given.

    Raises:
        ParaphraseError: P029, when the function is called with an argument of another type.

    Example:
        >>> @checked("words")
        ... def count(words: list[str]) -> int:
        ...     return len(list(words))
        >>> count(["A", "cat"])
        2
        >>> count("A cat")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        spacy_paraphrase.errors.ParaphraseError: [P029] The argument words of count is 'A cat'...
    """

    def decorate(function: Function) -> Function:
        bind = signature(function).bind

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            given = bind(*args, **kwargs).arguments
            wanted = {k: given[k] for k in names or given if k in given}
            _check(function, f"of {function.__name__}", wanted)
            return function(*args, **kwargs)

        return cast("Function", call)

    return decorate


def check_fields(value: Any, *names: str) -> None:
    """Check the fields of a dataclass, or only the named ones, against their annotations.

    Raises:
        ParaphraseError: P029 for a field of another type.
    """
    fields = vars(value)
    _check(type(value), f"of {type(value).__name__}", {k: fields[k] for k in names or fields})


class SettingCheck:
    """Checks settings one by one; every failed check raises the same error code.

    The error describes the expected value in the words of the check, unless others are given.

    Args:
        code: Code of the error, whose text names "setting", "got" and "expected".
        named: Further values that its text names.

    Example:
        >>> SettingCheck("P901").flag("width", 0)
        Traceback (most recent call last):
        ...
        spacy_paraphrase.errors.ParaphraseError: [P901] The width is 0. Expected true or false.
    """

    def __init__(self, code: str, **named: Any) -> None:
        self.code, self.named = code, named

    def sound(self, setting: str, got: Any, is_sound: bool, expected: str) -> None:
        """Raise the error unless a condition holds."""
        if not is_sound:
            more = {"setting": setting, "got": got, "expected": expected}
            raise ParaphraseError(self.code, **self.named, **more)

    def one_of(
        self, setting: str, got: Any, known: Collection[Any], expected: str | None = None
    ) -> None:
        """Raise the error for a value that is not one of the choices."""
        expected = expected or f"one of {', '.join(map(str, known))}"
        plain = got is None or isinstance(got, str | int | float)  # no array, which equals in parts
        self.sound(setting, got, plain and got in tuple(known), expected)

    def flag(self, setting: str, got: Any) -> None:
        """Raise the error for a value that is not a bool."""
        self.sound(setting, got, isinstance(got, bool), "true or false")

    def whole(self, setting: str, got: Any, least: int = 1, expected: str | None = None) -> None:
        """Raise the error for a value that is not an integer, or is too small."""
        is_sound = type(got) is int and got >= least
        self.sound(setting, got, is_sound, expected or f"a whole number, {least} or more")

    def number(
        self,
        setting: str,
        got: Any,
        least: float = 0,
        most: float = float("inf"),
        expected: str | None = None,
    ) -> None:
        """Raise the error for a value that is not a number in a closed interval (bools are not)."""
        is_sound = is_number(got) and least <= got <= most
        self.sound(setting, got, is_sound, expected or f"a number, {least} or more")

    def share(self, setting: str, got: Any, expected: str = "a number from 0 to 1") -> None:
        """Raise the error for a value that is not a number from 0 to 1."""
        self.number(setting, got, 0, 1, expected)


def is_number(value: Any) -> bool:
    """Return whether a value is a number; bools do not count as numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def from_plain(kind: type[Value], data: Mapping[str, Any]) -> Value:
    """Build a dataclass or a named tuple from plain data, field by field.

    In the data, lists stand for tuples and objects for nested values; unknown keys are ignored.

    Raises:
        ValueError, TypeError: For a key that is missing, or a value of another type.
    """
    adapter = _adapter(kind)  # type: ignore[arg-type]
    return cast("Value", adapter.validate_python(dict(data)))


@cache
def _adapter(kind: Any) -> Any:
    from pydantic import TypeAdapter  # here, since it takes a while

    return TypeAdapter(kind)


def _check(owner: Any, of: str, values: Mapping[str, Any]) -> None:
    """Check values by what an owner, a function or a class, says of those names."""
    hints = _hints(owner)
    for name, value in values.items():
        if not _fits(value, hints[name]):
            expected = owner.__annotations__[name]
            raise not_that(f"The argument {name} {of}", value, expected)


def _fits(value: Any, hint: Any) -> bool:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return True
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if origin is Literal:
        return type(value) in map(type, inner)
    if hint in (None, type(None)):
        return value is None
    kind = _NUMBERS.get(origin or hint, origin or hint)
    if isinstance(value, np.ndarray) and kind in (Sequence, Collection, Iterable):
        return kind is not Collection and value.ndim > 0 and _holds(list(value), inner)
    return _is_of(value, kind, hint) and (origin is None or _holds(value, inner))


def _is_of(value: Any, kind: Any, hint: Any) -> bool:
    """Return whether a value is of a class; truth values are no numbers, nor too great ones."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        return False
    return not (hint is float and isinstance(value, int) and abs(value) > float_info.max)


def _holds(value: Any, inner: tuple[Any, ...]) -> bool:
    if isinstance(value, str | bytes | bytearray):  # no list of letters, but one of things
        return isinstance(value, str) and inner[0] is Hashable
    if len(inner) == 1 and isinstance(value, _READ_AGAIN):
        return all(_fits(each, inner[0]) for each in value)
    return True
