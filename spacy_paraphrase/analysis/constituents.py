"""The constituents of a side: the subtrees of its words, with their roles and properties.

The properties are obligatoriness, parentheticals, punctuation, coordination and other possible
attachments. The attachment of prepositional phrases, clauses and conjuncts is ambiguous ("saw (the
man) with the dog", "saw (the man with the dog)"), so two phrases do not differ in a word that
belongs to both in some parse.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("Ann, a nurse, met Ben and Eva.", "Ann met Ben.")
>>> ann, nurse, ben, eva = (analyse(sentences(doc)[0]).constituents[i] for i in (0, 3, 6, 8))
>>> ann.tokens, ann.role, ann.parenthetical, nurse.tokens, nurse.parenthetical, nurse.punctuation
((0, 1, 2, 3, 4), 'subject', False, (2, 3), True, (1, 4))
>>> ann.obligatory > 0.9 > 0.1 > nurse.obligatory, ben.members, eva.members
(True, (8,), (6,))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..jobs.arrays import BoolArray
from . import roles as r
from .syntax import Syntax
from .valency import need

# Enclosing marks, the closing one by the opening one; the same mark may open and close.
BRACKETS = {"(": ")", "[": "]", "{": "}"}
PAIRS = BRACKETS | {"“": "”", "«": "»", '"': '"', "``": "''"}
# Marks that set off a phrase on either side; marks that end a sentence or a part of it.
SEPARATORS = frozenset((",", ";", "-", "--", "---", "–", "—"))
ENDS = frozenset((".", "!", "?", "…", "...", ";", ":"))
# Roles of words whose attachment may be ambiguous.
_FREE = frozenset(
    (
        *(r.PREPOSITION, r.AGENT, r.ADVERBIAL_CLAUSE, r.ADVERBIAL_NOUN, r.ADVERB, r.APPOSITION),
        *(r.RELATIVE_CLAUSE, r.NOUN_CLAUSE, r.CONJUNCT, r.CONJUNCTION),
    )
)
# Parts of speech of the words that they may depend on.
_HEADS = frozenset(("NOUN", "PROPN", "PRON", "NUM", "VERB", "ADJ", "ADV"))
# Roles of words that marks may set off; an adjective only after its noun: "a man, tall and pale,".
_ASIDES = _FREE - {r.CONJUNCT, r.CONJUNCTION} | {r.PARATAXIS, r.ADJECTIVE, r.OTHER}

# First and last token of a contiguous phrase, without marks at its edges.
Span = tuple[int, int]


@dataclass(frozen=True)
class Constituent:
    """A word with all that depends on it.

    Attributes:
        head: Its head word.
        tokens: Its yield: the head and all words below it, in order.
        role: The role of the head, one of `roles`; "" without a parse.
        above: The head of the constituent that it is a part of, -1 for a root.
        obligatory: The probability that a word like the one above has such a dependent, 0 to 1,
            counted in text (`valency`); 1 for a root.
        parenthetical: Whether marks set it off as an aside.
        punctuation: The marks that belong to it: those that set it off or enclose it, the comma
            before a conjunct, the final mark of a sentence. No mark belongs to two constituents; in
            a row of asides each has the mark before it, and the final mark of the row belongs to
            none.
        members: The heads of the conjuncts that it is coordinated with, in order.
        sites: The heads of other phrases that it may belong to in another parse.
    """

    head: int
    tokens: tuple[int, ...]
    role: str
    above: int
    obligatory: float
    parenthetical: bool
    punctuation: tuple[int, ...]
    members: tuple[int, ...]
    sites: tuple[int, ...]


def constituents(syntax: Syntax, sites: BoolArray) -> tuple[Constituent, ...]:
    """Return the constituent of each token.

    Args:
        syntax: The tree of the side.
        sites: Which words may belong to which phrase (`attachment_sites`), shape (n, n).
    """
    n = len(syntax)
    tokens = [tuple(syntax.subtree(i)) for i in range(n)]
    spans = [_span(syntax, some) for some in tokens]
    asides = _asides(syntax, spans)
    marks = _marks(syntax, tokens, spans, asides)
    members = _members(syntax)
    elsewhere = _elsewhere(syntax, spans, sites)
    return tuple(
        Constituent(
            head=i,
            tokens=tokens[i],
            role=syntax.roles[i],
            above=syntax.heads[i],
            obligatory=need(syntax, i),
            parenthetical=i in asides,
            punctuation=tuple(sorted(marks.get(i, ()))),
            members=tuple(t for t in members[i] if t != i),
            sites=tuple(sorted(elsewhere[i])),
        )
        for i in range(n)
    )


def attachment_sites(syntax: Syntax) -> BoolArray:
    """Return which words may belong to the phrase of each word in another parse; shape (n, n).

    They form a run of constituents right after the phrase, each with a role in which attachment is
    ambiguous, so that it could depend on the head of the phrase.
    """
    n = len(syntax)
    found: BoolArray = np.zeros((n, n), dtype=np.bool_)
    # The end of the longest constituent of ambiguous attachment that begins at each word.
    reached = [-1] * n
    for i, role in enumerate(syntax.roles):
        extent = syntax.tree.extents[i]
        if role in _FREE and extent is not None and syntax.heads[i] >= 0:
            reached[extent.start] = max(reached[extent.start], extent.stop)
    for i in range(n):
        place = syntax.subtree(i)[-1] + 1
        while place < n and reached[place] >= 0:
            found[i, place : reached[place]] = True
            place = reached[place]
    return found


def _elsewhere(syntax: Syntax, spans: list[Span | None], sites: BoolArray) -> list[set[int]]:
    """Return the other possible heads of each constituent: before it, or above its own head."""
    # A word above its own head is possible if the constituent ends the phrase of its head.
    found: list[set[int]] = [set(np.flatnonzero(phrases).tolist()) for phrases in sites.T]
    for i, span in enumerate(spans):
        if span is None or syntax.roles[i] not in _FREE:
            found[i].clear()
            continue
        node = syntax.heads[i]
        while 0 <= node < span[0] and (around := spans[node]) and around[1] == span[1]:
            node = syntax.heads[node]
            found[i].add(node)
        found[i] = {t for t in found[i] if 0 <= t < span[0] and syntax.pos[t] in _HEADS}
    return found


# -- Parentheticals --------------------------------------------------------------------------------


def _is_mark(syntax: Syntax, i: int) -> bool:
    return not any(map(str.isalnum, syntax.words[i]))


def _span(syntax: Syntax, tokens: tuple[int, ...]) -> Span | None:
    """Return the span of the words of a constituent, None if they are not contiguous."""
    words = [i for i in tokens if not _is_mark(syntax, i)]
    if not words:
        return None
    inside = range(words[0], words[-1] + 1)
    own = set(tokens)
    if any(i not in own and not _is_mark(syntax, i) for i in inside):
        return None
    return words[0], words[-1]


def _asides(syntax: Syntax, spans: list[Span | None]) -> dict[int, tuple[int, int]]:
    """Return the constituents that marks set off, each with the marks before and after it."""
    # The mark is -1 at the beginning and the end of the sentence.
    found = {}
    for i, span in enumerate(spans):
        if span is not None and syntax.heads[i] >= 0 and _may_be_aside(syntax, i, span):
            marks = _around(syntax, span)
            if marks is not None:
                found[i] = marks
    return found


def _may_be_aside(syntax: Syntax, i: int, span: Span) -> bool:
    if syntax.roles[i] == r.ADJECTIVE:
        return syntax.heads[i] < span[0]
    if syntax.roles[i] in _ASIDES:
        return True
    return span[0] > 0 and syntax.words[span[0] - 1] in BRACKETS


def _around(syntax: Syntax, span: Span) -> tuple[int, int] | None:
    """Return the marks that set off a span, None if it is not set off."""
    before, behind = span[0] - 1, span[1] + 1
    # The beginning and the end of the text count as a final mark.
    left = syntax.words[before] if before >= 0 else "."
    right = syntax.words[behind] if behind < len(syntax) else "."
    if left in PAIRS:
        return (before, behind) if behind < len(syntax) and right == PAIRS[left] else None
    opens, closes = left in SEPARATORS, right in SEPARATORS
    set_off = (opens or left in ENDS) and (closes or right in ENDS) and (opens or closes)
    return ((before if opens else -1), (behind if closes else -1)) if set_off else None


# -- Which marks belong to which constituent -------------------------------------------------------


def _marks(
    syntax: Syntax,
    tokens: list[tuple[int, ...]],
    spans: list[Span | None],
    asides: Mapping[int, tuple[int, int]],
) -> dict[int, set[int]]:
    """Return the marks of each constituent that has any; none belongs to two of them."""
    wanted = [*_around_pairs(syntax, spans), *_around_asides(spans, asides)]
    wanted += _before_conjuncts(syntax, spans) + _at_the_end(syntax, tokens)
    taken: set[int] = set()
    found: dict[int, set[int]] = {}
    for i, marks in wanted:
        free = [mark for mark in marks if mark not in taken]
        taken.update(free)
        if free:
            found.setdefault(i, set()).update(free)
    return found


def _around_pairs(syntax: Syntax, spans: list[Span | None]) -> list[tuple[int, list[int]]]:
    """Return brackets and quotation marks around the largest constituent that they enclose."""
    deepest_first = sorted(range(len(spans)), key=lambda i: syntax.depths[i], reverse=True)
    largest = {spans[i]: i for i in deepest_first}
    found: list[tuple[int, list[int]]] = []
    opened: list[int] = []
    for k, text in enumerate(syntax.words):
        if opened and text == PAIRS[syntax.words[opened[-1]]]:
            first = opened.pop()
            inside = [t for t in range(first + 1, k) if not _is_mark(syntax, t)]
            enclosed = largest.get((inside[0], inside[-1])) if inside else None
            if enclosed is not None:
                found.append((enclosed, [first, k]))
        elif text in PAIRS:
            opened.append(k)
    return found


def _around_asides(
    spans: list[Span | None], asides: Mapping[int, tuple[int, int]]
) -> list[tuple[int, list[int]]]:
    """Return the marks of asides, larger asides first; in a row each has the mark before it."""
    # In a row at the beginning of a sentence, each aside has the mark after it.
    closing = {marks[1]: i for i, marks in asides.items() if marks[1] >= 0}
    opening = {marks[0] for marks in asides.values() if marks[0] >= 0}
    found = []
    for i, (before, behind) in asides.items():
        first = i
        while (earlier := closing.get(asides[first][0])) is not None and earlier != first:
            first = earlier
        alone = first == i and behind not in opening
        initial = asides[first][0] < 0
        marks = [before, behind] if alone else [behind if initial else before]
        found.append((i, [mark for mark in marks if mark >= 0]))
    sizes = {i: span[1] - span[0] for i, span in enumerate(spans) if span is not None}
    return sorted(found, key=lambda item: -sizes[item[0]])


def _before_conjuncts(syntax: Syntax, spans: list[Span | None]) -> list[tuple[int, list[int]]]:
    """Return the comma before each conjunct, or before the conjunction that joins it."""
    found = []
    for i, span in enumerate(spans):
        if syntax.roles[i] == r.CONJUNCT and span is not None:
            before = span[0] - 1
            while before > 0 and syntax.roles[before] == r.CONJUNCTION:
                before -= 1
            if before > 0 and syntax.words[before] in SEPARATORS:
                found.append((i, [before]))
    return found


def _at_the_end(syntax: Syntax, tokens: list[tuple[int, ...]]) -> list[tuple[int, list[int]]]:
    found = []
    for i, some in enumerate(tokens):
        if syntax.heads[i] < 0:
            last = max((t for t in some if not _is_mark(syntax, t)), default=-1)
            found.append((i, [t for t in some if t > last]))
    return found


def _members(syntax: Syntax) -> list[list[int]]:
    """Return all conjuncts of the coordination that each word is in, including the word."""
    groups: dict[int, list[int]] = {}
    for i in range(len(syntax)):
        groups.setdefault(syntax.first_conjunct(i), []).append(i)
    return [groups[syntax.first_conjunct(i)] for i in range(len(syntax))]
