"""What a side says without asserting it: complements of "think" and "claim", and conditions.

A word that takes a clause is factive if the clause is so whatever denies the word ("does not know
that"), and without commitment if nobody has said that it is so ("claims that"): Kiparsky and
Kiparsky 1970, *Fact*; Nairn, Condoravdi and Karttunen 2006, *Computing relative polarity for
textual inference* (ICoS). Other words of saying are taken to report what is so. A negation of
"think" is one of what is thought (neg-raising), but one of "say" is none of what is said.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from . import roles as r
from .syntax import Syntax


def complement(syntax: Syntax, i: int) -> int | None:
    """Return the highest token of the finite clause that is the complement of a word, if any."""
    for c in syntax.below(i, *r.FINITE_COMPLEMENTS):
        if syntax.below(c, *r.SUBJECTS):
            return c
    return None


def facts(syntax: Syntax) -> Iterator[tuple[int, int]]:
    """Yield factive words, each with the highest token of what is so by them."""
    yield from _complements(syntax, syntax.lang.factive_words)


def beyond_denial(syntax: Syntax) -> Iterator[tuple[int, int]]:
    """Yield words whose complement no negation of them reaches, each with its highest token.

    These are factive words, and those of saying: who does not say that it is so leaves it open.
    """
    yield from facts(syntax)
    yield from _complements(syntax, syntax.lang.reporting_verbs)


def _complements(syntax: Syntax, words: Container[str]) -> Iterator[tuple[int, int]]:
    for i, lemma in enumerate(syntax.lemmas):
        if lemma in words and (clause := complement(syntax, i)) is not None:
            yield i, clause


def unasserted(syntax: Syntax) -> dict[int, int]:
    """Return the highest tokens of clauses that are not said to be so, with what makes them that.

    That is a word such as "claim", or the conjunction of a condition or of a question.
    """
    lang, found = syntax.lang, {}
    labels = r.COMPLEMENT_CLAUSES | {r.ADVERBIAL_CLAUSE}
    for i, (word, lemma) in enumerate(zip(syntax.words, syntax.lemmas, strict=True)):
        clause: int | None = None
        if lemma in lang.opinion_words or (lemma in lang.reporting_verbs and _is_denied(syntax, i)):
            clause = complement(syntax, i)
        elif word in lang.condition_markers and syntax.roles[syntax.heads[i]] in labels:
            clause = syntax.heads[i]
        if clause is not None and clause >= 0:
            found[clause] = i
    return found


def _is_denied(syntax: Syntax, verb: int) -> bool:
    """Return whether a verb is negated, by a word beside it or by its subject."""
    lang = syntax.lang
    negative = lang.negative_adverbs | lang.negative_pronouns | lang.negative_determiners
    near = syntax.children(verb)
    subjects = syntax.below(verb, *r.SUBJECTS)
    words = {syntax.words[t] for c in subjects for t in syntax.children(c)}
    return not negative.isdisjoint(words.union(syntax.words[c] for c in near))


def raised(syntax: Syntax, verb: int) -> tuple[int, ...]:
    """Return what a negation of a verb is one of: what is thought, of "does not think"."""
    if verb < 0 or syntax.lemmas[verb] not in syntax.lang.neg_raising_verbs:
        return ()
    clause = complement(syntax, verb)
    if clause is None or clause < verb:
        return ()
    subjects = (c for c in syntax.below(clause, *r.SUBJECTS) if c < clause)
    outside = {t for c in subjects for t in syntax.subtree(c)}
    return tuple(t for t in syntax.subtree(clause) if t not in outside)
