"""Count what a function of the package answers, or an expert of the aligner, and switch it off.

A function that is switched off gives the neutral answer of its kind: no, nothing, an empty list. It
is so wherever it is called from, whatever name it was imported under, in whatever table it stands:
its code object is exchanged, and all who hold the function hold the new code. Both ways are for a
process that ends afterwards: nothing is put back.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from spacy_paraphrase.components.word_pairs import WordExperts
from spacy_paraphrase.factories import EXPERTS

PACKAGE = "spacy_paraphrase"
# What a function answers that finds nothing, by what its annotation begins with.
NEUTRAL: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "bool": bool,
    "str": str,
    "int": int,
    "float": float,
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
    "Mapping": dict,
    "Sequence": tuple,
    "Collection": tuple,
    "Iterable": tuple,
    "Iterator": lambda: iter(()),
}
_TEMPLATE = (lambda *args, **kwargs: _hook(*args, **kwargs)).__code__  # type: ignore[name-defined] # noqa: F821


class NoSwitchError(Exception):
    """There is no such function, or it cannot be switched off."""


@dataclass
class Count:
    """How often something was asked, and how often its answer was not the neutral one.

    Attributes:
        calls: Calls of a function, or pairs that an expert was asked about.
        fired: Those with another answer than the neutral one.
    """

    calls: int = 0
    fired: int = 0


def function_of(name: str) -> FunctionType:
    """Return a function of the package by its dotted name, also one of a class, or a property.

    Raises:
        NoSwitchError: If there is none.

    Example:
        >>> function_of("pairs.pair.sides").__name__, function_of("sentence.Sentence.tops").__name__
        ('sides', 'tops')
    """
    parts = name.removeprefix(f"{PACKAGE}.").split(".")
    owner: Any = importlib.import_module(PACKAGE)
    while parts and isinstance(owner, ModuleType) and _is_module(f"{owner.__name__}.{parts[0]}"):
        owner = importlib.import_module(f"{owner.__name__}.{parts.pop(0)}")
    for part in parts:
        owner = vars(owner).get(part)
        if owner is None:
            break
    if (found := plain(owner)) is None:
        raise NoSwitchError(f"{PACKAGE} has no function {name}")
    return found


def plain(found: Any) -> FunctionType | None:
    """Return the function inside a property, a method of a class or a cache; None without one."""
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, cached_property):
        found = found.func
    elif isinstance(found, classmethod | staticmethod):
        found = found.__func__
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) else None


def yes_or_no(module: str) -> list[str]:
    """Return the dotted names of the functions of a module that are annotated as yes or no.

    Those that cannot be exchanged are left out.

    Raises:
        NoSwitchError: If there is no such module.
    """
    path = f"{PACKAGE}.{module.removeprefix(f'{PACKAGE}.')}"
    if not _is_module(path):
        raise NoSwitchError(f"there is no module {path}")
    found = []
    for item in vars(importlib.import_module(path)).values():
        inside = vars(item).values() if isinstance(item, type) else [item]
        functions = filter(None, map(plain, inside))
        own = [f for f in functions if f.__module__ == path and not f.__code__.co_freevars]
        found += [f for f in own if returns(f) == "bool"]
    names = (f"{path}.{f.__qualname__}".removeprefix(f"{PACKAGE}.") for f in found)
    return list(dict.fromkeys(names))


def returns(function: FunctionType) -> str:
    """Return the annotation of what a function returns, as it is written."""
    annotation = function.__annotations__.get("return", "")
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")


def neutral_of(function: FunctionType) -> Callable[[], Any]:
    """Return what makes the neutral answer of a function: None where that may be, else nothing.

    Raises:
        NoSwitchError: If the annotation does not tell.
    """
    annotation = returns(function)
    kinds = ["None"] if "None" in annotation.split(" | ") else [annotation.partition("[")[0]]
    is_of_fixed_length = annotation.startswith("tuple[") and not annotation.endswith("...]")
    if kinds[0] not in NEUTRAL or is_of_fixed_length:
        told = f"{function.__qualname__} returns {annotation or 'what is not annotated'}"
        raise NoSwitchError(f"{told}: name its neutral answer with --answer")
    return NEUTRAL[kinds[0]]


def watch(function: FunctionType, neutral: Callable[[], Any]) -> Count:
    """Have a function counted from now on; what it answers stays as it is."""
    count, usual = Count(), neutral()

    def watched(answers: Iterator[Any]) -> Iterator[Any]:
        fired = False
        for answer in answers:
            count.fired += not fired
            fired = True
            yield answer

    def counted(original: FunctionType) -> Callable[..., Any]:
        def hook(*args: Any, **kwargs: Any) -> Any:
            count.calls += 1
            answer = original(*args, **kwargs)
            if isinstance(answer, Iterator):
                return watched(answer)
            count.fired += not is_same(answer, usual)
            return answer

        return hook

    exchange(function, counted)
    return count


def switch_off(function: FunctionType, neutral: Callable[[], Any]) -> None:
    """Have a function give its neutral answer from now on."""
    exchange(function, lambda _: lambda *args, **kwargs: neutral())


def exchange(function: FunctionType, make: Callable[[FunctionType], Callable[..., Any]]) -> None:
    """Have a function do something else from now on, for all who hold it.

    Args:
        function: The function.
        make: From a copy of the function to what is done instead.

    Raises:
        NoSwitchError: For a function with names of a function around it, such as `super()`.
    """
    if function.__code__.co_freevars:
        raise NoSwitchError(f"{function.__qualname__} uses names of what is around it")
    scope = function.__globals__
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__kwdefaults__ = function.__kwdefaults__
    hook = f"_hook_{id(function)}"
    scope[hook] = make(copy)
    function.__defaults__ = function.__kwdefaults__ = None
    function.__code__ = _TEMPLATE.replace(co_names=(hook,), co_name=function.__name__)


def is_same(answer: Any, usual: Any) -> bool:
    """Return whether an answer is the usual one; all that is empty is the same."""
    if usual is None or answer is None:
        return answer is usual
    if hasattr(usual, "__len__") and hasattr(answer, "__len__") and not len(usual):
        return not len(answer)
    return bool(answer == usual)


def expert(name: str, off: bool) -> Count:
    """Have an expert of the aligner counted from now on, and if wanted hold nothing for similar.

    It stays among the experts, since the network knows its features: they are all 0. What is asked
    of WordNet besides the expert stays as it is.
    """
    count, opinions = Count(), WordExperts.opinions

    def watched(self: WordExperts, pairs: Sequence[Any]) -> dict[str, Any]:
        found = opinions(self, pairs)
        if name in found:
            ends = np.cumsum([len(source) * len(target) for source, target in pairs])
            count.calls += len(pairs)
            count.fired += sum(bool(some.any()) for some in np.split(found[name], ends[:-1]))
            if off:
                found[name] = np.zeros_like(found[name])
        return found

    WordExperts.opinions = watched  # type: ignore[method-assign]
    return count


def is_expert(name: str) -> bool:
    """Return whether a name is that of an expert of the aligner."""
    return name in EXPERTS


def _is_module(path: str) -> bool:
    try:
        return importlib.util.find_spec(path) is not None
    except ModuleNotFoundError:  # what is before the last dot is no package
        return False
