"""Scorers of the graded scores, for `nlp.evaluate` and `spacy train`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spacy.training import Example
from spacy.util import registry

from ..components.scorers import Scorer
from ..metrics import ParaphraseMeasure, SimilarityMeasure, evaluate, spearman
from ..results import read_judgement
from .view import Paraphrase


def make_similarity_scorer() -> Scorer:
    """Return the scorer of graded similarity."""
    return score_similarity


registry.scorers("spacy-paraphrase.SimilarityScorer.v1", func=make_similarity_scorer)


def score_similarity(examples: Iterable[Example], **_: Any) -> dict[str, float | None]:
    """Score the similarity of pairs against what people said.

    Args:
        examples: Pairs; one whose reference has no similarity does not count.

    Returns:
        `sim_pearson`, `sim_spearman`, `sim_mae`, a correlation of values that never vary being 0.
        None where nothing was judged.
    """
    pairs = []
    for example in examples:
        gold = read_judgement(example.reference)
        said = Paraphrase(example.predicted).similarity
        if gold is not None and gold.similarity is not None:
            pairs.append((0.0 if said is None else said, gold.similarity))
    if not pairs:
        return dict.fromkeys(("sim_pearson", "sim_spearman", "sim_mae"))
    preds, golds = map(list, zip(*pairs, strict=True))
    scores = evaluate(SimilarityMeasure(), preds, golds).scores
    return {
        "sim_pearson": scores["pearson"] or 0.0,
        "sim_spearman": spearman(preds, golds) or 0.0,
        "sim_mae": scores["mae"],
    }


def make_paraphrase_scorer() -> Scorer:
    """Return the scorer of paraphrase recognition."""
    return score_paraphrases


registry.scorers("spacy-paraphrase.ParaphraseScorer.v1", func=make_paraphrase_scorer)


def score_paraphrases(examples: Iterable[Example], **_: Any) -> dict[str, float | None]:
    """Score which pairs are called paraphrases.

    Args:
        examples: Pairs; one of whose reference nobody said it does not count.

    Returns:
        `para_acc`, `para_p`, `para_r`, `para_f` of the paraphrases, and `para_majority`, the
        accuracy of the larger class. None where nothing was judged.
    """
    pairs = []
    for example in examples:
        gold = read_judgement(example.reference)
        if gold is not None and gold.paraphrase is not None:
            pairs.append((bool(Paraphrase(example.predicted).label), gold.paraphrase))
    keys = {"acc": "accuracy", "p": "precision", "r": "recall", "f": "f", "majority": "majority"}
    if not pairs:
        return dict.fromkeys(f"para_{key}" for key in keys)
    preds, golds = map(list, zip(*pairs, strict=True))
    scores = evaluate(ParaphraseMeasure(), preds, golds).scores
    return {f"para_{key}": scores[name] for key, name in keys.items()}
