"""The same circumstances of one clause in another order say the same; who does what does not."""

import pytest

import spacy_paraphrase

# Of circumstances in a row a parser hangs some on the one before, and some on the verb.
SAME = [
    (
        "On Monday in Paris the firm opened a shop.",
        "The firm opened a shop in Paris on Monday.",
    ),
    (
        "On Friday at noon in Oslo the two leaders signed the treaty.",
        "The two leaders signed the treaty in Oslo at noon on Friday.",
    ),
    (
        "At the station on Tuesday police arrested two men.",
        "Police arrested two men on Tuesday at the station.",
    ),
    (
        "For two hours on Monday the ministers spoke in Rome.",
        "The ministers spoke for two hours in Rome on Monday.",
    ),
    (
        "With great care in the kitchen the cook cut the fish.",
        "The cook cut the fish in the kitchen with great care.",
    ),
]
OTHER = [
    ("The dog bites the man.", "The man bites the dog."),
    ("The shop in Paris opened a store in Rome.", "The shop in Rome opened a store in Paris."),
    ("The team flew from Paris to Rome.", "The team flew from Rome to Paris."),
    ("On Monday in Rome she met Tom.", "On Monday in Paris she met Tom."),
    ("She ate in Rome and slept in Paris.", "She ate in Paris and slept in Rome."),
]


@pytest.fixture(scope="module", params=["fast", "accurate"])
def nlp(request):
    return spacy_paraphrase.load(tier=request.param)


@pytest.mark.parametrize(("source", "target"), SAME)
def test_circumstances_in_another_order_say_the_same(nlp, source, target):
    doc = spacy_paraphrase.compare(source, target, nlp)
    assert doc._.relation.label == "restates"
    assert all("what belongs to what" not in line for line in doc._.alignment.explain())


@pytest.mark.parametrize(("source", "target"), OTHER)
def test_who_does_what_to_whom_is_another_thing(nlp, source, target):
    relation = spacy_paraphrase.compare(source, target, nlp)._.relation
    assert not (relation.entails and relation.entailed)
