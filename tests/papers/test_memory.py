import io
from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.papers import memory as module
from spacy_paraphrase.papers.memory import (
    Memory,
    downsample,
    gain_ratio,
)

LABELS = ["equals", "restates", "none"]


# The weather data of Quinlan 1986, *Induction of decision trees*, table 1.
WEATHER = """
sunny hot high false no
sunny hot high true no
overcast hot high false yes
rain mild high false yes
rain cool normal false yes
rain cool normal true no
overcast cool normal true yes
sunny mild high false no
sunny cool normal false yes
rain mild normal false yes
sunny mild normal true yes
overcast mild high true yes
overcast hot normal false yes
rain mild high true no
"""


def no_symbols(n):
    return np.zeros((n, 0), np.int64)


def at(*places):
    """Return instances that differ in as many features as their places are apart, up to 9."""
    return [["b"] * place + ["a"] * (9 - place) for place in places]


def stored_at(places, labels):
    """Return a memory of instances at these places, all features of which weigh the same."""
    return Memory(**{**vars(Memory.fit(at(*places), labels)), "weights": np.ones(9)})


def brute_force(symbols, labels, weights, query, k):
    """Return the class and its votes for one query, from whole distances in plain Python."""
    units = [round(w * 2**30 / sum(weights)) if sum(weights) else 0 for w in weights]
    distances = [
        sum(unit * (a != b) for unit, a, b in zip(units, names, query, strict=True))
        for names in symbols
    ]
    steps = sorted(set(distances))

    def votes(k):
        near = set(steps[:k])
        return Counter(c for c, d in zip(labels, distances, strict=True) if d in near)

    first = votes(k)
    best = [c for c in first if first[c] == max(first.values())]
    if len(best) > 1:
        more = votes(k + 1)
        best = [c for c in more if more[c] == max(more.values())]
    frequency = Counter(labels)
    return max(best, key=lambda c: (frequency[c], -labels.index(c))), first


ROWS = st.lists(
    st.tuples(*map(st.sampled_from, ("abc", "xy", "pqrs", "01234", LABELS))),
    min_size=1,
    max_size=12,
)


@settings(deadline=None)
@given(ROWS, ROWS, st.integers(1, 4))
def test_brute_force(rows, queries, k):
    """Whatever the block sizes, results are those of comparing each query with each instance."""
    symbols, labels = [row[:4] for row in rows], [row[4] for row in rows]
    stored = Memory.fit(symbols, labels)
    # Values that are not stored may occur in queries.
    asked = [("new" if i == 0 else row[0], *row[1:4]) for i, row in enumerate(queries)]
    found = stored.predict(asked, k)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_QUERIES", 2)
        patch.setattr(module, "_TILE", 3)
        again = stored.predict(asked, k)
    for one, other in zip(found, again, strict=True):
        assert (one == other).all()
    for i, query in enumerate(asked):
        label, votes = brute_force(symbols, labels, stored.weights.tolist(), query, k)
        assert found.classes[i] == label
        expected = [votes[c] / votes.total() for c in stored.labels]
        assert found.distribution[i] == pytest.approx(expected)


def test_weights_are_gain_ratios():
    symbols = [["a", "x"], ["a", "y"], ["b", "x"], ["b", "y"]]
    stored = Memory.fit(symbols, ["equals"] * 2 + ["none"] * 2)
    assert stored.weights.tolist() == [1.0, 0.0]
    found = stored.predict([["a", "new"]], k=1)
    assert found.classes.tolist() == ["equals"]
    assert found.distribution.tolist() == [[1.0, 0.0]]


def test_costs():
    labels = ["equals", "none", "none", "none", "none", "none", "equals"]
    stored = stored_at((0, 0, 5, 9, 9, 9, 9), labels)
    costs = stored.predict(at(0, 5, 9), k=1).costs
    assert costs == pytest.approx([1.0, 0.0, 0.811278], abs=1e-6)


def random_instances(n, seed=0):
    rng = np.random.default_rng(seed)
    symbols = rng.choice(["noun", "verb", "adjective"], (n, 4))
    steps = rng.integers(0, 10, (n, 5))
    labels = np.where((steps[:, 0] == 9) | (symbols[:, 0] == "noun"), "equals", "none")
    return np.hstack([symbols, steps.astype(str)]), labels


def test_saved():
    symbols, labels = random_instances(200)
    stored = Memory.fit(symbols, labels)
    data = stored.to_bytes()
    again = Memory.from_bytes(data)
    assert again.to_bytes() == data == Memory.fit(symbols, labels).to_bytes()
    for one, other in zip(stored.predict(symbols, 3), again.predict(symbols, 3), strict=True):
        assert (one == other).all()
    assert again.instances.dtype == np.int32


def test_a_memory_of_an_older_version_is_read():
    symbols, labels = random_instances(50)
    stored = Memory.fit(symbols, labels)
    with np.load(io.BytesIO(stored.to_bytes())) as archive:
        arrays = dict(archive) | {"low": np.zeros(0), "high": np.zeros(0)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    again = Memory.from_bytes(buffer.getvalue())
    assert (again.predict(symbols, 3).classes == stored.predict(symbols, 3).classes).all()


def test_symbols_may_be_hashes():
    symbols = np.array([[2**64 - 1], [2**64 - 2]], np.uint64)
    stored = Memory.fit(symbols, ["equals", "none"])
    assert stored.predict(symbols, k=1).classes.tolist() == ["equals", "none"]


def test_small_memories():
    one = Memory.fit([["a"]], ["none"])
    found = one.predict([["b"]], k=3)
    assert (found.classes.tolist(), found.costs.tolist()) == (["none"], [0.0])
    empty = one.predict(np.zeros((0, 1), "U1"), k=3)
    assert [len(part) for part in empty] == [0, 0, 0]
    featureless = Memory.fit(no_symbols(3), ["none", "equals", "none"])
    assert featureless.predict(no_symbols(2), k=1).classes.tolist() == ["none"] * 2


@pytest.mark.parametrize(
    ("symbols", "labels"),
    [
        (["a", "b"], ["none", "none"]),
        ([["a"], ["b"]], ["none"]),
        ([[None], ["b"]], ["none", "none"]),
        ([[1.0], [np.nan]], ["none", "none"]),
        (no_symbols(0), []),
    ],
)
def test_bad_instances(symbols, labels):
    with pytest.raises(ParaphraseError, match=r"\[P024\]"):
        Memory.fit(symbols, labels)


@pytest.mark.parametrize("symbols", [[["a", "b"]], [[1]], ["a"]])
def test_bad_queries(symbols):
    stored = Memory.fit([["a"], ["b"]], ["none", "equals"])
    with pytest.raises(ParaphraseError, match=r"\[P024\]"):
        stored.predict(symbols, k=1)


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "3"])
def test_bad_k(k):
    stored = Memory.fit([["a"]], ["none"])
    with pytest.raises(ParaphraseError, match=r"\[P025\]"):
        stored.predict([["a"]], k)


@pytest.mark.parametrize("data", [b"", b"x", b"PK\x05\x06" + bytes(18), b"PK\x03\x04broken"])
def test_bad_bytes(data):
    with pytest.raises(ParaphraseError, match=r"\[P026\]"):
        Memory.from_bytes(data)


def test_damaged_bytes():
    data = Memory.fit(*random_instances(20)).to_bytes()
    for place in range(0, len(data), 7):
        try:
            Memory.from_bytes(data[:place])
        except ParaphraseError as error:
            assert error.code == "P026"


@given(
    st.lists(st.sampled_from(LABELS), min_size=1, max_size=40),
    st.sampled_from([0.1, 0.25, 0.5, 0.9]),
    st.integers(0, 3),
)
def test_downsample(labels, share, seed):
    kept = downsample(labels, "none", share, seed)
    assert kept.tolist() == sorted(set(kept.tolist()))
    others = [i for i, label in enumerate(labels) if label != "none"]
    members = [i for i in kept.tolist() if labels[i] == "none"]
    assert set(others) <= set(kept.tolist())
    assert len(members) <= share * len(kept) + 1e-9
    # One more would be too many, or there is none left.
    more = (len(members) + 1) / (len(kept) + 1)
    assert more > share or len(members) == labels.count("none")
    assert (downsample(labels, "none", share, seed) == kept).all()


def test_downsample_depends_on_the_seed():
    labels = ["none"] * 100 + ["equals"] * 10
    assert len({tuple(downsample(labels, "none", 0.5, seed)) for seed in range(5)}) == 5


@pytest.mark.parametrize("share", [0, 1, -0.5, 2])
def test_bad_share(share):
    with pytest.raises(ParaphraseError, match=r"\[P025\]"):
        downsample(["none"], "none", share, seed=0)


@pytest.mark.parametrize(("feature", "expected"), [(0, 0.156), (1, 0.019), (2, 0.152), (3, 0.049)])
def test_weather(feature, expected):
    """Published figures; outlook for one: gain .940 - .694 = .247, split information 1.577."""
    table = np.array([line.split() for line in WEATHER.strip().splitlines()])
    assert gain_ratio(table[:, feature], table[:, 4]) == pytest.approx(expected, abs=5e-4)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=20))
def test_gain_ratio_is_that_of_the_formula(rows):
    def bits(items):
        return -sum(n / len(items) * log2(n / len(items)) for n in Counter(items).values())

    values, classes = zip(*rows, strict=True)
    gain = bits(classes)
    for value in set(values):
        subset = [c for v, c in rows if v == value]
        gain -= len(subset) / len(rows) * bits(subset)
    expected = gain / bits(values) if len(set(values)) > 1 else 0.0
    found = gain_ratio(np.array(values), np.array(classes))
    assert found == pytest.approx(expected, abs=1e-9)
    assert 0 <= found <= 1 + 1e-9
