"""Scopes: the operators of a sentence, and where they reverse entailment.

Most positions are upward monotone: "owns a car" entails "owns a vehicle". An operator can reverse
entailment in its scope, which is then downward monotone: "owns no vehicle" entails "owns no car".
Two nested operators make it upward again; a non-monotone scope ("exactly two") allows neither.
MacCartney and Manning 2009, *An extended model of natural logic* (IWCS), section 3; Yanaka and
others 2019, *Can neural networks understand monotonicity reasoning?* (BlackboxNLP), list the
operators of English: negation, quantifiers, conditionals, and verbs like "refuse".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import takewhile

from ..lang import LanguageData
from . import roles as r
from .alternatives import alternatives, rejected
from .negation import denying, is_none, judged_clause, negations, paired, with_particle
from .quantities import Quantity
from .scope_extent import (
    ADDITION,
    APPROXIMATION,
    BOUND,
    CONDITION,
    EXCEPTION,
    GENERIC,
    MAJORITY,
    MODALITY,
    NEGATION,
    PRECEDENCE,
    PRIVATION,
    QUESTION,
    RESTRICTION,
    TRUTH,
    UNIVERSAL,
    Scope,
    adverb_scope,
    excepting,
    own_clause,
    restrictor_and_scope,
    without,
)
from .stance import Frame, frames
from .syntax import Syntax

# The operators of bounds; a bound with the lower end 0 is downward monotone.
_BOUNDS = {
    "about": APPROXIMATION,
    "few": BOUND,
    "least": BOUND,
    "less": BOUND,
    "limit": BOUND,
    "more": BOUND,
    "most": BOUND,
}


def operators(syntax: Syntax, quantified: Mapping[int, Quantity]) -> tuple[Scope, ...]:
    """Return the operators of a side, in linear order.

    Example:
        >>> import spacy
        >>> from spacy.tokens import Doc
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> doc = Doc(spacy.blank("en").vocab, words=["dogs", "never", "bark"],
        ...     lemmas=["dog", "never", "bark"], pos=["NOUN", "ADV", "VERB"],
        ...     heads=[2, 2, 2], deps=["nsubj", "neg", "ROOT"])
        >>> (never,) = operators(Sentence(doc[:]).syntax, {})
        >>> never.token, never.kind, never.reach, never.of
        (1, 'negation', (2,), 2)
    """
    noun_of = {quantifier.token: noun for noun, quantifier in quantified.items()}
    verdicts = list(frames(syntax))
    candidates = _candidates(syntax, noun_of, verdicts)
    if not candidates and not verdicts:
        return ()
    judged = {t: frame for frame in verdicts for t in (frame.verb, frame.token)}
    inside = {i for quantifier in quantified.values() for i in quantifier.tokens} - noun_of.keys()
    found = [*map(partial(_verdict, syntax), verdicts)]
    for i in candidates:
        if i not in inside and not is_none(syntax, i):
            found += (
                paired(syntax, i, noun_of)
                or negations(syntax, i, noun_of, judged)
                or _quantified(syntax, i, noun_of, quantified)
                or _by_its_word(syntax, i, noun_of)
            )
    found.sort(key=lambda op: op.token)
    if syntax.lang.negation_particles:
        found = [*map(partial(with_particle, syntax), found)]
    return tuple(map(partial(_with_subject, syntax), _without_repeated(syntax, found)))


def _by_its_word(syntax: Syntax, i: int, noun_of: Mapping[int, int]) -> list[Scope]:
    """Return the operators of a single word."""
    return (
        _clausal(syntax, i)
        or _disjunctions(syntax, i, noun_of)
        or rejected(syntax, i)
        or _restricting(syntax, i)
        or denying(syntax, i)
        or _weakening(syntax, i)
    )


def _candidates(syntax: Syntax, noun_of: Mapping[int, int], verdicts: Sequence[Frame]) -> list[int]:
    """Return the tokens that may be operators, except those of verdicts."""
    words, lemmas = _operator_words(syntax.lang)
    in_verdicts = {t for frame in verdicts for t in (frame.token, *frame.words)}
    return [
        i
        for i, (word, lemma) in enumerate(zip(syntax.words, syntax.lemmas, strict=True))
        if i not in in_verdicts and (i in noun_of or word in words or lemma in lemmas)
    ]


def _verdict(syntax: Syntax, frame: Frame) -> Scope:
    """Return the operator of "it is true that" or "it is false that"."""
    scope = judged_clause(syntax, frame) if frame.denies else ()
    words, of = frame.words, frame.clause
    return Scope(frame.token, TRUTH, scope, words, negative=frame.denies, of=of)


def _with_subject(syntax: Syntax, op: Scope) -> Scope:
    """Return an operator with the word that it applies to, if that is not known yet."""
    if op.of >= 0:
        return op
    of = _denied_predicate(syntax, op) if op.negative else -1
    return replace(op, of=of if of >= 0 else syntax.heads[op.token])


def _denied_predicate(syntax: Syntax, op: Scope) -> int:
    """Return the word that a negation applies to: a verb, or a phrase: "no *apples*"."""
    heads, roles, token = syntax.heads, syntax.roles, op.token
    if syntax.words[token] in syntax.lang.negated_auxiliaries and roles[token] not in r.AUXILIARIES:
        return token
    noun = token if roles[token] in r.SUBJECTS else heads[token]
    if noun >= 0 and roles[noun] in r.SUBJECTS and heads[noun] in op.reach:
        return heads[noun]  # "nobody came", "no guest came"
    if noun >= 0 and heads[noun] in op.reach and syntax.theme(heads[noun]) == noun:
        return heads[noun]  # "there is no guest"
    if noun in op.reach:
        return noun
    tops = syntax.span_heads(op.reach)
    return next((t for t in tops if syntax.is_verbal(t)), tops[0] if tops else -1)


@lru_cache(maxsize=8)
def _operator_words(lang: LanguageData) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words, and the lemmas, that can be operators, except quantifiers."""
    words = (
        *(lang.negative_adverbs, lang.negative_pronouns, lang.negative_conjunctions),
        *(lang.negated_auxiliaries.keys(), lang.negative_prefixes),
        *(lang.excessive_adverbs, lang.free_relatives, lang.downward_prepositions),
        lang.polar_indefinites,
        lang.general_conjunctions,
        lang.privative_modifiers,
        *(lang.conditionals, lang.disjunctions),
        *(lang.restrictive_adverbs, lang.focus_adverbs, lang.approximate_adverbs),
        *(frozenset(pair[0] for pair in lang.ceasing_pairs | lang.denying_pairs),),
        *(frozenset(pair[1] for pair in lang.rejecting_pairs | lang.conditional_pairs),),
    )
    lemmas = lang.denying_words | lang.disputing_words | lang.privative_modifiers
    lemmas |= lang.epistemic_words | lang.hearsay_verbs
    return frozenset().union(*words), lemmas | lang.denying_with.keys()


def _quantified(
    syntax: Syntax, i: int, noun_of: Mapping[int, int], quantified: Mapping[int, Quantity]
) -> list[Scope]:
    """Return the operators of a quantifier, over its noun phrase (the restrictor) or its clause."""
    if i not in noun_of:
        return []
    word, lang, noun = syntax.words[i], syntax.lang, noun_of[i]
    quantifier = quantified[noun]
    free_choice = word in lang.polar_determiners
    if quantifier.universal or free_choice:
        kind = UNIVERSAL if quantifier.universal else GENERIC
        return [Scope(i, kind, _restrictor(syntax, i, noun, quantifier), of=noun)]
    if word in lang.negative_determiners:
        scope = without(restrictor_and_scope(syntax, noun, i), excepting(syntax, noun))
        return [Scope(i, NEGATION, scope, negative=True)]
    if quantifier.bound or word not in lang.majority_quantifiers or _describes(syntax, noun):
        return _bounded(syntax, i, noun, quantifier)
    restrictor = _restrictor(syntax, i, noun, quantifier)
    return [Scope(i, MAJORITY, restrictor, non_monotone=True, of=noun)]


def _bounded(syntax: Syntax, i: int, noun: int, quantifier: Quantity) -> list[Scope]:
    """Return the operator of "at most", "few" or "exactly", or the mark of "about"."""
    bound, words = quantifier.bound, quantifier.tokens
    exactly = bound == "exactly"
    if exactly or (bound in _BOUNDS and quantifier.low == 0):
        if _describes(syntax, noun):
            return []
        both = without(restrictor_and_scope(syntax, noun, i), words)
        return [Scope(i, BOUND, both, non_monotone=exactly, of=noun)]
    kind = _BOUNDS.get(bound)
    return [Scope(i, kind, (), tuple(t for t in words if t != i), noun)] if kind else []


def _restrictor(syntax: Syntax, i: int, noun: int, quantifier: Quantity) -> tuple[int, ...]:
    """Return the noun phrase of a quantifier, without the quantifier and exceptions."""
    excepted = [t for c in excepting(syntax, noun) for t in syntax.subtree(c)]
    return without(syntax.subtree(noun), [i, *quantifier.tokens, *excepted])


def _describes(syntax: Syntax, noun: int) -> bool:
    """Return whether a phrase describes a single thing: "a storm of up to 99 mph"."""
    # The monotonicity of a quantity in such a description does not extend to the clause.
    near = takewhile(lambda t: syntax.pos[t] in ("ADP", "NOUN"), syntax.above(noun))
    nouns = (t for t in near if syntax.pos[t] == "NOUN")
    return any(syntax.words[c] in syntax.lang.articles for t in nouns for c in syntax.children(t))


def _restricting(syntax: Syntax, i: int) -> list[Scope]:
    """Return the operator of "only" at a subject; else the mark of "only" or "almost"."""
    # "Only doctors smoke" is downward monotone in "smoke".
    word, lang, above = syntax.words[i], syntax.lang, syntax.heads[i]
    if word in lang.restrictive_adverbs and above > i:
        verb = syntax.heads[above]
        if syntax.roles[above] in r.NOMINAL_SUBJECTS and verb >= 0:
            scope = without(own_clause(syntax, verb), (i, *syntax.subtree(above)))
            return [Scope(i, RESTRICTION, scope, exclusive=True, of=above)]
    if syntax.pos[i] != "ADV" or above < 0:
        return []
    if word in lang.restrictive_adverbs or word in lang.focus_adverbs:
        return [Scope(i, RESTRICTION, (), of=above)]
    return [Scope(i, APPROXIMATION, (), of=above)] if word in lang.approximate_adverbs else []


def _weakening(syntax: Syntax, i: int) -> list[Scope]:
    """Return the mark of an epistemic or privative word: "perhaps", "fake"."""
    lemma, lang, above = syntax.lemmas[i], syntax.lang, syntax.heads[i]
    # "Attempted murder", whose first word has a verb as its lemma.
    modifier = lemma if syntax.roles[i] != r.ADJECTIVE else syntax.words[i]
    if above >= 0 and not lang.privative_modifiers.isdisjoint((lemma, modifier)):
        return [Scope(i, PRIVATION, (), of=above)]
    if lemma in lang.epistemic_words and above >= 0 and syntax.pos[i] != "PROPN":
        return [Scope(i, MODALITY, (), of=above)]
    if lemma in lang.hearsay_verbs and syntax.below(i, r.PASSIVE_AUXILIARY):
        clauses = syntax.below(i, *r.COMPLEMENT_CLAUSES)
        return [Scope(i, MODALITY, (), of=clause) for clause in clauses[:1]]
    return []


def _clausal(syntax: Syntax, i: int) -> list[Scope]:
    """Return the operator of "whoever", "without" or "if"; the scope is the phrase after it."""
    word, lang = syntax.words[i], syntax.lang
    if word in lang.polar_indefinites and syntax.pos[i] == "PRON":
        clauses = syntax.below(i, *r.NOUN_CLAUSES, r.APPOSITION)
        scope = without(syntax.subtree(i), [i])
        return [Scope(i, GENERIC, scope)] if clauses else []  # "anyone who smokes"
    if word in lang.free_relatives:
        verb = syntax.heads[i]  # the verb of the pronoun's clause
        top = verb if verb > i and syntax.roles[verb] != r.ROOT else i
        return [Scope(i, GENERIC, without(syntax.subtree(top), [i]))]
    if word in lang.downward_prepositions and syntax.children(i):
        return [_prepositional(syntax, i)]
    clause = syntax.heads[i]
    if word in lang.general_conjunctions and clause > i and _is_general(syntax, clause):
        return [Scope(i, CONDITION, without(own_clause(syntax, clause), [i]), exclusive=True)]
    return _conditional(syntax, i, clause)


def _conditional(syntax: Syntax, i: int, clause: int) -> list[Scope]:
    """Return the operators of the word that introduces a condition or a question."""
    word, lang = syntax.words[i], syntax.lang
    if i and clause > i and (syntax.words[i - 1], word) in lang.conditional_pairs:
        scope = without(syntax.subtree(clause), [i])
        return [Scope(i, CONDITION, scope, (i - 1,), condition=True)]  # "provided that"
    if word not in lang.conditionals or clause < 0 or syntax.pos[i] == "PRON":
        return []  # French "s'" is "if" or "himself"
    role = syntax.roles[clause]
    if role not in r.CONDITIONS:
        return []
    scope = without(syntax.subtree(clause), [i])
    if role in r.COMPLEMENT_CLAUSES and syntax.heads[clause] < i:
        return [Scope(i, QUESTION, scope, non_monotone=True)]  # "asked if it was open"
    if i and (syntax.words[i - 1], word) in lang.unconditional_pairs:
        return []  # "even if"
    found = [Scope(i, CONDITION, scope, condition=True)]
    # "Unless" also negates its condition, so that its clause is upward monotone again.
    if word not in lang.affirmative_conditionals:
        found.append(Scope(i, NEGATION, scope, negative=True))
    return found


def _prepositional(syntax: Syntax, i: int) -> Scope:
    """Return the operator of "without", "except" or "before"; the scope is the object."""
    word, lang = syntax.words[i], syntax.lang
    excepts, absent = word in lang.exceptive_words, word in lang.negative_prepositions
    below = [t for t in syntax.subtree(i) if t > i]
    words = tuple([t for t in below[:1] if excepts and syntax.pos[t] == "ADP"])  # "apart from"
    if excepts:
        of = syntax.heads[i]  # the noun or clause with an exception
        return Scope(i, EXCEPTION, without(below, words), words, of, negative=True)
    return Scope(i, NEGATION if absent else PRECEDENCE, tuple(below), negative=absent)


def _is_general(syntax: Syntax, clause: int) -> bool:
    """Return whether a clause is about all times: "when it rains", not "when it fell"."""
    # A verb that was tagged as a noun is in the present: "when a child *cries*".
    lang, tagged = syntax.lang, syntax.sentence.tags
    if syntax.roles[clause] not in r.CONDITIONS:
        return False
    tags = {tagged[clause], *(tagged[c] for c in syntax.children(clause))}
    past = lang.finite_tags - lang.present_tags
    present = syntax.pos[clause] == "NOUN" or not tags.isdisjoint(lang.present_tags)
    return present and tags.isdisjoint(past)


def _disjunctions(syntax: Syntax, i: int, noun_of: Mapping[int, int]) -> list[Scope]:
    """Return the operators of "or" and "nor"."""
    word, lang = syntax.words[i], syntax.lang
    if word in lang.negative_conjunctions and (verb := _inverted(syntax, i)) is not None:
        return [Scope(i, NEGATION, adverb_scope(syntax, i, verb, noun_of), negative=True)]
    return list(alternatives(syntax, i)) if word in lang.disjunctions else []


def _inverted(syntax: Syntax, i: int) -> int | None:
    """Return the verb of the clause that begins with "nor": "nor was he asked"."""
    head = syntax.heads[i]
    for verb in syntax.below(head, r.CONJUNCT) if head >= 0 else ():
        first = next(iter(syntax.children(verb)), verb)
        if verb > i and syntax.roles[first] in r.AUXILIARIES:
            return verb
    return None


def _without_repeated(syntax: Syntax, found: list[Scope]) -> list[Scope]:
    """Drop the "only" of "not only", and an "any" that means "some" within another scope."""
    added = {t for op in found if op.kind == ADDITION for t in op.words}
    found = [op for op in found if op.token not in added]
    polar = {op.token for op in found if syntax.words[op.token] in syntax.lang.polar_indefinites}
    repeated = polar.intersection(t for op in found if op.token not in polar for t in op.reach)
    return [op for op in found if op.token not in repeated]
