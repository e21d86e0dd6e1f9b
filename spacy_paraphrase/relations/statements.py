"""Statements: single findings about a pair, with their English text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from spacy.tokens import Token

from ..analysis.verb_forms import Modality
from ..pairs.alignment import Link
from ..pairs.results import DISAGREEMENTS

Kind: TypeAlias = Literal["conflict", "both", "link", "only", "implied"]

# The wording of a relation between two quoted texts, and of a conflict after them.
RELATION_TEXT = {
    "equals": "means the same as",
    "restates": "means the same as",
    "specifies": "is more specific than",
    "generalizes": "is more general than",
    "intersects": "stands where the target has",
}
# The wording of a link that only the whole pair supports: the lexicon does not know of it.
CORRESPONDS = "corresponds to"
# Lexical relations that are enough to say that two words mean the same.
SAME_ALONE = frozenset(("same", "synonym"))
# The evidence of a statement on words that differ in one place, each said by one side alone.
PLACE = "place"
# The note on a word that makes its side less specific: "no small birds" beside "no birds".
SAYS_LESS = ' (after "{}" it says less)'
CONFLICT_TEXT = DISAGREEMENTS | {"": "both cannot be true"}
# How a side states something, by the kind of its modality, and by its stance.
MODALITY_TEXT = {
    "": "says that it is so",
    "able": "says that it can be so",
    "certain": "says that it is certain",
    "conditional": "says that it would be so",
    "future": "says that it will be so",
    "hearsay": "says that others say so",
    "intended": "says that it is planned",
    "necessary": "says that it has to be so",
    "advised": "says that it should be so",
    "permitted": "says that it is allowed",
    "possible": "says that it may be so",
    "probable": "says that it is likely",
}
STANCE_TEXT = {
    "asserted": "says that it is so",
    "presupposed": "says that it is so",
    "denied": "says that it is not so",
    "reported": "says that others say so",
    "supposed": "leaves open whether it is so",
    "asked": "asks whether it is so",
    "ordered": "tells somebody to do it",
    "intended": "says that it is planned",
}
# Below this probability, what follows is said to follow "probably".
SURE = 0.75
# Below this strength, a necessity is an advice.
OBLIGATORY = 0.9


@dataclass(frozen=True, eq=False)
class Statement:
    """One finding about a pair.

    Attributes:
        kind: "conflict", "both" (shared words), "link" (the relation of two units), "only" (words
            of one side alone), "implied" (words without a counterpart that follow from the other
            side).
        text: The statement in English.
        source: The source tokens it is about, in order.
        target: The target tokens.
        link: The link it is about, if any; amounts, and words in one place, may have none.
        evidence: What it is based on: for a link, the lexical relation of its words
            (`relations.lexical.word_relation`: "same", "synonym", "hyponym-of", …), or "none" if
            only the aligner relates them; "place" for words that differ in one place, which no link
            relates; "quantity" for numbers and quantifiers; the reason of a conflict; "roles" for
            exchanged roles; "tense" for different times; "modality" and "stance" for different
            certainty or necessity; "condition" and "denial" for those of one side only;
            "restriction" for words of one side only that restrict it; "" for shared words and words
            without a counterpart.
        units: For "only", the separate runs of words; for words that differ, those of each side.
        relation: The stated relation of the source unit to the target unit, one of the five
            relations; "" if the statement is not about two units.
    """

    kind: Kind
    text: str
    source: tuple[Token, ...] = ()
    target: tuple[Token, ...] = ()
    link: Link | None = None
    evidence: str = ""
    units: tuple[str, ...] = ()
    relation: str = ""

    def alone(self, k: int) -> tuple[str, ...]:
        """Return what it says is of one side alone: of the source for 0, of the target for 1."""
        if self.evidence == PLACE:
            return self.units[k : k + 1]
        return self.units if self.kind == "only" and (self.source, self.target)[k] else ()

    def to_json(self, source_start: int, target_start: int) -> dict[str, Any]:
        """Return the statement as plain data, with token indices from 0 within each side."""
        link = self.link.to_json(source_start, target_start) if self.link is not None else None
        return {
            "kind": self.kind,
            "text": self.text,
            "source": [token.i - source_start for token in self.source],
            "target": [token.i - target_start for token in self.target],
            "link": link,
            "evidence": self.evidence,
        }


def beside(texts: tuple[str, str], quoted: Sequence[str] = ("", "")) -> str:
    """Return the texts of source and target in one sentence, with a shared verb only once."""
    source, target = texts
    if source.split()[0] == target.split()[0]:
        target = target.partition(" ")[2]
    return f"the source {source}{quoted[0]}, the target {target}{quoted[1]}"


def modality_text(modality: Modality | None) -> str:
    """Return the description of a modality; without one, of a fact."""
    kind = modality.kind if modality is not None else ""
    if modality is not None and kind == "necessary" and modality.strength < OBLIGATORY:
        kind = "advised"
    return MODALITY_TEXT[kind]


def is_doubtful(chance: float, entailed: bool) -> bool:
    """Return whether a side that is said to be entailed is only probably so."""
    return entailed and chance < SURE
