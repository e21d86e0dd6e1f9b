"""What a fusion is, and how it is stored in a Doc.

Fusions stand as plain data in the attributes of an empty span group, so that they survive whatever
the links survive (a default DocBin drops user data).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from spacy.tokens import Doc, SpanGroup

from .errors import ParaphraseError
from .pair import FUSIONS

Kind: TypeAlias = Literal["intersection", "union", "restate", "specify", "generalize"]
KINDS: tuple[Kind, ...] = ("intersection", "union", "restate", "specify", "generalize")
# Why there is no sentence.
REASONS = {
    "no_parse": "a side has no dependency parse",
    "no_shared_predicate": "no verb with what it needs is said by both, or none to attach to",
    "nothing_shared": "what both say is no sentence without something that only one says",
    "conflict": "both cannot be true; its kind follows after a colon",
    "too_little": "what can be attached leaves out too much of the other sentence",
    "parse_back": "a parser reads the best candidate in another way than it is meant",
    "nothing_to_replace": "no phrase has a counterpart with this relation",
    "no_answer": "nothing that both sides, or either, say answers the question",
}
# How a union came about.
PATHS = {
    "contained": "the frame says it all",
    "merged": "subtrees of the other sentence are attached to the frame",
    "predicates": "both say something of one subject, and the predicates are coordinated",
    "clauses": "the sentences are coordinated",
}


class Origin(NamedTuple):
    """One word of a fusion and where it comes from.

    Attributes:
        text: The word as it stands in the fusion.
        source: Indices of the source tokens it stands for.
        target: Indices of the target tokens it stands for.
        added: Whether the word as it stands is in neither sentence: a conjunction, a comma, an
            article or an inflected form.
    """

    text: str
    source: tuple[int, ...] = ()
    target: tuple[int, ...] = ()
    added: bool = False


@dataclass(frozen=True)
class Fusion:
    """One sentence made of two, or the reason why there is none.

    Attributes:
        kind: One of `KINDS`.
        text: The sentence; empty for a refusal.
        score: Confidence, 0 to 1; 0 for a refusal.
        provenance: The words of the text, in order.
        reason: Empty, or why there is no sentence: a key of `REASONS`, for a conflict
            followed by a colon and its kind ("conflict:number").
        path: How a union came about: a key of `PATHS`; empty for the other kinds.
    """

    kind: Kind
    text: str = ""
    score: float = 0.0
    provenance: tuple[Origin, ...] = ()
    reason: str = ""
    path: str = ""

    def __bool__(self) -> bool:
        return bool(self.text)

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the words coloured by where they come from."""
        from .render import fusion_to_html

        return fusion_to_html(self)

    def invert(self) -> Fusion:
        """Return the fusion with source and target exchanged in its provenance."""
        swapped = tuple(Origin(o.text, o.target, o.source, o.added) for o in self.provenance)
        return replace(self, provenance=swapped)

    def to_json(self) -> dict[str, Any]:
        """Return the fusion as plain data, token indices from 0 within each side."""
        return {
            "kind": self.kind,
            "text": self.text,
            "score": round(self.score, 4),
            "provenance": [
                {
                    "text": origin.text,
                    "source": list(origin.source),
                    "target": list(origin.target),
                    "added": origin.added,
                }
                for origin in self.provenance
            ],
            "reason": self.reason,
            "path": self.path,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Fusion:
        """Return the fusion that `to_json` gave."""
        provenance = tuple(
            Origin(o["text"], tuple(o["source"]), tuple(o["target"]), o["added"])
            for o in data["provenance"]
        )
        return cls(**(data | {"provenance": provenance}))


def write_fusions(doc: Doc, fusions: list[Fusion]) -> None:
    """Store the fusions of a pair instead of those there."""
    attrs = {"length": len(doc), "fusions": [fusion.to_json() for fusion in fusions]}
    doc.spans[FUSIONS] = SpanGroup(doc, name=FUSIONS, attrs=attrs)


def read_fusions(doc: Doc) -> list[Fusion]:
    """Return the stored fusions; none if there was no fuser.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised since.
    """
    if FUSIONS not in doc.spans:
        return []
    attrs = doc.spans[FUSIONS].attrs
    if attrs.get("length") != len(doc):
        got = f"made over {attrs.get('length')} tokens, the Doc has {len(doc)}"
        raise ParaphraseError("P006", key=FUSIONS, got=got)
    return [Fusion.from_json(data) for data in attrs["fusions"]]
