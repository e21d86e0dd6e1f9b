import json

import pytest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import (
    PairRecord,
    doc_to_record,
    is_sentence_table,
    read_docbin,
    read_jsonl,
    read_nli,
    read_table,
    record_to_doc,
    record_to_json,
)

SICK = "pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score\tentailment_AB\t"
SICK += "entailment_BA\tSemEval_set\n"
ROW = '3\tA "man" is asleep\tNobody sleeps\tCONTRADICTION\t3.2\tA_contradicts_B\tB_neutral_A\tTRAIN'


def test_sick(write, nlp):
    [record] = read_table(write("sick.tsv", SICK + ROW + "\n\n"), nlp)
    assert record == PairRecord(
        "3",
        ("A", '"', "man", '"', "is", "asleep"),
        ("Nobody", "sleeps"),
        entails="contradiction",
        entailed="neutral",
        similarity=(3.2 - 1) / 4,
    )
    assert (record.place.line, record.place.id) == (2, "3")


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("4\tA cat\tA dog\tX\t3.2\tA_neutral_B", "6 cells"),
        ("4\tA cat\tA dog\tX\t3.2\tB_neutral_A\tB_neutral_A\tT", "the label 'B_neutral_A'"),
        ("4\tA cat\tA dog\tX\t3.2\tmaybe\tB_neutral_A\tT", "the label 'maybe'"),
        ("4\tA cat\tA dog\tX\t5.5\tA_neutral_B\tB_neutral_A\tT", "the relatedness '5.5'"),
        ("4\tA cat\tA dog\tX\tnan\tA_neutral_B\tB_neutral_A\tT", "the relatedness 'nan'"),
        ("4\t \tA dog\tX\t3.2\tA_neutral_B\tB_neutral_A\tT", "P001"),
        (b"4\tA cat\tA d\xffg\tX\t3.2\tA_neutral_B\tB_neutral_A\tT", "0xff"),
    ],
)
def test_a_bad_row_is_reported_and_the_rest_is_read(cells, reason, write, collect, nlp):
    bad = cells if isinstance(cells, bytes) else cells.encode()
    path = write("sick.tsv", b"\n".join([SICK.strip().encode(), bad, ROW.encode()]))
    records, [error] = collect(lambda path, on_error: read_table(path, nlp, on_error), path)
    assert [record.id for record in records] == ["3"]
    assert error.values["place"].line == 2
    assert reason in str(error)
    with pytest.raises(ParaphraseError, match="line 2"):
        list(read_table(path, nlp))


def test_commas_and_quotes(write, nlp, collect):
    text = 'Source,TARGET,forward,backward,similarity\n"Rain, snow",Rain,entailment,-,0.5\n"a,b\n'
    read = collect(lambda path, on_error: read_table(path, nlp, on_error), write("t.csv", text))
    [record], [error] = read
    assert (record.source, record.entails, record.entailed) == (
        ("Rain", ",", "snow"),
        "entailment",
        None,
    )
    assert record.similarity == 0.5
    assert (error.code, error.values["place"].line) == ("P102", 3)


@pytest.mark.parametrize("text", ["", "a\tb\n1\t2", "source,label\nA cat,neutral\n"])
def test_a_table_without_the_two_sides(text, write, nlp):
    with pytest.raises(ParaphraseError, match="P101"):
        list(read_table(write("t.tsv", text), nlp))


def test_a_header_is_told_from_word_alignments(write):
    assert is_sentence_table(write("a.tsv", b"\xef\xbb\xbf" + (SICK + ROW).encode()))
    assert not is_sentence_table(write("b.tsv", "1\tA cat\tN/A\tOne cat\tN/A\t1\t1\t1-1\t0-0\n"))
    assert not is_sentence_table(write("c.tsv", ""))


def test_nli_lines(write, nlp, collect):
    lines = [
        {"sentence1": "A cat", "sentence2": "A pet", "gold_label": "entailment", "pairID": "x"},
        {"premise": "A cat", "hypothesis": "A dog", "label": 2},
        {"premise": "A cat", "hypothesis": "A dog", "label": -1},
        {"sentence1": "A cat", "sentence2": "A pet", "gold_label": "-"},
        {"premise": "A cat", "hypothesis": "A dog", "label": 3},
        {"premise": "A cat", "hypothesis": "A dog", "label": True},
        {"premise": "A cat", "label": 0},
        {"premise": "A cat", "hypothesis": ["A"], "label": 0},
        ["no object"],
    ]
    path = write("dev.jsonl", "\n".join(map(json.dumps, lines)) + "\n{")
    records, errors = collect(lambda path, on_error: read_nli(path, nlp, on_error), path)
    assert [record.entails for record in records] == ["entailment", "contradiction", None, None]
    assert records[0].id == "x"
    assert [error.values["place"].line for error in errors] == [5, 6, 7, 8, 9, 10]
    assert {error.code for error in errors} == {"P102"}


JUDGED = PairRecord("a", ("A", "cat"), ("pets",), entails="neutral", similarity=0.25)


def test_a_judgement_survives_docs_and_lines(write, nlp, tmp_path):
    from spacy.tokens import DocBin

    doc = record_to_doc(JUDGED, nlp)
    assert doc_to_record(doc) == JUDGED
    path = tmp_path / "gold.spacy"
    DocBin(docs=[doc], store_user_data=True).to_disk(path)
    assert list(read_docbin(path, nlp)) == [JUDGED]
    assert list(read_jsonl(write("gold.jsonl", json.dumps(record_to_json(JUDGED))))) == [JUDGED]


@pytest.mark.parametrize(
    ("relation", "labels"),
    [
        ({"entails": True, "entailed": False}, ("entailment", "neutral")),
        ({"entails": False, "entailed": False, "conflict": True}, ("contradiction",) * 2),
        ({"entails": "neutral"}, ("neutral", None)),
        ({}, (None, None)),
    ],
)
def test_what_a_component_found_is_read(relation, labels, write):
    line = {"source": ["a"], "target": ["b"], "relation": relation}
    [record] = read_jsonl(write("out.jsonl", json.dumps(line)))
    assert (record.entails, record.entailed) == labels


@pytest.mark.parametrize(
    "relation", [["entails"], {"entails": "yes"}, {"entailed": 1}, {"similarity": 2}]
)
def test_a_judgement_that_is_none(relation, write):
    line = {"source": ["a"], "target": ["b"], "relation": relation}
    with pytest.raises(ParaphraseError, match=r"P102.*gold\.jsonl, line 1"):
        list(read_jsonl(write("gold.jsonl", json.dumps(line))))


def test_a_judgement_survives_a_plain_docbin_and_turns_with_the_sides(nlp):
    from spacy.tokens import DocBin

    from spacy_paraphrase import swap

    doc = record_to_doc(JUDGED, nlp)
    [back] = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(nlp.vocab)
    assert doc_to_record(back).entails == "neutral"
    swapped = doc_to_record(swap(doc))
    assert (swapped.source, swapped.entails, swapped.entailed) == (("pets",), None, "neutral")
    assert doc_to_record(swap(swap(doc))) == JUDGED


def test_what_a_component_wrote_into_a_doc_is_a_record_too(nlp):
    from spacy_paraphrase import make_pair
    from spacy_paraphrase.results import SentenceRelation, write_relation

    doc = make_pair(nlp, "A cat", "A pet")
    assert doc_to_record(doc).entails is None
    write_relation(doc, SentenceRelation("specifies", {"specifies": 1.0}))
    record = doc_to_record(doc)
    assert (record.entails, record.entailed) == ("entailment", "neutral")
