"""Roles are compared: words in other places say something else, in another form the same."""

import csv
from pathlib import Path

import pytest

from spacy_paraphrase import pipe_pairs

ROWS = Path(__file__).parent / "minimal_pairs.tsv"
KINDS = {
    *("agent", "verb", "obliques", "preposition", "clauses", "property", "tense", "speaker"),
    *("recipient", "from-to", "possessor", "comparison", "voice", "dative", "fronting"),
    *("converse", "reordering", "before-after", "alike"),
}
INVERSE = {"specifies": "generalizes", "generalizes": "specifies"}
# What reads the same from another side of one event, and what does not.
CONVERSE = [
    ("Karl borrowed a ladder from Rita.", "Rita lent Karl a ladder.", "restates"),
    (
        "The city rents the hall from the church.",
        "The church rents the hall to the city.",
        "restates",
    ),
    ("The lamp is above the table.", "The table is below the lamp.", "restates"),
    ("The overture precedes the first act.", "The first act follows the overture.", "restates"),
    ("The overture precedes the first act.", "The overture follows the first act.", "intersects"),
    ("The firm employs eighty welders.", "Eighty welders work for the firm.", "restates"),
    ("The firm employs eighty welders.", "The firm works for eighty welders.", "intersects"),
    ("Mrs. Grant taught Leo chess.", "Leo learned chess from Mrs. Grant.", "restates"),
    ("Mrs. Grant taught Leo chess.", "Mrs. Grant learned chess from Leo.", "intersects"),
    ("The city awarded Ann a prize.", "Ann received a prize from the city.", "restates"),
    ("Mr. Novak is Eva's father.", "Eva is Mr. Novak's daughter.", "restates"),
    ("Mr. Novak is Eva's father.", "Eva is Mr. Novak's father.", "intersects"),
    ("Greta is married to Lars.", "Lars is married to Greta.", "restates"),
    ("Carla sits in front of Boris.", "Boris sits behind Carla.", "restates"),
    ("Carla sits in front of Boris.", "Carla sits behind Boris.", "intersects"),
    ("The farm lies north of the river.", "The river lies south of the farm.", "restates"),
    ("The well is to the left of the gate.", "The gate is to the right of the well.", "restates"),
    ("The well is to the left of the gate.", "The gate is to the left of the well.", "intersects"),
    ("The lamp is above the table.", "The lamp is below the table.", "intersects"),
    (
        "The city rents the hall from the church.",
        "The church rents the hall from the city.",
        "intersects",
    ),
]
# Pronouns that may stand for what the other side names.
MENTIONS = [
    ("Anna missed the bus. She walked to school.", "Anna walked to school. She missed the bus."),
    ("Paul sang, since he was happy.", "Since Paul was happy, he sang."),
]

# What parsers read in two ways, or two constructions give one place.
ALIKE = [
    ("A baby elephant was born on Monday.", "Baby elephant born.", "specifies"),
    ("They had him extradited.", "They extradited him.", "restates"),
    ("A bomb attack killed two men.", "Two men were killed in a bomb attack.", "restates"),
    ("A storm damaged the roof.", "The roof was damaged in a storm.", "restates"),
    ("He visited several cities, including Rome.", "Rome is a city.", "specifies"),
    ("She grows many herbs, including basil.", "Basil is a herb.", "specifies"),
    ("It is aimed at the interests of children.", "It is aimed at children.", "specifies"),
    (
        "The convoy entered the town on Sunday, the first aid to get through.",
        "The convoy entered the town, the first aid to get through.",
        "specifies",
    ),
    ("The lawyer warned.", "The lawyer was warned.", "intersects"),
    ("Dog bites man.", "Man bites dog.", "intersects"),
    ("He wrote a song for his wife.", "He wrote a song about his wife.", "intersects"),
]


def labels(nlp, pairs):
    return [doc._.relation.label for doc in pipe_pairs(nlp, pairs)]


def test_read_backwards_every_relation_is_inverted(nlp):
    rows = list(csv.DictReader(ROWS.read_text("utf-8").splitlines(), delimiter="\t"))
    pairs = [(row["source"], row["target"]) for row in rows if row["kind"] in KINDS]
    assert len(pairs) >= 100
    there, back = labels(nlp, pairs), labels(nlp, [pair[::-1] for pair in pairs])
    assert back == [INVERSE.get(label, label) for label in there]


@pytest.mark.parametrize(("source", "target", "label"), CONVERSE)
def test_converse_verbs_and_prepositions(nlp, source, target, label):
    assert labels(nlp, [(source, target)]) == [label]


@pytest.mark.parametrize(("source", "target", "label"), ALIKE)
def test_what_is_read_in_two_ways(nlp, source, target, label):
    assert labels(nlp, [(source, target)]) == [label]


@pytest.mark.parametrize("pair", MENTIONS)
def test_a_pronoun_may_have_the_place_of_a_name(nlp, pair):
    assert labels(nlp, [pair]) == ["restates"]


def links(nlp, source, target):
    (doc,) = pipe_pairs(nlp, [(source, target)])
    return {
        (" ".join(t.text for t in link.source_tokens), link.level): link.relation
        for link in doc._.alignment
    }


def test_the_smallest_units_that_hold_the_difference_have_it(nlp):
    found = links(nlp, "The keys are in the box.", "The keys are behind the box.")
    assert found["in the box", "phrases"] == "intersects"
    assert found["the box", "phrases"] == found["The keys", "phrases"] == "equals"


def test_words_in_other_roles_are_the_same_words(nlp):
    found = links(nlp, "The boss thanked the clerk.", "The clerk thanked the boss.")
    assert found["boss", "words"] == found["thanked", "words"] == "equals"


def test_what_reads_the_same_is_no_difference(nlp):
    # The parser attaches the last phrase in two ways.
    pair = "He saw the man with the telescope.", "Yesterday he saw the man with the telescope."
    assert labels(nlp, [pair]) == ["generalizes"]
