"""The syntax tree of a side in grammatical roles, independent of the parser's labels.

All modules of this package use `Syntax`: for each word its role and head, and the grammatical
functions that follow from them. Words are numbered within the side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ParaphraseError
from ..lang import LanguageData
from ..trees.tree import Tree, tree_from_heads
from . import roles as r
from .universal import in_our_form

if TYPE_CHECKING:
    from spacy.tokens import Span

    from .sentence import Sentence

# Parts of speech of verbs.
VERBAL = ("VERB", "AUX")


@lru_cache(maxsize=8)
def _roles(lang: LanguageData) -> Mapping[str, str]:
    """Return the roles of the labels of a language; P035 for an unknown role."""
    if unknown := set(lang.roles.values()) - r.ALL:
        got, expected = f"unknown roles: {sorted(unknown)}", f"some of {sorted(r.ALL)}"
        raise ParaphraseError("P035", path=f"{lang.code}.toml", got=got, expected=expected)
    return lang.roles


class Dependency(NamedTuple):
    """A word, its head (a root has itself), and the parser's label."""

    word: int
    above: int
    label: str


def dependencies(span: Span) -> tuple[Dependency, ...]:
    """Return the annotated dependency of each word of a span; () without a parse.

    A word whose head is outside the span is a root.
    """
    if not span.doc.has_annotation("DEP"):
        return ()
    places = [(token.head.i - span.start, token.dep_) for token in span]
    return tuple(
        Dependency(i, head if 0 <= head < len(span) else i, label)
        for i, (head, label) in enumerate(places)
    )


class Syntax:
    """The words of a side with their roles and heads.

    Prepositions govern their objects, copulas their complements.

    Args:
        sentence: The side.

    Attributes:
        sentence: The side.
        lang: The language data of the side.
        words: The lower-cased words.
        lemmas: The lower-cased lemmas.
        pos: The universal parts of speech, "" for none.
        tree: The tree, with a virtual root over several sentences.
        heads: The head of each word, -1 for a root.
        roles: The role of each word, one of `roles`; "" without a parse.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.lang: LanguageData = sentence.lang
        self.words, self.lemmas, self.pos = sentence.words, sentence.lemmas, sentence.pos
        self.tree: Tree = sentence.tree
        self.heads = sentence.heads
        known = _roles(self.lang)
        self.roles = [known.get(label, r.OTHER) if label else "" for label in sentence.deps]
        if self.lang.content_heads:
            self._turn_round()

    def _turn_round(self) -> None:
        """Convert a tree of Universal Dependencies, which has no role for "not", into our form."""
        denying = self.lang.clausal_negations
        roles = [
            r.NEGATION if role == r.ADVERB and word in denying else role
            for role, word in zip(self.roles, self.words, strict=True)
        ]
        self.heads, self.roles = in_our_form(self.heads, roles, self.pos)
        self.tree = tree_from_heads(self.heads)

    def __len__(self) -> int:
        return len(self.words)

    # -- The tree ------------------------------------------------------------------------------

    def children(self, node: int) -> Sequence[int]:
        """Return the dependents of a word, in linear order."""
        return self.tree.children[node]

    def subtree(self, node: int) -> list[int]:
        """Return the subtree of a word, including itself, in linear order."""
        return self.tree.subtree(node)

    def below(self, node: int, *roles: str) -> list[int]:
        """Return the dependents of a word in some roles, in linear order."""
        children, known = self.tree.children[node], self.roles
        return [c for c in children if known[c] in roles] if children else []

    def span_heads(self, tokens: Collection[int]) -> list[int]:
        """Return the words whose head is not among them, in order."""
        return [i for i in tokens if self.heads[i] not in tokens]

    def above(self, node: int) -> Iterator[int]:
        """Yield the words above a word, the nearest first."""
        while (node := self.heads[node]) >= 0:
            yield node

    def first_conjunct(self, node: int) -> int:
        """Return the first conjunct of the coordination that a word is in."""
        while self.roles[node] == r.CONJUNCT and self.heads[node] >= 0:
            node = self.heads[node]
        return node

    @cached_property
    def depths(self) -> list[int]:
        """The number of words above each word."""
        depths, heads = [-1] * len(self), self.heads
        for node in self.downward:
            head = heads[node]
            depths[node] = 0 if head < 0 else depths[head] + 1
        return depths

    @cached_property
    def downward(self) -> list[int]:
        """The words in an order in which each follows its head."""
        nodes: list[int] = self.tree.order[::-1].tolist()
        return nodes[1:] if self.tree.virtual else nodes

    # -- Words ---------------------------------------------------------------------------------

    def is_verbal(self, node: int) -> bool:
        """Return whether a word is a verb or an auxiliary."""
        return self.pos[node] in VERBAL

    def is_copula(self, node: int) -> bool:
        """Return whether a word is a copula."""
        return self.lemmas[node] in self.lang.copulas

    def is_expletive(self, node: int) -> bool:
        """Return whether a word is an expletive "it" or "there"."""
        named = self.words[node] in self.lang.expletive_pronouns
        return named or self.roles[node] == r.EXPLETIVE

    def name_of(self, node: int) -> range:
        """Return a word with the names right before it that are compounds: "New York"."""
        first = node
        while first > 0 and self.pos[first - 1] == "PROPN" and self.roles[first - 1] == r.COMPOUND:
            first -= 1
        return range(first, node + 1)

    def name_end(self, node: int) -> int:
        """Return the last word of the name that a word is a part of; else the word itself."""
        while self.roles[node] == r.COMPOUND and self.pos[self.heads[node]] == "PROPN":
            node = self.heads[node]
        return node

    def initials(self, node: int) -> str:
        """Return the initials of the name that ends in a word; "" for a single word."""
        name = self.name_of(node)
        return "".join(self.sentence.texts[t][0] for t in name) if len(name) > 1 else ""

    # -- Predicates ----------------------------------------------------------------------------

    def is_predicate(self, node: int) -> bool:
        """Return whether a word is a predicate: a verb, or the complement of a copula."""
        if self.roles[node] in r.COMPLEMENTS:
            return self.is_copula(self.heads[node])
        return self.pos[node] == "VERB" and self.roles[node] not in (r.ADJECTIVE, r.OPEN_COMPLEMENT)

    def predicate(self, verb: int) -> int:
        """Return the predicate of a verb: the verb itself, or the complement of a copula."""
        if verb >= 0 and self.is_copula(verb):
            return next(iter(self.below(verb, *r.COMPLEMENTS)), verb)
        return verb

    def governor(self, node: int) -> int:
        """Return the head of a word, skipping prepositions and coordination; -1 for none."""
        head = self.heads[node]
        while head >= 0 and (self.pos[head] == "ADP" or self.roles[node] == r.CONJUNCT):
            node, head = head, self.heads[head]
        return head

    def clause(self, node: int) -> int:
        """Return the nearest verb at or above a word; the top of its tree if there is none."""
        while self.heads[node] >= 0 and not self.is_verbal(node):
            node = self.heads[node]
        return node

    # -- Subjects and objects ------------------------------------------------------------------

    def subject(self, node: int) -> int | None:
        """Return the grammatical subject of a predicate, if it has one."""
        verb = self.heads[node] if self.roles[node] in r.COMPLEMENTS else node
        return next(iter(self.below(verb, *r.NOMINAL_SUBJECTS)), None)

    def theme(self, verb: int) -> int | None:
        """Return the subject of a verb; after an expletive, the noun: "there is a *cat*"."""
        if verb < 0:
            return None
        if not self.below(verb, r.EXPLETIVE):
            return self.subject(verb)
        return next(iter(self.below(verb, *r.INNER_OBJECTS)), None)

    def role(self, node: int) -> tuple[str, int]:
        """Return the role and the head of a word, with the active role in a passive."""
        role, head = self.roles[node], self.heads[node]
        if role == r.PREPOSITIONAL_OBJECT and head >= 0 and self.roles[head] == r.AGENT:
            return r.SUBJECT, self.heads[head]
        return r.ACTIVE.get(role, role), head

    def logical_subject(self, verb: int) -> int | None:
        """Return the agent of a verb: its subject, or in a passive the noun after "by".

        The last of several phrases with "by" counts: "was cut by a quarter point by the bank".
        """
        subject = self.subject(verb)
        if subject is not None and self.roles[subject] != r.PASSIVE_SUBJECT:
            return subject
        agents = [
            child
            for child in self.children(verb)
            if self.roles[child] == r.AGENT
            or (
                self.roles[child] == r.PREPOSITION
                and self.words[child] in self.lang.agent_prepositions
                and subject is not None
            )
        ]
        return next((c for a in agents[-1:] for c in self.objects_of(a)), None)

    def logical_object(self, verb: int) -> int | None:
        """Return the patient of a verb: its object, or in a passive its subject."""
        found = (c for c in self.children(verb) if self.role(c) == (r.OBJECT, verb))
        return next(found, None)

    def objects_of(self, preposition: int) -> list[int]:
        """Return the objects of a preposition."""
        return self.below(preposition, r.PREPOSITIONAL_OBJECT)
