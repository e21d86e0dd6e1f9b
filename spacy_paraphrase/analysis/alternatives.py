"""Alternatives: the members of "or", and contrasts by "rather than" or "not … but".

"Or" is a join: a statement about one alternative entails the same statement about "one or the
other", for nouns, verbs and clauses. Each further alternative makes the statement weaker
(MacCartney and Manning 2009, *An extended model of natural logic*, IWCS, section 4).
"""

from __future__ import annotations

from collections.abc import Iterator

from . import roles as r
from .scope_extent import ALTERNATIVE, CONTRAST, Scope, subtrees, without
from .syntax import Syntax


def alternatives(syntax: Syntax, i: int) -> Iterator[Scope]:
    """Yield an operator of "or" or "nor" for each alternative; its scope is that alternative."""
    members = _members(syntax, i)
    for place, member in enumerate(members):
        own = without(syntax.subtree(member), subtrees(syntax, members[place + 1 :]))
        if place == 0:
            # Words before the first alternative (its subject, an auxiliary) belong to all of them.
            own = tuple(t for t in own if member <= t < members[1])
        scope = tuple(t for t in own if t != i and syntax.roles[t] != r.CONJUNCTION)
        others = tuple(other for other in members if other != member)
        yield Scope(i, ALTERNATIVE, scope, of=member, beside=others)


def rejected(syntax: Syntax, i: int) -> list[Scope]:
    """Return the operator of "rather than" or "instead of"; its scope is the rejected phrase."""
    before = syntax.words[max(i - 1, 0)]
    if (before, syntax.words[i]) not in syntax.lang.rejecting_pairs:
        return []
    below = [c for t in (i, i - 1) for c in syntax.children(t) if c > i]
    head = syntax.heads[i]
    beside = [c for c in syntax.children(head) if c > i] if head >= 0 else []
    for c in (*below, *beside):
        reached = syntax.subtree(c)
        if syntax.roles[c] in r.REJECTED or i + 1 in reached:
            scope = without(reached, (i - 1, i))
            return [Scope(i, CONTRAST, scope, words=(i - 1,), negative=True)]
    return []


def contrasted(syntax: Syntax, scope: tuple[int, ...], verb: int) -> tuple[int, ...]:
    """Return the scope of a negation without its contrast: "a car" of "not a car but a bicycle".

    A contrast below a verb does not deny the verb: who drank "not tea but coffee" did drink.
    """
    for i in scope:
        if syntax.words[i] in syntax.lang.exceptive_conjunctions and (
            syntax.roles[i] == r.CONJUNCTION
        ):
            first = syntax.heads[i]
            joined = [c for c in syntax.below(first, r.CONJUNCT) if c > i]
            if joined:
                outside = {i, *subtrees(syntax, joined)}
                part = first != verb and not syntax.is_verbal(first)
                inside = set(syntax.subtree(first)) if part else set(scope)
                scope = tuple([t for t in scope if t in inside and t not in outside])
    return scope


def _members(syntax: Syntax, i: int) -> list[int]:
    """Return the heads of the alternatives that a conjunction joins, in order."""
    # If the parse has no conjuncts, they are the words on both sides: "a day or two".
    heads = syntax.heads
    first = heads[i]
    while first >= 0 and syntax.roles[first] == r.CONJUNCT:
        first = heads[first]
    members = [first]
    for member in members if first >= 0 else ():
        members += syntax.below(member, r.CONJUNCT)
    if members[-1] > i > first >= 0:
        return sorted(members)
    before = [t for t in range(i) if syntax.pos[t] != "PUNCT"]
    if not before or i + 1 == len(syntax):
        return []
    behind = i + 1
    while heads[behind] > i:
        behind = heads[behind]
    return [before[-1], behind]
