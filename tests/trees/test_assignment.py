from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.trees.assignment import assign, assign_all, best_pairing, greedy
from spacy_paraphrase.trees.pair_batch import RaggedBatch

matrices = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(0, 9).map(float), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


def brute_force(weights):
    array = np.array(weights)
    if array.shape[0] > array.shape[1]:
        array = array.T
    n, m = array.shape
    return max(sum(array[i, p[i]] for i in range(n)) for p in permutations(range(m), n))


@given(matrices)
def test_both_solvers_reach_the_best_sum(weights):
    best = brute_force(weights)
    value, cells = best_pairing(weights)
    assert value == best == sum(weights[i][j] for i, j in cells)
    assert sum(weights[i][j] for i, j in assign(np.array(weights))) == best
    for pairing in (cells, assign(np.array(weights))):
        for k in (0, 1):
            assert len({cell[k] for cell in pairing}) == len(pairing)


@given(st.lists(matrices, min_size=1, max_size=4))
def test_several_tables_are_solved_as_well_as_one(some):
    tables = [np.array(weights) for weights in some]
    batch = RaggedBatch([table.shape for table in tables])
    cells = assign_all(batch, np.concatenate([table.ravel() for table in tables]))
    for table, found in zip(tables, batch.places(cells), strict=True):
        assert sum(table[cell] for cell in found) == brute_force(table.tolist())
        for k in (0, 1):
            assert len({cell[k] for cell in found}) == len(found)


def test_assign_leaves_out_what_is_worth_nothing():
    assert assign(np.array([[0.0, -1.0], [2.0, 0.0]])) == [(1, 0)]
    assert assign(np.zeros((0, 3))) == []


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        (["a", "a"], ["a"], [(0, 0)]),
        (["a"], ["a", "a"], [(0, 0)]),
        (["b", "a"], ["a", "b"], [(0, 1), (1, 0)]),
        ([None, "a"], [None, "b"], []),
    ],
)
def test_greedy(source, target, links):
    assert greedy(source, target) == links
