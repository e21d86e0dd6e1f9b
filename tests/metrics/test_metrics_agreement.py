import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.metrics import LabelMeasure, RelationMeasure, cohen_kappa, evaluate


def test_the_worked_example():
    """The four common links of the worked example of relations: .75 observed, .4375 by chance."""
    matrix = np.zeros((5, 5))
    matrix[0, 0], matrix[1, 0], matrix[2, 2] = 2, 1, 1
    assert cohen_kappa(matrix) == pytest.approx(0.5556, abs=1e-4)


def test_nothing_to_agree_on():
    assert cohen_kappa(np.zeros((3, 3))) is None
    assert cohen_kappa(np.diag([7, 0])) is None


def test_the_ends_of_the_scale():
    assert cohen_kappa(np.diag([3, 4])) == 1
    assert cohen_kappa(np.array([[1, 1], [1, 1]])) == 0
    assert cohen_kappa(np.array([[0, 2], [2, 0]])) == -1


cells = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=3, max_size=3)


@given(cells)
def test_the_annotators_are_alike(rows):
    matrix = np.array(rows)
    one, other = cohen_kappa(matrix), cohen_kappa(matrix.T)
    assert one == other if one is None else one == pytest.approx(other)


def test_measures_of_labels_have_it():
    gold = {(0, 0): "equals", (1, 1): "restates", (2, 2): "specifies", (3, 3): "equals"}
    pred = {(0, 0): "equals", (1, 1): "equals", (2, 2): "specifies", (3, 3): "equals"}
    more = {(4, 4): "intersects"}
    scores = evaluate(RelationMeasure(), [pred | more], [gold]).scores
    assert scores["kappa"] == pytest.approx(5 / 9)
    labels = ["neutral", "entailment", "neutral", "entailment"]
    assert evaluate(LabelMeasure(), labels, labels).scores["kappa"] == 1
