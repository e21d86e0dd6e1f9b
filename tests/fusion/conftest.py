import pytest

import spacy_paraphrase
from spacy_paraphrase.fusion import FUSION_KINDS


@pytest.fixture(scope="session")
def fuser():
    """The English pipeline with a fuser of all kinds; not to be changed."""
    return spacy_paraphrase.load(sentence_fuser={"kinds": list(FUSION_KINDS)})


@pytest.fixture(scope="session")
def fuse(fuser):
    """Return a function that fuses two sentences, maybe to answer a question, by kind."""

    def run(source, target, question=None):
        doc = spacy_paraphrase.make_pair(fuser, source, target)
        if question is not None:
            doc.user_data["question"] = question
        return {fusion.kind: fusion for fusion in fuser(doc)._.fusions}

    return run
