"""The component that grades how similar the sides of a pair are."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from ..components.scorers import Scorer
from ..sentence import sentences
from .learned import LearnedScore, judged

FAMILIES = ["strings", "ngrams", "lengths", "takelab", "match", "aligned", "relation", "reading"]


@Language.factory(
    "paraphrase_similarity",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "features": FAMILIES,
        "alpha": None,
        "identity_rule": True,
        "scorer": {"@scorers": "spacy-paraphrase.SimilarityScorer.v1"},
    },
    default_score_weights={"sim_pearson": 1.0},
)
class ParaphraseSimilarity(LearnedScore):
    """Write how similar the sides are, 0 to 1, which `doc._.overlap` then tells.

    Ridge regression on features of the pair (`families.FAMILIES`), fitted in `initialize` to pairs
    whose references have a graded similarity (`results.Judgement`). The features are those of
    TakeLab, HENRY-CORE and NTNU-CORE, and what the components before this one found. What is not
    fitted tells the overlap of the sides, and warns once (W600).

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        features: Families of features.
        alpha: Penalty of the regression; chosen by cross-validation if None.
        identity_rule: Whether sides that read the same are similar by 1, whatever was learnt.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P600 for a family that there is not, P602 for another value that makes no
            sense; when called, P001 or P005 for a damaged pair.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load(paraphrase_similarity={})
        >>> nlp.pipe_names[-1]
        'paraphrase_similarity'
    """

    written = "similarity"
    learner = "ridge"

    def __init__(
        self,
        nlp: Language,
        name: str = "paraphrase_similarity",
        *,
        features: Sequence[str] = FAMILIES,
        alpha: float | None = None,
        identity_rule: bool = True,
        scorer: Scorer | None = None,
    ) -> None:
        super().__init__(nlp, name, features, alpha)
        self.identity_rule = identity_rule
        self.scorer = scorer

    def gold(self, doc: Doc) -> float | None:
        """Return the graded similarity that people gave."""
        found: float | None = judged(doc, "similarity")
        return found

    def scored(self, doc: Doc, said: float) -> dict[str, float]:
        """Return the similarity; 1 for sides that read the same."""
        if self.identity_rule:
            one, other = ([w for w in side.words if not w.isspace()] for side in sentences(doc))
            said = 1.0 if one == other else said
        return {"similarity": said}
