"""What a side only tells to be denied, or asked, is not said by it."""

import pytest

import spacy_paraphrase

# Denied, rejected, or nothing said of it: by verbs, by what they reject, behind prepositions.
DISCLAIMED = [
    (
        "The CEO denied that the company is planning layoffs.",
        "The company plans to lay off staff.",
    ),
    ("The CEO denied that the company is planning layoffs.", "The company is planning layoffs."),
    (
        "The bank refused to comment on whether it would close branches.",
        "It will close branches.",
    ),
    (
        "The bank refused to comment on whether it would close branches.",
        "The bank will close branches.",
    ),
    (
        "The minister rejected reports that the government would raise taxes.",
        "The government will raise taxes.",
    ),
    (
        "The minister declined to say whether the government would raise taxes.",
        "The government will raise taxes.",
    ),
    ("The firm denied claims that it had polluted the river.", "The firm polluted the river."),
    ("The spokesman would not say if the talks had failed.", "The talks failed."),
    ("The coach refuted the allegation that players were paid.", "Players were paid."),
    ("Reports that the dam had burst were denied by the mayor.", "The dam burst."),
    ("The judge asked if the witness had lied.", "The witness lied."),
    ("It is not clear whether the plant will close.", "The plant will close."),
]
# The denial is denied, or it is said besides.
SAID = [
    ("The CEO admitted that the company is planning layoffs.", "The company is planning layoffs."),
    ("The firm denied the charge and paid the fine.", "The firm paid the fine."),
    ("Anna denied that she left, but she left.", "Anna left."),
    ("The mayor denied that the dam had burst.", "The mayor denied that the dam burst."),
    (
        "I do not know if the man I talked to may leave at noon.",
        "I do not know whether the man I talked to may leave.",
    ),
]


@pytest.fixture(scope="module", params=["fast", "accurate"])
def nlp(request):
    return spacy_paraphrase.load(tier=request.param)


@pytest.mark.parametrize(("source", "target"), DISCLAIMED)
def test_what_is_denied_or_asked_is_not_said(nlp, source, target):
    assert not spacy_paraphrase.compare(source, target, nlp)._.relation.entails
    assert not spacy_paraphrase.compare(target, source, nlp)._.relation.entailed


@pytest.mark.parametrize(("source", "target"), SAID)
def test_what_is_said_besides_is_said(nlp, source, target):
    assert spacy_paraphrase.compare(source, target, nlp)._.relation.entails
