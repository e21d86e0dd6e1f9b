"""A fused sentence with every word marked by its origin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ..pairs.results import Fusion, Origin
from .markup import clean, display_width, esc, tag, text_width
from .style import COLOURS, plain_svg

From = Literal["source", "target", "both", "added"]
# For each origin: letter, colour on light, colour on dark; colour is never the only distinction.
ORIGINS: dict[From, tuple[str, str, str]] = {
    "source": ("S", *COLOURS["equals"]),
    "target": ("T", *COLOURS["specifies"]),
    "both": ("=", *COLOURS["word"]),
    "added": ("+", *COLOURS["muted"]),
}
_SIZE = 16
_LINE = 44
_WIDTH = 760


def origin_of(word: Origin) -> From:
    """Return the origin of a word; an inflected word has the origin of its lemma.

    Example:
        >>> origin_of(Origin("cat", (1,), (2,))), origin_of(Origin("and", added=True))
        ('both', 'added')
    """
    if word.source and word.target:
        return "both"
    return "source" if word.source else "target" if word.target else "added"


def fusion_to_text(fusion: Fusion, width: int = 100) -> str:
    """Write a fusion as text, with a letter below each word: S, T, = for both, + for added.

    Example:
        >>> words = (Origin("A", (0,), (0,)), Origin("cat", (1,)), Origin("naps", (), (2,)))
        >>> print(fusion_to_text(Fusion("union", "A cat naps", 1.0, words)), end="")
        union (1.00)
          A cat naps
          = S   T
    """
    if not fusion:
        return f"{fusion.kind}\n  refused: {_why(fusion)}\n"
    lines, words, marks = [f"{fusion.kind} ({fusion.score:.2f})"], " ", " "
    for word in fusion.provenance:
        text = clean(word.text)
        if display_width(words) + display_width(text) + 1 > width and words.strip():
            lines += [words, marks.rstrip()]
            words = marks = " "
        words += f" {text}"
        marks += " " + ORIGINS[origin_of(word)][0] + " " * (display_width(text) - 1)
    return "".join(f"{line}\n" for line in [*lines, words, marks.rstrip()])


def fusion_to_html(fusions: Fusion | Iterable[Fusion]) -> str:
    """Return one fusion or several as a fragment of HTML, with words coloured by their origins.

    Example:
        >>> fusion_to_html(Fusion("union", reason="too_little")).count("refused")
        1
    """
    items = [fusions] if isinstance(fusions, Fusion) else list(fusions)
    legend = (tag("span", esc(origin), class_=origin) + " " for origin in ORIGINS)
    return tag(
        "div",
        tag("style", _style()),
        tag("p", *legend, class_="origins"),
        *(tag("p", tag("b", esc(f.kind)), " ", *_html_words(f)) for f in items),
        class_="fusion",
    )


def fusion_to_svg(fusion: Fusion) -> str:
    """Return a fusion as a picture; a colour, and a letter below, show the origin of each word."""
    parts, x, y = [], 0.0, float(_SIZE)
    for word in fusion.provenance or (Origin(f"{fusion.kind} refused: {_why(fusion)}"),):
        origin = origin_of(word) if fusion else "added"
        step = text_width(word.text, _SIZE)
        if x + step > _WIDTH and x:
            x, y = 0.0, y + _LINE
        for text, below, size in ((word.text, 0, None), (ORIGINS[origin][0], 16, 10)):
            place = {"x": x + step / 2, "y": y + below, "class_": origin}
            parts.append(tag("text", esc(text), **place, font_size=size, text_anchor="middle"))
        x += step + 0.3 * _SIZE
    height = y + _LINE / 2
    label = fusion.text or f"{fusion.kind} refused"
    return plain_svg("fusion", label, _style(), parts, _WIDTH, height, _SIZE)


def _html_words(fusion: Fusion) -> list[str]:
    if not fusion:
        return [tag("span", esc(f"refused: {_why(fusion)}"), class_="added")]
    rest, parts = fusion.text, []
    for word in fusion.provenance:
        origin = origin_of(word)
        parts.append(tag("span", esc(word.text), class_=origin, title=origin))
        rest = rest[len(word.text) :]
        parts.append(" " * rest.startswith(" "))
        rest = rest.lstrip(" ")
    return parts


def _style() -> str:
    light, dark = (
        "".join(
            f".fusion .{name}{{color:{look[k]};fill:{look[k]}}}" for name, look in ORIGINS.items()
        )
        for k in (1, 2)
    )
    return (
        f".fusion{{padding:.1rem .6rem;{_ground(0)}}}{light}"
        ".fusion .source{text-decoration:underline}"
        ".fusion .target{text-decoration:underline dotted}"
        f"@media (prefers-color-scheme:dark){{.fusion{{{_ground(1)}}}{dark}}}"
    )


def _ground(k: int) -> str:
    """Return the style of the background; a page may be dark on a light system or vice versa."""
    return f"background:{COLOURS['paper'][k]};color:{COLOURS['word'][k]}"


def _why(fusion: Fusion) -> str:
    return f"{fusion.explanation} ({fusion.reason})"
