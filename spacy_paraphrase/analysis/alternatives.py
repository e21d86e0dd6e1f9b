"""Alternatives: what "or" offers, and what "rather than" or "not … but" sets against something.

"Or" is a join: what is so of one alternative is so of "one or the other", whatever the alternatives
are, nouns, verbs or clauses; adding one says less (MacCartney and Manning 2009, *An extended model
of natural logic*, IWCS, section 4).
"""

from __future__ import annotations

from collections.abc import Iterator

from .scope_extent import Operator, without
from .sentence import Sentence


def alternatives(sentence: Sentence, i: int) -> Iterator[Operator]:
    """Yield the operators of "or" or "nor": each alternative by itself, the others left out.

    Args:
        sentence: The sentence.
        i: The token of the conjunction.
    """
    members = _members(sentence, i)
    for place, member in enumerate(members):
        later = {t for other in members[place + 1 :] for t in sentence.subtree(other)}
        own = without(sentence.subtree(member), later)
        if place == 0:
            # What stands before the first one, its subject or an auxiliary, belongs to all.
            own = tuple(t for t in own if member <= t < members[1])
        scope = tuple(t for t in own if sentence.deps[t] != "cc")
        others = tuple(other for other in members if other != member)
        yield Operator(i, scope, head=member, beside=others)


def rejected(sentence: Sentence, i: int) -> list[Operator]:
    """Return the operator of "rather than" or "instead of", over what it says not to be so.

    Args:
        sentence: The sentence.
        i: The last token of such a phrase.
    """
    before = sentence.words[max(i - 1, 0)]
    if (before, sentence.words[i]) not in sentence.lang.rejecting_pairs:
        return []
    below = [c for t in (i, i - 1) for c in sentence.children(t) if c > i]
    head = sentence.heads[i]
    beside = [c for c in sentence.children(head) if c > i] if head >= 0 else []
    for c in (*below, *beside):
        if sentence.deps[c] in sentence.lang.rejected_labels or i + 1 in sentence.subtree(c):
            return [Operator(i, tuple(sentence.subtree(c)), negative=True, words=(i - 1,))]
    return []


def contrasted(sentence: Sentence, scope: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a negation reaches less what "but" sets against it: "not a car but a bicycle".

    Args:
        sentence: The sentence.
        scope: What the negation reaches.
    """
    outside: set[int] = set()
    for i in scope:
        if sentence.words[i] in sentence.lang.exceptive_conjunctions and sentence.deps[i] == "cc":
            joined = (c for c in sentence.children(sentence.heads[i]) if c > i)
            conjuncts = (c for c in joined if sentence.deps[c] == "conj")
            outside.update((i, *(t for c in conjuncts for t in sentence.subtree(c))))
    return without(scope, outside) if outside else scope


def _members(sentence: Sentence, i: int) -> list[int]:
    """Return the heads of the alternatives that a conjunction joins, in order.

    Where the parser has no conjuncts for it, these are the words on its two sides: "a day or two".
    """
    first = sentence.heads[i]
    while first >= 0 and sentence.deps[first] == "conj":
        first = sentence.heads[first]
    members = [first]
    for member in members if first >= 0 else ():
        members += [c for c in sentence.children(member) if sentence.deps[c] == "conj"]
    if members[-1] > i > first >= 0:
        return sorted(members)
    before = [t for t in range(i) if sentence.pos[t] != "PUNCT"]
    if not before or i + 1 == len(sentence):
        return []
    behind = i + 1
    while sentence.heads[behind] > i:
        behind = sentence.heads[behind]
    return [before[-1], behind]
