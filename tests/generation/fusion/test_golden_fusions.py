"""A fixed sample of pairs with its outputs, each judged as Marsi and Krahmer 2005 judge.

perfect, acceptable (grammatical, but something is lost or less clear) or nonsense. A change of an
output fails here, shows in review as a diff, and asks for a judgement.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.generation import REFUSALS, UNION_PATHS

GOLDEN = Path(__file__).parent / "golden"


def read(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]


EXPECTED = read("fusions.jsonl")


@pytest.fixture(scope="module")
def made(fuser):
    rows = read("pairs.jsonl")
    docs = pipe_pairs(fuser, [(row["source"], row["target"]) for row in rows])
    return {
        (row["id"], fusion.kind): fusion
        for row, doc in zip(rows, docs, strict=True)
        for fusion in doc._.fusions
    }


@pytest.mark.parametrize("golden", EXPECTED, ids=lambda row: f"{row['id']}-{row['kind']}")
def test_output(golden, made):
    fusion = made[golden["id"], golden["kind"]]
    found = {"text": fusion.text, "path": fusion.path, "reason": fusion.reason}
    assert found == {key: golden[key] for key in found}


def test_judgements():
    for kind in ("union", "intersection"):
        rows = [row for row in EXPECTED if row["kind"] == kind]
        assert len(rows) >= 60
        counts = Counter(row["judgement"] for row in rows)
        offered = len(rows) - counts[""]
        assert counts["nonsense"] <= 0.08 * offered
        assert counts["perfect"] >= 0.6 * offered
        assert counts["perfect"] >= 0.5 * len(rows)


def test_refusals_have_a_reason_and_fusions_a_path():
    for row in EXPECTED:
        assert bool(row["text"]) == (row["reason"] == ""), row
        assert row["reason"].split(":")[0] in {"", *REFUSALS}
        assert (row["path"] in UNION_PATHS) == (row["kind"] == "union" and bool(row["text"]))
        assert bool(row["note"]) == (row["judgement"] in ("acceptable", "nonsense"))
