"""Files made to do harm, or made by somebody who did not look."""

import os

import pytest
import spacy

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.limits import MAX_LINE
from spacy_paraphrase.readers import (
    PairRecord,
    read_daeso,
    read_jsonl,
    read_table,
    record_to_doc,
)

LINE = {"source": ["a"], "target": ["b"]}
PGC = (
    '<parallel_graph_corpus><graphbanks><file id="1" format="alpino">{bank}</file></graphbanks>'
    '<aligned_graphs><graph_pair from_bank_id="1" from_graph_id="s1" to_bank_id="1"'
    ' to_graph_id="s1"/></aligned_graphs></parallel_graph_corpus>'
)
BANK = (
    '<treebank><alpino_ds id="s1"><node id="0" rel="top" cat="np" begin="0" end="1">'
    '<node id="1" rel="hd" begin="0" end="{end}" word="kat"/></node>'
    "<sentence>kat</sentence></alpino_ds></treebank>"
)


@pytest.fixture
def corpus(tmp_path):
    """Writes a corpus and a bank, and gives the path of the corpus."""

    def write(bank="bank.xml", text=None, end="1"):
        (tmp_path / "corpus").mkdir()
        (tmp_path / "corpus" / "bank.xml").write_bytes(text or BANK.format(end=end).encode())
        path = tmp_path / "corpus" / "pairs.pgc"
        path.write_text(PGC.format(bank=bank))
        return path

    return write


def code(path):
    with pytest.raises(ParaphraseError) as caught:
        list(read_daeso(path))
    return caught.value.code


def test_the_corpus_is_sound_by_itself(corpus):
    assert len(list(read_daeso(corpus()))) == 1


@pytest.mark.parametrize("end", ["999999999", "9" * 5000, "-1", "0"])
def test_positions_out_of_all_measure(corpus, end):
    assert code(corpus(end=end)) == "P102"


def test_banks_elsewhere_are_not_read(corpus, tmp_path):
    outside = tmp_path / "private.xml"
    outside.write_text(BANK.format(end="1"))
    path = corpus(bank=str(outside))
    assert code(path) == "P101"
    path.write_text(PGC.format(bank="../private.xml"))
    assert code(path) == "P101"
    path.write_text(PGC.format(bank="../corpus/bank.xml"))
    assert len(list(read_daeso(path))) == 1
    path.write_text(PGC.format(bank="far/away/bank.xml"))  # beside the corpus by its name
    assert len(list(read_daeso(path))) == 1


def test_a_link_that_leads_out_is_not_followed(corpus, tmp_path):
    path = corpus(bank="linked.xml")
    (tmp_path / "private.xml").write_text(BANK.format(end="1"))
    (tmp_path / "corpus" / "linked.xml").symlink_to(tmp_path / "private.xml")
    assert code(path) == "P101"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_bank(corpus, tmp_path):
    path = corpus(bank="pipe.xml")
    os.mkfifo(tmp_path / "corpus" / "pipe.xml")
    assert code(path) == "P101"


@pytest.mark.parametrize(
    "text",
    [
        b'<?xml version="1.0" encoding="no-such"?><treebank/>',
        b'<?xml version="1.0" encoding="utf-16"?><treebank/>',
        b"\xff\xfe<treebank/>",
        b"<treebank>" * 2000 + b"</treebank>" * 2000,
        b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        b"",
    ],
)
def test_banks_that_are_none(corpus, text):
    assert code(corpus(text=text or b" ")) == "P101"


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
