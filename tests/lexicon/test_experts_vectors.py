import numpy as np
import pytest
import spacy
from lexicon.expert_tools import make_tokens
from spacy.tokens import Doc

from spacy_paraphrase.lexicon.vectors import vectors


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    rows = {"car": [3, 4], "auto": [4, 3], "far": [-4, 3], "Ann": [3, 4], "Bob": [3, 4]}
    rows |= {"ten": [3, 4], "12": [3, 4], "the": [3, 4]}
    for word, row in rows.items():
        nlp.vocab.set_vector(word, np.array(row, dtype=np.float32))
    return nlp


def expert(nlp, source, target, least=0.5):
    pos = {"Ann": "PROPN", "Bob": "PROPN"}
    sides = [
        list(Doc(nlp.vocab, words=text.split(), pos=[pos.get(w, "NOUN") for w in text.split()]))
        for text in (source, target)
    ]
    return vectors(*sides, least)


def test_cosines_of_content_words(nlp):
    found = expert(nlp, "car unknown", "car auto far")
    assert np.allclose(found, [[1.0, 0.96, 0.0], [0.0, 0.0, 0.0]])
    assert not expert(nlp, "car", "auto", least=0.97).any()


def test_names_numbers_and_function_words_are_left_out(nlp):
    assert not expert(nlp, "Ann ten the", "Bob 12 the").any()
    assert np.allclose(expert(nlp, "Ann 12", "car"), [[1.0], [1.0]])


def test_a_pipeline_without_vectors():
    assert not vectors(make_tokens("a cat"), make_tokens("a cat sleeps"), 0.5).any()
    assert vectors([], make_tokens("a cat"), 0.5).shape == (0, 2)
