"""Quantifiers over hand-made parses: from how many to how many, and what entails what."""

import pytest

from examples import sentence
from spacy_paraphrase.analysis.quantities import read_quantities, unquantified
from spacy_paraphrase.analysis.sentence import Sentence


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("three", 3, 3),
        ("at least three", 3, float("inf")),
        ("no more than 12", 0, 12),
        ("fewer than six", 0, 6),
        ("several", 3, float("inf")),
        ("a few", 2, float("inf")),
        ("a maximum of three", 0, 3),
        ("a minimum of three", 3, float("inf")),
    ],
)
def test_intervals(words, low, high):
    *before, last = words.split()
    n = len(before)
    rows = [f"{word} {word} ADV {n + 1} advmod" for word in before]
    rows += [f"{last} {last} NUM {n + 1} nummod", f"dogs dog NOUN {n + 1} ROOT"]
    found = read_quantities(sentence("\n".join(rows)))[n + 1]
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("unit", ["week", "centimetre", "gram", "century", "millimetre"])
def test_limits_of_measures(unit):
    """Whatever the unit: more than three may be three, as with dogs, and cannot be less."""

    def one(*before):
        n = len(before)
        rows = [f"{word} {word} ADV {n} advmod" for word in before]
        rows += [f"three three NUM {n + 1} nummod", f"{unit}s {unit} NOUN {n + 1} ROOT"]
        return read_quantities(sentence("\n".join(rows)))[n + 1]

    exact, more, less = one(), one("more", "than"), one("less", "than")
    assert not exact.excludes(more)
    assert not exact.excludes(less)
    assert more.excludes(less)
    assert not more.entails(exact)


def test_what_quantifiers_entail():
    def one(word, pos="DET", noun="dogs"):
        parsed_side = sentence(f"{word} {word} {pos} 1 det\n{noun} dog NOUN 1 ROOT")
        return read_quantities(parsed_side).get(1) or unquantified(parsed_side, 1)

    for more, less in (("every", "some"), ("every", "most"), ("most", "some"), ("several", "a")):
        assert one(more).entails(one(less))
        assert not one(less).entails(one(more))
    assert one("three", "NUM").entails(one("some"))
    assert not one("some").entails(one("three", "NUM"))
    assert one("three", "NUM").excludes(one("four", "NUM"))
    assert one("few").excludes(one("many"))
    assert one("one", "NUM").entails(one("a"))
    assert one("a").entails(one("one", "NUM"))
    assert one("red", "ADJ", "dog").entails(one("one", "NUM"))


@pytest.mark.parametrize(
    ("rows", "low", "high"),
    [
        ("Dozens dozen NOUN 0 ROOT\nof of ADP 0 prep\ndogs dog NOUN 1 pobj", 24, float("inf")),
        ("a a DET 2 det\nsingle single ADJ 2 amod\ndogs dog NOUN 2 ROOT", 1, 1),
        ("only only ADV 2 advmod\na a DET 2 det\ndogs dog NOUN 2 ROOT", 1, 1),
    ],
)
def test_nouns_and_adjectives_that_quantify(rows, low, high):
    found = read_quantities(sentence(rows))[2]
    assert (found.low, found.high, found.number) == (low, high, True)


def test_a_time_within_which_something_was_done(nlp):
    side = Sentence(nlp("He finished within three days.")[:])
    (found,) = read_quantities(side).values()
    assert (found.low, found.high, found.role) == (0.0, 3 * 86400.0, "within")
