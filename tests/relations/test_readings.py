"""Operators, quantifiers and word relations, over hand-made parses."""

import pytest
import spacy

from examples import parsed
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.relations.lexical import (
    Unit,
    invert,
    unit_relation,
    word_costs,
    word_relation,
)
from spacy_paraphrase.relations.polarity import operators
from spacy_paraphrase.relations.quantifiers import plain, quantifiers
from spacy_paraphrase.relations.reading import read

VOCAB = spacy.blank("en").vocab


def reading(rows):
    return read(parsed(VOCAB, rows)[:], None)


def tagged(*words):
    """Return a reading of words, each with its part of speech: "dog/NOUN"."""
    rows = [word.split("/") for word in words]
    return reading("\n".join(f"{w} {w} {pos} {i} ROOT" for i, (w, pos) in enumerate(rows)))


def scopes(read):
    found = operators(read, quantifiers(read))
    return [
        (read.words[op.token], [read.words[i] for i in op.scope], op.negative, op.neither)
        for op in found
    ]


NOBODY = """
Few few ADJ 1 amod
boys boy NOUN 2 nsubj
ate eat VERB 2 ROOT
red red ADJ 4 amod
apples apple NOUN 2 dobj
"""
NOT = """
The the DET 1 det
boy boy NOUN 4 nsubj
did do AUX 4 aux
not not PART 4 neg
eat eat VERB 4 ROOT
apples apple NOUN 4 dobj
without without ADP 4 prep
salt salt NOUN 6 pobj
"""
EVERY = """
Every every DET 1 det
boy boy NOUN 4 nsubj
who who PRON 3 nsubj
sang sing VERB 1 relcl
ate eat VERB 4 ROOT
apples apple NOUN 4 dobj
"""
OBJECT = """
Boys boy NOUN 1 nsubj
ate eat VERB 1 ROOT
no no DET 3 det
apples apple NOUN 1 dobj
"""
EXACTLY = """
Exactly exactly ADV 1 advmod
two two NUM 2 nummod
boys boy NOUN 3 nsubj
ate eat VERB 3 ROOT
"""
IF = """
If if SCONJ 2 mark
boys boy NOUN 2 nsubj
eat eat VERB 4 advcl
girls girl NOUN 4 nsubj
sing sing VERB 4 ROOT
"""


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (NOBODY, [("few", ["boys", "ate", "red", "apples"], False, False)]),
        (
            NOT,
            [
                ("not", ["did", "eat", "apples", "without", "salt"], True, False),
                ("without", ["salt"], True, False),
            ],
        ),
        (EVERY, [("every", ["boy", "who", "sang"], False, False)]),
        (OBJECT, [("no", ["ate", "apples"], True, False)]),
        (EXACTLY, [("two", ["boys", "ate"], False, True)]),
        (IF, [("if", ["boys", "eat"], False, False)]),
    ],
)
def test_scopes(rows, expected):
    assert scopes(reading(rows)) == expected


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("three", 3, 3),
        ("at least three", 3, float("inf")),
        ("no more than 12", 0, 12),
        ("fewer than six", 0, 6),
        ("several", 3, float("inf")),
        ("a few", 2, float("inf")),
    ],
)
def test_intervals(words, low, high):
    *before, last = words.split()
    n = len(before)
    rows = [f"{word} {word} ADV {n + 1} advmod" for word in before]
    rows += [f"{last} {last} NUM {n + 1} nummod", f"dogs dog NOUN {n + 1} ROOT"]
    found = quantifiers(reading("\n".join(rows)))[n + 1]
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("unit", ["week", "centimetre", "gram", "century", "millimetre"])
def test_limits_of_measures(unit):
    """Whatever the unit: more than three may be three, as with dogs, and cannot be less."""

    def one(*before):
        n = len(before)
        rows = [f"{word} {word} ADV {n} advmod" for word in before]
        rows += [f"three three NUM {n + 1} nummod", f"{unit}s {unit} NOUN {n + 1} ROOT"]
        return quantifiers(reading("\n".join(rows)))[n + 1]

    exact, more, less = one(), one("more", "than"), one("less", "than")
    assert not exact.excludes(more)
    assert not exact.excludes(less)
    assert more.excludes(less)
    assert not more.entails(exact)


def test_what_quantifiers_entail():
    def one(word, pos="DET", noun="dogs"):
        read = reading(f"{word} {word} {pos} 1 det\n{noun} dog NOUN 1 ROOT")
        return quantifiers(read).get(1) or plain(read, 1)

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
    ("one", "other", "expected"),
    [
        ("dog/NOUN", "dog/NOUN", "same"),
        ("seven/NUM", "7/NUM", "same"),
        ("%/NOUN", "percent/NOUN", "same"),
        ("riding/VERB", "ridden/VERB", "same"),
        ("poodle/NOUN", "dog/NOUN", "hyponym-of"),
        ("dog/NOUN", "person/NOUN", "none"),
        ("commuter/NOUN", "people/NOUN", "hyponym-of"),
        ("physician/NOUN", "doctor/NOUN", "synonym"),
        ("risk/NOUN", "chance/NOUN", "near-synonym"),
        ("economic/ADJ", "economically/ADV", "near-synonym"),
        ("open/ADJ", "closed/VERB", "antonym"),
        ("with/ADP", "without/ADP", "opposite"),
        ("banana/NOUN", "parliament/NOUN", "none"),
    ],
)
def test_word_relations(one, other, expected):
    index = default_lexicon("en")
    left, right = tagged(one), tagged(other)
    found = word_relation(index, left, 0, right, 0)
    assert found == expected
    back = word_relation(index, right, 0, left, 0)
    assert back == invert(found)
    costs = word_costs(found, left, 0, right, 0)
    assert costs == word_costs(back, right, 0, left, 0)[::-1]


def test_without_a_lexicon():
    assert word_relation(None, tagged("dog/NOUN"), 0, tagged("poodle/NOUN"), 0) == "none"


def test_a_sentence_that_was_parsed_as_a_noun_phrase():
    rows = "Every every DET 2 det\npuppy puppy NOUN 2 compound\nruns run NOUN 2 ROOT"
    read = reading(rows)
    assert read.pos[2] == "VERB"
    assert read.subject(2) == 1
    assert scopes(read) == [("every", ["puppy"], False, False)]


def test_units_that_are_each_more_general_are_used_for_each_other():
    index = default_lexicon("en")
    one, other = Unit((0, 1), "look into", "VERB"), Unit((0,), "examine", "VERB")
    assert unit_relation(index, one, other) == unit_relation(index, other, one) == "near-synonym"


@pytest.mark.parametrize(
    ("rows", "low", "high"),
    [
        ("Dozens dozen NOUN 0 ROOT\nof of ADP 0 prep\ndogs dog NOUN 1 pobj", 24, float("inf")),
        ("a a DET 2 det\nsingle single ADJ 2 amod\ndogs dog NOUN 2 ROOT", 1, 1),
        ("only only ADV 2 advmod\na a DET 2 det\ndogs dog NOUN 2 ROOT", 1, 1),
    ],
)
def test_nouns_and_adjectives_that_quantify(rows, low, high):
    found = quantifiers(reading(rows))[2]
    assert (found.low, found.high, found.number) == (low, high, True)


def test_a_passive_reads_as_an_active():
    read = reading(
        "Balls ball NOUN 2 nsubjpass\nwere be AUX 2 auxpass\nthrown throw VERB 2 ROOT\n"
        "by by ADP 2 agent\nboys boy NOUN 3 pobj"
    )
    assert [read.role(i) for i in (0, 4)] == [("dobj", 2), ("nsubj", 2)]
