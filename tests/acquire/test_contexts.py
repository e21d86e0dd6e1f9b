"""Co-training over unaligned pairs: spec 06 §11, test 13."""

from itertools import pairwise

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.acquire.contexts import (
    ContextSettings,
    context_job,
    mine_contexts,
    strongest,
)
from spacy_paraphrase.mapreduce import run_loop
from spacy_paraphrase.readers import PairRecord, record_to_json

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


def test_words_that_differ_share_no_number():
    found = counts([pair("comfort", "console")])
    assert found["VBD1 | VBD1 … VB | VB"] == (1, 0)  # around "to"
    assert "VBD1 | VBD1 … VB1 | VB1" not in found


def test_nothing_depends_on_the_order_of_pairs():
    records = [*corpus(19), *(pair(a, b) for a, b in pairwise(VERBS))]
    expected = mine_contexts(records)
    assert mine_contexts(map(record_to_json, records[::-1])) == expected


def test_a_phrase_that_is_found_brings_new_contexts():
    tags = {"tags": ("DT", "NN", "MD", "VB", "CD")}
    sides = (tuple(f"the nurse will {verb} two".split()) for verb in ("comfort", "console"))
    other = PairRecord("other", *sides, source_tokens=tags, target_tokens=tags)
    told = mine_contexts([*corpus(19), other], ContextSettings(k=25))
    (context,) = [c for c in told.contexts if c["context"] == "MD1 | MD1 … CD1 | CD1"]
    assert (context["sign"], context["round"]) == (1, 2)
    assert [(row["source"], row["count"]) for row in told.rows] == [(["comfort"], 2)]
    assert told.patterns == [{"source": ["VB"], "target": ["VB"], "count": 1}]


def test_the_strongest_of_each_sign_and_length():
    row = {"length": 1, "negative": 0}
    counted = [{"context": f"c{k}", "positive": k, **row} for k in (1, 2, 3)]
    kept = strongest(counted, ContextSettings(k=2))
    assert [(each["context"], each["sign"]) for each in kept] == [("c3", 1), ("c2", 1)]


def test_bad_settings_and_input():
    with pytest.raises(ParaphraseError, match="P901"):
        ContextSettings(strength=0)
    with pytest.raises(ParaphraseError, match="P901"):
        ContextSettings(k=0)
    with pytest.raises(ParaphraseError, match="P918"):
        mine_contexts([PairRecord(1, ("a",), ("b",))])
