"""Polarity: where a more general word makes a more specific sentence, and where nothing follows.

Entailment goes upward in most places: who owns a car owns a vehicle. An operator turns it round in
its scope, which is downward monotone: who owns no vehicle owns no car. Two operators, one in the
scope of the other, make upward of it again; in a non-monotone scope ("exactly two") neither
follows. MacCartney and Manning 2009, *An extended model of natural logic* (IWCS), section 3;
Yanaka and others 2019, *Can neural networks understand monotonicity reasoning?* (BlackboxNLP),
list the operators of English: negation, quantifiers, conditionals, and verbs like "refuse".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..lang import LanguageData
from ..sentence import Sentence
from .quantifiers import Quantifier


@dataclass(frozen=True)
class Operator:
    """An operator and where it reaches.

    Attributes:
        token: The token that says it.
        scope: The tokens that are downward monotone by it, in order.
        negative: Whether what is in the scope is said not to be so.
        non_monotone: Whether nothing is entailed in the scope, either way.
        condition: Whether the scope is a condition: adding it says less.
        alternative: Whether the scope is one of several alternatives: adding it says less.
    """

    token: int
    scope: tuple[int, ...]
    negative: bool = False
    non_monotone: bool = False
    condition: bool = False
    alternative: bool = False


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
                _negations(sentence, i, noun_of)
                or _quantified(sentence, i, noun_of, quantified)
                or _clausal(sentence, i)
                or _disjunctions(sentence, i, noun_of)
                or _denying(sentence, i)
            )
    return _without_polar_any(sentence, found)


@lru_cache(maxsize=8)
def _operator_words(lang: LanguageData) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words, and the lemmas, that can be operators beside quantifiers."""
    words = (
        *(lang.negative_adverbs, lang.negative_pronouns, lang.negative_conjunctions),
        *(lang.excessive_adverbs, lang.free_relatives, lang.downward_prepositions),
        *(lang.conditionals, lang.disjunctions),
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
        return [Operator(i, _adverb_scope(sentence, i, sentence.heads[i], noun_of), True)]
    if word in lang.negative_pronouns:
        return [Operator(i, _restrictor_and_scope(sentence, i, i), True)]
    if word in lang.excessive_adverbs and sentence.heads[i] > i:  # "too small to see"
        return [Operator(i, _complements(sentence, sentence.heads[i]), True)]
    return []


def _clausal(sentence: Sentence, i: int) -> list[Operator]:
    """Return the operator of "whoever", "without", "if" and the like, over what they open."""
    word, lang = sentence.words[i], sentence.lang
    if word in lang.free_relatives:
        return [Operator(i, _without(sentence.subtree(i), [i]))]
    if word in lang.downward_prepositions and sentence.children(i):
        absent = word in lang.negative_prepositions
        return [Operator(i, _without(sentence.subtree(i), [i]), absent)]
    clause = sentence.heads[i]
    if word not in lang.conditionals or clause < 0:
        return []
    if sentence.deps[clause] not in lang.condition_labels:
        return []
    # "Unless" denies its condition, so that its clause is upward monotone again.
    affirmative = word in lang.affirmative_conditionals
    scope = _without(sentence.subtree(clause), [i])
    return [Operator(i, scope, condition=affirmative, alternative=not affirmative)]


def _disjunctions(sentence: Sentence, i: int, noun_of: dict[int, int]) -> list[Operator]:
    """Return the operators of "or" and "nor"."""
    word, lang = sentence.words[i], sentence.lang
    if word in lang.negative_conjunctions and (verb := _inverted(sentence, i)) is not None:
        return [Operator(i, _adverb_scope(sentence, i, verb, noun_of), True)]
    return list(_alternatives(sentence, i)) if word in lang.disjunctions else []


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
    restrictor = _without(sentence.subtree(noun), [i, *quantifier.extra])
    if quantifier.universal or word in lang.polar_determiners:
        return [Operator(i, restrictor)]
    if word in lang.negative_determiners:
        return [Operator(i, _restrictor_and_scope(sentence, noun, i), True)]
    both = _without(_restrictor_and_scope(sentence, noun, i), quantifier.extra)
    if quantifier.bound in ("most", "limit", "less", "few"):
        return [Operator(i, both)]
    if quantifier.bound == "exactly":
        return [Operator(i, both, non_monotone=True)]
    majority = word in lang.majority_quantifiers
    return [Operator(i, restrictor, non_monotone=True)] if majority else []


def _restrictor_and_scope(sentence: Sentence, noun: int, operator: int) -> tuple[int, ...]:
    """Return restrictor and scope of a noun's quantifier: its phrase, and the clause around it.

    The subject of the clause is outside of the scope of what is not in the subject.
    """
    deps, heads, lang = sentence.deps, sentence.heads, sentence.lang
    joined = _other_conjuncts(sentence, noun)
    phrase = _without(sentence.subtree(noun), [t for c in joined for t in sentence.subtree(c)])
    top = noun
    while heads[top] >= 0 and not _is_verbal(sentence, top) and deps[top] in lang.raising_labels:
        top = heads[top]
    clause = _own_clause(sentence, top) if _is_verbal(sentence, top) else list(phrase)
    branch = _branch(sentence, noun, top)
    if deps[branch] not in lang.subject_labels:
        beside = [c for c in sentence.children(top) if c != branch]
        subjects = [c for c in beside if deps[c] in lang.subject_labels]
        others = [c for c in sentence.children(top) if deps[c] == "conj" and c > noun]
        outside = {i for other in (*subjects, *others, *joined) for i in sentence.subtree(other)}
        clause = [i for i in clause if i not in outside]
    return _without(sorted({*phrase, *clause}), [operator])


def _other_conjuncts(sentence: Sentence, noun: int) -> list[int]:
    """Return conjuncts of a noun that its quantifier does not reach: "no boys but girls"."""
    children, lang = sentence.children, sentence.lang
    excepting = any(sentence.words[c] in lang.exceptive_conjunctions for c in children(noun))
    return [
        c
        for c in children(noun)
        if sentence.deps[c] == "conj"
        and (excepting or any(sentence.words[t] in lang.negative_determiners for t in children(c)))
    ]


def _is_verbal(sentence: Sentence, i: int) -> bool:
    return sentence.pos[i] in ("VERB", "AUX")


def _branch(sentence: Sentence, node: int, top: int) -> int:
    while node != top and sentence.heads[node] != top and sentence.heads[node] >= 0:
        node = sentence.heads[node]
    return node


def _adverb_scope(
    sentence: Sentence, i: int, head: int, noun_of: dict[int, int]
) -> tuple[int, ...]:
    """Return what "not" and its like deny: the predicate it stands by, not the subject."""
    after, lang = i + 1, sentence.lang
    if after in noun_of and (
        sentence.words[after] in lang.universal_determiners
        or sentence.words[after] in lang.large_quantifiers
    ):
        both = _restrictor_and_scope(sentence, noun_of[after], i)
        return tuple(sorted({after, *both}))
    if head < 0:
        return ()
    if not _is_verbal(sentence, head):
        return _without(sentence.subtree(head), [i])
    subjects = [c for c in sentence.children(head) if sentence.deps[c] in lang.subject_labels]
    before = [s for s in subjects if s < i or sentence.deps[s] == "expl"]
    outside = {t for subject in before for t in sentence.subtree(subject)}
    return _without(_own_clause(sentence, head), [i, *outside])


def _own_clause(sentence: Sentence, verb: int) -> list[int]:
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
        if lemma in lang.denying_but_measures and not _is_declined(sentence, child):
            continue
        scope += _own_clause(sentence, child)
    return tuple(sorted(scope))


def _is_declined(sentence: Sentence, child: int) -> bool:
    """Return whether a dependent is what one declines: to pay, an offer; no share of percent."""
    if sentence.deps[child] == "dobj":
        return all(sentence.deps[t] != "nummod" for t in sentence.subtree(child))
    return sentence.deps[child] == "xcomp"


def _alternatives(sentence: Sentence, i: int) -> Iterable[Operator]:
    """Return the operators of "or": each alternative by itself, the others left out."""
    first = sentence.heads[i]
    if first < 0:
        return
    while sentence.deps[first] == "conj":
        first = sentence.heads[first]
    members = [first]
    for member in members:
        members += [c for c in sentence.children(member) if sentence.deps[c] == "conj"]
    for member in members:
        others = {t for other in members if other != member for t in sentence.subtree(other)}
        own = set(sentence.subtree(member))
        if member == first:
            own -= {t for other in members[1:] for t in sentence.subtree(other)}
            others -= own
        scope = tuple(t for t in sorted(own) if sentence.deps[t] != "cc")
        yield Operator(i, scope, alternative=True)


def _without_polar_any(sentence: Sentence, found: list[Operator]) -> list[Operator]:
    """Drop "any" where another operator reaches it: there it means "some"."""
    polar = [sentence.words[op.token] in sentence.lang.polar_indefinites for op in found]
    reached = {t for op, any_ in zip(found, polar, strict=True) if not any_ for t in op.scope}
    return [
        op for op, any_ in zip(found, polar, strict=True) if not any_ or op.token not in reached
    ]


def _without(tokens: Iterable[int], left_out: Iterable[int]) -> tuple[int, ...]:
    left_out = set(left_out)
    return tuple(i for i in tokens if i not in left_out)
