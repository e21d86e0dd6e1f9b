"""Two texts of one Doc through components, and what a DocBin keeps of them."""

import pytest
from spacy.tokens import DocBin

import spacy_paraphrase
from spacy_paraphrase import (
    ParaphraseError,
    TextComparison,
    check_support,
    compare_texts,
    make_texts,
)

OLD = "Dogs are welcome in the garden. Guests may pay in cash. The pool opens at nine."
NEW = "The pool opens at ten. Dogs are not welcome in the garden. Breakfast is free."


@pytest.fixture(scope="module")
def nlp():
    made = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    made.add_pipe("text_comparison")
    made.add_pipe("support_checker")
    return made


def kept(nlp, doc):
    """The Doc as a DocBin without user data gives it back."""
    data = DocBin(docs=[doc]).to_bytes()
    return next(DocBin().from_bytes(data).get_docs(nlp.vocab))


def test_a_doc_of_two_texts_is_compared(nlp):
    doc = nlp(make_texts(nlp, OLD, NEW))
    found = doc._.text_comparison
    said = [(group.kind, group.moved) for group in found]
    assert said == [(group.kind, group.moved) for group in compare_texts(OLD, NEW, nlp)]
    for group in found:
        for place in group.source:
            assert OLD[place.start_char : place.end_char] == place.text
        for place in group.target:
            assert NEW[place.start_char : place.end_char] == place.text
    words = {(span.label_, span.text) for span in doc.spans["text_comparison"]}
    assert words == {(c.kind, p.text) for c in found.changes for p in (*c.source, *c.target)}


def test_a_docbin_keeps_what_was_found(nlp):
    doc = nlp(make_texts(nlp, OLD, NEW))
    again = kept(nlp, doc)
    assert again._.text_comparison == doc._.text_comparison
    assert again._.support == doc._.support
    assert len(doc._.support) == 3
    assert not doc._.is_pair


def test_a_comparison_goes_through_json(whole):
    found = compare_texts(OLD, NEW, whole)
    assert TextComparison.from_json(found.to_json()).to_json() == found.to_json()


def test_statements_in_user_data(nlp):
    doc = nlp.make_doc(OLD)
    doc.user_data["statements"] = ["The pool opens at nine.", "The bar opens at noon."]
    found = nlp(doc)._.support
    assert [each.verdict for each in found] == [
        each.verdict for each in check_support(OLD, doc.user_data["statements"], nlp)
    ]
    assert {span.text for span in doc.spans["text_support"]} >= {"The pool opens at nine."}


def test_many_docs_and_others_between(nlp):
    docs = [make_texts(nlp, OLD, NEW), nlp.make_doc("No texts. Just three. Sentences.")]
    first, second = nlp.pipe(docs)
    assert first._.text_comparison
    assert second._.text_comparison is None
    assert second._.support is None


def test_bad_texts(nlp):
    with pytest.raises(ParaphraseError, match="P040"):
        make_texts(nlp, OLD, None)
    doc = make_texts(nlp, OLD, "")
    assert nlp(doc)._.text_comparison == compare_texts(OLD, "", nlp)
