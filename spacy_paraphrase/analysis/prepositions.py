"""Prepositions of one or several words, and their objects.

"Because of", "in front of" and "next to" are one preposition each, regardless of their parse. Two
prepositions in a row ("from behind the house") have one name made of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from ..lang import LanguageData
from . import roles as r
from .syntax import Syntax


class PrepositionalPhrase(NamedTuple):
    """A preposition and its object.

    Attributes:
        top: The token of the preposition that depends on the head of the phrase.
        name: The preposition, in lower case.
        object: The object of the preposition; for a clause, its highest token.
    """

    top: int
    name: str
    object: int


@lru_cache(maxsize=8)
def _by_last(lang: LanguageData) -> dict[str, list[tuple[str, ...]]]:
    """Return the prepositions of several words of a language, in order, by their last words."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in lang.compound_prepositions:
        found.setdefault(phrase[-1], []).append(phrase)
    return found


class Prepositions:
    """The prepositions of a side.

    Args:
        syntax: The side.
    """

    def __init__(self, syntax: Syntax) -> None:
        self._syntax = syntax
        # For each token of a preposition of several words, the tokens of the preposition.
        self._several: dict[int, range] = {}
        words, phrases = syntax.words, _by_last(syntax.lang)
        for i in [i for i, word in enumerate(words) if word in phrases]:
            # In "due to sail", "to" is a particle.
            for phrase in phrases[words[i]] if syntax.pos[i] in ("ADP", "SCONJ") else ():
                inside = range(i + 1 - len(phrase), i + 1)
                if inside.start >= 0 and tuple(words[inside.start : i + 1]) == phrase:
                    self._several |= dict.fromkeys(inside, inside)

        self._opening = {
            i
            for i, role in enumerate(syntax.roles)
            if role in (r.PREPOSITION, r.AGENT)
            or (syntax.pos[i] == "ADP" if role == r.RECIPIENT else i in self._several)
        }

    @property
    def parts(self) -> AbstractSet[int]:
        """The words that are parts of prepositions of several words."""
        return self._several.keys()

    def opens(self, i: int) -> bool:
        """Return whether a word is a preposition, or a part of one, that governs a phrase."""
        return i in self._opening

    def phrases(self, node: int) -> Iterator[PrepositionalPhrase]:
        """Yield the phrases of the prepositions that depend on a word, in order."""
        seen: set[int] = set()
        for c in self._syntax.tree.children[node]:
            if self.opens(c) and c not in seen and node not in self._several.get(c, ()):
                seen.update(self._several.get(c, ()))
                yield from self._behind(c)

    def _behind(self, top: int) -> Iterator[PrepositionalPhrase]:
        """Yield the phrases of a preposition; two in a row have the names of both."""
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
                    yield PrepositionalPhrase(top, name, c)
