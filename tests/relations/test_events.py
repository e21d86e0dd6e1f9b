"""One event: what differs in participants, time or place excludes nothing."""

import pytest

import spacy_paraphrase
from spacy_paraphrase import pipe_pairs

TOLD_APART = [
    ("Sales rose 5 percent in March.", "Sales rose 3 percent in April."),
    ("Shares of Ford rose 2 percent.", "Shares of Toyota rose 4 percent."),
    ("The Nasdaq gained 12 points.", "The Dow gained 30 points."),
    ("Germany won two medals on Monday.", "Germany won three medals on Tuesday."),
    ("Police arrested two men in Berlin.", "Police arrested five men in Madrid."),
    ("Lack of rain ruined the crops.", "Absence of rain ruined the crops."),
    ("There was a lack of evidence.", "There was an absence of evidence."),
    ("The Defense Department denied the claim.", "The Pentagon denied the claim."),
    ("Al-Qaida claimed responsibility.", "Al-Qaeda claimed responsibility."),
    ("The spokesman Adams said it was late.", "The spokesman Baker said it was late."),
]
ONE = [
    ("The meeting starts at 9 a.m.", "The meeting starts at 11 a.m.", "number"),
    ("Five people were hurt in the crash.", "Nine people were hurt in the crash.", "number"),
    ("No evidence of fraud was found.", "Evidence of fraud was found.", "negation"),
    ("Maria denies stealing the ring.", "Maria stole the ring.", "negation"),
    ("The minister denies that he took bribes.", "The minister took bribes.", "negation"),
    ("The door was locked.", "The door was unlocked.", "antonym"),
    ("The bill passed the Senate.", "The bill failed in the Senate.", "antonym"),
    ("The patient survived.", "The patient died.", "antonym"),
]
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


@pytest.fixture(scope="module")
def nlp():
    return spacy_paraphrase.load(exclude=["sentence_fuser"])


def both_ways(nlp, pairs):
    pairs = [*pairs, *(pair[::-1] for pair in pairs)]
    return [(doc._.relation, pair) for doc, pair in zip(pipe_pairs(nlp, pairs), pairs, strict=True)]


def test_another_event_is_no_conflict(nlp):
    for relation, pair in both_ways(nlp, TOLD_APART):
        assert not relation.conflict, pair


def test_one_event_is(nlp):
    for relation, pair in both_ways(nlp, [pair[:2] for pair in ONE]):
        assert relation.conflict, pair


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
