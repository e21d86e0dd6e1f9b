from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.ml.memory import entropy, gain_ratio, intervals, normalised_entropy

# The weather data of Quinlan 1986, *Induction of decision trees*, table 1.
WEATHER = """
sunny hot high false no
sunny hot high true no
overcast hot high false yes
rain mild high false yes
rain cool normal false yes
rain cool normal true no
overcast cool normal true yes
sunny mild high false no
sunny cool normal false yes
rain mild normal false yes
sunny mild normal true yes
overcast mild high true yes
overcast hot normal false yes
rain mild high true no
"""


@pytest.mark.parametrize(("feature", "expected"), [(0, 0.156), (1, 0.019), (2, 0.152), (3, 0.049)])
def test_weather(feature, expected):
    """Published figures; outlook for one: gain .940 - .694 = .247, split information 1.577."""
    table = np.array([line.split() for line in WEATHER.strip().splitlines()])
    assert gain_ratio(table[:, feature], table[:, 4]) == pytest.approx(expected, abs=5e-4)


def test_worked_by_hand():
    # Classes 3:1, H(C) = .811; a is 2:0 and b is 1:1, so .811 - .5 * 1 = .311, over 1 bit.
    values, classes = np.array(["a", "a", "b", "b"]), np.array([0, 0, 0, 1])
    assert gain_ratio(values, classes) == pytest.approx(0.811278 - 0.5, abs=1e-6)


def test_a_feature_that_says_nothing_has_no_weight():
    assert gain_ratio(np.array(["a", "a"]), np.array([0, 1])) == 0.0
    assert gain_ratio(np.array(["a", "b"]), np.array([0, 0])) == 0.0
    values, classes = np.array([0, 1] * 3), np.array([0, 0, 1, 1, 2, 2])
    assert gain_ratio(values, classes) == 0.0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=20))
def test_gain_ratio_is_that_of_the_formula(rows):
    def bits(items):
        return -sum(n / len(items) * log2(n / len(items)) for n in Counter(items).values())

    values, classes = zip(*rows, strict=True)
    gain = bits(classes)
    for value in set(values):
        subset = [c for v, c in rows if v == value]
        gain -= len(subset) / len(rows) * bits(subset)
    expected = gain / bits(values) if len(set(values)) > 1 else 0.0
    found = gain_ratio(np.array(values), np.array(classes))
    assert found == pytest.approx(expected, abs=1e-9)
    assert 0 <= found <= 1 + 1e-9


def test_entropy():
    assert entropy([1, 1]) == 1.0
    assert entropy([7, 0]) == 0.0
    assert entropy([0, 0]) == 0.0
    assert entropy([1, 1, 2]) == 1.5


def test_normalised_entropy():
    rows = [[5, 0, 0], [2, 2, 0], [1, 1, 1], [3, 1, 0], [1, 1, 2]]
    expected = [0.0, 1.0, 1.0, 0.811278, 1.5 / log2(3)]
    assert normalised_entropy(rows) == pytest.approx(expected, abs=1e-6)


def test_intervals_hold_as_many():
    numbers = np.random.default_rng(0).random(100)
    assert np.bincount(intervals(numbers)).tolist() == [5] * 20
    order = np.argsort(numbers)
    assert (np.diff(intervals(numbers)[order]) >= 0).all()


@given(st.lists(st.integers(0, 5), min_size=1, max_size=50))
def test_equal_numbers_share_an_interval(numbers):
    found = intervals(np.array(numbers))
    assert ((found >= 0) & (found < 20)).all()
    assert len({(n, i) for n, i in zip(numbers, found.tolist(), strict=True)}) == len(set(numbers))
