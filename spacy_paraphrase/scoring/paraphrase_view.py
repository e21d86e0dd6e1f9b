"""Storage of scores and edits in a Doc, and `doc._.paraphrase`, the view of them.

Scores are stored in `doc.spans["pair"].attrs["scores"]`. Edits are the spans of a group: an
insertion has a span in the target, a deletion one in the source, any other edit at least one in
each. All spans of an edit have the same `span_id` ("E0", "E1", … in the order of the source), and
its kind as `label_`. Only this id, not their position in the group, connects the spans of an edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spacy.tokens import Doc, Span, SpanGroup

from ..errors import ParaphraseError, coded
from ..pairs.extensions import PRESENTERS
from ..pairs.pair import EDITS, PAIR, SCORES, SIDES, sides
from .reasons import evidence
from .word_edits import LABELS, EditAlignment, Shift, WordEdit, ordered

_VERSION = 1
_KINDS = {label: kind for kind, label in LABELS.items()}
# The attribute of the pair that stores the contributions to scores.
REASONS = "contributions"


class Contribution(NamedTuple):
    """The contribution of one kind of evidence to a score, relative to the training pairs.

    Attributes:
        topic: The kind of evidence, in plain English.
        value: The contribution, which may be negative: in units of the similarity, or in log odds
            for a probability.
    """

    topic: str
    value: float


def write_scores(
    doc: Doc,
    scores: Mapping[str, float | str],
    contributions: Mapping[str, Sequence[Contribution]] | None = None,
) -> None:
    """Add named scores to those of a pair.

    Args:
        doc: The Doc of a pair.
        scores: The scores.
        contributions: Contributions to some of them, largest first.
    """
    attrs = doc.spans[PAIR].attrs
    attrs[SCORES] = {**attrs.get(SCORES, {}), **scores}
    if contributions:
        rounded = {key: [[t, round(v, 4)] for t, v in some] for key, some in contributions.items()}
        attrs[REASONS] = {**attrs.get(REASONS, {}), **rounded}


def write_edits(doc: Doc, found: EditAlignment, preset: str, key: str = EDITS) -> None:
    """Store edits as a span group, which replaces an earlier one.

    Args:
        doc: The Doc of a pair.
        found: The edits, with words as token indices within the sides.
        preset: Name of the costs.
        key: Name of the group.
    """
    source, target = sides(doc)
    spans = []
    for number, edit in enumerate(found.ops):
        for side, words in ((source, edit.source), (target, edit.target)):
            for start, end in _runs(words):
                bounds = side.start + start, side.start + end
                spans.append(Span(doc, *bounds, label=LABELS[edit.kind], span_id=f"E{number}"))
    attrs = {
        "version": _VERSION,
        "length": len(doc),
        "starts": [source.start, target.start],
        "preset": preset,
        "cost": float(found.cost),
        "score": float(found.score),
        "source_length": found.length,
        "costs": [float(edit.cost) for edit in found.ops],
        "phrases": [
            [number, float(edit.probability), float(edit.inner)]
            for number, edit in enumerate(found.ops)
            if edit.kind == "P"
        ],
        "shifts": [[shift.start, shift.end, shift.dest] for shift in found.shifts],
        "shift_costs": [float(shift.cost) for shift in found.shifts],
    }
    doc.spans[key] = SpanGroup(doc, name=key, attrs=attrs, spans=spans)


def read_edits(doc: Doc, key: str = EDITS) -> EditAlignment | None:
    """Return the edits of a pair, with token indices within the sides; None without edits.

    Raises:
        ParaphraseError: P004 if the Doc has no pair, P006 if it was retokenised or its sides were
            exchanged afterwards, or if the group is damaged.
    """
    sides(doc)
    if key not in doc.spans:
        return None
    with coded("P006", key=key):
        return _edits(doc.spans[key], key)


def _edits(group: SpanGroup, key: str) -> EditAlignment:
    doc, attrs = group.doc, group.attrs
    source, target = sides(doc)
    made_over = attrs.get("length"), list(attrs.get("starts", ()))
    if made_over != (len(doc), [source.start, target.start]):
        got = f"made over {made_over[0]} tokens with sides at {made_over[1]}"
        raise ParaphraseError("P006", key=key, got=got)
    words: list[tuple[str, list[int], list[int]]] = [("", [], []) for _ in attrs["costs"]]
    for span in group:
        number = span.id_.removeprefix("E")
        if not number.isdecimal() or int(number) >= len(words) or span.label_ not in _KINDS:
            raise ParaphraseError("P006", key=key, got=f"a span {span.id_!r} {span.label_!r}")
        _, one, other = words[int(number)]
        words[int(number)] = (_KINDS[span.label_], one, other)
        in_source = source.start <= span.start < source.end
        inside, start = (one, source.start) if in_source else (other, target.start)
        inside.extend(range(span.start - start, span.end - start))
    phrases = {int(number): (p, q) for number, p, q in attrs["phrases"]}
    ops = tuple(
        WordEdit(kind, tuple(one), tuple(other), cost, *phrases.get(number, ()))  # type: ignore[arg-type]
        for number, ((kind, one, other), cost) in enumerate(zip(words, attrs["costs"], strict=True))
    )
    shifts = tuple(
        Shift(start, end, dest, cost)
        for (start, end, dest), cost in zip(attrs["shifts"], attrs["shift_costs"], strict=True)
    )
    places = [token.i - target.start for token in target if not token.is_space]
    order = tuple(places[j] for j in ordered(len(places), attrs["shifts"]))
    length = attrs["source_length"]
    return EditAlignment(attrs["cost"], length, attrs["score"], ops, shifts, order)


def _runs(words: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the ranges of consecutive words, in the order of the words.

    Example:
        >>> _runs((4, 5, 2))
        [(4, 6), (2, 3)]
    """
    found: list[tuple[int, int]] = []
    for word in words:
        if found and found[-1][1] == word:
            found[-1] = found[-1][0], word + 1
        else:
            found.append((word, word + 1))
    return found


class ParaphraseView:
    """The view `doc._.paraphrase`: the similarity of the sides, and its reasons.

    Args:
        doc: The Doc of a pair.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("paraphrase_edits")
        >>> found = nlp(make_pair(nlp, "A cat sleeps here", "The cat sleeps"))._.paraphrase
        >>> found.edit_string, found.edits.counts()["D"]
        ('S  D', 1)
    """

    def __init__(self, doc: Doc) -> None:
        self.doc = doc

    @property
    def edits(self) -> EditAlignment | None:
        """The typed edits of `paraphrase_edits`, with token indices within the sides."""
        return read_edits(self.doc)

    @property
    def edit_string(self) -> str:
        """A letter for each edit except shifts, in the order of the source; a space for a match."""
        edits = self.edits
        return edits.opstring() if edits else ""

    @property
    def scores(self) -> dict[str, Any]:
        """All scores of the pair by name, such as "terp"."""
        sides(self.doc)  # raises P004 if the Doc holds no pair
        return dict(self.doc.spans[PAIR].attrs.get(SCORES, {}))

    @property
    def similarity(self) -> float | None:
        """Graded similarity, 0 to 1; None if no component set it."""
        return self.scores.get("similarity")

    @property
    def probability(self) -> float | None:
        """Probability that the sides are paraphrases; None if no component set it."""
        return self.scores.get("paraphrase")

    @property
    def label(self) -> bool | None:
        """Whether the sides are paraphrases, by their probability and its threshold."""
        found = self.probability
        return None if found is None else found >= self.scores.get("threshold", 0.5)

    @property
    def contributions(self) -> dict[str, tuple[Contribution, ...]]:
        """The contributions to "similarity" and "paraphrase", largest first; empty if untrained."""
        stored = self.doc.spans[PAIR].attrs.get(REASONS, {})
        return {name: tuple(Contribution(*each) for each in some) for name, some in stored.items()}

    def explain(self, most: int = 5) -> list[str]:
        """Return a text with the learnt scores and their largest contributions.

        Each score has a line, followed by a line for each kind of evidence: its contribution
        relative to the training pairs, its name, and its words, source | target.

        Args:
            most: Number of kinds of evidence for each score.
        """
        lines, scores, words = [], self.scores, evidence(self.doc)
        for name in ("similarity", "paraphrase"):
            if name in scores:
                lines.append(f"{name} {scores[name]:.2f}")
                reasons = self.contributions.get(name, ())[:most]
                for reason in reasons:
                    line = f"  {reason.value:+.2f} {reason.topic}"
                    behind = words.get(reason.topic)
                    lines.append(f"{line}: {behind}" if behind else line)
        return lines

    def to_json(self) -> dict[str, Any]:
        """Return sides, scores, edits and contributions in the format of the command `score`."""
        edits, reasons = self.edits, self.explain()
        texts = ([token.text for token in side] for side in sides(self.doc))
        return {
            **dict(zip(SIDES, texts, strict=True)),
            "scores": {
                name: round(value, 4) if isinstance(value, float) else value
                for name, value in self.scores.items()
            },
            "edits": edits.to_json() if edits else None,
            **({"explanation": reasons} if reasons else {}),
        }

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {value}" for name, value in self.to_json()["scores"].items())
        return f"Paraphrase({scores or 'not scored'})"

    def _repr_svg_(self) -> str | None:
        return None if self.edits is None else str(PRESENTERS["edits svg"](self))
