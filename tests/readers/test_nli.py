import json
import warnings

import pytest

from spacy_paraphrase.errors import ParaphraseError, ParaphraseWarning
from spacy_paraphrase.readers import (
    Columns,
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
    from spacy_paraphrase.pairs.results import SentenceRelation, write_relation

    doc = make_pair(nlp, "A cat", "A pet")
    assert doc_to_record(doc).entails is None
    write_relation(doc, SentenceRelation("specifies", {"specifies": 1.0}))
    record = doc_to_record(doc)
    assert (record.entails, record.entailed) == ("entailment", "neutral")


def judged(records):
    return [(r.entails, r.paraphrase, r.similarity) for r in records]


@pytest.mark.parametrize(
    ("header", "labels", "expected", "told"),
    [
        # PAWS, MRPC and WNLI as published: 1 is paraphrase.
        ("sentence1\tsentence2\tlabel", "1 0", [(None, True, None), (None, False, None)], "no/yes"),
        ("text1\ttext2\tlabel", "1 -1", [(None, True, None), (None, None, None)], "no/yes"),
        (
            "question1\tquestion2\tlabel",
            "0.0 1",
            [(None, False, None), (None, True, None)],
            "no/yes",
        ),
        # A premise and its hypothesis have classes, though the third one may be lacking.
        (
            "premise\thypothesis\tlabel",
            "0 1",
            [("entailment", None, None), ("neutral", None, None)],
            "entailment/neutral",
        ),
        (
            "sentence1\tsentence2\tlabel",
            "0 2",
            [("entailment", None, None), ("contradiction", None, None)],
            "",
        ),
        (
            "sentence1\tsentence2\tgold_label",
            "neutral -",
            [("neutral", None, None), (None, None, None)],
            "",
        ),
        (
            "sentence1\tsentence2\tlabel",
            "True false",
            [(None, True, None), (None, False, None)],
            "",
        ),
        ("sentence1\tsentence2\tlabel", "2.5 5.0", [(None, None, 0.5), (None, None, 1)], "0 to 5"),
        ("sentence1\tsentence2\tscore", "0.5 1", [(None, None, 0.5), (None, None, 1)], "0 to 1"),
        ("sentence1\tsentence2\tscore", "1 5", [(None, None, 0.2), (None, None, 1)], ""),
        (
            "sentence1\tsentence2\tis_paraphrase",
            "1 0",
            [(None, True, None), (None, False, None)],
            "",
        ),
        # SICK as SemEval published it.
        (
            "sentence_A\tsentence_B\tentailment_judgment",
            "ENTAILMENT CONTRADICTION",
            [("entailment", None, None), ("contradiction", None, None)],
            "",
        ),
    ],
)
def test_what_a_label_means_is_told_by_header_and_values(
    header, labels, expected, told, write, nlp
):
    rows = "".join(f"A cat\tA pet\t{label}\n" for label in labels.split())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert judged(read_table(write("t.tsv", f"{header}\n{rows}"), nlp)) == expected
    messages = [str(warning.message) for warning in caught]
    assert len(messages) == bool(told)
    assert all(f"t.tsv, {header.split()[-1]}: " in m and told in m for m in messages)


def test_the_reader_of_a_table_may_say_what_its_label_means(write, nlp):
    path = write("t.csv", "sentence1,sentence2,label\nA cat,A pet,0\nA cat,A dog,1\n")
    columns = Columns(labels="nli")
    assert [r.entails for r in read_table(path, nlp, columns=columns)] == ["entailment", "neutral"]


def test_a_label_is_read_by_all_its_values_and_not_by_the_first(write, nlp):
    rows = "A cat,A pet,0\n" * 50 + "A cat,A pet,2\n"
    records = [*read_table(write("t.csv", f"sentence1,sentence2,label\n{rows}"), nlp)]
    assert {record.paraphrase for record in records} == {None}
    assert records[-1].entails == "contradiction"


@pytest.mark.parametrize("column", ["gold", "annotation", "my_judgement", "relation_label"])
def test_a_column_that_looks_like_a_judgement_and_is_not_read_is_named(column, write, nlp):
    path = write("t.csv", f"sentence1,sentence2,{column}\nA cat,A pet,yes\n")
    with pytest.warns(ParaphraseWarning, match=rf"W114.*t\.csv, {column}: not read"):
        [record] = read_table(path, nlp)
    assert (record.entails, record.paraphrase) == (None, None)
    lines = [{"sentence1": "a", "sentence2": "b", "gold_label": "neutral", "label1": "neutral"}]
    lines[0]["annotator_labels"] = ["neutral"]
    path = write("t.jsonl", "\n".join(map(json.dumps, lines)))
    assert [record.entails for record in read_nli(path, nlp)] == ["neutral"]


def test_tables_without_header_and_with_names_of_their_own(write, nlp):
    path = write("t.csv", "A cat,A pet,4.5\nA cat,A dog,1.0\n")
    columns = Columns(names=("source", "target", "score"))
    assert [r.similarity for r in read_table(path, nlp, columns=columns)] == [0.9, 0.2]
    path = write("u.csv", "old,new,domain\nA cat,A pet,news\n")
    [record] = read_table(path, nlp, columns=Columns("old", "new"))
    assert (record.source, record.target, record.domain) == (("A", "cat"), ("A", "pet"), "news")


def test_one_array_is_read_as_its_items(write, nlp, collect):
    items = [{"premise": "A cat", "hypothesis": "A pet", "label": "neutral"}, {"premise": "A"}]
    path = write("t.json", json.dumps(items, indent=1))
    with pytest.warns(ParaphraseWarning, match=r"W115.*t\.json is one JSON array"):
        records, [error] = collect(lambda path, on_error: read_nli(path, nlp, on_error), path)
    assert [record.entails for record in records] == ["neutral"]
    assert str(error.values["place"]).endswith("t.json, item 2")
    pair = {"source": ["A", "cat"], "target": ["cats"]}
    with pytest.warns(ParaphraseWarning, match="W115"):
        assert [r.target for r in read_jsonl(write("u.jsonl", json.dumps([pair] * 2)))] == [
            ("cats",),
            ("cats",),
        ]


def test_rows_of_parquet(tmp_path, nlp):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    texts = arrow.array(["A cat", "A cat"]).dictionary_encode()
    data = {"premise": texts, "hypothesis": ["A pet", "A dog"], "label": [0, 2], "idx": [7, 8]}
    parquet.write_table(arrow.table(data), tmp_path / "t.parquet")
    records = [*read_table(tmp_path / "t.parquet", nlp)]
    assert [record.entails for record in records] == ["entailment", "contradiction"]
    assert [record.id for record in records] == [7, 8]
    assert records[1].place.line == 2
