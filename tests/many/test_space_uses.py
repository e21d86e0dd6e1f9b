"""What word spaces say to the aligner, to learnt scores and to the rewriter (07 §8)."""

import numpy as np
import pytest
import spacy

from spacy_paraphrase import ParaphraseError, load, make_pair
from spacy_paraphrase.generation.lattices.lattice import Edge
from spacy_paraphrase.many.building import build_space
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.space_uses import (
    make_space_features,
    make_space_scorer,
    make_space_similarity,
    make_word_space,
    space_features,
    term_average,
    term_hungarian,
    text_vector,
    word_table,
)
from spacy_paraphrase.scoring.families import PairView, Statistics

TEXTS = [
    "The cat purred softly on the mat.",
    "The kitten purred softly on the mat.",
    "The truck stopped loudly at the light.",
    "The lorry stopped loudly at the light.",
    "A cat chased mice.",
    "A kitten chased mice.",
    "The cat ate fish.",
]


@pytest.fixture(scope="module")
def space():
    records = [{"id": k, "text": text} for k, text in enumerate(TEXTS)]
    return build_space(records, SpaceConfig("word", window=3))


@pytest.fixture(scope="module")
def folder(space, tmp_path_factory):
    path = tmp_path_factory.mktemp("spaces") / "space"
    space.to_disk(path)
    return str(path)


def pair(blank, source, target):
    return make_pair(blank, source, target)


# -- Words -----------------------------------------------------------------------------------------


def test_words_that_are_not_known_are_no_evidence(space):
    table = word_table(space, ["cat", "unicorn"], ["kitten", "unicorn"])
    assert table[0, 0] == pytest.approx(space.similarity("cat", "kitten"))
    assert np.isnan(table[0, 1])
    assert np.isnan(table[1, 0])
    assert table[1, 1] == 1  # equal words
    assert term_average(table[:, :1]) == pytest.approx(table[0, 0])
    assert term_average(table) == pytest.approx((table[0, 0] + 1) / 2)
    assert term_hungarian(table) == pytest.approx((table[0, 0] + 1) / 2)
    assert term_average(table[:0]) is None
    assert term_hungarian(word_table(space, ["unicorn"], ["dragon"])) is None


def test_the_expert_of_the_aligner(space, blank):
    expert = make_space_similarity(space, least=0.5)
    source, target = blank("the Cat and a unicorn"), blank("the kitten saw a dragon")
    found = expert(list(source), list(target))
    assert found.shape == (5, 5)
    assert found[1, 1] == pytest.approx(space.similarity("cat", "kitten"), abs=1e-6)
    found[1, 1] = 0
    assert not found.any()
    assert not make_space_similarity(space, least=0.9999)(list(source), list(target)).any()


def test_an_aligner_links_by_a_space(folder):
    words = {"word_space": {"@misc": "spacy-paraphrase.WordSpace.v1", "path": folder}}
    expert = {"@misc": "spacy-paraphrase.SpaceSimilarity.v1", "space": words["word_space"]}
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    config = {"method": "words", "experts": {"space": expert}, "weights": {"space": 0.9}}
    nlp.add_pipe("tree_aligner", config=config)
    with pytest.warns(match="W001"):
        doc = nlp(make_pair(nlp, "truck purred", "lorry purred"))
    assert {(x.source.text, x.target.text) for x in doc._.alignment.words} == {
        ("truck", "lorry"),
        ("purred", "purred"),
    }


def test_a_space_in_a_config_is_read_once_and_checked(folder):
    assert make_word_space(folder) is make_word_space(folder)
    assert make_word_space(folder, {"variant": "word", "window": 3}).config.window == 3
    with pytest.raises(ParaphraseError) as raised:
        make_word_space(folder, {"variant": "word", "window": 5})
    assert raised.value.code == "P962"
    with pytest.raises(ParaphraseError) as raised:
        make_word_space("nothing")
    assert raised.value.code == "P961"


# -- Pairs -----------------------------------------------------------------------------------------


def test_the_vector_of_a_text_is_the_sum_of_its_words_by_idf(space):
    cat, mat = space.units(["cat", "mat"])
    found = text_vector(space, ["cat", "cat", "mat", "unicorn"])
    assert found == pytest.approx(2 * space.idf("cat") * cat + space.idf("mat") * mat, abs=1e-6)


def test_features_do_not_tell_the_sides_apart(space, blank):
    texts = "The cat chased a lorry.", "The mice stopped a kitten loudly."
    features = make_space_features(space)
    one, other = (
        features(PairView(make_pair(blank, *sides)), Statistics()) for sides in (texts, texts[::-1])
    )
    assert one == pytest.approx(other)
    assert set(one) == {"termavg", "hungarian", "vectors", "weighted", "known"}
    assert one["known"] == 1


def test_features_of_what_is_not_known_are_left_out(space, blank):
    view = PairView(make_pair(blank, "Unicorns fly.", "Dragons sing."))
    assert space_features(view, Statistics(), space) == {"known": 0.0}
    view = PairView(make_pair(blank, "A cat and a unicorn.", "A kitten."))
    plain = PairView(make_pair(blank, "A cat.", "A kitten."))
    found, known = (space_features(v, Statistics(), space) for v in (view, plain))
    assert found.pop("known") == pytest.approx(2 / 3)
    assert known.pop("known") == 1
    assert found == pytest.approx(known)


def test_a_learnt_score_takes_the_features_of_a_space(folder):
    word_space = {"@misc": "spacy-paraphrase.WordSpace.v1", "path": folder}
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    more = {"space": {"@misc": "spacy-paraphrase.SpaceFeatures.v1", "space": word_space}}
    config = {"features": ["lengths"], "more": more, "pretrained": False}
    pipe = nlp.add_pipe("paraphrase_similarity", config=config)
    pairs = ("cat", "kitten"), ("truck", "kitten"), ("lorry", "truck"), ("cat", "lorry")
    docs = [make_pair(nlp, f"The {one} purred.", f"A {other} purred.") for one, other in pairs]
    pipe.fit(docs, [1.0, 0.2, 1.0, 0.1])
    assert any(name.startswith("space.") for name in pipe.model.names)
    near, far = (
        nlp(make_pair(nlp, "The cat chased.", f"The {w} chased."))._.overlap
        for w in ("kitten", "lorry")
    )
    assert near > far
    with pytest.raises(ParaphraseError) as raised:
        nlp.add_pipe("paraphrase_classifier", config={"more": {"strings": more["space"]}})
    assert raised.value.code == "P602"


# -- Rewriting -------------------------------------------------------------------------------------


def test_a_substitution_that_fits_in_keeps_its_quality_and_another_loses(space, blank):
    score = make_space_scorer(space)
    span = blank("The kitten purred softly on the mat.")[:]
    fits = score(span, Edge(1, 2, ("cat",), "sub", 0.8))
    fails = score(span, Edge(1, 2, ("lorry",), "sub", 0.8))
    assert 0 <= fails < fits <= 0.8
    assert fits > 0.6


@pytest.mark.parametrize(("start", "words"), [(1, ("unicorn",)), (3, ("softly",)), (1, ("the",))])
def test_without_evidence_a_substitution_keeps_its_quality(space, blank, start, words):
    span = blank("The kitten saw dragons.")[:]
    assert make_space_scorer(space)(span, Edge(start, start + 1, words, "sub", 0.8)) == 0.8


def test_the_rewriter_asks_a_space(nlp, folder):
    word_space = {"@misc": "spacy-paraphrase.WordSpace.v1", "path": folder}
    glossary = {
        "@misc": "spacy-paraphrase.GlossarySource.v1",
        "entries": {"kitten": ["cat", "lorry"]},
    }
    config = {
        "preset": "paraphrase",
        "sources": {"glossary": glossary},
        "n_best": 5,
        "check": False,
        "scorer": {"@misc": "spacy-paraphrase.SpaceScorer.v1", "space": word_space},
    }
    rewriting = load(exclude=["sentence_fuser"], sentence_rewriter=config)
    texts = [r.text for r in rewriting("The kitten purred softly on the mat.")._.rewrites[0]]
    assert any("cat" in text for text in texts)
    assert not any("lorry" in text for text in texts)
