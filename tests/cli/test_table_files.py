"""Tables in and out of commands, whatever their form and the names of their columns."""

import csv
import io
import json

import pytest

PAIRS = [("A cat, asleep", "A cat", "1"), ("", "A dog", "2"), ("A cat", "A cat", "3")]


def delimited(path):
    tabs = path.suffix == ".tsv"
    return list(csv.DictReader(io.StringIO(path.read_text()), delimiter="\t" if tabs else ","))


@pytest.fixture
def table(tmp_path):
    def write(name, header, rows=PAIRS):
        path = tmp_path / name
        if name.endswith(".parquet"):
            arrow = pytest.importorskip("pyarrow")
            parquet = pytest.importorskip("pyarrow.parquet")
            columns = [
                arrow.array(column).dictionary_encode() for column in zip(*rows, strict=True)
            ]
            parquet.write_table(arrow.table(dict(zip(header, columns, strict=True))), path)
        elif name.endswith(".jsonl"):
            lines = (json.dumps(dict(zip(header, row, strict=True))) for row in rows)
            path.write_text("\n\n".join(lines))
        else:
            with open(path, "w", newline="") as stream:
                delimiter = "\t" if name.endswith(".tsv") else ","
                writer = csv.writer(stream, delimiter=delimiter, quotechar='"')
                writer.writerows([header, *rows] if header else rows)
        return path

    return write


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "jsonl"])
@pytest.mark.parametrize(
    ("header", "options"),
    [
        (("premise", "hypothesis", "id"), []),
        (("text1", "text2", "id"), []),
        (("old", "new", "id"), ["--source-column", "old", "--target-column", "NEW"]),
    ],
)
def test_columns_of_every_form(suffix, header, options, command, table, model, tmp_path, lines):
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors"
    path = table(f"in.{suffix}", header)
    options = [*options, "--model", model, "--errors", errors]
    assert command("align", path, out, *options) == 3
    assert [record["id"] for record in lines(out)] == ["1", "3"]
    assert lines(out)[0]["source"] == ["A", "cat", ",", "asleep"]
    assert [(f["id"], f["code"]) for f in lines(errors)] == [("2", "P001")]


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_a_table_out_is_one_that_is_read_again(suffix, command, table, model, tmp_path, lines):
    out, again = tmp_path / f"out.{suffix}", tmp_path / "again.jsonl"
    path = table("in.csv", ("source", "target", "id"), [("A cat", 'A "big" cat, asleep', "7")])
    assert command("align", path, out, "--model", model) == 0
    [row] = delimited(out) if suffix == "csv" else [dict.fromkeys(["words"], "[]")]
    assert json.loads(row["words"]) or suffix == "tsv"
    assert command("align", out, again, "--model", model) == 0
    [record] = lines(again)
    assert record["id"] == "7"
    assert record["target"] == ["A", '"', "big", '"', "cat", ",", "asleep"]
    assert command("align", path, out, "--model", model, "--resume") == 2


def test_a_table_without_a_header(command, table, model, tmp_path, lines, capsys):
    path, out = table("in.csv", None), tmp_path / "out.jsonl"
    assert command("align", path, out, "--model", model) == 1
    assert "--columns" in capsys.readouterr().err
    options = ["--columns", "source,target,id", "--model", model]
    assert command("align", path, out, *options) == 3
    assert [record["id"] for record in lines(out)] == ["1", "3"]


def test_a_row_with_another_number_of_cells_is_an_error_of_its_own(command, model, tmp_path, lines):
    path, out, errors = tmp_path / "in.csv", tmp_path / "out.jsonl", tmp_path / "errors"
    path.write_text("source,target\nA cat\nA cat,A dog\n")
    for processes in (1, 2):
        options = ["--model", model, "--errors", errors, "--n-process", processes]
        assert command("align", path, out, *options) == 3
        assert [record["target"] for record in lines(out)] == [["A", "dog"]]
        assert [(f["line"], f["code"]) for f in lines(errors)] == [(2, "P102")]


def test_one_array_and_blank_lines(command, model, tmp_path, lines):
    path, out, errors = tmp_path / "in.json", tmp_path / "out.jsonl", tmp_path / "errors"
    pairs = [{"id": 1, "source": "a", "target": "b"}, {"id": 2, "source": "a"}]
    path.write_text(json.dumps(pairs, indent=2))
    with pytest.warns(UserWarning, match=r"W115.*in\.json is one JSON array"):
        assert command("align", path, out, "--model", model, "--errors", errors) == 3
    assert [record["id"] for record in lines(out)] == [1]
    assert [(f["line"], f["id"]) for f in lines(errors)] == [(2, 2)]
    path = tmp_path / "in.jsonl"
    path.write_text("\n \n" + json.dumps(pairs[0]) + "\n\nx\n")
    assert command("align", path, out, "--model", model, "--errors", errors) == 3
    assert len(lines(out)) == 1
    assert [(f["line"], f["code"]) for f in lines(errors)] == [(5, "P501")]
    mistyped = ["--source-column", "sourse", "--errors", errors]
    assert command("align", path, out, "--model", model, *mistyped) == 3
    assert [f["code"] for f in lines(errors)] == ["P503", "P501"]
    assert "'sourse' is not there" in lines(errors)[0]["reason"]


def test_sentences_of_a_table(command, table, tmp_path):
    rows = [("1", "Ten people died, it rained."), ("2", "Ten people died, it rained.")]
    path, out = table("in.csv", ("id", "text"), rows), tmp_path / "out.tsv"
    assert command("group", path, out, "--no-relate") == 0
    assert [row["group"] for row in delimited(out)] == ["1"]
