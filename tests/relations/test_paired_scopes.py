"""What restricts what: clauses that hang on each other the other way round, another focus."""

import pytest

from spacy_paraphrase import pipe_pairs

DIFFER = [
    # Who is meant, and what is said of them.
    ("The students who failed asked for help.", "The students who asked for help failed."),
    ("The firm which hired her went bankrupt.", "The firm which went bankrupt hired her."),
    ("The servers that crashed run Linux.", "The servers that run Linux crashed."),
    ("The cat that chased the rat scared the owl.", "The cat that scared the owl chased the rat."),
    # The condition, and what depends on it.
    ("The server restarts if the disk is full.", "The disk is full if the server restarts."),
    ("If the light is red, the pump is on.", "If the pump is on, the light is red."),
    (
        "Guests may smoke if they open the windows in the lounge.",
        "Guests may smoke in the lounge if they open the windows.",
    ),
    # What "only" is said of.
    ("Only the manager can approve refunds.", "The manager can approve only refunds."),
    ("The library lends only books to students.", "The library lends books only to students."),
    ("She only drinks tea in the morning.", "Only she drinks tea in the morning."),
    # What is compared with what.
    ("Cycling burns fewer calories than swimming.", "Swimming burns fewer calories than cycling."),
    ("Ada earns almost as much as Ben.", "Ben earns almost as much as Ada."),
]
AGREE = [
    ("Eva, who lives in Bonn, teaches maths.", "Eva, who teaches maths, lives in Bonn."),
    (
        "A woman who is wearing a red coat is walking a dog.",
        "A woman who is walking a dog is wearing a red coat.",
    ),
    ("If the test fails, the build stops.", "The build stops if the test fails."),
    ("He only plays at home.", "He plays only at home."),
]


def relation(nlp, source, target):
    (doc,) = pipe_pairs(nlp, [(source, target)])
    return doc._.relation


@pytest.mark.parametrize("pair", DIFFER)
def test_scopes_differ(nlp, pair):
    found = relation(nlp, *pair)
    assert not found.entails
    assert not found.entailed


@pytest.mark.parametrize("pair", AGREE)
def test_scopes_agree(nlp, pair):
    assert relation(nlp, *pair).label in ("restates", "equals")
