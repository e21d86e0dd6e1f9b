"""Grammatical functions of a parsed side, over hand-made parses."""

from examples import sentence


def test_a_sentence_that_was_parsed_as_a_noun_phrase():
    side = sentence("Every every DET 2 det\npuppy puppy NOUN 2 compound\nruns run NOUN 2 ROOT")
    assert side.pos[2] == "VERB"
    assert side.subject(2) == 1


def test_a_passive_reads_as_an_active():
    side = sentence(
        "Balls ball NOUN 2 nsubjpass\nwere be AUX 2 auxpass\nthrown throw VERB 2 ROOT\n"
        "by by ADP 2 agent\nboys boy NOUN 3 pobj"
    )
    assert [side.role(i) for i in (0, 4)] == [("dobj", 2), ("nsubj", 2)]


def test_behind_there_the_theme_is_what_there_is():
    there = sentence(
        "There there PRON 1 expl\nis be AUX 1 ROOT\na a DET 3 det\ngirl girl NOUN 1 attr"
    )
    assert there.theme(1) == 3
    girl = sentence("A a DET 1 det\ngirl girl NOUN 2 nsubj\nsings sing VERB 2 ROOT")
    assert girl.theme(2) == 1
    assert girl.theme(-1) is None


def test_recipients_with_and_without_a_preposition():
    plain = sentence(
        "John John PROPN 1 nsubj\ngave give VERB 1 ROOT\nMary Mary PROPN 1 dative\n"
        "books book NOUN 1 dobj"
    )
    assert plain.recipient(1) == 2
    behind_to = sentence(
        "John John PROPN 1 nsubj\ngave give VERB 1 ROOT\nbooks book NOUN 1 dobj\n"
        "to to ADP 1 dative\nMary Mary PROPN 3 pobj"
    )
    assert behind_to.recipient(1) == 4
    assert plain.recipient(0) is None
