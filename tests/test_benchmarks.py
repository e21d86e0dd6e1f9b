"""The benchmarks: what they fit, compare, store and count. Figures of time are not tested."""

import importlib
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import spacy

from spacy_paraphrase.results import SentenceRelation

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
SENTENCE = (
    "The board of the bank said on Monday that it would sell two of its oldest houses .".split()
)
OTHER = "On Monday the bank 's board announced that two old houses are going to be sold .".split()


@pytest.fixture(scope="module", autouse=True)
def folder_of_benchmarks():
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))


@pytest.fixture(scope="module")
def modules():
    return importlib.import_module("costs"), importlib.import_module("lengths")


@pytest.fixture(scope="module")
def generated():
    return importlib.import_module("generated")


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


def test_lines_are_the_same_again_and_of_every_kind(generated):
    some = list(generated.lines(3000))
    assert some == list(generated.lines(3000))
    assert some != list(generated.lines(3000, seed=1))
    assert all(b"\n" not in line.raw for line in some)
    kinds = {line.kind for line in some}
    assert kinds >= {*generated._OFTEN, *generated._LEGAL, "ordinary"}
    ordinary = generated.lines(200, hostile=False)
    assert {(line.kind, *line.expected) for line in ordinary} == {("ordinary", "result")}


@pytest.fixture
def kept(generated, tmp_path):
    """Keeps the book of outputs that ten lines are said to have."""
    some = [
        generated.Line(
            b"", k if k % 3 else None, f"{k}", frozenset({"result"} if k % 3 else {"P1"})
        )
        for k in range(1, 11)
    ]

    def keep(results, errors, rest=b""):
        paths = tmp_path / "out", tmp_path / "errors"
        rows = [{"id": k} for k in results], [{"line": k, "code": "P1"} for k in errors]
        for path, values in zip(paths, rows, strict=True):
            path.write_bytes(b"".join(json.dumps(v).encode() + b"\n" for v in values) + rest)
        found = generated.book(some, *paths)
        return found.ended, found.lost, found.doubled, found.unexpected.total()

    return keep


def test_a_book_of_lines(kept):
    good, bad = [1, 2, 4, 5, 7, 8, 10], [3, 6, 9]
    assert kept(good, bad) == (10, 0, 0, 0)
    assert kept(good[:3], bad[:1], b'{"id": ') == (4, 0, 0, 0)  # not at its end
    assert kept([1, 4, 5, 7, 8, 10], bad) == (9, 1, 0, 0)
    assert kept([1, 2, 4, 5, 7, 8, 8, 10], bad) == (9, 0, 2, 0)
    assert kept([1, 4, 2, 5, 7, 8, 10], bad)[2] > 0
    assert kept([1, 2, 5, 7, 8, 10], [3, 4, 6, 9]) == (10, 0, 0, 1)
    assert kept([*good, 11], bad) == (10, 0, 1, 0)


@pytest.fixture(scope="module")
def roles():
    return importlib.import_module("roles")


def test_pairs_of_roles_are_complete(roles):
    pairs = roles.read()
    sizes = Counter(pair.kind for pair in pairs)
    assert sorted(sizes.values()) == [12] * 5 + [15] * 10
    assert {kind for kind in sizes if kind.startswith(roles.SAME)} == {
        kind for kind, size in sizes.items() if size == 12
    }
    for kind, size in sizes.items():
        seen = sum(pair.kind == kind and pair.part == "seen" for pair in pairs)
        assert seen in (size // 2, size - size // 2)
    assert {pair.part for pair in pairs} == set(roles.PARTS)
    assert {(pair.forward, pair.backward) for pair in pairs} == {
        ("no", "no"),
        ("no", "yes"),
        ("yes", "yes"),
    }
    assert {pair.conflict for pair in pairs} == {"yes", "no", "maybe"}
    texts = [text for pair in pairs for text in (pair.source, pair.target)]
    assert len(set(texts)) == len(texts)
    known = {
        text
        for path in (BENCHMARKS.parent / "tests" / "relations").glob("*_pairs.tsv")
        for line in path.read_text("utf-8").splitlines()
        for text in line.split("\t")[1:3]
    }
    assert len(known) > 1000
    assert not known & set(texts)


@pytest.mark.parametrize(
    ("label", "conflict", "forward", "backward", "expected"),
    [
        ("restates", False, "no", "no", (False, "missed")),
        ("specifies", False, "no", "yes", (False, "missed")),
        ("specifies", False, "yes", "no", (True, "missed")),
        ("generalizes", False, "no", "yes", (True, "missed")),
        ("intersects", True, "no", "no", (True, "found")),
    ],
)
def test_claims_against_judgements(roles, label, conflict, forward, backward, expected):
    pair = roles.RolePair("seen", "some", "A", "B", forward, backward, "yes")
    relation = SentenceRelation(label, {}, conflict)
    assert roles.judged(pair, relation) == expected
    assert roles.judged(pair._replace(conflict="maybe"), relation) == (expected[0], "")
    without = roles.judged(pair._replace(conflict="no"), relation)
    assert without == (expected[0], "false" if conflict else "")
    paraphrase = pair._replace(kind=f"{roles.SAME}some")
    assert roles.judged(paraphrase, relation).right == (label == "restates")


@pytest.mark.slow
def test_the_table_of_roles(roles, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["roles.py", "--show"])
    roles.main()
    out = capsys.readouterr().out
    assert out.startswith("roles:entailment+conflict|pairs:210|part:all|v:1|tier:fast|pipeline:")
    rows = dict(re.findall(r"^([a-z: ]+?) +(\d+/\d+) ", out, re.M))
    assert len(rows) == 16  # "all" stands twice
    assert rows["agent and patient"].endswith("/15")
    assert rows["same: voice"] == "12/12"
    # What nobody is to look at is not shown unless it is asked for.
    assert not any(pair.source in out for pair in roles.read() if pair.part == "unseen")


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--valid"]])
def test_some_lines_through_align(monkeypatch, tmp_path, capsys, options):
    million = importlib.import_module("million")
    arguments = ["million.py", str(tmp_path), "--lines", "300", *options]
    monkeypatch.setattr(sys, "argv", arguments)
    assert million.main() == 0
    out = capsys.readouterr().out
    assert "300 lines ended" in out
    assert "lost 0, doubled or out of order 0, ended otherwise than they must 0" in out
    with open(tmp_path / "out.jsonl", "ab") as stream:
        stream.write(b'{"id": 300}\n')
    monkeypatch.setattr(sys, "argv", [*arguments, "--read"])
    assert million.main() == 1
    assert "doubled or out of order 1" in capsys.readouterr().out


@pytest.mark.long
def test_faults(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    nlp.to_disk(tmp_path / "model")
    settings = ["--lines", "80", "--times", "2", "--others", "1", "--model", tmp_path / "model"]
    command = [sys.executable, BENCHMARKS / "faults.py", tmp_path / "work", *settings]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    assert len(rows) == 14
    assert all(row[-3:] == ["0", "0", "0"] for row in rows)
    assert sum(int(row[-4]) for row in rows) > 14


def test_mutual_cells_and_those_of_another_round():
    minilm = importlib.import_module("minilm")
    similarity = np.array([[0.9, 0.8, 0.1], [0.7, 0.2, 0.3]])
    assert np.argwhere(minilm.mutual(similarity)).tolist() == [[0, 0]]
    assert np.argwhere(minilm.repeated(similarity)).tolist() == [[0, 0], [0, 1], [1, 0]]
    assert not minilm.mutual(np.zeros((0, 3))).any()
