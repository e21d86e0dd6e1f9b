"""Scorers of the graded scores, for `nlp.evaluate` and `spacy train`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from spacy.training import Example
from spacy.util import registry

from ..components.scorers import Scorer
from ..metrics import ParaphraseMeasure, SimilarityMeasure, evaluate, spearman, weighted_mean
from ..pairs.pair import sides
from ..pairs.results import read_judgement
from .learned import domain_of
from .likeness import token_cosine
from .paraphrase_view import ParaphraseView


def make_similarity_scorer() -> Scorer:
    """Return the scorer of graded similarity."""
    return score_similarity


registry.scorers("spacy-paraphrase.SimilarityScorer.v1", func=make_similarity_scorer)


def score_similarity(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score the similarity of pairs against human judgements.

    Args:
        examples: Pairs; a pair whose reference has no similarity is ignored.

    Returns:
        `sim_pearson`, `sim_spearman`, `sim_mae`; `sim_pearson_per_set`, Pearson for each domain of
        the pairs, and `sim_wmean`, their mean, weighted by size; `sim_baseline`, the same mean for
        `likeness.token_cosine`. A correlation of constant values is 0. None without judgements.
    """
    pairs, sets = [], []
    for example in examples:
        gold = read_judgement(example.reference)
        said = ParaphraseView(example.predicted).similarity
        if gold is not None and gold.similarity is not None:
            texts = [" ".join(t.text for t in side) for side in sides(example.reference)]
            pairs.append((0.0 if said is None else said, token_cosine(*texts), gold.similarity))
            sets.append(domain_of(example.reference) or "")
    names = ("pearson", "spearman", "mae", "pearson_per_set", "wmean", "baseline")
    if not pairs:
        return dict.fromkeys(f"sim_{name}" for name in names)
    preds, overlaps, golds = map(list, zip(*pairs, strict=True))
    by_set = [_per_set(values, golds, sets) for values in (preds, overlaps)]
    means = [weighted_mean(found, Counter(sets)) for found in by_set]
    scores = evaluate(SimilarityMeasure(), preds, golds).scores
    return {
        "sim_pearson": scores["pearson"] or 0.0,
        "sim_spearman": spearman(preds, golds) or 0.0,
        "sim_mae": scores["mae"],
        "sim_pearson_per_set": by_set[0],
        "sim_wmean": means[0],
        "sim_baseline": means[1],
    }


def _per_set(preds: Sequence[float], golds: Sequence[float], sets: list[str]) -> dict[str, float]:
    found = {}
    for name in sorted(set(sets)):
        at = [k for k, each in enumerate(sets) if each == name]
        some = ([values[k] for k in at] for values in (preds, golds))
        found[name] = evaluate(SimilarityMeasure(), *some).scores["pearson"] or 0.0
    return found


def make_paraphrase_scorer() -> Scorer:
    """Return the scorer of paraphrase recognition."""
    return score_paraphrases


registry.scorers("spacy-paraphrase.ParaphraseScorer.v1", func=make_paraphrase_scorer)


def score_paraphrases(examples: Iterable[Example], **_: Any) -> dict[str, float | None]:
    """Score the recognition of paraphrases.

    Args:
        examples: Pairs; a pair without a paraphrase judgement in the reference is ignored.

    Returns:
        `para_acc`, `para_p`, `para_r`, `para_f` of the paraphrases, and `para_majority`, the
        accuracy of the majority class. None without judgements.
    """
    pairs = []
    for example in examples:
        gold = read_judgement(example.reference)
        if gold is not None and gold.paraphrase is not None:
            pairs.append((bool(ParaphraseView(example.predicted).label), gold.paraphrase))
    keys = {"acc": "accuracy", "p": "precision", "r": "recall", "f": "f", "majority": "majority"}
    if not pairs:
        return dict.fromkeys(f"para_{key}" for key in keys)
    preds, golds = map(list, zip(*pairs, strict=True))
    scores = evaluate(ParaphraseMeasure(), preds, golds).scores
    return {f"para_{key}": scores[name] for key, name in keys.items()}
