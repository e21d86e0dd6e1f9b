"""The Doc extensions: views over what the components store."""

from __future__ import annotations

import os
from typing import Any

from spacy.tokens import Doc

from .errors import ParaphraseError

PREFIX = os.environ.get("SPACY_PARAPHRASE_PREFIX", "")


def install() -> None:
    """Set the extensions, once; every component and every way to make a pair calls it.

    The environment variable SPACY_PARAPHRASE_PREFIX goes before every name.

    Raises:
        ParaphraseError: P009 if another package has taken a name.
    """
    for name in clashes():
        raise ParaphraseError("P009", name=name)
    for name, (getter, setter) in _VIEWS.items():
        if not Doc.has_extension(PREFIX + name):
            Doc.set_extension(PREFIX + name, getter=getter, setter=setter)


def clashes() -> list[str]:
    """Return the names of ours that another package has taken."""
    return [
        name
        for name, (getter, _) in _VIEWS.items()
        if Doc.has_extension(PREFIX + name) and Doc.get_extension(PREFIX + name)[2] is not getter
    ]


# Getters are functions of this module, not lambdas: worker processes find them by name. They import
# late, because what they view imports this module.
def _get_alignment(doc: Doc) -> Any:
    from .alignment import Alignment

    return Alignment.from_doc(doc)


def _set_alignment(doc: Doc, value: Any) -> None:
    from .alignment import write_alignment

    write_alignment(doc, value)


def _get_overlap(doc: Doc) -> float:
    from .overlap import overlap

    return overlap(doc)


def _get_relation(doc: Doc) -> Any:
    from .relation import read_relation

    return read_relation(doc)


def _get_fusions(doc: Doc) -> Any:
    from .fusions import read_fusions

    return read_fusions(doc)


_VIEWS: dict[str, tuple[Any, Any]] = {
    "alignment": (_get_alignment, _set_alignment),
    "overlap": (_get_overlap, None),
    "relation": (_get_relation, None),
    "fusions": (_get_fusions, None),
}
