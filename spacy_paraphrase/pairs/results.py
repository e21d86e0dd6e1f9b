"""Results for a pair as a whole, and how they are stored: relation, fusions, encoder output.

Results are stored as plain data in the attributes of an empty span group, so that they survive
whatever the links survive (a default DocBin drops user data).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, cast, get_args

import numpy as np
from spacy.tokens import Doc, Span, SpanGroup

from ..checked import from_plain
from ..errors import ParaphraseError, coded
from ..jobs.arrays import Float32Array, frame_of, read_data
from .extensions import PRESENTERS
from .pair import FUSIONS, JUDGEMENT, READING, RELATION, sides, stamp, stored

if TYPE_CHECKING:
    import pandas

Label: TypeAlias = Literal["equals", "restates", "specifies", "generalizes", "intersects", "none"]
LABELS: tuple[Label, ...] = get_args(Label)
Name = TypeVar("Name", bound=str)
# Content words of a side for which the slope of a calibration is given.
USUAL_LENGTH = 8.0
CALIBRATION = Path(__file__).parents[1] / "relations" / "calibration.json"
_INVERSE = {"specifies": "generalizes", "generalizes": "specifies"}
_ENTAILS = frozenset(("equals", "restates", "specifies"))
_ENTAILED = frozenset(("equals", "restates", "generalizes"))


@dataclass(frozen=True)
class Calibration:
    """Maps entailment costs to probabilities by a logistic curve that is flatter for longer sides.

    The cost measures how much more one side says than the other (`relations.entailment`). The other
    side entails it if the probability is at least one half, that is, for costs up to the offset; so
    the other parameters change only probabilities, never labels.

    Attributes:
        offset: Cost at which the probability is one half.
        slope: How fast the probability falls beyond the offset, for sides of `USUAL_LENGTH`.
        rise: How fast it rises towards a cost of 0, for such sides.
        power: Exponent of the length by which both become slower for longer sides.
        least: The lowest probability, below one half.
    """

    offset: float = log(2)
    slope: float = 4.0
    rise: float = 4.0
    power: float = 0.0
    least: float = 0.0

    def __call__(self, cost: float, words: float = USUAL_LENGTH) -> float:
        """Return the probability that a side is entailed.

        Args:
            cost: How much it says more.
            words: Content words of a side, on average.
        """
        slope = self.slope if cost > self.offset else self.rise
        slope *= (USUAL_LENGTH / max(words, 1.0)) ** self.power
        found = 1 / (1 + exp(min(slope * (cost - self.offset), 700.0)))
        return found if found > 0.5 else self.least + found * (1 - 2 * self.least)


@lru_cache(maxsize=1)
def shipped_calibration() -> Calibration:
    """Return the calibration fitted by `python -m weights calibration`."""
    return Calibration(**json.loads(read_data(CALIBRATION)))


@dataclass(frozen=True)
class SentenceRelation:
    """The relation of the source as a whole to the target as a whole.

    Attributes:
        label: "equals", "restates", "specifies", "generalizes", "intersects", or "none" if nothing
            is shared; the most probable of `scores`. "" means no prediction, because there is no
            language file for the language.
        scores: Probability of each label; all 0 without a prediction.
        conflict: Whether the sides cannot both be true.
        reasons: Codes that say why the sides are in conflict.
        differences: Codes for possible contradictions, where both sides can still be true: one side
            denies more than the other states, or the sides have different names in the same place.
            Such sides are not fused, unless one surely entails the other.
        unsupported: Words of source and target, as indices from 0 within each, that the other side
            does not express according to the judge.
        exclusion: Probability that the sides cannot both be true, if they speak of one event; 0 for
            questions, without a judge, and in a relation from JSON.

    Example:
        >>> import spacy_paraphrase
        >>> relation = spacy_paraphrase.compare("A puppy sleeps.", "A dog sleeps.")._.relation
        >>> relation.label, relation.entails, relation.entailed, relation.conflict
        ('specifies', True, False, False)
    """

    label: Label | Literal[""]
    scores: dict[str, float]
    conflict: bool = False
    reasons: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    unsupported: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    exclusion: float = 0.0

    def __repr__(self) -> str:
        parts = ["no relation"]
        if self.label:
            parts = [f"{self.label} {self.scores.get(self.label, 0.0):.2f}"]
        parts += ["conflict" + f": {', '.join(self.reasons)}" * bool(self.reasons)] * self.conflict
        if self.differences and not self.conflict:
            parts.append(f"differs: {', '.join(self.differences)}")
        return f"SentenceRelation({'; '.join(parts)})"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the label, what it means, what else is probable."""
        return str(PRESENTERS["relation html"](self))

    @property
    def abstains(self) -> bool:
        """Whether no relation is predicted."""
        return not self.label

    @property
    def entails(self) -> bool:
        """Whether the source entails the target: if the source is true, so is the target."""
        return self.label in _ENTAILS

    @property
    def entailed(self) -> bool:
        """Whether the target entails the source: if the target is true, so is the source."""
        return self.label in _ENTAILED

    @property
    def chances(self) -> tuple[float, float]:
        """The probabilities that the source entails the target, and the target the source."""
        equals, restates, specifies, generalizes = (
            self.scores.get(name, 0.0)
            for name in ("equals", "restates", "specifies", "generalizes")
        )
        both = equals + restates
        return both + specifies, both + generalizes

    def invert(self) -> SentenceRelation:
        """Return the relation with source and target exchanged."""
        scores = {label: self.scores[invert_relation(label)] for label in self.scores}
        label, unsupported = invert_relation(self.label), self.unsupported[::-1]
        return replace(self, label=label, scores=scores, unsupported=unsupported)

    def to_frame(self) -> pandas.DataFrame:
        """Return the relation as a pandas DataFrame with one row, for concatenation with others.

        Columns: label, entails, entailed, conflict, and the probability of each label under its
        name.

        Raises:
            ParaphraseError: P852 without pandas (extra: frames).
        """
        data = self.to_json()
        columns = {name: data[name] for name in ("label", "entails", "entailed", "conflict")}
        columns |= data["scores"]
        return frame_of([[*columns.values()]], [*columns])

    def to_json(self) -> dict[str, Any]:
        """Return the relation as plain data, without `differences` and `exclusion`."""
        return {
            "label": self.label,
            "scores": {label: round(score, 4) for label, score in self.scores.items()},
            "entails": self.entails,
            "entailed": self.entailed,
            "conflict": self.conflict,
            "reasons": list(self.reasons),
            "unsupported": [list(words) for words in self.unsupported],
        }

    @classmethod
    @coded("P042", what="SentenceRelation")
    def from_json(cls, data: dict[str, Any]) -> SentenceRelation:
        """Return the relation from the data that `to_json` returned."""
        return from_plain(cls, data)


def sentence_relation(
    costs: tuple[float, float],
    *,
    same: bool,
    shared: bool,
    words: float = USUAL_LENGTH,
    reasons: tuple[str, ...] = (),
    differences: tuple[str, ...] = (),
    calibration: Calibration | None = None,
) -> SentenceRelation:
    """Return the relation of two sides with its probabilities.

    The two directions of entailment are treated as independent: the probability of specifies is
    P(source entails target) times P(target does not entail source), and so on.

    Args:
        costs: How much more the source says than the target, and the reverse; 0 or more.
        same: Whether they read the same.
        shared: Whether they have anything in common.
        words: Content words of a side, on average.
        reasons: Why the sides cannot both be true; empty if they can.
        differences: Where the sides may contradict each other without being sure to.
        calibration: Maps costs to probabilities; by default the calibration of the package.
    """
    probability = calibration or shipped_calibration()
    entailed, entails = (probability(cost, words) for cost in costs)
    scores: dict[str, float] = dict.fromkeys(LABELS, 0.0)
    if same:
        scores["equals"] = 1.0
    else:
        scores = _scores(entails, entailed, shared)
    return SentenceRelation(_likeliest(scores), scores, bool(reasons), reasons, differences)


def abstention() -> SentenceRelation:
    """Return a relation without a prediction.

    Example:
        >>> abstention().entails, abstention().conflict
        (False, False)
    """
    return SentenceRelation("", dict.fromkeys(LABELS, 0.0))


# How probable a contradiction has to be for a conflict: by itself, and where composition is certain
# of one (`python -m benchmarks judge --sets sick minimal everyday msrp questions`).
CONTRARY = 0.95
POSSIBLY = 0.03
# The probability of entailment that is as good as even where composition is certain that numbers
# differ: of held-out pairs with less than that, four of six were contradictions.
NUMBERS = 0.9


def judged_relation(
    composed: SentenceRelation,
    entails: float,
    entailed: float,
    against: float,
    unsupported: tuple[tuple[int, ...], tuple[int, ...]],
) -> SentenceRelation:
    """Return the relation predicted by the judge, with the reasons found by composition.

    Args:
        composed: The relation found by composition.
        entails: Probability that the source entails the target.
        entailed: Probability that the target entails the source.
        against: Probability that the sides cannot both be true; sides that entail each other are
            never in conflict.
        unsupported: Words of source and target that the other side does not express.
    """
    if "number" in composed.reasons:
        entails, entailed = np.interp((entails, entailed), (0, NUMBERS, 1), (0, 0.5, 1)).tolist()
    scores = _scores(entails, entailed, shared=not composed.scores["none"])
    label = _likeliest(scores)
    least = POSSIBLY if composed.reasons else CONTRARY
    conflict = against > least and label in ("intersects", "none")
    codes = composed.reasons or composed.differences
    reasons, rest = (codes, ()) if conflict else ((), codes)
    return SentenceRelation(label, scores, conflict, reasons, rest, unsupported, against)


def _scores(entails: float, entailed: float, shared: bool) -> dict[str, float]:
    """Return the probabilities of the labels, the directions taken as independent."""
    scores: dict[str, float] = dict.fromkeys(LABELS, 0.0)
    return scores | {
        "restates": entails * entailed,
        "specifies": entails * (1 - entailed),
        "generalizes": (1 - entails) * entailed,
        "intersects" if shared else "none": (1 - entails) * (1 - entailed),
    }


def _likeliest(scores: dict[str, float]) -> Label:
    return max(LABELS, key=lambda name: scores[name])


def invert_relation(relation: Name) -> Name:
    """Return the relation that holds when source and target change places."""
    return cast(Name, _INVERSE.get(relation, relation))


def write_relation(doc: Doc, relation: SentenceRelation) -> None:
    """Store the relation of a pair."""
    spans = [Span(doc, side.start, side.end, label=relation.label) for side in sides(doc)]
    attrs = stamp(doc) | {
        "scores": dict(relation.scores),
        "conflict": relation.conflict,
        "reasons": list(relation.reasons),
        "differences": list(relation.differences),
        "unsupported": [list(words) for words in relation.unsupported],
        "exclusion": relation.exclusion,
    }
    doc.spans[RELATION] = SpanGroup(doc, name=RELATION, attrs=attrs, spans=spans)


def read_relation(doc: Doc) -> SentenceRelation | None:
    """Return the stored relation of a pair; None if no component wrote one.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised since, or the group is damaged.
    """
    if RELATION not in doc.spans:
        return None
    with stored(doc, RELATION) as group:
        source, _ = group
        return from_plain(SentenceRelation, {**group.attrs, "label": source.label_})


@dataclass(frozen=True)
class Judgement:
    """Human judgements on a pair; None for a question that was not asked.

    Attributes:
        entails: The relation from source to target: "entailment", "neutral" or "contradiction".
        entailed: The relation from target to source, in the same terms.
        similarity: Graded similarity, 0 to 1.
        paraphrase: Whether the sides are paraphrases.
    """

    entails: str | None = None
    entailed: str | None = None
    similarity: float | None = None
    paraphrase: bool | None = None

    def invert(self) -> Judgement:
        """Return the judgement with source and target exchanged."""
        return replace(self, entails=self.entailed, entailed=self.entails)


def judgement_of(relation: SentenceRelation) -> Judgement:
    """Return a relation as entailment labels in both directions; None without a prediction.

    Example:
        >>> judgement_of(SentenceRelation("specifies", {}))
        Judgement(entails='entailment', entailed='neutral', similarity=None, paraphrase=None)
    """
    if relation.abstains:
        return Judgement()
    other = "contradiction" if relation.conflict else "neutral"
    entails = "entailment" if relation.entails else other
    return Judgement(entails, "entailment" if relation.entailed else other)


def write_judgement(doc: Doc, judgement: Judgement) -> None:
    """Store human judgements on a pair, the gold data for training and evaluation."""
    doc.spans[JUDGEMENT] = SpanGroup(doc, name=JUDGEMENT, attrs=dict(vars(judgement)))


def read_judgement(doc: Doc) -> Judgement | None:
    """Return the human judgements on a pair; None if there are none."""
    if JUDGEMENT not in doc.spans:
        return None
    with coded("P006", key=JUDGEMENT):
        return from_plain(Judgement, doc.spans[JUDGEMENT].attrs)


# What a fusion is, and how it is stored in a Doc.

FusionKind: TypeAlias = Literal["intersection", "union", "restate", "specify", "generalize"]
FUSION_KINDS: tuple[FusionKind, ...] = ("intersection", "union", "restate", "specify", "generalize")
# Why there is no sentence, by the code in `Fusion.reason`.
REFUSALS = {
    "no_language": "there are no rules for writing sentences in this language",
    "no_parse": "one of the sentences has not been parsed",
    "no_alignment": "no aligner has linked the words of the sentences",
    "no_shared_predicate": "the sentences have no statement in common",
    "nothing_shared": "what both say makes no whole sentence",
    "conflict": "both sentences cannot be true",
    "differs": "both sentences may be true, but they may also contradict each other",
    "too_little": "too much of one of the sentences would be left out",
    "parse_back": "the best candidate is parsed differently from what was meant",
    "nothing_to_replace": "no phrase of the other sentence could replace one of this sentence",
    "unsure": "the best candidate scores too low",
    "no_answer": "this fusion of the sentences would not answer the question",
    "check": "a check of this pipeline refused it",
}
# In what two sentences contradict each other: what follows "conflict" and "differs" after a colon.
DISAGREEMENTS = {
    "antonym": "opposites",
    "negation": "negation",
    "number": "numbers",
    "date": "dates",
    "name": "names",
    "roles": "who does it to whom",
    "modality": "possibility",
}
# How a union came about.
UNION_PATHS = {
    "contained": "the frame says it all",
    "longer": "the side that says most stands alone; what it leaves out is in `left_out`",
    "merged": "subtrees of the other sentence are attached to the frame",
    "predicates": "both say something of one subject, and the predicates are coordinated",
    "clauses": "the sentences are coordinated",
}


class Origin(NamedTuple):
    """One word of a fusion, and the tokens that it comes from.

    Attributes:
        text: The word as written in the fusion.
        source: Indices of the source tokens it stands for.
        target: Indices of the target tokens it stands for.
        added: Whether the word in this form is in neither sentence: an added conjunction, comma or
            article, or a new inflected form.
    """

    text: str
    source: tuple[int, ...] = ()
    target: tuple[int, ...] = ()
    added: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the word as plain data."""
        places = {"source": list(self.source), "target": list(self.target)}
        return {"text": self.text, **places, "added": self.added}


@dataclass(frozen=True)
class Fusion:
    """One sentence fused from two, or the reason why there is none.

    Attributes:
        kind: One of `FUSION_KINDS`.
        text: The sentence; empty for a refusal.
        score: Confidence, 0 to 1; 0 for a refusal.
        provenance: The words of the text, in order.
        reason: Empty, or why there is no sentence: a key of `REFUSALS`; for a conflict or a
            difference, its kind is added after a colon ("conflict:number", "differs:name"), for a
            check its name.
        path: How a union was made: a key of `UNION_PATHS`; empty for the other kinds.
        left_out: Content words of the two sides whose meaning is missing from a union.
        best_side: Where a union is refused, the side that says most of both, "source" or "target";
            else empty.
        lacking: The content words of the other side that `best_side` does not say.
    """

    kind: FusionKind
    text: str = ""
    score: float = 0.0
    provenance: tuple[Origin, ...] = ()
    reason: str = ""
    path: str = ""
    left_out: tuple[Origin, ...] = ()
    best_side: str = ""
    lacking: tuple[Origin, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text)

    def __repr__(self) -> str:
        outcome = f"{self.score:.2f}: {self.text!r}" if self else f"refused: {self.reason}"
        return f"Fusion({self.kind} {outcome})"

    @property
    def explanation(self) -> str:
        """The reason of a refusal in plain English; empty if there is a sentence.

        Example:
            >>> Fusion("union", reason="conflict:number").explanation
            'both sentences cannot be true (numbers)'
        """
        code, _, kind = self.reason.partition(":")
        plain = REFUSALS.get(code, code)
        return f"{plain} ({DISAGREEMENTS[kind]})" if kind in DISAGREEMENTS else plain

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the words coloured by where they come from."""
        return str(PRESENTERS["fusion html"](self))

    def invert(self) -> Fusion:
        """Return the fusion with source and target exchanged."""
        return replace(
            self,
            provenance=_inverted(self.provenance),
            left_out=_inverted(self.left_out),
            best_side={"source": "target", "target": "source"}.get(self.best_side, ""),
            lacking=_inverted(self.lacking),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the fusion as plain data, with token indices from 0 within each side."""
        return {
            "kind": self.kind,
            "text": self.text,
            "score": round(self.score, 4),
            "provenance": [origin.to_json() for origin in self.provenance],
            "reason": self.reason,
            "path": self.path,
            "left_out": [origin.to_json() for origin in self.left_out],
            "best_side": self.best_side,
            "lacking": [origin.to_json() for origin in self.lacking],
        }

    @classmethod
    @coded("P042", what="Fusion")
    def from_json(cls, data: dict[str, Any]) -> Fusion:
        """Return the fusion from the data that `to_json` returned."""
        return from_plain(cls, data)


def _inverted(origins: tuple[Origin, ...]) -> tuple[Origin, ...]:
    return tuple(Origin(o.text, o.target, o.source, o.added) for o in origins)


class Fusions(list[Fusion]):
    """The fusions of a pair: a list with its own display in notebooks."""

    def _repr_html_(self) -> str:
        return str(PRESENTERS["fusion html"](self))


def write_fusions(doc: Doc, fusions: list[Fusion]) -> None:
    """Store the fusions of a pair, in place of any stored before."""
    attrs = stamp(doc) | {"fusions": [fusion.to_json() for fusion in fusions]}
    doc.spans[FUSIONS] = SpanGroup(doc, name=FUSIONS, attrs=attrs)


def read_fusions(doc: Doc) -> list[Fusion]:
    """Return the stored fusions; empty without a fuser in the pipeline.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised since.
    """
    if FUSIONS not in doc.spans:
        return Fusions()
    with stored(doc, FUSIONS) as group:
        return Fusions(Fusion.from_json(data) for data in group.attrs["fusions"])


# What an encoder reads in a pair, and how it is stored.


class EntailmentScores(NamedTuple):
    """Probabilities of entailment, neutral and contradiction in one direction; they add up to 1."""

    entailment: float
    neutral: float
    contradiction: float


@dataclass(frozen=True, eq=False)
class EncoderOutput:
    """The output of a pair encoder for a pair of n and m words (see `ml.encoder`).

    Attributes:
        entails: Entailment from source to target.
        entailed: Entailment from target to source, with the same probability of contradiction.
        similarity: Graded similarity, 0 to 1.
        order: 1 if the encoder got the source first, -1 if the target, 0 if both are the same.
        alignment: Strength of the alignment of words, 0 to 1; shape (n, m).
        restates: Probability that two words, if aligned, mean the same; shape (n, m).
        source: Vectors of the words of the source in context; shape (n, d).
        target: The same for the target; shape (m, d).
        source_support: Probability that the target supports each word of the source: it states or
            implies it; shape (n,).
        target_support: The same for the words of the target, supported by the source; shape (m,).
    """

    entails: EntailmentScores
    entailed: EntailmentScores
    similarity: float
    order: int
    alignment: Float32Array
    restates: Float32Array
    source: Float32Array
    target: Float32Array
    source_support: Float32Array
    target_support: Float32Array

    def invert(self) -> EncoderOutput:
        """Return the output with source and target exchanged."""
        return EncoderOutput(
            self.entailed,
            self.entails,
            self.similarity,
            -self.order,
            np.ascontiguousarray(self.alignment.T),
            np.ascontiguousarray(self.restates.T),
            self.target,
            self.source,
            self.target_support,
            self.source_support,
        )


_ARRAYS = ("alignment", "restates", "source", "target", "source_support", "target_support")


def write_encoder_output(doc: Doc, reading: EncoderOutput) -> None:
    """Store the output of an encoder for a pair, with arrays as float16."""
    arrays = {name: getattr(reading, name) for name in _ARRAYS}
    attrs: dict[str, Any] = stamp(doc) | {
        "entails": list(reading.entails),
        "entailed": list(reading.entailed),
        "similarity": reading.similarity,
        "order": reading.order,
        "shapes": [list(array.shape) for array in arrays.values()],
    }
    attrs |= {name: array.astype("<f2").tobytes() for name, array in arrays.items()}
    doc.spans[READING] = SpanGroup(doc, name=READING, attrs=attrs)


def read_encoder_output(doc: Doc) -> EncoderOutput | None:
    """Return the stored output of an encoder for a pair; None without one.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised since, the pair is another one, or the
            output is from an earlier version of this package and lacks some fields.
    """
    if READING not in doc.spans:
        return None
    with stored(doc, READING) as group:
        return _encoder_output(doc, group.attrs)


def _encoder_output(doc: Doc, attrs: dict[str, Any]) -> EncoderOutput:
    lacking = [name for name in _ARRAYS if name not in attrs]
    if lacking:
        got = f"read by an earlier version, without {', '.join(lacking)}"
        raise ParaphraseError("P006", key=READING, got=got)
    shapes = attrs["shapes"]
    lengths = [len(side) for side in sides(doc)]
    if shapes[0] != lengths:
        got = f"made of sides of {shapes[0]} tokens, the pair has {lengths}"
        raise ParaphraseError("P006", key=READING, got=got)
    entails, entailed = (EntailmentScores(*attrs[name]) for name in ("entails", "entailed"))
    if not all(-0.01 <= share <= 1.01 for share in (*entails, *entailed, attrs["similarity"])):
        raise ValueError("shares that are not between 0 and 1")
    arrays = [
        np.frombuffer(attrs[name], "<f2").reshape(shape).astype(np.float32)
        for name, shape in zip(_ARRAYS, shapes, strict=True)
    ]
    return EncoderOutput(entails, entailed, attrs["similarity"], attrs["order"], *arrays)
