"""Short pairs whose logic is known."""

import csv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def rows(judge):
    return list(judge.short_pairs.short_pairs(3000, 1))


def test_the_same_pairs_for_a_seed(rows, judge):
    again = list(judge.short_pairs.short_pairs(50, 1))
    assert again == rows[:50]
    assert len({(row["source"], row["target"]) for row in rows}) == len(rows)


def test_both_answers_of_many_kinds(rows):
    entails = [row["entails"] for row in rows]
    assert 0.35 < sum(entails) / len(rows) < 0.6
    assert any(row["conflict"] for row in rows)
    assert len({row["kind"] for row in rows}) > 100


def test_what_follows_is_not_in_conflict_and_has_no_marks(rows):
    for row in rows:
        if row["entails"]:
            assert not row["conflict"]
            assert row["unsupported"] == row["missing"] == []
        for text, name in (("target", "unsupported"), ("source", "missing")):
            for start, end in row[name]:
                words = row[text][start:end]
                assert words == words.strip() != ""


def test_sentences_are_written_as_sentences(rows):
    for row in rows:
        for text in (row["source"], row["target"]):
            assert text[0].isupper() or text[0] in "$€" or text[0].isdigit()
            assert text.endswith((".", "?"))
            assert "  " not in text
            assert "[" not in text
            assert not any(f" a {vowel}" in text for vowel in ("apple", "owl", "oak", "old "))


def test_no_pair_of_the_tests_is_taught(rows):
    made = {(row["source"], row["target"]) for row in rows}
    for path in (ROOT / "tests" / "relations").glob("*_pairs.tsv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                assert (row["source"], row["target"]) not in made
