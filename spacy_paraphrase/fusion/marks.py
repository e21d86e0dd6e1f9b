"""Quotes and brackets, in pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable

PAIRS = {"(": ")", "[": "]", "{": "}"}
_QUOTES = {"“": "”", "«": "»"}
_MARKS = re.compile(r'[][(){}“”«»"]')
_SHUT = frozenset({*PAIRS.values(), *_QUOTES.values()})


def unclosed(texts: Iterable[str]) -> list[str] | None:
    """Return the marks that close what some words open and do not close.

    None if they close what they do not open. A straight quote opens and closes; words may have
    marks that a tokenizer left at them.

    Example:
        >>> unclosed(["He", "(", "a", "``baker"]), unclosed(['"', "Yes", "''"]), unclosed([")"])
        ([')', '”'], [], None)
    """
    open_: list[str] = []
    for mark in _MARKS.findall(" ".join(texts).replace("``", "“").replace("''", "”")):
        if mark == '"' and "”" in open_[-1:]:
            mark = "”"
        if mark in PAIRS:
            open_.append(PAIRS[mark])
        elif mark in _QUOTES or mark == '"':
            open_.append(_QUOTES.get(mark, "”"))
        elif mark in _SHUT and (not open_ or open_.pop() != mark):
            return None
    return open_
