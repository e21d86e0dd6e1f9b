"""Evidence is gathered, a judge is trained on it, and says what the package reads from its file."""

import gzip
import importlib
import json
from types import SimpleNamespace

import numpy as np
import pytest

import spacy_paraphrase
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES, Evidence
from spacy_paraphrase.relations.judge import Judge

KINDS = ("entailment", "neutral", "contradiction")
TARGETS = ("A dog barked at {}.", "{} was old, and a dog barked.", "No dog barked at {}!")
PEOPLE = ("the mailman", "my aunt", "two boys", "a nurse who left", "the firm's driver")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder with a few judgements, all others empty."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "judgements").mkdir()
    (folder / "relations/snli").mkdir(parents=True)
    names = ("mnli-dev", "snli-train-sample", "snli-counterfactual", "wiki-semi-automatic")
    names += ("conjnli-automatic", "negation", "fever-symmetric", "mnli-train-sample")
    for name in (*names, "conjnli-human", "news-summary-units", "paws-dev"):
        rows = []
        if name in ("negation", "conjnli-human"):
            rows = [
                {
                    "source": f"{k} dogs barked at {who}.",
                    "target": target.format(who),
                    "label": label,
                }
                for k in range(2, 6 if name == "negation" else 3)
                for who in PEOPLE
                for target, label in zip(TARGETS, KINDS, strict=True)
            ]
        with gzip.open(folder / "judgements" / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    (folder / "relations/snli/snli.dev.tsv").write_text("label\tpremise\thypothesis\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def gathered(judge, data, tmp_path_factory):
    """The evidence in two files."""
    files = []
    for k in (0, 1):
        files.append(tmp_path_factory.mktemp("evidence") / f"{k}.npz")
        judge.gather.main(data, files[-1], sets=["negation", "conjnli-human"], part=(k, 2))
    return files


@pytest.fixture(scope="module")
def training(judge):
    pytest.importorskip("torch")
    return importlib.import_module("weights.judge.train")


def test_each_encoder_reads_what_it_was_not_taught(judge, monkeypatch, room):
    pairs = [
        judge.judged_pairs.Pair(
            "negation", part, "", f"{k} dogs barked.", "A dog barked.", 1, 7, (None, None)
        )
        for part in ("taught", "held")
        for k in range(20)
    ]
    found = dict(judge.gather.by_encoder(pairs, ["of 0", "of 1"]))
    assert found[None] == pairs[20:]
    for half in (0, 1):
        some = found[f"of {1 - half}"]
        assert 0 < len(some) < 20
        assert {room.taught_examples.half_of([*p.source[:-1].split(), "."]) for p in some} == {half}
    assert list(judge.gather.by_encoder(pairs, None)) == [(None, pairs)]


def dense(file, row):
    """Return a row of a file."""
    start = int(file["filled"][:row].sum())
    some = slice(start, start + int(file["filled"][row]))
    found = np.zeros(len(NAMES), np.float32)
    found[file["columns"][some]] = file["values"][some]
    return found


def test_the_evidence_of_parts_is_that_of_all(gathered, nlp):
    component = nlp.get_pipe("relation_classifier")
    files = [np.load(file, allow_pickle=True) for file in gathered]
    assert sum(len(file["texts"]) for file in files) == 75
    assert len({tuple(text) for file in files for text in file["texts"].tolist()}) == 75
    for file in files:
        k = len(file["texts"]) - 1
        with nlp.select_pipes(disable=["relation_classifier"]):
            (doc,) = spacy_paraphrase.pipe_pairs(nlp, [tuple(file["texts"][k, 3:])])
        found = component.evidence(doc)
        first = int(file["counts"][:k].sum())
        n = len(found.tokens[0])
        assert file["counts"][k].tolist() == [n, len(found.tokens[1])]
        rows = np.concatenate(found.words)
        assert np.allclose([dense(file, first + i) for i in range(len(rows))], rows, atol=2e-3)
        neighbours = np.concatenate([found.neighbours(0), found.neighbours(1)], axis=1)
        assert file["nearest"][first:].tolist() == neighbours[0].tolist()
        assert file["above"][first:].tolist() == neighbours[1].tolist()
        words = file["words"][file["lexemes"][first:]]
        assert [*map(tuple, words)] == [*found.lexemes[0], *found.lexemes[1]]


@pytest.mark.parametrize("without", [[], ["encoder", "role"]])
def test_the_package_says_what_was_trained(training, gathered, nlp, tmp_path, without, capsys):
    out = tmp_path / "a.judge"
    with pytest.MonkeyPatch.context() as patch:
        kept = SimpleNamespace()
        patch.setattr(training, "write", keep(training.write, kept))
        training.main(gathered, out=out, epochs=2, without=without)
    told = capsys.readouterr().out
    assert "temperature" in told
    assert "conjnli-human: three-way" in told
    names = kept.table.columns
    assert names == [name for name in NAMES if name.split(":")[0] not in without]
    judge, component = Judge(out.read_bytes()), nlp.get_pipe("relation_classifier")
    some = np.array([0, 40, 7])
    expected = training.judged(kept.network, kept.table, some)
    for k, chances in zip(some, expected, strict=True):
        with nlp.select_pipes(disable=["relation_classifier"]):
            (doc,) = spacy_paraphrase.pipe_pairs(nlp, [tuple(kept.table.texts[k, 3:])])
        found = judge(component.evidence(doc))
        assert isinstance(component.evidence(doc), Evidence)
        said = [[found.entails, found.contradiction], [found.entailed, found.contradiction]]
        assert np.allclose(chances[:, [0, 2]], said, atol=3e-3)
    assert kept.table.lexemes.shape[1] == len(LEXEMES)


def keep(write, kept):
    """Return a function that writes, and keeps what it was given."""

    def kept_too(network, table, words, path):
        kept.network, kept.table = network, table
        write(network, table, words, path)

    return kept_too


def test_two_targets_of_one_source_are_judged_by_it(judge):
    e, n, c = 1, 2, 4
    targets = {"same": (e, e), "less": (e, n), "more": (n, e), "apart": (n, n), "against": (c, c)}
    pairs = [
        judge.judged_pairs.Pair("everyday", "taught", "", "A.", name, *said, ((), ((0, 4),)))
        for name, said in targets.items()
    ]
    found = {frozenset((p.source, p.target)): p for p in judge.judged_pairs.joined(pairs)}

    def said(one, other):
        pair = found.get(frozenset((one, other)))
        if pair is None:
            return None
        ways = (pair.forward, pair.backward)
        return ways if pair.source == one else ways[::-1]

    # What says the same as the source says of all others what the source does.
    assert {name: said("same", name) for name in targets if name != "same"} == {
        name: ways for name, ways in targets.items() if name != "same"
    }
    assert said("more", "less") == (e, 3)  # and is not contradicted
    assert said("more", "against") == (c, c)
    # Two that are said, or neither said nor denied, may be anything to each other.
    assert said("less", "apart") is said("less", "against") is said("apart", "against") is None
    assert all(pair.origin == "A." for pair in found.values())
    assert found[frozenset(("same", "apart"))].marks == (None, ((0, 4),))
    pair = found[frozenset(("more", "less"))]
    assert dict(zip((pair.source, pair.target), pair.marks, strict=True)) == {
        "less": (),
        "more": None,
    }
