"""Extensions of Docs and Spans, views over what components store, and how results show themselves.

What is viewed, and who shows it, is registered by the modules above: this one imports none of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

from spacy.tokens import Doc, Span

from .errors import ParaphraseError

PREFIX = os.environ.get("SPACY_PARAPHRASE_PREFIX", "")


class View(NamedTuple):
    """Getter and setter of an extension, functions that worker processes find by name; of what."""

    getter: Callable[[Any], Any]
    setter: Callable[[Any, Any], None] | None
    of: type[Doc] | type[Span]


_VIEWS: dict[str, View] = {}
# How a result is put into words or drawn, by what is asked for: "explain", "alignment svg", …
PRESENTERS: dict[str, Callable[[Any], Any]] = {}


def register_view(
    name: str,
    getter: Callable[[Any], Any],
    setter: Callable[[Any, Any], None] | None = None,
    of: type[Doc] | type[Span] = Doc,
) -> None:
    """Make something an extension of Docs, or of Spans, at the next `install`."""
    _VIEWS[name] = View(getter, setter, of)


def install() -> None:
    """Set the extensions, once; every component and every way to make a pair calls it.

    The environment variable SPACY_PARAPHRASE_PREFIX goes before every name.

    Raises:
        ParaphraseError: P009 if another package has taken a name.
    """
    for name in clashes():
        raise ParaphraseError("P009", name=name)
    for name, view in _VIEWS.items():
        if not view.of.has_extension(PREFIX + name):
            view.of.set_extension(PREFIX + name, getter=view.getter, setter=view.setter)


def clashes() -> list[str]:
    """Return the names of ours that another package has taken."""
    return [
        name
        for name, view in _VIEWS.items()
        if view.of.has_extension(PREFIX + name)
        and view.of.get_extension(PREFIX + name)[2] != view.getter
    ]
