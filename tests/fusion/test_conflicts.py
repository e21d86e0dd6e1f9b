import pytest

from conflicting_pairs import CONFLICTS
from spacy_paraphrase import pipe_pairs


@pytest.fixture(scope="module")
def made(fuser):
    return [doc._.fusions for doc in pipe_pairs(fuser, CONFLICTS)]


def test_there_are_enough_of_them():
    assert len(set(CONFLICTS)) >= 40


@pytest.mark.parametrize("number", range(len(CONFLICTS)), ids=lambda n: CONFLICTS[n][0])
def test_conflicts_are_never_merged(number, made):
    for fusion in made[number]:
        assert not fusion, fusion
        assert fusion.reason
