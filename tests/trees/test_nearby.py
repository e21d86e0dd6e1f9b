import itertools

import numpy as np
import pytest

from spacy_paraphrase.trees.batch import Grid
from spacy_paraphrase.trees.word_alignment import joined, near, steps

PLACES = {1.0: [(1, 1)], 0.7: [(1, 2), (2, 1)], 0.25: [(3, 3)]}


def looked_up(links, combine, ends, sign):
    """What is linked near each pair, looked up cell by cell."""
    n, m = links.shape
    framed = {(-1, -1): ends, (n, m): ends}
    framed |= {(i, j): links[i, j] for i in range(n) for j in range(m)}
    result = np.zeros((n, m))
    for i, j in itertools.product(range(n), range(m)):
        there = [
            worth * framed.get((i - sign * down, j - sign * right), 0.0)
            for worth, places in PLACES.items()
            for down, right in places
        ]
        result[i, j] = combine(there)
    return result


@pytest.mark.parametrize(("ufunc", "combine"), [(np.maximum, max), (np.add, sum)])
def test_near_is_what_a_look_at_every_pair_gives(ufunc, combine):
    random = np.random.RandomState(0)
    grid = Grid([(1, 1), (1, 5), (4, 2), (7, 9)])
    links = random.rand(2, len(grid)) * (random.rand(2, len(grid)) < 0.3)
    before, behind = near(grid, links, steps(PLACES), 0.8, ufunc)
    for some, *found in zip(*map(grid.tables, (links, before, behind)), strict=True):
        for sign, values in zip((1, -1), found, strict=True):
            for k in range(2):
                assert np.allclose(values[k], looked_up(some[k], combine, 0.8, sign))


def test_joined_lets_free_words_join_the_link_beside_them():
    links = np.zeros((3, 3), dtype=bool)
    links[0, 0] = links[2, 1] = True
    alike = np.array([[1, 0, 1], [1, 0, 1], [0, 1, 0]], dtype=bool)
    # The second source word joins the first one; beside the third target word stands no link that
    # it is alike to.
    assert np.argwhere(joined(links, alike)).tolist() == [[0, 0], [1, 0], [2, 1]]
