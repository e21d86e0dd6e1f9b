import pytest
import spacy

from spacy_paraphrase import ParaphraseError, ParaphraseWarning, sides


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
    docs = [pairs.make_doc(text) for text in ("A cat.\nThe cat.", "damaged", "Two.\nsides")]
    docs[1].spans["pair"] = [docs[1][0:1]]
    assert [doc.text for doc in pairs.pipe(docs)] == ["A cat.\nThe cat.", "Two.\nsides"]
    assert seen == [("sentence_pair", "P005", ["damaged"])]


def test_without_handler_it_raises(pairs):
    doc = pairs.make_doc("damaged")
    doc.spans["pair"] = [doc[0:1]]
    with pytest.raises(ParaphraseError, match="P005"):
        list(pairs.pipe([doc]))


def test_a_component_before_it_is_named(pairs):
    pairs.add_pipe("tree_aligner", first=True, config={"method": "identity"})
    with pytest.warns(ParaphraseWarning, match="W003.*'tree_aligner' stands before"):
        doc = pairs("A cat.\nThe cat.")
    assert doc._.is_pair
    assert len(doc._.alignment) == 0


def test_parsed_docs_keep_their_sentences(nlp):
    doc = nlp("He came.\nShe left.")
    pair_only = spacy.blank("en")
    pair_only.add_pipe("sentence_pair")
    del doc.spans["pair"]
    again = pair_only(doc)
    assert [side.text for side in sides(again)] == ["He came.", "She left."]
