import pickle
from importlib.metadata import entry_points

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lexicon.expert_tools import NLP, similar
from spacy.tokens import Doc
from spacy.util import registry

from spacy_paraphrase.lexicon.experts import date, number

NAMES = (
    *("Identity", "Lemma", "Norm", "String", "Compound", "Number", "Date", "Abbreviation"),
    *("Name", "Vectors"),
)
WORD = st.one_of(
    st.sampled_from(
        "The U.S. US UN 5 five million $ - al-Assad Sept. 15 15th n't J. Smith %".split()
    ),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8),
)
SIDE = st.lists(WORD, min_size=1, max_size=8)


def test_entry_points():
    found = {point.name for point in entry_points(group="spacy_misc")}
    assert {f"spacy-paraphrase.{name}.v1" for name in (*NAMES, "Encoder")} <= found


@pytest.mark.parametrize("name", NAMES)
@given(source=SIDE, target=SIDE)
def test_every_expert_keeps_the_contract(name, source, target):
    expert = registry.misc.get(f"spacy-paraphrase.{name}.v1")()
    one, two = (list(Doc(NLP.vocab, words=words)) for words in (source, target))
    found = expert(one, two)
    assert found.shape == (len(one), len(two))
    assert found.dtype == np.float64
    assert ((found >= 0) & (found <= 1)).all()
    assert (found == expert(two, one).T).all()
    assert (found == pickle.loads(pickle.dumps(expert))(one, two)).all()


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_side(name):
    expert = registry.misc.get(f"spacy-paraphrase.{name}.v1")()
    tokens = list(Doc(NLP.vocab, words=["The", "U.S.", "5", "Sept."]))
    assert expert([], tokens).shape == (0, 4)
    assert expert(tokens, []).shape == (4, 0)
    assert expert([], []).shape == (0, 0)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("seven", "7", {("seven", "7"): 1.0}),
        ("1,000", "1000", {("1,000", "1000"): 1.0}),
        ("%", "percent", {("%", "percent"): 1.0}),
        ("twenty five", "25", {("twenty", "25"): 0.9, ("five", "25"): 0.9}),
        ("1,500,000", "1.5 million", {("1,500,000", "1.5"): 0.9, ("1,500,000", "million"): 0.9}),
        ("13th", "13", {("13th", "13"): 0.7}),
        ("fourth", "4", {("fourth", "4"): 0.7}),
        ("2nd", "second", {("2nd", "second"): 1.0}),
        ("1990s", "'90s", {("1990s", "'90s"): 1.0}),
        ("'92", "1992", {("'92", "1992"): 1.0}),
    ],
)
def test_same_number(source, target, expected):
    assert similar(number, source, target) == expected


def test_money():
    found = similar(number, "$ 5 million", "5 m USD")
    assert found["$", "USD"] == 1.0
    assert found["million", "m"] == 0.9
    assert ("$", "5") not in found


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("12", "10"),
        ("1990", "1991"),
        ("2.5", "25"),
        ("5 million", "5 billion"),
        ("one", "first"),
        ("1990", "1990s"),
        ("$", "€"),
        ("1,000", "1.000"),
        ("ten thousand", "10 million"),
        ("cat", "dog"),
    ],
)
def test_different_numbers(source, target):
    assert similar(number, source, target) == {}


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Sept.", "September", {("Sept.", "September"): 1.0}),
        ("Mon.", "Monday", {("Mon.", "Monday"): 1.0}),
        (
            "Sept. 15",
            "15 September 2005",
            {("Sept.", "September"): 1.0, ("15", "15"): 0.9},
        ),
        ("9/15/2005", "15 Sept.", {("9/15/2005", "15"): 0.9, ("9/15/2005", "Sept."): 0.9}),
        ("Sept. 15", "Sept. 16", {("Sept.", "Sept."): 1.0}),
        ("June", "July", {}),
        ("Sunday", "Monday", {}),
        ("9/15/2005", "9/16/2005", {}),
    ],
)
def test_dates(source, target, expected):
    assert similar(date, source, target) == expected
