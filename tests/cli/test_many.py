"""`group`, `dedupe` and `summarize` on the command line."""

import json

import pytest

from spacy_paraphrase.cli import main

LINES = [
    {"id": "b1", "text": "The central bank raised interest rates by a quarter point."},
    {"id": "b2", "text": "Interest rates were raised by the central bank."},
    {"id": "x"},
    {"id": "c1", "text": "A new museum opens in Lisbon."},
]


@pytest.fixture
def sentences(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES) + "no json\n")
    return path


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_group(tmp_path, sentences):
    out, errors, page = (tmp_path / name for name in ("out.jsonl", "errors.jsonl", "page.html"))
    options = ["--errors", str(errors), "--page", str(page), "-q"]
    assert main(["group", str(sentences), str(out), *options]) == 3
    first, second = read(out)
    assert first["representative"] == "b1"
    assert [member["id"] for member in first["members"]] == ["b1", "b2"]
    assert first["members"][1]["relation"] == "generalizes"
    assert first["most_specific"] == ["b1"]
    assert second["members"][0]["id"] == "c1"
    assert [(e["line"], e["id"], e["code"]) for e in read(errors)] == [
        (3, "x", "P503"),
        (5, None, "P501"),
    ]
    assert "Interest rates were raised by the central bank." in page.read_text()


def test_group_without_relations_and_with_processes(tmp_path, sentences):
    out = tmp_path / "out.jsonl"
    given = [str(sentences), str(out), "--no-relate", "--n-process", "2", "-q"]
    assert main(["group", *given, "--errors", str(tmp_path / "errors.jsonl")]) == 3
    assert [len(line["members"]) for line in read(out)] == [2, 1]
    assert read(out)[0]["members"][1]["relation"] == ""


def test_fusing_needs_relations(tmp_path, sentences, capsys):
    given = [str(sentences), str(tmp_path / "out"), "--no-relate", "--fuse"]
    assert main(["group", *given]) == 1
    assert "P508" in capsys.readouterr().err


def test_dedupe(tmp_path, sentences, capsys):
    errors = str(tmp_path / "errors.jsonl")
    assert main(["dedupe", str(sentences), "-", "--errors", errors]) == 3
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["id"], line["kept"]) for line in told] == [
        ("b1", True),
        ("b2", False),
        ("c1", True),
    ]
    assert told[1]["because_of"] == "b1"


def test_parquet_in(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path, out = tmp_path / "in.parquet", tmp_path / "out.jsonl"
    parquet.write_table(arrow.table({"id": [1, 2], "text": ["A cat.", "a cat."]}), path)
    assert main(["group", str(path), str(out), "--no-relate", "-q"]) == 0
    assert [member["id"] for member in read(out)[0]["members"]] == [1, 2]


def test_one_file_for_two(tmp_path, sentences, capsys):
    assert main(["group", str(sentences), str(sentences)]) == 1
    assert "P510" in capsys.readouterr().err


CLUSTERS = [
    {
        "cluster": "rates",
        "documents": [
            {"id": "a", "text": "The central bank raised interest rates by a quarter point."},
            {"id": "b", "text": "Interest rates were raised by the central bank. It <rains>."},
        ],
    },
    {"cluster": "none", "documents": []},
    {"cluster": "x"},
    {"cluster": "none", "documents": []},
]


def test_summarize(tmp_path):
    path, out, errors, page = (tmp_path / name for name in ("in", "out", "errors", "page.html"))
    path.write_text("".join(json.dumps(line) + "\n" for line in CLUSTERS))
    options = ["--shortest", "2", "--errors", str(errors), "--page", str(page), "-q"]
    assert main(["summarize", str(path), str(out), *options]) == 3
    first, second = read(out)
    assert [each["id"] for each in first["summary"]] == ["a:1", "b:2"]
    assert first["dropped"] == [
        {
            "id": "b:1",
            "text": "Interest rates were raised by the central bank.",
            "because_of": "a:1",
            "verdict": "covers",
        }
    ]
    assert second["flags"] == ["no sentences"]
    assert [(e["line"], e["id"], e["code"]) for e in read(errors)] == [
        (3, "x", "P954"),
        (4, "none", "P951"),
    ]
    assert "It &lt;rains&gt;." in page.read_text()


def test_summarize_without_a_pipeline(tmp_path):
    path, out = tmp_path / "in", tmp_path / "out"
    path.write_text(json.dumps(CLUSTERS[0]))
    options = ["--no-relate", "--budget", "1", "--unit", "sentences", "-q"]
    assert main(["summarize", str(path), str(out), *options]) == 0
    assert [each["id"] for each in read(out)[0]["summary"]] == ["a:1"]


OVERLAPPING = [
    {
        "cluster": number,
        "documents": [
            {
                "id": "a",
                "text": f"Hill, {number}, would be the first person executed for killing a doctor.",
            },
            {
                "id": "b",
                "text": "On Wednesday, Hill is to become the first person executed for murdering "
                "a doctor.",
            },
            {
                "id": "c",
                "text": "Jeter, who dislocated his left shoulder in a collision in March, took "
                "batting practice on the field for the first time on Monday evening.",
            },
        ],
    }
    for number in (50, 60, 70)
]


def test_summaries_are_fused_and_shortened_in_processes(tmp_path):
    path, page = tmp_path / "in", tmp_path / "page.html"
    path.write_text("".join(json.dumps(line) + "\n" for line in [*OVERLAPPING, OVERLAPPING[0]]))
    made = []
    for n_process in ("1", "2"):
        out, errors = tmp_path / f"out{n_process}", tmp_path / f"errors{n_process}"
        options = ["--shortest", "2", "--fuse", "--shorten", "--page", str(page), "-q"]
        options += ["--n-process", n_process, "--errors", str(errors)]
        assert main(["summarize", str(path), str(out), *options]) == 3
        assert [(e["line"], e["code"]) for e in read(errors)] == [(4, "P951")]
        made.append(read(out))
    assert made[0] == made[1]
    assert [each["cluster"] for each in made[0]] == [50, 60, 70]
    fused, short = made[0][0]["summary"]
    assert fused["text"] == (
        "On Wednesday, Hill, 50, is to become the first person executed for murdering a doctor."
    )
    assert [part["doc"] for part in fused["made_of"]] == ["a", "b"]
    assert ["50", [["a:1", 2]]] in fused["provenance"]
    assert short["cut"] == [", who dislocated his left shoulder in a collision in March,"]
    assert "2 sentences, 1 fused, 1 shortened" in page.read_text()
    assert "made of b:1" in page.read_text()


def test_condensing_needs_relations(tmp_path, capsys):
    path = tmp_path / "in"
    path.write_text(json.dumps(CLUSTERS[0]))
    for name in ("--fuse", "--shorten"):
        assert main(["summarize", str(path), str(tmp_path / "out"), "--no-relate", name]) == 1
        assert "P508" in capsys.readouterr().err
