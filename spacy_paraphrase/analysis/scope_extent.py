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
# Negations: "not", "nobody"; "not until", which asserts a time; a word like "refuse"; "too … to".
NEGATION: Final = "negation"
LIMIT: Final = "limit"
DENIAL: Final = "denial"
EXCESS: Final = "excess"
# "It is true that", and, negative, "it is false that".
TRUTH: Final = "truth"
# "Only"; "not only"; "almost"; "except"; "rather than" and "not … but".
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
# Kinds of operators that, without a scope, are only marks: "at least five".
MARKS = frozenset((RESTRICTION, ADDITION, APPROXIMATION, BOUND, MODALITY, PRIVATION))


@dataclass(frozen=True)
class Scope:
    """An operator and its scope.

    Attributes:
        token: The token of the operator.
        kind: Its kind, one of the constants above.
        reach: Its scope: the tokens that it makes downward monotone, in order.
        words: Its other tokens: "rather" of "rather than".
        of: The word that it applies to: the negated word, the noun of a quantifier, the clause of a
            condition, the restricted word, the head of an alternative (which weakens the
            statement); -1 for none.
        negative: Whether it negates its scope.
        non_monotone: Whether its scope is non-monotone: neither upward nor downward.
        condition: Whether its scope is a condition, which weakens the statement.
        exclusive: Whether it counts only if the other side has it too: "only", "when".
        beside: The heads of the other alternatives.
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
        """Whether it reverses entailment or negates; else it is only a mark."""
        return bool(self.reach) or self.kind not in MARKS


def restrictor_and_scope(syntax: Syntax, noun: int, operator: int) -> tuple[int, ...]:
    """Return restrictor and scope of a noun's quantifier: its phrase, and the clause around it.

    The subject of the clause is in the scope only if the quantifier is in the subject.
    """
    roles, heads = syntax.roles, syntax.heads
    joined = _other_conjuncts(syntax, noun)
    outside = subtrees(syntax, joined)
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


def subtrees(syntax: Syntax, tops: Iterable[int]) -> set[int]:
    """Return all words of some subtrees."""
    return {t for top in tops for t in syntax.subtree(top)}


def _other_conjuncts(syntax: Syntax, noun: int) -> list[int]:
    """Return the conjuncts of a noun outside the scope of its quantifier: "no boys but girls"."""
    # Conjuncts with a quantifier of their own are outside too: "few friends and many books".
    conjuncts = syntax.below(noun, r.CONJUNCT)
    if not conjuncts:
        return []
    children, words, lang = syntax.children, syntax.words, syntax.lang
    if any(words[c] in lang.exceptive_conjunctions for c in children(noun)):
        return conjuncts
    own = (lang.quantifiers.keys() | lang.universal_determiners) - lang.polar_indefinites
    return [c for c in conjuncts if any(words[t] in own for t in children(c))]


def adverb_scope(syntax: Syntax, i: int, head: int, noun_of: Mapping[int, int]) -> tuple[int, ...]:
    """Return the scope of "not" and similar words: their predicate without its subject."""
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
    return without(own_clause(syntax, head), {i, *subtrees(syntax, before)})


def own_clause(syntax: Syntax, verb: int) -> tuple[int, ...]:
    """Return the subtree of a verb without clauses outside the scope of its operators."""
    beside = [c for c in syntax.children(verb) if _stands_beside(syntax, verb, c)]
    if not beside:
        return tuple(syntax.subtree(verb))
    return without(syntax.subtree(verb), subtrees(syntax, beside))


def _stands_beside(syntax: Syntax, verb: int, child: int) -> bool:
    """Return whether a dependent of a verb is a clause outside the scope of its operators."""
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
    """Return the exceptive words in a noun phrase: "every juror of the court *except* Ann"."""
    words = syntax.lang.exceptive_words
    found = [t for t in syntax.subtree(noun) if syntax.words[t] in words]
    clause = syntax.clause(noun) if found else -1
    return [t for t in found if syntax.clause(t) == clause]


def without(tokens: Iterable[int], left_out: Iterable[int]) -> tuple[int, ...]:
    """Return tokens without some of them."""
    left_out = set(left_out)
    return tuple([i for i in tokens if i not in left_out])


def focus(syntax: Syntax, i: int) -> list[int]:
    """Return the possible focus of a word such as "only".

    It is the subject right after the word; else, if its head is a verb or precedes it, the rest of
    the head's subtree; else the words up to the head, or the phrase of a preposition.
    """
    above = syntax.heads[i]
    if above < 0:
        return []
    phrase = syntax.subtree(above)
    if syntax.is_verbal(above) or above < i:
        subjects = [syntax.subtree(t) for t in syntax.below(above, *r.NOMINAL_SUBJECTS)]
        before = next((s for s in subjects if i + 1 in s), None)
        return [t for t in phrase if t > i] if before is None else before
    if syntax.pos[above] != "ADP":
        return list(range(i + 1, above + 1))
    return [t for t in phrase if t != i]
