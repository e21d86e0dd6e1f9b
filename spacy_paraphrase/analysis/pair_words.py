"""The verbs and clauses of a pair: participants, polarity, and which clauses are asserted.

Only asserted clauses have entailments: main, reported, relative and factual adverbial clauses that
are not asked, thought, wanted or denied (see `stance`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from spacy.tokens import Doc

from .parsed_words import ParsedWords, at, stands_as, words_at
from .reading import analyse
from .sentence import Sentence, sentences

# Operators that have no lemma of their own.
NEGATED, CONDITIONAL = "<negated>", "<conditional>"


class PairWords(ParsedWords):
    """The words of both sides of a pair, the sides in the order of their tokens.

    Args:
        doc: A pair with a parse.

    Attributes:
        swapped: Whether the target of the pair precedes the source (`alignment.swap`).
        source: The first sentence in the Doc.
        target: The other one.

    Example:
        >>> import spacy_paraphrase
        >>> pair = PairWords(spacy_paraphrase.compare("The bank did not close.", "It rains."))
        >>> pair.operators(4) == {NEGATED}
        True
    """

    def __init__(self, doc: Doc) -> None:
        first, second = sentences(doc)
        self.swapped = first.start > second.start
        self.source, self.target = (second, first) if self.swapped else (first, second)
        super().__init__(self.source, self.target)

    @cached_property
    def written(self) -> tuple[str, str]:
        """The text of both sides."""
        return self.source.span.text, self.target.span.text

    @property
    def parsed(self) -> bool:
        """Whether both sides have a parse."""
        return self.source.parsed and self.target.parsed

    def side(self, token: int) -> Sentence:
        """Return the side of a token."""
        return self.source if token < self.source.end else self.target

    def other(self, side: Sentence) -> Sentence:
        """Return the other side."""
        return self.target if side.start == self.source.start else self.source

    # -- Verbs and their dependents ----------------------------------------------------------------

    objects = at(lambda lang: lang.object_labels)
    direct_objects = at(lambda lang: lang.direct_object_labels)
    # Objects, and the subject of a passive.
    undergoers = at(lambda lang: lang.object_labels, lambda lang: lang.passive_subject_labels)
    passive_subjects = at(lambda lang: lang.passive_subject_labels)
    # Clauses with a subject of their own.
    finite_complements = at(lambda lang: lang.finite_complement_labels)
    negations = at("neg")
    attributes = at("attr")
    complements = at(lambda lang: lang.object_labels, lambda lang: lang.complement_labels)
    reported_clauses = at("ccomp")
    adverbial_clauses = at("advcl")
    _particles = at(lambda lang: lang.particle_labels)
    _completing = at(
        lambda lang: lang.inner_object_labels | lang.complement_labels | lang.particle_labels
    )
    # "No sign that he *used* it" is a complement, too.
    _is_completing = stands_as(
        lambda lang: lang.object_labels | lang.complement_labels,
        lambda lang: lang.adposition_labels | lang.participle_labels,
    )
    is_auxiliary = stands_as(lambda lang: lang.auxiliary_labels)
    is_subject = stands_as(lambda lang: lang.subject_labels)
    is_nominal_subject = stands_as(lambda lang: lang.nominal_subject_labels)
    is_argument = stands_as(
        lambda lang: lang.subject_labels, lambda lang: lang.direct_object_labels, "attr"
    )
    is_noun_object = stands_as("dobj", "pobj")
    is_noun_complement = stands_as("attr", "pobj")
    is_predicative_complement = stands_as(lambda lang: lang.predicative_labels)
    is_complement = stands_as(lambda lang: lang.needed_labels)  # dependents that a head needs
    serves_head = stands_as(lambda lang: lang.attached_function_labels)  # function words

    def complement_kinds(self, verb: int) -> set[str]:
        """Return the kinds of objects, clauses and particles that complete a verb."""
        return {self._labels[c] for c in self._completing(verb)}

    def completions(self, verb: int) -> list[int]:
        """Return the dependents after a verb, and its complement clauses with a subject."""
        clauses = self.finite_complements(verb)
        return [c for c in self.children[verb] if c > verb or c in clauses]

    def completes(self, node: int) -> int | None:
        """Return the head of a word that is a complement, None for another word."""
        return self.head(node) if self._is_completing(node) else None

    def has_other_particle(self, one: int, other: int) -> bool:
        """Return whether two verbs have different particles, and so different senses.

        The particle of one verb may be parsed as a preposition of the other.
        """
        return any(
            self.lemmas[c] not in {self.lemmas[d] for d in self.children[theirs]}
            for own, theirs in ((one, other), (other, one))
            for c in self._particles(own)
        )

    def is_governed(self, verb: int, preposition: int) -> bool:
        """Return whether a prepositional phrase is a complement that a verb needs.

        It is if it comes right after a verb without an object, or is the goal of a verb of placing.
        """
        lang, word = self.lang, self.words[preposition]
        if not self.is_verb(verb) or not self.is_plain_preposition(preposition):
            return False
        if self.lemmas[verb] in lang.placing_verbs and word in lang.goal_prepositions:
            behind = (p for p in self.prepositions(verb) if p > verb)
            goals = (p for p in behind if self.words[p] in lang.goal_prepositions)
            return next(goals, None) == preposition
        if preposition != verb + 1 or word in lang.free_prepositions:
            return False
        return all(self.words[c] in lang.complementizers for c in self.undergoers(verb))

    def agrees(self, subject: int, verb: int) -> bool:
        """Return whether a verb in the present agrees in number with a subject."""
        plural = self.number(subject)
        if plural is None or not self.is_present(verb):
            return True
        return plural == (self._tags[verb] == "VBP")

    def verb_with_subject(self, verb: int | None) -> int | None:
        """Return a verb; if it has no subject, the conjunct before it that has one."""
        while verb is not None and self.subject(verb) is None and self.is_conjunct(verb):
            verb = self.head(verb)
        return verb

    def goes_on_from(self, verb: int) -> int | None:
        """Return the verb whose subject a finite conjunct shares: "came" of "he came and saw"."""
        first = self.verb_with_subject(self.head(verb))
        subject = self.subject(first) if first is not None else None
        if first is None or subject is None or not self.agrees(subject, verb):
            return None
        joint = max(self.conjunctions_at(first), default=verb)
        if joint >= verb or any(self.is_nominal(t) for t in range(joint, verb)):
            return None
        return first if self.is_conjunct(verb) and self.is_finite(verb) else None

    def hangs_on_copula(self, token: int) -> bool:
        """Return whether a token depends on a copula."""
        head = self.head(token)
        return head is not None and self.is_copula(head)

    def verb_around(self, token: int) -> int:
        """Return the nearest verb at or above a token, the top of its tree if there is none."""
        path = [token, *self.above(token)]
        return next((t for t in path if self.is_verbal(t)), path[-1])

    def dependents_like(self, token: int, verb: int) -> list[int]:
        """Return the dependents of a verb with the role (or else the label) of a token."""
        role = self.role(token)
        if role < 0:
            return self.in_function(verb, self._labels[token])
        return [c for c in self.children[verb] if self.role(c) == role]

    def fillers(self, verb: int, role: int) -> Iterator[int]:
        """Yield the nouns that fill a role of a verb; a conjunct shares the subject of its head.

        Args:
            verb: The verb.
            role: 0 for the agent, 1 for the patient.
        """
        head = self.head(verb)
        if role == 0 and head is not None and self.is_conjunct(verb) and not self.subjects(verb):
            yield from self.fillers(head, role)
        for child in self.children[verb]:
            if self.role(child) != role:
                continue
            nouns = self.objects_of_preposition(child) if self.is_agent(child) else [child]
            if self.is_relative_clause(verb) and self.is_pronoun(child) and head is not None:
                nouns = [head]
            yield from (noun for noun in nouns if not self.is_pronoun(noun))

    # -- Clauses ---------------------------------------------------------------------------------

    is_clause = stands_as(lambda lang: lang.clausal_labels)
    is_subordinate = stands_as(lambda lang: lang.clause_labels)  # a clause that modifies something
    may_be_reduced = stands_as("conj", "ccomp", "advcl")
    is_opener = stands_as("cc", "mark")
    _markers = words_at("mark")
    _may_be_announced = stands_as(
        lambda lang: lang.clausal_labels, lambda lang: lang.complement_labels, "prep"
    )
    opening_words = words_at("mark", "advmod")  # "after", "when"

    def openers(self, clause: int) -> set[int]:
        """Return the conjunctions that introduce a clause."""
        return {c for c in self.children[clause] if self.is_opener(c)}

    def opens_clause(self, token: int) -> bool:
        """Return whether a token is the conjunction or the "when" that introduces a clause."""
        return self._labels[token] == "mark" or self._tags[token] == "WRB"

    def opens_inner_clause(self, token: int) -> bool:
        """Return whether a token is a verb, but not a conjunct."""
        return self.is_verbal(token) and not self.is_conjunct(token)

    def needs_own_subject(self, verb: int) -> bool:
        """Return whether a subordinate clause needs a subject of its own."""
        label = self._labels[verb]
        if label == "ccomp" and not self.auxiliaries(verb):
            return True
        return label in ("ccomp", "advcl") and self.is_tensed(verb)

    def is_meant_by_it(self, node: int, child: int) -> bool:
        """Return whether an "it" stands for a clause: "it was hard to find", "it was he who came".

        Args:
            node: A copula, or its complement.
            child: A dependent of the node.
        """
        verb = node if self.is_verbal(node) else self.head(node)
        subject = self.subject(verb) if verb is not None else None
        if verb is None or subject is None or not self.is_copula(verb):
            return False
        if self.words[subject] not in self.lang.expletive_pronouns or self.follows_comma(child):
            return False
        return self._may_be_announced(child)

    def clause_words(self, token: int) -> Iterator[int]:
        """Yield the words of the clause of a token, without other clauses in it."""
        path = [token, *self.above(token)]
        waiting = [next((t for t in path if self.is_clause(t)), path[-1])]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [
                c
                for c in self.children[node]
                if not self.is_clause(c) or (self.is_conjunct(c) and self.subject(c) is None)
            ]

    # -- Operators: words that change polarity or certainty --------------------------------------

    def operators(self, node: int) -> frozenset[str]:
        """Return the operators that make a node negated, conditional or less than certain.

        These are `NEGATED` for any negation, `CONDITIONAL` for any condition, else the lemma of the
        word.
        """
        if node not in self._operators:
            found = {found for c in self.children[node] if (found := self._operator(node, c))}
            denied = {NEGATED} if self.words[node] in self.lang.negations else set()
            self._operators[node] = frozenset((*found, *denied, *self._announced(node)))
        return self._operators[node]

    def _announced(self, node: int) -> Iterator[str]:
        """Yield the word outside a clause that expresses its certainty: "it is *likely* that"."""
        side = self.side(node)
        reading = analyse(side)
        clause = reading.clause_of_predicate(node - side.start)
        if clause is not None and clause.modality is not None:
            outside = set(clause.modality.tokens).difference(reading.syntax.subtree(clause.verb))
            if clause.above >= 0 and outside and clause.modality.kind != "intended":
                yield reading.words[max(outside)].lemma

    def _operator(self, node: int, child: int) -> str:
        """Return the operator that a dependent is for a node, "" for none."""
        lang, word, lemma = self.lang, self.words[child], self.lemmas[child]
        if self._labels[child] == "neg" or word in lang.negations:
            side = self.side(node)
            counts = analyse(side).counts.values()
            in_count = any(child - side.start in count.tokens for count in counts)
            return "" if in_count else NEGATED  # "not … more than two"
        if self.is_several(child):
            return ""
        if word in lang.truth_modifiers or (self.is_modal(child) and word in lang.modal_verbs):
            return lang.alike_modifiers.get(lemma, lemma)
        return CONDITIONAL if self.is_condition(child) else ""

    def is_condition(self, clause: int) -> bool:
        """Return whether an adverbial clause is a condition: "if it rains"."""
        return self._labels[clause] == "advcl" and self.has_condition_marker(clause)

    def has_condition_marker(self, clause: int) -> bool:
        """Return whether a word like "if" introduces a clause."""
        return not self._markers(clause).isdisjoint(self.lang.condition_markers)

    def is_operator(self, token: int) -> bool:
        """Return whether a word is an operator: a negation, a modal verb, a truth modifier."""
        lang, word = self.lang, self.words[token]
        return self._labels[token] == "neg" or any(
            word in some for some in (lang.negations, lang.truth_modifiers, lang.modal_verbs)
        )

    def is_reversed(self, node: int) -> bool:
        """Return whether a node is stronger without its modifiers: "not … well", "all red cars".

        This is also true of the complements of such a node.
        """
        if NEGATED in self.operators(node) or self.sweeping_words(node):
            return True
        above = self.completes(node)
        return above is not None and self.is_reversed(above)

    def is_beside(self, node: int, child: int) -> bool:
        """Return whether a dependent of a verb is outside the scope of its negation.

        These are conjuncts with a subject, words before the subject, and phrases after a comma.
        """
        subject = self.subject(node)
        if not self.is_verbal(node) or subject is None or child == subject:
            return False
        if self.is_conjunct(child):
            return self.subject(child) is not None
        return child < subject or self.follows_comma(child)

    def within_denial(self, node: int) -> list[int]:
        """Return the words of a subtree within the scope of a negation of its head."""
        beside = [c for c in self.children[node] if self.is_beside(node, c)]
        return self._without(beside, self.subtree(node))

    def is_asked(self, root: int) -> bool:
        """Return whether a clause is a question."""
        return any(self.texts[t] == "?" for t in self.children[root])


# -- Asserted clauses ------------------------------------------------------------------------------


def statements(pair: PairWords, root: int) -> Iterator[int]:
    """Yield the heads of the clauses that a sentence asserts.

    These are the root, its conjuncts, and reported, factual adverbial and relative clauses.
    """
    waiting = [] if pair.is_asked(root) else [root]
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting += _stated_within(pair, node)


def _stated_within(pair: PairWords, verb: int) -> list[int]:
    """Return the clauses below a verb that are asserted if the clause of the verb is."""
    found: list[int] = []
    if pair.conjunction_words([verb]) <= pair.lang.asserting_coordinators:
        found += pair.next_conjuncts(verb)
    if _is_report(pair, verb):
        reported = pair.reported_clauses(verb)
        found += [c for c in reported if c < verb or _may_be_fact(pair, c)]
    found += [c for c in pair.adverbial_clauses(verb) if _is_fact(pair, c)]
    return found + [
        clause
        for noun in pair.children[verb]
        if pair.is_nominal(noun) and not pair.is_reversed(verb) and not pair.is_reversed(noun)
        for clause in pair.children[noun]
        if says_of_noun(pair, clause) and is_about_known(pair, noun, clause)
    ]


def says_of_noun(pair: PairWords, clause: int) -> bool:
    """Return whether a clause is finite, relative, and has a relative pronoun as its subject."""
    subject = pair.subject(clause)
    opened = pair.subtree(subject) if subject is not None else []
    relative = any(pair.opens_question(t) for t in opened)
    return relative and pair.is_relative_clause(clause) and pair.is_finite(clause)


def is_about_known(pair: PairWords, noun: int, clause: int) -> bool:
    """Return whether a relative clause asserts: "a doctor who does it" is any doctor who does."""
    return bool(
        pair.is_definite(noun)
        or pair.entities[noun]
        or pair.texts[pair.subtree(clause)[0] - 1] == ","
    )


def _is_report(pair: PairWords, verb: int) -> bool:
    """Return whether a verb asserts its complement clause: without attitude, negation or modal."""
    if pair.tells_attitude(verb) or pair.negations(verb):
        return False
    return not any(pair.is_modal(c) for c in pair.children[verb])


def is_undoubted(pair: PairWords, clause: int) -> bool:
    """Return whether a clause is finite, and no word above it makes it less than a fact.

    A parser often finds the wrong head of a clause; it rarely misses words of doubt, negations,
    conditions and questions.
    """
    if not pair.is_clause(clause) or not _may_be_fact(pair, clause):
        return False
    if pair.may_be_infinitive(clause):
        return False
    for head in pair.above(clause):
        if pair.is_asked(head) or pair.operators(head):
            return False
        if pair.is_verbal(head) and not _is_report(pair, head):
            return False
    return True


def _may_be_fact(pair: PairWords, clause: int) -> bool:
    """Return whether a complement clause is finite and not a question."""
    asked = any(
        pair.opens_question(c) or pair.words[c] in pair.lang.condition_markers
        for c in pair.children[clause]
        if c < clause
    )
    return not asked and pair.is_finite(clause)


def _is_fact(pair: PairWords, clause: int) -> bool:
    """Return whether an adverbial clause is factual: "after he died"."""
    opening = pair.opening_words(clause)
    return bool(opening & pair.lang.factual_clause_markers) and pair.is_finite(clause)
