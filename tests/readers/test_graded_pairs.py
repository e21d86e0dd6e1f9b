"""Pairs that say how similar they are, or whether they are paraphrases."""

import pytest
import spacy
import srsly

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import ParaphraseMeasure, SimilarityMeasure, evaluate
from spacy_paraphrase.readers import (
    PairRecord,
    doc_to_record,
    read_jsonl,
    read_table,
    record_to_doc,
    record_to_json,
)

NLP = spacy.blank("en")


def table(path, text):
    path.write_text(text, encoding="utf-8-sig")
    return list(read_table(path, NLP))


def test_scores_of_semantic_textual_similarity(tmp_path):
    text = "sentence1,sentence2,score\nA cat,A dog,2.5\nA cat,Cats,5\n"
    assert [r.similarity for r in table(tmp_path / "sts.csv", text)] == [0.5, 1.0]


def test_the_columns_of_the_microsoft_corpus(tmp_path):
    text = 'Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t7\t8\tA "cat\tCats\n0\t7\t9\tA\tB\n'
    found = table(tmp_path / "msrp.tsv", text)
    assert [(r.source, r.paraphrase) for r in found] == [(("A", '"', "cat"), True), (("A",), False)]


def test_a_judgement_that_is_none(tmp_path):
    with pytest.raises(ParaphraseError) as caught:
        table(tmp_path / "odd.tsv", "sentence1\tsentence2\tparaphrase\nA\tB\tperhaps\n")
    assert caught.value.code == "P102"
    with pytest.raises(ParaphraseError) as caught:
        PairRecord(1, ("a",), ("b",), paraphrase=1)
    assert caught.value.code == "P102"


def test_a_judgement_survives_docs_and_lines(tmp_path):
    record = PairRecord(1, ("a",), ("b",), similarity=0.25, paraphrase=False)
    assert doc_to_record(record_to_doc(record, NLP)) == record
    path = tmp_path / "pairs.jsonl"
    srsly.write_jsonl(path, [record_to_json(record)])
    assert next(read_jsonl(path)).paraphrase is False


def test_what_was_scored_is_a_prediction():
    doc = record_to_doc(PairRecord(1, ("a",), ("b",)), NLP)
    scores = {"similarity": 0.25, "paraphrase": 0.3, "threshold": 0.2}
    doc.spans["pair"].attrs["scores"] = scores
    assert (doc_to_record(doc).similarity, doc_to_record(doc).paraphrase) == (0.25, True)


def test_measures():
    found = evaluate(SimilarityMeasure(), [0.1, 0.2, 0.3, 0.9], [0.2, 0.1, 0.4, None]).scores
    assert found["pearson"] == pytest.approx(0.6547, abs=1e-4)
    assert found["n_pairs"] == 3
    assert evaluate(SimilarityMeasure(), [0.5, 0.5], [0.1, 0.9]).scores["pearson"] is None
    # Calling all 1,725 pairs of the Microsoft corpus paraphrases, of which 1,147 are.
    gold = [True] * 1147 + [False] * 578
    found = evaluate(ParaphraseMeasure(), [True] * 1725, gold).scores
    assert found["accuracy"] == found["majority"] == pytest.approx(0.665, abs=1e-3)
    assert found["f"] == found["majority_f"] == pytest.approx(0.799, abs=1e-3)
