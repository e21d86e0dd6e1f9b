"""What a side says without asserting it: complements of "think" and "claim", and conditions.

A word that takes a clause is factive if the clause is so whatever denies the word ("does not know
that"), and without commitment if nobody has said that it is so ("claims that"): Kiparsky and
Kiparsky 1970, *Fact*; Nairn, Condoravdi and Karttunen 2006, *Computing relative polarity for
textual inference* (ICoS). Other words of saying are taken to report what is so. A negation of
"think" is one of what is thought (neg-raising), but one of "say" is none of what is said.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from .sentence import Sentence


def complement(sentence: Sentence, i: int) -> int | None:
    """Return the highest token of the finite clause that is the complement of a word, if any."""
    lang, deps = sentence.lang, sentence.deps
    for c in sentence.children(i):
        clausal = deps[c] in lang.finite_complement_labels
        if clausal and any(deps[t] in lang.subject_labels for t in sentence.children(c)):
            return c
    return None


def facts(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Yield factive words, each with the highest token of what is so by them."""
    yield from _complements(sentence, sentence.lang.factive_words)


def beyond_denial(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Yield words whose complement no negation of them reaches, each with its highest token.

    These are factive words, and those of saying: who does not say that it is so leaves it open.
    """
    yield from facts(sentence)
    yield from _complements(sentence, sentence.lang.reporting_verbs)


def _complements(sentence: Sentence, words: Container[str]) -> Iterator[tuple[int, int]]:
    for i, lemma in enumerate(sentence.lemmas):
        if lemma in words and (clause := complement(sentence, i)) is not None:
            yield i, clause


def unasserted(sentence: Sentence) -> dict[int, int]:
    """Return the highest tokens of clauses that are not said to be so, with what makes them that.

    That is a word such as "claim", or the conjunction of a condition or of a question.
    """
    lang, found = sentence.lang, {}
    labels = lang.complement_labels | {"advcl"}
    for i, (word, lemma) in enumerate(zip(sentence.words, sentence.lemmas, strict=True)):
        clause: int | None = None
        if lemma in lang.opinion_words or (
            lemma in lang.reporting_verbs and _is_denied(sentence, i)
        ):
            clause = complement(sentence, i)
        elif word in lang.condition_markers and sentence.deps[sentence.heads[i]] in labels:
            clause = sentence.heads[i]
        if clause is not None and clause >= 0:
            found[clause] = i
    return found


def _is_denied(sentence: Sentence, verb: int) -> bool:
    """Return whether a verb is negated, by a word beside it or by its subject."""
    lang = sentence.lang
    negative = lang.negative_adverbs | lang.negative_pronouns | lang.negative_determiners
    near = sentence.children(verb)
    subjects = [c for c in near if sentence.deps[c] in lang.subject_labels]
    words = {sentence.words[t] for c in subjects for t in sentence.children(c)}
    return not negative.isdisjoint(words.union(sentence.words[c] for c in near))


def raised(sentence: Sentence, verb: int) -> tuple[int, ...]:
    """Return what a negation of a verb is one of: what is thought, of "does not think"."""
    if verb < 0 or sentence.lemmas[verb] not in sentence.lang.neg_raising_verbs:
        return ()
    clause = complement(sentence, verb)
    if clause is None or clause < verb:
        return ()
    subjects = [
        c for c in sentence.children(clause) if sentence.deps[c] in sentence.lang.subject_labels
    ]
    outside = {t for c in subjects for t in sentence.subtree(c) if c < clause}
    return tuple(t for t in sentence.subtree(clause) if t not in outside)
