"""The benchmarks of speed: what they fit, compare and store. Figures of time are not tested."""

import importlib
import json
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
SENTENCE = (
    "The board of the bank said on Monday that it would sell two of its oldest houses .".split()
)
OTHER = "On Monday the bank 's board announced that two old houses are going to be sold .".split()


@pytest.fixture(scope="module")
def modules():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        yield importlib.import_module("costs"), importlib.import_module("lengths")
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.mark.parametrize("power", [0.5, 1.0, 1.5])
def test_the_exponent_of_a_power_is_found(modules, power):
    found = {(n, n): {"part": 3 * (n * n) ** power} for n in (10, 50, 200, 500)}
    assert modules[1].exponents(found)["part"] == pytest.approx(power)
    # What every pair costs counts for the long ones less.
    with_base = {size: {"part": 1000 + times["part"]} for size, times in found.items()}
    short, long = (modules[1].exponents(with_base, least)["part"] for least in (0, 2500))
    assert short < long < power


def test_long_sides_have_the_words_asked_for(modules):
    pairs = [(SENTENCE, OTHER)] * 4
    (one, other), (less, _) = modules[1].long_pairs(pairs, [(40, 33), (5, 50)])
    assert one == (SENTENCE * 4)[:40]
    assert other == (OTHER * 4)[:33]
    assert less == SENTENCE[:5]
    with pytest.raises(ValueError, match="words"):
        modules[1].long_pairs(pairs, [(500, 5)])


def test_what_got_slower_is_named(modules, capsys):
    costs = modules[0]
    before = {
        "settings": {"pairs": 3, "runs": 1},
        "versions": {"spacy": "3.8"},
        "figures": {"a / whole": 2.0, "b": 1.0, "gone": 1.0},
    }
    now = {**before, "figures": {"a / whole": 2.6, "b": 1.1, "new": 9.0}}
    assert costs.compare(now, before, 0.2) == 1
    out = capsys.readouterr().out
    assert "pairs:3|runs:1|spacy:3.8" in out
    assert "slower: a / whole  2.000 -> 2.600  (+30%)" in out
    assert "slower: b" not in out
    assert costs.compare(now, before, 0.4) == 0
    assert costs.compare(before, now, 0.0) == 0  # what got faster is none
    other = {**before, "settings": {"pairs": 4, "runs": 1}}
    assert costs.compare(now, other, 0.2) == 2
    assert "not compared" in capsys.readouterr().out


@pytest.mark.slow
def test_a_run_is_stored_and_compared(modules, monkeypatch, tmp_path, capsys):
    costs, lengths = modules
    monkeypatch.setattr(costs, "corpus_pairs", lambda data, n: [(SENTENCE, OTHER)] * 40)
    whole, sizes = lengths.measured, ((10, 10), (100, 90))
    monkeypatch.setattr(lengths, "measured", lambda pairs, runs: whole(pairs, runs, sizes))
    monkeypatch.setattr(lengths, "LONG", 0)
    stored = tmp_path / "run.json"
    monkeypatch.setattr(sys, "argv", ["costs.py", "--runs", "1", "--out", str(stored)])
    costs.main()
    out = capsys.readouterr().out
    run = json.loads(stored.read_bytes())
    assert run["settings"] == {"pairs": 40, "words": 40 * (len(SENTENCE) + len(OTHER)), "runs": 1}
    assert {"spacy", "numpy", "python", "spacy-paraphrase"} < set(run["versions"])
    figures = run["figures"]
    whole_name = "graph_matcher, fast, with fusions / whole"
    assert figures[whole_name] > 1 + figures["graph_matcher, fast, with fusions / sentence_fuser"]
    assert "exponent in n m / graph_matcher" in figures
    assert all(name in out for name in figures)
    slowed = {name: value / 100 for name, value in figures.items()}
    stored.write_text(json.dumps({**run, "figures": slowed}), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["costs.py", "--runs", "1", "--compare", str(stored)])
    with pytest.raises(SystemExit) as ended:
        costs.main()
    assert ended.value.code == 1
    assert f"slower: {whole_name}" in capsys.readouterr().out
