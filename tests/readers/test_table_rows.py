"""Phrase tables of others (spec 06, section 13.2; acceptance test 16)."""

import gzip
import math
from collections import Counter

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.readers.table_rows import (
    Reading,
    compiled_row,
    quality_of,
    read_phrase_rows,
)

PPDB = "[NN] ||| puppy ||| dog ||| PPDB2.0Score=4.25 -logp(e2|e1)=1.5 ||| 0-0 ||| ForwardEntailment"


def read(tmp_path, text, format=None, name="table", **settings):
    path = tmp_path / name
    data = text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    errors, dropped = [], Counter()
    reading = Reading(**settings)
    rows = read_phrase_rows(path, format, reading, on_error=errors.append, dropped=dropped)
    return list(rows), errors, dropped


@pytest.mark.parametrize("name", ["table", "table.gz"])
def test_16_ppdb(tmp_path, name):
    five = PPDB.rpartition(" ||| ")[0]
    lines = [PPDB, "[X] ||| only ||| three", five]
    (first, second), errors, _ = read(tmp_path, "\n".join(lines), name=name)
    assert (first["source"], first["target"]) == (["puppy"], ["dog"])
    assert first["score"] == 4.25
    assert first["features"]["-logp(e2|e1)"] == 1.5
    assert first["alignment"] == [[0, 0]]
    assert first["relation"] == "specifies"
    assert first["p_target"] == pytest.approx(math.exp(-1.5))
    assert second["relation"] is None
    assert [(error.code, error.values["place"].line) for error in errors] == [("P102", 2)]


def test_16_a_feature_is_cut_at_its_last_equals_sign(tmp_path):
    ((row,), _, _) = read(tmp_path, "[X] ||| a ||| b ||| x=y=2 Abstract=0 ||| 0-0")
    assert row["features"] == {"x=y": 2.0, "Abstract": 0.0}


def test_entailment_of_every_kind(tmp_path):
    labels = ["Equivalence", "ForwardEntailment", "ReverseEntailment", "OtherRelated", "Exclusion"]
    labels.append("Independent")
    text = "\n".join(f"[X] ||| a ||| b ||| x=1 ||| 0-0 ||| {label}" for label in labels)
    rows, _, dropped = read(tmp_path, text)
    relations = ["restates", "specifies", "generalizes", "intersects", "conflict"]
    assert [row["relation"] for row in rows] == relations
    assert dropped == {"relation": 1}
    assert compiled_row(rows[-1]) is None
    flipped, _, _ = read(tmp_path, text, flip_entailment=True)
    assert [row["relation"] for row in flipped][1:3] == ["generalizes", "specifies"]


def test_rules_with_gaps_are_wanted_or_not(tmp_path):
    text = "[NP] ||| the [NN,1] ||| [NN,1] ||| x=1 ||| 0-0"
    rows, _, dropped = read(tmp_path, text)
    assert (rows, dropped) == ([], {"gaps": 1})
    ((row,), _, _) = read(tmp_path, text, syntactic=True)
    assert row["source"] == ["the", "[nn,1]"]


def test_thrax(tmp_path):
    text = '[X] ||| man ||| person ||| 0 1 2 2.634 ||| ["personne:0.0718"]'
    ((row,), _, _) = read(tmp_path, text)
    assert row["p_target"] == pytest.approx(0.0718, abs=1e-4)
    assert row["pivots"] == {"personne": 0.0718}


@pytest.mark.parametrize(
    ("two_costs", "expected"),
    [("second", [("a", "b", 0.2)]), ("documented", [("a", "b", 0.5), ("b", "a", 0.2)])],
)
def test_terp_with_two_costs(tmp_path, two_costs, expected):
    rows, _, _ = read(tmp_path, "0.5 0.2 <p>a</p> <p>b</p>", two_costs=two_costs)
    assert [(*row["source"], *row["target"], row["p_target"]) for row in rows] == expected
    rows, errors, _ = read(tmp_path, "0.5 0.2 <p>a</p> <p>b</p>", two_costs="reject")
    assert (rows, errors[0].code) == ([], "P102")


def test_meteor_tsv_and_json(tmp_path):
    ((row,), _, _) = read(tmp_path, "0.5\narmy roadblock\nmilitary barrier\n")
    assert (row["source"], row["p_target"]) == (["army", "roadblock"], 0.5)
    rows, errors, dropped = read(
        tmp_path,
        'On site,\tthere,\t0.8\tspecifies\na\tA\n{"source": ["x"], "target": "y z", "count": 3, '
        '"origin": "me", "examples": [1]}\nlonely\na\tb\tmuch\n{"source": "a", "target": 1}\n'
        '{"source": "a", "target": "b", "relation": "friends"}',
    )
    assert rows[0]["source"] == ["on", "site", ","]
    assert rows[0]["target"] == ["there", ","]
    assert (rows[0]["score"], rows[0]["relation"], rows[0]["count"]) == (0.8, "specifies", 1.0)
    assert (rows[1]["target"], rows[1]["count"], rows[1]["examples"]) == (["y", "z"], 3.0, [1])
    assert dropped == {"identity": 1}
    assert [error.values["place"].line for error in errors] == [4, 5, 6, 7]


def test_what_a_compiled_table_keeps():
    row = {"source": ["a"], "target": ["B"], "score": None, "relation": None, "p_target": 0.25}
    row |= {"p_source": 0.5, "count": 3, "examples": []}
    assert compiled_row(row) == ("a", "B", 1.0, "", 0.25, None, 0.5)
    assert quality_of({**row, "score": 4.25, "features": {"PPDB2.0Score": 4.25}}) == 0.8125
    with pytest.raises(ParaphraseError, match="P922"):
        compiled_row({**row, "score": 4.25})


@pytest.mark.parametrize(
    "data", [b"\x1f\x8b", b"no gzip", gzip.compress(b"a\tb\n" * 99, mtime=0)[:-9]]
)
def test_a_damaged_packed_file_is_told(tmp_path, data):
    path = tmp_path / "table.gz"
    path.write_bytes(data)
    with pytest.raises(ParaphraseError, match="P101"):
        list(read_phrase_rows(path))


def test_a_line_without_end_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr("spacy_paraphrase.jobs.limits.bounded_lines.__defaults__", (100,))
    monkeypatch.setattr("spacy_paraphrase.jobs.limits.is_cut.__defaults__", (100,))
    rows, errors, _ = read(tmp_path, f"a\tb\n{'x' * 500}\nc\td\n", name="table.gz")
    assert [row["source"] for row in rows] == [["a"], ["c"]]
    assert [error.code for error in errors] == ["P102"]
