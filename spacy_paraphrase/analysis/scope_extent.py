"""How far an operator reaches: the restrictor of a quantifier, its clause, what "not" denies.

The scopes are read from the parse: an operator reaches what its word depends on, less what stands
outside of it, as the subject of a clause does of what is not in the subject (MacCartney and Manning
2009, *An extended model of natural logic*, IWCS, section 3).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .sentence import Sentence


@dataclass(frozen=True)
class Operator:
    """An operator and where it reaches.

    Attributes:
        token: The token that says it.
        scope: The tokens that are downward monotone by it, in order.
        negative: Whether what is in the scope is said not to be so.
        non_monotone: Whether nothing is entailed in the scope, either way.
        condition: Whether the scope is a condition: adding it says less.
        exclusive: Whether it counts only where the other side has it too: "only", "when".
        head: The highest token of an alternative, adding which says less; -1 for none.
        beside: Those of the other alternatives.
        words: Other tokens that say it: "rather" of "rather than".
    """

    token: int
    scope: tuple[int, ...]
    negative: bool = False
    non_monotone: bool = False
    condition: bool = False
    exclusive: bool = False
    head: int = -1
    beside: tuple[int, ...] = ()
    words: tuple[int, ...] = ()


def restrictor_and_scope(sentence: Sentence, noun: int, operator: int) -> tuple[int, ...]:
    """Return restrictor and scope of a noun's quantifier: its phrase, and the clause around it.

    The subject of the clause is outside of the scope of what is not in the subject.
    """
    deps, heads, lang = sentence.deps, sentence.heads, sentence.lang
    joined = _other_conjuncts(sentence, noun)
    phrase = without(sentence.subtree(noun), [t for c in joined for t in sentence.subtree(c)])
    top = noun
    while heads[top] >= 0 and not _is_verbal(sentence, top) and deps[top] in lang.raising_labels:
        top = heads[top]
    clause = own_clause(sentence, top) if _is_verbal(sentence, top) else list(phrase)
    branch = _branch(sentence, noun, top)
    if deps[branch] not in lang.subject_labels:
        beside = [c for c in sentence.children(top) if c != branch]
        subjects = [c for c in beside if deps[c] in lang.subject_labels]
        others = [c for c in sentence.children(top) if deps[c] == "conj" and c > noun]
        outside = {i for other in (*subjects, *others, *joined) for i in sentence.subtree(other)}
        clause = [i for i in clause if i not in outside]
    return without(sorted({*phrase, *clause}), [operator])


def _other_conjuncts(sentence: Sentence, noun: int) -> list[int]:
    """Return conjuncts of a noun that its quantifier does not reach: "no boys but girls".

    Those have a quantifier of their own, as in "few friends and many books".
    """
    children, lang = sentence.children, sentence.lang
    excepting = any(sentence.words[c] in lang.exceptive_conjunctions for c in children(noun))
    own = (lang.quantifiers.keys() | lang.universal_determiners) - lang.polar_indefinites
    return [
        c
        for c in children(noun)
        if sentence.deps[c] == "conj"
        and (excepting or any(sentence.words[t] in own for t in children(c)))
    ]


def _is_verbal(sentence: Sentence, i: int) -> bool:
    return sentence.pos[i] in ("VERB", "AUX")


def _branch(sentence: Sentence, node: int, top: int) -> int:
    while node != top and sentence.heads[node] != top and sentence.heads[node] >= 0:
        node = sentence.heads[node]
    return node


def adverb_scope(sentence: Sentence, i: int, head: int, noun_of: dict[int, int]) -> tuple[int, ...]:
    """Return what "not" and its like deny: the predicate it stands by, not the subject."""
    after, lang = i + 1, sentence.lang
    if after in noun_of and (
        sentence.words[after] in lang.universal_determiners
        or sentence.words[after] in lang.large_quantifiers
    ):
        both = restrictor_and_scope(sentence, noun_of[after], i)
        return tuple(sorted({after, *both}))
    while head >= 0 and sentence.pos[head] == "ADV" and not sentence.content[head]:
        head = sentence.heads[head]  # "hardly ever"
    if head < 0:
        return ()
    if not _is_verbal(sentence, head):
        return without(sentence.subtree(head), [i])
    subjects = [c for c in sentence.children(head) if sentence.deps[c] in lang.subject_labels]
    before = [s for s in subjects if s < i or sentence.deps[s] == "expl"]
    outside = {t for subject in before for t in sentence.subtree(subject)}
    return without(own_clause(sentence, head), [i, *outside])


def own_clause(sentence: Sentence, verb: int) -> list[int]:
    """Return the subtree of a verb without clauses beside it that have a subject of their own."""
    outside: set[int] = set()
    for child in sentence.children(verb):
        dep = sentence.deps[child]
        labels = {sentence.deps[c] for c in sentence.children(child)}
        words = {sentence.words[c] for c in sentence.children(child)}
        reason = not words.isdisjoint(sentence.lang.independent_clause_markers)
        beside = dep == "conj" and labels & (sentence.lang.subject_labels | {"aux"})
        if beside or (dep in ("advcl", "parataxis") and (reason or child < verb)):
            outside.update(sentence.subtree(child))
    return [i for i in sentence.subtree(verb) if i not in outside]


def without(tokens: Iterable[int], left_out: Iterable[int]) -> tuple[int, ...]:
    """Return tokens less some of them."""
    left_out = set(left_out)
    return tuple(i for i in tokens if i not in left_out)
