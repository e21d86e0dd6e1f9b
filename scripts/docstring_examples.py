"""Lets griffe, which reads the docstrings for the site, show what is under "Example:" as code."""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object


class Examples(Extension):
    """Gives the section the only name that griffe knows it by, "Examples:"."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rename the section of one docstring."""
        if obj.docstring is not None:
            obj.docstring.value = obj.docstring.value.replace("\nExample:\n", "\nExamples:\n")
