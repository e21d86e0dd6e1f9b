import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spacy_paraphrase.trees.context import (
    CONTENT,
    FUNCTION,
    PUNCTUATION,
    SPACE,
    WordFeatures,
    align_words,
    evidence,
)


def features(source, target, heads=None, kinds=None, exchangeable=False):
    """Features of two lists of words that are similar where they are identical."""
    kinds = kinds or {}
    same = np.array([[a == b for b in target] for a in source])
    heads = heads or ([-1] * len(source), [-1] * len(target))
    return WordFeatures(
        similarity=same.astype(float),
        identical=same,
        exchangeable=np.full(same.shape, exchangeable),
        source_kind=np.array([kinds.get(word, CONTENT) for word in source]),
        target_kind=np.array([kinds.get(word, CONTENT) for word in target]),
        source_heads=np.array(heads[0]),
        target_heads=np.array(heads[1]),
    )


def cells(found):
    return [(i, j) for i, j, _ in found]


def test_context_chooses_among_repeated_words():
    source = "red car hit blue car".split()
    assert cells(align_words(features(source, ["blue", "car"]))) == [(3, 0), (4, 1)]
    assert cells(align_words(features(source, ["red", "car"]))) == [(0, 0), (1, 1)]


def test_function_word_needs_linked_neighbours():
    kinds = {"the": FUNCTION}
    near = features(["the", "cat"], ["the", "cat", "and", "the", "dog"], kinds=kinds)
    assert cells(align_words(near)) == [(0, 0), (1, 1)]
    heads = ([-1, 0, 0, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0, 0, 0, 0])
    far = features("x y z the u v w".split(), "k l m n the the o p q".split(), heads, kinds)
    assert align_words(far) == []


def test_final_punctuation_belongs_together():
    kinds = {".": PUNCTUATION}
    found = align_words(features(["cats", "sleep", "."], ["dogs", "bark", "."], kinds=kinds))
    assert cells(found) == [(2, 2)]


def test_exchangeable_words_are_linked_by_strong_context_alone():
    heads = ([1, -1, 1], [1, -1, 1])
    source, target = ["police", "arrested", "him"], ["police", "caught", "him"]
    assert cells(align_words(features(source, target, heads, exchangeable=True)))[1] == (1, 1)
    assert cells(align_words(features(source, target, heads))) == [(0, 0), (2, 2)]


def test_white_space_is_never_linked():
    assert align_words(features([" "], [" "], kinds={" ": SPACE})) == []


def test_many_to_many_lets_neighbours_join():
    f = features(["UN"], ["United", "Nations"])
    f.similarity[0] = 0.76
    assert cells(align_words(f)) == [(0, 0)]
    assert cells(align_words(f, many_to_many=True)) == [(0, 0), (0, 1)]


def test_evidence_counts_sides_heads_and_dependents():
    # Words 0 1 2 on both sides, 1 heads the others; 0 and 2 are linked.
    f = features("abc", "abc", heads=([1, -1, 1], [1, -1, 1]))
    around = evidence(f, np.diag([1.0, 0.0, 1.0]))
    beside, dependent, roots = 0.35 * 2, 0.3, 0.15
    assert np.isclose(around[1, 1], beside + dependent + roots)
    assert around[0, 0] < around[1, 1]


sides = st.integers(1, 6)


@given(sides, sides, st.data())
def test_links_are_one_to_one_and_scores_bounded(n, m, data):
    unit = st.floats(0, 1, width=16)
    f = WordFeatures(
        similarity=data.draw(arrays(float, (n, m), elements=unit)),
        identical=data.draw(arrays(bool, (n, m))),
        exchangeable=data.draw(arrays(bool, (n, m))),
        source_kind=data.draw(arrays(int, n, elements=st.integers(0, 3))),
        target_kind=data.draw(arrays(int, m, elements=st.integers(0, 3))),
        source_heads=data.draw(arrays(int, n, elements=st.integers(-1, n - 1))),
        target_heads=data.draw(arrays(int, m, elements=st.integers(-1, m - 1))),
    )
    found = align_words(f)
    assert len({i for i, _, _ in found}) == len({j for _, j, _ in found}) == len(found)
    assert all(0 < score <= 1 for _, _, score in found)
    flipped = WordFeatures(
        similarity=f.similarity.T,
        identical=f.identical.T,
        exchangeable=f.exchangeable.T,
        source_kind=f.target_kind,
        target_kind=f.source_kind,
        source_heads=f.target_heads,
        target_heads=f.source_heads,
    )
    assert np.allclose(evidence(f, f.similarity).T, evidence(flipped, f.similarity.T))
