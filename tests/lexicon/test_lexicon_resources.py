from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lexicon.toy_wordnet import COUNTS, toy_resource

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon import build as build_module
from spacy_paraphrase.lexicon import default_lexicon, default_weights
from spacy_paraphrase.lexicon.build import build, build_index, counting_lemmatizer, wordfreq_counts
from spacy_paraphrase.lexicon.resources import user_folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPACY_PARAPHRASE_DATA", str(tmp_path))
    return tmp_path


def test_the_default_is_loaded_once() -> None:
    assert default_lexicon("en") is default_lexicon()
    assert default_weights("en") is default_weights()
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: default_lexicon("en").n_synsets, range(8)))) == 1


def test_the_users_own_data_come_first(folder: Path) -> None:
    assert user_folder() == folder
    build_index(toy_resource(), COUNTS).to_disk(folder / "en.wordnet")
    assert default_lexicon("en").meta["name"] == "toy:1"
    (folder / "en.wordnet").unlink()
    assert default_lexicon("en").meta["name"] == "pwn:3.0"


def test_missing_and_damaged(folder: Path) -> None:
    with pytest.raises(ParaphraseError, match=r"P300.*tlh\.wordnet.*resources build"):
        default_lexicon("tlh")
    with pytest.raises(ParaphraseError, match=r"P300.*tlh\.weights"):
        default_weights("tlh")
    (folder / "tlh.wordnet").write_bytes(b"no index")
    with pytest.raises(ParaphraseError, match=r"P301.*tlh\.wordnet.*resources build"):
        default_lexicon("tlh")


def test_build_writes_what_the_default_finds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = toy_resource()
    monkeypatch.setattr(build_module, "read_installed", lambda specifier, progress: resource)
    paths = build("toy:1", folder / "new", language="nl", counts={"dog": 2.0, "cat": 1.0})
    assert [path.name for path in paths] == ["nl.wordnet", "nl.weights"]
    monkeypatch.setenv("SPACY_PARAPHRASE_DATA", str(folder / "new"))
    assert default_lexicon("nl").meta["name"] == "toy:1"
    assert set(default_weights("nl").weights) == {"dog", "cat"}


def test_stop_words_count_as_verbs_only() -> None:
    lemmas = counting_lemmatizer("nl")
    assert list(lemmas("hond")) == [("hond", "")]
    assert list(lemmas("hebben")) == [("hebben", "VERB")]


def test_english_forms_are_lemmatised() -> None:
    pytest.importorskip("lemminflect", reason="lemminflect is not installed")
    lemmas = counting_lemmatizer("en")
    assert list(lemmas("children")) == [("child", "NOUN")]
    assert set(lemmas("saw")) == {("saw", "NOUN"), ("saw", "VERB"), ("see", "VERB")}
    assert list(lemmas("made")) == [("make", "VERB")]
    assert list(lemmas("side")) == [("side", "VERB")]
    assert list(lemmas("qwertyish")) == [("qwertyish", "")]


def test_wordfreq_counts() -> None:
    pytest.importorskip("wordfreq", reason="wordfreq is not installed")
    counts = wordfreq_counts("en", corpus_size=1000)
    assert counts["the"] == pytest.approx(53.7, abs=5)
    with pytest.raises(ParaphraseError, match=r"P306.*'xx'"):
        wordfreq_counts("xx")


def test_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "wordfreq", None)
    with pytest.raises(ParaphraseError, match=r"P305.*pip install wordfreq"):
        wordfreq_counts("en")
