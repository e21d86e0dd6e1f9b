import json
from pathlib import Path

import pytest

import checks
import spacy_paraphrase
from spacy_paraphrase import make_pair, pipe_pairs
from spacy_paraphrase.generation import FUSION_KINDS
from spacy_paraphrase.generation.graph import PairGraph
from tables import table

# Pairs as people bring them: tickets, product texts, captions, passages of an encyclopedia.
EVERYDAY = [tuple(row.values()) for row in table(__file__, "everyday")]
PAIRS = [
    (row["source"], row["target"])
    for row in map(
        json.loads,
        (Path(__file__).parent / "golden" / "pairs.jsonl").read_text("utf-8").splitlines(),
    )
]


@pytest.fixture(scope="session")
def fuser():
    """The English pipeline with a fuser of all kinds; not to be changed."""
    return spacy_paraphrase.load(tier="fast", sentence_fuser={"kinds": list(FUSION_KINDS)})


@pytest.fixture(scope="session")
def lenient():
    """The same, of which no fusion is refused for its score; not to be changed."""
    settings = {"kinds": list(FUSION_KINDS), "least_score": 0.0, "fallback": "longer"}
    return spacy_paraphrase.load(tier="fast", sentence_fuser=settings)


@pytest.fixture(scope="session")
def docs(fuser):
    """The golden sample, odd pairs and everyday pairs, fused; not to be changed."""
    return list(pipe_pairs(fuser, [*PAIRS, *checks.PAIRS, *EVERYDAY]))


@pytest.fixture(scope="session")
def lenient_docs(lenient):
    """The same pairs, whatever the score of a fusion; not to be changed."""
    return list(pipe_pairs(lenient, [*PAIRS, *checks.PAIRS, *EVERYDAY]))


@pytest.fixture(scope="session")
def fuse(fuser):
    """Return a function that fuses two sentences, maybe to answer a question, by kind."""

    return _fusing(fuser)


@pytest.fixture(scope="session")
def fuse_leniently(lenient):
    """The same, whatever the score of a fusion."""
    return _fusing(lenient)


def _fusing(nlp):
    def run(source, target, question=None):
        doc = make_pair(nlp, source, target)
        if question is not None:
            doc.user_data["question"] = question
        return {fusion.kind: fusion for fusion in nlp(doc)._.fusions}

    return run


@pytest.fixture(scope="session")
def fuse_all(fuser):
    """Return a function that fuses many pairs, and gives the fusions of each by kind."""

    def run(pairs):
        pairs = [tuple(pair) for pair in pairs]
        docs = pipe_pairs(fuser, pairs)
        return {
            pair: {fusion.kind: fusion for fusion in doc._.fusions}
            for pair, doc in zip(pairs, docs, strict=True)
        }

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
def graphs(docs):
    """Their graphs."""
    return [PairGraph(doc) for doc in docs]
