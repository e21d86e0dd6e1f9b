"""Text and elements for SVG and HTML, escaped and well-formed."""

from __future__ import annotations

import unicodedata
from xml.sax.saxutils import escape, quoteattr

# Invisible characters that would break a line, or change the direction of the following text.
_BREAKING = {0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_NAMED = {"\n": "⏎", "\r": "␍", "\t": "⇥", "\x7f": "␡"}
_NARROW = frozenset("iljtfrI.,:;'|!()[]`´’‘ ")
_WIDE = frozenset("mwMW@%—…")


def clean(text: str) -> str:
    r"""Make control characters and other unprintable ones visible.

    The result is legal in XML and harmless on a terminal. A text that is only white space becomes
    visible, too.

    Example:
        >>> clean("a\x1b[1mb"), clean("\n"), clean("  ")
        ('a␛[1mb', '⏎', '␣␣')
    """
    if text and not text.strip(" \u00a0"):
        return "␣" * min(len(text), 8)
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(char) for char in text)


def _visible(char: str) -> str:
    code = ord(char)
    if char in _NAMED:
        return _NAMED[char]
    if code < 0x20:
        return chr(0x2400 + code)
    unprintable = 0x7F < code < 0xA0 or 0xD800 <= code < 0xE000 or 0xFDD0 <= code < 0xFDF0
    return "\ufffd" if unprintable or code & 0xFFFE == 0xFFFE or code in _BREAKING else char


def esc(text: str) -> str:
    """Return text as character data of XML or HTML."""
    return escape(clean(text)) if text else ""


def tag(name: str, /, *children: str, **attributes: str | float | None) -> str:
    """Return an element.

    Args:
        name: The name of the element.
        *children: Markup; escape text with `esc` first.
        **attributes: Values are escaped, numbers are rounded to one decimal, None is skipped. In
            names, a final underscore is removed, and other underscores become hyphens.

    Example:
        >>> tag("text", esc("R&D"), x=1.04, class_="word", text_anchor="end")
        '<text x="1" class="word" text-anchor="end">R&amp;D</text>'
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = clean(value) if isinstance(value, str) else num(value)
            parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(shown)}")
    opening = " ".join(parts)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def num(value: float) -> str:
    """Return a number with at most one decimal, the same on every platform.

    Example:
        >>> num(3), num(-0.01), num(2.25)
        ('3', '0', '2.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text_width(text: str, size: float) -> float:
    """Return an upper estimate of a text's width in a sans-serif font, in the unit of `size`.

    Example:
        >>> text_width("ill", 10) < text_width("all", 10) < text_width("日本語", 10)
        True
    """
    return size * sum(map(_em, text))


def _em(char: str) -> float:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF" or ord(char) > 0xFFFF:
        return 1.25 if ord(char) > 0xFFFF else 1.0
    if char in _NARROW:
        return 0.4
    return 0.95 if char in _WIDE else 0.72 if char.isupper() else 0.6


def display_width(text: str) -> int:
    r"""Return the number of terminal columns of a text.

    Example:
        >>> display_width("cafe\u0301"), display_width("日本")
        (4, 4)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )


def shorten(text: str, limit: int) -> str:
    """Replace the middle of a text of more than `limit` columns by "…".

    Example:
        >>> shorten("Donaudampfschifffahrt", 11)
        'Donau…fahrt'
    """
    if display_width(text) <= limit:
        return text
    head, tail = "", ""
    for first, last in zip(text, reversed(text), strict=True):
        if display_width(head + first + tail) >= limit:
            break
        head += first
        if display_width(head + last + tail) >= limit:
            break
        tail = last + tail
    return f"{head}…{tail}"


def is_rtl(text: str) -> bool:
    """Return whether most letters of a text are written from right to left.

    Example:
        >>> is_rtl("שלום world!"), is_rtl("السلام"), is_rtl("123")
        (False, True, False)
    """
    kinds = [unicodedata.bidirectional(char) for char in text]
    return sum(kind in ("R", "AL") for kind in kinds) > kinds.count("L")
