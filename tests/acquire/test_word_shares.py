"""Shares of linked words, in memory and in a file."""

import pytest

from spacy_paraphrase.acquire.phrases import lexical_score, mine_phrases
from spacy_paraphrase.acquire.word_shares import load_shares, word_shares
from spacy_paraphrase.readers import PairRecord, word_links

COUNTS = [("a", "x", 3), ("a", "y", 1), ("b", "y", 1), ("été", "x", 5)]
ROWS = [dict(zip(("source", "target", "count"), each, strict=True)) for each in COUNTS]


def test_shares_of_a_file_are_those_in_memory(tmp_path):
    for made in word_shares(ROWS):
        read = load_shares(made.save(tmp_path))
        assert read.keys.tolist() == made.keys.tolist() == sorted(made.keys.tolist())
        assert read.shares.tolist() == made.shares.tolist()
    assert len([*tmp_path.iterdir()]) == 2


def test_shares_add_up_and_unknown_words_have_none(tmp_path):
    forth, back = word_shares(ROWS)
    assert [forth.get("a").get(word, 0.0) for word in "xyz"] == [0.75, 0.25, 0.0]
    assert back.get("x").get("été", 0.0) == 5 / 8
    assert forth.get("none").get("x", 0.0) == 0.0
    assert lexical_score(["x", "y"], ["a", "b"], forth) == pytest.approx(0.75 * 1.25)


def test_no_words():
    forth, _ = word_shares([])
    assert forth.get("a").get("x", 0.0) == 0.0


def test_phrases_are_the_same_with_a_file(tmp_path):
    links = word_links([(0, 0), (1, 1), (2, 2)])
    pairs = [("he bought it", "he got it"), ("she bought one", "he purchased it")]
    records = [
        PairRecord(k, *(tuple(side.split()) for side in pair), words=links)
        for k, pair in enumerate(pairs)
    ]
    rows = list(mine_phrases(records))
    assert list(mine_phrases(records, store=tmp_path)) == rows
    assert {row["lexical_target"] for row in rows} == {0.5, 1.0}
