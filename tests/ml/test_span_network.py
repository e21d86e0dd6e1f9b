import numpy as np
import pytest
from scipy.sparse import csr_matrix
from thinc.api import fix_random_seed

from spacy_paraphrase.ml.networks import Training, make_network, sparse_learner, train

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
        network.initialize(X=rows[:1])
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


def test_words_of_the_lexicon_are_learnt():
    """A class that only a word of the lexicon gives away."""
    random = np.random.default_rng(0)
    names = ["plain", *(f"lexicon.both.{k}" for k in range(WORDS))]
    rows = random.normal(size=(400, len(names))).astype(np.float32)
    rows[:, 1:] = random.random((400, WORDS)) < 0.3
    classes = rows[:, 3].astype(np.int64)
    settings = Training(batch=50, rate=0.02, networks=1, hidden=16)
    ensemble = train(names, rows, classes, np.arange(2), settings)
    assert (ensemble(rows).argmax(1) == classes).mean() > 0.95
