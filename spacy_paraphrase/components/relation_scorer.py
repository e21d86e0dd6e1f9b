"""The scorer of what the sides of a pair say of each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spacy.training import Example
from spacy.util import registry

from spacy_paraphrase.alignment import RELATIONS
from spacy_paraphrase.components.scorers import Scorer
from spacy_paraphrase.metrics import LabelMeasure, evaluate, relation_of
from spacy_paraphrase.pair import sides
from spacy_paraphrase.relation import Judgement, judgement_of, read_judgement, read_relation

DIRECTIONS = ("entails", "entailed")


def make_relation_scorer() -> Scorer:
    """Return the scorer of a relation classifier."""
    return score_relations


registry.scorers("spacy-paraphrase.RelationScorer.v1", func=make_relation_scorer)


def score_relations(examples: Iterable[Example], **_: Any) -> dict[str, float | None]:
    """Score what the sides say of each other against what people said.

    Args:
        examples: Pairs; one whose reference bears no judgement in a direction does not count there,
            and one without prediction counts as neutral.

    Returns:
        For each direction, `relation_entails` (source to target) and `relation_entailed`: accuracy
        over entailment, neutral and contradiction under `_acc`, macro F under `_f`.
        `relation_acc`: the mean of the two accuracies, or the one there is. `relation_five_acc`:
        accuracy over the five relations of pairs judged in both directions. None where nothing was
        judged.

    Example:
        >>> import spacy
        >>> from spacy.training import Example
        >>> from spacy_paraphrase.readers import PairRecord, record_to_doc
        >>> record = PairRecord(1, ("a", "cat"), ("cats",), entails="neutral")
        >>> gold = record_to_doc(record, spacy.blank("en"))
        >>> score_relations([Example(gold.copy(), gold)])["relation_acc"]
        1.0
    """
    pairs = []
    for example in examples:
        gold = read_judgement(example.reference)
        if gold is not None:
            relation = read_relation(example.predicted)
            found = Judgement("neutral", "neutral") if relation is None else judgement_of(relation)
            pairs.append((found, gold, _identical(example)))
    scores: dict[str, float | None] = {}
    for name in DIRECTIONS:
        both = [(getattr(p, name), getattr(g, name)) for p, g, _ in pairs]
        found_here = _scores(LabelMeasure(name), both)
        scores[f"relation_{name}_acc"] = found_here.get("accuracy")
        scores[f"relation_{name}_f"] = found_here.get("macro_f")
    known = [scores[f"relation_{name}_acc"] for name in DIRECTIONS]
    there = [accuracy for accuracy in known if accuracy is not None]
    scores["relation_acc"] = sum(there) / len(there) if there else None
    five = [(_five(p, same), _five(g, same)) for p, g, same in pairs]
    measure = LabelMeasure("relation", RELATIONS)
    scores["relation_five_acc"] = _scores(measure, five).get("accuracy")
    return scores


def _scores(measure: LabelMeasure, pairs: list[tuple[Any, str | None]]) -> dict[str, float | None]:
    judged = [(pred, gold) for pred, gold in pairs if gold is not None]
    if not judged:
        return {}
    preds, golds = zip(*judged, strict=True)
    return evaluate(measure, preds, golds).scores


def _five(judgement: Judgement, identical: bool) -> str | None:
    if judgement.entails is None or judgement.entailed is None:
        return None
    return relation_of(judgement.entails, judgement.entailed, identical)


def _identical(example: Example) -> bool:
    one, other = ([t.lower_ for t in side] for side in sides(example.reference))
    return one == other
