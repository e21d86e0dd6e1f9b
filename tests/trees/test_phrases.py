import numpy as np

from spacy_paraphrase.trees.tree import tree_from_heads
from spacy_paraphrase.trees.tree_alignment import align_phrases


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
