"""Base class of components with a trained score: features, a model, scores with reasons."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from ..checked import SettingCheck, is_number
from ..components.base import StoredAsBytes
from ..components.unit_links import annotated
from ..errors import ParaphraseError, warning
from ..jobs.arrays import FloatArray
from ..lexicon.overlap import untrained_overlap
from ..pairs import extensions
from ..pairs.pair import PAIR
from ..pairs.results import read_judgement
from ..registry import paper
from .families import FAMILIES, Family, PairView, Statistics, features, table
from .linear import Learner, LinearModel, Model, enough, fit
from .nonlinear import KernelModel, VoteModel, fit_svr, fit_vote
from .paraphrase_view import Contribution, write_scores
from .reasons import topics
from .translation import NGramCounts

# Minimum absolute value of a contribution that is stored.
LEAST = 0.025


class LearnedScore(StoredAsBytes, Pipe):
    """A component that fits a model in `initialize`, and stores its score for each pair.

    A subclass defines the stored scores (`scored`).

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        families: Families of features.
        alpha: Penalty of the learner; its own if None.
        learner: The learner, one of `LEARNERS`.
        domain_copies: Whether each domain of the pairs (`doc.user_data["domain"]`) gets weights of
            its own in addition to the common ones.
        more: Additional families of features, by name.
        view: Settings of `families.PairView`.

    Attributes:
        written: The name of the stored score, and of the human judgements that it is fitted to.
        known_learners: Names of the learners; the first is a weighted sum.
        model: The model; None before it is fitted.
        known: Statistics of the training pairs.
    """

    file = "model"
    written: ClassVar[str]
    known_learners: ClassVar[tuple[Learner, str]]

    def __init__(
        self,
        nlp: Language,
        name: str,
        families: Sequence[str],
        alpha: float | None,
        learner: str,
        *,
        domain_copies: bool = False,
        more: Mapping[str, Family] | None = None,
        **view: bool,
    ) -> None:
        extensions.install()
        self.vocab = nlp.vocab
        self.name = name
        if isinstance(families, str) or not families or not set(families) <= set(FAMILIES):
            raise ParaphraseError("P600", name=name, got=families, known=", ".join(FAMILIES))
        check = SettingCheck("P602", name=name)
        positive = alpha is None or (is_number(alpha) and alpha > 0)
        check.sound("alpha", alpha, positive, "a number above 0, or none")
        check.one_of("learner", learner, self.known_learners, " or ".join(self.known_learners))
        for setting, value in {"domain_copies": domain_copies, **view}.items():
            check.flag(setting, value)
        usual = self.known_learners[0]
        sound = not domain_copies or learner == usual
        check.sound("domain_copies", domain_copies, sound, f"false, or the learner {usual}")
        self.learner, self.domain_copies, self.view = learner, domain_copies, view
        self.more = dict(more or {})
        for family, function in self.more.items():
            own = family not in FAMILIES and "." not in family and callable(function)
            expected = "functions, by names without a dot that are none of the package"
            check.sound("more", family, own, expected)
        self.families = (*families, *self.more)
        self.alpha = alpha
        self.model: Model | None = None
        self.known = Statistics()
        self._warned = False

    def gold(self, doc: Doc) -> float | None:
        """Return the human judgement on a pair, 0 to 1; None without one."""
        judgement = read_judgement(doc)
        found = None if judgement is None else getattr(judgement, self.written)
        return None if found is None else float(found)

    @abstractmethod
    def scored(self, doc: Doc, said: float) -> dict[str, float]:
        """Return the scores to store, by name, from the prediction of the model."""

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

    def judge(self, doc: Doc, model: Model) -> tuple[float, dict[str, float]]:
        """Return the prediction for a pair, and the contribution of each kind of evidence."""
        families = dict.fromkeys(name.partition(".")[0] for name in model.names)
        pair, domain = PairView(doc, **self.view), domain_of(doc)
        row = table([features(pair, list(families), self.known, self.more)], model.names)
        sums: defaultdict[str, float] = defaultdict(float)
        contributions = model.contributions(row[0], domain)
        for name, value in zip(topics(tuple(contributions)), contributions.values(), strict=True):
            sums[name] += value
        return float(model.predict(row, domain)[0]), sums

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Any = None,
    ) -> None:
        """Fit the model to all pairs with human judgements; without any, it remains unfitted.

        Raises:
            ParaphraseError: P601 if there are too few pairs, or all have the same value.
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
            docs: Pairs processed by the components before this one.
            gold: The human judgement on each pair, 0 to 1.

        Raises:
            ParaphraseError: P601 if there are too few pairs, or all have the same value, P603 if
                the learner needs scikit-learn.
        """
        values = np.array(gold, dtype=np.float64)
        enough(values)
        pairs = [PairView(doc, **self.view) for doc in docs]
        self.known = Statistics.of(pairs, self.families)
        rows = [features(pair, self.families, self.known, self.more) for pair in pairs]
        if "perp" in self.families:
            words = [(pair.a.looked_up, pair.b.looked_up) for pair in pairs]
            perp = paper("perp")
            classes = perp.WordClasses(self.vocab.lang)
            self.known.perp, similarities = perp.stacked(words, gold, classes)
            for row, pair, both in zip(rows, pairs, similarities, strict=True):
                row |= pair.both("perp.similarity", both)
        names = list(dict.fromkeys(name for row in rows for name in row))
        self.model = self._fitted(table(rows, names), values, names, docs)

    def _fitted(
        self, rows: FloatArray, gold: FloatArray, names: list[str], docs: Sequence[Doc]
    ) -> Model:
        if self.learner == "svr":
            return fit_svr(rows, gold, names, self.alpha)
        if self.learner == "vote":
            return fit_vote(rows, gold, names, self.alpha)
        domains = [domain_of(doc) or "" for doc in docs] if self.domain_copies else None
        learner = self.known_learners[0]
        return fit(rows, gold, names, learner=learner, alpha=self.alpha, domains=domains)

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model with its statistics; equal fits give equal bytes."""
        message = {
            "version": 1,
            "model": None if self.model is None else self.model.to_json(),
            "characters": sorted(self.known.characters.items()),
            "ngrams": [[list(gram), count] for gram, count in self.known.ngrams.counts.items()],
            "perp": None if self.known.perp is None else self.known.perp.to_json(),
        }
        return bytes(srsly.msgpack_dumps(message))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> LearnedScore:
        """Load the model that `to_bytes` returned."""
        message = srsly.msgpack_loads(data)
        model = message["model"]
        self.model = None if model is None else _STORED[model["learner"]].from_json(model)
        ngrams = NGramCounts()
        ngrams.counts = {tuple(gram): count for gram, count in message["ngrams"]}
        self.known = Statistics({int(n): dict(w) for n, w in message["characters"]}, ngrams)
        if message.get("perp"):
            perp = paper("perp")
            classes = perp.WordClasses(self.vocab.lang)
            self.known.perp = perp.PerpModel.from_json(message["perp"], classes=classes)
        return self


# The model class of each learner, by the name that is stored with the model.
_STORED: dict[str, Any] = {"svr": KernelModel, "vote": VoteModel}
_STORED |= dict.fromkeys(("ridge", "logistic"), LinearModel)


def domain_of(doc: Doc) -> str | None:
    """Return the domain (kind of text) of a pair, if known."""
    found = doc.user_data.get("domain")
    return found if isinstance(found, str) and found else None
