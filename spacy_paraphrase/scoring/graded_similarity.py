"""The component that predicts the graded similarity of the sides of a pair."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from ..analysis.sentence import sentences
from ..components.scorers import Scorer
from ..jobs.arrays import checksums, read_data
from ..pairs.results import read_encoder_output
from .families import Family
from .learned import LearnedScore
from .linear import LinearModel, Model
from .reasons import READING, SAME

WEIGHTS = Path(__file__).parent / "weights"


class ParaphraseSimilarity(LearnedScore):
    """Predict how similar the sides are, 0 to 1; `doc._.overlap` then returns this value.

    The component is a regression on features of the pair (`families.FAMILIES`): those of TakeLab,
    HENRY-CORE and NTNU-CORE, and features from the components before this one. `initialize` fits it
    to pairs with a gold similarity (`results.Judgement`). Until then it uses the weights of the
    package; in the accurate tier, it averages their prediction and the encoder's own similarity.
    For a language without weights it returns the overlap of the sides, with a warning (W600).

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        features: Families of features.
        learner: "ridge", a weighted sum, or "svr", support vector regression with a radial kernel,
            fitted by scikit-learn.
        alpha: Penalty of the regression; if None, chosen by cross-validation for "ridge", and 1 for
            "svr" (where it is 1 / C).
        domain_copies: Whether each domain of the training pairs gets weights of its own in addition
            to the common ones (Daumé III 2007); `doc.user_data["domain"]` is the domain of a pair.
        more: Functions for additional features, by name, such as those of a word space
            (`spacy-paraphrase.SpaceFeatures.v1`); they are used once the component is fitted.
        pretrained: Whether to start with the package's weights for the language, if any.
        identity_rule: Whether identical sides always have similarity 1.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P600 for an unknown family, P602 for another invalid value; when called,
            P001 or P005 for a damaged pair.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load(paraphrase_similarity={})
        >>> nlp.pipe_names[-1]
        'paraphrase_similarity'
    """

    written = "similarity"
    known_learners = ("ridge", "svr")

    def __init__(
        self,
        nlp: Language,
        name: str = "paraphrase_similarity",
        *,
        features: Sequence[str],
        learner: str,
        alpha: float | None,
        domain_copies: bool,
        more: dict[str, Family] | None,
        pretrained: bool,
        identity_rule: bool,
        scorer: Scorer | None,
    ) -> None:
        super().__init__(
            nlp, name, features, alpha, learner, domain_copies=domain_copies, more=more
        )
        self.identity_rule = identity_rule
        self.scorer = scorer
        self.shipped = False
        path = WEIGHTS / f"{nlp.lang}.similarity"
        if pretrained and (path.exists() or path in checksums()):
            super().from_bytes(zlib.decompress(read_data(path)))
            self.shipped = True

    def judge(self, doc: Doc, model: Model) -> tuple[float, dict[str, float]]:
        """Return the similarity and its reasons; an encoder's similarity has half of the weight."""
        said, sums = super().judge(doc, model)
        if self.identity_rule and alike(doc):
            return 1.0, {SAME: 1.0 - said + sum(sums.values())}
        reading = read_encoder_output(doc) if self.shipped else None
        if reading is None or not isinstance(model, LinearModel):
            return said, sums
        halves = {name: value / 2 for name, value in sums.items()}
        own = (reading.similarity - model.bias) / 2
        return (said + reading.similarity) / 2, halves | {READING: own}

    def fit(self, docs: Sequence[Doc], gold: Sequence[float]) -> None:
        """Fit a model to processed pairs, which replaces that of the package."""
        super().fit(docs, gold)
        self.shipped = False

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model; the weights of the package are not stored."""
        return b"" if self.shipped else super().to_bytes()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> ParaphraseSimilarity:
        """Load the model that `to_bytes` returned."""
        if data:
            super().from_bytes(data)
            self.shipped = False
        return self

    def scored(self, doc: Doc, said: float) -> dict[str, float]:
        """Return the similarity; 1 for identical sides."""
        return {"similarity": 1.0 if self.identity_rule and alike(doc) else said}


def alike(doc: Doc) -> bool:
    """Return whether both sides of a pair are the same except for case and white space."""
    one, other = ([w for w in side.words if not w.isspace()] for side in sentences(doc))
    return one == other
