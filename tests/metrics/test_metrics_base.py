import numpy as np
import pytest

import spacy_paraphrase.metrics as metrics
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import AlignmentMeasure, Measure, evaluate, pooled_prf, prf
from spacy_paraphrase.metrics.measures import set_scores, stats_matrix


def test_public_names_exist():
    assert all(hasattr(metrics, name) for name in metrics.__all__)


@pytest.mark.parametrize(
    ("gold", "predicted", "correct", "expected"),
    [
        (0, 0, 0, (1, 1, 1, 1)),
        (2, 0, 0, (0, 0, 0, 0)),
        (0, 2, 0, (0, 0, 0, 0)),
        (2, 4, 0, (0, 0, 0, 0)),
        (2, 4, 1, (0.25, 0.5, 1 / 3, 0)),
        (2, 2, 2, (1, 1, 1, 1)),
        (2, 3, 2, (2 / 3, 1, 0.8, 0)),
    ],
)
def test_zero_denominators(gold, predicted, correct, expected):
    assert prf(gold, predicted, correct) == pytest.approx(expected)


def test_pooled_counts_without_any_item_have_no_score():
    assert pooled_prf(0, 0, 0) is None
    assert pooled_prf(0, 1, 0) == (0, 0, 0, 0)
    assert pooled_prf(1, 0, 0) == (0, 0, 0, 0)


def test_a_prediction_of_possible_links_alone_is_right_where_no_link_is_sure():
    assert prf(gold=0, predicted=2, correct=2, found=0) == (1, 1, 1, 1)
    assert prf(gold=0, predicted=2, correct=1, found=0) == (0.5, 0, 0, 0)


def test_micro_and_macro():
    golds = [{(0, 0), (1, 1)}, {(0, 0), (1, 1), (2, 2)}, {(0, 0)}]
    preds = [{(0, 0), (1, 2)}, {(0, 0), (1, 1), (2, 2)}, set()]
    measure: Measure = AlignmentMeasure()
    result = evaluate(measure, preds, golds)
    expected = {
        "micro_precision": 0.8,
        "micro_recall": 2 / 3,
        "micro_f": 0.7272727,
        "macro_precision": 0.5,
        "macro_recall": 0.5,
        "macro_f": 0.5,
        "macro_mean_f": 0.5,
        "exact": 1 / 3,
    }
    assert {key: result.scores[key] for key in expected} == pytest.approx(expected)
    assert result.stats.shape == (3, 10)
    assert (result.name, result.signature) == (measure.name, measure.signature())


def test_macro_f_is_not_the_mean_of_f():
    scores = evaluate(AlignmentMeasure(), [{(0, 0)}, {(0, 0)}], [{(0, 0)}, {(0, 0), (1, 1)}]).scores
    assert scores["macro_f"] == pytest.approx(2 * 0.75 / 1.75)
    assert scores["macro_mean_f"] == pytest.approx((1 + 2 / 3) / 2)


def test_a_corpus_without_links_has_macro_scores_only():
    scores = evaluate(AlignmentMeasure(), [set()], [set()]).scores
    assert scores["micro_f"] is None
    assert scores["macro_f"] == scores["exact"] == 1
    assert scores["aer"] == 0


def test_gold_without_prediction_scores_zero():
    scores = evaluate(AlignmentMeasure(), [set()], [{(0, 0)}]).scores
    assert scores["micro_f"] == scores["macro_f"] == 0


def test_sums_of_no_pair_have_no_score():
    assert set(set_scores([0] * 9).values()) == {None}


def test_lengths_must_agree():
    with pytest.raises(ParaphraseError, match=r"P202.*1 predictions for 2") as info:
        evaluate(AlignmentMeasure(), [set()], [set(), set()])
    assert info.value.code == "P202"


def test_a_corpus_needs_a_pair():
    with pytest.raises(ParaphraseError, match="P203"):
        evaluate(AlignmentMeasure(), [], [])


@pytest.mark.parametrize(
    "stats", [[], [[]], [1, 2], [[1, 2], [1]], [["a"]], [[float("nan")]], np.zeros((2, 2, 2))]
)
def test_malformed_statistics(stats):
    with pytest.raises(ParaphraseError, match="P203"):
        stats_matrix(stats)
