"""Results of rewriting and how they are stored: the new text, its edits and refused edits.

Results are stored as plain data in the attributes of the span group `doc.spans["rewrites"]`, which
has a span for each sentence; `doc._.rewrites` is a view of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from spacy.tokens import Doc, Span, SpanGroup

from ..errors import ParaphraseError, coded
from ..pairs.results import Label

REWRITES = "rewrites"
_VERSION = 1
Status: TypeAlias = Literal["ok", "unchanged", "budget_unreachable"]


@dataclass(frozen=True)
class Edit:
    """One change of a sentence.

    Attributes:
        start: Index of the first changed token of the sentence.
        end: Index of the token after the last changed one.
        source: The old words.
        target: The new words, empty for a deletion.
        kind: "sub" or "del".
        origin: The source of a substitution ("wordnet", "glossary", the name of a table), or the
            class of a deletion ("adj", "adv", "det", "pp", "clause", "conj").
        quality: Quality of the substitution, 0 to 1.
        relation: The relation of the old words to the new ones.
        repairs: Repairs next to it ("article", "case", "punctuation").
    """

    start: int
    end: int
    source: str
    target: str
    kind: Literal["sub", "del"]
    origin: str
    quality: float
    relation: Label
    repairs: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the change in plain English."""
        if self.kind == "del":
            return f'without "{self.source}"'
        return f'"{self.source}" became "{self.target}" ({self.relation}, {self.origin})'

    def to_json(self) -> dict[str, Any]:
        """Return the change as plain data."""
        return {**vars(self), "quality": round(self.quality, 4), "repairs": list(self.repairs)}


@dataclass(frozen=True)
class Refusal:
    """A rejected substitution of a table or glossary, with the reason.

    Attributes:
        start: Index of its first token in the sentence.
        end: Index of the token after its last one.
        source: The words in the sentence.
        target: The proposed words.
        origin: The table: "glossary", "table", or its name.
        check: The test that rejected it: a guard (`guards.TESTS`), "quality" (too low for the
            preset), "length" (too long), or a check of the whole sentence: "parse" (the parse would
            change), "context" (improbable by the encoder), "meaning", "conflict".
    """

    start: int
    end: int
    source: str
    target: str
    origin: str
    check: str

    def __str__(self) -> str:
        """Return the refusal in plain English."""
        return f'"{self.source}" is not "{self.target}" ({self.origin}) here: {self.check}'


@dataclass(frozen=True)
class Rewrite:
    """One rewrite of a sentence.

    Attributes:
        text: The text.
        status: "ok"; "unchanged" if the text is the sentence itself; "budget_unreachable" if
            nothing is short enough: then the text is the shortest possible, and
            `features["needed"]` is its length.
        score: Its score; 0 for the unchanged sentence.
        n_chars: Its length in characters.
        ratio: Its length as a ratio to the source.
        edit_rate: Its distance from the source: edits per word of the source (TER).
        relation: The relation of the source to it: "restates" if they have the same meaning,
            "specifies" if the source is more specific.
        edits: The edits, in order.
        features: The sums of the features of its edits.
        checked: Whether the pipeline compared it with its source.
        refused: Rejected substitutions of tables and glossaries.
    """

    text: str
    status: Status
    score: float
    n_chars: int
    ratio: float
    edit_rate: float
    relation: Label
    edits: tuple[Edit, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict)
    checked: bool = False
    refused: tuple[Refusal, ...] = ()

    def __str__(self) -> str:
        return self.text

    def explain(self) -> list[str]:
        """Return a text with one line for each edit, then for each refused substitution."""
        return [*map(str, self.edits), *map(str, self.refused)]

    def to_json(self) -> dict[str, Any]:
        """Return the rewrite as plain data."""
        return {
            **vars(self),
            **{name: round(getattr(self, name), 6) for name in ("score", "ratio", "edit_rate")},
            "edits": [edit.to_json() for edit in self.edits],
            "features": {name: round(value, 6) for name, value in self.features.items()},
            "refused": [dict(vars(each)) for each in self.refused],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rewrite:
        """Return the rewrite from the data that `to_json` returned.

        Raises:
            ParaphraseError: P804 if the data are not a rewrite.
        """
        try:
            edits = ({**edit, "repairs": tuple(edit["repairs"])} for edit in data["edits"])
            values = {k: data[k] for k in cls.__dataclass_fields__ if k != "refused"}
            values["edits"] = tuple(Edit(**edit) for edit in edits)
            values["features"] = dict(data["features"])
            return cls(**values, refused=tuple(Refusal(**each) for each in data.get("refused", ())))
        except (KeyError, TypeError, ValueError) as error:
            raise ParaphraseError("P804", got=f"{type(error).__name__}: {error}") from error


def fold(relations: Iterable[Label]) -> Label:
    """Return the relation of a source to a rewrite, combined from those of its edits.

    Example:
        >>> fold([]), fold(["restates", "specifies"]), fold(["specifies", "generalizes"])
        ('equals', 'specifies', 'intersects')
    """
    found = set(relations) - {"equals"}
    if not found:
        return "equals"
    stronger = found - {"restates"}
    if not stronger:
        return "restates"
    return stronger.pop() if len(stronger) == 1 else "intersects"


def drawn(words: Sequence[str], rewrite: Rewrite) -> dict[str, Any]:
    """Return a rewrite and its source in the form drawn by `render.edits_to_text` and similar.

    Example:
        >>> edit = Edit(1, 2, "old", "", "del", "adj", 1.0, "specifies")
        >>> found = Rewrite("The man", "ok", -1.0, 7, 0.6, 0.3, "specifies", (edit,))
        >>> drawn(["The", "old", "man"], found)["target"]
        ['The', 'man']
    """
    target: list[str] = []
    drawn: list[dict[str, Any]] = []
    changed = {edit.start: edit for edit in rewrite.edits}
    i = 0
    while i < len(words):
        edit = changed.get(i)
        end = edit.end if edit else i + 1
        source, new = [*range(i, end)], edit.target.split() if edit else [words[i]]
        places = [*range(len(target), len(target) + len(new))]
        if edit and not new:
            drawn += [{"kind": "DELETE", "source": [k], "target": [], "cost": 1.0} for k in source]
        else:
            single = len(source) == len(new) == 1
            kind = "MATCH" if not edit else "SUBST" if single else "PHRASE"
            cost = 1.0 if edit else 0.0
            drawn.append({"kind": kind, "source": source, "target": places, "cost": cost})
        target += new
        i = end
    edits = {
        "edits": drawn,
        "shifts": [],
        "cost": sum(each["cost"] for each in drawn),
        "score": rewrite.edit_rate,
    }
    return {"source": list(words), "target": target, "edits": edits}


def write_rewrites(doc: Doc, found: Sequence[tuple[Span, Sequence[Rewrite]]]) -> None:
    """Store the rewrites of the sentences of a Doc.

    Args:
        doc: The Doc.
        found: Its sentences, each with its rewrites, best first.
    """
    spans = [Span(doc, sentence.start, sentence.end) for sentence, _ in found]
    attrs = {
        "version": _VERSION,
        "n_tokens": len(doc),
        "candidates": [[rewrite.to_json() for rewrite in some] for _, some in found],
    }
    doc.spans[REWRITES] = SpanGroup(doc, name=REWRITES, attrs=attrs, spans=spans)


def read_rewrites(doc: Doc) -> list[list[Rewrite]]:
    """Return the stored rewrites: for each sentence its candidates, best first.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised afterwards, or the group is damaged.
    """
    if REWRITES not in doc.spans:
        return []
    group = doc.spans[REWRITES]
    attrs = group.attrs
    with coded("P006", key=REWRITES):
        candidates = attrs.get("candidates", [])
        if attrs.get("n_tokens") != len(doc) or len(candidates) != len(group):
            raise ValueError(f"over {attrs.get('n_tokens')} tokens, the Doc has {len(doc)}")
        return [[Rewrite.from_json(each) for each in some] for some in candidates]
