import json
import re
import subprocess
import sys

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_paraphrase import sides
from spacy_paraphrase.cli import jobs
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
        (5, None, "P501"),
        (7, 9, "P502"),
    ]
    assert records[0]["target"] == ["The", "cat", "can't", "sleep"]
    links = [(link["source"], link["target"]) for link in records[0]["words"]]
    assert links == [([1], [1]), ([4], [3])]


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
    assert [side.text for side in sides(third)] == ["猫が 😀", "😀\u2028猫"]
    ids = [record.id for record in read_docbin(out, nlp)]
    assert json.dumps(ids) == '["a", null, [1, null]]'


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


TO_FUSE = [
    {"id": 1, "source": "A cat sleeps.", "target": "A black cat sleeps on the sofa."},
    {"id": 2, "source": ["Two", "men", "came", "."], "target": ["Nobody", "came", "."]},
    {
        "id": 3,
        "source": "The bridge was built by monks in 1290.",
        "target": "The bridge was built in Prague.",
        "question": "When was the bridge built?",
    },
]


@pytest.fixture(scope="module")
def english(whole, tmp_path_factory):
    path = tmp_path_factory.mktemp("english")
    whole.to_disk(path)
    return path


def by_kind(record):
    return {fusion["kind"]: fusion for fusion in record["fusions"]}


def test_fusions_in_input_order(command, jsonl, tmp_path, lines, english):
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    source = jsonl("in", TO_FUSE[0], b"bad", *TO_FUSE[1:])
    assert command("fuse", source, out, "--model", english, "--errors", errors) == 3
    first, second, third = lines(out)
    assert [first["id"], second["id"], third["id"]] == [1, 2, 3]
    assert [failure["code"] for failure in lines(errors)] == ["P501"]
    assert by_kind(first)["intersection"]["text"] == "A cat sleeps."
    union = by_kind(first)["union"]
    assert (union["text"], union["path"]) == ("A black cat sleeps on the sofa.", "contained")
    assert union["provenance"][2] == {"text": "cat", "source": [1], "target": [2], "added": False}
    assert {fusion["reason"] for fusion in second["fusions"]} == {"conflict:negation"}
    assert "1290" in by_kind(third)["union"]["text"]
    assert "monks" not in by_kind(third)["union"]["text"]


def test_kinds_of_fusions_are_chosen(command, lines, english, capsysbinary):
    stdin = json.dumps(TO_FUSE[0]).encode()
    assert command("fuse", "-", "-", "--model", english, "--kinds", "union", stdin=stdin) == 0
    [record] = lines(capsysbinary.readouterr().out)
    assert [fusion["kind"] for fusion in record["fusions"]] == ["union"]


@pytest.mark.parametrize(
    "kinds",
    [
        ["--kinds", "union", "intersection"],
        ["--kinds", "union,intersection"],
        ["--kinds=union", "intersection"],
        ["--kinds", "union", "--kinds", "union", "intersection"],
    ],
)
def test_several_kinds_after_one_option(command, lines, english, capsysbinary, kinds):
    stdin = json.dumps(TO_FUSE[0]).encode()
    words = ["-", "-", *kinds] if "=" in kinds[0] else [*kinds, "-", "-"]
    assert command("fuse", *words, "--model", english, stdin=stdin) == 0
    [record] = lines(capsysbinary.readouterr().out)
    assert [fusion["kind"] for fusion in record["fusions"]] == ["union", "intersection"]


def test_unknown_kinds_of_fusions_are_refused(command, jsonl, tmp_path, capsys, english):
    source = jsonl("in", TO_FUSE[0])
    status = command("fuse", source, tmp_path / "out", "--model", english, "--kinds", "union,sum")
    assert status == 2
    assert "[P517]" in capsys.readouterr().err


def test_an_interrupted_fuse_goes_on(command, jsonl, tmp_path, lines, english):
    source, out = jsonl("in", *TO_FUSE), tmp_path / "out.jsonl"
    assert command("fuse", source, out, "--model", english) == 0
    whole = out.read_bytes()
    out.write_bytes(whole[: whole.index(b"\n") + 1])
    assert command("fuse", source, out, "--model", english, "--resume") == 0
    assert out.read_bytes() == whole


def test_the_demo_shows_every_pair(command, capsys):
    assert command("demo") == 0
    text = capsys.readouterr().out
    assert text.count("\nsource  ") == text.count("\ntarget  ") == 6
    refused = re.findall(r"^(?:intersection|union) +refused: (.+) \(", text, re.M)
    assert refused == ["both sentences cannot be true"] * 4
    assert len(re.findall("refused", text)) == 4
    for name in ("relation", "overlap", "explained", "intersection", "union"):
        assert len(re.findall(f"^{name} +\\S", text, re.M)) == 6, name
    assert text.count("\nwords\n") == text.count("\nphrases\n") == 6


def test_the_end_is_told_in_a_line(model, jsonl, tmp_path):
    """By spaCy's logger; not where errors go to a file of their own by standard error."""
    source, out = jsonl("in", PAIRS[0], b"bad", PAIRS[1]), tmp_path / "out.jsonl"

    def told(*options):
        command = ["align", source, out, "--model", model, *options]
        line = [sys.executable, "-m", "spacy_paraphrase", *map(str, command)]
        done = subprocess.run(line, capture_output=True, encoding="utf-8")
        assert done.returncode == 3
        return done.stderr.splitlines()

    [line] = told("--errors", tmp_path / "errors.jsonl")
    form = r"\[INFO\] 2 pairs, 1 error, [\d.]+ s, [\d,.]+ pairs per second \(and [\d.]+ s to load"
    assert re.search(form, line), line
    assert told("--quiet", "--errors", tmp_path / "errors.jsonl") == []


LINES = [
    {"id": 1, "source": "a b", "target": "b"},
    b"bad",
    {"source": "a b", "target": "b"},
    {"source": "a b", "target": "b"},
    {"id": 5, "source": "boom", "target": "b"},
    {"source": "a b", "target": "b", "source_chunks": [[0, 9]]},
    {"id": {"é": []}, "source": ["a b"], "target": "a b"},
    b"[]",
]


@pytest.fixture
def run(pipeline, monkeypatch, command):
    """Runs align in a pipeline that is made once."""
    nlp = pipeline("fails_on_boom")
    monkeypatch.setattr(jobs, "load", lambda *args, **settings: nlp)
    return lambda *args: command("align", *args)


@pytest.fixture
def finished(run, jsonl, tmp_path):
    """Input, output and failures of a run that was not interrupted."""
    source, out, errors = jsonl("in", *LINES), tmp_path / "out", tmp_path / "errors"
    assert run(source, out, "--errors", errors) == 3
    assert out.read_bytes().count(b"\n") == 4
    assert errors.read_bytes().count(b"\n") == 4
    return source, out, errors


def cuts(data, step):
    """Return places to cut data at: all around the ends of lines, and every so many bytes."""
    ends = [k for k, byte in enumerate(data) if byte == ord("\n")]
    around = {k + j for k in (0, *ends) for j in range(-2, 4)}
    return sorted(({*range(0, len(data), step)} | around) & {*range(len(data) + 1)})


def test_an_output_cut_at_any_byte(run, finished):
    source, out, errors = finished
    done, failed = out.read_bytes(), errors.read_bytes()
    for end in cuts(done, 53):
        out.write_bytes(done[:end])
        assert run(source, out, "--errors", errors, "--resume") == 3
        assert (out.read_bytes(), errors.read_bytes()) == (done, failed), end


def test_failures_cut_at_any_byte(run, finished):
    source, out, errors = finished
    done, failed = out.read_bytes(), errors.read_bytes()
    cut = done.index(b"\n", done.index(b"\n") + 1) + 1
    for end in cuts(failed, 53):
        out.write_bytes(done[:cut])
        errors.write_bytes(failed[:end])
        assert run(source, out, "--errors", errors, "--resume") == 3
        assert (out.read_bytes(), errors.read_bytes()) == (done, failed), end


def test_without_a_file_of_failures(run, finished, capsys, lines):
    source, out, _ = finished
    done = out.read_bytes()
    out.write_bytes(done[: done.rindex(b"\n", 0, -1) + 10])
    capsys.readouterr()
    assert run(source, out, "--resume") == 3
    assert out.read_bytes() == done
    # Those before the last finished line were reported by the first run.
    assert [failure["line"] for failure in lines(capsys.readouterr().err)] == [5, 6, 8]


def test_without_any_output_yet(run, finished):
    source, out, errors = finished
    done, failed = out.read_bytes(), errors.read_bytes()
    out.unlink()
    errors.unlink()
    assert run(source, out, "--errors", errors, "--resume") == 3
    assert (out.read_bytes(), errors.read_bytes()) == (done, failed)


def test_a_pair_that_failed_once_is_not_asked_for_again(run, jsonl, tmp_path, lines):
    pairs = [{"id": i, "source": "a", "target": "a"} for i in range(3)]
    source, out, errors = jsonl("in", *pairs), tmp_path / "out", tmp_path / "errors"
    assert run(source, out) == 0
    first, second, third = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(first + third)
    failure = b'{"line": 2, "id": 1, "code": "P506", "reason": "out of memory"}\n'
    errors.write_bytes(failure)
    assert run(source, out, "--errors", errors, "--resume") == 3
    assert (out.read_bytes(), errors.read_bytes()) == (first + third, failure)
    assert second not in out.read_bytes()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: lines[1:], "lacks line 1"),
        (lambda lines: [lines[0], *lines], "lacks line 3"),
        (lambda lines: [b"[]\n", *lines], "line 1 is no output line"),
        (lambda lines: [b"\0\0\n", *lines], "line 1 is no output line"),
        (lambda lines: [*lines, lines[-1]], "line 5 belongs to no line"),
    ],
)
def test_an_output_of_something_else(run, finished, change, reason, capsys):
    source, out, errors = finished
    other = b"".join(change(out.read_bytes().splitlines(keepends=True)))
    out.write_bytes(other)
    failed = errors.read_bytes()
    assert run(source, out, "--errors", errors, "--resume") == 1
    message = capsys.readouterr().err
    assert "[P509]" in message
    assert reason in message
    assert (out.read_bytes(), errors.read_bytes()) == (other, failed)


@pytest.mark.parametrize("out", ["-", "out.spacy"])
def test_outputs_that_cannot_be_resumed(run, jsonl, capsys, out):
    assert run(jsonl("in"), out, "--resume") == 2
    assert "[P508]" in capsys.readouterr().err
