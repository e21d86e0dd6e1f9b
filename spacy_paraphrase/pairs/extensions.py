"""The `doc._` and `span._` attributes of this package, and how results are displayed.

The functions behind them are named only in the tables here. Their modules are in higher layers and
are imported when a function is first called, never by this module itself.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from spacy.tokens import Doc, Span

from ..errors import ParaphraseError

PREFIX = os.environ.get("SPACY_PARAPHRASE_PREFIX", "")


@dataclass(frozen=True)
class Later:
    """A function of this package whose module is imported only when it is called.

    Its place identifies it, and is what is pickled, so that worker processes can find it.

    Attributes:
        place: Module and name of the function, "render.svg:to_svg".

    Example:
        >>> Later("relations.lexical:is_content").place
        'relations.lexical:is_content'
    """

    place: str

    def __call__(self, *args: Any) -> Any:
        """Call the function."""
        return found_at(self.place)(*args)


@cache
def found_at(place: str) -> Any:
    """Return the object at a place of this package, "module:name"."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"spacy_paraphrase.{module}"), name)


class Extension(NamedTuple):
    """An extension attribute: its getter and setter, and the class that it extends."""

    getter: Later
    setter: Later | None = None
    of: type[Doc] | type[Span] = Doc


VIEWS = {
    "is_pair": Extension(Later("pairs.pair:is_pair")),
    "pair_data": Extension(Later("pairs.pair:read_pair_data"), Later("pairs.pair:write_pair_data")),
    "alignment": Extension(
        Later("pairs.alignment:read_alignment"), Later("pairs.alignment:write_alignment")
    ),
    "relation": Extension(Later("pairs.results:read_relation")),
    "fusions": Extension(Later("pairs.results:read_fusions")),
    "overlap": Extension(Later("lexicon.overlap:overlap")),
    "paraphrase": Extension(Later("scoring.paraphrase_view:ParaphraseView")),
    "edits": Extension(Later("generation.edits:edit_profile")),
    "rewrites": Extension(Later("generation.rewrite_results:read_rewrites")),
    "text_comparison": Extension(Later("texts.components:read_comparison")),
    "support": Extension(Later("texts.components:read_support")),
    "analysis": Extension(Later("analysis.reading:read_analysis"), of=Span),
}
# How a result is put into words or drawn, by what is asked for.
PRESENTERS = {
    "explain": Later("relations.explain:explain"),
    "summary": Later("relations.explain:summary"),
    "alignment svg": Later("render.svg:to_svg"),
    "alignment html": Later("render.notebook:alignment_to_html"),
    "relation html": Later("render.notebook:relation_to_html"),
    "edits svg": Later("render.edit_picture:edits_to_svg"),
    "fusion html": Later("render.fusion:fusion_to_html"),
}


def install() -> None:
    """Register the extensions once; all components and `make_pair` call this.

    The value of the environment variable SPACY_PARAPHRASE_PREFIX is put before every name.

    Raises:
        ParaphraseError: P009 if another package has taken a name.
    """
    for name in clashes():
        raise ParaphraseError("P009", name=name)
    for name, view in VIEWS.items():
        if _known(name, view) is not view.getter:
            # By force in place of one of this package alone, as it was before it was reloaded.
            view.of.set_extension(PREFIX + name, getter=view.getter, setter=view.setter, force=True)


def clashes() -> list[str]:
    """Return the attribute names that another package has already taken."""
    return [
        name
        for name, view in VIEWS.items()
        if view.of.has_extension(PREFIX + name) and not _is_ours(_known(name, view))
    ]


def _known(name: str, view: Extension) -> Any:
    has = view.of.has_extension(PREFIX + name)
    return view.of.get_extension(PREFIX + name)[2] if has else None


def _is_ours(getter: Any) -> bool:
    """Return whether a getter is of this module, or of what it was before it was reloaded."""
    kind = type(getter)
    return (kind.__module__, kind.__qualname__) == (Later.__module__, Later.__qualname__)
