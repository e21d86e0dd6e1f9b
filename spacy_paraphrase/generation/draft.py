"""The draft of a fused sentence: words in order, each with its origin and its intended head."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from ..analysis.sentence import Sentence
from .graph import PairGraph


class DraftWord(NamedTuple):
    """One word of a draft.

    Attributes:
        text: The word as written.
        token: The token of the Doc that it comes from; None for an added word.
        also: Tokens of the other side that say the same.
    """

    text: str
    token: int | None = None
    also: tuple[int, ...] = ()


Wording: TypeAlias = tuple[DraftWord, ...]
COMMA = DraftWord(",")


def coordinator(graph: PairGraph) -> DraftWord:
    """Return the conjunction of a coordination; a comma if none is listed for the language."""
    return DraftWord(graph.lang.written.get("coordinator", ","))


def definite_article(graph: PairGraph) -> Wording:
    """Return the definite article; empty for a language without one."""
    return tuple(DraftWord(text) for key, text in graph.lang.written.items() if key == "definite")


@dataclass(frozen=True)
class Draft:
    """Words in order, and the intended dependencies between them.

    Attributes:
        words: The words.
        links: The intended head of each token, by its index in the Doc; a root has no entry.
        attached: The heads of the phrases inserted from the other side.
    """

    words: Wording
    links: dict[int, int]
    attached: tuple[int, ...] = ()

    @cached_property
    def positions(self) -> dict[int, int]:
        """The position of each token, in order."""
        return {word.token: k for k, word in enumerate(self.words) if word.token is not None}

    def __contains__(self, token: int) -> bool:
        return token in self.positions

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for node in self.positions:
            if node in self.links:
                found.setdefault(self.links[node], []).append(node)
        return found

    def below(self, token: int) -> list[int]:
        """Return the dependents of a token in the draft, in order."""
        return self._below.get(token, [])

    def extent(self, token: int) -> tuple[int, int]:
        """Return the first and last position of the subtree of a token."""
        places, stack = [], [token]
        while stack:
            node = stack.pop()
            places.append(self.positions[node])
            stack.extend(self.below(node))
        return min(places), max(places)

    def insert(
        self, position: int, words: Wording, links: dict[int, int], root: int | None = None
    ) -> Draft:
        """Return the draft with words inserted before a position."""
        wording = _apart((*self.words[:position], *words, *self.words[position:]))
        attached = self.attached if root is None else (*self.attached, root)
        return Draft(wording, self.links | links, attached)

    def without(self, tokens: Iterable[int]) -> Draft:
        """Return the draft without some tokens."""
        gone = set(tokens)
        return replace(self, words=tuple(w for w in self.words if w.token not in gone))


def _apart(words: Wording) -> Wording:
    """Let no word stand for a token that stands there itself."""
    own = {word.token for word in words}
    return tuple(
        word._replace(also=tuple(t for t in word.also if t not in own))
        if not own.isdisjoint(word.also)
        else word
        for word in words
    )


def draft_of(graph: PairGraph, side: Sentence, tokens: Iterable[int] | None = None) -> Draft:
    """Return a draft that is one side, or some tokens of it, without changes.

    If only a line break ends a sentence, it becomes a full stop.
    """
    chosen = range(side.start, side.end) if tokens is None else sorted(tokens)
    chosen = [i for i in chosen if not graph.is_space(i)]
    words = list(words_of(graph, chosen))
    for k in range(len(words) - 1, 0, -1):
        before, i = chosen[k - 1], chosen[k]
        ends = before < i - 1 and graph.is_space(i - 1) and graph[i].is_sent_start
        if ends and words[k - 1].text[-1:].isalnum():
            words.insert(k, DraftWord("."))
    return Draft(tuple(words), graph.links(chosen))


def words_of(graph: PairGraph, tokens: Iterable[int]) -> Wording:
    """Return tokens as words of a draft."""
    return tuple(
        DraftWord(graph.texts[i], i, (graph.aligned[i],) if i in graph.aligned else ())
        for i in tokens
    )


# -- Quotes and brackets, in pairs ---------------------------------------------------------------

PAIRS = {"(": ")", "[": "]", "{": "}"}
_QUOTES = {"“": "”", "«": "»"}
_MARKS = re.compile(r'[][(){}“”«»"]')
_SHUT = frozenset({*PAIRS.values(), *_QUOTES.values()})


def unclosed(texts: Iterable[str]) -> list[str] | None:
    """Return the closing quotes and brackets that some words lack.

    None if the words close a quote or bracket that they do not open. A straight quote can open and
    close; quotes and brackets may be part of a token.

    Example:
        >>> unclosed(["He", "(", "a", "``baker"]), unclosed(['"', "Yes", "''"]), unclosed([")"])
        ([')', '”'], [], None)
    """
    open_: list[str] = []
    for mark in chain.from_iterable(map(_marks, texts)):
        if mark == '"' and "”" in open_[-1:]:
            mark = "”"
        if mark in PAIRS:
            open_.append(PAIRS[mark])
        elif mark in _QUOTES or mark == '"':
            open_.append(_QUOTES.get(mark, "”"))
        elif mark in _SHUT and (not open_ or open_.pop() != mark):
            return None
    return open_


@lru_cache(maxsize=1 << 14)
def _marks(text: str) -> tuple[str, ...]:
    return tuple(_MARKS.findall(text.replace("``", "“").replace("''", "”")))


# -- Well-formedness: the last look at a draft before it is proposed ------------------------------

_SEPARATORS = frozenset(",;:")
_CLOSING_MARKS = frozenset({'"', "''", "”", "’", "'", ")"})
_ENDS = frozenset(".!?…") | {"..."}


def is_well_formed(graph: PairGraph, draft: Draft, base: Sentence | None = None) -> bool:
    """Return whether a draft is well-formed as a sentence.

    Args:
        graph: The pair.
        draft: The draft.
        base: The side that it is based on, whose own flaws are tolerated.
    """
    found = set(_flaws(graph, draft))
    return not found or (base is not None and found.issubset(_flaws(graph, draft_of(graph, base))))


def _flaws(graph: PairGraph, draft: Draft) -> Iterator[tuple[str, object]]:
    """Yield the flaws in the form of a draft, each with its place.

    A well-formed sentence contains its root, has every token once, pairs of quotes and brackets, no
    doubled word, no punctuation at the start but some at the end, no two marks in a row, and no
    verb with two subjects.
    """
    texts = [word.text for word in draft.words]
    if not texts or texts[0] in _SEPARATORS or not any(text[:1].isalnum() for text in texts):
        yield "start", None
    used = _used(draft)
    if len(used) > len(set(used)):
        yield "twice", None
    if texts and texts[-1][-1:] not in _ENDS and texts[-1] not in _CLOSING_MARKS:
        yield "end", None
    if unclosed(texts) != []:
        yield "pairs", None
    yield from (("stutter", pair) for pair in _stutters(draft))
    yield from _loose(graph, draft)
    if draft.links.keys() >= draft.positions.keys():
        yield "root", None


def _used(draft: Draft) -> list[int]:
    return [t for word in draft.words for t in (word.token, *word.also) if t is not None]


def _stutters(draft: Draft) -> Iterator[tuple[str, str]]:
    for one, other in zip(draft.words, draft.words[1:], strict=False):
        marks = one.text in _SEPARATORS and other.text in _SEPARATORS | _ENDS
        opened = one.text in PAIRS and not other.text[:1].isalnum()
        adjacent = one.token is not None and other.token == one.token + 1
        if marks or opened or (not adjacent and one.text.lower() == other.text.lower()):
            yield one.text, other.text


def _loose(graph: PairGraph, draft: Draft) -> Iterator[tuple[str, int]]:
    """Yield words without their head, second subjects, and prepositions without what they need."""
    subjects: set[int] = set()
    for token in draft.positions:
        head = draft.links.get(token)
        if head is not None and head not in draft:
            yield "head", token
        if head is not None and graph.is_nominal_subject(token):
            if head in subjects:
                yield "subjects", head
            subjects.add(head)
        if graph.is_preposition(token) and not (graph.is_bare(token) or draft.below(token)):
            yield "empty", token
