"""Acceptance tests S17 to S19: numbers, information, WordNet, best partners, trees."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase.scoring import word_overlap
from spacy_paraphrase.scoring.trees import tree_distance, tree_similarity

DOGS_BARK_LOUDLY = ["dog", "bark", "loudly"], [1, -1, 1], ["nsubj", "root", "advmod"]
DOGS_BARK = ["dog", "bark"], [1, -1], ["nsubj", "root"]
CATS_BARK = ["cat", "bark"], [1, -1], ["nsubj", "root"]
MEN_CHASE_DOGS = ["man", "chase", "dog"], [1, -1, 1], ["nsubj", "root", "dobj"]
DOGS_CHASE_MEN = ["dog", "chase", "man"], [1, -1, 1], ["nsubj", "root", "dobj"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        *((*pair.split("~"), True) for pair in ("2.3~2.30", "2.34~2.3", "1,000~1000", "10~10.0")),
        *((*pair.split("~"), True) for pair in ("157.1~157", "2~2.4", "0~0.4", "2~2.6")),
        *((*pair.split("~"), False) for pair in ("2.36~2.3", "100~101", "0~1", "5-6~5")),
        ("2.5", "3.5", False),
    ],
)
def test_same_number(one, other, same):
    assert word_overlap.same_number(one, other) == word_overlap.same_number(other, one) == same


def test_strict_numbers():
    assert not word_overlap.same_number("2", "2.6", strict=True)


def test_weighted_overlap():
    ic = {"a": 1, "b": 2, "c": 4, "d": 3}
    assert word_overlap.weighted_overlap("abc", "bccd", ic.__getitem__) == pytest.approx(0.6)


def test_number_match():
    _, f, subset = word_overlap.number_match(["3", "men"], ["3", "of", "5"])
    assert f == pytest.approx(2 / 3)
    assert subset == 1
    assert word_overlap.number_match(["men"], ["dogs"])[1:] == (1.0, 0.0)
    assert word_overlap.number_match(["3"], ["men"])[1:] == (0.0, 0.0)


def test_best_match_is_no_greedy_one():
    table = np.array([[0.9, 0.8, 0.0], [0.8, 0.1, 0.0]])
    assert word_overlap.best_match(table) == pytest.approx(0.64)


@pytest.mark.parametrize(
    ("one", "other", "pos", "edges", "chain"),
    [
        ("dog", "cat", "NOUN", 4, 0.5576),
        ("car", "automobile", "NOUN", 0, 1.0),
        ("agreement", "consensus", "NOUN", 1, 0.8094),
        ("man", "person", "NOUN", 1, 0.8094),
        ("predict", "forecast", "VERB", 0, 1.0),
        ("increase", "rise", "VERB", 1, 0.7873),
        ("guitar", "flute", "NOUN", 5, 0.5074),
    ],
)
def test_wordnet(one, other, pos, edges, chain):
    assert word_overlap.edges_between("en", *sorted((one, other)), pos) == edges
    assert word_overlap.chain_similarity("en", one, other, pos) == pytest.approx(chain, abs=1e-4)
    assert word_overlap.path_similarity("en")((one, pos), (other, pos)) == 1 / (1 + edges)


def test_without_lexical_data_letters_count():
    similarity = word_overlap.word_similarity("xx")
    assert similarity(("color", "NOUN"), ("colour", "NOUN")) == pytest.approx(5 / 6)
    assert word_overlap.path_similarity("xx")(("dog", "NOUN"), ("cat", "NOUN")) == 0


@pytest.mark.parametrize(
    ("one", "other", "distance", "similarity"),
    [
        (DOGS_BARK_LOUDLY, DOGS_BARK, 2, 0.75),
        (DOGS_BARK, CATS_BARK, 1, 0.8333),
        (DOGS_BARK_LOUDLY, CATS_BARK, 3, 0.625),
        (MEN_CHASE_DOGS, DOGS_CHASE_MEN, 1, 0.9),
    ],
)
def test_tree_distance(one, other, distance, similarity):
    both = tuple(zip(one, other, strict=True))
    assert tree_distance(*both) == pytest.approx(distance)
    assert tree_similarity(*both) == pytest.approx(similarity, abs=1e-4)


@st.composite
def trees(draw):
    n = draw(st.integers(1, 5))
    heads = [-1, *(draw(st.integers(0, i - 1)) for i in range(1, n))]
    labels = [draw(st.sampled_from("abc")) for _ in range(n)]
    return labels, heads, [draw(st.sampled_from("xy")) for _ in range(n)]


@given(trees(), trees())
@settings(max_examples=60, deadline=None)
def test_the_tree_distance_is_a_lower_bound(one, other):
    graphs = []
    for labels, heads, relations in (one, other):
        graph = nx.DiGraph()
        for i, label in enumerate(labels):
            graph.add_node(i, label=label)
        for i, head in enumerate(heads):
            if head >= 0:
                graph.add_edge(head, i, label=relations[i])
        graphs.append(graph)
    exact = nx.graph_edit_distance(
        *graphs,
        node_match=lambda a, b: a["label"] == b["label"],
        edge_match=lambda a, b: a["label"] == b["label"],
    )
    assert tree_distance(*zip(one, other, strict=True)) <= exact + 1e-9
