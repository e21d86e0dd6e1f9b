"""The code of README and docs runs, and prints what stands below it."""

import contextlib
import io
import json
import re
import runpy
import shlex
import subprocess
from pathlib import Path

import pytest
import srsly
from typer.main import get_command

from spacy_paraphrase.cli import main
from spacy_paraphrase.cli.commands import app
from spacy_paraphrase.readers import read_jsonl

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(page):
    """Return (language, text, language and text of the next block) for every block of code."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(*block, *after) for block, after in zip(found, [*found[1:], ("", "")], strict=False)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_blocks(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # what they write stays there
    names = {"__name__": "__main__"}
    for language, code, next_language, expected in blocks(page):
        if language != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(page), "exec"), names)
        if next_language == "text":
            assert printed.getvalue() == expected, code


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_console_blocks(page, tmp_path, monkeypatch, capsys):
    """Lines that begin with "$ spacy-paraphrase" run, in order, in one folder."""
    monkeypatch.chdir(tmp_path)
    for language, text, _, _ in blocks(page):
        if language != "console":
            continue
        commands = [part.partition("\n")[::2] for part in ("\n" + text).split("\n$ ")[1:]]
        for command, output in commands:
            if command.startswith("echo"):
                subprocess.run(command, shell=True, check=True)
            elif command.startswith("spacy-paraphrase"):
                status = main(shlex.split(command)[1:])
                told = capsys.readouterr()
                assert status == 0, told.err
                if output.strip():
                    assert told.out.rstrip() == output.rstrip(), command


def test_pages_are_filled_without_a_trace(tmp_path, monkeypatch):
    """What the code of a page writes goes with its folder, as `fill_outputs.py` runs it."""
    monkeypatch.chdir(tmp_path)
    fill = runpy.run_path(str(ROOT / "scripts" / "fill_outputs.py"))["fill"]
    code = 'with open("left.txt", "w") as file:\n    print(file.write("four"))\n'
    page = f"```python\n{code}```\n```text\n{{}}```\n"
    assert fill(page.format("old\n")) == page.format("4\n")
    assert Path.cwd() == tmp_path
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_bash_blocks(page):
    """What is only told, since it takes long or needs files, is at least no wrong command line."""
    for language, text, _, _ in blocks(page):
        for line in text.splitlines() if language == "bash" else ():
            words = shlex.split(line)
            if words[0] == "spacy-paraphrase":
                name, *arguments = words[1:]
                get_command(app).commands[name].make_context(name, arguments)
            elif words[:3] == ["python", "-m", "weasel"]:
                folder = words[5] if len(words) > 5 else "."
                project = srsly.read_yaml(ROOT / folder / "project.yml")
                names = {*project["workflows"], *(c["name"] for c in project["commands"])}
                assert words[4] in names, line


def test_the_picture_is_that_of_today():
    """`python scripts/make_picture.py` draws it; the pipeline labels every link."""
    script = runpy.run_path(str(ROOT / "scripts" / "make_picture.py"))
    drawn = script["picture"]()
    assert script["PICTURE"].read_text(encoding="utf-8") == drawn
    assert "unlabelled, score" not in drawn


def test_the_picture_of_a_reading_is_that_of_today():
    """`python scripts/make_reading_picture.py` draws it: every part says something."""
    script = runpy.run_path(str(ROOT / "scripts" / "make_reading_picture.py"))
    drawn = script["picture"]()
    assert script["PICTURE"].read_text(encoding="utf-8") == drawn
    for said in ("pronoun A", "patient", "reported by Lopez,", "negation", "more than 3", "aside"):
        assert said in drawn


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_json_blocks(page, tmp_path):
    """They are pairs, each of them a line of a file."""
    for language, text, _, _ in blocks(page):
        if language == "json":
            path = tmp_path / "pairs.jsonl"
            path.write_text(json.dumps(json.loads(text)), encoding="utf-8")
            assert all(record.words for record in read_jsonl(path))
