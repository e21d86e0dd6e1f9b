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

import spacy_paraphrase
from spacy_paraphrase.pairs.results import SentenceRelation

ROOT = Path(__file__).parents[1]
SENTENCE = (
    "The board of the bank said on Monday that it would sell two of its oldest houses .".split()
)
OTHER = "On Monday the bank 's board announced that two old houses are going to be sold .".split()


@pytest.fixture(scope="module")
def modules():
    return importlib.import_module("benchmarks.costs"), importlib.import_module(
        "benchmarks.lengths"
    )


@pytest.fixture(scope="module")
def generated():
    return importlib.import_module("benchmarks.generated")


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
    assert costs.compared(now, before, 0.2) == 1
    out = capsys.readouterr().out
    assert "pairs:3|runs:1|spacy:3.8" in out
    assert "slower: a / whole  2.000 -> 2.600  (+30%)" in out
    assert "slower: b" not in out
    assert costs.compared(now, before, 0.4) == 0
    assert costs.compared(before, now, 0.0) == 0  # what got faster is none
    other = {**before, "settings": {"pairs": 4, "runs": 1}}
    assert costs.compared(now, other, 0.2) == 2
    assert "not compared" in capsys.readouterr().out


@pytest.mark.slow
def test_a_run_is_stored_and_compared(modules, monkeypatch, tmp_path, capsys):
    costs, lengths = modules
    monkeypatch.setattr(costs, "corpus_pairs", lambda data, n: [(SENTENCE, OTHER)] * 40)
    whole, sizes = lengths.measured, ((10, 10), (100, 90))
    monkeypatch.setattr(lengths, "measured", lambda pairs, runs: whole(pairs, runs, sizes))
    monkeypatch.setattr(lengths, "LONG", 0)
    stored = tmp_path / "run.json"
    assert costs.main(runs=1, out=stored) == 0
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
    assert costs.main(runs=1, compare=stored) == 1
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
    return importlib.import_module("benchmarks.roles")


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
        for path in (ROOT / "tests" / "relations").glob("*_pairs.tsv")
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
def test_the_table_of_roles(roles, capsys):
    roles.main(show=True)
    out = capsys.readouterr().out
    assert out.startswith("roles:entailment+conflict|pairs:210|part:all|v:1|tier:fast|pipeline:")
    rows = dict(re.findall(r"^([a-z: ]+?) +(\d+/\d+) ", out, re.M))
    assert len(rows) == 16  # "all" stands twice
    assert rows["agent and patient"].endswith("/15")
    assert rows["same: voice"] == "12/12"
    # What nobody is to look at is not shown unless it is asked for.
    assert not any(pair.source in out for pair in roles.read() if pair.part == "unseen")


@pytest.mark.long
@pytest.mark.parametrize("valid", [False, True])
def test_some_lines_through_align(tmp_path, capsys, valid):
    million = importlib.import_module("benchmarks.million")
    assert million.main(tmp_path, lines=300, valid=valid) == 0
    out = capsys.readouterr().out
    assert "300 lines ended" in out
    assert "lost 0, doubled or out of order 0, ended otherwise than they must 0" in out
    with open(tmp_path / "out.jsonl", "ab") as stream:
        stream.write(b'{"id": 300}\n')
    assert million.main(tmp_path, lines=300, valid=valid, read=True) == 1
    assert "doubled or out of order 1" in capsys.readouterr().out


@pytest.mark.long
def test_faults(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    nlp.to_disk(tmp_path / "model")
    settings = ["--lines", "80", "--times", "2", "--others", "1", "--model", tmp_path / "model"]
    command = [sys.executable, "-m", "benchmarks", "faults", tmp_path / "work", *settings]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    assert len(rows) == 14
    assert all(row[-4:] == ["0"] * 4 for row in rows)
    assert sum(int(row[-5]) for row in rows) > 14


def test_the_page_counts_the_commands_that_are_struck():
    long = importlib.import_module("benchmarks.command_faults").LONG
    resuming = sum(each.resumes for each in long.values())
    lines = sum(each.output.endswith(".jsonl") for each in long.values())
    page = (ROOT / "docs" / "tried.md").read_text("utf-8")
    assert f"strikes {len(long)} commands" in page
    kills = f"the {resuming} commands with `--resume` and the other nine | {3 * len(long)} |"
    assert kills in page
    assert len(long) - resuming == 9
    assert f"the {lines} that write lines | {5 * lines} |" in page


def test_mutual_cells_and_those_of_another_round():
    minilm = importlib.import_module("benchmarks.minilm")
    similarity = np.array([[0.9, 0.8, 0.1], [0.7, 0.2, 0.3]])
    assert np.argwhere(minilm.mutual(similarity)).tolist() == [[0, 0]]
    assert np.argwhere(minilm.repeated(similarity)).tolist() == [[0, 0], [0, 1], [1, 0]]
    assert not minilm.mutual(np.zeros((0, 3))).any()


@pytest.fixture(scope="module")
def judge():
    return importlib.import_module("benchmarks.judge")


def said(judge, shares, label, conflict=False, words=None):
    """Return what is said of a pair, the same in both directions."""
    relation = SentenceRelation(label, {}, conflict)
    return judge.Said(relation, (shares, shares), words)


def judged(judge, name, forward, backward, kind="", source="", marks=(None, None)):
    return judge.Pair(name, "held", kind, source, "", forward, backward, marks)


def values(figures):
    return {(figure.part, figure.name): figure.value for figure in figures}


def test_three_way_judgements_and_their_conflicts(judge):
    pairs = [judged(judge, "snli", 4, 4), judged(judge, "snli", 2, 3), judged(judge, "snli", 4, 4)]
    found = [
        said(judge, (0.1, 0.1, 0.8), "intersects", conflict=True),
        said(judge, (0.7, 0.2, 0.1), "restates"),
        said(judge, (0.1, 0.5, 0.4), "intersects"),
    ]
    assert [judge.right(*each) for each in zip(pairs, found, strict=True)] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    got = values(judge.three_way(pairs, found))
    assert got["snli", "three-way"] == pytest.approx(1 / 3)
    # .8 said and right, .7 and .5 said and wrong, each in a bin of its own.
    assert got["snli", "ece"] == pytest.approx((0.2 + 0.7 + 0.5) / 3)
    assert got["mnli-dev + snli", "conflicts, precision"] == 1
    assert got["mnli-dev + snli", "conflicts, recall"] == 0.5


def test_paraphrases_entail_each_other(judge):
    pairs = [judged(judge, "paws", 1, 1), judged(judge, "paws", 6, 7)]
    one_way = judge.Said(SentenceRelation("specifies", {}), ((0.9, 0.1, 0.0), (0.2, 0.8, 0.0)))
    for name, balanced in (("paws", 0.5), ("news-summary-units", 1.0)):
        found = [one_way, said(judge, (0.1, 0.9, 0.0), "intersects")]
        got = values(judge.of_entailment(name, pairs, found))
        assert got[name, "balanced"] == balanced


def test_true_and_false_changes_are_compared(judge):
    held = sorted(judge.HELD_MADE)[0]
    pairs = [
        judged(judge, "made", 1, 6, "kept", "A"),
        judged(judge, "made", 2, 6, "changed", "A"),
        judged(judge, "made", 1, 6, "kept", "B"),
        judged(judge, "made", 4, 4, f"{held}, shortened", "B"),
    ]
    chances = (0.4, 0.6, 0.9, 0.7)
    found = [said(judge, (p, 1 - p, 0.0), "specifies") for p in chances]
    got = values(judge.of_made(pairs, found))
    part, whole = "made, held-out sentences", "made, kinds held out whole"
    assert got[part, "true before false, same source"] == 0
    assert got[part, "true before false, all"] == 0.5
    assert got[whole, "true before false, same source"] == 1
    assert got[whole, "true before false, all"] == 0.5
    # Both true ones are kept at .4, and so are all false ones.
    assert got[part, "false entailed, 85% of true kept"] == 1


def test_words_without_support_beside_those_that_are_marked(judge):
    words = importlib.import_module("benchmarks.verdicts").Words(
        [(0, 3), (4, 7), (8, 12)], np.array([0.9, 0.2, 0.3]), np.array([0.1, 0.9, 0.9])
    )
    pair = judged(judge, "everyday", 2, 2, marks=(None, ((5, 6),)))
    found = said(judge, (0.2, 0.8, 0.0), "intersects", words=(words, words))
    got = values(judge.of_words("x", [pair], [found], side=1, of="support"))
    assert got["x", "support of the target's words, precision"] == 0.5
    assert got["x", "support of the target's words, recall"] == 1
    unknown = values(judge.of_words("x", [pair], [found], side=0, of="support"))
    assert np.isnan(list(unknown.values())).all()


def test_judges_are_heard_as_a_pipeline_has_them_speak(judge, composing):
    verdicts = importlib.import_module("benchmarks.verdicts")
    texts = [
        ("A puppy sleeps in the garden.", "A dog sleeps."),
        ("A dog sleeps.", "A dog sleeps."),
        ("No dog sleeps.", "A dog sleeps."),
    ]
    nlp = composing
    component = nlp.get_pipe("relation_classifier")
    composed, found = verdicts.read(nlp, [None, verdicts.listener("en")], texts)
    assert component.judge is None
    docs = [*spacy_paraphrase.pipe_pairs(nlp, texts)]
    assert [each.relation for each in composed] == [doc._.relation for doc in docs]
    shipped = verdicts.listener("en")
    component.judge = lambda accurate: shipped
    try:
        asked = [*spacy_paraphrase.pipe_pairs(nlp, texts)]
    finally:
        component.judge = None
    assert [each.relation for each in found] == [doc._.relation for doc in asked]
    # Of sides that read the same no judge is asked.
    assert [each.words is None for each in found] == [False, True, False]
    places = found[0].words[0].places
    assert "puppy" in [texts[0][0][start:end] for start, end in places]
    for each in (*composed, *found):
        for way in each.chances:
            assert sum(way) == pytest.approx(1)


def test_a_figure_a_line_with_a_column_for_each_judge(judge):
    rows = [[judge.Figure("snli", 3, "ece", value) for value in (0.25, float("nan"))]]
    header, line = judge.table(["none", "en"], rows)
    assert header.split() == ["set", "n", "figure", "none", "en"]
    assert line.split() == ["snli", "3", "ece", "0.250", "-"]


def test_the_table_by_hand_is_judged_by_rules_that_there_are(judge):
    trial = judge.conflicts.by_hand()
    assert len(trial.texts) == 10
    assert set(trial.gold) <= set(judge.conflicts.RULES)
    conflict = judge.Said(SentenceRelation("intersects", {}, True), ((0.0, 0.0, 1.0),) * 2)
    right = [trial.right(k, conflict) for k in range(10)]
    assert right == [gold != "target says more" for gold in trial.gold]


def test_versions_of_a_text_belong_together():
    texts = importlib.import_module("benchmarks.texts")
    changed = [(f"Old {k} one.", f"New {k} one.") for k in range(60)]
    split = [(f"Both {k} parts.", [f"First {k}.", f"Second {k}."]) for k in range(60)]
    one = texts.version(changed, split, texts.random.Random(1), 40)
    assert {kind for kind, *_ in one.pairs} <= set(texts.KINDS)
    assert sorted(i for _, a, _ in one.pairs for i in a) == list(range(len(one.old)))
    assert sorted(j for *_, b in one.pairs for j in b) == list(range(len(one.new)))
    for kind, a, b in one.pairs:
        sides = [one.old[i] for i in a], [one.new[j] for j in b]
        if kind in ("same", "moved"):
            assert sides[0] == sides[1]
        elif kind in ("added", "dropped"):
            assert [len(side) for side in sides] == [kind == "dropped", kind == "added"]


def test_faults_of_explanations_are_found(monkeypatch):
    explanations = importlib.import_module("benchmarks.explanations")
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    doc = spacy_paraphrase.compare("A red car stopped.", "A car stopped.", nlp)
    assert explanations.faults(doc) == []
    monkeypatch.setattr(explanations, "unaccounted", lambda alignment: ["car"])
    monkeypatch.setattr(explanations, "statements", lambda alignment: [])
    assert explanations.faults(doc) == ["words left out"]
    told = explanations.Statement("both", "both: car", (doc[2],))
    monkeypatch.setattr(explanations, "statements", lambda alignment: [told, told])
    found = {"words left out", "words told twice", "label without account"}
    assert set(explanations.faults(doc)) == found
