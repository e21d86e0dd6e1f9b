import spacy

from spacy_paraphrase import Alignment, Link, make_pair, sides

BLANK = spacy.blank("en")


def pair(source, target, *links):
    doc = make_pair(BLANK, source, target)
    source, target = sides(doc)
    found = [Link("words", source[i : i + 1], target[j : j + 1], score=x) for i, j, x in links]
    return Alignment(doc, found)


def test_both_stands_for_only():
    alignment = pair("A black cat sleeps", "The cat naps now", (2, 1, 1.0), (3, 2, 0.5))
    assert alignment.explain() == [
        "both: cat",
        '"sleeps" stands for "naps" (0.50)',
        "only the source: black",
    ]


def test_nothing_aligned():
    assert pair("A black cat", "The dog").explain() == [
        "only the source: black, cat",
        "only the target: dog",
    ]


def test_function_words_are_not_named():
    assert pair("it", "it", (0, 0, 1.0)).explain() == []
