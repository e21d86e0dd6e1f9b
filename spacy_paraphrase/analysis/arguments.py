"""The arguments of predicates in logical roles, as if all clauses were active and complete.

Logical roles are those of Foley and Van Valin 1984, *Functional syntax and universal grammar*,
section 2, as far as a parse shows them: the agent (does something or has a property), the patient
(undergoes it), the recipient (receives something).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from . import roles as r
from .prepositions import PrepositionalPhrase, Prepositions
from .scope_extent import without
from .syntax import Syntax

AGENT, PATIENT, RECIPIENT, ATTRIBUTE = "agent", "patient", "recipient", "attribute"
COMPLEMENT, OBLIQUE, TIME, MANNER = "complement", "oblique", "time", "manner"
# The logical role of a dependent.
LOGICAL = {
    **{r.SUBJECT: AGENT, r.CLAUSAL_SUBJECT: AGENT, r.OBJECT: PATIENT, r.RECIPIENT: RECIPIENT},
    **{r.PASSIVE_SUBJECT: PATIENT, r.PASSIVE_CLAUSAL_SUBJECT: PATIENT},
    **{r.ATTRIBUTE: ATTRIBUTE, r.ADJECTIVAL_COMPLEMENT: ATTRIBUTE, r.OBJECT_COMPLEMENT: ATTRIBUTE},
    **{r.COMPLEMENT_CLAUSE: COMPLEMENT, r.OPEN_COMPLEMENT: COMPLEMENT},
    **{r.ADVERB: MANNER, r.ADVERBIAL_NOUN: OBLIQUE},
}


class Argument(NamedTuple):
    """An argument of a predicate in its logical role.

    Attributes:
        role: "agent" (who does it, or has the property), "patient", "recipient", "attribute",
            "complement" (a clause), "oblique" (with a preposition, or an adverbial noun), "time" or
            "manner".
        preposition: The preposition, of one word or several ("because of"), "" for none.
        head: The head word; for a clause, its predicate.
        tokens: All its words, including the preposition.
        top: The token of the preposition; the head if there is no preposition.
        sure: False for an argument that the clause only probably shares with another clause, by a
            rule that has exceptions.
    """

    role: str
    preposition: str
    head: int
    tokens: tuple[int, ...]
    top: int
    sure: bool = True

    @property
    def core(self) -> bool:
        """Whether it is an agent, a patient or a recipient."""
        return self.role in (AGENT, PATIENT, RECIPIENT)


def exists(syntax: Syntax, node: int) -> bool:
    """Return whether a clause is existential: "there is a cat"."""
    return bool(syntax.below(node, r.EXPLETIVE)) and not syntax.below(node, *r.NOMINAL_SUBJECTS)


def own_arguments(
    syntax: Syntax,
    prepositions: Prepositions,
    node: int,
    predicate: int,
    passive: bool,
    nodes: Container[int],
) -> list[Argument]:
    """Return the arguments of a clause, without shared ones, in linear order.

    Args:
        syntax: The side.
        prepositions: Its prepositions.
        node: The highest token of the clause: its verb, or the copula.
        predicate: The predicate of the clause.
        passive: Whether the clause is in the passive.
        nodes: The highest tokens of all clauses.
    """
    below = list(syntax.children(node))
    if predicate != node and syntax.is_verbal(predicate):
        below += syntax.children(predicate)
    found = _with_recipient(
        syntax,
        [
            argument
            for c in below
            if syntax.roles[c] in LOGICAL and c != predicate and not prepositions.opens(c)
            for argument in _bare(syntax, node, c, passive)
        ],
    )
    phrases = list(prepositions.phrases(node))
    if predicate != node and syntax.pos[predicate] not in ("NOUN", "PROPN", "PRON"):
        phrases += prepositions.phrases(predicate)
    agent = _agent(syntax, phrases, passive and all(a.role != AGENT for a in found))
    for phrase in phrases:
        if phrase.object not in nodes:
            role = AGENT if phrase == agent else _oblique(syntax, phrase)
            found.append(_argument(syntax, node, phrase.object, role, phrase.name, phrase.top))
    return sorted(found, key=lambda a: a.tokens)


def _bare(syntax: Syntax, node: int, c: int, passive: bool) -> Iterator[Argument]:
    """Yield the argument for a dependent whose role is in `LOGICAL`, if it is an argument."""
    role = LOGICAL[syntax.roles[c]]
    if syntax.roles[c] in r.INNER_OBJECTS and exists(syntax, node):
        role = AGENT
    elif passive and role == PATIENT and syntax.roles[c] in r.NOMINAL_SUBJECTS:
        # The subject of "is given a book" is the recipient.
        role = RECIPIENT if syntax.below(node, r.OBJECT) else PATIENT
    elif passive and syntax.roles[c] == r.SUBJECT:
        role = PATIENT  # without an auxiliary: "two men hurt in crash", "had him arrested"
    elif role in (MANNER, OBLIQUE):
        asks = syntax.words[c] in syntax.lang.question_words
        role = "" if asks else TIME if _is_time(syntax, c) else role
    if role:
        yield _argument(syntax, node, c, role, "", c)


def _with_recipient(syntax: Syntax, found: list[Argument]) -> list[Argument]:
    """Return bare arguments with the first one of two objects as the recipient."""
    # Some parses have the second one as an apposition: "bought (his sister) (a bicycle)".
    objects = [a for a in found if a.role == PATIENT]
    for argument in objects[:1]:
        beside = [c for c in syntax.below(argument.head, r.APPOSITION) if syntax.pos[c] == "NOUN"]
        bare = [c for c in beside if "PUNCT" not in syntax.pos[argument.head : c]]
        given = [Argument(PATIENT, "", c, tuple(syntax.subtree(c)), c) for c in bare[:1]]
        if given or len(objects) > 1:
            tokens = without(argument.tokens, (t for each in given for t in each.tokens))
            found[found.index(argument)] = argument._replace(role=RECIPIENT, tokens=tokens)
            found += given
    return found


def _argument(syntax: Syntax, node: int, c: int, role: str, preposition: str, top: int) -> Argument:
    """Return an argument; a relative pronoun is replaced by its antecedent."""
    tokens = tuple(syntax.subtree(top))
    if is_relative_pronoun(syntax, c) and (noun := antecedent(syntax, node)) >= 0:
        tokens = without(syntax.subtree(noun), syntax.subtree(syntax.first_conjunct(node)))
        c, top = noun, noun if top == c else top
    head = syntax.predicate(c) if role == COMPLEMENT else c
    return Argument(role, preposition, head, tokens, top)


def _agent(
    syntax: Syntax, phrases: list[PrepositionalPhrase], passive: bool
) -> PrepositionalPhrase | None:
    """Return the agent of a passive: the last of its phrases with "by"."""
    lang = syntax.lang
    marked = [p for p in phrases if syntax.roles[p.top] == r.AGENT]
    likely = [p for p in phrases if p.name in lang.agent_prepositions]
    likely = [p for p in likely if not _is_time(syntax, p.object)]
    return next(iter((marked or likely)[-1:]), None) if passive else None


def _oblique(syntax: Syntax, phrase: PrepositionalPhrase) -> str:
    if syntax.roles[phrase.top] == r.RECIPIENT:
        return RECIPIENT
    return TIME if _is_time(syntax, phrase.object) else OBLIQUE


def _is_time(syntax: Syntax, i: int) -> bool:
    lang = syntax.lang
    return syntax.sentence.entities[i] in lang.time_entities or syntax.words[i] in lang.time_adverbs


def is_relative_pronoun(syntax: Syntax, i: int) -> bool:
    """Return whether a word may be a relative pronoun: "who", "that"."""
    word, lang = syntax.words[i], syntax.lang
    known = syntax.pos[i] in ("PRON", "DET")
    return known and (word in lang.question_words or word in lang.complementizers)


def antecedent(syntax: Syntax, node: int) -> int:
    """Return the noun that a relative clause modifies, -1 for any other clause.

    The noun of "it was Tom who broke it" is Tom.
    """
    top = syntax.first_conjunct(node)
    above = syntax.heads[top]
    if above < 0:
        return -1
    if syntax.roles[top] == r.RELATIVE_CLAUSE and not syntax.is_verbal(above):
        return above
    if syntax.roles[top] in (r.RELATIVE_CLAUSE, r.COMPLEMENT_CLAUSE) and syntax.is_copula(above):
        subject = syntax.subject(above)
        if subject is not None and syntax.words[subject] in syntax.lang.expletive_pronouns:
            return syntax.predicate(above)
    return -1


def shared_arguments(
    syntax: Syntax,
    prepositions: Prepositions,
    node: int,
    own: list[Argument],
    passive: bool,
    above: tuple[list[Argument], bool] | None,
) -> list[Argument]:
    """Return the arguments that a clause shares with its head: a subject, a modified noun.

    Args:
        syntax: The side.
        prepositions: Its prepositions.
        node: The highest token of the clause.
        own: The arguments of the clause without shared ones.
        passive: Whether the clause is in the passive.
        above: The arguments of the clause above it, and whether that clause is in the passive.
    """
    role, top = PATIENT if passive else AGENT, syntax.first_conjunct(node)
    has_subject = bool(syntax.below(node, *r.SUBJECTS))
    noun = syntax.heads[top]
    loose = above is None and syntax.roles[top] == r.ADVERBIAL_CLAUSE
    if noun >= 0 and (loose or syntax.roles[top] == r.NOUN_CLAUSE):
        # In "a plan to leave", the plan is not the agent.
        marked = syntax.below(node, r.AUXILIARY, r.MARKER) or has_subject
        marked = marked or syntax.is_verbal(noun)
        return [] if marked else [Argument(role, "", noun, (noun,), noun, sure=top == node)]
    if top == node and (noun := antecedent(syntax, node)) >= 0:
        return _gap(syntax, prepositions, node, own, noun)
    if has_subject or above is None or any(a.role == role for a in own):
        return []
    return _subject_above(syntax, node, role, *above)


def _gap(
    syntax: Syntax, prepositions: Prepositions, node: int, own: list[Argument], noun: int
) -> list[Argument]:
    """Return the argument that a noun is in its relative clause: "the house he left"."""
    filled = {a.head for a in own}
    if noun in filled or not syntax.below(node, *r.SUBJECTS):
        return []
    behind = {phrase.top for phrase in prepositions.phrases(node)}
    stranded = [c for c in syntax.below(node, r.PREPOSITION) if c not in behind]
    tokens = without(syntax.subtree(noun), syntax.subtree(node))
    if stranded:
        return [Argument(OBLIQUE, syntax.words[stranded[-1]], noun, tokens, noun, sure=False)]
    if any(a.role == PATIENT for a in own):
        return []
    role = TIME if _is_time(syntax, noun) else PATIENT
    return [Argument(role, "", noun, tokens, noun, sure=False)]


def _subject_above(
    syntax: Syntax, node: int, role: str, above: list[Argument], passive_above: bool
) -> list[Argument]:
    """Return the subject that a clause shares with the clause above it."""
    kind = syntax.roles[node]
    if kind not in (r.CONJUNCT, r.OPEN_COMPLEMENT, r.ADVERBIAL_CLAUSE, r.PREPOSITIONAL_CLAUSE):
        return []
    order = [PATIENT, AGENT] if passive_above else [AGENT]
    sure = kind in (r.CONJUNCT, r.OPEN_COMPLEMENT)
    if kind == r.OPEN_COMPLEMENT and not passive_above:
        # In "asked Ann to leave", the object leaves; in "promised Ann to leave", the subject.
        objects = [a for a in above if a.role in (PATIENT, RECIPIENT) and not a.preposition]
        order, sure = ([a.role for a in objects[:1]] or order), not objects
    found = [a for each in order for a in above if a.role == each]
    return [
        a._replace(role=role, preposition="", top=a.head, sure=sure and a.sure) for a in found[:1]
    ]
