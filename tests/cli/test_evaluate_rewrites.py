"""`evaluate --measures rewrite`: rewritten texts against references."""

import json

import pytest

from spacy_paraphrase.cli import main

SHORT = "The old bridge was closed."
GOLD = [
    {
        "id": 1,
        "text": "The old bridge, built in 1901, was closed.",
        "references": [SHORT, "The bridge was closed."],
    },
    {"id": 2, "text": "He left early.", "references": ["He left."]},
    {"id": 3, "text": "It rains. They stay.", "references": ["It rains. They stay."]},
]
GOOD = [[{"text": SHORT}, {"text": "Closed."}], [{"text": "He left."}]]
GOOD.append([{"sentence": 0, "text": "It rains."}, {"sentence": 1, "text": "They stay."}])
POOR = [[{"text": "The old bridge was built."}], [], [{"text": "It rains. They stay."}]]


def rewritten(some):
    return [
        {"id": gold["id"], "text": gold["text"], "rewrites": rewrites}
        for gold, rewrites in zip(GOLD, some, strict=True)
    ]


@pytest.fixture
def report(command, tmp_path, lines, jsonl):
    """Runs evaluate and gives its report."""

    def run(pred, *args):
        out = tmp_path / "report.json"
        gold, found = jsonl("gold.jsonl", *GOLD), jsonl("pred.jsonl", *rewritten(pred))
        assert command("evaluate", gold, found, "--measures", "rewrite", *args, "--out", out) == 0
        [data] = lines(out)
        return data

    return run


def test_three_measures_with_signatures(report, capsys):
    data = report(GOOD, "--ci")
    scores = {entry["name"]: entry["scores"] for entry in data["measures"]}
    assert list(scores) == ["rewrite", "compression", "readability"]
    assert scores["rewrite"]["bleu"] == 1
    assert scores["compression"]["covered"] == 1
    assert scores["compression"]["unchanged"] == pytest.approx(1 / 3)
    told = capsys.readouterr().out
    for entry in data["measures"]:
        assert "words:spacy-en" in entry["signature"]
        assert entry["signature"] in told
        assert set(entry["intervals"]) == set(entry["scores"])
    # A grade is no share.
    grade = scores["readability"]["fkgl"]
    assert f"{grade:.2f}" in next(line for line in told.splitlines() if "fkgl " in line)


def test_another_system_or_the_report_on_it(report, jsonl, capsys):
    other = jsonl("other.jsonl", *rewritten(POOR))
    data = report(GOOD, "--compare", other)
    sari = data["measures"][0]["compare"]["sari"]
    assert sari["difference"] > 0
    assert sari["p"] == 0.5  # two texts differ, one has the same statistics
    rate = data["fixed_rate"]
    assert (rate["kept"], rate["dropped"], rate["wins"], rate["losses"]) == (2, 1, 1, 0)
    assert "at the same rate (within 5 points of characters): 2 texts" in capsys.readouterr().out
    report(POOR)
    again = report(GOOD, "--compare", _kept(report, POOR, other))
    assert again["fixed_rate"] == rate


def _kept(report, pred, other):
    path = other.parent / "kept.json"
    path.write_text(json.dumps(report(pred)))
    return path


def test_what_is_refused_counts_as_unchanged(report):
    scores = report(POOR)["measures"][1]["scores"]
    assert scores["covered"] == pytest.approx(2 / 3)
    assert scores["unchanged"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"text": 3, "references": []}, "P102"),
        ({"text": "a", "references": "b"}, "P102"),
        ({"text": "a", "rewrites": ["b"]}, "P102"),
        ({"references": ["b"]}, "P102"),
    ],
)
def test_lines_that_cannot_be_read(jsonl, capsys, line, expected):
    gold = str(jsonl("gold.jsonl", *GOLD))
    assert main(["evaluate", gold, str(jsonl("pred.jsonl", line)), "--measures", "rewrite"]) == 1
    assert expected in capsys.readouterr().err


def test_texts_that_differ_and_files_that_do_not_fit(jsonl, tmp_path, capsys):
    gold, pred = str(jsonl("gold.jsonl", *GOLD)), str(jsonl("p.jsonl", *rewritten(GOOD)[::-1]))
    assert main(["evaluate", gold, pred, "--measures", "rewrite"]) == 1
    assert "P521" in capsys.readouterr().err
    assert main(["evaluate", gold, gold, "--measures", "rewrite,align"]) == 2
    assert "P508" in capsys.readouterr().err
    assert main(["evaluate", "gold.tsv", gold, "--measures", "rewrite"]) == 1
    assert "P523" in capsys.readouterr().err
    empty = str(jsonl("empty.jsonl", {"text": "a", "references": []}))
    assert main(["evaluate", empty, empty, "--measures", "rewrite"]) == 1
    assert "P522" in capsys.readouterr().err


def test_pairs_are_texts_with_one_reference(command, jsonl, lines, tmp_path):
    gold = jsonl("gold.jsonl", {"source": "He left early .", "target": ["He", "left", "."]})
    out = tmp_path / "report.json"
    assert command("evaluate", gold, gold, "--measures", "rewrite", "--out", out) == 0
    assert lines(out)[0]["measures"][0]["scores"]["sari"] > 0.5
