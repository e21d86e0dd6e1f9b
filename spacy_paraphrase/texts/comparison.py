"""Comparison of two texts: which sentences are kept, changed, added or dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from spacy.language import Language
from spacy.tokens import Doc

from ..checked import checked, from_plain
from ..errors import coded
from ..pairs.results import SentenceRelation
from ..pipeline import default_pipeline, related
from .changes import Change, changes_of
from .references import read_beside, references
from .sentence_matching import SentenceMatch, match
from .sentences import TextPlace, TextSentence, joined, places_of, read_text

# The most important first.
Kind: TypeAlias = Literal[
    "contradicts", "changed", "added", "dropped", "split", "merged", "reworded", "same"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Sentences whose words overlap less than this say nothing of each other.
STRANGERS = 0.25


@dataclass(frozen=True)
class SentenceGroup:
    """Sentences of two texts that correspond to each other.

    Attributes:
        source: Sentences of the first text: one, two, or none if those of the second were added.
        target: Sentences of the second text.
        kind: "same" (word for word), "reworded" (both say the same), "changed", "split", "merged",
            "added", "dropped" or "contradicts".
        relation: Their relation; None if one side is empty or both are word for word the same.
        changes: The changes between them.
        moved: Whether their position in the order of sentences has changed.
    """

    source: tuple[TextPlace, ...]
    target: tuple[TextPlace, ...]
    kind: Kind
    relation: SentenceRelation | None
    changes: tuple[Change, ...]
    moved: bool

    def explain(self) -> list[str]:
        """Describe the changes in plain English."""
        return [change.text for change in self.changes]

    def to_json(self) -> dict[str, Any]:
        """Return the group as plain data, with character offsets."""
        return {
            "kind": self.kind,
            "moved": self.moved,
            "source": [place.to_json() for place in self.source],
            "target": [place.to_json() for place in self.target],
            "relation": None if self.relation is None else self.relation.to_json(),
            "changes": [change.to_json() for change in self.changes],
        }

    @classmethod
    @coded("P042", what="SentenceGroup")
    def from_json(cls, data: dict[str, Any]) -> SentenceGroup:
        """Return the group from the data that `to_json` returned."""
        places = {name: places_of(data[name]) for name in ("source", "target")}
        changes = tuple(map(Change.from_json, data["changes"]))
        return from_plain(cls, {**data, **places, "changes": changes})


@dataclass(frozen=True)
class TextComparison:
    """The result of comparing two texts sentence by sentence.

    Attributes:
        groups: The groups of corresponding sentences, in the order of both texts.

    Example:
        >>> from spacy_paraphrase import compare_texts
        >>> found = compare_texts("Guests may park here.", "Guests must park here.")
        >>> found.groups[0].kind, found.changes[0].kind
        ('changed', 'modality')
    """

    groups: tuple[SentenceGroup, ...]

    def __iter__(self) -> Iterator[SentenceGroup]:
        return iter(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    def __repr__(self) -> str:
        return f"TextComparison({self.summary()})"

    @property
    def changes(self) -> list[Change]:
        """All changes, in order."""
        return [change for group in self.groups for change in group.changes]

    def summary(self) -> str:
        """Describe in one line how many groups there are of each kind."""
        counts = Counter(group.kind for group in self.groups)
        moved = sum(group.moved for group in self.groups)
        counted = [f"{counts[kind]} {kind}" for kind in KINDS if counts[kind]]
        return ", ".join([*counted, *[f"{moved} moved"] * bool(moved)]) or "no sentences"

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        counts = Counter(group.kind for group in self.groups)
        return {
            "counts": {kind: counts[kind] for kind in KINDS},
            "groups": [group.to_json() for group in self.groups],
        }

    @classmethod
    @coded("P042", what="TextComparison")
    def from_json(cls, data: dict[str, Any]) -> TextComparison:
        """Return the comparison from the data that `to_json` returned."""
        return cls(tuple(map(SentenceGroup.from_json, data["groups"])))

    @checked("title")
    def to_html(self, title: str = "Two versions") -> str:
        """Return an HTML page with both texts side by side and their changes."""
        from .change_page import page  # here, since templates take a while

        return page(self, title)

    def _repr_html_(self) -> str:
        from .change_page import table

        return table(self)


@checked("nlp")
def compare_texts(a: str | Doc, b: str | Doc, nlp: Language | None = None) -> TextComparison:
    """Compare two texts, such as two versions of a document, sentence by sentence.

    Args:
        a: The first text, such as the old version: a string or a Doc.
        b: The second text.
        nlp: The pipeline; by default that of `load()`.

    Raises:
        ParaphraseError: P040 if `a` or `b` is not a text.

    Example:
        >>> from spacy_paraphrase import compare_texts
        >>> old = "The pool opens at nine. Dogs are welcome."
        >>> compare_texts(old, "The pool opens at nine. Dogs are not welcome.").summary()
        '1 contradicts, 1 same'
    """
    nlp = nlp or default_pipeline()
    source, target = read_text(a, nlp), read_text(b, nlp)
    matches = match(source, target)
    known = [list(zip(text, references(text), strict=True)) for text in (source, target)]
    read = {
        each: (
            read_beside([known[0][k] for k in each.source], _joined(target, each.target)),
            read_beside([known[1][k] for k in each.target], _joined(source, each.source)),
        )
        for each in matches
        if each.source and each.target and not each.same
    }
    pairs = [(joined(one), joined(other)) for one, other in read.values()]
    docs = iter(related(nlp, pairs))
    groups: list[SentenceGroup] = []
    for each in matches:
        if each.same:
            groups.append(_same(source, target, each))
        elif not each.source:
            groups.append(_alone(target, each.target, "added"))
        elif not each.target:
            groups.append(_alone(source, each.source, "dropped"))
        else:
            groups += _changed(source, target, each, read[each], next(docs))
    return TextComparison(tuple(groups))


def _joined(text: Sequence[TextSentence], numbers: Sequence[int]) -> str:
    return joined(text[k] for k in numbers)


def _places(text: Sequence[TextSentence], numbers: Sequence[int]) -> tuple[TextPlace, ...]:
    return tuple(text[k].place for k in numbers)


def _moved(
    places: tuple[TextPlace, ...], others: tuple[TextPlace, ...], moved: bool
) -> tuple[Change, ...]:
    return (Change("moved", "moved", places, others),) if moved else ()


def _same(
    a: Sequence[TextSentence], b: Sequence[TextSentence], each: SentenceMatch
) -> SentenceGroup:
    places, others = _places(a, each.source), _places(b, each.target)
    changes = _moved(places, others, each.moved)
    return SentenceGroup(places, others, "same", None, changes, each.moved)


def _alone(text: Sequence[TextSentence], numbers: Sequence[int], kind: Any) -> SentenceGroup:
    """Return a sentence that the other text does not have."""
    places = _places(text, numbers)
    source, target = ((), places) if kind == "added" else (places, ())
    change = Change(kind, f'{kind}: "{_joined(text, numbers)}"', source, target)
    return SentenceGroup(source, target, kind, None, (change,), False)


def _kind(relation: SentenceRelation, source: int, target: int, changes: list[Change]) -> Kind:
    """Return what so many sentences are to each other by their relation and changes."""
    if relation.conflict:
        return "contradicts"
    if source != target:
        return "split" if source < target else "merged"
    replaced = any(change.kind == "replaced" for change in changes)
    same = relation.label in ("equals", "restates") and not replaced
    return "reworded" if same else "changed"


def _changed(
    a: Sequence[TextSentence],
    b: Sequence[TextSentence],
    each: SentenceMatch,
    read: tuple[Sequence[TextSentence], Sequence[TextSentence]],
    doc: Doc,
) -> list[SentenceGroup]:
    """Return what two sentences that are not the same are to each other; strangers stay apart."""
    relation: SentenceRelation = doc._.relation
    if relation.label in ("none", "intersects") and doc._.overlap < STRANGERS:
        lone = [_alone(a, [k], "dropped") for k in each.source]
        return [*lone, *(_alone(b, [k], "added") for k in each.target)]
    source, target = _places(a, each.source), _places(b, each.target)
    found = list(changes_of(doc, *read))
    kind = _kind(relation, len(source), len(target), found)
    if kind in ("split", "merged"):
        found.insert(0, Change(kind, kind, source, target))
    for k, sentences in enumerate(read):
        for word, name in (each for sentence in sentences for each in sentence.read_as):
            text = f'"{word.text}" is read as "{name}"'
            found.append(Change("reworded", text, *(((word,), ()), ((), (word,)))[k]))
    if not found:
        found.append(Change("reworded", "put in other words", source, target))
    found += _moved(source, target, each.moved)
    return [SentenceGroup(source, target, kind, relation, tuple(found), each.moved)]
