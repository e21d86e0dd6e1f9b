"""Phrases between the same words: spec 06 §10, test 12."""

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.acquire.row_score import rank_job
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.papers.anchors import AnchorSettings, anchor_job, mine_anchors

FIRM = (
    "the firm that bought a small bank last year",
    "the firm that acquired a small bank last year",
)
LOOSE = AnchorSettings(longest=2, min_count=1)


def sentences(*texts):
    return [{"id": k, "words": text.split()} for k, text in enumerate(texts)]


def pairs(found, settings=LOOSE, **more):
    return {
        (" ".join(row["source"]), " ".join(row["target"])): row["count"]
        for row in mine_anchors(found, settings, **more)
    }


def test_spec_test_12():
    # "that bought" and "that acquired" are this pair with a word added.
    assert pairs(sentences(*FIRM)) == {("bought", "acquired"): 1, ("acquired", "bought"): 1}


def test_phrases_are_counted_by_shared_anchors():
    more = sentences(*FIRM, "big banks bought the rest of it", "big banks acquired the rest of it")
    found = pairs(more + more)
    assert found["bought", "acquired"] == 2
    assert pairs(more, AnchorSettings(min_count=2)) == {
        ("bought", "acquired"): 2,
        ("acquired", "bought"): 2,
    }
    (row, _) = mine_anchors(more, AnchorSettings(min_count=2), origin="news")
    assert (row["examples"], row["origin"], row["score"]) == (["0", "1", "2", "3"], "news", None)


def test_stop_words_and_punctuation_alone_are_no_phrase():
    found = sentences("we saw , the big dog", "we saw that the big dog", "we saw once the big dog")
    assert ("that", "once") in pairs(found)
    assert pairs(found, stop_words={"that", "the"}) == {}


def test_an_anchor_with_too_many_phrases_is_left_out_and_told():
    many = sentences(*(f"we saw the big {noun} run off now" for noun in "dog cat cow pig".split()))
    settings = AnchorSettings(longest=1, min_count=1, cap=3)
    assert pairs(many, settings) == {}
    dropped = [row for row in run_loop(anchor_job(settings), many) if "dropped" in row]
    assert dropped == [{"anchor": '["the", "big", "", "run", "off"]', "dropped": True}]
    backwards = list(run_loop(anchor_job(settings), many[::-1]))
    assert backwards == list(run_loop(anchor_job(settings), many))


def test_names_around_the_phrase_join_the_anchor():
    settings = AnchorSettings(longest=1, min_count=1, entities=True)
    found = sentences(
        "Ann has now bought the old Globe",
        "Ann has now sold the old Globe",
        "He has now lost the old Globe",
    )
    for item in found[:2]:
        item["entities"] = [[0, 1, "PERSON"], [6, 7, "ORG"]]
    assert set(pairs(found, settings)) == {("bought", "sold"), ("sold", "bought")}
    found[1]["entities"] = [[0, 1, "PERSON"]]
    assert pairs(found, settings) == {}


@pytest.mark.parametrize("setting", [{"width": 0}, {"longest": 0}, {"cap": 1}])
def test_bad_settings_and_input(setting):
    with pytest.raises(ParaphraseError, match="P901"):
        AnchorSettings(**setting)
    with pytest.raises(ParaphraseError, match="P503"):
        list(mine_anchors([{"words": "a string"}]))


def test_ranking_tells_relations_and_what_is_apart():
    verbs = "photo picture statue".split()
    found = sentences(*(f"she took the {noun} of him {k}" for k in "abc" for noun in verbs))
    settings = AnchorSettings(width=1, longest=2, min_count=1)
    rows = run_loop(rank_job(), mine_anchors(found, settings))
    told = {(" ".join(row["source"]), " ".join(row["target"])): row["relation"] for row in rows}
    assert told["photo", "picture"] == told["picture", "photo"] == "restates"
    assert told["photo", "statue"] is None


def test_what_many_phrases_fill_says_nothing_of_two():
    nouns = "photo picture shot view scan print map copy draft sketch image".split()
    found = sentences(*(f"she took the {noun} of him" for noun in nouns))
    assert pairs(found, AnchorSettings(longest=1, min_count=1)) == {}
    assert pairs(found[:10], AnchorSettings(longest=1, min_count=1))["photo", "picture"] == 1
