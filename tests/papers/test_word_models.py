"""Links learnt from pairs alone: spec 06 §6.1, test 4."""

from itertools import pairwise

import numpy as np
import pytest

from spacy_paraphrase.acquire.phrases import mine_phrases
from spacy_paraphrase.papers.word_models import (
    WordModel,
    _expected,
    _paths,
    link_words,
    with_links,
)
from spacy_paraphrase.readers import PairRecord

TOY = [(["a", "b"], ["x", "y"]), (["a"], ["x"])]


def test_spec_test_4_model_1():
    model = WordModel(TOY)
    model.train_lexicon(1)
    assert model.probability("x", "a") == 0.75
    assert model.probability("x", "b") == 0.5
    model.train_lexicon(1)
    told = [model.probability(*pair) for pair in (("x", "a"), ("x", "b"), ("y", "b"))]
    assert told == pytest.approx([0.8276, 0.375, 0.625], abs=5e-5)
    assert model.probability("y", "zebra") == model.probability("zebra", "a") == 0


def test_probabilities_of_a_word_add_up_to_one():
    model = WordModel([(["a", "b", "a"], ["x", "y"]), (["b", "c"], ["y", "z", "z"])])
    model.train_lexicon(3)
    model.train_jumps(3)
    for word in "abc":
        assert sum(model.probability(other, word) for other in "xyz") == pytest.approx(1)


def every_path(m, n):
    return np.stack(np.meshgrid(*[np.arange(n)] * m, indexing="ij"), -1).reshape(-1, m)


def test_expectations_and_best_paths_are_those_of_all_paths():
    chance = np.random.default_rng(0)
    for m, n in ((1, 3), (3, 1), (3, 2), (4, 3)):
        emitted = chance.random((2, m, n)) + 0.01
        steps = chance.random((n, n))
        steps /= steps.sum(axis=1, keepdims=True)
        shares, moves = _expected(emitted, steps)
        expected, wanted = np.zeros((2, m, n)), np.zeros((n, n))
        best = []
        for k in range(2):
            weights = []
            for path in every_path(m, n):
                weight = np.prod([emitted[k, j, i] for j, i in enumerate(path)]) / n
                weights.append(weight * np.prod([steps[pair] for pair in pairwise(path)]))
            weights = np.array(weights) / np.sum(weights)
            best.append(every_path(m, n)[weights.argmax()].tolist())
            for path, weight in zip(every_path(m, n), weights, strict=True):
                for j, i in enumerate(path):
                    expected[k, j, i] += weight
                for pair in pairwise(path):
                    wanted[pair] += weight
        np.testing.assert_allclose(shares, expected)
        np.testing.assert_allclose(moves, wanted, atol=1e-12)
        assert _paths(np.log(emitted), np.log(steps)) == best


def test_links_follow_from_what_comes_together():
    pairs = [
        ("the boy bought a car".split(), "the boy purchased a car".split()),
        ("she bought it".split(), "she purchased it".split()),
        ("A dog bought nothing".split(), "a dog purchased nothing".split()),
        ([], ["x"]),
    ]
    found = link_words(pairs)
    assert found[0] == {(k, k) for k in range(5)}
    assert found[1:] == [{(k, k) for k in range(3)}, {(k, k) for k in range(4)}, set()]
    turned = link_words([pair[::-1] for pair in pairs])
    assert turned == [{(j, i) for i, j in links} for links in found]
    assert link_words([]) == []


def test_learnt_links_give_phrases():
    texts = [("he bought it", "he purchased it"), ("we bought one", "we purchased one")]
    records = [PairRecord(k, *(tuple(t.split()) for t in pair)) for k, pair in enumerate(texts)]
    rows = list(mine_phrases(with_links(records)))
    (row,) = [row for row in rows if row["source"] == ["bought"]]
    assert (row["target"], row["count"]) == (["purchased"], 2)
