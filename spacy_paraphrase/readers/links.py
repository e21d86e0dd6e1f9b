"""Words and links written on a line: what the formats for word alignments share."""

from __future__ import annotations

import re

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers.records import IndexPair, Place

# ASCII only: a no-break space belongs to its word ("10 000").
_WORD = re.compile(r"\S+", re.ASCII)
_LINK = re.compile(r"(\??)([0-9]{1,9})([-p?])([0-9]{1,9})")


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that has blanks between all of them."""
    return tuple(_WORD.findall(text))


def parse_links(
    place: Place, text: str, marks: bool = False
) -> tuple[list[IndexPair], list[IndexPair]]:
    """Return sure and possible links of a text like "0-0 1-1 1p2".

    Args:
        place: Where the text stands.
        text: The links, blanks between them.
        marks: Whether "1p2", "1?2" and "?1-2" are allowed, links that are only possible.

    Raises:
        ParaphraseError: P102 if anything else stands in the text.
    """
    sure: list[IndexPair] = []
    possible: list[IndexPair] = []
    for item in text.split():
        match = _LINK.fullmatch(item)
        if match is None or ((match[1] or match[3] != "-") and not marks):
            expected = 'links such as "0-0 1-2"'
            if marks:
                expected += ' ("1p2", "1?2" or "?1-2" for one that is only possible)'
            got = f"the link {item[:80]!r}"
            raise ParaphraseError("P102", place=place, got=got, expected=expected)
        links = possible if match[1] or match[3] != "-" else sure
        links.append((int(match[2]), int(match[4])))
    return sure, possible
