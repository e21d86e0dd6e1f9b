"""The component that says how probable it is that the sides of a pair are paraphrases."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from ..checked import SettingCheck, is_number
from ..components.scorers import Scorer
from .families import Family
from .learned import LearnedScore, judged

# What settings have to be.


class ParaphraseClassifier(LearnedScore):
    """Write how probable it is that the sides are paraphrases, and from when on they are called so.

    A classifier of measures of machine translation (Madnani, Tetreault and Chodorow 2012) and of
    what the components before this one found, fitted in `initialize` to pairs whose references say
    whether they are paraphrases (`results.Judgement`). What is not fitted tells the overlap of the
    sides, which is no probability, and warns once (W600).

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        features: Families of features.
        learner: "logistic", logistic regression, or "vote", the mean of logistic regression, a
            support vector machine and the 15 most similar training pairs, which scikit-learn fits.
        alpha: Penalty of the regression; chosen by cross-validation if None.
        domain_copies: Whether each domain of the training pairs has weights of its own beside those
            of all; `doc.user_data["domain"]` names that of a pair.
        more: Functions that give other features, by name, such as those of a word space
            (`spacy-paraphrase.SpaceFeatures.v1`).
        mask_numbers: Whether numbers, amounts and dates are told by their kind only where words and
            characters are compared: for judges who saw placeholders. The features of numbers and of
            the alignment stay.
        symmetric: Whether both directions count alike; else the measures of translation, strings
            and n-grams are told apart by what is the reference, as the paper has it, and swapping
            the sides changes the probability.
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
        super().__init__(
            nlp,
            name,
            features,
            alpha,
            learner,
            domain_copies=domain_copies,
            more=more,
            masked=mask_numbers,
            symmetric=symmetric,
        )
        check = SettingCheck("P602", name=name)
        for setting, cost in (("missed", missed), ("false", false)):
            positive = is_number(cost) and 0 < cost < float("inf")
            check.sound(setting, cost, positive, "a number above 0")
        if threshold is not None:
            check.share("threshold", threshold, "a number from 0 to 1, or none")
        self.threshold = false / (false + missed) if threshold is None else threshold
        self.scorer = scorer

    def gold(self, doc: Doc) -> float | None:
        """Return 1 if people called the sides paraphrases, 0 if not."""
        found = judged(doc, "paraphrase")
        return None if found is None else float(found)

    def scored(self, doc: Doc, said: float) -> dict[str, float]:
        """Return the probability, and the threshold it is held against."""
        return {"paraphrase": said, "threshold": self.threshold}
