"""Spec 06, test 1: the rows are the same however the input is cut and whoever reads it."""

import json
import random
import subprocess
import sys
import time
from itertools import combinations

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
        source = [f"{tag.lower()}{chance.choice('abcd')}" for tag in TAGS]
        target = [word if chance.random() < 0.6 else f"{word}x" for word in source]
        found.append(line(chance, f"p{k}", source, target))
    return found


def renderings(count):
    """Return the lines of sentences in three renderings each."""
    chance = random.Random(0)
    found = []
    for k in range(count):
        first = [f"{tag.lower()}{chance.choice('abcd')}" for tag in TAGS]
        others = [[word if chance.random() < 0.6 else f"{word}x" for word in first] for _ in "ab"]
        texts = [" ".join(words) for words in (first, *others)]
        found.append(json.dumps({"id": f"g{k}", "references": texts}) + "\n")
    return found


def grouped(count):
    """Return the lines of the pairs of groups of three renderings."""
    chance = random.Random(0)
    found = []
    for each in map(json.loads, renderings(count // 3)):
        named = {f"r{k}": text.split() for k, text in enumerate(each["references"])}
        for (one, source), (other, target) in combinations(named.items(), 2):
            found.append(line(chance, f"{each['id']}/{one}/{other}", source, target))
    return found


def line(chance, name, source, target):
    """Return a pair as a line, linked word for word but for some."""
    known = {"pos": POS, "tags": TAGS}
    record = PairRecord(
        name,
        tuple(source),
        tuple(target),
        words=word_links((i, i) for i in range(5) if chance.random() < 0.9),
        source_tree=TREE,
        target_tree=TREE,
        source_tokens=known | {"lemmas": tuple(source)},
        target_tokens=known | {"lemmas": tuple(target)},
    )
    return json.dumps(record_to_json(record)) + "\n"


# What miners need besides.
OPTIONS = {
    "contexts": ["--length", "1", "--strength", "0.5", "--rounds", "2"],
    "anchors": ["--width", "1", "--min-count", "1"],
    "lattices": ["--method", "parses"],
    "pairs": ["--method", "renderings"],
}
LINES = {"lattices": grouped, "pairs": renderings}


def shards(folder, number, lines):
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{number}-{k}.jsonl" for k in range(number)]
    for k, path in enumerate(paths):
        path.write_text("".join(lines[k::number]))
    return list(map(str, paths))


def mined(miner, inputs, out, *options):
    assert main(["mine", miner, *inputs, str(out), "-q", *options]) == 0
    return sorted(out.read_bytes().splitlines())


@pytest.mark.parametrize("miner", ["phrases", "rules", "contexts", "anchors", "lattices", "pairs"])
def test_one_shard_and_seven(tmp_path, miner):
    lines = LINES.get(miner, pairs)(60)
    if miner == "anchors":
        sides = [(name, json.loads(line)) for line in lines for name in ("source", "target")]
        given = [{"id": f"{record['id']}:{name}", "words": record[name]} for name, record in sides]
        lines = [json.dumps(each) + "\n" for each in given]
    options = OPTIONS.get(miner, [])
    one = mined(miner, shards(tmp_path, 1, lines), tmp_path / "one.jsonl", *options)
    assert len(one) >= 10
    seven = shards(tmp_path, 7, lines)
    assert mined(miner, seven, tmp_path / "seven.jsonl", *options) == one
    assert mined(miner, seven[::-1], tmp_path / "again.jsonl", "--n-process", "2", *options) == one


def test_phrases_of_merged_parses(tmp_path):
    lines = grouped(60)
    found = []
    for number in (1, 7):
        given, table = shards(tmp_path, number, lines), tmp_path / f"table-{number}.jsonl"
        options = ["--method", "parses", "--pairs", str(table)]
        mined("lattices", given, tmp_path / f"{number}.jsonl", *options)
        found.append(sorted(table.read_bytes().splitlines()))
    assert len(found[0]) >= 10
    assert found[0] == found[1]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("dask")
@pytest.mark.parametrize("miner", ["phrases", "rules", "lattices", "pairs"])
def test_two_workers_of_a_cluster(tmp_path, miner):
    lines = LINES.get(miner, pairs)(200)
    options = OPTIONS.get(miner, [])
    one = mined(miner, shards(tmp_path, 1, lines), tmp_path / "one.jsonl", *options)
    seven = shards(tmp_path, 7, lines)
    cluster = ["--dask", "local", "--n-process", "2"]
    assert mined(miner, seven, tmp_path / "dask.jsonl", *cluster, *options) == one


@pytest.mark.long
@pytest.mark.parametrize(
    ("miner", "work", "count"),
    [
        ("phrases", "steps/1 phrases/work", 7000),
        ("lattices", "work", 9000),
        ("pairs", "work", 40000),
    ],
)
def test_killed_and_resumed(tmp_path, miner, work, count):
    seven = shards(tmp_path, 7, LINES.get(miner, pairs)(count))
    options = OPTIONS.get(miner, [])
    one = mined(miner, seven, tmp_path / "one.jsonl", *options)
    out = tmp_path / "killed.jsonl"
    place = tmp_path / f"killed.jsonl.{work}"
    command = [sys.executable, "-m", "spacy_paraphrase", "mine", miner, *seven, str(out), "-q"]
    process = subprocess.Popen([*command, *options])
    try:
        for _ in range(3000):
            if [*place.glob("map-00003-????????????????")]:
                break
            assert process.poll() is None, "it came to its end before it was killed"
            time.sleep(0.02)
        else:
            pytest.fail("the job did not come so far")
    finally:
        process.kill()
        process.wait()
    assert not out.exists()
    if miner == "phrases":
        steps = tmp_path / "killed.jsonl.steps"
        assert (steps / "0 linked words" / "manifest.json").exists()
    assert mined(miner, seven, out, "--resume", *options) == one
    assert out.read_bytes() == (tmp_path / "one.jsonl").read_bytes()
    assert not (tmp_path / "killed.jsonl.steps").exists()
    assert not (tmp_path / "killed.jsonl.work").exists()
