"""The trainable aligner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import srsly
from spacy.language import Language
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc
from spacy.training import Example, validate_examples
from thinc.api import Config, Optimizer

from .. import extensions
from ..alignment import Link, write_links
from ..errors import ParaphraseError
from ..lexicon.encoder import Encoder
from ..lexicon.matrix import Expert
from ..ml import span_store
from ..ml.decode import many_to_many, one_to_one, sigmoid
from ..ml.network import Network, mean_of, set_scale
from ..ml.span_labeller import SpanLabeller
from ..ml.span_model import SpanMatcher
from ..pair import UNITS, sides
from .chunk_links import chunk_links
from .gold import annotated, word_targets
from .linking import Cell, make_links, phrases_of_words
from .side import Side
from .units import UnitFunction, chunk_units
from .word_experts import DEFAULT_EXPERTS, DEFAULT_WEIGHTS, WordExperts, is_number, refuse
from .word_table import Reading, WordReader

DEFAULT_MODEL = Config().from_str(
    """
[model]
@architectures = "spacy-paraphrase.PairNetwork.v1"
hidden = [64, 32]
outputs = 1
dropout = 0.1
"""
)["model"]
WEIGHTS = Path(__file__).parents[1] / "ml" / "weights"
PRETRAINED = ("en",)
# How many pairs the scale of the features is taken from.
SAMPLE = 200


class Prediction(NamedTuple):
    """Links of a pair: words and phrases as indices, chunks as they are; None without chunks."""

    words: list[Cell]
    phrases: list[Cell]
    chunks: list[Link] | None


@Language.factory(
    "graph_matcher",
    assigns=["doc.spans"],
    default_config={
        "model": DEFAULT_MODEL,
        "experts": DEFAULT_EXPERTS,
        "weights": DEFAULT_WEIGHTS,
        "encoder": None,
        "units": {"@misc": "spacy-paraphrase.ChunkUnits.v1"},
        "pretrained": None,
        "threshold": 0.5,
        "many_to_many": False,
        "scorer": {"@scorers": "spacy-paraphrase.AlignmentScorer.v1"},
    },
    default_score_weights={"words_align_f": 1.0},
)
class GraphMatcher(TrainablePipe):
    """Align words and phrases by a trained classifier over the features of all pairs.

    The matcher of Marsi and Krahmer 2010 (COLING), with a small network in place of the memory:
    features of every word pair, among them the links that experts and context alone propose
    (`trees.context`), a probability for each pair, and the one-to-one set of least cost. Phrase
    links follow from the word links. With the weights of the package, chunks are linked too where
    there are any (`doc.spans["chunk_units"]`, or those of `units`), with relation, graded
    similarity and conflict (`ml.span_model`); training by examples is for words only.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        model: Network over features.
        experts: Functions of two token lists to a matrix of similarities, by name.
        weights: Weight of each expert, 0 to 1; 0 leaves it out, then the network must be trained
            without it.
        encoder: What gives words their vectors in context; adds features.
        units: What the chunks of a side are: those that the user gave, or
            "spacy-paraphrase.Chunks.v1", made from the parse.
        pretrained: "en" for the weights that come with the package.
        threshold: Least probability of a link.
        many_to_many: Whether a word may have several links.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P008 for a setting that makes no sense, P014 for pretrained weights that do
            not fit the features; when called, P004 for a Doc without pair, P015 if the component is
            not trained.
    """

    def __init__(
        self,
        nlp: Language,
        name: str = "graph_matcher",
        *,
        model: Network,
        experts: dict[str, Expert],
        weights: dict[str, float],
        encoder: Encoder | None,
        units: UnitFunction,
        pretrained: str | None,
        threshold: float,
        many_to_many: bool,
        scorer: Callable[[Iterable[Example]], dict[str, Any]] | None,
    ) -> None:
        if not is_number(threshold) or not 0 < threshold < 1:
            refuse(name, "threshold", threshold, "a number between 0 and 1")
        if pretrained is not None and pretrained not in PRETRAINED:
            refuse(name, "pretrained", pretrained, f"one of {PRETRAINED}, or none")
        extensions.install()
        self.vocab = nlp.vocab
        self.model = model
        self.name = name
        self.experts = WordExperts(name, experts, weights)
        self.reader = WordReader(self.experts, encoder)
        self.units = units
        self.threshold = threshold
        self.many_to_many = many_to_many
        self.scorer = scorer
        self.spans: SpanMatcher | None = None
        self.labeller: SpanLabeller | None = None
        self.cfg: dict[str, Any] = {}
        if pretrained is not None:
            # The accurate tier is the one with an encoder.
            tier = "fast" if encoder is None else "accurate"
            self._load_weights((WEIGHTS / f"{pretrained}.{tier}").read_bytes())

    def predict(self, docs: Iterable[Doc]) -> list[Prediction]:
        """Return the links of each Doc."""
        readings = [self.reader.read(*map(Side, sides(doc))) for doc in docs]
        if not readings:
            return []
        self._check_features(readings[0])
        rows = np.concatenate([reading.table.rows for reading in readings])
        found = sigmoid(self.model.predict(rows)[:, 0])
        ends = np.cumsum([len(reading.table.rows) for reading in readings])[:-1]
        return [
            self._decode(reading, part.reshape(reading.table.values.shape[:2]))
            for reading, part in zip(readings, np.split(found, ends), strict=True)
        ]

    def set_annotations(self, docs: Iterable[Doc], scores: list[Prediction]) -> None:
        """Write the links that `predict` returned."""
        for doc, found in zip(docs, scores, strict=True):
            source, target = map(Side, sides(doc))
            write_links(doc, "words", make_links("words", source, target, found.words))
            write_links(doc, "phrases", make_links("phrases", source, target, found.phrases))
            if found.chunks is not None:
                write_links(doc, "chunks", found.chunks)

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Optimizer | None = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Learn from pairs whose references have word links; the others are left out."""
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        examples = list(examples)
        validate_examples(examples, "GraphMatcher.update")
        batches = list(self._training_data(examples))
        if not batches:
            return losses
        rows, targets, counted = (np.concatenate(part) for part in zip(*batches, strict=True))
        logits, backprop = self.model.begin_update(rows)
        gradient = ((sigmoid(logits[:, 0]) - targets) * counted).astype(np.float32)
        losses[self.name] += float(np.abs(gradient).sum() / max(counted.sum(), 1.0))
        backprop(gradient[:, None] / len(gradient))
        if sgd is not None:
            self.finish_update(sgd)
        return losses

    def reasons(self, doc: Doc, link: Link, most: int = 5) -> list[tuple[str, float]]:
        """Return the features that speak most for a word link, or against it, and by how much.

        A feature's part is what the logit of the link loses when the feature takes its mean value.

        Args:
            doc: The pair.
            link: A word link of it.
            most: Number of features.
        """
        source, target = map(Side, sides(doc))
        reading = self.reader.read(source, target)
        self._check_features(reading)
        cell = link.source.start - source.span.start, link.target.start - target.span.start
        row = reading.table.values[cell]
        rows = np.repeat(row[None, :], len(row) + 1, axis=0)
        np.fill_diagonal(rows[1:], mean_of(self.model))
        logits = np.asarray(self.model.predict(rows))[:, 0]
        parts = [float(part) for part in logits[0] - logits[1:]]
        named = zip(reading.table.names, parts, strict=True)
        return sorted(named, key=lambda item: -abs(item[1]))[:most]

    def get_loss(self, examples: Iterable[Example], scores: Any) -> tuple[float, Any]:
        """Return the share of wrong probability; `update` computes its gradient itself."""
        raise NotImplementedError

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Any = None,
    ) -> None:
        """Set the shapes of the network and the scale of its features from some examples."""
        sample = list(islice(get_examples(), SAMPLE))
        validate_examples(sample, "GraphMatcher.initialize")
        docs = [annotated(example.predicted, nlp, self.name) for example in sample]
        readings = [self.reader.read(*map(Side, sides(doc))) for doc in docs]
        rows = np.concatenate([reading.table.rows for reading in readings])
        set_scale(self.model, rows)
        self.model.initialize(X=rows[:10], Y=np.zeros((len(rows[:10]), 1), dtype=np.float32))
        self.cfg["features"] = list(readings[0].table.names)

    def _training_data(self, examples: list[Example]) -> Iterator[tuple[Any, Any, Any]]:
        for example in examples:
            targets = word_targets(example)
            if targets is not None:
                reading = self.reader.read(*map(Side, sides(example.predicted)))
                self._check_features(reading)
                yield reading.table.rows, targets.aligned.reshape(-1), targets.counted.reshape(-1)

    def _decode(self, reading: Reading, found: Any) -> Prediction:
        solid = np.where(reading.solid, found, 0.0)
        pairs = one_to_one(solid, self.threshold)
        if self.many_to_many:
            pairs = many_to_many(solid, pairs, self.threshold)
        similarity = reading.features.similarity
        words = [(i, j, float(found[i, j]), float(similarity[i, j])) for i, j in pairs]
        chunks = None
        given = self.units is not chunk_units or UNITS in reading.source.span.doc.spans
        if self.spans is not None and given:
            units = self.units(reading.source), self.units(reading.target)
            wordnet = self.experts.wordnet()
            chunks = chunk_links(self.spans, self.labeller, reading, wordnet, *units)
        return Prediction(words, phrases_of_words(reading.source, reading.target, words), chunks)

    def _check_features(self, reading: Reading) -> None:
        expected = self.cfg.get("features")
        if expected is None:
            raise ParaphraseError("P015", name=self.name)
        if list(reading.table.names) != expected:
            odd = sorted(set(reading.table.names) ^ set(expected))
            raise ParaphraseError("P014", name=self.name, features=odd)

    def _load_weights(self, data: bytes) -> None:
        message = srsly.msgpack_loads(data)
        self.cfg = message["cfg"]
        self.model.from_bytes(message["model"])
        spans = message.get("spans", b"")
        self.spans = span_store.from_bytes(spans, self.name) if spans else None
        labels = message.get("labels", b"")
        self.labeller = span_store.labeller_from_bytes(labels, self.name) if labels else None

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return network, names of its features and lexical data."""
        spans = span_store.to_bytes(self.spans) if self.spans is not None else b""
        labels = span_store.labeller_to_bytes(self.labeller) if self.labeller is not None else b""
        network = self.model.to_bytes()
        message = {"cfg": self.cfg, "model": network, "spans": spans, "labels": labels}
        return bytes(srsly.msgpack_dumps({**message, "lexicon": self.experts.to_bytes()}))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> GraphMatcher:
        """Take over what `to_bytes` gave."""
        self._load_weights(data)
        self.experts.from_bytes(srsly.msgpack_loads(data)["lexicon"])
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write what `to_bytes` gives into a folder."""
        Path(path).mkdir(exist_ok=True, parents=True)
        (Path(path) / "matcher").write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> GraphMatcher:
        """Read what `to_disk` wrote."""
        return self.from_bytes((Path(path) / "matcher").read_bytes())
