"""Polarity: where a more general word makes a more specific sentence, and where nothing follows.

Entailment goes upward in most places: who owns a car owns a vehicle. An operator turns it round in
its scope, which is downward monotone: who owns no vehicle owns no car. Two operators, one in the
scope of the other, make upward of it again; in a non-monotone scope ("exactly two") neither
follows. MacCartney and Manning 2009, *An extended model of natural logic* (IWCS), section 3;
Yanaka and others 2019, *Can neural networks understand monotonicity reasoning?* (BlackboxNLP),
list the operators of English: negation, quantifiers, conditionals, and verbs like "refuse".
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from ..lang import LanguageData
from .alternatives import alternatives, contrasted, rejected
from .quantities import Quantifier
from .scope_extent import Operator, adverb_scope, own_clause, restrictor_and_scope, without
from .sentence import Sentence
from .stance import raised


def operators(sentence: Sentence, quantified: dict[int, Quantifier]) -> list[Operator]:
    """Return the operators of a sentence, in linear order.

    Args:
        sentence: The sentence.
        quantified: Its quantifiers, by the noun of each.
    """
    noun_of = {quantifier.token: noun for noun, quantifier in quantified.items()}
    inside_bounds = {i for quantifier in quantified.values() for i in quantifier.extra}
    found: list[Operator] = []
    words, lemmas = _operator_words(sentence.lang)
    for i, (word, lemma) in enumerate(zip(sentence.words, sentence.lemmas, strict=True)):
        if not (i in noun_of or word in words or lemma in lemmas):
            continue
        if (i not in inside_bounds or i in noun_of) and not _makes_exception(sentence, i):
            found += (
                _paired(sentence, i, noun_of)
                or _negations(sentence, i, noun_of)
                or _quantified(sentence, i, noun_of, quantified)
                or _clausal(sentence, i)
                or _disjunctions(sentence, i, noun_of)
                or rejected(sentence, i)
                or _exclusive(sentence, i)
                or _denying(sentence, i)
            )
    return _without_polar_any(sentence, found)


@lru_cache(maxsize=8)
def _operator_words(lang: LanguageData) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words, and the lemmas, that can be operators beside quantifiers."""
    words = (
        *(lang.negative_adverbs, lang.negative_pronouns, lang.negative_conjunctions),
        lang.negative_prefixes,
        *(lang.excessive_adverbs, lang.free_relatives, lang.downward_prepositions),
        lang.polar_indefinites,
        lang.general_conjunctions,
        *(lang.conditionals, lang.disjunctions, lang.restrictive_adverbs),
        *(frozenset(pair[0] for pair in lang.ceasing_pairs),),
        *(frozenset(pair[1] for pair in lang.rejecting_pairs),),
    )
    return frozenset().union(*words), lang.denying_words | lang.denying_with.keys()


def is_negative(word: str, lemma: str, lang: LanguageData) -> bool:
    """Return whether a word, by itself or with others, says that something is not so."""
    negative = (
        *(lang.negative_adverbs, lang.negative_determiners, lang.negative_pronouns),
        lang.negative_prepositions,
    )
    return any(word in words for words in negative) or lemma in lang.denying_words


def _negations(sentence: Sentence, i: int, noun_of: dict[int, int]) -> list[Operator]:
    """Return the operator of "not", "nobody" and the like."""
    word, lang = sentence.words[i], sentence.lang
    if word in lang.negative_adverbs:
        if _is_named(sentence, i) or _denies_nothing(sentence, i):
            return []
        scope = raised(sentence, sentence.heads[i])
        scope = scope or adverb_scope(sentence, i, sentence.heads[i], noun_of)
        words = _continuing(sentence, scope)
        return [Operator(i, contrasted(sentence, scope), True, words=words)]
    if word in lang.negative_pronouns:
        scope = restrictor_and_scope(sentence, i, i)
        return [Operator(i, without(scope, _excepting(sentence, i)), True)]
    if word in lang.negative_prefixes and sentence.words[i + 1 : i + 2] == ["-"]:
        return [Operator(i, (i + 2,), True)] if i + 2 < len(sentence) else []
    if word in lang.excessive_adverbs and sentence.heads[i] > i:  # "too small to see"
        return [Operator(i, _complements(sentence, sentence.heads[i]), True)]
    return []


def _paired(sentence: Sentence, i: int, noun_of: dict[int, int]) -> list[Operator]:
    """Return the operator of the adverbs "no longer" and, before a verb, "neither … nor"."""
    word, lang, head = sentence.words[i], sentence.lang, sentence.heads[i]
    behind = sentence.words[i + 1] if i + 1 < len(sentence) else ""
    if (word, behind) in lang.ceasing_pairs:
        verb = sentence.heads[i + 1] if head == i + 1 else head
        return [Operator(i, without(adverb_scope(sentence, i, verb, noun_of), [i + 1]), True)]
    if word in lang.negative_determiners and head >= 0 and sentence.pos[head] == "VERB":
        scope = adverb_scope(sentence, i, head, noun_of)  # "none of the boys except Ali"
        return [Operator(i, without(scope, _excepting(sentence, i)), True)]
    return []


def _continuing(sentence: Sentence, scope: tuple[int, ...]) -> tuple[int, ...]:
    """Return "any longer" and its like, which say no more than the negation before them."""
    words, lang = sentence.words, sentence.lang
    of_two = [
        t
        for i, k in pairwise(scope)
        if k == i + 1 and (words[i], words[k]) in lang.continuing_pairs
        for t in (i, k)
    ]
    return (*of_two, *(t for t in scope if words[t] in lang.continuing_adverbs))


def _exclusive(sentence: Sentence, i: int) -> list[Operator]:
    """Return the operator of "only" before a subject: "only doctors" own what nobody else owns."""
    lang, noun = sentence.lang, sentence.heads[i]
    if sentence.words[i] not in lang.restrictive_adverbs or noun < i:
        return []
    verb = sentence.heads[noun]
    if sentence.deps[noun] not in lang.nominal_subject_labels or verb < 0:
        return []
    scope = without(own_clause(sentence, verb), sentence.subtree(noun))
    return [Operator(i, scope, exclusive=True)]


def _clausal(sentence: Sentence, i: int) -> list[Operator]:
    """Return the operator of "whoever", "without", "if" and the like, over what they open."""
    word, lang = sentence.words[i], sentence.lang
    if word in lang.polar_indefinites and sentence.pos[i] == "PRON":
        clauses = [c for c in sentence.children(i) if sentence.deps[c] in lang.noun_clause_labels]
        scope = without(sentence.subtree(i), [i])
        return [Operator(i, scope)] if clauses else []  # "anyone who smokes"
    if word in lang.free_relatives:
        verb = sentence.heads[i]  # of the clause that the pronoun is a part of
        top = verb if verb >= 0 and sentence.deps[verb] != "ROOT" and verb > i else i
        return [Operator(i, without(sentence.subtree(top), [i]))]
    if word in lang.downward_prepositions and sentence.children(i):
        excepts = word in lang.exceptive_words
        absent = word in lang.negative_prepositions or excepts
        below = [t for t in sentence.subtree(i) if t > i]
        words = [t for t in below[:1] if excepts and sentence.pos[t] == "ADP"]  # "apart from"
        return [Operator(i, without(below, words), absent, words=tuple(words))]
    clause = sentence.heads[i]
    if word in lang.general_conjunctions and clause > i and _is_general(sentence, clause):
        return [Operator(i, without(own_clause(sentence, clause), [i]), exclusive=True)]
    if word not in lang.conditionals or clause < 0:
        return []
    if sentence.deps[clause] not in lang.condition_labels:
        return []
    scope = without(sentence.subtree(clause), [i])
    if sentence.deps[clause] in lang.complement_labels and sentence.heads[clause] < i:
        return [Operator(i, scope, non_monotone=True)]  # "asked if it was open"
    found = [Operator(i, scope, condition=True)]
    # "Unless" denies its condition, so that its clause is upward monotone again.
    return found if word in lang.affirmative_conditionals else [*found, Operator(i, scope, True)]


def _is_general(sentence: Sentence, clause: int) -> bool:
    """Return whether a clause speaks of all times: "when it rains", not "when it fell".

    A verb that a tagger takes for a noun is in the present: "when a child *cries*".
    """
    lang = sentence.lang
    if sentence.deps[clause] not in lang.condition_labels:
        return False
    tags = {sentence.tags[clause], *(sentence.tags[c] for c in sentence.children(clause))}
    past = lang.finite_tags - lang.present_tags
    present = sentence.pos[clause] == "NOUN" or not tags.isdisjoint(lang.present_tags)
    return present and tags.isdisjoint(past)


def _disjunctions(sentence: Sentence, i: int, noun_of: dict[int, int]) -> list[Operator]:
    """Return the operators of "or" and "nor"."""
    word, lang = sentence.words[i], sentence.lang
    if word in lang.negative_conjunctions and (verb := _inverted(sentence, i)) is not None:
        return [Operator(i, adverb_scope(sentence, i, verb, noun_of), True)]
    return list(alternatives(sentence, i)) if word in lang.disjunctions else []


def _denying(sentence: Sentence, i: int) -> list[Operator]:
    """Return the operator of "refuse", "turn down" and the like, over their complement."""
    lexical = sentence.lemmas[i] in sentence.lang.denying_words
    if not (lexical or _denies_with_particle(sentence, i)):
        return []
    scope = _complements(sentence, i)
    return [Operator(i, scope, True)] if scope else []


def _quantified(
    sentence: Sentence, i: int, noun_of: dict[int, int], quantified: dict[int, Quantifier]
) -> list[Operator]:
    """Return the operators of a quantifier, over its noun phrase (the restrictor) or the clause."""
    if i not in noun_of:
        return []
    word, lang, noun = sentence.words[i], sentence.lang, noun_of[i]
    quantifier = quantified[noun]
    excepted = [t for c in _excepting(sentence, noun) for t in sentence.subtree(c)]
    restrictor = without(sentence.subtree(noun), [i, *quantifier.extra, *excepted])
    if quantifier.universal or word in lang.polar_determiners:
        return [Operator(i, restrictor)]
    if word in lang.negative_determiners:
        excepting = _excepting(sentence, noun)
        return [Operator(i, without(restrictor_and_scope(sentence, noun, i), excepting), True)]
    if _describes(sentence, noun):
        return []
    both = without(restrictor_and_scope(sentence, noun, i), quantifier.extra)
    if quantifier.bound in ("most", "limit", "less", "few"):
        return [Operator(i, both)]
    if quantifier.bound == "exactly":
        return [Operator(i, both, non_monotone=True)]
    majority = word in lang.majority_quantifiers
    return [Operator(i, restrictor, non_monotone=True)] if majority else []


def _describes(sentence: Sentence, noun: int) -> bool:
    """Return whether a phrase is a part of what is said of one thing: "a storm of up to 99 mph".

    Whatever happens to that thing does not depend on how much it is.
    """
    above = sentence.heads[noun]
    while above >= 0 and sentence.pos[above] in ("ADP", "NOUN"):
        below = {sentence.words[c] for c in sentence.children(above)}
        if sentence.pos[above] == "NOUN" and not below.isdisjoint(sentence.lang.articles):
            return True
        above = sentence.heads[above]
    return False


def _excepting(sentence: Sentence, noun: int) -> list[int]:
    """Return what makes an exception at a noun: "every juror of the court *except* the baker"."""
    words, clause = sentence.lang.exceptive_words, sentence.syntax.clause(noun)
    found = (t for t in sentence.subtree(noun) if sentence.words[t] in words)
    return [t for t in found if sentence.syntax.clause(t) == clause]


def _is_named(sentence: Sentence, i: int) -> bool:
    """Return whether a negation is part of a name or a compound: "the Do Not Call list"."""
    inside = 0 < i < len(sentence) - 1
    around = {sentence.texts[i - 1], sentence.texts[i + 1]} if inside else set()
    return around == {"-"} or (sentence.texts[i].istitle() and any(t.istitle() for t in around))


def _denies_nothing(sentence: Sentence, i: int) -> bool:
    """Return whether "not" stands in "not only" or "whether or not"."""
    before, behind = sentence.words[max(i - 1, 0) : i], sentence.words[i + 1 : i + 2]
    return any(word in sentence.lang.disjunctions for word in before) or any(
        word in sentence.lang.focus_adverbs for word in behind
    )


def _denies_with_particle(sentence: Sentence, i: int) -> bool:
    """Return whether a word denies with another one: "turn down", "free of"."""
    particle = sentence.lang.denying_with.get(sentence.lemmas[i])
    for c in sentence.children(i) if particle is not None else ():
        if sentence.words[c] == particle:
            below = {sentence.lemmas[t] for t in sentence.children(c)}
            return below.isdisjoint(sentence.lang.denying_exempt_nouns)
    return False


def _makes_exception(sentence: Sentence, i: int) -> bool:
    """Return whether a negation is none: "no, thanks", or all there is, "nothing but shorts"."""
    word, lang = sentence.words[i], sentence.lang
    if word not in lang.negative_determiners and word not in lang.negative_pronouns:
        return False
    rest = range(i + 1, len(sentence))
    return sentence.pos[i] == "INTJ" or any(
        sentence.words[t] in lang.exceptive_conjunctions and sentence.pos[t] in ("SCONJ", "ADP")
        for t in rest
    )


def _inverted(sentence: Sentence, i: int) -> int | None:
    """Return the verb of the clause that begins with "nor": "nor was he asked"."""
    for verb in sentence.children(sentence.heads[i]) if sentence.heads[i] >= 0 else ():
        first = next(iter(sentence.children(verb)), verb)
        if (
            verb > i
            and sentence.deps[verb] == "conj"
            and sentence.deps[first] in sentence.lang.auxiliary_labels
        ):
            return verb
    return None


def _complements(sentence: Sentence, i: int) -> tuple[int, ...]:
    """Return what a word like "refuse" says that is not done."""
    lang, lemma = sentence.lang, sentence.lemmas[i]
    scope: list[int] = []
    for child in sentence.children(i):
        dep = sentence.deps[child]
        if child < i or dep not in lang.denied_labels:
            continue
        if lemma in lang.denying_of_infinitives and dep != "xcomp":
            continue
        if lemma in lang.denying_of_gerunds and (dep != "xcomp" or _is_infinitive(sentence, child)):
            continue
        if lemma in lang.denying_but_measures and not _is_declined(sentence, child):
            continue
        scope += own_clause(sentence, child)
    return tuple(sorted(scope))


def _is_infinitive(sentence: Sentence, verb: int) -> bool:
    """Return whether a verb has a particle of its own: "to work"."""
    return any(sentence.pos[c] == "PART" and c < verb for c in sentence.children(verb))


def _is_declined(sentence: Sentence, child: int) -> bool:
    """Return whether a dependent is what one declines: to pay, an offer; no share of percent."""
    if sentence.deps[child] == "dobj":
        return all(sentence.deps[t] != "nummod" for t in sentence.subtree(child))
    return sentence.deps[child] == "xcomp"


def _without_polar_any(sentence: Sentence, found: list[Operator]) -> list[Operator]:
    """Drop "any" where another operator reaches it: there it means "some"."""
    polar = [sentence.words[op.token] in sentence.lang.polar_indefinites for op in found]
    reached = {t for op, any_ in zip(found, polar, strict=True) if not any_ for t in op.scope}
    return [
        op for op, any_ in zip(found, polar, strict=True) if not any_ or op.token not in reached
    ]
