import json
import subprocess
import sys
from importlib import import_module

import pytest

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import COMMANDS, align, main


def run(*args, stdin=b""):
    command = [sys.executable, "-m", "spacy_paraphrase", *map(str, args)]
    return subprocess.run(command, input=stdin, capture_output=True)


def test_the_module_runs_from_standard_input_to_output(model):
    pair = json.dumps({"id": "é", "source": "a b", "target": "b"}, ensure_ascii=False)
    done = run("align", "-", "-", "--model", model, stdin=f"{pair}\nbad\n".encode())
    assert done.returncode == 3
    [record] = map(json.loads, done.stdout.splitlines())
    assert (record["id"], len(record["words"])) == ("é", 1)
    [failure] = map(json.loads, done.stderr.splitlines())
    assert failure["line"] == 2


def test_help_and_version_of_the_module():
    done = run("--version")
    assert done.stdout.decode().strip() == f"spacy-paraphrase {spacy_paraphrase.__version__}"
    done = run("--help")
    assert done.returncode == 0
    assert all(name in done.stdout.decode() for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_an_example(name, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    module = import_module(f"spacy_paraphrase.cli.{name.replace('-', '_')}")
    assert module.HELP in text
    assert f"spacy-paraphrase {name}" in text.split("example")[-1]


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["unknown"],
        ["align"],
        ["align", "in"],
        ["align", "in", "out", "--n-process", "0"],
        ["align", "in", "out", "--n-process", "two"],
        ["align", "in", "out", "--batch-size", "-1"],
        ["align", "in", "out", "--method", "magic"],
        ["evaluate", "gold", "pred", "--measures", "align,magic"],
    ],
)
def test_a_wrong_command_line(args, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(args)
    assert stopped.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (ParaphraseError("P011"), 1, "[P011]"),
        (KeyboardInterrupt(), 130, ""),
        (FileNotFoundError(2, "No such file", "x.jsonl"), 1, "[P507] The file 'x.jsonl'"),
    ],
)
def test_errors_end_in_a_status_and_a_message(error, status, message, monkeypatch, capsys):
    def fail(args):
        raise error

    monkeypatch.setattr(align, "run", fail)
    assert main(["align", "-", "-"]) == status
    assert capsys.readouterr().err.startswith(message)


def test_the_demo_shows_every_pair(capsys):
    assert main(["demo"]) == 0
    text = capsys.readouterr().out
    assert text.count("\nsource  ") == text.count("\ntarget  ") == 6
    assert "Chile" in text
    assert "question: How does caffeine keep us awake?" in text


def test_output_to_a_terminal_that_knows_no_such_characters():
    command = [sys.executable, "-m", "spacy_paraphrase", "render", "-", "-"]
    pair = {"source": ["Café"], "target": ["Café"], "words": [], "phrases": []}
    done = subprocess.run(
        command,
        input=json.dumps(pair).encode(),
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert b"Caf\\xe9" in done.stdout
