"""Parquet in and out: the same rows as the lines of JSON."""

import json
import sys

import pytest

from spacy_paraphrase.cli.parquet import writer
from spacy_paraphrase.cli.table_files import lines_of
from spacy_paraphrase.readers.rows import values_of

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

PAIRS = [
    {"id": 1, "source": "A cat can't sleep", "target": "The cat sleeps", "question": "Who?"},
    {"id": 2, "source": "", "target": "b", "question": None},
    {"id": None, "source": "猫が 😀", "target": "😀 猫", "question": None},
]


@pytest.fixture
def table(tmp_path):
    """Writes records, or a table, as a file, and gives its path."""

    def write(name, data, **options):
        path = tmp_path / f"{name}.parquet"
        data = arrow.Table.from_pylist(data) if isinstance(data, list) else data
        parquet.write_table(data, path, **options)
        return path

    return write


def rows(path):
    """Return the rows of a file, what is JSON text in them read."""
    found = parquet.read_table(path).to_pylist()
    plain = ("id", "source", "target", "overlap", "text")
    return [
        {k: v if k in plain or v is None else json.loads(v) for k, v in row.items()}
        for row in found
    ]


@pytest.mark.parametrize("n_process", [1, 2])
def test_rows_are_lines(command, jsonl, table, model, tmp_path, lines, n_process):
    """Every combination of forms gives the same records, and the same errors."""
    sources = {"jsonl": jsonl("in.jsonl", *PAIRS), "parquet": table("in", PAIRS)}
    found = []
    for source in sources.values():
        for suffix in ("jsonl", "parquet"):
            out, errors = tmp_path / f"out.{suffix}", tmp_path / "errors"
            options = ["--model", model, "--errors", errors, "--n-process", n_process]
            assert command("align", source, out, *options) == 3
            read = lines if suffix == "jsonl" else rows
            found.append([read(out), lines(errors)])
    [records, failures], *others = found
    assert [record["id"] for record in records] == [1, None]
    assert [(f["line"], f["id"], f["code"]) for f in failures] == [(2, 2, "P001")]
    assert records[0]["words"]
    ids = [[1, None], ["1", None], [1, None]]  # of JSON into a column: text
    assert [[r["id"] for r in rs] for rs, _ in others] == [ids[1], ids[0], ids[2]]
    for some, told in others:
        assert told == failures
        assert [{**r, "id": 0} for r in some] == [{**r, "id": 0} for r in records]


def test_scores_and_texts(command, table, model, tmp_path):
    pairs, out = table("in", PAIRS[:1]), tmp_path / "out.parquet"
    assert command("score", pairs, out, "--model", model, "--scores", "edits") == 0
    [row] = rows(out)
    assert row["source"] == ["A", "cat", "ca", "n't", "sleep"]
    assert row["scores"]["terp"] > 0
    assert (bool(row["edits"]), row["explanation"]) == (True, None)


def test_types_of_columns(command, jsonl, table, model, tmp_path):
    schema = arrow.schema([("id", arrow.int16()), ("source", arrow.large_string())])
    schema = schema.append(arrow.field("target", arrow.list_(arrow.string())))
    schema = schema.append(arrow.field("target_chunks", arrow.list_(arrow.list_(arrow.int64()))))
    pair = {"id": 3, "source": "a", "target": ["a b", "c"], "target_chunks": [[0, 2]]}
    data = arrow.Table.from_pylist([pair], schema)
    out = tmp_path / "out.parquet"
    assert command("align", table("in", data), out, "--model", model) == 0
    written = parquet.read_schema(out)
    assert written.field("id").type == arrow.int16()
    assert written.field("source").type == arrow.list_(arrow.string())
    assert rows(out)[0]["target"] == ["a b", "c"]
    ids = [{"id": id, "source": "a", "target": "a"} for id in ("a", [1], {"b": "é"})]
    lone = b'{"id": "\\ud800", "source": "a", "target": "a"}'
    assert command("align", jsonl("in", *ids, lone), out, "--model", model) == 0
    assert [row["id"] for row in rows(out)] == ["a", "[1]", '{"b": "é"}', "\\ud800"]


def test_no_rows(command, table, model, tmp_path):
    out = tmp_path / "out.parquet"
    empty = table("in", arrow.Table.from_pylist(PAIRS).slice(0, 0))
    assert command("align", empty, out, "--model", model) == 0
    assert parquet.read_table(out).column_names == [
        *("id", "source", "target", "words", "phrases", "chunks", "relation", "overlap", "fusions")
    ]


def test_what_is_no_such_file(command, table, model, tmp_path, capsys):
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    out.write_bytes(b"earlier")
    bad = [{"id": [1], "source": "a", "target": "a"}, {"source": b"a", "target": "a"}, {"id": 1}]
    whole = table("in", PAIRS * 1000, compression="none").read_bytes()
    cut = whole[: len(whole) // 2] + b"\0" * 64 + whole[len(whole) // 2 + 64 :]
    files = [b"", b"PAR1", whole[:-9], b"\xff" * 400, cut]
    files += [table("bad", [row]).read_bytes() for row in bad]
    for content in files:
        source.write_bytes(content)
        status = command("align", source, out, "--model", model, "--errors", tmp_path / "e")
        told = capsys.readouterr().err
        assert (status, told[:6]) == (1, "[P513]") or content is cut, told
        assert "Traceback" not in told
        assert out.read_bytes() == b"earlier" or content is cut
    assert not list(tmp_path.glob("*.part"))
    assert command("align", tmp_path / "none.parquet", out, "--model", model) == 1
    assert capsys.readouterr().err.startswith("[P507]")


def test_bytes_that_are_no_text_are_an_error_of_their_row(command, table, model, tmp_path, lines):
    cells = arrow.Array.from_buffers(arrow.string(), 2, arrow.array([b"a", b"caf\xe9"]).buffers())
    assert values_of(arrow.ListArray.from_arrays([0, 2], cells)) == [["a", "caf\udce9"]]
    source = table("in", arrow.table({"source": cells, "target": ["a", "a"]}))
    out, errors = tmp_path / "out.parquet", tmp_path / "errors"
    assert command("align", source, out, "--model", model, "--errors", errors) == 3
    assert [row["source"] for row in rows(out)] == [["a"]]
    assert [(f["line"], f["code"]) for f in lines(errors)] == [(2, "P503")]


def test_resume(command, table, jsonl, model, tmp_path, capsys, lines):
    """An output in Parquet cannot be gone on with, one in lines can, whatever it came of."""
    source, out = table("in", PAIRS), tmp_path / "out.jsonl"
    status = command("align", source, tmp_path / "out.parquet", "--resume", "--model", model)
    assert (status, capsys.readouterr().err[:6]) == (2, "[P508]")
    command("align", source, out, "--model", model)
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) - 20])
    assert command("align", source, out, "--model", model, "--resume") == 3
    assert out.read_bytes() == whole


def test_without_the_package(command, table, model, tmp_path, monkeypatch, capsys, jsonl):
    source = table("in", PAIRS)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for files in [(source, tmp_path / "out"), (jsonl("in", PAIRS[0]), tmp_path / "out.parquet")]:
        assert command("align", *files, "--model", model) == 1
        assert "pip install 'spacy-paraphrase[parquet]'" in capsys.readouterr().err


def test_memory_is_flat(table, tmp_path):
    """Of 80 MB that are read and written, never more than some row groups are held."""
    texts = [f"{k:0>1000}" for k in range(40_000)]
    source = table("in", arrow.table({"source": texts, "target": texts}), row_group_size=2_000)
    del texts
    before, most = arrow.total_allocated_bytes(), 0
    with (
        lines_of(str(source), ("source", "target")) as lines,
        writer(str(tmp_path / "out.parquet"), ("scores",), arrow.int64()) as write,
    ):
        for number, line in lines:
            write({"id": number, "scores": line.decode()})
            most = max(most, arrow.total_allocated_bytes() - before)
    assert most < 20_000_000
    assert parquet.read_metadata(tmp_path / "out.parquet").num_rows == 40_000
