from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lexicon.expert_tools import make_tokens, similar

from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.spelling import (
    compound,
    cosines,
    equal,
    family,
    identity,
    lemma,
    misspelt,
    norm,
    spelling,
    string,
    variant,
)

ENGLISH = language_data("en")

STRING = partial(string, least=0.6)
ITEMS = st.lists(st.sampled_from(["", None, "a", "b", "c"]), max_size=6)


@given(ITEMS, ITEMS)
def test_equal_is_brute_force(source, target):
    expected = [[float(bool(a) and a == b) for b in target] for a in source]
    assert equal(source, target).tolist() == expected
    assert equal(source, target).shape == (len(source), len(target))


def test_cosines_with_zero_rows():
    found = cosines(np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([[6.0, 8.0], [-4.0, 3.0]]))
    assert np.allclose(found, [[1.0, 0.0], [0.0, 0.0]])


def test_identity_and_lemma():
    assert similar(identity, "The cat", "the Cats") == {("The", "the"): 1.0}
    one = make_tokens("cats slept", lemmas=["cat", "sleep"])
    two = make_tokens("Cat sleeps", lemmas=["Cat", "sleep"])
    assert lemma(one, two).tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert not lemma(make_tokens("cat"), make_tokens("cat")).any()


@pytest.mark.parametrize(
    ("word", "full"), [("n't", "not"), ("'ve", "have"), ("’ll", "will"), ("'re", "are")]
)
def test_contractions(word, full):
    assert similar(norm, word, full) == {(word, full): 1.0}


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("co-operate", "cooperate"),
        ("Mag-lev", "maglev"),
        ("colour", "color"),
        ("organised", "organized"),
        ("centre", "center"),
        ("defence", "defense"),
        ("café", "cafe"),
        ("dialogue", "dialog"),
    ],
)
def test_variants_of_one_spelling(word, other):
    assert similar(STRING, word, other) == {(word, other): 1.0}


@pytest.mark.parametrize("words", ["four for", "hour hor", "called caled", "wise wize", "3-2 32"])
def test_other_words_keep_their_spelling(words):
    one, two = words.split()
    assert variant(one, ENGLISH) != variant(two, ENGLISH)


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("assassination", "assassinated", 0.95),
        ("threat", "threaten", 0.86),
        ("injured", "injuring", 0.95),
        ("economy", "economic", 0.95),
        ("attaked", "attacked", 0.93),
        ("policy", "police", 0.95),
        ("male", "female", 0.0),
        ("able", "unable", 0.0),
        ("cat", "car", 0.0),
        ("table", "rabble", 0.0),
        ("southeast", "northeast", 0.0),
    ],
)
def test_words_of_one_family(word, other, expected):
    found = similar(STRING, word, other)
    assert found == ({(word, other): expected} if expected else {})


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Iran|PROPN", "Iraq|PROPN"),
        ("Austria|PROPN", "Australia|PROPN"),
        ("Austria|PROPN", "Australian|ADJ"),
        ("Slovakia|PROPN", "Slovenia|PROPN"),
        ("June|PROPN", "July|PROPN"),
        ("Sunday", "Monday"),
        ("Tuesday", "Thursday"),
        ("1990s", "1980s"),
        ("fourteen", "fourteenth"),
        ("seventeen", "seventy"),
        ("they", "their"),
        ("than", "that"),
    ],
)
def test_similar_but_different(source, target):
    assert similar(STRING, source, target) == {}


WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12
)


@given(WORDS, WORDS)
def test_spelling_is_symmetric_and_bounded(word, other):
    one, two = word.lower(), other.lower()
    assert 0 <= spelling(one, two, 0.6, ENGLISH) == spelling(two, one, 0.6, ENGLISH) <= 1
    assert family(one, one, ENGLISH) == 1.0


def test_empty_sides():
    for expert in (identity, lemma, norm, STRING):
        assert expert([], make_tokens("a cat")).shape == (0, 2)
        assert expert(make_tokens("a cat"), []).shape == (2, 0)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("death-toll", "death toll", {("death-toll", "death"): 0.9, ("death-toll", "toll"): 0.9}),
        ("Hongkong", "Hong Kong", {("Hongkong", "Hong"): 0.9, ("Hongkong", "Kong"): 0.9}),
        ("cooperate", "co - operate", {("cooperate", "co"): 0.9, ("cooperate", "operate"): 0.9}),
        (
            "20-mile-long",
            "20 - mile long",
            {("20-mile-long", word): 0.9 for word in ("20", "mile", "long")},
        ),
        ("al-Assad", "Assad", {("al-Assad", "Assad"): 0.6}),
        ("U.S.-led", "the U.S.", {("U.S.-led", "U.S."): 0.6}),
        (
            "land-for-peace",
            "peace for us",
            {("land-for-peace", "peace"): 0.6, ("land-for-peace", "for"): 0.6},
        ),
        ("non-British", "British", {}),
        ("rank-and-file", "and", {}),
        ("today", "to day", {}),
        ("1-2", "1 2", {}),
        ("cat", "dog", {}),
    ],
)
def test_compounds(source, target, expected):
    assert similar(compound, source, target) == expected


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("goverment", "government"),
        ("recieve", "receive"),
        ("definately", "definitely"),
        ("tomorow", "tomorrow"),
        ("accomodation", "accommodation"),
        ("thier", "their"),
        ("beautifull", "beautiful"),
    ],
)
def test_misspelt_words(wrong, right):
    index = default_lexicon("en")
    assert misspelt(index, wrong, right, ENGLISH)
    assert misspelt(index, right, wrong, ENGLISH)
    assert not misspelt(None, wrong, right, ENGLISH)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("form", "from"),
        ("later", "latter"),
        ("desert", "dessert"),
        ("cat", "car"),
        ("angel", "angle"),
        ("house", "houses"),
        ("selfie", "selfish"),
        ("government", "movement"),
    ],
)
def test_other_words_are_not_misspelt(one, other):
    assert not misspelt(default_lexicon("en"), one, other, ENGLISH)
