import gzip
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.generation.lattices.language_model import (
    START,
    UNKNOWN,
    KenLM,
    UnigramLM,
    count_ngrams,
    model_of_counts,
    read_arpa,
    sentence_score,
    train_ngrams,
)

TOY = [
    line.split()
    for line in (
        "the cat sat on the mat .",
        "the dog sat on the rug .",
        "a cat ate the fish .",
        "the dog ate a bone .",
        "a dog saw the cat .",
    )
]
SEEN, SHUFFLED = "the cat sat on the rug .".split(), "mat the on sat cat the .".split()


@pytest.fixture(scope="module")
def toy():
    return train_ngrams(TOY, order=3)


def share_of_all(model, context):
    """Sum what the model gives to all that may follow some words."""
    state = model.start() if context and context[0] == START else ()
    for word in context[context[:1] == (START,) :]:
        state, _ = model.step(state, word)
    words = [n[0] for n in model.probabilities if len(n) == 1 and n[0] not in (START, "</s>")]
    # All that is not known counts as one word, which stands in the vocabulary.
    inside = math.fsum(10 ** model.step(state, word)[1] for word in words)
    return inside + 10 ** model.finish(state)


def test_19_the_toy_corpus(toy):
    assert sentence_score(toy, SEEN) == pytest.approx(-2.94996, abs=1e-4)
    assert sentence_score(toy, SHUFFLED) == pytest.approx(-9.28119, abs=1e-4)
    for context in ((), (START,), ("the",), (START, "the"), ("sat", "on"), ("zebra", "the")):
        assert share_of_all(toy, context) == pytest.approx(1, abs=1e-9)


def test_19_kenlm_agrees(toy, tmp_path):
    pytest.importorskip("kenlm")
    toy.write_arpa(tmp_path / "toy.arpa")
    theirs = KenLM(tmp_path / "toy.arpa")
    for words in (SEEN, SHUFFLED, "the zebra sat .".split(), []):
        assert sentence_score(theirs, words) == pytest.approx(sentence_score(toy, words), abs=1e-5)
    assert theirs.order == 3
    assert theirs.oov("zebra")
    assert not theirs.oov("cat")
    state, _ = theirs.step(theirs.start(), "the")
    assert {state: 1}[theirs.step(theirs.start(), "the")[0]] == 1


words = st.lists(st.sampled_from("abcd"), min_size=1, max_size=6)


@settings(max_examples=50, deadline=None)
@given(st.lists(words, min_size=1, max_size=6), st.integers(1, 4), st.floats(0.1, 0.9), words)
def test_every_context_sums_to_one(sentences, order, discount, context):
    model = train_ngrams(sentences, order, discount=discount)
    assert share_of_all(model, tuple(context)) == pytest.approx(1, abs=1e-9)
    assert share_of_all(model, (START, *context)[: 1 + order] if order > 1 else ()) == (
        pytest.approx(1, abs=1e-9)
    )


def test_counts_of_parts_add_up():
    parts = count_ngrams(TOY[:2]) + count_ngrams(TOY[2:])
    whole = train_ngrams(TOY)
    assert model_of_counts(parts, 3).probabilities == pytest.approx(whole.probabilities)


@pytest.mark.parametrize("name", ["toy.arpa", "toy.arpa.gz"])
def test_arpa_comes_back(toy, tmp_path, name):
    toy.write_arpa(tmp_path / name)
    again = read_arpa(tmp_path / name)
    assert again.order == 3
    assert again.probabilities == pytest.approx(toy.probabilities)
    assert again.backoffs == pytest.approx(toy.backoffs)
    assert sentence_score(again, SHUFFLED) == pytest.approx(sentence_score(toy, SHUFFLED))


def test_casing_and_unknown_words(toy):
    assert sentence_score(toy, ["The", "CAT", "sat"]) == sentence_score(toy, ["the", "cat", "sat"])
    assert toy.oov("zebra")
    assert toy.oov(START)
    assert not toy.oov("cat")
    assert sentence_score(toy, ["zebra"]) == sentence_score(toy, [UNKNOWN])
    cased = train_ngrams([["Rome"]], 2, casing="cased")
    assert cased.oov("rome")
    assert not cased.oov("Rome")


def test_unigrams_prefer_the_frequent_word():
    model = UnigramLM()
    assert sentence_score(model, ["old"]) == pytest.approx(5.75 - 9)
    assert sentence_score(model, ["old"]) > sentence_score(model, ["antique"])
    assert model.oov("qxzvwj")


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("", "no sections"),
        ("\\data\\\nngram 1=1\n", "no sections"),
        ("\\data\\\n\\1-grams:\n-1.0\ta b c\n\\end\\\n", "line 3"),
        ("\\data\\\n\\1-grams:\nlow\ta\n\\end\\\n", "line 3"),
        ("\\x-grams:\n", "line 1"),
    ],
)
def test_what_is_no_arpa_file(tmp_path, text, got):
    path = tmp_path / "model.arpa"
    path.write_text(text)
    with pytest.raises(ParaphraseError, match=got) as error:
        read_arpa(path)
    assert error.value.code == "P851"


def test_files_that_are_missing_or_damaged(tmp_path):
    with pytest.raises(ParaphraseError) as error:
        read_arpa(tmp_path / "none.arpa")
    assert error.value.code == "P850"
    damaged = tmp_path / "model.arpa.gz"
    damaged.write_bytes(gzip.compress(b"\\data\\\n" * 100)[:-20])
    with pytest.raises(ParaphraseError) as error:
        read_arpa(damaged)
    assert error.value.code == "P851"


def test_kenlm_errors(tmp_path):
    pytest.importorskip("kenlm")
    with pytest.raises(ParaphraseError) as error:
        KenLM(tmp_path / "none.arpa")
    assert error.value.code == "P850"
    (tmp_path / "model.arpa").write_text("no model")
    with pytest.raises(ParaphraseError) as error:
        KenLM(tmp_path / "model.arpa")
    assert error.value.code == "P851"


def test_packages_that_are_missing_are_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "kenlm", None)
    with pytest.raises(ParaphraseError, match=r"spacy-paraphrase\[kenlm\]") as error:
        KenLM("model.arpa")
    assert error.value.code == "P852"
    monkeypatch.setitem(__import__("sys").modules, "wordfreq", None)
    with pytest.raises(ParaphraseError, match=r"spacy-paraphrase\[lexicon\]"):
        UnigramLM()


def test_an_unknown_language():
    with pytest.raises(ParaphraseError) as error:
        UnigramLM("xx")
    assert error.value.code == "P306"


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"order": 0}, "order"),
        ({"discount": 1.0}, "discount"),
        ({"sentences": []}, "counts"),
        ({"sentences": ["a string"]}, "a sentence"),
    ],
)
def test_what_cannot_be_learnt_from(arguments, name):
    with pytest.raises(ParaphraseError, match=name) as error:
        train_ngrams(**{"sentences": TOY, **arguments})
    assert error.value.code == "P207"
