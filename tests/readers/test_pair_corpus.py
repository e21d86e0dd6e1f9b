import json

import pytest
import spacy
from spacy.tokens import DocBin
from spacy.util import registry

from spacy_paraphrase import make_pair, sides, swap
from spacy_paraphrase.alignment import KEYS
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import (
    PairCorpus,
    PairRecord,
    record_to_doc,
    record_to_json,
    word_links,
)

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
