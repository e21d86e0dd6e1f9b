"""One line or file that is damaged, or that nobody means well with, is told by its code."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_paraphrase import make_pair
from spacy_paraphrase.cli import main

DEEP = "[" * 500 + "]" * 500
# Records that commands read, and where they have text.
TEXT = {"text": "A black cat sleeps on the sofa in the house."}
PAIR = {"source": ["a", "b"], "target": ["b", "c"], "words": [{"source": [1], "target": [0]}]}
ROW = {"source": "on site", "target": "there"}
ITEMS = [{"id": 1, "text": "Storm hits coast of France", "group": 1}]
ITEMS += [{"id": 2, "text": "Storm strikes the French coast", "group": 1}]
HEADLINES = {"cluster": "c", "items": ITEMS}
CLUSTER = {"documents": [{"id": 1, "text": f"{TEXT['text']} It is a nice one, and old."}]}

COMMANDS = {
    "align in.jsonl out.jsonl --model MODEL": PAIR,
    "align in.jsonl out.jsonl --model MODEL --source-column source": PAIR,
    "convert in.jsonl out.jsonl": PAIR,
    "render in.jsonl out.txt": PAIR,
    "summarize in.jsonl out.jsonl --no-relate --shortest 1": CLUSTER,
    "group in.jsonl out.jsonl --no-relate": TEXT,
    "space build in.jsonl space --variant word": TEXT,
    "retrieve notes.jsonl in.jsonl out.jsonl": TEXT,
    "retrieve in.jsonl notes.jsonl out.jsonl": TEXT,
    "mine headlines in.jsonl out.jsonl": HEADLINES,
    "mine anchors in.jsonl out.jsonl": TEXT,
    "table import in.jsonl out.jsonl": ROW,
    "table filter in.jsonl out.jsonl": ROW,
    "table index in.jsonl out.sqlite": ROW,
    "table compile in.jsonl out.table": ROW,
}


def spoilt(record, text):
    """Return the line of a record with another text in the place of its first one."""
    line = json.dumps(record)
    first = next(each for each in ("black", "Storm", "on site", '"a"') if each in line)
    return line.replace(first, text if first != '"a"' else f'"{text}"', 1)


def bad_lines(record):
    """Return lines that are no record, or one that nothing can be made of."""
    line = json.dumps(record)
    ids = [f'{{"id": {id}, {line[1:]}' for id in ("NaN", "-Infinity", "1e999", DEEP)]
    nested = [f'{{"deep": {DEEP}, {line[1:]}', "[" * 100_000]
    return [*ids, *nested, spoilt(record, r"\ud800"), spoilt(record, r"a\udfff"), "[1]", "caf\xe9"]


@pytest.fixture
def folder(tmp_path, monkeypatch, model):
    monkeypatch.chdir(tmp_path)
    notes = [TEXT | {"id": f"n{k}", "text": f"{TEXT['text']} {k}"} for k in range(3)]
    Path("notes.jsonl").write_text("".join(json.dumps(note) + "\n" for note in notes))
    return tmp_path


def run(line, model, *options):
    return main([*line.replace("MODEL", str(model)).split(), *options])


@pytest.mark.parametrize("line", COMMANDS)
def test_every_bad_line_is_told_and_the_rest_goes_on(line, folder, model, lines):
    record = COMMANDS[line]
    good = {"id": "good", "cluster": "good", **record}
    raw = [json.dumps(good).encode(), *(bad.encode("latin-1") for bad in bad_lines(record))]
    Path("in.jsonl").write_bytes(b"\n".join(raw) + b"\n")
    before = Path("in.jsonl").read_bytes()
    assert run(line, model, "--errors", "errors.jsonl") == 3
    told = lines(folder / "errors.jsonl")
    assert sorted(failure["line"] for failure in told) == list(range(2, len(raw) + 1))
    codes = {failure["code"] for failure in told}
    assert codes <= {"P102", "P501", "P503", "P904"}
    assert Path("in.jsonl").read_bytes() == before
    assert any(
        Path(name).exists() for name in line.split()[2:] if name.startswith(("out", "space"))
    )


@pytest.mark.parametrize("line", [each for each, r in COMMANDS.items() if r is TEXT])
def test_a_text_over_a_million_characters(line, folder, model, capsys):
    records = [TEXT | {"id": "good"}, {"id": "long", "text": "a b " * 300_000}]
    Path("in.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    assert run(line, model, "--errors", "errors.jsonl") in (0, 3)
    assert "Traceback" not in capsys.readouterr().err


def test_a_bad_line_ends_what_needs_all_of_them(folder, model, capsys):
    for bad in bad_lines(HEADLINES):
        good = json.dumps(HEADLINES)
        Path("in.jsonl").write_bytes(f"{good}\n{bad}\n".encode("latin-1"))
        assert run("mine headlines in.jsonl out.json --tune", model) == 1
        assert capsys.readouterr().err.startswith("[P")
        assert not Path("out.json").exists()


@pytest.mark.parametrize("command", ["index", "compile", "import"])
def test_a_phrase_of_blanks(command, folder, lines):
    rows = [{"source": [" "], "target": ["a"]}, {"source": ["b"], "target": [""]}, ROW]
    Path("in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["table", command, "in.jsonl", "out", "--errors", "errors.jsonl"]) == 3
    assert [failure["line"] for failure in lines(folder / "errors.jsonl")] == [1, 2]


# -- Damaged files ---------------------------------------------------------------------------------


PACKED = [line for line in COMMANDS if line.split()[0] in ("align", "retrieve")]
PACKED += [line for line in COMMANDS if line.split()[1] in ("headlines", "import")]


def damaged(data):
    """Yield a packed file that is cut off, and some in which a byte is another one."""
    yield data[: len(data) // 2]
    yield data[:-4]
    for place in (0, 12, len(data) // 2, len(data) - 6):
        yield data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


@pytest.mark.parametrize("line", PACKED)
def test_a_packed_file_that_is_damaged(line, folder, model, capsys):
    record = {"cluster": "c", **COMMANDS[line]}
    text = b"".join(json.dumps({"id": k, **record}).encode() + b"\n" for k in range(50))
    for data in damaged(gzip.compress(text, mtime=0)):
        Path("in.jsonl.gz").write_bytes(data)
        capsys.readouterr()
        status = run(line.replace("in.jsonl", "in.jsonl.gz"), model)
        err = capsys.readouterr().err
        assert status in (1, 3)
        assert "[P101]" in err or '"P101"' in err or "failed:" in err


@pytest.mark.parametrize(
    "line",
    [
        "convert in.spacy out.jsonl",
        "render in.spacy out.txt",
        "mine phrases in.spacy out.jsonl",
        "mine anchors in.spacy out.jsonl",
        "mine paths in.spacy out.jsonl",
        "debug-data in.spacy",
    ],
)
def test_a_docbin_in_which_a_byte_is_another_one(line, folder, model, capsys):
    nlp = spacy.blank("en")
    docs = [make_pair(nlp, "A cat sleeps.", "Cats sleep.") for _ in range(3)]
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    for place in range(0, len(data), max(1, len(data) // 6)):
        Path("in.spacy").write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        assert run(line, model) in (0, 1, 3)
        assert "Traceback" not in capsys.readouterr().err


def test_a_docbin_without_attributes(folder, model, capsys):
    unpacked = DocBin(attrs=[], docs=[make_pair(spacy.blank("en"), "A cat.", "Cats.")])
    unpacked.attrs = []
    unpacked.to_disk("in.spacy")
    assert run("convert in.spacy out.jsonl", model) in (0, 1, 3)
    assert "Traceback" not in capsys.readouterr().err


# -- The system ------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_named(folder, model):
    Path("in.jsonl").write_text(json.dumps(PAIR) + "\n")
    command = [sys.executable, "-m", "spacy_paraphrase", "align", "in.jsonl", "-"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*command, "--model", model], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert b"[P507] The file 'standard output'" in done.stderr
    assert b"None" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_an_index_that_finds_no_room(folder):
    rows = "".join(json.dumps({"source": f"a{k} b", "target": f"c{k}"}) + "\n" for k in range(5000))
    Path("in.jsonl").write_text(rows)
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "from spacy_paraphrase.cli import main; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)); "
        "sys.exit(main(['table', 'index', 'in.jsonl', 'out.sqlite']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("[P507] The file '")
    assert sorted(path.name for path in folder.iterdir()) == ["in.jsonl", "notes.jsonl"]


def test_an_interrupt_while_the_commands_are_imported():
    """Ctrl-C may come at any moment, and most of those of a short run are spent on imports."""
    code = (
        "import sys, runpy\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'spacy_paraphrase.cli.commands':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "sys.argv = ['spacy-paraphrase', 'demo']\n"
        "runpy.run_module('spacy_paraphrase', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "")
