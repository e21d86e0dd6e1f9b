import pytest
import spacy

from spacy_paraphrase import ParaphraseError, sides


@pytest.fixture
def pairs():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    return nlp


def test_text_with_one_newline(pairs):
    assert [side.text for side in sides(pairs("A cat.\nThe cat."))] == ["A cat.", "The cat."]


def test_the_error_handler_is_honoured(pairs):
    seen = []

    def handler(name, component, docs, error):
        seen.append((name, error.code, [doc.text for doc in docs]))

    pairs.set_error_handler(handler)
    texts = ["A cat.\nThe cat.", "no pair", "Two.\nsides"]
    assert [doc.text for doc in pairs.pipe(texts)] == [texts[0], texts[2]]
    assert seen == [("sentence_pair", "P004", ["no pair"])]


def test_without_handler_it_raises(pairs):
    with pytest.raises(ParaphraseError, match="P004"):
        list(pairs.pipe(["no pair"]))


def test_parsed_docs_keep_their_sentences(nlp):
    doc = nlp("He came.\nShe left.")
    pair_only = spacy.blank("en")
    pair_only.add_pipe("sentence_pair")
    del doc.spans["pair"]
    again = pair_only(doc)
    assert [side.text for side in sides(again)] == ["He came.", "She left."]
