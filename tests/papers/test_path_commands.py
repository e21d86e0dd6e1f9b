"""The miners of paths, patterns and lattices over files, by the commands."""

import json

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span

from spacy_paraphrase import Link, make_pair, sides
from spacy_paraphrase.cli import main
from spacy_paraphrase.pairs.alignment import write_links
from spacy_paraphrase.papers.dirt import read_rules

BLANK = spacy.blank("en")
TREE = {"heads": [1, 1, 1], "deps": ["nsubj", "ROOT", "dobj"], "pos": ["PROPN", "VERB", "PROPN"]}


def said(x, verb, y, **known):
    doc = Doc(BLANK.vocab, [x, verb, y], lemmas=[x, verb, y], tags=["NNP", "VBD", "NNP"], **TREE)
    doc.ents = [Span(doc, 0, 1, label="PERSON"), Span(doc, 2, 3, label="ORG")]
    doc.user_data |= known
    return doc


def mined(folder, name, docs, *options):
    DocBin(docs=docs, store_user_data=True).to_disk(folder / "docs.spacy")
    out = folder / "out.jsonl"
    tier = [] if name == "lattices" else ["--tier", "fast"]
    assert main(["mine", name, str(folder / "docs.spacy"), str(out), *options, *tier]) == 0
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_mine_paths(tmp_path):
    docs = [said(x, verb, x + "co") for x in ("Ann", "Bob") for verb in ("buy", "purchase")]
    docs += [said("Eve", "eat", "Apple"), said("Sue", "eat", "Plum")]
    rows = mined(tmp_path, "paths", docs, "--min-path-count", "2")
    assert [(row["source"], row["target"], row["relation"]) for row in rows] == [
        ("N:subj:V<buy>V:obj:N", "N:subj:V<purchase>V:obj:N", "restates"),
        ("N:subj:V<purchase>V:obj:N", "N:subj:V<buy>V:obj:N", "restates"),
    ]
    assert rows[0]["examples"] == ["docs:1", "docs:3"]
    assert set(read_rules(tmp_path / "out.jsonl")) == {"buy", "purchase"}
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("docs.spacy", "out.jsonl", "out.jsonl.manifest.json")
    ]


def test_mine_anchored(tmp_path):
    doc = make_pair(BLANK, said("Ann", "buy", "Ax"), said("Ann", "purchase", "Ax"))
    source, target = sides(doc)
    write_links(doc, "words", [Link("words", source[k : k + 1], target[k : k + 1]) for k in (0, 2)])
    rows = mined(tmp_path, "anchored", [doc])
    assert [(row["reads"], row["count"]) for row in rows] == [
        (["X <nsubj< buy >dobj> Y", "X <nsubj< purchase >dobj> Y"], 1),
        (["X <nsubj< purchase >dobj> Y", "X <nsubj< buy >dobj> Y"], 1),
    ]


def test_mine_entities(tmp_path):
    docs = [said("Ann", verb, "Ax", date="2001-05-04") for verb in ("leave", "quit")]
    rows = mined(tmp_path, "entities", docs)
    assert [row["types"] for row in rows] == [["PERSON", "ORG"]] * 2
    assert rows[0]["reads"][0] == "PERSON <nsubj< leave >dobj> ORG"


def test_mine_lattices(tmp_path):
    docs = [
        said(f"A{k}", verb, f"B{k}", date=f"2001-05-{k + 10}", cluster=verb)
        for k in range(10)
        for verb in ("leaves", "quits")
    ]
    pairs = tmp_path / "pairs.jsonl"
    rows = mined(tmp_path, "lattices", docs, "--pairs", str(pairs))
    assert [row["reads"] for row in rows] == ["[0] leaves [1]", "[0] quits [1]"]
    (one, other) = (json.loads(line) for line in pairs.read_text().splitlines())
    assert (one["source"], one["target"], one["slots"]) == ("leaves/0", "quits/0", [0, 1])
    assert (other["source"], other["target"]) == ("quits/0", "leaves/0")


@pytest.mark.parametrize("name", ["paths", "entities", "anchored"])
def test_a_text_without_a_parse_is_an_error(tmp_path, name):
    doc = make_pair(BLANK, "no parse", "none here")
    DocBin(docs=[doc], store_user_data=True).to_disk(tmp_path / "docs.spacy")
    out = tmp_path / "out.jsonl"
    assert main(["mine", name, str(tmp_path / "docs.spacy"), str(out), "--tier", "fast"]) == 3
    (error,) = map(json.loads, (tmp_path / "out.jsonl.errors.jsonl").read_text().splitlines())
    assert (error["code"], error["line"]) == ("P007", 1)


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [("paths", "--top", "0"), ("paths", "--min-sim", "2"), ("lattices", "--slot", "-1")],
)
def test_settings_that_make_no_sense(tmp_path, capsys, name, option, value):
    assert main(["mine", name, "docs.spacy", str(tmp_path / "out.jsonl"), option, value]) == 1
    message = capsys.readouterr().err
    assert message.startswith("[P901]")
    assert option.strip("-").replace("-", "_") in message
