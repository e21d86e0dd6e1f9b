"""Prepositions of one word or several, and what stands behind them.

"Because of", "in front of" and "next to" are one preposition each, whatever a parser makes of their
words; of two in a row ("from behind the house") both are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from . import roles as r
from .syntax import Syntax


class Phrase(NamedTuple):
    """A word behind a preposition.

    Attributes:
        top: The token of the preposition that depends on what the phrase belongs to.
        name: The preposition, in lower case.
        object: What stands behind it; of a clause its highest token.
    """

    top: int
    name: str
    object: int


class Prepositions:
    """The prepositions of a side.

    Args:
        syntax: The side.
    """

    def __init__(self, syntax: Syntax) -> None:
        self._syntax = syntax
        # The tokens of the preposition of several words that a token is a part of.
        self._several: dict[int, range] = {}
        words, phrases = syntax.words, syntax.lang.compound_prepositions
        lasts = {phrase[-1] for phrase in phrases}
        for end in range(1, len(words) + 1):
            # "Due to sail" ends in a particle.
            ends = words[end - 1] in lasts and syntax.pos[end - 1] in ("ADP", "SCONJ")
            for phrase in phrases if ends else ():
                start = end - len(phrase)
                if start >= 0 and tuple(words[start:end]) == phrase:
                    self._several |= dict.fromkeys(range(start, end), range(start, end))

    def is_part(self, i: int) -> bool:
        """Return whether a word is a part of a preposition of several words."""
        return i in self._several

    def opens(self, i: int) -> bool:
        """Return whether a word is a preposition, or a part of one, that opens a phrase."""
        role = self._syntax.roles[i]
        if role == r.RECIPIENT:
            return self._syntax.pos[i] == "ADP"
        return role in (r.PREPOSITION, r.AGENT) or i in self._several

    def phrases(self, node: int) -> Iterator[Phrase]:
        """Yield what stands behind the prepositions that depend on a word, in order."""
        seen: set[int] = set()
        for c in self._syntax.children(node):
            if c not in seen and self.opens(c) and node not in self._several.get(c, ()):
                seen.update(self._several.get(c, ()))
                yield from self._behind(c)

    def _behind(self, top: int) -> Iterator[Phrase]:
        """Yield what stands behind a preposition; behind two in a row, by the names of both."""
        roles, pos, words = self._syntax.roles, self._syntax.pos, self._syntax.words
        open_ones, seen = [(top, "")], {top}
        for token, before in open_ones:
            inside = self._several.get(token, range(token, token + 1))
            seen.update(inside)
            name = f"{before} {' '.join(words[inside.start : inside.stop])}".strip()
            for c in (c for t in inside for c in self._syntax.children(t) if c not in seen):
                seen.add(c)
                bare = roles[c] == r.PREPOSITIONAL_CLAUSE and pos[c] in ("ADP", "SCONJ")
                if bare or roles[c] == r.PREPOSITION:
                    open_ones.append((c, name))
                elif roles[c] in (r.PREPOSITIONAL_OBJECT, r.PREPOSITIONAL_CLAUSE):
                    yield Phrase(top, name, c)
