import numpy as np
import pytest
from scipy.sparse import csr_matrix
from thinc.api import Adam, fix_random_seed

from spacy_paraphrase.ml.ensembles import Ensemble, Moments, Scaling, make_network, sparse_learner

DENSE, WORDS, CLASSES = 5, 8, 3


@pytest.fixture
def rows():
    random = np.random.default_rng(0)
    found = random.normal(size=(20, DENSE + WORDS)).astype(np.float32)
    found[:, DENSE:] = random.random((20, WORDS)) < 0.2
    return found


def test_sparse_columns_teach_what_dense_ones_do(rows):
    """Same output, same gradients of all weights."""
    apart = rows[:, :DENSE].copy(), csr_matrix(rows[:, DENSE:])
    results = []
    for adapt, inputs in ((lambda network: network, rows), (sparse_learner, apart)):
        fix_random_seed(0)
        network = make_network(DENSE + WORDS, CLASSES, hidden=4, dropout=0.0)
        # It begins with zeros, which no gradient passes.
        last = np.random.default_rng(1).normal(size=(CLASSES, 4)).astype(np.float32)
        network.layers[-1].set_param("W", last)
        output, backprop = adapt(network).begin_update(inputs)
        backprop((output - np.eye(CLASSES, dtype=np.float32)[np.arange(20) % CLASSES]) / 20)
        hidden = network.layers[0].layers[0]
        results.append((output, hidden.get_grad("W"), hidden.get_grad("b")))
    for one, other in zip(*results, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)
        assert np.abs(one).max() > 0


def taught(names, rows, classes, *, hidden=16, rate=0.02, **dropout):
    """Return an ensemble of one network after 30 epochs of batches of 50."""
    fix_random_seed(0)
    words = sum(name.startswith("lexicon.") for name in names)
    moments = Moments(names[: len(names) - words])
    moments.add(rows[:, : len(names) - words])
    scaling = Scaling.join([moments.scaling(), Scaling.of_words(words)])
    network = make_network(len(names), 2, hidden, 0.25)
    ensemble = Ensemble(tuple(names), scaling, (network,), np.arange(2))
    random, optimizer, losses = np.random.default_rng(0), Adam(rate), []
    for _ in range(30):
        order = random.permutation(len(rows))
        for start in range(0, len(rows), 50):
            batch = order[start : start + 50]
            losses.append(ensemble.teach(rows[batch], classes[batch], **dropout))
            network.finish_update(optimizer)
    assert losses[-1] < losses[0]
    return ensemble


def test_words_of_the_lexicon_are_learnt():
    """A class that only a word of the lexicon gives away."""
    random = np.random.default_rng(0)
    names = ["plain", *(f"lexicon.both.{k}" for k in range(WORDS))]
    rows = random.normal(size=(400, len(names))).astype(np.float32)
    rows[:, 1:] = random.random((400, WORDS)) < 0.3
    classes = rows[:, 3].astype(np.int64)
    ensemble = taught(names, rows, classes, word_dropout=0.5)
    assert (ensemble(rows).argmax(1) == classes).mean() > 0.95


def test_one_set_of_weights_with_and_without_a_group():
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 400)
    names = ("words.a", "encoder.a", "encoder.present")
    noisy = np.where(random.random(400) < 0.8, truth, 1 - truth)
    rows = np.stack([noisy, truth, np.ones(400)], axis=1).astype(np.float32)
    dropout = {"encoder": 0.3, "never there": 0.5}
    network = taught(names, rows, truth.astype(np.int64), hidden=8, group_dropout=dropout)
    without = rows * np.array([1, 0, 0], np.float32)
    assert (network(rows).argmax(1) == truth).mean() > 0.97
    assert (network(without).argmax(1) == noisy).mean() > 0.97


def test_scaling_leaves_words_and_constants_in_place():
    rows = np.array([[1, 5, 0], [3, 5, 1]], dtype=np.float32)
    moments = Moments(("a.x", "a.y"))
    for row in rows:
        moments.add(row[None, :2])
    scaled = Scaling.join([moments.scaling(), Scaling.of_words(1)])(rows)
    assert scaled.tolist() == [[-1, 0, 0], [1, 0, 2]]


def test_what_was_never_there_says_nothing():
    moments = Moments(("a.x",))
    moments.add(np.zeros((3, 1), np.float32))
    assert moments.scaling()(np.ones((1, 1), np.float32)).tolist() == [[0.0]]
