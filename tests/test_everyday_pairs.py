"""The everyday pairs in assets/ are whole."""

import csv
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "assets" / "everyday"


def read(name):
    if not FOLDER.is_dir():
        pytest.skip("the assets are not part of an installed package")
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def rows():
    return read("pairs.tsv")


@pytest.fixture(scope="module")
def single():
    return read("single.tsv")


def test_judgements_fit_the_marked_words(rows, single):
    for row in (*rows, *single):
        assert row["forward"] in "enc"
        assert row["backward"] in "enc"
        assert (row["forward"] == "c") == (row["backward"] == "c"), row
        if row["forward"] == "e":
            assert "[" not in row["target"], row
        if row["backward"] == "e":
            assert "[" not in row["source"], row


def test_brackets_are_closed_and_no_pair_stands_twice(rows, single):
    rows = [*rows, *single]
    for text in (row[side] for row in rows for side in ("source", "target")):
        depth = 0
        for letter in text:
            depth += {"[": 1, "]": -1}.get(letter, 0)
            assert depth in (0, 1), text
        assert depth == 0, text
    plain = [row["source"] + "\t" + row["target"] for row in rows]
    assert len({pair.replace("[", "").replace("]", "") for pair in plain}) == len(rows)


def test_of_each_kind_some_follow_and_some_do_not(rows):
    for kind in {row["kind"] for row in rows}:
        some = [row for row in rows if row["kind"] == kind]
        follow = sum("e" in (row["forward"], row["backward"]) for row in some)
        assert len(some) >= 55, kind
        assert 0.3 <= follow / len(some) <= 0.85, kind


def test_no_pair_for_measuring_alone_is_among_the_others(rows, single):
    plain = [
        {(row["source"] + "\t" + row["target"]).replace("[", "").replace("]", "") for row in some}
        for some in (rows, single)
    ]
    assert len(plain[1]) == 150
    assert plain[0].isdisjoint(plain[1])


def test_questions_are_questions_and_no_pair_stands_twice():
    if not FOLDER.is_dir():
        pytest.skip("the assets are not part of an installed package")
    with (FOLDER / "questions.tsv").open(encoding="utf-8", newline="") as file:
        pairs = [(row["source"], row["target"]) for row in csv.DictReader(file, delimiter="\t")]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == 60
    assert all(text.endswith("?") and text.count("?") == 1 for pair in pairs for text in pair)
    assert all(source != target for source, target in pairs)
