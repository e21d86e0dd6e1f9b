"""Scorers: they map Examples to the scores of `metrics`.

Most pipelines are never scored, so the measures are imported only when a scorer is called.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import count, product
from typing import TYPE_CHECKING, Any, TypeAlias

from spacy.language import Language
from spacy.training import Example
from spacy.util import registry

from ..pairs.alignment import KEYS, LEVELS, POSSIBLE, RELATIONS, Level, Link, read_links
from ..pairs.pair import sides
from ..pairs.results import Judgement, judgement_of, read_fusions, read_judgement, read_relation
from ..registry import registered

if TYPE_CHECKING:
    from ..metrics import GoldLinks, LabelMeasure
    from ..metrics.link_measures import Reference

DIRECTIONS = ("entails", "entailed")


@registered("OwnScores.v1", "callbacks")
def make_own_scores() -> Callable[[Language], Language]:
    """Return a callback for `training.before_to_disk` that keeps only measured scores in meta.json.

    spaCy writes 0.0 for every score that a component could have. That includes scores of frozen
    components, whose weight in `training.score_weights` is null.
    """

    def keep_own(nlp: Language) -> Language:
        weights = nlp.config["training"]["score_weights"]
        performance = nlp.meta.get("performance", {})
        for name, weight in weights.items():
            if weight is None and not performance.get(name):
                performance.pop(name, None)
        return nlp

    return keep_own


def score_fusions(examples: Iterable[Example], **_: Any) -> dict[str, float | None]:
    """Score predicted unions against unions written by people.

    Args:
        examples: Pairs; a pair whose reference has no union is ignored.

    Returns:
        `union_rouge_l`: mean F of ROUGE-L (Lin 2004), where a refused union counts as 0. None if no
        reference has a union.
    """
    from ..metrics.rouge import rouge_l, split

    found = []
    for example in examples:
        gold, made = (
            [fusion.text for fusion in read_fusions(doc) if fusion.kind == "union" and fusion]
            for doc in (example.reference, example.predicted)
        )
        for text in gold:
            found.append(rouge_l(split(made[0] if made else ""), split(text)).f)
    return {"union_rouge_l": sum(found) / len(found) if found else None}


def make_relation_scorer() -> Scorer:
    """Return the scorer of a relation classifier."""
    return score_relations


registry.scorers("spacy-paraphrase.RelationScorer.v1", func=make_relation_scorer)


def score_relations(examples: Iterable[Example], **_: Any) -> dict[str, float | None]:
    """Score predicted relations of the sides against human judgements.

    Args:
        examples: Pairs; a pair whose reference has no judgement in a direction is ignored there,
            and a pair without a prediction, or with an abstaining one, counts as neutral.

    Returns:
        For each direction, `relation_entails` (source to target) and `relation_entailed`: accuracy
        over entailment, neutral and contradiction under `_acc`, macro F under `_f`. `relation_acc`:
        the mean of the two accuracies, or the one that is defined. `relation_five_acc`: accuracy
        over the five relations of pairs judged in both directions. None where nothing was judged.

    Example:
        >>> import spacy
        >>> from spacy.language import Language
        >>> from spacy.training import Example
        >>> from spacy_paraphrase.readers import PairRecord, record_to_doc
        >>> record = PairRecord(1, ("a", "cat"), ("cats",), entails="neutral")
        >>> gold = record_to_doc(record, spacy.blank("en"))
        >>> score_relations([Example(gold.copy(), gold)])["relation_acc"]
        1.0
    """
    from ..metrics import LabelMeasure

    pairs = []
    for example in examples:
        gold = read_judgement(example.reference)
        if gold is not None:
            relation = read_relation(example.predicted)
            found = Judgement("neutral", "neutral")
            if relation is not None and not relation.abstains:
                found = judgement_of(relation)
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
    from ..metrics import evaluate

    preds, golds = zip(*judged, strict=True)
    return evaluate(measure, preds, golds).scores


def _five(judgement: Judgement, identical: bool) -> str | None:
    if judgement.entails is None or judgement.entailed is None:
        return None
    from ..metrics import relation_of

    return relation_of(judgement.entails, judgement.entailed, identical)


def _identical(example: Example) -> bool:
    one, other = ([t.lower_ for t in side] for side in sides(example.reference))
    return one == other


# -- Alignments ------------------------------------------------------------------------------------

Scorer: TypeAlias = Callable[..., dict[str, float | None]]
Unit: TypeAlias = tuple[int, ...]
LinkSet: TypeAlias = set[tuple[int, int]]

_NUMBERS = {"p": "macro_precision", "r": "macro_recall", "f": "macro_f", "exact": "exact"}


def make_alignment_scorer(reference: Reference = "sure") -> Scorer:
    """Return the scorer of an aligner.

    Args:
        reference: How possible gold links count (`metrics.AlignmentMeasure`); "sure" ignores them.

    Raises:
        ParaphraseError: P207 for an unknown reference.
    """
    if reference != "sure":
        from ..metrics import AlignmentMeasure

        AlignmentMeasure(reference=reference)
    # A partial of a function of this module, not a closure: worker processes find it by name.
    return partial(score_alignments, reference=reference)


registry.scorers("spacy-paraphrase.AlignmentScorer.v1", func=make_alignment_scorer)


def score_alignments(
    examples: Iterable[Example], *, reference: Reference = "sure", **_: Any
) -> dict[str, float | None]:
    """Score predicted links against gold links, at each level.

    Args:
        examples: Pairs; a pair whose reference is not annotated at a level is ignored there.
        reference: As in `make_alignment_scorer`.

    Returns:
        For each level (words, phrases, chunks) `{level}_align_p`, `_r`, `_f`: means over pairs of
        precision and recall, and the harmonic mean of these two; `_exact`: share of pairs without
        any error; `_unmappable`: number of gold links between tokens that the prediction tokenises
        differently; they count as missed. All are None if no pair is annotated at the level.

    Example:
        >>> import spacy
        >>> from spacy.language import Language
        >>> from spacy.training import Example
        >>> from spacy_paraphrase import make_pair
        >>> from spacy_paraphrase.readers import PairRecord, record_to_doc, word_links
        >>> nlp = spacy.blank("en")
        >>> record = PairRecord(1, ("a", "cat"), ("cats",), words=word_links([(1, 0)]))
        >>> gold = record_to_doc(record, nlp)
        >>> score_alignments([Example(gold.copy(), gold)])["words_align_f"]
        1.0
    """
    from ..metrics import AlignmentMeasure, evaluate

    pairs: dict[Level, list[tuple[LinkSet, GoldLinks, int]]] = {level: [] for level in LEVELS}
    for example in examples:
        for level in LEVELS:
            if KEYS[level] in example.reference.spans:
                pairs[level].append(link_sets(example, level))
    scores: dict[str, float | None] = {}
    for level in LEVELS:
        numbers: dict[str, float | None] = {}
        if pairs[level]:
            predicted, gold, unmappable = zip(*pairs[level], strict=True)
            numbers |= evaluate(AlignmentMeasure(level, reference), predicted, gold).scores
            numbers["unmappable"] = sum(unmappable)
        for key, name in (_NUMBERS | {"unmappable": "unmappable"}).items():
            scores[f"{level}_align_{key}"] = numbers.get(name)
    return scores


def link_sets(example: Example, level: Level) -> tuple[LinkSet, GoldLinks, int]:
    """Return predicted links, gold links, and the number of gold links that cannot be mapped.

    The linked units (words, heads of phrases, chunks) are numbered, and the same unit has the same
    number in prediction and gold. Gold units stay on gold tokens; a predicted unit is the gold one
    that covers exactly its text, a word or head only if it is one token in both Docs.
    """
    from ..metrics import GoldLinks

    to_gold = example.alignment.x2y
    to_predicted = example.alignment.y2x
    numbers: defaultdict[Any, int] = defaultdict(count().__next__)
    gold: dict[bool, LinkSet] = {True: set(), False: set()}
    unmappable = 0
    for link in read_links(example.reference, level):
        for units in _units(link):
            gold[link.score > POSSIBLE].add((numbers[units[0]], numbers[units[1]]))
            unmappable += not all(_translate(level, u, to_predicted, to_gold) for u in units)
    predicted = set()
    for link in read_links(example.predicted, level):
        for units in _units(link):
            # What has no gold counterpart gets a number that no gold unit has.
            found = [_translate(level, u, to_gold, to_predicted) or ("none", u) for u in units]
            predicted.add((numbers[found[0]], numbers[found[1]]))
    return predicted, GoldLinks(gold[True], gold[False]), unmappable


def _units(link: Link) -> list[tuple[Unit, Unit]]:
    source = tuple(range(link.source.start, link.source.end))
    target = tuple(range(link.target.start, link.target.end))
    if link.level != "words":
        return [(source, target)]
    return [((i,), (j,)) for i, j in product(source, target)]


def _translate(level: Level, unit: Collection[int], forth: Any, back: Any) -> Unit | None:
    """Return the tokens of the other Doc with the same text as a unit, None if there are none."""
    other = sorted({int(j) for i in unit for j in forth[i]})
    if {int(i) for j in other for i in back[j]} != set(unit):
        return None
    return tuple(other) if level == "chunks" or len(other) == 1 else None
