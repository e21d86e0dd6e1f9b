import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.inflection import inflect

ENGLISH = language_data("en")


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("mouse", "NNS", "mice"),
        ("go", "VBD", "went"),
        ("go", "VBZ", "goes"),
        ("stop", "VBG", "stopping"),
        ("do", "VBN", "done"),
        ("be", "VBP", "are"),
        ("be", "VBZ", "is"),
        ("be", "VBD", "was"),
        ("good", "JJR", "better"),
        ("well", "RBS", "best"),
        ("recent", "JJS", "most recent"),
        ("quickly", "RBR", "more quickly"),
        ("glorp", "VBD", "glorped"),
        ("co-operate", "VBG", "co-operating"),
        ("can", "MD", "can"),
        ("cat", "NN", "cat"),
        # capitals
        ("Mouse", "NNS", "Mice"),
        ("NGO", "NNS", "NGOs"),
        ("McDonald", "NNPS", "McDonalds"),
        ("Go", "VBD", "Went"),
        # several words
        ("police officer", "NNS", "police officers"),
        ("cut back", "VBZ", "cuts back"),
    ],
)
def test_forms(lemma, tag, form):
    assert inflect(lemma, tag, ENGLISH) == form


def test_plural_subject():
    assert inflect("be", "VBD", ENGLISH, plural=True) == "were"
    assert inflect("go", "VBD", ENGLISH, plural=True) == "went"


@pytest.mark.parametrize("tag", ["", "XX", "PRP", "nns"])
def test_bad_tags(tag):
    with pytest.raises(ParaphraseError, match=r"P353.*NNS"):
        inflect("cat", tag, ENGLISH)


@pytest.mark.parametrize("lemma", ["", " ", "cut  back", "cut "])
def test_bad_lemmas(lemma):
    with pytest.raises(ParaphraseError, match="P354"):
        inflect(lemma, "VB", ENGLISH)


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1),
    st.sampled_from(["NNS", "VBD", "VBZ", "JJR"]),
)
def test_any_word_gets_a_form(word, tag):
    assert inflect(word, tag, ENGLISH)
