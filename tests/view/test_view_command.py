"""The command: what it opens, what it refuses, and how it ends."""

import builtins
import json
import resource
import signal
import sys
import time

import httpx
import pytest
from view.serving import server, write_lines

from spacy_paraphrase.cli import main
from spacy_paraphrase.cli.viewer import _open

TREES = {"source_tree": [[1, "det"], [1, "ROOT"]], "target_tree": [[0, "ROOT"]]}
LINE = {"id": "x", "source": ["A", "cat"], "target": ["cats"], "words": [], **TREES}
PHRASE = {"source": [0, 1], "target": [0], "source_head": 1, "target_head": 0}
ANNOTATE = ["--annotate", "{out}", "--annotator", "Ann"]


@pytest.fixture
def pairs(tmp_path):
    return write_lines(tmp_path / "pairs.jsonl", [LINE, {**LINE, "id": "y"}])


def test_every_form_of_pairs_is_opened(pairs, tmp_path):
    line = {**LINE, "words": [{"source": [1], "target": [0]}], "phrases": [PHRASE]}
    pairs = write_lines(pairs, [line])
    assert main(["convert", str(pairs), str(tmp_path / "pairs.spacy")]) == 0
    assert main(["convert", str(pairs), str(tmp_path / "pairs.pgc")]) == 0
    for name in ("pairs.jsonl", "pairs.spacy", "pairs.pgc"):
        [pair] = _open(str(tmp_path / name))
        assert pair.texts == ("A cat", "cats"), name
        assert pair.parsed, name
        assert [link.source_head for link in pair.record.phrases] == [1], name


def test_lines_that_cannot_be_read_are_told(tmp_path, capsys):
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"source": "A", "target": "B"}\n{"source": 1}\n\n{"source": "C", "target": "D"}'
    )
    assert [pair.texts for pair in _open(str(path))] == [("A", "B"), ("C", "D")]
    assert "line 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["{pairs}", "--annotate", "{out}"], "P508"),
        (["{pairs}", "--annotate", "{folder}/out.spacy", "--annotator", "Ann"], "P508"),
        (["{pairs}", "--annotator", "Ann"], "P508"),
        (["--gold", "{pairs}"], "P508"),
        (["--consensus", "{pairs}", "{other}"], "P508"),
        (
            ["{pairs}", "--consensus", "{pairs}", "{other}", *ANNOTATE],
            "P508",
        ),
        (["{pairs}", "--annotate", "{pairs}", "--annotator", "Ann"], "P510"),
        (["--consensus", "{pairs}", "{out}", *ANNOTATE], "P510"),
        (["{pairs}", "--gold", "{other}"], "P521"),
        (["{folder}/pairs.txt"], "P523"),
        (["{folder}/missing.jsonl"], "P101"),
        (["{pairs}", "--annotate", "{folder}/none/out.jsonl", "--annotator", "Ann"], "P507"),
        (["{pairs}", "--annotate", "{other}", "--annotator", "Ann"], "P706"),
    ],
)
def test_what_does_not_go_together(pairs, tmp_path, capsys, args, code):
    other = write_lines(tmp_path / "other.jsonl", [LINE])
    names = {"pairs": pairs, "other": other, "out": tmp_path / "out.jsonl", "folder": tmp_path}
    told = [arg.format(**names) for arg in args]
    assert main(["view", "--no-browser", *told]) == 1 + (code == "P508")
    assert f"[{code}]" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.lock"))


def test_what_to_install_is_told(pairs, capsys, monkeypatch):
    importing = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.partition(".")[0] in ("starlette", "uvicorn"):
            raise ModuleNotFoundError(name, name=name.partition(".")[0])
        return importing(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    for module in ("server", "security"):
        monkeypatch.delitem(sys.modules, f"spacy_paraphrase.view.{module}", False)
    assert main(["view", str(pairs)]) == 1
    assert "pip install 'spacy-paraphrase[view]'" in capsys.readouterr().err


def test_two_servers_on_one_file(pairs, tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    args = ["--annotate", str(out), "--annotator", "Ann"]
    with server(pairs, *args):
        assert main(["view", str(pairs), "--no-browser", *args]) == 1
        assert "[P705]" in capsys.readouterr().err
    with server(pairs, *args) as (_, address):  # the first was killed
        assert httpx.get(f"{address}pairs", timeout=120).status_code == 200


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))


def test_where_no_more_can_be_written_the_old_file_stays(pairs, tmp_path):
    """The system itself refuses what is longer, as on a full disk."""
    out = tmp_path / "out.jsonl"
    args = [pairs, "--annotate", out, "--annotator", "Ann"]
    with server(*args, preexec_fn=limit_files) as (_, address):
        asked = f"{address}pairs/1/actions"
        for length in (500, 1000, 5000):
            answer = httpx.post(asked, json={"kind": "note", "text": "x" * length}, timeout=120)
        assert (answer.status_code, answer.json()["code"]) == (507, "P712")
        assert json.loads(out.read_text())["note"] == "x" * 1000
        assert not out.with_name("out.jsonl.part").exists()
        answer = httpx.post(asked, json={"kind": "note", "text": "short"}, timeout=120)
        assert answer.json()["annotation"]["note"] == "short"
    assert json.loads(out.read_text())["note"] == "short"


def test_consensus_takes_over_what_annotators_wrote(tmp_path):
    linked = {**LINE, "words": [{"source": [1], "target": [0]}]}
    paths = [
        write_lines(tmp_path / f"{name}.jsonl", [{**line, "annotator": name, "note": note}])
        for name, line, note in (("Ann", LINE, "no link?"), ("Bob", linked, "link!"))
    ]
    out = tmp_path / "both.jsonl"
    args = ["--consensus", *paths, "--annotate", out, "--annotator", "Al"]
    with server(*args) as (_, address):
        told = httpx.get(f"{address}pairs/1", timeout=120).json()
    assert told["annotation"]["note"] == "Ann: no link?\nBob: link!"
    assert [(link["key"], link["verdict"]) for link in told["model"]["links"]] == [
        ("words:1:0", "false alarm")
    ]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_peace(pairs, tmp_path, sign):
    out = tmp_path / "out.jsonl"
    with server(pairs, "--annotate", out, "--annotator", "Ann") as (process, address):
        note = {"kind": "note", "text": "?"}
        assert httpx.post(f"{address}pairs/1/actions", json=note, timeout=120).status_code == 200
        process.send_signal(sign)
        process.wait(120)
        assert process.stderr.read() == ""
        assert process.returncode == 0
        assert not out.with_name("out.jsonl.lock").exists()
    assert json.loads(out.read_text())["note"] == "?"


def test_the_least_sure_pairs_come_to_stand_first(tmp_path):
    sure = {"source": "A cat sleeps.", "target": "A cat sleeps."}
    unsure = {"source": "Profits rose at the bank.", "target": "The lender earned more money."}
    pairs = write_lines(tmp_path / "pairs.jsonl", [sure, unsure])
    with server(pairs, "--order", "uncertain") as (_, address):
        until = time.monotonic() + 300
        while time.monotonic() < until:
            told = httpx.get(f"{address}pairs", timeout=120).json()
            if all(row["uncertainty"] is not None for row in told["pairs"]):
                break
            time.sleep(0.2)
    assert told["order"] == [2, 1]
    first, second = (row["uncertainty"] for row in told["pairs"])
    assert first < second
