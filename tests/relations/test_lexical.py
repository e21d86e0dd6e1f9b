"""What words, and words of several tokens, have to do with each other."""

import pytest

from examples import sentence
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.lexical_units import LexicalUnit, unit_relation
from spacy_paraphrase.relations.lexical import invert, word_costs, word_relation


def tagged(*words):
    """Return a sentence of words, each with its part of speech: "dog/NOUN"."""
    rows = [word.split("/") for word in words]
    return sentence("\n".join(f"{w} {w} {pos} {i} ROOT" for i, (w, pos) in enumerate(rows)))


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
        ("kill/VERB", "dead/ADJ", "near-synonym"),
        ("raise/VERB", "rise/VERB", "near-synonym"),
        ("marry/VERB", "wedding/NOUN", "near-synonym"),
        ("risk/NOUN", "chance/NOUN", "near-synonym"),
        ("economic/ADJ", "economically/ADV", "near-synonym"),
        ("open/ADJ", "closed/VERB", "antonym"),
        ("with/ADP", "without/ADP", "opposite"),
        ("banana/NOUN", "parliament/NOUN", "none"),
        # a rare sense makes no hyponym
        ("pig/NOUN", "person/NOUN", "none"),
        ("rat/NOUN", "person/NOUN", "none"),
        ("goat/NOUN", "person/NOUN", "none"),
        ("lamb/NOUN", "person/NOUN", "none"),
        ("monkey/NOUN", "person/NOUN", "none"),
        ("snake/NOUN", "animal/NOUN", "hyponym-of"),
        ("tank/NOUN", "vehicle/NOUN", "hyponym-of"),
        # near an antonym of another
        ("damp/ADJ", "dry/ADJ", "antonym"),
        ("filthy/ADJ", "clean/ADJ", "antonym"),
        ("enormous/ADJ", "small/ADJ", "antonym"),
        ("wealthy/ADJ", "poor/ADJ", "antonym"),
        ("speedy/ADJ", "slow/ADJ", "antonym"),
        ("damp/ADJ", "red/ADJ", "none"),
        ("wealthy/ADJ", "tall/ADJ", "none"),
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


def test_units_that_are_each_more_general_are_used_for_each_other():
    index = default_lexicon("en")
    one, other = LexicalUnit((0, 1), "look into", "VERB"), LexicalUnit((0,), "examine", "VERB")
    assert unit_relation(index, one, other) == unit_relation(index, other, one) == "near-synonym"


# -- In sentences ---------------------------------------------------------------------------------


SAME = [
    ("The kid sang.", "The child sang."),
    ("He bought a sofa.", "He bought a couch."),
    ("The film was long.", "The movie was long."),
    ("The airplane landed.", "The plane landed."),
    ("He went by bicycle.", "He went by bike."),
]
OTHER = [
    ("The boy sang.", "The man sang."),
    ("The dog is playing.", "The dog is wearing a hat."),
    ("The worker slept.", "The work slept."),
    ("Her hot soup was good.", "Her white soup was good."),
    ("He had to keep a doctor.", "He had to retain a doctor."),
]


def relations(nlp, pairs):
    for doc in pipe_pairs(nlp, pairs):
        yield {
            (link.source.text, link.target.text): link.relation for link in doc._.alignment.words
        }


def test_words_mean_the_same_by_evidence(nlp):
    for found, pair in zip(relations(nlp, SAME), SAME, strict=True):
        assert "restates" in found.values(), pair


def test_links_alone_are_no_evidence(nlp):
    for found, pair in zip(relations(nlp, OTHER), OTHER, strict=True):
        assert "restates" not in [r for (a, b), r in found.items() if a != b], (pair, found)
