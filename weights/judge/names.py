"""Names of other sentences, by type and length."""

from __future__ import annotations

import random
from collections import deque

from spacy.tokens import Doc, Span

NAMED = ("PERSON", "GPE", "ORG", "NORP", "LOC", "FAC", "DATE")
# Names of a kind that are remembered.
LASTING = 4000


def plain_name(ent: Span) -> bool:
    """Whether a name is one that might stand for another of its type."""
    words = list(ent)
    simple = all(t.text.isalpha() and t.is_title for t in words) and len(words) < 4
    return ent.label_ in NAMED[:6] and simple and words[0].lower_ != "the"


class Elsewhere:
    """The names of the sentences before this one, to be put in the place of others."""

    def __init__(self) -> None:
        self.names: dict[str, deque[str]] = {}

    def add(self, doc: Doc) -> None:
        """Remember the names of a sentence."""
        for ent in doc.ents:
            if plain_name(ent):
                pool = self.names.setdefault(f"{ent.label_} {len(ent) > 1}", deque(maxlen=LASTING))
                pool.append(ent.text)

    def name(self, ent: Span, rng: random.Random) -> str | None:
        """Return another name of the same type and about as long."""
        pool = self.names.get(f"{ent.label_} {len(ent) > 1}", ())
        for _ in range(10 if len(pool) > 20 else 0):
            name = pool[rng.randrange(len(pool))]
            if (name[-1] == "s") != (ent.text[-1] == "s") and ent.label_ == "NORP":
                continue
            if not set(name.lower().split()) & set(ent.doc.text.lower().split()):
                return name
        return None
