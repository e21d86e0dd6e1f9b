"""Sets of words, written as text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of a text.

    Example:
        >>> sorted(words("may might"))
        ['may', 'might']
    """
    return frozenset(text.split())
