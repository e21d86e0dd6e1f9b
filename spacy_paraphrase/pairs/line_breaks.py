"""Line breaks of a text: which are wrapped lines, and which end a sentence."""

from __future__ import annotations

import re

# All that ends a line for `str.splitlines`.
BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
# A line of at least so many characters that ends without a mark goes on in the next one.
FULL = 40
# What stands before a heading, a list item, a quoted line or the row of a table.
MARK = re.compile(r"[ \t]*(?:#{1,6}[ \t]+|[-*+•·–][ \t]+|\d{1,3}[.)][ \t]+|>[ \t]?|\|)?[ \t]*")
_ENDS = (".", "!", "?", ":", ";", "|")


def is_marked(line: str) -> bool:
    """Return whether a line is a heading, a list item, a quoted line or the row of a table."""
    mark = MARK.match(line)
    return mark is not None and mark.group().strip() != ""


def goes_on(line: str, following: str) -> bool:
    """Return whether a line is only broken, so that its sentence goes on in the following one.

    Paragraphs, headings and list items end a sentence.

    Example:
        >>> goes_on("The shop is closed", "On Monday we open again")
        False
        >>> goes_on("The shop in the street behind the station", "Market Square is closed.")
        True
    """
    if not following.strip() or is_marked(following) or line.rstrip().endswith(_ENDS):
        return False
    return len(line) >= FULL or following.lstrip()[:1].islower()
