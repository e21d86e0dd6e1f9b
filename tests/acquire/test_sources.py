"""Pairs of sentences from news of one topic, passages, translations, references and revisions."""

import json

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.acquire.pair_sources import SOURCES, edits_of, mine_pairs
from spacy_paraphrase.cli import main
from spacy_paraphrase.jobs import run_loop


def found(method, *records):
    return [
        (row["source"], row["target"], row["route"])
        for row in run_loop(mine_pairs(method), records)
    ]


def test_sentences_of_one_topic_that_differ_by_little():
    texts = [
        "The old bridge was closed on Monday.",
        "The old bridge was shut on Monday.",
        "the old bridge was closed on monday.",
        "The bridge, which is old, was on Monday morning closed by the police to all cars.",
        "Rates rise.",
    ]
    items = [{"id": k, "text": text} for k, text in enumerate(texts)]
    assert found("quasi-parallel", {"cluster": "c", "items": items}) == [
        (texts[0], texts[1], "quasi-parallel"),
        (texts[1], texts[2], "quasi-parallel"),
    ]


def test_short_sentences_that_differ_in_most_words_are_no_pair():
    texts = ["The river was high in the morning.", "The mayor was on the ferry in May."]
    items = [{"id": k, "text": text} for k, text in enumerate(texts)]
    assert found("quasi-parallel", {"cluster": "c", "items": items}) == []


def test_passages_with_sentences_that_are_no_pairs():
    source = ["A storm closed the harbour of Lund on Friday.", "Ships waited in the harbour bay."]
    target = [
        "On Friday the harbour of Lund was closed by a storm.",
        "The storm on Friday closed the harbour and the airport of Lund.",
        "Nothing of it is alike here.",
    ]
    rows = list(run_loop(mine_pairs("linked"), [{"id": 3, "source": source, "target": target}]))
    seen = {(row["route"], row["relation"]["paraphrase"], row["target"]) for row in rows}
    assert ("linked", True, target[0]) in seen
    assert ("same document", False, target[1]) in seen
    assert all(row["source"] != row["target"] for row in rows)


def test_translations_stand_in_order():
    one = ["He burst into tears.", "She left at once.", "He stayed alone."]
    other = ["He began to cry, he burst.", "At once she left.", "Night fell.", "He stayed alone."]
    assert found("translations", {"id": 1, "source": one, "target": other}) == [
        (one[0], other[0], "translation"),
        (one[1], other[1], "translation"),
    ]
    crossed = {"id": 2, "source": ["a b c", "d e f"], "target": ["d e g", "a b h"]}
    assert len(found("translations", crossed)) == 1
    long = {"id": 3, "source": ["w " * 60], "target": ["w " * 55 + "v"]}
    assert found("translations", long) == []
    assert found("translations", {"id": 4, "source": [], "target": ["a"]}) == []


@pytest.mark.parametrize(("short", "kept"), [(5, False), (6, True), (8, True), (9, False)])
def test_the_longest_and_the_shortest_reference(short, kept):
    texts = ["w " * 10, "w " * short, "w " * 9 + "v"]
    assert bool(found("references", {"id": 1, "references": texts})) == kept


def test_edits_by_how_alone_they_stand():
    def classes(source, target):
        return [edit["class"] for edit in edits_of(source.split(), target.split())]

    assert classes("a b c", "a x c") == ["clean"]
    assert classes("a 1 2 3 4 5 b", "x 1 2 3 4 5 y") == ["dirty", "dirty"]
    assert classes("a 1 2 3 4 5 6 b", "x 1 2 3 4 5 6 y") == ["nearly clean", "nearly clean"]
    assert classes("a 1 2 3 4 5 6 b 7 c", "x 1 2 3 4 5 6 y 7 z") == [
        *("nearly clean", "dirty", "dirty")
    ]


def test_chains_of_revisions():
    chain = ["He lives on Rome.", "He lives at Rome.", "He lives at Rome.", "He lives in Rome."]
    job = mine_pairs("revisions")
    [row] = run_loop(job, [{"id": 1, "revisions": chain}])
    assert (row["source"], row["target"]) == (chain[0], chain[3])
    assert row["edits"] == [{"source": [2, 3], "target": [2, 3], "class": "clean"}]
    assert found("revisions", {"id": 2, "revisions": [*chain, chain[0]]}) == []
    assert found("revisions", {"id": 3, "revisions": chain[:1]}) == []
    assert found("revisions", {"id": 4, "source": chain[0], "target": chain[1]})


def test_records_of_another_kind_are_told():
    for method in SOURCES:
        with pytest.raises(ParaphraseError, match="P91[03]"):
            list(run_loop(mine_pairs(method), [{"id": 1, "text": "a"}]))
    with pytest.raises(ParaphraseError, match="P911"):
        mine_pairs("guess")


def test_the_command(tmp_path):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(
        json.dumps({"id": 1, "source": "He lives on Rome", "target": "He lives in Rome"})
    )
    assert main(["mine", "pairs", str(path), str(out), "--method", "revisions", "-q"]) == 0
    assert json.loads(out.read_text())["id"] == "1/v0/v1"
