"""Texts read into sentences."""

from itertools import pairwise

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.texts.sentences import read_text


@pytest.fixture(scope="module")
def nlp(whole):
    return whole


MARKDOWN = """# Terms of use

Members may cancel within
ten days. Dogs are not allowed.

- Bring a towel
- Shoes are
  optional here
1. Pay first.
***
> Quoted text goes here.
"""


def test_lines_that_end_a_sentence_and_lines_that_go_on(nlp):
    assert [each.text for each in read_text(MARKDOWN, nlp)] == [
        "Terms of use",
        "Members may cancel within ten days.",
        "Dogs are not allowed.",
        "Bring a towel",
        "Shoes are optional here",
        "Pay first.",
        "Quoted text goes here.",
    ]


def test_places_are_those_of_the_text(nlp):
    for each in read_text(MARKDOWN, nlp):
        start, end, text = each.place
        assert MARKDOWN[start:end] == text
        assert " ".join(text.split()) == each.text


def test_sentences_of_a_doc_are_taken(nlp):
    doc = nlp("It rained. We left.")
    assert [each.place.text for each in read_text(doc, nlp)] == ["It rained.", "We left."]
    blank = spacy.blank("en")("It rained. We left.")
    assert [each.place.text for each in read_text(blank, nlp)] == ["It rained.", "We left."]


@pytest.mark.parametrize("text", ["", "   ", "\n" * 10_000, "***\n---\n", "• •", "\ufeff\u200b"])
def test_blank_text_has_no_sentences(nlp, text):
    assert read_text(text, nlp) == []


def test_a_time_of_day_ends_a_sentence(nlp):
    text = "No music is played after 9 p.m. Heaters are allowed. We open at 9 a.m. on Sundays."
    assert [each.text for each in read_text(text, nlp)] == [
        "No music is played after 9 p.m.",
        "Heaters are allowed.",
        "We open at 9 a.m. on Sundays.",
    ]


def test_a_very_long_line_is_read_in_pieces(nlp):
    found = read_text("word " * 5_000, nlp)
    assert "".join(each.text for each in found).count("word") == 5_000
    assert max(len(each.span) for each in found) < 1_000


def test_right_to_left(nlp):
    assert [each.place.text for each in read_text("שלום עולם.", nlp)] == ["שלום עולם."]


@pytest.mark.parametrize("text", [None, 5, b"bytes", ["a list"]])
def test_what_is_no_text(nlp, text):
    with pytest.raises(ParaphraseError, match="P040"):
        read_text(text, nlp)


@pytest.fixture(scope="module")
def cutting():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp


@given(text=st.text(alphabet="ab .\n-#1)\t\u200bé!", max_size=60))
def test_no_letter_is_lost(cutting, text):
    found = read_text(text, cutting)
    kept = "".join(each.place.text for each in found)
    assert sum(c in "abé" for c in kept) == sum(c in "abé" for c in text)
    places = [each.place[:2] for each in found]
    assert all(a < b for a, b in places)
    assert all(one[1] <= other[0] for one, other in pairwise(places))
