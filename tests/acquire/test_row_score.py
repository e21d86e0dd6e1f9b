"""One score for all miners: what it follows from, and what a row says by it."""

import json

import pytest

from spacy_paraphrase.acquire.row_score import (
    FAST_FEATURES,
    WEIGHTS,
    features,
    grade,
    judged_row,
    rank_job,
    row_words,
    supported,
)
from spacy_paraphrase.cli import main
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.readers.table_rows import phrase_row


def row(source, target, count=1, **known):
    return phrase_row(source.split(), target.split(), count=count, **known)


def test_features_are_those_that_have_weights_and_do_not_depend_on_the_order():
    one, other = ["bought", "a", "car"], ["purchased", "an", "automobile"]
    values = features(one, other)
    assert values.tolist() == features(other, one).tolist()
    assert len(values) == len(FAST_FEATURES)
    weights = json.loads(WEIGHTS.read_text("utf8"))
    assert tuple(weights["fast"]["features"]) == FAST_FEATURES


def test_what_is_alike_has_a_better_grade():
    alike = grade(features(["purchased"], ["bought"]))
    assert 1 >= alike > grade(features(["purchased"], ["slept"])) >= 0


@pytest.mark.parametrize("tier", ["fast", "accurate"])
def test_each_place_where_a_row_was_seen_raises_its_score(tier):
    scores = [supported(0.6, count, tier) for count in (1, 3, 13)]
    assert scores == sorted(scores)
    assert scores[0] < 0.5 < scores[-1]


def test_the_corpus_lifts_a_label():
    seldom, often = (judged_row(row("smartphone", "cellphone", count)) for count in (1, 13))
    assert (seldom["relation"], often["relation"]) == ("intersects", "restates")
    linked = judged_row(row("dwelt", "lived", 13, relation="intersects"))
    assert linked["relation"] == "restates"


def test_what_the_lexicon_holds_apart_is_not_lifted_by_many_places():
    seldom, often = (judged_row(row("photo", "statue", count)) for count in (1, 13))
    assert seldom["score"] == often["score"]
    assert often["relation"] is None


def test_forms_of_the_same_lemmas_are_left_out():
    assert judged_row(row("a monitor", "two monitors")) == "number"
    assert judged_row(row("monitor", "monitors", 9)) == "same lemmas"


@pytest.mark.parametrize(
    ("source", "target", "relation"),
    [("dog", "animal", "specifies"), ("animal", "dog", "generalizes"), ("buy", "sell", "conflict")],
)
def test_the_direction_and_what_excludes_each_other_are_told(source, target, relation):
    assert judged_row(row(source, target, 8))["relation"] == relation


def test_rows_come_out_best_first_and_none_loses_a_denial_or_a_number():
    rows = [
        row("do n't think", "guess", 9),
        row("47", "16", 9),
        row("purchased", "bought", 2),
        row("purchased", "bought", 9, origin="more"),
        row("slept", "bought", 1),
    ]
    found = list(run_loop(rank_job(), rows))
    assert [each["score"] for each in found] == sorted((r["score"] for r in found), reverse=True)
    assert found[0]["origin"] == "more"
    assert {(*each["source"], *each["target"]) for each in found} <= {
        ("purchased", "bought"),
        ("slept", "bought"),
    }


def test_what_a_miner_found_is_kept_beside_the_score():
    found = judged_row(row("purchased", "bought", 2, score=0.91))
    assert found["found_score"] == 0.91 != found["score"]


def test_a_path_is_read_as_the_words_on_its_way():
    path = {"source": "N:subj:V<buy>V:obj:N", "target": "N:subj:V<purchase>V:obj:N", "reads": []}
    assert row_words(path) == (["buy"], ["purchase"])


def test_a_command_writes_rows_ranked(tmp_path):
    texts = tmp_path / "news.txt"
    frames = ("the firm that {} a small bank", "a man who {} a red car", "they {} the old house")
    verbs = ("bought", "purchased", "painted")
    texts.write_text("\n".join(frame.format(verb) for frame in frames for verb in verbs))
    out = tmp_path / "rows.jsonl"
    given = ["mine", "anchors", str(texts), str(out), "--width", "1", "--longest", "1", "--quiet"]
    assert main([*given, "--tier", "fast"]) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert {*rows[0]["source"], *rows[0]["target"]} == {"bought", "purchased"}
    assert rows[0]["relation"] == "restates"
