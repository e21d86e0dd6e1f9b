"""A sentence in the making: words in order, each with where it comes from and its intended head."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from spacy.tokens import Span

from .graph import PairGraph


@dataclass(frozen=True)
class Word:
    """One word of a draft.

    Attributes:
        text: As it is to be written.
        token: The token of the Doc it stands for; None for an added word.
        also: Tokens of the other side that say the same.
    """

    text: str
    token: int | None = None
    also: tuple[int, ...] = ()


@dataclass(frozen=True)
class Draft:
    """Words in order, and the intended dependencies between them.

    Attributes:
        words: The words.
        heads: Intended head of each token of the draft, by its index in the Doc; a root has none.
        attached: Tokens that head what was put in from the other side.
    """

    words: tuple[Word, ...]
    heads: dict[int, int]
    attached: tuple[int, ...] = ()
    positions: dict[int, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self.positions.update(
            (word.token, k) for k, word in enumerate(self.words) if word.token is not None
        )

    def __contains__(self, token: int) -> bool:
        return token in self.positions

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for node in self.positions:  # in order
            if node in self.heads:
                found.setdefault(self.heads[node], []).append(node)
        return found

    def children(self, token: int) -> list[int]:
        """Return the dependents of a token in the draft, in order."""
        return self._below.get(token, [])

    def extent(self, token: int) -> tuple[int, int]:
        """Return the first and last position of a token and all that depends on it."""
        places, stack = [], [token]
        while stack:
            node = stack.pop()
            places.append(self.positions[node])
            stack.extend(self.children(node))
        return min(places), max(places)

    def insert(
        self, position: int, words: Sequence[Word], heads: dict[int, int], root: int | None = None
    ) -> Draft:
        """Return the draft with words put in before a position."""
        kept = _apart((*self.words[:position], *words, *self.words[position:]))
        attached = self.attached if root is None else (*self.attached, root)
        return Draft(kept, self.heads | heads, attached)

    def without(self, tokens: Iterable[int]) -> Draft:
        """Return the draft without some tokens."""
        gone = set(tokens)
        return replace(
            self, words=tuple(w for w in self.words if w.token not in gone), positions={}
        )


def _apart(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Let no word stand for a token that stands there itself."""
    own = {word.token for word in words}
    return tuple(
        replace(word, also=tuple(t for t in word.also if t not in own))
        if not own.isdisjoint(word.also)
        else word
        for word in words
    )


def draft_of(graph: PairGraph, side: Span, tokens: Iterable[int] | None = None) -> Draft:
    """Return the draft that is one side, or some tokens of it, as it stands."""
    chosen = [t.i for t in side] if tokens is None else sorted(tokens)
    chosen = [i for i in chosen if not graph[i].is_space]
    return Draft(words_of(graph, chosen), heads_of(graph, chosen))


def words_of(graph: PairGraph, tokens: Iterable[int]) -> tuple[Word, ...]:
    """Return tokens as words of a draft."""
    return tuple(
        Word(graph[i].text, i, (graph.twin[i],) if i in graph.twin else ()) for i in tokens
    )


def heads_of(graph: PairGraph, tokens: Iterable[int]) -> dict[int, int]:
    """Return the heads that tokens have in their own sentence."""
    return {i: head for i in tokens if (head := graph.head(i)) is not None}
