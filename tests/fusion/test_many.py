"""More than two sentences."""

import pytest

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, fuse_many


def test_many_sentences(fuser):
    sentences = [
        "A cat sleeps.",
        "A black cat sleeps on the sofa.",
        "Stocks did not fall on Monday.",
        "A cat sleeps in the afternoon.",
    ]
    result = fuse_many(fuser, sentences[:2] + sentences[3:])
    assert result.text == "A black cat sleeps in the afternoon on the sofa."
    assert sorted(result.order) == [0, 1, 2]
    assert result.left_out == {}
    docs = [fuser.make_doc(text) for text in sentences[:2] + sentences[3:]]
    for word, places in result.provenance:
        for number, token in places:
            assert docs[number][token].lower_ == word.lower()
    shared = fuse_many(fuser, sentences, "intersection")
    assert shared.text == "A cat sleeps."
    assert set(shared.left_out) == {2}


def test_many_sentences_need_a_fuser(fuser):
    with pytest.raises(ParaphraseError, match="P018"):
        fuse_many(spacy_paraphrase.load(exclude=["sentence_fuser"]), ["One.", "Two."])
    with pytest.raises(ParaphraseError, match="P018"):
        fuse_many(fuser, ["One."])
