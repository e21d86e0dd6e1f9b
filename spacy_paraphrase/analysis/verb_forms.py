"""Verb forms: voice, tense, aspect and modality.

A verb and its auxiliaries form a chain; its first word carries the tense: "*has* been sold",
"*will* open", "*did* not close". A coordinated verb without auxiliaries of its own shares those of
the first: "will open and close". The future is expressed by an auxiliary, or by a word with an
infinitive: "is due to sail", "is going to rain". Kinds of modality are those of Palmer 2001, *Mood
and modality*, chapter 1: epistemic (possible, probable, certain, hearsay) and deontic or dynamic
(necessary, permitted, able).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..lang import LanguageData
from . import roles as r
from .syntax import Syntax

PARTICIPLES = "past participle", "present participle"
# Kinds of uncertain modality.
POSSIBLE, PROBABLE = "possible", "probable"
# The aspect of repeated events in the past.
HABITUAL = "habitual"
# The strengths of intention and of hearsay.
INTENDED, HEARSAY = 0.5, 0.6


@dataclass(frozen=True)
class Modality:
    """How certain or how necessary the content of a predicate is.

    Attributes:
        kind: "possible", "probable", "certain", "hearsay", "necessary", "permitted", "able",
            "future", "conditional" ("would") or "intended".
        strength: From 0 (hardly) to 1 (certain or obligatory).
        tokens: The words that express it.
    """

    kind: str
    strength: float
    tokens: tuple[int, ...]


class VerbForm(NamedTuple):
    """The grammatical categories of a verb.

    Attributes:
        voice: "active" or "passive".
        tense: "past", "present" or "future"; "" for none.
        aspect: "", "perfect", "progressive", "perfect progressive" or "habitual" ("used to sing").
        finite: Whether it has a tense or a mood: it is neither an infinitive nor a participle.
        modality: How certain or necessary it is; None if no word expresses that.
    """

    voice: str
    tense: str
    aspect: str
    finite: bool
    modality: Modality | None


def form(syntax: Syntax, i: int) -> str:
    """Return the form of a word: "past", "present", "modal", "infinitive" or a participle.

    The participles are "past participle" and "present participle"; other words have "".
    """
    found = _forms(syntax.lang).get(syntax.sentence.tags[i], "")
    return found if found == "modal" or syntax.is_verbal(i) else ""


@lru_cache(maxsize=8)
def _forms(lang: LanguageData) -> Mapping[str, str]:
    """Return the form of each tag; the last one of several counts."""
    forms = (
        (lang.base_tags, "infinitive"),
        (lang.participle_tags, "present participle"),
        (lang.past_participle_tags, "past participle"),
        (lang.finite_tags, "past"),
        (lang.present_tags, "present"),
        (lang.modal_tags, "modal"),
    )
    return {tag: name for tags, name in forms for tag in tags}


def auxiliaries(syntax: Syntax, verb: int) -> list[int]:
    """Return the auxiliaries of a verb: its own, or those that it shares with the first conjunct.

    Particles, as in "to go", are not auxiliaries.
    """
    while True:
        own = [c for c in syntax.below(verb, *r.AUXILIARIES) if syntax.pos[c] != "PART"]
        if own or syntax.roles[verb] != r.CONJUNCT or syntax.heads[verb] < 0:
            return own
        finite = form(syntax, verb) in ("past", "present")
        if finite or syntax.below(verb, *r.SUBJECTS, *r.AUXILIARIES):
            return own
        # A conjunct with another form does not share the auxiliary: "was tried and lying".
        if form(syntax, verb) != form(syntax, syntax.heads[verb]):
            return own
        verb = syntax.heads[verb]


def participle_of(syntax: Syntax, copula: int) -> int:
    """Return the participle that is parsed as a complement of "be": "was raining"; else -1."""
    if copula < 0 or not syntax.is_copula(copula):
        return -1
    found = (
        c
        for c in syntax.below(copula, r.OPEN_COMPLEMENT)
        if form(syntax, c) in PARTICIPLES and not syntax.below(c, *r.SUBJECTS, *r.AUXILIARIES)
    )
    return next(found, -1)


def verb_form(syntax: Syntax, verb: int, predicate: int) -> VerbForm:
    """Return the form of a verb or copula.

    Args:
        syntax: The side.
        verb: The highest token of a clause: its verb, or the copula.
        predicate: The predicate of the clause.
    """
    helping = auxiliaries(syntax, verb)
    if participle_of(syntax, verb) == predicate:
        helping, verb = [*helping, verb], predicate
    forms = [form(syntax, t) for t in (*helping, verb)]
    # The first word of the chain carries the tense.
    lead = forms[0]
    modality = _modality(syntax, verb, helping)
    tense, aspect = _tense(syntax, verb, helping, lead, modality), _aspect(syntax, helping, forms)
    if not tense and (lent := _of_phase(syntax, verb)):
        tense, aspect = lent
    return VerbForm(
        voice=_voice(syntax, verb, helping),
        tense=tense,
        aspect=aspect,
        finite=lead in ("modal", "past", "present") or is_imperative(syntax, verb),
        modality=modality,
    )


def _tense(
    syntax: Syntax, verb: int, helping: list[int], lead: str, modality: Modality | None
) -> str:
    """Return the tense of a chain, by the form of its first verb or by a future word."""
    if lead in ("past", "present"):
        return lead
    will = any(syntax.lemmas[t] in syntax.lang.future_auxiliaries for t in helping[:1])
    planned = modality is not None and modality.kind == "future"
    # The future of a headline: "Iran to talk".
    bare = lead == "infinitive" and syntax.roles[verb] == r.ROOT
    return "future" if will or planned or (bare and is_infinitive(syntax, verb)) else ""


def _voice(syntax: Syntax, verb: int, helping: list[int]) -> str:
    roles = {syntax.roles[t] for t in (*syntax.children(verb), *helping)}
    if roles & {r.PASSIVE_AUXILIARY, r.PASSIVE_SUBJECT, r.PASSIVE_CLAUSAL_SUBJECT}:
        return "passive"
    bare = not helping and form(syntax, verb) == "past participle"
    # A headline leaves out the auxiliary: "two men hurt in crash".
    acts = roles & r.SUBJECTS and roles & {r.OBJECT, r.COMPLEMENT_CLAUSE}
    return "passive" if bare and not acts else "active"


def _aspect(syntax: Syntax, helping: list[int], forms: list[str]) -> str:
    """Return the aspect: "have" makes a perfect, "be" and a participle a progressive."""
    lang, found = syntax.lang, []
    lemmas = [syntax.lemmas[t] for t in helping]
    if not lang.perfect_auxiliaries.isdisjoint(lemmas):
        found.append("perfect")
    behind = zip(lemmas, forms[1:], strict=True)
    if any(form == "present participle" and lemma in lang.copulas for lemma, form in behind):
        found.append("progressive")
    return " ".join(found)


def _of_phase(syntax: Syntax, verb: int) -> tuple[str, str] | None:
    """Return tense and aspect of the complement of a phase verb: "began to sing"."""
    # "Used to sing" is habitual, but "is used to heat" is not.
    above = syntax.heads[verb]
    if syntax.roles[verb] != r.OPEN_COMPLEMENT or above < 0:
        return None
    helping = auxiliaries(syntax, above)
    aspect = syntax.lang.phase_verbs.get(syntax.lemmas[above], "")
    if not aspect or (aspect == HABITUAL and (helping or form(syntax, above) != "past")):
        return None
    forms = [form(syntax, t) for t in (*helping, above)]
    return (forms[0], aspect) if forms[0] in ("past", "present") else None


def is_imperative(syntax: Syntax, verb: int) -> bool:
    """Return whether a verb is the root, in its base form and without a subject: "Close it!"."""
    if syntax.roles[verb] != r.ROOT or form(syntax, verb) != "infinitive":
        return False
    before = [c for c in syntax.children(verb) if c < verb]
    helping = [c for c in before if syntax.roles[c] in r.AUXILIARIES]
    # "Do not take it."
    plain = all(form(syntax, c) in ("infinitive", "present") for c in helping)
    return plain and all(syntax.roles[c] not in r.SUBJECTS for c in before)


def finite_tag(syntax: Syntax, verb: int) -> str:
    """Return the tag of the finite form of a verb, which may be an auxiliary; "" for none."""
    tags = (syntax.sentence.tags[t] for t in (*syntax.below(verb, *r.AUXILIARIES), verb))
    return next((tag for tag in tags if tag in syntax.lang.tensed_tags), "")


def is_infinitive(syntax: Syntax, verb: int) -> bool:
    """Return whether a verb has the particle of an infinitive: "to leave"."""
    return any(syntax.pos[c] == "PART" for c in syntax.below(verb, r.AUXILIARY))


def _modality(syntax: Syntax, verb: int, helping: list[int]) -> Modality | None:
    """Return the modality that an auxiliary, a governing word or an adverb expresses."""
    known, lemmas = syntax.lang.modal_words, syntax.lemmas
    impersonal = _impersonal(syntax, verb)
    for t in helping:
        if lemmas[t] in known:
            own = Modality(*known[lemmas[t]], (t,))
            return impersonal if impersonal and own.kind == "future" else own
    # In "it was raining", the participle may be parsed as a dependent of the copula.
    if syntax.heads[verb] not in helping and (above := _governed(syntax, verb)):
        return above
    if impersonal:
        return impersonal
    for t in syntax.below(verb, r.ADVERB):
        if lemmas[t] in known:
            return Modality(*known[lemmas[t]], (t,))
    return None


def _impersonal(syntax: Syntax, verb: int) -> Modality | None:
    """Return the modality of a clause after "it is likely that" or "there is a chance that"."""
    lang, above = syntax.lang, syntax.heads[verb]
    marks = {syntax.words[c] for c in syntax.below(verb, r.MARKER)}
    if above < 0 or marks.isdisjoint(lang.complementizers):
        return None
    lead = syntax.heads[above] if syntax.roles[above] in r.COMPLEMENTS else above  # the copula
    subjects = syntax.below(lead, *r.SUBJECTS, r.EXPLETIVE)
    if not subjects or not all(map(syntax.is_expletive, subjects)):
        return None
    if any(syntax.below(t, r.NEGATION) for t in (lead, above)):
        return None
    for t in (above, *syntax.below(lead, *r.COMPLEMENTS)):
        determiners = {syntax.words[c] for c in syntax.below(t, r.DETERMINER)}
        found = lang.modal_governors.get((syntax.lemmas[t], "active"))
        if found and not syntax.is_copula(t) and determiners.isdisjoint(lang.negative_determiners):
            return Modality(*found, tuple(sorted({lead, t})))
    return None


def _governed(syntax: Syntax, verb: int) -> Modality | None:
    """Return the modality of an open complement: "is going to rain", "has to go", "wants to go"."""
    lang, top = syntax.lang, syntax.first_conjunct(verb)
    above = syntax.heads[top]
    if syntax.roles[top] != r.OPEN_COMPLEMENT or above < 0 or form(syntax, verb) == "past":
        return None
    lemma, helping = syntax.lemmas[above], auxiliaries(syntax, above)
    passive = bool(syntax.below(above, r.PASSIVE_AUXILIARY, r.PASSIVE_SUBJECT))
    progressive = bool(helping) and form(syntax, above) == "present participle"
    manner = "passive" if passive else "progressive" if progressive else "active"
    tokens = (*helping, above)
    if found := lang.modal_governors.get((lemma, manner)):
        return Modality(*found, tokens)
    if passive:
        return Modality("hearsay", HEARSAY, tokens) if lemma in lang.hearsay_verbs else None
    return Modality("intended", INTENDED, tokens) if lemma in lang.intention_verbs else None
