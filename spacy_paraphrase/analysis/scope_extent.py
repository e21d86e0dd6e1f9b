"""The scope of operators: the restrictor of a quantifier, its clause, the scope of "not".

Scopes are read from the tree: the scope of an operator is the subtree of its head, except parts
outside the scope, such as the subject for an operator that is not in the subject (MacCartney and
Manning 2009, *An extended model of natural logic*, IWCS, section 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from . import roles as r
from .syntax import Syntax

# -- Kinds of operators ----------------------------------------------------------------------------
# What denies: a function word, or a word like "refuse"; "not until", which says that it was then;
# "too … to".
NEGATION: Final = "negation"
LIMIT: Final = "limit"
DENIAL: Final = "denial"
EXCESS: Final = "excess"
# "It is true that", and, negative, "it is false that".
TRUTH: Final = "truth"
# "Only"; "not only"; "almost"; "except"; what is set against something else: "rather than".
RESTRICTION: Final = "restriction"
ADDITION: Final = "addition"
APPROXIMATION: Final = "approximation"
EXCEPTION: Final = "exception"
CONTRAST: Final = "contrast"
# "Every"; "anyone who"; "most"; "few", "at most five".
UNIVERSAL: Final = "universal"
GENERIC: Final = "generic"
MAJORITY: Final = "majority"
BOUND: Final = "bound"
# "If"; "asked if"; "before".
CONDITION: Final = "condition"
QUESTION: Final = "question"
PRECEDENCE: Final = "precedence"
# "Or".
ALTERNATIVE: Final = "alternative"

# "May", "perhaps", "is expected to"; "fake".
MODALITY: Final = "modality"
PRIVATION: Final = "privation"
# Those that only mark what they are said of, unless they reach something: "at least five".
MARKS = frozenset((RESTRICTION, ADDITION, APPROXIMATION, BOUND, MODALITY, PRIVATION))


@dataclass(frozen=True)
class Scope:
    """An operator and where it reaches.

    Attributes:
        token: The token that says it.
        kind: What it is, one of the kinds above.
        reach: The tokens that are downward monotone by it, in order.
        words: Other tokens that say it: "rather" of "rather than".
        of: What it is said of: the word that is denied as a whole, the noun of a quantifier, the
            clause of a condition, what is restricted, the highest token of an alternative, adding
            which says less; -1 for none.
        negative: Whether what it reaches is said not to be so.
        non_monotone: Whether nothing is entailed in its reach, either way.
        condition: Whether the reach is a condition: adding it says less.
        exclusive: Whether it counts only where the other side has it too: "only", "when".
        beside: Those of the other alternatives.
    """

    token: int
    kind: str
    reach: tuple[int, ...]
    words: tuple[int, ...] = ()
    of: int = -1
    negative: bool = False
    non_monotone: bool = False
    condition: bool = False
    exclusive: bool = False
    beside: tuple[int, ...] = ()

    @property
    def turns(self) -> bool:
        """Whether it turns entailment round somewhere, or denies; else it is a mark alone."""
        return bool(self.reach) or self.kind not in MARKS


def restrictor_and_scope(syntax: Syntax, noun: int, operator: int) -> tuple[int, ...]:
    """Return restrictor and scope of a noun's quantifier: its phrase, and the clause around it.

    The subject of the clause is outside of the scope of what is not in the subject.
    """
    roles, heads = syntax.roles, syntax.heads
    joined = _other_conjuncts(syntax, noun)
    outside = _subtrees(syntax, joined)
    phrase = without(syntax.subtree(noun), outside)
    top = noun
    while heads[top] >= 0 and not syntax.is_verbal(top) and roles[top] in r.RAISING:
        top = heads[top]
    clause = own_clause(syntax, top) if syntax.is_verbal(top) else phrase
    branch = noun
    while branch != top and heads[branch] != top and heads[branch] >= 0:
        branch = heads[branch]
    if roles[branch] not in r.SUBJECTS:
        for c in syntax.children(top):
            subject = c != branch and roles[c] in r.SUBJECTS
            if subject or (c > noun and roles[c] == r.CONJUNCT):
                outside.update(syntax.subtree(c))
        clause = without(clause, outside)
    return without(sorted({*phrase, *clause}), [operator])


def _subtrees(syntax: Syntax, tops: Iterable[int]) -> set[int]:
    return {t for top in tops for t in syntax.subtree(top)}


def _other_conjuncts(syntax: Syntax, noun: int) -> list[int]:
    """Return conjuncts of a noun that its quantifier does not reach: "no boys but girls"."""
    # Those have a quantifier of their own, as in "few friends and many books".
    conjuncts = syntax.below(noun, r.CONJUNCT)
    if not conjuncts:
        return []
    children, words, lang = syntax.children, syntax.words, syntax.lang
    if any(words[c] in lang.exceptive_conjunctions for c in children(noun)):
        return conjuncts
    own = (lang.quantifiers.keys() | lang.universal_determiners) - lang.polar_indefinites
    return [c for c in conjuncts if any(words[t] in own for t in children(c))]


def adverb_scope(syntax: Syntax, i: int, head: int, noun_of: Mapping[int, int]) -> tuple[int, ...]:
    """Return what "not" and its like deny: the predicate it stands by, not the subject."""
    after, lang, words = i + 1, syntax.lang, syntax.words
    if after in noun_of and (
        words[after] in lang.universal_determiners or words[after] in lang.large_quantifiers
    ):
        both = restrictor_and_scope(syntax, noun_of[after], i)
        return tuple(sorted({after, *both}))
    if head == after and words[after] in lang.polar_indefinites:  # "hardly anyone"
        return restrictor_and_scope(syntax, after, i)
    content = syntax.sentence.content
    while head >= 0 and syntax.pos[head] == "ADV" and not content[head]:
        head = syntax.heads[head]  # "hardly ever"
    if head < 0:
        return ()
    if not syntax.is_verbal(head):
        return without(syntax.subtree(head), [i])
    before = [s for s in syntax.below(head, *r.SUBJECTS) if s < i or syntax.roles[s] == r.EXPLETIVE]
    return without(own_clause(syntax, head), {i, *_subtrees(syntax, before)})


def own_clause(syntax: Syntax, verb: int) -> tuple[int, ...]:
    """Return the subtree of a verb without clauses beside it that have a subject of their own."""
    beside = [c for c in syntax.children(verb) if _stands_beside(syntax, verb, c)]
    if not beside:
        return tuple(syntax.subtree(verb))
    return without(syntax.subtree(verb), _subtrees(syntax, beside))


def _stands_beside(syntax: Syntax, verb: int, child: int) -> bool:
    """Return whether a dependent of a verb is a clause that no operator of the verb reaches."""
    roles, role = syntax.roles, syntax.roles[child]
    if role == r.CONJUNCT:
        return any(
            roles[c] in r.SUBJECTS or roles[c] == r.AUXILIARY for c in syntax.children(child)
        )
    if role not in (r.ADVERBIAL_CLAUSE, r.PARATAXIS):
        return False
    markers = syntax.lang.independent_clause_markers
    return child < verb or any(syntax.words[c] in markers for c in syntax.children(child))


def excepting(syntax: Syntax, noun: int) -> list[int]:
    """Return what makes an exception at a noun: "every juror of the court *except* the baker"."""
    words = syntax.lang.exceptive_words
    found = [t for t in syntax.subtree(noun) if syntax.words[t] in words]
    clause = syntax.clause(noun) if found else -1
    return [t for t in found if syntax.clause(t) == clause]


def without(tokens: Iterable[int], left_out: Iterable[int]) -> tuple[int, ...]:
    """Return tokens less some of them."""
    left_out = set(left_out)
    return tuple([i for i in tokens if i not in left_out])


def focus(syntax: Syntax, i: int) -> list[int]:
    """Return the words of which a word such as "only" may be said.

    By a verb that may be whatever stands behind it; right before a subject it is that; else it is
    the phrase that it is a part of. What stands behind a noun may belong to the verb.
    """
    above = syntax.heads[i]
    if above < 0:
        return []
    phrase = list(syntax.subtree(above))
    if syntax.is_verbal(above) or above < i:
        subjects = [syntax.subtree(t) for t in syntax.below(above, *r.NOMINAL_SUBJECTS)]
        before = next((list(s) for s in subjects if i + 1 in s), None)
        return [t for t in phrase if t > i] if before is None else before
    if syntax.pos[above] != "ADP":
        return list(range(i + 1, above + 1))
    return [t for t in phrase if t != i]
