import json
import subprocess
import sys

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_paraphrase import sides
from spacy_paraphrase.readers import read_docbin

PAIRS = [
    {"id": "a", "source": "A cat can't sleep", "target": ["The", "cat", "can't", "sleep"]},
    {"source": "a b", "target": "b", "source_chunks": [[0, 2]], "question": "What?"},
    {"id": [1, None], "source": "猫が 😀", "target": "😀\u2028猫"},
]


def test_every_line_ends_once(command, jsonl, model, tmp_path, lines):
    source = jsonl("in", PAIRS[0], b"bad", PAIRS[1], b"", b"caf\xe9", PAIRS[2], {"id": 9})
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    assert command("align", source, out, "--model", model, "--errors", errors) == 3
    records, failures = lines(out), lines(errors)
    assert [record["id"] for record in records] == ["a", None, [1, None]]
    assert [(f["line"], f["id"], f["code"]) for f in failures] == [
        (2, None, "P501"),
        (4, None, "P501"),
        (5, None, "P501"),
        (7, 9, "P502"),
    ]
    assert records[0]["target"] == ["The", "cat", "can't", "sleep"]
    links = [(link["source"], link["target"]) for link in records[0]["words"]]
    assert links == [([1], [1]), ([4], [3])]


def test_standard_input_and_output(command, model, capsysbinary, lines):
    stdin = "\n".join(map(json.dumps, PAIRS)).encode()
    assert command("align", "-", "-", "--model", model, stdin=stdin) == 0
    written = capsysbinary.readouterr()
    assert len(lines(written.out)) == 3
    assert written.err == b""


def test_failures_go_to_standard_error(command, model, capsys, lines):
    assert command("align", "-", "-", "--model", model, stdin=b"bad\n") == 3
    written = capsys.readouterr()
    assert written.out == ""
    [failure] = lines(written.err)
    assert list(failure) == ["line", "id", "code", "reason"]


def test_an_empty_input(command, jsonl, model, tmp_path):
    out = tmp_path / "out"
    assert command("align", jsonl("in"), out, "--model", model) == 0
    assert out.read_bytes() == b""


@pytest.mark.parametrize("n_process", [1, 2])
def test_docs_as_output(command, jsonl, model, tmp_path, n_process):
    source, out = jsonl("in", *PAIRS, b"bad"), tmp_path / "out.spacy"
    status = command("align", source, out, "--model", model, "--n-process", n_process)
    assert status == 3
    nlp = spacy.blank("en")
    first, second, third = DocBin().from_disk(out).get_docs(nlp.vocab)
    assert [link.source.text for link in first._.alignment.words] == ["cat", "sleep"]
    assert [span.text for span in second.spans["chunk_units"]] == ["a b"]
    assert second.user_data["question"] == "What?"
    assert [side.text for side in sides(third)] == ["猫が 😀", "😀 猫"]
    ids = [record.id for record in read_docbin(out, nlp)]
    assert json.dumps(ids) == '["a", null, [1, null]]'


def test_two_processes_write_the_same(command, jsonl, model, tmp_path):
    source = jsonl("in", *(PAIRS * 20), b"bad", *PAIRS)
    written = []
    for n_process in (1, 2):
        out, errors = tmp_path / f"out{n_process}", tmp_path / f"errors{n_process}"
        options = ["--n-process", n_process, "--batch-size", 7, "--errors", errors]
        assert command("align", source, out, "--model", model, *options) == 3
        written.append((out.read_bytes(), errors.read_bytes()))
    assert written[0] == written[1]


@pytest.mark.parametrize("method", ["words", "tree", "identity"])
def test_the_english_pipeline(command, method, capsys, lines):
    pair = {"id": 1, "source": "A cat is sleeping.", "target": "The cat sleeps."}
    stdin = json.dumps(pair).encode()
    assert command("align", "-", "-", "--method", method, stdin=stdin) == 0
    [record] = lines(capsys.readouterr().out)
    links = [(link["source"], link["target"]) for link in record["words"]]
    assert ([1], [1]) in links
    assert ([3], [2]) in links
    assert all({"source_head", "target_head"} <= link.keys() for link in record["phrases"])


def test_the_input_is_never_overwritten(command, jsonl, model, capsys):
    source = jsonl("in", PAIRS[0])
    before = source.read_bytes()
    assert command("align", source, source, "--model", model) == 1
    assert command("align", source, "-", "--model", model, "--errors", source) == 1
    assert capsys.readouterr().err.count("[P510]") == 2
    assert source.read_bytes() == before


def test_an_output_stays_if_the_run_cannot_begin(command, jsonl, model, tmp_path, capsys):
    out = tmp_path / "out"
    out.write_text("precious")
    assert command("align", tmp_path / "none", out, "--model", model) == 1
    assert command("align", jsonl("in"), out, "--model", tmp_path / "none") == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("[P507]")
    assert "none" in first
    assert second.startswith("[P012]")
    assert out.read_text() == "precious"


@pytest.mark.parametrize("out", ["no/such/folder/out.jsonl", "no/such/folder/out.spacy"])
def test_a_file_that_cannot_be_written(command, jsonl, model, tmp_path, capsys, out):
    assert command("align", jsonl("in"), tmp_path / out, "--model", model) == 1
    assert capsys.readouterr().err.startswith("[P507]")


def test_a_reader_that_goes_away(model):
    pairs = "\n".join([json.dumps(PAIRS[0])] * 500).encode()
    code = "import sys; from spacy_paraphrase.cli import main; sys.exit(main())"
    arguments = ["align", "-", "-", "--model", str(model), "--batch-size", "1"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        process.stdout.close()
        process.stdin.write(pairs)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
