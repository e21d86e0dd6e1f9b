import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lexicon.toy_wordnet import COUNTS, toy_resource

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon import build as build_module
from spacy_paraphrase.lexicon import default_lexicon, default_weights
from spacy_paraphrase.lexicon.build import (
    build,
    build_index,
    counting_lemmatizer,
    read_counts,
    token_counts,
    wordfreq_counts,
)
from spacy_paraphrase.lexicon.index import LexicalIndex
from spacy_paraphrase.lexicon.resources import WordWeights, information_content, user_folder


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


TOY = build_index(toy_resource(), COUNTS)


def _ic(lemma: str, pos: str = "NOUN", sense: int = 0) -> float:
    return float(TOY.information[TOY.synsets(lemma, pos)[sense]])


def test_information_content_by_hand() -> None:
    # 22 noun synsets with one each; dog 8 (4 a sense), cat 6, wolf 1, animal 4, leader 2
    total = 22 + 8 + 6 + 1 + 4 + 2
    assert _ic("dog") == pytest.approx(-math.log((1 + 4) / total))
    assert _ic("dog", sense=1) == pytest.approx(-math.log((1 + 4) / total))
    assert _ic("wolf") == pytest.approx(-math.log((1 + 1) / total))
    # canine: itself, dog, wolf
    assert _ic("canine") == pytest.approx(-math.log((1 + 5 + 2) / total))
    # animal: itself, pet, carnivore, canine, feline, dog, cat, wolf; dog once, for all its paths
    assert _ic("animal") == pytest.approx(-math.log((5 + 1 + 1 + 1 + 1 + 5 + 7 + 2) / total))
    assert _ic("entity") == pytest.approx(0, abs=1e-6)
    # 7 verb synsets with one each; reduce 3
    assert _ic("change", "VERB") == pytest.approx(-math.log((4 + 3) / 10))


@pytest.mark.parametrize("index", [TOY, default_lexicon("en")])
def test_what_is_more_general_says_less(index: LexicalIndex) -> None:
    below = np.repeat(np.arange(index.n_synsets), np.diff(index.hypernyms.starts))
    assert (index.information[below] >= index.information[index.hypernyms.values]).all()
    assert (index.information >= 0).all()
    assert np.isfinite(index.information).all()


def test_lemmatizer_decides_what_a_form_counts_for() -> None:
    def lemmatize(form: str) -> list[tuple[str, str]]:
        return {"purchases": [("purchase", "VERB")], "dogs": [("dog", "NOUN")]}.get(form, [])

    counts = {"purchases": 5.0, "dogs": 2.0, "cat": 9.0}
    information = information_content(TOY, counts.items(), lemmatize)
    (noun,), (verb,) = TOY.synsets("purchase", "NOUN"), TOY.synsets("purchase", "VERB")
    assert information[noun] == pytest.approx(-math.log(1 / (22 + 2)))
    assert information[verb] == pytest.approx(-math.log(6 / (7 + 5)))


def test_weights_are_self_information() -> None:
    weights = WordWeights.from_counts("en", {"the": 80.0, "dog": 16.0, "rare": 4.0, "x": 0.1}, 3)
    assert weights("the") == pytest.approx(-math.log(80 / 100.1), abs=1 / 32)
    assert weights("dog") == weights("Dog") == pytest.approx(-math.log(16 / 100.1), abs=1 / 32)
    assert weights("x") == weights("unheard-of") == weights("rare")
    assert weights("...") == weights("") == 0.0


@given(st.dictionaries(st.text("abc'", min_size=1), st.floats(1, 1e6), min_size=1, max_size=20))
def test_weights_round_trip(counts: dict[str, float]) -> None:
    weights = WordWeights.from_counts("en", counts)
    for other in (
        WordWeights.from_bytes(weights.to_bytes()),
        pickle.loads(pickle.dumps(weights)),
    ):
        assert (other.language, other.weights) == ("en", weights.weights)
        assert other.unknown == weights.unknown
        assert other.to_bytes() == weights.to_bytes()


def test_damaged_or_other_data(tmp_path: Path) -> None:
    path = tmp_path / "en.weights"
    with pytest.raises(ParaphraseError, match="P300"):
        WordWeights.from_disk(path)
    WordWeights("en", {"a": 1.0}).to_disk(path)
    assert WordWeights.from_disk(path)("a") == 1.0
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(ParaphraseError, match=r"P301.*en\.weights.*resources build"):
        WordWeights.from_disk(path)
    with pytest.raises(ParaphraseError, match="P301"):
        WordWeights.from_bytes(TOY.to_bytes())


def test_shipped_weights() -> None:
    weights = default_weights("en")
    assert len(weights.weights) == 50_000
    words = ["the", "of", "said", "dog", "dementia", "aardvark"]
    assert sorted(words, key=weights) == words
    for token in ("n't", "'s", "ca", "'ll"):  # as spaCy splits them
        assert weights(token) < weights("dog")
    assert weights("2005") == weights("zzyzxq") == weights.unknown
    assert weights("the") == pytest.approx(-math.log(0.0537), abs=0.1)


def test_token_counts() -> None:
    counts = token_counts({"don't": 3.0, "do": 2.0, "00": 9.0, "1st": 1.0, "U.S.": 4.0}, "en")
    assert counts == {"do": 5.0, "n't": 3.0, "1st": 1.0, "u.s.": 4.0}


def test_read_counts(tmp_path: Path) -> None:
    path = tmp_path / "counts.tsv"
    path.write_text("dog\t3\nNew York\t1.5\ndog\t1\n", encoding="utf8")
    assert read_counts(path) == {"dog": 4.0, "New York": 1.5}
    path.write_text("dog\t3\ncat 4\n", encoding="utf8")
    with pytest.raises(ParaphraseError, match=r"P308.*Line 2.*'cat 4'"):
        read_counts(path)
