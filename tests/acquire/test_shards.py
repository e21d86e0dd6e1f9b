"""Spec 06, test 1: the rows are the same however the input is cut and whoever reads it."""

import json
import random
import subprocess
import sys
import time

import pytest

from spacy_paraphrase.cli import main
from spacy_paraphrase.readers import PairRecord, record_to_json, word_links

TREE = ((1, "nsubj"), (1, "ROOT"), (4, "det"), (4, "amod"), (1, "dobj"))
TAGS = ("NNP", "VBD", "DT", "JJ", "NN")
POS = ("PROPN", "VERB", "DET", "ADJ", "NOUN")


def pairs(count):
    """Return the lines of pairs of five words each, some of which are other words."""
    chance = random.Random(0)
    found = []
    for k in range(count):
        source = [f"{tag.lower()}{chance.randrange(4)}" for tag in TAGS]
        target = [word if chance.random() < 0.6 else f"{word}x" for word in source]
        known = {"pos": POS, "tags": TAGS}
        record = PairRecord(
            f"p{k}",
            tuple(source),
            tuple(target),
            words=word_links((i, i) for i in range(5) if chance.random() < 0.9),
            source_tree=TREE,
            target_tree=TREE,
            source_tokens=known | {"lemmas": tuple(source)},
            target_tokens=known | {"lemmas": tuple(target)},
        )
        found.append(json.dumps(record_to_json(record)) + "\n")
    return found


def shards(folder, number, lines):
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{number}-{k}.jsonl" for k in range(number)]
    for k, path in enumerate(paths):
        path.write_text("".join(lines[k::number]))
    return list(map(str, paths))


def mined(miner, inputs, out, *options):
    assert main(["mine", miner, *inputs, str(out), "-q", *options]) == 0
    return sorted(out.read_bytes().splitlines())


@pytest.mark.parametrize("miner", ["phrases", "rules", "contexts", "anchors"])
def test_one_shard_and_seven(tmp_path, miner):
    lines = pairs(60)
    if miner == "anchors":
        sides = [(name, json.loads(line)) for line in lines for name in ("source", "target")]
        given = [{"id": f"{record['id']}:{name}", "words": record[name]} for name, record in sides]
        lines = [json.dumps(each) + "\n" for each in given]
    options = {
        "contexts": ["--length", "1", "--strength", "0.5", "--rounds", "2"],
        "anchors": ["--width", "1", "--min-count", "1"],
    }.get(miner, [])
    one = mined(miner, shards(tmp_path, 1, lines), tmp_path / "one.jsonl", *options)
    assert len(one) >= 10
    seven = shards(tmp_path, 7, lines)
    assert mined(miner, seven, tmp_path / "seven.jsonl", *options) == one
    assert mined(miner, seven[::-1], tmp_path / "again.jsonl", "--n-process", "2", *options) == one


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("miner", ["phrases", "rules"])
def test_two_workers_of_a_cluster(tmp_path, miner):
    pytest.importorskip("distributed")
    lines = pairs(200)
    one = mined(miner, shards(tmp_path, 1, lines), tmp_path / "one.jsonl")
    seven = shards(tmp_path, 7, lines)
    options = ["--dask", "local", "--n-process", "2"]
    assert mined(miner, seven, tmp_path / "dask.jsonl", *options) == one


@pytest.mark.long
def test_killed_and_resumed(tmp_path):
    lines = pairs(7000)
    seven = shards(tmp_path, 7, lines)
    one = mined("phrases", seven, tmp_path / "one.jsonl")
    out = tmp_path / "killed.jsonl"
    steps = tmp_path / "killed.jsonl.steps"
    command = [sys.executable, "-m", "spacy_paraphrase", "mine", "phrases", *seven, str(out), "-q"]
    process = subprocess.Popen(command)
    try:
        for _ in range(3000):
            if [*steps.glob("1 phrases/work/map-00003-????????????????")]:
                break
            assert process.poll() is None, "it came to its end before it was killed"
            time.sleep(0.02)
        else:
            pytest.fail("the job did not come so far")
    finally:
        process.kill()
        process.wait()
    assert not out.exists()
    assert (steps / "0 linked words" / "manifest.json").exists()
    assert mined("phrases", seven, out, "--resume") == one
    assert out.read_bytes() == (tmp_path / "one.jsonl").read_bytes()
    assert not steps.exists()
