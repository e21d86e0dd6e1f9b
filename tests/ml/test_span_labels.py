import numpy as np
import pytest

from spacy_paraphrase.ml.span_decode import (
    CLASSES,
    MIRROR,
    RELATION_MASS,
    class_of,
    decide,
    similarity,
)


def distribution(**masses):
    result = np.zeros(len(CLASSES))
    for name, mass in masses.items():
        relation, score = name.rsplit("_", 1)
        result[class_of(relation, float(score))] = mass
    return result


def test_scores_move_to_the_nearest_that_the_relation_has():
    assert CLASSES[class_of("restates", 4)] == ("restates", 5)
    assert CLASSES[class_of("generalizes", 1)] == ("generalizes", 2)
    assert CLASSES[class_of("none", 0)] == ("none", 0)


def test_decision_is_the_expected_gain():
    # .4 · 1 for restates; for specifies 3: .3 · .8 + .2 · 1 = .44, for 4: .3 + .2 · .8 = .46
    found = distribution(restates_5=0.4, specifies_4=0.3, specifies_3=0.2, none_0=0.1)
    kind, gain = decide(found)
    assert CLASSES[int(kind)] == ("specifies", 4)
    assert gain == pytest.approx(0.46)


def test_none_gains_nothing():
    assert decide(distribution(none_0=1.0))[1] == 0.0


def test_similarity_given_a_link():
    assert similarity(distribution(none_0=0.5, restates_5=0.5)) == pytest.approx(1.0)
    found = distribution(intersects_1=0.5, intersects_3=0.5)
    assert similarity(found) == pytest.approx(0.4)
    assert similarity(distribution(none_0=1.0)) == 0.0


def test_mirror_inverts_relations_and_keeps_scores():
    assert (MIRROR[MIRROR] == np.arange(len(CLASSES))).all()
    assert MIRROR[class_of("specifies", 3)] == class_of("generalizes", 3)
    assert MIRROR[class_of("related", 3)] == class_of("related", 3)


def test_every_class_has_one_relation():
    assert (RELATION_MASS.sum(1) == 1).all()
