"""A side as plain lists, the only form in which the calculus sees a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from spacy.tokens import Token

from ..trees.tree import Tree, tree_from_heads

# Self-information, in nats, of a usual content word.
USUAL = 9.0
SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))
OBJECTS = frozenset(("dobj", "obj", "dative", "attr", "acomp", "oprd"))
# Labels of what carries no information of its own.
_EMPTY_DEPS = frozenset(
    ("punct", "det", "aux", "auxpass", "case", "cc", "expl", "mark", "prt", "preconj", "predet")
)
_EMPTY_POS = frozenset(("PUNCT", "SPACE", "DET", "AUX", "CCONJ", "SCONJ", "PART", "SYM", "X", "INTJ"))
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

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def words(self) -> list[str]:
        """The lower-cased words."""
        return [text.lower() for text in self.texts]

    @cached_property
    def tree(self) -> Tree:
        """The dependency tree, with a virtual root over several sentences."""
        return tree_from_heads(self.heads)

    @cached_property
    def content(self) -> list[bool]:
        """Whether a token carries information of its own."""
        return [
            pos in _OPEN and dep not in _EMPTY_DEPS and not (stop and pos != "NUM") and lemma != "be"
            for pos, dep, stop, lemma in zip(
                self.pos, self.deps, self.stop, self.lemmas, strict=True
            )
        ]

    def children(self, node: int) -> Sequence[int]:
        """Return the dependents of a token, in linear order."""
        return self.tree.children[node]

    def subtree(self, node: int) -> list[int]:
        """Return what a token dominates, itself among them, in linear order."""
        return self.tree.subtree(node)

    def said(self, tokens: Iterable[int]) -> list[str]:
        """Return the lower-cased words of some tokens, white space left out."""
        return [self.words[i] for i in tokens if self.pos[i] != "SPACE"]

    def clause(self, node: int) -> int:
        """Return the nearest verb at or above a token; the top of its tree if there is none."""
        while self.heads[node] >= 0 and self.pos[node] not in ("VERB", "AUX"):
            node = self.heads[node]
        return node


def read(tokens: Sequence[Token], weigh: Callable[[str], float] | None) -> Reading:
    """Return the reading of the tokens of a side.

    Args:
        tokens: All tokens of the side.
        weigh: Self-information of a word, in nats; None to have all words weigh `USUAL`.
    """
    start = tokens[0].i
    n = len(tokens)
    reading = Reading(
        texts=[token.text for token in tokens],
        lemmas=[token.lemma_.lower() or token.lower_ for token in tokens],
        pos=[token.pos_ for token in tokens],
        deps=[token.dep_ for token in tokens],
        heads=[_head(token, start, n) for token in tokens],
        stop=[token.is_stop for token in tokens],
        entities=[token.ent_type_ for token in tokens],
        weights=[weigh(token.text) if weigh else USUAL for token in tokens],
    )
    _repair(reading)
    return reading


def _head(token: Token, start: int, n: int) -> int:
    head = token.head.i - start
    return head if 0 <= head < n and token.head.i != token.i else -1


def _repair(reading: Reading) -> None:
    """Read "every puppy runs" as a sentence where the parser took it for a noun phrase.

    A short sentence without any verb whose root is a noun in -s behind a noun that modifies it gets
    that root as its verb; what stands before the other noun belongs to that.
    """
    pos, deps, heads = reading.pos, reading.deps, reading.heads
    if "VERB" in pos or "AUX" in pos or heads.count(-1) != 1:
        return
    root = heads.index(-1)
    subject = root - 1
    fits = root > 0 and heads[subject] == root and deps[subject] == "compound"
    if not (fits and pos[root] == "NOUN" and reading.words[root].endswith("s")):
        return
    pos[root], deps[subject] = "VERB", "nsubj"
    for i in range(subject):
        if heads[i] == root:
            heads[i] = subject
