"""The miners over files, by the commands."""

import gzip
import json

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_paraphrase.acquire.mining_jobs import read_sentences
from spacy_paraphrase.acquire.phrases import mine_phrases
from spacy_paraphrase.acquire.row_score import rank_job
from spacy_paraphrase.acquire.rules import RuleSettings, mine_rules
from spacy_paraphrase.cli import main
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.jobs.parts import parts_of
from spacy_paraphrase.readers import (
    PairRecord,
    record_to_doc,
    record_to_json,
    word_links,
)

FAST = ["--tier", "fast"]
TREE = ((1, "nsubj"), (1, "ROOT"), (3, "det"), (1, "dobj"))
VERBS = [
    ("bought", "purchased"),
    ("sold", "vended"),
    ("bought", "acquired"),
    ("bought", "purchased"),
]


def records():
    for k, (one, other) in enumerate(VERBS):
        tokens = {
            "pos": ("PROPN", "VERB", "DET", "NOUN"),
            "tags": ("NNP", "VBD", "DT", "NN"),
        }
        yield PairRecord(
            f"p{k}",
            ("Ann", one, "a", "car"),
            ("Ann", other, "a", "car"),
            words=word_links((i, i) for i in range(4)),
            source_tree=TREE,
            target_tree=TREE,
            source_tokens=tokens | {"lemmas": ("ann", one, "a", "car")},
            target_tokens=tokens | {"lemmas": ("ann", other, "a", "car")},
        )


@pytest.fixture
def folder(tmp_path):
    lines = "".join(json.dumps(record_to_json(record)) + "\n" for record in records())
    (tmp_path / "pairs.jsonl").write_text(lines)
    return tmp_path


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_mine_phrases_writes_the_rows_of_mine_phrases(folder):
    out = folder / "phrases.jsonl"
    args = ["mine", "phrases", str(folder / "pairs.jsonl"), "--origin", "mine", *FAST]
    assert main([*args, str(out)]) == 0
    expected = list(run_loop(rank_job(), mine_phrases(records(), origin="mine")))
    assert lines(out) == expected
    row = next(row for row in expected if row["target"] == ["acquired"])
    told = row["source"], row["count"], row["pos"], row["dep"]
    assert told == (["bought"], 1, "VERB", "ROOT")
    manifest = json.loads((folder / "phrases.jsonl.manifest.json").read_text())
    assert [step["job"] for step in manifest["steps"]] == [
        "linked words",
        "phrases",
        "shares by target",
        "shares by source",
    ]
    assert sorted(path.name for path in folder.iterdir()) == [
        "pairs.jsonl",
        "phrases.jsonl",
        "phrases.jsonl.manifest.json",
    ]


def test_a_docbin_and_a_folder_of_parts_give_the_same(folder):
    nlp = spacy.blank("en")
    docs = DocBin(store_user_data=True, docs=[record_to_doc(record, nlp) for record in records()])
    docs.to_disk(folder / "pairs.spacy")
    args = ["mine", "phrases", str(folder / "pairs.spacy"), "--n-process", "2", *FAST]
    assert main([*args, str(folder / "out")]) == 0
    (part,) = (folder / "out").glob("part-*.jsonl.gz")
    found = [json.loads(line) for line in gzip.decompress(part.read_bytes()).splitlines()]
    assert found == list(run_loop(rank_job(), mine_phrases(records())))
    assert not (folder / "out" / "steps").exists()


def test_a_line_that_is_no_pair_is_told_once_and_the_rest_mined(folder):
    with (folder / "pairs.jsonl").open("a") as stream:
        stream.write('{"id": "bad", "source": ["a"]}\nno JSON\n')
    out, errors = folder / "phrases.jsonl", folder / "errors.jsonl"
    args = ["mine", "phrases", str(folder / "pairs.jsonl"), str(out), *FAST]
    assert main([*args, "--errors", str(errors)]) == 3
    assert [(e["line"], e["id"], e["code"]) for e in lines(errors)] == [
        (5, "bad", "P102"),
        (6, None, "P501"),
    ]
    assert lines(out) == list(run_loop(rank_job(), mine_phrases(records())))


def test_gold_links_of_others(folder):
    gold = [
        {"name": "1", "source": "He bought it", "target": "He got it", "sureAlign": "0-0 1-1 2-2"}
    ]
    (folder / "gold.json").write_text(json.dumps([*gold, {"source": 1}]))
    out = folder / "phrases.jsonl"
    args = ["mine", "phrases", str(folder / "gold.json"), "--composites-up-to", "0", *FAST]
    assert main([*args, str(out)]) == 3
    assert [(row["source"], row["target"]) for row in lines(out)] == [(["bought"], ["got"])]
    (error,) = lines(folder / "phrases.jsonl.errors.jsonl")
    assert (error["code"], error["file"]) == ("P102", "gold.json")


def test_mine_rules(folder):
    pairs = str(folder / "pairs.jsonl")
    out = folder / "out.jsonl"
    assert main(["mine", "rules", pairs, str(out), "--min-count", "1"]) == 0
    assert lines(out) == list(mine_rules(records(), RuleSettings(min_count=1)))


@pytest.mark.papers
def test_mine_contexts_and_anchors(folder):
    from spacy_paraphrase.papers.contexts import mine_contexts

    pairs = str(folder / "pairs.jsonl")
    out = folder / "out.jsonl"
    patterns = folder / "patterns.jsonl"
    args = ["mine", "contexts", pairs, "--strength", "0.5", "--patterns", str(patterns), *FAST]
    assert main([*args, str(folder / "contexts.jsonl")]) == 0
    learnt = mine_contexts(records())
    ranked = list(run_loop(rank_job(), learnt.rows))
    assert lines(folder / "contexts.jsonl") == ranked or lines(patterns)
    texts = [f"the firm that {verb} a small bank" for verb in ("bought", "acquired")]
    (folder / "news.txt").write_text("\n".join(texts))
    (folder / "news.jsonl").write_text("\n".join(json.dumps({"text": text}) for text in texts))
    for name in ("news.txt", "news.jsonl"):
        args = ["mine", "anchors", str(folder / name), "--min-count", "1", "--longest", "1", *FAST]
        assert main([*args, str(out)]) == 0
        assert {row["target"][0] for row in lines(out)} == {"bought", "acquired"}


def test_sentences_of_docs_have_their_entities(folder):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "ORG", "pattern": "Acme Corp"}])
    doc = nlp("It rained. Then Acme Corp came.")
    DocBin(docs=[doc]).to_disk(folder / "docs.spacy")
    [part] = parts_of([folder / "docs.spacy"])
    found = list(read_sentences(part))
    assert [record["words"] for _, record in found] == [
        ["It", "rained", "."],
        "Then Acme Corp came .".split(),
    ]
    assert [record["entities"] for _, record in found] == [[], [[1, 3, "ORG"]]]
    assert [record["id"] for _, record in found] == ["1:1", "1:2"]
