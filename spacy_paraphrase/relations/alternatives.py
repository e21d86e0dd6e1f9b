"""Alternatives: what "or" offers, and what "rather than" or "not … but" sets against something.

"Or" is a join: what is so of one alternative is so of "one or the other", whatever the alternatives
are, nouns, verbs or clauses; adding one says less (MacCartney and Manning 2009, *An extended model
of natural logic*, IWCS, section 4). Two places are unlike that. Of what may be done or be, each
alternative may: "coffee or tea" under "can" is both, which is free choice (Zimmermann 2000, *Free
choice disjunction and epistemic possibility*, Natural Language Semantics 8). And "hurry, or you
miss it" tells to hurry.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..sentence import Sentence
from .reach import Operator, without


def alternatives(sentence: Sentence, i: int) -> Iterator[Operator]:
    """Yield the operators of "or" or "nor": each alternative by itself, the others left out.

    Args:
        sentence: The sentence.
        i: The token of the conjunction.
    """
    members = _members(sentence, i)
    if len(members) < 2 or _are_all_said(sentence, members):
        return
    for place, member in enumerate(members):
        later = {t for other in members[place + 1 :] for t in sentence.subtree(other)}
        own = without(sentence.subtree(member), later)
        if place == 0:
            # What stands before the first one, its subject or an auxiliary, belongs to all.
            own = tuple(t for t in own if member <= t < members[1])
        scope = tuple(t for t in own if sentence.deps[t] != "cc")
        others = tuple(other for other in members if other != member)
        yield Operator(i, scope, alternative=True, head=member, beside=others)


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
        if sentence.deps[c] in sentence.lang.rejected_labels:
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
    """Return the heads of the alternatives that a conjunction joins, in order."""
    first = sentence.heads[i]
    if first < 0:
        return []
    while sentence.deps[first] == "conj":
        first = sentence.heads[first]
    members = [first]
    for member in members:
        members += [c for c in sentence.children(member) if sentence.deps[c] == "conj"]
    return sorted(members)


def _are_all_said(sentence: Sentence, members: list[int]) -> bool:
    """Return whether what "or" joins holds of each: after a modal verb, or after an order."""
    first, last = members[0], members[-1]
    lang, deps = sentence.lang, sentence.deps
    below = sentence.children(first)
    bare = sentence.pos[first] == "VERB" and all(deps[c] not in lang.subject_labels for c in below)
    if bare and any(deps[c] in lang.subject_labels for c in sentence.children(last)):
        return True
    beside = sentence.children(sentence.clause(first))
    modal = any(sentence.words[c] in lang.possibility_modals for c in beside)
    return modal and all(sentence.words[c] not in lang.negative_adverbs for c in beside)
