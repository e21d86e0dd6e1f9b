import pytest

from spacy_paraphrase.cli import align

LINES = [
    {"id": 1, "source": "a b", "target": "b"},
    b"bad",
    {"source": "a b", "target": "b"},
    {"source": "a b", "target": "b"},
    {"id": 5, "source": "boom", "target": "b"},
    {"source": "a b", "target": "b", "source_chunks": [[0, 9]]},
    {"id": {"é": []}, "source": ["a b"], "target": "a b"},
    b"",
]


@pytest.fixture
def run(pipeline, monkeypatch, command):
    """Runs align in a pipeline that is made once."""
    nlp = pipeline("fails_on_boom")
    monkeypatch.setattr(align, "load", lambda *args, **settings: nlp)
    return lambda *args: command("align", *args)


@pytest.fixture
def whole(run, jsonl, tmp_path):
    """Input, output and failures of a run that was not interrupted."""
    source, out, errors = jsonl("in", *LINES), tmp_path / "out", tmp_path / "errors"
    assert run(source, out, "--errors", errors) == 3
    assert out.read_bytes().count(b"\n") == 4
    assert errors.read_bytes().count(b"\n") == 4
    return source, out, errors


def test_an_output_cut_at_any_byte(run, whole):
    source, out, errors = whole
    done, failed = out.read_bytes(), errors.read_bytes()
    for end in range(len(done) + 1):
        out.write_bytes(done[:end])
        assert run(source, out, "--errors", errors, "--resume") == 3
        assert (out.read_bytes(), errors.read_bytes()) == (done, failed), end


def test_failures_cut_at_any_byte(run, whole):
    source, out, errors = whole
    done, failed = out.read_bytes(), errors.read_bytes()
    cut = done.index(b"\n", done.index(b"\n") + 1) + 1
    for end in range(0, len(failed), 3):
        out.write_bytes(done[:cut])
        errors.write_bytes(failed[:end])
        assert run(source, out, "--errors", errors, "--resume") == 3
        assert (out.read_bytes(), errors.read_bytes()) == (done, failed), end


def test_without_a_file_of_failures(run, whole, capsys, lines):
    source, out, _ = whole
    done = out.read_bytes()
    out.write_bytes(done[: done.rindex(b"\n", 0, -1) + 10])
    capsys.readouterr()
    assert run(source, out, "--resume") == 3
    assert out.read_bytes() == done
    # Those before the last whole line were reported by the first run.
    assert [failure["line"] for failure in lines(capsys.readouterr().err)] == [5, 6, 8]


def test_without_any_output_yet(run, whole):
    source, out, errors = whole
    done, failed = out.read_bytes(), errors.read_bytes()
    out.unlink()
    errors.unlink()
    assert run(source, out, "--errors", errors, "--resume") == 3
    assert (out.read_bytes(), errors.read_bytes()) == (done, failed)


def test_a_finished_output(run, jsonl, tmp_path):
    source, out = jsonl("in", {"source": "a", "target": "b"}), tmp_path / "out"
    assert run(source, out) == 0
    done = out.read_bytes()
    assert run(source, out, "--resume") == 0
    assert out.read_bytes() == done


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
def test_an_output_of_something_else(run, whole, change, reason, capsys):
    source, out, errors = whole
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
    assert run(jsonl("in"), out, "--resume") == 1
    assert "[P508]" in capsys.readouterr().err
