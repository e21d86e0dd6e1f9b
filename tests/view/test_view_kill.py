"""A server that is killed while it saves loses nothing that it has acknowledged."""

import json
import random
import threading
import time
from pathlib import Path

import httpx
import pytest
from view.serving import server

from spacy_paraphrase.readers import read_jsonl

SAMPLE = Path(__file__).parents[2] / "assets" / "sample" / "train.jsonl"
PAIRS = 40


def annotate(address, acknowledged, sent, rng):
    """Write notes, each with a number of its own, until the server is gone."""
    with httpx.Client(base_url=address, timeout=120) as client:
        while True:
            pair = rng.randint(1, PAIRS)
            sent[pair] = sent.get(pair, 0) + 1
            action = {"kind": "note", "text": str(sent[pair])}
            if sent[pair] % 3 == 0:
                action = {"kind": "accept"} if sent[pair] % 2 else {"kind": "undo"}
            try:
                answer = client.post(f"pairs/{pair}/actions?levels=words", json=action)
            except httpx.TransportError:
                return
            assert answer.status_code == 200
            acknowledged[pair] = answer.json()["annotation"]


def wait_for(acknowledged, number, writer):
    """Wait until so many pairs have been annotated."""
    until = time.monotonic() + 300
    while len(acknowledged) < number:
        assert writer.is_alive()
        assert time.monotonic() < until
        time.sleep(0.005)


def kills(number, pairs, out, seed):
    rng = random.Random(seed)
    sent: dict[int, int] = {}
    ids = [json.loads(line)["id"] for line in pairs.read_text("utf8").splitlines()]
    for _ in range(number):
        acknowledged: dict[int, dict] = {}
        with server(pairs, "--annotate", out, "--annotator", "Ann") as (process, address):
            writer = threading.Thread(target=annotate, args=(address, acknowledged, sent, rng))
            writer.start()
            wait_for(acknowledged, rng.randint(1, 12), writer)
            time.sleep(rng.uniform(0, 0.2))  # somewhere in an action
            process.kill()
            process.wait()
            writer.join(300)
            assert not writer.is_alive()
        lines = [json.loads(line) for line in out.read_text("utf8").splitlines()]
        records = list(read_jsonl(out))
        assert len(lines) == len({line["id"] for line in lines}) == len(records)
        kept = {ids.index(line["id"]) + 1: line for line in lines}
        differ = [
            pair
            for pair, told in acknowledged.items()
            if (told["state"], told["note"]) != _kept(kept.get(pair))
        ]
        # The last action may have been saved, and its answer not sent.
        assert len(differ) <= 1, differ
        yield len(acknowledged)


def _kept(line):
    return (line["state"], line["note"]) if line else ("", "")


@pytest.fixture
def pairs(tmp_path):
    lines = SAMPLE.read_text("utf8").splitlines(keepends=True)[:PAIRS]
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(lines), encoding="utf8")
    return path


def test_two_kills(pairs, tmp_path):
    assert sum(kills(2, pairs, tmp_path / "out.jsonl", 1)) >= 2


@pytest.mark.long
def test_twelve_kills(pairs, tmp_path):
    assert sum(kills(12, pairs, tmp_path / "out.jsonl", 2)) > 40
