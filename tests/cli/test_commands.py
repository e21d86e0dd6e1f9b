import json
import subprocess
import sys

import pytest
from typer.main import get_command

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import jobs, main
from spacy_paraphrase.cli.commands import app
from spacy_paraphrase.cli.program import HEADINGS

COMMANDS = {
    "align": "Align the words, phrases and chunks of sentence pairs.",
    "fuse": "Merge the two sentences of pairs into one.",
    "evaluate": "Measure predicted alignments against gold ones.",
    "convert": "Convert alignments from one format into another.",
    "debug-data": "Count the annotations in files of pairs, and check them for errors.",
    "render": "Draw aligned pairs.",
    "demo": "Show all results for a few example pairs of the package.",
    "resources": "Show the lexical data that is there, or build it.",
    "resources build": "Build the lexical data of a language from a wordnet.",
}


def test_help_and_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == f"spacy-paraphrase {spacy_paraphrase.__version__}"
    assert main(["--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert all(f" {name} {help}" in text for name, help in COMMANDS.items() if " " not in name)


def test_the_help_names_every_command_below_one_heading():
    names = [name for some in HEADINGS.values() for name in some]
    assert sorted(names) == sorted(get_command(app).commands)
    assert names[0] == "demo"


@pytest.mark.parametrize(("name", "help"), COMMANDS.items())
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help_and_an_example(name, help, option, capsys):
    assert main([*name.split(), option]) == 0
    text = capsys.readouterr().out
    assert help in text
    assert f"  spacy-paraphrase {name}" in text.split("example")[-1]


def test_without_a_command_there_is_help(capsys):
    assert main([]) == 2
    text = capsys.readouterr().err
    assert all(f"  {name} " in text for name in COMMANDS if " " not in name)


def test_help_needs_no_pipeline():
    heavy = ("scipy", "networkx", "spacy_paraphrase.components", "spacy_paraphrase.readers")
    code = (
        "import sys; from spacy_paraphrase.cli import main; main(['align', '--help']); "
        f"sys.exit(' '.join(name for name in {heavy} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert done.stderr == b"\n"


def test_a_mistyped_command(capsys):
    assert main(["aling", "in", "out"]) == 2
    error = capsys.readouterr().err
    assert "No such command 'aling'" in error
    assert "Did you mean 'align'?" in error


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell, monkeypatch, capsys):
    monkeypatch.setenv("_SPACY_PARAPHRASE_COMPLETE", f"source_{shell}")
    main([])
    assert "spacy-paraphrase" in capsys.readouterr().out


def test_what_completes(monkeypatch, capsys):
    monkeypatch.setenv("_SPACY_PARAPHRASE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "spacy-paraphrase re")
    monkeypatch.setenv("COMP_CWORD", "1")
    main([])
    assert capsys.readouterr().out.split() == ["rewrite", "retrieve", "render", "resources"]


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
        ["align", "in", "out", "--method", "tree", "--tier", "fast"],
        ["evaluate", "gold", "pred", "--measures", "align,magic"],
    ],
)
def test_a_wrong_command_line(args, capsys):
    assert main(args) == 2
    assert capsys.readouterr().err.startswith("Usage: spacy-paraphrase")


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (ParaphraseError("P011"), 1, "[P011]"),
        (KeyboardInterrupt(), 130, ""),
        (FileNotFoundError(2, "No such file", "x.jsonl"), 1, "[P507] The file 'x.jsonl'"),
    ],
)
def test_errors_end_in_a_status_and_a_message(error, status, message, monkeypatch, capsys):
    def fail(*args):
        raise error

    monkeypatch.setattr(jobs, "align", fail)
    assert main(["align", "-", "-"]) == status
    assert capsys.readouterr().err.startswith(message)


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
