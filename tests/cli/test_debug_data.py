import json

import pytest

TREES = {"source_tree": [[1, "det"], [1, "ROOT"]], "target_tree": [[0, "ROOT"]]}
GOOD = {
    "id": "good",
    "source": ["A", "cat"],
    "target": ["cats"],
    **TREES,
    "relation": {"entails": "entailment", "entailed": "neutral"},
    "words": [{"source": [1], "target": [0], "relation": "restates"}],
    "phrases": [
        {"source": [0, 1], "target": [0], "source_head": 1, "target_head": 0}
        | {"relation": "specifies"}
    ],
}
BAD = GOOD | {
    "id": "bad",
    "source": ["One", "cat"],
    "words": [{"source": [1], "target": [0], "relation": "equals"}],
}
OUT_OF_RANGE = GOOD | {"id": "range", "words": [{"source": [2], "target": [0]}]}
NO_HEAD = GOOD | {
    "id": "head",
    "phrases": [{"source": [0], "target": [0], "source_head": 1, "target_head": 0}],
}


@pytest.fixture
def report(command, capsysbinary):
    """Runs debug-data and gives its exit status and its report."""

    def run(*paths):
        status = command("debug-data", "--json", *paths)
        return status, json.loads(capsysbinary.readouterr().out)

    return run


def test_sound_data(report, jsonl):
    path = jsonl("gold.jsonl", GOOD)
    status, found = report(path)
    assert status == 0
    assert found["findings"] == []
    [counts] = found["files"]
    assert (counts["path"], counts["pairs"], counts["words"]) == (str(path), 1, [2, 1])
    assert counts["levels"]["phrases"]["relations"]["specifies"] == 1
    assert counts["entails"]["entailment"] == 1


def test_errors(report, jsonl):
    path = jsonl("gold.jsonl", BAD, OUT_OF_RANGE, NO_HEAD, b"{")
    status, found = report(path)
    assert status == 3
    kinds = [(f["kind"], f["line"], f["id"], f["error"]) for f in found["findings"]]
    assert kinds == [
        ("unreadable", 2, "range", True),
        ("unreadable", 3, "head", True),
        ("unreadable", 4, None, True),
        ("equals", 1, "bad", True),
    ]
    assert "P103" in found["findings"][0]["got"]
    assert found["files"][0]["pairs"] == 1


def test_a_leak(report, jsonl):
    train = jsonl("train.jsonl", GOOD)
    dev = jsonl("dev.jsonl", {"id": 1, "source": ["CATS"], "target": ["a", "cat", "!"]})
    status, found = report(train, dev)
    assert status == 3
    [finding] = found["findings"]
    assert (finding["kind"], finding["path"], finding["id"]) == ("leak", str(dev), 1)


def test_warnings_alone_are_no_failure(report, jsonl):
    twice = GOOD | {"id": "twice"}
    status, found = report(jsonl("gold.jsonl", GOOD, twice))
    assert status == 0
    assert [f["kind"] for f in found["findings"]] == ["duplicate"]


def test_the_text(command, jsonl, capsys):
    path = jsonl("gold.jsonl", GOOD, *[BAD | {"id": k} for k in range(12)])
    assert command("debug-data", path) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}: 13 pairs, 26 + 13 words, 13 pairs with trees"
    assert lines[1].split()[:4] == ["pairs", "links", "possible", "conflict"]
    assert lines[2].split()[:3] == ["words", "13", "13"]
    assert lines[4] == "  entails: 13 entailment, 0 neutral, 0 contradiction, 0 not judged"
    start = lines.index("error: equals between different words (12)")
    assert lines[start + 1] == f"  {path}, line 2 (0): word link 'cat' equals 'cats'"
    assert lines[start + 11] == "  and 2 more"
    assert lines[-1] == "12 errors, 11 warnings"


def test_other_kinds_of_files(report, tmp_path):
    path = tmp_path / "gold.json"
    pairs = [
        {"id": "1", "source": "A cat", "target": "One cat", "sureAlign": "1-1"},
        {"id": "2", "source": "A cat", "target": "cats", "sureAlign": "1-1"},
    ]
    path.write_text(json.dumps(pairs))
    status, found = report(path)
    assert (status, found["files"][0]["pairs"]) == (3, 1)
    assert [f["kind"] for f in found["findings"]] == ["unreadable"]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["gold.jsonl", "gold.jsonl"], "P510"),
        (["none.jsonl"], "P101"),
        (["gold.xyz"], "P523"),
        (["gold.jsonl", "--lang", "zz"], "P108"),
    ],
)
def test_files_that_cannot_be_checked(command, capsys, monkeypatch, tmp_path, args, code):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.jsonl").write_text("")
    assert command("debug-data", *args) == 1
    assert code in capsys.readouterr().err


JUDGED = "source,target,paraphrase,similarity\nA cat,A pet,1,0.5\nA cat,A dog,0,\nA cat,A car,-,1\n"


def test_what_was_judged_is_counted_and_told(report, command, tmp_path, capsysbinary):
    path = tmp_path / "pairs.csv"
    path.write_text(JUDGED)
    status, found = report(path)
    assert status == 0
    assert found["files"][0]["paraphrase"] == {"yes": 1, "no": 1, "": 1}
    assert found["files"][0]["similarity"] == {"pairs": 2, "mean": 0.75}
    command("debug-data", path)
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert "  paraphrase: 1 yes, 1 no, 1 not judged" in lines
    assert "  similarity: 2 pairs, 0.75 on average, 1 not judged" in lines
