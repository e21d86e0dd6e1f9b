"""The command `table`, from a file of others to a compiled table."""

import json
from typing import NamedTuple

import pytest

from spacy_paraphrase.cli import main
from spacy_paraphrase.lexicon.phrase_table import PhraseTable

TABLE = """man\tperson\t0.8
man\tguy\t0.7\trestates
man\twoman\t0.5
in order to\tto\t0.95
lonely
<script>\t<b>bold</b>\t0.4
soldier\tman\t0.3
"""


class Ran(NamedTuple):
    """What a command gave."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys):
    """Runs a command."""

    def run(*arguments):
        status = main(list(arguments))
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture
def made(tmp_path, run):
    (tmp_path / "in.tsv").write_text(TABLE)
    rows, errors, index = (str(tmp_path / name) for name in ("rows.jsonl", "errors", "index"))
    assert run("table", "import", str(tmp_path / "in.tsv"), rows, "--errors", errors).status == 3
    (failure,) = map(json.loads, (tmp_path / "errors").read_text().splitlines())
    assert (failure["line"], failure["code"]) == (5, "P102")
    assert run("table", "index", rows, index).status == 0
    return tmp_path


def test_the_whole_chain(made, run):
    rows, good, table = (str(made / name) for name in ("rows.jsonl", "good.jsonl", "table"))
    assert run("table", "filter", rows, good).status == 0
    manifest = json.loads((made / "good.jsonl.manifest.json").read_text())
    assert manifest["dropped"] == {"antonym": 1, "function words": 1}
    assert run("table", "compile", good, table, "--name", "toy").status == 0
    assert run("table", "compile", str(made / "index"), str(made / "labelled")).status == 0
    found = PhraseTable(table)
    assert (len(found), found.meta["name"]) == (4, "toy")
    labelled = {row.target: row.relation for row in PhraseTable(made / "labelled")}
    assert labelled["person"] == "specifies"
    assert "woman" not in labelled


def test_show_count_and_explain(made, run):
    index = str(made / "index")
    shown = run("table", "show", index, "man").out.splitlines()
    assert [line.split()[:2] for line in shown] == [
        ["source", "target"],
        ["man", "person"],
        ["man", "guy"],
        ["man", "woman"],
    ]
    lines = run("table", "show", index, "--json", "--limit", "2").out.splitlines()
    assert [json.loads(line)["target"] for line in lines] == [["to"], ["person"]]
    assert run("table", "show", index, "xyzzy").out == "no rows\n"
    assert run("table", "count", index, "m*", "--wordnet", "antonym").out == "1\n"
    told = run("table", "explain", index, "man", "--target", "guy").out
    assert told == "man -> guy: 1 of in.tsv\n"


def test_analyze(made, run):
    (made / "terms").write_text("man\ndog\n\n")
    out = run("table", "analyze", str(made / "index"), "--terms", str(made / "terms")).out
    assert out.startswith("6 rows, 4 phrases with 1.5 each")
    assert out.rstrip().endswith("1 of 2 terms, 3.0 rows each; not: dog")
    out = run("table", "analyze", str(made / "index"), "--json").out
    assert json.loads(out)["rows"] == 6


@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_a_phrase_is_drawn(made, run, suffix):
    out = made / f"man{suffix}"
    assert run("table", "show", str(made / "index"), "man", "--out", str(out)).status == 0
    drawn = out.read_text()
    assert all(word in drawn for word in ("person", "woman", "soldier", "<svg"))
    odd = run("table", "show", str(made / "index"), "<script>", "--out", str(out))
    assert odd.status == 0
    assert "< script >" not in out.read_text()


def test_pivoting(tmp_path, run):
    (tmp_path / "both.tsv").write_text("man\tpersonne\nperson\tpersonne\n")
    rows, index = str(tmp_path / "rows.jsonl"), str(tmp_path / "index")
    assert run("table", "pivot", str(tmp_path / "both.tsv"), rows).status == 0
    assert run("table", "index", rows, index).status == 0
    told = run("table", "explain", index, "man").out
    assert told == "man -> person: 1 of pivot\n  over personne, share 1.00\n"


def test_entailment_the_other_way_round(tmp_path, run):
    pairs = [("poodle", "dog"), ("oak", "tree"), ("man", "person"), ("boy", "male")]
    line = "[NN] ||| {} ||| {} ||| PPDB2.0Score=4 ||| 0-0 ||| ReverseEntailment\n"
    path, out = tmp_path / "ppdb", tmp_path / "rows.jsonl"
    path.write_text("".join(line.format(*pair) for pair in pairs * 5))
    failed = run("table", "import", str(path), str(out))
    assert (failed.status, out.exists()) == (1, False)
    assert "[P921]" in failed.err
    assert run("table", "import", str(path), str(out), "--flip-entailment").status == 0
    assert json.loads(out.read_text().splitlines()[0])["relation"] == "specifies"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["show", "rows.jsonl"], "P920"),
        (["show", "none"], "P300"),
        (["show", "index", "--wordnet", "friend"], "P923"),
        (["show", "index", "m*", "--out", "x.svg"], "P508"),
        (["show", "index", "man", "--out", "x.gif"], "P406"),
        (["filter", "rows.jsonl", "x.jsonl", "--filters", "best"], "P923"),
        (["filter", "rows.jsonl", "-", "--resume"], "P508"),
        (["filter", "none", "x.jsonl"], "P507"),
        (["index", "rows.jsonl", "rows.jsonl"], "P510"),
        (["import", "none", "x.jsonl"], "P101"),
        (["compile", "none", "x"], "P101"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(made, run, arguments, code, monkeypatch):
    monkeypatch.chdir(made)
    failed = run("table", *arguments)
    assert failed.status == 1 + (code == "P508")
    assert failed.err.startswith(f"[{code}]")
    assert failed.err.count("\n") == 1
