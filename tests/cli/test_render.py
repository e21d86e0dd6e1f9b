import json
import xml.etree.ElementTree as ET

import pytest
from render.render_pairs import coffee, flat, pair
from spacy.tokens import DocBin

from spacy_paraphrase.cli import main
from spacy_paraphrase.render import to_matrix, to_svg, to_text


def run(*argv):
    return main(["render", *map(str, argv)])


@pytest.fixture
def jsonl(tmp_path):
    path = tmp_path / "pairs.jsonl"
    lines = [{"id": name, **make().to_json()} for name, make in (("c", coffee), (7, flat))]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def docbin(tmp_path):
    path = tmp_path / "pairs.spacy"
    docs = [coffee().store(), flat().store()]
    docs[0].spans["pair"].attrs["id"] = "c"
    DocBin(docs=docs).to_disk(path)
    return path


def test_text_to_standard_output(docbin, capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)  # set by some test runners
    assert run(docbin, "-") == 0
    first, second = to_text(coffee()), to_text(flat())
    assert capsys.readouterr().out == f"Pair 1 (id c)\n\n{first}\nPair 2\n\n{second}"


def test_one_pair_as_a_picture(docbin, tmp_path):
    out = tmp_path / "out.svg"
    assert run(docbin, out, "--index", 2) == 0
    assert out.read_text(encoding="utf-8") == to_svg(flat()) + "\n"
    assert run(docbin, out, "--style", "matrix") == 0
    assert out.read_text(encoding="utf-8") == to_matrix(coffee()) + "\n"
    assert run(docbin, out, "--style", "svg") == 0
    assert out.read_text(encoding="utf-8") == to_svg(coffee()) + "\n"
    assert run(docbin, out, "--levels", "words,chunks") == 0
    assert out.read_text(encoding="utf-8") == to_svg(coffee(), levels=["words", "chunks"]) + "\n"


def test_a_pair_too_wide_for_trees_is_a_grid(tmp_path):
    path, out = tmp_path / "pairs.spacy", tmp_path / "out.svg"
    doc = pair([f"word{i}" for i in range(30)], ["words"])
    DocBin(docs=[doc]).to_disk(path)
    assert run(path, out) == 0
    assert out.read_text(encoding="utf-8") == to_matrix(doc) + "\n"
    assert run(path, out, "--style", "svg") == 0
    assert out.read_text(encoding="utf-8") == to_svg(doc) + "\n"


def test_jsonl_has_no_trees(jsonl, capsys):
    assert run(jsonl, "-", "--style", "svg") == 0
    out = capsys.readouterr().out
    assert out == to_svg(coffee().to_json()) + "\n"
    assert "ROOT" not in out


def test_page(jsonl, docbin, tmp_path):
    out = tmp_path / "out.html"
    assert run(jsonl, out, "--gold", docbin) == 0
    root = ET.fromstring(out.read_text(encoding="utf-8").removeprefix("<!DOCTYPE html>"))
    assert [node.text for node in root.iter("h2")] == ["Pair 1 (id c)", "Pair 2 (id 7)"]
    cells = [node.text for node in root.iter("td")]
    assert cells.count("hit") == len(coffee()) + len(flat())
    assert "miss" not in cells
    assert "false alarm" not in cells


def test_gold_files_of_other_kinds(jsonl, tmp_path, capsys):
    gold = tmp_path / "gold.json"
    pairs = [
        {"id": make.__name__, "sureAlign": "0-0"}
        | {name: " ".join(make().to_json()[name]) for name in ("source", "target")}
        for make in (coffee, flat)
    ]
    gold.write_text(json.dumps(pairs), encoding="utf-8")
    assert run(jsonl, "-", "--gold", gold, "--index", 1) == 0
    out = capsys.readouterr().out
    assert "Daily      – Three      unlabelled  1.00  miss" in out
    assert "not judged" in out


def test_bad_lines_are_told_and_the_rest_goes_on(jsonl, tmp_path, capsys):
    lines = jsonl.read_text(encoding="utf-8").splitlines()
    jsonl.write_text("\n".join([lines[0], "{bad", lines[1]]) + "\n", encoding="utf-8")
    errors = tmp_path / "errors.jsonl"
    assert run(jsonl, "-", "--errors", errors) == 3
    out = capsys.readouterr().out
    assert out.startswith("Pair 1 (id c)\n")
    assert "\nPair 3 (id 7)\n" in out
    (failure,) = map(json.loads, errors.read_text(encoding="utf-8").splitlines())
    assert failure["line"] == 2
    assert failure["code"] == "P102"
    assert run(jsonl, tmp_path / "out.svg", "--index", 2) == 1
    assert capsys.readouterr().err.startswith("[P102]")
    assert not (tmp_path / "out.svg").exists()


def test_gold_of_another_pair_is_told(jsonl, tmp_path, capsys):
    lines = jsonl.read_text(encoding="utf-8").splitlines()
    gold = tmp_path / "gold.jsonl"
    gold.write_text("\n".join([lines[0], lines[0]]) + "\n", encoding="utf-8")
    assert run(jsonl, "-", "--gold", gold) == 3
    captured = capsys.readouterr()
    assert captured.out.count("Pair ") == 1
    assert json.loads(captured.err)["code"] == "P403"


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["IN", "out.png"], "P406"),
        (["IN", "out.svg", "--style", "text"], "P508"),
        (["IN", "out.txt", "--style", "svg"], "P508"),
        (["IN", "out.txt", "--title", "Ours"], "P508"),
        (["IN", "out.svg", "--config", "IN"], "P508"),
        (["IN", "out.html", "--config", "none.cfg"], "P507"),
        (["IN", "-", "--index", "0"], "P405"),
        (["IN", "-", "--index", "3"], "P405"),
        (["none.jsonl", "-"], "P101"),
        (["none.csv", "-"], "P407"),
        (["IN", "-", "--gold", "SHORT"], "P521"),
        (["EMPTY", "-"], "P106"),
    ],
)
def test_bad_arguments_are_told(jsonl, tmp_path, monkeypatch, capsys, argv, code):
    monkeypatch.chdir(tmp_path)
    short, empty = tmp_path / "short.jsonl", tmp_path / "empty.jsonl"
    short.write_text(jsonl.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    empty.touch()
    names = {"IN": jsonl.name, "SHORT": short.name, "EMPTY": empty.name}
    assert run(*(names.get(arg, arg) for arg in argv)) == 1 + (code == "P508")
    assert capsys.readouterr().err.startswith(f"[{code}]")
    assert not list(tmp_path.glob("out.*"))


def test_unknown_levels_are_a_wrong_command_line(jsonl, capsys):
    assert run(jsonl, "-", "--levels", "letters") == 2
    assert "'letters' is none of words, phrases, chunks" in capsys.readouterr().err


def test_a_terminal_that_cannot_show_a_character(docbin, monkeypatch, tmp_path):
    with open(tmp_path / "out", "w", encoding="ascii") as stream:
        monkeypatch.setattr("sys.stdout", stream)
        assert run(docbin, "-") == 0
    assert r"Alzheimer  \u2013 Parkinson" in (tmp_path / "out").read_text(encoding="ascii")


def origin(text, source, target):
    return {"text": text, "source": source, "target": target, "added": False}


PARTS = [
    *(origin("A", [0], [0]), origin("black", [], [1]), origin("cat", [1], [2])),
    *(origin("naps", [2], [3]), origin(".", [3], [4])),
]
UNION = {"kind": "union", "text": "A black cat naps.", "score": 0.9, "provenance": PARTS}
REFUSED = {"kind": "intersection", "text": "", "score": 0.0, "provenance": []}
FUSED = {
    "id": "a",
    "source": ["A", "cat", "naps", "."],
    "target": "A black cat naps.",
    "fusions": [
        {**UNION, "reason": "", "path": "contained"},
        {**REFUSED, "reason": "nothing_shared", "path": ""},
    ],
}


@pytest.fixture
def fused(tmp_path):
    path = tmp_path / "fused.jsonl"
    lines = [FUSED, {"id": 2, "source": "One.", "target": "Two."}, {**FUSED, "fusions": [{}]}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_fusions_as_text(fused, tmp_path):
    out, errors = tmp_path / "out.txt", tmp_path / "errors.jsonl"
    assert run(fused, out, "--style", "fusions", "--errors", errors) == 3
    text = out.read_text(encoding="utf-8")
    assert text.startswith("Pair 1 (id a)\n\nsource  A cat naps .\ntarget  A black cat naps.\n\n")
    assert "  A black cat naps .\n  = T     =   =    =\n" in text
    assert "intersection\n  refused: " in text
    reports = [json.loads(line) for line in errors.read_text(encoding="utf-8").splitlines()]
    assert [report["line"] for report in reports] == [2, 3]
    assert ["P408" in reports[0]["reason"], "P042" in reports[1]["reason"]] == [True, True]


def test_fusions_as_a_page(fused, tmp_path, capsys):
    out = tmp_path / "out.html"
    assert run(fused, out, "--style", "fusions", "--index", 1) == 0
    page = out.read_text(encoding="utf-8")
    assert page.count("<section") == 1
    assert '<span class="target" title="target">black</span>' in page
    assert run(fused, out, "--style", "fusions", "--index", 1, "--title", "Ours") == 0
    assert "<h1>Ours</h1>" in out.read_text(encoding="utf-8")
    assert run(fused, out, "--style", "fusions", "--gold", fused) == 2
    assert run(fused, out, "--style", "fusions", "--index", 2) == 1
    assert run(tmp_path / "fused.tsv", out, "--style", "fusions") == 1
    messages = capsys.readouterr().err.splitlines()
    assert [message[:6] for message in messages] == ["[P508]", "[P104]", "[P407]"]
    assert "[P408]" in messages[1]


def test_fusions_of_docs(tmp_path, capsys):
    from spacy_paraphrase.pairs.results import Fusion, write_fusions

    doc = coffee().store()
    write_fusions(doc, [Fusion.from_json(fusion) for fusion in FUSED["fusions"]])
    path = tmp_path / "fused.spacy"
    DocBin(docs=[doc, flat().store()]).to_disk(path)
    assert run(path, "-", "--style", "fusions") == 3
    captured = capsys.readouterr()
    assert "union (0.90)" in captured.out
    assert "P408" in captured.err
