import pytest

import spacy_paraphrase
from spacy_paraphrase import make_pair
from spacy_paraphrase.fusion import FUSION_KINDS
from spacy_paraphrase.fusion.candidates import merge
from spacy_paraphrase.fusion.draft import draft_of, flaws
from spacy_paraphrase.fusion.graph import PairGraph
from spacy_paraphrase.fusion.realisation import realise, restore_agreement


@pytest.fixture(scope="session")
def fuser():
    """The English pipeline with a fuser of all kinds; not to be changed."""
    return spacy_paraphrase.load(sentence_fuser={"kinds": list(FUSION_KINDS)})


@pytest.fixture(scope="session")
def fuse(fuser):
    """Return a function that fuses two sentences, maybe to answer a question, by kind."""

    def run(source, target, question=None):
        doc = make_pair(fuser, source, target)
        if question is not None:
            doc.user_data["question"] = question
        return {fusion.kind: fusion for fusion in fuser(doc)._.fusions}

    return run


@pytest.fixture(scope="session")
def aligner(fuser):
    """The same pipeline as a function that leaves out the fuser."""

    def run(source, target):
        with fuser.select_pipes(disable="sentence_fuser"):
            return fuser(make_pair(fuser, source, target))

    return run


@pytest.fixture(scope="session")
def graph(aligner):
    """Return a function that makes the graph of two sentences."""
    return lambda source, target: PairGraph(aligner(source, target))


@pytest.fixture(scope="session")
def merged(graph):
    """Return a function that attaches to one sentence what it can of the other.

    Nothing is coordinated, parsed again or ranked, so that the rules of attachment alone tell.
    """

    def run(frame, other):
        pair = graph(frame, other)
        draft = draft_of(pair, pair.source)
        draft = merge(pair, pair.source, draft, flaws(pair, draft))
        return realise(pair, restore_agreement(pair, draft)).text

    return run
