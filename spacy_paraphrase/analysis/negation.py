"""Negation and its scope: "not", "nobody", "no longer", "without", "refuse", "too … to".

The scope of a negation is its predicate; that of a negative determiner is its noun phrase and
clause (MacCartney and Manning 2009, *An extended model of natural logic*, IWCS, section 3); a word
like "refuse" negates its complement (Nairn, Condoravdi and Karttunen 2006, *Computing relative
polarity for textual inference*, ICoS).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from ..lang import LanguageData
from . import roles as r
from .alternatives import contrasted
from .scope_extent import (
    ADDITION,
    CONTRAST,
    DENIAL,
    EXCESS,
    LIMIT,
    NEGATION,
    Scope,
    adverb_scope,
    excepting,
    own_clause,
    restrictor_and_scope,
    without,
)
from .stance import Frame, complement, raised
from .syntax import Syntax


@lru_cache(maxsize=8)
def negative_words(lang: LanguageData) -> frozenset[str]:
    """Return the function words that negate in any context."""
    words = lang.negative_adverbs | lang.negative_determiners | lang.negative_pronouns
    return words | lang.negative_prepositions | lang.negated_auxiliaries.keys()


def is_negative(word: str, lemma: str, lang: LanguageData) -> bool:
    """Return whether a word negates, by itself or together with other words."""
    return word in negative_words(lang) or lemma in lang.denying_words


def denied_tokens(found: Iterable[Scope]) -> frozenset[int]:
    """Return the negated tokens: those in the scope of an odd number of negations."""
    odd: set[int] = set()
    for op in found:
        if op.negative:
            odd.symmetric_difference_update(op.reach)
    return frozenset(odd)


def negations(
    syntax: Syntax, i: int, noun_of: Mapping[int, int], judged: Mapping[int, Frame]
) -> list[Scope]:
    """Return the operators of "not", "nobody" and similar words.

    Args:
        syntax: The side.
        i: The token.
        noun_of: The noun of each quantifier.
        judged: The frames that call a clause true or false, by their tokens.
    """
    word, words, lang = syntax.words[i], syntax.words, syntax.lang
    if word in lang.negative_adverbs or word in lang.negated_auxiliaries:
        return [] if _is_named(syntax, i) else _of_adverb(syntax, i, noun_of, judged)
    if word in lang.negative_pronouns:
        scope = restrictor_and_scope(syntax, i, i)
        return [Scope(i, NEGATION, without(scope, excepting(syntax, i)), negative=True)]
    if word in lang.negative_prefixes and words[i + 1 : i + 2] == ["-"] and i + 2 < len(syntax):
        return [Scope(i, NEGATION, (i + 2,), negative=True)]
    if word in lang.excessive_adverbs and syntax.heads[i] > i:  # "too small to see"
        return [Scope(i, EXCESS, _complements(syntax, syntax.heads[i]), negative=True)]
    return []


def _of_adverb(
    syntax: Syntax, i: int, noun_of: Mapping[int, int], judged: Mapping[int, Frame]
) -> list[Scope]:
    """Return the operator of "not" and similar words; for "not only", a mark without a scope."""
    word, words, lang = syntax.words[i], syntax.words, syntax.lang
    if i and words[i - 1] in lang.disjunctions:
        return []  # "whether or not"
    if i + 1 < len(syntax) and words[i + 1] in lang.focus_adverbs:
        above = syntax.heads[i + 1]
        return [Scope(i, ADDITION, (), (i + 1,), syntax.heads[i] if above == i else above)]
    verb = syntax.heads[i]
    if word in lang.negated_auxiliaries and syntax.roles[i] not in r.AUXILIARIES:
        verb = i  # "isn't" is a verb of its own
    if verb in judged:  # "it is not true that"
        frame = judged[verb]
        scope = without(sorted({frame.token, *judged_clause(syntax, frame)}), [i])
        return [Scope(i, NEGATION, scope, of=frame.clause, negative=True)]
    whole = raised(syntax, verb) or adverb_scope(syntax, i, verb, noun_of)
    more = _continuing(syntax, whole)
    scope = contrasted(syntax, whole, verb)
    kind = NEGATION if scope == whole else CONTRAST
    if any(words[t] in lang.limit_words for t in scope):
        kind = LIMIT
    return [Scope(i, kind, scope, more, negative=True)]


def judged_clause(syntax: Syntax, frame: Frame) -> tuple[int, ...]:
    """Return the tokens of the clause of a frame, without those of the frame."""
    return without(syntax.subtree(frame.clause), (frame.token, *frame.words))


def paired(syntax: Syntax, i: int, noun_of: Mapping[int, int]) -> list[Scope]:
    """Return the operator of "no longer", "anything but" and, before a verb, "neither … nor"."""
    word, lang, head = syntax.words[i], syntax.lang, syntax.heads[i]
    behind = syntax.words[i + 1] if i + 1 < len(syntax) else ""
    if (word, behind) in lang.ceasing_pairs:
        verb = syntax.heads[i + 1] if head == i + 1 else head
        scope = without(adverb_scope(syntax, i, verb, noun_of), [i + 1])
        return [Scope(i, NEGATION, scope, negative=True)]
    if (word, behind) in lang.denying_pairs:
        for c in (*syntax.children(i + 1), *syntax.children(i)):
            if c > i + 1 and syntax.pos[c] in ("ADJ", "VERB", "AUX"):  # not "far from home"
                scope = without(syntax.subtree(c), (i, i + 1))
                return [Scope(i, NEGATION, scope, words=(i + 1,), negative=True)]
    if word in lang.negative_determiners and head >= 0 and syntax.pos[head] == "VERB":
        scope = adverb_scope(syntax, i, head, noun_of)  # "none of the boys except Ali"
        return [Scope(i, NEGATION, without(scope, excepting(syntax, i)), negative=True)]
    return []


def _continuing(syntax: Syntax, scope: tuple[int, ...]) -> tuple[int, ...]:
    """Return "any longer" and similar words, which add nothing to the negation before them."""
    words, lang = syntax.words, syntax.lang
    of_two = [
        t
        for i, k in pairwise(scope)
        if k == i + 1 and (words[i], words[k]) in lang.continuing_pairs
        for t in (i, k)
    ]
    return (*of_two, *(t for t in scope if words[t] in lang.continuing_adverbs))


def _is_named(syntax: Syntax, i: int) -> bool:
    """Return whether a negation is part of a name or a compound: "the Do Not Call list"."""
    texts = syntax.sentence.texts
    around = {texts[i - 1], texts[i + 1]} if 0 < i < len(syntax) - 1 else set()
    return around == {"-"} or (texts[i].istitle() and any(t.istitle() for t in around))


def particle_of(syntax: Syntax, i: int) -> int:
    """Return the particle that accompanies a negation in its clause, -1 for none: "ne … plus"."""
    particles = syntax.lang.negation_particles
    found = (t for t, word in enumerate(syntax.words) if word in particles)
    return next((t for t in found if syntax.clause(t) == syntax.clause(i)), -1)


def with_particle(syntax: Syntax, op: Scope) -> Scope:
    """Return a negation with its particle among its words, not in its scope."""
    particle = particle_of(syntax, op.token) if op.kind == NEGATION else -1
    if particle < 0:
        return op
    scope, words = without(op.reach, [particle]), (*op.words, particle)
    return replace(op, reach=scope, words=words)


def is_none(syntax: Syntax, i: int) -> bool:
    """Return whether a negative word does not negate.

    Examples are the answer "no", "nothing but shorts", and words that negate only with a particle:
    French "plus", which means "more" without one.
    """
    word, lang = syntax.words[i], syntax.lang
    if word in lang.particle_negations and particle_of(syntax, i) < 0:
        return True
    if word not in lang.negative_determiners and word not in lang.negative_pronouns:
        return False
    return syntax.pos[i] == "INTJ" or any(
        syntax.words[t] in lang.exceptive_conjunctions and syntax.pos[t] in ("SCONJ", "ADP")
        for t in range(i + 1, len(syntax))
    )


# -- Words like "refuse" ---------------------------------------------------------------------------


def denying(syntax: Syntax, i: int) -> list[Scope]:
    """Return the operator of "refuse" or "turn down"; its scope is the complement."""
    lemma, lang = syntax.lemmas[i], syntax.lang
    scope: tuple[int, ...] = ()
    if lemma in lang.denying_words or _denies_with_particle(syntax, i):
        scope = _complements(syntax, i)
    elif lemma in lang.disputing_words and (clause := complement(syntax, i)) is not None:
        scope = own_clause(syntax, clause)
    return [Scope(i, DENIAL, scope, negative=True)] if scope else []


def _denies_with_particle(syntax: Syntax, i: int) -> bool:
    """Return whether a word negates together with a dependent: "turn down", "free of"."""
    particle = syntax.lang.denying_with.get(syntax.lemmas[i])
    for c in syntax.children(i) if particle is not None else ():
        if syntax.words[c] == particle:
            below = {syntax.lemmas[t] for t in syntax.children(c)}
            return below.isdisjoint(syntax.lang.denying_exempt_nouns)
    return False


def _complements(syntax: Syntax, i: int) -> tuple[int, ...]:
    """Return the words that a word like "refuse" negates."""
    lang, lemma = syntax.lang, syntax.lemmas[i]
    scope: set[int] = set()
    for child in syntax.below(i, *r.DENIED):
        open_clause = syntax.roles[child] == r.OPEN_COMPLEMENT
        if child < i:
            clause = complement(syntax, child)  # "the report that … was denied"
            scope.update(() if clause is None else syntax.subtree(clause))
            continue
        if lemma in lang.denying_of_infinitives and not open_clause:
            continue
        if lemma in lang.denying_of_gerunds and (not open_clause or _is_infinitive(syntax, child)):
            continue
        if lemma in lang.denying_but_measures and not _is_declined(syntax, child):
            continue
        scope.update(own_clause(syntax, child))
    return tuple(sorted(scope))


def _is_infinitive(syntax: Syntax, verb: int) -> bool:
    """Return whether a verb has the particle of an infinitive: "to work"."""
    return any(syntax.pos[c] == "PART" and c < verb for c in syntax.children(verb))


def _is_declined(syntax: Syntax, child: int) -> bool:
    """Return whether a dependent can be declined: an infinitive, or an object without a number."""
    if syntax.roles[child] == r.OBJECT:
        return all(syntax.roles[t] != r.NUMERAL for t in syntax.subtree(child))
    return syntax.roles[child] == r.OPEN_COMPLEMENT
