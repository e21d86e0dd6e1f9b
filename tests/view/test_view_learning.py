"""Learning from annotations: what is learnt from, what comes out, and the same by `spacy train`."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
import spacy
from view.serving import client, write_lines

import spacy_paraphrase
from spacy_paraphrase.cli import main
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import PairRecord, read_jsonl
from spacy_paraphrase.view.learning import LEAST, Learning, draw, make_config, split
from spacy_paraphrase.view.session import Session

SAMPLE = Path(__file__).parents[2] / "assets" / "sample" / "train.jsonl"
CURVE = {
    "points": [{"pairs": 0, "words": 0.8, "phrases": None}, {"pairs": 9, "words": 0.9}],
    "held_out": 3,
}


def records(number):
    return [PairRecord(k, ("source", str(k)), ("target",)) for k in range(number)]


def annotations(path, number, state="done"):
    """Write the first pairs of the sample as `view --annotate` does."""
    lines = [json.loads(line) for line in SAMPLE.read_text("utf8").splitlines()[:number]]
    return write_lines(path, [{**line, "annotator": "Ann", "state": state} for line in lines])


def test_a_part_is_held_out_and_stays_so():
    taught, held = split(records(40))
    assert len(taught) + len(held) == 40
    assert {record.id for record in taught}.isdisjoint(record.id for record in held)
    assert 3 <= len(held) <= 14
    more, again = split(records(80))
    assert {record.id for record in held} <= {record.id for record in again}
    assert {record.id for record in taught} <= {record.id for record in more}


def test_pairs_of_one_source_are_on_one_side():
    pairs = [PairRecord((k, j), ("s", str(k)), ("t", str(j))) for k in range(12) for j in range(3)]
    taught, held = split(pairs)
    assert {record.source for record in taught}.isdisjoint(record.source for record in held)
    assert held


def test_one_source_may_be_compared_with_many():
    taught, held = split([PairRecord(k, ("s",), ("t", str(k))) for k in range(20)])
    assert len(taught) > len(held) >= 2


@pytest.mark.parametrize("number", [LEAST, LEAST + 1, 25])
def test_both_parts_have_pairs(number):
    taught, held = split(records(number))
    assert len(held) >= 2
    assert len(taught) > len(held)


def test_too_few_are_refused(tmp_path, capsys):
    path = annotations(tmp_path / "ann.jsonl", 12, "started")
    assert main(["learn", str(path)]) == 1
    assert "[P715] 0 pairs are marked as done" in capsys.readouterr().err
    learning = Learning(path, "en")
    with pytest.raises(ParaphraseError, match="P715"):
        learning.start()
    assert learning.to_json() == {"state": "", "curve": None, "log": "", "path": ""}
    assert [path.name for path in tmp_path.iterdir()] == ["ann.jsonl"]


def test_before_the_first_annotation_there_is_nothing_to_learn(tmp_path):
    with pytest.raises(ParaphraseError, match="P715"):
        Learning(tmp_path / "ann.jsonl", "en").start()


def test_the_config_takes_all_but_the_aligner_as_it_is(nlp, tmp_path):
    config = make_config(nlp, tmp_path, ["words"])
    assert config["nlp"]["pipeline"] == nlp.pipe_names
    frozen = set(config["training"]["frozen_components"])
    assert set(nlp.pipe_names) - frozen == {"sentence_pair", "graph_matcher", "relation_classifier"}
    weights = config["training"]["score_weights"]
    assert {key: value for key, value in weights.items() if value} == {"words_align_f": 1.0}


def test_a_language_without_weights_begins_anew(tmp_path):
    nlp = spacy.blank("nl")
    for name in ("sentence_pair", "tree_aligner", "relation_classifier"):
        nlp.add_pipe(name)
    config = make_config(nlp, tmp_path)
    assert config["nlp"]["pipeline"] == ["sentence_pair", "graph_matcher", "relation_classifier"]
    assert config["components"]["graph_matcher"] == {"factory": "graph_matcher"}


def test_the_curve_leaves_out_what_is_not_known():
    assert draw(CURVE).count("<circle") == 2
    assert draw({"points": []}) is None


WORKER = """
import json, pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
print("\\x1b[38;5;2mInitialized\\x1b[0m pipeline", flush=True)
(folder / "curve.json").write_text(json.dumps(json.loads(sys.argv[2])))
while not (folder / sys.argv[3]).exists():
    time.sleep(0.01)
sys.exit(int(sys.argv[4]))
"""


def stand_in(learning, report, awaited, status):
    """Have a program that waits for a file run in the place of the training."""
    told = str(learning.folder), json.dumps(report), awaited, str(status)
    learning._command = [sys.executable, "-c", WORKER, *told]


def wait_for(page, state):
    until = time.monotonic() + 120
    while (told := page.get("learning").json())["state"] != state:
        assert time.monotonic() < until, told
        time.sleep(0.05)
    return told


def test_the_page_is_told_how_far_it_is(tmp_path):
    path = annotations(tmp_path / "ann.jsonl", 12)
    learning = Learning(path, "en")
    page = client(Session([], learning=learning))
    stand_in(learning, CURVE, "go", 0)
    assert page.post("learning", json={}).json()["state"] == "running"
    first = learning._process
    page.post("learning", json={})  # it is under way
    assert learning._process is first
    (learning.folder / "go").touch()
    told = wait_for(page, "done")
    assert told["curve"].startswith("<svg")
    assert told["log"] == "Initialized pipeline"
    # Another server finds what the first one has left.
    stand_in(learning, {**CURVE, "path": "somewhere"}, "curve.json", 0)
    page.post("learning", json={})
    wait_for(page, "done")
    again = client(Session([], learning=Learning(path, "en"))).get("learning").json()
    assert (again["state"], again["path"]) == ("done", "somewhere")


def test_what_fails_is_told(tmp_path):
    learning = Learning(annotations(tmp_path / "ann.jsonl", 12), "en")
    page = client(Session([], learning=learning))
    stand_in(learning, CURVE, "curve.json", 1)
    page.post("learning", json={})
    assert wait_for(page, "failed")["path"] == ""


def test_it_is_ended_with_the_server(tmp_path):
    learning = Learning(annotations(tmp_path / "ann.jsonl", 12), "en")
    learning.folder.mkdir()
    stand_in(learning, CURVE, "nothing", 0)
    learning.start()
    learning.stop()
    assert learning.to_json()["state"] == "failed"


@pytest.mark.long
def test_from_annotations_to_a_pipeline(tmp_path, capsys):
    path = annotations(tmp_path / "ann.jsonl", 14)
    learning = Learning(path, "en")
    learning.start()
    assert learning._process.wait(600) == 0, learning.to_json()["log"]
    told = learning.to_json()
    assert told["state"] == "done"
    report = json.loads((tmp_path / "ann-learnt" / "curve.json").read_text())
    taught = len(list(read_jsonl(tmp_path / "ann-learnt" / "train.jsonl")))
    assert [point["pairs"] for point in report["points"]] == [
        0,
        *sorted({round(share * taught) for share in (0.25, 0.5, 1)}),
    ]
    assert all(0.5 < point["words"] <= 1 for point in report["points"])
    trained = spacy_paraphrase.load(told["path"])
    doc = spacy_paraphrase.compare("A cat sleeps.", "The cat naps.", trained)
    assert doc._.alignment.words
    assert "sentence_fuser" in trained.pipe_names
    # The same by hand.
    config = str(tmp_path / "ann-learnt" / "config.cfg")
    command = [sys.executable, "-m", "spacy", "train", config, "--output", str(tmp_path / "own")]
    command += ["--training.max_steps", "4", "--training.eval_frequency", "2"]
    subprocess.run([*command, "--paths.train", str(path)], check=True, capture_output=True)
    assert spacy.load(tmp_path / "own" / "model-best").pipe_names == trained.pipe_names[:-1]
