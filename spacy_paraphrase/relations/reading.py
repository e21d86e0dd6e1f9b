"""A side as plain lists, the only form in which the calculus sees a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from spacy.tokens import Span

from ..lang import LanguageData, language_data
from ..lexicon.dates import DateSpan, dates
from ..trees.tree import Tree, tree_from_heads


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


# Self-information, in nats, of a usual content word.
USUAL = 9.0
SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))
OBJECTS = frozenset(("dobj", "obj", "dative", "attr", "acomp", "oprd"))
AUXILIARIES = frozenset(("aux", "auxpass"))
# Labels of what carries no information of its own.
_EMPTY_DEPS = word_set(
    """
    punct det aux auxpass case cc expl mark prt preconj predet
    """
)
_EMPTY_POS = word_set(
    """
    PUNCT SPACE DET AUX CCONJ SCONJ PART SYM X INTJ
    """
)
# Nouns that say little beside what stands behind their "of".
LIGHT_NOUNS = word_set(
    """
    group bunch couple set piece pair kind type sort lot number bit slice member area way
    thing amount series part
    """
)
# Functions that come to the same: "the dead", "those killed".
_ACTIVE = {"nsubjpass": "dobj", "csubjpass": "dobj", "obj": "dobj", "acl": "amod"}
# Stop words of spaCy that bear information all the same.
_TELLING = frozenset(("empty", "full", "serious"))
# What stands before the other party of a deal or a contest.
_PARTIES = frozenset(("to", "from", "against", "by", "with"))
_OPEN = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"))


@dataclass(frozen=True, eq=False)
class Reading:
    """The tokens of a side, one item per token in every list.

    Attributes:
        texts: As written.
        lemmas: In lower case.
        pos: Universal parts of speech.
        deps: Dependency labels.
        heads: Heads, -1 for a root.
        stop: Whether the token is a stop word.
        entities: Entity types, "" for none.
        lang: Words of the language.
        weights: Self-information in nats, 0 for what is no word.
    """

    texts: list[str]
    lemmas: list[str]
    pos: list[str]
    deps: list[str]
    heads: list[int]
    stop: list[bool]
    entities: list[str]
    weights: list[float]
    lang: LanguageData

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def words(self) -> list[str]:
        """The lower-cased words."""
        return [text.lower() for text in self.texts]

    @cached_property
    def dates(self) -> list[DateSpan]:
        """The dates that say more than one of year, month and day."""
        return dates(self.texts, self.lang)

    @cached_property
    def tree(self) -> Tree:
        """The dependency tree, with a virtual root over several sentences."""
        return tree_from_heads(self.heads)

    @cached_property
    def content(self) -> list[bool]:
        """Whether a token carries information of its own; untagged, any that is no stop word."""
        told = []
        for i, pos in enumerate(self.pos):
            empty = self.deps[i] in _EMPTY_DEPS or self.lemmas[i] == "be"
            if pos == "":
                told.append(not self.stop[i] and any(map(str.isalnum, self.texts[i])))
            else:
                silent = self.stop[i] and pos != "NUM" and self.lemmas[i] not in _TELLING
                told.append(pos in _OPEN and not empty and not silent)
        return told

    def children(self, node: int) -> Sequence[int]:
        """Return the dependents of a token, in linear order."""
        return self.tree.children[node]

    def name(self, node: int) -> range:
        """Return a token with the names right before it that are compounds: "New York"."""
        first = node
        while first > 0 and self.pos[first - 1] == "PROPN" and self.deps[first - 1] == "compound":
            first -= 1
        return range(first, node + 1)

    def initials(self, node: int) -> str:
        """Return the initials of the name that ends in a token; of a single word nothing."""
        name = self.name(node)
        return "".join(self.texts[t][0] for t in name) if len(name) > 1 else ""

    def subtree(self, node: int) -> list[int]:
        """Return what a token dominates, itself among them, in linear order."""
        return self.tree.subtree(node)

    def is_predicate(self, node: int) -> bool:
        """Return whether a token is what is said of a subject: a verb, or behind a form of "be"."""
        if self.deps[node] in ("acomp", "attr"):
            return self.lemmas[self.heads[node]] == "be"
        return self.pos[node] == "VERB" and self.deps[node] not in ("amod", "xcomp")

    def predicate(self, verb: int) -> int:
        """Return what says something of the subject of a verb: itself, or what stands by "be"."""
        if verb >= 0 and self.lemmas[verb] == "be":
            for child in self.children(verb):
                if self.deps[child] in ("acomp", "attr"):
                    return child
        return verb

    def subject(self, node: int) -> int | None:
        """Return the grammatical subject of a predicate, if it has one."""
        verb = self.heads[node] if self.deps[node] in ("acomp", "attr") else node
        for child in self.children(verb):
            if self.deps[child] in ("nsubj", "nsubjpass"):
                return child
        return None

    def logical_subject(self, verb: int) -> int | None:
        """Return who does what a verb says: its subject, of a passive what stands behind "by".

        Of several phrases with "by" the last one: "was cut by a quarter point by the bank".
        """
        subject = self.subject(verb)
        if subject is not None and self.deps[subject] == "nsubj":
            return subject
        by = [
            child
            for child in self.children(verb)
            if self.deps[child] == "agent"
            or (self.deps[child] == "prep" and self.words[child] == "by" and subject is not None)
        ]
        return next((c for b in by[-1:] for c in self.children(b) if self.deps[c] == "pobj"), None)

    def logical_object(self, verb: int) -> int | None:
        """Return what is done to: the object of a verb, of a passive its subject."""
        found = (c for c in self.children(verb) if self.role(c) == ("dobj", verb))
        return next(found, None)

    def role(self, node: int) -> tuple[str, int]:
        """Return the function of a token and what it depends on, a passive read as an active."""
        dep, head = self.deps[node], self.heads[node]
        if dep == "pobj" and head >= 0 and self.deps[head] == "agent":
            return "nsubj", self.heads[head]
        return _ACTIVE.get(dep, dep), head

    def oblique(self, verb: int) -> list[int]:
        """Return what a verb has behind "to", "from" and the like, and as indirect object."""
        found = []
        for child in self.children(verb):
            if self.deps[child] == "dative" and self.pos[child] != "ADP":
                found.append(child)
            elif self.deps[child] in ("prep", "dative") and self.words[child] in _PARTIES:
                found += [c for c in self.children(child) if self.deps[c] == "pobj"]
        return found

    def standard(self, node: int) -> int | None:
        """Return what a comparative compares with: what stands behind "than"."""
        than = (t for t in self.subtree(node) if self.words[t] == "than")
        return next((c for t in than for c in self.children(t) if self.deps[c] == "pobj"), None)

    def governor(self, node: int) -> int:
        """Return what a token depends on over prepositions and coordination, -1 for nothing."""
        head = self.heads[node]
        while head >= 0 and (self.pos[head] == "ADP" or self.deps[node] == "conj"):
            node, head = head, self.heads[head]
        return head

    def clause(self, node: int) -> int:
        """Return the nearest verb at or above a token; the top of its tree if there is none."""
        while self.heads[node] >= 0 and self.pos[node] not in ("VERB", "AUX"):
            node = self.heads[node]
        return node


def read(side: Span, weigh: Callable[[str], float] | None) -> Reading:
    """Return the reading of a side.

    Args:
        side: The side.
        weigh: Self-information of a word, in nats; None to have all words weigh `USUAL`.
    """
    tokens = list(side)
    offsets = side.doc.to_array("HEAD")[side.start : side.end].astype(np.int64).tolist()
    heads = [i + offset for i, offset in enumerate(offsets)]
    reading = Reading(
        texts=[token.text for token in tokens],
        lemmas=[token.lemma_.lower() or token.lower_ for token in tokens],
        pos=[token.pos_ for token in tokens],
        deps=[token.dep_ for token in tokens],
        heads=[h if 0 <= h < len(tokens) and h != i else -1 for i, h in enumerate(heads)],
        stop=[token.is_stop for token in tokens],
        entities=[token.ent_type_ for token in tokens],
        weights=[weigh(token.text) if weigh else USUAL for token in tokens],
        lang=language_data(side.doc.lang_),
    )
    _repair(reading)
    return reading


def _repair(reading: Reading) -> None:
    """Read "every puppy runs" as a sentence where the parser took it for a noun phrase.

    A sentence without any verb whose root is a noun behind a noun that modifies it, one of them in
    -s, gets that root as its verb; what stands before the other noun belongs to that.
    """
    pos, deps, heads = reading.pos, reading.deps, reading.heads
    if "VERB" in pos or "AUX" in pos or heads.count(-1) != 1:
        return
    root = heads.index(-1)
    subject = root - 1
    if root == 0 or heads[subject] != root or deps[subject] != "compound" or pos[root] != "NOUN":
        return
    if reading.words[root].endswith("s") == reading.words[subject].endswith("s"):
        return
    pos[root], deps[subject] = "VERB", "nsubj"
    for i in range(subject):
        if heads[i] == root:
            heads[i] = subject
