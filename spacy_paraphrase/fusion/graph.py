"""The fusion graph: two parsed sides and what stands for what between them.

A node is a token of the pair, by its index in the Doc; two linked tokens are one node in two
wordings (`twin`). After Marsi and Krahmer 2005, section 5, and Krahmer, Marsi and van Pelt 2008.
"""

from __future__ import annotations

from functools import cached_property

from spacy.tokens import Doc, Span, Token

from ..alignment import Link, invert_relation, read_links
from ..pair import sides

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
# Dependents without which a word does not stand, in ClearNLP and Universal Dependencies labels.
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl", "nsubj:pass"})
OBJECTS = frozenset({"dobj", "obj", "attr", "acomp", "oprd", "dative", "iobj", "pobj", "pcomp"})
COMPLEMENTS = frozenset({"ccomp", "xcomp"})


class PairGraph:
    """Two sentences as one graph.

    Args:
        doc: A pair with a parse and word links.

    Attributes:
        source: The source span.
        target: The target span.
        twin: For each linked token its partner; links in conflict are left out.
        relation: For each linked token its relation to the partner, seen from the token.
        conflicts: The word and phrase links in conflict.
    """

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.source, self.target = sides(doc)
        self.twin: dict[int, int] = {}
        self.relation: dict[int, str] = {}
        self.similarity: dict[int, float] = {}
        words = read_links(doc, "words")
        self.conflicts: list[Link] = [
            link for link in [*words, *read_links(doc, "phrases")] if link.conflict
        ]
        for link in sorted(words, key=lambda link: (-link.score, link.key)):
            one, other = link.source.start, link.target.start
            if link.conflict or one in self.twin or other in self.twin:
                continue
            self.twin[one], self.twin[other] = other, one
            self.relation[one] = link.relation
            self.relation[other] = invert_relation(link.relation)
            self.similarity[one] = self.similarity[other] = link.similarity

    def __getitem__(self, token: int) -> Token:
        return self.doc[token]

    def side(self, token: int) -> Span:
        """Return the side a token stands in."""
        return self.source if token < self.source.end else self.target

    def other(self, side: Span) -> Span:
        """Return the other side."""
        return self.target if side.start == self.source.start else self.source

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The dependents of each token, in order, white space left out."""
        found: dict[int, list[int]] = {token.i: [] for token in self.doc}
        for side in (self.source, self.target):
            for token in side:
                head = self.head(token.i)
                if head is not None and not token.is_space:
                    found[head].append(token.i)
        return found

    def head(self, token: int) -> int | None:
        """Return the head of a token, None for the root of a sentence."""
        head = self.doc[token].head.i
        side = self.side(token)
        return head if head != token and side.start <= head < side.end else None

    def roots(self, side: Span) -> list[int]:
        """Return the roots of the sentences of a side that are words."""
        return [
            t.i for t in side if self.head(t.i) is None and not (t.is_space or t.is_punct)
        ]

    def subtree(self, token: int) -> list[int]:
        """Return a token and all that depends on it, in order."""
        found, stack = [], [token]
        while stack:
            node = stack.pop()
            found.append(node)
            stack.extend(self.children[node])
        return sorted(found)

    def dependents(self, token: int, *labels: str) -> list[int]:
        """Return the dependents of a token with one of these labels."""
        return [child for child in self.children[token] if self.doc[child].dep_ in labels]

    def subject(self, verb: int) -> int | None:
        """Return the subject of a verb."""
        return next((c for c in self.children[verb] if self.doc[c].dep_ in SUBJECTS), None)

    def is_content(self, token: int) -> bool:
        """Tell whether a token is a content word."""
        t = self.doc[token]
        return t.pos_ in CONTENT and not t.is_stop

    def lemma(self, token: int) -> str:
        """Return the lower-cased lemma, the word where there is none."""
        t = self.doc[token]
        return t.lemma_.lower() or t.lower_

    @cached_property
    def lemmas(self) -> dict[int, set[str]]:
        """The lemmas of the content words of each side, by its start."""
        return {
            side.start: {self.lemma(t.i) for t in side if self.is_content(t.i)}
            for side in (self.source, self.target)
        }

    def is_said(self, token: int) -> bool:
        """Tell whether the other side has a content word too: linked or with the same lemma."""
        other = self.other(self.side(token))
        return token in self.twin or self.lemma(token) in self.lemmas[other.start]
