import json

import pytest

PAIRS = [
    {"id": 1, "source": "A cat sleeps.", "target": "A black cat sleeps on the sofa."},
    {"id": 2, "source": ["Two", "men", "came", "."], "target": ["Nobody", "came", "."]},
    {
        "id": 3,
        "source": "The bridge was built by monks in 1290.",
        "target": "The bridge was built in Prague.",
        "question": "When was the bridge built?",
    },
]


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    import spacy_paraphrase

    path = tmp_path_factory.mktemp("english")
    spacy_paraphrase.load().to_disk(path)
    return path


def by_kind(record):
    return {fusion["kind"]: fusion for fusion in record["fusions"]}


def test_fusions_in_input_order(command, jsonl, tmp_path, lines, english):
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    source = jsonl("in", PAIRS[0], b"bad", *PAIRS[1:])
    assert command("fuse", source, out, "--model", english, "--errors", errors) == 3
    first, second, third = lines(out)
    assert [first["id"], second["id"], third["id"]] == [1, 2, 3]
    assert [failure["code"] for failure in lines(errors)] == ["P501"]
    assert by_kind(first)["intersection"]["text"] == "A cat sleeps."
    union = by_kind(first)["union"]
    assert (union["text"], union["path"]) == ("A black cat sleeps on the sofa.", "contained")
    assert union["provenance"][2] == {"text": "cat", "source": [1], "target": [2], "added": False}
    assert {fusion["reason"] for fusion in second["fusions"]} == {"conflict:negation"}
    assert "1290" in by_kind(third)["union"]["text"]
    assert "monks" not in by_kind(third)["union"]["text"]


def test_kinds_are_chosen(command, lines, english, capsysbinary):
    stdin = json.dumps(PAIRS[0]).encode()
    assert command("fuse", "-", "-", "--model", english, "--kinds", "union", stdin=stdin) == 0
    [record] = lines(capsysbinary.readouterr().out)
    assert [fusion["kind"] for fusion in record["fusions"]] == ["union"]


def test_unknown_kinds_are_refused(command, jsonl, tmp_path, capsys, english):
    source = jsonl("in", PAIRS[0])
    status = command("fuse", source, tmp_path / "out", "--model", english, "--kinds", "union,sum")
    assert status == 1
    assert "[P508]" in capsys.readouterr().err


def test_an_interrupted_run_goes_on(command, jsonl, tmp_path, lines, english):
    source, out = jsonl("in", *PAIRS), tmp_path / "out.jsonl"
    assert command("fuse", source, out, "--model", english) == 0
    whole = out.read_bytes()
    out.write_bytes(whole[: whole.index(b"\n") + 1])
    assert command("fuse", source, out, "--model", english, "--resume") == 0
    assert out.read_bytes() == whole
