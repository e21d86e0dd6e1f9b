"""Files made to do harm, or made by somebody who did not look."""

import pytest
import spacy

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.jobs.limits import MAX_LINE
from spacy_paraphrase.readers import (
    PairRecord,
    read_jsonl,
    read_table,
    record_to_doc,
)

LINE = {"source": ["a"], "target": ["b"]}


def test_a_relation_that_is_null_is_none(tmp_path, jsonl):
    link = {"source": [0], "target": [0], "relation": None, "score": None}
    [record] = read_jsonl(jsonl(LINE | {"words": [link]}))
    assert (record.words[0].relation, record.words[0].score) == ("", 1.0)


def test_an_id_that_json_knows_and_a_doc_does_not(jsonl):
    [record] = read_jsonl(jsonl(LINE | {"id": 2**80}))
    assert record.id == 2**80
    with pytest.raises(ParaphraseError, match="P102"):
        record_to_doc(record, spacy.blank("en"))


def test_a_side_longer_than_the_tokeniser_takes(jsonl):
    errors = []
    lines = [LINE | {"source": "a " * 600_000}, LINE]
    records = list(read_jsonl(jsonl(*lines), spacy.blank("en"), errors.append))
    assert (len(records), [error.code for error in errors]) == (1, ["P104"])


def test_a_line_without_end(tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"x" * (2 * MAX_LINE) + b'\n{"source": ["a"], "target": ["b"]}\n')
    errors = []
    records = list(read_jsonl(path, on_error=errors.append))
    assert [record.place.line for record in records] == [2]
    assert [error.code for error in errors] == ["P102"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_cells_over_several_lines(tmp_path, end):
    path = tmp_path / "pairs.csv"
    rows = ["source,target,label", '"A ""big"" cat,', 'asleep",A cat,entailment', "B,C,neutral"]
    path.write_bytes(end.join([*rows, ""]).encode())
    first, second = read_table(path, spacy.blank("en"))
    assert first.source == ("A", '"', "big", '"', "cat", ",", "\n", "asleep")
    assert (first.entails, first.place.line) == ("entailment", 2)
    assert (second.source, second.place.line) == (("B",), 4)


def test_a_quote_that_is_never_closed_costs_its_line_alone(tmp_path):
    path = tmp_path / "pairs.csv"
    rows = ["source,target", "A,B", '"C,D', *(["E,F"] * 50)]
    path.write_text("\n".join(rows))
    errors = []
    records = list(read_table(path, spacy.blank("en"), errors.append))
    assert len(records) == 51
    assert [error.values["place"].line for error in errors] == [3]


def test_a_relation_of_another_type_is_refused():
    from spacy_paraphrase.readers import LinkRecord

    with pytest.raises(ParaphraseError, match="P102"):
        PairRecord(1, ("a",), ("b",), words=(LinkRecord((0,), (0,), None),))


@pytest.fixture
def jsonl(tmp_path):
    import json

    def write(*values):
        path = tmp_path / "lines.jsonl"
        path.write_text("".join(json.dumps(value) + "\n" for value in values))
        return path

    return write
