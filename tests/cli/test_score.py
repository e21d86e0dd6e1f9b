import json

import pytest

from spacy_paraphrase.cli import main
from spacy_paraphrase.cli.jobs import profile_table

PAIRS = [
    {"id": 1, "source": ["cats", "chase", "mice"], "target": "mice often chase"},
    {"id": 2, "source": "a b", "target": "a b"},
]


@pytest.fixture
def scored(command, jsonl, model, tmp_path):
    out = tmp_path / "scores.jsonl"
    assert command("score", jsonl("in", *PAIRS), out, "--model", model) == 0
    return out


def test_a_line_has_scores_and_edits(scored, lines):
    first, second = lines(scored)
    assert list(first) == ["id", "source", "target", "scores", "edits", "explanation"]
    assert (second["id"], second["scores"]) == (2, {"terp": 0.0, "similarity": 1.0})
    assert 0 < first["scores"]["similarity"] < 1
    assert first["explanation"][0] == f"similarity {first['scores']['similarity']:.2f}"
    assert first["scores"]["terp"] == first["edits"]["score"] > 0
    kinds = {edit["kind"] for edit in first["edits"]["edits"]}
    assert kinds <= {"MATCH", "INSERT", "DELETE", "SUBST"}


@pytest.mark.parametrize(("wanted", "told"), [("edits", ["terp"]), ("similarity", ["similarity"])])
def test_scores_are_chosen(command, jsonl, model, tmp_path, lines, wanted, told):
    out = tmp_path / "out.jsonl"
    assert command("score", jsonl("in", *PAIRS), out, "--model", model, "--scores", wanted) == 0
    first, _ = lines(out)
    assert list(first["scores"]) == told
    assert (first["edits"] is None) == (wanted == "similarity")
    assert command("score", jsonl("in", *PAIRS), out, "--scores", "beauty") == 2


def test_presets_and_phrases(command, jsonl, model, tmp_path, lines):
    table = tmp_path / "phrases.jsonl"
    table.write_text('{"ref": "chase mice", "hyp": "often chase"}\n')
    out = tmp_path / "out.jsonl"
    source = jsonl("in", *PAIRS)
    assert command("score", source, out, "--model", model, "--preset", "unit") == 0
    assert lines(out)[0]["edits"]["cost"] == 2
    assert command("score", source, out, "--model", model, "--phrases", table) == 0
    assert "PHRASE" in {edit["kind"] for edit in lines(out)[0]["edits"]["edits"]}


def test_a_missing_phrase_table_ends_the_run(command, jsonl, model, tmp_path):
    source, out = jsonl("in", *PAIRS), tmp_path / "out.jsonl"
    assert command("score", source, out, "--model", model, "--phrases", tmp_path / "none") == 1


def test_edits_are_drawn(scored, capsys, tmp_path):
    assert main(["render", str(scored), "-", "--style", "edits"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Pair 1 (id 1)\n\nsource  cats chase mice\n")
    assert "cost 0.00, score 0.00" in out
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    assert main(["render", str(scored), str(page), "--style", "edits"]) == 0
    assert page.read_text("utf-8").count("<svg") == 2
    assert main(["render", str(scored), str(picture), "--style", "edits", "--index", "2"]) == 0
    assert picture.read_text("utf-8").startswith("<svg")


def test_lines_without_edits_are_told(tmp_path, capsys):
    path = tmp_path / "links.jsonl"
    path.write_text(json.dumps({"id": 3, "source": ["a"], "target": ["b"]}) + "\n")
    assert main(["render", str(path), "-", "--style", "edits"]) == 3
    assert "P410" in capsys.readouterr().err


def test_what_was_done_to_the_words(command, jsonl, model, tmp_path, lines):
    out = tmp_path / "out.jsonl"
    source = jsonl("in", *PAIRS)
    assert command("score", source, out, "--model", model, "--profile") == 0
    first, second = (line["profile"] for line in lines(out))
    assert (first["del"], first["ins"], first["match"], first["moves"]) == (1, 1, 2, 1)
    assert (second["distance"], second["subsequence"]) == (0, True)
    assert command("score", source, out, "--model", model) == 0
    assert "profile" not in lines(out)[0]


def test_the_table_of_all_pairs(command, jsonl, model, tmp_path):
    out = tmp_path / "out.jsonl"
    assert command("score", jsonl("in", *PAIRS), out, "--model", model, "--profile") == 0
    told = {line.split()[0]: line.split()[1:] for line in profile_table(out) if line.strip()}
    assert told["distance"] == ["0", "2", "2", "1", "1", "0.5"]
