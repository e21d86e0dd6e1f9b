"""What turns entailment round: negation, quantifiers, conditionals, and verbs like "refuse".

In the scope of such an operator a more general word makes a more specific sentence: who owns no
vehicle owns no car. Two operators one in the other turn back. MacCartney and Manning 2009, *An
extended model of natural logic* (IWCS), section 3; Yanaka and others 2019, *Can neural networks
understand monotonicity reasoning?* (BlackboxNLP) list the operators of English.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .quantifiers import NEGATIVE, UNIVERSAL, Quantifier
from .reading import AUXILIARIES, OBJECTS, SUBJECTS, Reading, word_set

_ADVERBS = word_set(
    """
    not n't never hardly scarcely barely rarely seldom nowhere
    """
)
_NOBODY = frozenset(("nobody", "nothing"))
_WHOEVER = frozenset(("whoever", "whatever"))
_ANY = frozenset(("any", "anyone", "anybody", "anything"))
# Verbs and adjectives that deny their complement, and whether they mean no more than that.
_DENY = word_set(
    """
    fail refuse deny decline avoid prevent lack neglect forget doubt unable impossible
    prohibit forbid ban reject refrain abstain cease failure refusal inability
    """
)
_BARE_DENY = frozenset(("fail", "unable", "impossible", "lack", "failure", "inability"))
# Those that deny what is to be done alone: "fail to pay", not "fail an exam".
_DENY_DOING = frozenset(("fail", "forget", "neglect"))
_DENY_WITH = {"turn": "down", "rule": "out", "free": "of"}
_CONDITION = frozenset(("if", "unless"))
# What begins a clause that the negation before it leaves alone.
_REASONS = frozenset(("because", "since", "although", "though", "while", "whereas", "as", "so"))
_DOWN_PREPOSITIONS = frozenset(("without", "before", "against", "besides", "except"))
_UP = word_set(
    """
    prep pobj compound nmod poss appos agent pcomp preconj
    """
)
_COMPLEMENTS = frozenset(
    ("xcomp", "ccomp", "dobj", "prep", "pcomp", "acomp", "obj", "acl", "nsubjpass")
)


@dataclass(frozen=True)
class Operator:
    """An operator and where it reaches.

    Attributes:
        token: The token that says it.
        scope: The tokens in which entailment is turned, in order.
        negative: Whether what is in the scope is said not to be so.
        neither: Whether nothing is entailed in the scope, either way.
        condition: Whether the scope is a condition: adding it says less.
        alternative: Whether the scope is one of several alternatives: adding it says less.
    """

    token: int
    scope: tuple[int, ...]
    negative: bool = False
    neither: bool = False
    condition: bool = False
    alternative: bool = False


def operators(reading: Reading, counts: dict[int, Quantifier]) -> list[Operator]:
    """Return the operators of a sentence, in linear order.

    Args:
        reading: The sentence.
        counts: Its quantifiers, by noun.
    """
    found: list[Operator] = []
    quantifier_of = {q.token: noun for noun, q in counts.items()}
    inside_bounds = {i for q in counts.values() for i in q.extra}
    for i, word in enumerate(reading.words):
        if i in inside_bounds and i not in quantifier_of:
            continue
        if (word in NEGATIVE or word in _NOBODY) and (
            reading.pos[i] == "INTJ" or _only(reading, i)
        ):
            continue
        if word in _ADVERBS and not (_is_named(reading, i) or _denies_nothing(reading, i)):
            scope = _adverb_scope(reading, i, reading.heads[i], counts, quantifier_of)
            found.append(Operator(i, scope, True))
        elif i in quantifier_of:
            found.extend(_quantified(reading, quantifier_of[i], counts[quantifier_of[i]], word))
        elif word in _NOBODY:
            found.append(Operator(i, _both(reading, i, i), True))
        elif word in _WHOEVER:
            found.append(Operator(i, _without(reading.subtree(i), [i])))
        elif word in _DOWN_PREPOSITIONS and reading.children(i):
            found.append(Operator(i, _without(reading.subtree(i), [i]), word == "without"))
        elif word in _CONDITION:
            clause = reading.heads[i]
            if clause >= 0 and reading.deps[clause] in ("advcl", "ROOT", "ccomp", "conj", "relcl"):
                scope = _without(reading.subtree(clause), [i])
                # "Unless" denies its condition: in there, entailment is turned twice.
                once = word == "if"
                found.append(Operator(i, scope, condition=once, alternative=not once))
        elif word == "too" and reading.heads[i] > i:
            found.append(Operator(i, _denied(reading, reading.heads[i]), True))
        elif word == "nor" and (verb := _inverted(reading, i)) is not None:
            found.append(Operator(i, _adverb_scope(reading, i, verb, counts, quantifier_of), True))
        elif word in ("or", "nor"):
            found.extend(_alternatives(reading, i))
        elif reading.lemmas[i] in _DENY or _turns_down(reading, i):
            scope = _denied(reading, i)
            if scope:
                found.append(Operator(i, scope, True))
    return _without_polar_any(reading, found)


def is_negative(word: str, lemma: str) -> bool:
    """Return whether a word, by itself or with others, says that something is not so."""
    return word in _ADVERBS | NEGATIVE | _NOBODY | {"without"} or lemma in _DENY


def denies(lemma: str) -> bool:
    """Return whether a word says nothing but that its complement is not so."""
    return lemma in _BARE_DENY


def _quantified(reading: Reading, noun: int, quantifier: Quantifier, word: str) -> list[Operator]:
    i = quantifier.token
    restrictor = _without(reading.subtree(noun), [i, *quantifier.extra])
    if quantifier.universal:
        return [Operator(i, restrictor)]
    if word == "any":
        return [Operator(i, restrictor)]
    if word in NEGATIVE:
        return [Operator(i, _both(reading, noun, i), True)]
    if quantifier.bound in ("most", "limit", "less", "few"):
        return [Operator(i, _without(_both(reading, noun, i), quantifier.extra))]
    if quantifier.bound == "exactly":
        scope = _without(_both(reading, noun, i), quantifier.extra)
        return [Operator(i, scope, neither=True)]
    return [Operator(i, restrictor, neither=True)] if word == "most" else []


def _both(reading: Reading, noun: int, operator: int) -> tuple[int, ...]:
    """Return restrictor and scope of a noun's quantifier: its phrase, and the clause around it.

    The subject of the clause is outside of the scope of what is not in the subject.
    """
    but = any(reading.words[c] == "but" for c in reading.children(noun))
    joined = [
        c
        for c in reading.children(noun)
        if reading.deps[c] == "conj"
        and (but or any(reading.words[t] in NEGATIVE for t in reading.children(c)))
    ]
    phrase = _without(reading.subtree(noun), [t for c in joined for t in reading.subtree(c)])
    top = noun
    while reading.heads[top] >= 0 and reading.pos[top] not in ("VERB", "AUX"):
        above = reading.heads[top]
        if reading.deps[top] not in (*SUBJECTS, *OBJECTS, *_UP, "npadvmod", "ROOT", "dep"):
            break
        top = above
    verbal = reading.pos[top] in ("VERB", "AUX")
    clause = _own_clause(reading, top) if verbal else list(phrase)
    branch = _branch(reading, noun, top)
    if reading.deps[branch] not in SUBJECTS:
        subjects = [c for c in reading.children(top) if reading.deps[c] in SUBJECTS and c != branch]
        others = [c for c in reading.children(top) if reading.deps[c] == "conj" and c > noun]
        outside = {i for other in (*subjects, *others, *joined) for i in reading.subtree(other)}
        clause = [i for i in clause if i not in outside]
    return _without(sorted({*phrase, *clause}), [operator])


def _branch(reading: Reading, node: int, top: int) -> int:
    while node != top and reading.heads[node] != top and reading.heads[node] >= 0:
        node = reading.heads[node]
    return node


def _adverb_scope(
    reading: Reading,
    i: int,
    head: int,
    counts: dict[int, Quantifier],
    quantifier_of: dict[int, int],
) -> tuple[int, ...]:
    """Return what "not" and its like deny: the predicate it stands by, not the subject."""
    after = i + 1
    if after in quantifier_of and reading.words[after] in (*UNIVERSAL, "many", "most", "much"):
        noun = quantifier_of[after]
        return tuple(sorted({after, *_both(reading, noun, i)}))
    if head < 0:
        return ()
    if reading.pos[head] in ("AUX", "VERB"):
        scope = _own_clause(reading, head)
        subjects = [c for c in reading.children(head) if reading.deps[c] in SUBJECTS]
        before = [s for s in subjects if s < i or reading.deps[s] == "expl"]
        outside = {t for subject in before for t in reading.subtree(subject)}
        scope = [t for t in scope if t not in outside]
    else:
        scope = reading.subtree(head)
    return _without(scope, [i])


def _own_clause(reading: Reading, verb: int) -> list[int]:
    """Return the subtree of a verb without clauses beside it that have a subject of their own."""
    outside: set[int] = set()
    for child in reading.children(verb):
        dep = reading.deps[child]
        labels = {reading.deps[c] for c in reading.children(child)}
        reason = any(reading.words[c] in _REASONS for c in reading.children(child))
        beside = dep == "conj" and labels & (SUBJECTS | {"aux"})
        if beside or (dep in ("advcl", "parataxis") and (reason or child < verb)):
            outside.update(reading.subtree(child))
    return [i for i in reading.subtree(verb) if i not in outside]


def _is_named(reading: Reading, i: int) -> bool:
    """Return whether a negation is part of a name or a compound: "the Do Not Call list"."""
    inside = 0 < i < len(reading) - 1
    around = {reading.texts[i - 1], reading.texts[i + 1]} if inside else set()
    return around == {"-"} or (reading.texts[i].istitle() and any(t.istitle() for t in around))


def _denies_nothing(reading: Reading, i: int) -> bool:
    """Return whether "not" stands in "not only" or "whether or not"."""
    around = reading.words[max(i - 1, 0) : i], reading.words[i + 1 : i + 2]
    return around[0] == ["or"] or around[1] in (["only"], ["just"], ["merely"])


def _turns_down(reading: Reading, i: int) -> bool:
    """Return whether a word denies with another one: "turn down", "free of"."""
    for c in reading.children(i) if reading.lemmas[i] in _DENY_WITH else ():
        if reading.words[c] == _DENY_WITH[reading.lemmas[i]]:
            return not any(reading.lemmas[t] in ("charge", "cost") for t in reading.children(c))
    return False


def _only(reading: Reading, i: int) -> bool:
    """Return whether what seems denied is all there is: "nothing but shorts"."""
    rest = range(i + 1, len(reading))
    return any(reading.words[t] == "but" and reading.pos[t] in ("SCONJ", "ADP") for t in rest)


def _inverted(reading: Reading, i: int) -> int | None:
    """Return the verb of the clause that begins with "nor": "nor was he asked"."""
    for verb in reading.children(reading.heads[i]) if reading.heads[i] >= 0 else ():
        first = next(iter(reading.children(verb)), verb)
        if verb > i and reading.deps[verb] == "conj" and reading.deps[first] in AUXILIARIES:
            return verb
    return None


def _denied(reading: Reading, i: int) -> tuple[int, ...]:
    scope: list[int] = []
    for child in reading.children(i):
        if reading.deps[child] in _COMPLEMENTS and child > i:
            if reading.lemmas[i] in _DENY_DOING and reading.deps[child] != "xcomp":
                continue
            if reading.lemmas[i] == "decline" and not _is_declined(reading, child):
                continue
            scope += _own_clause(reading, child)
    return tuple(sorted(scope))


def _is_declined(reading: Reading, child: int) -> bool:
    """Return whether a dependent is what one declines: to pay, an offer; no share of percent."""
    if reading.deps[child] == "dobj":
        return all(reading.deps[t] != "nummod" for t in reading.subtree(child))
    return reading.deps[child] == "xcomp"


def _alternatives(reading: Reading, i: int) -> Iterable[Operator]:
    """Return the operators of "or": each alternative by itself, the others left out."""
    first = reading.heads[i]
    if first < 0:
        return
    while reading.deps[first] == "conj":
        first = reading.heads[first]
    members = [first]
    for member in members:
        members += [c for c in reading.children(member) if reading.deps[c] == "conj"]
    for member in members:
        others = {t for other in members if other != member for t in reading.subtree(other)}
        own = set(reading.subtree(member))
        if member == first:
            own -= {t for other in members[1:] for t in reading.subtree(other)}
            others -= own
        scope = tuple(t for t in sorted(own) if reading.deps[t] != "cc")
        yield Operator(i, scope, alternative=True)


def _without_polar_any(reading: Reading, found: list[Operator]) -> list[Operator]:
    """Drop "any" where another operator reaches it: there it means "some"."""
    reached = {t for op in found if reading.words[op.token] not in _ANY for t in op.scope}
    return [op for op in found if reading.words[op.token] not in _ANY or op.token not in reached]


def _without(tokens: Iterable[int], left_out: Iterable[int]) -> tuple[int, ...]:
    left_out = set(left_out)
    return tuple(i for i in tokens if i not in left_out)
