import sys

import numpy as np
import pytest
import spacy
from spacy.tokens import DocBin

import checks
from spacy_paraphrase import ParaphraseError, load, make_pair, pipe_pairs, swap
from spacy_paraphrase.cli import main
from spacy_paraphrase.ml import encoder
from spacy_paraphrase.pairs.pair import stamp
from spacy_paraphrase.pairs.results import read_encoder_output, write_encoder_output


@pytest.fixture
def nlp(encoder_folder):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("pair_encoder", config={"path": str(encoder_folder)})
    return nlp


@pytest.fixture
def shipped(encoder_folder, monkeypatch):
    """The package with the tiny encoder for its own."""
    monkeypatch.setattr(encoder, "SHIPPED", encoder_folder)


@pytest.fixture
def base(tmp_path):
    """A pipeline that is loaded at once."""
    spacy.blank("en").to_disk(tmp_path / "base")
    return str(tmp_path / "base")


def readings(nlp, **options):
    return [checks.state(doc) for doc in pipe_pairs(nlp, checks.PAIRS, **options)]


def test_the_reading_of_a_pair(nlp):
    doc = nlp("A cat sleeps.\nThe old cat is sleeping.")
    found = read_encoder_output(doc)
    expected = nlp.get_pipe("pair_encoder").encoder.read(
        "A cat sleeps .".split(), "The old cat is sleeping .".split()
    )
    assert (found.entails, found.entailed) == (expected.entails, expected.entailed)
    assert (found.similarity, found.order) == (expected.similarity, expected.order)
    for name in ("alignment", "source", "target", "source_support", "target_support"):
        assert np.array_equal(getattr(found, name), getattr(expected, name))
        assert getattr(found, name).dtype == np.float32
    assert found.alignment.shape == (4, 6)


def test_what_is_no_pair_is_left_alone(nlp):
    nlp.remove_pipe("sentence_pair")
    doc = nlp("No pair at all")
    assert not doc.spans
    assert read_encoder_output(doc) is None


def test_a_damaged_pair(nlp):
    doc = make_pair(nlp, "A cat", "a dog")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[:2])
    with pytest.raises(ParaphraseError, match="P005"):
        nlp.get_pipe("pair_encoder")(doc)


@pytest.mark.parametrize("pair", checks.PAIRS + checks.ODD_PAIRS[:-1])
def test_swap_turns_the_reading(nlp, pair):
    doc = nlp(make_pair(nlp, *pair))
    turned = nlp(make_pair(nlp, *pair[::-1]))
    other = turned.spans["pair_reading"].attrs | {"tokens": stamp(doc)["tokens"]}
    assert swap(doc).spans["pair_reading"].attrs == other
    assert swap(swap(doc)).spans["pair_reading"].attrs == doc.spans["pair_reading"].attrs


def test_a_stale_reading(nlp):
    doc = nlp(make_pair(nlp, "A cat sleeps", "a dog"))
    reading = read_encoder_output(doc)
    other = make_pair(nlp, "A cat", "a dog sleeps")
    write_encoder_output(other, reading)  # as many tokens, other sides
    with pytest.raises(ParaphraseError, match="P006.*pair_reading.*sides of .3, 2. tokens"):
        read_encoder_output(other)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[:2])
    with pytest.raises(ParaphraseError, match="P006.*pair_reading.*made over 6 tokens"):
        read_encoder_output(doc)


def test_a_reading_of_an_earlier_version(nlp):
    doc = nlp(make_pair(nlp, "A cat sleeps", "a dog"))
    attrs = dict(doc.spans["pair_reading"].attrs)
    del attrs["source_support"], attrs["target_support"]
    doc.spans["pair_reading"].attrs = attrs
    with pytest.raises(ParaphraseError, match="P006.*earlier version, without source_support"):
        read_encoder_output(doc)


def test_a_doc_as_a_side_leaves_its_reading_behind(nlp):
    doc = nlp(make_pair(nlp, "A cat", "a dog"))
    assert "pair_reading" not in make_pair(nlp, doc, "a man").spans


def test_processes(nlp):
    assert readings(nlp, n_process=2, batch_size=2) == readings(nlp)


def test_weights_of_the_user_are_saved(nlp, encoder_folder, tmp_path):
    expected = readings(nlp)
    nlp.to_disk(tmp_path / "saved")
    data = nlp.to_bytes()
    for file in encoder_folder.iterdir():
        file.unlink()
    assert readings(spacy.load(tmp_path / "saved")) == expected
    assert readings(spacy.util.load_model_from_config(nlp.config).from_bytes(data)) == expected


def test_weights_of_the_package_are_not_saved(shipped, encoder_folder, tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    component = nlp.add_pipe("pair_encoder")
    nlp.to_disk(tmp_path / "saved")
    assert len(component.to_bytes()) < 100
    assert readings(spacy.load(tmp_path / "saved")) == readings(nlp)


def test_a_folder_that_is_gone(nlp, encoder_folder):
    (encoder_folder / "vocab.txt").unlink()
    with pytest.raises(ParaphraseError, match="P351"):
        nlp("A cat\na dog")


@pytest.mark.filterwarnings("ignore:.W001")
def test_the_accurate_tier(shipped, base):
    nlp = load(base, tier="accurate", exclude=["sentence_fuser"])
    expected = ["sentence_pair", "pair_encoder", "graph_matcher", "relation_classifier"]
    assert nlp.pipe_names == expected
    assert "pair_reading" in nlp(make_pair(nlp, "A cat", "a dog")).spans
    assert load(base, exclude=["sentence_fuser"]).pipe_names == expected
    assert "pair_encoder" not in load(base, tier="fast").pipe_names


@pytest.mark.parametrize("tier", [None, "accurate"])
def test_an_encoder_of_the_user(encoder_folder, base, tier):
    nlp = load(base, tier=tier, encoder=str(encoder_folder))
    assert nlp.get_pipe("pair_encoder").path == str(encoder_folder)
    assert nlp.get_pipe_config("graph_matcher")["encoder"] is None


def test_it_goes_before_the_components_that_are_there(shipped, base, tmp_path):
    load(base, tier="fast").to_disk(tmp_path / "fast")
    nlp = load(str(tmp_path / "fast"), tier="accurate", tree_aligner={"method": "identity"})
    assert nlp.pipe_names[:3] == ["sentence_pair", "pair_encoder", "graph_matcher"]
    nlp.to_disk(tmp_path / "accurate")
    again = load(str(tmp_path / "accurate"), tier="accurate")
    assert again.pipe_names == nlp.pipe_names


def test_the_accurate_tier_without_what_it_needs(monkeypatch, shipped, base, tmp_path):
    with pytest.raises(ParaphraseError, match="P351.*no folder"):
        load(base, encoder=str(tmp_path / "none"))
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ParaphraseError, match="P350"):
        load(base, tier="accurate")


@pytest.mark.filterwarnings("ignore:.W001")
@pytest.mark.parametrize("command", ["align", "fuse"])
def test_command_line(shipped, base, tmp_path, command):
    (tmp_path / "in").write_text('{"source": "A cat sleeps.", "target": "A cat."}\n', "utf-8")
    out = tmp_path / "out.spacy"
    arguments = [command, str(tmp_path / "in"), str(out), "--model", base, "--tier", "accurate"]
    assert main(arguments) == 0
    (doc,) = DocBin().from_disk(out).get_docs(spacy.blank("en").vocab)
    assert read_encoder_output(doc).alignment.shape == (4, 3)
