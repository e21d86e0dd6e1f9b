from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.render.layout import OccupancyMap, isotonic_positions, pack, ports, skyline

SIZE = 12
INTERVALS = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)).map(lambda p: tuple(sorted(p))),
    max_size=8,
)


@given(INTERVALS)
def test_skyline_keeps_overlapping_intervals_apart(intervals):
    levels = skyline(intervals, SIZE)
    for k, (a, b) in enumerate(intervals):
        assert levels[k] >= 1
        for m, (c, d) in enumerate(intervals[:k]):
            if max(a, c) <= min(b, d):
                assert levels[k] != levels[m]
            if b - a != d - c and a <= c and d <= b:
                assert levels[k] > levels[m]


def test_skyline_wastes_no_level():
    assert skyline([(0, 1), (2, 3), (0, 3)], 4) == [1, 1, 2]
    assert skyline([], 4) == []


@given(
    st.lists(st.integers(1, 50), min_size=1, max_size=8),
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(0, 200))),
)
def test_pack_is_the_tightest_row_that_fits(widths, apart):
    n = len(widths)
    needs = [(i, j, d) for i, j, d in apart if i < j < n]
    centres = pack(widths, 5, needs)
    bounds = [[width / 2] if k == 0 else [] for k, width in enumerate(widths)]
    for j in range(1, n):
        bounds[j].append(centres[j - 1] + (widths[j - 1] + widths[j]) / 2 + 5)
    for i, j, d in needs:
        bounds[j].append(centres[i] + d)
    assert centres == [max(each) for each in bounds]


@given(st.lists(st.integers(-100, 200), min_size=1, max_size=8))
def test_pull_is_isotonic_regression_within_bounds(wishes):
    centres = [10.0 * k for k in range(len(wishes))]
    shifts = [wish - centre for wish, centre in zip(wishes, centres, strict=True)]

    # min-max formula of isotonic regression, by brute force
    def best(i):
        return max(
            min(sum(shifts[a : b + 1]) / (b + 1 - a) for b in range(i, len(shifts)))
            for a in range(i + 1)
        )

    low, high = 0.0, 150.0
    expected = [
        c + min(max(best(i), low - centres[0]), high - centres[-1]) for i, c in enumerate(centres)
    ]
    assert isotonic_positions(centres, wishes, low, high) == pytest.approx(expected)


@given(st.lists(st.none() | st.integers(-100, 200), min_size=1, max_size=8))
def test_pull_never_squeezes(wishes):
    centres = [10.0 * k for k in range(len(wishes))]
    moved = isotonic_positions(centres, wishes, 0, 150)
    assert moved[0] >= -1e-9
    assert moved[-1] <= 150 + 1e-9
    assert all(b - a >= 10 - 1e-9 for a, b in pairwise(moved))


def test_boxes_without_a_wish_follow():
    assert isotonic_positions([0, 10, 20, 30], [None, 40, None, 90], 0, 100) == [30, 40, 50, 90]


def test_ports_of_a_word_are_apart_and_the_longest_is_innermost():
    arcs = [(0, 1), (0, 2), (0, 3), (2, 3)]
    offsets = ports(arcs, 4, room=14)
    from_first = [offsets[k][0] for k in range(3)]
    assert from_first == sorted(from_first, reverse=True)
    assert min(from_first) > 0
    assert len(set(from_first)) == 3
    assert max(from_first) <= 14
    # the other ends, in word 3: left of its middle
    assert offsets[3][1] < offsets[2][1] < 0


def test_crowd_keeps_labels_apart_and_off_lines():
    occupied = OccupancyMap()
    occupied.add_line((float(x), 50.0) for x in range(0, 100, 3))
    assert occupied.place([(50, 50), (50, 150)], 10) == (50, 150)
    assert occupied.place([(50, 150), (50, 250)], 10) == (50, 250)
    assert occupied.place([(50, 400), (50, 500)], 10) == (50, 400)
