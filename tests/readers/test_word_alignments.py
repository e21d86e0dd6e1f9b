import io
import json
import sys

import pytest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import read_jacana, read_multimwa, read_pharaoh

BOM = b"\xef\xbb\xbf"
PAIR = {
    "id": "1",
    "source": "A small cat",
    "target": "One cat",
    "sureAlign": "2-1 2-1",
    "possibleAlign": "0-0 2-1",
}
ROW = "7\tA small cat\tN/A\tOne cat\tN/A\t1\t1\t2-1\t0-0"


def outcome(records, errors):
    places = [error.values["place"] for error in errors]
    return (
        [record.id for record in records],
        [(error.code, place.line, place.id) for error, place in zip(errors, places, strict=True)],
    )


@pytest.mark.parametrize("bom", [b"", BOM, BOM * 6])
def test_jacana(write, bom):
    [record] = read_jacana(write("gold.json", bom + json.dumps([PAIR]).encode()))
    assert record.id == "1"
    assert record.source == ("A", "small", "cat")
    assert record.target == ("One", "cat")
    assert record.sure == {(2, 1)}
    assert record.possible == {(0, 0), (2, 1)}


def test_jacana_takes_the_name_for_want_of_an_id(write):
    pair = {"name": "n", "source": "a", "target": "b", "sureAlign": "", "score": "0.0"}
    [record] = read_jacana(write("gold.json", json.dumps([pair])))
    assert (record.id, record.words) == ("n", ())


def test_jacana_reports_each_bad_pair_with_its_line(write, collect):
    pairs = [
        PAIR,
        PAIR | {"id": "range", "sureAlign": "3-0"},
        PAIR | {"id": "form", "sureAlign": "0-0,1-1"},
        PAIR | {"id": "mark", "sureAlign": "0p0"},
        PAIR | {"id": "type", "target": ["One", "cat"]},
        PAIR | {"id": "side", "source": "  "},
        {key: value for key, value in PAIR.items() if key != "sureAlign"},
        ["no object"],
        PAIR | {"id": "last", "source": "[ { , } ]"},
    ]
    path = write("gold.json", json.dumps(pairs, indent=1).replace("\n", "\r\n"))
    lines = path.read_text().split("\n")
    records, errors = collect(read_jacana, path)
    found, failed = outcome(records, errors)
    assert found == ["1", "last"]
    assert [(code, id) for code, _, id in failed] == [
        ("P103", "range"),
        ("P102", "form"),
        ("P102", "mark"),
        ("P102", "type"),
        ("P102", "side"),
        ("P102", "1"),
        ("P102", None),
    ]
    begins = [number for number, line in enumerate(lines, 1) if line in (" {", " [")]
    assert [line for _, line, _ in failed] == begins[1:8]
    assert [record.place.line for record in records] == [begins[0], begins[8]]
    assert "'0-0,1-1'" in str(errors[1])


def test_jacana_raises_without_on_error(write):
    path = write("gold.json", json.dumps([PAIR | {"sureAlign": "9-9"}]))
    with pytest.raises(ParaphraseError, match=r"P103.*gold\.json, line 1"):
        list(read_jacana(path))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[{]",
        b'[{"source": "\xff"}]',
        b"[" * 100_000,
        b"\xff\xfe[\x00]\x00",
        b"[" + b"1" * 5000 + b"]",
    ],
)
def test_what_is_no_json_list(write, content):
    errors = []
    with pytest.raises(ParaphraseError, match="P101"):
        list(read_jacana(write("gold.json", content), errors.append))
    assert errors == []


def test_an_empty_json_list(write):
    assert list(read_jacana(write("gold.json", " [ ] "))) == []


@pytest.mark.parametrize("reader", [read_jacana, read_multimwa, read_pharaoh])
def test_a_missing_file(reader, tmp_path):
    with pytest.raises(ParaphraseError, match=r"P101.*none.*No such file"):
        list(reader(tmp_path / "none"))


@pytest.mark.parametrize("reader", [read_multimwa, read_pharaoh])
def test_a_folder_is_no_file(reader, tmp_path):
    with pytest.raises(ParaphraseError, match="P101"):
        list(reader(tmp_path))


@pytest.mark.parametrize("rest", ["", "\t", "\t\t ", "\tanything"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n"])
def test_multimwa(write, rest, end):
    [record] = read_multimwa(write("gold.tsv", BOM + (ROW + rest + end).encode()))
    assert (record.id, record.place.line) == ("7", 1)
    assert record.source == ("A", "small", "cat")
    assert record.sure == {(2, 1)}
    assert record.possible == {(0, 0), (2, 1)}


def test_multimwa_without_possible_links(write):
    [record] = read_multimwa(write("gold.tsv", ROW.rsplit("\t", 1)[0]))
    assert record.sure == record.possible == {(2, 1)}


def test_multimwa_reports_each_bad_line(write, collect):
    rows = [
        ROW.encode(),
        b"2\ttoo few",
        ROW.replace("2-1", "2-2").encode(),
        ROW.replace("2-1", "2:1").encode(),
        ROW.replace("One cat", "").encode(),
        ROW.encode().replace(b"cat", b"\xe9", 1),
        BOM + ROW.encode(),
    ]
    records, errors = collect(read_multimwa, write("gold.tsv", b"\n".join(rows)))
    assert outcome(records, errors) == (
        ["7", "7"],
        [("P102", 2, "2"), ("P103", 3, "7"), ("P102", 4, "7"), ("P102", 5, "7"), ("P102", 6, None)],
    )
    assert "0xe9" in str(errors[-1])


def test_a_no_break_space_stays_in_its_word(write):
    row = ROW.replace("A small cat", "10\u00a0000 small cats")
    [record] = read_multimwa(write("gold.tsv", row))
    assert record.source == ("10\u00a0000", "small", "cats")


SOURCE = "A small cat\nOne\n"
TARGET = "One cat\nOne ||| two\n"


@pytest.mark.parametrize("possible", ["0p0", "0?0", "?0-0"])
def test_pharaoh_in_one_file(write, possible):
    [record] = read_pharaoh(write("gold.txt", f"A small cat ||| One cat ||| 2-1 {possible} 2-1\n"))
    assert (record.id, record.source, record.target) == (1, ("A", "small", "cat"), ("One", "cat"))
    assert record.sure == {(2, 1)}
    assert record.possible == {(0, 0), (2, 1)}


def test_pharaoh_in_two_files(write):
    texts = write("texts", "A small cat ||| One cat\na ||| b\n")
    records = list(read_pharaoh(texts, write("links", "2-1\n\n")))
    assert [(r.id, r.sure, r.words == ()) for r in records] == [
        (1, {(2, 1)}, False),
        (2, set(), True),
    ]


def test_pharaoh_in_three_files(write):
    paths = write("a", SOURCE), write("b", TARGET), write("c", "2-1\n0-2")
    records = list(read_pharaoh(*paths))
    assert [r.sure for r in records] == [{(2, 1)}, {(0, 2)}]
    assert records[1].target == ("One", "|||", "two")


def test_pharaoh_reports_each_bad_line_and_each_missing_one(write, collect):
    paths = (
        write("a", "a\n\nc\nd\n"),
        write("b", "a\nb\nc\n"),
        write("c", "0-0\n0-0\n0-1\n0-0\n0-0"),
    )
    records, errors = collect(read_pharaoh, *paths)
    assert outcome(records, errors) == (
        [1],
        [("P102", 2, 2), ("P103", 3, 3), ("P102", 4, 4), ("P102", 5, 5)],
    )
    assert f"no line 4 in {paths[1]}" in str(errors[2])


@pytest.mark.parametrize(
    "line", ["a ||| b", "a ||| b ||| 0-0 ||| 1", "a ||| b ||| 0-x", "a ||| b ||| -1-0", "a b 0-0"]
)
def test_pharaoh_malformed(write, line):
    with pytest.raises(ParaphraseError, match="P102"):
        list(read_pharaoh(write("gold.txt", line)))


def test_pharaoh_takes_one_to_three_files():
    with pytest.raises(TypeError, match="got 0"):
        read_pharaoh()


def test_a_number_too_long_to_be_one(write, collect):
    row = ROW.replace("2-1", "1" * 5000 + "-0")
    records, [error] = collect(read_multimwa, write("gold.tsv", row))
    assert (records, error.code) == ([], "P102")
    assert len(str(error)) < 500


def test_standard_input(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(BOM + ROW.encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    [record] = read_multimwa("-")
    assert str(record.place) == "standard input, line 1"
    assert not stream.closed
