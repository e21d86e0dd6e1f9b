"""Counterparts of unlinked words: words in the same syntactic position of two sides.

Two words without a link are counterparts if they depend on linked words in the same role, if linked
words depend on them in the same role, or if they are predicates of linked subjects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from . import roles as r
from .syntax import Syntax

# A source and a target token.
Cell = tuple[int, int]
# Parts of speech that count as equal.
_CLASSES = {"PROPN": "NOUN", "PRON": "NOUN", "AUX": "VERB"}


def in_same_place(source: Syntax, target: Syntax, links: Collection[Cell]) -> list[Cell]:
    """Return unlinked words in the same syntactic position on both sides, one to one, in order.

    Only content words, verbs and universal pronouns ("everybody") are considered.
    """
    free = [
        _telling(side).difference([link[k] for link in links])
        for k, side in enumerate((source, target))
    ]
    if not all(free):
        return []
    fits = sorted(
        {
            (i, j)
            for i, j in _around(source, target, links, free[0])
            if i in free[0] and j in free[1] and _match(source, i, target, j, links)
        }
    )
    counts = [Counter(pair[k] for pair in fits) for k in range(2)]
    return [pair for pair in fits if counts[0][pair[0]] == counts[1][pair[1]] == 1]


def _telling(syntax: Syntax) -> set[int]:
    everybody, rows = syntax.lang.universal_pronouns, (syntax.words, syntax.pos)
    return {
        i
        for i, (content, word, pos) in enumerate(zip(syntax.sentence.content, *rows, strict=True))
        if content or pos == "VERB" or word in everybody
    }


def _around(
    source: Syntax, target: Syntax, links: Collection[Cell], free: Collection[int]
) -> Iterator[Cell]:
    """Yield pairs of words in the same relation to a linked pair."""
    for i, j in links:
        for c in source.children(i):
            if c in free:
                role = source.role(c)[0]
                yield from ((c, d) for d in target.children(j) if target.role(d)[0] == role)
        (role, head), (role2, head2) = source.role(i), target.role(j)
        if role == role2 and source.sentence.content[i]:
            yield head, head2
        if source.roles[i] in r.SUBJECTS and target.roles[j] in r.SUBJECTS:
            yield source.predicate(source.heads[i]), target.predicate(target.heads[j])


def _match(source: Syntax, i: int, target: Syntax, j: int, links: Collection[Cell]) -> bool:
    """Return whether two words have matching word classes, and their subjects do not differ."""
    kinds = {_CLASSES.get(side.pos[t], side.pos[t]) for side, t in ((source, i), (target, j))}
    if len(kinds) > 1 and kinds != {"ADJ", "VERB"}:
        return False
    if not (source.is_predicate(i) and target.is_predicate(j)):
        return True
    subjects = source.subject(i), target.subject(j)
    return None in subjects or subjects in links
