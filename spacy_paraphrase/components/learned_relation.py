"""What makes the relation of two sentences trainable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.pipeline import Pipe, TrainablePipe
from spacy.tokens import Doc
from spacy.training import Example, validate_examples
from thinc.api import Optimizer

from ..alignment import read_links
from ..errors import ParaphraseError
from ..lexicon.wordnet import WordNetExpert
from ..ml.sentence_features import SentenceFeatures, sentence_features
from ..ml.sentence_model import CLASSES, both_ways, fitting, gradient, probabilities
from ..ml.span_features import word_relations
from ..ml.standardise import FloatArray, Network, set_scale
from ..pair import sides
from ..relation import SentenceRelation, read_judgement, read_relation, write_relation
from .gold import annotated
from .side import Side
from .word_table import word_weights

# How many pairs the scale of the features is taken from.
SAMPLE = 2000


class LearnedRelation(TrainablePipe):
    """The part of a relation classifier that learns.

    What composition says of a pair is among the features of a network that says what the sides
    entail; without a network composition has the last word. A subclass gives `compose`, and has
    `model` and `lexicon`.
    """

    model: Network | None
    lexicon: WordNetExpert
    cfg: dict[str, Any]

    @property
    def is_trainable(self) -> bool:
        """Whether there is a network."""
        return self.model is not None

    def compose(self, doc: Doc) -> Doc:
        """Write relations, conflicts and the relation of the sides, without any network."""
        raise NotImplementedError

    def __call__(self, doc: Doc) -> Doc:
        """Write relations, conflicts and the relation of the sides."""
        doc = self.compose(doc)
        self.set_annotations([doc], self.predict([doc]))
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Process Docs one by one; one that fails goes to the error handler."""
        found: Iterator[Doc] = Pipe.pipe(self, stream, batch_size=batch_size)
        return found

    def predict(self, docs: Iterable[Doc]) -> FloatArray:
        """Return the probabilities of `ml.sentence_model.CLASSES` for composed Docs.

        Returns:
            Shape (docs, classes); no row at all without a network.

        Raises:
            ParaphraseError: P015 if the network is not trained, P014 if it was with other features.
        """
        if self.model is None:
            return np.zeros((0, len(CLASSES)), np.float32)
        features = [self.features(doc) for doc in docs]
        if not features:
            return np.zeros((0, len(CLASSES)), np.float32)
        self._check_features(features[0])
        # Row by row: a product over more rows is rounded otherwise, and no result may depend on
        # what else is in the batch.
        names = features[0].names
        rows = [probabilities(self.model, names, f.values[None]) for f in features]
        return np.concatenate(rows)

    def set_annotations(self, docs: Iterable[Doc], scores: FloatArray) -> None:
        """Write what `predict` returned; without a network leave the Docs as they are."""
        if len(scores):
            for doc, row in zip(docs, scores, strict=True):
                composed = read_relation(doc)
                if composed is not None and composed.label != "equals":
                    write_relation(doc, learned(row.round(6), composed))

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Optimizer | None = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Learn from pairs whose references have a judgement; the others are left out."""
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        examples = list(examples)
        validate_examples(examples, "RelationClassifier.update")
        if self.model is None:
            return losses
        taught = list(self._training_data(examples))
        if not taught:
            return losses
        names = taught[0][0].names
        self._check_features(taught[0][0])
        given = np.array([f.values for f, _ in taught]), np.array([fits for _, fits in taught])
        rows, fits = both_ways(names, *given)
        found, backprop = self.model.begin_update(rows)
        step, loss = gradient(found, fits)
        backprop(step / len(rows))
        losses[self.name] += loss / len(rows)
        if sgd is not None:
            self.finish_update(sgd)
        return losses

    def get_loss(self, examples: Iterable[Example], scores: FloatArray) -> tuple[float, FloatArray]:
        """Return the loss of predicted probabilities, and its gradient."""
        judged = (read_judgement(example.reference) for example in examples)
        known = [fitting(j.entails, j.entailed) if j is not None else None for j in judged]
        # Where every class fits, there is nothing to learn.
        fits = np.array([np.ones(len(CLASSES)) if f is None else f for f in known], np.float32)
        step, loss = gradient(scores, fits)
        return loss, step

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Any = None,
    ) -> None:
        """Set the shapes of the network and the scale of its features from some examples."""
        if self.model is None:
            return
        sample = islice(get_examples(), SAMPLE)
        examples = annotated(sample, nlp, self.name)
        features = [self.features(self.compose(e.predicted.copy())) for e in examples]
        given = np.array([f.values for f in features])
        rows, fits = both_ways(
            features[0].names, given, np.ones((len(given), len(CLASSES)), np.float32)
        )
        set_scale(self.model, rows)
        self.model.initialize(X=rows[:10], Y=fits[:10])
        self.cfg["features"] = list(features[0].names)

    @contextmanager
    def use_params(self, params: dict[Any, Any]) -> Iterator[None]:
        """Use other parameters of the network, if there is one, inside a block."""
        if self.model is None:
            yield
        else:
            with self.model.use_params(params):
                yield

    def _training_data(
        self, examples: Iterable[Example]
    ) -> Iterator[tuple[SentenceFeatures, FloatArray]]:
        for example in examples:
            judgement = read_judgement(example.reference)
            if judgement is not None:
                fits = fitting(judgement.entails, judgement.entailed)
                if fits is not None:
                    yield self.features(self.compose(example.predicted.copy())), fits

    def features(self, doc: Doc) -> SentenceFeatures:
        """Return what the network sees of a composed Doc."""
        source, target = map(Side, sides(doc))
        composed = read_relation(doc)
        if composed is None:
            raise ParaphraseError("P015", name=self.name)
        index = self.lexicon.index()
        return sentence_features(
            source,
            target,
            read_links(doc, "words"),
            read_links(doc, "phrases"),
            composed,
            relations=word_relations(index, source, target) if index is not None else None,
            rarity=word_weights(doc.lang_),
        )

    def _check_features(self, features: SentenceFeatures) -> None:
        expected = self.cfg.get("features")
        if expected is None:
            raise ParaphraseError("P015", name=self.name)
        if list(features.names) != expected:
            odd = sorted(set(features.names) ^ set(expected))
            raise ParaphraseError("P014", name=self.name, features=odd)


def learned(row: FloatArray, composed: SentenceRelation) -> SentenceRelation:
    """Return the relation that probabilities make, with the reasons that composition gave.

    Args:
        row: Probabilities of `ml.sentence_model.CLASSES`, shape (classes,).
        composed: What composition says.
    """
    restates, specifies, generalizes, neither, contradiction = row.tolist()
    scores = dict.fromkeys(composed.scores, 0.0)
    rest = "none" if composed.scores.get("none") else "intersects"
    scores |= {"restates": restates, "specifies": specifies, "generalizes": generalizes}
    scores[rest] = neither + contradiction
    label = max(scores, key=lambda name: scores[name])
    conflict = label == rest and contradiction > neither
    return SentenceRelation(label, scores, conflict, composed.reasons if conflict else ())
