"""Pipelines, pairs and settings that nobody means well with."""

import pickle

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, make_pair, pipe_pairs
from spacy_paraphrase.pairs.results import FUSION_KINDS

CAT = "A cat sleeps on the sofa.", "A black cat sleeps."


def as_it_is(doc):
    return doc


@pytest.fixture(scope="module", autouse=True)
def function_component():
    if not Language.has_factory("as_it_is"):
        Language.component("as_it_is", func=as_it_is)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("as_it_is", {"first": True}),
        ("as_it_is", {"before": "parser"}),
        ("merge_entities", {"after": "ner"}),
        ("merge_noun_chunks", {"after": "parser"}),
        ("doc_cleaner", {"before": "graph_matcher"}),
    ],
)
def test_components_of_others_in_any_place(name, place):
    nlp = spacy_paraphrase.load(tier="fast")
    nlp.add_pipe(name, **place)
    [union] = [fusion for fusion in nlp(make_pair(nlp, *CAT))._.fusions if fusion.kind == "union"]
    assert union.text.endswith(".")


@pytest.mark.parametrize("ruler", ["entity_ruler", "span_ruler"])
def test_rulers_with_patterns_of_text_are_stored(tmp_path, ruler):
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    nlp.add_pipe(ruler).add_patterns([{"label": "ORG", "pattern": "Acme Inc"}])
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    assert again(make_pair(again, "Acme Inc fell.", "Acme Inc rose."))._.relation is not None


@pytest.mark.parametrize("digits", [45, 310, 5100])
def test_numbers_beyond_floats_are_numbers(nlp, digits):
    doc = nlp(make_pair(nlp, f"He has {'9' * digits} dogs.", "He has 3 dogs."))
    assert "number" in (*doc._.relation.reasons, *doc._.relation.differences)


def test_sides_without_measure():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair", config={"max_words": 3})
    assert nlp(make_pair(nlp, "a b c", "d"))._.is_pair
    for pair in (("a b c d", "e"), ("e", "a b c d")):
        with pytest.raises(ParaphraseError, match="P033"):
            nlp(make_pair(nlp, *pair))
    with pytest.raises(ParaphraseError, match="P008"):
        spacy.blank("en").add_pipe("sentence_pair", config={"max_words": 0})


def test_a_long_item_is_not_echoed(nlp):
    with pytest.raises(ParaphraseError, match="P002") as caught:
        make_pair(nlp, ["a", ["x" * 1_000_000]], "b")
    assert len(str(caught.value)) < 500


STORES = {
    "copy": Doc.copy,
    "bytes": Doc.to_bytes,
    "pickle": pickle.dumps,
    "DocBin": lambda doc: DocBin(docs=[doc]),
    "JSON": Doc.to_json,
    "from_docs": lambda doc: Doc.from_docs([doc]),
    "swap": spacy_paraphrase.swap,
    "as a side": lambda doc: make_pair(spacy.blank("en"), doc, "Bob Dylan sang."),
}


@pytest.mark.parametrize("way", STORES)
@pytest.mark.parametrize("copied", [False, True])
def test_a_pair_whose_words_were_merged_is_refused_with_a_code(way, copied):
    doc = spacy_paraphrase.compare("Bob Dylan sang in Rome.", "Bob Dylan sang.")
    doc = doc.copy() if copied else doc
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(ParaphraseError, match="P005.*over 11 tokens in a Doc of 10.*make"):
        STORES[way](doc)


@pytest.mark.parametrize("value", [None, 5, "a", [None], {"a": [None]}, b"\0"], ids=repr)
def test_damaged_attributes_of_groups_are_refused_with_a_code(value):
    whole = spacy_paraphrase.compare("Bob Dylan sang in Rome.", "Bob Dylan sang.")
    assert len(whole.spans) >= 5
    for key in whole.spans:
        for name in whole.spans[key].attrs:
            doc = whole.copy()
            doc.spans[key].attrs[name] = value
            try:
                assert doc._.alignment.words
                assert doc._.relation.label
                assert doc._.fusions
                assert 0 <= doc._.overlap <= 1
            except ParaphraseError as error:
                assert error.code in ("P005", "P006", "P042"), (key, name)


def test_a_pipeline_that_merges_words_behind_ours_is_refused_with_a_code():
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    nlp.add_pipe("merge_entities")
    pairs = [("Bob Dylan sang in Rome.", "Bob Dylan sang.")] * 2
    with pytest.raises(ParaphraseError, match="P005"):
        list(pipe_pairs(nlp, pairs, n_process=2))


def test_two_pairs_in_one_doc_are_refused_with_a_reason():
    pair = spacy_paraphrase.compare("Bob Dylan sang in Rome.", "Bob Dylan sang.")
    doc = Doc.from_docs([pair, pair])
    with pytest.raises(ParaphraseError, match="P006.*only their spans are left.*from_docs"):
        doc._.relation  # noqa: B018
    with pytest.raises(ParaphraseError, match="P005.*4 spans"):
        doc._.alignment  # noqa: B018


def test_merge_and_split_that_keep_the_count_make_links_stale(nlp):
    doc = nlp(make_pair(nlp, *CAT))
    length = len(doc)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with doc.retokenize() as retokenizer:
        retokenizer.split(doc[1], ["sle", "eps"], heads=[(doc[1], 1), doc[1]])
    assert len(doc) == length
    for name in ("alignment", "relation"):
        with pytest.raises(ParaphraseError, match="P006"):
            doc._.get(name)


@pytest.mark.parametrize("language", ["de", "xx", "ja"])
def test_overlap_is_that_of_the_language_of_the_pair(nlp, language):
    doc = nlp(make_pair(nlp, *CAT))
    vocab = spacy.vocab.Vocab() if language == "ja" else spacy.blank(language).vocab
    again = Doc(vocab).from_bytes(doc.to_bytes())
    assert again._.overlap == doc._.overlap


@pytest.mark.parametrize(
    "text", ["Hardly anyone never laughs.", "Nobody said nothing.", "It is not unlike not rain."]
)
def test_no_sentence_conflicts_with_itself(nlp, text):
    relation = nlp(make_pair(nlp, text, text))._.relation
    assert (relation.label, relation.conflict) == ("equals", False)


@pytest.mark.parametrize("hidden", [[-1], [0], [64, 0], [10**9]])
@pytest.mark.parametrize("name", ["PairNetwork", "RelationNetwork", "EditNetwork"])
def test_layers_that_cannot_be(hidden, name):
    from spacy.util import registry

    build = registry.architectures.get(f"spacy-paraphrase.{name}.v1")
    with pytest.raises(ParaphraseError, match="P025"):
        build(hidden=hidden)
    with pytest.raises(ParaphraseError, match="P025"):
        build(hidden=[8], dropout=1.0)


def test_a_kind_named_twice_is_made_once(nlp):
    fuser = spacy.blank("en").add_pipe("sentence_fuser", config={"kinds": ["union", "union"]})
    assert list(fuser.kinds) == ["union"]
    assert "union" in FUSION_KINDS
