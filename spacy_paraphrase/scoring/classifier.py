"""The component that says how probable it is that the sides of a pair are paraphrases."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from ..components.scorers import Scorer
from ..errors import ParaphraseError
from .learned import LearnedScore, judged

FAMILIES = [
    "strings",
    "lengths",
    "takelab",
    "match",
    "translation",
    "aligned",
    "relation",
    "reading",
]


# What settings have to be.
POSITIVE, SHARE = "a number above 0", "a number from 0 to 1, or none"


@Language.factory(
    "paraphrase_classifier",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "features": FAMILIES,
        "alpha": None,
        "threshold": None,
        "missed": 1.0,
        "false": 1.0,
        "scorer": {"@scorers": "spacy-paraphrase.ParaphraseScorer.v1"},
    },
    default_score_weights={"para_acc": 0.5, "para_f": 0.5},
)
class ParaphraseClassifier(LearnedScore):
    """Write how probable it is that the sides are paraphrases, and from when on they are called so.

    Logistic regression on measures of machine translation (Madnani, Tetreault and Chodorow 2012)
    and on what the components before this one found, fitted in `initialize` to pairs whose
    references say whether they are paraphrases (`results.Judgement`). What is not fitted tells the
    overlap of the sides, which is no probability, and warns once (W600).

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        features: Families of features.
        alpha: Penalty of the regression; chosen by cross-validation if None.
        threshold: From which probability on a pair is called a paraphrase; if None, the one at
            which the errors to expect cost least: `false / (false + missed)`.
        missed: What a paraphrase costs that is not called one.
        false: What a pair costs that is called one and is none.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P600 for a family that there is not, P602 for another value that makes no
            sense; when called, P001 or P005 for a damaged pair.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load(paraphrase_classifier={"missed": 4.0})
        >>> nlp.get_pipe("paraphrase_classifier").threshold
        0.2
    """

    written = "paraphrase"
    learner = "logistic"

    def __init__(
        self,
        nlp: Language,
        name: str = "paraphrase_classifier",
        *,
        features: Sequence[str] = FAMILIES,
        alpha: float | None = None,
        threshold: float | None = None,
        missed: float = 1.0,
        false: float = 1.0,
        scorer: Scorer | None = None,
    ) -> None:
        super().__init__(nlp, name, features, alpha)
        for setting, cost in (("missed", missed), ("false", false)):
            if not isinstance(cost, int | float) or not 0 < cost < float("inf"):
                self._refuse(setting, cost, POSITIVE)
        if threshold is not None and not (
            isinstance(threshold, int | float) and 0 <= threshold <= 1
        ):
            self._refuse("threshold", threshold, SHARE)
        self.threshold = false / (false + missed) if threshold is None else threshold
        self.scorer = scorer

    def _refuse(self, setting: str, got: object, expected: str) -> None:
        raise ParaphraseError("P602", name=self.name, setting=setting, got=got, expected=expected)

    def gold(self, doc: Doc) -> float | None:
        """Return 1 if people called the sides paraphrases, 0 if not."""
        found = judged(doc, "paraphrase")
        return None if found is None else float(found)

    def scored(self, doc: Doc, said: float) -> dict[str, float]:
        """Return the probability, and the threshold it is held against."""
        return {"paraphrase": said, "threshold": self.threshold}
