"""The judge computes the same from either side, and the same as what it was trained as."""

import numpy as np
import pytest

import spacy_paraphrase
from spacy_paraphrase.arrays import pack_arrays
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES, PAIR, SIDE
from spacy_paraphrase.relations.judge import HIDDEN, KIND, LETTERS, OUTER, Judge

PAIRS = (
    ("Two dogs chased a cat.", "A cat was chased by dogs."),
    ("Only members may vote.", "Guests may vote, if they are members."),
)


def weights(seed=0):
    """Return the file of a judge with random weights."""
    random = np.random.default_rng(seed)
    wide = len(NAMES) + LETTERS * len(LEXEMES)
    shapes = {
        "lexemes.weight": (4, LETTERS),
        "said.weight": (wide, HIDDEN),
        "by.weight": (wide, HIDDEN),
        "support.weight": (HIDDEN, 1),
        "guard.weight": (HIDDEN, 1),
        "hidden.weight": (4 * HIDDEN + 4 + 2 * len(SIDE) + len(PAIR), OUTER),
        "out.weight": (OUTER, 3),
    }
    arrays = {name: random.normal(0, 0.1, shape) for name, shape in shapes.items()}
    for name, shape in shapes.items():
        if name != "lexemes.weight":
            arrays[name.replace("weight", "bias")] = random.normal(0, 0.1, shape[1])
    arrays = {name: array.astype(np.float16) for name, array in arrays.items()}
    return pack_arrays(KIND, {"words": ["dog", "cat"]}, arrays)


@pytest.fixture(scope="module")
def nlp():
    return spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_exchanging_the_sides_exchanges_the_answer(nlp, source, target):
    component, judge = nlp.get_pipe("relation_classifier"), Judge(weights())
    with nlp.select_pipes(disable=["relation_classifier"]):
        docs = list(spacy_paraphrase.pipe_pairs(nlp, [(source, target), (target, source)]))
    one, other = (judge(component.evidence(doc)) for doc in docs)
    assert one.entails == pytest.approx(other.entailed, abs=1e-5)
    assert one.entailed == pytest.approx(other.entails, abs=1e-5)
    assert one.contradiction == pytest.approx(other.contradiction, abs=1e-5)
    assert 0 <= one.entails <= 1 - one.contradiction
    for k in (0, 1):
        assert one.support[k] == pytest.approx(other.support[1 - k], abs=1e-5)
        assert one.guard[k] == pytest.approx(other.guard[1 - k], abs=1e-5)


def test_with_a_judge_the_relation_is_what_it_says(nlp):
    component = nlp.get_pipe("relation_classifier")
    component.judge = judge = Judge(weights(1))
    try:
        with nlp.select_pipes(disable=["relation_classifier"]):
            (doc,) = spacy_paraphrase.pipe_pairs(nlp, [("A dog barks.", "A cat sleeps.")])
        said = judge(component.evidence(doc))
        relation = component(doc)._.relation
        assert relation.chances == pytest.approx((said.entails, said.entailed), abs=1e-6)
        assert relation.conflict == (said.contradiction > 0.5)
    finally:
        component.judge = None
