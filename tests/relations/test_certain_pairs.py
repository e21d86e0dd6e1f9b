"""Pairs of which composition is certain: every single one, and with its sides exchanged."""

import pytest

from spacy_paraphrase import pipe_pairs
from tables import table

INVERSE = {"specifies": "generalizes", "generalizes": "specifies"}
# What is expected of a relation, beside the labels.
EXPECTED = {
    "conflict": lambda relation: relation.conflict,
    "no conflict": lambda relation: not relation.conflict,
    "apart": lambda relation: not (relation.entails or relation.entailed),
    "one way": lambda relation: relation.entails or relation.entailed,
}
ROWS = table(__file__, "certain")


@pytest.fixture(scope="module")
def related(nlp):
    """The relations of all pairs, and of their mirror images."""
    pairs = [(row["source"], row["target"]) for row in ROWS]
    pairs += [pair[::-1] for pair in pairs]
    return {pair: doc._.relation for pair, doc in zip(pairs, pipe_pairs(nlp, pairs), strict=True)}


def holds(expected, relation):
    expected, _, reason = expected.partition(": ")
    if expected in EXPECTED:
        return EXPECTED[expected](relation) and (not reason or reason in relation.reasons)
    # What is written alike is more than a restatement.
    label = "restates" if relation.label == "equals" else relation.label
    return label == expected and not relation.conflict


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['kind']}: {row['source']}")
def test_a_pair_both_ways(related, row):
    pair, expected = (row["source"], row["target"]), row["expected"]
    assert holds(expected, related[pair]), related[pair]
    back = related[pair[::-1]]
    assert holds(INVERSE.get(expected, expected), back), back
