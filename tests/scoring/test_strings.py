"""Acceptance tests S12 and S14 to S16 of the measures on strings and n-grams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.scoring import likeness

A, B = "A girl is peeling an orange.", "The girl peels an orange in the kitchen."
ONE = "the bank had foreseen recently this month a 2.5 percent decline ."
OTHER = "the central bank recently had anticipated some decline of 2.5 percent ."
TEXT = st.text(alphabet="abc d", max_size=12)


def near(value):
    return pytest.approx(value, abs=1e-4)


def test_likeness():
    assert likeness.subsequence(A, B) == near(0.6176)
    assert likeness.subsequence_within(A, B) == near(0.75)
    assert likeness.subsequence_within(B, A) == near(0.525)
    assert likeness.substring(A, B) == near(0.2941)
    assert (likeness.tiling(A, B), likeness.tiling(B, A)) == (near(0.7143), near(0.5))


@pytest.mark.parametrize(
    ("n", "sizes", "cosine"),
    [(2, (18, 27, 13), 0.5897), (3, (20, 29, 10), 0.4152), (4, (19, 29, 7), 0.2982)],
)
def test_character_ngrams(n, sizes, cosine):
    one, other = likeness.character_ngrams(A, n), likeness.character_ngrams(B, n)
    assert (len(one), len(other), len(one & other)) == sizes
    assert likeness.character_cosine(A, B, n) == near(cosine)


def test_a_rare_ngram_weighs_more():
    pairs = [("the cat", "the dog"), ("the cow", "the hen"), ("the cat", "the owl")]
    weights = likeness.document_weights(pairs, 3)
    assert weights["the"] == 0 < weights["cat"] < weights[""]
    # Beside "the", which is everywhere, nothing is shared.
    assert likeness.character_cosine("the cat", "the dog", 3, weights) < 0.1


@pytest.mark.parametrize(
    ("a", "b", "least", "share"),
    [
        *(("abcXdefg", "defgYabc", least, 0.875) for least in (1, 2, 3)),
        ("abcXdefg", "defgYabc", 4, 0.5),
        ("abcabc", "abc", 3, 0.5),
        ("abc", "abcabc", 3, 1.0),
        ("abab", "ab", 2, 0.5),
        ("abab", "ab", 3, 0.0),
        ("", "abc", 3, 0.0),
    ],
)
def test_greedy_string_tiling(a, b, least, share):
    assert likeness.tiling(a, b, least) == share


def test_tiling_of_long_texts_ends():
    assert 0 < likeness.tiling("a long text " * 500, "another long text " * 400) <= 1


def test_ngrams():
    x, y = "a b c a b d".split(), "a b d a c".split()
    grams = [(likeness.ngrams(x, n), likeness.ngrams(y, n)) for n in (1, 2, 3)]
    assert [likeness.ngram_f1(x, y, n) for n in (1, 2, 3)] == near([0.9091, 0.4444, 0.2857])
    assert [likeness.jaccard(*both) for both in grams] == near([1.0, 0.3333, 0.1667])
    assert [likeness.containment(*both) for both in grams] == near([1.0, 0.5, 0.25])
    assert [likeness.containment(*both[::-1]) for both in grams] == near([1.0, 0.5, 0.3333])


def test_unordered_ngrams_are_counted_as_if_they_were_built():
    assert sum(likeness.comb(3, n) for n in (1, 2, 3)) == 7  # "ann met bob"
    x, y = ONE.split(), OTHER.split()
    assert [likeness.unordered_jaccard(x, y, n) for n in (1, 2, 3)] == near([0.5, 0.2692, 0.1458])


@given(st.lists(st.sampled_from("abcdef")), st.lists(st.sampled_from("abcdef")))
def test_unordered_ngrams_against_sets(x, y):
    from itertools import combinations

    for n in (1, 2, 3):
        built = [set(combinations(sorted(set(side)), n)) for side in (x, y)]
        assert likeness.unordered_jaccard(x, y, n) == pytest.approx(likeness.jaccard(*built))


def test_henry_core():
    expected = "1 .5135 .3548 .2828 .2190 .1667 .1273 .0991 .0714 .0442 .0265 .0179"
    for n, value in enumerate(map(float, expected.split()), 1):
        assert likeness.jaccard(likeness.ngrams(ONE, n), likeness.ngrams(OTHER, n)) == near(value)
    x, y = ONE.split(), OTHER.split()
    assert likeness.jaccard(likeness.ngrams(x, 2), likeness.ngrams(y, 2)) == near(0.0476)
    assert likeness.jaccard(likeness.ngrams(x, 3), likeness.ngrams(y, 3)) == 0
    assert likeness.lengths(len(x), len(y)) == near([0, 0, 2.4849, 2.4849, 0])
    one = "bank foreseen recently month 2.5 percent decline".split()
    other = "central bank recently anticipated decline 2.5 percent".split()
    found = [likeness.unordered_jaccard(one, other, n) for n in (1, 2, 3)]
    assert found == near([0.5556, 0.3125, 0.1667])
    assert likeness.jaccard(likeness.ngrams(one, 2), likeness.ngrams(other, 2)) == near(0.0909)


@given(TEXT, TEXT)
def test_bounds(a, b):
    values = [
        *(
            likeness.subsequence(a, b),
            likeness.subsequence_within(a, b),
            likeness.substring(a, b),
        ),
        *(
            likeness.tiling(a, b),
            likeness.character_cosine(a, b, 2),
            likeness.ngram_f1(a, b, 2),
        ),
    ]
    assert all(0 <= value <= 1 + 1e-9 for value in values)
    assert likeness.subsequence(a, b) == likeness.subsequence(b, a)
    assert likeness.substring(a, b) == likeness.substring(b, a)


def test_identical_texts():
    assert likeness.subsequence(A, A) == likeness.substring(A, A) == likeness.tiling(A, A) == 1
    assert likeness.distance_of_compression(A, A) < likeness.distance_of_compression(A, B)
