from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase.ml.feature_tables import swap_rows
from spacy_paraphrase.ml.span_decode import (
    CLASSES,
    MIRROR,
    RELATION_MASS,
    Balance,
    candidates,
    class_of,
    decide,
    decode,
    joint_parts,
    joint_units,
    second_pass,
    similarity,
)

EQUI = class_of("restates", 5)


def probabilities(aligned, kind=EQUI):
    aligned = np.asarray(aligned, dtype=float)
    result = np.zeros((*aligned.shape, len(CLASSES)))
    result[..., kind] = aligned
    result[..., 0] = 1 - aligned
    return result


def run(parts, aligned, where=None, sizes=None, **balance):
    source, target = parts
    found = probabilities(aligned)
    where = np.ones(found.shape[:2], bool) if where is None else where
    sizes = sizes or ([1.0 * len(p) for p in source], [1.0 * len(p) for p in target])
    links = decode(source, target, found, where, *map(np.array, sizes), Balance(**balance))
    return [(link.source, link.target) for link in links]


def test_one_to_one():
    parts = joint_parts(2, reach=0), joint_parts(2, reach=0)
    assert run(parts, [[0.9, 0.8], [0.8, 0.1]]) == [(0, 1), (1, 0)]
    assert run(parts, [[0.9, 0.1], [0.1, 0.2]]) == [(0, 0)]
    assert run(parts, [[0.1, 0.1], [0.1, 0.2]]) == []


def test_a_joint_link_wins_over_its_parts():
    parts = joint_parts(2), joint_parts(1)
    sizes = [1.0, 1.0, 2.0], [2.0]
    assert run(parts, [[0.9], [0.6], [0.95]], sizes=sizes) == [(2, 0)]
    assert run(parts, [[0.9], [0.1], [0.2]], sizes=sizes) == [(0, 0)]


def test_a_joint_link_does_not_cost_a_better_one():
    parts = joint_parts(2), joint_parts(2)
    aligned = np.zeros((3, 3))
    aligned[0, 0] = aligned[1, 1] = 0.95
    aligned[2, 0] = 0.7
    assert run(parts, aligned) == [(0, 0), (1, 1)]


def test_what_is_no_candidate_is_not_linked():
    parts = joint_parts(1), joint_parts(1)
    assert run(parts, [[0.9]], where=np.array([[False]])) == []


def test_a_link_has_class_score_and_similarity():
    parts = joint_parts(1)
    found = probabilities([[0.8]], class_of("specifies", 4))
    (link,) = decode(parts, parts, found, np.ones((1, 1), bool), np.ones(1), np.ones(1))
    assert CLASSES[link.kind] == ("specifies", 4)
    assert (link.score, link.similarity) == (pytest.approx(0.8), pytest.approx(0.8))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_each_part_is_used_once(n, m, seed):
    parts = joint_parts(n), joint_parts(m)
    aligned = np.random.default_rng(seed).random((len(parts[0]), len(parts[1])))
    links = run(parts, aligned)
    for side in (0, 1):
        used = [part for link in links for part in parts[side][link[side]]]
        assert len(used) == len(set(used))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 9999))
def test_single_units_are_assigned_exactly(n, m, seed):
    parts = joint_parts(n, reach=0), joint_parts(m, reach=0)
    aligned = np.random.default_rng(seed).random((n, m))
    balance = Balance(alignment=1.0)
    values = aligned - balance.aligned + 1e-3 * (aligned - 0.5)
    best = 0.0
    for choice in product([None, *range(m)], repeat=n):
        taken = [j for j in choice if j is not None]
        if len(taken) == len(set(taken)):
            best = max(best, sum(values[i, j] for i, j in enumerate(choice) if j is not None))
    found = sum(values[i, j] for i, j in run(parts, aligned, alignment=1.0))
    assert found == pytest.approx(best)


def test_joint_parts_and_units():
    parts = joint_parts(4, reach=2)
    assert parts[:4] == [(0,), (1,), (2,), (3,)]
    assert (0, 2) in parts
    assert (0, 3) not in parts
    assert joint_units([[0], [1, 2], [4]], [(0, 2)]) == [[0, 4]]


def test_candidates_need_likely_parts():
    parts = joint_parts(3), joint_parts(1)
    where = candidates(*parts, probabilities([[0.9], [0.3], [0.0]]))
    found = [part for part, (ok,) in zip(parts[0], where, strict=True) if ok]
    assert found == [(0,), (1,), (2,), (0, 1)]


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_second_pass_of_the_swapped_pair_is_mirrored(n, m, seed):
    parts = joint_parts(n), joint_parts(m)
    raw = np.random.default_rng(seed).random((n, m, len(CLASSES)))
    first = raw / raw.sum(2, keepdims=True)
    straight = second_pass(*parts, first)
    swapped = second_pass(*parts[::-1], first.transpose(1, 0, 2)[..., MIRROR])
    mirrored = swap_rows(straight.names, straight.rows).reshape(straight.values.shape)
    np.testing.assert_allclose(mirrored.transpose(1, 0, 2), swapped.values, atol=1e-5)


def test_second_pass_knows_rivals_and_neighbours():
    parts = joint_parts(2), joint_parts(2)
    found = second_pass(*parts, probabilities([[0.9, 0.3], [0.0, 0.8]]))
    cell = dict(zip(found.names, found.values[0, 0].tolist(), strict=True))
    assert cell["pass.best"] == pytest.approx(0.9)
    assert cell["pass.lead.source"] == pytest.approx(0.6)
    assert cell["pass.lead.target"] == pytest.approx(0.9)
    assert cell["pass.after"] == pytest.approx(0.8)
    assert cell["pass.before"] == 1.0
    assert cell["pass.elsewhere.restates"] == pytest.approx(0.4)


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
