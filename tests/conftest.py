import sys

import pytest
import spacy
from hypothesis import settings
from ml.tiny_encoder import fake_runtime, write_encoder

import spacy_paraphrase

# Speed is no property of the code under test: a slow machine must not fail it.
settings.register_profile("default", deadline=None)
settings.load_profile("default")


@pytest.fixture(scope="session")
def nlp():
    """The default English pipeline, but for fusions, which take long; not to be changed."""
    return spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])


@pytest.fixture(scope="session")
def composing():
    """The same with composition alone, which no training changes; not to be changed."""
    return spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier={"judge": None}
    )


@pytest.fixture
def blank():
    """An English tokeniser."""
    return spacy.blank("en")


@pytest.fixture
def encoder_folder(monkeypatch, tmp_path):
    """A small pair encoder that runs without onnxruntime."""
    pytest.importorskip("tokenizers")
    monkeypatch.setitem(sys.modules, "onnxruntime", fake_runtime())
    return write_encoder(tmp_path / "tiny")
