"""Graded scores of a pair, as the rooms on top store them, and what they are made of.

They stand as plain data in the attributes of `doc.spans["pair"]`, and survive what the pair does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from spacy.tokens import Doc

from .extensions import register_view
from .pair import PAIR

SCORES = "scores"
REASONS = "contributions"


class Contribution(NamedTuple):
    """What one kind of evidence adds to a score, compared with the pairs that were learnt from.

    Attributes:
        topic: What kind, in plain English.
        value: How much it adds; below 0 what it takes away.
    """

    topic: str
    value: float


@dataclass(frozen=True)
class Scores:
    """The graded scores of a pair, `doc._.paraphrase`.

    Attributes:
        similarity: Graded similarity, 0 to 1; None if no component wrote it.
        probability: How probable it is that the sides are paraphrases; None likewise.
        threshold: From which probability on they are called so.
        contributions: What either score is made of, by its name, the largest first.
    """

    similarity: float | None = None
    probability: float | None = None
    threshold: float = 0.5
    contributions: dict[str, tuple[Contribution, ...]] | None = None

    @property
    def label(self) -> bool | None:
        """Whether the sides are called paraphrases; None if nothing is known."""
        return None if self.probability is None else self.probability >= self.threshold

    def explain(self, most: int = 5) -> list[str]:
        """Return each score with what adds most to it and takes most away, in plain English.

        Args:
            most: How many kinds of evidence to name for each score.
        """
        lines = []
        for name, plain in (("similarity", "similarity"), ("paraphrase", "paraphrase")):
            value = self.similarity if name == "similarity" else self.probability
            if value is None:
                continue
            lines.append(f"{plain} {value:.2f}")
            for topic, amount in (self.contributions or {}).get(name, ())[:most]:
                lines.append(f"  {amount:+.2f} {topic}")
        return lines


def write_scores(
    doc: Doc,
    values: dict[str, float],
    contributions: dict[str, list[Contribution]] | None = None,
) -> None:
    """Add scores of a pair to those that are there.

    Args:
        doc: The pair.
        values: Scores by name: "similarity", "paraphrase", "threshold", or any other.
        contributions: What some of them are made of, the largest first.
    """
    attrs = doc.spans[PAIR].attrs
    attrs[SCORES] = {**attrs.get(SCORES, {}), **values}
    if contributions:
        told = {name: [[t, round(v, 4)] for t, v in some] for name, some in contributions.items()}
        attrs[REASONS] = {**attrs.get(REASONS, {}), **told}


def read_scores(doc: Doc) -> Scores:
    """Return the scores of a pair, those that nothing wrote as None."""
    attrs: dict[str, Any] = doc.spans[PAIR].attrs if PAIR in doc.spans else {}
    values = attrs.get(SCORES, {})
    told = {
        name: tuple(Contribution(topic, value) for topic, value in some)
        for name, some in attrs.get(REASONS, {}).items()
    }
    return Scores(
        values.get("similarity"),
        values.get("paraphrase"),
        values.get("threshold", 0.5),
        told,
    )


register_view("paraphrase", read_scores)
