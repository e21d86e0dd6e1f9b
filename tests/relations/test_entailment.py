import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spacy_paraphrase
from spacy_paraphrase.relations.entailment import (
    EntailmentCosts,
    ScopeArrays,
    coverage_discount,
    relate,
    unit_costs,
)

N, M = 4, 3
flags = st.booleans()
costs = st.sampled_from([0.0, 0.05, 0.5, 1.5, 3.0])


def scopes(n):
    rows = st.lists(
        st.tuples(
            st.integers(0, n - 1),
            st.lists(flags, min_size=n, max_size=n),
            st.lists(flags, min_size=n, max_size=n),
        ),
        max_size=3,
    )
    return rows.map(
        lambda rows: ScopeArrays(
            np.array([row[0] for row in rows], dtype=np.int64),
            np.array([row[1] for row in rows], dtype=bool).reshape(-1, n),
            np.array([row[2] for row in rows], dtype=bool).reshape(-1, n),
        )
    )


pieces = st.lists(
    st.tuples(st.integers(-1, N - 1), st.integers(-1, M - 1), costs, costs, costs, costs).filter(
        lambda row: max(row[:2]) >= 0
    ),
    max_size=8,
)


def masks(n):
    return st.lists(st.lists(flags, min_size=n, max_size=n), min_size=2, max_size=2).map(
        lambda rows: np.array(rows, dtype=bool)
    )


def entailment_costs(rows, swapped=False):
    table = np.array(rows, dtype=float).reshape(-1, 6)
    table = table[:, [1, 0, 3, 2, 5, 4]] if swapped else table
    tokens = table[:, :2].astype(np.int64)
    return EntailmentCosts(tokens, table[:, 2:4], table[:, 4:], tokens.min(axis=1) < 0)


@given(pieces, masks(N), masks(M), scopes(N), scopes(M), masks(N), masks(M))
def test_read_backwards_everything_is_inverted(rows, source, target, one, other, near, near2):
    found = unit_costs(entailment_costs(rows), source, target, (one, other), (near, near2))
    back = unit_costs(
        entailment_costs(rows, swapped=True), target, source, (other, one), (near2, near)
    )
    assert all(np.allclose(more, less[:, ::-1]) for more, less in zip(found, back, strict=True))


@given(pieces, masks(N), masks(M), scopes(N), scopes(M), masks(N), masks(M))
def test_exempt_costs_count_as_if_there_were_no_others(
    rows, source, target, one, other, near, near2
):
    some = [(*row[:4], 0.0, 0.0) for row in rows if min(row[:2]) < 0]
    _, kept = unit_costs(entailment_costs(rows), source, target, (one, other), (near, near2))
    assert np.allclose(
        kept, unit_costs(entailment_costs(some), source, target, (one, other), (near, near2))[0]
    )


@given(pieces, masks(N), masks(M), scopes(N), scopes(M), masks(N), masks(M))
def test_against_a_loop(rows, source, target, one, other, near, near2):
    """The arrays say what the definition says, piece by piece."""
    more, _ = unit_costs(entailment_costs(rows), source, target, (one, other), (near, near2))
    for k in range(2):
        expected = [0.0, 0.0]
        inside = [
            (i, j) for i, j, *_ in rows if (i < 0 or source[k, i]) and (j < 0 or target[k, j])
        ]
        joined = [{pair[side] for pair in inside} for side in range(2)]
        for i, j, mine, yours, split, split2 in rows:
            here = i >= 0 and source[k, i], j >= 0 and target[k, j]
            if (here[0] or i < 0) and (here[1] or j < 0):
                turns, unclear = [], False
                for token, scope, mask in ((i, one, source[k]), (j, other, target[k])):
                    if token >= 0:
                        ops = [o for o in range(len(scope.tokens)) if mask[scope.tokens[o]]]
                        turns.append(sum(scope.downward[o, token] for o in ops) % 2 == 1)
                        unclear |= any(scope.non_monotone[o, token] for o in ops)
                if unclear or len(set(turns)) > 1:
                    expected[0] += max(mine, yours)
                    expected[1] += max(mine, yours)
                else:
                    expected[int(turns[0])] += mine
                    expected[1 - int(turns[0])] += yours
            elif here[0] and i not in joined[0] and not near2[k, j]:
                expected[0] += split
            elif here[1] and j not in joined[1] and not near[k, i]:
                expected[1] += split2
        assert np.allclose(more[k], expected)


def test_relations():
    more = np.array([[0.1, 0.1], [2.0, 0.1], [0.1, 2.0], [2.0, 2.0], [0.0, 0.0]])
    same = np.array([False, False, False, False, True])
    assert relate(more, same) == ["restates", "specifies", "generalizes", "intersects", "equals"]


def test_of_long_units_that_share_much_a_little_is_said_again_elsewhere():
    more = np.array([[2.0, 0.9], [2.0, 0.9], [2.0, 0.9]])
    shared = np.array([6, 9, 40])
    nothing = np.zeros((3, 2))
    left = coverage_discount(more, nothing, shared)
    assert np.allclose(left, [[2.0, 0.9], [1.1, 0.0], [0.5, 0.0]])
    assert (coverage_discount(more[:, ::-1], nothing, shared) == left[:, ::-1]).all()
    # What is listed, numbers, names, what stands beside something else: said for its own sake.
    exempt = np.array([[0.0, 0.8], [0.0, 0.8], [2.0, 0.0]])
    assert np.allclose(
        coverage_discount(more, exempt, shared), [[2.0, 0.9], [1.1, 0.8], [2.0, 0.0]]
    )


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Three young men are playing soccer at the beach in red shorts while people watch.",
         "Three young giraffes are playing soccer at the beach in red shorts."),
        ("The old brown dog of the farmer ran through deep snow behind the house and barked.",
         "The old brown dog of the farmer ran through deep snow behind the house on Tuesday."),
    ],
)  # fmt: skip
def test_another_thing_and_a_date_of_its_own_are_news_in_a_long_pair(nlp, source, target):
    assert spacy_paraphrase.compare(source, target, nlp)._.relation.label == "intersects"
