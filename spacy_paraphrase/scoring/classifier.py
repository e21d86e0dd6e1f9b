"""The component that predicts the probability that the sides of a pair are paraphrases."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from ..checked import SettingCheck, is_number
from ..components.scorers import Scorer
from .families import Family
from .learned import LearnedScore


class ParaphraseClassifier(LearnedScore):
    """Predict the probability that the sides are paraphrases, and store it with its threshold.

    The classifier uses measures of machine translation (Madnani, Tetreault and Chodorow 2012) and
    features from the components before this one. `initialize` fits it to pairs with gold labels
    (`results.Judgement`). Before that, it returns the overlap of the sides, which is not a
    probability, and warns once (W600).

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        features: Families of features.
        learner: "logistic", logistic regression, or "vote", the mean of logistic regression, a
            support vector machine and the 15 most similar training pairs, which scikit-learn fits.
        alpha: Penalty of the regression; chosen by cross-validation if None.
        domain_copies: Whether each domain of the training pairs gets weights of its own in addition
            to the common ones; `doc.user_data["domain"]` is the domain of a pair.
        more: Functions for additional features, by name, such as those of a word space
            (`spacy-paraphrase.SpaceFeatures.v1`).
        mask_numbers: Whether numbers, amounts and dates are replaced by their kind when words and
            characters are compared, for training data with placeholders. The features of numbers
            and of the alignment still use them.
        symmetric: Whether both directions have the same weight; else the measures of translation,
            strings and n-grams depend on which side is the reference, as in the paper, and swapping
            the sides changes the probability.
        threshold: The minimum probability of a paraphrase; if None, the one with the least expected
            cost of errors: `false / (false + missed)`.
        missed: The cost of a false negative, a missed paraphrase.
        false: The cost of a false positive.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P600 for an unknown family, P602 for another invalid value; when called,
            P001 or P005 for a damaged pair.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load(paraphrase_classifier={"missed": 4.0})
        >>> nlp.get_pipe("paraphrase_classifier").threshold
        0.2
    """

    written = "paraphrase"
    known_learners = ("logistic", "vote")

    def __init__(
        self,
        nlp: Language,
        name: str = "paraphrase_classifier",
        *,
        features: Sequence[str],
        learner: str,
        alpha: float | None,
        domain_copies: bool,
        more: dict[str, Family] | None,
        mask_numbers: bool,
        symmetric: bool,
        threshold: float | None,
        missed: float,
        false: float,
        scorer: Scorer | None,
    ) -> None:
        view = {"masked": mask_numbers, "symmetric": symmetric}
        super().__init__(
            nlp, name, features, alpha, learner, domain_copies=domain_copies, more=more, **view
        )
        check = SettingCheck("P602", name=name)
        for setting, cost in (("missed", missed), ("false", false)):
            positive = is_number(cost) and 0 < cost < float("inf")
            check.sound(setting, cost, positive, "a number above 0")
        if threshold is not None:
            check.share("threshold", threshold, "a number from 0 to 1, or none")
        self.threshold = false / (false + missed) if threshold is None else threshold
        self.scorer = scorer

    def scored(self, doc: Doc, said: float) -> dict[str, float]:
        """Return the probability and its threshold."""
        return {"paraphrase": said, "threshold": self.threshold}
