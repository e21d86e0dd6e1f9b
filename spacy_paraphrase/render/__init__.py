"""Aligned pairs as pictures (SVG), pages (HTML) and plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from ..checked import checked
from ..errors import ParaphraseError
from ..pairs.alignment import LEVELS
from .edit_picture import edits_to_html, edits_to_svg, edits_to_text
from .fusion import fusion_to_html, fusion_to_svg, fusion_to_text
from .html import to_html
from .matrix import to_matrix
from .pair_view import Gold, Pair
from .svg import to_svg
from .text import to_text

__all__ = [
    "edits_to_html",
    "edits_to_svg",
    "edits_to_text",
    "fusion_to_html",
    "fusion_to_svg",
    "fusion_to_text",
    "render",
    "to_html",
    "to_matrix",
    "to_svg",
    "to_text",
]

Style: TypeAlias = Literal["svg", "html", "text", "matrix"]
_STYLES: dict[str, Callable[[Pair, Gold | None, Iterable[str]], str]] = {
    "svg": to_svg,
    "html": to_html,
    "text": to_text,
    "matrix": to_matrix,
}


@checked("style", "levels")
def render(
    pair: Pair, style: Style = "svg", gold: Gold | None = None, levels: Iterable[str] = LEVELS
) -> str:
    """Draw a pair as a picture, a page or text.

    Args:
        pair: A Doc with links, an Alignment, or the JSON object of one (`Alignment.to_json`).
        style: "svg", two trees with the links between them; "matrix", a grid, also SVG, for long
            sentences; "html", a page with picture and tables; "text", for a terminal.
        gold: The gold links, to show hits, misses and false alarms: in the forms of `pair`, or
            links, or pairs of word indices. Gold links with a score of at most 0.5 are possible
            links: not predicting them is no miss.
        levels: Which of "words", "phrases", "chunks" to draw.

    Raises:
        ParaphraseError: P400 if it is not a pair, P401 for an unknown style, P402 for unknown
            levels, P403 if the gold belongs to another pair; P004 to P006 and P010 for a damaged
            one.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> print(render(doc, "text"), end="")
        source  A cat sleeps
        target  The cat naps
        <BLANKLINE>
        not aligned
          source  A cat sleeps
          target  The cat naps
    """
    if style not in _STYLES:
        raise ParaphraseError("P401", got=style, expected=", ".join(_STYLES))
    return _STYLES[style](pair, gold, levels)
