import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from spacy_paraphrase import make_pair, sides, swap
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.metrics import NLI
from spacy_paraphrase.ml.feature_tables import swap_rows
from spacy_paraphrase.ml.networks import (
    CLASSES,
    MIRROR,
    both_ways,
    build_relation_network,
    fitting,
    gradient,
)

E, N, C = NLI


@pytest.mark.parametrize(
    ("entails", "entailed", "fits"),
    [
        (E, E, {"restates"}),
        (E, N, {"specifies"}),
        (N, E, {"generalizes"}),
        (N, N, {"neither"}),
        (C, C, {"contradiction"}),
        (C, N, {"contradiction"}),
        (E, None, {"restates", "specifies"}),
        (None, N, {"specifies", "neither"}),
        (None, C, {"contradiction"}),
    ],
)
def test_the_classes_that_fit(entails, entailed, fits):
    found = {name for name, fit in zip(CLASSES, fitting(entails, entailed), strict=True) if fit}
    assert found == fits
    mirrored = fitting(entailed, entails)
    assert np.array_equal(fitting(entails, entailed)[MIRROR], mirrored)


def test_where_nothing_is_known():
    assert fitting(None, None) is None


@given(
    arrays.arrays(np.float64, (3, len(CLASSES)), elements=st.floats(-3, 3)),
    st.sampled_from([(E, E), (E, None), (None, N), (C, None)]),
)
def test_the_gradient_is_that_of_the_loss(logits, known):
    def loss(logits):
        raised = np.exp(logits)
        found = raised / raised.sum(1, keepdims=True)
        return gradient(found, fits)

    fits = np.repeat(fitting(*known)[None], 3, axis=0).astype(np.float64)
    step, value = loss(logits)
    for cell in ((0, 0), (1, 3), (2, 4)):
        moved = logits.copy()
        moved[cell] += 1e-5
        assert (loss(moved)[1] - value) / 1e-5 == pytest.approx(step[cell], abs=1e-3)


def test_both_ways():
    names = ("free.count.source", "free.count.target", "set.order")
    rows = np.array([[1.0, 2.0, 3.0]], np.float32)
    data, fits = both_ways(names, rows, fitting(E, N)[None])
    assert data.tolist() == [[1, 2, 3], [2, 1, 3]]
    assert fits.tolist() == [fitting(E, N).tolist(), fitting(N, E).tolist()]


def test_the_network_gives_probabilities():
    network = build_relation_network([4], 0.0)
    from spacy_paraphrase.ml.feature_tables import set_scale

    rows = np.random.default_rng(0).random((6, 3)).astype(np.float32)
    set_scale(network, rows)
    network.initialize(X=rows, Y=np.zeros((6, len(CLASSES)), np.float32))
    np.testing.assert_allclose(network.predict(rows).sum(1), 1, atol=1e-5)


@pytest.fixture(scope="module")
def features(nlp):
    def read(source, target, swapped=False):
        pipe = nlp.get_pipe("relation_classifier")
        doc = nlp(make_pair(nlp, source, target))
        found = pipe.features(pipe.compose(swap(doc)) if swapped else doc)
        return dict(zip(found.names, found.values.tolist(), strict=True))

    return read


def test_features_of_a_pair(features):
    found = features("A big dog is not barking loudly", "An animal is barking")
    assert found["mark.negation.source"] == found["mark.negation.differ"] == 1
    assert found["mark.negation.target"] == found["mark.negation.both"] == 0
    assert found["free.adjective.source"] == pytest.approx(1 / 3)
    assert found["free.adverb.source"] == pytest.approx(1 / 3)
    assert found["cover.all.target"] == 1
    assert found["linked.hyponym-of"] == pytest.approx(1 / 4)
    assert found["root.lemma"] == 1


def test_what_composition_says_is_among_the_features(features):
    found = features("The dog is not barking", "The dog is barking")
    assert found["composed.conflict"] == 1
    assert found["composed.entails.source"] < 0.5
    found = features("A woman plays a guitar", "A woman plays an instrument")
    assert found["composed.conflict"] == 0
    assert found["composed.entails.source"] > 0.5 > found["composed.entails.target"]
    assert found["composed.words.specifies"] > 0 == found["composed.words.generalizes"]


def test_who_does_what_to_whom(features):
    turned = features("The dog bites the man", "The man bites the dog")
    kept = features("The dog bites the man", "A dog bites a man")
    assert turned["set.content.equal"] == kept["set.content.equal"] == 1
    assert kept["edge.turned.source"] == 0 < turned["edge.turned.source"]


@pytest.mark.parametrize(
    "pair",
    [
        ("A big dog is not barking loudly", "An animal is barking"),
        ("There is no man in the garden", "Two men are sleeping"),
        ("!", "word"),
        ("Stocks fell. Bonds rose.", "Bonds rose while stocks fell."),
    ],
)
def test_features_turn_with_the_sides(features, pair):
    straight, other = features(*pair), features(*pair, swapped=True)
    names = tuple(straight)
    row = np.array([list(straight.values())], np.float32)
    np.testing.assert_allclose(swap_rows(names, row)[0], list(other.values()), atol=1e-4)
    assert all(-1e-6 <= value <= 1 + 1e-6 for value in straight.values())


def test_a_side_is_never_empty(nlp):
    """What features assume."""
    doc = nlp(make_pair(nlp, "a", "b"))
    assert all(len(Sentence(side)) for side in sides(doc))
