import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.trees.tree import tree_from_heads


def test_several_roots_hang_under_a_virtual_one():
    tree = tree_from_heads([0, 0, 2])
    assert tree.virtual
    assert tree.root == 3
    assert tree.children[3] == (0, 2)
    assert tree.subtree(3) == [0, 1, 2]


@given(st.lists(st.integers(-2, 12), max_size=10))
def test_any_heads_give_a_tree(heads):
    tree = tree_from_heads(heads)
    n = len(tree)
    assert sorted(tree.order.tolist()) == list(range(n))
    assert sum(tree.heads < 0) == 1
    dominance = tree.dominance()
    for node in range(n):
        above = set()
        walk = node
        while walk >= 0:
            above.add(walk)
            walk = int(tree.heads[walk])
        assert set(np.flatnonzero(dominance[:, node])) == above
    for node in range(len(heads)):
        expected = np.flatnonzero(dominance[node, : len(heads)]).tolist()
        assert tree.subtree(node) == expected
