"""Files, options and ends that nobody means well with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spacy_paraphrase.jobs.limits import bounded_lines

PAIR = {"source": ["a", "b"], "target": ["b", "c"]}


def test_a_line_without_end_is_read_in_part(command, model, capsysbinary, tmp_path, monkeypatch):
    from spacy_paraphrase.jobs import limits
    from spacy_paraphrase.jobs import lines as reading

    monkeypatch.setattr(reading, "bounded_lines", lambda stream: bounded_lines(stream, 100))
    monkeypatch.setattr(reading, "is_cut", lambda line: limits.is_cut(line, 100))
    path = tmp_path / "long.jsonl"
    path.write_bytes(json.dumps(PAIR).encode() + b"\n" + b"x" * 1000 + b"\n" + b"{}\n")
    assert command("align", path, "-", "--model", model) == 3
    out, err = capsysbinary.readouterr()
    assert len(out.splitlines()) == 1
    failures = [json.loads(line) for line in err.splitlines()]
    assert [(f["line"], f["code"]) for f in failures] == [(2, "P512"), (3, "P502")]


def test_resume_after_a_pair_of_the_same_id_and_words_that_failed(
    command, jsonl, model, tmp_path, lines
):
    bad = PAIR | {"id": 1, "source_chunks": [[0, 2], [1, 2]]}
    good = PAIR | {"id": 1, "source_chunks": [[0, 2]]}
    pairs, out = jsonl("pairs.jsonl", bad, good, PAIR | {"id": 2}), tmp_path / "out.jsonl"
    errors = tmp_path / "errors.jsonl"
    options = ("--model", model, "--errors", errors)
    assert command("align", pairs, out, *options) == 3
    whole = out.read_bytes()
    for _ in range(2):  # an output that is finished, too
        assert command("align", pairs, out, "--resume", *options) == 3
        assert out.read_bytes() == whole
        assert [failure["line"] for failure in lines(errors)] == [1]
    out.write_bytes(whole.splitlines(keepends=True)[0])
    assert command("align", pairs, out, "--resume", *options) == 3
    assert out.read_bytes() == whole


def test_resume_with_another_method(command, jsonl, tmp_path, capsys):
    one = {"source": "A cat is sleeping.", "target": "The cat naps on a sofa."}
    pairs, out = jsonl("pairs.jsonl", one, one), tmp_path / "out.jsonl"
    assert command("align", pairs, out, "--method", "words") == 0
    before = out.read_bytes()
    assert command("align", pairs, out, "--method", "identity", "--resume") == 1
    assert "P509" in capsys.readouterr().err
    assert out.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_named(command, jsonl, model, capsys):
    assert command("align", jsonl("pairs.jsonl", PAIR), "/dev/full", "--model", model) == 1
    assert "'/dev/full'" in capsys.readouterr().err


def test_what_fails_leaves_an_earlier_picture(command, jsonl, tmp_path):
    link = {"source": [0], "target": [0], "relation": "nonsense"}
    bad, page = jsonl("bad.jsonl", PAIR | {"words": [link]}), tmp_path / "page.svg"
    page.write_text("before")
    assert command("render", bad, page) == 1
    assert page.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "page.svg"]


@pytest.mark.parametrize("number", ["0", "-2", "99999999999"])
def test_too_many_processes(command, jsonl, number, capsys):
    assert command("align", jsonl("pairs.jsonl", PAIR), "-", "--n-process", number) == 2
    assert number in capsys.readouterr().err


def test_no_escape_reaches_the_terminal(command, jsonl, capsys):
    links = [{"source": [0], "target": [0]}]
    words = {"source": ["\x1b[2Ja"], "target": ["b"], "words": links}
    pairs = jsonl("pairs.jsonl", words | {"id": "\x1b]0;x\x07"})
    assert command("render", pairs, "-") == 0
    assert command("debug-data", pairs) == 0
    assert command("align", "no\x1b[31m.jsonl", "-") == 1
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
    assert "␛" in out


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_workers_end_with_their_parent(model, number):
    command = [sys.executable, "-m", "spacy_paraphrase", "align", "-", "-", "--model", str(model)]
    with subprocess.Popen(
        [*command, "--n-process", "2", "--batch-size", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=heed_signals,
    ) as parent:
        for _ in range(10):
            parent.stdin.write(json.dumps(PAIR).encode() + b"\n")
        parent.stdin.flush()
        parent.stdout.readline()
        workers = children(parent.pid)
        assert len(workers) >= 2
        parent.send_signal(number)
        parent.wait(timeout=300)
        for _ in range(600):
            if not any(is_alive(pid) for pid in workers):
                break
            time.sleep(0.1)
        assert not any(is_alive(pid) for pid in workers)


def heed_signals():
    """Under `nohup`, and the like, signals are ignored, which children take over."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def children(pid):
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("the system does not tell the children of a process")
    return [int(child) for child in path.read_text().split()]


def is_alive(pid):
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
