"""Scopes: the operators of a sentence, and where they turn entailment round.

Entailment goes upward in most places: who owns a car owns a vehicle. An operator turns it round in
its scope, which is downward monotone: who owns no vehicle owns no car. Two operators, one in the
scope of the other, make upward of it again; in a non-monotone scope ("exactly two") neither
follows. MacCartney and Manning 2009, *An extended model of natural logic* (IWCS), section 3;
Yanaka and others 2019, *Can neural networks understand monotonicity reasoning?* (BlackboxNLP),
list the operators of English: negation, quantifiers, conditionals, and verbs like "refuse".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from ..lang import LanguageData
from . import roles as r
from .alternatives import alternatives, contrasted, rejected
from .quantities import Quantifier
from .scope_extent import (
    BOUND,
    CONDITION,
    DENIAL,
    EXCEPTION,
    EXCESS,
    GENERIC,
    MAJORITY,
    NEGATION,
    PRECEDENCE,
    QUESTION,
    RESTRICTION,
    TRUTH,
    UNIVERSAL,
    Operator,
    adverb_scope,
    own_clause,
    restrictor_and_scope,
    without,
)
from .stance import Frame, complement, frames, raised
from .syntax import Syntax


def operators(syntax: Syntax, quantified: Mapping[int, Quantifier]) -> tuple[Operator, ...]:
    """Return the operators of a side, in linear order.

    Args:
        syntax: The side.
        quantified: Its quantifiers, by the noun of each.
    """
    noun_of = {quantifier.token: noun for noun, quantifier in quantified.items()}
    words, lemmas = _operator_words(syntax.lang)
    verdicts = list(frames(syntax))
    judged = {t: frame for frame in verdicts for t in (frame.verb, frame.token)}
    told = {t for frame in verdicts for t in (frame.token, *frame.words)}
    candidates = [
        i
        for i, (word, lemma) in enumerate(zip(syntax.words, syntax.lemmas, strict=True))
        if i not in told and (i in noun_of or word in words or lemma in lemmas)
    ]
    if not candidates and not judged:
        return ()
    inside_bounds = {i for quantifier in quantified.values() for i in quantifier.extra}
    found: list[Operator] = []
    for i in candidates:
        if (i not in inside_bounds or i in noun_of) and not _makes_exception(syntax, i):
            found += (
                _paired(syntax, i, noun_of)
                or _negations(syntax, i, noun_of, judged)
                or _quantified(syntax, i, noun_of, quantified)
                or _clausal(syntax, i)
                or _disjunctions(syntax, i, noun_of)
                or rejected(syntax, i)
                or _exclusive(syntax, i)
                or _denying(syntax, i)
            )
    found += [_verdict(syntax, frame) for frame in verdicts]
    found.sort(key=lambda op: op.token)
    return tuple(_without_polar_any(syntax, found))


def _verdict(syntax: Syntax, frame: Frame) -> Operator:
    """Return the operator of "it is true that" or "it is false that"."""
    scope = _judged(syntax, frame) if frame.denies else ()
    return Operator(frame.token, TRUTH, scope, frame.words, negative=frame.denies)


def _judged(syntax: Syntax, frame: Frame) -> tuple[int, ...]:
    """Return the clause of which a frame says that it is true or false."""
    return without(syntax.subtree(frame.clause), (frame.token, *frame.words))


@lru_cache(maxsize=8)
def _operator_words(lang: LanguageData) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words, and the lemmas, that can be operators beside quantifiers."""
    words = (
        *(lang.negative_adverbs, lang.negative_pronouns, lang.negative_conjunctions),
        *(lang.negated_auxiliaries.keys(), lang.negative_prefixes),
        *(lang.excessive_adverbs, lang.free_relatives, lang.downward_prepositions),
        lang.polar_indefinites,
        lang.general_conjunctions,
        *(lang.conditionals, lang.disjunctions, lang.restrictive_adverbs),
        *(frozenset(pair[0] for pair in lang.ceasing_pairs),),
        *(frozenset(pair[1] for pair in lang.rejecting_pairs),),
    )
    lemmas = lang.denying_words | lang.disputing_words
    return frozenset().union(*words), lemmas | lang.denying_with.keys()


def denied(found: Iterable[Operator]) -> frozenset[int]:
    """Return the tokens that are said not to be so: those that negations reach, no even number.

    Args:
        found: The operators of a side.
    """
    odd: set[int] = set()
    for op in found:
        if op.negative:
            odd.symmetric_difference_update(op.scope)
    return frozenset(odd)


def is_negative(word: str, lemma: str, lang: LanguageData) -> bool:
    """Return whether a word, by itself or with others, says that something is not so."""
    negative = (
        *(lang.negative_adverbs, lang.negative_determiners, lang.negative_pronouns),
        *(lang.negative_prepositions, lang.negated_auxiliaries),
    )
    return any(word in words for words in negative) or lemma in lang.denying_words


def _negations(
    syntax: Syntax, i: int, noun_of: Mapping[int, int], judged: Mapping[int, Frame]
) -> list[Operator]:
    """Return the operator of "not", "nobody" and the like."""
    word, words, lang = syntax.words[i], syntax.words, syntax.lang
    if word in lang.negative_adverbs or word in lang.negated_auxiliaries:
        if _is_named(syntax, i) or _denies_nothing(syntax, i):
            return []
        verb = syntax.heads[i]
        if word in lang.negated_auxiliaries and syntax.roles[i] not in r.AUXILIARIES:
            verb = i  # "isn't" is a verb of its own
        if verb in judged:  # "it is not true that"
            scope = without(_judged(syntax, judged[verb]), [i])
        else:
            scope = raised(syntax, verb) or adverb_scope(syntax, i, verb, noun_of)
        more = _continuing(syntax, scope)
        return [Operator(i, NEGATION, contrasted(syntax, scope), more, negative=True)]
    if word in lang.negative_pronouns:
        scope = restrictor_and_scope(syntax, i, i)
        return [Operator(i, NEGATION, without(scope, _excepting(syntax, i)), negative=True)]
    if word in lang.negative_prefixes and words[i + 1 : i + 2] == ["-"] and i + 2 < len(syntax):
        return [Operator(i, NEGATION, (i + 2,), negative=True)]
    if word in lang.excessive_adverbs and syntax.heads[i] > i:  # "too small to see"
        return [Operator(i, EXCESS, _complements(syntax, syntax.heads[i]), negative=True)]
    return []


def _paired(syntax: Syntax, i: int, noun_of: Mapping[int, int]) -> list[Operator]:
    """Return the operator of the adverbs "no longer" and, before a verb, "neither … nor"."""
    word, lang, head = syntax.words[i], syntax.lang, syntax.heads[i]
    behind = syntax.words[i + 1] if i + 1 < len(syntax) else ""
    if (word, behind) in lang.ceasing_pairs:
        verb = syntax.heads[i + 1] if head == i + 1 else head
        scope = without(adverb_scope(syntax, i, verb, noun_of), [i + 1])
        return [Operator(i, NEGATION, scope, negative=True)]
    if word in lang.negative_determiners and head >= 0 and syntax.pos[head] == "VERB":
        scope = adverb_scope(syntax, i, head, noun_of)  # "none of the boys except Ali"
        return [Operator(i, NEGATION, without(scope, _excepting(syntax, i)), negative=True)]
    return []


def _continuing(syntax: Syntax, scope: tuple[int, ...]) -> tuple[int, ...]:
    """Return "any longer" and its like, which say no more than the negation before them."""
    words, lang = syntax.words, syntax.lang
    of_two = [
        t
        for i, k in pairwise(scope)
        if k == i + 1 and (words[i], words[k]) in lang.continuing_pairs
        for t in (i, k)
    ]
    return (*of_two, *(t for t in scope if words[t] in lang.continuing_adverbs))


def _exclusive(syntax: Syntax, i: int) -> list[Operator]:
    """Return the operator of "only" before a subject: "only doctors" own what nobody else owns."""
    noun = syntax.heads[i]
    if syntax.words[i] not in syntax.lang.restrictive_adverbs or noun < i:
        return []
    verb = syntax.heads[noun]
    if syntax.roles[noun] not in r.NOMINAL_SUBJECTS or verb < 0:
        return []
    scope = without(own_clause(syntax, verb), syntax.subtree(noun))
    return [Operator(i, RESTRICTION, scope, exclusive=True)]


def _clausal(syntax: Syntax, i: int) -> list[Operator]:
    """Return the operator of "whoever", "without", "if" and the like, over what they open."""
    word, lang = syntax.words[i], syntax.lang
    if word in lang.polar_indefinites and syntax.pos[i] == "PRON":
        clauses = syntax.below(i, *r.NOUN_CLAUSES, r.APPOSITION)
        scope = without(syntax.subtree(i), [i])
        return [Operator(i, GENERIC, scope)] if clauses else []  # "anyone who smokes"
    if word in lang.free_relatives:
        verb = syntax.heads[i]  # of the clause that the pronoun is a part of
        top = verb if verb > i and syntax.roles[verb] != r.ROOT else i
        return [Operator(i, GENERIC, without(syntax.subtree(top), [i]))]
    if word in lang.downward_prepositions and syntax.children(i):
        return [_prepositional(syntax, i)]
    clause = syntax.heads[i]
    if word in lang.general_conjunctions and clause > i and _is_general(syntax, clause):
        return [Operator(i, CONDITION, without(own_clause(syntax, clause), [i]), exclusive=True)]
    if word not in lang.conditionals or clause < 0:
        return []
    role = syntax.roles[clause]
    if role not in r.CONDITIONS:
        return []
    scope = without(syntax.subtree(clause), [i])
    if role in r.COMPLEMENT_CLAUSES and syntax.heads[clause] < i:
        return [Operator(i, QUESTION, scope, non_monotone=True)]  # "asked if it was open"
    found = [Operator(i, CONDITION, scope, condition=True)]
    # "Unless" denies its condition, so that its clause is upward monotone again.
    if word not in lang.affirmative_conditionals:
        found.append(Operator(i, NEGATION, scope, negative=True))
    return found


def _prepositional(syntax: Syntax, i: int) -> Operator:
    """Return the operator of "without", "except" or "before", over what stands behind it."""
    word, lang = syntax.words[i], syntax.lang
    excepts, absent = word in lang.exceptive_words, word in lang.negative_prepositions
    below = [t for t in syntax.subtree(i) if t > i]
    words = tuple([t for t in below[:1] if excepts and syntax.pos[t] == "ADP"])  # "apart from"
    kind = EXCEPTION if excepts else NEGATION if absent else PRECEDENCE
    return Operator(i, kind, without(below, words), words, negative=absent or excepts)


def _is_general(syntax: Syntax, clause: int) -> bool:
    """Return whether a clause speaks of all times: "when it rains", not "when it fell".

    A verb that a tagger takes for a noun is in the present: "when a child *cries*".
    """
    lang, tagged = syntax.lang, syntax.sentence.tags
    if syntax.roles[clause] not in r.CONDITIONS:
        return False
    tags = {tagged[clause], *(tagged[c] for c in syntax.children(clause))}
    past = lang.finite_tags - lang.present_tags
    present = syntax.pos[clause] == "NOUN" or not tags.isdisjoint(lang.present_tags)
    return present and tags.isdisjoint(past)


def _disjunctions(syntax: Syntax, i: int, noun_of: Mapping[int, int]) -> list[Operator]:
    """Return the operators of "or" and "nor"."""
    word, lang = syntax.words[i], syntax.lang
    if word in lang.negative_conjunctions and (verb := _inverted(syntax, i)) is not None:
        return [Operator(i, NEGATION, adverb_scope(syntax, i, verb, noun_of), negative=True)]
    return list(alternatives(syntax, i)) if word in lang.disjunctions else []


def _denying(syntax: Syntax, i: int) -> list[Operator]:
    """Return the operator of "refuse", "turn down" and the like, over their complement."""
    lemma, lang = syntax.lemmas[i], syntax.lang
    scope: tuple[int, ...] = ()
    if lemma in lang.denying_words or _denies_with_particle(syntax, i):
        scope = _complements(syntax, i)
    elif lemma in lang.disputing_words and (clause := complement(syntax, i)) is not None:
        scope = own_clause(syntax, clause)
    return [Operator(i, DENIAL, scope, negative=True)] if scope else []


def _quantified(
    syntax: Syntax, i: int, noun_of: Mapping[int, int], quantified: Mapping[int, Quantifier]
) -> list[Operator]:
    """Return the operators of a quantifier, over its noun phrase (the restrictor) or the clause."""
    if i not in noun_of:
        return []
    word, lang, noun = syntax.words[i], syntax.lang, noun_of[i]
    quantifier = quantified[noun]
    free_choice = word in lang.polar_determiners
    if quantifier.universal or free_choice:
        kind = UNIVERSAL if quantifier.universal else GENERIC
        return [Operator(i, kind, _restrictor(syntax, i, noun, quantifier))]
    if word in lang.negative_determiners:
        scope = without(restrictor_and_scope(syntax, noun, i), _excepting(syntax, noun))
        return [Operator(i, NEGATION, scope, negative=True)]
    exactly = quantifier.bound == "exactly"
    if exactly or quantifier.bound in ("most", "limit", "less", "few"):
        if _describes(syntax, noun):
            return []
        both = without(restrictor_and_scope(syntax, noun, i), quantifier.extra)
        return [Operator(i, BOUND, both, non_monotone=exactly)]
    if word not in lang.majority_quantifiers or _describes(syntax, noun):
        return []
    restrictor = _restrictor(syntax, i, noun, quantifier)
    return [Operator(i, MAJORITY, restrictor, non_monotone=True)]


def _restrictor(syntax: Syntax, i: int, noun: int, quantifier: Quantifier) -> tuple[int, ...]:
    """Return the noun phrase of a quantifier, less what says how many and what is excepted."""
    excepted = [t for c in _excepting(syntax, noun) for t in syntax.subtree(c)]
    return without(syntax.subtree(noun), [i, *quantifier.extra, *excepted])


def _describes(syntax: Syntax, noun: int) -> bool:
    """Return whether a phrase is a part of what is said of one thing: "a storm of up to 99 mph".

    Whatever happens to that thing does not depend on how much it is.
    """
    above = syntax.heads[noun]
    while above >= 0 and syntax.pos[above] in ("ADP", "NOUN"):
        if syntax.pos[above] == "NOUN" and any(
            syntax.words[c] in syntax.lang.articles for c in syntax.children(above)
        ):
            return True
        above = syntax.heads[above]
    return False


def _excepting(syntax: Syntax, noun: int) -> list[int]:
    """Return what makes an exception at a noun: "every juror of the court *except* the baker"."""
    words = syntax.lang.exceptive_words
    found = [t for t in syntax.subtree(noun) if syntax.words[t] in words]
    clause = syntax.clause(noun) if found else -1
    return [t for t in found if syntax.clause(t) == clause]


def _is_named(syntax: Syntax, i: int) -> bool:
    """Return whether a negation is part of a name or a compound: "the Do Not Call list"."""
    texts = syntax.sentence.texts
    around = {texts[i - 1], texts[i + 1]} if 0 < i < len(syntax) - 1 else set()
    return around == {"-"} or (texts[i].istitle() and any(t.istitle() for t in around))


def _denies_nothing(syntax: Syntax, i: int) -> bool:
    """Return whether "not" stands in "not only" or "whether or not"."""
    before, behind = syntax.words[max(i - 1, 0) : i], syntax.words[i + 1 : i + 2]
    return any(word in syntax.lang.disjunctions for word in before) or any(
        word in syntax.lang.focus_adverbs for word in behind
    )


def _denies_with_particle(syntax: Syntax, i: int) -> bool:
    """Return whether a word denies with another one: "turn down", "free of"."""
    particle = syntax.lang.denying_with.get(syntax.lemmas[i])
    for c in syntax.children(i) if particle is not None else ():
        if syntax.words[c] == particle:
            below = {syntax.lemmas[t] for t in syntax.children(c)}
            return below.isdisjoint(syntax.lang.denying_exempt_nouns)
    return False


def _makes_exception(syntax: Syntax, i: int) -> bool:
    """Return whether a negation is none: "no, thanks", or all there is, "nothing but shorts"."""
    word, lang = syntax.words[i], syntax.lang
    if word not in lang.negative_determiners and word not in lang.negative_pronouns:
        return False
    rest = range(i + 1, len(syntax))
    return syntax.pos[i] == "INTJ" or any(
        syntax.words[t] in lang.exceptive_conjunctions and syntax.pos[t] in ("SCONJ", "ADP")
        for t in rest
    )


def _inverted(syntax: Syntax, i: int) -> int | None:
    """Return the verb of the clause that begins with "nor": "nor was he asked"."""
    head = syntax.heads[i]
    for verb in syntax.below(head, r.CONJUNCT) if head >= 0 else ():
        first = next(iter(syntax.children(verb)), verb)
        if verb > i and syntax.roles[first] in r.AUXILIARIES:
            return verb
    return None


def _complements(syntax: Syntax, i: int) -> tuple[int, ...]:
    """Return what a word like "refuse" says that is not done."""
    lang, lemma = syntax.lang, syntax.lemmas[i]
    scope: list[int] = []
    for child in syntax.below(i, *r.DENIED):
        open_clause = syntax.roles[child] == r.OPEN_COMPLEMENT
        if child < i:
            clause = complement(syntax, child)  # "the report that … was denied"
            scope += () if clause is None else syntax.subtree(clause)
            continue
        if lemma in lang.denying_of_infinitives and not open_clause:
            continue
        if lemma in lang.denying_of_gerunds and (not open_clause or _is_infinitive(syntax, child)):
            continue
        if lemma in lang.denying_but_measures and not _is_declined(syntax, child):
            continue
        scope += own_clause(syntax, child)
    return tuple(sorted(scope))


def _is_infinitive(syntax: Syntax, verb: int) -> bool:
    """Return whether a verb has a particle of its own: "to work"."""
    return any(syntax.pos[c] == "PART" and c < verb for c in syntax.children(verb))


def _is_declined(syntax: Syntax, child: int) -> bool:
    """Return whether a dependent is what one declines: to pay, an offer; no share of percent."""
    if syntax.roles[child] == r.OBJECT:
        return all(syntax.roles[t] != r.NUMERAL for t in syntax.subtree(child))
    return syntax.roles[child] == r.OPEN_COMPLEMENT


def _without_polar_any(syntax: Syntax, found: list[Operator]) -> list[Operator]:
    """Drop "any" where another operator reaches it: there it means "some"."""
    polar = [syntax.words[op.token] in syntax.lang.polar_indefinites for op in found]
    if not any(polar):
        return found
    reached = {t for op, any_ in zip(found, polar, strict=True) if not any_ for t in op.scope}
    return [
        op for op, any_ in zip(found, polar, strict=True) if not any_ or op.token not in reached
    ]
