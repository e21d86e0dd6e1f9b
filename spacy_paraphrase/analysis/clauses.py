"""The clauses of a side: predicate, arguments, tense, modality and the governing clause.

A clause is a predicate (a verb, or the complement of a copula) with its arguments in logical roles.
A passive has the roles of the active, a recipient may have "to" or not, conjuncts and open
complements share a subject, and a relative clause has the noun that it modifies as an argument. The
stance of a clause is whether it is asserted, reported, supposed or asked: Kiparsky and Kiparsky
1970, *Fact*; Nairn, Condoravdi and Karttunen 2006, *Computing relative polarity for textual
inference*.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("Ann said that the car was sold to Ben.", "Ann slept.")
>>> said, sold = analyse(sentences(doc)[0]).clauses
>>> sold.voice, sold.tense, sold.link, sold.marker, sold.stance, sold.by
('passive', 'past', 'complement', 'that', 'reported', 0)
>>> [(argument.role, argument.preposition, argument.tokens) for argument in sold.arguments]
[('patient', '', (3, 4)), ('recipient', 'to', (7, 8))]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from . import roles as r
from .arguments import AGENT, PATIENT, RECIPIENT, Argument, exists, own_arguments, shared_arguments
from .omission import is_last
from .prepositions import Prepositions
from .scope_extent import Scope
from .sentence import Sentence
from .syntax import VERBAL, Syntax
from .valency import valency_of
from .verb_forms import (
    Modality,
    VerbForm,
    finite_tag,
    is_imperative,
    is_infinitive,
    participle_of,
    verb_form,
)

# The least words of each of two predicates with one subject that may become two sentences.
LONG = 6
# The link of a clause to its head, by the role of its highest token; "adverbial" for other roles.
_LINKS = {
    **{r.ROOT: "", r.COMPLEMENT_CLAUSE: "complement", r.OPEN_COMPLEMENT: "complement"},
    **{r.RELATIVE_CLAUSE: "relative", r.NOUN_CLAUSE: "noun", r.APPOSITION: "noun"},
    **{r.CONJUNCT: "coordinate", r.PARATAXIS: "coordinate"},
    **dict.fromkeys(r.SUBJECTS, "subject"),
    **dict.fromkeys(r.INNER_OBJECTS, "complement"),
}
# Roles in which a word that is not a verb heads a clause: "though *expensive*".
_VERBLESS = r.COMPLEMENT_CLAUSES | {r.ADVERBIAL_CLAUSE, r.RELATIVE_CLAUSE, r.CLAUSAL_SUBJECT}
# The same, and the roles in which it heads a clause if it has a subject.
_MAIN = _VERBLESS | {r.ROOT, r.CONJUNCT}
# By link, the stances that a clause does not inherit from the clause above it.
_ITS_OWN = {"coordinate": ("asserted", "denied"), "complement": ("asserted", "denied", "ordered")}
# Roles in which a verb does not head a clause.
_DEPENDENT = r.AUXILIARIES | {
    *("", r.ADJECTIVE, r.COMPOUND, r.NOUN_MODIFIER, r.CASE, r.MARKER, r.PREPOSITION, r.AGENT),
    *(r.DETERMINER, r.PREDETERMINER, r.ADVERB, r.PARTICLE, r.PUNCTUATION, r.NEGATION),
    *(r.CONJUNCTION, r.PRECONJUNCTION, r.NUMERAL, r.NUMERAL_MODIFIER, r.POSSESSOR, r.EXPLETIVE),
}


@dataclass(frozen=True)
class Clause:
    """A predicate with its arguments, form and stance.

    Attributes:
        predicate: The verb, or the complement of a copula.
        verb: The highest token: the copula, or the predicate itself.
        tokens: Its words in order, without those of clauses inside it.
        arguments: Its arguments, in linear order.
        voice: "active" or "passive".
        tense: "past", "present" or "future"; "" if it has none.
        aspect: "", "perfect", "progressive", "perfect progressive" or "habitual".
        finite: Whether its verb has a tense or a mood of its own.
        modality: How certain or necessary it is; None if no word expresses that.
        stance: "asserted", "denied", "reported", "supposed" (a condition and what depends on it),
            "asked", "ordered", "intended" or "presupposed" (known or regretted).
        by: The head word of who says or thinks it, -1 for none.
        condition: The index of the clause that is its condition, -1 for none.
        denied: The tokens of the operators that negate it; two of them cancel each other.
        above: The index of the clause that it depends on, -1 for none.
        link: "" for a main clause, else "complement", "relative", "adverbial", "coordinate",
            "subject" or "noun" (a participle or an infinitive that modifies a noun).
        marker: The word that introduces it: "if", "before", "because", "that"; "" for none.
    """

    predicate: int
    verb: int
    tokens: tuple[int, ...]
    arguments: tuple[Argument, ...]
    voice: str
    tense: str
    aspect: str
    finite: bool
    modality: Modality | None
    stance: str
    by: int
    condition: int
    denied: tuple[int, ...]
    above: int
    link: str
    marker: str

    def argument(self, role: str) -> Argument | None:
        """Return the first argument in a role, None if there is none."""
        return next((each for each in self.arguments if each.role == role), None)

    def filler(self, role: str) -> int:
        """Return the head word of the first argument in a role, -1 if there is none."""
        found = self.argument(role)
        return -1 if found is None else found.head

    def takes(self, word: int) -> bool:
        """Return whether a word is an argument of it."""
        return any(argument.head == word for argument in self.arguments)

    @property
    def subject(self) -> int:
        """The head word of its grammatical subject, also in the passive; -1 for none."""
        if self.voice == "active":
            return self.filler(AGENT)
        given = (a.head for a in self.arguments if a.role == RECIPIENT and not a.preposition)
        return next((t for t in given if t < self.verb), self.filler(PATIENT))

    @property
    def is_denied(self) -> bool:
        """Whether it is negated: by an odd number of operators."""
        return len(self.denied) % 2 == 1


class _Draft(NamedTuple):
    """The properties of a clause that do not depend on other clauses."""

    node: int
    predicate: int
    link: str
    marker: str
    form: VerbForm

    @property
    def passive(self) -> bool:
        return self.form.voice == "passive"


# The clause above another one, and its arguments; None for none.
_Above: TypeAlias = "tuple[_Draft, Sequence[Argument]] | None"


def clauses(
    syntax: Syntax, prepositions: Prepositions, scopes: Sequence[Scope]
) -> tuple[tuple[Clause, ...], tuple[int, ...]]:
    """Return the clauses of a side, in order of predicates, and the innermost one of each token."""
    drafts = _drafts(syntax, prepositions)
    inside = _innermost(syntax, [draft.node for draft in drafts])
    above = [_above(syntax, draft.node, inside) for draft in drafts]
    # Each clause comes after the one above it, from which it may take a subject or a stance.
    order = sorted(range(len(drafts)), key=lambda k: syntax.depths[drafts[k].node])
    arguments = _arguments(syntax, prepositions, drafts, above, order)
    denied = [_denials(syntax, draft, scopes) for draft in drafts]
    conditions = {above[k]: k for k in order[::-1] if _is_condition(syntax, drafts[k])}
    stances: dict[int, tuple[str, int]] = {}
    placed: dict[int, _Above] = {-1: None}
    for k in order:
        over, placed[k] = placed[above[k]], (drafts[k], arguments[k])
        stances[k] = _own_stance(syntax, drafts[k], arguments[k], over) or _inherited_stance(
            drafts[k].link, stances.get(above[k]), k in conditions, len(denied[k]) % 2 == 1
        )
    tokens: list[list[int]] = [[] for _ in drafts]
    for t, k in enumerate(inside):
        if k >= 0:
            tokens[k].append(t)
    found = tuple(
        Clause(
            predicate=draft.predicate,
            verb=draft.node,
            tokens=tuple(tokens[k]),
            arguments=tuple(arguments[k]),
            **draft.form._asdict(),
            stance=stances[k][0],
            by=stances[k][1],
            condition=conditions.get(k, -1),
            denied=denied[k],
            above=above[k],
            link=draft.link,
            marker=draft.marker,
        )
        for k, draft in enumerate(drafts)
    )
    return found, tuple(inside)


# Clauses and the clauses above them.


def _drafts(syntax: Syntax, prepositions: Prepositions) -> list[_Draft]:
    """Return the drafts of all clauses, in order of predicates."""
    found = []
    for i, (role, pos) in enumerate(zip(syntax.roles, syntax.pos, strict=True)):
        if (pos in VERBAL or role in _MAIN) and _heads_clause(syntax, i):
            predicate = _predicate(syntax, prepositions, i)
            form = verb_form(syntax, i, predicate)
            link = _LINKS.get(syntax.roles[i], "adverbial")
            found.append(_Draft(i, predicate, link, _marker(syntax, i), form))
    return sorted(found, key=lambda draft: draft.predicate)


def _heads_clause(syntax: Syntax, i: int) -> bool:
    """Return whether a token is the highest one of a clause."""
    # That is a verb that is neither an auxiliary nor a modifier, or the predicate of a clause
    # without a verb: "though *expensive*".
    top = syntax.first_conjunct(i)
    role, head = syntax.roles[top], syntax.heads[top]
    if role in _DEPENDENT or (role in r.COMPLEMENTS and head >= 0 and syntax.is_copula(head)):
        return False
    if role == r.OPEN_COMPLEMENT and participle_of(syntax, head) == top:
        return False
    if syntax.is_verbal(i) or syntax.roles[i] in _VERBLESS:
        return True
    return bool(syntax.below(i, *r.NOMINAL_SUBJECTS))


def _predicate(syntax: Syntax, prepositions: Prepositions, node: int) -> int:
    """Return the predicate of a clause; for "there is a cat" it is the copula."""
    # Of "is next to", "next" is not the predicate but part of a preposition.
    found = participle_of(syntax, node)
    found = syntax.predicate(node) if found < 0 else found
    return node if exists(syntax, node) or prepositions.opens(found) else found


def _marker(syntax: Syntax, node: int) -> str:
    """Return the conjunction, preposition or "when" that introduces a clause, "" for none."""
    head = syntax.heads[node]
    if syntax.roles[node] == r.PREPOSITIONAL_CLAUSE and head >= 0:
        return syntax.words[head]
    for c in syntax.children(node):
        adverb = syntax.roles[c] == r.ADVERB and syntax.words[c] in syntax.lang.question_words
        if c < node and (adverb or syntax.roles[c] == r.MARKER):
            return syntax.words[c]
    return ""


def _innermost(syntax: Syntax, nodes: Sequence[int]) -> list[int]:
    """Return the index of the innermost clause of each token, -1 for none."""
    index = {node: k for k, node in enumerate(nodes)}
    found, heads = [-1] * len(syntax), syntax.heads
    for node in syntax.downward if nodes else ():
        if node in index:
            found[node] = index[node]
        elif heads[node] >= 0:
            found[node] = found[heads[node]]
    return found


def _above(syntax: Syntax, node: int, inside: Sequence[int]) -> int:
    """Return the index of the clause that the head of a word is in, -1 for none."""
    head = syntax.heads[node]
    return inside[head] if head >= 0 else -1


def _arguments(
    syntax: Syntax,
    prepositions: Prepositions,
    drafts: Sequence[_Draft],
    above: Sequence[int],
    order: Sequence[int],
) -> dict[int, list[Argument]]:
    """Return the arguments of each clause, in linear order, including shared ones."""
    nodes = {draft.node for draft in drafts}
    found: dict[int, list[Argument]] = {}
    for k in order:
        node, predicate, passive = drafts[k].node, drafts[k].predicate, drafts[k].passive
        own = own_arguments(syntax, prepositions, node, predicate, passive, nodes)
        from_above = (found[above[k]], drafts[above[k]].passive) if above[k] >= 0 else None
        own += shared_arguments(syntax, prepositions, node, own, passive, from_above)
        found[k] = sorted(own, key=lambda argument: argument.tokens)
    return found


# Negation and stance.


def _denials(syntax: Syntax, draft: _Draft, scopes: Sequence[Scope]) -> tuple[int, ...]:
    """Return the operators that negate a whole clause, not only a part of it."""
    # They depend on the predicate or its subject, or are the preposition before it ("without
    # eating"), or negate a "think" above it. "Left without a coat" does not negate "left".
    scopes = [op for op in scopes if op.negative]
    if not scopes:
        return ()
    verb, heads = draft.node, syntax.heads
    around = {verb, draft.predicate, syntax.theme(verb), *syntax.below(verb, *r.SUBJECTS)}
    raising = heads[verb] if draft.link == "complement" else -1
    if raising >= 0 and syntax.lemmas[raising] in syntax.lang.neg_raising_verbs:
        around.add(raising)
    return tuple(
        op.token
        for op in scopes
        if (verb in op.reach or draft.predicate in op.reach)
        and (heads[op.token] in around or op.token in (*around, heads[verb]))
    )


def _is_condition(syntax: Syntax, draft: _Draft) -> bool:
    return draft.link == "adverbial" and draft.marker in syntax.lang.condition_markers


def _own_stance(
    syntax: Syntax, draft: _Draft, arguments: Sequence[Argument], above: _Above
) -> tuple[str, int] | None:
    """Return the stance that a clause has by its form or governor, and whose; None if neither."""
    lang = syntax.lang
    if is_imperative(syntax, draft.node):
        return "ordered", -1
    if draft.marker in lang.condition_markers:
        return ("asked" if draft.link == "complement" else "supposed"), -1
    if draft.link == "" and syntax.words[syntax.subtree(draft.node)[-1]] == "?":
        return "asked", -1
    for argument in arguments:
        if argument.preposition.split(" ")[0] in lang.attributions:  # "according to Ann"
            return "reported", argument.head
    return _governed_stance(syntax, draft, above)


def _governed_stance(syntax: Syntax, draft: _Draft, above: _Above) -> tuple[str, int] | None:
    """Return the stance that a clause has by its governor, and whose it is; None if it has none."""
    lang, top = syntax.lang, syntax.first_conjunct(draft.node)
    governor, kind = syntax.heads[top], _LINKS.get(syntax.roles[top], "adverbial")
    modal = draft.form.modality
    if modal is not None and modal.kind == "intended":
        return "intended", -1
    if kind == "adverbial" and draft.marker == "" and is_infinitive(syntax, draft.node):
        return "intended", -1  # "came to see her"
    if governor < 0 or kind not in ("complement", "noun"):
        return None
    lemma, speaker = syntax.lemmas[governor], _speaker(syntax, governor, above)
    stances = (
        (lang.factive_words, "presupposed"),
        (lang.opinion_words, "reported"),
        (lang.reporting_verbs, "reported"),
        (lang.denying_words, "denied"),
    )
    named = next((name for words, name in stances if lemma in words), None)
    # A noun can also have a complement clause: "the claim *that* he lied".
    clausal = kind == "complement" or draft.marker in lang.complementizers
    return (named, speaker) if named and clausal else None


def _speaker(syntax: Syntax, governor: int, above: _Above) -> int:
    """Return the agent or possessor of a governor ("*he* claims", "*his* claim"); -1 for none."""
    if above is not None and governor in (above[0].node, above[0].predicate):
        return next((a.head for a in above[1] if a.role == AGENT), -1)
    return next(iter(syntax.below(governor, r.POSSESSOR)), -1)


def _inherited_stance(
    link: str, above: tuple[str, int] | None, conditional: bool, denied: bool
) -> tuple[str, int]:
    """Return the stance of a clause that has none by its form, by the clause above it."""
    # `above`: the stance of the clause above, and whose it is.
    if conditional:
        return "supposed", -1
    if above is not None and link in _ITS_OWN and above[0] not in _ITS_OWN[link]:
        return above
    return ("denied" if denied else "asserted"), -1


# Relations of clauses to other words.


def restricts(syntax: Syntax, clause: Clause) -> bool:
    """Return whether a relative clause is restrictive: it identifies the referent of its noun.

    It is not after a comma, at a name, or at an indefinite noun: "a man who sang danced" is
    equivalent to "a man who danced sang".
    """
    noun = syntax.heads[syntax.first_conjunct(clause.verb)]
    if clause.link != "relative" or noun < 0 or syntax.pos[noun] not in ("NOUN", "PRON"):
        return False
    if any(syntax.pos[t] == "PUNCT" for t in range(noun + 1, min(clause.tokens))):
        return False
    determiners = {syntax.words[t] for t in syntax.below(noun, r.DETERMINER)}
    return determiners.isdisjoint(syntax.lang.indefinite_articles)


def standards(syntax: Syntax, clause: Clause) -> list[int]:
    """Return the dependents of "than" or "as" in the subtree of a predicate."""
    markers = syntax.lang.comparison_markers | syntax.lang.role_prepositions
    return [
        t
        for t in syntax.subtree(clause.verb)
        if syntax.heads[t] >= 0 and syntax.words[syntax.heads[t]] in markers
    ]


# -- Where a sentence can be split -----------------------------------------------------------------


class Joint(NamedTuple):
    """A place where a sentence can be split into two.

    Attributes:
        start: The mark or conjunction between the clauses.
        end: The first word of the second clause that remains.
        lead: The conjunction that the second sentence begins with, "" for none.
        noun: The noun that the second sentence needs as its subject, -1 if it has a subject.
        opener: The conjunction before the first clause that is deleted, -1 for none.
    """

    start: int
    end: int
    lead: str = ""
    noun: int = -1
    opener: int = -1


def joints(sentence: Sentence) -> Iterator[Joint]:
    """Yield the places where a sentence can be split.

    These are between finite main clauses or predicates of one subject, at concessions, and before a
    final relative clause. A sentence with a condition or a reporting verb is never split.
    """
    syntax = sentence.syntax
    root = _root(syntax)
    if not _stands_alone(sentence, root):
        return
    for clause, role in enumerate(syntax.roles):
        found: Joint | None = None
        if role == r.RELATIVE_CLAUSE:
            found = _of_relative_clause(sentence, clause, root)
        elif syntax.heads[clause] == root and finite_tag(syntax, clause):
            found = _of_clause(sentence, root, clause)
        if found is not None:
            yield found


def _root(syntax: Syntax) -> int:
    return next((t for t, head in enumerate(syntax.heads) if head < 0), 0)


def _stands_alone(sentence: Sentence, root: int) -> bool:
    """Return whether a sentence asserts: it is no condition, question, quote, report or order."""
    syntax, lang = sentence.syntax, sentence.lang
    special = lang.conditionals | lang.condition_markers | lang.restrictive_adverbs
    plain = special.isdisjoint(sentence.words) and not any(t.is_quote for t in sentence)
    if not plain or sentence.texts[-1:] == ["?"] or syntax.lemmas[root] in lang.reporting_verbs:
        return False
    return _has_subject(sentence, root) and bool(finite_tag(sentence.syntax, root))


def _of_clause(sentence: Sentence, root: int, clause: int) -> Joint | None:
    """Return the joint of a main verb and a verb that depends on it; None if they stay together."""
    syntax, role = sentence.syntax, sentence.syntax.roles[clause]
    if role == r.CONJUNCT:
        alone = len(syntax.below(root, r.CONJUNCT)) == 1
        return _of_conjuncts(sentence, root, clause) if alone else None
    if not _has_subject(sentence, clause):
        return None
    if role == r.ADVERBIAL_CLAUSE:
        return _of_concession(sentence, clause)
    mark = syntax.subtree(clause)[-1] + 1
    read_so = role in (r.COMPLEMENT_CLAUSE, r.PARATAXIS) and clause < root
    return Joint(mark, mark + 1) if read_so and sentence.texts[mark] == ";" else None


def _has_subject(sentence: Sentence, verb: int) -> bool:
    return any(t < verb for t in sentence.syntax.below(verb, *r.SUBJECTS))


def _of_conjuncts(sentence: Sentence, root: int, clause: int) -> Joint | None:
    """Return the joint of two predicates, of one subject or of two; None if they stay together."""
    syntax, lang = sentence.syntax, sentence.lang
    words = syntax.subtree(clause)
    start = words[0]
    joined = syntax.words[start - 1] in lang.asserting_coordinators
    mark = start - 1 - joined
    comma = sentence.texts[mark] == "," and joined
    if not is_last(sentence, clause):
        return None
    lead = syntax.words[start - 1] if joined else ""
    lead = "" if lead in lang.additive_conjunctions else lead
    if _has_subject(sentence, clause):
        return Joint(mark, start, lead) if comma or sentence.texts[mark] == ";" else None
    if not joined or min(start, len(words)) < LONG:
        return None
    return _of_predicates(sentence, root, clause, Joint(mark + (not comma), start, lead))


def _of_predicates(sentence: Sentence, root: int, clause: int, joint: Joint) -> Joint | None:
    """Return the joint of two predicates of one subject with that; None if they stay together."""
    subject = sentence.syntax.subject(root)
    if subject is None or sentence.syntax.below(clause, r.CONJUNCT):
        return None
    if _leans_on(sentence, root, clause) or (joint.lead and sentence.pos[subject] == "NOUN"):
        return None
    between = range(joint.end, clause)
    opened = any(sentence.pos[t] not in ("ADV", "AUX", "PART") for t in between)
    return None if opened else joint._replace(noun=subject)


def _leans_on(sentence: Sentence, verb: int, other: int) -> bool:
    """Return whether the second of two verbs may share an auxiliary of the first one.

    After a copula its form may be a participle: "are dried and carbonized".
    """
    syntax = sentence.syntax
    shares = syntax.below(verb, *r.AUXILIARIES) and not syntax.below(other, *r.AUXILIARIES)
    present = sentence.tags[other] in sentence.lang.present_tags
    unclear = syntax.is_copula(verb) and not present and not syntax.below(other, r.OBJECT)
    return bool(shares) or unclear


def _of_concession(sentence: Sentence, clause: int) -> Joint | None:
    """Return the joint of a main clause and a concession: "although it rained"; None for others."""
    syntax, leads = sentence.syntax, sentence.lang.concession_leads
    first, *_, last = syntax.subtree(clause)
    if syntax.words[first] not in leads or syntax.roles[first] != r.MARKER:
        return None
    lead = leads[syntax.words[first]]
    if first == 0 and sentence.texts[last + 1] == ",":
        return Joint(last + 1, last + 2, lead, opener=first)
    behind = sentence.texts[first - 1] == "," and is_last(sentence, clause)
    return Joint(first - 1, first + 1, lead) if behind else None


def _of_relative_clause(sentence: Sentence, clause: int, root: int) -> Joint | None:
    """Return the joint of a noun and its relative clause after a comma at the end."""
    syntax, noun = sentence.syntax, sentence.syntax.heads[clause]
    first, *others = syntax.subtree(clause)
    close = sentence.texts[first - 1] == "," and noun == first - 2
    if not others or not close or syntax.clause(noun) != root:
        return None
    if sentence.tags[first] not in sentence.lang.wh_tags or syntax.below(clause, r.CONJUNCT):
        return None
    alone = syntax.roles[noun] != r.CONJUNCT and not syntax.below(noun, r.CONJUNCT)
    subject = first in syntax.below(clause, *r.NOMINAL_SUBJECTS)
    plural = sentence.tags[noun] in sentence.lang.plural_noun_tags
    verb = min(clause, *syntax.below(clause, *r.AUXILIARIES), len(sentence))
    agrees = sentence.tags[verb] != ("VBZ" if plural else "VBP")
    agrees &= (syntax.words[verb], plural) not in sentence.lang.past_copula_forms
    whole = alone and subject and agrees and is_last(sentence, clause)
    return Joint(first - 1, first + 1, noun=noun) if whole else None


def taken_up(sentence: Sentence, joint: Joint) -> str | None:
    """Return the name or pronoun that refers to a noun; "" for no noun, None if none can."""
    lang, noun, word = sentence.lang, joint.noun, sentence.words[joint.noun]
    if noun < 0:
        return ""
    if sentence.pos[noun] == "PROPN":
        return said_again(sentence, noun)
    if word in lang.subject_pronouns:
        return sentence.texts[noun] if len(word) == 1 else word  # "I"
    if sentence.tags[noun] in lang.plural_noun_tags:
        others = sentence.tags[noun + 1 : joint.start]
        alone = lang.plural_noun_tags.isdisjoint(others)
        return lang.written["things"] if alone else said_again(sentence, noun)
    thing = sentence.words[joint.end - 1] == lang.written["relative_thing"]
    return lang.written["thing"] if thing else said_again(sentence, noun)


def said_again(sentence: Sentence, noun: int) -> str | None:
    """Return a name, or a noun with its determiner, as a later sentence names it: "the baker".

    None if the noun needs more: "this set of rules", "the 2011 Major League season".
    """
    syntax, lang = sentence.syntax, sentence.lang
    if sentence.pos[noun] == "PROPN":
        name = syntax.name_of(noun)
        return sentence.span[name.start : name.stop].text
    known, lemmas = valency_of(lang), sentence.lemmas
    terms = [t for t in syntax.below(noun, r.ADJECTIVE) if known.is_term(lemmas[t], lemmas[noun])]
    first = min(noun, *syntax.below(noun, r.COMPOUND), *terms, len(sentence))
    if syntax.below(noun, r.PREPOSITION) or "PROPN" in sentence.pos[first:noun]:
        return None
    opener = [sentence.words[t] for t in syntax.below(noun, r.DETERMINER)]
    owner = syntax.below(noun, r.POSSESSOR)
    if owner and sentence.pos[owner[0]] == "PRON":
        opener = [sentence.words[owner[0]]]
    elif owner or not lang.indefinite_articles.isdisjoint(opener):
        opener = [min(lang.definite_articles)]
    if not opener:
        first = syntax.subtree(noun)[0]
    return " ".join([*opener[:1], sentence.span[first : noun + 1].text])


class Aside(NamedTuple):
    """What is said of the subject of a sentence between commas, and could be a sentence of its own.

    Attributes:
        noun: The subject.
        start: The comma before it.
        end: The comma behind it.
        said: What the sentence of its own says of the subject: "had promised to finish it".
    """

    noun: int
    start: int
    end: int
    said: str


def asides(sentence: Sentence) -> Iterator[Aside]:
    """Yield relative clauses and appositions between commas behind the subject of a sentence."""
    syntax = sentence.syntax
    root = _root(syntax)
    noun = syntax.subject(root)
    if noun is None or sentence.texts[-1] != ".":
        return
    if syntax.below(noun, r.CONJUNCT) or any(token.is_quote for token in sentence):
        return
    for top in syntax.below(noun, r.RELATIVE_CLAUSE, r.APPOSITION):
        words = [t for t in syntax.subtree(top) if sentence.texts[t] != "," or t < top]
        before, behind = words[0] - 1, words[-1] + 1
        between = [sentence.texts[before], *sentence.texts[behind : behind + 1]] == [",", ","]
        said = _said_aside(sentence, root, top, range(words[0], behind))
        if said and between and not _may_refer_back(sentence, range(behind, len(sentence))):
            yield Aside(noun, before, behind, said)


def _said_aside(sentence: Sentence, root: int, top: int, words: range) -> str:
    """Return what a relative clause or an apposition says, "" if it is no sentence of its own."""
    syntax, lang, first = sentence.syntax, sentence.lang, words[0]
    if syntax.roles[top] == r.RELATIVE_CLAUSE:
        subject = first in syntax.below(top, *r.NOMINAL_SUBJECTS)
        alone = subject and sentence.tags[first] in lang.wh_tags
        return sentence.span[first + 1 : words.stop].text if alone else ""
    plural = sentence.tags[syntax.heads[top]] in lang.plural_noun_tags
    form = lang.copula_forms.get((finite_tag(syntax, root), plural), "")
    counted = sentence.words[first] in lang.articles
    return f"{form} {sentence.span[first : words.stop].text}" if form and counted else ""


def _may_refer_back(sentence: Sentence, words: Iterable[int]) -> bool:
    """Return whether there is a pronoun among words, but possessives: "gave *them* the ring"."""
    wh_tags, roles = sentence.lang.wh_tags, sentence.syntax.roles
    pronouns = (t for t in words if sentence.pos[t] == "PRON" and sentence.tags[t] not in wh_tags)
    return any(roles[t] != r.POSSESSOR for t in pronouns)
