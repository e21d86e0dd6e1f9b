"""The measures of judgements, beside brute force and scikit-learn."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

METRICS = pytest.importorskip("sklearn.metrics")
# Few values, so that many are equal.
items = st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.5, 0.55, 1.0]), st.booleans()), max_size=40)


@pytest.fixture(scope="module")
def measures(judge):
    return judge.measures


def columns(some):
    scores, positive = zip(*some, strict=True) if some else ((), ())
    return np.array(scores, float), np.array(positive, bool)


def test_calibration_error_by_hand(measures):
    sure = np.array([0.95, 0.95, 0.15, 1.0])
    right = np.array([True, False, False, True])
    # 2.9 said and 2 true in the last bin, .15 said and none true in another.
    assert measures.calibration_error(sure, right) == pytest.approx((0.9 + 0.15) / 4)
    assert np.isnan(measures.calibration_error(sure[:0], right[:0]))


@given(items)
def test_calibration_error_as_in_bins(measures, some):
    sure, right = columns(some)
    if not some:
        return
    gaps = [
        abs(sum(s - r for s, r in zip(sure, right, strict=True) if min(int(s * 10), 9) == k))
        for k in range(10)
    ]
    assert measures.calibration_error(sure, right) == pytest.approx(sum(gaps) / len(sure))


@given(items)
def test_balanced(measures, some):
    scores, yes = columns(some)
    found = scores > 0.5
    if len(set(yes.tolist())) < 2:
        assert np.isnan(measures.balanced(found, yes))
    else:
        expected = METRICS.balanced_accuracy_score(yes, found)
        assert measures.balanced(found, yes) == pytest.approx(expected)


@given(items)
def test_auc(measures, some):
    scores, positive = columns(some)
    if len(set(positive.tolist())) < 2:
        assert np.isnan(measures.auc(scores, positive))
    else:
        expected = METRICS.roc_auc_score(positive, scores)
        assert measures.auc(scores, positive) == pytest.approx(expected)


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.9]), st.booleans(), st.sampled_from("abc"))))
def test_before_within_groups(measures, some):
    scores, positive = columns([item[:2] for item in some])
    groups = [item[2] for item in some]
    won = [
        (one > other) + 0.5 * (one == other)
        for (one, yes, mine), (other, no, theirs) in product(some, some)
        if yes and not no and mine == theirs
    ]
    found = measures.before(scores, positive, groups)
    assert found.pairs == len(won)
    assert found.share == pytest.approx(np.mean(won)) if won else np.isnan(found.share)


@given(items, st.sampled_from([0.05, 0.5, 0.85, 1.0]))
def test_threshold_is_the_highest_that_keeps_so_many(measures, some, share):
    scores, _ = columns(some)
    if not some:
        assert np.isnan(measures.threshold_keeping(scores, share))
        return
    threshold = measures.threshold_keeping(scores, share)
    assert (scores >= threshold).mean() >= share
    above = scores[scores > threshold]
    assert len(above) / len(scores) < share


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_words_found(measures, some):
    found, marked = (np.array(column) for column in zip(*some, strict=True))
    if found.any() and marked.any():
        expected = METRICS.precision_recall_fscore_support(marked, found, average="binary")[:3]
        assert measures.words_found(found, marked)[:3] == pytest.approx(expected)


def test_nothing_marked_and_nothing_found(measures):
    none, some = np.zeros(3, bool), np.array([True, False, False])
    assert measures.words_found(none, none).f == 1
    assert measures.words_found(none, some).f == 0
    assert measures.words_found(some, none).f == 0
