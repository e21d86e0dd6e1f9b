"""Co-training over unaligned pairs: spec 06 §11, test 13."""

from itertools import pairwise

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.papers.contexts import (
    ContextSettings,
    context_job,
    mine_contexts,
    phrase_job,
    strongest,
)
from spacy_paraphrase.readers import LinkRecord, PairRecord, record_to_json

TAGS = {"tags": ("PRP", "VBD", "TO", "VB", "PRP")}
VERBS = (
    "see help meet call find thank warn stop ask tell like love fear hate hear know leave move push"
).split()


def pair(one, other, id=None):
    sides = (tuple(f"he tried to {verb} her".split()) for verb in (one, other))
    return PairRecord(id, *sides, source_tokens=TAGS, target_tokens=TAGS)


def corpus(identical):
    same = [pair(verb, verb) for verb in VERBS[:identical]]
    return [*same, pair("comfort", "console", id="new")]


def counts(records):
    rows = run_loop(context_job(ContextSettings(), {}), records)
    return {row["context"]: (row["positive"], row["negative"]) for row in rows}


def test_spec_test_13_the_threshold_itself_is_enough():
    assert counts(corpus(19))["TO1 | TO1 … PRP1 | PRP1"] == (19, 1)
    learnt = mine_contexts(corpus(19), origin="mine")
    assert learnt.rows == [
        {
            "source": ["comfort"],
            "target": ["console"],
            "count": 1,
            "score": 0.95,
            "relation": None,
            "origin": "mine",
            "examples": ["new"],
            "round": 1,
        }
    ]
    assert learnt.patterns == [{"source": ["VB"], "target": ["VB"], "count": 1}]


def test_spec_test_13_one_less_is_not():
    assert counts(corpus(18))["TO1 | TO1 … PRP1 | PRP1"] == (18, 1)
    assert mine_contexts(corpus(18)).rows == []


def test_nothing_depends_on_the_order_of_pairs():
    records = [*corpus(19), *(pair(a, b) for a, b in pairwise(VERBS))]
    expected = mine_contexts(records)
    assert mine_contexts(map(record_to_json, records[::-1])) == expected


def test_a_phrase_that_is_found_brings_new_contexts():
    tags = {"tags": ("DT", "NN", "MD", "VB", "CD")}
    records = []
    for k, verb in enumerate(["console"] * 5 + VERBS[:5]):
        same = "comfort" if verb == "console" else verb
        sides = (tuple(f"the nurse will {each} two".split()) for each in (same, verb))
        records.append(PairRecord(f"{k}", *sides, source_tokens=tags, target_tokens=tags))
    told = mine_contexts([*corpus(19), *records])
    (context,) = [c for c in told.contexts if c["context"] == "MD1 | MD1 … CD1 | CD1"]
    assert (context["sign"], context["round"]) == (1, 2)
    assert [(row["source"], row["count"]) for row in told.rows] == [(["comfort"], 6)]
    assert told.patterns == [{"source": ["VB"], "target": ["VB"], "count": 1}]


def test_the_strongest_of_each_sign_and_length():
    row = {"length": 1, "negative": 0}
    counted = [{"context": f"c{k}", "positive": k, **row} for k in (1, 2, 3)]
    kept = strongest(counted, ContextSettings(min_count=1, k=2))
    assert [(each["context"], each["sign"]) for each in kept] == [("c3", 1), ("c2", 1)]


def test_a_context_begins_with_words_that_both_have():
    tags = {"tags": ("DT", "JJ", "NN", "VBD")}
    sides = (tuple(text.split()) for text in ("the old cat ran", "the big cat sat"))
    found = counts([PairRecord(1, *sides, source_tokens=tags, target_tokens=tags)])
    assert found["DT1 # | DT1 # … NN1 VBD | NN1 VBD"] == (0, 1)  # around "old" and "big"
    assert not any(" … JJ | JJ" in context or "VBD | VBD …" in context for context in found)


def test_contexts_of_few_examples_are_none():
    row = {"context": "c", "length": 1, "positive": 4, "negative": 0}
    assert strongest([row], ContextSettings()) == []
    assert len(strongest([row], ContextSettings(min_count=4))) == 1


def found_in(source, target, pos=None, links=None):
    """Return the phrases of a pair whose words all stand in a context, with their relations."""
    sides = tuple(source.split()), tuple(target.split())
    tokens = [{"tags": ("T",) * len(side)} for side in sides]
    for each, told in zip(tokens, pos or (), strict=False):
        each["pos"] = tuple(told.split())
    strong = {"T1 | T1": {"T1 | T1": (1, 0.95)}}
    record = PairRecord(1, *sides, source_tokens=tokens[0], target_tokens=tokens[1], words=links)
    job = phrase_job(ContextSettings(length=1), strong)
    return {tuple(row["key"].split("\t")): row["relation"] for row in run_loop(job, [record])}


def test_phrases_differ_at_both_edges_and_have_the_same_numbers():
    assert found_in("he saw the sea today", "he watched the sea today") == {("saw", "watched"): {}}
    assert found_in("a cat , he said", "a cat , she and he said") == {}
    assert found_in("a big old cat", "a very big and old cat") == {}
    pos = "DET NUM NOUN", "DET NUM NOUN"
    assert found_in("the two men", "the six men", pos) == {}


def test_content_words_of_both_are_of_one_kind_and_stand_nowhere_else():
    pos = "PRON VERB ADV", "PRON NOUN ADV"
    assert found_in("they left soon", "they peace soon", pos) == {}
    assert found_in("he met the mayor in town", "he asked the town in town") == {
        ("met", "asked"): {}
    }


def test_links_say_how_phrases_relate_and_may_not_leave_them():
    source, target = "they bought bread now", "they purchased rolls now"
    links = [(1, 1, "restates"), (2, 2, "generalizes")]
    told = tuple(LinkRecord((i,), (j,), relation=name) for i, j, name in links)
    both = ("bought bread", "purchased rolls")
    assert found_in(source, target, links=told) == {both: {"generalizes": 1}}
    crossed = tuple(LinkRecord((i,), (j,), relation="restates") for i, j in [(1, 1), (2, 0)])
    assert found_in(source, target, links=crossed) == {}


def test_bad_settings_and_input():
    with pytest.raises(ParaphraseError, match="P901"):
        ContextSettings(strength=0)
    with pytest.raises(ParaphraseError, match="P901"):
        ContextSettings(k=0)
    with pytest.raises(ParaphraseError, match="P918"):
        mine_contexts([PairRecord(1, ("a",), ("b",))])
