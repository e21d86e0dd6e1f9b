import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import CalibrationMeasure, evaluate

predictions = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=20)


def run(pairs, bins=10):
    return evaluate(CalibrationMeasure(bins), [p for p, _ in pairs], [g for _, g in pairs])


def test_a_worked_example():
    result = run([(0.95, True), (0.95, False), (0.15, False), (1.0, True)])
    bins = CalibrationMeasure().reliability(result.stats.sum(0))
    assert [b.size for b in bins] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 3]
    assert bins[9].confidence == pytest.approx(2.9 / 3)
    assert bins[9].accuracy == pytest.approx(2 / 3)
    assert (bins[0].confidence, bins[0].accuracy) == (None, None)
    assert result.scores["ece"] == pytest.approx((0.15 + 0.9) / 4)
    assert result.scores["max_error"] == pytest.approx(0.3)
    assert result.scores["brier"] == pytest.approx((0.0025 + 0.9025 + 0.0225) / 4)


@given(predictions, st.integers(1, 12))
def test_bounds_and_means(pairs, bins):
    scores = run(pairs, bins).scores
    p, right = (np.array([pair[k] for pair in pairs], dtype=float) for k in (0, 1))
    assert scores["brier"] == pytest.approx(np.mean((p - right) ** 2))
    assert scores["accuracy"] == pytest.approx(right.mean())
    assert scores["confidence"] == pytest.approx(p.mean())
    # The gaps of bins cannot be smaller than that of the whole.
    gap = abs(scores["confidence"] - scores["accuracy"])
    assert gap - 1e-9 <= scores["ece"] <= scores["max_error"] + 1e-9 <= 1 + 2e-9


def test_one_bin_is_the_difference_of_the_means():
    assert run([(0.5, True), (0.9, True)], bins=1).scores["ece"] == pytest.approx(0.3)


def test_bad_input():
    for pred in (-0.1, 1.1, float("nan")):
        with pytest.raises(ParaphraseError, match="P207"):
            CalibrationMeasure().stats(pred, True)
    for bins in (0, 2.5, True):
        with pytest.raises(ParaphraseError, match="P207"):
            CalibrationMeasure(bins)
