"""The fusion graph: which words are one node, and what is asked of nodes."""

import pytest
from lexicon.toy_wordnet import COUNTS, toy_resource

from spacy_paraphrase.analysis.pair_words import CONDITIONAL, NEGATED
from spacy_paraphrase.fusion.graph import restated_words
from spacy_paraphrase.lexicon.build import build_index


def node(pair, word, side="source"):
    sentence = getattr(pair, side)
    return sentence.start + sentence.words.index(word)


def test_what_the_other_side_says_in_other_words(graph):
    found = graph("Bush is on IR after the invasion.", "They invaded; he is on injured reserve.")
    said = {found.texts[t] for t in found.restated}
    assert "IR" in said
    assert "Bush" not in said


def test_other_words_are_those_of_the_lexicon_of_the_pipeline(graph, fuser, monkeypatch):
    found = graph("The cad paid the firm.", "Rain fell on the dog and a company.")

    def restated(lexicon):
        content = [t for t in range(len(found.doc)) if found.is_content(t)]
        said = restated_words(found.source, found.target, content, lexicon)
        return {found.texts[t] for t in said}

    # in no synset together, but in our own groups
    assert restated(found.lexicon) == {"firm", "company"}
    component = fuser.get_pipe("sentence_fuser")
    toy = build_index(toy_resource(), COUNTS)
    monkeypatch.setattr(component.lexicon, "own", toy)
    assert component._tasks(found.doc)[0].graph.lexicon is toy
    assert restated(toy) == {"cad", "dog", "firm", "company"}


def test_aligned_words_are_linked_both_ways(graph):
    found = graph("The old dog slept in the house.", "A dog slept in a house.")
    assert all(found.aligned[other] == t for t, other in found.aligned.items())
    assert set(found.aligned) <= set(found.linked)
    pairs = {(found.words[t], found.words[o]) for t, o in found.aligned.items()}
    assert {("dog", "dog"), ("slept", "slept"), ("in", "in")} <= pairs
    assert node(found, "old") not in found.aligned


def test_a_preposition_is_aligned_only_with_its_object(graph):
    found = graph("The dog slept in the garden.", "The dog slept in March.")
    assert node(found, "in") not in found.aligned


def test_new_and_said(graph):
    found = graph("The old dog slept.", "A dog slept on the sofa.")
    new, said = found.new_and_said(node(found, "dog"))
    assert [found.words[t] for t in new] == ["old"]
    assert [found.words[t] for t in said] == ["dog"]


def test_conjuncts_and_lexical_units(graph):
    found = graph("Cats, dogs and well-known birds slept.", "Animals slept.")
    assert [found.words[t] for t in found.conjuncts(node(found, "cats"))] == ["dogs", "birds"]
    unit = found.lexical_unit(node(found, "known"))
    assert [found.words[t] for t in unit] == ["known", "well"]


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("The bank did not close.", "close", {NEGATED}),
        ("Nobody closed the bank.", "closed", {NEGATED}),
        ("The bank may close.", "close", {"may"}),
        ("The bank virtually closed.", "closed", {"almost"}),
        ("The bank closes if it rains.", "closes", {CONDITIONAL}),
        ("The bank closes because it rains.", "closes", set()),
        ("Few banks closed.", "banks", {"few"}),
        ("A few banks closed.", "banks", set()),
        ("A few men danced.", "men", set()),
    ],
)
def test_operators(graph, sentence, word, expected):
    found = graph(sentence, "It rains.")
    assert found.operators(node(found, word)) == expected


@pytest.mark.parametrize(
    ("sentence", "verb", "preposition", "expected"),
    [
        ("The team consists of men.", "consists", "of", True),
        ("The firm closed on Monday.", "closed", "on", False),
        ("The firm paid the man with money.", "paid", "with", False),
        ("She put the book on the table.", "put", "on", True),
        ("She read the book on the table.", "read", "on", False),
    ],
)
def test_what_a_verb_governs(graph, sentence, verb, preposition, expected):
    found = graph(sentence, "It rains.")
    assert found.is_governed(node(found, verb), node(found, preposition)) == expected


def test_particles(graph):
    found = graph("They gave up.", "They gave in.")
    assert found.has_other_particle(node(found, "gave"), node(found, "gave", "target"))
    found = graph("They gave up the fight.", "They gave up.")
    assert not found.has_other_particle(node(found, "gave"), node(found, "gave", "target"))
