import json
import pickle

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import DocBin
from spacy.util import registry
from spacy.vocab import Vocab

from spacy_paraphrase import make_pair, sides, swap
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.pairs.alignment import KEYS, Link, write_links
from spacy_paraphrase.readers import (
    LinkRecord,
    PairCorpus,
    PairRecord,
    doc_to_record,
    read_docbin,
    read_jsonl,
    record_to_doc,
    record_to_json,
    word_links,
)

FULL = PairRecord(
    {"set": "dev", "n": 3},
    ("The", "old", "cat", "sleeps"),
    ("A", "cat", "naps"),
    words=(
        LinkRecord((2,), (1,), "equals", 1.0, 0.9),
        LinkRecord((3,), (2,), "restates", 0.5, 0.3, True),
    ),
    phrases=(LinkRecord((2,), (1,), "specifies", 0.8, 0.7, False, 2, 1),),
    chunks=(LinkRecord((0, 1, 2), (0, 1), "specifies", 0.25, 0.125),),
    source_chunks=((0, 3), (3, 4)),
    target_chunks=((0, 2),),
    question="Who sleeps?",
)
TREES = PairRecord(
    "trees",
    ("The", "old", "cat", "sleeps", ".", "It", "snores"),
    ("A", "cat", "naps"),
    phrases=(LinkRecord((0, 1, 2), (0, 1), "specifies", 1.0, 1.0, False, 2, 1),),
    source_tree=(
        *((2, "det"), (2, "amod"), (3, "nsubj"), (3, "ROOT"), (3, "punct")),
        *((6, "nsubj"), (6, "ROOT")),
    ),
    target_tree=((1, "det"), (2, "nsubj"), (2, "ROOT")),
    source_tokens={
        "lemmas": ("the", "old", "cat", "sleep", ".", "it", "snore"),
        "tags": ("DT", "JJ", "NN", "VBZ", ".", "PRP", "VBZ"),
        "pos": ("DET", "ADJ", "NOUN", "VERB", "PUNCT", "PRON", "VERB"),
    },
    target_tokens={"lemmas": ("a", "cat", "nap")},
)


def through_docbin(doc, nlp):
    data = DocBin(docs=[doc], store_user_data=True).to_bytes()
    return next(DocBin().from_bytes(data).get_docs(nlp.vocab))


@pytest.mark.parametrize(
    "way",
    [
        lambda doc, nlp: doc,
        through_docbin,
        lambda doc, nlp: doc.copy(),
        lambda doc, nlp: pickle.loads(pickle.dumps(doc)),
        lambda doc, nlp: type(doc)(nlp.vocab).from_bytes(doc.to_bytes()),
        lambda doc, nlp: nlp(doc),
    ],
    ids=["same", "docbin", "copy", "pickle", "bytes", "pipeline"],
)
@pytest.mark.parametrize(
    "record",
    [
        FULL,
        TREES,
        PairRecord(None, ("a",), ("b",)),
        PairRecord(0, ("a",), ("b",), words=(), phrases=(), chunks=()),
    ],
    ids=["full", "trees", "bare", "empty"],
)
def test_nothing_is_lost_on_the_way(record, way, nlp):
    assert doc_to_record(way(record_to_doc(record, nlp), nlp)) == record


def test_links_survive_a_default_docbin(nlp):
    data = DocBin(docs=[record_to_doc(FULL, nlp)]).to_bytes()
    [doc] = DocBin().from_bytes(data).get_docs(Vocab())
    back = doc_to_record(doc)
    assert (back.words, back.phrases, back.chunks) == (FULL.words, FULL.phrases, FULL.chunks)
    assert back.source_chunks == FULL.source_chunks


words = st.lists(st.text(min_size=1).filter(lambda w: w.isprintable() and w.strip()), min_size=1)


@given(words, words, st.data())
def test_any_words_round_trip(nlp, source, target, data):
    pair = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1))
    sure, possible = data.draw(st.lists(pair)), data.draw(st.lists(pair))
    record = PairRecord("x", tuple(source), tuple(target), words=word_links(sure, possible))
    assert doc_to_record(through_docbin(record_to_doc(record, nlp), nlp)) == record


def test_gold_scores_tell_sure_from_possible(nlp):
    record = PairRecord(1, ("a", "b"), ("a", "c"), words=word_links([(0, 0)], [(1, 1)]))
    doc = record_to_doc(record, nlp)
    assert [link.score for link in doc._.alignment.words] == [1.0, 0.5]


def test_a_doc_that_lost_a_token_raises(nlp):
    doc = record_to_doc(FULL, nlp)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(ParaphraseError, match="P005"):
        doc_to_record(doc)


def test_a_swapped_doc_reads_the_other_way_round(nlp):
    back = doc_to_record(swap(record_to_doc(FULL, nlp)))
    assert back.source == FULL.target
    assert back.possible == {(j, i) for i, j in FULL.possible}
    assert back.target_chunks == FULL.source_chunks


def test_phrases_of_a_parsed_doc_have_their_yield(nlp):
    doc = make_pair(nlp, ["old", "cats", "sleep"], ["cats"])
    for token in doc:
        token.dep_ = "ROOT"
    source, target = sides(doc)
    source[0].head, source[1].head = source[1], source[2]
    write_links(doc, "phrases", [Link("phrases", source[1:2], target[0:1])])
    assert doc_to_record(doc).phrases == (LinkRecord((0, 1), (0,), source_head=1, target_head=0),)


def test_trees_of_a_record_are_a_parse(nlp):
    doc = record_to_doc(TREES, nlp)
    [link] = doc._.alignment.phrases
    assert [token.text for token in link.source_tokens] == ["The", "old", "cat"]
    assert [token.text for token in sides(doc)[0] if token.is_sent_start] == ["The", "It"]


def test_a_head_in_the_other_side_makes_a_root(nlp):
    doc = make_pair(nlp, ["old", "cats"], ["cats"])
    source, target = sides(doc)
    for token in doc:
        token.dep_ = "dep"
    source[0].head, source[1].head = source[1], target[0]
    record = doc_to_record(doc)
    assert record.source_tree == ((1, "dep"), (1, "dep"))
    assert record.target_tree == ((0, "dep"),)


def test_a_docbin_file(nlp, tmp_path, collect):
    good = record_to_doc(FULL, nlp)
    docs = [good, nlp.make_doc("no pair"), good]
    DocBin(docs=docs, store_user_data=True).to_disk(tmp_path / "gold.spacy")
    records, errors = collect(read_docbin, tmp_path / "gold.spacy", nlp)
    assert records == [FULL, FULL]
    assert [(e.code, e.values["place"].line) for e in errors] == [("P104", 2)]
    assert "gold.spacy, Doc 2: [P004]" in str(errors[0])
    with pytest.raises(ParaphraseError, match="P104"):
        list(read_docbin(tmp_path / "gold.spacy", nlp))


@pytest.mark.parametrize("content", [b"", b"no DocBin", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_a_file_that_is_no_docbin(content, nlp, write):
    with pytest.raises(ParaphraseError, match="P101"):
        list(read_docbin(write("gold.spacy", content), nlp))


def test_a_missing_docbin(nlp, tmp_path):
    with pytest.raises(ParaphraseError, match=r"P101.*No such file"):
        list(read_docbin(tmp_path / "none.spacy", nlp))


def test_fusions_survive_docs_and_lines(nlp, tmp_path):
    fusions = {"intersection": "", "union": "A cat sleeps."}
    record = PairRecord("a", ("A", "cat"), ("It", "sleeps"), fusions=fusions)
    assert doc_to_record(record_to_doc(record, nlp)).fusions == fusions
    path = tmp_path / "pairs.jsonl"
    path.write_text(json.dumps(record_to_json(record)), encoding="utf-8")
    assert [found.fusions for found in read_jsonl(path)] == [fusions]


RECORDS = [
    PairRecord(n, ("A", "cat", "."), ("cats",), words=word_links([(1, 0)]), source_chunks=((0, 2),))
    for n in range(3)
]


@pytest.fixture(params=["gold.spacy", "gold.jsonl"])
def path(request, tmp_path, nlp):
    path = tmp_path / request.param
    if path.suffix == ".spacy":
        DocBin(docs=[record_to_doc(record, nlp) for record in RECORDS]).to_disk(path)
    else:
        path.write_text("\n".join(json.dumps(record_to_json(record)) for record in RECORDS))
    return path


def test_gold_against_the_bare_pair(path, nlp):
    examples = list(PairCorpus(path)(nlp))
    assert len(examples) == 3
    for example in examples:
        assert [len(link.source) for link in example.reference._.alignment.words] == [1]
        predicted = example.predicted
        assert not any(key in predicted.spans for key in KEYS.values())
        assert [span.text for span in sides(predicted)] == ["A cat .", "cats"]
        assert [span.text for span in predicted.spans["chunk_units"]] == ["A cat"]
        assert predicted.vocab is example.reference.vocab is nlp.vocab
        fresh = make_pair(nlp, ["A", "cat", "."], ["cats"])
        assert [t.is_sent_start for t in predicted] == [t.is_sent_start for t in fresh]
        assert [t.text_with_ws for t in predicted] == [t.text_with_ws for t in fresh]


def test_annotation_stays_with_the_reference(tmp_path, nlp):
    doc = record_to_doc(RECORDS[0], nlp)
    for token in doc:
        token.pos_ = "NOUN"
    DocBin(docs=[doc]).to_disk(tmp_path / "gold.spacy")
    [example] = PairCorpus(tmp_path / "gold.spacy")(nlp)
    assert example.reference.has_annotation("POS")
    assert not example.predicted.has_annotation("POS")


def test_sides_that_were_swapped(tmp_path, nlp):
    doc = swap(record_to_doc(RECORDS[0], nlp))
    DocBin(docs=[doc]).to_disk(tmp_path / "gold.spacy")
    [example] = PairCorpus(tmp_path / "gold.spacy")(nlp)
    for doc in (example.predicted, example.reference):
        assert [span.text for span in sides(doc)] == ["cats", "A cat ."]
    assert example.alignment.x2y[0].tolist() == [0]


def test_limit(path, nlp):
    assert len(list(PairCorpus(path, limit=2)(nlp))) == 2
    assert len(list(PairCorpus(path, limit=9)(nlp))) == 3


def test_a_folder(path, tmp_path, nlp):
    (tmp_path / "more").mkdir()
    record = PairRecord("own", ("Dogs",), ("dogs",), words=word_links([(0, 0)]))
    (tmp_path / "more" / "own.jsonl").write_text(json.dumps(record_to_json(record)))
    (tmp_path / "notes.txt").write_text("no pairs")
    found = [example.reference.text for example in PairCorpus(tmp_path)(nlp)]
    assert len(found) == 4
    assert found[-1].split() == ["Dogs", "dogs"]


def test_a_folder_without_pairs(tmp_path, nlp):
    with pytest.raises(ParaphraseError, match="P106"):
        list(PairCorpus(tmp_path)(nlp))


def test_from_a_config_without_import(path, nlp):
    config = {"corpus": {"@readers": "spacy-paraphrase.PairCorpus.v1", "path": str(path)}}
    corpus = registry.resolve(config)["corpus"]
    assert len(list(corpus(nlp))) == 3


@pytest.mark.parametrize("fields", [{"path": None}, {"path": ""}, {"limit": -1}, {"limit": "2"}])
def test_wrong_settings(fields):
    with pytest.raises(ParaphraseError, match="P105"):
        PairCorpus(**{"path": "gold.spacy"} | fields)


def test_a_file_without_pairs(write, nlp):
    with pytest.raises(ParaphraseError, match=r"P106.*gold\.jsonl"):
        list(PairCorpus(write("gold.jsonl", "\n"))(nlp))


def test_a_bad_line_raises(write, nlp):
    with pytest.raises(ParaphraseError, match=r"P102.*gold\.jsonl, line 1"):
        list(PairCorpus(write("gold.jsonl", "{"))(nlp))


def test_a_doc_that_is_no_pair_raises(tmp_path, nlp):
    path = tmp_path / "gold.spacy"
    DocBin(docs=[nlp.make_doc("no pair")]).to_disk(path)
    with pytest.raises(ParaphraseError, match=r"P104.*Doc 1: \[P004\]"):
        list(PairCorpus(path)(nlp))


def test_initialize_and_evaluate_a_pipeline(path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    examples = list(PairCorpus(path)(nlp))
    nlp.initialize(lambda: examples)
    assert nlp.evaluate(examples)["token_acc"] == 1.0
