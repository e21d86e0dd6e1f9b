"""The open pairs, and the results of a pipeline for them, as plain data.

A pair in a file may be only two sentences, or also have links, trees, a relation and fusions. When
a pair is opened, a pipeline predicts the missing data, and the result is cached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import log2
from threading import Lock
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..metrics.label_measures import judged_relation
from ..pairs.alignment import LEVELS, Alignment
from ..pairs.pair import SIDES, Side, make_pair, sides
from ..pairs.results import LABELS, Fusion, SentenceRelation, read_fusions, read_relation
from ..readers import PairRecord, doc_to_record, record_to_doc
from ..registry import by_sides

# Fields of a pair that are not passed to a pipeline.
_FOUND = (
    *(*LEVELS, "fusions", "entails", "entailed", "similarity", "paraphrase"),
    *(f"{name}_{kind}" for name in SIDES for kind in ("tree", "tokens")),
)


@dataclass(frozen=True)
class OpenPair:
    """An open pair.

    Attributes:
        record: Its words, and its other known data.
        texts: The texts of both sentences.
        given: The pipeline's input: texts, or words that are not tokenised again.
        relation: The relation of the sentences, if known.
        fusions: The fusions of the sentences.
        explanation: The links in plain English, if a pipeline predicted them.
    """

    record: PairRecord
    texts: tuple[str, str]
    given: tuple[Side, Side]
    relation: SentenceRelation | None = None
    fusions: tuple[Fusion, ...] = ()
    explanation: tuple[str, ...] = ()

    @property
    def linked(self) -> bool:
        """Whether its links are known."""
        return any(self.record.links(level) is not None for level in LEVELS)

    @property
    def parsed(self) -> bool:
        """Whether its trees are known."""
        return self.record.source_tree is not None


def pair_of_record(record: PairRecord, line: Mapping[str, Any] | None = None) -> OpenPair:
    """Return the pair of a record.

    Args:
        record: The record.
        line: The JSON object that it was read from, if any.
    """
    line = line or {}
    words = [list(getattr(record, name)) for name in SIDES]
    texts = [line.get(name) for name in SIDES]
    given = [t if isinstance(t, str) else w for t, w in zip(texts, words, strict=True)]
    shown = [side if isinstance(side, str) else " ".join(side) for side in given]
    relation, fusions = _relation_from_json(line), _fusions_from_json(line)
    if not fusions:
        fusions = tuple(Fusion(k, text) for k, text in (record.fusions or {}).items())  # type: ignore[arg-type]
    pair = OpenPair(record, (shown[0], shown[1]), (given[0], given[1]), relation, fusions)
    if pair.linked or record.source_chunks is not None:  # links have indices of these words
        return replace(pair, given=(words[0], words[1]))
    return pair


def pair_of_doc(doc: Doc, record: PairRecord) -> OpenPair:
    """Return the pair of a Doc and of its record."""
    relation, fusions = read_relation(doc), tuple(read_fusions(doc))
    explanation = tuple(Alignment.from_doc(doc).explain()) if relation else ()
    source, target = (side.text for side in sides(doc))
    given = pair_of_record(record).given
    return OpenPair(record, (source, target), given, relation, fusions, explanation)


def _relation_from_json(line: Mapping[str, Any]) -> SentenceRelation | None:
    """Return the relation that a component predicted; None for an annotated one."""
    data = line.get("relation")
    if not isinstance(data, dict) or data.get("label") not in LABELS:
        return None
    scores: Any = data.get("scores")
    reasons = data.get("reasons") or ()
    sound = isinstance(scores, dict) and all(
        key in LABELS and isinstance(value, int | float) for key, value in scores.items()
    )
    if not sound or not all(isinstance(reason, str) for reason in reasons):
        return None
    return SentenceRelation(data["label"], scores, bool(data.get("conflict")), tuple(reasons))


def _fusions_from_json(line: Mapping[str, Any]) -> tuple[Fusion, ...]:
    try:
        return tuple(Fusion.from_json(fusion) for fusion in line.get("fusions") or ())
    except (KeyError, TypeError):  # annotated fusions have only a kind and a text
        return ()


class Pipeline:
    """A pipeline that is loaded on first use, and processes one pair at a time.

    Args:
        load: Function that returns the pipeline.
    """

    def __init__(self, load: Callable[[], Language]) -> None:
        self._load = load
        self._nlp: Language | None = None
        self._lock = Lock()

    def __call__(self, pair: OpenPair) -> OpenPair:
        """Return a pair with predictions of missing data: trees, links, a relation, fusions.

        Raises:
            ParaphraseError: Errors of loading and of components; P506 for an exception of a
                component that is not a ParaphraseError.
        """
        with self._lock:
            if self._nlp is None:
                self._nlp = self._load()
            nlp = self._nlp
            try:
                doc = nlp(self._doc(nlp, pair), **by_sides(nlp))
                return _completed(pair, pair_of_doc(doc, doc_to_record(doc)))
            except ParaphraseError:
                raise
            except Exception as error:
                # Third-party components may raise any exception; it concerns only this pair.
                got = f"{type(error).__name__}: {error}"
                raise ParaphraseError("P506", name=nlp.meta["name"], got=got) from error

    def _doc(self, nlp: Language, pair: OpenPair) -> Doc:
        if any(isinstance(side, str) for side in pair.given):
            doc = make_pair(nlp, *pair.given)
            doc.user_data["id"] = pair.record.id
            if pair.record.question is not None:
                doc.user_data["question"] = pair.record.question
            return doc
        unknown: dict[str, Any] = dict.fromkeys(_FOUND)
        return record_to_doc(replace(pair.record, **unknown), nlp)


def _completed(pair: OpenPair, found: OpenPair) -> OpenPair:
    """Return a pair with the predictions of a pipeline for all unknown fields."""
    record = found.record
    known: dict[str, Any] = {"id": pair.record.id, "place": pair.record.place}
    if pair.linked:
        known |= {level: pair.record.links(level) for level in LEVELS}
    if pair.parsed:
        known |= {f"{name}_tree": getattr(pair.record, f"{name}_tree") for name in SIDES}
    for name in ("entails", "entailed", "similarity", "paraphrase"):
        value = getattr(pair.record, name)
        known |= {} if value is None else {name: value}
    return OpenPair(
        replace(record, **known),
        pair.texts,
        pair.given,
        pair.relation or (None if pair.record.entails else found.relation),
        pair.fusions or found.fusions,
        () if pair.linked else found.explanation,
    )


def relation_label(pair: OpenPair) -> tuple[str, bool]:
    """Return the relation label of a pair ("" if unknown), and whether the sentences conflict.

    Example:
        >>> labels = {"entails": "entailment", "entailed": "neutral"}
        >>> relation_label(pair_of_record(PairRecord(1, ("A", "cat"), ("Cats",), **labels)))
        ('specifies', False)
    """
    if pair.relation is not None:
        return pair.relation.label, pair.relation.conflict
    record = pair.record
    return judged_relation(record.entails, record.entailed, record.source, record.target)


def uncertainty(record: PairRecord) -> float | None:
    r"""Return the uncertainty of an aligner about its links: their mean entropy in bits, 0 to 1.

    A link of confidence p has entropy -p log2 p - (1 - p) log2 (1 - p). All links have the same
    weight. The result is None without links, or if all links have confidence 1 (not graded).

    Example:
        >>> from spacy_paraphrase.readers import LinkRecord
        >>> links = (LinkRecord((0,), (0,), score=0.5), LinkRecord((1,), (0,), score=1.0))
        >>> uncertainty(PairRecord(1, ("A", "cat"), ("cats",), words=links))
        0.5
    """
    scores = [link.score for level in LEVELS for link in record.links(level) or ()]
    if not scores or min(scores) == 1.0:
        return None
    bits = [-p * log2(p) - (1 - p) * log2(1 - p) if 0 < p < 1 else 0.0 for p in scores]
    return sum(bits) / len(bits)
