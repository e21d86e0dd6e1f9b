import pytest
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import records


def code_of(function, *args):
    with pytest.raises(ParaphraseError) as caught:
        function(*args)
    return caught.value.code


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"no json",
        b'{"source": "a", "target": "b"',
        b'{"source": "caf\xe9", "target": "b"}',
        b'\xff\xfe{\x00"\x00',
        b'{"id": NaN, "source": "a", "target": "b"}',
        b'{"id": 1e999, "source": "a", "target": "b"}',
        b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"id": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_json(line):
    assert code_of(records.parse, line) == "P501"


@pytest.mark.parametrize("line", [b"[]", b"1", b'"text"', b"null", b"true"])
def test_what_is_no_object(line):
    assert code_of(records.parse, line) == "P502"


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"source": None}, "P002"),
        ({"source": 1}, "P002"),
        ({"source": {}}, "P002"),
        ({"source": ["a", 1]}, "P002"),
        ({"source": ["a", ""]}, "P002"),
        ({"source": [["a"]]}, "P002"),
        ({"source": ""}, "P001"),
        ({"source": " \n\t"}, "P001"),
        ({"source": []}, "P001"),
        ({"source": [" "]}, "P001"),
        ({"source": "\ud800"}, "P003"),
        ({"source": ["a", "\udfff"]}, "P003"),
        ({"question": 1}, "P503"),
        ({"question": "\ud800"}, "P503"),
        ({"source_chunks": "0-1"}, "P503"),
        ({"source_chunks": {}}, "P503"),
        ({"source_chunks": [0, 1]}, "P503"),
        ({"source_chunks": [[0]]}, "P503"),
        ({"source_chunks": [[0, 1, 2]]}, "P503"),
        ({"source_chunks": [["0", "1"]]}, "P503"),
        ({"source_chunks": [[0, 1.0]]}, "P503"),
        ({"source_chunks": [[False, True]]}, "P503"),
        ({"source_chunks": [[0, 3]]}, "P504"),
        ({"source_chunks": [[-1, 1]]}, "P504"),
        ({"source_chunks": [[1, 1]]}, "P504"),
        ({"source_chunks": [[2, 1]]}, "P504"),
        ({"target_chunks": [[0, 99999999999999999999]]}, "P504"),
    ],
)
def test_bad_records(blank, record, code):
    whole = {"source": "a b", "target": "c d e", **record}
    assert code_of(records.make_doc, blank, whole) == code


@pytest.mark.parametrize("record", [{}, {"source": "a"}, {"target": "a"}])
def test_a_side_is_missing(blank, record):
    assert code_of(records.make_doc, blank, record) == "P502"


@pytest.mark.parametrize("side", ["a" * 60, ["a"] * 30])
def test_too_long_a_pair(blank, side):
    blank.max_length = 100
    record = {"source": side, "target": side}
    assert code_of(records.make_doc, blank, record) == "P505"
    records.make_doc(blank, {"source": side, "target": "b"})


def test_chunks_and_question_are_kept(blank):
    record = {
        "source": ["New York", "is", "big"],
        "target": "It's big",
        "source_chunks": [[0, 1], [1, 3]],
        "target_chunks": [[0, 1], [1, 2]],
        "question": "How big?",
    }
    doc = records.make_doc(blank, record)
    assert [span.text for span in doc.spans["chunk_units"]] == ["New York", "is big", "It", "'s"]
    assert doc.user_data["question"] == "How big?"
    assert Doc(blank.vocab).from_bytes(doc.to_bytes()).user_data["question"] == "How big?"


def test_nulls_and_other_keys_are_passed_over(blank):
    record = {"source": "a", "target": "a", "source_chunks": None, "question": None, "more": []}
    assert "chunk_units" not in records.make_doc(blank, record).spans


def test_an_output_record(pipeline):
    nlp = pipeline()
    doc = nlp(records.make_doc(nlp, {"source": ["can't", "sleep"], "target": "They can't sleep"}))
    record = records.to_record(doc, {"any": 1})
    assert list(record) == [
        *("id", "source", "target", "words", "phrases", "chunks"),
        *("relation", "overlap", "fusions"),
    ]
    assert record["id"] == {"any": 1}
    assert record["source"] == ["can't", "sleep"]
    assert record["target"] == ["They", "ca", "n't", "sleep"]
    [link] = record["words"]
    assert list(link) == ["source", "target", "relation", "score", "similarity", "conflict"]
    assert (link["source"], link["target"]) == ([1], [3])
    assert (record["relation"], record["fusions"]) == ({}, [])
    assert isinstance(record["overlap"], float)


def test_fusions_are_written():
    nlp = spacy_paraphrase.load(sentence_fuser={"kinds": ["union"]})
    pair = {"source": "A black cat sleeps.", "target": "A cat sleeps on the sofa."}
    (fusion,) = records.to_record(nlp(records.make_doc(nlp, pair)), 1)["fusions"]
    assert (fusion["kind"], fusion["text"]) == ("union", "A black cat sleeps on the sofa.")


def test_the_relation_is_written(nlp):
    pair = {"source": "A poodle sleeps.", "target": "No dog sleeps."}
    record = records.to_record(nlp(records.make_doc(nlp, pair)), 1)
    assert record["relation"]["label"] == "intersects"
    assert record["relation"]["conflict"] is True
    assert record["relation"]["reasons"] == ["negation"]
    assert set(record["relation"]) == {
        *("label", "scores", "entails", "entailed", "conflict", "reasons")
    }
    assert any(link["conflict"] and link["reason"] == "negation" for link in record["phrases"])


@pytest.mark.parametrize("id", [10**30, "\ud800", [{"a": 10**20}]])
def test_an_id_that_a_docbin_cannot_hold(blank, id):
    doc = records.make_doc(blank, {"source": "a", "target": "b"})
    assert code_of(records.to_bytes, doc, id) == "P503"
