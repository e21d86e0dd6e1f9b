"""Mentions: names with their parts and titles, pronouns, nouns, and possible coreference.

The possible antecedents of a pronoun within the side follow from agreement (number, person, gender)
and from binding (principles A and B of Chomsky 1981, *Lectures on Government and Binding*). All of
them are given; none is chosen.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> text = "The new CEO, Maria Lopez, thanked Prime Minister John Holt, who likes her."
>>> side = sentences(spacy_paraphrase.compare(text, "Lopez spoke."))[0]
>>> for each in analyse(side).mentions:
...     stands_for = [side.texts[i] for i in each.may_be]
...     print(side.texts[each.head], each.kind, [side.texts[i] for i in each.name], stands_for)
CEO definite [] ['Lopez']
Lopez name ['Maria', 'Lopez'] ['CEO']
Minister title [] ['Holt']
Holt name ['John', 'Holt'] ['Minister']
who pronoun [] ['Holt']
her pronoun [] ['Lopez', 'CEO']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from . import roles as r
from .syntax import Syntax
from .word_kinds import Word

Kind: TypeAlias = Literal["name", "pronoun", "definite", "indefinite", "title"]

# Roles of the words of a noun phrase before its noun, and after it.
_BEFORE = frozenset(
    (
        *(r.DETERMINER, r.PREDETERMINER, r.POSSESSOR, r.ADJECTIVE, r.COMPOUND, r.NUMERAL),
        *(r.NUMERAL_MODIFIER, r.NOUN_MODIFIER, r.ADVERB),
    )
)
_BEHIND = frozenset((r.COMPOUND, r.NUMERAL))


@dataclass(frozen=True)
class Mention:
    """A noun phrase, a name or a pronoun that refers to a person or a thing.

    Attributes:
        head: Its head word.
        tokens: The words of its noun phrase, without clauses, appositions and prepositional phrases
            unless these are part of the name ("Bank of England").
        kind: "name"; "pronoun"; "title", a noun that describes the name after it ("actor");
            "definite", with "the", a demonstrative or a possessor; "indefinite", any other.
        name: The tokens of its name, without articles and titles; empty if it is not a name.
        titles: The tokens of the title before its name: "Prime Minister".
        entity: The label of its named entity in the pipeline; "" for none.
        may_be: The heads of the mentions of the side that may be coreferent with it (possible
            antecedents, appositions, titles), the nearest first.
    """

    head: int
    tokens: tuple[int, ...]
    kind: Kind
    name: tuple[int, ...]
    titles: tuple[int, ...]
    entity: str
    may_be: tuple[int, ...]


def mentions(syntax: Syntax, words: Sequence[Word]) -> tuple[Mention, ...]:
    """Return the mentions of a side, in the order of the heads."""
    found = [_mention(syntax, words, i) for i in range(len(syntax)) if _is_head(syntax, words, i)]
    inside = {t for each in found for t in each.name if t != each.head}
    found = [each for each in found if each.head not in inside]
    reader = _Reader(syntax, words, {each.head: each for each in found})
    return tuple(replace(each, may_be=tuple(reader.may_be(each))) for each in found)


# -- Noun phrases ----------------------------------------------------------------------------------


def _is_head(syntax: Syntax, words: Sequence[Word], i: int) -> bool:
    """Return whether a word is the head of a mention."""
    if not words[i].nominal or syntax.roles[i] == r.EXPLETIVE:
        return False
    head = syntax.heads[i]
    if syntax.roles[i] != r.COMPOUND or head < 0:
        return True
    if _is_named(syntax, words, i) and words[head].category != "name":
        return True  # "the Microsoft chairman"
    return head > i and _is_named(syntax, words, head) and i not in _name(syntax, words, head)


def _mention(syntax: Syntax, words: Sequence[Word], i: int) -> Mention:
    base = {i}
    for child in syntax.children(i):
        if syntax.roles[child] in (_BEFORE if child < i else _BEHIND):
            base.update(syntax.subtree(child))
    name = _name(syntax, words, i) if _is_named(syntax, words, i) else ()
    first = min(name, default=i)
    titles = [
        t
        for child in syntax.below(i, r.COMPOUND, r.NOUN_MODIFIER)
        if child < first and child not in name
        for t in syntax.subtree(child)
    ]
    return Mention(
        head=i,
        tokens=tuple(t for t in sorted(base.union(name)) if words[t].category != "space"),
        kind=_kind(syntax, words, i, bool(name)),
        name=name,
        titles=tuple(titles) if name else (),
        entity=syntax.sentence.entities[i],
        may_be=(),
    )


def _kind(syntax: Syntax, words: Sequence[Word], i: int, named: bool) -> Kind:
    if words[i].category == "pronoun":
        return "pronoun"
    if named:
        return "name"
    head = syntax.heads[i]
    if syntax.roles[i] == r.COMPOUND and words[head].category == "name":
        return "title"
    definite = syntax.lang.definite_articles | syntax.lang.demonstratives
    for child in syntax.children(i):
        if syntax.roles[child] == r.POSSESSOR or (
            syntax.roles[child] == r.DETERMINER and syntax.words[child] in definite
        ):
            return "definite"
    return "indefinite"


def _is_named(syntax: Syntax, words: Sequence[Word], i: int) -> bool:
    """Return whether a word is the head of a name, not a title at one."""
    if words[i].category != "name":
        return False
    head = syntax.heads[i]
    if syntax.roles[i] == r.COMPOUND and head > i and words[head].category == "name":
        return False
    # "The CEO, Maria Lopez": a title with an article in apposition to a name
    entities, beside = syntax.sentence.entities, syntax.below(i, r.APPOSITION)
    beside += [head] if syntax.roles[i] == r.APPOSITION else []
    beside_name = not entities[i] and any(entities[t] for t in beside)
    return not (beside_name and syntax.below(i, r.DETERMINER))


def _name(syntax: Syntax, words: Sequence[Word], i: int) -> tuple[int, ...]:
    """Return the tokens of the name that a word is the head of."""
    # They are those of the named entity that the word is in, without an article; if there is no
    # entity, the word and the proper nouns right before it that are compounds.
    entities = syntax.sentence.entities
    if not entities[i]:
        return tuple(t for t in syntax.name_of(i) if not entities[t])
    below = set(syntax.subtree(i))
    first = last = i
    while first - 1 in below and entities[first - 1] == entities[i]:
        first -= 1
    while last + 1 in below and entities[last + 1] == entities[i]:
        last += 1
    while first < i and words[first].category == "determiner":
        first += 1
    while last > i and words[last].category in ("particle", "mark"):
        last -= 1
    return tuple(range(first, last + 1))


# -- Possible coreference --------------------------------------------------------------------------


class _Reader:
    """Finds the mentions that may be coreferent with a mention."""

    def __init__(
        self, syntax: Syntax, words: Sequence[Word], mentions: Mapping[int, Mention]
    ) -> None:
        self.syntax, self.words, self.mentions = syntax, words, mentions
        self._feature = syntax.sentence.feature

    @cached_property
    def beside(self) -> Mapping[int, list[int]]:
        """The appositions and titles at each mention, and the reverse."""
        syntax = self.syntax
        found: dict[int, list[int]] = {head: [] for head in self.mentions}
        for i, each in self.mentions.items():
            above = syntax.heads[i]
            if above in found and (syntax.roles[i] == r.APPOSITION or each.kind == "title"):
                found[i].append(above)
                found[above].append(i)
        return found

    def may_be(self, mention: Mention) -> list[int]:
        """Return the heads of the mentions that may be coreferent with one, the nearest first."""
        found = list(self.beside[mention.head])
        if mention.kind == "pronoun":
            relative = self._noun_of_relative(mention.head)
            if relative >= 0:
                found.append(relative)
            elif self._points(mention.head):
                found += [t for t in self.mentions if self._fits(mention.head, t)]
        elif mention.kind == "definite":
            found += [t for t in self.mentions if t < mention.head and self._recurs(mention, t)]
        return sorted(dict.fromkeys(found), key=lambda t: (abs(t - mention.head), t))

    def _recurs(self, mention: Mention, earlier: int) -> bool:
        """Return whether a definite noun repeats an earlier one: "a car … the car"."""
        head, words = mention.head, self.words
        same = words[head].lemma == words[earlier].lemma
        return same and words[head].plural == words[earlier].plural

    def _noun_of_relative(self, pronoun: int) -> int:
        """Return the antecedent of a relative pronoun, -1 for any other pronoun."""
        syntax = self.syntax
        if self._feature(pronoun, "Person") or syntax.words[pronoun] in syntax.lang.pronoun_forms:
            return -1
        top = self._around(pronoun, r.RELATIVE_CLAUSE)
        if top < 0 or syntax.subtree(top)[0] < pronoun - 1:
            return -1
        return syntax.heads[top] if syntax.heads[top] in self.mentions else -1

    def _around(self, pronoun: int, role: str) -> int:
        """Return the lowest word in a role that a pronoun is in the subtree of, -1 for none."""
        path = (pronoun, *self.syntax.above(pronoun))
        return next((t for t in path if self.syntax.roles[t] == role), -1)

    def _points(self, pronoun: int) -> bool:
        """Return whether a pronoun is of the third person, and not expletive."""
        syntax, lang = self.syntax, self.syntax.lang
        word = syntax.words[pronoun]
        person = self._feature(pronoun, "Person") or ("3" if word in lang.personal_pronouns else "")
        if person != "3" or word in lang.speaker_pronouns:
            return False
        verb = syntax.heads[pronoun]
        if word not in lang.expletive_pronouns or verb < 0 or not syntax.is_copula(verb):
            return True
        # "it is likely that he left": an expletive
        said = (verb, syntax.predicate(verb))
        clauses = (*r.COMPLEMENT_CLAUSES, r.CLAUSAL_SUBJECT)
        return not any(syntax.below(t, *clauses) for t in said)

    def _fits(self, pronoun: int, other: int) -> bool:
        """Return whether a mention may be the antecedent of a pronoun of the third person."""
        if other == pronoun or self.mentions[other].kind == "title":
            return False
        if other > pronoun and not self._stands_before(pronoun, other):
            return False
        if self.words[other].category == "pronoun":
            return self._points(other) and self._agree_in_form(pronoun, other)
        agrees = self._agrees_in_number(pronoun, other) and self._agrees_in_kind(pronoun, other)
        return agrees and self._may_be_bound(pronoun, other)

    def _stands_before(self, pronoun: int, other: int) -> bool:
        """Return whether a mention is the main subject after the adverbial clause of a pronoun."""
        # Example: "When *he* came home, *Ben* ate".
        syntax, top = self.syntax, self._around(pronoun, r.ADVERBIAL_CLAUSE)
        return top >= 0 and syntax.heads[top] > top and other == syntax.subject(syntax.heads[top])

    def _agree_in_form(self, pronoun: int, other: int) -> bool:
        features = ("Person", "Number", "Gender")
        pairs = [(self._feature(pronoun, f), self._feature(other, f)) for f in features]
        same = all(a == b for a, b in pairs) and bool(pairs[0][0])
        return same and self._may_be_bound(pronoun, other)

    def _agrees_in_number(self, pronoun: int, other: int) -> bool:
        number = self._feature(pronoun, "Number")
        if not number and self.syntax.words[pronoun] in self.syntax.lang.singular_pronouns:
            number = "Sing"
        joined = bool(self.syntax.below(other, r.CONJUNCT))
        plural = self.words[other].plural or joined
        if number == "Sing":
            return not plural
        # "They" may refer to a firm, to a country, or to one of several conjuncts.
        among = joined or self.syntax.roles[other] == r.CONJUNCT
        lang, entity = self.syntax.lang, self.mentions[other].entity
        group = entity in lang.name_entities and entity not in lang.person_entities
        return number != "Plur" or plural or among or group

    def _agrees_in_kind(self, pronoun: int, other: int) -> bool:
        """Return whether the entity type of a mention agrees with the gender of a pronoun."""
        lang, entity = self.syntax.lang, self.mentions[other].entity
        if entity in lang.time_entities | lang.measure_entities | lang.number_entities:
            return False
        gender = self._feature(pronoun, "Gender")
        if gender == "Neut":
            human = self.words[other].lemma in {lang.person_noun, *lang.human_nouns.values()}
            return entity not in lang.person_entities and not human
        if gender in ("Masc", "Fem"):
            return not entity or entity in lang.person_entities
        return True

    def _may_be_bound(self, pronoun: int, other: int) -> bool:
        """Return whether binding allows that a pronoun refers to a mention."""
        # A reflexive pronoun refers to the subject of its verb, another one never to a dependent of
        # the same verb. No pronoun refers to a phrase that it is part of.
        syntax = self.syntax
        if pronoun in syntax.subtree(other):
            return False
        mine, yours = syntax.governor(pronoun), syntax.governor(other)
        if self._feature(pronoun, "Reflex") == "Yes":
            return mine >= 0 and other in (syntax.logical_subject(mine), syntax.subject(mine))
        if syntax.roles[pronoun] == r.POSSESSOR:
            return True
        return mine != yours or mine < 0
