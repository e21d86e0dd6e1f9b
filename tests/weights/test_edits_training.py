"""A judge of edits is trained on a handful of fusions."""

from pathlib import Path

import pytest

from spacy_paraphrase.generation.proposers.edit_judge import EditJudge, build_edit_network
from spacy_paraphrase.generation.proposers.places import place_judge

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "assets" / "sample" / "fusions.jsonl"


@pytest.fixture(scope="module")
def script():
    if not SAMPLE.exists():
        pytest.skip("the sample is not in this copy")
    return pytest.importorskip("weights.edits")


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(SAMPLE.read_text("utf-8").splitlines()[:12]), encoding="utf-8")
    return path


def test_twelve_fusions_give_weights_that_load(script, lines, tmp_path, capsys):
    out = tmp_path / "some.edits"
    script.main([lines], out=out)
    found, size = capsys.readouterr().out.splitlines()
    edits, right = (int(part.split()[0]) for part in found.split(";")[0].split(", "))
    assert 0 < right < edits
    assert "precision at recall 0.1: " in found
    assert size == f"{out.stat().st_size} bytes"
    network = build_edit_network(script.HIDDEN).from_bytes(out.read_bytes())
    judge = EditJudge(place_judge(), network)
    pairs = script.read([lines])
    assert len({pair[:2] for pair in pairs}) == len(pairs)
    assert any(len(unions) > 1 for _, _, unions in pairs)
    lesson = next(lesson for some in script.taught_by(pairs) for lesson in some)
    chances = judge.chances(*lesson[:3])
    assert chances.shape == (len(lesson.right),)
    assert ((chances > 0) & (chances < 1)).all()


def test_training_is_the_same_each_time(script, lines):
    taught = [lesson for some in script.taught_by(script.read([lines])) for lesson in some][:8]
    assert script.trained(taught).network.to_bytes() == script.trained(taught).network.to_bytes()
