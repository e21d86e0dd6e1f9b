import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spacy_paraphrase.trees.pair_batch import RaggedBatch
from spacy_paraphrase.trees.word_alignment import (
    CONTENT,
    FUNCTION,
    PUNCTUATION,
    SPACE,
    WordFeatures,
    align_words,
    evidence,
    linked,
    near,
    steps,
)


def features(source, target, heads=None, kinds=None, exchangeable=False):
    """Features of two lists of words that are similar where they are identical."""
    kinds = kinds or {}
    same = np.array([[a == b for b in target] for a in source])
    heads = heads or ([-1] * len(source), [-1] * len(target))
    return WordFeatures(
        batch=RaggedBatch([same.shape]),
        similarity=same.astype(float).ravel(),
        identical=same.ravel(),
        exchangeable=np.full(same.size, exchangeable),
        source_kind=np.array([kinds.get(word, CONTENT) for word in source]),
        target_kind=np.array([kinds.get(word, CONTENT) for word in target]),
        source_heads=np.array(heads[0]),
        target_heads=np.array(heads[1]),
    )


def links(f, many_to_many=False):
    """Links of a single pair of sentences."""
    (found,) = align_words(f, many_to_many)
    return found


def cells(f, many_to_many=False):
    return [(i, j) for i, j, _ in links(f, many_to_many)]


def test_context_chooses_among_repeated_words():
    source = "red car hit blue car".split()
    assert cells(features(source, ["blue", "car"])) == [(3, 0), (4, 1)]
    assert cells(features(source, ["red", "car"])) == [(0, 0), (1, 1)]


def test_function_word_needs_linked_neighbours():
    kinds = {"the": FUNCTION}
    near = features(["the", "cat"], ["the", "cat", "and", "the", "dog"], kinds=kinds)
    assert cells(near) == [(0, 0), (1, 1)]
    heads = ([-1, 0, 0, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0, 0, 0, 0])
    far = features("x y z the u v w".split(), "k l m n the the o p q".split(), heads, kinds)
    assert links(far) == []


def test_final_punctuation_belongs_together():
    kinds = {".": PUNCTUATION}
    found = cells(features(["cats", "sleep", "."], ["dogs", "bark", "."], kinds=kinds))
    assert found == [(2, 2)]


def test_exchangeable_words_are_linked_by_strong_context_alone():
    heads = ([1, -1, 1], [1, -1, 1])
    source, target = ["police", "arrested", "him"], ["police", "caught", "him"]
    assert cells(features(source, target, heads, exchangeable=True))[1] == (1, 1)
    assert cells(features(source, target, heads)) == [(0, 0), (2, 2)]


def test_white_space_is_never_linked():
    assert links(features([" "], [" "], kinds={" ": SPACE})) == []


def test_many_to_many_lets_neighbours_join():
    f = features(["UN"], ["United", "Nations"])
    f.similarity[:] = 0.76
    assert cells(f) == [(0, 0)]
    assert cells(f, many_to_many=True) == [(0, 0), (0, 1)]


sides = st.integers(1, 6)
UNIT = st.floats(0, 1, width=16)


@st.composite
def pairs(draw):
    """Features of one pair, by name; what is said of pairs of words has shape (n, m)."""
    n, m = draw(sides), draw(sides)
    return {
        "similarity": draw(arrays(float, (n, m), elements=UNIT)),
        "identical": draw(arrays(bool, (n, m))),
        "exchangeable": draw(arrays(bool, (n, m))),
        "source_kind": draw(arrays(int, n, elements=st.integers(0, 3))),
        "target_kind": draw(arrays(int, m, elements=st.integers(0, 3))),
        "source_heads": draw(arrays(int, n, elements=st.integers(-1, n - 1))),
        "target_heads": draw(arrays(int, m, elements=st.integers(-1, m - 1))),
    }


def batch(some):
    """Several pairs as one."""
    batch = RaggedBatch([pair["similarity"].shape for pair in some])
    return WordFeatures(
        batch, *(np.concatenate([p[name].ravel() for p in some]) for name in some[0])
    )


@given(pairs())
def test_links_are_one_to_one_and_scores_bounded(pair):
    f = batch([pair])
    found = links(f)
    assert len({i for i, _, _ in found}) == len({j for _, j, _ in found}) == len(found)
    assert all(0 < score <= 1 for _, _, score in found)
    names = ("similarity", "identical", "exchangeable")
    turned = {name: pair[name].T for name in names}
    turned |= {f"source_{key}": pair[f"target_{key}"] for key in ("kind", "heads")}
    turned |= {f"target_{key}": pair[f"source_{key}"] for key in ("kind", "heads")}
    order = [*names, "source_kind", "target_kind", "source_heads", "target_heads"]
    flipped = batch([{name: turned[name] for name in order}])
    shape = pair["similarity"].shape
    around = evidence(f, linked(f.similarity)).reshape(shape)
    back = evidence(flipped, linked(flipped.similarity)).reshape(shape[::-1])
    assert np.allclose(around.T, back)
    some = np.flatnonzero(f.exchangeable)
    assert np.array_equal(evidence(f, linked(f.similarity), some), around.ravel()[some])


@given(st.lists(pairs(), min_size=2, max_size=4))
def test_pairs_have_nothing_to_do_with_each_other(some):
    assert align_words(batch(some)) == [links(batch([pair])) for pair in some]


PLACES = {1.0: [(1, 1)], 0.7: [(1, 2), (2, 1)], 0.25: [(3, 3)]}


def looked_up(links, combine, ends, sign):
    """What is linked near each pair, looked up cell by cell."""
    n, m = links.shape
    framed = {(-1, -1): ends, (n, m): ends}
    framed |= {(i, j): links[i, j] for i in range(n) for j in range(m)}
    result = np.zeros((n, m))
    for i, j in itertools.product(range(n), range(m)):
        there = [
            worth * framed.get((i - sign * down, j - sign * right), 0.0)
            for worth, places in PLACES.items()
            for down, right in places
        ]
        result[i, j] = combine(there)
    return result


@pytest.mark.parametrize(("ufunc", "combine"), [(np.maximum, max), (np.add, sum)])
def test_near_is_what_a_look_at_every_pair_gives(ufunc, combine):
    random = np.random.RandomState(0)
    batch = RaggedBatch([(1, 1), (1, 5), (4, 2), (7, 9)])
    links = random.rand(len(batch)) * (random.rand(len(batch)) < 0.3)
    before, behind = near(batch, linked(links), steps(PLACES), 0.8, ufunc)
    for some, *found in zip(*map(batch.tables, (links, before, behind)), strict=True):
        for sign, values in zip((1, -1), found, strict=True):
            assert np.allclose(values, looked_up(some, combine, 0.8, sign))
    asked = np.array([0, 3, 13, 70])
    some = near(batch, linked(links), steps(PLACES), 0.8, ufunc, asked)
    assert np.array_equal(some, [before[asked], behind[asked]])
