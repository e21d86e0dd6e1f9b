"""Figures of one thing that two sentences give differently are told; others are not."""

import json
from pathlib import Path

import pytest

import spacy_paraphrase
from spacy_paraphrase.many.differing_figures import differing_figures
from spacy_paraphrase.many.group_page import summary_page
from spacy_paraphrase.many.summaries import Summarizing, summarize

FILE = Path(__file__).parent / "planted_figures.jsonl"
PLANTED = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("cluster", PLANTED, ids=lambda cluster: cluster["cluster"])
def test_a_summary_tells_figures_that_differ_with_their_sentences(nlp, cluster):
    texts = {
        f"{document['id']}:{k}": text
        for document in cluster["documents"]
        for k, text in enumerate(document["sentences"], 1)
    }
    found = summarize(cluster, Summarizing(shortest=5), nlp)
    [(told, figure)] = [(each, each.figures[0]) for each in found.sentences if each.figures]
    for planted in cluster["figures"]:
        assert planted in f"{figure.here} | {figure.there}"
    assert figure.here in told.text
    assert texts[figure.id] == figure.text
    assert figure.there in figure.text
    assert told.note == f'One report says "{figure.here}", another one "{figure.there}".'
    assert f"{told.text} {told.note}" in found.text
    assert [drop.verdict for drop in found.dropped] == ["repeats"]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("The fire killed 12 men.", "A dozen men were killed by the fire.", []),
        ("The fire killed over 100,000 bees.", "The fire killed 104,000 bees.", []),
        ("He was fined no more than 30 euros.", "He was fined 30 euros.", []),
        ("The fire burnt 357 acres.", "The fire burnt 357.7 acres.", []),
        # figures of two things
        ("Ann bought five apples.", "Ann bought three pears.", []),
        ("Six men carried boxes.", "Men carried nine boxes.", []),
        # the other side says it too
        ("Ten men and two women died.", "Two women and ten men died.", []),
        # times are no figures
        ("He left on 3 May.", "He left on 5 May.", []),
        (
            "The fund lost $3 million and 40 clients.",
            "The fund lost $5 million and 60 clients.",
            [("$3 million", "$5 million"), ("40 clients", "60 clients")],
        ),
    ],
)
def test_which_figures_differ(nlp, source, target, expected):
    assert differing_figures(spacy_paraphrase.compare(source, target, nlp)) == expected


def test_figures_of_other_times_and_firms_are_no_news(nlp):
    texts = [
        "Shares of Bellway rose 4 percent on Monday in London.",
        "Shares of Bellway rose 7 percent on Friday in London.",
        "Shares of Norton rose 9 percent in Leeds.",
    ]
    cluster = {"cluster": 1, "documents": [{"id": 1, "sentences": texts}]}
    found = summarize(cluster, Summarizing(shortest=5), nlp)
    assert [each.text for each in found.sentences] == texts
    assert not any(each.figures for each in found.sentences)


def test_what_tells_of_figures_has_room_and_is_drawn(nlp):
    cluster = PLANTED[0]
    whole = summarize(cluster, Summarizing(shortest=5), nlp)
    used = len(whole.text.split())
    for budget in (used, used - 1):
        found = summarize(cluster, Summarizing(shortest=5, budget=budget), nlp)
        assert len(found.text.split()) <= budget
        assert any(each.note for each in found.sentences)
    page = "".join(summary_page([whole]))
    assert "figures differ: 14 people here, At least three people in a:1" in page
    row = next(each for each in whole.to_json()["summary"] if "figures" in each)
    assert row["figures"][0]["id"] == "a:1"
    assert row["note"] in whole.text
