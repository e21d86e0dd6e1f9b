import pytest

import spacy_paraphrase
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.generation import FUSION_KINDS
from spacy_paraphrase.pairs.results import REFUSALS, SentenceRelation, write_relation
from tables import table

# Pairs that may never be merged, each with the reason that the fuser gives. Of some both sides
# cannot be true, of others they can, and still no one sentence says both.
CONFLICTS = [tuple(row.values()) for row in table(__file__, "conflicts")]


@pytest.fixture(scope="module")
def made(fuser):
    return list(pipe_pairs(fuser, [(source, target) for _, source, target in CONFLICTS]))


def test_there_are_enough_of_them():
    assert len(set(CONFLICTS)) >= 40


@pytest.mark.parametrize("number", range(len(CONFLICTS)), ids=lambda n: CONFLICTS[n][1])
def test_conflicts_are_never_merged(number, made):
    reason = CONFLICTS[number][0]
    assert reason.split(":")[0] in REFUSALS
    fusions = made[number]._.fusions
    assert [fusion.text for fusion in fusions] == [""] * len(FUSION_KINDS)
    # The judge says whether they are in conflict or differ; of what, composition.
    [found] = {fusion.reason for fusion in fusions}
    assert found.split(":")[1] == reason.split(":")[1]
    conflict = made[number]._.relation.conflict
    assert found.split(":")[0] == ("conflict" if conflict else "differs")


def test_without_a_relation_the_fuser_asks_the_same_judge():
    nlp = spacy_paraphrase.load(tier="fast", exclude=["relation_classifier"])
    docs = pipe_pairs(nlp, [(source, target) for _, source, target in CONFLICTS])
    for (reason, *pair), doc in zip(CONFLICTS, docs, strict=True):
        assert {fusion.reason for fusion in doc._.fusions} == {reason}, pair


def test_the_relation_has_the_last_word(fuser):
    """What a trained classifier, or the user, says of conflict counts, whatever the reason."""
    doc = next(iter(pipe_pairs(fuser, [("A cat sleeps.", "A black cat sleeps.")])))
    assert all(fusion.reason.split(":")[0] != "conflict" for fusion in doc._.fusions)
    write_relation(doc, SentenceRelation("intersects", {"intersects": 1.0}, conflict=True))
    again = fuser.get_pipe("sentence_fuser")(doc)._.fusions
    assert {fusion.reason for fusion in again} == {"conflict:unknown"}
