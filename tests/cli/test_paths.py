"""What a run reads is never written over, what it writes is its own, and what is there stays."""

import gzip
import json
import os
import subprocess
import sys
import time

import pytest
import typer

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli.commands import app
from spacy_paraphrase.jobs.paths import MARK, check_apart, claimed, make_folder, remove_folder

NOTES = [{"id": k, "text": f"The {word} sleeps on the sofa."} for k, word in enumerate("abcdefgh")]
CLUSTER = {
    "cluster": "c",
    "items": [
        {"id": 1, "text": "Storm hits coast of France", "group": 1},
        {"id": 2, "text": "Storm strikes the French coast", "group": 1},
        {"id": 3, "text": "Shares fall in London", "group": 2},
    ],
}


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Gives what all files below hold, by their names; paths are those of this folder."""
    monkeypatch.chdir(tmp_path)

    def read():
        return {
            str(path.relative_to(tmp_path)): path.read_bytes() if path.is_file() else None
            for path in tmp_path.rglob("*")
        }

    return read


def write(*names):
    """Write files of lines that any command reads, with the folders that they are in."""
    for name in names:
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(note) + "\n" for note in NOTES)


READ_AND_WRITTEN = [
    "align a a",
    "align a b --errors a",
    "align a model/b --model model",
    "align a encoder/b --encoder encoder",
    "fuse a b --errors b",
    "score a b --phrases b",
    "score a b --phrases c --errors c",
    "rewrite a b --glossary b",
    "rewrite a b --glossary c --errors c",
    "texts a.jsonl a.jsonl",
    "texts a.txt b.txt --html b.txt",
    "support a.jsonl b.jsonl --errors a.jsonl",
    "group a a",
    "group a b --page a",
    "group a.steps/a a",
    "dedupe a b --errors a",
    "summarize a b --page a",
    "evaluate a.jsonl b.jsonl --out b.jsonl",
    "evaluate a.jsonl b.jsonl --compare c.json --out c.json",
    "align a.csv a.csv --columns source,target",
    "convert a.wa a.sent1.chunk",
    "convert a.jsonl b.pgc --errors b-source.xml",
    "convert a.jsonl b --format pharaoh --target c --links d --errors d",
    "render a.jsonl a.html --config a.html",
    "render a.jsonl b.html --gold c.jsonl --errors c.jsonl",
    "view a.jsonl --annotate a.jsonl --annotator Ann",
    "view --consensus a.jsonl b.jsonl --annotate b.jsonl --annotator Ann",
    "learn folder/train.jsonl --out folder",
    "learn folder/base/a.jsonl --out folder",
    "learn a.jsonl --out folder --model folder/pipeline",
    "resources build a --counts folder/nl.weights --language nl --out folder",
    "space build a.jsonl space --errors a.jsonl",
    "space build space.rows/a.jsonl space",
    "space build a.jsonl space --errors space",
    "retrieve a.jsonl q.jsonl a.jsonl",
    "retrieve space q.jsonl space/words.jsonl",
    "retrieve space q.jsonl b.jsonl --save space",
    "retrieve a.jsonl q.jsonl b.jsonl --errors a.jsonl",
    "mine headlines a.jsonl a.jsonl --tune",
    "mine headlines a.jsonl.manifest.json a.jsonl",
    "mine headlines b.jsonl.errors.jsonl b.jsonl",
    "mine pairs folder/part-0.jsonl.gz folder --method revisions",
    "mine pairs folder/steps/a.jsonl folder --method revisions",
    "mine pairs folder folder/out.jsonl --method revisions",
    "mine phrases a.jsonl b.jsonl --errors a.jsonl",
    "mine contexts a.jsonl b.jsonl --patterns a.jsonl",
    "mine lattices a.spacy b.jsonl --pairs a.spacy",
    "mine lattices a.spacy b.jsonl --pairs b.jsonl",
    "table import a a",
    "table pivot a a",
    "table filter a b.jsonl --leakage b.jsonl",
    "table filter a b.jsonl --leakage c --leakage d --errors d",
    "table filter a b.jsonl --polarity b.jsonl.manifest.json",
    "table index a a",
    "table show t.svg x --out t.svg",
    "table compile a b --errors b",
]


@pytest.mark.parametrize("line", READ_AND_WRITTEN)
def test_what_is_read_is_not_written_over(command, tree, line, capsys):
    names = [word for word in line.split()[1:] if not word.startswith("--")]
    write(*(name for name in names if "." in name or name in "abcd"))
    for folder in ("folder", "space", "model", "encoder"):
        if folder in names:
            write(f"{folder}/words.jsonl")
    before = tree()
    assert command(*line.split()) == 1
    assert "[P510]" in capsys.readouterr().err
    assert tree() == before


@pytest.mark.parametrize(
    "line", ["convert a.pgc a-target.xml", "evaluate a.pgc a.pgc --out a-source.xml"]
)
def test_files_that_a_corpus_names(command, tree, line, capsys):
    with open("a.jsonl", "w", encoding="utf-8") as stream:
        json.dump({"id": 1, "source": ["A", "cat"], "target": ["Cats"], "words": []}, stream)
    assert command("convert", "a.jsonl", "a.pgc") == 0
    before = tree()
    assert command(*line.split()) == 1
    assert "[P510]" in capsys.readouterr().err
    assert tree() == before


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_a_link_to_what_is_read(command, tree, tmp_path, link, capsys):
    write("in.jsonl")
    getattr(tmp_path / "out.jsonl", link)(tmp_path / "in.jsonl")
    before = tree()
    assert command("dedupe", "in.jsonl", "out.jsonl") == 1
    assert "[P510]" in capsys.readouterr().err
    assert tree() == before


def test_a_folder_by_another_name(tmp_path):
    (tmp_path / "space").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "space")
    with pytest.raises(ParaphraseError, match="P510.* SPACE and OUT"):
        check_apart([("SPACE", tmp_path / "link")], [("OUT", tmp_path / "space" / "out.jsonl")])
    check_apart([("SPACE", tmp_path / "link")], [("OUT", tmp_path / "space.jsonl")])
    check_apart([("IN", tmp_path / "space" / "in.jsonl")], [("OUT", tmp_path / "space" / "out")])


@pytest.mark.skipif(os.name != "posix", reason="devices of POSIX")
def test_a_device_may_be_written_twice():
    check_apart([], [("OUT", "/dev/null"), ("--errors", "/dev/null")])


def commands(group, *names):
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, *names, name)
        else:
            yield " ".join([*names, name]), one


def test_every_file_of_every_command_says_what_it_is_for():
    files = {"FILE", "FOLDER", "OUT", "SPACE", "INDEX", "GOLD", "PRED", "OTHER", "A", "B", "A B"}
    files |= {"IN", "IN...", "PAIRS...", "DOCS...", "TEXTS...", "[PAIRS]", "TEXTS", "QUERIES"}
    files |= {"OLD", "NEW", "STATEMENTS", "SOURCE", "ANNOTATIONS"}
    of_files = silent = 0
    for name, one in commands(typer.main.get_command(app)):
        for param in one.get_params(typer.Context(one)):
            is_text = (name, param.metavar) == ("render", "TEXT")
            if (param.metavar in files or param.metavar == "TEXT") and not is_text:
                of_files += 1
                silent += param.callback is None
    assert of_files > 80
    assert not silent


# -- Two runs at once ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "align in.jsonl out.jsonl --method identity",
        "align in.jsonl out.parquet --method identity",
        "align in.jsonl other.jsonl --method identity --errors out.jsonl",
        "group in.jsonl out.jsonl --no-relate",
        "mine anchors in.jsonl out.jsonl",
        "mine anchors in.jsonl out",
        "space build in.jsonl out",
    ],
)
def test_another_run_that_writes_the_same_is_refused(command, tree, line, capsys):
    write("in.jsonl")
    before = tree()
    [out] = {word for word in line.split() if word.startswith("out")}
    with claimed([out]):
        assert command(*line.split()) == 1
    assert "[P705]" in capsys.readouterr().err
    assert tree() == before


def test_a_run_locks_what_it_writes_until_it_ends(tree, model):
    command = [sys.executable, "-m", "spacy_paraphrase", "align", "-", "out.jsonl"]
    with subprocess.Popen([*command, "--model", model], stdin=subprocess.PIPE) as run:
        for _ in range(30_000):
            if "out.jsonl.part" in tree():
                break
            run.stdin.write(b'{"source": "a b", "target": "b c"}\n')
            run.stdin.flush()
            time.sleep(0.01)
        else:
            pytest.fail("nothing was written")
        with (
            pytest.raises(ParaphraseError, match=rf"P705.*process {run.pid}"),
            claimed(["out.jsonl"]),
        ):
            pass
        run.stdin.close()
    assert run.returncode == 0
    assert [*tree()] == ["out.jsonl"]


# -- What is there stays ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "align none.jsonl out.jsonl --method identity",
        "dedupe none.jsonl out.jsonl",
        "group none.jsonl out.jsonl --no-relate",
        "summarize none.jsonl out.jsonl --no-relate",
        "mine anchors none.jsonl out.jsonl",
        "table index none.jsonl out.jsonl",
        "convert none.jsonl out.jsonl",
    ],
)
def test_an_input_that_is_missing_leaves_an_earlier_output(command, tree, line, capsys):
    write("out.jsonl")
    before = tree()["out.jsonl"]
    assert command(*line.split(), "--errors", "errors.jsonl") == 1
    assert "none.jsonl" in capsys.readouterr().err
    assert tree()["out.jsonl"] == before
    assert not any(name.endswith(".lock") for name in tree())


@pytest.mark.parametrize(
    ("line", "folder"),
    [
        ("group in.jsonl out.jsonl --no-relate", "out.jsonl.steps"),
        ("mine anchors in.jsonl out.jsonl", "out.jsonl.steps"),
        ("mine headlines in.jsonl out.jsonl", "out.jsonl.work"),
        ("mine headlines in.jsonl out", "out/work"),
        ("mine headlines in.jsonl out", "out"),
        ("space build in.jsonl space", "space.rows"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_a_folder_that_no_run_has_made_stays(command, tree, line, folder, options, capsys):
    write("in.jsonl", f"{folder}/part-0.jsonl.gz")
    before = tree()
    assert command(*line.split(), *options) == 1
    assert "[P516]" in capsys.readouterr().err
    assert before.items() <= tree().items()


def test_a_folder_with_files_is_not_learnt_into(command, tree, capsys):
    write("ann.jsonl", "folder/dev.jsonl")
    before = tree()
    pair = {"source": ["a"], "target": ["a"], "words": [], "state": "done", "note": ""}
    with open("ann.jsonl", "w", encoding="utf-8") as stream:
        stream.writelines(
            json.dumps(pair | {"id": k, "source": [str(k)]}) + "\n" for k in range(12)
        )
    assert command("learn", "ann.jsonl", "--out", "folder") == 1
    assert "[P516]" in capsys.readouterr().err
    assert tree()["folder/dev.jsonl"] == before["folder/dev.jsonl"]


def test_a_folder_that_a_run_has_made_is_taken_away(tmp_path):
    made = tmp_path / "steps"
    make_folder(made)
    (made / "rows").touch()
    make_folder(made, keep=True)
    assert sorted(path.name for path in made.iterdir()) == [MARK, "rows"]
    make_folder(made)
    assert [path.name for path in made.iterdir()] == [MARK]
    remove_folder(made)
    assert not made.exists()
    remove_folder(made)


def test_what_an_interrupted_run_has_written_is_beside_the_output(command, tree, model, capsys):
    """The output is there whole when the run has ended, and what it was before stays till then."""
    pair = '{"source": "a b", "target": "b c"}\n'
    write("out.jsonl")
    before = tree()["out.jsonl"]
    with open("in.jsonl.gz", "wb") as stream:
        stream.write(gzip.compress(pair.encode() * 3)[:-6])
    assert command("align", "in.jsonl.gz", "out.jsonl", "--model", model) == 1
    assert "[P101]" in capsys.readouterr().err
    assert tree()["out.jsonl"] == before
    assert len(tree()["out.jsonl.part"].splitlines()) == 3
    with open("in.jsonl", "w", encoding="utf-8") as stream:
        stream.write(pair * 5)
    assert command("align", "in.jsonl", "out.jsonl", "--model", model, "--resume") == 0
    assert len(tree()["out.jsonl"].splitlines()) == 5
    assert "out.jsonl.part" not in tree()
