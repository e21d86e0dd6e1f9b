"""What the components that learn a score share: features, a linear model, scores with reasons."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from .. import extensions
from ..components.base import StoredAsBytes
from ..components.unit_links import annotated
from ..errors import ParaphraseError, warning
from ..overlap import untrained_overlap
from ..pair import PAIR
from ..results import read_judgement
from .families import FAMILIES, PairView, Statistics, features, table
from .linear import Learner, LinearModel, fit
from .translation import NGramCounts
from .view import Contribution, write_scores

# What the features of a family, or those whose names begin like this, are evidence of; the longest
# beginning counts.
TOPICS = {
    "strings": "runs of characters that both have",
    "ngrams": "sequences of words that both have",
    "lengths": "how long the sides are",
    "takelab": "words that both have",
    "takelab.number": "numbers",
    "takelab.name": "words with capitals",
    "takelab.code": "words with capitals",
    "takelab.wordnet": "words of like meaning",
    "match": "words of like meaning",
    "trees": "how the sides are built",
    "translation": "how well one stands for the other as a translation",
    "aligned": "words that have a counterpart",
    "aligned.free": "content words without a counterpart",
    "aligned.mass": "content words without a counterpart",
    "aligned.heaviest": "content words without a counterpart",
    "aligned.noun": "nouns with and without a counterpart",
    "aligned.name": "names with and without a counterpart",
    "aligned.verb": "verbs with and without a counterpart",
    "aligned.modifier": "adjectives and adverbs with and without a counterpart",
    "aligned.number": "numbers",
    "aligned.near": "whether the main statements match",
    "aligned.root": "whether the main statements match",
    "relation": "what one side says of the other",
    "relation.cover": "words that have a counterpart",
    "relation.free": "content words without a counterpart",
    "relation.best": "content words without a counterpart",
    "relation.mark": "negation and quantifiers",
    "relation.edge": "how the sides are built",
    "relation.root": "whether the main statements match",
    "relation.size": "how long the sides are",
    "relation.linked": "what the words that are linked have to do with each other",
    "relation.set": "words that both have",
    "relation.conflict": "contradictions",
    "relation.differs": "contradictions",
    "reading": "what an encoder reads in context",
}


# What adds less to a score is not told.
LEAST = 0.005


@lru_cache(maxsize=1 << 12)
def topic(name: str) -> str:
    """Return what a feature is evidence of, in plain English.

    Example:
        >>> topic("aligned.free.most"), topic("strings.cosine3")
        ('content words without a counterpart', 'runs of characters that both have')
    """
    parts = name.split(".")
    for k in range(len(parts), 0, -1):
        if (found := TOPICS.get(".".join(parts[:k]))) is not None:
            return found
    return parts[0]


class LearnedScore(StoredAsBytes, Pipe):
    """A component that fits a linear model in `initialize`, and writes what it says of each pair.

    A subclass says what is learnt (`gold`), and what is written (`scored`).

    Attributes:
        written: What the score is called where it is stored.
        learner: How it is learnt.
        model: The model; None before it is fitted.
        known: What else was learnt from the pairs.
    """

    file = "model"
    written: ClassVar[str]
    learner: ClassVar[Learner]

    def __init__(
        self, nlp: Language, name: str, families: Sequence[str], alpha: float | None
    ) -> None:
        extensions.install()
        self.vocab = nlp.vocab
        self.name = name
        if isinstance(families, str) or not families or not set(families) <= set(FAMILIES):
            raise ParaphraseError("P600", name=name, got=families, known=", ".join(FAMILIES))
        if alpha is not None and not (isinstance(alpha, int | float) and alpha > 0):
            raise ParaphraseError(
                "P602", name=name, setting="alpha", got=alpha, expected="a number above 0, or none"
            )
        self.families = tuple(families)
        self.alpha = alpha
        self.model: LinearModel | None = None
        self.known = Statistics()
        self._warned = False

    @abstractmethod
    def gold(self, doc: Doc) -> float | None:
        """Return what people said of a pair, 0 to 1; None if nothing."""

    @abstractmethod
    def scored(self, doc: Doc, said: float) -> dict[str, float]:
        """Return the scores to write, by name, from what the model says of a pair."""

    def __call__(self, doc: Doc) -> Doc:
        """Write the score of a pair into `doc.spans["pair"].attrs["scores"]`."""
        if PAIR not in doc.spans:
            return doc
        if self.model is None:
            if not self._warned:
                warnings.warn(warning("W600", name=self.name), stacklevel=2)
                self._warned = True
            write_scores(doc, self.scored(doc, untrained_overlap(doc)))
            return doc
        said, sums = self.judge(doc, self.model)
        found = sorted(sums.items(), key=lambda pair: (-abs(pair[1]), pair[0]))
        reasons = [Contribution(name, value) for name, value in found if abs(value) >= LEAST]
        write_scores(doc, self.scored(doc, said), {self.written: reasons})
        return doc

    def judge(self, doc: Doc, model: LinearModel) -> tuple[float, dict[str, float]]:
        """Return what a model says of a pair, and how much each kind of evidence adds to it."""
        families = dict.fromkeys(name.partition(".")[0] for name in model.names)
        row = table([features(PairView(doc), list(families), self.known)], model.names)
        sums: defaultdict[str, float] = defaultdict(float)
        for name, value in model.contributions(row[0]).items():
            sums[topic(name)] += value
        return float(model.predict(row)[0]), sums

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Any = None,
    ) -> None:
        """Fit the model to all pairs that people judged; without any it stays unfitted.

        Raises:
            ParaphraseError: P601 if there are too few pairs, or all have one value.
        """
        judged = [e for e in get_examples() if self.gold(e.reference) is not None]
        if not judged:
            return
        examples = list(annotated(judged, nlp, self.name))
        gold = [self.gold(example.reference) for example in examples]
        self.fit([example.predicted for example in examples], [float(g or 0.0) for g in gold])

    def fit(self, docs: Sequence[Doc], gold: Sequence[float]) -> None:
        """Fit the model to processed pairs.

        Args:
            docs: Pairs as the components before this one leave them.
            gold: What people said of each, 0 to 1.
        """
        pairs = [PairView(doc) for doc in docs]
        self.known = Statistics.of(pairs, self.families)
        rows = [features(pair, self.families, self.known) for pair in pairs]
        names = list(rows[0]) if rows else []
        self.model = fit(
            table(rows, names), np.array(gold), names, learner=self.learner, alpha=self.alpha
        )

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model and what it knows of its pairs; equal fits give equal bytes."""
        message = {
            "version": 1,
            "model": None if self.model is None else self.model.to_json(),
            "characters": sorted(self.known.characters.items()),
            "ngrams": [[list(gram), count] for gram, count in self.known.ngrams.counts.items()],
        }
        return bytes(srsly.msgpack_dumps(message))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> LearnedScore:
        """Take over what `to_bytes` gave."""
        message = srsly.msgpack_loads(data)
        self.model = None if message["model"] is None else LinearModel.from_json(message["model"])
        ngrams = NGramCounts()
        ngrams.counts = {tuple(gram): count for gram, count in message["ngrams"]}
        self.known = Statistics({int(n): dict(w) for n, w in message["characters"]}, ngrams)
        return self


def judged(doc: Doc, name: str) -> Any:
    """Return what people said of a pair, by the name of the judgement; None if nothing."""
    judgement = read_judgement(doc)
    return None if judgement is None else getattr(judgement, name)
