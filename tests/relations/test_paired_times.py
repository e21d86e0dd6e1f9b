"""What has happened, goes on, is so or is still to come: other times say something else."""

import pytest

from spacy_paraphrase import pipe_pairs

# What agrees, whatever the point from which it is looked at.
AGREE = [
    ("The pharmacy on Mill Street closed.", "The pharmacy on Mill Street has closed."),
    ("The pharmacy had closed.", "The pharmacy has closed."),
    ("The report was translated.", "The report has been translated."),
    ("Engineers will replace the pump.", "Engineers are going to replace the pump."),
    ("The children were sleeping in the tent.", "The children slept in the tent."),
    ("Police say the road is closed.", "Police said the road was closed."),
    ("Actor is arrested in Madrid", "Actor arrested in Madrid"),
    ("The store is opening on Friday.", "The store will open on Friday."),
    ("The system shall log every request.", "Every request must be logged by the system."),
]
DIFFER = [
    # It goes on, and has not come to its end.
    ("The pharmacy on Mill Street is closing.", "The pharmacy on Mill Street has closed."),
    ("The builders were repairing the roof.", "The builders repaired the roof."),
    ("The report is being translated.", "The report has been translated."),
    ("Workers began to dismantle the crane.", "Workers dismantled the crane."),
    ("The plant keeps losing its leaves.", "The plant has lost its leaves."),
    # It is no more so, or not yet.
    ("The nurse used to work at the clinic.", "The nurse works at the clinic."),
    ("My brother lived in Oslo.", "My brother lives in Oslo."),
    ("The bakery was open on Sundays.", "The bakery is open on Sundays."),
    ("The bakery will be open on Sundays.", "The bakery is open on Sundays."),
    ("The script will delete the files.", "The script is deleting the files."),
    # It should be so, or is expected.
    ("The jury still has to reach a verdict.", "The jury has reached a verdict."),
    ("The pupils should have finished the essay.", "The pupils have finished the essay."),
    ("The minister is expected to resign.", "The minister resigned."),
    # It is so again and again.
    ("The gardener usually waters the roses.", "The gardener is watering the roses."),
    (
        "The gardener waters the roses every morning.",
        "The gardener watered the roses this morning.",
    ),
]


def relation(nlp, source, target):
    (doc,) = pipe_pairs(nlp, [(source, target)])
    return doc._.relation


@pytest.mark.parametrize("pair", AGREE)
def test_times_agree(nlp, pair):
    assert relation(nlp, *pair).entails or relation(nlp, *pair).entailed


@pytest.mark.parametrize("pair", DIFFER)
def test_times_differ(nlp, pair):
    found = relation(nlp, *pair)
    assert not found.entails
    assert not found.entailed


def test_what_was_had_to_be_and_what_is_so_need_not_have_happened(nlp):
    assert relation(nlp, "She used to sing.", "She sang.").entails
    assert not relation(nlp, "She has to leave.", "She left.").entails
