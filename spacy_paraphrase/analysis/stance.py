"""Stance: content that a side mentions without asserting it (thought, supposed, asked, denied).

A word with a clause is factive if the clause is true even if the word is negated ("does not know
that"), and without commitment if its truth is left open ("claims that"): Kiparsky and Kiparsky
1970, *Fact*; Nairn, Condoravdi and Karttunen 2006, *Computing relative polarity for textual
inference* (ICoS). Other verbs of saying are assumed to report facts. Negated "think" negates its
clause (neg-raising), but negated "say" does not. A clause with the predicate "true" or "false" is
asserted or denied by the side itself.

Clauses are named by their highest token: the verb, or the copula of a nominal predicate.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from ..lang import LanguageData
from . import roles as r
from .scope_extent import subtrees, without
from .syntax import Syntax

DENIED: Final = "denied"
REPORTED: Final = "reported"
SUPPOSED: Final = "supposed"
ASKED: Final = "asked"
ORDERED: Final = "ordered"
INTENDED: Final = "intended"
PRESUPPOSED: Final = "presupposed"
# Kinds that leave open whether the clause is true.
OPEN = frozenset((SUPPOSED, ASKED, ORDERED, INTENDED))

QUESTION_MARKS = ("?", "？")


class Stance(NamedTuple):
    """The stance of a clause that is not simply asserted.

    Attributes:
        kind: "denied" ("it is false that", "he denies that"), "reported", "supposed" (thought, or a
            condition), "asked", "ordered", "intended" or "presupposed".
        token: The word that expresses it: a verb, noun or adjective, a conjunction, the verb of an
            order, a question mark.
        by: The token of who says, thinks or wants it, -1 for none.
    """

    kind: str
    token: int
    by: int = -1


class Frame(NamedTuple):
    """A phrase that calls a clause true or false: "it is true that".

    Attributes:
        clause: The clause.
        verb: The copula.
        token: "True" or "false".
        words: Its other words: "it", "is", "that"; "the", "claim", "that", "is".
        denies: Whether it calls the clause false.
    """

    clause: int
    verb: int
    token: int
    words: tuple[int, ...]
    denies: bool


def stances(syntax: Syntax, denied: Container[int]) -> dict[int, Stance]:
    """Return the stances of clauses that are not simply asserted, by their highest tokens.

    Args:
        syntax: The side.
        denied: The negated tokens (`Analysis.denied`).

    Example:
        >>> import spacy
        >>> from spacy.tokens import Doc
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> doc = Doc(spacy.blank("en").vocab, words=["she", "thinks", "dogs", "bark"],
        ...     lemmas=["she", "think", "dog", "bark"], pos=["PRON", "VERB", "NOUN", "VERB"],
        ...     heads=[1, 1, 3, 1], deps=["nsubj", "ROOT", "nsubj", "ccomp"])
        >>> stances(Sentence(doc[:]).syntax, ())
        {3: Stance(kind='supposed', token=1, by=0)}
    """
    found = dict(_main_clauses(syntax))
    known = _takers(syntax.lang)
    for i, lemma in enumerate(syntax.lemmas):
        if lemma in known:
            for clause, stance in _of_complements(syntax, i, known[lemma], i in denied):
                # In "rejected reports that", the denial has priority over the report.
                if clause not in found or found[clause].kind != DENIED:
                    found[clause] = stance
    if not syntax.lang.condition_markers.isdisjoint(syntax.words):
        found.update(_conditions(syntax))
    for frame in frames(syntax):
        found.pop(frame.clause, None)
        if frame.denies != (frame.token in denied):
            found[frame.clause] = Stance(DENIED, frame.token)
    return found


# -- Complement clauses ----------------------------------------------------------------------------


class _Taker(NamedTuple):
    """The stances that a word gives to its complement clause.

    Attributes:
        finite: The stance to a clause with a subject of its own; "" for none.
        denied: The same if the word is negated: "does not say that".
        infinitive: The stance to a clause without a subject: "want to go".
    """

    finite: str = ""
    denied: str = ""
    infinitive: str = ""


@lru_cache(maxsize=8)
def _takers(lang: LanguageData) -> Mapping[str, _Taker]:
    finite = (
        (lang.reporting_verbs, _Taker(REPORTED, SUPPOSED)),
        (lang.factive_words, _Taker(PRESUPPOSED, PRESUPPOSED)),
        (lang.opinion_words | lang.uncertain_words, _Taker(SUPPOSED, SUPPOSED)),
        (lang.evidence_words, _Taker("", SUPPOSED)),
        (lang.doubting_words, _Taker(SUPPOSED, PRESUPPOSED)),
        (lang.disputing_words, _Taker(DENIED, SUPPOSED, DENIED)),
    )
    found = {word: taker for words, taker in finite for word in words}
    for words, stance in ((lang.ordering_verbs, ORDERED), (lang.intention_verbs, INTENDED)):
        found |= {word: found.get(word, _Taker())._replace(infinitive=stance) for word in words}
    return found


def _of_complements(
    syntax: Syntax, i: int, taker: _Taker, is_denied: bool
) -> Iterator[tuple[int, Stance]]:
    """Yield the complement clauses of a word, each with its stance."""
    kind = taker.denied if is_denied else taker.finite
    clause = _completing(syntax, i, taker) if kind else None
    if clause is not None:
        yield clause, Stance(kind, i, _speaker(syntax, i))
    for c in syntax.below(i, r.OPEN_COMPLEMENT) if taker.infinitive else ():
        yield c, Stance(taker.infinitive, i, _speaker(syntax, i))


def _completing(syntax: Syntax, i: int, taker: _Taker) -> int | None:
    """Return the finite complement clause of a word, even if it is attached to another word."""
    # The clause of "it is *unlikely* that" may depend on the copula, that of "*deny* a report that"
    # on the object.
    places = [i]
    if syntax.roles[i] in r.COMPLEMENTS and syntax.is_copula(verb := syntax.heads[i]):
        subject = syntax.subject(i)
        if subject is None or syntax.words[subject] in syntax.lang.expletive_pronouns:
            places.append(verb)
    elif taker.finite == DENIED and (thing := syntax.logical_object(i)) is not None:
        places.append(thing)
    return next((c for t in places if (c := complement(syntax, t)) is not None), None)


def _speaker(syntax: Syntax, i: int) -> int:
    """Return the subject or possessor of a word, -1 for none: "*he* claims", "*his* claim"."""
    owner = next(iter(syntax.below(i, r.POSSESSOR)), None)
    found = syntax.logical_subject(i) if owner is None else owner
    if found is None or (
        syntax.roles[i] in r.COMPLEMENTS and syntax.words[found] in syntax.lang.expletive_pronouns
    ):
        return -1
    return found


def complement(syntax: Syntax, i: int) -> int | None:
    """Return the highest token of the finite clause that is the complement of a word, if any."""
    for c in syntax.children(i):
        role = syntax.roles[c]
        completes = role in r.FINITE_COMPLEMENTS or (
            role == r.RELATIVE_CLAUSE and _has_complementizer(syntax, c)
        )
        # In a clause after "that", the parser may have missed the subject.
        if completes and (
            syntax.below(c, *r.SUBJECTS) or any(_opens(syntax, t, c) for t in syntax.children(c))
        ):
            return c
    return None


def _has_complementizer(syntax: Syntax, clause: int) -> bool:
    """Return whether a clause parsed as a relative one begins with a conjunction "that"."""
    # "That" is not a pronoun if it would be a second subject or object: "the story that the dog
    # saved the baby".
    words, roles, children = syntax.words, syntax.roles, syntax.children(clause)
    for c in children:
        if words[c] in syntax.lang.complementizers:
            twice = (r.SUBJECTS, (r.OBJECT,))
            doubled = any(
                roles[c] in some and any(roles[t] in some for t in children if t != c)
                for some in twice
            )
            return doubled or syntax.pos[c] == "SCONJ" or roles[c] == r.MARKER
    return False


def beyond_denial(syntax: Syntax) -> Iterator[tuple[int, int]]:
    """Yield words whose complement is outside the scope of their negation, with its highest token.

    These are factive words and verbs of saying: "does not say that" leaves its complement open.
    """
    lang = syntax.lang
    for i, lemma in enumerate(syntax.lemmas):
        if lemma in lang.factive_words or lemma in lang.reporting_verbs:
            clause = complement(syntax, i)
            if clause is not None:
                yield i, clause


def raised(syntax: Syntax, verb: int) -> tuple[int, ...]:
    """Return the scope of a raised negation of a verb: the complement of "does not think"."""
    if verb < 0 or syntax.lemmas[verb] not in syntax.lang.neg_raising_verbs:
        return ()
    clause = complement(syntax, verb)
    if clause is None or clause < verb:
        return ()
    subjects = [c for c in syntax.below(clause, *r.SUBJECTS) if c < clause]
    return without(syntax.subtree(clause), subtrees(syntax, subjects))


# -- Conditions, questions, orders -----------------------------------------------------------------


def _conditions(syntax: Syntax) -> Iterator[tuple[int, Stance]]:
    """Yield the clauses after "if", "unless" and "whether"; as complements they are asked."""
    for i, word in enumerate(syntax.words):
        if word in syntax.lang.condition_markers and (clause := syntax.heads[i]) >= 0:
            if syntax.pos[i] == "PRON":
                continue  # French "s'" is "if" or "himself"
            role = syntax.roles[clause]
            if role in r.COMPLEMENT_CLAUSES or role == r.PREPOSITIONAL_CLAUSE:
                yield clause, Stance(ASKED, i)
            elif role == r.ADVERBIAL_CLAUSE:
                yield clause, Stance(SUPPOSED, i)


def _main_clauses(syntax: Syntax) -> Iterator[tuple[int, Stance]]:
    """Yield questions and orders."""
    texts = syntax.sentence.texts
    for i, head in enumerate(syntax.heads):
        if texts[i] in QUESTION_MARKS:
            if texts[i + 1 : i + 2] != [")"]:  # a doubt in brackets
                yield syntax.clause(i), Stance(ASKED, i)
        elif head < 0 and syntax.is_verbal(i):
            if is_order(syntax, i):
                yield i, Stance(ORDERED, i)
            elif (first := _asking(syntax, i)) is not None:
                yield i, Stance(ASKED, first)


def _asking(syntax: Syntax, verb: int) -> int | None:
    """Return the first word of a question without a mark: "is he here", "where did he go"."""
    helping = syntax.below(verb, *r.AUXILIARIES) or ([verb] if syntax.is_copula(verb) else [])
    subject = next(iter(syntax.below(verb, *r.NOMINAL_SUBJECTS)), -1)
    if not helping or helping[0] > subject:
        return None
    before = [t for t in syntax.subtree(verb) if t < helping[0]]
    asked = (t for t in before if syntax.words[t] in syntax.lang.question_words)
    opens = all(syntax.pos[t] in ("PUNCT", "INTJ", "CCONJ") for t in before)
    return next(asked, helping[0] if opens else None)


def is_order(syntax: Syntax, verb: int) -> bool:
    """Return whether a verb is a root in its base form without a subject: "Take one a day".

    It may have the auxiliary of a negation ("Do not take it"), but no modal verb.
    """
    lang, tags = syntax.lang, syntax.sentence.tags
    base = syntax.pos[verb] == "VERB" and syntax.words[verb] == syntax.lemmas[verb]
    if not base or syntax.heads[verb] >= 0 or tags[verb] in lang.finite_tags:
        return False
    before = [c for c in syntax.children(verb) if c < verb]
    modal = any(tags[c] in lang.modal_tags for c in before)
    return not modal and all(syntax.roles[c] not in r.SUBJECTS for c in before)


# -- True and false --------------------------------------------------------------------------------


def frames(syntax: Syntax) -> Iterator[Frame]:
    """Yield the frames that call a clause true or false: "it is true that", "it is a myth that".

    Others are "the claim that … is wrong", "that … is not the case" and "there is no doubt that".
    """
    lang = syntax.lang
    known = _verdicts(lang)
    if known.isdisjoint(syntax.lemmas):
        return
    for token, lemma in enumerate(syntax.lemmas):
        if lemma in known and syntax.roles[token] in r.COMPLEMENTS and syntax.heads[token] >= 0:
            clause, words = _judged_clause(syntax, syntax.heads[token], token)
            if clause is not None:
                marks = [c for c in syntax.children(clause) if _opens(syntax, c, clause)]
                words = [syntax.heads[token], *words, *marks, *syntax.below(token, r.DETERMINER)]
                words = [t for t in words if syntax.words[t] not in lang.negated_auxiliaries]
                denies = lemma in lang.falsity_words or lemma in lang.refuting_words
                yield Frame(clause, syntax.heads[token], token, tuple(sorted({*words})), denies)


@lru_cache(maxsize=8)
def _verdicts(lang: LanguageData) -> frozenset[str]:
    return lang.truth_words | lang.falsity_words | lang.refuting_words | lang.doubting_words


def _judged_clause(syntax: Syntax, verb: int, token: int) -> tuple[int | None, list[int]]:
    """Return the clause that a copula calls true or false, and the words of its subject."""
    above = syntax.heads[verb] if syntax.roles[verb] == r.OPEN_COMPLEMENT else verb
    subjects = [c for t in (verb, above) for c in syntax.below(t, *r.SUBJECTS)]
    if not subjects or not syntax.is_copula(verb):
        return None, []
    subject = subjects[0]  # also the subject of "it turned out to be false"
    lang, lemmas = syntax.lang, syntax.lemmas
    if lemmas[token] in lang.doubting_words:
        there = syntax.roles[subject] == r.EXPLETIVE
        none = any(syntax.words[c] in lang.negative_determiners for c in syntax.children(token))
        return (complement(syntax, token) if there and none else None), [subject]
    if syntax.roles[subject] == r.CLAUSAL_SUBJECT:
        return subject, []
    if syntax.is_expletive(subject):
        if lemmas[token] in lang.refuting_words:
            return None, []  # "it is wrong that he left": he did
        return _clause_behind(syntax, verb, token), [subject]
    if lemmas[subject] in lang.truth_words:
        return None, []
    owners = syntax.below(subject, r.DETERMINER, r.POSSESSOR)
    return complement(syntax, subject), [subject, *owners]


def _clause_behind(syntax: Syntax, verb: int, token: int) -> int | None:
    """Return the complement clause of a verb or a word that follows the word."""
    clauses = (complement(syntax, t) for t in (verb, token))
    return next((c for c in clauses if c is not None and c > token), None)


def _opens(syntax: Syntax, child: int, clause: int) -> bool:
    return child < clause and syntax.words[child] in syntax.lang.complementizers
