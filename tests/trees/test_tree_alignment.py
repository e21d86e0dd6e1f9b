from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase.trees.tree import tree_from_heads
from spacy_paraphrase.trees.tree_alignment import align_phrases, match_trees


@st.composite
def trees(draw, largest=6):
    """Draw a rooted tree whose nodes stand in random linear order."""
    n = draw(st.integers(1, largest))
    parents = [draw(st.integers(0, i - 1)) if i else -1 for i in range(n)]
    names = draw(st.permutations(range(n)))
    heads = [-1] * n
    for i, parent in enumerate(parents):
        heads[names[i]] = names[parent] if parent >= 0 else -1
    return tree_from_heads(heads)


@st.composite
def problems(draw):
    source, target = draw(trees()), draw(trees())
    shape = (len(source), len(target))
    size = shape[0] * shape[1]
    matrices = [
        np.array(draw(st.lists(st.sampled_from(values), min_size=size, max_size=size)), float)
        for values in ([0, 0, 2, 5, 10], [0, 1])
    ]
    return source, target, *(matrix.reshape(shape) for matrix in matrices)


def brute_force(source, target, nodes, relations, skip=0.0):
    """The recursion as the paper words it: the maximum over all pairings, without assignment."""

    def pairings(left, right):
        for k in range(min(len(left), len(right)) + 1):
            for some in combinations(left, k):
                for others in permutations(right, k):
                    yield zip(some, others, strict=True)

    @lru_cache(None)
    def score(v, w):
        matched = max(
            sum(relations[i, j] + score(i, j) for i, j in pairing)
            for pairing in pairings(source.children[v], target.children[w])
        )
        options = [nodes[v, w] + matched]
        options += [score(i, w) - skip for i in source.children[v]]
        options += [score(v, j) - skip for j in target.children[w]]
        return max(options)

    return score(source.root, target.root)


def dominates(tree, above, below):
    return bool(tree.dominance()[above, below])


@given(problems(), st.sampled_from([0.0, 0.5, 3.0]))
@settings(max_examples=150)
def test_equals_brute_force(problem, skip):
    assert match_trees(*problem, skip)[0] == brute_force(*problem, skip)


@given(problems())
def test_pairs_are_one_to_one_and_keep_ancestors(problem):
    source, target, nodes, relations = problem
    value, pairs = match_trees(source, target, nodes, relations)
    assert len({v for v, _ in pairs}) == len({w for _, w in pairs}) == len(pairs)
    for (v, w), (x, y) in combinations(pairs, 2):
        assert dominates(source, v, x) == dominates(target, w, y)
        assert dominates(source, x, v) == dominates(target, y, w)
    # The pairs are worth the value but for edges; pairs worth their edge alone are left out.
    total = sum(nodes[v, w] for v, w in pairs)
    assert total <= value <= total + min(len(source), len(target))
    if not relations.any():
        assert value == total


@given(problems())
def test_symmetric(problem):
    source, target, nodes, relations = problem
    forth = match_trees(source, target, nodes, relations)[0]
    back = match_trees(target, source, nodes.T, relations.T)[0]
    assert forth == back


def test_virtual_roots_are_matched_but_not_returned():
    forest = tree_from_heads([0, 1])
    value, pairs = match_trees(forest, forest, np.eye(2), np.zeros((2, 2)))
    assert (value, sorted(pairs)) == (2.0, [(0, 0), (1, 1)])


def test_a_forest_aligns_with_a_single_tree():
    # "He came. She left." / "He came": the first sentence is all that matches.
    forest, tree = tree_from_heads([1, 1, 3, 3]), tree_from_heads([1, 1])
    nodes = np.zeros((4, 2))
    nodes[0, 0] = nodes[1, 1] = 5
    assert sorted(match_trees(forest, tree, nodes, nodes * 0)[1]) == [(0, 0), (1, 1)]


def align(source, target, links, same_label=None):
    matrix = np.zeros((len(source), len(target)))
    for i, j in links:
        matrix[i, j] = 1.0
    labels = np.zeros_like(matrix) if same_label is None else same_label
    weights = np.ones(len(source)), np.ones(len(target))
    found = align_phrases(
        tree_from_heads(source), tree_from_heads(target), matrix, *weights, labels
    )
    return {(v, w): similarity for v, w, similarity in found}


def test_identical_trees_align_phrase_by_phrase():
    heads = [1, 2, 2, 4, 2]
    links = [(i, i) for i in range(5)]
    assert align(heads, heads, links) == {(i, i): 1.0 for i in range(5)}


def test_phrases_of_different_heads_align_by_their_place():
    # "daily coffee reduces" / "cups of coffee reduce": subject to subject, whatever its head.
    source, target = [1, 2, -1], [3, 0, 1, -1]
    labels = np.zeros((3, 4))
    labels[1, 0] = labels[2, 3] = 1.0
    found = align(source, target, [(1, 2), (2, 3)], labels)
    assert found == {(1, 0): 2 / 5, (2, 3): 4 / 7}
    # Without labels the coffee under "cups" is nearer.
    assert align(source, target, [(1, 2), (2, 3)]) == {(1, 2): 2 / 3, (2, 3): 4 / 7}


def test_places_are_known_from_the_phrases_of_the_first_round():
    # "eat [fine [fresh fish]]" / "devour [good [fish fillets]]": no verb is linked, its phrase is.
    source, target = [-1, 0, 3, 1], [-1, 0, 3, 1]
    labels = np.eye(4)
    assert (1, 1) in align(source, target, [(3, 2), (2, 3)], labels)


def test_nothing_shared_nothing_linked():
    assert align([1, -1], [1, -1], []) == {}


def test_virtual_roots_are_no_phrases():
    assert align([0, 1], [0, 1], [(0, 0), (1, 1)]) == {(0, 0): 1.0, (1, 1): 1.0}
